"""The torso robot in physics: command, semi-automatic and copying modes, and switching between them."""

import numpy as np
import pytest

import pult
from pult.geometry.rotation import matrix_from_quaternion, rotation_angle

from .torso_lab import (
    FULL_SPEED,
    Torso,
    closed_path,
    copied,
    drift,
    drive_hand,
    following_error,
    go_round,
    largest_step,
    pressing,
    switching,
)  # fmt: skip

SIDES = ("right", "left")


@pytest.fixture(scope="module")
def opened(tmp_path_factory):
    return Torso(tmp_path_factory.mktemp("torso"))


@pytest.fixture
def torso(opened):
    opened.reset()
    return opened


@pytest.fixture(scope="module")
def robot():
    return pult.load_robot("torso")


def test_limits_of_the_scheme_are_those_of_the_chains(opened, robot):
    low, high = (np.array(opened.session.program.get(f"setpoint.{end}")) for end in ("low", "high"))
    names = [*robot.chain("head").names, *robot.chain("right_arm").names, *robot.chain("left_arm").names]
    ends = {}
    for chain in robot.chains.values():
        ends |= {name: (a, b) for name, a, b in zip(chain.names, chain.lower, chain.upper, strict=True)}
    assert low == pytest.approx([ends[name][0] for name in names], abs=1e-12)
    assert high == pytest.approx([ends[name][1] for name in names], abs=1e-12)
    assert np.degrees(ends["right_shoulder_roll"][0]) == pytest.approx(3.0, abs=0.01)


# --- command ---


def test_command_turns_the_selected_joints_and_no_other(torso):
    before = torso.angles()
    torso.set(mode="command", joints=["right_elbow", "left_shoulder_pitch", "waist_yaw"], speed=1.0)
    torso.stick(0.5, 0, 0)
    torso.run(1.0)
    torso.stick(0, 0, 0)
    torso.run(0.5)
    moved = torso.angles() - before
    selected = [0, 7, 11]  # waist_yaw, right_elbow, left_shoulder_pitch
    assert moved[selected] == pytest.approx(0.5 * 0.6 * 1.0, abs=2e-3)
    assert np.abs(np.delete(moved, selected)).max() < 1e-3


# --- semi-automatic ---


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("velocity", [(0.1, 0, 0), (0, 0, 0.1), (0, 0.1, 0)])
def test_the_wrist_follows_a_joystick_motion_within_two_millimetres(torso, side, velocity):
    found = drive_hand(torso, f"{side}_hand", velocity, 1.5)
    error = np.sqrt(np.square(found["here"] - found["point"]).sum(axis=1).mean())
    assert error < 2e-3
    # in the world, not by its own reckoning: 1.5 s at 0.1 m/s, the same slope at both ends
    assert found["site"][-1] - found["site"][0] == pytest.approx(1.5 * np.array(velocity), abs=3e-3)


@pytest.mark.parametrize("side", SIDES)
def test_at_rest_it_does_not_drift(torso, side):
    following_error(torso, f"{side}_hand", (0.05, 0, 0.05), 1.0)
    assert drift(torso, f"{side}_hand", 5.0) < 2e-3


def test_the_orientation_is_held_and_the_load_is_not_tilted(torso):
    torso.set(effectors="right_hand")
    torso.run(0.1)
    before = matrix_from_quaternion(torso("site.right_wrist")[3:])
    drive_hand(torso, "right_hand", (0.0, 0.0, 0.1), 1.2)
    held = rotation_angle(before, matrix_from_quaternion(torso("site.right_wrist")[3:]))
    torso.reset()
    torso.set(effectors="right_hand", orientation=False)
    drive_hand(torso, "right_hand", (0.0, 0.0, 0.1), 1.2)
    locked = rotation_angle(before, matrix_from_quaternion(torso("site.right_wrist")[3:]))
    assert held < np.radians(0.5)
    assert locked > np.radians(10.0)  # as in the paper, with a wrist that does not help


def test_the_stick_turns_the_hand_about_the_wrist_point(torso):
    torso.set(effectors="right_hand", stick="turn", speed=1.0)
    torso.run(0.1)
    before = torso("site.right_wrist")
    torso.stick(0, 0, 0.5)
    torso.run(1.0)
    torso.stick(0, 0, 0)
    torso.run(0.6)
    after = torso("site.right_wrist")
    turn = matrix_from_quaternion(after[3:]) @ matrix_from_quaternion(before[3:]).T
    axis = np.array([turn[2, 1] - turn[1, 2], turn[0, 2] - turn[2, 0], turn[1, 0] - turn[0, 1]]) / 2.0
    assert axis == pytest.approx([0.0, 0.0, np.sin(0.5 * 0.8 * 1.0)], abs=0.02)
    assert np.linalg.norm(after[:3] - before[:3]) < 1e-3


def test_axes_of_the_joystick_are_those_of_base_hand_or_eyes(torso):
    torso.set(mode="command", joints=["waist_yaw"], speed=1.0)
    torso.stick(0.6, 0, 0)
    torso.run(1.0)  # the chest turns: its axes are no longer the base's
    torso.stick(0, 0, 0)
    torso.set(mode="semi-automatic", effectors="right_hand", stick="turn")
    torso.stick(0, 0.5, 0)
    torso.run(0.7)
    torso.stick(0, 0, 0)
    torso.set(stick="move")
    torso.run(0.6)
    forward = {"base": np.array([1.0, 0.0, 0.0])}
    forward["effector"] = matrix_from_quaternion(torso("site.right_wrist")[3:])[:, 0]
    forward["camera"] = matrix_from_quaternion(torso("site.head_eye")[3:])[:, 0]
    for frame, direction in forward.items():
        torso.set(joystick_frame=frame)
        before = torso("site.right_wrist")[:3]
        torso.stick(0.3, 0, 0)
        torso.run(0.8)
        torso.stick(0, 0, 0)
        torso.run(0.6)
        moved = torso("site.right_wrist")[:3] - before
        assert moved == pytest.approx(0.3 * FULL_SPEED * 0.8 * direction, abs=3e-3)


