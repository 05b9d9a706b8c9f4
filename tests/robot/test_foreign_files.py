"""Models of strangers that name files elsewhere: refused by name, before anything of these files is read.

The canary is a pipe from which nothing ever comes: whoever opened it would wait for ever. So each check runs in a
process of its own, and its answer is the proof.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import mujoco
import pytest

import pult
from pult.core.folders import DocumentFolder
from pult.exercise.exercise import check_exercise
from pult.procedure.procedure import check_procedure
from pult.robot.files import find_model_files
from pult.robot.model_xml import DIRECTORIES, FILES
from pult.robot.robot import check_robot
from pult.world.world import check_world, load_world
from tests.memory import PEAK
from tests.robot.test_files import stl

posix = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
SECRET = b"the diary of somebody else"
PATIENCE = 300
"""Time after which a process that opened the pipe is given up [s]."""
BODY = '<worldbody><body name="b"><joint name="j" axis="0 0 1"/><geom size="0.1"/><site name="tip" pos="0.2 0 0"/>{}</body></worldbody>'
LINK = '<link name="{}"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>{}</link>'
TURN = """<joint name="j" type="continuous"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/></joint>
<joint name="k" type="fixed"><origin xyz="0.3 0 0"/><parent link="b"/><child link="tip"/></joint>"""
ROBOT = {"format": "pult.robot", "version": 1, "name": "r", "chains": {"arm": {"effector": "tip"}}}
WORLD = {"format": "pult.world", "version": 1, "robots": [{"robot": "r"}]}


def mjcf(inside: str, body: str = "", attributes: str = "") -> str:
    return f"<mujoco{attributes}>{inside}{BODY.format(body)}</mujoco>"


def urdf(shape: str, settings: str = "") -> str:
    return f'<robot name="r">{settings}{LINK.format("a", shape)}{LINK.format("b", "")}{LINK.format("tip", "")}{TURN}</robot>'


def shape(kind: str, name: str) -> str:
    return f'<{kind}><geometry><mesh filename="{name}"/></geometry></{kind}>'


MODELS = {
    "include": lambda p: mjcf(f'<include file="{p}"/>'),
    "include in a body": lambda p: mjcf("", f'<include file="{p}"/>'),
    "include in another namespace": lambda p: mjcf(f'<include xmlns="urn:x" file="{p}"/>', attributes=' xmlns="urn:y"'),
    "include written with numbers": lambda p: mjcf('<include file="{}"/>'.format("".join(f"&#{ord(c)};" for c in p))),
    "mesh": lambda p: mjcf(f'<asset><mesh name="m" file="{p}"/></asset>', '<geom type="mesh" mesh="m"/>'),
    "texture": lambda p: mjcf(f'<asset><texture name="t" type="2d" file="{p}"/></asset>'),
    "side of a texture": lambda p: mjcf(f'<asset><texture name="t" type="cube" fileright="{p}"/></asset>'),
    "height field": lambda p: mjcf(f'<asset><hfield name="h" file="{p}" size="1 1 1 1"/></asset>'),
    "skin": lambda p: mjcf(f'<asset><skin name="s" file="{p}"/></asset>'),
    "flexible body": lambda p: mjcf("", f'<flexcomp name="f" type="mesh" dim="2" file="{p}"/>'),
    "model": lambda p: mjcf(f'<asset><model name="m" file="{p}"/></asset>', '<attach model="m" body="x" prefix="y"/>'),
    "visual of a URDF": lambda p: urdf(shape("visual", p)),
    "collision of a URDF": lambda p: urdf(shape("collision", p)),
    "visual that is kept": lambda p: urdf(shape("visual", p), '<mujoco><compiler discardvisual="false"/></mujoco>'),
}


def put(folder: Path, model: str) -> Path:
    """A project with a robot of a stranger."""
    name = "r.urdf" if model.startswith("<robot") else "r.xml"
    for path, text in {
        f"robots/{name}": model, "robots/r.robot.json": json.dumps({**ROBOT, "model": name}),
        "worlds/w.world.json": json.dumps(WORLD), "robots/one.xml": mjcf('<include file="two.xml"/>'),
    }.items():  # fmt: skip
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    return folder / "worlds" / "w.world.json"


def checked_apart(*worlds: Path) -> list[list[list[str]]]:
    """Faults of each robot and its world: place, message and code, found by a process that must come to its end."""
    code = (
        "import json, sys; from pathlib import Path; from pult.robot.robot import check_robot; "
        "from pult.world.world import check_world\n"
        "def faults(w): return check_robot(w.parent.parent / 'robots' / 'r.robot.json')[1] + check_world(w)[1]\n"
        "print(json.dumps([[[f.place, f.message, f.code] for f in faults(Path(w))] for w in sys.argv[1:]]))"
    )
    done = subprocess.run([sys.executable, "-c", code, *map(str, worlds)], capture_output=True, timeout=PATIENCE, check=True)
    found: list[list[list[str]]] = json.loads(done.stdout)
    return found


def codes_apart(*worlds: Path) -> list[list[str]]:
    return [[code for _, _, code in faults] for faults in checked_apart(*worlds)]


@posix
def test_a_file_elsewhere_is_refused_by_name_and_never_opened(tmp_path):
    os.mkfifo(tmp_path / "canary.xml")
    os.mkfifo(tmp_path / "canary.stl")
    cases = []
    for number, kind in enumerate(MODELS):
        canary = "canary.xml" if kind == "model" or "include" in kind else "canary.stl"
        for form, name in enumerate((str(tmp_path / canary), f"../../{canary}", f"..\\..\\{canary}")):
            project = tmp_path / f"{number}-{form}"
            cases.append((kind, name, project / "robots", put(project, MODELS[kind](name))))
    for (kind, name, folder, _), found in zip(cases, checked_apart(*[world for *_, world in cases]), strict=True):
        assert [code for _, _, code in found] == ["bad-path"] * 2, (kind, name, found)
        for _, message, _ in found:
            assert repr(name) in message and repr(str(folder)) in message and "copy it there" in message, kind


@posix
def test_folders_of_the_compiler_lead_nowhere_else(tmp_path):
    os.mkfifo(tmp_path / "canary.stl")
    os.mkfifo(tmp_path / "canary.png")
    assets = '<asset><mesh name="m" file="canary.stl"/><texture name="t" type="2d" file="canary.png"/></asset>'
    models = [
        mjcf(f'<compiler {setting}="{folder}"/>{assets}', '<geom type="mesh" mesh="m"/>')
        for setting in DIRECTORIES
        for folder in (str(tmp_path), "../..", f"{tmp_path}/", "..\\..")
    ]
    models.append(urdf(shape("collision", "canary.stl"), f'<mujoco><compiler meshdir="{tmp_path}"/></mujoco>'))
    worlds = [put(tmp_path / str(number), model) for number, model in enumerate(models)]
    assert codes_apart(*worlds) == [["bad-path"] * 2] * len(worlds)


@posix
def test_what_an_included_or_attached_model_names_is_refused_too(tmp_path):
    os.mkfifo(tmp_path / "canary.stl")
    worlds = []
    for name in (str(tmp_path / "canary.stl"), "../../canary.stl"):
        for outer in (MODELS["include"]("one.xml"), MODELS["model"]("two.xml"), MODELS["model"]("two.urdf")):
            project = tmp_path / f"project{len(worlds)}"
            worlds.append(put(project, outer))
            (project / "robots" / "two.xml").write_text(MODELS["mesh"](name))
            (project / "robots" / "two.urdf").write_text(urdf(shape("collision", name)))
    assert codes_apart(*worlds) == [["bad-path"] * 2] * len(worlds)


@posix
def test_pipes_devices_and_links_in_the_folder_are_no_files_of_a_model(tmp_path):
    os.mkfifo(tmp_path / "canary.stl")
    worlds = [put(tmp_path / str(n), MODELS["mesh"]("part.stl")) for n in range(4)]
    os.mkfifo(tmp_path / "0" / "robots" / "part.stl")
    (tmp_path / "1" / "robots" / "part.stl").symlink_to("/dev/zero")
    (tmp_path / "2" / "robots" / "part.stl").symlink_to(tmp_path / "canary.stl")
    (tmp_path / "3" / "worlds" / "w.world.json").write_text(json.dumps({**WORLD, "scene": "pipe.xml"}))
    os.mkfifo(tmp_path / "3" / "worlds" / "pipe.xml")
    stl(tmp_path / "3" / "robots" / "part.stl")
    worlds.append(put(tmp_path / "4", MODELS["mesh"]("deep/canary.stl")))
    (tmp_path / "4" / "robots" / "deep").symlink_to(tmp_path)
    worlds.append(put(tmp_path / "5", MODELS["mesh"]("a\nb.stl")))  # other parsers read "a b.stl"
    stl(tmp_path / "5" / "robots" / "a b.stl")
    (tmp_path / "5" / "robots" / "a\nb.stl").symlink_to(tmp_path / "canary.stl")
    worlds.append(put(tmp_path / "6", MODELS["mesh"]("../worlds/canary.stl")))  # a folder of documents that is none
    (tmp_path / "6" / "worlds").rename(tmp_path / "6" / "own")
    (tmp_path / "6" / "worlds").symlink_to(tmp_path)
    worlds[6] = tmp_path / "6" / "own" / "w.world.json"
    found = checked_apart(*worlds)
    assert [[code for _, _, code in faults] for faults in found] == [["bad-path"] * 2] * 3 + [["bad-path"]] + [["bad-path"] * 2] * 3
    assert all("'part.stl' is not a regular file" in message for _, message, _ in found[0])
    assert "'pipe.xml' is not a regular file" in found[3][0][1]


@posix
def test_no_way_around_leads_out(tmp_path, monkeypatch):
    """Behind a link to a folder, ".." leads elsewhere for the system than word by word."""
    private, project = tmp_path / "private", tmp_path / "project"
    (private / "deep").mkdir(parents=True)
    for name, text in (("r.xml", mjcf("")), ("x.robot.json", json.dumps({**ROBOT, "model": "r.xml"}))):
        (private / name).write_text(text)
    for name in ("deep/../r.xml", "deep\\..\\r.xml"):
        put(project, mjcf(""))
        (project / "robots" / "r.robot.json").write_text(json.dumps({**ROBOT, "model": name}))
        if not (project / "robots" / "deep").exists():
            (project / "robots" / "deep").symlink_to(private / "deep")
            (project / "worlds" / "deep").symlink_to(private / "deep")
        robot, faults = check_robot(project / "robots" / "r.robot.json")
        assert [fault.code for fault in faults] == ["bad-path"] or (robot is not None and robot.model.source == str(project / "robots" / "r.xml"))
    world = put(project, mjcf(""))
    for name in ("deep/../r.xml", "../robots/deep/../r.xml"):
        world.write_text(json.dumps({**WORLD, "scene": name}))
        assert [fault.code for fault in check_world(world)[1]] == ["bad-path"]
    world.write_text(json.dumps({**WORLD, "robots": [{"robot": "deep/../x.robot.json"}]}))
    assert [fault.code for fault in check_world(world)[1]] == ["bad-path"]
    # where MuJoCo runs, a folder may be called like the beginning of a name of ROS
    (tmp_path / "here" / "package:").mkdir(parents=True)
    os.mkfifo(tmp_path / "here" / "package:" / "part.stl")
    monkeypatch.chdir(tmp_path / "here")
    for model in (urdf(shape("collision", "package://part.stl")), MODELS["mesh"]("package://part.stl")):
        assert [fault.code for fault in check_world(put(project, model))[1]] == ["bad-path"]


def test_many_files_elsewhere_are_one_fault_with_the_folder_and_what_to_do(tmp_path):
    shapes = "".join(shape("visual", f"/opt/robots/part{i}.stl") for i in range(200))
    world = put(tmp_path, urdf(shapes))
    _, [fault] = check_robot(tmp_path / "robots" / "r.robot.json")
    assert fault.place == "model" and fault.code == "bad-path"
    assert fault.message == (
        f"'r.urdf' names 200 files outside {str(tmp_path / 'robots')!r}, such as '/opt/robots/part0.stl', '/opt/robots/part1.stl', "
        "'/opt/robots/part2.stl'. Only files in this folder and below are read: copy them there, and name them relative to the file "
        "that names them."
    )
    assert len(check_world(world)[1]) == 1


def test_the_content_of_a_file_elsewhere_is_in_no_world(tmp_path):
    """It is a proper mesh, so that nothing but the rule keeps it out."""
    stl(tmp_path / "private" / "secret.stl")
    secret = tmp_path / "private" / "secret.stl"
    secret.write_bytes(SECRET.ljust(80) + secret.read_bytes()[80:])
    for model in (urdf(shape("visual", str(secret))), urdf(shape("visual", "../../private/secret.stl")), MODELS["mesh"](str(secret))):
        world, faults = check_world(put(tmp_path / "project", model))
        assert world is None and len(faults) == 1
    (tmp_path / "project" / "robots" / "part.stl").write_bytes(secret.read_bytes())  # the remedy
    world = load_world(put(tmp_path / "project", urdf(shape("visual", "part.stl"))))
    assert SECRET in world.files["robots/part.stl"]


def test_hidden_files_are_nobodys_documents(tmp_path):
    stl(tmp_path / "robots" / ".keys" / "id.stl")
    stl(tmp_path / ".studio.stl")
    for name in (".keys/id.stl", "../.studio.stl", "../robots/.keys/id.stl"):
        assert [fault.code for fault in check_world(put(tmp_path, MODELS["mesh"](name)))[1]] == ["bad-path"]


@pytest.mark.parametrize("kind", ["scene", "robot", "model"])
def test_documents_name_files_in_their_folder_only(tmp_path, kind):
    project = tmp_path / "project"
    put(tmp_path / "elsewhere", mjcf(""))
    put(project, mjcf(""))
    robots = project / "robots"
    for name in ("../../elsewhere/robots/", f"{tmp_path}/elsewhere/robots/", "C:\\robots\\", "\\\\server\\share\\"):
        world, robot = dict(WORLD), {**ROBOT, "model": "r.xml"}
        if kind == "scene":
            world["scene"] = name + "r.xml"
        elif kind == "robot":
            world["robots"] = [{"robot": name + "r.robot.json"}]
        else:
            robot["model"] = name + "r.xml"
        (robots / "r.robot.json").write_text(json.dumps(robot))
        (project / "worlds" / "w.world.json").write_text(json.dumps(world))
        found, faults = check_world(project / "worlds" / "w.world.json")
        assert found is None and [fault.code for fault in faults] == ["bad-path"], name
        if kind == "model":
            assert [fault.code for fault in check_robot(robots / "r.robot.json")[1]] == ["bad-path"]


def test_exercises_and_procedures_name_documents_in_their_folder_only(tmp_path):
    for kind, check in (("exercise", check_exercise), ("procedure", check_procedure)):
        name = pult.core.shipped.shipped(kind)[0]
        file = pult.core.shipped.shipped_file(kind, name)
        document = json.loads(file.read_text(encoding="utf-8"))
        (tmp_path / f"{kind}s").mkdir()
        target = tmp_path / f"{kind}s" / file.name
        for wanted in ("/etc/passwd", "../../../elsewhere.world.json"):
            target.write_text(json.dumps({**document, "world": wanted}))
            found = check(target)
            faults = found if isinstance(found, list) else found[1]
            assert [(fault.place, fault.code) for fault in faults] == [("world", "bad-path")], kind


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('<!DOCTYPE mujoco [<!ENTITY x SYSTEM "/etc/passwd">]><mujoco/>', "bad-xml"),
        ("<!DOCTYPE mujoco><mujoco/>", "bad-xml"),
        ('<?xml version="1.0" encoding="cp037"?><mujoco/>', "bad-type"),
        ("<mujoco/>\0", "bad-type"),
        ('<mujoco><extension><plugin plugin="mujoco.pid"/></extension></mujoco>', "not-allowed"),
        ('<mujoco><extension xmlns="urn:x"/></mujoco>', "not-allowed"),
        (mjcf("", '<replicate count="20000000"><geom size="0.1"/></replicate>'), "too-many"),
        (mjcf("", '<flexcomp name="f" type="grid" count="3000 3000 1" dim="2"/>'), "too-many"),
        ("<mujoco>" + "<worldbody/>" * 30_000 + "</mujoco>", "too-large"),
        ("<mujoco>" + "<frame>" * 300 + "</frame>" * 300 + "</mujoco>", "too-deep"),
    ],
)
def test_models_with_tricks_are_not_shown_to_mujoco(tmp_path, text, code, monkeypatch):
    world = put(tmp_path, text)
    monkeypatch.setattr(mujoco.MjModel, "from_xml_path", None)
    monkeypatch.setattr(mujoco.MjSpec, "from_file", None)
    assert [fault.code for fault in check_world(world)[1]] == [code]


def test_plugins_of_other_programs_in_a_urdf_are_left_alone(tmp_path):
    gazebo = '<gazebo><plugin name="p" filename="/opt/libgazebo.so"/></gazebo>'
    assert check_world(put(tmp_path, urdf("", gazebo)))[1] == []


def test_meshes_of_a_urdf_may_be_missing_but_not_elsewhere(tmp_path):
    for name in ("meshes/gone.stl", "package://arm/meshes/gone.stl"):
        assert check_world(put(tmp_path, urdf(shape("visual", name))))[1] == []
    assert [f.code for f in check_world(put(tmp_path, urdf(shape("visual", "file:///opt/gone.stl"))))[1]] == ["bad-path"]


def test_every_attribute_of_mujoco_that_names_a_file_is_known():
    """A new version may bring more; then this fails, and the sanitiser learns of them."""
    words = mujoco.mj_printSchema(False, False).replace("(", " ").replace(")", " ").split()
    naming = {word for word in words if word.startswith("file") or (word.endswith("dir") and word != "dir") or "path" in word}
    assert naming - {"strippath"} <= {*FILES, *DIRECTORIES}, naming


@posix
def test_files_that_are_too_large_are_not_read(tmp_path):
    world = put(tmp_path, MODELS["mesh"]("part.stl"))
    with (tmp_path / "robots" / "part.stl").open("wb") as file:
        file.truncate(4 * 2**30)  # takes no place on the disk
    code = (
        f"{PEAK}\nimport sys; from pathlib import Path; from pult.robot.files import find_model_files; "
        "found = find_model_files(Path(sys.argv[1]))\n"
        "try: found.contents()\nexcept Exception as error: print(error.fault.code, peak())"
    )
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path / "robots" / "r.xml")], capture_output=True, text=True, timeout=PATIENCE, check=True)
    said, peak = done.stdout.split()
    assert said == "too-large" and int(peak) < 2**30
    assert world.is_file()


@posix
def test_the_catalog_may_be_a_folder_of_links(tmp_path, monkeypatch):
    """Some installers make a link of every file."""
    source = pult.core.shipped.catalog()
    linked = tmp_path / "pult" / "catalog"
    for path in sorted((source / "two-link").rglob("*")):
        target = linked / path.relative_to(source)
        target.parent.mkdir(parents=True, exist_ok=True)
        if path.is_file():
            target.symlink_to(path)
    monkeypatch.setattr("pult.core.shipped.catalog", lambda: linked)
    assert DocumentFolder(linked / "two-link").problem("two-link.xml") is None
    assert load_world("two-link").files.keys() == {"worlds/two-link.world.json", "worlds/two-link-scene.xml", "robots/two-link.robot.json", "robots/two-link.xml"}


def test_the_shipped_models_pass(tmp_path):
    for file in pult.core.shipped.catalog().glob("*/*.xml"):
        assert find_model_files(file).faults == [], file
