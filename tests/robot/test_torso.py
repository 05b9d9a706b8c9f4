"""The torso robot of the catalog: proportions, masses, joints, drives and hands, against its table and closed forms."""

from functools import cache
from pathlib import Path

import mujoco
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from models.torso.make import FOLDER, make
from models.torso.table import ARM_JOINTS, ARM_MASS, BODY_MASS, FINGERS, RANGES, SEGMENTS, UPPER_ARM

import pult
from pult.sim.drives import set_brakes

SIDES = {"right": -1.0, "left": 1.0}
HEIGHT, FOREARM, SHOULDER = 1.75, 0.146 * 1.75, 0.22
GRIPPING = '<option cone="elliptic" impratio="100"/>'


def world_with(robot, scene="", folder=None):
    document = {"format": "pult.world", "version": 1, "name": "trial", "robots": [{"robot": robot}]}
    if scene:
        Path(folder, "scene.xml").write_text(f"<mujoco>{GRIPPING}<worldbody>{scene}</worldbody></mujoco>")
        document["scene"] = "scene.xml"
    return pult.load_world(document, folder)


loaded = cache(pult.load_robot)


@pytest.fixture(scope="module")
def torso():
    return loaded("torso")


@pytest.fixture(scope="module")
def world():
    return world_with("torso")


@pytest.fixture(scope="module")
def light():
    return world_with("torso-light")


def data_at(world, pose="home", **angles):
    data = mujoco.MjData(world.model)
    data.qpos[:] = world.start(pose)
    for joint, value in angles.items():
        data.joint(joint).qpos[0] = value
    mujoco.mj_forward(world.model, data)
    return data


def touching(world, data):
    """Pairs of bodies in contact."""
    model = world.model
    names = [[model.body(model.geom_bodyid[geom]).name for geom in contact.geom] for contact in data.contact]
    return {tuple(sorted(pair)) for pair in names}


# --- what it is made of ---


def test_the_files_of_the_catalog_are_what_the_script_makes():
    advice = "run `python -m models.torso.make`"
    for name, content in make().items():
        written = (FOLDER / name).read_bytes()
        if not name.endswith(".msh"):
            assert written.decode() == content.decode(), f"{name}: {advice}"
            continue
        assert written[:16] == content[:16], f"{name}: {advice}"
        points, normals, _, faces = np.frombuffer(content[:16], "<i4")
        ends = 16 + 12 * (points + normals)
        assert written[ends:] == content[ends:] and len(content) == ends + 12 * faces
        # the last digit of a rounded number may differ on another machine
        np.testing.assert_allclose(
            np.frombuffer(written[16:ends], "<f4"), np.frombuffer(content[16:ends], "<f4"), atol=2e-4, err_msg=advice
        )


def test_meshes_are_small_and_for_the_eye_alone(world):
    model = world.model
    assert sum(path.stat().st_size for path in (FOLDER / "meshes").iterdir()) < 1.5e6
    seen = model.geom_type == mujoco.mjtGeom.mjGEOM_MESH
    assert seen.sum() > 50
    assert not model.geom_contype[seen].any() and not model.geom_conaffinity[seen].any()
    assert (model.geom_group[seen] == 2).all()
    felt = model.geom_contype > 0
    assert (model.geom_group[felt] == 3).all()


def test_mesh_normals_point_out_of_closed_surfaces(world):
    model = world.model
    for mesh in range(model.nmesh):
        start, count = model.mesh_faceadr[mesh], model.mesh_facenum[mesh]
        faces = model.mesh_face[start : start + count]
        corners = model.mesh_vert[model.mesh_vertadr[mesh] :][: model.mesh_vertnum[mesh]].astype(float)
        normals = model.mesh_normal[model.mesh_normaladr[mesh] :][: model.mesh_normalnum[mesh]]
        one, two, three = (corners[faces[:, i]] for i in range(3))
        flat = np.cross(two - one, three - one)
        assert np.abs(flat.sum(axis=0)).max() < 1e-6 * np.abs(flat).sum()  # closed: its area has no direction
        of_faces = normals[model.mesh_facenormal[start : start + count]].sum(axis=1)
        share = (
            np.linalg.norm(flat, axis=1)[np.sum(of_faces * flat, axis=1) > 0.0].sum()
            / np.linalg.norm(flat, axis=1).sum()
        )
        assert share > 0.999, model.mesh(mesh).name


