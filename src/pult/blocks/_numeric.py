"""Half-even rounding, sign, remainder and power for every float, the same bits plainly and natively.

``math.floor`` gives an integer of any size in Python but of 64 bits natively, and ``%`` and ``math.pow``
raise; these functions do neither.
"""

import math

from pult.blocks._rounding import ALL_WHOLE, round_down
from pult.core.kernels import kernel

_LARGEST_EXPONENT = 709.78
"""exp of more than this is taken for an overflow; the true limit is ln(2^1024) = 709.7827..."""


@kernel
def round_half_even(value: float) -> float:
    """The nearest whole number, a half to the even one. NaN and infinities stay."""
    size = abs(value)
    if not size < ALL_WHOLE:
        return value
    # The sum has no bits for fractions: the addition itself rounds, a half to even as IEEE 754 prescribes.
    whole = (size + ALL_WHOLE) - ALL_WHOLE
    return -whole if value < 0.0 and whole > 0.0 else whole


@kernel
def sign_of(value: float) -> float:
    """-1, 0 or 1. NaN stays."""
    if value > 0.0:
        return 1.0
    if value < 0.0:
        return -1.0
    return 0.0 if value == 0.0 else value


@kernel
def remainder(value: float, divisor: float) -> float:
    """The remainder with the sign of the divisor, NaN for a divisor of zero or an infinite value."""
    if divisor == 0.0 or math.isnan(divisor) or not -math.inf < value < math.inf:
        return math.nan
    return value % divisor


@kernel
def real_power(base: float, exponent: float) -> float:
    """base^exponent; NaN where no real value exists, infinity on overflow and for 0 to a negative power."""
    if exponent == 0.0:
        return 1.0
    if math.isnan(base) or math.isnan(exponent):
        return math.nan
    if base == 0.0:
        return 0.0 if exponent > 0.0 else math.inf
    size = abs(base)
    odd = False
    if base < 0.0:
        if math.isinf(exponent) or exponent != round_down(exponent):
            return math.nan
        odd = exponent % 2.0 != 0.0
    if exponent * math.log(size) > _LARGEST_EXPONENT:
        return -math.inf if odd else math.inf
    return -math.pow(size, exponent) if odd else math.pow(size, exponent)
