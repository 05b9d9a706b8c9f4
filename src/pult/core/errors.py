"""Errors that teach: what is wrong, where, and what is allowed."""

import json
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any


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


MAX_LISTED = 12


def listing(options: Iterable[str], most: int = MAX_LISTED) -> str:
    """Quote the options for a message; long lists are cut and say how many more there are."""
    names = sorted(options)
    shown = ", ".join(repr(name) for name in names[:most])
    more = len(names) - most
    return f"{shown} and {more} more" if more > 0 else shown or "none"


def choose(word: str, options: Iterable[str], where: str = "") -> str:
    """Advice on a wrong name: the nearest option if one is near, and what is allowed.

    Args:
        word: The wrong name.
        options: The right ones.
        where: How to see all options, said where they are too many to list.
    """
    names = list(options)
    if not names:
        return "None is allowed here."
    near = nearest(word, names)
    guess = f"Did you mean {near[0]!r}? " if near else ""
    if len(names) <= MAX_LISTED:
        return f"{guess}Allowed: {listing(names)}."
    others = ", ".join(repr(name) for name in near[1:])
    return f"{guess}{f'Also near: {others}. ' if others else ''}{where or f'Allowed: {listing(names)}.'}".strip()


def nearest(word: str, names: Iterable[str], most: int = 4) -> list[str]:
    """Names that somebody who wrote `word` may have meant, the likeliest first."""
    typed = word.lower()
    last = typed.rsplit(".", 1)[-1]
    allowed = max(len(typed) > 1, len(typed) // 4)
    ranked = []
    for name in names:
        right = name.lower()
        distance = _edits(typed, right, allowed)
        if distance > allowed and last and right.rsplit(".", 1)[-1] == last:
            distance = allowed  # "pd" for "control.pd": the last part alone is what people remember
        if distance <= allowed or (len(typed) > 2 and right.startswith(typed)):
            ranked.append((distance, abs(len(right) - len(typed)), name))
    return [name for _, _, name in sorted(ranked)[:most]]


def _edits(one: str, two: str, most: int) -> int:
    """Letters to insert, delete, replace or swap to get from one word to the other; most + 1 if it takes more."""
    if abs(len(one) - len(two)) > most:
        return most + 1
    older: list[int] = []
    previous = list(range(len(two) + 1))
    for i, letter in enumerate(one, 1):
        row = [i]
        for j, other in enumerate(two, 1):
            cost = min(previous[j] + 1, row[j - 1] + 1, previous[j - 1] + (letter != other))
            if i > 1 and j > 1 and letter == two[j - 2] and one[i - 2] == other:
                cost = min(cost, older[j - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
        older, previous = previous, row
    return previous[-1]


def is_finite(value: Any) -> bool:
    """Whether a number is finite as a float; whole numbers beyond the largest float are not."""
    try:
        return math.isfinite(value)
    except OverflowError:
        return False


def brief(data: Any) -> str:
    """A short quotation of a value for a message, as JSON writes it."""
    try:
        text = json.dumps(data, ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError):
        text = repr(data)
    return text if len(text) <= 60 else text[:57] + "..."


class KinematicsError(PultError, ValueError):
    """A robot, a configuration or a target that cannot be; the message says what is wrong and what is allowed."""
