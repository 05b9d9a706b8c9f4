"""Feedback of the divergent component of motion by the centre of pressure."""

from typing import Annotated, NamedTuple

import numpy as np

from pult.blocks.balance._walker import (
    Contacts,
    Headings,
    OnFloor,
    Places,
    WalkerName,
    feet_of,
    gait_of,
)
from pult.core.block import block
from pult.core.signals import Array, Range
from pult.motion.balance.gait import share_pressure


class SoleValues(NamedTuple):
    """The gait, which has the soles."""

    gait: Array


@block("balance.pressure")
class Pressure:
    r"""Centre of pressure that brings the divergent component of motion back to the wanted one, within the soles.

    $$ p = \operatorname{clip}_{soles}\left(p^* + k\,(\xi - \xi^*)\right) $$

    The error grows by itself as $e^{\omega t}$; with $k > 1$ it decays. With both feet on the floor the point is shared
    between them. Without `on` the pattern's own point is used and the robot falls in its time. With a negative `margin`
    the point may lie beyond the soles, where only a torso that leans into the fall can make up for it, see
    `balance.torques`.
    """

    @staticmethod
    def prepare(
        *,
        walker: WalkerName,
        gain: Annotated[float, "1", Range(0, 20), "gain k"] = 2.5,
        margin: Annotated[float, "m", Range(-0.1, 0.1), "margin kept to the edges; beyond them if negative"] = 0.008,
    ) -> SoleValues:
        """Fetch the soles."""
        return SoleValues(gait_of(walker, 1.0, MARGIN=margin))

    @staticmethod
    def output(
        dcm: OnFloor, wanted: OnFloor, pressure: OnFloor, contacts: Contacts, places: Places, headings: Headings,
        on: bool = True, *, gait: Array, gain: float,
    ) -> OnFloor:  # fmt: skip
        """Add the feedback and clip."""
        point, points = np.empty(2), np.empty((2, 2))
        for r in range(2):
            point[r] = float(pressure[r]) + (gain * (float(dcm[r]) - float(wanted[r])) if on else 0.0)
        share_pressure(gait, feet_of(places, headings), contacts, point, points)
        return point
