"""Writing MCAP files so that what is written is safe: no buffers of our own, chunks closed on demand."""

import hashlib
import os
import struct
import zlib
from collections.abc import Mapping
from typing import IO, cast

from mcap.writer import CompressionType, Writer

HASHED = struct.Struct("<HQQ")


def hash_message(digest: "hashlib._Hash", topic: str, log_time: int, data: bytes) -> None:
    """Take a message into the hash of a record: topic, log time and data, each of known length."""
    name = topic.encode()
    digest.update(HASHED.pack(len(name), log_time, len(data)))
    digest.update(name)
    digest.update(data)


def metadata_check(data: Mapping[str, str]) -> str:
    """Checksum of a metadata record: the format has none of its own."""
    return f"{zlib.crc32(repr(sorted(data.items())).encode()):08x}"


class _Sink:
    """A file without a buffer: what `write` has taken, the operating system has."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        self.position = 0

    def write(self, data: bytes) -> int:
        rest = memoryview(data)
        while rest:
            done = os.write(self.descriptor, rest)
            self.position += done
            rest = rest[done:]
        return len(data)

    def tell(self) -> int:
        return self.position

    def flush(self) -> None:
        """Nothing is held back."""


class Container:
    """An MCAP file that is being written. Its methods raise OSError where the system refuses.

    Attributes:
        sound: Bytes up to which the file is readable: the end of the last closed chunk.
    """

    def __init__(self, descriptor: int, library: str, *, compress: bool) -> None:
        """Begin a file."""
        self._sink = _Sink(descriptor)
        self._writer = Writer(
            cast(IO[bytes], self._sink),
            compression=CompressionType.ZSTD if compress else CompressionType.NONE,
            enable_data_crcs=True,
        )
        self._writer.start(library=library)
        self._topics: dict[str, int] = {}
        self._sequence = 0
        self._digest = hashlib.sha256()
        self.sound = self._sink.position

    @property
    def data_hash(self) -> str:
        """SHA-256 over topic, log time and data of all messages so far, in their order."""
        return self._digest.hexdigest()

    def attach(self, name: str, media_type: str, data: bytes) -> None:
        """Write an attachment; not while a chunk is open."""
        self._writer.add_attachment(create_time=0, log_time=0, name=name, media_type=media_type, data=data)
        self.sound = self._sink.position

    def note(self, name: str, data: Mapping[str, str]) -> None:
        """Write a metadata record with its checksum; not while a chunk is open."""
        self._writer.add_metadata(name, {**data, "check": metadata_check(data)})
        self.sound = self._sink.position

    def topic(self, name: str, schema: str, text: bytes) -> None:
        """Declare a topic of JSON messages."""
        number = self._writer.register_schema(schema, "jsonschema", text)
        self._topics[name] = self._writer.register_channel(name, "json", number)

    def message(self, topic: str, log_time: int, data: bytes) -> None:
        """Add a message to the open chunk. Sequence numbers run over all topics, so that a lost chunk shows."""
        before = self._sink.position
        self._writer.add_message(
            channel_id=self._topics[topic],
            log_time=log_time,
            publish_time=log_time,
            sequence=self._sequence & 0xFFFFFFFF,
            data=data,
        )
        hash_message(self._digest, topic, log_time, data)
        self._sequence += 1
        if self._sink.position != before:  # the chunk was full and has been closed
            self.sound = self._sink.position

    def close_chunk(self) -> None:
        """Close the open chunk, if it has messages, and hand it to the operating system."""
        self._writer.flush()  # type: ignore[no-untyped-call]
        self.sound = self._sink.position

    def synchronise(self) -> None:
        """Have everything handed over so far put on the disk."""
        os.fsync(self._sink.descriptor)

    def finish(self) -> None:
        """Close the chunk and write the end of the file."""
        self._writer.finish()  # type: ignore[no-untyped-call]
        self.synchronise()
        self.sound = self._sink.position

    def cut(self) -> None:
        """Remove what follows the last closed chunk."""
        os.ftruncate(self._sink.descriptor, self.sound)
