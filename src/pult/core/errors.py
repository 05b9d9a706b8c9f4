"""Errors that say what is wrong, where, and what is allowed."""

import importlib
import json
import math
import pkgutil
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any

from pult.core.wording import (
    ADVICE,
    ADVICE_VALUES,
    FaultScalar,
    FaultValue,
    format_english,
    placeholder_names,
    plain,
    with_number,
    without_number,
)


class PultError(Exception):
    """Base of every error a user of pult can cause. Its text is meant for people."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault in a document, created by its kind: ``UNKNOWN_KEY.at(place, key=...)``.

    Attributes:
        place: Path inside the document, such as ``blocks[3].parameters.kp``; empty for the whole.
        code: Short name of the kind of fault for programs, such as ``unknown-type``.
        templates: Templates of the text. The last says what is wrong, those before it in what.
        data: Names and values, in the order in which they were given.
    """

    place: str
    code: str
    templates: tuple[str, ...]
    data: tuple[tuple[str, FaultValue], ...] = ()

    @property
    def values(self) -> Mapping[str, FaultValue]:
        """Values in the text, by name: texts, numbers and lists."""
        return dict(self.data)

    @property
    def message(self) -> str:
        """What is wrong and what is allowed, as one sentence or two."""
        return " ".join(format_english(template, self.values) for template in self.templates)

    def at(self, place: str) -> "Fault":
        """The same fault at another place."""
        return replace(self, place=place)

    def inside(self, place: str) -> "Fault":
        """The fault as reported for a document that refers to this one: at `place`, the text names the place here."""
        return WITHIN.before(self, place, within=self.place) if self.place else self.at(place)

    def plain(self) -> dict[str, Any]:
        """The fault as plain data."""
        return {"place": self.place, "code": self.code, "templates": list(self.templates), "values": _listed(self.data)}

    @classmethod
    def from_plain(cls, data: Mapping[str, Any]) -> "Fault":
        """Inverse of `plain`."""
        return cls(data["place"], data["code"], tuple(data["templates"]), _data(data["values"]))

    def __str__(self) -> str:
        return f"{self.place}: {self.message}" if self.place else self.message


def _listed(data: tuple[tuple[str, FaultValue], ...]) -> dict[str, FaultScalar | list[FaultScalar]]:
    return {name: list(value) if isinstance(value, tuple) else value for name, value in data}


@dataclass(frozen=True)
class FaultKind:
    """A kind of fault, declared once beside the check that finds it.

    Attributes:
        code: Short name for programs; kinds that a program would treat alike share one.
        template: The English text with named placeholders (`pult.core.wording`).
        more: Names of values that do not appear in the text.
    """

    code: str
    template: str
    more: tuple[str, ...] = ()

    @property
    def names(self) -> frozenset[str]:
        """Names of the values that every fault of this kind has."""
        return placeholder_names(self.template) - {ADVICE} | frozenset(self.more)

    def at(self, place: str = "", /, **values: FaultValue | Iterable[FaultScalar]) -> Fault:
        """A fault of this kind.

        Args:
            place: Path inside the document.
            values: Values of the placeholders; for ``{advice}``, the result of `advice`.

        Raises:
            TypeError: A value is missing or unknown.
        """
        check_names(self.template, self.names, values)
        return Fault(place, self.code, (self.template,), _data(values))


@dataclass(frozen=True)
class FaultPrefix:
    """A prefix to the text of a fault that says where it is, such as ``block {block!r}:``.

    Attributes:
        template: The text of the prefix.
        code: New code of the fault; empty to keep its own.
    """

    template: str
    code: str = ""

    def before(self, fault: Fault, place: str = "", /, **values: FaultValue | Iterable[FaultScalar]) -> Fault:
        """Put the prefix before a fault.

        Args:
            fault: The fault.
            place: Its new place.
            values: Values of the placeholders. Their names get a number if the fault has the same prefix already.

        Raises:
            TypeError: A value is missing, or its name is used by the fault already.
        """
        check_names(self.template, placeholder_names(self.template), values)
        given, known, template = dict(_data(values)), dict(fault.data), self.template
        if before := sum(without_number(one)[0] == template for one in fault.templates):
            given = {f"{name}_{before + 1}": value for name, value in given.items()}
            template = with_number(template, before + 1)
        if twice := given.keys() & known.keys():
            raise TypeError(f"{self.template!r} and {fault.templates[-1]!r} both have {listing(twice)}.")
        code = self.code or fault.code
        return Fault(place, code, (template, *fault.templates), tuple({**given, **known}.items()))


