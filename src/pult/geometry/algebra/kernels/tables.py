"""Tables of vectors: links and axes of a kinematic chain, rotated axis by axis. Rows are counted from 1."""

from pult.core.kernels import kernel
from pult.core.signals import Array
from pult.geometry.algebra.kernels.vectors import rotate_about


@kernel
def rotate_tail(table: Array, row: int, angle: float) -> None:
    """Rotate all vectors of a table after a row about the vector of that row, in place (PSVK).

    Args:
        table: Vectors in rows. Shape (n, 3).
        row: Number of the axis, counted from 1.
        angle: Angle [rad].
    """
    axis = (float(table[row - 1, 0]), float(table[row - 1, 1]), float(table[row - 1, 2]))
    for i in range(row, len(table)):
        turned = rotate_about((float(table[i, 0]), float(table[i, 1]), float(table[i, 2])), axis, angle)
        for j in range(3):
            table[i, j] = turned[j]


@kernel
def rotate_table(table: Array, axes: Array, angles: Array) -> None:
    """Direct kinematics of a table of links and axes, in place (PSV): `rotate_tail` for each axis in turn.

    Args:
        table: Vectors in rows. Shape (n, 3).
        axes: Numbers of the rows that are axes, counted from 1, as floats. Shape (m,).
        angles: Angle of each axis [rad]. Shape (m,).
    """
    for k in range(len(axes)):
        rotate_tail(table, int(axes[k]), float(angles[k]))


@kernel
def rotate_tables(table: Array, axes: Array, angles: Array, out: Array) -> None:
    """`rotate_table` for many sets of angles: angles of shape (count, m), out of shape (count, n, 3)."""
    for k in range(len(angles)):
        for i in range(len(table)):
            for j in range(3):
                out[k, i, j] = table[i, j]
        rotate_table(out[k], axes, angles[k])
