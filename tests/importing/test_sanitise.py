"""Robots of others are taken apart before MuJoCo sees them: every attack is refused, and nothing outside is read."""

import os
import struct
from pathlib import Path

import mujoco
import pytest

from pult.core.errors import Fault
from pult.importing.files import MAX_FILES, Bundle, check_sizes
from pult.robot.model_xml import ModelRefused
from tests.importing.samples import ARM, MESH, URDF, mjcf, read, stl


def refused(files: dict[str, bytes], main: str = "") -> Fault:
    with pytest.raises(ModelRefused) as caught:
        read(files, main)
    return caught.value.fault


def compiled(files: dict[str, bytes], folder: Path, **how):
    made = read(files, **how)
    for name, content in {**made.files, f"robot.{'urdf' if made.kind == 'urdf' else 'xml'}": made.source}.items():
        (folder / name).write_bytes(content)
    return made, mujoco.MjModel.from_xml_path(str(folder / ("robot.urdf" if made.kind == "urdf" else "robot.xml")))


# --- what works ------------------------------------------------------------------------------------------------------


def test_a_urdf_finds_its_meshes_by_package(tmp_path: Path) -> None:
    text = URDF.format(mesh="package://r/meshes/a.STL").encode()
    made, model = compiled({"urdf/r.urdf": text, "meshes/a.stl": stl()}, tmp_path)
    assert (made.title, model.nmesh, made.notes) == ("r", 1, [])
    assert all(word not in made.text for word in (b"package", b"gazebo", b"x.so"))


def test_the_package_that_says_its_name_wins_over_a_folder_of_another(tmp_path: Path) -> None:
    files = {
        "ws/arm/package.xml": b"<package><name>r_description</name></package>", "ws/arm/meshes/a.stl": stl(4),
        "ws/other/meshes/a.stl": stl(8), "ws/arm/urdf/r.urdf": URDF.format(mesh="package://r_description/meshes/a.stl").encode(),
    }  # fmt: skip
    assert [len(data) for data in read(files).files.values()] == [len(stl(4))]


@pytest.mark.parametrize("reference", ["file:///home/author/ws/r/meshes/a.stl", "C:\\ws\\meshes\\a.stl", "/opt/ros/share/r/meshes/a.stl"])
def test_absolute_paths_of_the_author_find_the_file_that_came_along(reference: str) -> None:
    files = {"r/r.urdf": URDF.format(mesh=reference).encode(), "r/meshes/a.stl": stl()}
    assert list(read(files).files) == ["a.stl"]


def test_equal_meshes_are_stored_once() -> None:
    geoms = "".join(f'<geom type="mesh" mesh="m{i}"/>' for i in range(3))
    meshes = "".join(f'<mesh name="m{i}" file="{i}.stl"/>' for i in range(3))
    files = {"a.xml": mjcf(geoms, f"<asset>{meshes}</asset>"), "0.stl": stl(4), "1.stl": stl(4), "2.stl": stl(8)}
    assert sorted(read(files).files) == ["0.stl", "2.stl"]


def test_all_missing_meshes_are_named_at_once_as_the_model_writes_them() -> None:
    names = [f"meshes/part{number}.stl" for number in range(30)]
    meshes = "".join(f'<mesh name="m{i}" file="{name}"/>' for i, name in enumerate(names))
    fault = refused({"a.xml": mjcf(MESH.replace("hand", "m0"), f"<asset>{meshes}</asset>")})
    assert (fault.code, dict(fault.data)["count"], list(dict(fault.data)["files"])) == ("missing-mesh", 30, names)