WITHIN = FaultPrefix("{within}:")


def check_names(template: str, names: Collection[str], values: Collection[str]) -> None:
    """Check that values match a template.

    Raises:
        TypeError: Names are missing or unknown.
    """
    allowed = ADVICE_VALUES if ADVICE in placeholder_names(template) else frozenset[str]()
    wrong = (set(names) - set(values)) | (set(values) - set(names) - allowed)
    if wrong:
        raise TypeError(f"{template!r} takes {listing(names)}; wrong: {listing(wrong)}.")


def _data(values: Mapping[str, FaultValue | Iterable[FaultScalar]]) -> tuple[tuple[str, FaultValue], ...]:
    return tuple((name, plain(value)) for name, value in values.items())


def declared(package: ModuleType) -> dict[str, FaultKind | FaultPrefix]:
    """All fault kinds and prefixes declared in the modules of a package, by "module.NAME"."""
    found: dict[str, FaultKind | FaultPrefix] = {}
    seen: set[int] = set()  # a kind that several modules import is one
    for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if info.name.rpartition(".")[2] == "__main__":
            continue
        module = importlib.import_module(info.name)
        for name, thing in vars(module).items():
            if isinstance(thing, (FaultKind, FaultPrefix)) and id(thing) not in seen:
                seen.add(id(thing))
                found[f"{info.name}.{name}"] = thing
    return found


class DocumentError(PultError):
    """A document is rejected; lists every fault.

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
    """A request for something that does not exist; the message lists what does."""


class BlockError(PultError):
    """The declaration of a block is invalid; its author has to correct it."""

    def __init__(self, name: str, message: str) -> None:
        self.name = name
        super().__init__(f"block {name!r}: {message}")


MAX_LISTED = 12


def listing(options: Iterable[str], most: int = MAX_LISTED) -> str:
    """Quote the options for a message; a long list is cut, and the rest counted."""
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
    return format_english("{advice}", advice(word, options, where))


NONE_ALLOWED = "None is allowed here."


def advice(
    word: str, options: Iterable[str], where: str = "", *, none: str = NONE_ALLOWED
) -> dict[str, FaultValue]:
    """Advice on a wrong name, as values for the placeholder ``{advice}``.

    Args:
        word: The wrong name.
        options: The right ones.
        where: How to see all options, said where they are too many to list.
        none: The text if there are no options.
    """
    names = sorted(options)
    if not names:
        return {"hint": none}
    near = nearest(word, names)
    found: dict[str, FaultValue] = {"suggestion": near[0]} if near else {}
    if len(names) <= MAX_LISTED:
        return found | allowed(names)
    if len(near) > 1:
        found["near"] = tuple(near[1:])
    if where:
        return {**found, "hint": where}
    return found | allowed(names)


def allowed(options: Iterable[str]) -> dict[str, FaultValue]:
    """The allowed names, as values for the placeholder ``{advice}``; a long list is cut, and the rest counted."""
    names = tuple(sorted(options))
    if len(names) <= MAX_LISTED:
        return {"allowed": names}
    return {"allowed": names[:MAX_LISTED], "more": len(names) - MAX_LISTED}


def nearest(word: str, names: Iterable[str], most: int = 4) -> list[str]:
    """Names that `word` may be a misspelling of, most likely first."""
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
    """Edit distance (insert, delete, replace, swap) of two words; most + 1 if it is larger."""
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
    """An invalid robot, configuration or target; the message says what is wrong and what is allowed."""
