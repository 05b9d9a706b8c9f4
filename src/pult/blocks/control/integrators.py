"""Integrators and differentiators."""

import math
from typing import Annotated, Literal, NamedTuple

from pult.blocks.control._limits import check_start
from pult.core.block import block
from pult.core.kernels import clamp, ratio
from pult.core.signals import NO_LIMIT, AnyUnit, Positive, Range, Step

Integral = Annotated[float, "?a*s"]
First = Annotated[float, "?a*s", "first value"]
Low = Annotated[float, "?a*s", "lower limit"]
High = Annotated[float, "?a*s", "upper limit"]
Reset = Annotated[bool, "1", "restart in the next step"]
FilterTime = Annotated[float, "s", Range(0), "time constant of the filter, 0 for none"]


class IntegratorState(NamedTuple):
    """Value of the integral."""

    value: float


@block("control.integrator")
class Integrator:
    r"""Integrator with limits (forward Euler).

    $$ y_{k+1} = \operatorname{clip}(y_k + \Delta t\, x_k,\ low,\ high) $$

    y_0 is `initial`. If `reset` is true in step k, y_{k+1} is `initial`. There is no direct feed-through: the
    block breaks loops.
    """

    @staticmethod
    def prepare(*, initial: First = 0.0, low: Low = -NO_LIMIT, high: High = NO_LIMIT) -> dict[str, float]:
        """Check the limits."""
        check_start(initial, low, high)
        return {}

    @staticmethod
    def initial(*, initial: float) -> IntegratorState:
        """Start at the given value."""
        return IntegratorState(initial)

    @staticmethod
    def output(state: IntegratorState) -> Integral:
        """Present value."""
        return state.value

    @staticmethod
    def update(
        state: IntegratorState, x: AnyUnit, reset: Reset = False,
        *, initial: float, low: float, high: float, dt: Step,
    ) -> IntegratorState:  # fmt: skip
        """One Euler step."""
        return IntegratorState(initial if reset else clamp(state.value + dt * x, low, high))


class TrapezoidState(NamedTuple):
    """Integral and input of the previous step, and whether there was one."""

    value: float
    x: float
    started: bool


@block("control.trapezoid_integrator")
class TrapezoidIntegrator:
    r"""Integrator with limits (trapezoid rule).

    $$ y_k = \operatorname{clip}\left(y_{k-1} + \tfrac{\Delta t}{2}(x_k + x_{k-1}),\ low,\ high\right) $$

    The rule of paper 004. y_0 is `initial`. If `reset` is true in step k, step k + 1 is a first step: y_{k+1}
    is `initial`. The present input acts on the present output (feed-through).
    """

    @staticmethod
    def prepare(*, initial: First = 0.0, low: Low = -NO_LIMIT, high: High = NO_LIMIT) -> dict[str, float]:
        """Check the limits."""
        check_start(initial, low, high)
        return {}

    @staticmethod
    def initial(*, initial: float) -> TrapezoidState:
        """Start at the given value."""
        return TrapezoidState(initial, 0.0, False)

    @staticmethod
    def output(state: TrapezoidState, x: AnyUnit, *, low: float, high: float, dt: Step) -> Integral:
        """The integral up to now."""
        return clamp(state.value + 0.5 * dt * (x + state.x), low, high) if state.started else state.value

    @staticmethod
    def update(
        state: TrapezoidState, x: AnyUnit, reset: Reset = False,
        *, initial: float, low: float, high: float, dt: Step,
    ) -> TrapezoidState:  # fmt: skip
        """Keep integral and input."""
        if reset:
            return TrapezoidState(initial, 0.0, False)
        value = clamp(state.value + 0.5 * dt * (x + state.x), low, high) if state.started else state.value
        return TrapezoidState(value, x, True)


class ResettingState(NamedTuple):
    """Integral and input of the previous step, and the age of the sum in steps."""

    value: float = 0.0
    x: float = 0.0
    age: int = 0


class ResettingValues(NamedTuple):
    """Steps between two resets, and the weights of the present and the previous input."""

    steps: int
    now: float
    before: float


