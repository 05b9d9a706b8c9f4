"""Counter and state machine."""

from typing import Annotated, Final, NamedTuple

import numpy as np

from pult.core.block import block
from pult.core.kernels import clamped_index, kernel
from pult.core.signals import Array, Number, Range, Shape

_EXACT: Final = Range(-(1 << 53), 1 << 53)  # whole numbers that a float holds


class CounterState(NamedTuple):
    """The count, and the inputs of the step before."""

    value: int
    up: bool = False
    down: bool = False


class CounterOutput(NamedTuple):
    """The count, and whether it stands at one of its limits."""

    value: Number
    at_low: bool
    at_high: bool


@kernel
def _moved(state: CounterState, up: bool, down: bool) -> int:
    """The count with the edges of this step, whatever the limits."""
    count = state.value
    if up and not state.up:
        count += 1
    if down and not state.down:
        count -= 1
    return count


@kernel
def _within(count: int, low: int, high: int, wrap: bool) -> int:
    """The count kept between the limits."""
    if count > high:
        return low if wrap else high
    if count < low:
        return high if wrap else low
    return count


@block("logic.counter")
class Counter:
    r"""Counts rising edges, up and down, between two limits.

    $$ value_k = \begin{cases} initial & reset_k \\
       \operatorname{clip}(value_{k-1} + {\uparrow}up_k - {\uparrow}down_k,\ low,\ high)
       & \text{otherwise} \end{cases} $$

    It answers in the step of the edge. Edges of both inputs in one step cancel out. At a limit the count
    stays, or goes on from the other limit if 'wrap' is set. 'reset' acts while it is true; an edge in that
    time is lost. Before the first step both inputs count as false.
    """

    @staticmethod
    def prepare(
        *,
        low: Annotated[int, _EXACT, "1", "lower limit"] = 0,
        high: Annotated[int, _EXACT, "1", "upper limit"] = 1_000_000,
        initial: Annotated[int, _EXACT, "1", "first count, and that after a reset"] = 0,
        wrap: Annotated[bool, "1", "past a limit go on from the other one"] = False,
    ) -> dict[str, int]:
        """Refuse limits that leave no room for the first count."""
        if low > high:
            raise ValueError(f"'low' ({low}) must not be above 'high' ({high}).")
        if not low <= initial <= high:
            raise ValueError(f"'initial' is {initial}; it must lie in 'low'..'high', {low}..{high}.")
        return {}

    @staticmethod
    def initial(*, initial: int) -> CounterState:
        """Start at the given value."""
        return CounterState(initial)

    @staticmethod
    def output(
        state: CounterState,
        up: bool,
        down: bool = False,
        reset: bool = False,
        *,
        low: int,
        high: int,
        initial: int,
        wrap: bool,
    ) -> CounterOutput:
        """The count with the edges of this step."""
        count = initial if reset else _within(_moved(state, up, down), low, high, wrap)
        return CounterOutput(float(count), count <= low, count >= high)

    @staticmethod
    def update(
        state: CounterState,
        up: bool,
        down: bool = False,
        reset: bool = False,
        *,
        low: int,
        high: int,
        initial: int,
        wrap: bool,
    ) -> CounterState:
        """Remember the count and the inputs."""
        count = initial if reset else _within(_moved(state, up, down), low, high, wrap)
        return CounterState(count, up, down)


_OFF_ON: Final[Array] = np.array([[2.0, 1.0], [2.0, 1.0]])
_VALUES: Final[Array] = np.array([0.0, 1.0])


class MachineState(NamedTuple):
    """Number of the state, from 1, and whether it was entered with this step."""

    number: int
    changed: bool = False


class MachineOutput(NamedTuple):
    """Number of the state, the value that belongs to it, and whether it is new."""

    state: Number
    value: Annotated[float, "?a"]
    changed: bool


@block("logic.state_machine")
class StateMachine:
    r"""Finite state machine by a table: the event in a state selects the next state.

    $$ s_{k+1} = \begin{cases} initial & reset_k \\ table[s_k,\ event_k] & 1 \le event_k \le \text{events} \\
       s_k & \text{otherwise} \end{cases} \qquad value_k = values[s_k] $$

    States and events are numbered from 1 (the state can drive 'logic.multiport_switch'); rows of the table
    are states, columns are events, entries are next states. Event 0, or any number outside the table, is no
    event. The event is rounded to the nearest whole number, and it acts in every step in which it is present:
    send it for one step.

    An event shows one step later, so conditions that depend on the state may be wired back without an
    algebraic loop. 'changed' is true in the first step of a state that differs from the one before.
    """

    @staticmethod
    def prepare(
        *,
        table: Annotated[Array, "1", Shape("states", "events"), "next state, by state and event"] = _OFF_ON,
        values: Annotated[Array, "?a", Shape("states"), "output value of each state"] = _VALUES,
        initial: Annotated[int, Range(1), "1", "first state"] = 1,
    ) -> dict[str, int]:
        """Refuse states that do not exist."""
        states = len(values)
        rule = f"states are the whole numbers 1..{states}."
        for (row, column), following in np.ndenumerate(table):
            if following not in range(1, states + 1):
                way = f"from state {row + 1} by event {column + 1} to state {following:g}"
                raise ValueError(f"'table' leads {way}; {rule}")
        if initial > states:
            raise ValueError(f"'initial' is {initial}; {rule}")
        return {}

    @staticmethod
    def initial(*, initial: int) -> MachineState:
        """Start at the given value."""
        return MachineState(initial)

    @staticmethod
    def output(state: MachineState, *, values: Array) -> MachineOutput:
        """The present state."""
        return MachineOutput(float(state.number), float(values[state.number - 1]), state.changed)

    @staticmethod
    def update(
        state: MachineState,
        event: Annotated[float, "1", "number of the event, 0 for none"],
        reset: bool = False,
        *,
        table: Array,
        initial: int,
    ) -> MachineState:
        """Look up the next state."""
        number = state.number
        if reset:
            number = initial
        elif 0.5 <= event < table.shape[1] + 0.5:
            following = float(table[state.number - 1, clamped_index(event - 0.5, table.shape[1])])
            number = clamped_index(following - 1.0, table.shape[0]) + 1
        return MachineState(number, number != state.number)
