"""Gravity compensation: joint torques that hold an arm still."""

from typing import Annotated, NamedTuple, Protocol

import numpy as np

from pult.blocks.kinematics._chain import ChainLike, Coordinates, ForceUnit, Joints, JointUnit, loaded_arrays_of
from pult.core.block import block
from pult.core.signals import Array, Provided, Range, Shape
from pult.robot.gravity import EARTH, WeightArrays, holding_torques

_DOWN = np.array(EARTH)
_DOWN.flags.writeable = False


class WeightsLike(Protocol):
    """The attributes of a chain with masses that the block uses, see `pult.robot.weights.Weights`."""

    chain: ChainLike
    arrays: WeightArrays


WeightsName = Annotated[WeightsLike, "1", Provided("weights"), "chain of the robot, by name; its model has masses"]


class Holding(NamedTuple):
    """Torques that hold the arm."""

    torques: Annotated[Array, "{force_unit}", Shape("joints")]


@block("kinematics.gravity")
class GravityCompensation:
    r"""Gravity compensation: torques of the joints that hold the arm still, with a load at its effector.

    $$ \tau = -\sum_k m_k\, J_k^T(q)\, g \;-\; m_L\, J^T(q)\, g $$

    $m_k$ are the masses that move with the joints, $J_k$ the Jacobians of their centres, as the robot's model has them;
    $m_L$ is `load` and $J$ the Jacobian of the effector; $g$ is `gravity` in axes of the chain's base: rotate it if the
    base is not upright. With these torques added to a controller's output, the arm is weightless. Joints outside the
    chain, such as fingers, count at their reference. For prismatic joints the outputs are forces.
    """

    @staticmethod
    def prepare(
        *,
        chain: WeightsName,
        joints: Joints,
        unit: JointUnit = "rad",
        force_unit: ForceUnit = "N*m",
        gravity: Annotated[Array, "m/s^2", Shape(3), "gravitational acceleration in axes of the base"] = _DOWN,
        load: Annotated[float, "kg", Range(0), "mass carried at the effector"] = 0.0,
    ) -> WeightArrays:
        """Fetch the chain and its masses."""
        loaded_arrays_of(chain.chain, joints, unit, force_unit)
        return chain.arrays

    @staticmethod
    def output(q: Coordinates, *, links: Array, tips: Array, moments: Array, gravity: Array, load: float) -> Holding:
        """Torques against gravity."""
        return Holding(holding_torques(links, tips, moments, q, gravity, load))
