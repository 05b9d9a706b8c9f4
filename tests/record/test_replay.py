"""Replay: a record runs again from its own documents and commands, bit for bit, and differences are found."""

import json
import shutil
from dataclasses import replace as copied

import numpy as np
import pytest

from pult.record import RecordError, read_record
from pult.record.recording import start_recording
from pult.record.replay import complete_rows, reopened, replay, setup_of
from pult.sim.commands import (
    Arm,
    BiasSensor,
    ClearFaults,
    DelayInput,
    Input,
    KillDrive,
    LoseLink,
    Push,
    Reset,
    Restore,
    SetParameter,
    Stop,
)
from pult.sim.open import open_session
from pult.sim.session import Halted
from pult.sim.setup import Setup
from pult.sim.snapshot import Snapshot
from tests.sim.lab import SCHEME, WORLD, Listening, assert_same_bits, bits, opened, write


def lively(session):
    """Everything that may happen to a session, in 400 steps."""
    session.apply(Input(values={"stick": [1.0, -0.5]}))
    session.advance(57)
    session.apply(SetParameter(name="pd.kp", value=[4.0, 9.0]))
    session.apply(KillDrive(drive="motors[elbow]"))
    session.advance(40)
    saved = session.snapshot().to_bytes()
    session.apply(Push(body="box", force=[3.0, 0.0, 6.0], duration=0.3))
    session.apply(BiasSensor(sensor="angles", bias=0.02))
    session.apply(DelayInput(delay=0.11))
    session.apply(Input(values={"stick": [-1.0, 1.0], "light": True}))
    session.advance(53)
    session.apply(ClearFaults())
    session.apply(Stop(reason="a cat"))
    session.advance(20)
    session.apply(Restore(state=saved))
    session.apply(Input(values={"stick": [0.0, 0.25]}))
    session.advance(80)
    session.apply(Reset())
    session.apply(Input(values={"trouble": 0.5}))
    session.advance(150)


def recorded(session, path, act=lively, result=None):
    recording = start_recording(session, path)
    heard = Listening(session)
    act(session)
    assert recording.close(result) == ""
    return np.array(heard.rows)


@pytest.fixture(scope="module")
def run_(tmp_path_factory):
    """One recorded run for all tests that only look: its folder, its file and its rows."""
    folder = tmp_path_factory.mktemp("replay")
    session = opened(folder)
    rows = recorded(session, folder / "run.mcap", result={"passed": True})
    return folder, folder / "run.mcap", rows, session.channels


def test_a_record_replays_bit_for_bit(run_):
    _, path, rows, _ = run_
    record = read_record(path)
    assert record.complete
    found = replay(record, plain=True)
    assert found.same
    assert (found.ticks, found.difference, found.problem, found.machine) == (401, None, "", ())
    assert found.numbers == 401 * record.channels.size
    assert len(rows) == 401


def test_native_code_replays_what_plain_code_recorded(run_):
    found = replay(read_record(run_[1]))
    assert found.same
    assert found.ticks == 401


@pytest.mark.parametrize("plain", [True, False], ids=["plain", "native"])
def test_stops_in_the_middle_of_control_steps_replay_bit_for_bit(tmp_path, plain):
    def act(session):
        session.apply(Input(values={"stick": [1.0, -0.5]}))
        session.advance(40)
        for after in (1, 3):
            session.advance_part(after)
            session.apply(Stop() if after == 1 else LoseLink(cause="network", seconds=0.5))
            session.apply(Stop(reason="once more"))
            session.advance(30)
            session.apply(Input(values={"stick": [0.0, 0.0]}))
            session.apply(Arm())
            session.apply(Input(values={"stick": [1.0, 1.0]}))
            session.advance(20)

    session = opened(tmp_path)
    rows = recorded(session, tmp_path / "run.mcap", act)
    record = read_record(tmp_path / "run.mcap")
    stops = [item.command.get("after") for item in record.commands if item.command["do"] in ("stop", "lose-link")]
    assert stops == [1, 1, 3, 3]
    found = replay(record, plain=plain)
    assert found.same and found.ticks == len(rows) == 141


def test_complete_rows_are_those_the_session_published_poses_included(run_):
    _, path, rows, channels = run_
    record = read_record(path)
    assert not [channel.name for channel in record.channels if channel.name.startswith(("body.", "site."))]
    with reopened(record, plain=True) as session:
        assert session.channels.names == channels.names
        found = complete_rows(record, session)
    for channel in channels:  # numbers between the wires that have no name are not recorded
        np.testing.assert_array_equal(bits(found[:, channel.place]), bits(rows[:, channel.place]), err_msg=channel.name)
    poses = [channel for channel in channels if channel.name.startswith("body.")]
    assert max(np.ptp(rows[:, channel.place], axis=0).max() for channel in poses) > 0.1


