"""Writing MCAP files safely: no buffers but the open chunk, which is closed on demand.

The records of the format are those of the `mcap` package. Chunks are assembled here, because that package has a fixed
compression level: digits of numbers compress three times faster, and slightly better, at level 1.
"""

import hashlib
import os
import struct
import zlib
from collections.abc import Iterable, Mapping
from itertools import groupby

import zstandard
from mcap.data_stream import RecordBuilder
from mcap.opcode import Opcode
from mcap.records import (
    Attachment,
    AttachmentIndex,
    Channel,
    Chunk,
    ChunkIndex,
    DataEnd,
    Footer,
    Header,
    McapRecord,
    MessageIndex,
    Metadata,
    MetadataIndex,
    Schema,
    Statistics,
    SummaryOffset,
)

MAGIC = b"\x89MCAP0\r\n"
CHUNK_BYTES = 2**20
"""Length at which a chunk is closed automatically [bytes]."""
_LEVEL = 1
_WINDOW_LOG = 24
"""Distance in which repetitions are found in a chunk that one message has made long, as a power of 2 [bytes]: a scene
whose shapes have a mesh in common contains it once."""
_MESSAGE = struct.Struct("<BQHIQQ")
_HASHED = struct.Struct("<HQQ")


def hash_message(digest: "hashlib._Hash", topic: str, log_time: int, data: bytes) -> None:
    """Add a message to the hash of a record: topic, log time and data, each of known length."""
    name = topic.encode()
    digest.update(_HASHED.pack(len(name), log_time, len(data)))
    digest.update(name)
    digest.update(data)


def metadata_check(data: Mapping[str, str]) -> str:
    """Checksum of a metadata record: the format has none of its own."""
    return f"{zlib.crc32(repr(sorted(data.items())).encode()):08x}"


