"""Reading MCAP files that may be truncated, damaged or hostile: record by record, with all checksums verified."""

import itertools
import struct
import zlib
from collections.abc import Iterator
from io import BytesIO
from typing import BinaryIO, NamedTuple, Protocol, TypeVar

import lz4.frame  # type: ignore[import-untyped]
import zstandard
from mcap.data_stream import ReadDataStream
from mcap.exceptions import McapError
from mcap.opcode import Opcode
from mcap.records import Attachment, Channel, Chunk, Metadata

from pult.record.file.container import MAGIC

MAX_CHUNK = 256 * 2**20
"""Maximum size of an uncompressed chunk, and of any part of a file that is read into memory [bytes]."""
MAX_FILES = 256 * 2**20
"""Maximum total size of the attachments of a record [bytes]."""
MAX_FRAMES = 2_000_000
"""Maximum number of parts of a file."""
PIECE = 2**20
"""Read size where nothing is kept [bytes]."""
_HEAD = struct.Struct("<BQ")
_MESSAGE = struct.Struct("<HIQQ")
_FOOTER = struct.Struct("<BQQQI")
_KNOWN = (
    Opcode.HEADER, Opcode.SCHEMA, Opcode.CHANNEL, Opcode.MESSAGE, Opcode.CHUNK, Opcode.MESSAGE_INDEX, Opcode.ATTACHMENT,
    Opcode.METADATA,
)  # fmt: skip
_PRIVATE = 0x80  # opcodes from here on are application-defined and skipped
_T = TypeVar("_T")
_T_co = TypeVar("_T_co", covariant=True)


class _Readable(Protocol[_T_co]):
    def read(self, stream: ReadDataStream) -> _T_co: ...


class Damage(Exception):  # noqa: N818 - it is data about a file, caught where the file is read
    """The file cannot be read any further.

    Attributes:
        at: Offset in the file [bytes].
        cut: Whether the file is truncated.
        bound: Whether the file is valid but exceeds a limit.
    """

    def __init__(self, at: int, message: str, *, cut: bool = False, bound: bool = False) -> None:
        self.at = at
        self.cut = cut
        self.bound = bound
        super().__init__(message)


class Scanned(NamedTuple):
    """A message."""

    topic: str
    sequence: int
    log_time: int
    publish_time: int
    data: bytes


class Broken(NamedTuple):
    """Damage that does not prevent reading the rest."""

    at: int
    message: str


Found = Attachment | Metadata | Scanned | Broken


def scan(stream: BinaryIO, size: int, max_bytes: int) -> Iterator[Found]:
    """Iterate over the data section of a file.

    Args:
        stream: The file, just after its first magic bytes.
        size: Length of the file [bytes].
        max_bytes: Maximum total uncompressed size of the chunks [bytes].

    Raises:
        Damage: The file is truncated, or the rest cannot be read.
    """
    topics: dict[int, str] = {}
    crc = zlib.crc32(MAGIC)
    at = len(MAGIC)
    unpacked = attached = 0
    for count in itertools.count():
        head, opcode, length = _next(stream, at, size)
        if opcode != Opcode.DATA_END and opcode not in _KNOWN and opcode < _PRIVATE:
            raise Damage(at, f"a record of kind {opcode} is not allowed here")
        if count > MAX_FRAMES:
            raise Damage(at, f"it has more than {MAX_FRAMES} parts")
        if length > MAX_CHUNK:
            raise Damage(at, f"a part of {length} bytes is more than is read")
        if opcode >= _PRIVATE or opcode in (Opcode.HEADER, Opcode.MESSAGE_INDEX):
            crc = crc_of(stream, length, zlib.crc32(head, crc))
            at += len(head) + length
            continue
        content = stream.read(length)
        if len(content) < length:
            raise Damage(at, "the file has no end", cut=True)
        if opcode == Opcode.DATA_END:
            break
        crc = zlib.crc32(content, zlib.crc32(head, crc))
        if opcode == Opcode.CHUNK:
            chunk = _parse(Chunk, content, at)
            unpacked += chunk.uncompressed_size
            if chunk.uncompressed_size > MAX_CHUNK or unpacked > max_bytes:
                raise Damage(at, f"a chunk of {chunk.uncompressed_size} bytes is more than is unpacked")
            yield from _messages(_unpack(chunk, at), topics, at)
        elif opcode in (Opcode.MESSAGE, Opcode.CHANNEL, Opcode.SCHEMA):
            unpacked += length
            if unpacked > max_bytes:
                raise Damage(at, f"{max_bytes} bytes are the most that is read")
            yield from _messages(head + content, topics, at)
        elif opcode == Opcode.ATTACHMENT:
            attached += len(content)
            if attached > MAX_FILES:
                raise Damage(at, f"its documents have more than {MAX_FILES >> 20} MiB together")
            if len(content) < 4 or zlib.crc32(content[:-4]) != int.from_bytes(content[-4:], "little"):
                yield Broken(at, "the checksum of an attachment does not fit")
            else:
                yield _parse(Attachment, content, at)
        elif opcode == Opcode.METADATA:
            yield _parse(Metadata, content, at)
        at += len(head) + len(content)
    if len(content) < 4 or int.from_bytes(content[:4], "little") not in (0, crc):
        yield Broken(at, "the checksum of the data as a whole does not fit")
    at += len(head) + len(content)
    yield from _tail(stream, at, size)


