"""Plain JSON data that keeps every number bit for bit.

The shortest decimal text of a float reads back to the same float, -0.0 included. JSON has no word for what is not
finite; those numbers are written as the strings "NaN", "Infinity" and "-Infinity" (and "NaN:" with 16 hexadecimal
digits for a NaN of other bits).
"""

import math
import struct
from collections.abc import Mapping
from typing import Any

import msgspec
import numpy as np

from pult.core.errors import UsageError

_NAN = 0x7FF8000000000000
_MAX_DEPTH = 32
_WORDS = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}


def word(bits: int) -> str:
    """Text of a number that is not finite, from its bits."""
    if bits & 0x000FFFFFFFFFFFFF == 0:
        return "-Infinity" if bits >> 63 else "Infinity"
    return "NaN" if bits == _NAN else f"NaN:{bits:016x}"


def number(value: object) -> float:
    """A number from JSON: as it is, or from its word.

    Raises:
        ValueError: It is neither.
    """
    if isinstance(value, (int, float)):
        return float(value)
    if isinstance(value, str) and value in _WORDS:
        return _WORDS[value]
    if isinstance(value, str) and value.startswith("NaN:") and len(value) == 20:
        [found] = struct.unpack("<d", struct.pack("<Q", int(value[4:], 16)))
        return float(found)
    raise ValueError(f"{value!r} is not a number")


def is_word(value: object) -> bool:
    """Whether a text of JSON stands for a number."""
    return isinstance(value, str) and (value in _WORDS or (value.startswith("NaN:") and len(value) == 20))


def plain(value: object, depth: int = 0) -> Any:
    """A copy as plain JSON data: NumPy numbers and arrays become numbers and lists.

    Raises:
        UsageError: It holds something that is not plain data.
    """
    if depth > _MAX_DEPTH:
        raise UsageError(f"data of a record may be nested {_MAX_DEPTH} levels deep at most.")
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, (np.generic, np.ndarray)):
        return plain(value.tolist(), depth + 1)
    if isinstance(value, int):
        if not -(2**63) <= value < 2**64:
            raise UsageError(f"the whole number {value} is too large for a record.")
        return value
    if isinstance(value, float):
        if math.isfinite(value):
            return value
        [bits] = struct.unpack("<Q", struct.pack("<d", value))
        return word(bits)
    if isinstance(value, Mapping):
        return {str(key): plain(item, depth + 1) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item, depth + 1) for item in value]
    raise UsageError(f"data of a record must be plain JSON data, not {type(value).__name__}.")


def text(value: object) -> bytes:
    """JSON text of plain data; see `plain`."""
    try:
        return msgspec.json.encode(plain(value))
    except UnicodeEncodeError:
        raise UsageError("a text in the data of a record is not valid Unicode.") from None
