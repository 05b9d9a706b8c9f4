"""`levenberg_marquardt`: one descent from one start, with every setting open."""

from typing import Any

import numpy as np

from pult.core.kernels import kernel
from pult.core.signals import Array
from pult.motion.ik.levenberg import BIAS, GAIN, descend
from pult.motion.ik.problem import Robot, Task, work_for
from pult.motion.ik.result import REASONS, IkResult
from pult.motion.ik.target import Axes, Components, axes, count, positive, read_goal
from pult.native.library import Compiled
from pult.robot.tree import Tree


@kernel
def run_descend(
    links: Array, tips: Array, limits: Array, targets: Array, scales: Array, local: bool, distance: float, angle: float,
    q: Array, damping: Array, gain: float, bias: float, most: int, stall: float,
) -> tuple[int, int, float, float]:  # fmt: skip
    """Levenberg-Marquardt over plain arguments: why it stopped, iterations, distance and angle left."""
    robot, task = Robot(links, tips, limits), Task(targets, scales, local, distance, angle)
    turns = np.zeros(q.shape[0])
    code, iterations, error = descend(robot, task, q, damping, turns, gain, bias, most, stall, work_for(robot))
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
    """Inverse kinematics by Levenberg-Marquardt with robust damping, inside the limits at every iterate.

    One iteration is q += (J^T W J + d I)^-1 J^T W e with d = gain e^T W e / 2 + bias (Sugihara); a step that does not
    lower the error is taken back and the damping raised. One start: it finds the nearest minimum of the error.

    Args:
        chain: A chain, or a tree with several effectors.
        q0: Start [rad or m]; coordinates outside the limits begin at the limit. Shape (n,).
        pose: Wanted pose (4, 4) or point (3,); for several effectors a mapping from their names to such.
        components: Those of x, y, z, rx, ry, rz that count, such as "x y z rz"; all of a pose by default.
        weights: Weights of the squared components relative to the usual ones: 1/reach^2 for distances, 0.09/rad^2 for
            angles. Shape (6,), or a mapping by name.
        frame: Axes of the components: those of the "base", or of the "target".
        tolerance: Distance that counts as reached [m].
        angle_tolerance: Angle that counts as reached [rad].
        max_iterations: Most iterations.
        gain: Share of the error in the damping; 1 is Sugihara's.
        bias: Least damping.

    Returns:
        The configuration. Its `reason` is "reached", "unreachable" (a minimum of the error that is not zero: q is the
        closest configuration from this start) or "iterations".

    Raises:
        KinematicsError: A target that is none, a wrong number of coordinates, a tolerance that is not positive.
    """
    goal = read_goal(chain, pose, components, weights)
    q = chain.clamp(chain.coordinates(q0, "q0"))
    flat = chain.arrays
    code, iterations, distance, angle = native_marquardt(
        flat.links, flat.tips, flat.limits, goal.rows, goal.scales,
        axes(frame), positive("tolerance", tolerance), positive("angle_tolerance", angle_tolerance), q, chain.damping,
        positive("gain", gain, zero=True), positive("bias", bias), count("max_iterations", max_iterations), 1e-9,
    )  # fmt: skip
    return IkResult(q, code == 0, distance, REASONS[code], angle, iterations)
