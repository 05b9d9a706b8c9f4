"""What is recorded is read back, and recording never disturbs a session."""

import datetime
import math
import threading
import time

import numpy as np
import pytest

from pult.core.errors import UsageError
from pult.record import Header, Recorder, RecordError, fingerprint, read_record
from pult.record.file import container as container_module
from tests.record.support import CHANNELS, DT, FILES, HEADER, play, run, same_bits, state, write


def test_everything_comes_back(tmp_path):
    rows = run(60)
    rows[7, CHANNELS["qpos"].start] = math.nan
    rows[8, CHANNELS["panel.stick"].start] = -0.0
    recorder = write(tmp_path / "a.mcap", rows, {"score": 0.1 + 0.2, "passed": True})
    record = read_record(tmp_path / "a.mcap")
    assert record.complete and record.problem == ""
    assert recorder.state == "closed" and recorder.data_hash == record.hash
    assert same_bits(record.rows, rows)
    assert record.ticks.tolist() == list(range(60))
    assert record.times[-1] == 59 * DT
    assert list(record.channels) == list(CHANNELS)
    assert list(record.header.channels) == list(CHANNELS)
    for name in ("dt", "seed", "exercise", "variant", "pilot", "first_tick", "reason", "more"):
        assert getattr(record.header, name) == getattr(HEADER, name)
    assert record.files == FILES
    assert record.result == {"score": 0.1 + 0.2, "passed": True}
    assert record.fingerprint == fingerprint()
    assert record.started.endswith("+00:00")
    assert [(k.tick, k.state) for k in record.keyframes] == [(tick, state(tick)) for tick in (0, 20, 40)]
    assert [(i.tick, i.name, i.value) for i in record.inputs] == [
        (tick, "stick", [0.1 * tick, -0.0, 1.0]) for tick in range(0, 60, 10)
    ]
    assert math.copysign(1, record.inputs[0].value[1]) == -1
    assert record.commands == ((20, {"do": "reset", "to": {"x": 1.5, "y": None}}),)
    assert record.events == ((20, 0.2, "contact", "the hand touched the table", {"force": 1.25}),)
    assert record.signal("sensor.matrix").shape == (60, 2, 3)
    assert same_bits(record.signal("panel.stick[y]").copy(), rows[:, CHANNELS["panel.stick"].start + 1].copy())


def test_channels_set_apart_are_not_in_the_rows(tmp_path):
    rows = run(5)
    write(tmp_path / "a.mcap", rows, apart=("body.", "site."))
    record = read_record(tmp_path / "a.mcap")
    assert not any(name.startswith(("body.", "site.")) for name in record.channels.names)
    for channel in record.channels:
        expected = rows[:, CHANNELS[channel.name].place]
        assert same_bits(record.rows[:, channel.place].copy(), expected.copy())


def test_the_hash_does_not_depend_on_chunks_batches_compression_or_the_calendar(tmp_path):
    rows = run(40)
    one = write(tmp_path / "1.mcap", rows)
    two = write(tmp_path / "2.mcap", rows, compress=False, chunk_seconds=0.0)
    assert (tmp_path / "1.mcap").read_bytes() != (tmp_path / "2.mcap").read_bytes()
    three = Recorder(tmp_path / "3.mcap", HEADER, FILES, chunk_seconds=0.01)
    three.scene([])
    for k in range(0, 40, 10):
        if k % 20 == 0:
            three.keyframe(k, state(k))
        three.input(k, "stick", [0.1 * k, -0.0, 1.0])
        if k == 20:
            three.command(k, {"do": "reset", "to": {"x": 1.5, "y": None}})
            three.event(k, "contact", "the hand touched the table", {"force": 1.25})
        three.frames(k, rows[k : k + 4])
        time.sleep(0.03)
        three.frames(k + 4, rows[k + 4 : k + 10])
    three.close()
    hashes = {recorder.data_hash for recorder in (one, two, three)}
    hashes |= {read_record(tmp_path / f"{k}.mcap").hash for k in (1, 2, 3)}
    assert len(hashes) == 1
    rows[39, 3] = np.nextafter(rows[39, 3], 9)
    assert write(tmp_path / "4.mcap", rows).data_hash not in hashes


def test_the_same_run_gives_the_same_file_but_for_the_date(tmp_path, monkeypatch):
    class Frozen:
        @staticmethod
        def now(zone):
            return datetime.datetime(2020, 1, 1, tzinfo=zone)

    monkeypatch.setattr("pult.record.file.recorder.datetime", Frozen)
    monkeypatch.setattr("pult.record.file.intake.real_time", lambda: 1_600_000_000_000_000_000)
    for name in ("1", "2"):
        write(tmp_path / name, run(30), {"score": 1}, chunk_seconds=100.0)
    assert (tmp_path / "1").read_bytes() == (tmp_path / "2").read_bytes()


def test_data_are_copied_by_the_call(tmp_path):
    rows = run(3)
    kept = rows.copy()
    recorder = Recorder(tmp_path / "a.mcap", HEADER)
    command: dict = {"list": [1]}
    recorder.frames(0, rows)
    recorder.command(0, command)
    rows[:] = 0
    command["list"].append(2)
    recorder.close()
    record = read_record(tmp_path / "a.mcap")
    assert same_bits(record.rows, kept)
    assert record.commands[0].command == {"list": [1]}


def test_no_file_is_overwritten_unless_told(tmp_path):
    path = tmp_path / "a.mcap"
    path.write_bytes(b"precious")
    with pytest.raises(RecordError, match="already"):
        Recorder(path, HEADER)
    assert path.read_bytes() == b"precious"
    Recorder(path, HEADER, overwrite=True).close()
    assert read_record(path).complete


