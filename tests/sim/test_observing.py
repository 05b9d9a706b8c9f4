"""Observed sensors in a session: markers in rendered pictures, their rate and delay, records and replay without graphics."""

import json

import numpy as np
import pytest

from pult.core.errors import DocumentError
from pult.record import read_record
from pult.record.recording import start_recording
from pult.record.replay import replay
from pult.sight import graphics
from pult.sight.graphics import graphics_problem
from pult.sight.markers import markers_problem
from pult.sim.commands import CommandRefused, Observation, Push, Reset, Restore
from pult.sim.observing import Observers
from pult.world.world import check_world
from tests.sight.lab import CENTRES, FACE, SIZE, asset_xml, assets, board_xml
from tests.sim.lab import SCENE_XML, WORLD, Listening, assert_same_bits, opened, run, write

PROBLEM = markers_problem() or graphics_problem()
pytestmark = pytest.mark.skipif(bool(PROBLEM), reason=PROBLEM)

SCENE = SCENE_XML.replace("<worldbody>", f"<asset>{asset_xml()}</asset><worldbody>").replace(
    "</worldbody>",
    # the plate drifts to the right in front of the camera, which looks along y
    '<light pos="0 -2 3" dir="0 1 -1"/><camera name="eye" pos="0 -1 2" xyaxes="1 0 0 0 0 1" fovy="45"/>'
    '<body name="plate" pos="0 -0.5 2" euler="90 0 0" gravcomp="1"><joint name="drift" type="slide" axis="1 0 0"/>'
    '<inertial pos="0 0 0" mass="1" diaginertia="0.01 0.01 0.01"/>' + board_xml() + "</body></worldbody>",
)
SENSOR = {
    "type": "markers", "camera": "eye", "rate": 10,
    "markers": [{"number": n, "size": SIZE, "position": [*at, FACE]} for n, at in CENTRES.items()],
}  # fmt: skip
SEEING = {**WORLD, "sensors": {**WORLD["sensors"], "plate": SENSOR}}
SPEED = 0.2


def seeing(folder, *, plain=True, **changes):
    world = {**SEEING, "sensors": {**SEEING["sensors"], "plate": {**SENSOR, **changes}}}
    write(folder)
    for name, data in assets().items():
        (folder / "worlds" / name).write_bytes(data)
    return opened(folder, world=world, scene=SCENE, plain=plain)


def drift(session, step):
    """After a push for one control step the plate drifts."""
    if step == 0:
        session.apply(Push(body="plate", force=[SPEED / session.dt, 0.0, 0.0], duration=session.dt))


def of(session, rows, name):
    return rows[:, session.channels.find(name).place]


def test_readings_are_those_of_the_last_picture_and_say_how_old_they_are(tmp_path):
    session = seeing(tmp_path)
    rows = run(session, 45, drift)
    seen, age = of(session, rows, "sensor.plate_seen")[:, 0], of(session, rows, "sensor.plate_age")[:, 0]
    assert seen[0] == 0.0 and seen[1:].all()
    ticks = np.arange(46)
    np.testing.assert_allclose(age[1:], (((ticks[1:] - 1) % 10) + 1) * session.dt, atol=1e-9)
    x = of(session, rows, "qpos")[:, session.model.joint("drift").qposadr[0]]
    pictured = x[ticks[1:] - np.round(age[1:] / session.dt).astype(int)]
    place = of(session, rows, "sensor.plate_position")[1:]
    assert x[-1] > 0.05  # it has moved
    np.testing.assert_allclose(place[:, 0], pictured, atol=3e-4)
    np.testing.assert_allclose(place[:, 1:], [[0.0, -0.5]] * 45, atol=5e-4)
    assert (of(session, rows, "sensor.plate_count")[1:] == 4).all()
    np.testing.assert_allclose(np.abs(of(session, rows, "sensor.plate_orientation")[1:, 0]), 1.0, atol=1e-4)
    assert (of(session, rows, "sensor.plate_residual")[1:] < 0.2).all()


def test_a_delayed_reading_is_that_of_so_much_earlier_and_older(tmp_path):
    session = seeing(tmp_path, delay=0.05)
    rows = run(session, 45, drift)
    age = of(session, rows, "sensor.plate_age")[:, 0]
    ticks = np.arange(46)
    np.testing.assert_allclose(age[6:], (((ticks[6:] - 6) % 10) + 6) * session.dt, atol=1e-9)
    x = of(session, rows, "qpos")[:, session.model.joint("drift").qposadr[0]]
    place = of(session, rows, "sensor.plate_position")[6:, 0]
    np.testing.assert_allclose(place, x[ticks[6:] - np.round(age[6:] / session.dt).astype(int)], atol=3e-4)


