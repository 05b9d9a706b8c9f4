"""Centre of mass, divergent component of motion and feet of a robot on legs."""

import math
from typing import Annotated, NamedTuple

import numpy as np

from pult.blocks.balance._walker import (
    AS_POSED,
    Angles,
    Headings,
    Height,
    Joints,
    Load,
    Places,
    Point,
    Rates,
    Rotation,
    Turning,
    Velocity,
    WalkerName,
    checked,
    speeds_of,
)
from pult.core.block import block
from pult.core.kernels import ratio
from pult.core.signals import Array, Shape
from pult.robot.floating import GRAVITY, floating_dynamics
from pult.robot.load import add_velocity
from pult.robot.walker_arrays import MASS


class BodyArrays(NamedTuple):
    """A walker with its masses."""

    links: Array
    tips: Array
    bodies: Array
    rotors: Array


class BodyMotion(NamedTuple):
    """Where the centre of mass and the feet are."""

    com: Annotated[Array, "m", Shape(3), "centre of mass"]
    com_velocity: Annotated[Array, "m/s", Shape(3), "its velocity"]
    dcm: Annotated[Array, "m", Shape(2), "divergent component of motion"]
    places: Places
    headings: Headings


@block("balance.motion")
class Motion:
    r"""Centre of mass of the whole robot, its divergent component of motion (capture point), and the feet.

    $$ \xi = c + \dot c/\omega, \qquad \omega = \sqrt{g/z_0} $$

    From the masses of the robot's own model, joint angles and the estimated state of the pelvis. What is above the
    pelvis is `load` (`balance.load`, `balance.payload`), or, without it, in the standing pose.
    """

    @staticmethod
    def prepare(*, walker: WalkerName, joints: Joints = 14, height: Height = 1.2) -> BodyArrays:
        """Fetch the legs and masses."""
        found = checked(walker, joints)
        return BodyArrays(found.links, found.tips, found.bodies, found.rotors)

    @staticmethod
    def output(
        rotation: Rotation, position: Point, velocity: Velocity, turning: Turning, angles: Angles, rates: Rates,
        load: Load = AS_POSED,
        *, links: Array, tips: Array, bodies: Array, rotors: Array, height: float,
    ) -> BodyMotion:  # fmt: skip
        """Add up the bodies."""
        v = speeds_of(velocity, turning, rates)
        own = load if float(load[MASS]) > 0.0 else bodies[0]
        d = floating_dynamics(links, tips, bodies, rotors, own, rotation, position, v, angles)
        add_velocity(load, rotation, float(d.M[0, 0]), d.com)
        dcm, places, headings = np.empty(2), np.empty(4), np.empty(2)
        slow = math.sqrt(max(ratio(height, GRAVITY), 0.0))
        for r in range(2):
            dcm[r] = float(d.com[r]) + slow * float(d.com[3 + r])
        for k in range(2):
            places[2 * k], places[2 * k + 1] = d.soles[k, 3], d.soles[k, 7]
            headings[k] = math.atan2(float(d.soles[k, 4]), float(d.soles[k, 0]))
        return BodyMotion(d.com[:3].copy(), d.com[3:].copy(), dcm, places, headings)
