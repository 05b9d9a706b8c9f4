"""Worlds: robots placed in scenes, what is refused, and the files they are made of."""

import json

import mujoco
import numpy as np
import pytest

from pult.core.errors import DocumentError, PultError
from pult.equipment.sensors.model import HIDDEN_GROUP
from pult.geometry.pose import pose
from pult.world.world import check_world, load_world
from tests.robot.test_files import stl

ARM = """<mujoco model="arm"><compiler angle="radian"/>
  <worldbody>
    <body name="base" pos="0 0 0.1"><geom size="0.05"/>
      <body name="link" pos="0 0 0.2"><joint name="turn" axis="0 0 1" range="-2 2" limited="true"/>
        <geom type="capsule" fromto="0 0 0 0.4 0 0" size="0.02"/><site name="hand" pos="0.4 0 0"/></body></body>
  </worldbody></mujoco>"""
ROBOT = {
    "format": "pult.robot", "version": 1, "name": "arm", "model": "arm.xml",
    "chains": {"arm": {"effector": "hand", "base": "base"}},
    "drives": {"motor": {"type": "torque", "joints": ["turn"], "limit": 3.0}},
    "sensors": {"angle": {"type": "angle", "joints": "turn"}},
    "cameras": {"eye": {"body": "link", "placement": {"position": [0.1, 0, 0.05], "rpy": [0.3, 0, 0]}, "field_of_view": 1.0}},
    "poses": {"home": {"turn": 0.5}, "away": {"turn": -1.0}},
}  # fmt: skip
SCENE = """<mujoco><worldbody>
    <geom name="floor" type="plane" size="2 2 0.1"/>
    <body name="cart" pos="1 0.5 0.3" euler="0 0 90"><geom type="box" size="0.1 0.1 0.1"/>
      <site name="plate" pos="0 0 0.1" euler="0 30 0"/></body>
    <camera name="wall" pos="0 -3 1"/>
  </worldbody></mujoco>"""
URDF = """<robot name="crane">
  <link name="foot"><inertial><mass value="2"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="mast"><inertial><mass value="1"/><inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="jib"><inertial><mass value="1"/><inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="hook"><inertial><mass value="0.1"/><inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="bolt" type="fixed"><origin xyz="0 0 0.5"/><parent link="foot"/><child link="mast"/></joint>
  <joint name="slew" type="revolute"><origin xyz="0 0 1"/><parent link="mast"/><child link="jib"/><axis xyz="0 0 1"/>
    <limit lower="-3" upper="3" effort="1" velocity="1"/></joint>
  <joint name="weld" type="fixed"><origin xyz="1.5 0 0"/><parent link="jib"/><child link="hook"/></joint>
</robot>"""
TABLE = {
    "format": "pult.robot", "version": 1, "name": "paper",
    "chains": {"arm": {"table": {"convention": "standard", "rows": [{"a": 0.3, "alpha": 0.0}]}}},
}  # fmt: skip


def world(*robots, **fields):
    return {"format": "pult.world", "version": 1, "robots": list(robots), **fields}


@pytest.fixture
def home(tmp_path):
    """Folder of worlds, with an arm beside it."""
    for path, text in {
        "robots/arm.robot.json": json.dumps(ROBOT), "robots/arm.xml": ARM, "worlds/scene.xml": SCENE,
        "robots/paper.robot.json": json.dumps(TABLE), "robots/crane.urdf": URDF,
        "robots/crane.robot.json": json.dumps({
            "format": "pult.robot", "version": 1, "name": "crane", "model": "crane.urdf",
            "chains": {"jib": {"effector": "hook", "base": "foot"}}, "sensors": {"tip": {"type": "position", "frame": "hook"}},
        }),
    }.items():  # fmt: skip
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text)
    return tmp_path / "worlds"


def put(home, document):
    file = home / "w.world.json"
    file.write_text(json.dumps(document))
    return file


def load(home, document, **more):
    return load_world(put(home, document), **more)


def faults(home, document):
    found, said = check_world(put(home, document))
    assert found is None
    return [(fault.place, fault.message) for fault in said]


