"""Holding a value, and slower sampling inside the control step's clock."""

from typing import Annotated, Literal, NamedTuple

from pult.blocks._steps import MAX_STEPS, one_more
from pult.core.block import block
from pult.core.kernels import ratio
from pult.core.signals import AnyUnit, Range

Every = Annotated[int, Range(1, 1_000_000_000), "1", "control steps from sample to sample"]


class SampleState(NamedTuple):
    """The value held, and the trigger of the step before."""

    value: float
    before: bool = False


@block("digital.sample_hold")
class SampleHold:
    r"""Takes a sample at each rising edge of the trigger and holds it.

    $$ y_k = \begin{cases} x_k & trigger_k \land \lnot trigger_{k-1} \\ y_{k-1} & \text{otherwise} \end{cases}
       \qquad y_{-1} = initial $$

    The sample appears in the step of the edge. Before the first step the trigger counts as false.
    """

    @staticmethod
    def initial(*, initial: Annotated[float, "?a", "output before the first sample"] = 0.0) -> SampleState:
        """Hold the given value."""
        return SampleState(initial)

    @staticmethod
    def output(state: SampleState, x: AnyUnit, trigger: bool) -> AnyUnit:
        """The newest sample."""
        return x if trigger and not state.before else state.value

    @staticmethod
    def update(state: SampleState, x: AnyUnit, trigger: bool) -> SampleState:
        """Hold it."""
        return SampleState(x if trigger and not state.before else state.value, trigger)


class TrackState(NamedTuple):
    """The value held."""

    value: float


@block("digital.track_hold")
class TrackHold:
    r"""Follows the input while 'track' is true, and holds the last value while it is false.

    $$ y_k = \begin{cases} x_k & track_k \\ y_{k-1} & \text{otherwise} \end{cases} \qquad y_{-1} = initial $$
    """

    @staticmethod
    def initial(*, initial: Annotated[float, "?a", "output before 'track' is true"] = 0.0) -> TrackState:
        """Hold the given value."""
        return TrackState(initial)

    @staticmethod
    def output(state: TrackState, x: AnyUnit, track: bool) -> AnyUnit:
        """The input, or what is held."""
        return x if track else state.value

    @staticmethod
    def update(state: TrackState, x: AnyUnit, track: bool) -> TrackState:
        """Hold it."""
        return TrackState(x if track else state.value)


class HoldState(NamedTuple):
    """The value held and the steps since it was taken; at first as if that had been long ago."""

    value: float = 0.0
    steps: int = MAX_STEPS


@block("digital.zero_order_hold")
class ZeroOrderHold:
    r"""Takes a sample every n control steps and holds it.

    $$ y_k = x_{n \lfloor k/n \rfloor} $$

    Samples are taken in the steps 0, n, 2n, ... A new n counts from the last sample.
    """

    @staticmethod
    def output(state: HoldState, x: AnyUnit, *, n: Every = 10) -> AnyUnit:
        """The newest sample."""
        return x if state.steps >= n else state.value

    @staticmethod
    def update(state: HoldState, x: AnyUnit, *, n: Every = 10) -> HoldState:
        """Hold it and count."""
        return HoldState(x, 1) if state.steps >= n else HoldState(state.value, one_more(state.steps))


class DownsampleState(NamedTuple):
    """The last value given out, the sum over the present group, and the steps of the group so far."""

    value: float
    total: float = 0.0
    steps: int = 0


class DownsampleOutput(NamedTuple):
    """The value, and whether it is new."""

    value: AnyUnit
    tick: bool


@block("digital.downsample")
class Downsample:
    r"""One value from every n control steps: their mean or the last of them.

    $$ value_k = \frac1n \sum_{i=0}^{n-1} x_{k-i} \ \ (\text{mean}) \quad\text{or}\quad x_k \ \ (\text{last}),
       \qquad k = n-1,\ 2n-1,\ \dots $$

    In those steps 'tick' is true; in between the value is held and 'tick' is false. The sum restarts with
    each group, so rounding does not pile up.
    """

    @staticmethod
    def prepare(
        *,
        n: Every = 10,
        method: Annotated[Literal["mean", "last"], "1", "what is taken from a group"] = "mean",
        initial: Annotated[float, "?a", "value before the first tick"] = 0.0,
    ) -> dict[str, bool]:
        """Whether to average."""
        return {"average": method == "mean"}

    @staticmethod
    def initial(*, initial: float) -> DownsampleState:
        """Hold the given value."""
        return DownsampleState(initial)

    @staticmethod
    def output(state: DownsampleState, x: AnyUnit, *, n: int, average: bool) -> DownsampleOutput:
        """The newest value."""
        if state.steps + 1 < n:
            return DownsampleOutput(state.value, False)
        return DownsampleOutput(ratio(state.total + x, float(state.steps + 1)) if average else x, True)

    @staticmethod
    def update(state: DownsampleState, x: AnyUnit, *, n: int, average: bool) -> DownsampleState:
        """Add up the group, or begin a new one."""
        if state.steps + 1 < n:
            return DownsampleState(state.value, state.total + x, state.steps + 1)
        return DownsampleState(ratio(state.total + x, float(state.steps + 1)) if average else x, 0.0, 0)
