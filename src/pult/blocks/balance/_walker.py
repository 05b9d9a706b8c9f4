"""Parameters and ports that blocks of balance share."""

from typing import Annotated, NamedTuple, Protocol

import numpy as np

from pult.core.kernels import kernel
from pult.core.signals import Array, Fixed, Provided, Range, Shape
from pult.motion.balance import gait
from pult.robot.load import LOAD_SIZE
from pult.robot.walker_arrays import UpperBody, WalkerArrays


class WalkerLike(Protocol):
    """The attributes of a walker that blocks use, see `pult.robot.walker.Walker`."""

    joints: tuple[str, ...]
    half_width: float
    heel: float
    toe: float
    stall_torque: Array
    arrays: WalkerArrays
    standing: tuple[float, float, float]
    upper_body: UpperBody


WalkerName = Annotated[WalkerLike, "1", Provided("walker"), "pair of legs of the robot, by name"]
Joints = Annotated[int, "number of joints of both legs", Range(12, 14), Fixed]
Height = Annotated[float, "m", Range(0.2, 3), "height of the centre of mass above the floor"]

Angles = Annotated[Array, "rad", Shape("joints")]
Rates = Annotated[Array, "rad/s", Shape("joints")]
JointAccelerations = Annotated[Array, "rad/s^2", Shape("joints")]
Torques = Annotated[Array, "N*m", Shape("joints")]
Rotation = Annotated[Array, "1", Shape(9), "rotation of the pelvis in the world, row by row"]
Point = Annotated[Array, "m", Shape(3)]
Velocity = Annotated[Array, "m/s", Shape(3)]
Turning = Annotated[Array, "rad/s", Shape(3)]
Acceleration = Annotated[Array, "m/s^2", Shape(3)]
AngularAcceleration = Annotated[Array, "rad/s^2", Shape(3)]
OnFloor = Annotated[Array, "m", Shape(2)]
Places = Annotated[
    Array, "m", Shape(4), "places of the feet on the floor: x and y of the left one, then of the right one"
]
Headings = Annotated[Array, "rad", Shape(2), "headings of the feet, left one first"]
Loads = Annotated[Array, "N", Shape(2), "vertical forces on the feet, left one first"]
Contacts = Annotated[Array, "1", Shape(2), "1 where a foot stands, left one first"]

Load = Annotated[
    Array,
    "1",
    Shape(LOAD_SIZE),
    "what the pelvis carries, in its frame: mass [kg], centre [m], inertia [kg*m^2], velocity of the centre [m/s]",
]
AS_POSED = np.zeros(LOAD_SIZE)
"""No load given: the pelvis carries what the standing pose says."""
AS_POSED.flags.writeable = False


def checked(walker: WalkerLike, joints: int) -> WalkerArrays:
    """The arrays of a walker.

    Raises:
        ValueError: The number of its joints differs from the block's.
    """
    if len(walker.joints) != joints:
        raise ValueError(f"the walker has {len(walker.joints)} joints, but 'joints' is {joints}.")
    found = walker.arrays
    return found._replace(limits=np.clip(found.limits, -1e300, 1e300))


def gait_of(walker: WalkerLike, height: float, **changes: float) -> Array:
    """Numbers of a gait: the usual ones with the walker's soles and stance, and changes by the names of `gait`."""
    found = gait.USUAL.copy()
    found[gait.HEIGHT], found[gait.SPACING] = height, 2.0 * walker.standing[0]
    found[gait.HALF_WIDTH], found[gait.HEEL], found[gait.TOE] = walker.half_width, walker.heel, walker.toe
    found[gait.AHEAD] = 0.5 * (walker.toe - walker.heel)
    for name, value in changes.items():
        found[getattr(gait, name)] = value
    return found


class PelvisState(NamedTuple):
    """Pose and motion of the pelvis, and of the joints of the legs."""

    rotation: Rotation
    position: Annotated[Array, "m", Shape(3), "position of the pelvis"]
    velocity: Annotated[Array, "m/s", Shape(3), "its velocity"]
    turning: Annotated[Array, "rad/s", Shape(3), "its angular velocity, in axes of the world"]
    joint_angles: Angles
    joint_rates: Rates


@kernel
def speeds_of(velocity: Array, turning: Array, rates: Array) -> Array:
    """Speeds of a walker as one array, see `pult.robot.floating`. Shape (6 + n,)."""
    v = np.empty(6 + rates.shape[0])
    for r in range(3):
        v[r], v[3 + r] = velocity[r], turning[r]
    for i in range(rates.shape[0]):
        v[6 + i] = rates[i]
    return v


@kernel
def feet_of(places: Array, headings: Array) -> Array:
    """Poses of both feet as rows x, y, heading. Shape (2, 3)."""
    feet = np.empty((2, 3))
    for k in range(2):
        feet[k, 0], feet[k, 1], feet[k, 2] = places[2 * k], places[2 * k + 1], headings[k]
    return feet