def at(loaded, name, qpos=None):
    """Pose of a body or site in the world. Shape (4, 4)."""
    data = mujoco.MjData(loaded.model)
    data.qpos[:] = loaded.start() if qpos is None else qpos
    mujoco.mj_kinematics(loaded.model, data)
    is_site = mujoco.mj_name2id(loaded.model, mujoco.mjtObj.mjOBJ_SITE, name) >= 0
    thing = data.site(name) if is_site else data.body(name)
    found = np.eye(4)
    found[:3, :3], found[:3, 3] = thing.xmat.reshape(3, 3), thing.xpos
    return found


# --- robots in it ---------------------------------------------------------------------------------------------------


def test_a_placed_robot_stands_where_it_is_placed_and_its_chain_agrees_with_mujoco(home):
    placement = {"position": [0.5, -0.2, 0.7], "rpy": [0.1, -0.4, 2.0]}
    loaded = load(home, world({"robot": "arm", "prefix": "left/", "placement": placement}))
    T = pose(placement["position"], placement["rpy"])
    np.testing.assert_allclose(at(loaded, "left/base"), T @ pose([0, 0, 0.1]), atol=1e-12)
    chain = loaded.provided()["chain"]["left/arm"]
    for angle in (-1.5, 0.0, 0.8):
        expected = at(loaded, "left/base") @ chain.forward(np.array([angle]))
        np.testing.assert_allclose(at(loaded, "left/hand", np.array([angle])), expected, atol=1e-12)


def test_names_bear_the_prefix_everywhere(home):
    loaded = load(
        home,
        world(
            {"robot": "arm", "prefix": "left/"},
            {"robot": "arm", "prefix": "right/", "placement": {"position": [1, 0, 0]}},
        ),
    )
    assert list(loaded.robots) == ["left/", "right/"]
    assert loaded.drives.channels.names == ("left/motor", "right/motor")
    assert loaded.sensors(0.01).channels.names == ("left/angle", "right/angle")
    assert sorted(loaded.provided()["chain"]) == ["left/arm", "right/arm"]
    assert {loaded.model.joint(i).name for i in range(loaded.model.njnt)} == {"left/turn", "right/turn"}
    assert {loaded.model.camera(i).name for i in range(loaded.model.ncam)} == {"left/eye", "right/eye"}


def test_two_robots_of_a_kind_move_by_themselves(home):
    loaded = load(
        home,
        world({"robot": "arm", "prefix": "a/"}, {"robot": "arm", "prefix": "b/", "placement": {"position": [2, 0, 0]}}),
    )
    data = mujoco.MjData(loaded.model)
    row = loaded.drives.table[loaded.drives.channels["b/motor"].start]
    data.ctrl[int(row[0])] = 1.0
    for _ in range(50):
        mujoco.mj_step(loaded.model, data)
    assert data.joint("a/turn").qpos[0] == 0.0
    assert data.joint("b/turn").qpos[0] > 0.01


@pytest.mark.parametrize(
    ("name", "placement"), [("cart", {"position": [0.1, 0.2, 0.3], "rpy": [0, 0, 1.0]}), ("cart", {}), ("plate", {})]
)
def test_a_robot_is_carried_by_a_body_or_a_site(home, name, placement):
    loaded = load(home, world({"robot": "arm", "prefix": "r/", "at": name, "placement": placement}, scene="scene.xml"))
    T = pose(placement.get("position", [0, 0, 0]), placement.get("rpy"))
    np.testing.assert_allclose(at(loaded, "r/base"), at(loaded, name) @ T @ pose([0, 0, 0.1]), atol=1e-12)
    parent = loaded.model.body(int(loaded.model.body("r/base").parentid[0])).name
    assert parent == "cart"


def test_a_robot_on_a_site_has_no_placement_of_its_own(home):
    found = faults(
        home, world({"robot": "arm", "at": "plate", "placement": {"position": [1, 0, 0]}}, scene="scene.xml")
    )
    assert [place for place, _ in found] == ["robots[0].placement"]


