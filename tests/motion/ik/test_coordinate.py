"""Coordinate descent: step by step what paper 000 says, and its extension to orientation."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize_scalar

import pult
from pult.geometry.rotation import rotation_angle
from tests.motion.ik import arms

# --- a slow, literal transcription of the pseudocode --------------------------------------------------------------


def literal(chain, joints, q, wanted, eps1, eps2, eps3, most):
    """The paper's algorithm with poses as products of matrices; returns (reason, visits, steps, q).

    joints(q) gives for each joint its position, its axis, and the position of the effector.
    """
    q, n = np.array(q, dtype=float), len(q)
    k, steps = 0, []
    while True:
        total, turned = 0.0, False
        i = n
        while i >= 1:
            k += 1
            points, axes, effector = joints(q)
            v, w = effector - points[i - 1], wanted - points[i - 1]
            axis = axes[i - 1]
            v, w = v - axis * (v @ axis), w - axis * (w @ axis)
            dq = 0.0
            if np.linalg.norm(v) > 1e-10 * chain.reach and np.linalg.norm(w) > 1e-10 * chain.reach:
                v, w = v / np.linalg.norm(v), w / np.linalg.norm(w)
                dq = math.atan2(axis @ np.cross(v, w), v @ w)
            dq = min(max(q[i - 1] + dq, chain.lower[i - 1]), chain.upper[i - 1]) - q[i - 1]
            total += abs(dq)
            if abs(dq) >= eps1:
                turned = True
                q[i - 1] += dq
                distance = np.linalg.norm(joints(q)[2] - wanted)
                steps.append((i - 1, dq, distance))
                if k > most:
                    return ("reached" if distance < eps2 else "iterations"), k, steps, q
                if distance < eps2:
                    return "reached", k, steps, q
                if i < n and abs(dq) > eps3:
                    i = n
                    continue
            i -= 1
        if total < eps1 or not turned:
            distance = np.linalg.norm(joints(q)[2] - wanted)
            return ("reached" if distance < eps2 else "unreachable"), k, steps, q


def random_arm(seed):
    """A chain of revolute joints with random axes, placements and limits, and its kinematics by matrices."""
    generator = np.random.default_rng(seed)
    n = int(generator.integers(2, 6))
    parts, given = [], []
    for i in range(n):
        axis = generator.normal(size=3)
        axis /= np.linalg.norm(axis)
        T = pult.pose(generator.uniform(-0.5, 0.5, 3), generator.uniform(-3, 3, 3))
        low, high = sorted(generator.uniform(-3.0, 3.0, 2))
        given.append((T, axis))
        parts.append((pult.Joint(f"j{i}", "revolute", tuple(axis), low, high), T))
    tool = pult.pose(generator.uniform(0.1, 0.5, 3))
    chain = pult.Chain.from_joints(parts, tool=tool)

    def joints(q):
        T, points, axes = np.eye(4), [], []
        for (placement, axis), angle in zip(given, q, strict=True):
            T = T @ placement
            points.append(T[:3, 3].copy())
            axes.append(T[:3, :3] @ axis)
            K = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
            turn = np.eye(4)
            turn[:3, :3] += math.sin(angle) * K + (1.0 - math.cos(angle)) * K @ K
            T = T @ turn
        return points, axes, (T @ tool)[:3, 3]

    return chain, joints, generator


@settings(max_examples=60)
@given(st.integers(0, 10**6))
def test_every_rotation_is_that_of_the_pseudocode(seed):
    chain, joints, generator = random_arm(seed)
    q0 = chain.random(generator)
    reachable = generator.random() < 0.6
    wanted = joints(chain.random(generator))[2] if reachable else generator.normal(size=3) * 2.0 * chain.reach
    choices = {"eps1": [1e-6, 1e-3, 0.1], "eps2": [1e-4, 1e-2], "eps3": [1e-3, 1e-1]}
    eps = {name: float(generator.choice(values)) for name, values in choices.items()}
    most = int(generator.choice([3, 40, 300]))
    reason, visits, steps, q = literal(chain, joints, q0, wanted, most=most, **eps)
    found = pult.coordinate_descent(chain, q0, wanted, max_iterations=most, trace=True, **eps)
    assert found.reason == reason
    assert found.iterations == visits
    assert [step.joint for step in found.trace] == [joint for joint, _, _ in steps]
    # two ways to multiply the same matrices: rounding grows with the number of rotations, which stays below 300
    assert [s.change for s in found.trace] == pytest.approx([dq for _, dq, _ in steps], abs=1e-9)
    assert [s.distance for s in found.trace] == pytest.approx([d for *_, d in steps], abs=1e-9)
    assert found.q == pytest.approx(q, abs=1e-9)
    assert found.rotations == len(steps)
    assert found.reached == (found.residual < eps["eps2"])


def test_the_three_reasons_to_stop():
    arm = arms.planar([0.4, 0.3])
    assert pult.coordinate_descent(arm, [0.1, 0.2], [0.3, 0.4, 0.0]).reason == "reached"
    far = pult.coordinate_descent(arm, [0.1, 0.2], [3.0, 4.0, 0.0])
    assert (far.reason, far.reached) == ("unreachable", False)
    assert far.residual == pytest.approx(5.0 - 0.7, abs=1e-9)
    tired = pult.coordinate_descent(arm, [0.1, 0.2], [0.3, 0.4, 0.0], max_iterations=3)
    assert (tired.reason, tired.iterations, tired.rotations) == ("iterations", 4, 4)


def test_an_effector_that_is_there_already_is_reached_without_a_rotation():
    arm = arms.planar([0.4, 0.3])
    found = pult.coordinate_descent(arm, [0.3, 0.5], arm.forward([0.3, 0.5])[:3, 3])
    assert (found.reason, found.rotations) == ("reached", 0)


def test_a_point_on_the_axis_of_a_joint_makes_it_no_difference():
    """Vanishing projections: the wanted point on the base's axis, and the effector on the last joint's axis."""
    arm = pult.Chain.from_dh([(0.4, 0.0, 0.0, 0.0), (0.3, 0.0, 0.0, 0.0), (0.0, 0.0, 0.1, 0.0)], "standard")
    found = pult.coordinate_descent(arm, [0.3, 0.5, 0.2], [0.0, 0.0, 0.1], trace=True)
    assert {step.name for step in found.trace} == {"joint2"}
    assert found.residual == pytest.approx(0.1, abs=1e-9)  # 0.4 - 0.3: folded back


def test_a_sweep_of_turns_too_small_to_make_ends():
    """Turns below eps1 that add up to more must not be asked for again and again."""
    arm = arms.planar([1.0] * 5)
    q = np.full(5, 0.3)
    point = arm.forward(q)[:3, 3] + np.array([3e-7, 0.0, 0.0])
    found = pult.coordinate_descent(arm, q, point, eps1=1e-6, eps2=1e-9)
    assert (found.reason, found.rotations) == ("unreachable", 0)


# --- orientation ---------------------------------------------------------------------------------------------------


def cost(chain, q, target, weights):
    T = chain.forward(q)
    axes = sum(w * np.sum((T[:3, k] - target[:3, k]) ** 2) for k, w in enumerate(weights[1:]))
    return weights[0] * np.sum((T[:3, 3] - target[:3, 3]) ** 2) + axes


@pytest.mark.parametrize("axis", [None, "x", "z"])
def test_each_rotation_is_the_best_that_its_joint_can_do_and_the_sum_never_rises(axis):
    for seed in range(12):
        chain, _, generator = random_arm(seed)
        q, target = chain.random(generator), chain.forward(chain.random(generator))
        weight = 0.2
        weights = [1.0 / chain.reach**2, *(weight * (axis is None or axis == name) for name in "xyz")]
        found = pult.coordinate_descent(
            chain, q, target, axis=axis, orientation_weight=weight, max_iterations=30, trace=True
        )
        q = np.array(q)
        for step in found.trace:
            before, old = cost(chain, q, target, weights), q[step.joint]
            q[step.joint] += step.change
            assert cost(chain, q, target, weights) <= before + 1e-12
            inside = chain.lower[step.joint] + 1e-9 < q[step.joint] < chain.upper[step.joint] - 1e-9
            if inside:  # then no angle whatever is better
                best = least_along(chain, q, step.joint, old, target, weights)
                assert cost(chain, q, target, weights) <= best + 1e-9


def least_along(chain, q, joint, centre, target, weights):
    """Least sum over all angles of one joint."""
    q = q.copy()

    def along(angle):
        q[joint] = angle
        return cost(chain, q, target, weights)

    pieces = [(centre + a, centre + b) for a, b in ((-3.2, -1.0), (-1.0, 1.0), (1.0, 3.2))]
    return min(minimize_scalar(along, bounds=p, method="bounded", options={"xatol": 1e-10}).fun for p in pieces)


def test_a_direction_is_reached_and_the_turn_about_it_stays_free():
    arm = pult.load_robot("panda").chain("arm")
    start = pult.load_robot("panda").home("arm")
    found = pult.coordinate_descent(arm, start, [0.4, 0.1, 0.5], direction=[0.1, 0.0, -1.0])
    T = arm.forward(found.q)
    wanted = np.array([0.1, 0.0, -1.0]) / math.hypot(0.1, 1.0)
    assert found.reached
    assert np.linalg.norm(T[:3, 3] - [0.4, 0.1, 0.5]) < 1e-4
    assert math.acos(T[:3, 2] @ wanted) < 1.01e-3
    for name, column in (("x", 0), ("y", 1)):
        other = pult.coordinate_descent(arm, start, [0.4, 0.1, 0.5], direction=T[:3, column], axis=name)
        assert np.linalg.norm(arm.forward(other.q)[:3, column] - T[:3, column]) < 1.1e-3


def test_a_whole_pose_is_reached_on_an_easy_case():
    robot = pult.load_robot("human-arm")
    arm, start = robot.chain("arm"), robot.home("arm")
    target = arm.forward(start + np.array([0.2, -0.1, 0.15, 0.2, -0.2, 0.1, -0.1]))
    found = pult.coordinate_descent(arm, start, target)
    assert found.reached
    at = arm.forward(found.q)
    assert np.linalg.norm(at[:3, 3] - target[:3, 3]) < 1e-4
    assert rotation_angle(at[:3, :3], target[:3, :3]) < 1e-3


def test_sliding_and_mimicking_joints_take_part():
    slider = pult.Chain.from_dh(
        [
            {"a": 0.0, "alpha": -math.pi / 2, "d": 0.0, "theta": 0.0},
            {"a": 0.0, "alpha": 0.0, "d": 0.3, "theta": 0.0, "joint": "prismatic", "lower": 0.0, "upper": 0.5},
        ],
        "standard",
    )
    wanted = slider.forward([0.7, 0.4])[:3, 3]
    found = pult.coordinate_descent(slider, [0.1, 0.1], wanted)
    assert found.reached
    assert found.q == pytest.approx([0.7, 0.4], abs=1e-3)
    finger = pult.Chain.from_joints(
        [
            (pult.Joint("base"), np.eye(4)),
            (pult.Joint("first"), pult.pose([0.3, 0.0, 0.0])),
            (pult.Joint("second", mimic=pult.Mimic("first", 0.8)), pult.pose([0.3, 0.0, 0.0])),
        ],
        tool=pult.pose([0.3, 0.0, 0.0]),
    )
    wanted = finger.forward([0.4, 0.9])[:3, 3]
    found = pult.coordinate_descent(finger, [0.2, 0.6], wanted)
    assert found.reached
    assert np.linalg.norm(finger.forward(found.q)[:3, 3] - wanted) < 1e-4


def test_a_joint_that_follows_by_a_ratio_of_zero_does_not_matter():
    """It stands before the joint it follows, so that its row is the first of their common coordinate."""
    stiff = pult.Joint("stiff", mimic=pult.Mimic("elbow", 0.0))
    chain = pult.Chain.from_joints(
        [
            (pult.Joint("base"), np.eye(4)),
            (stiff, pult.pose([0.2, 0.0, 0.0])),
            (pult.Joint("elbow"), pult.pose([0.3, 0.0, 0.0])),
        ],
        tool=pult.pose([0.4, 0.0, 0.0]),
    )
    same = arms.planar([0.5, 0.4])
    order = [chain.names.index(name) for name in ("base", "elbow")]
    wanted = same.forward([0.4, 0.9])[:3, 3]
    one = pult.coordinate_descent(chain, [0.1, 0.2], wanted)
    two = pult.coordinate_descent(same, [0.1, 0.2], wanted)
    assert one.reached
    assert one.q[order] == pytest.approx(two.q, abs=1e-12)


def test_plain_python_gives_the_same_bits():
    from pult.motion.ik.coordinate import descent_weights, run_descent
    from pult.motion.ik.problem import VANISHING

    arm = pult.load_robot("panda").chain("arm")
    generator = np.random.default_rng(3)
    for oriented in (False, True):
        q0, target = arm.random(generator), arm.forward(arm.random(generator))
        native = pult.coordinate_descent(arm, q0, target if oriented else target[:3, 3], max_iterations=60)
        q, flat = np.array(q0), arm.arrays
        row = np.array(target[:3]).reshape(1, 12)
        if not oriented:
            row[0, [0, 1, 2, 4, 5, 6, 8, 9, 10]] = np.eye(3).ravel()
        weights = descent_weights(arm.reach, 0.03 if oriented else 0.0, None)
        done = run_descent(
            flat.links, flat.tips, flat.limits, row, weights, 1e-4, 1e-3, q, 1e-6, 1e-3, 60, VANISHING * arm.reach,
            np.zeros((0, 4)),
        )  # fmt: skip
        assert q.tobytes() == native.q.tobytes()
        assert (done.visits, done.rotations) == (native.iterations, native.rotations)