def test_what_is_out_of_sight_is_not_seen_and_its_pose_stays(tmp_path):
    session = seeing(tmp_path)
    rows = run(session, 11)
    session.data.joint("drift").qpos[0] = 3.0
    later = run(session, 20)
    assert of(session, later, "sensor.plate_seen")[-1] == 0.0 and of(session, later, "sensor.plate_count")[-1] == 0.0
    np.testing.assert_array_equal(
        of(session, later, "sensor.plate_position")[-1], of(session, rows, "sensor.plate_position")[-1]
    )
    assert of(session, later, "sensor.plate_age")[-1] > 0.2


def test_long_runs_are_those_of_single_steps_and_the_engines_agree(tmp_path):
    one = seeing(tmp_path / "one")
    rows = run(one, 45, drift)
    other = seeing(tmp_path / "two", plain=False)
    heard = Listening(other)
    drift(other, 0)
    other.advance(45)
    assert_same_bits(np.array(heard.rows), rows)
    # a picture before step 1, 11, 21, ... and none besides
    observed = [tick for tick, command in heard.commands if isinstance(command, Observation)]
    assert observed == [0, 10, 20, 30, 40]


def eventful(session):
    drift(session, 0)
    session.advance(33)
    saved = session.snapshot().to_bytes()
    session.advance(20)
    session.apply(Restore(state=saved))
    session.advance(25)
    session.apply(Reset())
    session.advance(31)


def test_a_record_is_replayed_bit_for_bit_on_a_machine_without_graphics(tmp_path, monkeypatch):
    session = seeing(tmp_path)
    recording = start_recording(session, tmp_path / "seen.mcap")
    eventful(session)
    assert not recording.close()
    monkeypatch.setenv("MUJOCO_GL", "off")
    monkeypatch.setattr(graphics, "make_context", None)
    result = replay(read_record(tmp_path / "seen.mcap"), plain=True)
    assert result.same and not result.problem and result.ticks > 100


def test_nobody_tells_a_session_what_it_sees(tmp_path):
    session = seeing(tmp_path)
    with pytest.raises(CommandRefused, match="makes its own observations"):
        session.apply(Observation("plate", [0.0] * 17))


def test_a_machine_that_cannot_see_says_so_when_the_session_is_opened(tmp_path, monkeypatch):
    monkeypatch.setenv("MUJOCO_GL", "off")
    with pytest.raises(DocumentError, match="cannot read it.*switched off.*apt-get install") as caught:
        seeing(tmp_path)
    assert [(fault.code, fault.place) for fault in caught.value.faults] == [("missing-software", "world 'room'")]
    assert "sensors.plate: this machine" in str(caught.value)


def test_worlds_without_such_sensors_have_no_observers(tmp_path):
    world, _ = check_world("room", write(tmp_path))
    assert Observers(world).sensors == {}


def test_every_fault_of_a_document_is_named(tmp_path):
    wrong = {
        **SENSOR, "camera": "ear", "rate": 0, "least": 5, "width": 10,
        "markers": [
            {"number": 3, "size": 0, "position": [0, 0, 0]},
            {"number": 3, "size": 0.05, "position": [0, 0, 0], "quaternion": [0, 0, 0, 0]},
            {"number": 587, "size": 0.05, "position": [0, 0, 0]},
        ],
    }  # fmt: skip
    home = write(tmp_path, scene=SCENE)
    for name, data in assets().items():
        (tmp_path / "worlds" / name).write_bytes(data)
    document = {**SEEING, "sensors": {"plate": wrong, "plate_seen": {"type": "position", "frame": "lid"}}}
    (tmp_path / "worlds" / "room.world.json").write_text(json.dumps(document))
    _, faults = check_world("room", home)
    assert sorted(f"{fault.place}: {fault.code}" for fault in faults) == [
        "sensors.plate.camera: unknown-name",
        "sensors.plate.least: out-of-range",
        "sensors.plate.markers[0].size: out-of-range",
        "sensors.plate.markers[1].number: duplicate-name",
        "sensors.plate.markers[1].quaternion: bad-placement",
        "sensors.plate.markers[2].number: out-of-range",
        "sensors.plate.rate: out-of-range",
        "sensors.plate.width: out-of-range",
        "sensors.plate_seen: duplicate-name",
    ]
