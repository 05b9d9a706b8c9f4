"""Import of robots: what works, and every attack on it."""

import base64
import os
import struct
import tempfile
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pult.server.documents.project import Project
from pult.server.http.wire import Refusal
from pult.server.messages import ImportRobot, UploadedFile
from pult.server.translation.messages import translated
from pult.server.uploads import routes as uploads
from pult.server.uploads.files import MAX_FILES, MAX_MESH, Upload, mesh_data
from pult.server.uploads.import_child import NOTHING_MOVES
from pult.server.uploads.import_model import SENT, prepare_model
from pult.server.uploads.routes import import_upload, run_child
from tests.realtime.support import wait_for
from tests.server.conftest import Studio


def stl(triangles: int = 4) -> bytes:
    corners = [(0, 0, 0), (0.1, 0, 0), (0, 0.1, 0), (0, 0, 0.1)]
    faces = [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)]
    data = b"".join(
        struct.pack("<12fH", 0, 0, 1, *(x for corner in faces[i % 4] for x in corners[corner]), 0) for i in range(triangles)
    )
    return bytes(80) + struct.pack("<I", triangles) + data


ARM = """<body name="upper" pos="0 0 .3"><joint name="turn" axis="0 0 1" range="-1 1"/>
<geom type="capsule" size=".02" fromto="0 0 0 .2 0 0"/>{inner}
<body name="tip" pos=".2 0 0"><joint name="out" type="slide" axis="1 0 0" range="0 .1"/><geom size=".02"/></body></body>"""


def mjcf(inner: str = "", head: str = "", tail: str = "") -> bytes:
    return f"<mujoco><compiler angle='radian'/>{head}<worldbody>{ARM.format(inner=inner)}</worldbody>{tail}</mujoco>".encode()


MESH = '<geom type="mesh" mesh="hand" contype="0" conaffinity="0"/>'
URDF = """<robot name="r"><link name="base"><visual><geometry><mesh filename="{mesh}"/></geometry></visual></link>
<link name="one"><inertial><mass value="1"/><inertia ixx=".1" iyy=".1" izz=".1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="j1" type="revolute"><parent link="base"/><child link="one"/><axis xyz="0 0 1"/>
<limit lower="-1" upper="1" effort="10" velocity="1"/></joint><link name="tool"/>
<joint name="fixed" type="fixed"><parent link="one"/><child link="tool"/><origin xyz="0.1 0 0"/></joint>
<gazebo><plugin filename="/x.so"/></gazebo></robot>"""


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path / "project")


def order(files: dict[str, bytes], **more: Any) -> ImportRobot:
    return ImportRobot(files=[UploadedFile(path=path, data=data) for path, data in files.items()], **more)


def bring(project: Project, files: dict[str, bytes], **more: Any):
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / SENT).write_bytes(msgspec.json.encode(order(files, **more)))
        return import_upload(project, Path(folder), lambda *_, **__: None)


def bring_quickly(project: Project, files: dict[str, bytes], **more: Any) -> None:
    """Do first in this process what the child would: most of what is refused is refused there."""
    with tempfile.TemporaryDirectory() as folder:
        prepare_model(Path(folder), order(files, **more), project.names("robot"), project.names("world"))
    bring(project, files, **more)


def files_in(project: Project) -> list[str]:
    return sorted(str(path.relative_to(project.folder)) for path in project.folder.rglob("*") if path.is_file())


def refused(project: Project, files: dict[str, bytes], **more: Any) -> Refusal:
    with pytest.raises(Refusal) as caught:
        bring_quickly(project, files, **more)
    assert files_in(project) == [], "a refused robot left files behind"
    return caught.value


# --- what works ------------------------------------------------------------------------------------------------------


