"""Copying: angles from key points are the angles the arm was put to, and stay calm where points do not tell them."""

import math

import mujoco
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import pult
from pult.blocks.kinematics.copying import ArmFromPoints
from pult.core.shipped import shipped, shipped_robot
from pult.motion.copying.arm import DEVIATION, ELBOW, FLEXION, FOREARM, PITCH, ROLL, YAW, arm_angles, body_axes
from pult.testing import check_block, simulate_block

NEAR = 0.15
ARMS = [("human-arm", "arm"), ("torso", "right_arm"), ("torso", "left_arm")]
MIRROR = np.array([1.0, -1.0, 1.0])


class Arm:
    """An arm of a robot, its key points by MuJoCo, and its angles by the kernel."""

    def __init__(self, robot, chain):
        self.robot = pult.load_robot(robot)
        self.chain = self.robot.chain(chain)
        self.name = chain
        self.model = mujoco.MjModel.from_xml_path(str(shipped_robot(robot).parent / self.robot.document.model))
        self.data = mujoco.MjData(self.model)
        self.joints = [self.model.joint(name) for name in self.chain.names]
        self.signs, self.limits = ArmFromPoints.prepare(chain=self.chain, near=NEAR)
        self.at_zero = self._hand(np.zeros(7))

    def _place(self, q):
        mujoco.mj_resetData(self.model, self.data)
        for joint, value in zip(self.joints, q, strict=True):
            self.data.qpos[joint.qposadr[0]] = value
        mujoco.mj_kinematics(self.model, self.data)

    def _hand(self, q):
        self._place(q)
        return self.data.xmat[self.joints[-1].bodyid[0]].reshape(3, 3).copy()

    def points(self, q):
        """Shoulder, elbow, wrist, and where fingers and palm point. Shapes (9,), (3,), (3,)."""
        turned = self._hand(q) @ self.at_zero.T
        places = [self.data.xanchor[self.joints[i].id].copy() for i in (0, 3, 5)]
        inwards = np.array([0.0, -self.signs[ROLL], 0.0])
        return np.concatenate(places), turned @ np.array([0.0, 0.0, -1.0]), turned @ inwards

    def angles(self, points, finger=(0, 0, 0), palm=(0, 0, 0), previous=None):
        before = np.zeros(7) if previous is None else np.asarray(previous, dtype=float)
        found = [np.asarray(x, dtype=float) for x in (points, finger, palm)]
        return arm_angles(*found, NEAR, before, self.signs, self.limits)


@pytest.fixture(scope="module", params=ARMS, ids=[f"{robot} {chain}" for robot, chain in ARMS])
def arm(request):
    if request.param[0] not in shipped("robot"):
        pytest.skip("the robot is not shipped")
    return Arm(*request.param)


fractions = st.lists(st.floats(0.0, 1.0), min_size=7, max_size=7)


def inside(arm, fraction):
    """A posture inside the limits and away from the three singular cases and from yaw at its limits."""
    q = arm.chain.lower + np.array(fraction) * (arm.chain.upper - arm.chain.lower)
    far = NEAR + 0.01
    assume(abs(abs(q[ROLL]) - math.pi / 2) > far and q[ELBOW] > far and abs(abs(q[FLEXION]) - math.pi / 2) > far)
    assume(abs(q[YAW]) < math.pi / 2 - 1e-3)
    return q


@given(fraction=fractions, before=fractions)
@settings(max_examples=150, deadline=None)
def test_the_angles_of_an_arm_come_back_from_its_points(arm, fraction, before):
    q = inside(arm, fraction)
    previous = arm.chain.lower + np.array(before) * (arm.chain.upper - arm.chain.lower)
    assert arm.angles(*arm.points(q), previous) == pytest.approx(q, abs=1e-7)


@given(fraction=fractions, scale=st.floats(0.1, 10.0), shift=st.lists(st.floats(-5, 5), min_size=3, max_size=3))
@settings(max_examples=50, deadline=None)
def test_neither_the_size_of_the_person_nor_the_place_matters(arm, fraction, scale, shift):
    q = inside(arm, fraction)
    points, finger, palm = arm.points(q)
    moved = (scale * points.reshape(3, 3) + np.array(shift)).reshape(9)
    assert arm.angles(moved, scale * finger, palm) == pytest.approx(q, abs=1e-6)


def test_without_a_hand_the_wrist_keeps_its_angles(arm):
    points, finger, _ = arm.points(arm.chain.centre)
    previous = [0.0, 0.0, 0.0, 0.0, 0.3, 0.2, 0.1]
    for hand in ({}, {"finger": finger}, {"finger": finger, "palm": 2.0 * finger}):
        found = arm.angles(points, previous=previous, **hand)
        assert found[FOREARM:].tolist() == previous[4:]
        assert found[:FOREARM] == pytest.approx(arm.chain.centre[:FOREARM], abs=1e-9)


def test_the_palm_need_not_be_exactly_across_the_fingers(arm):
    q = arm.chain.centre
    points, finger, palm = arm.points(q)
    assert arm.angles(points, finger, palm + 0.3 * finger) == pytest.approx(q, abs=1e-9)


