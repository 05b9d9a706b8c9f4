"""`solve_ik`: what can be reached is reached, what cannot is come closest to, and a smooth path gives a smooth motion."""

import itertools
import math
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import differential_evolution

import pult
from pult.core.random import seeded
from pult.motion.ik.solve import run_search
from pult.motion.ik.target import read_goal
from tests.motion.ik import arms
from tests.motion.ik.arms import angle_between, distance_between, inside

DISTANCE, ANGLE = 1e-4, 1e-3  # the usual tolerances
ROUNDING = 1.0 + 1e-9  # the distance is computed once more, in another order
shares = st.lists(st.one_of(st.sampled_from([0.0, 0.5, 1.0]), st.floats(0.0, 1.0)), min_size=9, max_size=9)


def configuration(tree, share):
    low, high = tree.ranges
    return low + np.array(share[: tree.n]) * (high - low)


def assert_reaches(chain, found, target, distance=DISTANCE, angle=ANGLE):
    """By the kinematics of the tests, not by the word of the solver."""
    _, at = arms.forward(chain, found.q)
    assert found.reached
    assert found.reason == "reached"
    assert inside(chain, found.q)
    assert distance_between(at, target) <= distance * ROUNDING
    if np.shape(target) == (4, 4):
        assert angle_between(at, target) <= angle * ROUNDING


# --- reachable ----------------------------------------------------------------------------------------------------


def many(sample, sweep):
    """As many examples as `make test` has time for, and as many as it takes to be sure."""
    sizes = [pytest.param(sample, id="sample"), pytest.param(sweep, id="sweep", marks=pytest.mark.validate)]
    return pytest.mark.parametrize("examples", sizes)


@many(10, 100)
@pytest.mark.parametrize("name", arms.ARMS)
def test_every_pose_the_arm_can_take_is_reached(name, examples):
    chain = arms.ARMS[name]()

    @settings(max_examples=examples)
    @given(shares)
    def is_reached(share):
        target = chain.forward(configuration(chain, share))
        assert_reaches(chain, pult.solve_ik(chain, target), target)

    is_reached()


@many(10, 100)
@pytest.mark.parametrize("name", arms.ARMS)
def test_every_point_the_arm_can_touch_is_reached_from_anywhere(name, examples):
    chain = arms.ARMS[name]()

    @settings(max_examples=examples)
    @given(shares, shares)
    def is_reached(share, start):
        target = chain.forward(configuration(chain, share))[:3, 3]
        assert_reaches(chain, pult.solve_ik(chain, target, configuration(chain, start)), target)

    is_reached()


@many(50, 1000)
@pytest.mark.parametrize("name", ["panda", "puma 560", "ur5, one turn", "human arm", "stanford", "unlimited"])
def test_random_poses_are_reached_without_exception(name, examples):
    chain = arms.ARMS[name]()
    for q in chain.random(11, examples):
        target = chain.forward(q)
        found = pult.solve_ik(chain, target)
        at = chain.forward(found.q)
        assert inside(chain, found.q)
        assert distance_between(at, target) <= DISTANCE * ROUNDING
        assert angle_between(at, target) <= ANGLE * ROUNDING


CORNERS = [
    ("panda", "UU.LLU.", [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, -2.743]),
    ("panda", ".LULLU.", [0.225, 0.0, 0.0, 0.0, 0.0, 0.0, 0.16]),
    ("panda", ".L...U.", [0.0, 0.0, 0.0, -1.105, 0.0, 0.0, 0.0]),
    ("panda", "U....U.", [0.0, 0.59, 0.0, -1.265, 0.0, 0.0, 0.159]),
    ("panda", "L...UL.", [0.0, 1.6719, 0.0, -0.2802, 0.0, 0.0, -2.8778]),
    ("puma 560", "LUU...", [0.0, 0.0, 0.0, 0.0, 0.93982, 0.0]),
]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("name", "limits", "q"), CORNERS)
def test_poses_that_only_a_corner_of_the_joint_space_reaches(name, limits, q, seed):
    """Local minima of the error lie within a millimetre of these; hardly one start in a hundred leads to the target."""
    chain = arms.ARMS[name]()
    ends = {"L": chain.lower, "U": chain.upper, ".": np.array(q)}
    target = chain.forward([ends[letter][k] for k, letter in enumerate(limits)])
    assert_reaches(chain, pult.solve_ik(chain, target, seed=seed), target)