def test_a_robot_is_imported_over_http_and_can_be_used(shared: Studio) -> None:
    data = mjcf(MESH, '<asset><mesh name="hand" file="meshes/hand.stl"/></asset>',
                '<actuator><position joint="out" kp="70" forcerange="-9 9"/></actuator><keyframe><key qpos="0 0"/></keyframe>')  # fmt: skip
    files = [{"path": path, "data": base64.b64encode(content).decode()} for path, content in (("bot.xml", data), ("meshes/hand.stl", stl()))]
    job = shared.job(shared.client.post("/api/import", json={"files": files}))
    assert job["state"] == "done", job
    result = job["result"]
    assert (result["robot"], result["bodies"], result["meshes"]) == ("bot", 2, 1)
    assert [(j["name"], j["kind"], j["low"]) for j in result["joints"]] == [("turn", "hinge", -1.0), ("out", "slide", 0.0)]
    assert any("keyframe" in note for note in result["notes"]) and any("Chains were guessed" in note for note in result["notes"])
    robot = shared.client.get("/api/documents/robot/bot").json()["document"]
    assert robot["chains"] == {"arm": {"effector": "tip"}}
    assert "/tmp" not in str(job)
    assert robot["drives"]["slides"] == {"type": "position", "joints": ["out"], "stiffness": [70.0], "limit": [9.0]}
    assert shared.client.post("/api/check/robot", json={"document": robot}).json()["faults"] == []
    world = shared.client.get("/api/documents/world/bot").json()["document"]
    assert shared.client.post("/api/check/world", json={"document": world}).json()["faults"] == []
    assert shared.client.get("/api/provided/bot").json()["names"]["joint"] == ["turn", "out"]
    again = shared.job(shared.client.post("/api/import", json={"files": files, "name": "bot"}))
    assert again["state"] == "failed" and "already" in again["error"]


def test_a_urdf_finds_its_meshes_by_package(project: Project) -> None:
    text = URDF.format(mesh="package://r/meshes/a.STL").encode()
    result = bring(project, {"urdf/r.urdf": text, "meshes/a.stl": stl()})
    assert (result.robot, result.meshes) == ("r", 1)
    assert any("<gazebo>" in note for note in result.notes)
    kept = (project.folder / "robots" / "r" / "r.urdf").read_text()
    assert "package" not in kept and "gazebo" not in kept and "x.so" not in kept
    assert project.read("robot", "r").document["drives"]["motors"]["limit"] == [10.0]


def test_a_missing_mesh_is_named_and_can_be_left_out(project: Project) -> None:
    data = mjcf(MESH, '<asset><mesh name="hand" file="arm_l.stl"/></asset>')
    refusal = refused(project, {"bot.xml": data})
    assert refusal.text == "Mesh 'arm_l.stl' is missing. Add it, or import without meshes."
    result = bring(project, {"bot.xml": data}, without_meshes=True)
    assert result.meshes == 0 and any("hand" in note for note in result.notes)
    text = URDF.format(mesh="package://r/a.dae").encode()
    result = bring(project, {"u.urdf": text, "a.dae": b"<COLLADA/>"}, without_meshes=True)
    assert result.meshes == 0


def test_files_that_were_uploaded_may_be_included(project: Project) -> None:
    arm = f"<mujocoinclude>{ARM.format(inner='')}</mujocoinclude>".encode()
    result = bring(project, {"scene.xml": b"<mujoco><worldbody><include file='arm.xml'/></worldbody></mujoco>", "arm.xml": arm}, main="scene.xml")
    assert result.bodies == 2
    assert b"include" not in (project.folder / "robots" / "scene" / "scene.xml").read_bytes()


def test_joints_and_bodies_without_names_get_some(project: Project) -> None:
    data = b"<mujoco><worldbody><body><joint axis='0 0 1'/><geom size='.1'/><body pos='.2 0 0'><joint axis='1 0 0'/><geom size='.1'/></body></body></worldbody></mujoco>"
    result = bring(project, {"x.xml": data})
    assert [joint.name for joint in result.joints] == ["joint1", "joint2"]


def test_a_walking_robot_gets_chains_from_its_floating_body(project: Project) -> None:
    leg = "<body name='{0}' pos='0 {1} -.1'><joint name='j{0}' axis='0 1 0'/><geom type='capsule' size='.03' fromto='0 0 0 0 0 -.2'/></body>"
    data = f"<mujoco><worldbody><body name='trunk'><freejoint/><geom size='.1'/>{leg.format('left', .1)}{leg.format('right', -.1)}</body></worldbody></mujoco>"
    bring(project, {"walker.xml": data.encode()})
    chains = project.read("robot", "walker").document["chains"]
    assert chains == {"left": {"effector": "left_tip", "base": "trunk"}, "right": {"effector": "right_tip", "base": "trunk"}}


# --- attacks ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/etc/passwd", "/tmp/fifo", "C:/x.stl", "~/x.stl", "file:///etc/passwd", "\\\\host\\x.stl"])
def test_absolute_paths_are_never_opened(project: Project, path: str) -> None:
    for data, name in ((mjcf(MESH, f'<asset><mesh name="hand" file="{path}"/></asset>'), "a.xml"), (URDF.format(mesh=path).encode(), "a.urdf")):
        assert refused(project, {name: data}).code == "bad-path"


