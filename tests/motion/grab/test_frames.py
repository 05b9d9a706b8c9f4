"""All frames of PRM-1, against f1, against the vector table of the paper, and against MuJoCo."""

import itertools

import mujoco
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from pult import grab
from pult.core.shipped import shipped_file
from pult.geometry import algebra as rva
from pult.geometry.frames import floor_pose, rooms
from pult.motion.grab.camera import camera_view
from pult.motion.grab.frames import hand_over, joint_positions, prm1_frames
from tests.geometry.algebra.test_tables import AXES, CORRECTED, LINKS

FRAMES = prm1_frames()

seeds = st.integers(0, 2**32 - 1)


def drawn(seed):
    rng = np.random.default_rng(seed)
    angles = rng.uniform(grab.PRM1.lower, grab.PRM1.upper)
    return angles, rng.uniform([-2, -2, -3], [2, 2, 3]), rng.uniform(-0.7, 2.0, 3)


def test_every_frame_of_the_paper_is_there():
    wanted = "interface rva arm grab working_grab trikol start world grab_camera mast_camera side_camera"
    assert set(wanted.split()) <= set(FRAMES.names)
    assert set(FRAMES.joints) == {*joint_positions()}


@settings(max_examples=10)
@given(seeds)
def test_any_two_frames_are_converted_there_and_back(seed):
    joints = joint_positions(*drawn(seed))
    for a, b in itertools.combinations(FRAMES.names, 2):
        np.testing.assert_allclose(FRAMES.pose(a, b, joints) @ FRAMES.pose(b, a, joints), np.eye(4), rtol=0, atol=1e-13)


@given(seeds)
def test_the_tip_is_where_f1_and_the_vector_table_have_it(seed):
    angles, base, cameras = drawn(seed)
    joints = joint_positions(angles, base, cameras)
    tip = FRAMES.point([0, 0, 0], "tip", "interface", joints)
    np.testing.assert_allclose(tip, grab.f1(grab.Config.of(angles)).point, rtol=0, atol=1e-14)
    up = angles * [1, -1, -1, -1, 1]  # the signs of the RVA frame
    table = rva.PSV(CORRECTED, AXES, up)
    np.testing.assert_allclose(FRAMES.point([0, 0, 0], "tip", "rva", joints) * 1000, rva.table_tip(table, LINKS), rtol=0, atol=1e-9)
    for row, axis in ((12, [1, 0, 0]), (13, [0, 0, 1]), (14, [0, -1, 0])):
        np.testing.assert_allclose(FRAMES.direction(axis, "working_grab", "rva", joints), table[row], rtol=0, atol=1e-13)


@given(seeds)
def test_the_camera_of_the_grab_is_that_of_aiming(seed):
    angles, *_ = drawn(seed)
    T = FRAMES.pose("interface", "grab_camera", joint_positions(angles))
    view = camera_view(angles)
    np.testing.assert_allclose(T[:3, 3], view.eye, rtol=0, atol=1e-14)
    np.testing.assert_allclose(T[:3, :3], view.R_interface_camera, rtol=0, atol=1e-14)


def test_frames_are_where_mujoco_has_them():
    model = mujoco.MjModel.from_xml_path(str(shipped_file("robot", "prm1").parent / "prm1.xml"))
    data = mujoco.MjData(model)
    for seed in range(20):
        angles, base, cameras = drawn(seed)
        # the model's base faces the way of the arm; Trikol's "forward" is opposite
        facing = floor_pose(*base) @ floor_pose(0, 0, np.pi)
        mujoco.mj_resetData(model, data)
        data.joint("base").qpos[:3] = facing[:3, 3]
        mujoco.mju_mat2Quat(data.joint("base").qpos[3:], facing[:3, :3].ravel())
        joints = joint_positions(angles, base, cameras)
        for name, value in joints.items():
            if name not in ("x", "y", "heading"):
                data.joint(name).qpos[0] = value
        mujoco.mj_kinematics(model, data)
        mujoco.mj_camlight(model, data)
        sites = {"trikol": "trikol", "interface": "platform", "tip": "tip"}
        for frame, site in sites.items():
            T = FRAMES.pose("world", frame, joints)
            np.testing.assert_allclose(T[:3, 3], data.site(site).xpos, rtol=0, atol=1e-9)
            np.testing.assert_allclose(T[:3, :3], data.site(site).xmat.reshape(3, 3), rtol=0, atol=1e-9)
        for frame in ("grab", "mast", "side"):
            T = FRAMES.pose("world", f"{frame}_camera", joints)
            np.testing.assert_allclose(T[:3, 3], data.cam(frame).xpos, rtol=0, atol=1e-9)
            # MuJoCo's cameras have y up and look along -z
            np.testing.assert_allclose(T[:3, :3] * [1, -1, -1], data.cam(frame).xmat.reshape(3, 3), rtol=0, atol=1e-9)


def test_a_calibrated_mount_and_a_known_start_are_taken_into_account():
    mount = floor_pose(0.01, -0.02, np.pi + 0.03, 0.452)
    tree = prm1_frames("lab", start=floor_pose(3, 1, 0.5), T_trikol_interface=mount)
    joints = joint_positions(base=(1.0, 0.0, 0.0))
    np.testing.assert_allclose(tree.pose("lab", "interface", joints), floor_pose(3, 1, 0.5) @ floor_pose(1, 0, 0) @ mount, atol=1e-14)


def test_a_robot_that_drives_into_the_next_room_is_handed_over_and_stays_where_it_is():
    known = rooms("lab", {("lab", "hall"): floor_pose(5, 2, 1.2)})
    tree = prm1_frames(known, start=floor_pose(1, 1, 0.2))
    joints = joint_positions(*drawn(1))
    handed = hand_over(tree, "hall")
    assert handed.path("tip")[:3] == ["lab", "hall", "start"]
    for frame in tree.names:
        for room in ("lab", "hall"):
            np.testing.assert_allclose(handed.pose(room, frame, joints), tree.pose(room, frame, joints), rtol=0, atol=1e-13)


def test_axes_of_the_interface_are_those_of_the_paper_in_the_rva_frame():
    x, y, z = np.eye(3)
    converted = FRAMES.direction([x, y, z], "interface", "rva")
    np.testing.assert_array_equal(converted, [[1, 0, 0], [0, 0, -1], [0, 1, 0]])  # forward, left, up
