"""Scenes: what a page draws is what MuJoCo has."""

import mujoco
import numpy as np
import pytest

from pult.core.errors import DocumentError
from pult.core.shipped import shipped
from pult.exercise.exercise import load_exercise
from pult.panel.elements import Cameras, Effectors, Joints
from pult.panel.panel import load_panel
from pult.server.live.outline import DIRECTIONS, outline
from pult.server.live.plan import make_plan
from pult.server.live.scene import geom_colour, mesh_arrays, mesh_bytes, scene_of
from pult.server.messages import StartSession
from pult.server.messages.binary import MESH_HEAD
from pult.world.world import load_world

SCENE = """
<mujoco>
  <asset>
    <material name="steel" rgba="0.1 0.2 0.3 1" shininess="0.9" metallic="0.7"/>
    <mesh name="wedge" vertex="0 0 0  1 0 0  0 1 0  0 0 1"/>
  </asset>
  <worldbody>
    <geom name="floor" type="plane" size="0 0 1"/>
    <camera name="eye" pos="1 2 3" fovy="60"/>
    <body name="arm" pos="0 0 1">
      <joint name="turn" type="hinge" axis="0 0 1" range="-30 60" limited="true" pos="0.1 0 0"/>
      <geom name="bone" type="capsule" size="0.1 0.3" material="steel"/>
      <geom name="painted" type="box" size="1 2 3" material="steel" rgba="1 0 0 1"/>
      <geom name="hidden" type="sphere" size="1" group="3"/>
      <geom name="clear" type="sphere" size="1" rgba="1 1 1 0"/>
      <geom name="part" type="mesh" mesh="wedge"/>
      <site name="tip" pos="0 0 0.3"/>
      <body name="child" pos="0 0 0.5"><freejoint/><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/></body>
    </body>
  </worldbody>
</mujoco>
""".replace('<body name="child" pos="0 0 0.5"><freejoint/>', '<body name="child" pos="0 0 0.5">')


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    folder = tmp_path_factory.mktemp("worlds")
    (folder / "things.xml").write_text(SCENE)
    (folder / "things.world.json").write_text('{"format": "pult.world", "version": 1, "scene": "things.xml"}')
    return load_world(folder / "things.world.json")


def test_shapes_that_are_seen_come_with_their_colours_and_others_do_not(world):
    scene, _ = scene_of(world, mujoco.MjData(world.model))
    shapes = {geom.name: geom for geom in scene.geoms}
    assert set(shapes) == {"floor", "bone", "painted", "part"}
    assert shapes["floor"].body == -1 and shapes["floor"].kind == "plane"
    assert shapes["bone"].rgba == pytest.approx([0.1, 0.2, 0.3, 1.0], abs=1e-6)
    assert shapes["bone"].shininess == pytest.approx(0.9) and shapes["bone"].metallic == pytest.approx(0.7)
    assert shapes["painted"].rgba == [1.0, 0.0, 0.0, 1.0]  # a colour of its own comes before the material's
    assert shapes["part"].kind == "mesh" and shapes["part"].mesh == 0 and scene.meshes == 1


def test_signs_are_short_words_at_places_of_the_world(tmp_path):
    (tmp_path / "things.xml").write_text(SCENE)
    document = {"format": "pult.world", "version": 1, "scene": "things.xml", "signs": {"tip": "7", "arm": "A"}}
    made = load_world(document, tmp_path)
    scene, _ = scene_of(made, mujoco.MjData(made.model))
    assert [(sign.place, sign.text) for sign in scene.signs] == [("site.tip", "7"), ("body.arm", "A")]
    with pytest.raises(DocumentError) as refused:
        load_world({**document, "signs": {"tipp": "7", "tip": ""}}, tmp_path)
    found = {fault.place: fault.message for fault in refused.value.faults}
    assert "there is no site or body 'tipp'" in found["signs.tipp"] and "tip" in found["signs.tipp"]
    assert found["signs.tip"] == "a sign has 1 to 12 characters, not 0."


def silhouette(points, axes):
    """How far points reach in directions of a plane."""
    turn = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    return (points @ axes.T @ np.array([np.cos(turn), np.sin(turn)])).max(axis=0)


def test_outlines_have_the_silhouettes_of_their_shapes(world):
    model = world.model
    axes = np.linalg.qr(np.random.default_rng(3).normal(size=(3, 3)))[0][:2]
    sphere = np.random.default_rng(4).normal(size=(20000, 3))
    sphere /= np.linalg.norm(sphere, axis=1, keepdims=True)
    ends = np.array([[0, 0, 0.3], [0, 0, -0.3]])
    exact = {
        "bone": np.concatenate([0.1 * sphere + end for end in ends]),
        "painted": np.array([[x, y, z] for x in (-1, 1) for y in (-2, 2) for z in (-3, 3)], dtype=float),
        "part": np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], dtype=float),
    }
    for name, points in exact.items():
        geom = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_GEOM, name)
        found = np.reshape(outline(model, geom), (-1, 3))
        # a mesh is placed by MuJoCo at its centre of mass: its outline is in the body like the others
        np.testing.assert_allclose(silhouette(found, axes), silhouette(points, axes), atol=0.009)
        assert len(found) <= 2 * (DIRECTIONS + 6)
    floor = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_GEOM, "floor")
    assert outline(model, floor) == []


