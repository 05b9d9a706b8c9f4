"""Lookup tables over a strictly increasing axis: search, linear interpolation, and validation."""

import numpy as np

from pult.core.kernels import clamp, kernel
from pult.core.signals import NO_LIMIT, Array


def nodes(*values: float) -> Array:
    """A read-only array, suitable as the default of a parameter."""
    array = np.array(values)
    array.flags.writeable = False
    return array


def require_axis(name: str, axis: Array) -> None:
    """Check that the axis of a table increases strictly.

    Raises:
        ValueError: Names the first entry out of order.
    """
    falls = np.flatnonzero(np.diff(axis) <= 0.0)
    if falls.size:
        i = int(falls[0])
        found = f"entry {i + 2} is {axis[i + 1]:g}, after {axis[i]:g}"
        raise ValueError(f"{name!r} must increase strictly: {found}.")
    require_moderate(name, axis)


def require_moderate(name: str, array: Array) -> None:
    """Check that no number is so large that differences overflow.

    Raises:
        ValueError: An entry lies beyond +-1e300.
    """
    if np.any(np.abs(array) > NO_LIMIT):
        raise ValueError(f"{name!r} must hold numbers within +-{NO_LIMIT:g}.")


@kernel
def interval(x: float, axis: Array) -> int:
    """Index of the last node not above x; 0 before the first node and for NaN."""
    low = 0
    high = len(axis)
    while high - low > 1:
        middle = (low + high) // 2
        if axis[middle] <= x:
            low = middle
        else:
            high = middle
    return low


@kernel
def fraction(x: float, axis: Array, i: int) -> float:
    """Position of x from node i (0) to the next (1), linear beyond both; 0 if there is no next."""
    if i + 1 >= len(axis):
        return 0.0
    start = float(axis[i])
    return (x - start) / (float(axis[i + 1]) - start)


@kernel
def blend(first: float, last: float, part: float) -> float:
    """Linear interpolation from first (part 0) to last (part 1), exact at both."""
    if first == last:
        return first
    if part <= 0.5:
        return first + (last - first) * part
    return last + (last - first) * (part - 1.0)


@kernel
def segment(x: float, axis: Array) -> int:
    """Index of the node where the segment that contains x begins; the first or last segment if x is outside."""
    i = interval(x, axis)
    if i == len(axis) - 1 and i > 0:
        return i - 1
    return i


@kernel
def line(x: float, axis: Array, values: Array) -> float:
    """Linear interpolation between the nodes, extrapolated along the first and the last segment."""
    i = segment(x, axis)
    j = i + 1 if i + 1 < len(axis) else i
    return blend(float(values[i]), float(values[j]), fraction(x, axis, i))


@kernel
def held_line(x: float, axis: Array, values: Array) -> float:
    """Linear interpolation between the nodes, held beyond them."""
    return line(clamp(x, float(axis[0]), float(axis[len(axis) - 1])), axis, values)


@kernel
def surface(x: float, y: float, rows: Array, columns: Array, values: Array) -> float:
    """Bilinear interpolation on a grid, held beyond its border. Values of shape (rows, columns)."""
    x = clamp(x, float(rows[0]), float(rows[len(rows) - 1]))
    y = clamp(y, float(columns[0]), float(columns[len(columns) - 1]))
    i = segment(x, rows)
    j = segment(y, columns)
    i2 = i + 1 if i + 1 < len(rows) else i
    j2 = j + 1 if j + 1 < len(columns) else j
    part = fraction(y, columns, j)
    near = blend(float(values[i, j]), float(values[i, j2]), part)
    far = blend(float(values[i2, j]), float(values[i2, j2]), part)
    return blend(near, far, fraction(x, rows, i))
