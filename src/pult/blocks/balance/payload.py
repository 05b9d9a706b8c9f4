"""What a robot on legs carries in its hands or on its back, weighed while it stands."""

import math
from typing import Annotated, NamedTuple

import numpy as np

from pult.blocks.balance._walker import Angles, Joints, Load, WalkerName, checked
from pult.core.block import block
from pult.core.signals import Array, Range, Shape, Step
from pult.motion.balance.payload import SIZE, average, excess, payload_of
from pult.robot.load import add_point

Force = Annotated[Array, "N", Shape(3), "force of the leg on the foot, in axes of the sole"]
Moment = Annotated[Array, "N*m", Shape(3), "its moment about the sensor"]


class Weighed(NamedTuple):
    """Averages of mass and first moment, see `pult.motion.balance.payload`."""

    memory: Array


class WeighingArrays(NamedTuple):
    """The legs with their masses."""

    links: Array
    tips: Array
    bodies: Array


class Carried(NamedTuple):
    """What the pelvis carries with the payload, and the payload itself."""

    load: Load
    mass: Annotated[float, "kg", "mass of the payload"]
    place: Annotated[Array, "m", Shape(3), "its place in the frame of the pelvis"]


@block("balance.payload")
class Payload:
    r"""Payload of a robot on legs: what its feet bear beyond its own masses, weighed while it stands still.

    $$ m = \frac{n \cdot \sum_k F_k}{g} - M, \qquad
       m\,p_{level} = \frac{n \times \sum_k (r_k \times F_k + M_k)}{g} - M c_{level} $$

    $F_k$, $M_k$ are the force and moment of each foot, measured at `sensor_height` above the sole, $M$ and $c$ mass and
    centre of all bodies above these sensors, $n$ the normal of the soles: the floor is taken to be level. The averages
    run while `standing` and `on` hold and the centre of mass moves slower than `calm`; at all other times, as when it
    walks, the last result is held. Height cannot be weighed: the payload is taken for a point `height` above the origin
    of the pelvis. Wire `load` to `balance.motion` and `balance.torques` alike, or the estimate fights the feed-forward.
    """

    @staticmethod
    def prepare(
        *,
        walker: WalkerName,
        joints: Joints = 14,
        sensor_height: Annotated[float, "m", Range(0, 1), "height of the foot sensors above the soles"] = 0.1,
        height: Annotated[float, "m", Range(-2, 2), "height of the payload above the pelvis"] = 0.2,
        least: Annotated[float, "kg", Range(0, 100), "mass below which nothing is carried; from twice it on all counts"]
        = 0.5,
        calm: Annotated[float, "m/s", Range(0, 1), "speed of the centre of mass below which the robot is still"] = 0.05,
        wait: Annotated[float, "s", Range(0, 10), "time of standing still before the scales are read"] = 0.5,
        duration: Annotated[float, "s", Range(0.01, 100), "time constant of the average"] = 4.0,
    ) -> WeighingArrays:  # fmt: skip
        """Fetch the legs and masses."""
        found = checked(walker, joints)
        return WeighingArrays(found.links, found.tips, found.bodies)

    @staticmethod
    def initial() -> Weighed:
        """Nothing is carried."""
        return Weighed(np.zeros(SIZE))

    @staticmethod
    def output(state: Weighed, upper: Load, *, height: float, least: float) -> Carried:
        """Add the payload."""
        place, whole = np.empty(3), upper.copy()
        mass = payload_of(state.memory, least, height, place)
        add_point(whole, mass, place)
        return Carried(whole, mass, place)

    @staticmethod
    def update(
        state: Weighed, upper: Load, angles: Angles, left_force: Force, left_moment: Moment, right_force: Force,
        right_moment: Moment, velocity: Annotated[Array, "m/s", Shape(3), "velocity of the centre of mass"],
        standing: bool, on: Annotated[bool, "1", "weigh while it stands"] = True,
        *, links: Array, tips: Array, bodies: Array, sensor_height: float, calm: float, wait: float, duration: float,
        dt: Step,
    ) -> Weighed:  # fmt: skip
        """Weigh."""
        forces, moments, sample = np.empty((2, 3)), np.empty((2, 3)), np.empty(3)
        for r in range(3):
            forces[0, r], forces[1, r] = left_force[r], right_force[r]
            moments[0, r], moments[1, r] = left_moment[r], right_moment[r]
        excess(links, tips, bodies, upper, angles, forces, moments, sensor_height, sample)
        x, y, z = float(velocity[0]), float(velocity[1]), float(velocity[2])
        still = standing and on and math.sqrt(x * x + y * y + z * z) < calm
        average(state.memory, sample, still, wait, duration, dt)
        return Weighed(state.memory)
