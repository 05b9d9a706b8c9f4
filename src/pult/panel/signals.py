"""Signals that the elements of a panel give."""

from collections.abc import Iterable
from dataclasses import dataclass

from pult.core.channels import Channel
from pult.core.document import said
from pult.core.signals import Kind
from pult.panel.elements import (
    Button,
    Cameras,
    Effectors,
    Entry,
    Input,
    Joints,
    Joystick,
    Output,
    Selector,
    Slider,
    Switch,
)
from pult.panel.values import Choice, Deflection, Flag, Level, Several, Values

AXES = ("x", "y", "z")
FRAME = "_frame"
"""Ending of the signal that tells a stick's frame."""
ACTUAL = "_actual"
"""Ending of the name under which a stick shows what the robot does."""


@dataclass(frozen=True, slots=True)
class Given:
    """A signal that an operator gives.

    Attributes:
        name: Its name.
        values: What it takes.
        initial: What is set at the start, as numbers.
        rest: What it goes to when the operator is lost, as numbers; None if it stays as it is.
        vector: Whether it is a vector, be it of one entry.
        unit: Its unit.
        kind: "number" or "boolean".
        labels: Names of its entries.
        description: One line for people.
    """

    name: str
    values: Values
    initial: tuple[float, ...]
    rest: tuple[float, ...] | None = None
    vector: bool = False
    unit: str = "1"
    kind: Kind = "number"
    labels: tuple[str, ...] = ()
    description: str = ""

    def channel(self, start: int) -> Channel:
        """The signal's place in a flat array."""
        shape = (len(self.initial),) if self.vector else ()
        return Channel(self.name, start, shape, self.unit, self.kind, self.labels, self.description)


def shown(name: str, element: Output) -> str:
    """Name of the signal that an element shows."""
    return element.signal or f"output.{name}"


def given(name: str, element: Input, enable: bool = False) -> list[Given]:
    """The signals of an element.

    A stick goes to zero when the operator is lost even if it holds, because it commands motion; so does the switch
    that lets the robot move.

    Args:
        name: Name of the element.
        element: An element that has been checked.
        enable: Whether it is the one that lets the robot move.
    """
    words = said(element.label) or name
    match element:
        case Joints():
            options = tuple(element.options)
            joints = Several(options, element.most or len(options))
            chosen = tuple(joints.encode(element.initial))
            return [Given(name, joints, chosen, vector=True, kind="boolean", labels=options, description=words)]
        case Effectors():
            return [_choice(name, element.options, element.initial, words, none=True)]
        case Cameras() | Selector():
            return [_choice(name, element.options, element.initial, words)]
        case Joystick():
            stick = Deflection(element.axes, element.dead_zone, element.response == "cubic")
            zero = (0.0,) * element.axes
            axes = Given(name, stick, zero, zero, vector=True, labels=AXES[: element.axes], description=words)
            frame = _choice(name + FRAME, element.frames, None, f"{words}: frame")
            return [axes, frame] if len(element.frames) > 1 else [axes]
        case Button():
            return [Given(name, Flag(), (0.0,), (0.0,), kind="boolean", description=words)]
        case Switch():
            rest = (0.0,) if enable else None
            return [Given(name, Flag(), (float(element.initial),), rest, kind="boolean", description=words)]
        case Slider() | Entry():
            return [_level(name, element, words)]


def _choice(name: str, options: Iterable[str], initial: str | None, words: str, none: bool = False) -> Given:
    choice = Choice(tuple(options), none)
    first = None if none else choice.options[0]
    return Given(name, choice, tuple(choice.encode(first if initial is None else initial)), description=words)


def _level(name: str, element: Slider | Entry, words: str) -> Given:
    low, high = element.range
    slider = element if isinstance(element, Slider) else None
    level = Level(low, high, element.unit, slider.step if slider else None)
    default = 0.0 if low <= 0.0 <= high else low
    initial = tuple(level.encode(default if element.initial is None else element.initial))
    rest = initial if slider and slider.release == "spring" else None
    return Given(name, level, initial, rest, unit=element.unit, description=words)