def test_masses_are_those_of_the_table(world, light):
    for found in (world.model, light.model):
        assert found.body("world").subtreemass[0] == pytest.approx(BODY_MASS, abs=1e-3) == 41.0
        for side in SIDES:
            assert found.body(f"{side}_shoulder").subtreemass[0] == pytest.approx(ARM_MASS, abs=1e-3)
            assert found.body(f"{side}_forearm").subtreemass[0] == pytest.approx(
                SEGMENTS["forearm"] + SEGMENTS["hand"], abs=1e-3
            )
            assert found.body(f"{side}_hand").subtreemass[0] == pytest.approx(SEGMENTS["hand"], abs=1e-3)
    shares = [SEGMENTS[name] / ARM_MASS for name in ("upper arm", "forearm", "hand")]
    assert shares == pytest.approx([0.56, 0.32, 0.12])  # Winter: 0.028, 0.016, 0.006 of the body


def test_centres_of_mass_of_the_arm_are_those_of_the_table(world):
    data = data_at(world, **dict.fromkeys(("right_shoulder_roll", "right_elbow", "right_forearm_roll"), 0.0))
    model = world.model

    def centre(names):
        bodies = [model.body(f"right_{name}").id for name in names]
        return model.body_mass[bodies] @ data.xipos[bodies] / model.body_mass[bodies].sum()

    upper = centre(["shoulder", "upper_roll", "upper_arm"])
    assert 1.43 - upper[2] == pytest.approx(0.436 * 0.186 * HEIGHT, abs=1e-4)
    fore = centre(["forearm", "lower_forearm", "wrist"])
    assert 1.43 - UPPER_ARM - fore[2] == pytest.approx(0.430 * FOREARM, abs=1e-4)


def test_inertias_are_those_of_bodies_of_that_size(world):
    """A triangle inequality holds for any body, and the radius of gyration is less than its length."""
    model = world.model
    for body in range(1, model.nbody):
        a, b, c = sorted(model.body_inertia[body])
        assert a + b >= c * (1.0 - 1e-9)
        assert np.sqrt(c / model.body_mass[body]) < 0.2, model.body(body).name


def test_a_stiff_hand_weighs_on_the_wrist_like_an_open_one(world, light):
    for side in SIDES:
        moments = []
        for found in (world, light):
            data = data_at(found)
            wrist = found.model.body(f"{side}_hand").id
            moments.append(data.subtree_com[wrist] - data.xpos[wrist])
        np.testing.assert_allclose(moments[0], moments[1], atol=1e-4)


# --- kinematics ---


def test_lengths_are_those_of_a_person(torso):
    zero = np.zeros(9)
    for side, sign in SIDES.items():
        T = torso.chain(f"{side}_whole").forward(zero)
        np.testing.assert_allclose(T[:3, 3], [0.0, sign * SHOULDER, 1.43 - (0.186 + 0.146) * HEIGHT], atol=1e-4)
    assert torso.chain("head").forward(np.zeros(4))[2, 3] == pytest.approx(0.936 * HEIGHT, abs=1e-4)


def test_chains_have_the_joints_in_their_order(torso):
    waist, neck = ("waist_yaw", "waist_pitch"), ("neck_yaw", "neck_pitch")
    for side in SIDES:
        arm = tuple(f"{side}_{joint}" for joint in ARM_JOINTS)
        assert torso.chain(f"{side}_arm").names == arm
        assert torso.chain(f"{side}_whole").names == waist + arm
    assert torso.chain("head").names == waist + neck