@pytest.mark.parametrize("name", ["planar 3R", "panda", "ur5, two turns", "stanford", "telescope"])
def test_tight_tolerances_are_met(name):
    """Solutions that are not singular are found to the last digits but three or four."""
    chain = arms.ARMS[name]()
    for q in chain.random(4, 60):
        target = chain.forward(q)
        found = pult.solve_ik(chain, target, q + 0.02, tolerance=1e-11, angle_tolerance=1e-11)
        at = chain.forward(found.q)
        assert found.reached
        assert distance_between(at, target) < 1.1e-11
        assert angle_between(at, target) < 1.1e-11


@pytest.mark.parametrize("size", [1e-3, 1e3])
def test_the_size_of_an_arm_does_not_matter(size):
    chain = arms.planar(size * np.array([0.5, 0.4, 0.3]), -2.0, 2.0)
    for q in chain.random(2, 50):
        target = chain.forward(q)
        assert_reaches(chain, pult.solve_ik(chain, target, tolerance=1e-6 * size), target, distance=1e-6 * size)


@pytest.mark.parametrize("robot", ["puma560", "ur5"])
def test_a_posture_is_kept_beyond_a_limit_as_far_as_the_tolerances_allow(robot):
    """The joint at its limit is within both tolerances, so there is a configuration to find without leaving the posture.

    The minimum of the cost weighs distance and angle without regard to the tolerances, and may miss one of them.
    """
    chain = pult.load_robot(robot).chain("arm")
    for seed in range(40):
        generator = np.random.default_rng(seed)
        q, joint = chain.random(generator), int(generator.integers(chain.n))
        upper = bool(generator.integers(2))
        q[joint] = (chain.upper if upper else chain.lower)[joint]
        linear, angular = np.linalg.norm(chain.jacobian(q)[:, joint].reshape(2, 3), axis=1)
        beyond = q.copy()
        beyond[joint] += (1.0 if upper else -1.0) * 0.98 / max(linear / DISTANCE, angular / ANGLE)
        target = chain.forward(beyond)
        found = pult.solve_ik(chain, target, chain.clamp(q + generator.uniform(-0.01, 0.01, chain.n)))
        assert_reaches(chain, found, target)
        assert found.followed
        assert np.abs(found.q - q).max() < 0.2


def test_the_result_says_whether_the_target_was_followed_from_the_start():
    chain = arms.panda()
    q = np.array([0.0, -0.3, 0.0, -2.0, 0.0, 1.8, 0.7])
    near, far = chain.forward(q + 0.05), chain.forward([2.0, 1.0, -1.0, -1.0, 1.0, 1.0, -1.0])
    assert pult.solve_ik(chain, near, q).followed
    assert not pult.solve_ik(chain, far, q).followed
    assert not pult.solve_ik(chain, [3.0, 0.0, 0.0], q).followed


def test_the_result_says_how_far_it_is_from_the_target():
    for name, make in arms.ARMS.items():
        chain = make()
        target = chain.forward(chain.random(3))
        for wanted in (target, target[:3, 3], 5.0 * target[:3, 3]):
            found = pult.solve_ik(chain, wanted, starts=20)
            at = chain.forward(found.q)
            assert found.residual == pytest.approx(distance_between(at, wanted), rel=1e-9, abs=1e-14), name
            oriented = np.shape(wanted) == (4, 4)
            angle = angle_between(at, wanted) if oriented else 0.0
            assert found.angle == pytest.approx(angle, abs=1e-12), name


def test_without_a_start_it_begins_in_the_middle_of_the_ranges():
    chain = arms.panda()
    target = chain.forward(chain.random(5))
    one, two = pult.solve_ik(chain, target), pult.solve_ik(chain, target, chain.centre)
    np.testing.assert_array_equal(one.q, two.q)


def test_a_start_outside_the_limits_begins_at_the_limit():
    chain = arms.panda()
    target = chain.forward(chain.random(6))
    one, two = pult.solve_ik(chain, target, chain.upper + 1.0), pult.solve_ik(chain, target, chain.upper)
    np.testing.assert_array_equal(one.q, two.q)