def test_simple_shapes_stand_in_for_missing_meshes(tmp_path: Path) -> None:
    data = mjcf(MESH, '<asset><mesh name="hand" file="gone.stl"/></asset>').replace(b'<geom type="capsule" size=".02" fromto="0 0 0 .2 0 0"/>', b"")
    made, model = compiled({"a.xml": data}, tmp_path, without_meshes=True)
    assert any("hand" in note for note in made.notes)
    body = model.body("upper").id
    assert [int(kind) for kind in model.geom_type[model.geom_bodyid == body]] == [int(mujoco.mjtGeom.mjGEOM_CAPSULE)]
    made, model = compiled({"r.urdf": URDF.format(mesh="gone.stl").encode()}, tmp_path, without_meshes=True)
    assert model.nmesh == 0 and model.ngeom == 1


def test_files_that_came_along_may_be_included_from_any_folder(tmp_path: Path) -> None:
    arm = f"<mujocoinclude>{ARM.format(inner='')}</mujocoinclude>".encode()
    files = {"scene.xml": b"<mujoco><worldbody><include file='parts/all.xml'/></worldbody></mujoco>",
             "parts/all.xml": b"<mujocoinclude><include file='arm.xml'/></mujocoinclude>", "parts/arm.xml": arm}  # fmt: skip
    made, model = compiled(files, tmp_path, main="scene.xml")
    assert model.nbody == 3 and b"include" not in made.source


def test_the_floor_of_a_scene_stays_behind(tmp_path: Path) -> None:
    data = mjcf().replace(b"<worldbody>", b"<worldbody><light pos='0 0 3'/><geom name='floor' type='plane' size='1 1 .1'/>")
    made, model = compiled({"a.xml": data}, tmp_path)
    assert model.nlight == 0 and int(mujoco.mjtGeom.mjGEOM_PLANE) not in list(model.geom_type) and "floor" in made.notes[0]


def test_own_actuators_and_key_frames_are_kept(tmp_path: Path) -> None:
    tail = '<actuator><position joint="out" kp="70"/></actuator><keyframe><key name="rest" qpos="0 0" ctrl="0"/></keyframe>'
    made, model = compiled({"a.xml": mjcf(tail=tail)}, tmp_path)
    assert (model.nu, model.nkey) == (1, 1) and b"actuator" not in made.text


def test_joints_and_bodies_without_names_get_some(tmp_path: Path) -> None:
    data = b"<mujoco><worldbody><body><joint axis='0 0 1'/><geom size='.1'/><body pos='.2 0 0'><joint axis='1 0 0'/><geom size='.1'/></body></body></worldbody></mujoco>"
    _, model = compiled({"x.xml": data}, tmp_path)
    assert [model.joint(i).name for i in range(2)] == ["joint1", "joint2"]


def test_an_inertia_that_no_body_has_is_left_out(tmp_path: Path) -> None:
    text = URDF.replace('ixy="0"', 'ixy="5"').format(mesh="a.stl").encode()
    made, model = compiled({"r.urdf": text, "a.stl": stl()}, tmp_path)
    assert "one" in made.notes[0] and model.njnt == 1


# --- which file is the robot -----------------------------------------------------------------------------------------


def test_the_robot_is_preferred_to_the_scene_around_it() -> None:
    scene = b"<mujoco><include file='panda.xml'/><worldbody><geom type='plane' size='1 1 1'/></worldbody></mujoco>"
    assert Bundle.of({"p/scene.xml": scene, "p/panda.xml": mjcf()}).main() == "p/panda.xml"


def test_several_robots_are_a_question_the_likeliest_first() -> None:
    actuated = mjcf(tail='<actuator><motor joint="turn"/></actuator>')
    files = {"hand.xml": mjcf(), "arm.xml": actuated, "mjx_arm.xml": actuated, "arm.urdf": b'<robot name="r"/>', "notes.txt": b""}
    fault = refused(files)
    assert fault.code == "several" and list(dict(fault.data)["files"]) == ["arm.xml", "hand.xml", "arm.urdf", "mjx_arm.xml"]


