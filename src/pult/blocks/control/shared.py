"""A set-point that several sources move in turn, for bumpless switching of control modes."""

import math
from typing import Annotated, NamedTuple

import numpy as np

from pult.blocks.control._limits import check_limits
from pult.core.block import block
from pult.core.kernels import clamp, kernel, ratio, round_down, square_root
from pult.core.signals import Array, Fixed, Positive, Provided, Range, Shape, Step

_BRAKING = 0.7
"""Fraction of the acceleration that catching up plans to brake with: the rest is reserved for a moving target."""

Size = Annotated[int, "1", Fixed, Range(1, 4096), "number of entries"]
Actual = Annotated[Array, "?a", Shape("n"), "actual position"]
Loose = Annotated[Array, "1", Shape("n"), "entries that follow the actual position: not 0"]
Event = Annotated[bool, "1", "the active source changes"]
Acceleration = Annotated[float, "?a/s^2", "largest acceleration; below 1e-6 counts as that"]


class SharedState(NamedTuple):
    """State of the set-point, entry by entry.

    Attributes:
        position: The set-point.
        speed: Its speed in the coming interval.
        wanted: Target of the previous step.
        anchor: Position where sources begin.
        thing: Actual speed in the previous step.
        loose: 1 where the set-point followed the actual position.
        started: Whether there was a previous step.
    """

    position: Array
    speed: Array
    wanted: Array
    anchor: Array
    thing: Array
    loose: Array
    started: bool = False


class SharedSetpointOutput(NamedTuple):
    """The set-point, its speed, and where a source that takes over begins."""

    position: Annotated[Array, "?a", Shape("n")]
    speed: Annotated[Array, "?a/s", Shape("n")]
    anchor: Annotated[Array, "?a", Shape("n")]


@kernel
def coming_to_rest(position: float, speed: float, acceleration: float, dt: float) -> float:
    """Position at which a set-point comes to rest if it brakes after the coming interval."""
    less = acceleration * dt
    steps = round_down(abs(speed) / less) + 1.0
    return position + math.copysign(dt * steps * (abs(speed) - 0.5 * less * (steps - 1.0)), speed)


@kernel
def stoppable(way: float, braking: float, dt: float) -> float:
    """Largest speed from which a stop is possible within a distance."""
    half = 0.5 * braking * dt
    return square_root(half * half + 2.0 * braking * way) - half if way > 0.0 else 0.0


@kernel
def pursuing_speed(
    position: float, speed: float, wanted: float, rate: float, low: float, high: float, acceleration: float,
    most: float, catching: float, dt: float,
) -> float:  # fmt: skip
    """Speed of the interval that begins at the position: the target's own speed plus what catches up with it."""
    error = wanted - position
    braking = _BRAKING * acceleration
    catch = min(abs(error) / dt, catching, stoppable(abs(error), braking, dt))
    goal = clamp(rate + math.copysign(catch, error), -most, most)
    goal = clamp(goal, -stoppable(position - low, braking, dt), stoppable(high - position, braking, dt))
    goal = clamp(goal, speed - acceleration * dt, speed + acceleration * dt)
    # never beyond a limit, even if the acceleration was lowered on the way to it
    if low <= position <= high:
        return clamp(goal, (low - position) / dt, (high - position) / dt)
    return goal


@kernel
def present(state: SharedState, i: int, at: float, loose: bool) -> tuple[float, float, float]:
    """Set-point, speed and anchor of an entry in this step, before an event moves the anchor."""
    if not state.started:
        return at, 0.0, at
    if loose:
        return at, float(state.speed[i]), at
    if state.loose[i] != 0.0:  # it continues from the actual position
        return at, float(state.thing[i]), at
    return float(state.position[i]), float(state.speed[i]), float(state.anchor[i])


