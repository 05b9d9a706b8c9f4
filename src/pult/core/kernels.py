"""Numerical helpers that give the same bits as plain Python and as native code, and never raise.

Python raises where compiled code returns NaN or infinity (``math.sqrt(-1)``, ``math.exp(1000)``, ``1/0``). Blocks use
these functions instead, so that both engines agree also at the edges of a function's domain.
"""

import math
from collections.abc import Callable
from typing import Any, TypeVar

_F = TypeVar("_F", bound=Callable[..., Any])

KERNEL = "__pult_kernel__"

ALL_WHOLE = 4503599627370496.0
"""2^52: floats of this size and above have no fraction."""
_LARGEST_EXPONENT = 709.78
"""exp of more than this is taken for an overflow; the true limit is ln(2^1024) = 709.7827..."""


def kernel(function: _F) -> _F:
    """Mark a helper that blocks call: it is compiled together with them. A kernel guards its domain and never
    raises.
    """
    setattr(function, KERNEL, True)
    return function


@kernel
def clamp(value: float, low: float, high: float) -> float:
    """The value limited to [low, high]. NaN stays NaN."""
    if value < low:
        return low
    if value > high:
        return high
    return value


@kernel
def ratio(above: float, below: float) -> float:
    """above/below by the rules of IEEE 754: x/0 is an infinity, 0/0 is NaN."""
    if below != 0.0:
        return above / below
    if above == 0.0 or above != above or below != below:
        return math.nan
    return math.copysign(math.inf, above) * math.copysign(1.0, below)


@kernel
def square_root(value: float) -> float:
    """Square root; NaN below zero."""
    return math.sqrt(value) if value >= 0.0 else math.nan


@kernel
def exponential(value: float) -> float:
    """exp(value), infinity where it overflows."""
    return math.exp(value) if value < 709.782712893384 else value * math.inf


@kernel
def logarithm(value: float) -> float:
    """Natural logarithm; minus infinity at zero, NaN below."""
    if value > 0.0:
        return math.log(value) if value < math.inf else value
    return -math.inf if value == 0.0 else math.nan


@kernel
def finite_or_zero(value: float) -> float:
    """The value if it is finite, else 0: a safe argument for trigonometric functions."""
    return value if -math.inf < value < math.inf else 0.0


@kernel
def sine(angle: float) -> float:
    """sin(angle), NaN for an infinite angle."""
    return math.sin(angle) if -math.inf < angle < math.inf else math.nan


@kernel
def cosine(angle: float) -> float:
    """cos(angle), NaN for an infinite angle."""
    return math.cos(angle) if -math.inf < angle < math.inf else math.nan


@kernel
def power(base: float, exponent: float) -> float:
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


@kernel
def hypotenuse(x: float, y: float) -> float:
    """sqrt(x^2 + y^2), scaled so that it neither overflows nor loses small values."""
    a = abs(x)
    b = abs(y)
    big = a if a > b else b
    small = b if a > b else a
    if big == 0.0 or math.isinf(big) or big != big or small != small:
        return big + small
    r = small / big
    return big * math.sqrt(1.0 + r * r)


@kernel
def modulo(value: float, divisor: float) -> float:
    """The remainder with the sign of the divisor, NaN for a divisor of zero or an infinite value."""
    if divisor == 0.0 or math.isnan(divisor) or not -math.inf < value < math.inf:
        return math.nan
    return value % divisor


@kernel
def wrap_angle(angle: float) -> float:
    """The same direction in (-pi, pi]."""
    if -math.pi < angle <= math.pi:
        return angle
    turned = modulo(angle + math.pi, 2.0 * math.pi) - math.pi
    return math.pi if turned == -math.pi else turned


@kernel
def clamped_index(value: float, count: int) -> int:
    """A number as an index into a list of `count` entries: rounded down, clamped, 0 for NaN."""
    if not value > 0.0:
        return 0
    if value >= count - 1:
        return count - 1
    return int(value)


@kernel
def sign_of(value: float) -> float:
    """-1, 0 or 1. NaN stays NaN."""
    if value > 0.0:
        return 1.0
    if value < 0.0:
        return -1.0
    return 0.0 if value == 0.0 else value


# --- rounding to whole floats: math.floor gives an unbounded int in Python and 64 bits natively ---


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


@kernel
def round_half_even(value: float) -> float:
    """The nearest whole number, a half to the even one. NaN and infinities stay."""
    size = abs(value)
    if not size < ALL_WHOLE:
        return value
    # The sum has no bits for fractions: the addition itself rounds, a half to even as IEEE 754 prescribes.
    whole = (size + ALL_WHOLE) - ALL_WHOLE
    return -whole if value < 0.0 and whole > 0.0 else whole