# --- singular cases ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("off", [0.0, 1e-12, 1e-3, 0.14])
def test_with_the_arm_straight_sideways_the_pitch_is_kept_and_the_arm_still_points_there(arm, off):
    q = np.array([0.6, math.pi / 2 - off, 0.3, 1.0, 0.0, 0.0, 0.0])
    points, finger, palm = arm.points(q)
    previous = [-0.4, 1.3, 0.0, 0.9, 0.1, 0.0, 0.0]
    found = arm.angles(points, finger, palm, previous)
    assert found[PITCH] == previous[0]
    again, finger_again, _ = arm.points(found)
    # with the pitch kept, upper arm and forearm are off by no more than the pitch of a nearly level arm can move them
    assert directions(again) == pytest.approx(directions(points), abs=off + 1e-9)
    assert finger_again == pytest.approx(finger, abs=1e-9), "the wrist makes up for what the shoulder leaves"


@pytest.mark.parametrize("bend", [0.0, 1e-12, 1e-3, 0.14])
def test_with_a_straight_elbow_the_turn_of_the_upper_arm_is_kept(arm, bend):
    q = np.array([0.6, 0.4, 0.3, bend, 0.2, 0.3, -0.2])
    points, finger, palm = arm.points(q)
    previous = [0.5, 0.4, -0.5, 0.2, 0.0, 0.0, 0.0]
    found = arm.angles(points, finger, palm, previous)
    assert found[YAW] == previous[2]
    assert found[:2] == pytest.approx(q[:2], abs=1e-9)
    assert found[ELBOW] == pytest.approx(bend, abs=1e-9)
    _, finger_again, palm_again = arm.points(found)
    assert finger_again == pytest.approx(finger, abs=1e-9), "the wrist makes up for it"
    assert palm_again == pytest.approx(palm, abs=1e-9)


@pytest.mark.parametrize("sign", [-1.0, 1.0])
def test_with_the_wrist_bent_by_90_degrees_the_turn_of_the_forearm_is_kept(arm, sign):
    q = np.array([0.6, 0.4, 0.3, 1.0, 0.5, sign * math.pi / 2, 0.2])
    points, finger, palm = arm.points(q)
    found = arm.angles(points, finger, palm, [0.0, 0.0, 0.0, 0.0, 0.1, 0.0, 0.0])
    assert found[FOREARM] == 0.1
    _, finger_again, palm_again = arm.points(found)
    assert finger_again == pytest.approx(finger, abs=1e-9)
    assert palm_again == pytest.approx(palm, abs=1e-9)


def directions(points):
    """Directions of upper arm and forearm. Shape (6,)."""
    s, e, w = points.reshape(3, 3)
    return np.concatenate([(e - s) / np.linalg.norm(e - s), (w - e) / np.linalg.norm(w - e)])


def test_an_arm_raised_sideways_over_the_shoulder_does_not_flip(arm):
    """The paper's formula gives another pitch by 180 degrees as soon as the arm is above the horizontal."""
    previous = np.array([0.2, 0.0, 0.1, 0.8, 0.0, 0.0, 0.0])
    for roll in np.arange(0.0, math.radians(125.0), 0.02):
        q = np.array([0.2, roll, 0.1, 0.8, 0.0, 0.0, 0.0])
        found = arm.angles(*arm.points(q), previous)
        assert np.abs(found - previous).max() < 0.25  # as it leaves the singular case: what was kept is made up for
        previous = found
    assert previous == pytest.approx(q, abs=1e-7)


@given(
    points=st.lists(st.floats(-1, 1), min_size=9, max_size=9), hand=st.lists(st.floats(-1, 1), min_size=6, max_size=6)
)
@settings(max_examples=200, deadline=None)
def test_whatever_the_points_the_angles_are_finite_and_on_the_turn_of_the_limits(arm, points, hand):
    found = arm.angles(points, hand[:3], hand[3:], np.full(7, 0.1))
    assert np.isfinite(found).all()
    assert (np.abs(found - arm.limits.mean(axis=0)) <= math.pi + 1e-9).all()


def test_points_that_coincide_keep_all_angles(arm):
    previous = np.array([0.3, 0.2, 0.1, 0.5, 0.1, 0.2, 0.3])
    assert arm.angles(np.zeros(9), previous=previous).tolist() == previous.tolist()


# --- both arms -----------------------------------------------------------------------------------------------------


def test_a_person_seen_in_a_mirror_moves_the_other_arm_by_the_same_angles():
    if "torso" not in shipped("robot"):
        pytest.skip("the robot is not shipped")
    right, left = Arm("torso", "right_arm"), Arm("torso", "left_arm")
    random = np.random.default_rng(4)
    for _ in range(50):
        q = right.chain.lower + random.random(7) * (right.chain.upper - right.chain.lower)
        points, finger, palm = right.points(q)
        mirrored = (points.reshape(3, 3) * MIRROR).reshape(9)
        previous = random.normal(size=7)
        one = right.angles(points, finger, palm, previous)
        other = left.angles(mirrored, finger * MIRROR, palm * MIRROR, previous)
        assert other == pytest.approx(one, abs=1e-9)
        assert left.points(q)[1] == pytest.approx(finger * MIRROR, abs=1e-9), "equal angles, mirrored arms"


