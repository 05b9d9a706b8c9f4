"""Texts put into one language: by its catalog, and numbers, quotes and units as people write them there."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from gettext import GNUTranslations
from pathlib import Path

from pult.core.unit_names import RUSSIAN
from pult.core.wording import (
    FaultScalar,
    FaultValue,
    Placeholder,
    english,
    fill,
    has_words,
    plain,
    plural_of,
    with_number,
    without_number,
)
from pult.server.translation.po import translations

CATALOGS = Path(__file__).parent / "locale"
ENGLISH = "en"
WORD = "word"
"""Context of words that fill placeholders, and are too short to be texts of their own."""
FORMAT = "format"
"""Context of the samples that say how a language writes numbers and quotes."""
QUOTED = "'{text}'"
NUMBER = "-1.5"
UNIT = "unit"
"""Placeholder for a unit that stands after its number, and context of the units in a catalog."""
UNITS = {**{unit: unit for unit in RUSSIAN}, "MiB": "MiB", "KiB": "KiB"}

_OTHERS = re.compile(r"\{(error|hint)\}")
"""What a template without words of its own passes on."""
_QUOTED = re.compile(r"'((?:[^'\\\n]|\\.)*)'")


@cache
def languages() -> tuple[str, ...]:
    """The languages that people can have texts in: English, and those with a catalog."""
    return (ENGLISH, *sorted(path.stem for path in CATALOGS.glob("*.po")))


@cache
def catalog(language: str) -> GNUTranslations:
    """The catalog of a language."""
    return translations(CATALOGS / f"{language}.po")


class Translator:
    """Puts texts into one language."""

    def __init__(self, catalog: GNUTranslations) -> None:
        """Use a catalog of this language."""
        self._catalog = catalog
        self._minus, self._point = catalog.pgettext(FORMAT, NUMBER)[0], catalog.pgettext(FORMAT, NUMBER)[-2]
        self._quotes = catalog.pgettext(FORMAT, QUOTED).replace("{text}", r"\1")

    def text(self, text: str, context: str = "") -> str:
        """The translation of a text that is in the catalog as it is; any other text as it is.

        Args:
            text: The English text.
            context: Context that it has in the catalog.
        """
        if not text:
            return text  # gettext gives the header of the catalog for it
        return self._catalog.pgettext(context, text) if context else self._catalog.gettext(text)

    def filled(self, templates: Sequence[str], values: Mapping[str, FaultValue]) -> str:
        """A text made of English templates and values."""
        data = {name: plain(value) for name, value in values.items()}
        return " ".join(fill(one, data, lambda part: self._template(part, data), self._shown) for one in templates)

    def _template(self, template: str, values: Mapping[str, FaultValue]) -> str:
        bare, numbered = without_number(template)
        plural = plural_of(bare)
        if plural is None:
            said = self._catalog.gettext(bare) if has_words(bare) else _OTHERS.sub(r"{\1!s}", bare)
        else:
            count = values[f"{plural.value}_{numbered}" if numbered else plural.value]
            many = count if isinstance(count, int) else 0  # a count that is no number reads like many
            said = self.plural(plural.one, plural.many, abs(many))
        return with_number(said, numbered) if numbered else said

    def plural(self, one: str, many: str, count: int) -> str:
        """The translation of a template that counts, in the form that goes with a number."""
        return self._catalog.ngettext(one, many, count)

    def _shown(self, placeholder: Placeholder, value: FaultScalar) -> str:
        if placeholder.quoted:
            return self.quoted(repr(value))
        if placeholder.words:
            return "\n".join(self.word(line) for line in str(value).split("\n"))
        if placeholder.name == UNIT:
            return self._catalog.pgettext(UNIT, str(value))
        return value if isinstance(value, str) else self.number(english(placeholder, value))

    def word(self, text: str) -> str:
        """What fills a placeholder for words."""
        said = self.text(text, WORD)
        return said if said != text else self.text(text)

    def number(self, text: str) -> str:
        """A number as people write it, such as 2,5 and −1."""
        said = text.replace(".", self._point)
        return self._minus + said[1:] if said.startswith("-") else said

    def quoted(self, text: str) -> str:
        """A text with the quotes of the language."""
        return _QUOTED.sub(self._quotes, text)


def format_texts() -> list[tuple[str, str]]:
    """What a catalog has besides texts, with its context: how numbers, quotes and units are written."""
    return [(FORMAT, NUMBER), (FORMAT, QUOTED), *((UNIT, unit) for unit in UNITS)]
