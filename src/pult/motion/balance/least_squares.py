"""Small dense least squares with a factor that is used for several right sides."""

import math

from pult.core.kernels import kernel
from pult.core.signals import Array

_DAMPING = 1e-5


@kernel
def factor(A: Array, H: Array) -> None:
    """Cholesky factor of A^T A + damping, its diagonal inverted. Shapes (rows, n), (n, n)."""
    rows, n = A.shape
    for i in range(n):
        for j in range(i + 1):
            value = 0.0
            for k in range(rows):
                value += float(A[k, i]) * float(A[k, j])
            H[i, j] = value
        H[i, i] = float(H[i, i]) + _DAMPING
    for i in range(n):
        for j in range(i):
            value = float(H[i, j])
            for k in range(j):
                value -= float(H[i, k]) * float(H[j, k])
            H[i, j] = value * float(H[j, j])
        value = float(H[i, i])
        for k in range(i):
            value -= float(H[i, k]) * float(H[i, k])
        H[i, i] = 1.0 / math.sqrt(value if value > 1e-300 else 1e-300)


@kernel
def least_squares(A: Array, H: Array, b: Array, x: Array) -> None:
    """Solve (A^T A + damping) x = A^T b with the factor H."""
    rows, n = A.shape
    for i in range(n):
        value = 0.0
        for k in range(rows):
            value += float(A[k, i]) * float(b[k])
        for k in range(i):
            value -= float(H[i, k]) * float(x[k])
        x[i] = value * float(H[i, i])
    for i in range(n - 1, -1, -1):
        value = float(x[i])
        for k in range(i + 1, n):
            value -= float(H[k, i]) * float(x[k])
        x[i] = value * float(H[i, i])
