"""Recording a session: everything that is needed to see it and to run it again."""

import numpy as np
import pytest

from pult.record import RecordError, RollingBuffer, read_record
from pult.record.recording import DERIVED, Recording, record_header, scene, start_recording
from pult.sim.commands import Arm, Input, LoseLink, Push, SetParameter
from pult.sim.open import open_session
from pult.sim.setup import Setup
from tests.realtime.support import SETUP, assert_same_bits, rerun


def drive(session):
    session.advance(7)
    session.apply(Input(values={"joints": ["shoulder"], "joystick": [0.5, 0, 0]}))
    session.advance(60)
    session.apply(SetParameter(name="led.leash", value=0.4))
    session.apply(Push(body="fore", force=[0, 5, 0], duration=0.3))
    session.advance(75)
    session.apply(LoseLink())
    session.advance(20)
    session.apply(Input(values={"enable": True}))
    session.apply(Arm())
    session.advance(5)


def test_a_recorded_run_happens_again_bit_for_bit(tmp_path):
    session = open_session(SETUP)
    recording = start_recording(session, tmp_path / "a.mcap", extra={"exercise": "reach", "who": ["me"]})
    drive(session)
    assert recording.hash == ""
    assert recording.close({"score": 1}) == ""
    assert session.listeners == []
    session.advance(5)  # after the end nothing is recorded
    record = read_record(tmp_path / "a.mcap")
    assert record.complete and record.hash == recording.hash != "" and record.result == {"score": 1}
    assert record.ticks[-1] == 167 and [k.tick for k in record.keyframes] == [0, 100]
    again, rows = rerun(record)
    assert_same_bits(record, again, rows)
    assert [(e.tick, e.kind, e.text) for e in record.events] == [(e.tick, e.kind, e.text) for e in again.events]


def test_commands_are_kept_in_order_and_inputs_by_element_too(tmp_path):
    session = open_session(SETUP)
    recording = start_recording(session, tmp_path / "a.mcap")
    drive(session)
    recording.close()
    record = read_record(tmp_path / "a.mcap")
    kinds = [(command.tick, command.command["do"]) for command in record.commands]
    assert kinds == [(7, "input"), (67, "set"), (67, "push"), (142, "lose-link"), (162, "input"), (162, "arm")]
    assert [tuple(given) for given in record.inputs] == [
        (7, "joints", ["shoulder"]), (7, "joystick", [0.5, 0, 0]), (162, "enable", True)
    ]  # fmt: skip


def test_the_header_holds_what_is_needed_to_make_the_session_again(tmp_path):
    setup = Setup(world="two-link", scheme="two-link-command", panel="two-link", seed=7)
    session = open_session(setup)
    session.advance(3)
    header = record_header(session, exercise="reach", variant="far", pilot="scripted", note={"a": 1})
    assert (header.exercise, header.variant, header.pilot, header.seed) == ("reach", "far", "scripted", 7)
    assert (header.dt, header.first_tick, header.channels) == (0.01, 3, session.channels)
    assert header.more["note"] == {"a": 1}
    assert Setup(**header.more["setup"]) == setup
    start_recording(session, tmp_path / "a.mcap").close()
    record = read_record(tmp_path / "a.mcap")
    assert dict(record.files) == dict(session.files)
    assert not any(channel.name.startswith(DERIVED) for channel in record.channels)


def test_the_scene_has_every_shape_in_the_frame_of_its_body():
    session = open_session(SETUP, plain=True)
    model = session.model
    shown = [g for g in range(model.ngeom) if model.geom_group[g] < 3 and model.geom_rgba[g][3] > 0]
    entities = {entity["frame_id"]: entity for entity in scene(session)}
    bodies = {model.body(int(model.geom_bodyid[g])).name for g in shown}
    assert set(entities) == bodies
    simple = sum(len(e[group]) for e in entities.values() for group in ("cubes", "spheres", "cylinders", "triangles"))
    capsules = sum(int(model.geom_type[g]) == 3 for g in shown)
    assert simple == len(shown) + 2 * capsules  # a capsule is a cylinder with two spheres


def test_a_buffer_in_memory_hears_the_same(tmp_path):
    session = open_session(SETUP)
    buffer = RollingBuffer(1.0, record_header(session), session.files, apart=DERIVED)
    kept = Recording(session, buffer)
    recording = start_recording(session, tmp_path / "whole.mcap")
    drive(session)
    assert recording.close() == kept.close() == ""
    assert buffer.dump(tmp_path / "last.mcap", "a test") == ""
    whole, last = read_record(tmp_path / "whole.mcap"), read_record(tmp_path / "last.mcap")
    assert last.header.reason == "a test"
    np.testing.assert_array_equal(whole.rows[last.ticks[0] :], last.rows)
    assert last.commands == whole.commands


def test_a_file_that_is_there_is_not_replaced_unless_told_to(tmp_path):
    session = open_session(SETUP, plain=True)
    (tmp_path / "a.mcap").write_bytes(b"mine")
    with pytest.raises(RecordError):
        start_recording(session, tmp_path / "a.mcap")
    assert session.listeners == []
    start_recording(session, tmp_path / "a.mcap", overwrite=True).close()
    assert read_record(tmp_path / "a.mcap").complete
