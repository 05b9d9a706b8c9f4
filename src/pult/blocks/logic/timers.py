"""Timers.

Times are whole control steps: the least number N of steps that lasts the time (0.025 s is 3 steps of 0.01 s).
"""

from typing import Annotated, NamedTuple

from pult.blocks._steps import MAX_STEPS, one_more, whole_steps
from pult.core.block import block
from pult.core.signals import Range, Step

Delay = Annotated[float, "s", Range(0), "delay"]


class OnDelayState(NamedTuple):
    """Steps for which the input has been true without a break."""

    steps: int = 0


@block("logic.on_delay")
class OnDelay:
    r"""True once the input has been true for a time without a break; false at once.

    $$ y_k = x_k \land x_{k-1} \land \dots \land x_{k-N}, \qquad N = \lceil time / \Delta t \rceil $$

    An input that becomes true at step j and stays so makes the output true at step j + N; the output becomes
    false in the same step as the input. Shorter pulses do not pass. With N = 0 the output is the input.
    Before the first step the input counts as false.
    """

    @staticmethod
    def output(state: OnDelayState, x: bool, *, time: Delay = 1.0, dt: Step) -> bool:
        """Whether it has lasted long enough."""
        return x and state.steps >= whole_steps(time, dt)

    @staticmethod
    def update(state: OnDelayState, x: bool) -> OnDelayState:
        """Count true steps."""
        return OnDelayState(one_more(state.steps) if x else 0)


class SinceState(NamedTuple):
    """Steps since the event the timer waits for; at first as if it had been long ago."""

    steps: int = MAX_STEPS


@block("logic.off_delay")
class OffDelay:
    r"""True at once, false once the input has been false for a time without a break.

    $$ y_k = x_k \lor x_{k-1} \lor \dots \lor x_{k-N}, \qquad N = \lceil time / \Delta t \rceil $$

    An input that becomes false at step j and stays so makes the output false at step j + N; the output
    becomes true in the same step as the input. With N = 0 the output is the input. Before the first step the
    input counts as false.
    """

    @staticmethod
    def output(state: SinceState, x: bool, *, time: Delay = 1.0, dt: Step) -> bool:
        """Whether it is true or was so a short while ago."""
        return x or state.steps < whole_steps(time, dt)

    @staticmethod
    def update(state: SinceState, x: bool) -> SinceState:
        """Count false steps."""
        return SinceState(0 if x else one_more(state.steps))


class PulseState(NamedTuple):
    """The input of the step before, and the steps since the pulse began."""

    before: bool = False
    steps: int = MAX_STEPS


@block("logic.pulse_timer")
class PulseTimer:
    r"""Pulse of a fixed length at each rising edge of the input.

    $$ y_k = (k - j < N), \qquad N = \lceil time / \Delta t \rceil,\quad
       j = \text{step of the last edge that started a pulse} $$

    An edge at step j makes the output true for the N steps j ... j + N - 1, however long the input stays
    true. An edge during a pulse restarts it if it is retriggerable, else it is ignored. With N = 0
    there is no pulse. Before the first step the input counts as false.
    """

    @staticmethod
    def output(
        state: PulseState,
        x: bool,
        *,
        time: Annotated[float, "s", Range(0), "length of the pulse"] = 1.0,
        retrigger: Annotated[bool, "1", "an edge during the pulse restarts it"] = False,
        dt: Step,
    ) -> bool:
        """Whether the pulse is on."""
        length = whole_steps(time, dt)
        starts = x and not state.before and (retrigger or state.steps >= length)
        return length > 0 if starts else state.steps < length

    @staticmethod
    def update(
        state: PulseState,
        x: bool,
        *,
        time: Annotated[float, "s", Range(0), "length of the pulse"] = 1.0,
        retrigger: Annotated[bool, "1", "an edge during the pulse restarts it"] = False,
        dt: Step,
    ) -> PulseState:
        """Count the steps of the pulse."""
        starts = x and not state.before and (retrigger or state.steps >= whole_steps(time, dt))
        return PulseState(x, 1 if starts else one_more(state.steps))
