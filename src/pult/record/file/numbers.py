"""Plain JSON data that preserves every number bit for bit.

The shortest decimal text of a float reads back to the same float, including -0.0. JSON cannot represent non-finite
numbers; they are written as the strings "NaN", "Infinity" and "-Infinity" (and "NaN:" with 16 hexadecimal digits for a
NaN with other bits).
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


def nonfinite_text(bits: int) -> str:
    """String for a non-finite number, from its bits."""
    if bits & 0x000FFFFFFFFFFFFF == 0:
        return "-Infinity" if bits >> 63 else "Infinity"
    return "NaN" if bits == _NAN else f"NaN:{bits:016x}"


def number(value: object) -> float:
    """Convert a JSON value, a number or the string of a non-finite one, to a float.

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


def is_nonfinite_text(value: object) -> bool:
    """Whether a JSON string represents a non-finite number."""
    return isinstance(value, str) and (value in _WORDS or (value.startswith("NaN:") and len(value) == 20))


def plain(value: object, depth: int = 0) -> Any:
    """A copy as plain JSON data: NumPy numbers and arrays become numbers and lists.

    Raises:
        UsageError: It contains something that is not plain data.
    """
    if depth > _MAX_DEPTH:
        raise UsageError(f"data of a record may be nested {_MAX_DEPTH} levels deep at most.")
    if type(value) is float and math.isfinite(value):  # first, as nearly everything is: scenes have 10^5 of them
        return value
    if type(value) is dict:
        return {str(key): plain(item, depth + 1) for key, item in value.items()}
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
        return nonfinite_text(bits)
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
