"""The chain parameter shared by all kinematics blocks, and the arrays that their kernels read."""

from typing import Annotated, Any, NamedTuple, Protocol

import numpy as np

from pult.core.signals import Array, CoordinateUnit, Fixed, Pattern, Provided, Range, Shape
from pult.core.units import format_unit, parse_unit, unit_by_entry
from pult.robot.kinematics import COORDINATE, KIND


class ChainLike(Protocol):
    """The attributes of a chain that blocks use, see `pult.robot.chain.Chain`."""

    n: int
    names: tuple[str, ...]
    reach: float
    damping: Array
    ranges: Array
    arrays: Any


ChainName = Annotated[ChainLike, "1", Provided("chain"), "chain of the robot, by name"]
_FORCES = {"rad": "N*m", "m": "N"}
Joints = Annotated[int, "number of coordinates of the chain", Range(1, 64), Fixed]
JointUnit = CoordinateUnit
ForceUnit = Annotated[
    str,
    "1",
    "unit of the torques: N*m, N if the joints slide, or one for each joint",
    Pattern(r"N\*m|N|\[(N\*m|N)(, ?(N\*m|N))*\]", "N*m, N, or one for each joint, such as [N*m, N*m, N]"),
]
Coordinates = Annotated[Array, "{unit}", Shape("joints")]
Rates = Annotated[Array, "{unit}/s", Shape("joints")]


class ChainArrays(NamedTuple):
    """A chain for the kernels, see `pult.robot.kinematics`."""

    links: Array
    tips: Array
    limits: Array


def arrays_of(chain: ChainLike, joints: int, unit: str = "") -> ChainArrays:
    """The arrays of a chain.

    Raises:
        ValueError: The number of coordinates of the chain differs from the block's, or their units do.
    """
    if chain.n != joints:
        raise ValueError(f"the chain has {chain.n} coordinates ({', '.join(chain.names)}), but 'joints' is {joints}.")
    flat = chain.arrays
    if unit.startswith("["):
        slides = {int(row[COORDINATE]): row[KIND] != 0.0 for row in reversed(flat.links)}
        units = [("m" if slides.get(index) else "rad") for index in range(joints)]
        if joint_units(unit) != units:
            raise ValueError(f"the coordinates of the chain are in [{', '.join(units)}], but 'unit' is {unit}.")
    # infinite limits: documents, states and the arrays of a program hold finite numbers only
    limits = np.clip(flat.limits, -1e300, 1e300)
    return ChainArrays(flat.links, flat.tips, limits)


def loaded_arrays_of(chain: ChainLike, joints: int, unit: str, force_unit: str) -> ChainArrays:
    """The arrays of a chain for a block that also has torques, or forces of prismatic joints.

    Raises:
        ValueError: The number of coordinates of the chain differs from the block's, or the units are inconsistent.
    """
    right = format_unit(unit_by_entry([parse_unit(_FORCES[one]) for one in joint_units(unit)]))
    if parse_unit(force_unit) != parse_unit(right):
        raise ValueError(f"coordinates in {unit} go with 'force_unit' {right}, not {force_unit}.")
    return arrays_of(chain, joints, unit)


def joint_units(unit: str) -> list[str]:
    """Units of the coordinates: one for each, or a single one for all."""
    return [one.strip() for one in unit.strip("[]").split(",")]
