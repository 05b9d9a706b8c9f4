"""Templates of texts: an English one with holes, and the Russian one that says the same.

A table is a text file. A line at the margin is an English template, the indented line below it the Russian one; lines
that begin with # say something to whoever reads the table. Holes have names: ``{name}`` holds a value or some words,
``{rest*}`` whole sentences, or nothing, ``{name'}`` something in quotes, ``{port=}`` a name that stays as it is even if
it is a word. In Russian ``{n|блок|блока|блоков}`` is a count with the form of the word that fits it.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pult.core.unit_names import RUSSIAN
from pult.core.wording import ADVICE, Hole, parse_template

HOLE = re.compile(r"\{(\w+)([*'=]|\|[^{}]*)?\}")
_VALUE = r"((?:(?![.?!] [A-Z`]|\n).)+?)(?<!:)"
"""What fills a hole: no second sentence, nor the place that a text is about ("step: must be..."), or a short template
would swallow the text of others."""
_COUNT = r"(\d+)"
_QUOTED = r"""(?:'[^'\n]*'|"[^"\n]*")"""
UNIT = "unit"
"""Hole for a unit that stands after its number."""
UNITS = {**RUSSIAN, "MiB": "МиБ", "KiB": "КиБ"}
_FILLINGS = {"*": r"(.*)", "'": rf"({_QUOTED}(?:, {_QUOTED})*)"}


@dataclass(frozen=True)
class Phrase:
    """A text with holes.

    Attributes:
        english: The English template.
        russian: The Russian one.
        names: Names of the holes, in the order of the English text.
        kept: Names of the holes whose fillings stay as they are.
        pattern: What English texts of this kind look like.
        pieces: What stands before, between and after the holes; a text without them need not be looked at closer.
        weight: Letters between the holes: the more, the surer a match.
    """

    english: str
    russian: str
    names: tuple[str, ...]
    kept: frozenset[str]
    pattern: str
    pieces: tuple[str, ...]
    weight: int

    @classmethod
    def of(cls, english: str, russian: str) -> "Phrase":
        """Make it of the two templates."""
        names, pattern, pieces, end = list[str](), "", list[str](), 0
        counts = {hole[1] for hole in HOLE.finditer(russian) if hole[2]}
        for hole in HOLE.finditer(english):
            pieces.append(english[end : hole.start()])
            pattern += re.escape(pieces[-1])
            if hole[1] in names:
                pattern += rf"(?:\{names.index(hole[1]) + 1})"  # the same once more
            else:
                pattern += _COUNT if hole[1] in counts else _FILLINGS.get(hole[2], _VALUE)
                names.append(hole[1])
            end = hole.end()
        pieces.append(english[end:])
        pattern += re.escape(pieces[-1])
        kept = frozenset(hole[1] for hole in HOLE.finditer(english) if hole[2] == "=")
        weight = sum(map(len, pieces))
        return cls(english, russian, tuple(names), kept, pattern, tuple(pieces), weight)

    def match(self, text: str) -> dict[str, str] | None:
        """What fills the holes in a text of this kind; None for another text."""
        place = 0
        if not text.startswith(self.pieces[0]) or not text.endswith(self.pieces[-1]):
            return None
        for piece in self.pieces:
            place = text.find(piece, place)
            if place < 0:
                return None
            place += len(piece)
        found = _compiled(self.pattern).fullmatch(text)
        return dict(zip(self.names, found.groups(), strict=True)) if found else None

    def fill(self, values: Mapping[str, str], say: Callable[[str], str]) -> str:
        """The Russian text.

        Args:
            values: What fills the holes, in English.
            say: Puts that into Russian.
        """

        def filled(hole: re.Match[str]) -> str:
            value = values[hole[1]]
            forms = (hole[2] or "").strip("|").split("|")
            if len(forms) == 3:
                return f"{value} {form_of(value, forms)}"
            if hole[1] == UNIT:
                return UNITS.get(value, value)
            return value if hole[1] in self.kept else say(value)

        return HOLE.sub(filled, self.russian)


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """Only those that some text comes near to: to compile all of them takes seconds."""
    return re.compile(pattern, re.DOTALL)


def form_of(count: str, forms: list[str]) -> str:
    """The form of a word that goes with a count: сустав, сустава, суставов."""
    if not count.isdigit():
        return forms[2]
    tens, ones = int(count) % 100, int(count) % 10
    if ones == 1 and tens != 11:
        return forms[0]
    return forms[1] if 2 <= ones <= 4 and not 12 <= tens <= 14 else forms[2]


def read_table(path: Path) -> Iterator[tuple[str, str]]:
    """The pairs of a table.

    Raises:
        ValueError: A line has no partner.
    """
    english = ""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        if line.startswith(" ") == (not english):
            raise ValueError(f"{path.name}, line {number}: an English line goes before a Russian one.")
        if english:
            yield english, line.strip()
            english = ""
        else:
            english = line.strip()
    if english:
        raise ValueError(f"{path.name}: the last line has no Russian.")


def as_phrase(template: str, russian: str) -> tuple[str, str] | None:
    """The two templates of a fault as those of a phrase, for texts of others that quote a fault in English.

    Returns:
        None if it has next to no words of its own, so that it would fit anything.
    """
    if not re.search("[A-Za-z]{2}", "".join(part for part in parse_template(template) if isinstance(part, str))):
        return None
    said = {part.name: part for part in parse_template(russian) if isinstance(part, Hole)}
    marks = {name: _mark(part) for name, part in said.items()}
    english = "".join(
        part if isinstance(part, str) else f"{{{part.name}{marks.get(part.name, '')}}}"
        for part in parse_template(template)
    )
    forms = {name: "|" + "|".join(part.forms) if part.forms else "" for name, part in said.items()}
    other = "".join(
        part if isinstance(part, str) else f"{{{part.name}{forms[part.name]}}}" for part in parse_template(russian)
    )
    if template.endswith(":"):  # words that go before a fault
        english, other = f"{english} {{rest*}}", f"{other} {{rest}}"
    return english, other


def _mark(hole: Hole) -> str:
    """How a phrase marks what fills a hole of a fault."""
    if hole.name == ADVICE:
        return "*"
    if hole.quoted:
        return "'"
    return "" if hole.words or hole.forms or hole.spec else "="


def normal(template: str) -> str:
    """A template whose holes have no names, and holes side by side are one: how two templates are compared."""
    return re.sub(r"(\{\})+", "{}", HOLE.sub("{}", template)).strip()
