"""What is left of a document with faults once the faulty parts are left out, so that the rest can be checked, too."""

import copy
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple, TypeVar

import msgspec

from pult.core.document import decode
from pult.core.errors import Fault

T = TypeVar("T", bound=msgspec.Struct)
Path = tuple[str | int, ...]

MISSED = frozenset({"unknown-name", "missing-value", "missing-key"})
"""Codes of faults that may come from what was left out."""
_PART = re.compile(r"\[(\d+)\]|([^.\[]+)")


class Draft(NamedTuple):
    """A document without its faulty parts.

    Attributes:
        document: The document.
        without: Places that were left out, in the whole document.
        texts: All names and texts that were left out.
    """

    document: Any
    without: frozenset[Path] = frozenset()
    texts: frozenset[str] = frozenset()

    def faults(self, found: Iterable[Fault]) -> list[Fault]:
        """Faults of the draft as faults of the whole document, without those that come from what was left out."""
        return [fault.at(self._place(fault.place)) for fault in found if not self._follows(fault)]

    def _place(self, place: str) -> str:
        """The place in the whole document: entries of lists count those before them that were left out."""
        path: Path = ()
        for part in _path(place):
            if isinstance(part, str):
                path = (*path, part)
                continue
            index = part
            for gone in sorted(last for *head, last in self.without if tuple(head) == path and isinstance(last, int)):
                index += gone <= index
            path = (*path, index)
        return place if path == _path(place) else written(path)

    def _follows(self, fault: Fault) -> bool:
        if fault.code not in MISSED:
            return False
        place = _path(self._place(fault.place))
        shorter = any(path[: len(place)] == place for path in self.without)
        return shorter or any(isinstance(value, str) and value in self.texts for value in fault.values.values())


def draft_of(struct: type[T], data: Any) -> Draft | None:
    """Leave out what cannot be decoded, as little as possible; None if nothing would be left.

    Args:
        struct: What the document is decoded to.
        data: The document as plain data, with faults.
    """
    data, original = copy.deepcopy(data), data
    without: set[Path] = set()
    while True:
        document, faults = decode(struct, data)
        if document is not None:
            texts = {text for path in without for text in _texts(_at(original, path), path)}
            return Draft(document, frozenset(without), frozenset(texts))
        before = Draft(None, frozenset(without))
        paths = {_path(fault.place) for fault in faults}
        whole = {_path(before._place(fault.place)) for fault in faults}
        if not all(paths) or not all(_removable(data, path) for path in paths):
            return None
        for path in sorted(_outermost(paths), key=_last_first):
            _remove(data, path)
        without = _outermost(without | whole)


def written(path: Path) -> str:
    """A path as a place, such as ``stages[0].goal``."""
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)
    return text.removeprefix(".")


def _path(place: str) -> Path:
    return tuple(int(index) if index else name for index, name in _PART.findall(place))


def _outermost(paths: Iterable[Path]) -> set[Path]:
    every = set(paths)
    return {path for path in every if not any(path[:n] in every for n in range(len(path)))}


def _last_first(path: Path) -> tuple[tuple[int, str], ...]:
    """Later entries of a list are removed before earlier ones, whose indices they do not change."""
    return tuple((-part, "") if isinstance(part, int) else (0, part) for part in path)


def _at(data: Any, path: Path) -> Any:
    for part in path:
        data = data[part]
    return data


def _removable(data: Any, path: Path) -> bool:
    try:
        _at(data, path)
    except (KeyError, IndexError, TypeError):  # a key with a dot or a bracket
        return False
    return True


def _remove(data: Any, path: Path) -> None:
    del _at(data, path[:-1])[path[-1]]


def _texts(value: Any, path: Path = ()) -> Iterator[str]:
    if path and isinstance(path[-1], str):
        yield path[-1]
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield key
            yield from _texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner)
