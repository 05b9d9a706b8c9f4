"""First- and second-order linear elements, written so that a constant is carried without rounding drift."""

import math
from typing import Annotated, Literal, NamedTuple

import numpy as np

from pult.core.block import block
from pult.core.signals import AnyUnit, Positive, Range, Step

Gain = Annotated[float, "?b/?a", "gain at rest"]
TimeConstant = Annotated[float, "s", Positive, "time constant"]


class LagState(NamedTuple):
    """The output."""

    value: float


@block("control.lag")
class Lag:
    r"""First-order lag, exact for an input that holds between the steps (zoh).

    $$ G(s) = \frac{K}{T s + 1}, \qquad y_{k+1} = K x_k + e^{-\Delta t/T} (y_k - K x_k) $$

    T is `time_constant`. The output depends on earlier inputs only: the block breaks loops.
    """

    @staticmethod
    def prepare(
        *,
        gain: Gain = 1.0,
        time_constant: TimeConstant = 1.0,
        initial: Annotated[float, "?b", "first output"] = 0.0,
        dt: Step,
    ) -> dict[str, float]:
        """The way made good in one step."""
        return {"share": -math.expm1(-dt / time_constant)}

    @staticmethod
    def initial(*, initial: float) -> LagState:
        """Start at the given output."""
        return LagState(initial)

    @staticmethod
    def output(state: LagState) -> Annotated[float, "?b"]:
        """Present value."""
        return state.value

    @staticmethod
    def update(state: LagState, x: AnyUnit, *, gain: float, share: float) -> LagState:
        """One exact step."""
        return LagState(state.value + share * (gain * x - state.value))


class SecondOrderState(NamedTuple):
    """Output and its rate."""

    value: float
    rate: float


class SecondOrderOutput(NamedTuple):
    """Output and its rate."""

    y: Annotated[float, "?b", "output"]
    rate: Annotated[float, "?b/s", "its rate"]


@block("control.second_order")
class SecondOrder:
    r"""Second-order element, exact for an input that holds between the steps (zoh).

    $$ G(s) = \frac{K \omega^2}{s^2 + 2 \zeta \omega s + \omega^2} $$

    K is `gain`, omega is `wn`, zeta is `zeta`. A step multiplies (y - K x, dy/dt), x held, by the matrix
    exponential of the free motion. The outputs depend on earlier inputs only: the block breaks loops.
    """

    @staticmethod
    def prepare(
        *,
        gain: Gain = 1.0,
        wn: Annotated[float, "rad/s", Positive, "natural frequency"] = 1.0,
        zeta: Annotated[float, "1", Range(0), "damping ratio"] = 0.7,
        initial: Annotated[float, "?b", "first output, at rest"] = 0.0,
        dt: Step,
    ) -> dict[str, float]:
        """The transition over one step."""
        from scipy.linalg import expm

        angle = wn * dt  # time is counted in units of 1/wn: the exponential stays well scaled
        transition = expm(np.array([[0.0, angle], [-angle, -2.0 * zeta * angle]]))
        if not np.all(np.isfinite(transition)):
            raise ValueError(f"'wn' is {wn:g} rad/s, too fast to be computed with a control step of {dt:g} s.")
        (yy, yv), (vy, vv) = transition.tolist()
        return {"yy": yy, "yv": yv / wn, "vy": vy * wn, "vv": vv}

    @staticmethod
    def initial(*, initial: float) -> SecondOrderState:
        """Start at rest at the given output."""
        return SecondOrderState(initial, 0.0)

    @staticmethod
    def output(state: SecondOrderState) -> SecondOrderOutput:
        """Present value and rate."""
        return SecondOrderOutput(state.value, state.rate)

    @staticmethod
    def update(
        state: SecondOrderState, x: AnyUnit, *, gain: float, yy: float, yv: float, vy: float, vv: float
    ) -> SecondOrderState:
        """One exact step."""
        away = state.value - gain * x
        return SecondOrderState(gain * x + (yy * away + yv * state.rate), vy * away + vv * state.rate)


class LeadLagState(NamedTuple):
    """The lagging part of the input."""

    value: float


class LeadLagValues(NamedTuple):
    """Share of the input that passes at once; shares of its way that the lag goes now and by next step."""

    direct: float
    now: float
    later: float


@block("control.lead_lag")
class LeadLag:
    r"""Lead-lag compensator: a lead if the numerator's time constant is the larger one.

    $$ G(s) = K\, \frac{T_1 s + 1}{T_2 s + 1} $$

    T_1 is `lead_time`, T_2 is `lag_time`. It starts as if the input had been `initial` forever. Method of
    discretisation: `tustin` (trapezoid rule), `zoh` (exact for an input that holds between the steps) or
    `backward` (backward Euler).
    """

    @staticmethod
    def prepare(
        *,
        gain: Gain = 1.0,
        lead_time: Annotated[float, "s", Range(0), "time constant of the numerator"] = 1.0,
        lag_time: Annotated[float, "s", Positive, "time constant of the denominator"] = 0.1,
        method: Annotated[Literal["tustin", "zoh", "backward"], "1", "discretisation"] = "tustin",
        initial: Annotated[float, "?a", "input before the start"] = 0.0,
        dt: Step,
    ) -> LeadLagValues:
        """Split into a direct part and a lag."""
        direct = lead_time / lag_time
        if method == "zoh":
            return LeadLagValues(direct, 0.0, -math.expm1(-dt / lag_time))
        if method == "backward":
            return LeadLagValues(direct, dt / (lag_time + dt), dt / (lag_time + dt))
        return LeadLagValues(direct, dt / (2.0 * lag_time + dt), 2.0 * dt / (2.0 * lag_time + dt))

    @staticmethod
    def initial(*, initial: float) -> LeadLagState:
        """Start as if the input had always been that value."""
        return LeadLagState(initial)

    @staticmethod
    def output(state: LeadLagState, x: AnyUnit, *, gain: float, direct: float, now: float) -> Annotated[float, "?b"]:
        """The compensated value."""
        lagging = state.value + now * (x - state.value)
        return gain * (lagging + direct * (x - lagging))

    @staticmethod
    def update(state: LeadLagState, x: AnyUnit, *, later: float) -> LeadLagState:
        """One step of the lag."""
        return LeadLagState(state.value + later * (x - state.value))