def test_neither_start_nor_target_is_changed_and_results_share_no_memory():
    chain = arms.ur5()
    q0, target = chain.random(7), chain.forward(chain.random(8))
    kept_q0, kept_target = q0.copy(), target.copy()
    one = pult.solve_ik(chain, target, q0)
    kept = one.q.copy()
    pult.solve_ik(chain, target, q0, seed=4)
    np.testing.assert_array_equal(q0, kept_q0)
    np.testing.assert_array_equal(target, kept_target)
    np.testing.assert_array_equal(one.q, kept)


def test_the_same_seed_gives_the_same_bits_and_another_seed_another_way():
    chain = arms.ARMS["unlimited"]()
    others = 0
    for q in chain.random(9, 20):
        target = chain.forward(q)
        one, two, three = (pult.solve_ik(chain, target, seed=seed) for seed in (5, 5, 6))
        assert one.q.tobytes() == two.q.tobytes()
        assert one[2:] == two[2:]
        others += one.q.tobytes() != three.q.tobytes()
        assert_reaches(chain, three, target)
    assert others > 3  # those that need a restart


# --- out of reach -------------------------------------------------------------------------------------------------


def global_minimum(chain, point):
    """Least distance from a point, by a global optimiser that starts at all corners of the joint space and inside."""
    low, high = chain.ranges
    corners = np.array(list(itertools.product(*zip(low, high, strict=True))))

    def squares(qs):  # (n, k)
        return ((chain.forward_many(qs.T)[:, 0, :3, 3] - point) ** 2).sum(axis=1)

    found = differential_evolution(
        squares, list(zip(low, high, strict=True)), vectorized=True, updating="deferred", rng=1, tol=1e-12, atol=1e-14,
        init=np.vstack([corners, chain.random(1, 60)]), maxiter=400, polish=False,
    )  # fmt: skip
    return math.sqrt(found.fun)


FAR = [(2.5, 0.3, 0.0), (-3.0, 1.0, 0.0), (0.1, -2.4, 0.0), (-1.2, -0.4, 0.0), (0.05, 0.02, 0.0), (0.8, 0.6, 0.9)]
PLANAR = {
    "2R": ((1.0, 0.7), -math.inf, math.inf),
    "2R, limits": ((1.0, 0.7), (-1.0, -2.0), (1.5, 2.0)),
    "3R, limits": ((1.0, 0.8, 0.6), (-0.5, 0.3, -1.0), (0.5, 1.0, -0.2)),
    "3R, one long link": ((1.2, 0.5, 0.2), -math.inf, math.inf),
    "5R, limits": ((0.5, 0.4, 0.3, 0.3, 0.2), *arms.LIMITED_5R),
    "5R, narrow limits": ((0.5, 0.4, 0.3, 0.3, 0.2), -0.4, 0.6),
}


@pytest.mark.parametrize("point", FAR)
@pytest.mark.parametrize("name", PLANAR)
def test_out_of_reach_the_closest_point_is_that_of_a_global_optimiser(name, point):
    chain = arms.planar(*PLANAR[name])
    found = pult.solve_ik(chain, point)
    assert inside(chain, found.q)
    if found.reached:
        assert distance_between(chain.forward(found.q), point) <= DISTANCE
        return
    assert found.reason == "unreachable"
    least = global_minimum(chain, np.array(point))
    assert distance_between(chain.forward(found.q), point) == pytest.approx(least, abs=1e-6)


@given(st.floats(-math.pi, math.pi), st.floats(1.01, 30.0), st.floats(-2.0, 2.0))
@settings(max_examples=60)
def test_an_arm_without_limits_stretches_towards_what_is_too_far(angle, times, height):
    chain = arms.planar((0.6, 0.5, 0.3))
    point = np.array([1.4 * times * math.cos(angle), 1.4 * times * math.sin(angle), height])
    found = pult.solve_ik(chain, point)
    assert (found.reached, found.reason) == (False, "unreachable")
    assert found.residual == pytest.approx(math.hypot(1.4 * times - 1.4, height), abs=1e-6)


