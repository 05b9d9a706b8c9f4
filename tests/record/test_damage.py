"""A record that is cut off or damaged is read up to there; a file that is no record is refused in words."""

import io
import struct
import zlib

import numpy as np
import pytest
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st
from mcap.writer import Writer

from pult.record import Header, Recorder, RecordError, read_record
from pult.record.file.container import MAGIC
from tests.record.support import CHANNELS, DT, FILES, HEADER, play, run, same_bits

ROWS = run(30)


@pytest.fixture(scope="module", params=[True, False], ids=["zstd", "plain"])
def sound(request, tmp_path_factory):
    """Bytes of a small record of many chunks, a place to write, and where its header ends."""
    folder = tmp_path_factory.mktemp("damage")
    recorder = Recorder(folder / "sound.mcap", HEADER, FILES, compress=request.param, chunk_seconds=0.0)
    play(recorder, ROWS)
    assert recorder.close({"score": 1}) == ""
    data = (folder / "sound.mcap").read_bytes()
    at = len(MAGIC) + 9 + struct.unpack_from("<Q", data, len(MAGIC) + 1)[0]  # after the first record of the file
    end = at + 9 + struct.unpack_from("<Q", data, at + 1)[0]  # after the attachment record.json
    return data, folder, end


def check_prefix(path, data, header_end, damage_at):
    """Whatever happened to the bytes: a prefix of the run, or a refusal if the header is touched."""
    path.write_bytes(data)
    try:
        record = read_record(path)
    except RecordError as error:
        assert damage_at < header_end, str(error)
        return None
    assert not record.complete
    assert record.problem
    count = len(record.rows)
    assert same_bits(record.rows, ROWS[:count])
    assert record.ticks.tolist() == list(range(count))
    for name, content in record.files.items():
        assert FILES[name] == content
    assert [k.tick for k in record.keyframes] == [0, 20][: len(record.keyframes)]
    return record


def test_every_truncation_gives_the_run_up_to_there(sound):
    data, folder, header_end = sound
    edges = [edge + near for start, end in chunks(data)[::4] for edge in (start, end) for near in (-1, 0, 1, 9, 10)]
    counts = []
    for length in sorted({*range(1, len(data), 101), *edges, *range(len(data) - 12, len(data))}):
        record = check_prefix(folder / "cut.mcap", data[:length], header_end, length)
        if record is None:
            continue
        counts.append(len(record.rows))
        assert "cut off after" in record.problem and "the file has no end" in record.problem
        if counts[-1]:
            assert record.files == FILES, "documents stand before the first row"
    assert counts == sorted(counts), "more bytes never give fewer rows"
    assert counts[0] == 0 and counts[-1] == len(ROWS)
    assert len(set(counts)) > 20, "each chunk counts"


@settings(max_examples=400)
@given(st.data())
def test_a_flipped_bit_anywhere_never_shows_wrong_data(sound, data):
    good, folder, header_end = sound
    at = data.draw(st.integers(0, len(good) - 1))
    bit = data.draw(st.integers(0, 7))
    bad = bytearray(good)
    bad[at] ^= 1 << bit
    record = check_prefix(folder / "flip.mcap", bytes(bad), header_end, at)
    if record is not None and record.fingerprint:
        assert record.fingerprint["numpy"] == np.__version__


@settings(max_examples=100)
@given(st.data())
def test_many_wrong_bytes_never_raise_anything_else(sound, data):
    good, folder, header_end = sound
    at = data.draw(st.integers(len(MAGIC), len(good) - 1))
    bad = good[:at] + data.draw(st.binary(min_size=1, max_size=60)) + good[at + data.draw(st.integers(0, 60)) :]
    if bad != good:
        check_prefix(folder / "junk.mcap", bad, header_end, at)


