"""Records of strangers: what a record does not hold is not read, wherever its documents say that it lies.

The canary is a pipe from which nothing ever comes: whoever opened it would wait for ever. So records are run again and
looked at in a process of its own, and its answer is the proof.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pult.core.errors import DocumentError
from pult.record import RecordError, read_record
from pult.record.recording import start_recording
from pult.record.replay import reopened, replay
from pult.record.unpacking import MAX_FILES
from tests.sim.lab import ROBOT, ROBOT_XML, SCENE_XML, SCHEME, WORLD, opened

posix = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
PATIENCE = 300
"""Time after which a process that opened the pipe is given up [s]."""
SECRET = "the diary of somebody else"
SHIPPED_BLOCKS = json.loads(json.dumps(SCHEME).replace("lab.root", "arithmetic.gain"))
"""The scheme of the laboratory, of blocks that other processes know, too."""


def record(folder: Path, name: str, changes: dict[str, str | None]) -> Path:
    """A record of a real session whose documents were changed afterwards; None: taken out."""
    session = opened(folder / "documents", scheme=SHIPPED_BLOCKS)
    for path, text in changes.items():
        session.files.pop(path, None)
        if text is not None:
            session.files[path] = text.encode()
    recording = start_recording(session, folder / name)
    session.advance(20)
    assert recording.close() == ""
    return folder / name


def said_apart(*paths: Path) -> list[tuple[str, str]]:
    """What is said of each record when it is run again, and when it is made ready for a page."""
    code = """
import json, sys, tempfile
from pathlib import Path
from pult.core.errors import PultError
from pult.server.records.digest import load_digest, make_digest
from pult.record import read_record
from pult.record.replay import replay
found = []
for path in map(Path, sys.argv[1:]):
    try:
        again = "same" if replay(read_record(path), plain=True).same else "different"
    except PultError as error:
        again = str(error)
    with tempfile.TemporaryDirectory() as folder:
        make_digest(path, Path(folder) / "made" / "digest")
        facts = load_digest(Path(folder) / "made" / "digest").facts
        found.append([again, facts.unseen if facts.scene is None else "shown"])
