"""Functions of one number."""

import math
import sys
from typing import Annotated, Literal

from pult.blocks._table import nodes
from pult.core.block import block
from pult.core.kernels import exponential, kernel, power, ratio, square_root
from pult.core.signals import AnyUnit, Array, Number, Positive, Range, Shape

_LARGEST = sys.float_info.max
_COEFFICIENTS = nodes(0.0, 1.0)
_BASES = {"e": 0, "10": 10, "2": 2}


@block("arithmetic.reciprocal")
def reciprocal(
    x: AnyUnit,
    *,
    smallest: Annotated[float, "?a", Range(0), "numbers up to this size count as zero"] = 0.0,
    otherwise: Annotated[float, "1/?a", "value for zero"] = 0.0,
) -> Annotated[float, "1/?a"]:
    r"""One over the signal, safe at zero.

    $$ y = \begin{cases} 1 / x & |x| > smallest \\ otherwise & |x| \le smallest \end{cases} $$
    """
    return otherwise if abs(x) <= smallest else ratio(1.0, x)


@block("arithmetic.square")
def square(x: AnyUnit) -> Annotated[float, "?a^2"]:
    r"""Square of the signal.

    $$ y = x^2 $$
    """
    return x * x


@block("arithmetic.square_root")
def root(
    x: AnyUnit,
    *,
    signed: Annotated[bool, "1", "root of the size, with the sign of the signal"] = False,
) -> Annotated[float, "(?a)^1/2"]:
    r"""Square root of the signal.

    $$ y = \sqrt{\max(x, 0)} \qquad \text{or, signed,} \qquad y = \operatorname{sgn}(x) \sqrt{|x|} $$

    The signed root is the law of flow through a valve.
    """
    if x < 0.0:
        return -square_root(-x) if signed else 0.0
    return square_root(x)


@block("arithmetic.power")
def raise_to_power(
    x: Number,
    exponent: Number = 2.0,
    *,
    otherwise: Annotated[float, "1", "value where no real power exists"] = 0.0,
) -> Number:
    r"""A plain number to a power.

    $$ y = x^p $$

    No real value exists for a negative number to a fractional power and for zero to a negative one. $x^0 = 1$ for
    every $x$.
    """
    if x == 0.0 and exponent < 0.0:
        return otherwise
    value = power(x, exponent)
    return otherwise if x < 0.0 and math.isnan(value) else value


@block("arithmetic.exponential")
def exp(x: Number) -> Number:
    r"""Exponential function.

    $$ y = e^x $$

    Saturates at the largest number a double can hold, about $1.8 \cdot 10^{308}$.
    """
    value = exponential(x)
    return _LARGEST if value > _LARGEST else value


@kernel
def logarithm_to(base: int, value: float) -> float:
    """The library's own function for each base, exact at powers of 10 and 2; for positive values and NaN."""
    if base == 10:
        return math.log10(value)
    if base == 2:
        return math.log2(value)
    return math.log(value)


@block("arithmetic.logarithm")
class Logarithm:
    r"""Logarithm to the base e, 10 or 2.

    $$ y = \log_b(\max(x,\ smallest)) $$
    """

    @staticmethod
    def prepare(
        *,
        base: Annotated[Literal["e", "10", "2"], "1", "base of the logarithm"] = "e",
        smallest: Annotated[float, "1", Positive, "smaller numbers are taken for this one"] = 1e-300,
    ) -> dict[str, int]:
        """The base as a number, 0 for e."""
        return {"base_number": _BASES[base]}

    @staticmethod
    def output(x: Number, *, base_number: int, smallest: float) -> Number:
        """The logarithm of the argument, kept above zero."""
        return logarithm_to(base_number, smallest if x < smallest else x)


@block("arithmetic.polynomial")
def polynomial(
    x: AnyUnit,
    *,
    coefficients: Annotated[Array, "?b", Shape("n"), "c0, c1, c2...: the lowest power first"] = _COEFFICIENTS,
) -> Annotated[float, "?b"]:
    r"""Polynomial with constant coefficients.

    $$ y = c_0 + c_1 x + c_2 x^2 + \dots $$

    The lowest power comes first; $c_i$ is in the unit of $y$ over the unit of $x$ to the power $i$.
    """
    value = float(coefficients[len(coefficients) - 1])
    for i in range(len(coefficients) - 2, -1, -1):
        value = value * x + float(coefficients[i])
    return value