@given(st.floats(-math.pi, math.pi), st.floats(0.0, 0.99))
@settings(max_examples=40)
def test_what_is_too_near_for_a_long_link_is_come_closest_to_with_the_arm_folded(angle, share):
    chain = arms.planar((1.0, 0.4, 0.2))
    hole = 1.0 - 0.4 - 0.2
    point = share * hole * np.array([math.cos(angle), math.sin(angle), 0.0])
    found = pult.solve_ik(chain, point)
    assert not found.reached
    assert found.residual == pytest.approx(hole * (1.0 - share), abs=1e-6)


def best_of_many(chain, point, count=150):
    """Least distance by Levenberg-Marquardt from many random starts, each to its end: slow, and without any tricks."""
    starts = chain.random(20, count)
    return min(
        pult.levenberg_marquardt(chain, q, point, max_iterations=2000, bias=1e-9).residual for q in starts
    )  # fmt: skip


@pytest.mark.parametrize("name", ["panda", "human arm", "puma 560", "stanford", "telescope"])
def test_out_of_reach_the_closest_point_of_an_arm_in_space_is_found(name):
    chain = arms.ARMS[name]()
    generator = np.random.default_rng(21)
    for _ in range(6):
        direction = generator.normal(size=3)
        point = 2.0 * chain.reach * direction / np.linalg.norm(direction)
        found = pult.solve_ik(chain, point)
        assert not found.reached
        assert found.residual <= best_of_many(chain, point) + 1e-6


def test_a_pose_whose_orientation_cannot_be_had_is_a_compromise_and_says_so():
    chain = arms.planar((0.5, 0.4, 0.3))
    target = pult.pose((0.7, 0.2, 0.0), (0.6, 0.0, 0.0))  # tilted out of the plane by 0.6 rad
    found = pult.solve_ik(chain, target)
    assert (found.reached, found.reason) == (False, "unreachable")
    assert found.residual == pytest.approx(0.0, abs=1e-6)  # the position costs nothing
    assert found.angle == pytest.approx(0.6, abs=1e-6)  # and no turn in the plane lessens the tilt


# --- the edge of the work space -----------------------------------------------------------------------------------


@pytest.mark.parametrize("angle", np.linspace(-3.0, 3.0, 9))
@pytest.mark.parametrize("radius", [1.7, 0.3])
def test_the_very_boundary_is_reached(radius, angle):
    """The outer circle with the arm stretched, the inner one with it folded: singular both."""
    chain = arms.planar((1.0, 0.7))
    point = radius * np.array([math.cos(angle), math.sin(angle), 0.0])
    assert_reaches(chain, pult.solve_ik(chain, point), point)
    assert_reaches(chain, pult.solve_ik(chain, point, [0.4, 1.1]), point)


@pytest.mark.parametrize("beyond", [0.5, 0.99, 1.01, 2.0])
def test_a_tolerance_beyond_the_boundary_decides_between_reached_and_unreachable(beyond):
    chain = arms.planar((1.0, 0.7))
    found = pult.solve_ik(chain, [1.7 + beyond * DISTANCE, 0.0, 0.0])
    assert found.reached == (beyond < 1.0)


@pytest.mark.parametrize("lengths", [(0.5, 0.5), (0.6, 0.4, 0.2), (0.5, 0.3, 0.2), (0.4, 0.3, 0.2, 0.1)])
def test_the_base_itself_is_reached(lengths):
    chain = arms.planar(lengths)
    assert_reaches(chain, pult.solve_ik(chain, np.zeros(3)), np.zeros(3))
    assert_reaches(chain, pult.solve_ik(chain, np.zeros(3), np.zeros(len(lengths))), np.zeros(3))


@pytest.mark.parametrize("share", [-0.9, -0.3, 0.3, 0.7, 0.95, 0.999, 1.0 - 1e-6])
@pytest.mark.parametrize("lengths", [(0.5, 0.5), (0.5, 0.4, 0.3), (0.3, 0.3, 0.3, 0.2, 0.2)])
def test_a_straight_arm_reaches_a_point_on_its_own_line(lengths, share):
    """Stretched along x the Jacobian has no x: only a start beside this one leads on."""
    chain = arms.planar(lengths)
    point = np.array([share * sum(lengths), 0.0, 0.0])
    assert_reaches(chain, pult.solve_ik(chain, point, np.zeros(len(lengths))), point)


