"""What a solver answers."""

from typing import Literal, NamedTuple

from pult.core.signals import Array

Reason = Literal["reached", "unreachable", "iterations"]


class Rotation(NamedTuple):
    """One rotation of a traced coordinate descent.

    Attributes:
        joint: Number of the coordinate, 0 next to the base.
        name: Its name.
        change: How far it was turned [rad] or slid [m].
        distance: Distance from the wanted point after it [m].
        angle: Angle from the wanted orientation after it [rad]; 0 if none is wanted.
    """

    joint: int
    name: str
    change: float
    distance: float
    angle: float


class IkResult(NamedTuple):
    """Configuration found for a target.

    Attributes:
        q: Coordinates [rad or m], inside the limits. Shape (n,).
        reached: Whether the target is reached within the tolerances.
        residual: Distance from the wanted position [m], over the components asked for; of several effectors the
            largest.
        reason: Why the solver stopped: "reached"; "unreachable": no step helps any more, q is the closest found;
            "iterations": the budget is used up.
        angle: Angle from the wanted orientation [rad]; 0 where none is asked for.
        iterations: Iterations done; for coordinate descent, joints visited.
        starts: Configurations the search started from.
        followed: Whether the target was close to the start and was reached from there without leaving the posture; if
            not, the joints may have jumped.
        rotations: Rotations made by coordinate descent.
        trace: These rotations one by one, if asked for.
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