def test_limits_of_the_model_are_those_of_the_table(world):
    model = world.model
    for joint, degrees in RANGES.items():
        names = [joint] if joint.startswith(("waist", "neck")) else [f"{side}_{joint}" for side in SIDES]
        for name in names:
            np.testing.assert_allclose(model.joint(name).range, np.radians(degrees), atol=1e-6)
            assert model.jnt_limited[model.joint(name).id]


ANGLES = st.lists(st.floats(0.0, 1.0), min_size=7, max_size=7)


def within(shares, joints=ARM_JOINTS):
    low, high = np.radians([RANGES[joint] for joint in joints]).T
    return low + np.array(shares) * (high - low)


@given(ANGLES)
@settings(max_examples=60, deadline=None)
def test_equal_angles_give_arms_that_mirror_each_other(shares):
    robot = loaded("torso")
    right, left = (robot.chain(f"{side}_arm").forward(within(shares)) for side in SIDES)
    mirror = np.diag([1.0, -1.0, 1.0])
    np.testing.assert_allclose(left[:3, 3], mirror @ right[:3, 3], atol=1e-9)
    np.testing.assert_allclose(left[:3, :3], mirror @ right[:3, :3] @ mirror, atol=1e-9)


@given(ANGLES)
@settings(max_examples=40, deadline=None)
def test_three_wrist_axes_meet_in_the_wrist_point(shares):
    """Turning them does not move it: position depends on the first four joints alone."""
    robot = loaded("torso")
    q = within(shares)
    for side in SIDES:
        chain = robot.chain(f"{side}_arm")
        jacobian = chain.jacobian(q)
        np.testing.assert_allclose(jacobian[:3, 4:], 0.0, atol=1e-12)
        assert abs(np.linalg.det(jacobian[3:, 4:])) == pytest.approx(abs(np.cos(q[5])), abs=1e-9)


@given(ANGLES)
@settings(max_examples=40, deadline=None)
def test_angles_are_read_back_from_shoulder_elbow_and_wrist(shares):
    """u from shoulder to elbow, f from elbow to wrist: roll = s asin u_y, pitch = atan2(u_x, -u_z), then g = R^T f."""
    robot = loaded("torso")
    q = within(shares)
    q[1] = min(q[1], 1.4)  # with the arm straight sideways pitch is not determined
    for side, s in SIDES.items():
        frames = robot.chain(f"{side}_arm").frames(q)
        shoulder, elbow = frames[2, :3, 3], frames[3, :3, 3]
        wrist = robot.chain(f"{side}_arm").forward(q)[:3, 3]
        u, f = (elbow - shoulder) / UPPER_ARM, (wrist - elbow) / FOREARM
        roll, pitch = s * np.arcsin(u[1]), np.arctan2(u[0], -u[2])
        cp, sp, cr, sr = np.cos(pitch), np.sin(pitch), np.cos(roll), s * np.sin(roll)
        about_y = np.array([[cp, 0, -sp], [0, 1, 0], [sp, 0, cp]])
        about_x = np.array([[1, 0, 0], [0, cr, -sr], [0, sr, cr]])
        g = (about_y @ about_x).T @ f
        np.testing.assert_allclose([pitch, roll, np.arccos(np.clip(-g[2], -1, 1))], q[[0, 1, 3]], atol=1e-5)
        if q[3] > 0.1:
            assert -s * np.arctan2(g[1], g[0]) == pytest.approx(q[2], abs=1e-5)


def test_at_home_hands_are_parallel_to_the_base_with_palms_facing_each_other(world):
    data = data_at(world)
    for side, s in SIDES.items():
        for site in ("wrist", "grip", "fingertip"):
            np.testing.assert_allclose(data.site(f"{side}_{site}").xmat.reshape(3, 3), np.eye(3), atol=1e-4)
        towards = data.site(f"{side}_grip").xpos - data.site(f"{side}_wrist").xpos
        assert -s * towards[1] > 0.03  # out of the palm is towards the other hand
        assert data.site(f"{side}_wrist").xpos[2] > 1.05  # above a table


