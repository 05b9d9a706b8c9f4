"""What a pilot is, and which there are."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from pult.core.errors import UsageError, choose, listing
from pult.pilot.hands import Limits
from pult.pilot.view import View


class Mind(Protocol):
    """What a pilot thinks: from what it sees to what it wants of the panel."""

    def decide(self, view: View) -> Mapping[str, Any]:
        """Wanted values of the panel's elements."""


class MakeMind(Protocol):
    """Makes the mind of a pilot for one attempt."""

    def __call__(self) -> Mind:
        """A mind that has seen nothing yet."""


@dataclass(frozen=True)
class Pilot:
    """A scripted operator. It sees what a person sees and acts through the panel alone.

    Attributes:
        name: Its name.
        exercises: What it can do: exercise to the variant it uses there.
        description: How it works, in one line.
        mind: Makes its mind.
        limits: How human its hands and eyes are.
    """

    name: str
    exercises: Mapping[str, str]
    description: str
    mind: MakeMind
    limits: Limits = field(default_factory=Limits)


_PILOTS: dict[tuple[str, str], Pilot] = {}


def register(pilot: Pilot) -> Pilot:
    """Make a pilot known."""
    for exercise in pilot.exercises:
        _PILOTS[exercise, pilot.name] = pilot
    return pilot


def pilots(exercise: str = "") -> list[Pilot]:
    """All pilots, or those that know an exercise."""
    found = {id(pilot): pilot for (known, _), pilot in _PILOTS.items() if exercise in ("", known)}
    return sorted(found.values(), key=lambda pilot: (pilot.name, *pilot.exercises))


def find_pilot(exercise: str, name: str) -> Pilot:
    """A pilot by name, for an exercise.

    Raises:
        UsageError: There is none; the message lists those that know the exercise.
    """
    known = {pilot.name: pilot for pilot in pilots(exercise)}
    if name in known:
        return known[name]
    if not known:
        others = listing({exercise for exercise, _ in _PILOTS})
        raise UsageError(f"no pilot knows the exercise {exercise!r}; they know {others}.")
    raise UsageError(f"no pilot {name!r} knows the exercise {exercise!r}. {choose(name, known)}")
