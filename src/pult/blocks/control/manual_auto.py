"""PID controller with bumpless transfer to and from manual control."""

import math
from typing import Annotated, NamedTuple

from pult.blocks.control._limits import check_limits
from pult.blocks.control._windup import next_integral
from pult.blocks.control.controllers import (
    High,
    IntegralGain,
    Low,
    Measured,
    Output,
    ProportionalGain,
    Wanted,
)
from pult.blocks.control.pid import (
    AntiWindup,
    DerivativeGain,
    FilterTime,
    TrackingTime,
    WeightD,
    WeightP,
    filtered_slope,
    step_values,
)
from pult.core.block import block
from pult.core.kernels import clamp, kernel
from pult.core.signals import NO_LIMIT, Positive, Step

Manual = Annotated[float, "?u", "manual value"]
Auto = Annotated[bool, "1", "whether the controller is in charge"]


class ManualAutoState(NamedTuple):
    """State of the PID, and of the transfer: last output, who made it, fading offset of the manual value."""

    integral: float
    derivative: float
    point: float
    started: bool
    output: float
    auto: bool
    offset: float


@kernel
def _manual_auto(state: ManualAutoState, free: float, manual: float, auto: bool, low: float, high: float) -> float:
    """The output: what it was in the step of a transfer, else that of the PID or the offset manual value."""
    if state.started and auto != state.auto:
        return clamp(state.output, low, high)
    return clamp(free if auto else manual + state.offset, low, high)


@block("control.manual_auto")
class ManualAuto:
    r"""PID controller with a manual mode; changing over causes no jump (bumpless transfer).

    $$ u_k = \begin{cases} \operatorname{PID}(r, y) & auto \\
       \operatorname{clip}(m_k + o_k,\ low,\ high) & \text{else} \\
       u_{k-1} & \text{in the step of a change} \end{cases} \qquad o_{k+1} = e^{-\Delta t/T_m}\, o_k $$

    Wanted r, measured y, manual value m; the PID is that of `control.pid`. In the step in which `auto`
    changes, the output stays exactly what it was, and the other side takes over from there: the integral is
    set so that the PID gives this very output, or the offset o is set so that m + o is this output. The
    offset then fades with the time constant `fade_time`, so that the output glides to the manual value; a
    `fade_time` as long as the run makes the manual value act by its changes alone.

    The first step is not a change: it starts in the mode given by `auto`, with I = `initial` or o = 0.
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
        initial: Annotated[float, "?u", "integral part if the first step is automatic"] = 0.0,
        fade_time: Annotated[float, "s", Positive, "time constant of the glide to the manual value"] = 1.0,
        dt: Step,
    ) -> dict[str, float]:
        """Check the limits; gains for one step."""
        check_limits(low, high)
        values = step_values(
            kp=kp,
            ki=ki,
            kd=kd,
            filter_time=filter_time,
            anti_windup=anti_windup,
            tracking_time=tracking_time,
            dt=dt,
        )
        return {**values._asdict(), "fade": math.exp(-dt / fade_time)}

    @staticmethod
    def initial(*, initial: float) -> ManualAutoState:
        """Start with the given integral part."""
        return ManualAutoState(initial, 0.0, 0.0, False, 0.0, False, 0.0)

    @staticmethod
    def output(
        state: ManualAutoState, wanted: Wanted, measured: Measured, manual: Manual, auto: Auto,
        *, kp: float, b: float, c: float, low: float, high: float, keep: float, slope: float,
    ) -> Output:  # fmt: skip
        """The control signal."""
        point = c * wanted - measured
        derivative = filtered_slope(state.derivative, point, state.point, state.started, keep, slope)
        free = kp * (b * wanted - measured) + state.integral + derivative
        return _manual_auto(state, free, manual, auto, low, high)

    @staticmethod
    def update(
        state: ManualAutoState, wanted: Wanted, measured: Measured, manual: Manual, auto: Auto,
        *, kp: float, b: float, c: float, low: float, high: float,
        rise: float, keep: float, slope: float, clamping: bool, back: float, fade: float,
    ) -> ManualAutoState:  # fmt: skip
        """One step of the side that is in charge; in a transfer the other side is set to the output."""
        point = c * wanted - measured
        derivative = filtered_slope(state.derivative, point, state.point, state.started, keep, slope)
        proportional = kp * (b * wanted - measured)
        integral = state.integral
        free = proportional + integral + derivative
        output = _manual_auto(state, free, manual, auto, low, high)
        change = state.started and auto != state.auto
        offset = 0.0
        if auto:
            if change:
                integral = output - proportional - derivative
                free = output
            integral = next_integral(integral, rise * (wanted - measured), free, output, clamping, back)
        else:
            offset = fade * (output - manual if change else state.offset)
        return ManualAutoState(integral, derivative, point, True, output, auto, offset)
