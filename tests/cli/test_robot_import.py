"""`pult import`: what it writes, says and refuses."""

import json

from typer.testing import CliRunner

from pult.cli import app
from tests.makers.own_lab import write_robot


def run(*arguments):
    return CliRunner().invoke(app, [str(one) for one in arguments])


def test_an_import_writes_documents_and_says_the_next_command(tmp_path):
    done = run("import", write_robot(tmp_path, "arm.xml"), "--into", tmp_path / "out", "--name", "mine")
    assert done.exit_code == 0, done.output
    assert "pult run --world" in done.output
    assert "The joystick moves arm in semi-automatic mode." in done.output
    names = {path.relative_to(tmp_path / "out").as_posix() for path in (tmp_path / "out").rglob("*") if path.is_file()}
    assert names == {
        "robots/mine.robot.json", "robots/mine/mine.xml", "worlds/mine.world.json", "worlds/mine/scene.xml",
        "panels/mine.panel.json", "panels/mine.svg", "schemes/mine.scheme.json",
    }  # fmt: skip
    documents = [tmp_path / "out" / name for name in names if name.endswith(".json")]
    assert run("check", *documents).exit_code == 0


def test_our_drives_without_a_panel_as_json(tmp_path):
    source = write_robot(tmp_path, "arm.xml")
    done = run("import", source, "--into", tmp_path / "out", "--our-drives", "--no-drive", "--pose", "up", "--json")
    made = json.loads(done.output)
    assert made["scheme"] is None
    assert made["name"] == "six"
    robot = json.loads((tmp_path / "out" / "robots" / "six.robot.json").read_text())
    assert robot["drives"]["motors"]["type"] == "electric"
    assert robot["actuators"] == "drop"


def test_what_is_not_there_is_refused(tmp_path):
    source = write_robot(tmp_path, "cart.xml")
    assert run("import", tmp_path / "no.urdf").exit_code != 0
    done = run("import", source, "--into", tmp_path / "out", "--pose", "home")
    assert done.exit_code != 0
    assert not (tmp_path / "out").exists()
    two = write_robot(tmp_path, "two_arms.urdf")
    assert run("import", two, "--into", tmp_path / "out", "--keep-actuators").exit_code != 0
