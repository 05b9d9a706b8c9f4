"""Voltages that move the centre of pressure of a walking pattern."""

from typing import Annotated, NamedTuple

import numpy as np

from pult.blocks.balance._walker import (
    Angles,
    Contacts,
    Headings,
    Joints,
    Places,
    Point,
    Rotation,
    WalkerName,
    checked,
    feet_of,
    gait_of,
)
from pult.core.block import block
from pult.core.signals import Array, Range, Shape
from pult.motion.walk.pressure import bearing_torques
from pult.robot.floating import GRAVITY, turn_frames
from pult.robot.kinematics import place
from pult.robot.walker_arrays import MASS


class ShiftArrays(NamedTuple):
    """The legs, their soles, V per N*m of each drive, and the weight of the robot [N]."""

    links: Array
    soles: Array
    volts: Array
    weight: float


@block("walk.shift")
class PressureShift:
    r"""Voltages of the legs that move the centre of pressure from that of the pattern to a wanted one.

    $$ \Delta U = \frac{\Delta\tau}{M_s}, \qquad
       \Delta\tau = -\sum_k \left(J_k(p)^T s_k(p) - J_k(p^*)^T s_k(p^*)\right) [0;\, 0;\, m g] $$

    $J_k(p)$ is the Jacobian of the point of foot $k$ that bears the share $s_k(p)$. Added to the feed-forward of the
    pattern: the stiff tracking of angles holds the posture, while these torques let the feet press elsewhere. With
    $p = p^*$ nothing is added.
    """

    @staticmethod
    def prepare(
        *,
        walker: WalkerName,
        joints: Joints = 14,
        margin: Annotated[float, "m", Range(0, 0.1), "margin kept to the edges of the soles"] = 0.008,
    ) -> ShiftArrays:
        """Fetch legs, soles and drives."""
        arrays, stall = checked(walker, joints), walker.stall_torque
        volts = np.where(stall > 0.0, 1.0 / np.where(stall > 0.0, stall, 1.0), 0.0)
        weight = GRAVITY * float(arrays.bodies[:, MASS].sum())
        return ShiftArrays(arrays.links, gait_of(walker, 1.0, MARGIN=margin), volts, weight)

    @staticmethod
    def output(
        rotation: Rotation, position: Point, angles: Angles, contacts: Contacts, places: Places, headings: Headings,
        planned: Annotated[Array, "m", Shape(2), "centre of pressure of the pattern"],
        wanted: Annotated[Array, "m", Shape(2), "wanted centre of pressure"],
        *, links: Array, soles: Array, volts: Array, weight: float,
    ) -> Annotated[Array, "V", Shape("joints"), "voltages to add"]:  # fmt: skip
        """Torques at both points, and their difference."""
        n = angles.shape[0]
        frames, feet = np.empty((n, 12)), feet_of(places, headings)
        place(links, angles, frames)
        turn_frames(frames, rotation, position)
        before, after, found = np.empty(n), np.empty(n), np.empty(n)
        bearing_torques(frames, soles, feet, contacts, planned, weight, before)
        bearing_torques(frames, soles, feet, contacts, wanted, weight, after)
        for i in range(n):
            found[i] = float(volts[i]) * (float(after[i]) - float(before[i]))
        return found
