"""What cannot be is refused with a sentence that says what is wrong and what is allowed."""

import re

import numpy as np
import pytest

import pult
from pult.core.errors import KinematicsError
from tests.motion.ik import arms

ARM = arms.planar((0.5, 0.4, 0.3))
PANDA = arms.panda()
TREE = arms.torso()
POINT = [0.5, 0.2, 0.0]
POSE = PANDA.forward(PANDA.centre)
MIRRORED = np.diag([1.0, 1.0, -1.0, 1.0])
SHEARED = np.eye(4)
SHEARED[0, 1] = 0.01
DISTANT = pult.pose((0.0, 2e9, 0.0))
NAN_POSE = POSE.copy()
NAN_POSE[1, 2] = np.nan
BOTTOM = POSE.copy()
BOTTOM[3, 0] = 0.1

TARGETS = [
    ([0.1, float("nan"), 0.2], "the target must be finite, but holds nan at 1."),
    ([0.1, 0.2, float("inf")], "the target must be finite, but holds inf at 2."),
    (np.array([-np.inf, 0.2, 0.1]), "the target must be finite, but holds -inf at 0."),
    (NAN_POSE, "the target must be finite, but holds nan at 1, 2."),
    ([0.1, 0.2], "the target is a point (3,) or a pose (4, 4), not an array of shape (2,)."),
    (np.eye(3), "the target is a point (3,) or a pose (4, 4), not an array of shape (3, 3)."),
    (0.5, "the target is a point (3,) or a pose (4, 4), not an array of shape ()."),
    ([], "the target is a point (3,) or a pose (4, 4), not an array of shape (0,)."),
    ("far", 'the target must be numbers, not "far".'),
    ([2e9, 0.0, 0.0], "the target lies 2e+09 m away; allowed is up to 1e+09 m."),
    ([0.0, 0.0, -1.7e308], "the target lies 1.7e+308 m away; allowed is up to 1e+09 m."),
    ([[1.0, 2.0], [3.0]], "the target must be numbers, not [[1.0, 2.0], [3.0]]."),
    (DISTANT, "the target lies 2e+09 m away; allowed is up to 1e+09 m."),
    (MIRRORED, "the rotation of the target is no rotation matrix: it is a mirror image (determinant -1)."),
    (SHEARED, "the rotation of the target is no rotation matrix: it is 0.01 from orthonormal."),
    (BOTTOM, "the last row of the target must be 0, 0, 0, 1, not [0.1, 0.0, 0.0, 1.0]."),
]
SOLVERS = {
    "solve_ik": pult.solve_ik,
    "levenberg_marquardt": lambda chain, target, **options: pult.levenberg_marquardt(
        chain, chain.centre, target, **options
    ),
    "coordinate_descent": lambda chain, target, **options: pult.coordinate_descent(
        chain, chain.centre, target, **options
    ),
}


def refuses(message):
    """The whole message, not a part of it."""
    return pytest.raises(KinematicsError, match=f"^{re.escape(message)}$")


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize(("target", "message"), TARGETS)
def test_a_target_that_is_none(solver, target, message):
    with refuses(message):
        SOLVERS[solver](PANDA, target)


def test_rotations_printed_with_seven_digits_pass_and_are_mended():
    rough = np.round(POSE, 7)
    found = pult.solve_ik(PANDA, rough, tolerance=1e-6, angle_tolerance=1e-6)
    assert found.reached
    R = PANDA.forward(found.q)[:3, :3]
    np.testing.assert_allclose(R @ R.T, np.eye(3), atol=1e-14)


# --- several effectors --------------------------------------------------------------------------------------------

MAPPINGS = [
    ({"lefft": POINT}, "frames: unknown effector 'lefft'. Did you mean 'left'? Allowed: 'left', 'right'."),
    ({"left": POINT, 3: POINT}, "frames: unknown effector 3. Allowed: 'left', 'right'."),
    ({}, "no target is given. Effectors: left, right."),
    (POINT, "the robot has several effectors: give a target by name, for any of left, right."),
    ({"left": [1.0]}, "the target of 'left' is a point (3,) or a pose (4, 4), not an array of shape (1,)."),
    (
        {"right": MIRRORED},
        "the rotation of the target of 'right' is no rotation matrix: it is a mirror image (determinant -1).",
    ),
]