def test_wrist_joints_bend_the_way_they_say(world):
    base = data_at(world)
    for side, s in SIDES.items():
        bent = data_at(world, **{f"{side}_wrist_flexion": 0.3})
        tip = bent.site(f"{side}_fingertip").xpos - base.site(f"{side}_fingertip").xpos
        assert -s * tip[1] > 0.04  # towards the palm
        bent = data_at(world, **{f"{side}_wrist_deviation": 0.3})
        assert (bent.site(f"{side}_fingertip").xpos - base.site(f"{side}_fingertip").xpos)[2] > 0.04  # to the thumb


@pytest.mark.parametrize("joint", ["waist_pitch", "neck_pitch"])
def test_leaning_forward_and_looking_down_are_positive(world, joint):
    ahead = data_at(world, "rest", **{joint: 0.3}).site("head_eye")
    assert ahead.xmat.reshape(3, 3)[2, 0] == pytest.approx(-np.sin(0.3), abs=1e-6)


def test_the_reach_is_that_of_the_stretched_arm(torso):
    rng = np.random.default_rng(0)
    chain = torso.chain("right_arm")
    shoulder = chain.frames(np.zeros(7))[0, :3, 3]
    far = 0.0
    for _ in range(300):
        q = chain.lower + rng.random(7) * (chain.upper - chain.lower)
        far = max(far, float(np.linalg.norm(chain.forward(q)[:3, 3] - shoulder)))
    assert far <= UPPER_ARM + FOREARM + 1e-9
    assert far > 0.95 * (UPPER_ARM + FOREARM)


def test_eyes_look_ahead_from_both_sides_of_the_head(world):
    data = data_at(world, "rest")
    left, right = data.camera("head_left"), data.camera("head_right")
    np.testing.assert_allclose(left.xpos - right.xpos, [0.0, 0.072, 0.0], atol=1e-6)
    for camera in (left, right):
        np.testing.assert_allclose(-camera.xmat.reshape(3, 3)[:, 2], [1, 0, 0], atol=1e-6)
    # nothing of the head is before them
    ray = np.zeros(1, dtype=np.int32)
    for camera in (left, right):
        assert mujoco.mj_ray(world.model, data, camera.xpos, np.array([1.0, 0.0, 0.0]), None, 1, -1, ray) < 0.0


@given(ANGLES, st.lists(st.floats(-0.7, 0.7), min_size=4, max_size=4))
@settings(max_examples=20, deadline=None)
def test_the_light_version_moves_as_the_whole_one(shares, trunk):
    whole, light = loaded("torso"), loaded("torso-light")
    q = np.array([trunk[0], abs(trunk[1]), *within(shares)])
    for side in SIDES:
        np.testing.assert_allclose(
            whole.chain(f"{side}_whole").forward(q), light.chain(f"{side}_whole").forward(q), atol=1e-12
        )
    np.testing.assert_allclose(whole.chain("head").forward(trunk), light.chain("head").forward(trunk), atol=1e-12)
    assert whole.chain("right_arm").names == light.chain("right_arm").names


def test_the_light_version_has_sites_where_the_open_hand_has_them(world, light):
    open_hand, stiff = data_at(world), data_at(light)
    for side in SIDES:
        for site in ("wrist", "grip", "fingertip"):
            np.testing.assert_allclose(
                open_hand.site(f"{side}_{site}").xpos, stiff.site(f"{side}_{site}").xpos, atol=1e-5
            )
    assert light.model.nv == 18
    assert light.model.ntendon == 0


# --- drives and sensors ---


def test_drives_and_sensors_bear_the_agreed_names(world, light):
    hands = {f"{side}_hand": 4 for side in SIDES}
    arms = {"waist": 2, "neck": 2, "right_arm": 7, "left_arm": 7}
    assert {channel.name: channel.size for channel in world.drives.channels} == arms | hands
    assert {channel.name: channel.size for channel in light.drives.channels} == arms
    readings = {channel.name: channel.size for channel in world.sensors(0.01).channels}
    for name, count in {"waist": 2, "neck": 2, "right": 7, "left": 7, "right_finger": 4, "left_finger": 4}.items():
        assert readings[f"{name}_angles"] == readings[f"{name}_speeds"] == count
    for side in SIDES:
        assert readings[f"{side}_force"] == readings[f"{side}_moment"] == 3
        assert readings[f"{side}_touch"] == readings[f"{side}_squeeze"] == 1