def test_cameras_are_where_the_robot_has_them_and_see_as_wide(home):
    loaded = load(home, world({"robot": "arm", "prefix": "r/"}, scene="scene.xml"))
    data = mujoco.MjData(loaded.model)
    data.qpos[:] = loaded.start()
    mujoco.mj_forward(loaded.model, data)
    eye = np.eye(4)
    eye[:3, :3], eye[:3, 3] = data.camera("r/eye").xmat.reshape(3, 3), data.camera("r/eye").xpos
    np.testing.assert_allclose(eye, at(loaded, "r/link") @ pose([0.1, 0, 0.05], [0.3, 0, 0]), atol=1e-9)
    assert loaded.model.camera("r/eye").fovy[0] == pytest.approx(np.degrees(1.0))
    assert loaded.model.camera("wall").id >= 0


def test_a_urdf_robot_keeps_the_names_of_its_fixed_links(home):
    loaded = load(home, world({"robot": "crane", "prefix": "c/", "placement": {"position": [0, 2, 0]}}))
    bodies = {loaded.model.body(i).name for i in range(loaded.model.nbody)}
    assert {"c/mast", "c/jib", "c/hook"} <= bodies
    np.testing.assert_allclose(at(loaded, "c/hook", np.array([np.pi / 2]))[:3, 3], [0, 3.5, 1.5], atol=1e-12)
    assert loaded.sensors(0.01).channels["c/tip"].shape == (3,)


def test_contact_shapes_of_a_urdf_are_hidden_where_there_are_shapes_to_look_at(home):
    both = '<visual><geometry><sphere radius="0.1"/></geometry></visual><collision><geometry><box size="0.1 0.1 0.1"/></geometry></collision></link>'
    alone = '<collision><geometry><box size="0.1 0.1 0.1"/></geometry></collision></link>'
    head, foot, mast, rest = URDF.split("</link>", 3)
    look = '<mujoco><compiler discardvisual="false"/></mujoco></robot>'
    text = f"{head}{both}{foot}{alone}{mast}</link>{rest}".replace("</robot>", look)
    (home.parent / "robots" / "crane.urdf").write_text(text)
    model = load(home, world({"robot": "crane"})).model
    shown = {(int(kind), int(group)) for kind, group in zip(model.geom_type, model.geom_group, strict=True)}
    sphere, box = 2, 6
    assert {(sphere, 1), (box, HIDDEN_GROUP), (box, 0)} <= shown


def test_named_poses_start_all_robots_and_leave_other_joints_at_their_reference(home):
    free = SCENE.replace(
        "</worldbody>", '<body name="ball" pos="3 0 1"><freejoint/><geom size="0.1"/></body></worldbody>'
    )
    (home / "scene.xml").write_text(free)
    loaded = load(
        home,
        world(
            {"robot": "arm", "prefix": "a/"},
            {"robot": "arm", "prefix": "b/", "placement": {"position": [2, 0, 0]}},
            scene="scene.xml",
        ),
    )
    model = loaded.model
    for name, value in (("home", 0.5), ("away", -1.0)):
        qpos = loaded.start(name)
        for joint in ("a/turn", "b/turn"):
            assert qpos[model.joint(joint).qposadr[0]] == value
        np.testing.assert_array_equal(qpos[:3], [3, 0, 1])
    with pytest.raises(
        PultError, match="^robot 'arm' has no pose 'awy'. Did you mean 'away'\\? Allowed: 'away', 'home'.$"
    ):
        loaded.start("awy")


def test_a_robot_without_poses_is_at_home_at_its_reference(home):
    loaded = load(home, world({"robot": "crane"}))
    np.testing.assert_array_equal(loaded.start("home"), [0.0])
    with pytest.raises(PultError, match="None is allowed here"):
        loaded.start("away")


def test_the_document_decides_over_step_integrator_and_reset_of_the_model(home):
    loaded = load(home, world({"robot": "arm"}, timestep=0.0025, integrator="euler"))
    assert loaded.model.opt.timestep == 0.0025
    assert loaded.model.opt.integrator == mujoco.mjtIntegrator.mjINT_EULER
    assert loaded.model.opt.disableflags & mujoco.mjtDisableBit.mjDSBL_AUTORESET
    assert load(home, world({"robot": "arm"})).model.opt.integrator == mujoco.mjtIntegrator.mjINT_IMPLICITFAST


def test_an_empty_world_is_a_world(home):
    loaded = load(home, world())
    assert loaded.model.nq == 0
    assert loaded.name == "w"
    assert loaded.drives.channels.size == 0