def test_the_paper_s_displacement_creeps_without_weights_and_the_stored_point_does_not(torso):
    torso.weightless(False)
    sunk = {}
    for way in ("rate", "displacement"):
        torso.reset()
        torso.set(effectors="right_hand", joystick_mode=way)
        torso.run(0.5)
        before = torso("site.right_wrist")[2]
        torso.run(3.0)
        sunk[way] = before - torso("site.right_wrist")[2]
    torso.weightless(True)
    assert sunk["displacement"] > 0.02
    assert abs(sunk["rate"]) < 2e-3


def test_out_of_reach_is_shown_and_coming_back_goes_on(torso):
    torso.set(effectors="right_hand", speed=1.0)
    torso.stick(1, 0, 0.2)
    commands = [torso.run(4.0, "scheme.setpoint.position")[0]]
    assert torso("output.out_of_reach")[0] == 1.0
    assert 0.005 < torso("output.distance")[0] < 0.08
    torso.stick(-1, 0, 0)
    commands.append(torso.run(2.0, "scheme.setpoint.position")[0])
    assert torso("output.out_of_reach")[0] == 0.0
    assert largest_step(np.concatenate(commands)) <= 3.0 * 0.01 * (1 + 1e-9)  # the rate limit of the commands


@pytest.mark.parametrize("solver", ["descent", "solve"])
def test_no_command_jumps_on_a_closed_path_and_the_arm_comes_back(torso, solver):
    torso.set(effectors="right_hand", solver=solver)
    torso.run(0.1)
    before, start = torso.angles(), torso("site.right_wrist")
    ways = list(go_round(torso, "right_hand", closed_path(1)))
    assert np.degrees(largest_step(np.concatenate([way["command"] for way in ways]))) < 1.2
    after = torso("site.right_wrist")
    assert np.linalg.norm(after[:3] - start[:3]) < 3e-3
    assert rotation_angle(*(matrix_from_quaternion(pose[3:]) for pose in (start, after))) < np.radians(1.0)
    if solver == "descent":  # its elbow relaxes to where it was
        assert np.degrees(np.abs(torso.angles() - before)).max() < 6.0


@pytest.mark.parametrize("deflection", [0.4, -0.4])
def test_the_force_of_the_hand_balances_a_push_of_the_same_size(torso, deflection):
    """Dry friction hides 1.5 N (0.5 N m at 0.35 m); a push a quarter larger or smaller than 12 N carries the hand."""
    forward = np.sign(deflection)
    assert abs(pressing(torso, deflection, 1.0)) < 2e-3
    torso.reset()
    assert forward * pressing(torso, deflection, 0.5) > 5e-3
    torso.reset()
    assert forward * pressing(torso, deflection, 1.5) < -5e-3


# --- copying ---


def test_the_arms_follow_a_master_below_one_hertz(torso):
    lag, error = copied(torso, hertz=0.8, amplitude=0.3)
    assert lag < 0.1
    assert error < np.radians(2.0)


def test_lost_data_freezes_the_arms_smoothly_and_the_clutch_lets_go(torso):
    copied(torso, hertz=0.8, amplitude=0.3, seconds=2.2)
    (speeds,) = torso.run(1.0, "scheme.setpoint.speed")
    assert torso("output.lost")[0] == 1.0
    assert np.abs(np.diff(speeds, axis=0)).max() <= 8.0 * 0.01 * 4  # at most what 0.15 s of waiting had left
    assert np.abs(speeds[-20:]).max() == 0.0


# --- switching ---


@pytest.mark.parametrize("seed", [1, 2])
def test_switching_anything_at_any_time_gives_no_bump(torso, seed):
    assert switching(torso, seed, 18) < 0.05


def test_switching_to_and_fro_does_not_creep(torso):
    torso.set(effectors="right_hand")
    torso.run(0.5)
    before = torso("scheme.setpoint.position")
    for _ in range(10):
        for mode in ("command", "semi-automatic"):
            torso.set(mode=mode)
            torso.run(0.1)
    assert np.abs(torso("scheme.setpoint.position") - before).max() < 1e-9


# --- hands ---


def test_fingers_close_by_groups_and_hold_where_they_are(torso):
    torso.set(effectors="right_hand", fingers="fingers", close_hand=True)
    torso.run(0.25)
    torso.set(close_hand=False)
    torso.run(0.6)
    angles = torso("sensor.right_finger_angles")
    assert angles[1:].min() > 0.3
    assert abs(angles[0]) < 0.1  # the thumb was not asked
    assert np.abs(torso("sensor.left_finger_angles")).max() < 0.1  # nor the other hand
    torso.run(1.0)
    assert torso("sensor.right_finger_angles") == pytest.approx(angles, abs=0.03)
    torso.set(open_hand=True)
    torso.run(1.0)
    assert torso("sensor.right_finger_angles")[1:].max() < 0.1
