"""Controllers and dynamic elements."""

from typing import Annotated, NamedTuple

from pult.core.block import block
from pult.core.kernels import clamp
from pult.core.signals import NO_LIMIT, AnyUnit, Rad, RadPerS, Range, Step, Voltage


@block("control.pd")
def pd(
    wanted: Rad,
    angle: Rad,
    speed: RadPerS,
    *,
    kp: Annotated[float, "V/rad", Range(0), "stiffness"] = 1.0,
    kd: Annotated[float, "V*s/rad", Range(0), "damping"] = 0.005,
    u_max: Annotated[float, "V", Range(0), "largest voltage"] = 1.0,
) -> Voltage:
    r"""PD controller with saturation, from angle and speed.

    $$ u = \operatorname{sat}\left(k_p (q^* - q) - k_d \dot q,\ u_{max}\right) $$

    The form of paper 003: the speed is measured, not differenced.
    """
    return clamp(kp * (wanted - angle) - kd * speed, -u_max, u_max)


class IntegratorState(NamedTuple):
    """Value of the integral."""

    value: float


@block("control.integrator")
class Integrator:
    r"""Integrator with limits (forward Euler).

    $$ y_{k+1} = \operatorname{clip}(y_k + \Delta t\, x_k,\ low,\ high) $$
    """

    @staticmethod
    def initial(*, initial: Annotated[float, "?a*s", "first value"] = 0.0) -> IntegratorState:
        """Start at the given value."""
        return IntegratorState(initial)

    @staticmethod
    def output(state: IntegratorState) -> Annotated[float, "?a*s"]:
        """Present value."""
        return state.value

    @staticmethod
    def update(
        state: IntegratorState,
        x: AnyUnit,
        *,
        low: Annotated[float, "?a*s", "lower limit"] = -NO_LIMIT,
        high: Annotated[float, "?a*s", "upper limit"] = NO_LIMIT,
        dt: Step,
    ) -> IntegratorState:
        """One Euler step."""
        return IntegratorState(clamp(state.value + dt * x, low, high))