def test_documents_name_their_sources():
    for name in ("torso", "torso-light"):
        source = pult.load_robot(name).document.source
        assert "Drillis" in source and "Winter" in source and "Orthopaedic" in source


def test_motors_carry_the_arm_in_its_worst_pose_with_less_than_sixty_percent_of_their_torque(world):
    """With half a kilogram in each hand: the largest torque over random poses, and those with the arms stretched out."""
    rng = np.random.default_rng(1)
    model = world.model
    data = mujoco.MjData(model)
    joints = [
        joint for name in ("waist", "neck", "right_arm", "left_arm") for joint in world.drives.channels[name].labels
    ]
    dofs = [model.joint(joint).dofadr[0] for joint in joints]
    motors = [model.actuator(f"{name}[{joint}]").id for name in ("waist", "neck", "right_arm", "left_arm")
              for joint in world.drives.channels[name].labels]  # fmt: skip
    stall = model.actuator_gainprm[motors, 0]
    low, high = np.array([model.joint(joint).range for joint in joints]).T
    stretched = {"right_shoulder_pitch": np.pi / 2, "left_shoulder_pitch": np.pi / 2}
    sideways = {"right_shoulder_roll": np.pi / 2, "left_shoulder_roll": np.pi / 2}
    leaning = {"waist_pitch": np.radians(50.0)}
    poses = [low + rng.random(len(joints)) * (high - low) for _ in range(400)]
    for pose in (stretched, sideways, stretched | leaning, sideways | leaning, leaning):
        poses.append(np.array([pose.get(joint, 0.0) for joint in joints]))
    worst = np.zeros(len(joints))
    for pose in poses:
        for joint, value in zip(joints, pose, strict=True):
            data.joint(joint).qpos[0] = value
        mujoco.mj_forward(model, data)
        torque = data.qfrc_bias.copy()
        for side in SIDES:
            jacobian = np.zeros((3, model.nv))
            mujoco.mj_jacSite(model, data, jacobian, None, model.site(f"{side}_grip").id)
            torque += jacobian.T @ [0.0, 0.0, 0.5 * 9.81]
        worst = np.maximum(worst, np.abs(torque[dofs]) / stall)
    assert worst.max() < 0.6, dict(zip(joints, worst.round(2), strict=True))
    assert worst.max() > 0.1  # the motors are not those of a crane


def test_the_wrist_sensor_feels_the_weight_of_the_hand():
    """Held still by the brakes it reads what carries the hand: upwards, in the axes of the hand."""
    world = world_with("torso")
    model, data = world.model, data_at(world)
    set_brakes(model, world.drives, True)
    for _ in range(50):
        mujoco.mj_step(model, data)
    for side in SIDES:
        np.testing.assert_allclose(data.sensor(f"{side}_force").data, [0.0, 0.0, SEGMENTS["hand"] * 9.81], atol=0.05)


# --- touching itself ---


@pytest.mark.parametrize("robot", ["world", "light"])
@pytest.mark.parametrize("pose", ["home", "rest"])
def test_it_does_not_touch_itself_in_its_poses(robot, pose, request):
    found = request.getfixturevalue(robot)
    assert touching(found, data_at(found, pose)) == set()


def test_neighbours_do_not_rub_at_the_ends_of_their_ranges(world):
    low = {f"right_{joint}": np.radians(RANGES[joint][0]) for joint in ARM_JOINTS}
    high = {f"right_{joint}": np.radians(RANGES[joint][1]) for joint in ARM_JOINTS}
    for joint in ARM_JOINTS:
        if joint == "shoulder_roll":
            continue  # inwards the arm meets the chest: below
        for ends in (low, high):
            name = f"right_{joint}"
            pose = {"right_shoulder_roll": 0.6, "right_elbow": 0.6} | {name: ends[name]}
            assert touching(world, data_at(world, "rest", **pose)) == set(), (joint, ends[name])


