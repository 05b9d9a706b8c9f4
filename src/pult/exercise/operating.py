"""Measures of operator activity: how often and how long sticks were moved, and in which direction.

A stick is a signal of the panel that is 0 at rest: a vector with an entry for each axis. Shape (n, axes).
"""

import numpy as np
from numpy.typing import NDArray

from pult.core.signals import Array
from pult.exercise.motion import STILL

Flags = NDArray[np.bool_]
REST = 1e-6
"""Deflection up to which a stick counts as at rest."""
TURN_ROUND = 1.0
"""Maximum pause for a change of direction to count as a reversal [s]."""
PAUSE = 0.25
"""Changes of a slider with shorter pauses count as one action [s]."""


def deflected(stick: Array) -> Flags:
    """Whether a stick is deflected from its rest position. Shape (n,)."""
    found: Flags = np.any(np.abs(stick) > REST, axis=1)
    return found


def rising_edges(flags: Flags) -> int:
    """Number of rising edges; true in the first row counts as one."""
    return int(flags[:1].sum()) + int(np.count_nonzero(flags[1:] & ~flags[:-1]))


def reversals(stick: Array, dt: float) -> int:
    """Number of times an axis goes from one side to the other with at most `TURN_ROUND` seconds of rest between."""
    count = 0
    for axis in stick.T:
        index = np.flatnonzero(np.abs(axis) > REST)
        turned = np.diff(np.sign(axis[index])) != 0.0
        soon = np.diff(index) * dt <= TURN_ROUND + 1e-9
        count += int(np.count_nonzero(turned & soon))
    return count


def changes(signal: Array, dt: float) -> int:
    """Number of changes of a signal; those with pauses below `PAUSE` seconds count as one. Shape (n, k)."""
    index = np.flatnonzero(np.any(np.diff(signal, axis=0) != 0.0, axis=1))
    return int(len(index) > 0) + int(np.count_nonzero(np.diff(index) * dt >= PAUSE - 1e-9))


def moves_away(velocities: Array, to_target: Array) -> Flags:
    """Whether a point moves away from its target: more than 90 degrees between velocity and direction. Shape (n,).

    Args:
        velocities: Velocities of the point [m/s]. Shape (n, 3).
        to_target: Vectors from the point to the target [m]. Shape (n, 3).
    """
    moving = np.linalg.norm(velocities, axis=1) > STILL
    found: Flags = moving & (np.sum(velocities * to_target, axis=1) < 0.0)
    return found
