"""The chain parameter shared by all kinematics blocks, and the arrays that their kernels read."""

from typing import Annotated, Any, NamedTuple, Protocol

import numpy as np

from pult.core.signals import Array, Fixed, Pattern, Provided, Range, Shape


class ChainLike(Protocol):
    """The attributes of a chain that blocks use, see `pult.robot.chain.Chain`."""

    n: int
    names: tuple[str, ...]
    reach: float
    damping: Array
    ranges: Array
    arrays: Any


ChainName = Annotated[ChainLike, "1", Provided("chain"), "chain of the robot, by name"]
Joints = Annotated[int, "number of coordinates of the chain", Range(1, 64), Fixed]
JointUnit = Annotated[str, "1", "unit of the coordinates: rad, or m if the joints slide", Pattern("rad|m", "rad or m")]
Coordinates = Annotated[Array, "{unit}", Shape("joints")]
Rates = Annotated[Array, "{unit}/s", Shape("joints")]


class ChainArrays(NamedTuple):
    """A chain for the kernels, see `pult.robot.kinematics`."""

    links: Array
    tips: Array
    limits: Array


def arrays_of(chain: ChainLike, joints: int) -> ChainArrays:
    """The arrays of a chain.

    Raises:
        ValueError: The number of coordinates of the chain differs from the block's.
    """
    if chain.n != joints:
        raise ValueError(f"the chain has {chain.n} coordinates ({', '.join(chain.names)}), but 'joints' is {joints}.")
    flat = chain.arrays
    # infinite limits: documents, states and the arrays of a program hold finite numbers only
    limits = np.clip(flat.limits, -1e300, 1e300)
    return ChainArrays(flat.links, flat.tips, limits)


def loaded_arrays_of(chain: ChainLike, joints: int, unit: str, force_unit: str) -> ChainArrays:
    """The arrays of a chain for a block that also has torques, or forces of prismatic joints.

    Raises:
        ValueError: The number of coordinates of the chain differs from the block's, or the units are inconsistent.
    """
    if (unit == "m") != (force_unit == "N"):
        right = "N" if unit == "m" else "N*m"
        raise ValueError(f"coordinates in {unit} go with 'force_unit' {right}, not {force_unit}.")
    return arrays_of(chain, joints)
