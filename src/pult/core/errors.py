"""Errors that teach: what is wrong, where, and what is allowed."""

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
    names_of,
    numbered,
    plain,
    without_number,
    worded,
)


class PultError(Exception):
    """Base of every error a user of pult can cause. Its text is meant for people."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong in a document. It is made by its kind: ``UNKNOWN_KEY.at(place, key=...)``.

    Attributes:
        place: Path inside the document, such as ``blocks[3].parameters.kp``; empty for the whole.
        code: Short name of the kind of fault for programs, such as ``unknown-type``.
        templates: What the text is made of: words with named holes. The last says what is wrong, others what it is in.
        data: Values by name, in the order they were given.
    """

    place: str
    code: str
    templates: tuple[str, ...]
    data: tuple[tuple[str, FaultValue], ...] = ()

    @property
    def values(self) -> Mapping[str, FaultValue]:
        """What the text speaks of, by name: texts, numbers and lists."""
        return dict(self.data)

    @property
    def message(self) -> str:
        """What is wrong and what is allowed, as one sentence or two."""
        return " ".join(worded(template, self.values) for template in self.templates)

    def at(self, place: str) -> "Fault":
        """The same fault at another place."""
        return replace(self, place=place)

    def inside(self, place: str) -> "Fault":
        """The fault as a document that names this one has it: at `place`, and the text says where in here."""
        return WITHIN.before(self, place, within=self.place) if self.place else self.at(place)

    def plain(self) -> dict[str, Any]:
        """The fault as plain data."""
        return {"place": self.place, "code": self.code, "templates": list(self.templates), "values": _listed(self.data)}

    @classmethod
    def from_plain(cls, data: Mapping[str, Any]) -> "Fault":
        """The fault that `plain` made the data of."""
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
        template: The English text with named holes (`pult.core.wording`).
        more: Names of values that the text does not show.
    """

    code: str
    template: str
    more: tuple[str, ...] = ()

    @property
    def names(self) -> frozenset[str]:
        """Names of the values that every fault of this kind has."""
        return names_of(self.template) - {ADVICE} | frozenset(self.more)

    def at(self, place: str = "", /, **values: FaultValue | Iterable[FaultScalar]) -> Fault:
        """A fault of this kind.

        Args:
            place: Path inside the document.
            values: What fills the holes; what `advice` gives where the text has advice.

        Raises:
            TypeError: A value is missing, or none of this kind's.
        """
        check_names(self.template, self.names, values)
        return Fault(place, self.code, (self.template,), _data(values))


@dataclass(frozen=True)
class FaultLead:
    """Words that go before the text of a fault to say what it is in, such as ``block {block!r}:``.

    Attributes:
        template: The words.
        code: Code of faults with these words; empty if they keep theirs.
    """

    template: str
    code: str = ""

    def before(self, fault: Fault, place: str = "", /, **values: FaultValue | Iterable[FaultScalar]) -> Fault:
        """The fault with these words before it.

        Args:
            fault: What is wrong in there.
            place: Where it is then.
            values: What fills the holes. Where the same words are there already, the names of these get a number.

        Raises:
            TypeError: A value is missing, or has the name of one of the fault's.
        """
        check_names(self.template, names_of(self.template), values)
        given, known, template = dict(_data(values)), dict(fault.data), self.template
        if before := sum(without_number(one)[0] == template for one in fault.templates):
            given = {f"{name}_{before + 1}": value for name, value in given.items()}
            template = numbered(template, before + 1)
        if twice := given.keys() & known.keys():
            raise TypeError(f"{self.template!r} and {fault.templates[-1]!r} both have {listing(twice)}.")
        code = self.code or fault.code
        return Fault(place, code, (template, *fault.templates), tuple({**given, **known}.items()))


WITHIN = FaultLead("{within}:")


def check_names(template: str, names: Collection[str], values: Collection[str]) -> None:
    """Refuse values that do not fit a template.

    Raises:
        TypeError: With the names that are missing or too many.
    """
    allowed = ADVICE_VALUES if ADVICE in names_of(template) else frozenset[str]()
    wrong = (set(names) - set(values)) | (set(values) - set(names) - allowed)
    if wrong:
        raise TypeError(f"{template!r} takes {listing(names)}; wrong: {listing(wrong)}.")


def _data(values: Mapping[str, FaultValue | Iterable[FaultScalar]]) -> tuple[tuple[str, FaultValue], ...]:
    return tuple((name, plain(value)) for name, value in values.items())


def declared(package: ModuleType) -> dict[str, FaultKind | FaultLead]:
    """All kinds of faults, and what goes before them, that the modules of a package declare: by module and name."""
    found: dict[str, FaultKind | FaultLead] = {}
    seen: set[int] = set()  # a kind that several modules import is one
    for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if info.name.rpartition(".")[2] == "__main__":
            continue
        module = importlib.import_module(info.name)
        for name, thing in vars(module).items():
            if isinstance(thing, (FaultKind, FaultLead)) and id(thing) not in seen:
                seen.add(id(thing))
                found[f"{info.name}.{name}"] = thing
    return found


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
    return worded("{advice}", advice(word, options, where))


NONE_ALLOWED = "None is allowed here."


def advice(
    word: str, options: Iterable[str], where: str = "", *, none: str = NONE_ALLOWED
) -> dict[str, FaultValue]:
    """Advice on a wrong name, as values for the hole ``{advice}``.

    Args:
        word: The wrong name.
        options: The right ones.
        where: How to see all options, said where they are too many to list.
        none: What is said if there are no options.
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
    """All that is allowed, as values for the hole ``{advice}``; of many the first, and how many more there are."""
    names = tuple(sorted(options))
    if len(names) <= MAX_LISTED:
        return {"allowed": names}
    return {"allowed": names[:MAX_LISTED], "more": len(names) - MAX_LISTED}


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
