"""Arm and wrist apart: the wrist's closed form, the swivel of the elbow, and forces by the transposed Jacobian."""

import numpy as np
import pytest

import pult
from pult.geometry.rotation import quaternion_from_matrix, rotation_angle
from pult.testing import check_block, simulate_block

SIDES = ("right", "left")


@pytest.fixture(scope="module")
def torso():
    return pult.load_robot("torso")


def arm_of(torso, side):
    return torso.chain(f"{side}_arm"), {"chain": f"{side}_arm", "joints": 7}


def held(torso, side, q, rotation):
    _, names = arm_of(torso, side)
    inputs = {"q": q, "quaternion": 2.0 * quaternion_from_matrix(rotation)}
    found = simulate_block("kinematics.wrist_hold", inputs, names, robot=torso, steps=1)
    return found["angles"][0], float(found["turn"][0])


def test_blocks_keep_the_rules(torso):
    names = {"chain": "right_arm", "joints": 7}
    check_block("kinematics.wrist_hold", names, robot=torso, steps=60)
    check_block("kinematics.relax", {**names, "rest": REST, "part": [1, 1, 1, 1, 0, 0, 0]}, robot=torso, steps=60)


@pytest.mark.parametrize("side", SIDES)
def test_the_three_wrist_axes_meet_in_the_wrist_point(torso, side):
    chain, _ = arm_of(torso, side)
    for q in chain.random(1, 20):
        assert np.abs(chain.jacobian(q)[:3, 4:]).max() < 1e-12


@pytest.mark.parametrize("side", SIDES)
def test_it_finds_the_very_angles_that_an_orientation_was_made_with(torso, side):
    chain, _ = arm_of(torso, side)
    random = np.random.default_rng(2)
    for _ in range(30):
        q = chain.random(random)
        start = q.copy()
        start[4:] = np.clip(q[4:] + random.uniform(-0.4, 0.4, 3), chain.lower[4:], chain.upper[4:])
        angles, turn = held(torso, side, start, chain.forward(q)[:3, :3])
        assert angles == pytest.approx(q, abs=1e-9)
        assert turn < 1e-9


@pytest.mark.parametrize("side", SIDES)
def test_the_wrist_point_stays_and_so_does_the_rest_of_the_arm(torso, side):
    chain, _ = arm_of(torso, side)
    random = np.random.default_rng(4)
    for _ in range(10):
        q, other = chain.random(random), chain.random(random)
        angles, _ = held(torso, side, q, chain.forward(other)[:3, :3])
        np.testing.assert_array_equal(angles[:4], q[:4])
        assert chain.forward(angles)[:3, 3] == pytest.approx(chain.forward(q)[:3, 3], abs=1e-12)
        assert (angles >= chain.lower - 1e-12).all() and (angles <= chain.upper + 1e-12).all()


def test_what_is_left_is_told_and_no_single_joint_can_better_it(torso):
    chain, _ = arm_of(torso, "right")
    random = np.random.default_rng(6)
    stopped = 0
    for _ in range(30):
        q, wanted = chain.random(random), chain.forward(chain.random(random))[:3, :3]
        angles, turn = held(torso, "right", q, wanted)
        # the angle is told from the sum that the descent lowers: both grow together
        assert turn == pytest.approx(rotation_angle(chain.forward(angles)[:3, :3], wanted), abs=1e-6)
        if turn < 1e-6:
            continue
        stopped += 1
        for joint in (4, 5, 6):
            for step in (-0.02, 0.02):
                trial = angles.copy()
                trial[joint] = np.clip(trial[joint] + step, chain.lower[joint], chain.upper[joint])
                assert rotation_angle(chain.forward(trial)[:3, :3], wanted) > turn - 1e-3
    assert stopped > 5


