"""Norms and dot products without overflow or underflow.

Squares of numbers above 1e154 overflow, and infinity minus infinity is NaN, although the length of the vector or the
result of the sum is an ordinary number. Dividing by the largest entry first avoids that; it is done only where it is
needed.
"""

import math
from collections.abc import Sequence

import numpy as np

from pult.core.kernels import kernel, square_root
from pult.core.signals import Array

_SMALL = 1e-140
_LARGE = 1e140


@kernel
def largest(x: Array | Sequence[float]) -> float:
    """Largest absolute value of the entries."""
    found = 0.0
    for i in range(len(x)):
        size = abs(float(x[i]))
        found = size if size > found else found
    return found


@kernel
def scale(x: Array | Sequence[float]) -> float:
    """Divisor of x that makes products of its entries safe: 1 for ordinary sizes and for zero."""
    size = largest(x)
    if size == 0.0 or _SMALL <= size <= _LARGE:
        return 1.0
    return size


@kernel
def norm(x: Array | Sequence[float]) -> float:
    """Euclidean norm."""
    s = scale(x)
    total = 0.0
    for i in range(len(x)):
        entry = float(x[i]) / s
        total += entry * entry
    return s * square_root(total)


@kernel
def direction(x: Array) -> Array:
    """Unit vector along x; zero for zero."""
    s = scale(x)
    y = np.empty(len(x))
    for i in range(len(x)):
        y[i] = float(x[i]) / s
    size = norm(y)
    if size > 0.0:
        for i in range(len(x)):
            y[i] = float(y[i]) / size
    return y


@kernel
def sum_of_products(a: Array, b: Array) -> float:
    """Sum of a_i b_i, added in order; not NaN for finite entries, whatever their size."""
    total = 0.0
    for i in range(len(a)):
        total += float(a[i]) * float(b[i])
    if -math.inf < total < math.inf:
        return total
    s = largest(a)
    t = largest(b)
    if not (0.0 < s < math.inf and 0.0 < t < math.inf):
        return total
    total = 0.0
    for i in range(len(a)):
        total += (float(a[i]) / s) * (float(b[i]) / t)
    return total * s * t


@kernel
def determinant(a: float, b: float, c: float, d: float) -> float:
    """2x2 determinant a d - b c; not NaN for finite numbers, whatever their size."""
    value = a * d - b * c
    if -math.inf < value < math.inf:
        return value
    s = max(abs(a), abs(b))
    t = max(abs(c), abs(d))
    if not (0.0 < s < math.inf and 0.0 < t < math.inf):
        return value
    return ((a / s) * (d / t) - (b / s) * (c / t)) * s * t
