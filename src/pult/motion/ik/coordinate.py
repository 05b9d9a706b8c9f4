"""`coordinate_descent`: inverse kinematics by the method of paper 000, extended to orientation."""

from typing import Any, Literal

import numpy as np

from pult.core.errors import KinematicsError
from pult.core.kernels import kernel
from pult.core.signals import Array
from pult.geometry.pose import finite_array
from pult.geometry.rotation import rotation_to
from pult.motion.ik.descent import TRACE_SIZE, Descent, DescentTarget, sweep
from pult.motion.ik.problem import VANISHING
from pult.motion.ik.result import REASONS, IkResult, Rotation
from pult.motion.ik.target import check_count, check_positive, read_target
from pult.native.library import Compiled
from pult.robot.chain import Chain
from pult.robot.tree import Tree

Axis = Literal["x", "y", "z"]
ORIENTATION_WEIGHT = 0.03
"""Default weight of the orientation relative to distances measured in units of the arm's reach."""


@kernel
def run_descent(
    links: Array, tips: Array, limits: Array, target: Array, weights: Array, eps2: float, eps_angle: float, q: Array,
    eps1: float, eps3: float, max_visits: int, small: float, trace: Array,
) -> Descent:  # fmt: skip
    """`sweep` with plain arguments, for native code that Python calls."""
    goal = DescentTarget(target, weights, eps2, eps_angle)
    return sweep(links, tips, limits, goal, q, eps1, eps3, max_visits, small, trace)


native_descent = Compiled(
    run_descent,
    "float64[:,::1], float64[:,::1], float64[:,::1], float64[:,::1], float64[::1], float64, float64, float64[::1], "
    "float64, float64, int64, float64, float64[:,::1]",
)


def descent_weights(reach: float, orientation: float, axis: Axis | None) -> Array:
    """Weights of the squared distance and of the three axes. Shape (4,)."""
    if axis is not None and axis not in ("x", "y", "z"):
        raise KinematicsError(f"an axis is 'x', 'y' or 'z', not {axis!r}.")
    if orientation == 0.0:
        return np.array([1.0, 0.0, 0.0, 0.0])
    counted = [axis is None or axis == name for name in ("x", "y", "z")]
    return np.array([1.0 / reach**2, *(orientation * c for c in counted)])


def coordinate_descent(
    chain: Tree,
    q0: Any,
    point: Any,
    *,
    direction: Any = None,
    axis: Axis | None = None,
    orientation_weight: float = ORIENTATION_WEIGHT,
    eps1: float = 1e-6,
    eps2: float = 1e-4,
    eps3: float = 1e-3,
    angle_tolerance: float = 1e-3,
    max_iterations: int = 20_000,
    trace: bool = False,
) -> IkResult:
    """Inverse kinematics by cyclic coordinate descent (paper 000).

    From the last joint to the base, each joint is rotated to where the effector is as close to the target as this joint
    alone can bring it, within its limits; a rotation of more than eps3 sends the sweep back to the last joint. There is
    one start; `solve_ik` restarts.

    Args:
        chain: The chain.
        q0: Start [rad or m], clamped to the limits. Shape (n,).
        point: Target point [m], shape (3,); or target pose, shape (4, 4), whose orientation counts too.
        direction: With a point: target direction of one axis of the effector, in the base. Shape (3,).
        axis: That axis; "z" by default. With a pose: only this axis of it counts, and rotation about it is free.
        orientation_weight: Weight of |a - b|^2 for each axis that counts, relative to |distance/reach|^2.
        eps1: Smallest rotation made [rad]; a sweep without any ends the search.
        eps2: Position tolerance [m].
        eps3: Rotation above which the sweep starts again from the last joint [rad].
        angle_tolerance: Orientation tolerance [rad], if orientation counts.
        max_iterations: Maximum number of joint visits.
        trace: Record every rotation.

    Returns:
        The configuration. Its `reason` is one of the paper's three stopping criteria: "reached", "unreachable" (no
        joint can bring the effector closer), "iterations".

    Raises:
        KinematicsError: An invalid target, a wrong number of coordinates, a tolerance that is not positive.
    """
    if not isinstance(chain, Chain):
        raise KinematicsError(
            f"coordinate descent moves one effector, of a Chain; not {type(chain).__name__}: take .chain(NAME) of it."
        )
    q = chain.clamp(chain.coordinates(q0, "q0"))
    target, only_point = read_target("the target", point)
    if direction is not None:
        if not only_point:
            raise KinematicsError("a direction goes with a point; a pose has its own.")
        axis = axis or "z"
        turned = rotation_to(finite_array("direction", direction, (3,)))  # its z axis points there
        order = {"z": [0, 1, 2], "x": [2, 0, 1], "y": [1, 2, 0]}.get(axis, [0, 1, 2])
        target.reshape(3, 4)[:, :3] = turned[:, order]
    elif only_point and axis is not None:
        raise KinematicsError("an axis needs a direction, or a pose.")
    oriented = not only_point or direction is not None
    weight = check_positive("orientation_weight", orientation_weight, zero=True) if oriented else 0.0
    weights = descent_weights(chain.reach, weight, axis)
    max_visits = check_count("max_iterations", max_iterations)
    rows = np.zeros((min(max_visits + 1, 1_000_000) if trace else 0, TRACE_SIZE))
    flat = chain.arrays
    done = native_descent(
        flat.links, flat.tips, flat.limits, target, weights,
        check_positive("eps2", eps2), check_positive("angle_tolerance", angle_tolerance), q,
        check_positive("eps1", eps1), check_positive("eps3", eps3), max_visits, VANISHING * chain.reach, rows,
    )  # fmt: skip
    steps = tuple(
        Rotation(int(row[0]), chain.names[int(row[0])], float(row[1]), float(row[2]), float(row[3]))
        for row in rows[: done.rotations]
    )
    return IkResult(
        q, done.code == 0, done.distance, REASONS[done.code], done.angle, done.visits, 1, done.rotations, steps
    )
