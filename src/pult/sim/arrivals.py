"""What comes from the operator's side: inputs of the panel and data of streams, at once or late."""

from collections.abc import Callable, Mapping
from typing import Any

from pult.panel.state import PanelState
from pult.sim.commands import CommandRefused, Feed, Input
from pult.sim.faults import Faults
from pult.sim.safety import Safety
from pult.sim.streams import Streams


class Arrivals:
    """Takes what operators and devices give to a session. If inputs are delayed, it waits here.

    Attributes:
        streams: Data of devices.
        delayed: Inputs of the panel on their way: the tick they arrive before, and their values.
    """

    def __init__(
        self, panel: PanelState | None, streams: Streams, faults: Faults, safety: Safety, tick: Callable[[], int]
    ) -> None:
        """Take the parts of a session; `tick` tells how many control steps are done."""
        self._panel, self._faults, self._safety, self._tick = panel, faults, safety, tick
        self.streams = streams
        self.delayed: list[tuple[int, dict[str, Any]]] = []

    def take(self, command: Input | Feed) -> None:
        """Take something, now or with the delay that is injected.

        Raises:
            CommandRefused: It is not right; nothing has changed.
            PanelError: The panel does not take it; nothing has changed.
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
        self._panel.check(command.values)  # a late input is refused now, not when it arrives
        self.delayed.append((self._tick() + delay, dict(command.values)))

    def arrive(self) -> None:
        """What is due before the next step takes effect."""
        tick = self._tick()
        while self.delayed and self.delayed[0][0] <= tick:
            self._set(self.delayed.pop(0)[1])
        self.streams.arrive(tick)

    def until(self, most: int) -> int:
        """Steps until something arrives, or the greatest number of them."""
        tick = self._tick()
        return self.streams.until(tick, min([due - tick for due, _ in self.delayed] + [most]))

    def hurry(self) -> None:
        """The delay is another: no input overtakes one that was given before."""
        latest = self._tick() + self._faults.input_delay
        self.delayed = [(min(due, latest), values) for due, values in self.delayed]
        self.streams.hurry(latest)
        self.arrive()

    def lose(self) -> None:
        """What is on its way is lost, and does not arrive after the robot is armed."""
        self.delayed.clear()
        self.streams.lose()

    def _set(self, values: Mapping[str, Any]) -> None:
        if self._panel is not None:
            self._panel.set_many(values)
            self._safety.enabled(self._panel.enabled)
