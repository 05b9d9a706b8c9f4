"""Whether a robot can walk a pattern: every reason why not, with how much and when."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pult.core.errors import DocumentError, Fault, FaultKind
from pult.core.signals import Array
from pult.motion.walk.gait import GaitDocument
from pult.motion.walk.legs import Legs
from pult.motion.walk.pattern import Pattern, make_pattern, make_table
from pult.motion.walk.plan import Command
from pult.motion.walk.polygon import sole_gaps, support_margins
from pult.motion.walk.rows import COM, HEADING, LEFT, RIGHT, ZMP
from pult.motion.walk.tracking import find_posture

ZMP_OUTSIDE = FaultKind(
    "no-walk",
    "the planned zero-moment point is {distance:.3g} m outside the support polygon, {time:.2f} s after the start of "
    "{segment!r}: the robot would tip over its edge.",
)
BODY_ZMP_OUTSIDE = FaultKind(
    "no-walk",
    "with the motion of the legs the zero-moment point is {distance:.3g} m outside the support polygon, {time:.2f} s "
    "after the start of {segment!r}.",
)
LEGS_TOO_SHORT = FaultKind(
    "no-walk",
    "the legs cannot reach: {distance:.3g} m and {angle:.3g} rad are left {time:.2f} s after the start of {segment!r}. "
    "Make the steps shorter, or the centre of mass lower.",
)
JOINT_AT_LIMIT = FaultKind(
    "no-walk",
    "the joint {joint!r} is at its limit of {limit:.3g} rad {time:.2f} s after the start of {segment!r}, and "
    "{distance:.3g} m and {angle:.3g} rad are left.",
)
FEET_OVERLAP = FaultKind(
    "no-walk", "the feet overlap by {distance:.3g} m {time:.2f} s after the start of {segment!r}."
)
VOLTAGE_TOO_LARGE = FaultKind(
    "no-walk",
    "the drive of {joint!r} needs {value:.2f} of its voltage {time:.2f} s after the start of {segment!r}: "
    "{torque:.4g} N*m at {speed:.3g} rad/s.",
)

_REACHED = 1e-6
"""Largest distance [m] or angle [rad] that counts as reached."""


@dataclass(frozen=True)
class WalkCheck:
    """What a pattern asks of a robot.

    Attributes:
        faults: Why it cannot be walked; empty if it can.
        planned_margin: Least distance of the planned zero-moment point from the edge of the support polygon [m].
        body_margin: The same for the zero-moment point of the whole body [m].
        gap: Least distance of the soles [m].
        joint_margin: Least distance of a joint from its limits [rad].
        voltage: Largest feed-forward voltage; 0 without electric drives.
        margins: Margins of the planned and of the body's zero-moment point at every row [m]. Shape (2, k).
    """

    faults: tuple[Fault, ...]
    planned_margin: float
    body_margin: float
    gap: float
    joint_margin: float
    voltage: float
    margins: Array


def check_pattern(pattern: Pattern, walker: Legs) -> WalkCheck:
    """Check a pattern before it is walked: support polygon, feet, reach, limits of joints and drives.

    Of each kind the worst instant is reported.
    """
    planned = support_margins(walker, pattern.rows, pattern.rows[:, ZMP : ZMP + 2])
    body = support_margins(walker, pattern.rows, pattern.zmps)
    gaps = sole_gaps(walker, pattern.rows)
    low, high = walker.arrays.limits
    room = np.minimum(pattern.angles - low, high - pattern.angles)
    faults: list[Fault] = []
    reached = pattern.errors.max(axis=1) <= _REACHED

    def at(row: int) -> dict[str, float | str]:
        segment, time = pattern.time_of(row)
        return {"segment": segment, "time": time}

    if not reached.all():
        faults.append(_reach_fault(pattern, walker, int(np.argmax(pattern.errors.max(axis=1)))))
    for kind, found in ((ZMP_OUTSIDE, planned), (BODY_ZMP_OUTSIDE, body)):
        row = int(np.argmin(found))
        # a whole body that does not reach its place has no zero-moment point to speak of
        if found[row] < 0.0 and not (kind is BODY_ZMP_OUTSIDE and (faults or not reached.all())):
            faults.append(kind.at("gait", distance=-float(found[row]), **at(row)))
    row = int(np.argmin(gaps))
    if gaps[row] <= 0.0:
        faults.append(FEET_OVERLAP.at("gait", distance=-float(gaps[row]), **at(row)))
    if reached.all():
        faults += _drive_faults(pattern, walker)
    return WalkCheck(
        tuple(faults), float(planned.min()), float(body.min()), float(gaps.min()), float(room.min()),
        float(np.abs(pattern.voltages).max()), np.array([planned, body]),
    )  # fmt: skip


def _reach_fault(pattern: Pattern, walker: Legs, row: int) -> Fault:
    segment, time = pattern.time_of(row)
    left = {"distance": float(pattern.errors[row, 0]), "angle": float(pattern.errors[row, 1])}
    low, high = walker.arrays.limits
    q = pattern.angles[row]
    at_limit = np.flatnonzero((q <= low) | (q >= high))
    planned = pattern.rows[row]
    feet = np.array([planned[LEFT : LEFT + 4], planned[RIGHT : RIGHT + 4]])
    free = np.full((2, len(q)), [[-np.pi], [np.pi]])
    loose = find_posture(walker, planned[COM : COM + 3], feet, float(planned[HEADING]), free)
    if at_limit.size and max(loose.distance, loose.angle) <= _REACHED:  # without limits it could be reached
        joint = int(at_limit[0])
        limit = float(low[joint] if q[joint] <= low[joint] else high[joint])
        name = walker.joints[joint]
        return JOINT_AT_LIMIT.at("gait", joint=name, limit=limit, segment=segment, time=time, **left)
    return LEGS_TOO_SHORT.at("gait", segment=segment, time=time, **left)


def _drive_faults(pattern: Pattern, walker: Legs) -> list[Fault]:
    size = np.abs(pattern.voltages)
    row, joint = (int(i) for i in np.unravel_index(int(np.argmax(size)), size.shape))
    if size[row, joint] <= 1.0:
        return []
    segment, time = pattern.time_of(row)
    asked = {"torque": float(pattern.torques[row, joint]), "speed": float(pattern.rates[row, joint])}
    value, name = float(size[row, joint]), walker.joints[joint]
    return [VOLTAGE_TOO_LARGE.at("gait", joint=name, value=value, segment=segment, time=time, **asked)]


def checked_pattern(gait: GaitDocument, walker: Legs, commands: Sequence[Command]) -> Pattern:
    """Plan a walk and check it.

    Raises:
        DocumentError: It cannot be walked; says why, by how much and when.
    """
    return _refuse(make_pattern(gait, walker, commands), walker)


def checked_table(gait: GaitDocument, walker: Legs) -> Pattern:
    """The segments of the four buttons, checked, see `make_table`.

    Raises:
        DocumentError: They cannot be walked; says why, by how much and when.
    """
    return _refuse(make_table(gait, walker), walker)


def _refuse(pattern: Pattern, walker: Legs) -> Pattern:
    faults = check_pattern(pattern, walker).faults
    if faults:
        raise DocumentError(pattern.gait.name or "gait", faults)
    return pattern