def test_a_contact_may_be_with_all_that_hangs_on_a_body(home):
    loaded = load(home, world({"robot": "arm"}, scene="scene.xml"), contacts=[("base/*", "cart")])
    (sensor,) = loaded.contacts.values()
    assert sensor.bodies == ["base", "cart"] and sensor.subtrees == [True, False]
    assert "contact:base/*:cart" in loaded.sensors(0.01).channels
    _, said = check_world(put(home, world({"robot": "arm"}, scene="scene.xml")), contacts=[("bas/*", "cart")])
    assert "there is no body 'bas'. Did you mean 'base'?" in str(said[0])


def test_contacts_asked_for_become_sensors_whatever_their_order(home):
    loaded = load(home, world({"robot": "arm"}, scene="scene.xml"), contacts=[("link", "cart")])
    channels = loaded.sensors(0.01).channels
    assert "contact:link:cart" in channels.names
    assert channels["contact:cart:link"] == channels["contact:link:cart"]
    _, said = check_world(put(home, world({"robot": "arm"})), contacts=[("link", "cat")])
    assert len(said) == 1
    assert "cat" in str(said[0])


def test_the_shipped_world_loads_by_its_name():
    loaded = load_world("two-link")
    assert loaded.name == "two-link"
    assert loaded.drives.channels.names == ("motors",)
    assert sorted(loaded.files) == [
        "robots/two-link.robot.json", "robots/two-link.xml", "worlds/two-link-scene.xml", "worlds/two-link.world.json",
    ]  # fmt: skip
    np.testing.assert_array_equal(loaded.start(), [0.6, -1.2])


# --- what is refused ------------------------------------------------------------------------------------------------


def test_two_robots_with_one_prefix_are_refused(home):
    found = faults(home, world({"robot": "arm", "prefix": "a/"}, {"robot": "arm", "prefix": "a/"}))
    assert ("robots[1].prefix", "two robots have the prefix 'a/'; give each its own, such as 'left/'.") in found


def test_a_prefix_that_makes_two_names_one_is_refused(home):
    (home / "scene.xml").write_text('<mujoco><worldbody><body name="base"/></worldbody></mujoco>')
    found = faults(home, world({"robot": "arm"}, scene="scene.xml"))
    assert len(found) == 1
    assert "base" in found[0][1]
    assert "MuJoCo refuses" in found[0][1]


def test_a_robot_of_tables_alone_is_refused(home):
    assert faults(home, world({"robot": "paper"})) == [
        ("robots[0].robot", "'paper' has tables of dimensions only; a robot in a world needs a 'model' with masses.")
    ]


def test_missing_files_are_named(home):
    found = faults(home, world({"robot": "arm"}, scene="scen.xml"))
    assert found[0][0] == "scene"
    assert found[0][1].endswith("scen.xml: there is no such file.")
    (home / "scen.xml").write_text(SCENE)
    found = faults(
        home, world({"robot": "arn", "prefix": "a/"}, {"robot": "gone.robot.json", "prefix": "b/"}, scene="scen.xml")
    )
    assert [place for place, _ in found] == ["robots[0].robot", "robots[1].robot"]
    assert found[0][1].startswith("no robot 'arn' is shipped.")
    assert "there is no such file" in found[1][1]


@pytest.mark.parametrize("text", ["<mujoco><worldbody>", "", "# a scene\n"])
def test_a_scene_that_is_not_xml_is_refused(home, text):
    (home / "scene.xml").write_text(text)
    [(place, message)] = faults(home, world({"robot": "arm"}, scene="scene.xml"))
    assert place == "scene" and message.startswith("'scene.xml' is not XML: ")


@pytest.mark.parametrize(
    "text",
    ["<mujoco><worldbdy/></mujoco>", "<mujoco><worldbody><geom/></worldbody></mujoco>"],
)
def test_a_scene_that_is_none_is_refused_with_what_mujoco_says(home, text, capfd, monkeypatch):
    monkeypatch.chdir(home)
    (home / "scene.xml").write_text(text)
    found = faults(home, world({"robot": "arm"}, scene="scene.xml"))
    assert [place for place, _ in found] == ["scene"]
    assert "MuJoCo refuses" in found[0][1]
    assert not (home / "MUJOCO_LOG.TXT").exists()


