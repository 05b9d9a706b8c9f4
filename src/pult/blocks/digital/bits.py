"""Bits: booleans packed into a whole number and back."""

from typing import Annotated

import numpy as np

from pult.core.block import block
from pult.core.kernels import round_down
from pult.core.signals import Count, Fixed, Number, Range

Bits = Annotated[int, Fixed, Range(1, 53), "1", "number of bits; a float holds 53"]


@block("digital.bit_pack")
def bit_pack(*x: Annotated[bool, Count("n")], n: Bits = 8) -> Number:
    r"""Whole number from n bits; x1 is the lowest.

    $$ y = \sum_{i=1}^{n} 2^{i-1} x_i $$
    """
    total = 0.0
    weight = 1.0
    for bit in x:
        if bit:
            total += weight
        weight *= 2.0
    return total


@block("digital.bit_unpack")
def bit_unpack(x: Number, *, n: Bits = 8) -> Annotated[bool, Count("n")]:
    r"""The n lowest bits of a number; y1 is the lowest.

    $$ y_i = \left( \left\lfloor \frac{\lfloor x \rfloor}{2^{i-1}} \right\rfloor \bmod 2 = 1 \right) $$

    A fraction is rounded down; a negative number gives its two's complement.
    """
    y = np.empty(n, np.bool_)
    rest = round_down(x)
    for i in range(n):
        half = round_down(0.5 * rest)
        y[i] = rest - 2.0 * half == 1.0
        rest = half
    return y  # type: ignore[return-value]  # one boolean a port; the engine takes them apart
