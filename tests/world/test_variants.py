"""Worlds that build on others: gravity, files of the base, and records that stand by themselves."""

import json

import msgspec
import mujoco
import numpy as np
import pytest

import pult
from pult.core.errors import DocumentError
from pult.record import read_record
from pult.record.recording import start_recording
from pult.record.replay import replay
from pult.sim.commands import Input
from pult.sim.open import open_session
from tests.sim.lab import SETUP, WORLD, assert_same_bits, write

MOON = {"format": "pult.world", "version": 1, "name": "moon", "base": "room", "gravity": [0, 0, -1.62]}
ON_THE_MOON = msgspec.structs.replace(SETUP, world="moon")


def on_the_moon(folder):
    """The documents of the lab and the same room on the moon; returns the folder that names them."""
    home = write(folder)
    (folder / "worlds" / "moon.world.json").write_text(json.dumps(MOON))
    return home


def test_bodies_fall_as_the_world_says_and_not_as_its_scene_does(tmp_path):
    scene = '<mujoco><option gravity="0 0 -9.81"/><worldbody><body name="ball"><freejoint/><geom size="0.1"/></body></worldbody></mujoco>'
    (tmp_path / "fall.xml").write_text(scene)
    head = {"format": "pult.world", "version": 1, "scene": "fall.xml"}
    for gravity in ([], [0.0, 0.0, 0.0], [0.5, 0.0, -1.62]):
        world = pult.load_world({**head, **({"gravity": gravity} if gravity else {})}, tmp_path)
        data = mujoco.MjData(world.model)
        mujoco.mj_step(world.model, data, 500)
        time = 500 * world.model.opt.timestep
        # without drag every step adds g dt: 500 sums of rounding errors
        np.testing.assert_allclose(data.qvel[:3], time * np.array(gravity or [0.0, 0.0, -9.81]), rtol=0, atol=1e-11)


@pytest.mark.parametrize(("gravity", "message"), [([0, 0], "must have 3 entries, not 2"), ("moon", "must be a list")])
def test_gravity_that_is_none_is_refused(gravity, message):
    with pytest.raises(DocumentError, match=message):
        pult.load_world({"format": "pult.world", "version": 1, "gravity": gravity})


def test_a_variant_has_everything_of_its_base(tmp_path):
    home = on_the_moon(tmp_path)
    moon, room = pult.load_world("moon", home), pult.load_world("room", home)
    np.testing.assert_array_equal(moon.model.opt.gravity, [0.0, 0.0, -1.62])
    assert moon.name == "moon" and list(moon.robots) == list(room.robots)
    assert moon.sensors(0.01).channels.names == room.sensors(0.01).channels.names
    assert moon.element_readings.names == room.element_readings.names
    assert set(moon.files) == {path.replace("room.world", "moon.world") for path in room.files}
    assert set(moon.sources) - set(room.sources) == {"worlds/moon.world.json"}


def test_a_record_of_a_variant_runs_again_without_the_documents_it_was_made_of(tmp_path):
    home = on_the_moon(tmp_path / "made")
    session = open_session(ON_THE_MOON, home, plain=True)
    recording = start_recording(session, tmp_path / "moon.mcap")
    session.apply(Input(values={"stick": [0.5, -1.0]}))
    session.advance(30)
    recording.close()
    record = read_record(tmp_path / "moon.mcap")
    held = json.loads(record.files["worlds/moon.world.json"])
    assert "base" not in held and held["gravity"] == [0, 0, -1.62] and held["scene"] == WORLD["scene"]
    assert "worlds/room.world.json" not in record.files
    for path in sorted((tmp_path / "made").rglob("*"), reverse=True):
        path.unlink() if path.is_file() else path.rmdir()
    assert replay(record, plain=True).same


def test_a_variant_written_out_gives_the_same_bits(tmp_path):
    rows = []
    for folder, document in (("based", None), ("whole", {**WORLD, "name": "moon", "gravity": [0, 0, -1.62]})):
        home = on_the_moon(tmp_path / folder)
        if document is not None:
            (tmp_path / folder / "worlds" / "moon.world.json").write_text(json.dumps(document))
        session = open_session(ON_THE_MOON, home, plain=True)
        session.advance(50)
        rows.append(session.row.copy())
    assert_same_bits(*rows)


def test_a_variant_of_a_shipped_world_finds_the_files_of_its_base(tmp_path):
    (tmp_path / "mine.world.json").write_text(
        json.dumps({"format": "pult.world", "version": 1, "name": "mine", "base": "two-link", "gravity": [0, 0, -3.7]})
    )
    world = pult.load_world(tmp_path / "mine.world.json")
    assert world.model.opt.gravity[2] == -3.7 and world.document.scene == "two-link-scene.xml"
    assert "worlds/two-link-scene.xml" in world.files and "robots/two-link.robot.json" in world.files


def test_a_robot_that_builds_on_another_is_held_whole_by_a_record(tmp_path):
    home = write(tmp_path)
    base = json.loads((tmp_path / "robots" / "swing.robot.json").read_text())
    strong = {"drives": {"motors": {"stall_torque": [30, 12]}}, "sensors": {"load": None}}
    head = {"format": "pult.robot", "version": 1, "name": "strong", "base": "swing"}
    (tmp_path / "robots" / "strong.robot.json").write_text(json.dumps({**head, **strong}))
    world = pult.load_world({**WORLD, "robots": [{"robot": "strong"}]}, home.parent / "worlds")
    drives = {"motors": {**base["drives"]["motors"], "stall_torque": [30, 12]}}
    held = json.loads(world.files["robots/strong.robot.json"])
    assert held["drives"] == drives and set(held["sensors"]) == {"angles", "speeds"} and "base" not in held
    assert world.provided()["drive"]["motors"].values["stall_torque"].tolist() == [30.0, 12.0]
    assert "robots/swing.xml" in world.files and "robots/swing.robot.json" not in world.files