def test_a_chunk_that_vanished_ends_the_rows_there(sound):
    data, folder, header_end = sound
    offsets = chunks(data)
    start, end = offsets[len(offsets) // 2]
    record = check_prefix(folder / "hole.mcap", data[:start] + data[end:], header_end, start)
    assert 0 < len(record.rows) < len(ROWS)
    assert "messages are missing" in record.problem


def chunks(data):
    """First and last byte of each chunk."""
    at, found = len(MAGIC), []
    while data[at] != 0x0F:
        length = struct.unpack_from("<Q", data, at + 1)[0]
        if data[at] == 0x06:
            found.append((at, at + 9 + length))
        at += 9 + length
    return found


def test_a_damaged_document_does_not_cost_the_run(sound):
    data, folder, _ = sound
    at = data.index(FILES["meshes/part.stl"])
    bad = bytearray(data)
    bad[at + 50] ^= 1
    (folder / "doc.mcap").write_bytes(bad)
    record = read_record(folder / "doc.mcap")
    assert same_bits(record.rows, ROWS)
    assert set(record.files) == {"exercise.json"}
    assert not record.complete and "meshes/part.stl" in record.problem
    assert record.result == {"score": 1}


def test_a_result_that_is_not_text_does_not_cost_the_run(tmp_path):
    recorder = Recorder(tmp_path / "a.mcap", HEADER, FILES, compress=False)
    play(recorder, ROWS)
    recorder.close({"score": "?"})
    data = (tmp_path / "a.mcap").read_bytes()
    at = data.index(b'{"score":"?"}')
    name = data.rindex(b"result.json", 0, at)
    attachment = data.rindex(struct.pack("<I", len("result.json")), 0, name) - 16  # after its two times
    content = data[attachment : at + 13].replace(b'"?"', b'"\xff"')
    crc = struct.pack("<I", zlib.crc32(content))
    (tmp_path / "a.mcap").write_bytes(data[:attachment] + content + crc + data[at + 17 :])
    record = read_record(tmp_path / "a.mcap")
    assert same_bits(record.rows, ROWS)
    assert record.result is None and "the result is not JSON" in record.problem


def test_what_is_no_record_is_refused_in_words(tmp_path):
    path = tmp_path / "a.mcap"
    with pytest.raises(RecordError, match="no such file"):
        read_record(path)
    with pytest.raises(RecordError, match="folder"):
        read_record(tmp_path)
    path.write_bytes(b"")
    with pytest.raises(RecordError, match="empty"):
        read_record(path)
    path.write_bytes(b"PK\x03\x04 something else")
    with pytest.raises(RecordError, match="not an MCAP file"):
        read_record(path)
    path.write_bytes(MAGIC)
    with pytest.raises(RecordError, match="cut off before its header"):
        read_record(path)
    stream = io.BytesIO()
    writer = Writer(stream)
    writer.start()
    writer.finish()
    path.write_bytes(stream.getvalue())
    with pytest.raises(RecordError, match=r"no attachment record\.json"):
        read_record(path)


def record_bytes(opcode, content):
    return struct.pack("<BQ", opcode, len(content)) + content


def chunk_bytes(data, claimed, crc=0, compression=b"zstd"):
    head = struct.pack("<QQQI", 0, 0, claimed, crc) + struct.pack("<I", len(compression)) + compression
    return record_bytes(0x06, head + struct.pack("<Q", len(data)) + data)


@pytest.mark.parametrize("claimed", [2**40, 100, 0])
def test_a_bomb_is_not_unpacked(tmp_path, claimed):
    path = tmp_path / "a.mcap"
    Recorder(path, HEADER).close()
    data = path.read_bytes()
    end = data.index(record_bytes(0x0F, b"")[:1] + struct.pack("<Q", 4))
    bomb = zstandard.compress(bytes(300 * 2**20))
    path.write_bytes(data[:end] + chunk_bytes(bomb, claimed) + data[end:])
    record = read_record(path)
    assert not record.complete and "chunk" in record.problem


def test_reading_stops_where_the_memory_allowed_ends(tmp_path):
    path = tmp_path / "a.mcap"
    recorder = Recorder(path, HEADER, chunk_seconds=0.0)
    play(recorder, ROWS)
    recorder.close()
    record = read_record(path, max_bytes=30_000)
    assert 0 < len(record.rows) < len(ROWS)
    assert "more than is unpacked" in record.problem


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (b'"dt": 0.01', b'"dt": -1.0', "dt must be"),
        (b'"dt": 0.01', b'"dt":1e300', "dt must be a time from 1 ns to 1 h"),
        (b'"dt": 0.01', b'"dt":1e-99', "dt must be a time from 1 ns to 1 h"),
        (b'"version": 1', b'"version": 2', "newer pult"),
        (b'"seed": 7', b'"sead": 7', "seed"),
        (b'"start": 3', b'"start":-3', "start"),
    ],
)
def test_a_header_that_does_not_fit_is_refused_in_words(tmp_path, old, new, message):
    path = tmp_path / "a.mcap"
    Recorder(path, HEADER).close()
    data = path.read_bytes()
    assert old in data
    start = len(MAGIC) + 9 + struct.unpack_from("<Q", data, len(MAGIC) + 1)[0]
    end = start + 9 + struct.unpack_from("<Q", data, start + 1)[0]
    content = data[start + 9 : end - 4].replace(old, new, 1)
    assert len(content) == end - start - 13
    path.write_bytes(data[: start + 9] + content + struct.pack("<I", zlib.crc32(content)) + data[end:])
    with pytest.raises(RecordError, match=message):
        read_record(path)


def test_an_empty_record_is_complete(tmp_path):
    Recorder(tmp_path / "a.mcap", Header(channels=CHANNELS, dt=DT)).close()
    record = read_record(tmp_path / "a.mcap")
    assert record.complete and record.rows.shape == (0, CHANNELS.size) and record.result is None
