"""Products of matrices. A matrix signal has the shape (rows, columns)."""

from typing import Annotated

import numpy as np

from pult.core.block import block
from pult.core.signals import Array, Fixed, Range, Shape
from pult.geometry.scaled import sum_of_products

Rows = Annotated[int, "1", Fixed, Range(1, 256), "number of rows"]
Columns = Annotated[int, "1", Fixed, Range(1, 256), "number of columns"]

_IDENTITY = np.eye(3)


@block("vector.matrix_product")
def matrix_product(
    a: Annotated[Array, "?a", Shape("rows", "inner")],
    b: Annotated[Array, "?b", Shape("inner", "columns")],
    *,
    rows: Annotated[int, "1", Fixed, Range(1, 256), "rows of a"] = 3,
    inner: Annotated[int, "1", Fixed, Range(1, 256), "columns of a, rows of b"] = 3,
    columns: Annotated[int, "1", Fixed, Range(1, 256), "columns of b"] = 3,
) -> Annotated[Array, "?a*?b", Shape("rows", "columns")]:
    r"""Product of two matrices.

    $$ Y = A B, \quad Y_{ij} = \sum_k A_{ik} B_{kj} $$
    """
    y = np.empty((rows, columns))
    for i in range(rows):
        for j in range(columns):
            y[i, j] = sum_of_products(a[i], b[:, j])
    return y


@block("vector.matrix_vector")
def matrix_vector(
    matrix: Annotated[Array, "?b", Shape("rows", "columns")],
    x: Annotated[Array, "?a", Shape("columns")],
    *,
    rows: Rows = 3,
    columns: Columns = 3,
) -> Annotated[Array, "?a*?b", Shape("rows")]:
    r"""Matrix signal times a vector, such as a Jacobian times joint speeds.

    $$ y = M x $$
    """
    y = np.empty(rows)
    for i in range(rows):
        y[i] = sum_of_products(matrix[i], x)
    return y


@block("vector.gain")
def gain(
    x: Annotated[Array, "?a", Shape("columns")],
    *,
    matrix: Annotated[Array, "?b/?a", Shape("rows", "columns"), "the matrix, row by row"] = _IDENTITY,
) -> Annotated[Array, "?b", Shape("rows")]:
    r"""Constant matrix times a vector, such as a state feedback.

    $$ y = K x $$

    The size of the matrix decides the sizes of the ports.
    """
    rows = matrix.shape[0]
    y = np.empty(rows)
    for i in range(rows):
        y[i] = sum_of_products(matrix[i], x)
    return y


@block("vector.transpose")
def transpose(
    x: Annotated[Array, "?a", Shape("rows", "columns")], *, rows: Rows = 3, columns: Columns = 3
) -> Annotated[Array, "?a", Shape("columns", "rows")]:
    r"""Transpose of a matrix: rows become columns.

    $$ Y = X^T, \quad Y_{ij} = X_{ji} $$

    The transpose of a rotation matrix is the inverse rotation.
    """
    y = np.empty((columns, rows))
    for i in range(columns):
        for j in range(rows):
            y[i, j] = x[j, i]
    return y
