"""The grab led in a straight line: to a target by steps of f3, or by wanted rates, in control steps.

The type of the configuration is kept. What the protections refuse is not done: the grab stays where it is, and the
reason is told.
"""

import math

import numpy as np

from pult.core.kernels import kernel
from pult.core.signals import Array
from pult.motion.grab.chain import working_point
from pult.motion.grab.choice import NEITHER, elbow_choice, elbow_type, inverse
from pult.motion.grab.inverse import COLUMNS, FLING_OVER, FORWARD, ROWS, UP, configuration
from pult.motion.grab.line import step
from pult.motion.grab.protection import refusal
from pult.motion.grab.reasons import JOINT_STEP, NONE

POINT = 1e-9
"""Ways shorter than this are no way [m or rad]."""


@kernel
def pitch_of(q: Array) -> float:
    """Pitch of the grab, positive down [rad]."""
    return float(q[1]) + float(q[2]) + float(q[3])


@kernel
def turned_in_place(
    t: Array, q: Array, held: Array, load: float, point: Array, pitch: float, roll: float, most: float, answer: Array
) -> int:
    """The configuration for a near point, pitch and roll, of the type of the present one; a reason if there is none.

    Args:
        t: The manipulator's table.
        q: Present joint angles [rad]. Shape (5,).
        held: The held object. Shape (4,).
        load: Its mass [kg].
        point: Wanted place of the working point [m]. Shape (3,).
        pitch, roll: Wanted pitch and roll [rad].
        most: Largest turn of a joint [rad].
        answer: Filled: joint angles [rad]. Shape (5,).
    """
    flung = FORWARD if working_point(t, q, held, np.empty(3)) >= 0.0 else FLING_OVER
    elbow = elbow_type(float(q[2]))
    side = UP if elbow == NEITHER else elbow
    reason, _ = configuration(t, point, pitch, roll, held, flung, side, float(q[0]), answer)
    if reason != NONE:
        return reason
    _, reason = elbow_choice(elbow, elbow_type(float(answer[2])), NEITHER)
    if reason != NONE:
        return reason
    reason, _ = refusal(t, answer, held, load)
    if reason != NONE:
        return reason
    for i in range(5):
        if abs(float(answer[i]) - float(q[i])) > most:
            return JOINT_STEP
    return NONE


@kernel
def led_by_rates(
    t: Array, q: Array, held: Array, load: float, velocity: Array, pitch_rate: float, roll_rate: float, most: float,
    dt: float, answer: Array,
) -> int:  # fmt: skip
    """Joint angles after a control step with the wanted rates; a reason if they are refused, and the angles stay.

    Args:
        t: The manipulator's table.
        q: Present joint angles [rad]. Shape (5,).
        held: The held object. Shape (4,).
        load: Its mass [kg].
        velocity: Of the working point [m/s]. Shape (3,).
        pitch_rate, roll_rate: Of the grab [rad/s].
        most: Largest speed of a joint [rad/s]; beyond it the motion is as much slower.
        dt: Control step [s].
        answer: Filled: joint angles [rad]. Shape (5,).
    """
    point = np.empty(3)
    working_point(t, q, held, point)
    for i in range(3):
        point[i] = float(point[i]) + dt * float(velocity[i])
    pitch, roll = pitch_of(q) + dt * pitch_rate, float(q[4]) + dt * roll_rate
    reason = turned_in_place(t, q, held, load, point, pitch, roll, math.pi, answer)
    if reason == NONE:
        largest = 0.0
        for i in range(5):
            largest = max(largest, abs(float(answer[i]) - float(q[i])))
        share = most * dt / largest if largest > most * dt else 1.0
        if share < 1.0:
            working_point(t, q, held, point)
            for i in range(3):
                point[i] = float(point[i]) + share * dt * float(velocity[i])
            pitch, roll = pitch_of(q) + share * dt * pitch_rate, float(q[4]) + share * dt * roll_rate
            reason = turned_in_place(t, q, held, load, point, pitch, roll, 2.0 * most * dt, answer)
    if reason != NONE:
        for i in range(5):
            answer[i] = q[i]
    return reason


@kernel
def led_to_target(
    t: Array, q: Array, held: Array, load: float, target: Array, pitch: float, roll: float, pace: float, speed: float,
    acceleration: float, turning: float, most: float, dt: float, answer: Array,
) -> tuple[int, float, float]:  # fmt: skip
    """Joint angles after a control step towards a target by f3.

    Args:
        t: The manipulator's table.
        q: Present joint angles [rad]. Shape (5,).
        held: The held object. Shape (4,).
        load: Its mass [kg].
        target: Wanted place of the working point [m]. Shape (3,).
        pitch, roll: Wanted there [rad].
        pace: Speed along the line in the step before [m/s].
        speed: Wanted speed [m/s].
        acceleration: Largest acceleration along the line, also of braking before the target [m/s^2].
        turning: Largest rate of pitch and roll [rad/s]; beyond it the motion is as much slower.
        most: Largest speed of a joint [rad/s], likewise.
        dt: Control step [s].
        answer: Filled: joint angles [rad]. Shape (5,).

    Returns:
        A reason if it is refused; how far the target is [m]; the speed along the line [m/s].
    """
    goal, begin, end, point = np.empty(5), np.empty(3), np.empty(3), np.empty(3)
    reason, _, _ = inverse(t, q, held, load, target, pitch, roll, np.empty((ROWS, COLUMNS)), goal)
    for i in range(5):
        answer[i] = q[i]
    working_point(t, q, held, begin)
    way = 0.0
    for i in range(3):
        way += (float(target[i]) - float(begin[i])) * (float(target[i]) - float(begin[i]))
    way = math.sqrt(way)
    if reason != NONE:
        return reason, way, 0.0
    # the fastest from which a stop in steps of dt is possible within the way
    half = 0.5 * acceleration * dt
    pace = min(pace + acceleration * dt, max(speed, 0.0), math.sqrt(half * half + 2.0 * acceleration * way) - half)
    turn = max(abs(pitch_of(goal) - pitch_of(q)), abs(float(goal[4]) - float(q[4])))
    share = 1.0
    if way > pace * dt:
        share = pace * dt / way
    if turn > turning * dt:
        share = min(share, turning * dt / turn)
    if way > POINT:
        reason, _, _, _ = step(t, q, goal, held, load, share * way, most * dt, begin, end, point, answer)
    elif turn > POINT:
        between = pitch_of(q) + share * (pitch_of(goal) - pitch_of(q))
        rolled = float(q[4]) + share * (float(goal[4]) - float(q[4]))
        reason = turned_in_place(t, q, held, load, target, between, rolled, 4.0 * most * dt, answer)
    if reason != NONE:
        for i in range(5):
            answer[i] = q[i]
        pace = 0.0
    return reason, way, pace
