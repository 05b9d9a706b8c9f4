"""Putting vectors together and taking them apart."""

from typing import Annotated

import numpy as np

from pult.core.block import block
from pult.core.signals import AnyUnit, Array, Count, Fixed, Range, Shape

Size = Annotated[int, "1", Fixed, Range(1, 4096), "number of entries"]
Ports = Annotated[int, "1", Fixed, Range(1, 64), "number of ports"]

_ZEROS = np.zeros(3)
_IDENTITY = np.eye(3)


@block("vector.constant", entrywise=True)
def constant(*, values: Annotated[Array, "?a", Shape("n"), "entries"] = _ZEROS) -> Annotated[Array, "?a", Shape("n")]:
    r"""Vector that does not change.

    $$ y = v $$
    """
    y = np.empty(len(values))
    for i in range(len(values)):
        y[i] = values[i]
    return y


@block("vector.constant_matrix")
def constant_matrix(
    *, values: Annotated[Array, "?a", Shape("rows", "columns"), "entries, row by row"] = _IDENTITY
) -> Annotated[Array, "?a", Shape("rows", "columns")]:
    r"""Matrix that does not change.

    $$ Y = V $$
    """
    rows, columns = values.shape
    y = np.empty((rows, columns))
    for i in range(rows):
        for j in range(columns):
            y[i, j] = values[i, j]
    return y


@block("vector.mux")
def mux(*x: Annotated[float, "?a", Count("n")], n: Ports = 3) -> Annotated[Array, "?a", Shape("n")]:
    r"""Collects scalars into a vector.

    $$ y = (x_1, \dots, x_n)^T $$
    """
    y = np.empty(n)
    for i in range(n):
        y[i] = x[i]
    return y


@block("vector.demux")
def demux(x: Annotated[Array, "?a", Shape("n")], *, n: Ports = 3) -> Annotated[Array, "?a", Count("n")]:
    r"""Splits a vector into scalars.

    $$ (y_1, \dots, y_n)^T = x $$
    """
    y = np.empty(n)
    for i in range(n):
        y[i] = x[i]
    return y


@block("vector.select")
def select(
    x: Annotated[Array, "?a", Shape("n")],
    *,
    n: Size = 3,
    index: Annotated[int, "1", Range(1), "which entry, counted from 1"] = 1,
) -> AnyUnit:
    r"""One entry of a vector.

    $$ y = x_{\min(i,\ n)} $$

    Entries are counted from 1, as the ports of `vector.demux` are. An index beyond the end takes the last
    entry; it may be changed while the scheme runs.
    """
    return float(x[min(max(index, 1), n) - 1])


@block("vector.slice")
class Slice:
    r"""Part of a vector: entries that follow one another.

    $$ y_i = x_{s + i - 1}, \quad i = 1 \dots m $$

    The start s is counted from 1; m is the length. The part must lie within the vector.
    """

    @staticmethod
    def prepare(
        *,
        n: Annotated[int, "1", Fixed, Range(1, 4096), "number of entries of the input"] = 3,
        start: Annotated[int, "1", Fixed, Range(1, 4096), "first entry taken, counted from 1"] = 1,
        length: Annotated[int, "1", Fixed, Range(1, 4096), "number of entries taken"] = 2,
    ) -> dict[str, int]:
        """Refuse a part that reaches beyond the end."""
        if start + length - 1 > n:
            raise ValueError(f"entries {start}..{start + length - 1} are wanted; the vector has only {n}.")
        return {}

    @staticmethod
    def output(
        x: Annotated[Array, "?a", Shape("n")], *, start: int, length: int
    ) -> Annotated[Array, "?a", Shape("length")]:
        """The part."""
        y = np.empty(length)
        for i in range(length):
            y[i] = x[start - 1 + i]
        return y


@block("vector.concat")
def concat(
    a: Annotated[Array, "?a", Shape("n")],
    b: Annotated[Array, "?a", Shape("m")],
    *,
    n: Annotated[int, "1", Fixed, Range(1, 4096), "number of entries of a"] = 3,
    m: Annotated[int, "1", Fixed, Range(1, 4096), "number of entries of b"] = 3,
) -> Annotated[Array, "?a", Shape("n+m")]:
    r"""Two vectors one after the other.

    $$ y = (a_1, \dots, a_n, b_1, \dots, b_m)^T $$
    """
    y = np.empty(n + m)
    for i in range(n):
        y[i] = a[i]
    for i in range(m):
        y[n + i] = b[i]
    return y


@block("vector.switch", entrywise=True)
def switch(
    condition: bool,
    a: Annotated[Array, "?a", Shape("n")],
    b: Annotated[Array, "?a", Shape("n")],
    *,
    n: Size = 3,
) -> Annotated[Array, "?a", Shape("n")]:
    r"""Passes the vector a while the condition is true, b while it is false.

    $$ y = \begin{cases} a & \text{condition} \\ b & \text{otherwise} \end{cases} $$
    """
    y = np.empty(n)
    for i in range(n):
        y[i] = a[i] if condition else b[i]
    return y