@block("control.resetting_integrator")
class ResettingIntegrator:
    r"""Integrator that resets itself at a fixed interval (paper 004).

    $$ y_k = \begin{cases} 0 & k \bmod n = 0 \\ y_{k-1} + \tfrac{\Delta t}{2}(x_k + x_{k-1}) & \text{else}
       \end{cases} \qquad n = \operatorname{round}\frac{interval}{\Delta t} $$

    The interval is counted in whole steps: the output is 0 exactly in the steps 0, n, 2n, ..., and the sum in
    the step before each of them, the longest, covers n - 1 intervals dt. The method `euler` adds dt x_{k-1}
    in place of the trapezoid. If `reset` is true in step k, step k + 1 counts as step 0. The present input
    acts on the present output (feed-through) with either method.
    """

    @staticmethod
    def prepare(
        *,
        interval: Annotated[float, "s", Positive, "time between two clearings"] = 5.0,
        method: Annotated[Literal["trapezoid", "euler"], "1", "rule of the sum"] = "trapezoid",
        dt: Step,
    ) -> ResettingValues:
        """Count the interval in steps."""
        steps = math.floor(min(interval / dt, 1e15) + 0.5)
        if steps < 2:
            raise ValueError(f"'interval' is {interval:g} s; it must be at least two control steps, {2.0 * dt:g} s.")
        if method == "euler":
            return ResettingValues(steps, 0.0, dt)
        return ResettingValues(steps, 0.5 * dt, 0.5 * dt)

    @staticmethod
    def output(state: ResettingState, x: AnyUnit, *, now: float, before: float) -> Integral:
        """The integral since the last clearing."""
        return 0.0 if state.age == 0 else state.value + (now * x + before * state.x)

    @staticmethod
    def update(
        state: ResettingState, x: AnyUnit, reset: Reset = False, *, steps: int, now: float, before: float
    ) -> ResettingState:
        """Keep integral and input; count the steps."""
        if reset or state.age + 1 >= steps:
            return ResettingState(0.0, 0.0, 0)
        value = 0.0 if state.age == 0 else state.value + (now * x + before * state.x)
        return ResettingState(value, x, state.age + 1)


class DifferentiatorState(NamedTuple):
    """Input of the step before, and whether there was one."""

    x: float = 0.0
    started: bool = False


@block("control.differentiator")
class Differentiator:
    r"""Differentiator: backward difference, 0 in the first step.

    $$ y_k = \frac{x_k - x_{k-1}}{\Delta t} $$
    """

    @staticmethod
    def output(state: DifferentiatorState, x: AnyUnit, *, dt: Step) -> Annotated[float, "?a/s"]:
        """The rate of change."""
        return ratio(x - state.x, dt) if state.started else 0.0

    @staticmethod
    def update(state: DifferentiatorState, x: AnyUnit) -> DifferentiatorState:
        """Keep the input."""
        return DifferentiatorState(x, True)


class FilteredDerivativeState(NamedTuple):
    """Rate and input of the step before, and whether there was one."""

    rate: float = 0.0
    x: float = 0.0
    started: bool = False


@block("control.filtered_derivative")
class FilteredDerivative:
    r"""Differentiator with a first-order filter (backward Euler), 0 in the first step.

    $$ Y(s) = \frac{s}{1 + T s}\, X(s), \qquad y_k = \frac{T y_{k-1} + x_k - x_{k-1}}{T + \Delta t} $$

    T is `time_constant`; with T = 0 it is the plain backward difference.
    """

    @staticmethod
    def output(
        state: FilteredDerivativeState,
        x: AnyUnit,
        *,
        time_constant: FilterTime = 0.05,
        dt: Step,
    ) -> Annotated[float, "?a/s"]:
        """The filtered rate of change."""
        return ratio(time_constant * state.rate + (x - state.x), time_constant + dt) if state.started else 0.0

    @staticmethod
    def update(
        state: FilteredDerivativeState, x: AnyUnit, *, time_constant: FilterTime = 0.05, dt: Step
    ) -> FilteredDerivativeState:
        """Keep rate and input."""
        rate = ratio(time_constant * state.rate + (x - state.x), time_constant + dt) if state.started else 0.0
        return FilteredDerivativeState(rate, x, True)
