"""Direct kinematics of a table of links and axes."""

from typing import Annotated, Any, NamedTuple

import numpy as np

from pult.core.block import block
from pult.core.signals import Array, Fixed, Rad, Range, Shape
from pult.geometry.algebra.kernels import tables

_rotate_table, _rotate_tail = tables.rotate_table, tables.rotate_tail
_ROWS = np.array([[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]])
_AXES = np.array([1.0, 3.0])
Rows = Annotated[Array, "?a", Shape("n", 3), "vectors of links and axes, in the order of the chain"]


def _check_rows(rows: Any, numbers: Any) -> None:
    for number in np.atleast_1d(numbers):
        if number != int(number) or not 1 <= number <= len(rows):
            raise ValueError(f"there is no row {number:g}; rows are counted from 1 to {len(rows)}.")
        if not np.any(rows[int(number) - 1]):
            raise ValueError(f"row {number:g} is an axis and must not be zero.")


class TurnedTable(NamedTuple):
    """A table after its rotations."""

    rows: Annotated[Array, "?a", Shape("n", 3)]
    tip: Annotated[Array, "?a", Shape(3), "sum of the rows that are not axes"]


@block("geometry.table")
class Table:
    r"""Direct kinematics of a table of links and axes (PSV).

    $$ v_i' = R(v_{o_m}', q_m) \cdots R(v_{o_1}', q_1)\,v_i, \quad o_1 < \dots < o_m < i,
    \qquad \mathit{tip} = \sum_{i \notin o} v_i' $$

    Each axis in turn rotates all rows after it. Rows are counted from 1. The tip is the sum of all rows that are not
    axes; directions of a tool belong into a table of their own.
    """

    @staticmethod
    def prepare(
        *,
        table: Rows = _ROWS,
        axes: Annotated[Array, "1", Shape("m"), "numbers of the rows that are axes"] = _AXES,
    ) -> dict[str, Any]:
        """Refuse rows that do not exist and axes that are zero."""
        _check_rows(table, axes)
        return {}

    @staticmethod
    def output(
        angles: Annotated[Array, "rad", Shape("m"), "angle of each axis"],
        *,
        table: Annotated[Array, "?a", Shape("n", 3)],
        axes: Annotated[Array, "1", Shape("m")],
    ) -> TurnedTable:
        """The rotated rows, and their sum."""
        turned = np.empty((len(table), 3))
        for i in range(len(table)):
            for j in range(3):
                turned[i, j] = table[i, j]
        _rotate_table(turned, axes, angles)
        tip = np.zeros(3)
        for i in range(len(table)):
            link = 1.0
            for k in range(len(axes)):
                if int(axes[k]) == i + 1:
                    link = 0.0
            for j in range(3):
                tip[j] = float(tip[j]) + link * float(turned[i, j])
        return TurnedTable(turned, tip)


@block("geometry.rotate_tail")
def rotate_tail(
    table: Annotated[Array, "?a", Shape("n", 3)],
    angle: Rad,
    *,
    n: Annotated[int, "1", Fixed, Range(1, 256), "number of rows"] = 4,
    row: Annotated[int, "1", Range(1, 256), "which row is the axis, counted from 1"] = 1,
) -> Annotated[Array, "?a", Shape("n", 3)]:
    r"""Rotates all vectors of a table after a row about the vector of that row (PSVK).

    $$ v_i' = R(v_m, \theta)\,v_i, \quad i > m $$

    A row beyond the end, or a zero one, leaves the table unchanged.
    """
    turned = np.empty((n, 3))
    for i in range(n):
        for j in range(3):
            turned[i, j] = table[i, j]
    if row <= n:
        _rotate_tail(turned, row, angle)
    return turned
