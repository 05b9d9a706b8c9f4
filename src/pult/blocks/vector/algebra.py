"""Lengths, directions and products of vectors."""

from typing import Annotated

import numpy as np

from pult.blocks.vector.assembly import Size
from pult.core.block import block
from pult.core.signals import AnyUnit, Array, Range, Shape
from pult.geometry.quaternions import triple
from pult.geometry.scaled import determinant, direction, norm, sum_of_products

Vector = Annotated[Array, "?a", Shape("n")]
OtherVector = Annotated[Array, "?b", Shape("n")]


@block("vector.scale", entrywise=True)
def scaled(x: Vector, factor: Annotated[float, "?b"], *, n: Size = 3) -> Annotated[Array, "?a*?b", Shape("n")]:
    r"""Vector times a scalar signal.

    $$ y = k\,x $$
    """
    y = np.empty(n)
    for i in range(n):
        y[i] = float(x[i]) * factor
    return y


@block("vector.sum")
def total(x: Vector, *, n: Size = 3) -> AnyUnit:
    r"""Sum of the entries of a vector.

    $$ y = \sum_{i=1}^{n} x_i $$
    """
    y = 0.0
    for i in range(n):
        y += float(x[i])
    return y


@block("vector.dot")
def dot(a: Vector, b: OtherVector, *, n: Size = 3) -> Annotated[float, "?a*?b"]:
    r"""Scalar product of two vectors.

    $$ y = a \cdot b = \sum_{i=1}^{n} a_i b_i $$
    """
    return sum_of_products(a, b)


@block("vector.cross")
def cross(
    a: Annotated[Array, "?a", Shape(3)], b: Annotated[Array, "?b", Shape(3)]
) -> Annotated[Array, "?a*?b", Shape(3)]:
    r"""Vector product of two vectors in space.

    $$ y = a \times b $$
    """
    ax, ay, az = triple(a)
    bx, by, bz = triple(b)
    y = np.empty(3)
    y[0] = determinant(ay, az, by, bz)
    y[1] = determinant(az, ax, bz, bx)
    y[2] = determinant(ax, ay, bx, by)
    return y


@block("vector.norm")
def length(x: Vector, *, n: Size = 3) -> AnyUnit:
    r"""Length of a vector.

    $$ y = \lVert x \rVert = \sqrt{\sum_{i=1}^{n} x_i^2} $$

    Neither overflows nor loses small values on the way.
    """
    return norm(x)


@block("vector.normalise")
def normalise(
    x: Vector,
    *,
    n: Size = 3,
    least: Annotated[float, "?a", Range(0), "a vector not longer than this gives zero"] = 0.0,
) -> Annotated[Array, "1", Shape("n")]:
    r"""Direction of a vector: the same vector with length 1.

    $$ y = \begin{cases} x / \lVert x \rVert & \lVert x \rVert > least \\ 0 & \text{otherwise} \end{cases} $$

    The zero vector has no direction and gives the zero vector. With `least` above zero, noise around zero
    gives it too.
    """
    if norm(x) > least:
        return direction(x)
    return np.zeros(n)


@block("vector.limit_norm")
def limit_norm(
    x: Vector, *, n: Size = 3, limit: Annotated[float, "?a", Range(0), "largest length"] = 1.0
) -> Annotated[Array, "?a", Shape("n")]:
    r"""Limits the length of a vector and keeps its direction.

    $$ y = x \cdot \min\left(1,\ \frac{limit}{\lVert x \rVert}\right) $$

    Unlike a limit on every entry, it does not change the direction: a hand commanded to move too fast slows down but
    keeps its course.
    """
    y = np.empty(n)
    if norm(x) > limit:
        d = direction(x)
        for i in range(n):
            y[i] = limit * float(d[i])
    else:
        for i in range(n):
            y[i] = x[i]
    return y
