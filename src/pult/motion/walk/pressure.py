"""Centre of pressure of a walking pattern: its points where the feet really stand, and the torques that move it.

A pattern is played without knowing where the robot is. What it wants is therefore taken to the feet that stand: with
s the share of the left foot, both the plan and the robot have an anchor s f_left + (1 - s) f_right and a heading of the
same mean; a point keeps its place to this frame.
"""

import numpy as np

from pult.core.kernels import cosine, kernel, sine
from pult.core.signals import Array
from pult.motion.balance.gait import share_pressure, wrapped
from pult.motion.walk.dynamics import moment_about, share_of_left
from pult.motion.walk.pattern import Pattern
from pult.motion.walk.rows import BOTH, COM, COM_RATE, GRAVITY, LEFT, LEFT_FOOT, RIGHT, SUPPORT


@kernel
def at_feet(planned: Array, feet: Array, share: float, point: Array, out: Array) -> None:
    """A point of the plan where the feet stand.

    Args:
        planned: Poses of the feet in the plan, x y [m] and heading [rad]. Shape (2, 3).
        feet: The same of the robot. Shape (2, 3).
        share: Share of the left foot.
        point: The point in the plan [m]. Shape (2,).
        out: Overwritten with the point [m]. Shape (2,).
    """
    rest = 1.0 - share
    # the mean of two angles that may lie on both sides of half a turn
    turn = float(feet[0, 2]) - float(planned[0, 2])
    turn += rest * wrapped(float(feet[1, 2]) - float(planned[1, 2]) - turn)
    dx = float(point[0]) - share * float(planned[0, 0]) - rest * float(planned[1, 0])
    dy = float(point[1]) - share * float(planned[0, 1]) - rest * float(planned[1, 1])
    c, s = cosine(turn), sine(turn)
    out[0] = share * float(feet[0, 0]) + rest * float(feet[1, 0]) + c * dx - s * dy
    out[1] = share * float(feet[0, 1]) + rest * float(feet[1, 1]) + s * dx + c * dy


@kernel
def bearing_torques(
    frames: Array, gait: Array, feet: Array, contacts: Array, point: Array, weight: float, torques: Array
) -> None:
    """Torques of the joints that bear a weight over a centre of pressure: tau = -sum_k J_k^T [0; 0; w_k].

    Args:
        frames: Poses of the joints in the world. Shape (2 m, 12).
        gait: Soles, see `pult.motion.balance.gait`. Shape (25,).
        feet: Poses of the feet. Shape (2, 3).
        contacts: 1 where a foot stands. Shape (2,).
        point: Centre of pressure [m]; the soles bear the nearest that they can. Shape (2,).
        weight: Vertical force [N].
        torques: Overwritten [N*m]. Shape (2 m,).
    """
    n = torques.shape[0]
    m = n // 2
    p, points, wrench = point.copy(), np.empty((2, 2)), np.zeros(6)
    share = share_pressure(gait, feet, contacts, p, points)
    for leg in range(2):
        force = weight * (share if leg == 0 else 1.0 - share)
        wrench[2], wrench[3], wrench[4] = force, float(points[leg, 1]) * force, -float(points[leg, 0]) * force
        for i in range(m):
            torques[leg * m + i] = -moment_about(frames, leg * m + i, wrench)


def planned_feet(pattern: Pattern) -> Array:
    """Poses of both feet along a pattern: x y [m], heading [rad], left one first. Shape (k, 6)."""
    rows = pattern.rows
    return np.ascontiguousarray(np.hstack([rows[:, [foot, foot + 1, foot + 3]] for foot in (LEFT, RIGHT)]))


def planned_dcm(pattern: Pattern) -> Array:
    """Divergent component of motion along a pattern, xi = c + c' sqrt(z0/g) [m]. Shape (k, 2)."""
    slow = np.sqrt(pattern.gait.height / GRAVITY)
    found: Array = pattern.rows[:, COM : COM + 2] + slow * pattern.rows[:, COM_RATE : COM_RATE + 2]
    return found


def planned_shares(pattern: Pattern, middle: float) -> Array:
    """Share of the weight that the left foot bears along a pattern; `middle` as in `share_of_left`. Shape (k,)."""
    found = np.empty(len(pattern.rows))
    for k, row in enumerate(pattern.rows):
        support = int(row[SUPPORT])
        feet = np.array([row[LEFT : LEFT + 4], row[RIGHT : RIGHT + 4]])
        both = share_of_left(float(pattern.zmps[k, 0]), float(pattern.zmps[k, 1]), feet, middle)
        found[k] = both if support == BOTH else float(support == LEFT_FOOT)
    return found