# --- noise ---------------------------------------------------------------------------------------------------------


def yaw_noise(arm, elbow, sigma=0.01, count=2000):
    """Mean error of the turn of the upper arm under noise of all nine coordinates of the key points [deg]."""
    q = np.array([0.5, 0.4, 0.2, elbow, 0.0, 0.0, 0.0])
    points, _, _ = arm.points(q)
    random = np.random.default_rng(0)
    errors = [arm.angles(points + sigma * random.normal(size=9), previous=q)[YAW] - q[YAW] for _ in range(count)]
    return math.degrees(float(np.mean(np.abs(errors))))


def test_noise_of_10_mm_turns_the_upper_arm_little_unless_the_elbow_is_nearly_straight(arm):
    """Noise of wrist and elbow over the length of the forearm times the sine of the bend."""
    for bend, expected in ((20.0, 11.0), (90.0, 2.7), (120.0, 2.6)):
        assert yaw_noise(arm, math.radians(bend)) == pytest.approx(expected, rel=0.15)


# --- axes of the body ----------------------------------------------------------------------------------------------


@given(st.lists(st.floats(-1, 1), min_size=3, max_size=3), st.lists(st.floats(-1, 1), min_size=3, max_size=3))
@settings(max_examples=200, deadline=None)
def test_axes_of_the_body_are_a_rotation_with_y_along_the_shoulders(across, up):
    assume(np.linalg.norm(np.cross(across, up)) > 0.02 * np.linalg.norm(across) * np.linalg.norm(up) > 1e-6)
    axes = body_axes(np.array(across), np.array(up), np.eye(3))
    assert axes @ axes.T == pytest.approx(np.eye(3), abs=1e-9)
    assert np.linalg.det(axes) == pytest.approx(1.0)
    assert axes[1] * np.linalg.norm(across) == pytest.approx(across, abs=1e-9)
    assert axes[2] @ up > 0.0


def test_axes_that_do_not_follow_from_the_points_are_kept():
    before = np.array([[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
    for across, up in ((np.zeros(3), [0, 0, 1]), ([0, 1, 0], np.zeros(3)), ([0, 0, 2], [0, 0, 1])):
        assert body_axes(np.array(across, float), np.array(up, float), before).tolist() == before.tolist()


# --- the blocks ----------------------------------------------------------------------------------------------------


def test_the_blocks_are_pure_documented_and_the_same_natively_as_plainly():
    check_block("kinematics.body_from_points", steps=60)
    check_block("kinematics.arm_from_points", {"chain": "arm"}, robot=pult.load_robot("human-arm"), steps=60)


def test_a_person_who_turns_and_leans_is_copied_all_the_same():
    from scipy.spatial.transform import Rotation

    arm = Arm("human-arm", "arm")
    q = np.array([0.5, 0.4, 0.2, 1.0, 0.0, 0.0, 0.0])
    right = arm.points(q)[0].reshape(3, 3) - arm.points(q)[0][:3] + np.array([0.0, -0.2, 1.4])
    both = np.concatenate([right, right * MIRROR])  # (6, 3)
    hips = np.array([[0.0, -0.1, 0.9], [0.0, 0.1, 0.9]])
    turn = Rotation.from_euler("zyx", [1.2, 0.4, -0.3]).as_matrix()
    seen = {"points": (both @ turn.T).reshape(18), "hips": (hips @ turn.T).reshape(6)}
    body = simulate_block("kinematics.body_from_points", seen, steps=2)
    assert body["right"][1].reshape(3, 3) == pytest.approx(right, abs=1e-9)
    assert body["left"][1].reshape(3, 3) == pytest.approx(right * MIRROR, abs=1e-9)
    robot = pult.load_robot("human-arm")
    found = simulate_block("kinematics.arm_from_points", {"points": body["right"]}, {"chain": "arm"}, robot=robot)["y"]
    assert found[1] == pytest.approx(q, abs=1e-9)
    camera = simulate_block(
        "kinematics.body_from_points", {"points": (both @ np.array([[0, 1, 0], [0, 0, 1], [1, 0, 0]])).reshape(18)},
        {"up": [1.0, 0.0, 0.0]}, steps=1,
    )  # fmt: skip
    assert camera["right"][0].reshape(3, 3) - camera["right"][0][:3] == pytest.approx(right - right[0], abs=1e-9)


def test_a_chain_that_is_no_such_arm_is_refused_with_the_joint():
    with pytest.raises(ValueError, match="the chain has 2 joints .*; an arm has seven"):
        ArmFromPoints.prepare(chain=pult.load_robot("two-link").chain("arm"))
    with pytest.raises(ValueError, match="must turn about y, x, z, y, z, x, y .* where all angles are zero"):
        ArmFromPoints.prepare(chain=pult.load_robot("panda").chain("arm"))
    assert DEVIATION == 6
