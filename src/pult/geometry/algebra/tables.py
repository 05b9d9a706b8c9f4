"""Direct kinematics of tables of vectors: links and joint axes in rows, in the order of the chain.

Rows are counted from 1, as in the paper that the operators come from (paper 002, table 1).
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from pult.core.errors import KinematicsError
from pult.core.signals import Array
from pult.geometry.algebra.cases import Case, DegenerateError
from pult.geometry.algebra.kernels import tables as kernels
from pult.geometry.pose import finite_array
from pult.native.library import Compiled

_many = Compiled(kernels.rotate_tables, "float64[:,::1], float64[::1], float64[:,::1], float64[:,:,::1]")


def rotate_tail(table: ArrayLike, row: int, angle: float) -> Array:
    """Rotate all vectors of a table after a row about the vector of that row (PSVK).

    Args:
        table: Vectors in rows. Shape (n, 3).
        row: Number of the axis, counted from 1.
        angle: Angle [rad].

    Returns:
        The rotated table. Shape (n, 3).

    Raises:
        DegenerateError: The row is zero.
        KinematicsError: There is no such row.
    """
    found = _table(table).copy()
    _check_axis("rotate_tail", found, row)
    kernels.rotate_tail(found, row, float(finite_array("angle", angle, ())))
    return found


def rotate_table(table: ArrayLike, axes: Sequence[int], angles: ArrayLike) -> Array:
    """Direct kinematics of a table of links and axes (PSV): `rotate_tail` for each axis in turn.

    Args:
        table: Vectors in rows: links and axes in the order of the chain. Shape (n, 3).
        axes: Numbers of the rows that are joint axes, counted from 1.
        angles: Angle of each axis [rad]. Shape (..., number of axes).

    Returns:
        The table with all rotations applied. Shape (..., n, 3).

    Raises:
        DegenerateError: An axis is zero.
        KinematicsError: A row does not exist, or the numbers of axes and angles differ.
    """
    given = _table(table)
    for row in axes:
        _check_axis("rotate_table", given, row)
    turns = finite_array("angles", angles)
    if turns.shape[-1:] != (len(axes),):
        raise KinematicsError(f"there are {len(axes)} axes; angles must have as many, not the shape {turns.shape}.")
    numbers = np.array(axes, dtype=np.float64)
    if turns.ndim == 1:
        found = given.copy()
        kernels.rotate_table(found, numbers, turns)
        return found
    rows = np.array(turns, order="C").reshape(-1, len(axes))
    out = np.empty((len(rows), *given.shape))
    _many(np.array(given, order="C"), numbers, rows, out)
    return out.reshape(*turns.shape[:-1], *given.shape)


def table_tip(table: ArrayLike, links: Sequence[int]) -> Array:
    """End of the chain: the sum of the rows that are links, counted from 1. Shape (..., 3)."""
    found = finite_array("table", table)
    if found.ndim < 2 or found.shape[-1] != 3:
        raise KinematicsError(f"a table is vectors in rows, not an array of shape {found.shape}.")
    for row in links:
        _check_row(found.shape[-2], row)
    tip: Array = found[..., [row - 1 for row in links], :].sum(axis=-2)
    return tip


def link_rows(count: int, axes: Sequence[int], frame: int = 3) -> list[int]:
    """Rows of a table that are links: neither axes nor among the last `frame` rows, the axes of the tool."""
    return [row for row in range(1, count - frame + 1) if row not in axes]


def _table(table: ArrayLike) -> Array:
    found = finite_array("table", table)
    if found.ndim != 2 or found.shape[1] != 3:
        raise KinematicsError(f"a table is vectors in rows, not an array of shape {found.shape}.")
    return found


def _check_row(count: int, row: int) -> None:
    if not 1 <= row <= count:
        raise KinematicsError(f"there is no row {row}; rows are counted from 1 to {count}.")


def _check_axis(operator: str, table: Array, row: int) -> None:
    _check_row(len(table), row)
    if not table[row - 1].any():
        raise DegenerateError(operator, f"row {row}", Case.ZERO_LENGTH)
