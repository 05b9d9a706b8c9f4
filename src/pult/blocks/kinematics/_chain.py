"""What all blocks of kinematics have in common: the chain, and the arrays their kernels read."""

from typing import Annotated, Any, NamedTuple, Protocol

import numpy as np

from pult.core.signals import Array, Fixed, Pattern, Provided, Range, Shape


class ChainLike(Protocol):
    """What the blocks need of a chain, see `pult.robot.chain.Chain`."""

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
        ValueError: The chain has another number of coordinates than the block says.
    """
    if chain.n != joints:
        raise ValueError(f"the chain has {chain.n} coordinates ({', '.join(chain.names)}), but 'joints' is {joints}.")
    flat = chain.arrays
    # numbers without limits: documents and states hold finite numbers only, and so do the arrays of a program
    limits = np.clip(flat.limits, -1e300, 1e300)
    return ChainArrays(flat.links, flat.tips, limits)


def loaded_arrays_of(chain: ChainLike, joints: int, unit: str, force_unit: str) -> ChainArrays:
    """The arrays of a chain for a block that also has torques, or forces where joints slide.

    Raises:
        ValueError: The chain has another number of coordinates than the block says, or the units do not go together.
    """
    if (unit == "m") != (force_unit == "N"):
        right = "N" if unit == "m" else "N*m"
        raise ValueError(f"coordinates in {unit} go with 'force_unit' {right}, not {force_unit}.")
    return arrays_of(chain, joints)
