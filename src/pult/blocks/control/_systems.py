"""Linear systems of any order: state-space realisation, discretisation, and one step."""

from typing import NamedTuple

import numpy as np

from pult.core.kernels import clamp, kernel
from pult.core.signals import Array

LARGEST = 1e150
"""States of an unstable system saturate at this magnitude: products with it are still finite."""
_SCIPY_NAMES = {"zoh": "zoh", "tustin": "bilinear", "euler": "euler", "backward": "backward_diff"}
_IMPLICIT = {"tustin": 0.5, "backward": 1.0}


class System(NamedTuple):
    """x' = A x + B u, y = C x + D u; matrices (n, n), (n, m), (p, n), (p, m)."""

    A: Array
    B: Array
    C: Array
    D: Array


def discretise(system: System, dt: float, method: str) -> System:
    """Discretise a continuous system to x_{k+1} = A x_k + B u_k ("none": it is discrete already).

    Raises:
        ValueError: The method does not work for this system and step.
    """
    if method == "none":
        return system
    from scipy.signal import cont2discrete

    try:
        *matrices, _ = cont2discrete(tuple(system), dt, method=_SCIPY_NAMES[method])
    except np.linalg.LinAlgError:
        matrices = [np.array([[np.nan]])]
    if not all(np.all(np.isfinite(m)) for m in matrices):
        raise ValueError(
            f"the system cannot be made discrete by {method!r} with a control step of {dt:g} s; "
            "use 'zoh' or a shorter step."
        )
    return System(*(np.ascontiguousarray(m, dtype=np.float64) for m in matrices))


def first_memory(system: System, x: Array, dt: float, method: str) -> Array:
    """The discrete state that represents the state x of the continuous system while its input is zero.

    The implicit methods keep (I - alpha dt A) x - alpha dt B u in place of x.
    """
    return np.asarray(x - _IMPLICIT.get(method, 0.0) * dt * (system.A @ x), dtype=np.float64)


def fraction(numerator: Array, denominator: Array, strict: bool) -> tuple[Array, Array]:
    """Numerator and denominator padded to the same length and scaled so that the denominator starts with 1.

    Raises:
        ValueError: The denominator starts with zero, or the fraction is not (strictly) proper.
    """
    if denominator[0] == 0.0:
        raise ValueError("'denominator' must not start with 0: leave leading zeros out.")
    present = np.flatnonzero(numerator)
    above = numerator[present[0] :] if len(present) else np.zeros(0)
    degree, highest = len(above) - 1, len(denominator) - 1
    if degree > highest:
        raise ValueError(
            f"'numerator' is of degree {degree}, above that of 'denominator', {highest}: "
            "the output would need future inputs."
        )
    if strict and degree == highest:
        raise ValueError(
            f"'numerator' must be of lower degree than 'denominator', which is {highest}; "
            "use the variant with feed-through."
        )
    padded = np.concatenate([np.zeros(highest - degree), above])
    return padded / denominator[0], denominator / denominator[0]


def realisation(numerator: Array, denominator: Array) -> System:
    """A balanced state-space realisation of a transfer function; both polynomials as `fraction` returns them.

    State space, because the coefficients of a discrete polynomial lose precision as its roots cluster at z = 1
    when the step is short.
    """
    from scipy.linalg import matrix_balance

    order = len(denominator) - 1
    direct = numerator[:1].reshape(1, 1)
    if order == 0:
        return System(np.zeros((1, 1)), np.zeros((1, 1)), np.zeros((1, 1)), direct)
    A = np.eye(order, k=-1)
    A[0] = -denominator[1:]
    B = np.eye(order, 1)
    C = (numerator[1:] - numerator[0] * denominator[1:]).reshape(1, order)
    A, (scale, _) = matrix_balance(A, permute=False, separate=True)
    return System(A, B / scale[:, None], C * scale[None, :], direct)


@kernel
def product_entry(matrix: Array, row: int, x: Array) -> float:
    """One entry of matrix @ x, added from left to right."""
    total = 0.0
    for i in range(x.shape[0]):
        total += float(matrix[row, i]) * float(x[i])
    return total


@kernel
def advance(x: Array, A: Array, B: Array, u: Array) -> None:
    """Replace the state x by A x + B u, in place."""
    n = x.shape[0]
    new = np.empty(n)
    for i in range(n):
        new[i] = clamp(product_entry(A, i, x) + product_entry(B, i, u), -LARGEST, LARGEST)
    for i in range(n):
        x[i] = new[i]
