"""Errors that teach: what is wrong, where, and what is allowed."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches


class PultError(Exception):
    """Base of every error a user of pult can cause. Its text is meant for people."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong in a document.

    Attributes:
        place: Path inside the document, such as ``blocks[3].parameters.kp``; empty for the whole.
        message: What is wrong and what is allowed, as one sentence or two.
        code: Short name of the kind of fault for programs, such as ``unknown-type``.
    """

    place: str
    message: str
    code: str

    def __str__(self) -> str:
        return f"{self.place}: {self.message}" if self.place else self.message


class DocumentError(PultError):
    """A document is refused; every fault found is listed.

    Attributes:
        source: File name, or a description of where the document came from.
        faults: All faults, in document order.
    """

    def __init__(self, source: str, faults: Sequence[Fault]) -> None:
        self.source = source
        self.faults = tuple(faults)
        count = "1 fault" if len(self.faults) == 1 else f"{len(self.faults)} faults"
        lines = [f"{source}: {count}", *(f"  {fault}" for fault in self.faults)]
        super().__init__("\n".join(lines))


class UsageError(PultError):
    """Something asked for that is not there; the message lists what is."""


class BlockError(PultError):
    """A block's declaration is wrong: its author has to mend it."""

    def __init__(self, name: str, message: str) -> None:
        self.name = name
        super().__init__(f"block {name!r}: {message}")


def listing(options: Iterable[str], most: int = 12) -> str:
    """Quote the options for a message; long lists are cut and say how many more there are."""
    names = sorted(options)
    shown = ", ".join(repr(name) for name in names[:most])
    more = len(names) - most
    return f"{shown} and {more} more" if more > 0 else shown or "none"


def choose(word: str, options: Iterable[str]) -> str:
    """Advice on a wrong name: the nearest option if one is near, and what is allowed."""
    names = list(options)
    if not names:
        return "None is allowed here."
    close = get_close_matches(word, names, n=1, cutoff=0.6)
    if not close:  # "pd" for "control.pd": the last part alone is what people remember
        close = [name for name in names if name.rsplit(".", 1)[-1] == word.rsplit(".", 1)[-1]][:1]
    guess = f"Did you mean {close[0]!r}? " if close else ""
    return f"{guess}Allowed: {listing(names)}."