def test_a_place_that_cannot_be_written_is_said_at_once(tmp_path):
    with pytest.raises(RecordError, match="there is no folder"):
        Recorder(tmp_path / "none" / "a.mcap", HEADER)
    with pytest.raises(RecordError, match="cannot be written"):
        Recorder(tmp_path, HEADER, overwrite=True)


def test_wrong_calls_are_refused(tmp_path):
    recorder = Recorder(tmp_path / "a.mcap", HEADER)
    with pytest.raises(UsageError, match=r"shape \(n, "):
        recorder.frames(0, np.zeros((2, 3)))
    with pytest.raises(UsageError, match="plain JSON"):
        recorder.command(0, {"a": object()})
    with pytest.raises(UsageError, match="count from 0"):
        recorder.input(-1, "a", 0)
    recorder.frames(0, np.zeros((0, CHANNELS.size)))
    assert recorder.close() == recorder.close() == ""
    with pytest.raises(UsageError, match="closed"):
        recorder.frames(0, run(1))
    assert len(read_record(tmp_path / "a.mcap").rows) == 0
    with pytest.raises(UsageError, match="from 1 ns to 1 h"):
        Recorder(tmp_path / "b.mcap", Header(channels=CHANNELS, dt=0.0))
    assert not (tmp_path / "b.mcap").exists()


def test_an_exception_of_the_session_still_closes_the_record(tmp_path):
    def session():
        with Recorder(tmp_path / "a.mcap", HEADER) as recorder:
            recorder.frames(0, run(3))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        session()
    assert read_record(tmp_path / "a.mcap").complete


class Disk:
    """Stands before os.write and does what a bad disk does."""

    def __init__(self, monkeypatch):
        self.go = threading.Event()
        self.go.set()
        self.room = math.inf
        self._write = container_module.os.write
        monkeypatch.setattr(container_module.os, "write", self.write)

    def write(self, descriptor, data):
        if threading.current_thread().name != "pult-recorder":
            return self._write(descriptor, data)
        self.go.wait(20)
        if self.room <= 0:
            raise OSError(28, "No space left on device")
        done = self._write(descriptor, data[: int(min(len(data), self.room))])
        self.room -= done
        return done


def test_a_slow_disk_drops_rows_counts_them_and_says_so(tmp_path, monkeypatch):
    disk = Disk(monkeypatch)
    disk.go.clear()
    recorder = Recorder(tmp_path / "a.mcap", HEADER, queue_bytes=20_000, chunk_seconds=0.0)
    rows = run(400)
    play(recorder, rows)  # returns although nothing can be written
    assert recorder.lost > 300
    assert "rows were lost" in recorder.problem
    disk.go.set()
    assert "rows were lost" in recorder.close()
    record = read_record(tmp_path / "a.mcap")
    assert not record.complete
    assert f"{recorder.lost} rows were lost" in record.problem
    assert len(record.rows) + recorder.lost == 400
    assert same_bits(record.rows, rows[record.ticks])
    lost = [event for event in record.events if event.kind == "frames lost"]
    assert sum(event.data["count"] for event in lost) == recorder.lost
    assert len(record.inputs) == 40 and len(record.keyframes) == 20, "only rows are dropped"
    assert record.hash == recorder.data_hash


def test_a_run_that_may_wait_loses_nothing(tmp_path, monkeypatch):
    disk = Disk(monkeypatch)
    disk.go.clear()
    threading.Timer(0.3, disk.go.set).start()
    recorder = Recorder(tmp_path / "a.mcap", HEADER, queue_bytes=5_000, chunk_seconds=0.0, when_full="wait")
    rows = run(300)
    play(recorder, rows)
    assert recorder.close() == ""
    assert same_bits(read_record(tmp_path / "a.mcap").rows, rows)


@pytest.mark.parametrize("room", [0, 1, 1_000, 9_000, 9_001])
def test_a_full_disk_keeps_closed_chunks_and_never_raises(tmp_path, monkeypatch, room):
    disk = Disk(monkeypatch)
    disk.room = room
    recorder = Recorder(tmp_path / "a.mcap", HEADER, FILES, chunk_seconds=0.0)
    rows = run(300)
    for tick in range(300):
        recorder.frames(tick, rows[tick : tick + 1])
    problem = recorder.close({"score": 1})
    assert "No space left on device" in problem and problem == recorder.problem
    assert recorder.state == "failed" and recorder.data_hash == ""
    recorder.frames(300, rows[:1])  # still no exception
    record = read_record(tmp_path / "a.mcap")
    assert not record.complete and "cut off" in record.problem
    assert record.files == FILES and record.result is None
    assert same_bits(record.rows, rows[: len(record.rows)])
    assert (len(record.rows) > 0) == (room >= 9_000)


def test_a_disk_that_never_answers_does_not_hold_up_the_end(tmp_path, monkeypatch):
    disk = Disk(monkeypatch)
    disk.go.clear()
    recorder = Recorder(tmp_path / "a.mcap", HEADER, chunk_seconds=0.0)
    recorder.frames(0, run(3))
    assert "did not answer" in recorder.close(timeout=0.2)
    disk.go.set()
    assert recorder.close() == "", "it answered in the end"
    assert read_record(tmp_path / "a.mcap").complete


def test_a_memory_bound_holds_for_everything(tmp_path, monkeypatch):
    disk = Disk(monkeypatch)
    disk.go.clear()
    recorder = Recorder(tmp_path / "a.mcap", HEADER, queue_bytes=10_000, chunk_seconds=0.0)
    for tick in range(1000):
        recorder.input(tick, "stick", 0.5)
    assert "does not keep up" in recorder.problem
    disk.go.set()
    assert recorder.close() == recorder.problem
    assert not read_record(tmp_path / "a.mcap").complete
