"""Cylinders that turn joints."""

import math
from typing import Annotated, NamedTuple

from pult.core.block import block
from pult.core.kernels import ratio
from pult.core.signals import Metre, Newton, Positive, Provided, Rad, RadPerS, Range, Torque
from pult.motion.carry.mounts import cylinder_length, moment_arm


class CylinderState(NamedTuple):
    """What a cylinder has to do."""

    force: Annotated[Newton, "force that turns the joint with the torque; pushing is positive"]
    length: Annotated[Metre, "distance of its ends"]
    speed: Annotated[float, "m/s", "how fast it grows"]


@block("carry.cylinder")
def cylinder(
    torque: Annotated[Torque, "wanted torque about the joint"],
    angle: Annotated[Rad, "angle of the joint"],
    rate: Annotated[RadPerS, "its rate, for the speed of the piston"] = 0.0,
    *,
    k: Annotated[float, "m", Positive, "distance of one mount point from the joint"] = 0.22,
    p: Annotated[float, "m", Positive, "distance of the other one"] = 0.085,
    offset: Annotated[float, "rad", "angle of the joint where the mount points are opposite"] = 0.0,
    sense: Annotated[float, "1", Range(-1, 1), "1 or -1: whether the angle between them grows with the joint's"] = 1.0,
    least_arm: Annotated[float, "m", Positive, "moment arms below this count as this"] = 0.005,
) -> CylinderState:
    r"""Cylinder between two links: the force that turns their joint with a torque, its length and its speed.

    $$ h^2 = k^2 + p^2 + 2 k p \cos\theta, \quad \theta = \pm(q - q_0), \qquad F = \tau \Big/ \frac{dh}{dq}, \quad
    \frac{dh}{dq} = \mp\frac{k p \sin\theta}{h} $$

    Paper 001, eq. (6); q_0 is `offset`, the sign is `sense`.
    """
    theta = sense * (angle - offset)
    lever = -sense * moment_arm(k, p, theta)
    if abs(lever) < least_arm:
        lever = math.copysign(least_arm, lever)
    return CylinderState(ratio(torque, lever), cylinder_length(k, p, theta), lever * rate)


@block("carry.pressure")
def pressure(
    force: Annotated[Newton, "wanted force; pushing is positive"],
    *,
    bore: Annotated[float, "m", Positive, Provided("drive"), "inner diameter of the cylinder"] = 0.032,
    rod: Annotated[float, "m", Range(0), Provided("drive"), "diameter of the rod"] = 0.012,
) -> Annotated[float, "Pa"]:
    r"""Differential pressure with which a cylinder applies a force.

    $$ p = \begin{cases} 4 F / (\pi D^2) & F \ge 0 \\ 4 F / (\pi (D^2 - d^2)) & F < 0 \end{cases} $$

    Pulling, the rod takes its share of the piston's area away.
    """
    area = bore * bore - (rod * rod if force < 0.0 else 0.0)
    return ratio(4.0 * force, math.pi * area)