class Container:
    """An MCAP file that is being written. Its methods raise OSError if the system fails.

    Attributes:
        sound: Length of the readable part: the end of the last record [bytes].
    """

    def __init__(self, descriptor: int, library: str, *, compress: bool) -> None:
        """Start a file."""
        self._descriptor = descriptor
        self._compress = compress
        self._packer = zstandard.ZstdCompressor(level=_LEVEL)
        self._crc = 0
        self._sequence = 0
        self._digest = hashlib.sha256()
        self._schemas: list[Schema] = []
        self._channels: dict[str, Channel] = {}
        self._counts: dict[int, int] = {}
        self._chunk = bytearray()
        self._entries: dict[int, list[tuple[int, int]]] = {}  # log time and offset of the messages of the open chunk
        self._chunks: list[ChunkIndex] = []
        self._attachments: list[AttachmentIndex] = []
        self._notes: list[MetadataIndex] = []
        self.sound = 0
        self._write(MAGIC)
        self._emit(Header(profile="", library=library))

    @property
    def data_hash(self) -> str:
        """SHA-256 over topic, log time and data of all messages so far, in order."""
        return self._digest.hexdigest()

    def attach(self, name: str, media_type: str, data: bytes) -> None:
        """Write an attachment."""
        offset = self.sound
        length = self._emit(Attachment(0, 0, name, media_type, data))
        self._attachments.append(AttachmentIndex(offset, length, 0, 0, len(data), name, media_type))

    def note(self, name: str, data: Mapping[str, str]) -> None:
        """Write a metadata record with its checksum."""
        offset = self.sound
        length = self._emit(Metadata(name, {**data, "check": metadata_check(data)}))
        self._notes.append(MetadataIndex(offset, length, name))

    def topic(self, name: str, schema: str, text: bytes) -> None:
        """Declare a topic of JSON messages; it is written with the first chunk."""
        number = len(self._schemas) + 1
        self._schemas.append(Schema(id=number, data=text, encoding="jsonschema", name=schema))
        self._channels[name] = Channel(id=number, topic=name, message_encoding="json", metadata={}, schema_id=number)
        self._chunk += _bytes([self._schemas[-1], self._channels[name]])

    def message(self, topic: str, log_time: int, data: bytes, publish_time: int) -> None:
        """Add a message to the open chunk. Sequence numbers run over all topics, so that a lost chunk is detected.

        The publish time is not part of the hash: it is real time, which differs between two runs that are the same.
        """
        channel = self._channels[topic].id
        self._counts[channel] = self._counts.get(channel, 0) + 1
        self._entries.setdefault(channel, []).append((log_time, len(self._chunk)))
        self._chunk += _MESSAGE.pack(Opcode.MESSAGE, 22 + len(data), channel, self._sequence, log_time, publish_time)
        self._chunk += data
        self._sequence = (self._sequence + 1) & 0xFFFFFFFF
        hash_message(self._digest, topic, log_time, data)
        if len(self._chunk) > CHUNK_BYTES:
            self.close_chunk()

    def close_chunk(self) -> None:
        """Close the open chunk, if it has messages, and write it."""
        if not self._entries:
            return
        data, entries = bytes(self._chunk), self._entries
        self._chunk, self._entries = bytearray(), {}
        packed, kind = (self._packed(data), "zstd") if self._compress else (data, "")
        times = [time for channel in entries.values() for time, _ in channel]
        offset = self.sound
        length = self._emit(Chunk(kind, packed, max(times), min(times), zlib.crc32(data), len(data)))
        start = self.sound
        places: dict[int, int] = {}
        for channel, records in entries.items():
            places[channel] = self.sound
            self._emit(MessageIndex(channel, records))
        self._chunks.append(
            ChunkIndex(
                chunk_length=length,
                chunk_start_offset=offset,
                compression=kind,
                compressed_size=len(packed),
                message_end_time=max(times),
                message_index_length=self.sound - start,
                message_index_offsets=places,
                message_start_time=min(times),
                uncompressed_size=len(data),
            )
        )

    def _packed(self, data: bytes) -> bytes:
        if len(data) < 2 * CHUNK_BYTES:
            return self._packer.compress(data)
        wide = zstandard.ZstdCompressionParameters.from_level(_LEVEL, window_log=_WINDOW_LOG, enable_ldm=True)
        return zstandard.ZstdCompressor(compression_params=wide).compress(data)

    def synchronise(self) -> None:
        """Flush everything written so far to the disk."""
        os.fsync(self._descriptor)

    def finish(self) -> None:
        """Close the chunk and write the end of the file, with its index."""
        self.close_chunk()
        self._emit(DataEnd(self._crc))
        start = self.sound
        groups: list[McapRecord] = [*self._schemas, *self._channels.values(), self._statistics(), *self._chunks]
        groups += [*self._attachments, *self._notes]
        summary, offsets = b"", []
        for _, group in groupby(groups, key=type):
            part = _bytes(group)
            offsets.append(SummaryOffset(Opcode(part[0]), start + len(summary), len(part)))
            summary += part
        second = start + len(summary)
        summary += _bytes(offsets)
        footer = _bytes([Footer(start, second, 0)])[:-4]
        crc = zlib.crc32(footer, zlib.crc32(summary))
        self._write(summary + footer + struct.pack("<I", crc) + MAGIC)
        self.synchronise()

    def cut(self) -> None:
        """Truncate the file after the last complete record."""
        os.ftruncate(self._descriptor, self.sound)

    def _statistics(self) -> Statistics:
        return Statistics(
            attachment_count=len(self._attachments),
            channel_count=len(self._channels),
            channel_message_counts=self._counts,
            chunk_count=len(self._chunks),
            message_count=sum(self._counts.values()),
            message_end_time=max((chunk.message_end_time for chunk in self._chunks), default=0),
            message_start_time=min((chunk.message_start_time for chunk in self._chunks), default=0),
            metadata_count=len(self._notes),
            schema_count=len(self._schemas),
        )

    def _emit(self, record: McapRecord) -> int:
        data = _bytes([record])
        self._write(data)
        return len(data)

    def _write(self, data: bytes) -> None:
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(self._descriptor, rest) :]
        self._crc = zlib.crc32(data, self._crc)
        self.sound += len(data)


def _bytes(records: Iterable[McapRecord]) -> bytes:
    builder = RecordBuilder()
    for record in records:
        record.write(builder)
    return bytes(builder.end())  # type: ignore[no-untyped-call]
