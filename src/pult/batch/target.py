"""Targets of names in a sweep: a parameter of the scheme, or a value of one of the documents.

    axis.pd.kp                      a parameter of the scheme
    sensor:angles.noise             a field of a sensor, of the world or of a robot
    drive:motors.stall_torque[1]    a field of a drive
    world:elements.spring.stiffness     any value of the world's document
    exercise:start.settle           any value of the exercise's document
    robot:poses.home.elbow          any value of the robot's document; robot[NAME]:... if there are several
    fault                           faults that are injected, or "none"; see `pult.sim.fault_notation`
    fault:sensor:angles.bias@2      the size of a fault
    fault:sensor:angles.stuck@      the time of a fault

Parameters of the scheme are set when a session is opened and cost nothing; so do faults. Values of documents make
another bundle.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from pult.batch.bundle import Bundle, Patch
from pult.core.errors import UsageError, choose
from pult.sim.fault_notation import NONE, read_fault

PREFIXES = ("drive", "exercise", "fault", "robot", "sensor", "world")
FAULT = "fault"
"""Name by which faults are varied."""
_NAME = re.compile(r"(?P<kind>[a-z]+)(?:\[(?P<which>[^\]]+)\])?:(?P<path>.+)", re.DOTALL)
_STEP = re.compile(r"([^.\[\]]+)|\[(\d+)\]")


class Target(NamedTuple):
    """A target of a variation.

    Attributes:
        name: As it was written.
        parameter: The parameter of the scheme; empty if it is a value of a document.
        file, place: Where the value is in the bundle.
        fault: What stands before and after the value in the text of a fault; None if it is not one.
    """

    name: str
    parameter: str = ""
    file: str = ""
    place: tuple[str | int, ...] = ()
    fault: tuple[str, str] | None = None


class Changes(NamedTuple):
    """What the values of a run change.

    Attributes:
        parameters: Parameters of the scheme.
        patches: Values of documents.
        faults: Faults that are injected.
    """

    parameters: dict[str, Any]
    patches: list[Patch]
    faults: list[str]


class Documents:
    """The documents of a bundle, to look names up in."""

    def __init__(self, bundle: Bundle) -> None:
        self._read = {path: json.loads(content) for path, content in bundle.items() if path.endswith(".json")}

    def of_kind(self, kind: str) -> dict[str, str]:
        """Paths of the documents of a kind, by name."""
        ending = f".{kind}.json"
        found = [path for path in self._read if path.startswith(f"{kind}s/") and path.endswith(ending)]
        return {path.rpartition("/")[2].removesuffix(ending): path for path in found}

    def content(self, path: str) -> Mapping[str, Any]:
        """A document by its path in the bundle."""
        found: Mapping[str, Any] = self._read[path]
        return found

    def equipment(self, group: str) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
        """Sensors or drives of the world and its robots: path of the document, name, and what the document says."""
        for file, document in self._read.items():
            if file.startswith(("worlds/", "robots/")):
                for thing, data in document.get(group, {}).items():
                    yield file, thing, data

    def find(self, name: str) -> Target:
        """The target of a name.

        Raises:
            UsageError: There is no such name; the message lists those that exist.
        """
        if name == FAULT:
            return Target(name, fault=("", ""))
        match = _NAME.fullmatch(name)
        if match is None:
            return Target(name, parameter=name)
        kind, which, path = match["kind"], match["which"], match["path"]
        if kind not in PREFIXES:
            raise UsageError(f"{name!r}: unknown prefix {kind!r}. {choose(kind, PREFIXES)}")
        if kind == FAULT:
            return Target(name, fault=_gap(path))
        if kind in ("sensor", "drive"):
            return self._equipment(name, kind, path)
        return self._value(name, self._chosen(name, kind, which), _steps(name, path))

    def _chosen(self, name: str, kind: str, which: str | None) -> str:
        known = self.of_kind(kind)
        if which is None and len(known) == 1:
            return next(iter(known.values()))
        if which not in known:
            raise UsageError(f"{name!r}: write {kind}[NAME]:... {choose(which or '', known)}")
        return known[which]

    def _equipment(self, name: str, kind: str, path: str) -> Target:
        """A sensor or drive, wherever it is declared; its own name may have dots and colons."""
        group = f"{kind}s"
        declared = {thing: file for file, thing, _ in self.equipment(group)}
        fitting = [thing for thing in declared if path.startswith(f"{thing}.")]
        if not fitting:
            thing = path.partition(".")[0]
            if thing in declared:
                raise UsageError(f"name a field of it: '{kind}:{thing}.FIELD'.")
            raise UsageError(f"there is no {kind} {thing!r}. {choose(thing, declared)}")
        thing = max(fitting, key=len)
        return self._value(name, declared[thing], (group, thing, *_steps(name, path[len(thing) + 1 :])))

    def _value(self, name: str, file: str, place: tuple[str | int, ...]) -> Target:
        """Follow the way to a value; only the last key may be new, as one whose default is not written is."""
        document: Any = self._read[file]
        for index, step in enumerate(place):
            last = index == len(place) - 1
            if isinstance(step, int):
                if not isinstance(document, list) or step >= len(document):
                    raise UsageError(f"{name!r}: there is no entry [{step}]; {_has(document)}")
            elif not isinstance(document, dict) or (step not in document and not last):
                raise UsageError(f"{name!r}: there is no {step!r}. {_options(step, document)}")
            elif last and step not in document:
                break
            document = document[step]
        return Target(name, file=file, place=place)


def _steps(name: str, path: str) -> tuple[str | int, ...]:
    found = tuple(int(number) if number else word for word, number in _STEP.findall(path))
    if not found or _written(found) != path:
        raise UsageError(f"{name!r}: {path!r} is not a path such as 'start.settle' or 'robots[0].placement'.")
    return found


def _written(steps: Iterable[str | int]) -> str:
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps).removeprefix(".")


def _has(document: Any) -> str:
    return f"there are {len(document)}." if isinstance(document, list) else "it is not a list."


def _options(step: str, document: Any) -> str:
    return choose(step, document) if isinstance(document, dict) else "It is not an object."


def _gap(text: str) -> tuple[str, str]:
    """What stands before and after the number that a fault lacks: its time, or its size."""
    before, mark, after = text.rpartition("@")
    found = (text, "") if mark and not after else (f"{before}=", f"@{after}")
    read_fault(f"{found[0]}{'[0,0,0]' if before.endswith('.push') else '0'}{found[1]}")
    return found


def split(targets: Mapping[str, Target], values: Mapping[str, Any]) -> Changes:
    """What the values of a run change."""
    parameters = {targets[name].parameter: value for name, value in values.items() if targets[name].parameter}
    patches = [
        Patch(targets[name].file, targets[name].place, value) for name, value in values.items() if targets[name].file
    ]
    texts = [
        f"{gap[0]}{value if isinstance(value, str) else json.dumps(value)}{gap[1]}"
        for name, value in values.items()
        if (gap := targets[name].fault) is not None
    ]
    return Changes(parameters, patches, [text for text in texts if text != NONE])
