"""The rolling buffer keeps the last seconds, from a keyframe on."""

import numpy as np
import pytest

from pult.core.errors import UsageError
from pult.record import RecordError, RollingBuffer, read_record
from tests.record.support import FILES, HEADER, play, run, same_bits, state


def test_a_dump_is_a_whole_record_that_begins_with_a_keyframe(tmp_path):
    rows = run(500)
    buffer = RollingBuffer(1.0, HEADER, FILES)
    buffer.scene([{"id": "a"}])
    play(buffer, rows)
    assert buffer.first_tick == 380  # the newest keyframe at least 1 s before tick 499, of those each 20 ticks
    assert buffer.dump(tmp_path / "a.mcap", "the simulation diverged", {"void": True}) == ""
    record = read_record(tmp_path / "a.mcap")
    assert record.complete
    assert record.header.first_tick == 380
    assert record.header.reason == "the simulation diverged"
    assert record.ticks.tolist() == list(range(380, 500))
    assert same_bits(record.rows, rows[380:])
    assert record.keyframes[0].tick == 380 and record.keyframes[0].state == state(380)
    assert record.inputs[0].tick == 380
    assert record.commands == (), "what the command at tick 20 did is part of the state"
    assert record.scene == ({"id": "a"},)
    assert record.files == FILES and record.result == {"void": True}


def test_a_young_buffer_keeps_everything(tmp_path):
    rows = run(50)
    buffer = RollingBuffer(1.0, HEADER)
    play(buffer, rows)
    buffer.dump(tmp_path / "a.mcap", "")
    record = read_record(tmp_path / "a.mcap")
    assert same_bits(record.rows, rows) and len(record.commands) == 1
    with pytest.raises(RecordError, match="already"):
        buffer.dump(tmp_path / "a.mcap", "")


def test_it_goes_on_after_a_dump(tmp_path):
    rows = run(300)
    buffer = RollingBuffer(0.5, HEADER)
    play(buffer, rows[:200])
    buffer.dump(tmp_path / "a.mcap", "")
    play(buffer, rows[200:], first=200)
    buffer.dump(tmp_path / "b.mcap", "")
    assert read_record(tmp_path / "b.mcap").ticks.tolist() == list(range(240, 300))


@pytest.mark.parametrize("max_bytes", [10**9, 50_000])
def test_memory_stays_bounded_without_keyframes(max_bytes):
    buffer = RollingBuffer(0.1, HEADER, max_bytes=max_bytes)
    row = np.zeros((1, HEADER.channels.size))
    for tick in range(2000):
        buffer.frames(tick, row)
    assert 2000 - 41 <= buffer.first_tick <= 2000 - 11


def test_a_closed_buffer_is_empty(tmp_path):
    buffer = RollingBuffer(1.0, HEADER)
    play(buffer, run(50))
    assert buffer.close({"score": 1}) == ""
    buffer.dump(tmp_path / "a.mcap", "")
    record = read_record(tmp_path / "a.mcap")
    assert record.complete and len(record.rows) == 0 and record.commands == () and record.header.first_tick == 49


def test_the_time_must_be_one():
    for seconds in (0, -1, float("nan")):
        with pytest.raises(UsageError, match="above 0"):
            RollingBuffer(seconds, HEADER)