def test_the_picture_of_each_shipped_panel_is_drawn_from_the_model():
    """Of every exercise: shapes to draw, in a view, and a place in the model for each mark on the picture."""
    seen = set()
    for name in sorted(shipped("exercise")):
        exercise = load_exercise(name)
        panel = load_panel(exercise.document.panel)
        picture = panel.document.picture
        if picture is None or (panel.document.name, exercise.document.world) in seen:
            continue
        seen.add((panel.document.name, exercise.document.world))
        assert picture.view, name
        world = load_world(exercise.document.world, exercise.folder)
        scene, _ = scene_of(world, mujoco.MjData(world.model), panel)
        assert any(geom.outline for geom in scene.geoms), name
        known = {joint.name for joint in scene.joints} | set(scene.effectors) | {one.name for one in scene.cameras}
        marks = {
            option for element in panel.document.elements.values() if isinstance(element, (Joints, Effectors, Cameras))
            for option, what in element.options.items() if what.position
        }  # fmt: skip
        assert marks <= known, name
    assert len(seen) >= 13


def test_colours_are_those_that_mujoco_draws(world):
    model, data = world.model, mujoco.MjData(world.model)
    mujoco.mj_forward(model, data)
    drawn = mujoco.MjvScene(model, maxgeom=100)
    mujoco.mjv_updateScene(
        model, data, mujoco.MjvOption(), None, mujoco.MjvCamera(), int(mujoco.mjtCatBit.mjCAT_ALL.value), drawn
    )
    for geom in drawn.geoms[: drawn.ngeom]:
        if geom.objtype == mujoco.mjtObj.mjOBJ_GEOM:
            np.testing.assert_allclose(geom_colour(model, geom.objid), geom.rgba, atol=1e-6)


def test_angles_are_radians_and_places_are_in_the_body(world):
    scene, _ = scene_of(world, mujoco.MjData(world.model))
    [eye] = scene.cameras
    assert eye.fovy == pytest.approx(np.radians(60.0)) and eye.position == [1.0, 2.0, 3.0] and eye.body == -1
    [turn] = scene.joints
    assert (turn.low, turn.high) == pytest.approx((np.radians(-30), np.radians(60)))
    assert turn.anchor == pytest.approx([0.1, 0, 0]) and turn.axis == [0.0, 0.0, 1.0] and turn.qpos == 0
    assert [(body.name, body.parent) for body in scene.bodies] == [("arm", -1), ("child", 0)]
    assert scene.bodies[1].position == pytest.approx([0, 0, 1.5])
    assert scene.sites[0].name == "tip" and scene.sites[0].body == 0


def test_lamps_are_told_with_shape_signal_and_colour(tmp_path):
    (tmp_path / "things.xml").write_text(SCENE)
    lamps = {"bone": {"signal": "sensor.angle", "above": 0.2, "colour": [0.0, 1.0, 0.0]}}
    sensors = {"angle": {"type": "angle", "joints": "turn"}}
    plain = {"format": "pult.world", "version": 1, "scene": "things.xml", "sensors": sensors, "lamps": lamps}
    world = load_world(plain, tmp_path)
    scene, _ = scene_of(world, mujoco.MjData(world.model))
    [lamp] = scene.lamps
    assert next(geom.name for geom in scene.geoms if geom.id == lamp.geom) == "bone"
    assert (lamp.signal, lamp.above, lamp.colour) == ("sensor.angle", 0.2, [0.0, 1.0, 0.0])


def test_a_mesh_has_the_faces_of_the_model_and_normals_that_point_out_of_it(world):
    vertices, normals, faces = mesh_arrays(world.model, 0)
    data = mesh_bytes(world.model, 0)
    nv, nf = MESH_HEAD.unpack(data)
    assert (nv, nf) == (len(vertices), len(faces)) and len(data) == 8 + 24 * nv + 12 * nf and nf == 4
    read = np.frombuffer(data, "<f4", 3 * nv, 8).reshape(nv, 3)
    corners = world.model.mesh_vert[world.model.mesh_face.ravel()]
    np.testing.assert_allclose(read[np.frombuffer(data, "<u4", 3 * nf, 8 + 24 * nv)], corners, atol=1e-6)
    np.testing.assert_allclose(np.linalg.norm(normals, axis=1), 1.0, atol=1e-5)
    triangles = vertices[faces]
    outward = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    assert (np.einsum("fi,fi->f", outward, normals[faces].mean(axis=1)) > 0).all()


def test_a_scene_knows_the_bodies_of_each_robot_the_start_and_the_panels_effectors(tmp_path):
    plan = make_plan(tmp_path, StartSession(exercise="two-link-reach", seed=3))
    scene = plan.scene
    names = [body.name for body in scene.bodies]
    assert [names[body] for body in scene.robots[""]] == ["base", "upper", "fore"]
    assert scene.effectors == {"hand": "site.hand"}
    for name, pose in plan.setup.start.bodies.items():
        assert scene.bodies[names.index(name)].position == pytest.approx(pose[:3])
    assert {camera.name for camera in scene.cameras} >= {"above", "front"}
    above = next(camera for camera in scene.cameras if camera.name == "above")
    assert above.fovy == pytest.approx(np.radians(50.0))


@pytest.mark.parametrize(("name", "view"), [("two-link", "behind"), ("massage", "front")])
def test_a_world_is_shown_at_first_from_where_it_says(name, view):
    world = load_world(name)
    assert scene_of(world, mujoco.MjData(world.model))[0].view == view
