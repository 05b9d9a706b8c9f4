"""What an operator has set on a panel, as plain numbers for the loop."""

from collections.abc import Iterable, Mapping

import numpy as np

from pult.core.errors import choose
from pult.core.signals import Array
from pult.panel.panel import Panel
from pult.panel.signals import Given
from pult.panel.values import PanelError, Refused, Value, quoted


class PanelState:
    """The values of a panel.

    Attributes:
        panel: The panel.
        values: The signals, in the order of `panel.channels`. The array stays the same one for life and is contiguous,
            so that a native loop may read it where it lies. Shape (n,).
    """

    def __init__(self, panel: Panel) -> None:
        """Set everything as it is at the start."""
        self.panel = panel
        self.values: Array = np.zeros(panel.channels.size, dtype=np.float64)
        self._given: Array = np.zeros_like(self.values)  # deflections, before dead zone and response
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
        self._write([(self._signal(name), value)])

    def set_many(self, values: Mapping[str, object]) -> None:
        """Set several elements: all, or none if one is refused.

        Raises:
            PanelError: The panel does not take one of them; nothing has changed.
        """
        if not isinstance(values, Mapping):
            raise PanelError("", f"a panel takes names and values, not {quoted(values)}.")
        self._write([(self._signal(name), value) for name, value in values.items()])

    def get(self, name: str) -> Value:
        """What an element is set to, in the form in which it is set; of a joystick the deflection.

        Raises:
            PanelError: There is no such element.
        """
        signal = self._signal(name)
        return signal.values.decode(self._given[self.panel.channels[signal.name].place].tolist())

    def as_dict(self) -> dict[str, Value]:
        """Everything that is set, by name; `set_many` of it brings back the same values."""
        return {name: self.get(name) for name in self.panel.inputs}

    @property
    def enabled(self) -> bool:
        """Whether the robot may move: the enabling button is held, or the panel has none."""
        return self.panel.enable < 0 or bool(self.values[self.panel.enable])

    def neutral(self) -> None:
        """Let go of everything, as when the operator is lost.

        Joysticks go to zero, even those that hold, because they command motion; buttons and the enabling switch go
        off; sliders with a spring go back. Selections, other switches, selectors, entries and sliders stay.
        """
        returns = self.panel.returns
        self._given[returns] = self.panel.rest[returns]
        self._show(self.panel.inputs.values())

    def reset(self) -> None:
        """Set everything as it is at the start."""
        self._given[:] = self.panel.initial
        self._show(self.panel.inputs.values())

    def _signal(self, name: object) -> Given:
        inputs, shows = self.panel.inputs, self.panel.shows
        if not isinstance(name, str):
            raise PanelError("", f"names of elements are texts, not {quoted(name)}.")
        if name in shows:
            raise PanelError(name, f"{name}: only shows the signal {shows[name]!r}; it cannot be set.")
        if name not in inputs:
            raise PanelError(name, f"the panel has no element {quoted(name)}. {choose(name[:100], inputs)}")
        return inputs[name]

    def _write(self, changes: list[tuple[Given, object]]) -> None:
        """Check all changes, then make them."""
        checked = []
        for signal, value in changes:
            try:
                checked.append((signal, signal.values.encode(value)))
            except Refused as refusal:
                raise PanelError(signal.name, f"{signal.name}: {refusal}") from None
        for signal, numbers in checked:
            self._given[self.panel.channels[signal.name].place] = numbers
        self._show(signal for signal, _ in checked)

    def _show(self, signals: Iterable[Given]) -> None:
        """Bring the signals up to date with what is set."""
        for signal in signals:
            place = self.panel.channels[signal.name].place
            self.values[place] = signal.values.signal(self._given[place].tolist())
