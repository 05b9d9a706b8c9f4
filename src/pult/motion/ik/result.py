"""Results of the inverse kinematics solvers."""

from typing import Literal, NamedTuple

from pult.core.signals import Array

Reason = Literal["reached", "unreachable", "iterations"]


class Rotation(NamedTuple):
    """One rotation of a traced coordinate descent.

    Attributes:
        joint: Index of the coordinate, 0 next to the base.
        name: Its name.
        change: Change of the coordinate [rad, or m if it is prismatic].
        distance: Remaining distance to the target point [m].
        angle: Remaining angle to the target orientation [rad]; 0 if there is none.
    """

    joint: int
    name: str
    change: float
    distance: float
    angle: float


class IkResult(NamedTuple):
    """Configuration found for a target.

    Attributes:
        q: Coordinates [rad or m], within the limits. Shape (n,).
        reached: Whether the target is reached within the tolerances.
        residual: Distance from the target position [m], over the requested components; the largest of several
            effectors.
        reason: Why the solver stopped: "reached"; "unreachable": no step helps any more, q is the closest found;
            "iterations": the maximum number of iterations is used up.
        angle: Angle from the target orientation [rad]; 0 if there is none.
        iterations: Iterations done; for coordinate descent, joints visited.
        starts: Number of configurations the search started from.
        followed: Whether the target was close to the start and was reached from there without leaving the posture; if
            not, the joints may have jumped.
        rotations: Number of rotations made by coordinate descent.
        trace: These rotations one by one, if requested.
    """

    q: Array
    reached: bool
    residual: float
    reason: Reason
    angle: float = 0.0
    iterations: int = 0
    starts: int = 1
    rotations: int = 0
    trace: tuple[Rotation, ...] = ()
    followed: bool = False


REASONS: tuple[Reason, Reason, Reason] = ("reached", "unreachable", "iterations")
