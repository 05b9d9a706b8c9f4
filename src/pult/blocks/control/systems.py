"""Linear systems given by a transfer function in s or by matrices, discretised before the run.

The methods: `zoh` is exact for an input that holds between the steps, as signals of a scheme do; `tustin` is
the trapezoid rule (it keeps stability, and distorts frequencies near half the sampling rate); `backward` and
`euler` are the backward and forward Euler rules, the latter unstable for poles fast against the step. States
of an unstable system stop at 1e150 in place of becoming NaN.
"""

from typing import Annotated, Any, Literal, NamedTuple

import numpy as np

from pult.blocks.control._systems import (
    System,
    advance,
    discretise,
    first_memory,
    fraction,
    product_entry,
    realisation,
)
from pult.core.block import block
from pult.core.signals import AnyUnit, Array, Shape, Step

Numerator = Annotated[Array, "1", Shape("numbers_above"), "coefficients, highest power of s first"]
Denominator = Annotated[Array, "1", Shape("numbers_below"), "coefficients, highest power of s first"]
VectorIn = Annotated[Array, "?a", Shape("m"), "input"]
VectorOut = Annotated[Array, "?b", Shape("p")]
FirstState = Annotated[Array, "1", Shape("given"), "first state; one number stands for all entries"]
_ONE = np.array([1.0])
_LAG = np.array([1.0, 1.0])
_UNIT = np.array([[1.0]])
_STABLE = np.array([[-1.0]])
_NONE = np.array([[0.0]])
_ZERO = np.array([0.0])


class SystemState(NamedTuple):
    """State of the discrete system. Shape (n,)."""

    x: Array


@block("control.transfer_function")
class TransferFunction:
    r"""Transfer function in s with feed-through.

    $$ G(s) = \frac{b_0 s^m + \dots + b_m}{a_0 s^n + \dots + a_n}, \qquad m \le n $$

    It starts at rest. Method of discretisation: `zoh` is exact for an input that holds between the steps,
    `tustin` is the trapezoid rule, `backward` and `euler` are the backward and forward Euler rules (the
    latter is unstable for poles fast against the step). The present input acts on the present output; where G
    is strictly proper, `control.transfer_function_strict` breaks loops.
    """

    @staticmethod
    def prepare(
        *,
        numerator: Numerator = _ONE,
        denominator: Denominator = _LAG,
        method: Annotated[Literal["zoh", "tustin", "backward", "euler"], "1", "discretisation"] = "zoh",
        dt: Step,
    ) -> dict[str, Any]:
        """Discrete matrices."""
        return discretise(realisation(*fraction(numerator, denominator, False)), dt, method)._asdict()

    @staticmethod
    def initial(*, A: Array) -> SystemState:
        """At rest."""
        return SystemState(np.zeros(len(A)))

    @staticmethod
    def output(state: SystemState, x: AnyUnit, *, C: Array, D: Array) -> Annotated[float, "?b"]:
        """Present value."""
        return product_entry(C, 0, state.x) + float(D[0, 0]) * x

    @staticmethod
    def update(state: SystemState, x: AnyUnit, *, A: Array, B: Array) -> SystemState:
        """One step."""
        advance(state.x, A, B, np.full(1, x))
        return state


@block("control.transfer_function_strict")
class TransferFunctionStrict:
    r"""Transfer function in s, strictly proper: breaks loops.

    $$ G(s) = \frac{b_0 s^m + \dots + b_m}{a_0 s^n + \dots + a_n}, \qquad m < n $$

    As `control.transfer_function`, but the output depends on earlier inputs only. Methods that keep this:
    `zoh` (exact for an input that holds between the steps) and `euler` (forward Euler).
    """

    @staticmethod
    def prepare(
        *,
        numerator: Numerator = _ONE,
        denominator: Denominator = _LAG,
        method: Annotated[Literal["zoh", "euler"], "1", "discretisation"] = "zoh",
        dt: Step,
    ) -> dict[str, Any]:
        """Discrete matrices."""
        return discretise(realisation(*fraction(numerator, denominator, True)), dt, method)._asdict()

    @staticmethod
    def initial(*, A: Array) -> SystemState:
        """At rest."""
        return SystemState(np.zeros(len(A)))

    @staticmethod
    def output(state: SystemState, *, C: Array) -> Annotated[float, "?b"]:
        """Present value."""
        return product_entry(C, 0, state.x)

    @staticmethod
    def update(state: SystemState, x: AnyUnit, *, A: Array, B: Array) -> SystemState:
        """One step."""
        advance(state.x, A, B, np.full(1, x))
        return state


