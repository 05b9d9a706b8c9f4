"""The error of a configuration and its derivatives, against finite differences and SciPy."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from pult.motion.ik.finish import hessian
from pult.motion.ik.problem import Robot, Task, right_jacobian_factor, task_error, task_jacobian, work_for
from pult.motion.ik.target import read_goal
from tests.motion.ik import arms

TASKS = {
    "point": (None, None, False),
    "pose": (None, None, False),
    "pose in target axes": (None, None, True),
    "x y": ("x y", None, False),
    "tool's turn free": ("x y z rx ry", None, True),
    "one turn": ("rz", None, False),
    "one turn in target axes": ("rx", None, True),
    "uneven weights": (None, [1.0, 2.0, 0.5, 0.2, 1.0, 5.0], False),
    "uneven weights in target axes": (None, [1.0, 2.0, 0.5, 0.2, 1.0, 5.0], True),
    "even weights": (None, [1.0, 2.0, 0.5, 3.0, 3.0, 3.0], False),
}


def cases():
    for name, (components, weights, local) in TASKS.items():
        for arm in ("panda", "telescope", "stanford", "finger", "torso"):
            yield pytest.param(name, components, weights, local, arm, id=f"{name}, {arm}")


def setting(name, components, weights, local, arm, seed):
    """A robot with a task some way off, and a function that gives error, cost and Jacobian at q."""
    tree = arms.torso() if arm == "torso" else arms.ARMS[arm]()
    q, at = tree.random(seed), tree.random(seed + 100)
    poses = np.atleast_3d(tree.forward(at)).reshape(-1, 4, 4)
    wanted = dict(zip(tree.effectors, poses[:, :3, 3] if name == "point" else poses, strict=True))
    goal = read_goal(tree, wanted, components, weights)
    robot = Robot(tree.arrays.links, tree.arrays.tips, tree.arrays.limits)
    task = Task(goal.rows, goal.scales, local, 1e-4, 1e-3)
    work = work_for(robot)

    def error(q):
        found = task_error(robot.links, robot.tips, *task[:3], q, work.frames, work.poses, work.residual)
        return work.residual[: np.count_nonzero(goal.scales)].copy(), found

    def derivative(q):
        error(q)
        task_jacobian(robot.links, robot.tips, *task[:3], work.frames, work.poses, work.columns, work.rows)
        return -work.rows[:, : np.count_nonzero(goal.scales)].T.copy()

    return tree, robot, task, work, q, error, derivative


def differences(function, q, width=1e-6):
    return np.stack([(function(q + d) - function(q - d)) / (2.0 * width) for d in width * np.eye(len(q))], axis=-1)


@pytest.mark.parametrize(("name", "components", "weights", "local", "arm"), list(cases()))
def test_the_gradient_of_the_cost_is_exact_for_every_task(name, components, weights, local, arm):
    for seed in range(4):
        *_, q, error, derivative = setting(name, components, weights, local, arm, seed)
        e, found = error(q)
        assert found.cost == pytest.approx(0.5 * e @ e, rel=1e-14)
        if found.angle > 3.0:
            continue  # at half a revolution the rotation vector jumps to its opposite
        gradient = derivative(q).T @ e
        expected = differences(lambda x, error=error: error(x)[1].cost, q)
        # differences of a cost below 10 over 2e-6 are good to 1e-9 by rounding, and to 1e-8 by the third derivative
        np.testing.assert_allclose(gradient, expected, atol=3e-8)


@pytest.mark.parametrize("name", [name for name in TASKS if "pose" not in name and name != "even weights"])
@pytest.mark.parametrize("arm", ["panda", "telescope", "torso"])
def test_the_jacobian_itself_is_exact_where_not_all_turns_weigh_the_same(name, arm):
    for seed in range(6):
        *_, q, error, derivative = setting(name, *TASKS[name], arm, seed)
        if error(q)[1].angle > 2.8:
            continue
        expected = differences(lambda x, error=error: error(x)[0], q)
        np.testing.assert_allclose(derivative(q), expected, atol=3e-8)


@pytest.mark.parametrize("angle", [0.0, 1e-9, 1e-4, 1e-3 - 1e-12, 1e-3, 0.1, 1.0, 2.0, 3.0, 3.14, np.pi])
def test_the_factor_of_the_right_jacobian_is_smooth_at_zero(angle):
    t = angle
    if t < 0.2:  # the series of the cotangent
        exact = 1.0 / 12.0 + t**2 / 720.0 + t**4 / 30240.0 + t**6 / 1209600.0
    else:
        exact = 1.0 / t**2 - (1.0 + np.cos(t)) / (2.0 * t * np.sin(t)) if t < np.pi else 1.0 / t**2
    # 1e-16 of cancellation over the 8e-8 that are left at 1e-3
    assert right_jacobian_factor(angle) == pytest.approx(exact, rel=1e-8)


def test_distance_and_angle_are_those_of_the_components_asked_for():
    tree = arms.panda()
    q, target = tree.random(1), tree.forward(tree.random(2))
    at = tree.forward(q)
    turn = Rotation.from_matrix(target[:3, :3] @ at[:3, :3].T).as_rotvec()
    way = target[:3, 3] - at[:3, 3]
    for components, local, distance, angle in [
        (None, False, way, turn),
        ("x z", False, way[[0, 2]], turn[:0]),
        ("y rx rz", False, way[[1]], turn[[0, 2]]),
        ("x rz", True, (target[:3, :3].T @ way)[[0]], (target[:3, :3].T @ turn)[[2]]),
    ]:
        goal = read_goal(tree, target, components, [4.0, 4.0, 4.0, 9.0, 9.0, 9.0])
        work = work_for(Robot(tree.arrays.links, tree.arrays.tips, tree.arrays.limits))
        found = task_error(
            tree.arrays.links, tree.arrays.tips, goal.rows, goal.scales, local, q, work.frames, work.poses, work.residual
        )
        assert found.distance == pytest.approx(np.linalg.norm(distance), rel=1e-12)
        assert found.angle == pytest.approx(np.linalg.norm(angle), rel=1e-12)
        cost = 4.0 * (distance @ distance) / tree.reach**2 + 9.0 * 0.09 * (angle @ angle)
        assert found.cost == pytest.approx(0.5 * cost, rel=1e-12)


@pytest.mark.parametrize("name", ["point", "pose", "tool's turn free", "uneven weights"])
@pytest.mark.parametrize("arm", ["panda", "telescope", "torso"])
def test_second_derivatives_are_those_of_the_cost(name, arm):
    tree, robot, task, work, q, error, derivative = setting(name, *TASKS[name], arm, 3)
    second = np.empty((tree.n, tree.n))
    found = hessian(robot, task, q, tree.damping, work, second)
    assert found == error(q)[1]
    slope = work.slope.copy()

    def gradient(x):
        return derivative(x).T @ error(x)[0]

    np.testing.assert_allclose(slope, -gradient(q), atol=1e-15)
    expected = differences(gradient, q, 1e-5)
    lower = np.tril_indices(tree.n)
    np.testing.assert_allclose(second[lower], (0.5 * (expected + expected.T))[lower], atol=2e-8)
