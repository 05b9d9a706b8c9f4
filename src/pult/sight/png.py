"""Pictures as PNG files (ISO/IEC 15948), without another library."""

import struct
import zlib

import numpy as np
from numpy.typing import NDArray

_GREY, _COLOUR = 0, 2


def png(pixels: NDArray[np.bool_] | NDArray[np.uint8], level: int = 0) -> bytes:
    """A picture as a PNG file, top row first.

    Args:
        pixels: Black and white, shape (height, width) of booleans; shades of grey, shape (height, width); or red, green
            and blue, shape (height, width, 3).
        level: Level of compression. Without any, a file has the same bytes on every machine; compressors differ.
    """
    height, width = pixels.shape[:2]
    if pixels.dtype == np.bool_:
        depth, kind, rows = 1, _GREY, np.packbits(pixels, axis=1)
    else:
        depth, kind, rows = 8, _GREY if pixels.ndim == 2 else _COLOUR, pixels.reshape(height, -1).astype(np.uint8)
    lines = np.hstack([np.zeros((height, 1), dtype=np.uint8), rows])  # each begins with its filter: none
    head = struct.pack(">IIBBBBB", width, height, depth, kind, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(lines.tobytes(), level)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*part) for part in parts)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