def test_progress_is_told_now_and_then(run_):
    told = []
    replay(read_record(run_[1]), plain=True, progress=lambda done, of: told.append((done, of)))
    assert told == [(100, 401), (200, 401), (300, 401), (400, 401)]


@pytest.mark.parametrize(
    ("signal", "entry", "tick", "bit"),
    [
        ("sensor.angles", 1, 123, 0),
        ("qpos", 3, 400, 51),
        ("power", 0, 1, 17),
        ("time", 0, 0, 63),
        ("scheme.led.y", 0, 250, 30),
    ],
)
def test_one_flipped_bit_is_found_where_it_is(run_, signal, entry, tick, bit):
    record = read_record(run_[1])
    rows = record.rows.copy()
    place = record.channels[signal].start + entry
    rows.view(np.uint64)[tick, place] ^= np.uint64(1) << np.uint64(bit)
    found = replay(copied(record, rows=rows), plain=True)
    assert not found.same
    difference = found.difference
    labels, shape = record.channels[signal].labels, record.channels[signal].shape
    name = signal if not shape else f"{signal}[{labels[entry] if labels else entry}]"
    assert (difference.tick, difference.signal, difference.bit) == (tick, name, bit)
    assert difference.time == pytest.approx(tick * 0.01)
    assert difference.recorded == rows[tick, place] or np.isnan(rows[tick, place])
    assert difference.computed == record.rows[tick, place]
    assert found.ticks == tick  # all before it are the same
    assert str(difference).startswith(f"tick {tick} ({tick * 0.01:.3f} s), {name}: recorded ")
    assert str(difference).endswith(f"bit {bit}")


@pytest.mark.parametrize("part", [0.3, 0.55, 0.8, 0.97])
def test_a_record_cut_off_replays_up_to_the_cut(run_, tmp_path, part):
    data = run_[1].read_bytes()
    cut = tmp_path / "cut.mcap"
    cut.write_bytes(data[: int(len(data) * part)])
    record = read_record(cut)
    assert not record.complete
    found = replay(record, plain=True)
    assert found.difference is None
    assert found.ticks == len(record.ticks)
    assert found.problem == record.problem != ""


def test_documents_are_taken_from_the_record_even_if_the_files_have_changed_or_vanished(tmp_path):
    """Given by their paths, which still lead to files when the record is replayed."""
    exercises = write(tmp_path)
    by_path = Setup(
        world=str(tmp_path / "worlds" / "room.world.json"),
        scheme=str(tmp_path / "schemes" / "servo.scheme.json"),
        panel="../panels/desk.panel.json",
        seed=3,
    )
    session = open_session(by_path, exercises, plain=True)
    recorded(session, tmp_path / "run.mcap")
    record = read_record(tmp_path / "run.mcap")
    assert replay(record, plain=True).same
    changed = {**SCHEME, "blocks": [{**block, "parameters": {**block.get("parameters", {}), **({"kp": 1.0} if block["id"] == "pd" else {})}} for block in SCHEME["blocks"]]}  # fmt: skip
    write(tmp_path, scheme=changed, world={**WORLD, "elements": {}})
    assert replay(record, plain=True).same
    for kind in ("worlds", "schemes", "panels", "robots", "exercises"):
        shutil.rmtree(tmp_path / kind)
    assert replay(record, plain=True).same


def test_a_record_holds_the_whole_scheme_and_needs_no_files_of_parts(tmp_path):
    rate, *others = SCHEME["blocks"]
    part = {
        "format": "pult.scheme", "version": 1,
        "inputs": {"x": {"shape": [2]}}, "outputs": {"y": {"shape": [2], "unit": "rad/s"}},
        "blocks": [rate], "wires": [{"from": "x", "to": "rate.x"}, {"from": "rate.y", "to": "y"}],
    }  # fmt: skip
    file = tmp_path / "schemes" / "my-rate.scheme.json"
    file.parent.mkdir()
    file.write_text(json.dumps(part), encoding="utf-8")
    blocks = [{"id": "rate", "type": "scheme.mine"}, *others]
    session = opened(tmp_path, scheme={**SCHEME, "blocks": blocks, "uses": {"mine": "my-rate"}})
    recorded(session, tmp_path / "run.mcap")
    record = read_record(tmp_path / "run.mcap")
    kept = json.loads(record.files["schemes/servo.scheme.json"])
    assert "uses" not in kept and kept["schemes"]["mine"]["blocks"] == [rate]
    assert "schemes/my-rate.scheme.json" not in record.files
    file.write_text(json.dumps({**part, "blocks": []}), encoding="utf-8")
    assert replay(record, plain=True).same
    file.unlink()
    assert replay(record, plain=True).same


