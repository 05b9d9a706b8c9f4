"""Discrete transfer functions, given by their coefficients in z."""

from typing import Annotated, Any, NamedTuple

import numpy as np

from pult.blocks.control._systems import LARGEST, fraction
from pult.core.block import block
from pult.core.kernels import clamp, kernel
from pult.core.signals import AnyUnit, Array, Shape

Numerator = Annotated[Array, "1", Shape("numbers_above"), "coefficients, highest power of z first"]
Denominator = Annotated[Array, "1", Shape("numbers_below"), "coefficients, highest power of z first"]
_ONE = np.array([1.0])
_MEAN = np.array([1.0, -0.5])


class MemoryState(NamedTuple):
    """Contributions of earlier inputs and outputs to the next outputs. Shape (n,)."""

    w: Array


def _coefficients(numerator: Array, denominator: Array, strict: bool) -> dict[str, Any]:
    above, below = fraction(numerator, denominator, strict)
    if len(below) == 1:  # a memory of one entry is kept, though nothing enters it
        above, below = np.append(above, 0.0), np.append(below, 0.0)
    return {"above": above, "below": below}


@kernel
def remember(w: Array, x: float, y: float, above: Array, below: Array) -> None:
    """Shift the memory by one step, in place (direct form II, transposed)."""
    n = w.shape[0]
    for i in range(n):
        coming = float(w[i + 1]) if i + 1 < n else 0.0
        w[i] = clamp(coming + float(above[i + 1]) * x - float(below[i + 1]) * y, -LARGEST, LARGEST)


@block("control.discrete_transfer_function")
class DiscreteTransferFunction:
    r"""Transfer function in z with feed-through.

    $$ G(z) = \frac{b_0 z^m + \dots + b_m}{a_0 z^n + \dots + a_n}, \qquad m \le n $$

    Powers of z, not of 1/z: a numerator [1] over [1, -0.5] is 1/(z - 0.5), a delay of one step included. It
    starts at rest. The present input acts on the present output; where m < n,
    `control.discrete_transfer_function_strict` breaks loops. The memory of an unstable system stops at 1e150.
    """

    @staticmethod
    def prepare(*, numerator: Numerator = _ONE, denominator: Denominator = _MEAN) -> dict[str, Any]:
        """Coefficients of the difference equation."""
        return _coefficients(numerator, denominator, False)

    @staticmethod
    def initial(*, below: Array) -> MemoryState:
        """At rest."""
        return MemoryState(np.zeros(len(below) - 1))

    @staticmethod
    def output(state: MemoryState, x: AnyUnit, *, above: Array) -> Annotated[float, "?b"]:
        """Present value."""
        return float(above[0]) * x + float(state.w[0])

    @staticmethod
    def update(state: MemoryState, x: AnyUnit, *, above: Array, below: Array) -> MemoryState:
        """One step of the difference equation."""
        remember(state.w, x, float(above[0]) * x + float(state.w[0]), above, below)
        return state


@block("control.discrete_transfer_function_strict")
class DiscreteTransferFunctionStrict:
    r"""Transfer function in z, strictly proper: breaks loops.

    $$ G(z) = \frac{b_0 z^m + \dots + b_m}{a_0 z^n + \dots + a_n}, \qquad m < n $$

    As `control.discrete_transfer_function`, but the output depends on earlier inputs only.
    """

    @staticmethod
    def prepare(*, numerator: Numerator = _ONE, denominator: Denominator = _MEAN) -> dict[str, Any]:
        """Coefficients of the difference equation."""
        return _coefficients(numerator, denominator, True)

    @staticmethod
    def initial(*, below: Array) -> MemoryState:
        """At rest."""
        return MemoryState(np.zeros(len(below) - 1))

    @staticmethod
    def output(state: MemoryState) -> Annotated[float, "?b"]:
        """Present value."""
        return float(state.w[0])

    @staticmethod
    def update(state: MemoryState, x: AnyUnit, *, above: Array, below: Array) -> MemoryState:
        """One step of the difference equation."""
        remember(state.w, x, float(state.w[0]), above, below)
        return state