print(json.dumps(found))
"""
    done = subprocess.run([sys.executable, "-c", code, *map(str, paths)], capture_output=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stderr.decode()
    return [(again, shown) for again, shown in json.loads(done.stdout)]


def scene(part: str) -> dict[str, str | None]:
    return {"worlds/room.xml": SCENE_XML.replace("<worldbody>", f"{part}<worldbody>", 1)}


def robot(part: str) -> dict[str, str | None]:
    return {"robots/swing.xml": ROBOT_XML.replace("<worldbody>", f"{part}<worldbody>", 1)}


@posix
def test_nothing_is_read_that_is_not_in_the_record(tmp_path):
    os.mkfifo(tmp_path / "canary")
    up = "../" * 20 + str(tmp_path / "canary").lstrip("/")
    mesh = '<asset><mesh name="m" file="{}"/></asset>'
    texture = '<asset><texture name="t" type="cube" fileback="{}"/></asset>'
    attacks: list[dict[str, str | None]] = []
    for name in (str(tmp_path / "canary"), up, up.replace("/", "\\")):
        for part in ('<include file="{}"/>', '<include xmlns="urn:x" file="{}"/>', mesh, texture, '<asset><model name="n" file="{}"/></asset>'):
            attacks += [scene(part.format(name)), robot(part.format(name))]
        attacks.append({**robot('<include file="more.xml"/>'), "robots/more.xml": f'<mujoco><include file="{name}"/></mujoco>'})
    attacks.append(robot(f'<compiler meshdir="{tmp_path}"/>{mesh.format("canary")}'))
    attacks.append({"robots/swing.robot.json": json.dumps({**ROBOT, "model": str(tmp_path / "canary")})})
    attacks.append({"worlds/room.world.json": json.dumps({**WORLD, "scene": up})})
    attacks.append({"worlds/room.world.json": json.dumps({**WORLD, "robots": [{"robot": str(tmp_path / "canary")}]})})
    paths = [record(tmp_path, f"{number}.mcap", changes) for number, changes in enumerate(attacks)]
    for changes, (again, shown) in zip(attacks, said_apart(*paths), strict=True):
        assert "canary" in again and "canary" in shown, (changes, again, shown)
        assert "Only files in this folder" in again or "must be a path relative" in again, again


def test_documents_that_a_record_lacks_are_not_taken_from_elsewhere(tmp_path, monkeypatch):
    """Neither those that are shipped, nor those in the folder where somebody works."""
    write = tmp_path / "documents"
    monkeypatch.chdir(tmp_path)
    shipped = {**WORLD, "robots": [{"robot": "two-link"}], "elements": {}}
    attacks = [
        {"worlds/room.world.json": json.dumps(shipped)},
        {"robots/swing.robot.json": None},
        {"worlds/room.world.json": None},
        {"schemes/servo.scheme.json": None},
        {"schemes/servo.scheme.json": json.dumps({**SCHEME, "uses": {"law": "force-law"}})},
        {"panels/desk.panel.json": None},
        {"robots/swing.xml": None},
    ]
    for number, changes in enumerate(attacks):
        found = read_record(record(tmp_path, f"{number}.mcap", changes))
        for kind, name in (("world", "room"), ("scheme", "servo"), ("panel", "desk")):
            (tmp_path / name).write_bytes((write / f"{kind}s" / f"{name}.{kind}.json").read_bytes())
        with pytest.raises((DocumentError, RecordError), match="is not in the record|there is no such file"), reopened(found, plain=True):
            pass


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_what_a_scheme_of_a_stranger_names_is_in_no_record(tmp_path):
    """Columns of a table may be called like files elsewhere; a block takes these names, and no record takes the files."""
    secret = tmp_path / "secret.csv"
    secret.write_text(SECRET)
    schemes = tmp_path / "documents" / "schemes"
    schemes.mkdir(parents=True)
    (schemes / "link.csv").symlink_to(secret)
    names = [str(secret), "../../secret.csv", "link.csv"]
    (schemes / "table.csv").write_text(f"{','.join(names)}\n0,1,2\n1,2,3\n")
    blocks = [
        {"id": f"table{number}", "type": "sources.file", "parameters": {"path": "table.csv", "time": names[0], "column": name}}
        for number, name in enumerate(names)
    ]
    session = opened(tmp_path / "documents", scheme={**SHIPPED_BLOCKS, "blocks": [*SHIPPED_BLOCKS["blocks"], *blocks]})
    assert "schemes/table.csv" in session.files
    recording = start_recording(session, tmp_path / "a.mcap")
    session.advance(20)
    assert recording.close() == ""
    found = read_record(tmp_path / "a.mcap")
    assert sorted(name for name in found.files if name.endswith(".csv")) == ["schemes/table.csv"]
    assert SECRET.encode() not in b"".join(found.files.values())
    assert replay(found, plain=True).same


@pytest.mark.parametrize(
    "name", ["../escape.txt", "a/../../escape.txt", "/escape.txt", "C:\\escape.txt", "a\\..\\b", "nul\0.txt", "x" * 300, "a" + "/b" * 40, "", "a//b", "."]
)
def test_names_of_documents_that_no_folder_can_hold_are_refused(tmp_path, name):
    path = record(tmp_path, "a.mcap", {name: "x"})
    with pytest.raises(RecordError, match="is outside its folder"):
        replay(read_record(path), plain=True)


def test_a_document_inside_another_and_too_many_of_them_are_refused(tmp_path):
    path = record(tmp_path, "a.mcap", {"worlds/room.world.json/part": "x"})
    with pytest.raises(RecordError, match="lies in another one"):
        replay(read_record(path), plain=True)
    path = record(tmp_path, "b.mcap", {f"robots/{i}.txt": "x" for i in range(MAX_FILES + 1)})
    with pytest.raises(RecordError, match=f"at most {MAX_FILES} are read"):
        replay(read_record(path), plain=True)


def test_a_record_with_all_its_documents_runs_again_and_is_shown(tmp_path):
    assert said_apart(record(tmp_path, "a.mcap", {})) == [("same", "shown")]