@pytest.mark.parametrize("solver", ["solve_ik", "levenberg_marquardt"])
@pytest.mark.parametrize(("target", "message"), MAPPINGS)
def test_targets_of_several_effectors_that_are_none(solver, target, message):
    with refuses(message):
        SOLVERS[solver](TREE, target)


def test_what_moves_one_effector_only_says_so():
    with refuses("coordinate descent moves one effector, of a Chain; not Tree: take .chain(NAME) of it."):
        pult.coordinate_descent(TREE, TREE.centre, POINT)
    with refuses("coordinate descent moves one effector; a tree begins with 'levenberg'."):
        pult.solve_ik(TREE, {"left": POINT}, first="descent")
    with refuses("a batch moves one effector; take a chain of the tree: tree.chain(NAME)."):
        pult.solve_ik_batch(TREE, [POINT])


# --- components and weights ---------------------------------------------------------------------------------------

COMPONENTS = [
    ({"components": ""}, "no component is chosen. Allowed: x, y, z, rx, ry, rz."),
    ({"components": []}, "no component is chosen. Allowed: x, y, z, rx, ry, rz."),
    ({"components": "x yaw"}, "unknown component 'yaw'. Allowed: 'rx', 'ry', 'rz', 'x', 'y', 'z'."),
    (
        {"components": ["x", "Rz"]},
        "unknown component 'Rz'. Did you mean 'rz'? Allowed: 'rx', 'ry', 'rz', 'x', 'y', 'z'.",
    ),
    ({"weights": [1.0, 1.0, 1.0, -1.0, 1.0, 1.0]}, "weights must not be negative: [1.0, 1.0, 1.0, -1.0, 1.0, 1.0]."),
    ({"weights": {"x": -2.0}}, "weights must not be negative: [-2.0, 1.0, 1.0, 1.0, 1.0, 1.0]."),
    ({"weights": [1.0, 2.0, 3.0]}, "weights must be 6 numbers, not an array of shape (3,)."),
    ({"weights": [1.0, 1.0, 1.0, 1.0, 1.0, float("nan")]}, "weights must be finite, but holds nan at 5."),
    ({"weights": {"roll": 1.0}}, "unknown component 'roll' in the weights. Allowed: 'rx', 'ry', 'rz', 'x', 'y', 'z'."),
    ({"weights": {"x": "heavy"}}, "the weight of 'x' must be numbers, not \"heavy\"."),
    ({"weights": [0.0] * 6}, "no component counts: all are left out or have the weight 0."),
    (
        {"components": "x", "weights": {"x": 0.0}},
        "no component counts: all are left out or have the weight 0.",
    ),
    ({"frame": "tool"}, "components are along the axes of 'base' or 'target', not 'tool'."),
]


@pytest.mark.parametrize("solver", ["solve_ik", "levenberg_marquardt"])
@pytest.mark.parametrize(("options", "message"), COMPONENTS)
def test_components_and_weights_that_cannot_be(solver, options, message):
    with refuses(message):
        SOLVERS[solver](PANDA, POSE, **options)
    with refuses(message):
        pult.solve_ik_batch(PANDA, POSE[None], **options)


@pytest.mark.parametrize("components", ["rx", "x y z rz", ["rx", "ry", "rz"]])
def test_a_point_has_no_orientation(components):
    with refuses("a point has no orientation: give a pose (4, 4) to ask for rx, ry or rz."):
        pult.solve_ik(PANDA, POINT, components=components)


# --- starts and settings ------------------------------------------------------------------------------------------

STARTS = [
    ([0.1, 0.2], "q0 must be 3 numbers (joint1, joint2, joint3), not an array of shape (2,)."),
    ([[0.1, 0.2, 0.3]], "q0 must be 3 numbers (joint1, joint2, joint3), not an array of shape (1, 3)."),
    (np.zeros(4), "q0 must be 3 numbers (joint1, joint2, joint3), not an array of shape (4,)."),
    ([0.1, float("nan"), 0.2], "q0 must be finite, but holds nan at 1."),
    (np.array([0.1, 0.2, np.inf]), "q0 must be finite, but holds inf at 2."),
    (np.array([np.inf, 0.2, -np.inf]), "q0 must be finite, but holds inf at 0."),
    ("home", 'q0 must be numbers, not "home".'),
]