def _matrices(system: System, initial: Array, dt: float, method: str) -> dict[str, Any]:
    n = len(system.A)
    if len(initial) not in (1, n):
        raise ValueError(f"'initial' must have 1 or {n} entries, as 'A' has rows, not {len(initial)}.")
    first = first_memory(system, np.broadcast_to(initial, n), dt, method)
    return {**discretise(system, dt, method)._asdict(), "first": first}


@block("control.state_space")
class StateSpace:
    r"""Linear system in state space with vector input and output.

    $$ \dot z = A z + B x, \qquad y = C z + D x $$

    Shapes: A (n, n), B (n, m), C (p, n), D (p, m); x (m,), y (p,). Method of discretisation as in
    `control.transfer_function`; `none` says that the matrices are discrete already, z_{k+1} = A z_k + B x_k.
    The present input counts as acting on the present output even if D = 0; `control.state_space_strict`
    breaks loops. `initial` is z before the first step, the input being zero till then.
    """

    @staticmethod
    def prepare(
        *,
        A: Annotated[Array, "1", Shape("n", "n"), "system matrix"] = _STABLE,
        B: Annotated[Array, "1", Shape("n", "m"), "input matrix"] = _UNIT,
        C: Annotated[Array, "1", Shape("p", "n"), "output matrix"] = _UNIT,
        D: Annotated[Array, "1", Shape("p", "m"), "feed-through matrix"] = _NONE,
        method: Annotated[Literal["zoh", "tustin", "backward", "euler", "none"], "1", "discretisation"] = "zoh",
        initial: FirstState = _ZERO,
        dt: Step,
    ) -> dict[str, Any]:
        """Discrete matrices and first state."""
        return _matrices(System(A, B, C, D), initial, dt, method)

    @staticmethod
    def initial(*, first: Array) -> SystemState:
        """The given state."""
        return SystemState(first.copy())

    @staticmethod
    def output(state: SystemState, x: VectorIn, *, C: Array, D: Array) -> VectorOut:
        """Present outputs."""
        y = np.empty(C.shape[0])
        for i in range(C.shape[0]):
            y[i] = product_entry(C, i, state.x) + product_entry(D, i, x)
        return y

    @staticmethod
    def update(state: SystemState, x: VectorIn, *, A: Array, B: Array) -> SystemState:
        """One step."""
        advance(state.x, A, B, x)
        return state


@block("control.state_space_strict")
class StateSpaceStrict:
    r"""Linear system in state space without feed-through: breaks loops.

    $$ \dot z = A z + B x, \qquad y = C z $$

    As `control.state_space` with D = 0, but the output depends on earlier inputs only. Methods that keep
    this: `zoh`, `euler`, and `none` for matrices that are discrete already.
    """

    @staticmethod
    def prepare(
        *,
        A: Annotated[Array, "1", Shape("n", "n"), "system matrix"] = _STABLE,
        B: Annotated[Array, "1", Shape("n", "m"), "input matrix"] = _UNIT,
        C: Annotated[Array, "1", Shape("p", "n"), "output matrix"] = _UNIT,
        method: Annotated[Literal["zoh", "euler", "none"], "1", "discretisation"] = "zoh",
        initial: FirstState = _ZERO,
        dt: Step,
    ) -> dict[str, Any]:
        """Discrete matrices and first state."""
        return _matrices(System(A, B, C, np.zeros((len(C), B.shape[1]))), initial, dt, method)

    @staticmethod
    def initial(*, first: Array) -> SystemState:
        """The given state."""
        return SystemState(first.copy())

    @staticmethod
    def output(state: SystemState, *, C: Array) -> VectorOut:
        """Present outputs."""
        y = np.empty(C.shape[0])
        for i in range(C.shape[0]):
            y[i] = product_entry(C, i, state.x)
        return y

    @staticmethod
    def update(state: SystemState, x: VectorIn, *, A: Array, B: Array) -> SystemState:
        """One step."""
        advance(state.x, A, B, x)
        return state
