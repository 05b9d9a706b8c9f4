"""Finger control: closing with a constant voltage, opening, and holding."""

from typing import Annotated, NamedTuple

from pult.core.block import block
from pult.core.kernels import clamp, kernel
from pult.core.signals import Positive, Rad, RadPerS, Range, Voltage

Close = Annotated[bool, "1", "close the finger"]
Open = Annotated[bool, "1", "open the finger; closing comes first"]
Force = Annotated[float, "V", Positive, "voltage that closes and opens, and at most holds"]
Stiffness = Annotated[float, "V/rad", Positive, "stiffness"]
Opened = Annotated[float, "rad", "angle of the open finger"]


class GripState(NamedTuple):
    """The wanted angle, and whether there is one yet."""

    wanted: float = 0.0
    started: bool = False


@kernel
def next_wanted(
    state: GripState, angle: float, close: bool, open: bool, voltage: float, kp: float, opened: float
) -> float:
    """The desired angle: ahead of the finger while it closes, behind it while it opens, else unchanged."""
    leash = voltage / kp
    if close:
        return angle + leash
    if open:
        return max(angle - leash, opened)
    return clamp(state.wanted, angle - leash, angle + leash) if state.started else angle


@block("control.grip")
class Grip:
    r"""Drive of a finger: it closes with a constant voltage, opens to an angle, and otherwise holds its grip.

    $$ u = \operatorname{sat}\bigl(k_p (q^* - q) - k_d\, \omega,\ U\bigr), \qquad
       q^* = \begin{cases} q + U/k_p & close \\ \max(q - U/k_p,\ q_{open}) & open \\
       \operatorname{clip}(q^*_{k-1},\ q \pm U/k_p) & \text{otherwise} \end{cases} $$

    While the finger closes, the desired angle is ahead of it by so much that the voltage is U, whatever it touches.
    When `close` ends in free air, the finger comes to rest slightly farther on; when it ends on a load, the finger
    keeps pressing with the voltage U, so that the load stays held.
    """

    @staticmethod
    def output(
        state: GripState,
        angle: Rad,
        speed: RadPerS,
        close: Close = False,
        open: Open = False,
        *,
        voltage: Force = 0.6,
        kp: Stiffness = 3.0,
        kd: Annotated[float, "V*s/rad", Range(0), "damping"] = 0.02,
        opened: Opened = 0.0,
    ) -> Voltage:
        """The voltage."""
        wanted = next_wanted(state, angle, close, open, voltage, kp, opened)
        return clamp(kp * (wanted - angle) - kd * speed, -voltage, voltage)

    @staticmethod
    def update(
        state: GripState,
        angle: Rad,
        close: Close = False,
        open: Open = False,
        *,
        voltage: Force = 0.6,
        kp: Stiffness = 3.0,
        opened: Opened = 0.0,
    ) -> GripState:
        """Keep the wanted angle."""
        return GripState(next_wanted(state, angle, close, open, voltage, kp, opened), True)