@pytest.mark.parametrize(("q0", "message"), STARTS)
def test_a_start_that_is_none(q0, message):
    for call in (
        lambda: pult.solve_ik(ARM, POINT, q0),
        lambda: pult.solve_ik(ARM, POINT, q0, first="descent"),
        lambda: pult.levenberg_marquardt(ARM, q0, POINT),
        lambda: pult.coordinate_descent(ARM, q0, POINT),
    ):
        with refuses(message):
            call()


def test_starts_of_a_batch_that_are_none():
    for q0, message in [
        (np.zeros((2, 3)), "q0 must be of shape (5, 3), one row a target, not (2, 3)."),
        (np.zeros((5, 2)), "q0 must be of shape (5, 3), one row a target, not (5, 2)."),
        (np.zeros(2), "q0 must be 3 numbers (joint1, joint2, joint3), not an array of shape (2,)."),
        ([[0.0, np.nan, 0.0]] * 5, "q0 must be finite, but holds nan at 0, 1."),
        ([[0.0, 1.0], [2.0]], "q0 must be numbers, not [[0.0, 1.0], [2.0]]."),
    ]:
        with refuses(message):
            pult.solve_ik_batch(ARM, [POINT] * 5, q0)


def test_targets_of_a_batch_that_are_none():
    poses = np.array([np.eye(4)] * 3)
    mirrored, far = np.array([np.eye(4), np.eye(4), MIRRORED]), np.array([np.eye(4), DISTANT])
    for targets, message in [
        (POINT, "targets are points (k, 3) or poses (k, 4, 4), not an array of shape (3,)."),
        ([], "targets are points (k, 3) or poses (k, 4, 4), not an array of shape (0,)."),
        (poses[:, :3], "targets are points (k, 3) or poses (k, 4, 4), not an array of shape (3, 3, 4)."),
        ([[0.0, 0.0, np.nan]], "targets must be finite, but holds nan at 0, 2."),
        ([POINT, [0.0, -3e9, 0.0]], "target 1 lies 3e+09 m away; allowed is up to 1e+09 m."),
        (far, "target 1 lies 2e+09 m away; allowed is up to 1e+09 m."),
        (mirrored, "the rotation of target 2 is no rotation matrix: it is a mirror image (determinant -1)."),
    ]:
        with refuses(message):
            pult.solve_ik_batch(ARM, targets)


NOT_POSITIVE = [0.0, -1e-3, float("nan"), float("inf"), True, "small", None, [1e-3], 10**400]


@pytest.mark.parametrize("value", NOT_POSITIVE, ids=repr)
def test_tolerances_are_positive_numbers(value):
    """Also after a right one of the same value was used: True is not 1."""
    pult.solve_ik(ARM, POINT, tolerance=1, angle_tolerance=1)
    for name in ("tolerance", "angle_tolerance"):
        for call in (pult.solve_ik, pult.solve_ik_batch):
            with pytest.raises(KinematicsError, match=f"^{name} must be a positive number, not "):
                call(ARM, [POINT] if call is pult.solve_ik_batch else POINT, **{name: value})
        with pytest.raises(KinematicsError, match=f"^{name} must be a positive number, not "):
            pult.levenberg_marquardt(ARM, [0.1, 0.2, 0.3], POINT, **{name: value})
    for name in ("eps1", "eps2", "eps3", "angle_tolerance"):
        with pytest.raises(KinematicsError, match=f"^{name} must be a positive number, not "):
            pult.coordinate_descent(ARM, [0.1, 0.2, 0.3], POINT, **{name: value})
    if value is not None:
        with pytest.raises(KinematicsError, match="^time_limit must be a positive number, not "):
            pult.solve_ik(ARM, POINT, time_limit=value)


def test_the_message_quotes_what_was_given():
    with refuses("tolerance must be a positive number, not -0.001."):
        pult.solve_ik(ARM, POINT, tolerance=-1e-3)
    with refuses("gain must be 0 or a positive number, not -1."):
        pult.levenberg_marquardt(ARM, [0.1, 0.2, 0.3], POINT, gain=-1)
    with refuses("bias must be a positive number, not 0.0."):
        pult.levenberg_marquardt(ARM, [0.1, 0.2, 0.3], POINT, bias=0.0)
    with refuses("orientation_weight must be 0 or a positive number, not -0.1."):
        pult.coordinate_descent(PANDA, PANDA.centre, POSE, orientation_weight=-0.1)