@pytest.mark.parametrize("name", ["panda", "ur5, one turn", "puma 560", "human arm"])
def test_arms_in_space_leave_a_stretched_posture_towards_the_base(name):
    chain = arms.ARMS[name]()
    stretched = chain.clamp(np.zeros(chain.n))
    at = chain.forward(stretched)
    for share in (0.95, 0.8):
        target = at.copy()
        target[:3, 3] = share * at[:3, 3]
        point = target[:3, 3]
        assert_reaches(chain, pult.solve_ik(chain, point, stretched), point)


# --- following a path ---------------------------------------------------------------------------------------------


def follow(chain, targets, q0, **options):
    """Joint paths, each call starting from the last result. Shape (k, n)."""
    qs = [pult.solve_ik(chain, targets[0], q0, **options).q]
    for target in targets[1:]:
        found = pult.solve_ik(chain, target, qs[-1], **options)
        assert_reaches(chain, found, target)
        qs.append(found.q)
    return np.array(qs)


def lissajous(centre, sizes, steps=400):
    t = np.linspace(0.0, 2.0 * math.pi, steps)[:, None]
    return np.array(centre) + np.array(sizes) * np.sin(np.array([3.0, 2.0, 1.0]) * t + np.array([0.3, 0.0, 1.0]))


WORK = {  # name: (start, sizes of the figure [m], sizes of the turns [rad])
    "panda": ([0.0, -0.3, 0.0, -2.0, 0.0, 1.8, 0.7], (0.15, 0.2, 0.12), (0.3, 0.3, 0.4)),
    "ur5, two turns": ([0.3, -1.2, 1.6, -1.9, -1.5, 0.2], (0.12, 0.15, 0.12), (0.3, 0.3, 0.4)),
    "puma 560": ([0.2, 0.9, -2.9, 0.3, 0.9, 0.4], (0.1, 0.1, 0.1), (0.2, 0.2, 0.3)),
    "human arm": ([-0.9, -0.4, 0.0, -1.3, 0.1, -0.1, 0.1], (0.05, 0.06, 0.05), (0.1, 0.1, 0.1)),
    "stanford": ([0.3, 1.2, 0.8, 0.4, 0.8, 0.3], (0.15, 0.15, 0.15), (0.2, 0.2, 0.2)),
}


@pytest.mark.parametrize("name", WORK)
def test_a_smooth_path_of_poses_gives_a_smooth_path_of_joints(name):
    chain = arms.ARMS[name]()
    start, sizes, turns = WORK[name]
    at = chain.forward(start)
    points, angles = lissajous(at[:3, 3], sizes), lissajous((0.0, 0.0, 0.0), turns)
    targets = [pult.pose(p, at[:3, :3] @ pult.pose((0, 0, 0), a)[:3, :3]) for p, a in zip(points, angles, strict=True)]
    qs = follow(chain, targets, start)
    way, turn = (np.linalg.norm(np.diff(path, axis=0), axis=1) for path in (points, angles))
    path = way / chain.reach + turn
    steps = np.abs(np.diff(qs, axis=0)).max(axis=1)
    # the least singular value of the Jacobian, metres counted in reaches, stays above 0.09: in the worst direction a step
    # takes eleven times its length, and these paths do not keep to the worst direction
    assert (steps <= 5.0 * path).all()
    assert np.median(steps / path) < 2.0


def test_a_path_through_the_neighbourhood_of_a_singular_pose_has_no_flips():
    """The elbow of a two-link arm all but stretched: it passes 0.2 mm inside the boundary and keeps its side."""
    chain = arms.planar((1.0, 0.7))
    y = np.linspace(-0.6, 0.6, 400)
    targets = np.stack([np.full(400, 1.6998), y, np.zeros(400)], axis=1)
    targets[:, 0] = np.sqrt(1.6998**2 - y**2) - 0.3 * y**2
    qs = follow(chain, targets, [-0.4, 0.3])
    assert (qs[:, 1] > 0.0).all()
    # near the boundary r the elbow's angle goes with the root of 1.7 - r, so its steps do too
    assert np.abs(np.diff(qs, axis=0)).max() < 0.05


