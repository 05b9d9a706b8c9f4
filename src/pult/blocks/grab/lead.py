"""Semi-automatic motion of the grab: in straight lines, to a target or by a joystick."""

from typing import Annotated, NamedTuple

import numpy as np

from pult.core.block import block
from pult.core.signals import Array, Positive, Range, Shape, Step
from pult.motion.grab.lead import led_by_rates, led_to_target
from pult.motion.grab.manipulator import PRM1
from pult.motion.grab.reasons import NONE

BARE = np.array(PRM1.bare)
ORIGIN = np.zeros(3)
for _fixed in (BARE, ORIGIN):
    _fixed.flags.writeable = False

Anchor = Annotated[Array, "rad", Shape(5), "joint angles where it begins"]
On = Annotated[bool, "1", "whether it leads"]


class LeadState(NamedTuple):
    """Joint angles [rad], speed along the line [m/s], way to the target [m], and why the last step was refused."""

    angles: Array
    pace: float = 0.0
    left: float = 0.0
    reason: float = 0.0
    on: bool = False


class Led(NamedTuple):
    """Where the joints should be."""

    wanted: Annotated[Array, "rad", Shape(5), "column, shoulder, elbow, wrist, roll"]
    left: Annotated[float, "m", "way to the target; 0 without one"]
    reason: Annotated[float, "1", "why it does not go on; 0 if it does"]


class Table(NamedTuple):
    """Numbers of the manipulator."""

    table: Array


@block("grab.lead")
class Lead:
    r"""Straight motions of the grab: with `go` to a target by steps of f3, else with the wanted rates.

    $$ q_{k+1} = f_3\bigl(q_k,\ f_2(q_k, X^*, \psi^*, \gamma^*)\bigr) \ \text{with the step}\ v\,\Delta t,
       \qquad v \le \sqrt{2 a\, |X^* - X|}, \quad \dot v \le a $$

    It begins at `at`, and stays there while it is not `on`. Pitch and roll go with the way and turn by `turning` at
    most; no joint turns faster than `most`. What f1, f2 or f3 refuse is not done: the grab stays, and `reason` is the
    number of the reason. The target is in the interface frame: origin where the column axis meets the platform, x
    forward, y left, z up; pitch is positive down.
    """

    @staticmethod
    def prepare(
        *,
        held: Annotated[Array, "m", Shape(4), "held object: angle, height, distance, length"] = BARE,
        load: Annotated[float, "kg", Range(0), "its mass"] = 0.0,
        acceleration: Annotated[float, "m/s^2", Positive, "acceleration along the line"] = 0.3,
        turning: Annotated[float, "rad/s", Positive, "largest rate of pitch and roll"] = 0.6,
        most: Annotated[float, "rad/s", Positive, "largest speed of a joint"] = 0.8,
    ) -> Table:
        """The manipulator's numbers."""
        return Table(PRM1.table)

    @staticmethod
    def initial() -> LeadState:
        """Not begun."""
        return LeadState(np.zeros(5))

    @staticmethod
    def output(state: LeadState, at: Anchor, on: On) -> Led:
        """The joint angles of this step."""
        if on and state.on:
            return Led(state.angles.copy(), state.left, state.reason)
        return Led(at.copy(), 0.0, 0.0)

    @staticmethod
    def update(
        state: LeadState,
        at: Anchor,
        on: On,
        velocity: Annotated[Array, "m/s", Shape(3), "wanted velocity of the working point"],
        pitch_rate: Annotated[float, "rad/s", "wanted rate of the pitch, positive down"] = 0.0,
        roll_rate: Annotated[float, "rad/s", "wanted rate of the roll"] = 0.0,
        go: Annotated[bool, "1", "go to the target"] = False,
        target: Annotated[Array, "m", Shape(3), "where the working point should go"] = ORIGIN,
        pitch: Annotated[float, "rad", "pitch there"] = 0.0,
        roll: Annotated[float, "rad", "roll there"] = 0.0,
        speed: Annotated[float, "m/s", "speed on the way to it"] = 0.1,
        *,
        table: Array,
        held: Array,
        load: float,
        acceleration: float,
        turning: float,
        most: float,
        dt: Step,
    ) -> LeadState:
        """One step on."""
        angles = np.empty(5)
        begun = on and state.on
        for i in range(5):
            angles[i] = state.angles[i] if begun else at[i]
        pace, left, reason = 0.0, 0.0, NONE
        answer = angles.copy()
        if begun and go:
            reason, left, pace = led_to_target(
                table,
                angles,
                held,
                load,
                target,
                pitch,
                roll,
                state.pace,
                speed,
                acceleration,
                turning,
                most,
                dt,
                answer,
            )
        elif begun:
            still = pitch_rate == 0.0 and roll_rate == 0.0
            for i in range(3):
                still = still and velocity[i] == 0.0
            if not still:
                reason = led_by_rates(table, angles, held, load, velocity, pitch_rate, roll_rate, most, dt, answer)
        for i in range(5):
            state.angles[i] = answer[i]
        return LeadState(state.angles, pace, left, float(reason), on)