def test_the_chest_stops_the_forearm():
    """The shoulder turns the bent arm inwards with 21 N m: the forearm comes to rest on the chest, not inside."""
    world = world_with("torso")
    model, data = world.model, data_at(world, right_shoulder_pitch=0.3, right_elbow=1.4)
    wanted = {"right_shoulder_pitch": -0.1, "right_elbow": 1.9, "right_shoulder_roll": 0.15}
    for _ in range(1500):
        data.ctrl[:] = 0.0
        data.ctrl[model.actuator("right_arm[right_shoulder_yaw]").id] = 0.3
        for joint, angle in wanted.items():
            voltage = 20.0 * (angle - data.joint(joint).qpos[0])
            data.ctrl[model.actuator(f"right_arm[{joint}]").id] = np.clip(voltage, -0.5, 0.5)
        mujoco.mj_step(model, data)
    assert touching(world, data) == {("chest", "right_lower_forearm")}
    assert min(contact.dist for contact in data.contact) > -0.002
    assert np.abs(data.qvel[[model.joint(f"right_{joint}").dofadr[0] for joint in ARM_JOINTS[:4]]]).max() < 0.05
    assert data.joint("right_shoulder_yaw").qpos[0] < np.radians(80.0)  # the chest stopped it, not its own end


def test_the_upper_arm_cannot_be_drawn_into_the_chest(world):
    assert ("chest", "right_upper_arm") in touching(world, data_at(world, "rest", right_shoulder_roll=-0.26))


# --- hands ---


def hand_motors(model, side="right"):
    return np.array([model.actuator(f"{side}_hand[{side}_{finger}]").id for finger in FINGERS])


def test_one_motor_pulls_both_joints_of_a_finger_by_its_tendon(world):
    model, data = world.model, data_at(world)
    rng = np.random.default_rng(2)
    for side in SIDES:
        for finger in FINGERS:
            q = rng.random(2)
            data.joint(f"{side}_{finger}_1").qpos[0], data.joint(f"{side}_{finger}_2").qpos[0] = q
            mujoco.mj_forward(model, data)
            assert data.tendon(f"{side}_{finger}").length[0] == pytest.approx(q[0] + 0.6 * q[1], abs=1e-12)
    data = data_at(world)
    data.ctrl[hand_motors(model)] = 0.5
    mujoco.mj_forward(model, data)
    for finger in FINGERS:
        torques = [data.qfrc_actuator[model.joint(f"right_{finger}_{number}").dofadr[0]] for number in (1, 2)]
        np.testing.assert_allclose(torques, [0.5 * 1.6, 0.6 * 0.5 * 1.6], atol=1e-12)


def test_fingers_close_with_voltage_stay_without_and_open_against_it():
    world = world_with("torso")
    model, data = world.model, data_at(world)
    motors, gears = hand_motors(model), model.tendon_frictionloss.copy()
    set_brakes(model, world.drives, True)
    model.tendon_frictionloss[:] = gears  # the brakes of the arms alone
    cords = [model.tendon(f"right_{finger}").id for finger in FINGERS]

    def run(voltage, seconds):
        data.ctrl[motors] = voltage
        for _ in range(round(seconds / model.opt.timestep)):
            mujoco.mj_step(model, data)
        return data.ten_length[cords].copy()

    closed = run(0.3, 1.0)
    assert (closed > 1.2).all()
    assert np.abs(run(0.0, 2.0) - closed).max() < 0.05
    assert np.abs(run(-0.3, 1.0)).max() < 0.05


