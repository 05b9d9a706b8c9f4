"""Trajectories towards a target that may change at any time, with limited speed, acceleration and jerk."""

from typing import Annotated, NamedTuple

import numpy as np

from pult.blocks.control._profiles import PHASES, Limits, along_plan, landing_speed, plan_length, write_plan
from pult.core.block import block
from pult.core.kernels import clamp, ratio
from pult.core.signals import Array, Range, Step

_LIMIT = Range(1e-9, 1e9)
Target = Annotated[float, "?a", "target position"]
Actual = Annotated[float, "?a", "position to rest at after a reset"]
Reset = Annotated[bool, "1", "rest at the actual position in the next step"]
SpeedLimit = Annotated[float, "?a/s", _LIMIT, "largest speed"]
AccelerationLimit = Annotated[float, "?a/s^2", _LIMIT, "largest acceleration"]
JerkLimit = Annotated[float, "?a/s^3", _LIMIT, "largest jerk"]
First = Annotated[float, "?a", "first position"]


class Motion(NamedTuple):
    """A point of the trajectory."""

    position: Annotated[float, "?a"]
    speed: Annotated[float, "?a/s"]
    acceleration: Annotated[float, "?a/s^2"]
    arrived: Annotated[bool, "1", "whether it rests at the target of the step before"]


class TrapezoidState(NamedTuple):
    """The present point."""

    position: float
    speed: float
    acceleration: float
    arrived: bool


@block("control.trapezoid_trajectory")
class TrapezoidTrajectory:
    r"""Trajectory with limited speed and acceleration (trapezoid of speed) towards a target that may change.

    $$ p_{k+1} = p_k + \Delta t\, v_k + \tfrac12 \Delta t^2 a_k, \quad v_{k+1} = v_k + \Delta t\, a_k, \quad
       |v| \le v_{max},\ |a| \le a_{max} $$

    The acceleration is constant within a step and chosen so that the target is reached, at rest, in the
    fewest steps. A target that stays is reached exactly, and is never overshot unless it appeared closer than
    the braking distance; then the trajectory brakes fully and comes back. From rest to rest the motion takes
    at most two steps more than the continuous trapezoid profile. A speed above a limit that was lowered
    meanwhile is braked down to it.

    A target acts from the next step on: there is no direct feed-through, and the block breaks loops.
    `acceleration` is that of the coming interval, ready for feed-forward. If `reset` is true in a step, the
    trajectory rests at `actual` in the next one. `arrived` says that it rests at the target of the step
    before.
    """

    @staticmethod
    def initial(*, initial: First = 0.0) -> TrapezoidState:
        """At rest at the given position."""
        return TrapezoidState(initial, 0.0, 0.0, False)

    @staticmethod
    def output(state: TrapezoidState) -> Motion:
        """The present point."""
        return Motion(state.position, state.speed, state.acceleration, state.arrived)

    @staticmethod
    def update(
        state: TrapezoidState,
        target: Target,
        reset: Reset = False,
        actual: Actual = 0.0,
        *,
        v_max: SpeedLimit = 1.0,
        a_max: AccelerationLimit = 1.0,
        dt: Step,
    ) -> TrapezoidState:
        """The next point, and the acceleration after it."""
        if reset:
            return TrapezoidState(actual, 0.0, 0.0, False)
        change = a_max * dt  # most that the speed changes in a step
        position = state.position + dt * (state.speed + 0.5 * dt * state.acceleration)
        speed = state.speed + dt * state.acceleration
        tiny = 1e-9 * change * dt + 1e-15 * abs(target)
        if abs(position - target) <= tiny and abs(speed) * dt <= tiny:
            return TrapezoidState(target, 0.0, 0.0, True)
        now = ratio(speed, change)
        top = ratio(v_max, change)
        best = landing_speed(ratio(target - position, change * dt), now)
        turn = clamp(clamp(best, -top, top) - now, -1.0, 1.0)
        return TrapezoidState(position, speed, turn * a_max, False)


