"""Human limits: delayed perception, slow hands that hold one control at a time, and tremor.

Figures are those of an untrained person with a joystick: visual reaction time about 0.2 s, a reach from one control to
the next and a press about half a second (Card, Moran and Newell, *The Psychology of Human-Computer Interaction*, 1983,
keystroke-level model: homing 0.4 s, press 0.1-0.3 s), physiological tremor at 8-12 Hz (Elble and Koller, *Tremor*,
1990).
"""

import math
from collections import deque
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from pult.core.random import draw, gaussian, seeded
from pult.pilot.view import View


@dataclass(frozen=True)
class Limits:
    """Human limits of a pilot.

    Attributes:
        delay: Reaction time [s].
        interval: Time between two movements of a hand [s].
        slew: Maximum rate of a joystick's axis [1/s]; full deflection is 1.
        dead_zone: For smaller deflections the stick is released.
        reach: Time to move from one control to another [s].
        press: How long a button is held [s].
        tremor: Standard deviation of the deflection of a deflected stick.
        tremor_frequency: Its frequency [Hz].
    """

    delay: float = 0.2
    interval: float = 0.05
    slew: float = 6.0
    dead_zone: float = 0.05
    reach: float = 0.4
    press: float = 0.6
    tremor: float = 0.01
    tremor_frequency: float = 9.0


class Eyes:
    """Delayed views."""

    def __init__(self, limits: Limits) -> None:
        """Start without a view."""
        self._limits = limits
        self._seen: deque[View] = deque()

    def see(self, view: View) -> View | None:
        """Add a view; returns the one perceived by now, None at first."""
        self._seen.append(view)
        latest = None
        while self._seen and self._seen[0].time <= view.time - self._limits.delay + 1e-9:
            latest = self._seen.popleft()
        if latest is not None:
            self._seen.appendleft(latest)
        return latest


class Hands:
    """One hand that operates the controls, one after another.

    A joystick that the hand leaves springs back to zero. Selections, switches and buttons are set in the requested
    order; a button is released after a while.
    """

    def __init__(
        self,
        limits: Limits,
        seed: int,
        joystick: str = "joystick",
        axes: int = 3,
        *,
        buttons: Collection[str] = (),
        found: Mapping[str, Any] | None = None,
    ) -> None:
        """Hold the joystick, at rest.

        Args:
            limits: Limits of the hand.
            seed: Seed of the tremor.
            joystick: The joystick's name.
            axes: Its number of axes.
            buttons: Elements that are pressed and released; all others keep their value.
            found: Values of the panel at the start.
        """
        self._limits, self._joystick = limits, joystick
        self._random = np.array(seeded(seed), dtype=np.float64)
        self._phase = [2.0 * math.pi * draw(self._random) for _ in range(axes)]
        self._stick = [0.0] * axes
        self._buttons = frozenset(buttons)
        self._set: dict[str, Any] = {name: value for name, value in (found or {}).items() if name not in buttons}
        self._holds = joystick
        self._free_at = 0.0
        self._pressed = ""
        self.actions = 0

    def move(self, time: float, wanted: Mapping[str, Any]) -> dict[str, Any]:
        """Move towards the wanted values, within the limits.

        Args:
            time: Present time [s].
            wanted: Values by element. True for a button means a press.

        Returns:
            Panel inputs to make now.
        """
        if time < self._free_at - 1e-9:
            return {}
        if self._pressed:
            released, self._pressed = self._pressed, ""
            return {released: False}
        for name, value in wanted.items():
            if name == self._joystick or (name in self._set and self._set[name] == value):
                continue
            if name in self._buttons and not value:
                continue
            if self._holds != name:  # release the stick and reach for the other control
                self._holds, self._free_at = name, time + self._limits.reach
                return self._centre()
            self.actions += 1
            if name in self._buttons:
                self._pressed, self._free_at = name, time + self._limits.press
            else:
                self._set[name] = value
            return {name: value}
        stick = [float(x) for x in wanted.get(self._joystick, ())] or [0.0] * len(self._stick)
        if self._holds != self._joystick:
            if max(abs(x) for x in stick) <= self._limits.dead_zone:
                return {}
            self._holds, self._free_at = self._joystick, time + self._limits.reach
            return {}
        return self._deflect(time, stick)

    def let_go(self) -> dict[str, Any]:
        """Leave the controls; returns the panel inputs that put the stick at zero and release a pressed button."""
        released, self._pressed = self._pressed, ""
        return self._centre() | ({released: False} if released else {})

    def _centre(self) -> dict[str, Any]:
        if not any(self._stick):
            return {}
        self._stick = [0.0] * len(self._stick)
        return {self._joystick: list(self._stick)}

    def _deflect(self, time: float, wanted: list[float]) -> dict[str, Any]:
        limits = self._limits
        if math.sqrt(sum(x * x for x in wanted)) <= limits.dead_zone:
            return self._centre()
        most = limits.slew * limits.interval
        before = list(self._stick)
        for axis, aim in enumerate(wanted):
            step = min(max(aim - before[axis], -most), most)
            shake = 0.0
            if aim:
                size = limits.tremor * gaussian(draw(self._random), draw(self._random))
                shake = size * math.sin(2.0 * math.pi * limits.tremor_frequency * time + self._phase[axis])
            self._stick[axis] = min(max(before[axis] + step + shake, -1.0), 1.0)
        return {self._joystick: list(self._stick)} if self._stick != before else {}
