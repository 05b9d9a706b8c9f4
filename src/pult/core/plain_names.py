"""File names made from what people call a thing: any letters and spaces become letters, digits and '-'."""

import re
import unicodedata
from collections.abc import Collection

LONGEST = 48
_LETTERS = "абвгдеёжзийклмнопрстуфхцчшщъыьэюяіїєґ"
_SPELLED = "a,b,v,g,d,e,e,zh,z,i,y,k,l,m,n,o,p,r,s,t,u,f,kh,ts,ch,sh,shch,,y,,e,yu,ya,i,yi,ye,g"
_CYRILLIC = dict(zip(_LETTERS, _SPELLED.split(","), strict=True))


def plain_name(title: str, taken: Collection[str] = (), other: str = "robot") -> str:
    """A name of ASCII letters, digits, '-' and '_' for a title, and none that is taken.

    Args:
        title: What people call it, such as "Мой робот 2".
        taken: Names that are in use.
        other: Name where nothing of the title is left.
    """
    spelled = "".join(_spelled(letter) for letter in title)
    ascii_only = unicodedata.normalize("NFKD", spelled).encode("ascii", "ignore").decode()
    stem = re.sub(r"[^A-Za-z0-9_]+", "-", ascii_only).strip("-_")[:LONGEST].strip("-_") or other
    low = {name.casefold() for name in taken}
    name, number = stem, 1
    while name.casefold() in low:
        number += 1
        name = f"{stem}-{number}"
    return name


def _spelled(letter: str) -> str:
    found = _CYRILLIC.get(letter.lower(), letter)
    return found.capitalize() if letter != letter.lower() and found != letter else found