def test_paths_that_lead_upwards_reach_uploaded_files_only(project: Project, tmp_path: Path) -> None:
    (tmp_path / "hand.stl").write_bytes(stl())
    (project.folder.parent / "secret.xml").write_bytes(mjcf())
    for reference in ("../hand.stl", "../../../../../../../etc/passwd", "..\\hand.stl"):
        data = mjcf(MESH, f'<asset><mesh name="hand" file="{reference}"/></asset>')
        assert refused(project, {"a.xml": data}).code == "missing-mesh"
    include = b"<mujoco><include file='../secret.xml'/></mujoco>"
    assert refused(project, {"a.xml": include}).code == "no-file"


def test_a_pipe_that_never_answers_does_not_hang_the_import(project: Project, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.stl")
    data = mjcf(MESH, f'<asset><mesh name="hand" file="{tmp_path}/pipe.stl"/></asset>')
    assert refused(project, {"a.xml": data}).code == "bad-path"
    assert refused(project, {"a.xml": mjcf(MESH, '<asset><mesh name="hand" file="pipe.stl"/></asset>')}).code == "missing-mesh"


LAUGHS = b'<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;"><!ENTITY c "&b;&b;&b;">]><mujoco><worldbody><body name="&c;"/></worldbody></mujoco>'


@pytest.mark.parametrize("data", [
    LAUGHS, b'<!DOCTYPE robot SYSTEM "file:///etc/passwd"><robot name="x"/>', b'<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><mujoco>&e;</mujoco>',
    LAUGHS.decode().encode("utf-16"),
])  # fmt: skip
def test_document_types_and_entities_are_refused(project: Project, data: bytes) -> None:
    assert refused(project, {"a.xml": data}).code == "bad-xml"
    assert refused(project, {"a.urdf": data}).code == "bad-xml"


@pytest.mark.parametrize("count", ["20000000", "2001", "1e9", "nan", "-1", "x"])
def test_a_bomb_of_copies_is_refused(project: Project, count: str) -> None:
    data = f"<mujoco><worldbody><replicate count='{count}'><body><joint/><geom size='.1'/></body></replicate></worldbody></mujoco>"
    assert refused(project, {"a.xml": data.encode()}).code == "too-many"


def test_nested_copies_count_together(project: Project) -> None:
    inner = "<replicate count='1000'><replicate count='1000'><geom size='.1'/></replicate></replicate>"
    assert refused(project, {"a.xml": mjcf(inner)}).code == "too-many"


@pytest.mark.parametrize("part", [
    "<extension><plugin plugin='mujoco.elasticity.cable'/></extension>", "<asset><model file='x.xml'/></asset>", "<asset><hfield file='x.png'/></asset>",
    "<asset><skin file='x.skn'/></asset>", "<unknown/>", "<asset><mesh builtin='sphere' params='9'/></asset>", "<option><x/></option>",
])  # fmt: skip
def test_what_runs_code_or_reads_files_is_refused(project: Project, part: str) -> None:
    assert refused(project, {"a.xml": mjcf(head=part)}).code == "not-allowed"


@pytest.mark.parametrize("part", ["<plugin plugin='x'/>", "<composite type='cable' count='9999999 1 1'/>", "<flexcomp name='f' type='grid' count='999 999 999'/>",
                                  "<attach model='x' body='y' prefix='z'/>", "<geom size='.1' file='/etc/passwd'/>"])  # fmt: skip
def test_bodies_that_grow_or_attach_are_refused(project: Project, part: str) -> None:
    assert refused(project, {"a.xml": mjcf(part)}).code == "not-allowed"


def test_compiled_models_are_refused(project: Project) -> None:
    assert refused(project, {"model.mjb": b"\x00\x01MJB"}).code == "bad-file"
    assert refused(project, {"model.xml": b"\xa1\x00\x00\x00MJB" + bytes(100)}).code == "bad-type"
    assert refused(project, {"a.xml": mjcf(), "model.mjb": b"x"}, main="model.mjb").code == "bad-file"


@pytest.mark.parametrize("path", ["/etc/x.xml", "../x.xml", "a/../../x.xml", "..\\x.xml", "C:\\x.xml", "a\0.xml", "", ".", "x" * 500])
def test_uploaded_paths_stay_inside(project: Project, path: str) -> None:
    assert refused(project, {path: mjcf()}).code == "bad-path"


def test_two_files_of_one_name_are_refused(project: Project) -> None:
    for names in (("a.xml", "./a.xml"), ("a.xml", "A.XML"), ("m/a.xml", "m//a.xml"), ("m/a.xml", "m\\a.xml")):
        assert refused(project, dict.fromkeys(names, mjcf())).code == "duplicate-name"


def test_too_much_is_refused(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    assert refused(project, {f"{i}.xml": b"" for i in range(MAX_FILES + 1)}).code == "too-many"
    with pytest.raises(Refusal, match="larger"):
        mesh_data("a.obj", b"v 0 0 0\n" * (MAX_MESH // 8 + 1))
    with pytest.raises(Refusal, match="larger"):
        Upload.read([UploadedFile(path=f"{i}.stl", data=bytes(2**23)) for i in range(6)])
    assert refused(project, {"a.xml": mjcf("<geom size='.1'/>" * 25_000)}).code == "too-large"
    deep = b"<mujoco><worldbody>" + b"<body>" * 5000 + b"</body>" * 5000 + b"</worldbody></mujoco>"
    assert refused(project, {"a.xml": deep}).code == "too-deep"
    assert refused(project, {}).code == "missing-value"


def test_files_that_are_shallow_but_deep_together_are_refused(project: Project) -> None:
    def nested(inner: str, outer: str = "mujocoinclude", depth: int = 150) -> bytes:
        return f"<{outer}>{'<body>' * depth}{inner}{'</body>' * depth}</{outer}>".encode()

    main = nested("<include file='1.xml'/>", depth=0).replace(b"mujocoinclude", b"mujoco").replace(b"<inc", b"<worldbody><inc")
    main = main.replace(b"</mujoco>", b"</worldbody></mujoco>")
    two = {"0.xml": main, "1.xml": nested("<include file='2.xml'/>"), "2.xml": nested("<joint/>")}
    refusal = refused(project, two, main="0.xml")
    assert refusal.code == "too-deep" and "with the files it includes" in refusal.text
    many = {f"{i}.xml": nested(f"<include file='{i + 1}.xml'/>") for i in range(1, 45)}
    assert refused(project, {"0.xml": main, **many, "45.xml": nested("<joint/>")}, main="0.xml").code == "too-deep"


def test_what_the_child_refuses_comes_back_with_its_reason(project: Project) -> None:
    with pytest.raises(Refusal) as caught:
        bring(project, {"a.xml": mjcf(MESH, '<asset><mesh name="hand" file="gone.stl"/></asset>')})
    assert caught.value.code == "missing-mesh" and caught.value.status == 422 and files_in(project) == []
    [fault] = caught.value.faults
    assert (fault.code, fault.message) == ("missing-mesh", caught.value.text)
    assert (fault.place, fault.values) == ("a.xml", {"files": ["gone.stl"]})
    said = translated(caught.value.message(), "ru")
    assert said.error == said.faults[0].message == "Не хватает сетки «gone.stl». Добавьте её или загрузите робота без сеток."


def test_refusals_carry_what_a_page_needs_for_a_remedy(project: Project) -> None:
    several = refused(project, {"one.xml": mjcf(), "two.xml": mjcf()})
    assert (several.code, several.faults[0].values) == ("several", {"files": ["one.xml", "two.xml"]})
    names = [f"part{number}.stl" for number in range(10)]
    meshes = "".join(f'<mesh name="{name}" file="{name}"/>' for name in names)
    [fault] = refused(project, {"a.xml": mjcf(MESH, f"<asset>{meshes}</asset>")}).faults
    assert fault.values == {"count": 10, "files": names[:8], "more": 2}
    [fault] = refused(project, {"a.xml": mjcf("<plugin/>")}).faults
    assert (fault.place, fault.code, fault.values["tag"]) == ("a.xml", "not-allowed", "plugin")
    with pytest.raises(Refusal) as caught:
        bring(project, {"a.xml": b"<mujoco><worldbody><body><geom size='1'/></body></worldbody></mujoco>"})
    assert (caught.value.code, caught.value.faults[0].templates) == ("bad-model", [NOTHING_MOVES.template])


def test_a_child_that_was_taken_over_writes_nothing_elsewhere(project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "secret").write_text("secret")
    good: dict[str, Any] = {"name": "a", "files": [], "robot": {}, "world": {}, "bodies": 1, "meshes": 0, "joints": [], "notes": []}
    for change in ({"name": "../a"}, {"files": ["../secret"]}, {"files": [str(tmp_path / "secret")]}, {"files": 3}, {"bodies": "x"}):
        said = {**good, **change}
        monkeypatch.setattr(uploads, "run_child", lambda folder, *_: (folder / "result.json").write_text(msgspec.json.encode(said).decode()))  # noqa: B023
        with pytest.raises(Refusal) as caught:
            bring(project, {"a.xml": mjcf()})
        assert caught.value.code == "crashed" and files_in(project) == []


def test_uploads_are_not_decoded_in_the_server(shared: Studio, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: Any, **__: Any) -> None:
        raise AssertionError("done in the server")

    for name in ("pult.server.uploads.routes.decode_body", "pult.server.uploads.import_model.sanitise", "pult.server.uploads.import_model.Upload.read"):
        monkeypatch.setattr(name, never)
    files = [{"path": "apart.xml", "data": base64.b64encode(mjcf()).decode()}, {"path": "waste.bin", "data": "A" * 2**22}]
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    assert shared.job(shared.client.post("/api/import", json={"files": files}))["state"] == "done"
    assert shared.client.post("/api/import", content=b"{", headers={"Content-Type": "application/json"}).status_code == 400
    assert wait_for(lambda: not list(tmp_path.iterdir())), "what was sent is still there"


def test_the_server_refuses_an_oversized_upload(shared: Studio) -> None:
    huge = {"files": [{"path": "a.xml", "data": "A" * (49 * 2**20)}]}
    assert shared.client.post("/api/import", json=huge).status_code == 413
    large = {"files": [{"path": "a.xml", "data": "A" * (2 * 2**20)}]}
    assert shared.client.post("/api/import", json=large).status_code == 202


@pytest.mark.parametrize(("name", "data", "words"), [
    ("hand.stl", b"solid x\nfacet", "ASCII"), ("hand.stl", stl()[:-1], "damaged"), ("hand.stl", bytes(84), "triangles"),
    ("hand.obj", b"\xff\xfe\x00", "not an OBJ"), ("hand.obj", b"mtllib /etc/passwd\n", "not an OBJ"), ("hand.dae", b"<COLLADA/>", "Collada"),
    ("hand.msh", b"xx", "STL or OBJ"), ("hand.stl", b"\x89PNG\r\n\x1a\n", "STL"),
])  # fmt: skip
def test_meshes_are_what_they_say(project: Project, name: str, data: bytes, words: str) -> None:
    refusal = refused(project, {"a.xml": mjcf(MESH, f'<asset><mesh name="hand" file="{name}"/></asset>'), name: data})
    assert refusal.code == "bad-mesh" and words in refusal.text


def test_materials_of_a_mesh_are_not_followed() -> None:
    assert b"mtllib" not in mesh_data("a.obj", b"mtllib /etc/passwd\nv 0 0 0\nusemtl x\n")


def test_pictures_are_png_of_bounded_size(project: Project) -> None:
    head = '<asset><texture type="2d" name="t" file="t.png"/></asset>'
    bomb = b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + b"IHDR" + struct.pack(">II", 100_000, 100_000) + bytes(20)
    for data in (b"GIF89a", bomb):
        assert refused(project, {"a.xml": mjcf(head=head), "t.png": data}).code == "bad-picture"
    large = '<asset><texture type="2d" name="t" builtin="flat" width="100000" height="100000"/></asset>'
    assert refused(project, {"a.xml": mjcf(head=large)}).code == "too-large"


def test_a_link_in_the_project_takes_nothing_outside(project: Project, tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (project.folder / "robots" / "bot").symlink_to(tmp_path / "outside")
    with pytest.raises(Refusal) as caught:
        bring(project, {"bot.xml": mjcf()})
    assert caught.value.status == 403
    assert not list((tmp_path / "outside").iterdir()) and not (project.folder / "robots" / "bot.robot.json").exists()


def test_a_model_that_the_simulator_refuses_is_told(project: Project) -> None:
    assert "MuJoCo refuses" in refused(project, {"a.xml": mjcf("<geom type='sphere' size='-1'/>")}).text
    nothing = b"<mujoco><worldbody><body><geom size='.1'/></body></worldbody></mujoco>"
    assert "no hinges" in refused(project, {"a.xml": nothing}).text


def test_a_compilation_that_does_not_end_is_ended(project: Project, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    started: list[Any] = []
    real = uploads.subprocess.Popen

    def endless(command, **options):
        started.append(real([command[0], "-c", "import time; time.sleep(600)"], **options))
        return started[-1]

    monkeypatch.setattr(uploads.subprocess, "Popen", endless)
    with pytest.raises(Refusal) as caught:
        run_child(tmp_path, lambda *_, **__: None, 0.3)
    assert caught.value.code == "too-slow" and started[0].poll() is not None


def test_a_child_that_crashes_is_told(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploads, "run_child", lambda *_: None)
    assert refused(project, {"a.xml": mjcf()}).code == "crashed"


@pytest.mark.parametrize("name", ["../x", "a/b", "con", ".x"])
def test_the_name_of_the_robot_is_checked(shared: Studio, name: str) -> None:
    answer = shared.client.post("/api/import", json={"name": name, "files": []})
    assert answer.json()["code"] == "bad-name"