def test_a_path_past_the_wrist_singularity_has_no_flips():
    """Joint 5 of a PUMA goes down to 0.05 rad and back: joints 4 and 6 turn quickly, but do not jump."""
    chain = arms.puma560()
    wrist = 0.05 + 0.8 * np.linspace(-1.0, 1.0, 400) ** 2
    forearm = np.linspace(0.3, 0.5, 400)
    path = np.array([[0.2, 0.9, -2.4, a, b, 0.4] for a, b in zip(forearm, wrist, strict=True)])
    qs = follow(chain, [chain.forward(q) for q in path], path[0])
    assert np.abs(np.diff(qs, axis=0)).max() < 0.2
    # at 0.05 rad the tolerance of 1e-3 rad leaves joints 4 and 6 a room of 0.02 rad each
    assert np.abs(qs - path).max() < 0.1


def test_a_straight_path_of_points_through_the_inside_takes_no_detour():
    """Redundant: five joints for two coordinates; the way of the joints is not much longer than it must be."""
    chain = arms.ARMS["planar 5R"]()
    x = np.linspace(1.4, -0.2, 300)
    targets = np.stack([x, np.full(300, 0.5), np.zeros(300)], axis=1)
    qs = follow(chain, targets, [0.3, 0.1, 0.1, 0.1, 0.1])
    steps = np.linalg.norm(np.diff(qs, axis=0), axis=1)
    assert steps.max() < 0.1
    assert steps.sum() < 8.0


# --- joints that make full turns ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["ur5, one turn", "ur5, two turns", "unlimited"])
def test_a_target_across_the_end_of_a_turn_is_reached_inside_the_limits(name):
    chain = arms.ARMS[name]()
    end = chain.ranges[1, 5]
    q = np.array([0.3, -1.2, 1.6, -1.9, -1.5, end - 0.05])
    over = q.copy()
    over[5] += 0.1  # beyond the limit, if there is one
    target = chain.forward(over)
    found = pult.solve_ik(chain, target, q)
    assert_reaches(chain, found, target)
    assert found.starts <= 2  # the second, which may pass the limit, gets there at once
    assert np.abs(found.q[:5] - q[:5]).max() < 0.05  # and only this joint turned back
    whole = (found.q[5] - over[5]) / (2.0 * math.pi)
    assert whole == pytest.approx(0.0 if name == "unlimited" else -1.0, abs=0.01)


@pytest.mark.parametrize("gap", [1e-3, 1e-5, 0.0])
def test_next_to_the_end_of_a_turn_a_path_stays_on_its_side(gap):
    """Every target is reached inside the limits; a solver that may pass them would end a whole turn away."""
    chain = arms.ur5(1.0)
    angles = math.pi - gap - 0.5 * np.abs(np.linspace(-1.0, 1.0, 101))
    moves = 0.3 * np.sin(np.linspace(0.0, 3.0, 101))
    path = np.array([[0.3 + m, -1.2, 1.6 - m, -1.9, -1.5 + m, a] for a, m in zip(angles, moves, strict=True)])
    qs = follow(chain, [chain.forward(q) for q in path], path[0])
    np.testing.assert_allclose(qs, path, atol=5e-3)


@pytest.mark.parametrize("limits", [(-math.inf, 1.0), (-1.0, math.inf)], ids=["no lower", "no upper"])
def test_a_joint_with_one_limit_turns_back_from_it(limits):
    """A full turn lies within the limits, though one end of them is at infinity."""
    chain = arms.planar((0.5, 0.4, 0.3), *limits)
    for q, start in zip(chain.random(22, 60), chain.random(23, 60), strict=True):
        target = chain.forward(q)
        assert_reaches(chain, pult.solve_ik(chain, target, start), target)
        far = pult.solve_ik(chain, [3.0 * q[0], 2.0, 0.0], start)
        assert inside(chain, far.q)


def test_two_turns_are_followed_without_turning_back():
    chain = arms.ur5(2.0)
    angles = np.linspace(-5.5, 5.5, 300)
    base = [0.3, -1.2, 1.6, -1.9, -1.5]
    qs = follow(chain, [chain.forward([*base, a]) for a in angles], [*base, -5.5])
    np.testing.assert_allclose(qs[:, 5], angles, atol=5e-3)


