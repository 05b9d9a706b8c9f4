"""Flip-flops: one bit of memory.

The latch and the toggle answer in the same step. The clocked flip-flops (D, JK) answer in the step after the
clock's edge, so that a chain of them on one clock shifts by one place an edge, and D = not Q divides the
clock by two without an algebraic loop.
"""

from typing import Annotated, Literal, NamedTuple

from pult.core.block import block


class LatchState(NamedTuple):
    """The bit."""

    q: bool


@block("logic.sr_flip_flop")
class SrFlipFlop:
    r"""Latch: true from 'set' until 'reset'.

    $$ y_k = \begin{cases} set_k \lor (y_{k-1} \land \lnot reset_k) & \text{set dominates} \\
       \lnot reset_k \land (set_k \lor y_{k-1}) & \text{reset dominates} \end{cases} $$

    Both inputs act while they are true, and at once. If both are true, the dominant one wins.
    """

    @staticmethod
    def prepare(
        *,
        dominant: Annotated[Literal["reset", "set"], "1", "wins if both are true"] = "reset",
        initial: Annotated[bool, "1", "first value"] = False,
    ) -> dict[str, bool]:
        """Which input wins."""
        return {"set_wins": dominant == "set"}

    @staticmethod
    def initial(*, initial: bool) -> LatchState:
        """Start at the given value."""
        return LatchState(initial)

    @staticmethod
    def output(state: LatchState, set: bool, reset: bool, *, set_wins: bool) -> bool:
        """The bit in this step."""
        return (set and (set_wins or not reset)) or (state.q and not reset)

    @staticmethod
    def update(state: LatchState, set: bool, reset: bool, *, set_wins: bool) -> LatchState:
        """Remember the bit."""
        return LatchState((set and (set_wins or not reset)) or (state.q and not reset))


class ToggleState(NamedTuple):
    """The bit, and the input of the step before."""

    q: bool
    before: bool = False


@block("logic.toggle")
class Toggle:
    r"""Changes with every rising edge of the input: a push-button that switches a lamp on and off.

    $$ y_k = \begin{cases} \text{false} & reset_k \\ \lnot y_{k-1} & x_k \land \lnot x_{k-1} \\
       y_{k-1} & \text{otherwise} \end{cases} $$

    It answers at once. 'reset' makes it false while true. Before the first step the input counts as false.
    """

    @staticmethod
    def initial(*, initial: Annotated[bool, "1", "first value"] = False) -> ToggleState:
        """Start at the given value."""
        return ToggleState(initial)

    @staticmethod
    def output(state: ToggleState, x: bool, reset: bool = False) -> bool:
        """The bit in this step."""
        return not reset and state.q != (x and not state.before)

    @staticmethod
    def update(state: ToggleState, x: bool, reset: bool = False) -> ToggleState:
        """Remember the bit and the input."""
        return ToggleState(not reset and state.q != (x and not state.before), x)


class ClockedState(NamedTuple):
    """The bit, and the clock of the step before."""

    q: bool
    clock: bool = False


@block("logic.d_flip_flop")
class DFlipFlop:
    r"""Takes over d at each rising edge of the clock.

    $$ y_{k+1} = \begin{cases} \text{false} & reset_k \\ d_k & clock_k \land \lnot clock_{k-1} \\
       y_k & \text{otherwise} \end{cases} $$

    The output changes in the step after the edge: chained flip-flops shift, and loops are broken. Before the
    first step the clock counts as false. 'reset' wins over the clock.
    """

    @staticmethod
    def initial(*, initial: Annotated[bool, "1", "first value"] = False) -> ClockedState:
        """Start at the given value."""
        return ClockedState(initial)

    @staticmethod
    def output(state: ClockedState) -> bool:
        """The bit."""
        return state.q

    @staticmethod
    def update(state: ClockedState, d: bool, clock: bool, reset: bool = False) -> ClockedState:
        """Take d at an edge."""
        edge = clock and not state.clock
        return ClockedState((d if edge else state.q) and not reset, clock)


@block("logic.jk_flip_flop")
class JkFlipFlop:
    r"""At each rising edge of the clock: j sets, k resets, both change over, none keeps.

    $$ y_{t+1} = \begin{cases} (j_t \land \lnot y_t) \lor (\lnot k_t \land y_t) &
       clock_t \land \lnot clock_{t-1} \\ y_t & \text{otherwise} \end{cases} $$

    The output changes in the step after the edge: chained flip-flops count, and loops are broken. Before the
    first step the clock counts as false.
    """

    @staticmethod
    def initial(*, initial: Annotated[bool, "1", "first value"] = False) -> ClockedState:
        """Start at the given value."""
        return ClockedState(initial)

    @staticmethod
    def output(state: ClockedState) -> bool:
        """The bit."""
        return state.q

    @staticmethod
    def update(state: ClockedState, j: bool, k: bool, clock: bool) -> ClockedState:
        """Apply j and k at an edge."""
        edge = clock and not state.clock
        wanted = not k if state.q else j
        return ClockedState(wanted if edge else state.q, clock)