def test_recording_may_begin_in_the_middle_right_after_an_input(tmp_path):
    session = opened(tmp_path)
    session.apply(Input(values={"stick": [1.0, 0.0]}))
    session.advance(33)
    session.apply(KillDrive(drive="motors[shoulder]"))
    session.apply(Input(values={"stick": [0.0, -1.0]}))
    session.apply(SetParameter(name="rate.k", value=0.5))
    recorded(session, tmp_path / "run.mcap", lambda s: s.advance(120))
    record = read_record(tmp_path / "run.mcap")
    assert record.ticks[0] == 33
    found = replay(record, plain=True)
    assert found.difference is None
    assert found.ticks == 121


def test_a_run_that_diverged_and_was_reset_replays(tmp_path):
    session = opened(tmp_path, world={**WORLD, "max_speed": 6.0})

    def act(session):
        session.apply(Input(values={"stick": [1.0, -1.0]}))
        session.advance(20)
        for _ in range(3):
            session.apply(Push(body="fore", force=[0.0, 0.0, 60.0], duration=2.0))
        with pytest.raises(Halted):
            session.advance(300)
        session.apply(Reset())
        session.apply(Input(values={"stick": [0.5, 0.0]}))
        session.advance(40)

    rows = recorded(session, tmp_path / "run.mcap", act)
    found = replay(read_record(tmp_path / "run.mcap"), plain=True)
    assert found.difference is None
    assert found.ticks == len(rows)
    assert "diverged" in found.problem


def test_a_run_whose_last_command_precedes_divergence_by_one_step_replays_that_command_once(tmp_path):
    session = opened(tmp_path, world={**WORLD, "max_speed": 6.0})

    def act(session):
        session.advance(5)
        session.apply(Push(body="fore", force=[0.0, 0.0, 9e4], duration=0.5))
        with pytest.raises(Halted):
            session.advance(1)
        session.apply(Reset())
        session.advance(30)

    rows = recorded(session, tmp_path / "run.mcap", act)
    found = replay(read_record(tmp_path / "run.mcap"), plain=True)
    assert found.difference is None
    assert found.ticks == len(rows) == 37


def test_a_run_that_a_block_ended_and_a_reset_revived_replays(tmp_path):
    session = opened(tmp_path)

    def act(session):
        session.advance(12)
        session.apply(Input(values={"trouble": -1.0}))
        with pytest.raises(Halted):
            session.advance(5)
        session.apply(Reset())
        session.advance(30)

    recorded(session, tmp_path / "run.mcap", act)
    found = replay(read_record(tmp_path / "run.mcap"), plain=True)
    assert found.same
    assert found.ticks == 43


def test_the_setup_of_a_record_is_that_of_the_session(run_):
    assert setup_of(read_record(run_[1])) == opened(run_[0]).setup


def test_a_record_without_a_setup_says_so(run_):
    record = read_record(run_[1])
    bare = copied(record, header=copied(record.header, more={}))
    with pytest.raises(RecordError, match="it does not contain the setup of the session"):
        setup_of(bare)


def test_a_record_without_a_state_cannot_be_replayed_and_says_so(run_):
    record = copied(read_record(run_[1]), keyframes=())
    found = replay(record, plain=True)
    assert not found.same
    assert found.problem == "the record has no state to start from"


def test_documents_that_lead_out_of_their_folder_are_refused(run_):
    record = copied(read_record(run_[1]), files={"../../escape.txt": b"x"})
    with pytest.raises(RecordError, match="is outside its folder"), reopened(record, plain=True):
        pass


def test_a_machine_that_differs_is_told(run_):
    record = read_record(run_[1])
    other = copied(record, fingerprint={**record.fingerprint, "mujoco": "0.0.1"})
    found = replay(other, plain=True)
    assert found.same
    assert any("mujoco" in line.lower() for line in found.machine)


def test_rows_of_later_keyframes_are_reached_from_any_of_them(run_):
    """A state in the record is the state of the session at that tick."""
    record = read_record(run_[1])
    with reopened(record, plain=True) as session:
        for keyframe in record.keyframes:
            session.restore(Snapshot.from_bytes(keyframe.state))
            index = int(np.searchsorted(record.ticks, keyframe.tick))
            columns = np.concatenate(
                [np.arange(session.channels.size)[session.channels[c.name].place] for c in record.channels]
            )
            assert_same_bits(session.row[columns], record.rows[index])
    assert [keyframe.tick for keyframe in record.keyframes] == [0, 100, 200, 300, 400]
