"""Running measures of a signal: extremes, root mean square, integrals of an error."""

import math
from typing import Annotated, NamedTuple

from pult.core.block import block
from pult.core.kernels import hypotenuse, kernel
from pult.core.signals import AnyUnit, Step


class ExtremesState(NamedTuple):
    """Extremes so far; they count from the first step on."""

    lowest: float = 0.0
    highest: float = 0.0
    started: bool = False


class ExtremesOutput(NamedTuple):
    """Smallest and largest value."""

    lowest: Annotated[float, "?a"]
    highest: Annotated[float, "?a"]


@kernel
def lower(before: float, x: float, fresh: bool) -> float:
    """The smaller one; the new one if it is the first."""
    return x if fresh or x < before else before


@kernel
def higher(before: float, x: float, fresh: bool) -> float:
    """The larger one; the new one if it is the first."""
    return x if fresh or x > before else before


@block("sinks.extremes")
class Extremes:
    r"""Smallest and largest value of a signal so far.

    $$ lowest_k = \min_{i \le k} x_i, \qquad highest_k = \max_{i \le k} x_i $$

    Counted from the start or the last step with `reset`, that step included.
    """

    @staticmethod
    def output(state: ExtremesState, x: AnyUnit, reset: bool = False) -> ExtremesOutput:
        """Extremes up to this step."""
        fresh = reset or not state.started
        return ExtremesOutput(lower(state.lowest, x, fresh), higher(state.highest, x, fresh))

    @staticmethod
    def update(state: ExtremesState, x: AnyUnit, reset: bool = False) -> ExtremesState:
        """Take this step in."""
        fresh = reset or not state.started
        return ExtremesState(lower(state.lowest, x, fresh), higher(state.highest, x, fresh), True)


class RmsState(NamedTuple):
    """Root mean square of so many steps."""

    value: float = 0.0
    steps: int = 0


@kernel
def rms_with(value: float, steps: int, x: float) -> float:
    """Root mean square with one more number; computed without squares, so nothing overflows."""
    if steps == 0:
        return abs(x)
    count = steps + 1.0
    return hypotenuse(value * math.sqrt(steps / count), x / math.sqrt(count))


@block("sinks.rms")
class Rms:
    r"""Root mean square of a signal so far.

    $$ y_k = \sqrt{\frac{1}{k + 1} \sum_{i=0}^{k} x_i^2} $$

    Counted from the start or the last step with `reset`, that step included.
    """

    @staticmethod
    def output(state: RmsState, x: AnyUnit, reset: bool = False) -> AnyUnit:
        """Root mean square up to this step."""
        return rms_with(state.value, 0 if reset else state.steps, x)

    @staticmethod
    def update(state: RmsState, x: AnyUnit, reset: bool = False) -> RmsState:
        """Take this step in."""
        steps = 0 if reset else state.steps
        return RmsState(rms_with(state.value, steps, x), steps + 1)


class ErrorState(NamedTuple):
    """The integrals, and the steps since they were zero."""

    absolute: float = 0.0
    squared: float = 0.0
    weighted: float = 0.0
    steps: int = 0


class ErrorIntegrals(NamedTuple):
    """Integrals of the absolute error, of its square, and of the absolute error weighted by time."""

    iae: Annotated[float, "?a*s"]
    ise: Annotated[float, "?a^2*s"]
    itae: Annotated[float, "?a*s^2"]


@block("sinks.integral_of_error")
class IntegralOfError:
    r"""Figures of merit of a control loop: IAE, ISE and ITAE of its error.

    $$ IAE = \int_0^t |e|\,d\tau, \qquad ISE = \int_0^t e^2\,d\tau, \qquad ITAE = \int_0^t \tau\,|e|\,d\tau $$

    Time starts with the run and again after each `reset`; while `reset` is true all three are held at zero.
    Integrated in steps of dt (forward Euler), so the output of a step contains the errors before it.
    """

    @staticmethod
    def output(state: ErrorState) -> ErrorIntegrals:
        """Integrals up to this step."""
        return ErrorIntegrals(state.absolute, state.squared, state.weighted)

    @staticmethod
    def update(state: ErrorState, error: AnyUnit, reset: bool = False, *, dt: Step) -> ErrorState:
        """One Euler step."""
        if reset:
            return ErrorState(0.0, 0.0, 0.0, 0)
        size = abs(error)
        return ErrorState(
            state.absolute + dt * size,
            state.squared + dt * size * size,
            state.weighted + dt * (state.steps * dt) * size,
            state.steps + 1,
        )
