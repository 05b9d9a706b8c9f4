"""Drive inversion: the motor voltage for a desired torque."""

from typing import Annotated

from pult.core.block import block
from pult.core.kernels import clamp, ratio
from pult.core.signals import Positive, Provided, RadPerS, Range, Torque, Voltage


@block("control.drive_inversion")
def drive_inversion(
    torque: Annotated[Torque, "desired torque of the motor"],
    speed: Annotated[RadPerS, "speed of the joint"],
    *,
    stall_torque: Annotated[
        float, "N*m", Positive, Provided("drive", "stall_torque"), "torque at standstill with full voltage"
    ],
    no_load_speed: Annotated[
        float, "rad/s", Positive, Provided("drive", "no_load_speed"), "speed at full voltage without load"
    ],
    u_max: Annotated[float, "V", Range(0), Provided("drive", "max_voltage"), "largest voltage"] = 1.0,
) -> Voltage:
    r"""Inversion of an electric drive: the normalised voltage at which it produces the desired torque.

    $$ U = \operatorname{clip}\left(\frac{\tau}{M_s} + \frac{\omega}{\omega_{idle}},\ \pm u_{max}\right) $$

    It inverts the characteristic $\tau = M_s\,(U - \omega/\omega_{idle})$ of a motor with the stall torque $M_s$ and
    the no-load speed $\omega_{idle}$ (paper 004). The voltage is 1 at its nominal value. While it is within its limits
    the motor is a torque source; beyond them it saturates.
    """
    return clamp(ratio(torque, stall_torque) + ratio(speed, no_load_speed), -u_max, u_max)
