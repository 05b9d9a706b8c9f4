"""What a record may claim to hold."""

import json
import struct
import zlib

import numpy as np
import pytest

from pult.core.channels import Channel, Channels, lay_out
from pult.record import Header, Recorder, RecordError, read_record
from pult.record.file.container import MAGIC
from tests.record.support import HEADER, play, run


def noise(seed):
    """A document that cannot be compressed."""
    return np.random.default_rng(seed).bytes(40_000)


def forged(path, **changes):
    """A record whose header says something else."""
    Recorder(path, HEADER).close()
    data = path.read_bytes()
    start = len(MAGIC) + 9 + struct.unpack_from("<Q", data, len(MAGIC) + 1)[0]
    end = start + 9 + struct.unpack_from("<Q", data, start + 1)[0]
    content = data[start + 9 : end - 4]
    at = content.index(b"{")
    plain = json.loads(content[at:]) | changes
    text = json.dumps(plain).encode()
    content = content[: at - 8] + struct.pack("<Q", len(text)) + text
    body = content + struct.pack("<I", zlib.crc32(content))
    path.write_bytes(data[:start] + struct.pack("<BQ", 9, len(body)) + body + data[end:])
    return path


@pytest.mark.parametrize(
    ("channels", "message"),
    [
        ([{"name": "x", "start": 199_999}, {"name": "y", "start": 200_000}], "a row of more than 200000 numbers"),
        ([{"name": "x", "start": 0, "shape": [500, 500]}], "a row of more than 200000 numbers"),
        ([{"name": f"x{i}", "start": 0} for i in range(50_001)], "more than 50000 signals"),
    ],
)
def test_rows_that_are_too_long_are_refused_in_words(tmp_path, channels, message):
    with pytest.raises(RecordError, match=message):
        read_record(forged(tmp_path / "a.mcap", channels=channels))


def test_a_header_that_claims_what_is_true_is_read(tmp_path):
    assert read_record(forged(tmp_path / "a.mcap", seed=8)).header.seed == 8


def test_rows_take_no_more_memory_than_is_allowed(tmp_path):
    """Zeros are short in a file and long in memory."""
    channels = Channels(lay_out([Channel("wide", 0, (10_000,))]))
    path = tmp_path / "a.mcap"
    recorder = Recorder(path, Header(channels=channels, dt=0.01), chunk_seconds=0.0)
    recorder.frames(0, np.zeros((50, 10_000)))
    recorder.close()
    record = read_record(path, max_bytes=2**21)
    assert record.rows.nbytes <= 2**21 and 0 < len(record.rows) < 50
    assert record.problem == f"read for the first {record.times[-1]:.2f} s only: its rows need more than 2 MiB"
    record = read_record(path, max_rows=7)
    assert len(record.rows) == 7 and record.problem == "read for the first 0.06 s only: it has more than 7 rows"


def test_parts_and_documents_have_their_bounds(tmp_path, monkeypatch):
    path = tmp_path / "a.mcap"
    recorder = Recorder(path, HEADER, {"a.bin": noise(1), "b.bin": noise(2)}, chunk_seconds=0.0)
    play(recorder, run(60))
    recorder.close()
    assert read_record(path).complete
    monkeypatch.setattr("pult.record.file.scan.MAX_FRAMES", 20)
    assert "it has more than 20 parts" in read_record(path).problem
    monkeypatch.undo()
    monkeypatch.setattr("pult.record.file.scan.MAX_FILES", 60_000)
    found = read_record(path)
    assert "b.bin" not in found.files and "documents have more than" in found.problem
