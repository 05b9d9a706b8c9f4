"""Signals of the elements of a panel."""

from collections.abc import Iterable
from dataclasses import dataclass

from pult.core.channels import Channel
from pult.core.document import localized
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
    Point,
    Selector,
    Slider,
    Switch,
)
from pult.panel.values import Choice, Deflection, Flag, Level, Subset, Values

AXES = ("x", "y", "z")
FRAME = "_frame"
"""Suffix of the signal of a stick's frame."""
ACTUAL = "_actual"
"""Suffix of the name under which a stick displays the robot's actual motion."""


@dataclass(frozen=True, slots=True)
class PanelSignal:
    """A signal set by the operator.

    Attributes:
        name: Its name.
        values: Its kind of values.
        initial: Initial value, as numbers.
        rest: Value it returns to when the operator is lost, as numbers; None if it stays.
        vector: Whether it is a vector, even of one entry.
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
        """The channel of the signal in a flat array."""
        shape = (len(self.initial),) if self.vector else ()
        return Channel(self.name, start, shape, self.unit, self.kind, self.labels, self.description)


def shown(name: str, element: Output) -> str:
    """Name of the signal that an element displays."""
    return element.signal or f"output.{name}"


def element_signals(name: str, element: Input, enable: bool = False) -> list[PanelSignal]:
    """The signals of an element.

    A stick returns to zero when the operator is lost even if it holds its position, because it commands motion; so does
    the enabling switch.

    Args:
        name: Name of the element.
        element: An element that has been checked.
        enable: Whether it is the enabling switch.
    """
    words = localized(element.label) or name
    match element:
        case Joints():
            options = tuple(element.options)
            joints = Subset(options, element.most or len(options))
            chosen = tuple(joints.encode(element.initial))
            return [PanelSignal(name, joints, chosen, vector=True, kind="boolean", labels=options, description=words)]
        case Effectors():
            return [_choice(name, element.options, element.initial, words, none=True)]
        case Cameras() | Selector():
            return [_choice(name, element.options, element.initial, words)]
        case Joystick():
            stick = Deflection(element.axes, element.dead_zone, element.response == "cubic")
            zero = (0.0,) * element.axes
            axes = PanelSignal(name, stick, zero, zero, vector=True, labels=AXES[: element.axes], description=words)
            frame = _choice(name + FRAME, element.frames, None, f"{words}: frame")
            return [axes, frame] if len(element.frames) > 1 else [axes]
        case Button():
            return [PanelSignal(name, Flag(), (0.0,), (0.0,), kind="boolean", description=words)]
        case Switch():
            rest = (0.0,) if enable else None
            return [PanelSignal(name, Flag(), (float(element.initial),), rest, kind="boolean", description=words)]
        case Slider() | Entry():
            return [_level(name, element, words)]
        case Point():
            return []


def _choice(name: str, options: Iterable[str], initial: str | None, words: str, none: bool = False) -> PanelSignal:
    choice = Choice(tuple(options), none)
    first = None if none else choice.options[0]
    return PanelSignal(name, choice, tuple(choice.encode(first if initial is None else initial)), description=words)


def _level(name: str, element: Slider | Entry, words: str) -> PanelSignal:
    low, high = element.range
    slider = element if isinstance(element, Slider) else None
    level = Level(low, high, element.unit, slider.step if slider else None)
    default = 0.0 if low <= 0.0 <= high else low
    initial = tuple(level.encode(default if element.initial is None else element.initial))
    rest = initial if slider and slider.release == "spring" else None
    return PanelSignal(name, level, initial, rest, unit=element.unit, description=words)
