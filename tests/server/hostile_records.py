"""Records that somebody has changed: sound files with values that no recorder writes."""

import json
import struct
import zlib
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import zstandard
from mcap.data_stream import ReadDataStream, RecordBuilder
from mcap.opcode import Opcode
from mcap.records import Attachment, Chunk

from pult.record.file.container import MAGIC
from pult.record.recording import start_recording
from pult.sim.open import open_session
from pult.sim.setup import Setup

HEAD = struct.Struct("<BQ")
Change = Callable[[str, bytes], tuple[str, bytes]]


def small_record(path: Path, steps: int = 30) -> bytes:
    """A real record of an arm, made on the plain text of its scheme."""
    setup = Setup(world="two-link", scheme="two-link-command", panel="two-link")
    session = open_session(setup, plain=True)
    recording = start_recording(session, path, extra={"exercise": "two-link-reach"})
    session.emit("note", "something happened", what=1.0)
    session.advance(steps)
    assert recording.close({"success": True, "score": {"points": 50.0, "stages": [], "metrics": {}}}) == ""
    return path.read_bytes()


def _frames(data: bytes) -> Iterator[tuple[int, bytes]]:
    at = 0
    while at < len(data):
        opcode, length = HEAD.unpack_from(data, at)
        yield opcode, data[at + HEAD.size : at + HEAD.size + length]
        at += HEAD.size + length


def _frame(opcode: int, content: bytes) -> bytes:
    return HEAD.pack(opcode, len(content)) + content


def changed(data: bytes, attachment: Change | None = None, message: Callable[[Any], Any] | None = None) -> bytes:
    """A record with other attachments, or other messages of `/events`; all checksums fit.

    Args:
        data: The record.
        attachment: Gets name and content of each attachment, gives others.
        message: Gets each message, gives another.
    """
    out = bytearray(MAGIC)
    for opcode, content in _frames(data[len(MAGIC) : -len(MAGIC)]):
        if opcode == Opcode.ATTACHMENT and attachment is not None:
            found = Attachment.read(ReadDataStream(BytesIO(content)))
            name, new = attachment(found.name, bytes(found.data))
            builder = RecordBuilder()
            Attachment(0, 0, name, found.media_type, new).write(builder)
            out += builder.end()
        elif opcode == Opcode.CHUNK and message is not None:
            out += _chunk(content, message)
        elif opcode == Opcode.DATA_END:
            out += _frame(opcode, bytes(4)) + _frame(Opcode.FOOTER, bytes(20))
            break
        else:
            out += _frame(opcode, content)
    return bytes(out) + MAGIC


def _chunk(content: bytes, message: Callable[[Any], Any]) -> bytes:
    chunk = Chunk.read(ReadDataStream(BytesIO(content)))
    data = zstandard.decompress(chunk.data, max_output_size=chunk.uncompressed_size) if chunk.compression else chunk.data
    inner = bytearray()
    for opcode, part in _frames(data):
        if opcode == Opcode.MESSAGE:
            new = message(json.loads(part[22:]))
            part = part[:22] + json.dumps(new).encode()
        inner += _frame(opcode, part)
    head = struct.pack("<QQQI", chunk.message_start_time, chunk.message_end_time, len(inner), zlib.crc32(inner))
    return _frame(Opcode.CHUNK, head + struct.pack("<I", 0) + struct.pack("<Q", len(inner)) + bytes(inner))


def with_header(data: bytes, change: Callable[[dict[str, Any]], None]) -> bytes:
    """A record with another header."""

    def attachment(name: str, content: bytes) -> tuple[str, bytes]:
        if name != "record.json":
            return name, content
        header = json.loads(content)
        change(header)
        return name, json.dumps(header).encode()

    return changed(data, attachment)


def with_file(data: bytes, name: str, content: bytes = b"{}") -> bytes:
    """A record that holds one more document."""
    builder = RecordBuilder()
    Attachment(0, 0, f"files/{name}", "", content).write(builder)
    at = len(MAGIC) + HEAD.size + HEAD.unpack_from(data, len(MAGIC))[1]  # after the first frame
    at += HEAD.size + HEAD.unpack_from(data, at)[1]  # after record.json
    return changed(data[:at] + builder.end() + data[at:])