@pytest.mark.parametrize(("name", "data", "code"), [("r.urdf.xacro", b"<robot/>", "xacro"), ("r.mjb", b"\0", "bad-file"), ("a.txt", b"x", "bad-file")])
def test_what_is_no_robot_is_told_with_what_to_do(name: str, data: bytes, code: str) -> None:
    fault = refused({"package.xml": b"<package/>", name: data} if code == "xacro" else {name: data})
    assert fault.code == code and name in fault.message
    if code == "xacro":
        assert f"xacro {name} > robot.urdf" in fault.message


def test_xacro_inside_a_urdf_is_told_and_other_namespaces_are_left_out() -> None:
    assert refused({"r.urdf": b'<robot name="r" xmlns:xacro="http://ros.org/wiki/xacro"><xacro:arm/></robot>'}).code == "xacro"
    text = URDF.format(mesh="a.stl").replace("<gazebo>", '<gazebo xmlns:c="http://x/c"><c:thing/>').encode()
    assert b"thing" not in read({"r.urdf": text, "a.stl": stl()}).text


# --- attacks ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/etc/passwd", "/tmp/fifo", "C:/x.stl", "~/x.stl", "file:///etc/passwd", "\\\\host\\x.stl", "http://host/x.stl"])
def test_absolute_paths_are_never_opened(path: str) -> None:
    for data, name in ((mjcf(MESH, f'<asset><mesh name="hand" file="{path}"/></asset>'), "a.xml"), (URDF.format(mesh=path).encode(), "a.urdf")):
        assert refused({name: data}).code == ("bad-path" if path.startswith("http") else "missing-mesh")


def test_paths_that_lead_upwards_reach_files_of_the_bundle_only(tmp_path: Path) -> None:
    for reference in ("../hand.stl", "../../../../../../../etc/passwd", "..\\hand.stl"):
        assert refused({"a.xml": mjcf(MESH, f'<asset><mesh name="hand" file="{reference}"/></asset>')}).code == "missing-mesh"
    assert refused({"a.xml": b"<mujoco><include file='../secret.xml'/></mujoco>"}).code == "no-file"
    os.mkfifo(tmp_path / "pipe.stl")
    assert refused({"a.xml": mjcf(MESH, f'<asset><mesh name="hand" file="{tmp_path}/pipe.stl"/></asset>')}).code == "missing-mesh"


LAUGHS = b'<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;"><!ENTITY c "&b;&b;&b;">]><mujoco><worldbody><body name="&c;"/></worldbody></mujoco>'


@pytest.mark.parametrize("data", [
    LAUGHS, b'<!DOCTYPE robot SYSTEM "file:///etc/passwd"><robot name="x"/>', b'<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><mujoco>&e;</mujoco>',
    LAUGHS.decode().encode("utf-16"),
])  # fmt: skip
def test_document_types_and_entities_are_refused(data: bytes) -> None:
    assert refused({"a.xml": data}, "a.xml").code == "bad-xml"
    assert refused({"a.urdf": data}, "a.urdf").code == "bad-xml"


@pytest.mark.parametrize("count", ["20000000", "2001", "1e9", "nan", "-1", "x"])
def test_a_bomb_of_copies_is_refused(count: str) -> None:
    data = f"<mujoco><worldbody><replicate count='{count}'><body><joint/><geom size='.1'/></body></replicate></worldbody></mujoco>"
    assert refused({"a.xml": data.encode()}).code == "too-many"


def test_nested_copies_count_together() -> None:
    inner = "<replicate count='1000'><replicate count='1000'><geom size='.1'/></replicate></replicate>"
    assert refused({"a.xml": mjcf(inner)}).code == "too-many"


@pytest.mark.parametrize("part", [
    "<extension><plugin plugin='mujoco.elasticity.cable'/></extension>", "<asset><model file='x.xml'/></asset>", "<asset><hfield file='x.png'/></asset>",
    "<asset><skin file='x.skn'/></asset>", "<unknown/>", "<asset><mesh builtin='sphere' params='9'/></asset>", "<option><x/></option>",
])  # fmt: skip
def test_what_runs_code_or_reads_files_is_refused(part: str) -> None:
    assert refused({"a.xml": mjcf(head=part)}).code == "not-allowed"


