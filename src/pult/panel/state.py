"""State of a panel: the values set by the operator, as plain numbers for the loop."""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from pult.core.errors import choose
from pult.core.signals import Array
from pult.panel.panel import Panel
from pult.panel.signals import PanelSignal
from pult.panel.values import PanelError, Refused, Value, quoted


class PanelState:
    """The values of a panel.

    Attributes:
        panel: The panel.
        values: The signals, in the order of `panel.channels`. The array is contiguous and never replaced, so that a
            native loop may read it in place. Shape (n,).
    """

    def __init__(self, panel: Panel) -> None:
        """Set everything as it is at the start."""
        self.panel = panel
        self.values: Array = np.zeros(panel.channels.size, dtype=np.float64)
        self._places = {channel.name: channel.place for channel in panel.channels}
        self._given: dict[str, Sequence[float]] = {}  # deflections, before dead zone and response
        self.reset()

    def set(self, name: str, value: object) -> None:
        """Set one element.

        Args:
            name: Its name; the frame of a joystick is set as NAME_frame.
            value: On or off for buttons and switches; a number for sliders and entries; a list of numbers for
                joysticks; a name for cameras, selectors and frames; a name or None for effectors; a list of names for
                joints.

        Raises:
            PanelError: The panel does not take it; nothing has changed.
        """
        self._write([self._checked(name, value)])

    def set_many(self, values: Mapping[str, object]) -> None:
        """Set several elements: all, or none if one is refused.

        Raises:
            PanelError: The panel does not take one of them; nothing has changed.
        """
        self._write(self._all_checked(values))

    def check(self, values: Mapping[str, object]) -> None:
        """Check what `set_many` would do, and change nothing: for values that arrive now and are set later.

        Raises:
            PanelError: The panel does not take one of them.
        """
        self._all_checked(values)

    def get(self, name: str) -> Value:
        """Value of an element, in the form in which it is set; the deflection of a joystick.

        Raises:
            PanelError: There is no such element.
        """
        signal = self._signal(name)
        return signal.values.decode(self._given[signal.name])

    def as_dict(self) -> dict[str, Value]:
        """All values by name; `set_many` of them restores the same state."""
        return {name: self.get(name) for name in self.panel.inputs}

    @property
    def enabled(self) -> bool:
        """Whether the robot may move: the enabling button is held, or the panel has none."""
        return self.panel.enable < 0 or bool(self.values[self.panel.enable])

    def neutral(self) -> None:
        """Release all controls, as when the operator is lost.

        Joysticks return to zero, even those that hold their position, because they command motion; buttons and the
        enabling switch turn off; spring-loaded sliders return. Selections, other switches, selectors, entries and
        sliders stay.
        """
        self._write([(signal, signal.rest) for signal in self.panel.inputs.values() if signal.rest is not None])

    def let_go(self) -> None:
        """Release sticks, buttons and spring-loaded sliders; the enabling switch stays as it is."""
        enable = self.panel.document.enable
        inputs = self.panel.inputs.items()
        self._write([(signal, signal.rest) for name, signal in inputs if signal.rest is not None and name != enable])

    def reset(self) -> None:
        """Set everything as it is at the start."""
        self._write([(signal, signal.initial) for signal in self.panel.inputs.values()])

    def _signal(self, name: object) -> PanelSignal:
        inputs, shows = self.panel.inputs, self.panel.shows
        if not isinstance(name, str):
            raise PanelError("", f"names of elements are texts, not {quoted(name)}.")
        if name in shows:
            raise PanelError(name, f"{name}: only shows the signal {shows[name]!r}; it cannot be set.")
        if name not in inputs:
            raise PanelError(name, f"the panel has no element {quoted(name)}. {choose(name[:100], inputs)}")
        return inputs[name]

    def _checked(self, name: object, value: object) -> tuple[PanelSignal, Sequence[float]]:
        signal = self._signal(name)
        try:
            return signal, signal.values.encode(value)
        except Refused as refusal:
            raise PanelError(signal.name, f"{signal.name}: {refusal}") from None

    def _all_checked(self, values: Mapping[str, object]) -> list[tuple[PanelSignal, Sequence[float]]]:
        if type(values) is not dict and not isinstance(values, Mapping):
            raise PanelError("", f"a panel takes names and values, not {quoted(values)}.")
        return [self._checked(name, value) for name, value in values.items()]

    def _write(self, changes: Iterable[tuple[PanelSignal, Sequence[float]]]) -> None:
        """Write values that have been checked."""
        for signal, numbers in changes:
            self._given[signal.name] = numbers
            self.values[self._places[signal.name]] = signal.values.signal(numbers)