def test_faults_of_the_robot_are_told_with_their_place_all_at_once(home):
    bad = {
        **ROBOT,
        "drives": {"motor": {"type": "torque", "joints": ["tun"], "limit": -3.0}},
        "sensors": {"angle": {"type": "angle", "joints": "trn"}},
        "cameras": {"eye": {"body": "lnk"}},
    }
    (home.parent / "robots" / "arm.robot.json").write_text(json.dumps(bad))
    found = faults(home, world({"robot": "arm"}))
    assert {place for place, _ in found} == {"robots[0].robot"}
    said = "\n".join(message for _, message in found)
    for part in (
        "drives.motor",
        "sensors.angle",
        "cameras.eye.body: there is no body 'lnk'. Did you mean 'link'?",
        "'turn'",
    ):
        assert part in said
    (home.parent / "robots" / "arm.robot.json").write_text(json.dumps({**ROBOT, "camera": {}}))
    assert faults(home, world({"robot": "arm"})) == [
        ("robots[0].robot", "arm.robot.json: camera: unknown key 'camera'. Did you mean 'cameras'? Allowed: 'cameras', 'chains', 'description', 'drives', 'format', 'model', 'name', 'poses', 'sensors', 'source', 'stop', 'title' and 2 more.")
    ]  # fmt: skip


def test_a_camera_with_two_rotations_is_refused(home):
    camera = {"body": "link", "placement": {"rpy": [0, 0, 1], "quaternion": [1, 0, 0, 0]}}
    (home.parent / "robots" / "arm.robot.json").write_text(json.dumps({**ROBOT, "cameras": {"eye": camera}}))
    found = faults(home, world({"robot": "arm"}))
    assert len(found) == 1
    assert "cameras.eye.placement: a placement has 'rpy' or 'quaternion', not both." in found[0][1]


NUMBERS = [
    ({"timestep": 0.0}, [("timestep", "the physics step must be from 1e-06 to 0.1 s, not 0.")]),
    ({"timestep": 1.0}, [("timestep", "the physics step must be from 1e-06 to 0.1 s, not 1.")]),
    ({"max_speed": 0}, [("max_speed", "must be above 0, not 0.")]),
]


@pytest.mark.parametrize(("fields", "expected"), NUMBERS)
def test_numbers_out_of_range_are_refused(home, fields, expected):
    assert faults(home, world(**fields)) == expected


def test_a_placement_with_two_rotations_and_an_unknown_carrier_are_refused(home):
    found = faults(home, world({"robot": "arm", "at": "crt"}, scene="scene.xml"))
    assert found[0][0] == "robots[0].at"
    assert found[0][1].startswith("nothing is called 'crt'. Did you mean 'cart'?")
    found = faults(home, world({"robot": "arm", "placement": {"rpy": [0, 0, 0.1], "quaternion": [1, 0, 0, 0]}}))
    assert found == [("robots[0].placement", "a placement has 'rpy' or 'quaternion', not both.")]


def test_elements_and_sensors_of_the_world_are_checked(home):
    document = world(
        {"robot": "arm"},
        scene="scene.xml",
        sensors={"far": {"type": "position", "frame": "nowhere"}},
    )
    assert [place.split(".")[0] for place, _ in faults(home, document)] == ["sensors"]
    document = world({"robot": "arm"}, elements={"s": {"type": "spring", "from": "hnd", "to": "hand", "stiffness": 1}})
    found = faults(home, document)
    assert found[0][0].startswith("elements.s")
    assert "Did you mean 'hand'?" in found[0][1]


def test_paths_that_a_record_could_not_keep_are_refused(home, tmp_path):
    scene = str(home / "scene.xml")
    robot = str(home.parent / "robots" / "arm.robot.json")
    advice = "otherwise a record could not be replayed elsewhere."
    assert faults(home, world({"robot": robot}, scene=scene)) == [
        ("scene", f"must be a path relative to this file, not {scene!r}; {advice}"),
        ("robots[0].robot", f"must be a path relative to this file, not {robot!r}; {advice}"),
    ]
    inner = tmp_path / "deep" / "worlds"
    inner.mkdir(parents=True)
    for folder in (tmp_path, tmp_path / "deep"):
        (folder / "scene.xml").write_text(SCENE)
    for name in ("../../scene.xml", "../scene.xml"):
        assert faults(inner, world(scene=name)) == [
            (
                "scene",
                f"{name!r} is outside {str(inner)!r}. Only files in this folder and below are read: copy it there, and "
                "name it relative to this file.",
            )
        ]
    (tmp_path / "deep" / "robots").mkdir()
    (tmp_path / "deep" / "robots" / "scene.xml").write_text(SCENE)
    loaded = load(inner, world(scene="../robots/scene.xml"))  # the folders of documents of a project lie side by side
    assert sorted(loaded.files) == ["robots/scene.xml", "worlds/w.world.json"]


