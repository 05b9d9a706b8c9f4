"""Functions given by tables."""

from typing import Annotated, Literal, NamedTuple

import numpy as np

from pult.blocks._table import (
    fraction,
    held_line,
    interval,
    line,
    nodes,
    require_axis,
    require_moderate,
    segment,
    surface,
)
from pult.core.block import block
from pult.core.signals import AnyUnit, Array, Shape

_LINE = nodes(0.0, 1.0)
_SURFACE = np.array([[0.0, 0.0], [0.0, 1.0]])
_SURFACE.flags.writeable = False


class Rule(NamedTuple):
    """How a table is read: linearly, by the nearest or the previous node; with or without extrapolation."""

    lines: bool
    nearest: bool
    onward: bool


@block("arithmetic.lookup")
class Lookup:
    r"""A function given by a table of points.

    $$ y = y_i + (y_{i+1} - y_i) \frac{x - x_i}{x_{i+1} - x_i}, \qquad x_i \le x < x_{i+1} $$

    "previous" takes $y_i$ instead, "nearest" the value of the nearer point (the later one in the middle).
    Outside the table the end values are held, or with "extrapolate" the first and last lines go on.
    """

    @staticmethod
    def prepare(
        *,
        xs: Annotated[Array, "?a", Shape("n"), "points, strictly increasing"] = _LINE,
        ys: Annotated[Array, "?b", Shape("n"), "value at each point"] = _LINE,
        between: Annotated[Literal["linear", "previous", "nearest"], "1", "between two points"] = "linear",
        outside: Annotated[Literal["clamp", "extrapolate"], "1", "beyond the ends, if linear"] = "clamp",
    ) -> Rule:
        """Check the order of the points."""
        require_axis("xs", xs)
        require_moderate("ys", ys)
        return Rule(between == "linear", between == "nearest", outside == "extrapolate")

    @staticmethod
    def output(x: AnyUnit, *, xs: Array, ys: Array, lines: bool, nearest: bool, onward: bool) -> Annotated[float, "?b"]:
        """Read the table."""
        if lines:
            return line(x, xs, ys) if onward else held_line(x, xs, ys)
        if nearest:
            i = segment(x, xs)
            return float(ys[i + 1]) if fraction(x, xs, i) >= 0.5 else float(ys[i])
        return float(ys[interval(x, xs)])


@block("arithmetic.lookup_2d")
class Lookup2D:
    r"""A function of two numbers given by a table, bilinear between its points.

    $$ y = (1 - v) \left[(1 - w)\, z_{ij} + w\, z_{i,j+1}\right]
    + v \left[(1 - w)\, z_{i+1,j} + w\, z_{i+1,j+1}\right],
    \quad v = \frac{a - a_i}{a_{i+1} - a_i},\ w = \frac{b - b_j}{b_{j+1} - b_j} $$

    Row $i$ of the table belongs to $a_i$, column $j$ to $b_j$. Outside the table its border is held.
    """

    @staticmethod
    def prepare(
        *,
        rows: Annotated[Array, "?a", Shape("n"), "values of a, strictly increasing"] = _LINE,
        columns: Annotated[Array, "?b", Shape("m"), "values of b, strictly increasing"] = _LINE,
        values: Annotated[Array, "?c", Shape("n", "m"), "the table, a row for every value of a"] = _SURFACE,
    ) -> dict[str, Array]:
        """Check the order of the points."""
        require_axis("rows", rows)
        require_axis("columns", columns)
        require_moderate("values", values)
        return {}

    @staticmethod
    def output(
        a: Annotated[float, "?a"], b: Annotated[float, "?b"], *, rows: Array, columns: Array, values: Array
    ) -> Annotated[float, "?c"]:
        """Read the table."""
        return surface(a, b, rows, columns, values)
