"""Inverse dynamics of a robot on legs: torques of the joints of both legs."""

from typing import Annotated, NamedTuple

import numpy as np

from pult.blocks.balance._walker import (
    AS_POSED,
    Acceleration,
    Angles,
    Contacts,
    Headings,
    Height,
    JointAccelerations,
    Joints,
    Load,
    OnFloor,
    Places,
    Point,
    Rates,
    Rotation,
    Torques,
    Turning,
    Velocity,
    WalkerName,
    checked,
    feet_of,
    gait_of,
    speeds_of,
)
from pult.core.block import block
from pult.core.signals import Array, Range, Shape, Step
from pult.motion.balance.whole_body import track
from pult.robot.floating import floating_dynamics
from pult.robot.load import add_velocity
from pult.robot.walker_arrays import MASS


class TaskArrays(NamedTuple):
    """A walker with its masses, and numbers of the gait."""

    links: Array
    tips: Array
    bodies: Array
    rotors: Array
    yaw_pairs: Array
    gait: Array


class LegTorques(NamedTuple):
    """Torques, and the motion that they make."""

    torques: Torques
    speeds: Annotated[Array, "rad/s", Shape("joints"), "rates of the joints in the middle of the control step"]
    free_rates: Annotated[Array, "rad/s", Shape("joints"), "rates of the joints without feedback"]
    linear: Annotated[Array, "m/s^2", Shape(3), "acceleration of the pelvis"]
    angular: Annotated[Array, "rad/s^2", Shape(3), "its angular acceleration"]
    bending: JointAccelerations


@block("balance.torques")
class WholeBody:
    r"""Torques of the legs that move centre of mass, torso and feet as wanted: inverse dynamics in one linear solve.

    $$ \ddot c = \omega^2 (c - p), \qquad M\dot v + h = [0; \tau] + \sum_k J_k^T w_k $$

    Tasks: centre of mass (its height is kept, its place follows from the centre of pressure $p$), torso upright with
    the wanted heading, stance feet at rest, the swing foot on its way, hip yaw equal to ankle yaw. The wrench of the
    floor has its centre of pressure within the soles: where it would lie beyond them, the torso leans, by up to 0.3
    rad, and only then the centre of mass gives way. What is above the pelvis is `load`, or, without it, in the standing
    pose.
    """

    @staticmethod
    def prepare(
        *,
        walker: WalkerName,
        joints: Joints = 14,
        height: Height = 1.2,
        margin: Annotated[float, "m", Range(0, 0.1), "margin kept to the edges of the soles"] = 0.008,
    ) -> TaskArrays:
        """Fetch the legs and masses."""
        found = checked(walker, joints)
        gait = gait_of(walker, height, MARGIN=margin)
        return TaskArrays(found.links, found.tips, found.bodies, found.rotors, found.yaw_pairs, gait)

    @staticmethod
    def output(
        rotation: Rotation, position: Point, velocity: Velocity, turning: Turning, angles: Angles, rates: Rates,
        pressure: OnFloor, contacts: Contacts, places: Places, headings: Headings, swing: Point,
        swing_velocity: Velocity, swing_acceleration: Acceleration, swing_heading: Annotated[float, "rad"],
        swing_turning: Annotated[float, "rad/s"], swing_spin: Annotated[float, "rad/s^2"],
        heading: Annotated[float, "rad"], load: Load = AS_POSED,
        *, links: Array, tips: Array, bodies: Array, rotors: Array, yaw_pairs: Array, gait: Array, dt: Step,
    ) -> LegTorques:  # fmt: skip
        """Solve for accelerations and torques."""
        n = angles.shape[0]
        v = speeds_of(velocity, turning, rates)
        own = load if float(load[MASS]) > 0.0 else bodies[0]
        d = floating_dynamics(links, tips, bodies, rotors, own, rotation, position, v, angles)
        add_velocity(load, rotation, float(d.M[0, 0]), d.com)
        foot = np.empty(12)
        for r in range(3):
            foot[r], foot[3 + r], foot[6 + r] = swing[r], swing_velocity[r], swing_acceleration[r]
        foot[9], foot[10], foot[11] = swing_heading, swing_turning, swing_spin
        torques, acceleration, flow = np.empty(n), np.empty(6 + n), np.empty(n)
        track(
            d, links, tips, yaw_pairs, gait, rotation, position, v, angles, feet_of(places, headings), contacts, foot,
            heading, pressure, torques, acceleration, flow,
        )  # fmt: skip
        speeds, bending = np.empty(n), np.empty(n)
        for i in range(n):
            bending[i] = acceleration[6 + i]
            speeds[i] = float(rates[i]) + 0.5 * dt * float(acceleration[6 + i])
        return LegTorques(torques, speeds, flow, acceleration[:3].copy(), acceleration[3:6].copy(), bending)
