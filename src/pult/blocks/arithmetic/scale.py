"""Scaling, shifting and rounding of one signal."""

from typing import Annotated

from pult.core.block import block
from pult.core.kernels import ALL_WHOLE, kernel, modulo, ratio, round_down, round_half_even, round_up, sign_of
from pult.core.signals import AnyUnit, Number, Positive

_Step = Annotated[float, "?a", Positive, "distance between the values allowed"]


@block("arithmetic.gain")
def gain(x: AnyUnit, *, k: Annotated[float, "?b/?a", "factor"] = 1.0) -> Annotated[float, "?b"]:
    r"""A signal times a constant.

    $$ y = k\, x $$
    """
    return k * x


@block("arithmetic.bias")
def bias(x: AnyUnit, *, bias: Annotated[float, "?a", "what is added"] = 0.0) -> AnyUnit:
    r"""A signal plus a constant.

    $$ y = x + b $$
    """
    return x + bias


@block("arithmetic.negate")
def negate(x: AnyUnit) -> AnyUnit:
    r"""The signal with the opposite sign.

    $$ y = -x $$
    """
    return -x


@block("arithmetic.absolute")
def absolute(x: AnyUnit) -> AnyUnit:
    r"""Absolute value of the signal.

    $$ y = |x| $$
    """
    return abs(x)


@block("arithmetic.sign")
def sign(x: AnyUnit) -> Number:
    r"""Sign of the signal: -1, 0 or 1.

    $$ y = \operatorname{sgn} x $$
    """
    return sign_of(x)


@block("arithmetic.modulo")
def remainder(x: AnyUnit, *, divisor: Annotated[float, "?a", Positive, "length of the range"] = 1.0) -> AnyUnit:
    r"""Remainder of a division, never negative.

    $$ y = x - d \left\lfloor \frac{x}{d} \right\rfloor, \qquad 0 \le y < d $$
    """
    rest = modulo(x, divisor)
    return 0.0 if rest >= divisor else rest  # a tiny negative x is rounded up to d itself


@kernel
def on_grid(x: float, whole: float, step: float) -> float:
    """The multiple of the step, or x where doubles are spaced more widely than the steps."""
    return step * whole if abs(whole) < ALL_WHOLE else x


@block("arithmetic.round")
def round_(x: AnyUnit, *, step: _Step = 1.0) -> AnyUnit:
    r"""Nearest multiple of a step; a half goes to the even multiple.

    $$ y = h \operatorname{round}\left(\frac{x}{h}\right) $$
    """
    return on_grid(x, round_half_even(ratio(x, step)), step)


@block("arithmetic.floor")
def floor(x: AnyUnit, *, step: _Step = 1.0) -> AnyUnit:
    r"""Nearest multiple of a step that is not larger.

    $$ y = h \left\lfloor \frac{x}{h} \right\rfloor $$
    """
    return on_grid(x, round_down(ratio(x, step)), step)


@block("arithmetic.ceil")
def ceil(x: AnyUnit, *, step: _Step = 1.0) -> AnyUnit:
    r"""Nearest multiple of a step that is not smaller.

    $$ y = h \left\lceil \frac{x}{h} \right\rceil $$
    """
    return on_grid(x, round_up(ratio(x, step)), step)
