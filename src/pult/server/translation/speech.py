"""English texts put into another language, whether they are in its catalog or made of templates that are."""

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

from pult.core.wording import ADVICE, Placeholder, parse_template
from pult.server.translation.phrases import REST, Phrase, counted_by, phrase_of
from pult.server.translation.po import Entry, read_po
from pult.server.translation.translator import CATALOGS, UNIT, WORD, Translator, catalog

MAX_LETTERS = 2000
"""Longer lines stay as they are: to match them could take long."""
DEEPEST = 8
"""How deep texts are looked for inside of texts."""

_NUMBER = re.compile(r"(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)(?: ([A-Za-z]+))?")
_QUOTED = re.compile(r"'((?:[^'\\\n]|\\.)*)'")
_DATA = re.compile(r"""[\[{].*|"[^"]*("|\.\.\.)""", re.DOTALL)
_SENTENCE = re.compile(r"(?<=[.?!;]) +")


class _Known:
    """Entries of a catalog without placeholders, and those with placeholders by their first word, the surest first."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._plain = {entry.text: entry.translations[0] for entry in entries if "{" not in entry.text}
        found = [(phrase, entry) for entry in entries if "{" in entry.text and (phrase := phrase_of(entry))]
        found.sort(key=lambda pair: -pair[0].weight)
        first = [phrase.pieces[0].partition(" ") for phrase, _ in found]
        words = [word if space else "" for word, space, _ in first]
        self._by_word = {
            key: [pair for pair, word in zip(found, words, strict=True) if word in ("", key)] for key in {"", *words}
        }

    def plain(self, text: str) -> str:
        """The translation of a text without placeholders; empty if there is none."""
        return self._plain.get(text, "")

    def near(self, text: str) -> Sequence[tuple[Phrase, Entry]]:
        """Entries that a text may be made of."""
        return self._by_word.get(text.partition(" ")[0], self._by_word[""])


class Speech(Translator):
    """Puts texts into one language; those that are not in its catalog by the templates that they are made of."""

    def __init__(self, language: str) -> None:
        """Use the catalog of this language."""
        super().__init__(catalog(language))
        entries = [entry for entry in read_po(CATALOGS / f"{language}.po") if entry.text]
        self._texts = _Known([entry for entry in entries if not entry.context])
        self._words = _Known([entry for entry in entries if entry.context == WORD])
        self._remembered = lru_cache(maxsize=4096)(self._whole)

    def text(self, text: str, context: str = "") -> str:
        """A text as far as the catalog knows it; the rest stays English."""
        said = super().text(text, context)
        return said if said != text or context else self._remembered(text)

    def word(self, text: str) -> str:
        """A word or a few of them, such as the kind of a joint."""
        return self._value(text, 0)

    def _whole(self, text: str) -> str:
        return "\n".join(self._line(line, 0) for line in text.split("\n"))

    def _find(self, known: _Known, text: str, depth: int) -> str:
        """The translation of a text that one entry fits, with or without its full stop; empty if none does."""
        found = self._exactly(known, text, depth)
        if found or len(text) < 2:
            return found
        if text.endswith("."):
            found = self._exactly(known, text[:-1], depth)
            return found and f"{found}."
        return self._exactly(known, f"{text}.", depth).removesuffix(".")

    def _exactly(self, known: _Known, text: str, depth: int) -> str:
        if said := known.plain(text):
            return said
        for phrase, entry in known.near(text) if depth < DEEPEST else ():
            values = phrase.match(text)
            if values is not None:
                return self._fill(entry, values, depth)
        return ""

    def _fill(self, entry: Entry, values: Mapping[str, str], depth: int) -> str:
        """The translation of an entry with values that were found in an English text."""
        said = entry.translations[0]
        if entry.plural:
            said = self.plural(entry.text, entry.plural, int(values.get(counted_by(entry), "0")))
        numeric = {part.name for part in parse_template(entry.text) if isinstance(part, Placeholder) and part.spec}
        text = ""
        for part in parse_template(said):
            if isinstance(part, str):
                text += part
            else:
                text += self._found(part, values.get(part.name, ""), depth, part.name in numeric)
        return f"{text} {self._value(values[REST], depth + 1)}" if REST in values else text

    def _found(self, placeholder: Placeholder, value: str, depth: int, numeric: bool) -> str:
        if placeholder.name == UNIT:
            return self.text(value, UNIT)
        if placeholder.quoted:
            return self.quoted(value)
        if numeric or placeholder.words or placeholder.name == ADVICE:
            return self._value(value, depth + 1)
        return self.quoted(value) if _QUOTED.fullmatch(value) else value

    def _line(self, text: str, depth: int) -> str:
        before, core, after = _stripped(text)
        if not core or len(core) > MAX_LETTERS:
            return text
        return before + (self._find(self._texts, core, depth) or self._parts(core, depth)) + after

    def _parts(self, text: str, depth: int) -> str:
        """Sentence by sentence, or what stands before a colon and what stands after it."""
        if depth >= DEEPEST:
            return text
        place, colon, about = text.partition(": ")
        if colon and " " not in place and (said := self._line(about, depth + 1)) != about:
            return f"{place}: {said}"
        breaks = [(found.start(), found.end()) for found in _SENTENCE.finditer(text)]
        for start, end in reversed(breaks):
            head = self._find(self._texts, text[:start], depth)
            if head:
                return f"{head} {self._line(text[end:], depth + 1)}"
        if breaks:
            start, end = breaks[0]
            tail = self._line(text[end:], depth + 1)
            if tail != text[end:]:
                return f"{text[:start]} {tail}"
        said = self._line(about, depth + 1)
        return f"{self._value(place, depth + 1)}: {said}" if colon and said != about else text

    def _value(self, text: str, depth: int) -> str:
        """What fills a placeholder: words, a number, names in quotes."""
        before, core, after = _stripped(text)
        found = _NUMBER.fullmatch(core)
        if found:
            said = self.number(found[1])
            said = said if found[2] is None else f"{said} {self.text(found[2], UNIT)}"
        elif _DATA.fullmatch(core) or len(core) > MAX_LETTERS:
            return text
        elif _QUOTED.fullmatch(core):
            said = core
        else:
            known = self._find(self._texts, core, depth) or self._find(self._words, core, depth)
            said = known or self._parts(core, depth)
        return before + (said if said != core else self.quoted(core)) + after


@cache
def speech(language: str) -> Speech:
    """What puts texts into a language that has a catalog."""
    return Speech(language)


def _stripped(text: str) -> tuple[str, str, str]:
    """The space before a text, the text, and the space after it."""
    core = text.strip()
    start = text.find(core)
    return text[:start], core, text[start + len(core) :]
