"""Several signals to one."""

from typing import Annotated

import numpy as np

from pult.core.block import block
from pult.core.kernels import ratio
from pult.core.signals import AnyUnit, Array, Count, Fixed, Pattern, Range

_SIGNS = Pattern("[+-]{1,64}", "1 to 64 signs + or -")
_Inputs = Annotated[int, Fixed, Range(1, 64), "number of inputs"]


@block("arithmetic.sum")
class Sum:
    r"""Sum of the inputs, each with its sign.

    $$ y = \pm x_1 \pm x_2 \pm \dots \pm x_n $$

    The signs are written one after the other: "+-+" is $x_1 - x_2 + x_3$. Their number is the number of
    inputs.
    """

    @staticmethod
    def prepare(
        *,
        signs: Annotated[str, "1", "sign of every input", _SIGNS] = "++",
    ) -> dict[str, Array]:
        """The signs as numbers."""
        return {"factors": np.array([1.0 if sign == "+" else -1.0 for sign in signs])}

    @staticmethod
    def output(*x: Annotated[float, "?a", Count("signs")], factors: Array) -> AnyUnit:
        """Add the inputs in order."""
        total = float(factors[0]) * x[0]
        for i in range(1, len(x)):
            total += float(factors[i]) * x[i]
        return total


@block("arithmetic.difference")
def difference(a: AnyUnit, b: AnyUnit) -> AnyUnit:
    r"""Difference of two signals.

    $$ y = a - b $$
    """
    return a - b


@block("arithmetic.product")
def product(a: Annotated[float, "?a"], b: Annotated[float, "?b"]) -> Annotated[float, "?a*?b"]:
    r"""Product of two signals.

    $$ y = a\, b $$
    """
    return a * b


@block("arithmetic.product_n")
def product_n(
    x: AnyUnit,
    *factor: Annotated[float, "1", Count("n")],
    n: Annotated[int, Fixed, Range(1, 64), "number of factors"] = 2,
) -> AnyUnit:
    r"""A signal times several plain numbers.

    $$ y = x\, f_1 f_2 \cdots f_n $$

    A zero gives zero, even where the product of the others overflows.
    """
    result = x
    for i in range(len(factor)):
        if result == 0.0 or factor[i] == 0.0:
            return 0.0
        result *= factor[i]
    return result


@block("arithmetic.divide")
def divide(
    a: Annotated[float, "?a"],
    b: Annotated[float, "?b"],
    *,
    smallest: Annotated[float, "?b", Range(0), "denominators up to this size count as zero"] = 0.0,
    otherwise: Annotated[float, "?a/?b", "value for a zero denominator"] = 0.0,
) -> Annotated[float, "?a/?b"]:
    r"""Quotient of two signals, safe at zero.

    $$ y = \begin{cases} a / b & |b| > smallest \\ otherwise & |b| \le smallest \end{cases} $$
    """
    return otherwise if abs(b) <= smallest else ratio(a, b)


@block("arithmetic.minimum")
def minimum(*x: Annotated[float, "?a", Count("n")], n: _Inputs = 2) -> AnyUnit:
    r"""Smallest of the inputs.

    $$ y = \min(x_1, \dots, x_n) $$
    """
    least = x[0]
    for i in range(1, len(x)):
        least = min(least, x[i])
    return least


@block("arithmetic.maximum")
def maximum(*x: Annotated[float, "?a", Count("n")], n: _Inputs = 2) -> AnyUnit:
    r"""Largest of the inputs.

    $$ y = \max(x_1, \dots, x_n) $$
    """
    most = x[0]
    for i in range(1, len(x)):
        most = max(most, x[i])
    return most
