"""From the torque that is wanted to the voltage of the motor that gives it."""

from typing import Annotated

from pult.core.block import block
from pult.core.kernels import clamp, ratio
from pult.core.signals import Positive, Provided, RadPerS, Range, Torque, Voltage


@block("control.drive_inversion")
def drive_inversion(
    torque: Annotated[Torque, "torque that the motor is to give"],
    speed: Annotated[RadPerS, "speed of the joint"],
    *,
    stall_torque: Annotated[
        float, "N*m", Positive, Provided("drive", "stall_torque"), "torque at standstill with full voltage"
    ],
    no_load_speed: Annotated[
        float, "rad/s", Positive, Provided("drive", "no_load_speed"), "speed at full voltage without load"
    ],
    u_max: Annotated[float, "V", Range(0), Provided("drive", "max_voltage"), "most voltage"] = 1.0,
) -> Voltage:
    r"""Inversion of an electric drive: the normalised voltage at which it gives the wanted torque.

    $$ U = \operatorname{clip}\left(\frac{\tau}{M_s} + \frac{\omega}{\omega_{idle}},\ \pm u_{max}\right) $$

    It inverts the characteristic $\tau = M_s\,(U - \omega/\omega_{idle})$ of a motor with the stall torque $M_s$ and
    the no-load speed $\omega_{idle}$ (paper 004). The voltage is 1 at its nominal value. While it is within its limits
    the motor is a source of torque; beyond them it gives what it can.
    """
    return clamp(ratio(torque, stall_torque) + ratio(speed, no_load_speed), -u_max, u_max)
