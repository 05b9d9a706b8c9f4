"""Templates of texts: an English one with placeholders, and the Russian one that says the same.

A table is a text file. A line at the margin is an English template, the indented line below it the Russian one; lines
that begin with # are comments. Placeholders have names: ``{name}`` stands for a value or some words,
``{rest*}`` whole sentences, or nothing, ``{name'}`` something in quotes, ``{port=}`` a name that stays as it is even if
it is a word. In Russian ``{n|блок|блока|блоков}`` is a count with the form of the word that fits it.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pult.core.unit_names import RUSSIAN
from pult.core.wording import ADVICE, Placeholder, parse_template

PLACEHOLDER = re.compile(r"\{(\w+)([*'=]|\|[^{}]*)?\}")
_VALUE = r"((?:(?![.?!] [A-Z`]|\n).)+?)(?<!:)"
"""Value of a placeholder: no second sentence, nor the place that a text is about ("step: must be..."); otherwise
a short template would match the text of others."""
_COUNT = r"(\d+)"
_QUOTED = r"""(?:'[^'\n]*'|"[^"\n]*")"""
UNIT = "unit"
"""Placeholder for a unit that stands after its number."""
UNITS = {**RUSSIAN, "MiB": "МиБ", "KiB": "КиБ"}
_FILLINGS = {"*": r"(.*)", "'": rf"({_QUOTED}(?:, {_QUOTED})*)"}


@dataclass(frozen=True)
class Phrase:
    """A text with placeholders.

    Attributes:
        english: The English template.
        russian: The Russian one.
        names: Names of the placeholders, in the order of the English text.
        kept: Names of the placeholders whose fillings stay as they are.
        pattern: What English texts of this kind look like.
        pieces: Texts before, between and after the placeholders; a text without them does not match.
        weight: Letters between the placeholders: the more, the surer a match.
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
        counts = {placeholder[1] for placeholder in PLACEHOLDER.finditer(russian) if placeholder[2]}
        for placeholder in PLACEHOLDER.finditer(english):
            pieces.append(english[end : placeholder.start()])
            pattern += re.escape(pieces[-1])
            if placeholder[1] in names:
                pattern += rf"(?:\{names.index(placeholder[1]) + 1})"  # the same once more
            else:
                pattern += _COUNT if placeholder[1] in counts else _FILLINGS.get(placeholder[2], _VALUE)
                names.append(placeholder[1])
            end = placeholder.end()
        pieces.append(english[end:])
        pattern += re.escape(pieces[-1])
        kept = frozenset(placeholder[1] for placeholder in PLACEHOLDER.finditer(english) if placeholder[2] == "=")
        weight = sum(map(len, pieces))
        return cls(english, russian, tuple(names), kept, pattern, tuple(pieces), weight)

    def match(self, text: str) -> dict[str, str] | None:
        """What fills the placeholders in a text of this kind; None for another text."""
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
            values: What fills the placeholders, in English.
            say: Puts that into Russian.
        """

        def filled(placeholder: re.Match[str]) -> str:
            value = values[placeholder[1]]
            forms = (placeholder[2] or "").strip("|").split("|")
            if len(forms) == 3:
                return f"{value} {form_of(value, forms)}"
            if placeholder[1] == UNIT:
                return UNITS.get(value, value)
            return value if placeholder[1] in self.kept else say(value)

        return PLACEHOLDER.sub(filled, self.russian)


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
    said = {part.name: part for part in parse_template(russian) if isinstance(part, Placeholder)}
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


def _mark(placeholder: Placeholder) -> str:
    """How a phrase marks what fills a placeholder of a fault."""
    if placeholder.name == ADVICE:
        return "*"
    if placeholder.quoted:
        return "'"
    return "" if placeholder.words or placeholder.forms or placeholder.spec else "="


def normal(template: str) -> str:
    """A template without the names of its placeholders, and adjacent ones merged: so templates are compared."""
    return re.sub(r"(\{\})+", "{}", PLACEHOLDER.sub("{}", template)).strip()