@pytest.mark.parametrize("part", ["<plugin plugin='x'/>", "<composite type='cable' count='9999999 1 1'/>", "<flexcomp name='f' type='grid' count='999 999 999'/>",
                                  "<attach model='x' body='y' prefix='z'/>", "<geom size='.1' file='/etc/passwd'/>"])  # fmt: skip
def test_bodies_that_grow_or_attach_are_refused(part: str) -> None:
    assert refused({"a.xml": mjcf(part)}).code == "not-allowed"


def test_compiled_models_are_refused() -> None:
    assert refused({"model.xml": b"\xa1\x00\x00\x00MJB" + bytes(100)}, "model.xml").code == "bad-type"
    assert refused({"a.xml": mjcf(), "model.mjb": b"x"}, main="model.mjb").code == "bad-file"


@pytest.mark.parametrize("path", ["/etc/x.xml", "../x.xml", "a/../../x.xml", "..\\x.xml", "C:\\x.xml", "a\0.xml", "", ".", "x" * 500])
def test_paths_of_a_bundle_stay_inside(path: str) -> None:
    assert refused({path: mjcf()}).code == "bad-path"


def test_two_files_of_one_name_are_refused() -> None:
    for names in (("a.xml", "./a.xml"), ("a.xml", "A.XML"), ("m/a.xml", "m//a.xml"), ("m/a.xml", "m\\a.xml")):
        assert refused(dict.fromkeys(names, mjcf())).code == "duplicate-name"


def test_too_much_is_refused() -> None:
    assert refused({f"{i}.xml": b"" for i in range(MAX_FILES + 1)}).code == "too-many"
    with pytest.raises(ModelRefused, match="at most 256 MiB"):
        check_sizes([(f"{i}.stl", 2**26) for i in range(5)])
    assert refused({"a.xml": mjcf("<geom size='.1'/>" * 25_000)}).code == "too-large"
    deep = b"<mujoco><worldbody>" + b"<body>" * 5000 + b"</body>" * 5000 + b"</worldbody></mujoco>"
    assert refused({"a.xml": deep}).code == "too-deep"
    assert refused({}).code == "missing-value"


def test_files_that_are_shallow_but_deep_together_are_refused() -> None:
    def nested(inner: str, outer: str = "mujocoinclude", depth: int = 150) -> bytes:
        return f"<{outer}>{'<body>' * depth}{inner}{'</body>' * depth}</{outer}>".encode()

    main = nested("<include file='1.xml'/>", depth=0).replace(b"mujocoinclude", b"mujoco").replace(b"<inc", b"<worldbody><inc")
    main = main.replace(b"</mujoco>", b"</worldbody></mujoco>")
    two = {"0.xml": main, "1.xml": nested("<include file='2.xml'/>"), "2.xml": nested("<joint/>")}
    fault = refused(two, main="0.xml")
    assert fault.code == "too-deep" and "with the files it includes" in fault.message
    many = {f"{i}.xml": nested(f"<include file='{i + 1}.xml'/>") for i in range(1, 45)}
    assert refused({"0.xml": main, **many, "45.xml": nested("<joint/>")}, main="0.xml").code == "too-deep"


def test_pictures_are_png_of_bounded_size() -> None:
    head = '<asset><texture type="2d" name="t" file="t.png"/></asset>'
    bomb = b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + b"IHDR" + struct.pack(">II", 100_000, 100_000) + bytes(20)
    for data in (b"GIF89a", bomb):
        assert refused({"a.xml": mjcf(head=head), "t.png": data}).code == "bad-picture"
    large = '<asset><texture type="2d" name="t" builtin="flat" width="100000" height="100000"/></asset>'
    assert refused({"a.xml": mjcf(head=large)}).code == "too-large"