def test_joints_without_limits_go_on_turning():
    chain = arms.planar((0.5, 0.4, 0.3))
    angles = np.linspace(0.0, 20.0, 300)
    qs = follow(chain, [chain.forward([a, 0.4, 0.5]) for a in angles], [0.0, 0.4, 0.5])
    np.testing.assert_allclose(qs[:, 0], angles, atol=2e-2)


# --- components ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["panda", "ur5, one turn", "puma 560", "human arm", "stanford"])
def test_with_the_turn_about_the_tool_left_free_every_direction_of_the_tool_is_reached(name):
    """From everywhere, whatever turn about the tool the start has, up to half a revolution away."""
    chain = arms.ARMS[name]()
    for q, start in zip(chain.random(31, 150), chain.random(32, 150), strict=True):
        target = chain.forward(q)
        found = pult.solve_ik(chain, target, start, components="x y z rx ry", frame="target")
        at = chain.forward(found.q)
        assert found.reached
        assert inside(chain, found.q)
        assert distance_between(at, target) <= DISTANCE * ROUNDING
        # across the tool, the rotation vector is at least as long as the angle between the tool's directions
        apart = math.atan2(np.linalg.norm(np.cross(at[:3, 2], target[:3, 2])), at[:3, 2] @ target[:3, 2])
        assert apart <= ANGLE * ROUNDING


@pytest.mark.parametrize("frame", ["base", "target"])
@pytest.mark.parametrize("components", ["x y", "z", "xyz", "x y rz", "rx ry rz", "x y z rz", "z rx ry"])
def test_the_components_asked_for_are_reached(components, frame):
    chain = arms.panda()
    names = components.replace("xyz", "x y z").split()
    rows = [("x", "y", "z", "rx", "ry", "rz").index(name) for name in names]
    for q in chain.random(33, 20):
        target = chain.forward(q)
        found = pult.solve_ik(chain, target, components=components, frame=frame)
        at = chain.forward(found.q)
        axes = target[:3, :3].T if frame == "target" else np.eye(3)
        apart = arms.Rotation.from_matrix(target[:3, :3] @ at[:3, :3].T).as_rotvec()
        error = np.concatenate([axes @ (target[:3, 3] - at[:3, 3]), axes @ apart])
        assert found.reached
        assert np.linalg.norm(error[[r for r in rows if r < 3]]) <= DISTANCE * ROUNDING
        assert np.linalg.norm(error[[r for r in rows if r >= 3]]) <= ANGLE * ROUNDING


def test_components_may_be_a_list_or_a_text_with_commas():
    chain = arms.panda()
    target = chain.forward(chain.random(34))
    ways = ["x y z rz", "x, y, z, rz", ["x", "y", "z", "rz"], ("rz", "z", "y", "x")]
    found = {pult.solve_ik(chain, target, components=way).q.tobytes() for way in ways}
    assert len(found) == 1


def test_a_weight_of_zero_leaves_a_component_out():
    chain = arms.panda()
    target = chain.forward(chain.random(35))
    one = pult.solve_ik(chain, target, components="x y z rx")
    for weights in ({"ry": 0.0, "rz": 0.0}, [1.0, 1.0, 1.0, 1.0, 0.0, 0.0]):
        assert pult.solve_ik(chain, target, weights=weights).q.tobytes() == one.q.tobytes()


# --- several effectors --------------------------------------------------------------------------------------------


def assert_tree_reaches(tree, found, targets):
    at = dict(zip(tree.effectors, tree.forward(found.q), strict=True))
    assert found.reached
    assert inside(tree, found.q)
    for name, target in targets.items():
        assert distance_between(at[name], target) <= DISTANCE * ROUNDING
        if np.shape(target) == (4, 4):
            assert angle_between(at[name], target) <= ANGLE * ROUNDING


@given(shares, st.booleans(), st.booleans())
@settings(max_examples=60)
def test_both_hands_are_brought_to_points_or_poses_on_a_common_torso(share, left_posed, right_posed):
    tree = arms.torso()
    left, right = tree.forward(configuration(tree, share))
    targets = {"left": left if left_posed else left[:3, 3], "right": right if right_posed else right[:3, 3]}
    assert_tree_reaches(tree, pult.solve_ik(tree, targets), targets)