def test_a_longer_middle_finger_is_what_an_open_hand_presses_with(world):
    data = data_at(world)
    model = world.model
    reach = {}
    for finger in ("index", "middle", "ring"):
        geoms = [
            g
            for g in range(model.ngeom)
            if model.geom_bodyid[g] == model.body(f"right_{finger}_2").id and model.geom_contype[g]
        ]
        ends = [
            data.geom_xpos[g] + data.geom_xmat[g].reshape(3, 3)[:, 2] * e * model.geom_size[g, 1]
            for g in geoms
            for e in (-1, 1)
        ]
        reach[finger] = max(end[0] for end in ends) + model.geom_size[geoms[0], 0]
    assert reach["middle"] > max(reach["index"], reach["ring"]) + 0.012
    assert data.site("right_fingertip").xpos[0] == pytest.approx(reach["middle"], abs=1e-3)


def hold(world, data, wanted, hand, steps):
    """Position control of waist, neck and arms with what their own weight takes, and voltages of the right hand."""
    model, channels = world.model, world.drives.channels
    names = [(name, joint) for name in ("waist", "neck", "right_arm", "left_arm") for joint in channels[name].labels]
    motors = np.array([model.actuator(f"{name}[{joint}]").id for name, joint in names])
    places = np.array([model.joint(joint).qposadr[0] for _, joint in names])
    dofs = np.array([model.joint(joint).dofadr[0] for _, joint in names])
    goal = np.array([wanted.get(joint, data.qpos[place]) for (_, joint), place in zip(names, places, strict=True)])
    start = data.qpos[places].copy()
    for step in range(steps):
        if step % 5 == 0:
            target = start + (goal - start) * min(1.0, 2.0 * step / steps)
            error = target - data.qpos[places]
            weight = data.qfrc_bias[dofs] / model.actuator_gainprm[motors, 0]
            data.ctrl[motors] = np.clip(20.0 * error + weight, -1.0, 1.0)
            data.ctrl[hand_motors(model)] = hand
        mujoco.mj_step(model, data)


CAN = """<geom type="box" size="0.2 0.5 0.02" pos="0.45 0 1.028"/>
  <body name="can" pos="0.3215 -0.2166 1.109"><freejoint/><geom type="cylinder" size="{radius} 0.06" mass="0.5" friction="0.6"/></body>"""


def lift(folder, radius, hand, friction=None):
    """Close the hand around a can, lift it, hold it 2 s: height gained, way in the hand and tilt from the lifting on."""
    world = world_with("torso", CAN.format(radius=radius), folder)
    model, data = world.model, data_at(world)
    if friction is not None:
        model.geom_friction[model.geom_priority == 1, 0] = friction
    can, grip = model.body("can").id, model.site("right_grip").id

    def inside():
        return data.site_xmat[grip].reshape(3, 3).T @ (data.xpos[can] - data.site_xpos[grip])

    hold(world, data, {}, 0.0, 50)
    hold(world, data, {}, hand, 400)
    height, before = data.xpos[can][2], inside()
    hold(world, data, {"right_shoulder_pitch": 0.6, "right_wrist_deviation": -0.6}, hand, 750)
    lifted, after = data.xpos[can][2] - height, inside()
    hold(world, data, {}, hand, 1000)
    tilt = np.arccos(np.clip(data.xmat[can].reshape(3, 3)[2, 2], -1.0, 1.0))
    return lifted, np.linalg.norm(after - before), np.linalg.norm(inside() - after), tilt


@pytest.mark.parametrize("radius", [0.030, 0.035])
def test_the_hand_lifts_a_can_and_holds_it(tmp_path, radius):
    lifted, moved, slip, tilt = lift(tmp_path, radius, [0.8, 0.6, 0.6, 0.6])
    assert lifted > 0.15
    assert moved < 0.008  # it settles in the hand
    assert slip < 0.002
    assert tilt < np.radians(10.0)


@pytest.mark.parametrize(("hand", "friction"), [([0.8, 0.6, 0.6, 0.6], 0.01), ([0.0] * 4, None), ([0.06] * 4, 0.3)])
def test_without_friction_or_force_the_can_stays(tmp_path, hand, friction):
    lifted, moved, _, _ = lift(tmp_path, 0.0325, hand, friction)
    assert lifted < 0.1 or moved > 0.03
