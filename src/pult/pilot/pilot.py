"""Pilots and their registry."""

import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import entry_points
from typing import Any, Protocol

from pult.core.errors import UsageError, choose
from pult.pilot.hands import Limits
from pult.pilot.view import View


class Policy(Protocol):
    """The decisions of a pilot: from a view to wanted panel values."""

    def act(self, view: View) -> Mapping[str, Any]:
        """Wanted values of the panel's elements."""


class PolicyFactory(Protocol):
    """Makes the policy of a pilot for one attempt."""

    def __call__(self) -> Policy:
        """A new policy."""


@dataclass(frozen=True)
class Pilot:
    """A scripted operator. It sees what a person sees and acts only through the panel.

    Attributes:
        name: Its name.
        exercises: Exercises it can do, each with the variant it uses.
        description: How it works, in one line.
        policy: Makes its policy.
        limits: Human limits of its hands and eyes.
    """

    name: str
    exercises: Mapping[str, str]
    description: str
    policy: PolicyFactory
    limits: Limits = field(default_factory=Limits)


_PILOTS: dict[tuple[str, str], Pilot] = {}


def register(pilot: Pilot) -> Pilot:
    """Register a pilot."""
    for exercise in pilot.exercises:
        _PILOTS[exercise, pilot.name] = pilot
    return pilot


def pilots(exercise: str = "") -> list[Pilot]:
    """All pilots, including those of installed packages, or only those for an exercise."""
    _load_packages()
    found = {id(pilot): pilot for (known, _), pilot in _PILOTS.items() if exercise in ("", known)}
    return sorted(found.values(), key=lambda pilot: (pilot.name, *pilot.exercises))


def find_pilot(exercise: str, name: str) -> Pilot:
    """A pilot by name, for an exercise. An exercise without pilots may be a renamed copy of another one: then any pilot
    of that name is returned.

    Raises:
        UsageError: There is none; the message lists those that know the exercise.
    """
    known = {pilot.name: pilot for pilot in pilots(exercise) or pilots()}
    if name in known:
        return known[name]
    raise UsageError(f"no pilot {name!r} knows the exercise {exercise!r}. {choose(name, known)}")


@cache
def _load_packages() -> None:
    """Import the entry points 'pult.pilots' of packages, which include the shipped pilots."""
    for point in entry_points(group="pult.pilots"):
        try:
            point.load()
        except Exception as error:  # noqa: BLE001 - other packages may fail in any way
            warnings.warn(f"pilots of {point.value!r} cannot be loaded: {error}", stacklevel=2)