def test_what_no_target_asks_for_stays_where_it_is_even_over_restarts():
    tree = arms.torso()
    idle = [k for k, name in enumerate(tree.names) if name.startswith("right")]
    restarted = 0
    for q, start in zip(tree.random(41, 60), tree.random(42, 60), strict=True):
        targets = {"left": tree.forward(q)[0]}
        found = pult.solve_ik(tree, targets, start)
        assert_tree_reaches(tree, found, targets)
        np.testing.assert_array_equal(found.q[idle], start[idle])
        restarted += found.starts > 1
    assert restarted > 10


def test_a_tree_agrees_with_the_chain_of_its_effector():
    tree = arms.torso()
    chain = tree.chain("left")
    q = np.array([0.2, -0.5, 0.3, 0.2, -0.8])
    target = chain.forward(q)
    one = pult.solve_ik(chain, {"left": target}, q + 0.1)
    assert_reaches(chain, one, target)
    assert one.q.tobytes() == pult.solve_ik(chain, target, q + 0.1).q.tobytes()


# --- other ways ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["planar 3R", "panda", "ur5, one turn", "finger", "telescope"])
def test_coordinate_descent_may_go_first(name):
    chain = arms.ARMS[name]()
    for q, start in zip(chain.random(51, 30), chain.random(52, 30), strict=True):
        target = chain.forward(q)
        assert_reaches(chain, pult.solve_ik(chain, target, start, first="descent"), target)
        assert_reaches(chain, pult.solve_ik(chain, target[:3, 3], start, first="descent"), target[:3, 3])
    named = pult.solve_ik(chain, {chain.effector: target}, start, first="descent")
    assert named.q.tobytes() == pult.solve_ik(chain, target, start, first="descent").q.tobytes()


def test_a_time_limit_is_used_up_for_what_is_out_of_reach_and_not_otherwise(monkeypatch):
    """By a clock that goes on by a second at each look."""
    chain = arms.panda()
    looks = itertools.count()
    monkeypatch.setattr("pult.motion.ik.solve.time", SimpleNamespace(monotonic=lambda: float(next(looks))))
    found = pult.solve_ik(chain, [3.0, 0.0, 0.4], time_limit=12.0)
    assert (found.reached, found.reason) == (False, "unreachable")
    assert next(looks) == 13  # once at the beginning, and after each lot of starts
    assert found.starts == 12 * pult.solve_ik(chain, [3.0, 0.0, 0.4], time_limit=1.0).starts
    began = next(looks)
    assert pult.solve_ik(chain, chain.forward(chain.random(6)), time_limit=30.0).reached
    assert next(looks) - began < 30


def test_more_starts_are_never_worse():
    chain = arms.puma560()
    point = [0.9, 0.5, -0.9]
    left = [pult.solve_ik(chain, point, starts=starts).residual for starts in (1, 5, 50, 200)]
    assert left[3] <= min(left) + 1e-9
    assert [pult.solve_ik(chain, point, starts=starts).starts for starts in (1, 5)] == [1, 5]


def test_plain_python_gives_the_same_bits():
    for name, mode in (("planar 3R", "point"), ("ur5, one turn", "pose"), ("telescope", "pose"), ("planar 2R", "far")):
        chain = arms.ARMS[name]()
        flat = chain.arrays
        for k, (q, start) in enumerate(zip(chain.random(61, 2), chain.random(62, 2), strict=True)):
            target = chain.forward(q)
            wanted = {"point": target[:3, 3], "pose": target, "far": 3.0 * target[:3, 3]}[mode]
            native = pult.solve_ik(chain, wanted, start, k, starts=4)
            goal, found, figures = read_goal(chain, wanted, None, None), np.empty(chain.n), np.empty(6)
            code = run_search(
                flat.links, flat.tips, flat.limits, chain.ranges, chain.damping, start, goal.rows, goal.scales, False,
                DISTANCE, ANGLE, np.array(seeded(k), dtype=float), 4, found, figures,
            )  # fmt: skip
            assert found.tobytes() == native.q.tobytes()
            assert (code == 0) == native.reached
            assert figures[:4].tolist() == [native.residual, native.angle, native.starts, native.iterations]
