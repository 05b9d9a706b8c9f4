"""English texts for people put into Russian."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from pult.server.russian.phrases import UNITS, Phrase, as_phrase, read_table

TABLES = Path(__file__).parent / "tables"
BLOCKS = "blocks.txt"
"""The table of block types; its lines are names, not texts."""
FAULTS = TABLES / "faults"
"""Folder of the tables of faults: each template of `pult.core.errors.FaultKind` with its Russian."""
VALUES = "values.txt"
"""The table of what fills the placeholders of other texts; too short to be known for texts of their own."""
MAX_LETTERS = 2000
"""Longer lines stay as they are: to match them could take long."""
DEEPEST = 8
"""How deep texts are looked for inside of texts."""

_NUMBER = re.compile(r"(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)(?: ([A-Za-z]+))?")
_QUOTED = re.compile(r"'((?:[^'\\\n]|\\.)*)'")
_DATA = re.compile(r"""[\[{].*|"[^"]*("|\.\.\.)""", re.DOTALL)
_SENTENCE = re.compile(r"(?<=[.?!;]) +")


class _Known:
    """Texts without placeholders, and those with placeholders by their first word, the surest first."""

    def __init__(self, pairs: Sequence[tuple[str, str]]) -> None:
        self._plain = {english: russian for english, russian in pairs if "{" not in english}
        phrases = [Phrase.of(english, russian) for english, russian in pairs if "{" in english]
        phrases.sort(key=lambda phrase: -phrase.weight)
        first = [phrase.pieces[0].partition(" ") for phrase in phrases]
        words = [word if space else "" for word, space, _ in first]
        self._by_word = {
            key: [phrase for phrase, word in zip(phrases, words, strict=True) if word in ("", key)]
            for key in {"", *words}
        }

    def find(self, text: str, depth: int) -> str:
        """The Russian of a text that one template fits, with or without its full stop; empty if none does."""
        found = self._exactly(text, depth)
        if found or len(text) < 2:
            return found
        if text.endswith("."):
            found = self._exactly(text[:-1], depth)
            return found and f"{found}."
        return self._exactly(f"{text}.", depth).removesuffix(".")

    def _exactly(self, text: str, depth: int) -> str:
        if text in self._plain:
            return self._plain[text]
        word = text.partition(" ")[0]
        for phrase in self._by_word.get(word, self._by_word[""]) if depth < DEEPEST else ():
            values = phrase.match(text)
            if values is not None:
                return phrase.fill(values, lambda value: _value(value, depth + 1))
        return ""


@lru_cache(maxsize=1)
def fault_templates() -> Mapping[str, str]:
    """Russian templates of faults by the English ones."""
    return {template: said for path in sorted(FAULTS.glob("*.txt")) for template, said in read_table(path)}


@lru_cache(maxsize=1)
def _texts() -> _Known:
    paths = [path for path in sorted(TABLES.glob("*.txt")) if path.name not in (BLOCKS, VALUES)]
    quoted_faults = (as_phrase(template, said) for template, said in fault_templates().items())
    return _Known([*(pair for path in paths for pair in read_table(path)), *(pair for pair in quoted_faults if pair)])


@lru_cache(maxsize=1)
def _values() -> _Known:
    return _Known(list(read_table(TABLES / VALUES)))


@lru_cache(maxsize=1)
def block_words() -> dict[str, tuple[str, str]]:
    """Title and summary of the block types, by name."""
    words = {}
    for name, russian in read_table(TABLES / BLOCKS):
        title, _, summary = russian.partition(" | ")
        words[name] = (title, summary)
    return words


@lru_cache(maxsize=4096)
def russian(text: str) -> str:
    """A text in Russian as far as the tables know it; the rest stays English."""
    return "\n".join(_line(line, 0) for line in text.split("\n"))


def word(text: str) -> str:
    """A word or a few of them, such as the kind of a joint, in Russian."""
    return _value(text, 0)


def _line(text: str, depth: int) -> str:
    before, core, after = _stripped(text)
    if not core or len(core) > MAX_LETTERS:
        return text
    return before + (_texts().find(core, depth) or _parts(core, depth)) + after


def _stripped(text: str) -> tuple[str, str, str]:
    """The space before a text, the text, and the space after it."""
    core = text.strip()
    start = text.find(core)
    return text[:start], core, text[start + len(core) :]


def _parts(text: str, depth: int) -> str:
    """Sentence by sentence, or what stands before a colon and what stands after it."""
    if depth >= DEEPEST:
        return text
    place, colon, about = text.partition(": ")
    if colon and " " not in place and (said := _line(about, depth + 1)) != about:
        return f"{place}: {said}"
    breaks = [(found.start(), found.end()) for found in _SENTENCE.finditer(text)]
    for start, end in reversed(breaks):
        head = _texts().find(text[:start], depth)
        if head:
            return f"{head} {_line(text[end:], depth + 1)}"
    if breaks:
        start, end = breaks[0]
        tail = _line(text[end:], depth + 1)
        if tail != text[end:]:
            return f"{text[:start]} {tail}"
    said = _line(about, depth + 1)
    return f"{_value(place, depth + 1)}: {said}" if colon and said != about else text


def _value(text: str, depth: int) -> str:
    """What fills a placeholder: words, a number, names in quotes."""
    before, core, after = _stripped(text)
    found = _NUMBER.fullmatch(core)
    if found:
        said = number(found[1])
        said = said if found[2] is None else f"{said} {UNITS.get(found[2], found[2])}"
    elif _DATA.fullmatch(core) or len(core) > MAX_LETTERS:
        return text
    elif _QUOTED.fullmatch(core):
        said = core
    else:
        said = _texts().find(core, depth) or _values().find(core, depth) or _parts(core, depth)
    return before + (said if said != core else quoted(core)) + after


def number(text: str) -> str:
    """A number as Russians write it: 2,5 and −1."""
    said = text.replace(".", ",")
    return f"−{said[1:]}" if said.startswith("-") else said


def quoted(text: str) -> str:
    """A text with Russian quotes."""
    return _QUOTED.sub(r"«\1»", text)
