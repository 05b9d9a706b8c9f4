"""Rounding of floats to whole floats, the same natively and plainly for every size of number.

``math.floor`` gives an unbounded ``int`` in Python and 64 bits in native code; from 2^52 on a float is whole
anyway.
"""

import math

from pult.core.kernels import kernel

ALL_WHOLE = 4503599627370496.0
"""2^52: floats of this size and above have no fraction."""


@kernel
def round_down(value: float) -> float:
    """The largest whole number not above the value. NaN and infinities stay."""
    return float(math.floor(value)) if abs(value) < ALL_WHOLE else value


@kernel
def round_up(value: float) -> float:
    """The smallest whole number not below the value (never -0). NaN and infinities stay."""
    return 0.0 - round_down(-value)


@kernel
def round_nearest(value: float) -> float:
    """The nearest whole number, halves away from zero. NaN and infinities stay."""
    size = abs(value)
    whole = round_down(size)
    if size - whole >= 0.5:  # exact; adding 0.5 instead would round 0.49999999999999994 up
        whole += 1.0
    return whole if value >= 0.0 else 0.0 - whole