def _next(stream: BinaryIO, at: int, size: int) -> tuple[bytes, int, int]:
    """Header of the next part, its opcode, and the length of its content."""
    head = stream.read(_HEAD.size)
    if len(head) < _HEAD.size:
        raise Damage(at, "the file has no end", cut=True)
    opcode, length = _HEAD.unpack(head)
    if length > size - at - _HEAD.size:
        raise Damage(at, "the file has no end", cut=True)
    return head, opcode, length


def crc_of(stream: BinaryIO, length: int, crc: int = 0) -> int:
    """Checksum of `length` bytes, read in pieces; a shorter file is not an error here."""
    while length > 0:
        piece = stream.read(min(length, PIECE))
        if not piece:
            break
        crc = zlib.crc32(piece, crc)
        length -= len(piece)
    return crc


def _tail(stream: BinaryIO, at: int, size: int) -> Iterator[Broken]:
    """Check the index after the data, which is not needed for reading."""
    before = size - at - _FOOTER.size - len(MAGIC)
    if before > MAX_CHUNK:
        raise Damage(at, f"an index of {before} bytes is more than is read")
    index = crc_of(stream, before) if before >= 0 else 0
    rest = stream.read(_FOOTER.size + len(MAGIC))
    if before < 0 or len(rest) < _FOOTER.size + len(MAGIC) or not rest.endswith(MAGIC):
        raise Damage(at, "the file has no end", cut=True)
    footer = rest[: -len(MAGIC)]
    opcode, length, start, _, crc = _FOOTER.unpack(footer)
    covered = zlib.crc32(footer[:-4], index if start else 0)
    if opcode != Opcode.FOOTER or length != 20 or start not in (0, at) or crc not in (0, covered):
        yield Broken(at, "the index at the end is damaged; all data are sound")


def _parse(kind: _Readable[_T], content: bytes, at: int) -> _T:
    try:
        return kind.read(ReadDataStream(BytesIO(content)))
    except (McapError, struct.error, ValueError, OverflowError, MemoryError):
        raise Damage(at, "a record is malformed") from None


def _unpack(chunk: Chunk, at: int) -> bytes:
    """Uncompressed content of a chunk; memory is limited to its declared size."""
    size = chunk.uncompressed_size
    try:
        if chunk.compression == "zstd":
            claimed = zstandard.get_frame_parameters(chunk.data).content_size
            if claimed not in (size, zstandard.CONTENTSIZE_UNKNOWN):
                raise Damage(at, "a chunk does not have its declared size")
            data = zstandard.ZstdDecompressor().decompress(chunk.data, max_output_size=size)
        elif chunk.compression == "lz4":
            data = bytes(lz4.frame.LZ4FrameDecompressor().decompress(chunk.data, max_length=size))
        elif chunk.compression == "":
            data = chunk.data
        else:
            raise Damage(at, f"a chunk is compressed in an unknown way ({chunk.compression[:20]!r})")
    except (zstandard.ZstdError, RuntimeError, ValueError, MemoryError):
        raise Damage(at, "a chunk cannot be unpacked") from None
    if len(data) != size or chunk.uncompressed_crc not in (0, zlib.crc32(data)):
        raise Damage(at, "the checksum of a chunk does not fit")
    return data


def _messages(data: bytes, topics: dict[int, str], at: int) -> Iterator[Scanned]:
    """Messages of a chunk; adds the topics that it declares."""
    place = 0
    while place < len(data):
        if place + _HEAD.size > len(data):
            raise Damage(at, "a chunk ends within a record")
        opcode, length = _HEAD.unpack_from(data, place)
        place += _HEAD.size
        if length > len(data) - place:
            raise Damage(at, "a chunk ends within a record")
        if opcode == Opcode.MESSAGE:
            if length < _MESSAGE.size:
                raise Damage(at, "a message is too short")
            channel, sequence, log_time, publish_time = _MESSAGE.unpack_from(data, place)
            if channel not in topics:
                raise Damage(at, "a message belongs to no topic")
            content = data[place + _MESSAGE.size : place + length]
            yield Scanned(topics[channel], sequence, log_time, publish_time, content)
        elif opcode == Opcode.CHANNEL:
            found = _parse(Channel, data[place : place + length], at)
            topics[found.id] = found.topic
        place += length
