"""Cleaning and counting pulses.

Times are whole control steps: the least number N of steps that lasts the time.
"""

from typing import Annotated, Literal, NamedTuple

from pult.blocks._steps import MAX_STEPS, one_more, whole_steps
from pult.core.block import block
from pult.core.kernels import kernel
from pult.core.signals import Number, Range, Step

Lasting = Annotated[float, "s", Range(0), "how long a new value must last"]


class DebounceState(NamedTuple):
    """The answer of the step before, and for how many steps the input has differed from it."""

    on: bool
    steps: int = 0


@block("digital.debounce")
class Debounce:
    r"""Follows the input once it has kept its new value for a time: contacts that bounce count once.

    $$ y_k = \begin{cases} x_k & x_k = x_{k-1} = \dots = x_{k-N} \\ y_{k-1} & \text{otherwise} \end{cases}
       \qquad N = \lceil time / \Delta t \rceil $$

    An input that changes at step j and stays so changes the output at step j + N. Each return to the old
    value restarts the time. With N = 0 the output is the input.
    """

    @staticmethod
    def initial(*, initial: Annotated[bool, "1", "first value"] = False) -> DebounceState:
        """Start at the given value."""
        return DebounceState(initial)

    @staticmethod
    def output(state: DebounceState, x: bool, *, time: Lasting = 0.05, dt: Step) -> bool:
        """The value that has lasted."""
        return x if state.steps >= whole_steps(time, dt) else state.on

    @staticmethod
    def update(state: DebounceState, x: bool, *, time: Lasting = 0.05, dt: Step) -> DebounceState:
        """Count the steps of difference."""
        if x == state.on:
            return DebounceState(state.on, 0)
        if state.steps >= whole_steps(time, dt):
            return DebounceState(x, 0)
        return DebounceState(state.on, one_more(state.steps))


class StretchState(NamedTuple):
    """The input of the step before, and the steps since its last rising edge."""

    before: bool = False
    steps: int = MAX_STEPS


@block("digital.pulse_stretch")
class PulseStretch:
    r"""Makes short pulses last: true while the input is, and for at least a time from its rising edge.

    $$ y_k = x_k \lor (k - j < N), \qquad N = \lceil time / \Delta t \rceil,\quad
       j = \text{step of the last rising edge} $$

    An edge at step j makes the output true for at least the N steps j ... j + N - 1. Every edge starts the
    time again. Before the first step the input counts as false.
    """

    @staticmethod
    def output(
        state: StretchState,
        x: bool,
        *,
        time: Annotated[float, "s", Range(0), "least length of a pulse"] = 0.1,
        dt: Step,
    ) -> bool:
        """The pulse, made longer if it is short."""
        return x or state.steps < whole_steps(time, dt)

    @staticmethod
    def update(state: StretchState, x: bool) -> StretchState:
        """Count from the edge."""
        return StretchState(x, 1 if x and not state.before else one_more(state.steps))


class EdgeCounterState(NamedTuple):
    """The count, and the input of the step before."""

    edges: int = 0
    before: bool = False


@kernel
def _counted(state: EdgeCounterState, x: bool, reset: bool, rising: bool, falling: bool) -> int:
    """The count of this step."""
    if reset:
        return 0
    edge = (rising and x and not state.before) or (falling and state.before and not x)
    return one_more(state.edges) if edge else state.edges


@block("digital.edge_counter")
class EdgeCounter:
    r"""Number of edges of the input since the start or the last reset.

    $$ y_k = \begin{cases} 0 & reset_k \\ y_{k-1} + [\text{edge at } k] & \text{otherwise} \end{cases} $$

    It counts in the step of the edge. 'reset' acts while it is true; an edge in that time is lost. Before the
    first step the input counts as false.
    """

    @staticmethod
    def prepare(
        *, edge: Annotated[Literal["rising", "falling", "both"], "1", "which edges count"] = "rising"
    ) -> dict[str, bool]:
        """Which edges count."""
        return {"rising": edge != "falling", "falling": edge != "rising"}

    @staticmethod
    def output(state: EdgeCounterState, x: bool, reset: bool = False, *, rising: bool, falling: bool) -> Number:
        """The count with the edge of this step."""
        return float(_counted(state, x, reset, rising, falling))

    @staticmethod
    def update(
        state: EdgeCounterState, x: bool, reset: bool = False, *, rising: bool, falling: bool
    ) -> EdgeCounterState:
        """Remember the count and the input."""
        return EdgeCounterState(_counted(state, x, reset, rising, falling), x)