def test_two_different_files_of_one_name_are_refused_and_one_file_used_twice_is_not(home):
    for kind, size in (("a", "0.05"), ("b", "0.06")):
        (home / kind).mkdir()
        (home / kind / "arm.xml").write_text(ARM.replace('size="0.05"', f'size="{size}"'))
        (home / kind / "arm.robot.json").write_text(json.dumps(ROBOT))
    one, two = ({"robot": f"{kind}/arm.robot.json", "prefix": f"{kind}/"} for kind in ("a", "b"))
    assert faults(home, world(one, two)) == [
        ("robots[1].robot", "two different files would be 'robots/arm.xml' in a record; rename one of them.")
    ]
    assert list(load(home, world(one, {**one, "prefix": "c/"})).robots) == ["a/", "c/"]


def test_load_world_raises_one_error_with_everything(home):
    with pytest.raises(DocumentError) as error:
        load(home, world(timestep=0, max_speed=-1))
    assert len(error.value.faults) == 2
    with pytest.raises(DocumentError):
        load_world("no-such-world")


# --- the files it is made of ----------------------------------------------------------------------------------------

ARRAYS = (
    "body_pos",
    "body_quat",
    "body_mass",
    "geom_size",
    "mesh_vert",
    "jnt_range",
    "actuator_gainprm",
    "cam_pos",
    "site_pos",
)


def test_the_files_of_a_world_make_the_same_world_elsewhere(home, tmp_path):
    stl(home / "shapes" / "rock.stl", 0.3)
    stl(home.parent / "robots" / "parts" / "claw.stl", 0.05)
    (home / "more.xml").write_text(
        '<mujoco><worldbody><body name="post" pos="0 1 0"><geom size="0.1"/></body></worldbody></mujoco>'
    )
    scene = SCENE.replace(
        "<mujoco>",
        '<mujoco><compiler meshdir="shapes"/><include file="more.xml"/><asset><mesh file="rock.stl"/></asset>',
    )
    (home / "scene.xml").write_text(
        scene.replace("</worldbody>", '<geom type="mesh" mesh="rock" pos="0 2 0"/></worldbody>')
    )
    claw = ARM.replace("<worldbody>", '<asset><mesh file="parts/claw.stl"/></asset><worldbody>')
    (home.parent / "robots" / "arm.xml").write_text(claw.replace("<site", '<geom type="mesh" mesh="claw"/><site'))
    document = world(
        {"robot": "arm", "prefix": "r/"},
        {"robot": "../robots/crane.robot.json", "prefix": "c/", "placement": {"position": [0, 3, 0]}},
        scene="scene.xml",
    )
    loaded = load(home, document)
    assert sorted(loaded.files) == [
        "robots/arm.robot.json", "robots/arm.xml", "robots/crane.robot.json", "robots/crane.urdf",
        "robots/parts/claw.stl", "worlds/more.xml", "worlds/scene.xml", "worlds/shapes/rock.stl", "worlds/w.world.json",
    ]  # fmt: skip
    other = tmp_path / "elsewhere"
    for name, content in loaded.files.items():
        (other / name).parent.mkdir(parents=True, exist_ok=True)
        (other / name).write_bytes(content)
    again = load_world(other / "worlds" / "w.world.json")
    assert again.files == loaded.files
    assert again.model.nmesh == 2
    for name in ARRAYS:
        np.testing.assert_array_equal(getattr(again.model, name), getattr(loaded.model, name))
    names = [[m.body(i).name for i in range(m.nbody)] for m in (loaded.model, again.model)]
    assert names[0] == names[1]