class JerkState(NamedTuple):
    """The present point, and the plan that it follows.

    Attributes:
        position: Present position.
        speed: Present speed.
        acceleration: Present acceleration.
        arrived: Whether the plan is done.
        planned: Whether there is a plan.
        age: Steps since the plan was made.
        target: Where the plan leads.
        v_max: Speed limit of the plan.
        a_max: Acceleration limit of the plan.
        j_max: Jerk limit of the plan.
        p0: Position at which the plan starts.
        v0: Speed at which the plan starts.
        a0: Acceleration at which the plan starts.
        times: Durations of the plan's phases. Shape (7,).
        jerks: Their jerks. Shape (7,).
    """

    position: float
    speed: float
    acceleration: float
    arrived: bool
    planned: bool
    age: int
    target: float
    v_max: float
    a_max: float
    j_max: float
    p0: float
    v0: float
    a0: float
    times: Array
    jerks: Array


@block("control.jerk_limited_trajectory")
class JerkLimitedTrajectory:
    r"""Trajectory with limited speed, acceleration and jerk (S-curve) towards a target that may change.

    $$ |\dot p| \le v_{max}, \quad |\ddot p| \le a_{max}, \quad |\dddot p| \le j_{max} $$

    Whenever the target or a limit changes, a time-optimal plan is made from the present position, speed and
    acceleration: at most seven phases of constant jerk. The outputs are samples of that curve, so the limits
    hold between the steps as well, and the target is reached exactly, in ceil(T/dt) steps, T being the length
    of the plan: from rest to rest that of the S-curve. The trajectory never leaves the span of the target and
    the path of the fastest stop: it overshoots a target only where it could not stop before it. A speed or
    acceleration above a limit that was lowered meanwhile is brought back to it.

    A target acts from the next step on: there is no direct feed-through, and the block breaks loops. If
    `reset` is true in a step, the trajectory rests at `actual` in the next one. `arrived` says that it rests
    at the target of the step before.
    """

    @staticmethod
    def initial(*, initial: First = 0.0) -> JerkState:
        """At rest at the given position, without a plan."""
        times, jerks = np.zeros(PHASES), np.zeros(PHASES)
        return JerkState(initial, 0.0, 0.0, False, False, 0, 0.0, 0.0, 0.0, 0.0, initial, 0.0, 0.0, times, jerks)

    @staticmethod
    def output(state: JerkState) -> Motion:
        """The present point."""
        return Motion(state.position, state.speed, state.acceleration, state.arrived)

    @staticmethod
    def update(
        state: JerkState,
        target: Target,
        reset: Reset = False,
        actual: Actual = 0.0,
        *,
        v_max: SpeedLimit = 1.0,
        a_max: AccelerationLimit = 1.0,
        j_max: JerkLimit = 10.0,
        dt: Step,
    ) -> JerkState:
        """The next point of the plan, or of a new one."""
        times, jerks = state.times, state.jerks
        if reset:
            return JerkState(actual, 0.0, 0.0, False, False, 0, 0.0, 0.0, 0.0, 0.0, actual, 0.0, 0.0, times, jerks)
        age, p0, v0, a0 = state.age, state.p0, state.v0, state.a0
        same = v_max == state.v_max and a_max == state.a_max and j_max == state.j_max
        if not (state.planned and same and target == state.target):
            age, p0, v0, a0 = 0, state.position, state.speed, state.acceleration
            write_plan(times, jerks, target - p0, v0, a0, Limits(v_max, a_max, j_max), dt)
        elapsed = dt * (age + 1)
        if elapsed >= (1.0 - 1e-12) * plan_length(times):  # rounding must not cost a step
            return JerkState(target, 0.0, 0.0, True, True, age, target, v_max, a_max, j_max, p0, v0, a0, times, jerks)
        p, v, a = along_plan(times, jerks, elapsed, p0, v0, a0)
        return JerkState(p, v, a, False, True, age + 1, target, v_max, a_max, j_max, p0, v0, a0, times, jerks)
