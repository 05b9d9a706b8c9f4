"""What a pilot is, and which there are."""

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
    """What a pilot thinks: from what it sees to what it wants of the panel."""

    def act(self, view: View) -> Mapping[str, Any]:
        """Wanted values of the panel's elements."""


class PolicyFactory(Protocol):
    """Makes the policy of a pilot for one attempt."""

    def __call__(self) -> Policy:
        """A policy that has seen nothing yet."""


@dataclass(frozen=True)
class Pilot:
    """A scripted operator. It sees what a person sees and acts through the panel alone.

    Attributes:
        name: Its name.
        exercises: What it can do: exercise to the variant it uses there.
        description: How it works, in one line.
        policy: Makes its policy.
        limits: How human its hands and eyes are.
    """

    name: str
    exercises: Mapping[str, str]
    description: str
    policy: PolicyFactory
    limits: Limits = field(default_factory=Limits)


_PILOTS: dict[tuple[str, str], Pilot] = {}


def register(pilot: Pilot) -> Pilot:
    """Make a pilot known."""
    for exercise in pilot.exercises:
        _PILOTS[exercise, pilot.name] = pilot
    return pilot


def pilots(exercise: str = "") -> list[Pilot]:
    """All pilots, those of installed packages too, or those that know an exercise."""
    _load_packages()
    found = {id(pilot): pilot for (known, _), pilot in _PILOTS.items() if exercise in ("", known)}
    return sorted(found.values(), key=lambda pilot: (pilot.name, *pilot.exercises))


def find_pilot(exercise: str, name: str) -> Pilot:
    """A pilot by name, for an exercise. An exercise that no pilot knows may be a copy of one under another name: then
    any pilot of that name is taken.

    Raises:
        UsageError: There is none; the message lists those that know the exercise.
    """
    known = {pilot.name: pilot for pilot in pilots(exercise) or pilots()}
    if name in known:
        return known[name]
    raise UsageError(f"no pilot {name!r} knows the exercise {exercise!r}. {choose(name, known)}")


@cache
def _load_packages() -> None:
    """Import what packages name under the entry point 'pult.pilots', the shipped pilots among them."""
    for point in entry_points(group="pult.pilots"):
        try:
            point.load()
        except Exception as error:  # noqa: BLE001 - somebody else's package must not end ours
            warnings.warn(f"pilots of {point.value!r} cannot be loaded: {error}", stacklevel=2)
