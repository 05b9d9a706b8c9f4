"""Tracking of a walking pattern by the joints."""

from typing import Annotated

import numpy as np

from pult.blocks._table import nodes
from pult.blocks.walk._table import Joints
from pult.core.block import block
from pult.core.kernels import clamp
from pult.core.signals import Array, Range, Shape

_KP, _KD = nodes(*[20.0] * 14), nodes(*[0.2] * 14)


@block("walk.tracking")
def tracking(
    wanted: Annotated[Array, "rad", Shape("n"), "desired angles"],
    wanted_rates: Annotated[Array, "rad/s", Shape("n"), "their rates"],
    feed_forward: Annotated[Array, "V", Shape("n"), "voltages of the plan"],
    angles: Annotated[Array, "rad", Shape("n"), "measured angles"],
    rates: Annotated[Array, "rad/s", Shape("n"), "measured rates"],
    *,
    n: Joints = 14,
    kp: Annotated[Array, "V/rad", Shape("n"), "proportional gains"] = _KP,
    kd: Annotated[Array, "V*s/rad", Shape("n"), "derivative gains"] = _KD,
    u_max: Annotated[float, "V", Range(0), "largest voltage"] = 1.0,
) -> Annotated[Array, "V", Shape("n"), "voltages of the drives"]:
    r"""PD control of all leg joints along a pattern, with its feed-forward.

    $$ u_i = \operatorname{clip}\left(u_{ff,i} - k_{p,i} (q_i - q_i^d) - k_{d,i} (\dot q_i - \dot q_i^d),\ \pm
       u_{max}\right) $$

    Paper 003 has no feed-forward: wire zeros for it, or its gains for kp and kd, to see why it is needed.
    """
    found = np.empty(n)
    for i in range(n):
        u = float(feed_forward[i]) - float(kp[i]) * (float(angles[i]) - float(wanted[i]))
        found[i] = clamp(u - float(kd[i]) * (float(rates[i]) - float(wanted_rates[i])), -u_max, u_max)
    return found
