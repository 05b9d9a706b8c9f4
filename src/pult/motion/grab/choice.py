"""f2 as a kernel: the target configuration, chosen among up to four. Table 2 of paper 002.

During a motion the type of the configuration is kept: forward or fling-over, elbow up or down. The elbow changes over
only where it passes through zero; a change elsewhere interrupts the motion. Between motions any type will do, and the
type of the start is preferred: first its column and elbow, then its column, then its elbow.
"""

from pult.core.kernels import kernel, wrap_angle
from pult.core.signals import Array
from pult.motion.grab.chain import working_point
from pult.motion.grab.inverse import AMOUNT, CASE, DOWN, FLING_OVER, FORWARD, ROWS, TWIN, UP, all_configurations
from pult.motion.grab.protection import LENGTH_TOLERANCE, refusal
from pult.motion.grab.reasons import ELBOW_CHANGE, NO_CONFIGURATION, NONE

STRAIGHT = 1e-3
"""An elbow bent by less is straight, and compatible with either side [rad]: the arm is 0.1 um shorter."""
SAME_DIRECTION = 1e-9
"""Pitch and roll that differ by less are equal [rad]."""
NEITHER = -1
START_REFUSED, START_IS_TARGET = -2, -3
"""In place of a row: the protections refuse the start itself; the start is at the target already."""


@kernel
def elbow_type(elbow: float) -> int:
    """`UP` or `DOWN`, by the elbow angle of CONFIG; `NEITHER` if the arm is straight."""
    if elbow > STRAIGHT:
        return UP
    return DOWN if elbow < -STRAIGHT else NEITHER


@kernel
def elbow_choice(previous: int, current: int, target: int) -> tuple[int, int]:
    """Table 2: the elbow's type from those of the previous, the present and the target configuration.

    Returns:
        The type to go on with, and a reason: `ELBOW_CHANGE` where the motion must be interrupted.
    """
    if current == NEITHER:  # passes through zero: on to the side of the target
        if target != NEITHER:
            return target, NONE
        return previous, NONE
    if previous not in (NEITHER, current) or target not in (NEITHER, current):
        return current, ELBOW_CHANGE
    return current, NONE


@kernel
def row_of(column: int, elbow: int) -> int:
    """Row of a table of configurations."""
    return 2 * column + elbow


@kernel
def ordered_row(column: int, elbow: int, i: int) -> int:
    """The i-th row in order of preference, for a start of the given type."""
    if i >= 2:
        column = 1 - column
    if i % 2 == 1:
        elbow = 1 - elbow
    return row_of(column, elbow)


@kernel
def choose(t: Array, held: Array, load: float, column: int, elbow: int, found: Array) -> tuple[int, float, int]:
    """The first configuration of a table, in order of preference, that no protection refuses.

    Args:
        t: The manipulator's table.
        held: The held object. Shape (4,).
        load: Mass of what is held [kg].
        column: Preferred type of the column.
        elbow: Preferred type of the elbow.
        found: All configurations; `CASE` and `AMOUNT` are filled with why each is refused. Shape (4, 7).

    Returns:
        A reason, by how much, and the row. If all are refused for one reason, it is this one with the least amount;
        out of reach counts only if nothing else is the matter; else it is `NO_CONFIGURATION`.
    """
    best, amount, common, least, reachable = -1, 0.0, NONE, 1e300, False
    for i in range(ROWS):
        row = ordered_row(column, elbow, i)
        if int(found[row, CASE]) == NONE and best < 0:
            reason, amount = refusal(t, found[row], held, load)
            if reason == NONE:
                best = row
            else:
                found[row, CASE], found[row, AMOUNT] = float(reason), amount
                common = reason if not reachable or common == reason else NO_CONFIGURATION
                reachable = True
                least = min(least, abs(amount))
    if best >= 0:
        return NONE, 0.0, best
    if reachable:
        return common, least if common != NO_CONFIGURATION else 0.0, -1
    for row in range(ROWS):
        reason = int(found[row, CASE])
        if reason not in (NONE, TWIN) and float(found[row, AMOUNT]) < least:
            common, least = reason, float(found[row, AMOUNT])
    return common, least, -1


@kernel
def inverse(
    t: Array, start: Array, held: Array, load: float, point: Array, pitch: float, roll: float,
    found: Array, answer: Array,
) -> tuple[int, float, int]:  # fmt: skip
    """f2: the configuration that brings the working point to a place with the given pitch and roll.

    Args:
        t: The manipulator's table.
        start: Joint angles at the start [rad]. Shape (5,).
        held: The held object: angle [rad], height, distance, length [m]. Shape (4,).
        load: Mass of what is held [kg].
        point: The target in the interface frame [m]. Shape (3,).
        pitch, roll: Wanted pitch and roll of the grab [rad].
        found: Filled with all configurations, see `inverse.all_configurations`. Shape (4, 7).
        answer: Filled: joint angles of the target [rad]. Shape (5,).

    Returns:
        A reason, by how much, and the row of `found`; `START_REFUSED` or `START_IS_TARGET` in place of the row if
        `found` was not filled, -1 if all of it is refused.
    """
    reason, amount = refusal(t, start, held, load)
    if reason != NONE:
        return reason, amount, START_REFUSED
    x = working_point(t, start, held, answer)
    apart = 0.0
    for i in range(3):
        apart = max(apart, abs(float(answer[i]) - float(point[i])))
    turn = abs(wrap_angle(float(start[1]) + float(start[2]) + float(start[3]) - pitch))
    if apart <= LENGTH_TOLERANCE and turn <= SAME_DIRECTION and abs(float(start[4]) - roll) <= SAME_DIRECTION:
        for i in range(5):
            answer[i] = start[i]
        return NONE, 0.0, START_IS_TARGET
    all_configurations(t, point, pitch, roll, held, float(start[0]), found)
    elbow = elbow_type(float(start[2]))
    column = FORWARD if x >= 0.0 else FLING_OVER
    reason, amount, row = choose(t, held, load, column, UP if elbow == NEITHER else elbow, found)
    if row >= 0:
        for i in range(5):
            answer[i] = found[row, i]
    return reason, amount, row
