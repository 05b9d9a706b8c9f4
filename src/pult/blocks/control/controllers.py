"""Controllers with a proportional, an integral or a derivative part; the full PID is in `pid`."""

from typing import Annotated, NamedTuple

from pult.blocks.control._limits import check_limits
from pult.blocks.control._windup import next_integral
from pult.core.block import block
from pult.core.kernels import clamp, ratio
from pult.core.signals import NO_LIMIT, CoordinateUnit, Provided, Range, Step, Voltage

Wanted = Annotated[float, "?a", "set-point"]
Measured = Annotated[float, "?a", "controlled quantity"]
Output = Annotated[float, "?u", "control signal"]
ProportionalGain = Annotated[float, "?u/?a", "proportional gain"]
IntegralGain = Annotated[float, "?u/?a/s", "integral gain"]
Reset = Annotated[bool, "1", "restart in the next step"]
Low = Annotated[float, "?u", "lower limit of the output"]
High = Annotated[float, "?u", "upper limit of the output"]


@block("control.p")
class P:
    r"""P controller with limits.

    $$ u = \operatorname{clip}\left(k_p (r - y) + u_0,\ low,\ high\right) $$

    r is `wanted`, y is `measured`, u_0 is `bias`: the output at zero error.
    """

    @staticmethod
    def prepare(
        *,
        kp: ProportionalGain = 1.0,
        bias: Annotated[float, "?u", "output at zero error"] = 0.0,
        low: Low = -NO_LIMIT,
        high: High = NO_LIMIT,
    ) -> dict[str, float]:
        """Check the limits."""
        check_limits(low, high)
        return {}

    @staticmethod
    def output(wanted: Wanted, measured: Measured, *, kp: float, bias: float, low: float, high: float) -> Output:
        """The control signal."""
        return clamp(kp * (wanted - measured) + bias, low, high)


class PIState(NamedTuple):
    """The integral part, in units of the output."""

    integral: float


@block("control.pi")
class PI:
    r"""PI controller with limits; the integral waits while the output is limited.

    $$ u_k = \operatorname{clip}\left(k_p e_k + I_k,\ low,\ high\right), \qquad
       I_{k+1} = I_k + k_i\, \Delta t\, e_k $$

    e is `wanted` minus `measured`; the integral is a forward Euler sum that starts at `initial`. Anti-windup
    by clamping: I keeps its value in every step whose output is limited and whose error would drive it
    further beyond the limit. `reset` brings I back to `initial` for the next step.
    """

    @staticmethod
    def prepare(
        *,
        kp: ProportionalGain = 1.0,
        ki: IntegralGain = 1.0,
        low: Low = -NO_LIMIT,
        high: High = NO_LIMIT,
        initial: Annotated[float, "?u", "first value of the integral part"] = 0.0,
    ) -> dict[str, float]:
        """Check the limits."""
        check_limits(low, high)
        return {}

    @staticmethod
    def initial(*, initial: float) -> PIState:
        """Start with the given integral part."""
        return PIState(initial)

    @staticmethod
    def output(state: PIState, wanted: Wanted, measured: Measured, *, kp: float, low: float, high: float) -> Output:
        """The control signal."""
        return clamp(kp * (wanted - measured) + state.integral, low, high)

    @staticmethod
    def update(
        state: PIState, wanted: Wanted, measured: Measured, reset: Reset = False,
        *, kp: float, ki: float, low: float, high: float, initial: float, dt: Step,
    ) -> PIState:  # fmt: skip
        """One Euler step of the integral, unless it would wind up."""
        if reset:
            return PIState(initial)
        error = wanted - measured
        free = kp * error + state.integral
        limited = clamp(free, low, high)
        return PIState(next_integral(state.integral, ki * dt * error, free, limited, True, 0.0))


@block("control.pd")
class PD:
    r"""PD controller with saturation, from angle and speed.

    $$ u = \operatorname{sat}\left(k_p (q^* - q) - k_d \dot q,\ u_{max}\right) $$

    The form of paper 003: the speed is measured, not differenced. For sliding joints $q$ is a position: `unit` is m, or
    one unit for each joint where "shape" repeats the block.
    """

    @staticmethod
    def prepare(
        *,
        kp: Annotated[float, "V/{unit}", Range(0), "stiffness"] = 1.0,
        kd: Annotated[float, "V*s/{unit}", Range(0), "damping"] = 0.005,
        u_max: Annotated[float, "V", Range(0), Provided("drive", "max_voltage"), "largest voltage"] = 1.0,
        unit: CoordinateUnit = "rad",
    ) -> dict[str, float]:
        """Nothing: the unit is for the checks."""
        return {}

    @staticmethod
    def output(
        wanted: Annotated[float, "{unit}"],
        angle: Annotated[float, "{unit}"],
        speed: Annotated[float, "{unit}/s"],
        *,
        kp: float,
        kd: float,
        u_max: float,
    ) -> Voltage:
        """The voltage."""
        return clamp(kp * (wanted - angle) - kd * speed, -u_max, u_max)


class DifferenceState(NamedTuple):
    """The error of the step before, and whether there was one."""

    error: float = 0.0
    started: bool = False


@block("control.pd_difference")
class PDDifference:
    r"""PD controller with saturation, the derivative by differences of the error.

    $$ u_k = \operatorname{sat}\left(k_p e_k + k_d \frac{e_k - e_{k-1}}{\Delta t},\ u_{max}\right),
       \qquad e = r - y $$

    The form of paper 000. In the first step there is no earlier error: the derivative part is 0 then.
    """

    @staticmethod
    def output(
        state: DifferenceState,
        wanted: Wanted,
        measured: Measured,
        *,
        kp: Annotated[float, "?u/?a", Range(0), "stiffness"] = 1.0,
        kd: Annotated[float, "?u*s/?a", Range(0), "damping"] = 0.005,
        u_max: Annotated[float, "?u", Range(0), Provided("drive", "max_voltage"), "largest output"] = 1.0,
        dt: Step,
    ) -> Output:
        """The control signal."""
        error = wanted - measured
        rate = ratio(error - state.error, dt) if state.started else 0.0
        return clamp(kp * error + kd * rate, -u_max, u_max)

    @staticmethod
    def update(state: DifferenceState, wanted: Wanted, measured: Measured) -> DifferenceState:
        """Keep the error."""
        return DifferenceState(wanted - measured, True)
