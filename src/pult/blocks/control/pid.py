"""The PID controller."""

import math
from typing import Annotated, Literal, NamedTuple

from pult.blocks.control._limits import check_limits
from pult.blocks.control._windup import next_integral
from pult.blocks.control.controllers import (
    High,
    IntegralGain,
    Low,
    Measured,
    Output,
    ProportionalGain,
    Reset,
    Wanted,
)
from pult.core.block import block
from pult.core.kernels import clamp, kernel
from pult.core.signals import NO_LIMIT, Range, Step

DerivativeGain = Annotated[float, "?u*s/?a", "derivative gain"]
WeightP = Annotated[float, "1", Range(0, 1), "set-point weight of the P part"]
WeightD = Annotated[float, "1", Range(0, 1), "set-point weight of the D part: 0 measurement, 1 error"]
FilterTime = Annotated[float, "s", Range(0), "time constant of the derivative's filter, 0 for none"]
Scheme = Literal["back_calculation", "clamping", "none"]
AntiWindup = Annotated[Scheme, "1", "what keeps the integral from winding up"]
TrackingTime = Annotated[float, "s", Range(0), "time constant of the back-calculation, 0 for automatic"]


class PIDValues(NamedTuple):
    """What the step needs: gains for one step of length dt.

    Attributes:
        rise: Integral gain times dt.
        keep: Share of the filtered derivative that stays.
        slope: Gain from a difference of the derivative's point to the D part.
        clamping: Whether the integral waits at the limits.
        back: Share of the excess that back-calculation takes away in one step.
    """

    rise: float
    keep: float
    slope: float
    clamping: bool
    back: float


def step_values(
    *,
    kp: float,
    ki: float,
    kd: float,
    filter_time: float,
    anti_windup: Scheme,
    tracking_time: float,
    dt: float,
) -> PIDValues:
    """Gains for one step, from the parameters of a PID controller."""
    back = 0.0
    if anti_windup == "back_calculation" and ki != 0.0:  # without integral action nothing would bring I back
        if tracking_time == 0.0:  # the usual choice: sqrt(Ti Td), or Ti without a D part
            tracking_time = math.sqrt(abs(kd / ki)) if kd != 0.0 else abs(kp / ki)
        back = dt / max(tracking_time, dt)
    length = filter_time + dt
    return PIDValues(ki * dt, filter_time / length, kd / length, anti_windup == "clamping", back)


@kernel
def filtered_slope(value: float, point: float, before: float, started: bool, keep: float, slope: float) -> float:
    """Next value of a derivative filter (backward Euler); 0 in the first step."""
    return keep * value + slope * (point - before) if started else 0.0


class PIDState(NamedTuple):
    """Integral and derivative parts in units of the output, the point differenced last, if there is one."""

    integral: float
    derivative: float
    point: float
    started: bool


@block("control.pid")
class PID:
    r"""PID controller with set-point weights, filtered derivative, limits and anti-windup.

    $$ u = \operatorname{clip}\left(k_p (b\, r - y) + \frac{k_i}{s}(r - y)
       + \frac{k_d\, s}{1 + T_f s}(c\, r - y),\ low,\ high\right) $$

    r is `wanted`, y is `measured`, T_f is `filter_time`. With c = 0 the derivative acts on the measurement
    (no kick when the set-point jumps), with c = 1 on the error. Discrete form, v being the output before the
    limits and u after:

    * D_k = (T_f D_{k-1} + k_d (d_k - d_{k-1})) / (T_f + dt) with d = c r - y, and D_0 = 0;
    * I_{k+1} = I_k + k_i dt e_k + dt/T_t (u_k - v_k), I_0 = `initial`.

    The last term is there with anti-windup by back-calculation; T_t is `tracking_time`, at least dt, and if
    given as 0 it is sqrt(kd/ki), or kp/ki without a derivative; without integral gain the term is absent.
    With anti-windup by clamping, I instead keeps its value in every step whose output is limited and whose
    error would drive it further beyond the limit. `reset` makes the next step a first step.
    """

    @staticmethod
    def prepare(
        *,
        kp: ProportionalGain = 1.0,
        ki: IntegralGain = 1.0,
        kd: DerivativeGain = 0.0,
        b: WeightP = 1.0,
        c: WeightD = 0.0,
        filter_time: FilterTime = 0.02,
        low: Low = -NO_LIMIT,
        high: High = NO_LIMIT,
        anti_windup: AntiWindup = "back_calculation",
        tracking_time: TrackingTime = 0.0,
        initial: Annotated[float, "?u", "first value of the integral part"] = 0.0,
        dt: Step,
    ) -> PIDValues:
        """Check the limits; gains for one step."""
        check_limits(low, high)
        return step_values(
            kp=kp,
            ki=ki,
            kd=kd,
            filter_time=filter_time,
            anti_windup=anti_windup,
            tracking_time=tracking_time,
            dt=dt,
        )

    @staticmethod
    def initial(*, initial: float) -> PIDState:
        """Start with the given integral part."""
        return PIDState(initial, 0.0, 0.0, False)

    @staticmethod
    def output(
        state: PIDState, wanted: Wanted, measured: Measured,
        *, kp: float, b: float, c: float, low: float, high: float, keep: float, slope: float,
    ) -> Output:  # fmt: skip
        """The control signal."""
        point = c * wanted - measured
        derivative = filtered_slope(state.derivative, point, state.point, state.started, keep, slope)
        return clamp(kp * (b * wanted - measured) + state.integral + derivative, low, high)

    @staticmethod
    def update(
        state: PIDState, wanted: Wanted, measured: Measured, reset: Reset = False,
        *, kp: float, b: float, c: float, low: float, high: float, initial: float,
        rise: float, keep: float, slope: float, clamping: bool, back: float,
    ) -> PIDState:  # fmt: skip
        """One step of the integral and of the derivative's filter."""
        if reset:
            return PIDState(initial, 0.0, 0.0, False)
        point = c * wanted - measured
        derivative = filtered_slope(state.derivative, point, state.point, state.started, keep, slope)
        free = kp * (b * wanted - measured) + state.integral + derivative
        limited = clamp(free, low, high)
        integral = next_integral(state.integral, rise * (wanted - measured), free, limited, clamping, back)
        return PIDState(integral, derivative, point, True)