@pytest.mark.parametrize("seed", [-1, 1.5, 1.0, True, "one", None, [1], np.float64(2.0)], ids=repr)
def test_a_seed_is_a_whole_number(seed):
    """Also after the right one of the same value was used: neither True nor 1.0 is 1."""
    pult.solve_ik(ARM, POINT, seed=1)
    for call in (lambda: pult.solve_ik(ARM, POINT, seed=seed), lambda: pult.solve_ik_batch(ARM, [POINT], seed=seed)):
        with refuses(f"seed must be a whole number, 0 or above, not {seed!r}."):
            call()


def test_seeds_of_any_size_and_of_numpy_are_taken():
    for seed in (0, 10**30, np.int32(7), np.uint64(2**63)):
        assert pult.solve_ik(ARM, POINT, seed=seed).reached


@pytest.mark.parametrize("value", [0, -3, 2.5, True, "many", 10**9])
def test_counts_are_whole_numbers(value):
    most = "from 1 to 10000000, not"
    with pytest.raises(KinematicsError, match=f"^starts must be a whole number {most}"):
        pult.solve_ik(ARM, POINT, starts=value)
    for name in ("starts", "workers"):
        with pytest.raises(KinematicsError, match=f"^{name} must be a whole number {most}"):
            pult.solve_ik_batch(ARM, [POINT], **{name: value})
    for solver in (pult.levenberg_marquardt, pult.coordinate_descent):
        with pytest.raises(KinematicsError, match=f"^max_iterations must be a whole number {most}"):
            solver(ARM, [0.1, 0.2, 0.3], POINT, max_iterations=value)


def test_methods_and_preferences_that_are_unknown():
    with refuses("the first method is 'newton'. Allowed: 'descent', 'levenberg'."):
        pult.solve_ik(ARM, POINT, first="newton")
    with refuses("the preference is 'center'. Did you mean 'centre'? Allowed: 'centre', 'manipulability', 'rest'."):
        pult.solve_ik(ARM, POINT, prefer="center")


def test_a_rest_goes_with_its_preference():
    for prefer in (None, "centre", "manipulability"):
        with refuses("a rest configuration is used with prefer='rest' only."):
            pult.solve_ik(ARM, POINT, prefer=prefer, rest=[0.0, 0.0, 0.0])
    with refuses("rest must be 3 numbers (joint1, joint2, joint3), not an array of shape (2,)."):
        pult.solve_ik(ARM, POINT, prefer="rest", rest=[0.0, 0.0])
    with refuses("rest must be finite, but holds nan at 2."):
        pult.solve_ik(ARM, POINT, prefer="rest", rest=[0.0, 0.0, float("nan")])


def test_axes_and_directions_of_coordinate_descent():
    start = PANDA.centre
    with refuses("a direction goes with a point; a pose has its own."):
        pult.coordinate_descent(PANDA, start, POSE, direction=[0.0, 0.0, 1.0])
    with refuses("an axis needs a direction, or a pose."):
        pult.coordinate_descent(PANDA, start, POINT, axis="z")
    with refuses("an axis is 'x', 'y' or 'z', not 'w'."):
        pult.coordinate_descent(PANDA, start, POSE, axis="w")
    with refuses("an axis is 'x', 'y' or 'z', not 'w'."):
        pult.coordinate_descent(PANDA, start, POINT, direction=[0.0, 0.0, 1.0], axis="w")
    with refuses("a direction must not be zero."):
        pult.coordinate_descent(PANDA, start, POINT, direction=[0.0, 0.0, 0.0])
    with refuses("direction must be finite, but holds nan at 0."):
        pult.coordinate_descent(PANDA, start, POINT, direction=[float("nan"), 0.0, 0.0])
    with refuses("direction must be 3 numbers, not an array of shape (2,)."):
        pult.coordinate_descent(PANDA, start, POINT, direction=[1.0, 0.0])


def test_the_farthest_targets_allowed_still_give_configurations_inside_the_limits():
    for target in ([1e9, 0.0, 0.0], [-5e8, 5e8, 0.0]):
        found = pult.solve_ik(PANDA, target, starts=5)
        assert not found.reached
        assert arms.inside(PANDA, found.q)
        assert found.residual == pytest.approx(np.linalg.norm(target), rel=1e-8)
        assert pult.levenberg_marquardt(PANDA, PANDA.centre, target).reason != "reached"
