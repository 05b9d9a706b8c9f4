"""The documents of a record as attachments: each content once, large ones compressed.

Attachments of the format are not compressed. Here those that get a tenth smaller by it are, and say so by their media
type; the header names the hash of each document, so that one attachment serves all documents of the same content.
"""

import hashlib
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import NamedTuple

import zstandard

FOLDER = "files/"
"""Prefix of the names of the attachments."""
PACKED = "application/zstd"
"""Media type of a compressed attachment."""
MIN_PACKED = 16 * 2**10
"""Length from which a document is compressed [bytes]; shorter ones can be read with any program."""
_LEVEL = 3
_GAIN = 0.9
_MEDIA = {".json": "application/json", ".xml": "application/xml", ".urdf": "application/xml", ".txt": "text/plain"}


class Attached(NamedTuple):
    """A document as it is attached."""

    name: str
    media_type: str
    data: bytes


def attached(files: Mapping[str, bytes]) -> Iterator[Attached]:
    """The attachments of documents, by path."""
    seen: set[bytes] = set()
    for path, content in files.items():
        digest = hashlib.sha256(content).digest()
        if digest in seen:
            continue
        seen.add(digest)
        media = _MEDIA.get(PurePosixPath(path).suffix.lower(), "application/octet-stream")
        data = bytes(content)
        if len(data) >= MIN_PACKED:
            packed = zstandard.ZstdCompressor(level=_LEVEL).compress(data)
            if len(packed) < _GAIN * len(data):
                media, data = PACKED, packed
        yield Attached(FOLDER + path, media, data)


def unpacked_content(media_type: str, data: bytes, most: int) -> bytes:
    """Content of a document from its attachment.

    Args:
        media_type: Media type of the attachment.
        data: Its data.
        most: Longest content that is unpacked [bytes].

    Raises:
        ValueError: It cannot be unpacked, or is longer.
    """
    if media_type != PACKED:
        return bytes(data)
    try:
        size = zstandard.get_frame_parameters(data).content_size
        if not 0 <= size <= most:
            raise ValueError(f"a document of {size} bytes is more than is unpacked")
        return zstandard.ZstdDecompressor().decompress(data, max_output_size=max(size, 1))
    except (zstandard.ZstdError, MemoryError):
        raise ValueError("a document cannot be unpacked") from None


def shared(files: Mapping[str, bytes], hashes: Mapping[str, str]) -> dict[str, bytes]:
    """All documents that a header names, those of the same content from one attachment.

    Args:
        files: The attached documents, by path.
        hashes: SHA-256 of all documents, by path.
    """
    by_hash = {hashlib.sha256(content).hexdigest(): content for content in files.values()}
    rest = {path: by_hash[digest] for path, digest in hashes.items() if path not in files and digest in by_hash}
    return {**files, **rest}
