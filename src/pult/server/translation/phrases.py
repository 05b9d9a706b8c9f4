"""English texts taken apart: which template of a catalog a text was made of, and the values in it.

Faults carry template and values (`pult.core.errors.FaultKind`). Other texts reach the edge as English sentences,
perhaps from another process, a record or another library; their templates are found here.
"""

import re
from dataclasses import dataclass
from functools import cache

from pult.core.wording import ADVICE, Placeholder, parse_template
from pult.server.translation.po import Entry

_VALUE = r"((?:(?![.?!] [A-Z`]|\n).)+?)(?<!:)"
"""Value of a placeholder: no second sentence, nor the place that a text is about ("step: must be..."); otherwise
a short template would match the text of others."""
_COUNT = r"(\d+)"
_QUOTED = r"""((?:'[^'\n]*'|"[^"\n]*")(?:, (?:'[^'\n]*'|"[^"\n]*"))*)"""
_REST = r"(.*)"
REST = "_rest"
"""Name of what follows a template that ends with a colon."""


@dataclass(frozen=True)
class Phrase:
    """A template, to be found in English texts.

    Attributes:
        template: The English template, as the catalog has it; of one that counts, that for many.
        names: Names of the placeholders, in the order of the text.
        pattern: What texts of this kind look like.
        pieces: Texts before, between and after the placeholders; a text without them does not match.
        weight: Letters between the placeholders: the more, the surer a match.
    """

    template: str
    names: tuple[str, ...]
    pattern: str
    pieces: tuple[str, ...]
    weight: int

    @classmethod
    def of(cls, template: str, count: str = "") -> "Phrase":
        """Make it of the template.

        Args:
            template: The English template.
            count: Name of the value that is counted.
        """
        parts = list(parse_template(template))
        if template.endswith(":"):
            parts += [" ", Placeholder(REST)]
        names, pattern, pieces = list[str](), "", [""]
        for i, part in enumerate(parts):
            if isinstance(part, str):
                pieces[-1] += part
                pattern += re.escape(part)
                continue
            if part.name in names:
                pattern += rf"(?:\{names.index(part.name) + 1})"  # the same once more
            else:
                last = parts[i + 1 :] in ([], ["."], [":"])
                pattern += _filling(part, part.name == count, last)
                names.append(part.name)
            pieces.append("")
        return cls(template, tuple(names), pattern, tuple(pieces), sum(map(len, pieces)))

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


def _filling(placeholder: Placeholder, counted: bool, last: bool) -> str:
    if counted:
        return _COUNT
    if placeholder.quoted:
        return _QUOTED
    return _REST if last or placeholder.name == ADVICE else _VALUE


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """Only those that some text comes near to: to compile all of them takes seconds."""
    return re.compile(pattern, re.DOTALL)


def phrase_of(entry: Entry) -> Phrase | None:
    """An entry of a catalog as a phrase; None if it has next to no words of its own, so that it would fit anything."""
    template = entry.plural or entry.text
    if not re.search("[A-Za-z]{2}", "".join(part for part in parse_template(template) if isinstance(part, str))):
        return None
    return Phrase.of(template, counted_by(entry))


def counted_by(entry: Entry) -> str:
    """Name of the value that an entry counts."""
    if not entry.plural:
        return ""
    one, many = (parse_template(text) for text in (entry.text, entry.plural))
    for i, part in enumerate(many):
        if isinstance(part, Placeholder) and one[i + 1 : i + 2] != many[i + 1 : i + 2]:
            return part.name
    return ""
