"""Levenberg-Marquardt: inside the limits, to the minimum of the error, for any components and several effectors."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import least_squares

import pult
from pult.geometry.rotation import rotation_angle, rotation_vector_from_matrix
from tests.motion.ik import arms

TREE = """
<mujoco><compiler angle="radian"/><worldbody><body name="waist"><joint name="waist" axis="0 0 1" range="-1.5 1.5"/>
<geom size="0.1"/>
<body name="l1" pos="0 0.2 0.4"><joint name="l1" axis="0 1 0" range="-2 2"/><joint name="l2" axis="1 0 0" range="-2 2"/>
 <geom size="0.05"/><body name="l3" pos="0.3 0 0"><joint name="l3" axis="0 1 0" range="-2.5 0"/><geom size="0.05"/>
 <site name="left" pos="0.3 0 0"/></body></body>
<body name="r1" pos="0 -0.2 0.4"><joint name="r1" axis="0 1 0" range="-2 2"/><joint name="r2" axis="1 0 0" range="-2 2"/>
 <geom size="0.05"/><body name="r3" pos="0.3 0 0"><joint name="r3" axis="0 1 0" range="-2.5 0"/><geom size="0.05"/>
 <site name="right" pos="0.3 0 0"/></body></body>
</body></worldbody></mujoco>
"""


@settings(max_examples=60)
@given(st.integers(0, 10**6), st.booleans())
def test_limits_are_kept_and_the_end_is_what_the_result_says(seed, oriented):
    arm = pult.load_robot("puma560").chain("arm")
    generator = np.random.default_rng(seed)
    target = arm.forward(arm.random(generator))
    found = pult.levenberg_marquardt(arm, arm.random(generator), target if oriented else target[:3, 3])
    at = arm.forward(found.q)
    assert (found.q >= arm.lower).all()
    assert (found.q <= arm.upper).all()
    assert found.residual == pytest.approx(np.linalg.norm(at[:3, 3] - target[:3, 3]), abs=1e-12)
    if oriented:
        assert found.angle == pytest.approx(rotation_angle(at[:3, :3], target[:3, :3]), abs=1e-9)
    assert found.reached == (found.residual <= 1e-4 and found.angle <= 1e-3)


def test_the_error_never_rises_from_iteration_to_iteration():
    arm = pult.load_robot("panda").chain("arm")
    generator = np.random.default_rng(2)
    for _ in range(20):
        q0, target = arm.random(generator), arm.forward(arm.random(generator))
        before = math.inf
        for most in range(1, 25):
            found = pult.levenberg_marquardt(arm, q0, target, max_iterations=most, tolerance=1e-9, angle_tolerance=1e-9)
            now = (found.residual / arm.reach) ** 2 + (0.3 * found.angle) ** 2
            assert now <= before * (1.0 + 1e-12)
            before = now


def test_the_minimum_is_that_of_a_bounded_least_squares_solver():
    """Out of reach, from near the minimum: both solvers find the same local one."""
    arm = arms.planar([0.5, 0.4, 0.3], lower=-1.0, upper=1.2)
    for angle in np.linspace(-2.5, 2.5, 11):
        point = 1.6 * np.array([math.cos(angle), math.sin(angle), 0.0])
        found = pult.levenberg_marquardt(arm, [0.1, 0.1, 0.1], point)
        right = least_squares(
            lambda q, p=point: arm.forward(np.clip(q, arm.lower, arm.upper))[:3, 3] - p,
            np.clip(found.q, arm.lower + 1e-6, arm.upper - 1e-6), bounds=(arm.lower, arm.upper), xtol=1e-15, ftol=1e-15,
        )  # fmt: skip
        assert found.reason == "unreachable"
        assert found.residual <= math.sqrt(2.0 * right.cost) + 1e-8


def test_components_that_are_left_out_are_free_and_the_others_are_reached():
    robot = pult.load_robot("panda")
    arm, home = robot.chain("arm"), robot.home("arm")
    target = pult.pose([0.45, 0.1, 0.4], [3.0, 0.2, 0.5])
    two = pult.levenberg_marquardt(arm, home, target, components="x z")
    at = arm.forward(two.q)
    assert two.reached
    assert at[0, 3] == pytest.approx(0.45, abs=1e-4)
    assert at[2, 3] == pytest.approx(0.4, abs=1e-4)
    free = pult.levenberg_marquardt(arm, home, target, components=["x", "y", "z", "rx", "ry"], frame="target")
    at = arm.forward(free.q)
    assert free.reached
    assert at[:3, 3] == pytest.approx(target[:3, 3], abs=1e-4)
    assert math.acos(min(1.0, at[:3, 2] @ target[:3, 2])) < 2e-3  # the tool's axis, whatever the turn about it
    assert rotation_angle(at[:3, :3], target[:3, :3]) > 0.01
    along = target[:3, :3].T @ (at[:3, 3] - target[:3, 3])
    slid = pult.levenberg_marquardt(arm, home, target, components="x y", frame="target")
    along = target[:3, :3].T @ (arm.forward(slid.q)[:3, 3] - target[:3, 3])
    assert np.abs(along[:2]).max() < 1e-4
    assert abs(along[2]) > 1e-3


def test_a_heavier_weight_takes_the_larger_share_of_an_impossible_task():
    """A two-link arm cannot have both: a point at its reach and a direction across it."""
    arm = arms.planar([0.5, 0.5])
    target = pult.pose([0.9, 0.0, 0.0], [0.0, 0.0, math.pi / 2])
    left = []
    for weight in (0.1, 1.0, 10.0):
        found = pult.levenberg_marquardt(arm, [0.2, 0.4], target, weights={"rz": weight})
        assert not found.reached
        left.append((found.residual, found.angle))
    assert left[0][0] < left[1][0] < left[2][0]
    assert left[0][1] > left[1][1] > left[2][1]


def test_both_hands_on_one_waist():
    tree = pult.Tree.from_mjcf(TREE, effectors=["left", "right"])
    generator = np.random.default_rng(4)
    ok = 0
    for _ in range(30):
        q, start = tree.random(generator), tree.random(generator)
        left, right = tree.forward(q)
        found = pult.solve_ik(tree, {"left": left[:3, 3], "right": right[:3, 3]}, start)
        a, b = tree.forward(found.q)
        ok += np.linalg.norm(a[:3, 3] - left[:3, 3]) <= 1e-4 and np.linalg.norm(b[:3, 3] - right[:3, 3]) <= 1e-4
        assert (found.q >= tree.lower).all()
        assert (found.q <= tree.upper).all()
    assert ok == 30
    one = pult.levenberg_marquardt(tree, np.zeros(7) - 0.1, {"left": tree.forward(np.full(7, -0.3))[0][:3, 3]})
    assert one.reached
    assert one.q[4:] == pytest.approx(np.full(3, -0.1), abs=1e-12)  # nobody asked anything of the right arm


def test_a_point_for_one_hand_and_a_pose_for_the_other():
    tree = pult.Tree.from_mjcf(TREE, effectors=["left", "right"])
    q = np.array([0.3, 0.2, -0.3, -0.8, -0.2, 0.4, -1.0])
    left, right = tree.forward(q)
    found = pult.solve_ik(tree, {"left": left, "right": right[:3, 3]}, q + 0.1 * np.array([1, -1, 1, -1, 1, -1, 1]))
    assert found.reached
    a, b = tree.forward(found.q)
    assert rotation_angle(a[:3, :3], left[:3, :3]) < 1e-3
    assert np.linalg.norm(b[:3, 3] - right[:3, 3]) < 1e-4


def test_tight_tolerances_are_met():
    """As for the legs of paper 003, which iterate until steps of 1e-12."""
    arm = pult.load_robot("panda").chain("arm")
    generator = np.random.default_rng(6)
    for _ in range(20):
        q = arm.centre + 0.5 * (arm.random(generator) - arm.centre)
        target = arm.forward(q)
        found = pult.levenberg_marquardt(arm, q + 0.05, target, tolerance=1e-12, angle_tolerance=1e-12)
        at = arm.forward(found.q)
        assert found.reached
        assert np.linalg.norm(at[:3, 3] - target[:3, 3]) < 2e-12
        assert np.linalg.norm(rotation_vector_from_matrix(target[:3, :3] @ at[:3, :3].T)) < 2e-12


def test_plain_python_gives_the_same_bits():
    from pult.motion.ik.levenberg import BIAS, GAIN
    from pult.motion.ik.marquardt import run_descend
    from pult.motion.ik.target import read_goal

    arm = pult.load_robot("ur5").chain("arm")
    generator = np.random.default_rng(8)
    for _ in range(4):
        q0, target = arm.random(generator), arm.forward(arm.random(generator))
        native = pult.levenberg_marquardt(arm, q0, target, max_iterations=40)
        goal, flat, q = read_goal(arm, target, None, None), arm.arrays, q0.copy()
        code, iterations, distance, angle = run_descend(
            flat.links, flat.tips, flat.limits, goal.rows, goal.scales, False, 1e-4, 1e-3, q, arm.damping, GAIN, BIAS, 40,
            1e-9,
        )  # fmt: skip
        assert q.tobytes() == native.q.tobytes()
        assert (iterations, distance, angle) == (native.iterations, native.residual, native.angle)
        assert (code == 0) == native.reached
