"""Inputs of the panel and samples of streams, applied at once or after an injected delay."""

from collections.abc import Callable, Mapping
from typing import Any

from pult.panel.state import PanelState
from pult.sim.commands import CommandRefused, Feed, Input
from pult.sim.faults import Faults
from pult.sim.safety import Safety
from pult.sim.streams import Streams


class Arrivals:
    """Queue of panel inputs and stream samples; they wait here while inputs are delayed.

    Attributes:
        streams: The streams.
        delayed: Delayed inputs of the panel: the tick before which they arrive, and their values.
    """

    def __init__(
        self, panel: PanelState | None, streams: Streams, faults: Faults, safety: Safety, tick: Callable[[], int]
    ) -> None:
        """Connect to the parts of a session; `tick` returns the number of control steps done."""
        self._panel, self._faults, self._safety, self._tick = panel, faults, safety, tick
        self.streams = streams
        self.delayed: list[tuple[int, dict[str, Any]]] = []

    def take(self, command: Input | Feed) -> None:
        """Accept an input or a sample, with the injected delay if there is one.

        Raises:
            CommandRefused: It is invalid; nothing has changed.
            PanelError: The panel does not accept it; nothing has changed.
        """
        delay = self._faults.input_delay
        if isinstance(command, Feed):
            self.streams.feed(command, self._tick(), delay)
            return
        if self._panel is None:
            raise CommandRefused("this session has no panel.")
        if delay == 0:
            self._set(command.values)
            return
        self._panel.check(command.values)  # a delayed input is checked now, not when it arrives
        self.delayed.append((self._tick() + delay, dict(command.values)))

    def arrive(self) -> None:
        """Apply what is due before the next step."""
        tick = self._tick()
        while self.delayed and self.delayed[0][0] <= tick:
            self._set(self.delayed.pop(0)[1])
        self.streams.arrive(tick)

    def until(self, most: int) -> int:
        """Number of steps until something arrives, at most `most`."""
        tick = self._tick()
        return self.streams.until(tick, min([due - tick for due, _ in self.delayed] + [most]))

    def limit_delay(self) -> None:
        """Adapt to a changed delay: inputs stay in order."""
        latest = self._tick() + self._faults.input_delay
        self.delayed = [(min(due, latest), values) for due, values in self.delayed]
        self.streams.limit_delay(latest)
        self.arrive()

    def discard(self) -> None:
        """Discard delayed inputs, so that they do not arrive after the robot is armed."""
        self.delayed.clear()
        self.streams.discard()

    def _set(self, values: Mapping[str, Any]) -> None:
        if self._panel is not None:
            self._panel.set_many(values)
            self._safety.enabled(self._panel.enabled)