@block("control.shared_setpoint")
class SharedSetpoint:
    r"""Set-point that several sources move in turn, with bumpless transfer between them.

    $$ y_{k+1} = y_k + \Delta t\, v_k, \quad
       v_{k+1} = \operatorname{clip}\bigl(\dot w_k + u(w_k + \Delta t\, \dot w_k - y_{k+1}),\
       v_k \pm a\, \Delta t\bigr), \quad |v| \le v_{max} $$

    w is the target of the active source and $\dot w$ its rate of change, unless `feed` is false; v is the speed of the
    coming interval, ready to be fed forward to a drive. Once caught up, the set-point equals the target without a lag,
    as long as that moves steadily within the limits. The distance to it is caught up with
    $|u| \le \min(|e|/\Delta t,\ catching,\ \sqrt{1.4\, a\, |e|})$, which brakes in time. When another source takes
    over (`event`), the speed continues from its present value.

    `anchor` is where a source begins: the point at which the set-point came or comes to rest by braking after the last
    event. The target of an inactive source is its anchor. Entries that are `loose` follow the plant: their set-point
    is the actual position, with a speed that decays, and later they continue with the actual speed. The set-point
    brakes before the limits `low` and `high`. The target acts from the next step on: it breaks loops.
    """

    @staticmethod
    def prepare(
        *,
        n: Size = 3,
        low: Annotated[Array, "?a", Shape("n"), Provided("limits", "lower"), "lower limits of the set-point"],
        high: Annotated[Array, "?a", Shape("n"), Provided("limits", "upper"), "upper limits of the set-point"],
        most: Annotated[float, "?a/s", Positive, "largest speed"] = 3.0,
        catching: Annotated[float, "?a/s", Positive, "largest speed of catching up"] = 1.0,
    ) -> dict[str, float]:
        """Check the limits."""
        for a, b in zip(low, high, strict=True):
            check_limits(float(a), float(b))
        return {}

    @staticmethod
    def initial(*, n: int) -> SharedState:
        """No set-point yet."""
        return SharedState(np.zeros(n), np.zeros(n), np.zeros(n), np.zeros(n), np.zeros(n), np.zeros(n))

    @staticmethod
    def output(
        state: SharedState,
        at: Actual,
        loose: Loose,
        event: Event = False,
        acceleration: Acceleration = 4.0,
        *,
        dt: Step,
    ) -> SharedSetpointOutput:
        """The set-point of this step."""
        n = at.shape[0]
        position, speed, anchor = np.empty(n), np.empty(n), np.empty(n)
        for i in range(n):
            free = loose[i] != 0.0
            position[i], speed[i], anchor[i] = present(state, i, float(at[i]), free)
            if event and not free:
                anchor[i] = coming_to_rest(float(position[i]), float(speed[i]), max(acceleration, 1e-6), dt)
        return SharedSetpointOutput(position, speed, anchor)

    @staticmethod
    def update(
        state: SharedState,
        wanted: Annotated[Array, "?a", Shape("n"), "target of the active source"],
        at: Actual,
        at_speed: Annotated[Array, "?a/s", Shape("n"), "actual speed"],
        loose: Loose,
        event: Event = False,
        feed: Annotated[bool, "1", "whether the wanted value's own motion is fed forward"] = True,
        acceleration: Acceleration = 4.0,
        *,
        low: Array,
        high: Array,
        most: float,
        catching: float,
        dt: Step,
    ) -> SharedState:
        """Move the set-point towards the target."""
        limit = max(acceleration, 1e-6)
        for i in range(at.shape[0]):
            free, least, greatest = loose[i] != 0.0, float(low[i]), float(high[i])
            goal = clamp(float(wanted[i]), least, greatest)
            position, speed, anchor = present(state, i, float(at[i]), free)
            if event and not free:
                anchor = coming_to_rest(position, speed, limit, dt)
            if free or not state.started:
                speed = clamp(0.0, speed - limit * dt, speed + limit * dt)
            else:
                rate = ratio(goal - float(state.wanted[i]), dt) if feed and not event else 0.0
                rate, position = clamp(rate, -most, most), position + dt * speed
                speed = pursuing_speed(
                    position, speed, goal + dt * rate, rate, least, greatest, limit, most, catching, dt
                )
            state.position[i], state.speed[i], state.anchor[i], state.wanted[i] = position, speed, anchor, goal
            state.thing[i] = clamp(float(at_speed[i]), -most, most)
            state.loose[i] = 1.0 if free else 0.0
        return SharedState(state.position, state.speed, state.wanted, state.anchor, state.thing, state.loose, True)
