"""`levenberg_marquardt`: inverse kinematics by one descent from one start."""

from typing import Any

import numpy as np

from pult.core.kernels import kernel
from pult.core.signals import Array
from pult.motion.ik.levenberg import BIAS, GAIN, descend
from pult.motion.ik.problem import Robot, Task, work_for
from pult.motion.ik.result import REASONS, IkResult
from pult.motion.ik.target import Axes, Components, check_count, check_positive, parse_frame, read_goal
from pult.native.library import Compiled
from pult.robot.tree import Tree


@kernel
def run_descend(
    links: Array, tips: Array, limits: Array, targets: Array, scales: Array, local: bool, distance: float, angle: float,
    q: Array, damping: Array, gain: float, bias: float, max_iterations: int, min_gain: float,
) -> tuple[int, int, float, float]:  # fmt: skip
    """`descend` with plain arguments: why it stopped, iterations, remaining distance [m] and angle [rad]."""
    robot, task = Robot(links, tips, limits), Task(targets, scales, local, distance, angle)
    turns, work = np.zeros(q.shape[0]), work_for(robot)
    code, iterations, error = descend(robot, task, q, damping, turns, gain, bias, max_iterations, min_gain, work)
    return code, iterations, error.distance, error.angle


native_marquardt = Compiled(
    run_descend,
    "float64[:,::1], float64[:,::1], float64[:,::1], float64[:,::1], float64[:,::1], boolean, float64, float64, "
    "float64[::1], float64[::1], float64, float64, int64, float64",
)


def levenberg_marquardt(
    chain: Tree,
    q0: Any,
    pose: Any,
    *,
    components: Components = None,
    weights: Any = None,
    frame: Axes = "base",
    tolerance: float = 1e-4,
    angle_tolerance: float = 1e-3,
    max_iterations: int = 200,
    gain: float = GAIN,
    bias: float = BIAS,
) -> IkResult:
    """Inverse kinematics by Levenberg-Marquardt with robust damping, within the limits at every iterate.

    One iteration is q += (J^T W J + d I)^-1 J^T W e with d = gain e^T W e / 2 + bias (Sugihara); a step that does not
    decrease the error is rejected and the damping raised. From its one start it converges to a local minimum of the
    error.

    Args:
        chain: A chain, or a tree with several effectors.
        q0: Start [rad or m], clamped to the limits. Shape (n,).
        pose: Target pose (4, 4) or point (3,); for several effectors a mapping from their names to such targets.
        components: Those of x, y, z, rx, ry, rz that count, such as "x y z rz"; all of a pose by default.
        weights: Weights of the squared components relative to the defaults: 1/reach^2 for distances, 0.09/rad^2 for
            angles. Shape (6,), or a mapping by name.
        frame: Axes of the components: those of the "base", or of the "target".
        tolerance: Position tolerance [m].
        angle_tolerance: Orientation tolerance [rad].
        max_iterations: Maximum number of iterations.
        gain: Factor of the cost in the damping; 1 is Sugihara's choice.
        bias: Smallest damping.

    Returns:
        The configuration. Its `reason` is "reached", "unreachable" (a minimum of the error that is not zero: q is the
        closest configuration from this start) or "iterations".

    Raises:
        KinematicsError: An invalid target, a wrong number of coordinates, a tolerance that is not positive.
    """
    goal = read_goal(chain, pose, components, weights)
    q = chain.clamp(chain.coordinates(q0, "q0"))
    flat = chain.arrays
    code, iterations, distance, angle = native_marquardt(
        flat.links, flat.tips, flat.limits, goal.rows, goal.scales,
        parse_frame(frame), check_positive("tolerance", tolerance), check_positive("angle_tolerance", angle_tolerance),
        q, chain.damping, check_positive("gain", gain, zero=True), check_positive("bias", bias),
        check_count("max_iterations", max_iterations), 1e-9,
    )  # fmt: skip
    return IkResult(q, code == 0, distance, REASONS[code], angle, iterations)