def test_a_wrist_that_is_none_is_refused():
    panda = pult.load_robot("two-link")
    with pytest.raises(ValueError, match="last three joints"):
        simulate_block(
            "kinematics.wrist_hold", {"q": [0.0, 0.0], "quaternion": [1.0, 0, 0, 0]}, {"chain": "arm", "joints": 2},
            robot=panda, steps=1,
        )  # fmt: skip


# --- the swivel ---

REST = [0.2, 0.3, 0.1, 1.4, 0.0, 0.0, 0.0]


def relaxed(torso, q, **parameters):
    _, names = arm_of(torso, "right")
    given = {**names, "rest": REST, "part": [1, 1, 1, 1, 0, 0, 0], **parameters}
    return simulate_block("kinematics.relax", {"q": q}, given, robot=torso, steps=1)["y"][0]


def test_relaxing_leaves_the_wrist_point_to_first_order(torso):
    chain, _ = arm_of(torso, "right")
    for q in chain.random(8, 20):
        small, large = (relaxed(torso, q, gain=gain, most=100.0) - q for gain in (0.01, 1.0))
        assert large == pytest.approx(100.0 * small, abs=1e-9)  # the same direction
        moved = chain.forward(q + small)[:3, 3] - chain.forward(q)[:3, 3]
        assert np.linalg.norm(moved) < 2e-3 * np.linalg.norm(small) + 2.0 * np.linalg.norm(small) ** 2
        np.testing.assert_array_equal(small[4:], 0.0)


def test_relaxing_with_descent_ends_where_the_rest_posture_is_nearest(torso):
    """At the end no turn of the elbow about the line from shoulder to wrist brings the arm nearer to its rest."""
    chain, names = arm_of(torso, "right")
    q = np.array([0.6, 0.5, -0.6, 1.2, 0.1, 0.0, 0.0])
    point = chain.forward(q)[:3, 3]
    for _ in range(300):
        q = relaxed(torso, q, gain=10.0, most=2.0)
        inputs = {"q": q, "point": point}
        q = simulate_block("kinematics.descent", inputs, names, robot=torso, steps=1)["angles"][0]
    assert np.linalg.norm(chain.forward(q)[:3, 3] - point) < 1e-4
    J = chain.jacobian(q)[:3, :4]
    swivel = np.linalg.svd(J)[2][3]  # the one direction that leaves the point
    assert abs(swivel @ (np.array(REST[:4]) - q[:4])) < 0.02


def test_no_joint_relaxes_faster_than_it_may_and_a_share_of_none_stays(torso):
    chain, names = arm_of(torso, "right")
    q = chain.random(9)
    assert np.abs(relaxed(torso, q, gain=50.0, most=0.3) - q).max() <= 0.3 * 0.01 * (1 + 1e-12)
    given = {**names, "rest": REST, "part": [1] * 7}
    still = simulate_block("kinematics.relax", {"q": q, "share": 0.0}, given, robot=torso, steps=1)["y"][0]
    np.testing.assert_array_equal(still, q)


# --- forces ---


def test_torques_of_a_force_do_the_work_that_the_force_does(torso):
    """Virtual work: torques times a small turn of the joints is force times way plus moment times turn."""
    chain, names = arm_of(torso, "left")
    random = np.random.default_rng(5)
    q, force, moment, rates, h = chain.random(random), *random.normal(size=(2, 3)), random.normal(size=7), 1e-6
    found = simulate_block(
        "kinematics.force_torques", {"q": q, "force": force, "moment": moment}, names, robot=torso, steps=1
    )["torques"][0]
    after, before = chain.forward(q + h * rates), chain.forward(q - h * rates)
    velocity = (after[:3, 3] - before[:3, 3]) / (2 * h)
    skew = (after[:3, :3] - before[:3, :3]) @ chain.forward(q)[:3, :3].T / (2 * h)
    power = force @ velocity + moment @ [skew[2, 1], skew[0, 2], skew[1, 0]]
    assert found @ rates == pytest.approx(power, abs=1e-7)  # h^2 and 1e-16/h
