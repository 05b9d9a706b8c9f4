"""Control of a pressing tool with a drive of its own: force control on the surface, position control elsewhere."""

from typing import Annotated, NamedTuple

from pult.core.block import block
from pult.core.kernels import clamp
from pult.core.signals import Metre, Newton, Positive, Range, Step

Press = Annotated[bool, "1", "force control; else the stroke is held"]
Wanted = Annotated[Newton, "wanted force on the surface"]
Measured = Annotated[Newton, "force on the surface"]
Target = Annotated[Metre, "stroke that is held while it does not press"]
Stroke = Annotated[Metre, "stroke of the drive"]
Rate = Annotated[float, "m/s", "its speed"]
Mass = Annotated[float, "kg", Positive, "mass of the tool"]
ForceGain = Annotated[float, "1/s^2", Range(0), "gain of the force error"]
Damping = Annotated[float, "1/s", Range(0), "gain of the speed"]
Environment = Annotated[float, "N/m", Positive, "stiffness of the surface"]
Bandwidth = Annotated[float, "rad/s", Range(0), "bandwidth while the stroke is held"]
Travel = Annotated[float, "m/s", Positive, "speed at which the held stroke goes to its target"]


class PressState(NamedTuple):
    """The stroke that is held [m], and whether there is one yet."""

    held: float = 0.0
    begun: bool = False


@block("control.press")
class PressControl:
    r"""Force law of a pressing tool, the fictitious seventh joint of paper 001; it holds its stroke where it does not
    press.

    $$ f = m\left[\frac{k_{pf}}{k_e}\,(f_d - f_e) - k_{vf}\,\dot x\right] + f_e \quad\text{or}\quad
       f = m\left[\omega^2 (x_h - x) - 2\,\omega\,\dot x\right] $$

    $f_d$ and $f_e$ are the wanted and the measured force, $x$ the stroke, $m$ the mass of the tool, $k_e$ the stiffness
    of the surface. The held stroke $x_h$ goes to `target` at `travel`, from where the tool is. The drive must make up
    for the weight of the tool and its spring besides.
    """

    @staticmethod
    def output(
        state: PressState, press: Press, wanted: Wanted, measured: Measured, target: Target, stroke: Stroke, rate: Rate,
        *, mass: Mass = 1.0, kpf: ForceGain = 9e4, kvf: Damping = 600.0, ke: Environment = 7000.0,
        bandwidth: Bandwidth = 400.0,
    ) -> Newton:  # fmt: skip
        """Force of the drive."""
        if press:
            return mass * (kpf / ke * (wanted - measured) - kvf * rate) + measured
        held = state.held if state.begun else stroke
        return mass * bandwidth * (bandwidth * (held - stroke) - 2.0 * rate)

    @staticmethod
    def update(
        state: PressState, press: Press, target: Target, stroke: Stroke, *, travel: Travel = 0.15, dt: Step
    ) -> PressState:
        """Move the held stroke towards its target."""
        if press or not state.begun:
            return PressState(stroke, True)
        step = travel * dt
        return PressState(state.held + clamp(target - state.held, -step, step), True)
