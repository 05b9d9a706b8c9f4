"""Joint torques for a force of the effector."""

from typing import Annotated, NamedTuple

import numpy as np

from pult.blocks.kinematics._chain import (
    ChainArrays,
    ChainName,
    Coordinates,
    ForceUnit,
    Joints,
    JointUnit,
    loaded_arrays_of,
)
from pult.core.block import block
from pult.core.signals import Array, Shape
from pult.robot.measures import geometric_jacobian

ZERO = np.zeros(3)
ZERO.flags.writeable = False


class Torques(NamedTuple):
    """Torques of the joints."""

    torques: Annotated[Array, "{force_unit}", Shape("joints")]


@block("kinematics.force_torques")
class ForceTorques:
    r"""Joint torques with which the effector applies a force and a moment to its surroundings.

    $$ \tau = J^T(q) \begin{pmatrix} f \\ \mu \end{pmatrix} $$

    Force and moment are those that the effector applies, in axes of the base of the chain (paper 004). It holds for an
    arm at rest; weight and inertia add to it. For prismatic joints the outputs are forces.
    """

    @staticmethod
    def prepare(
        *, chain: ChainName, joints: Joints, unit: JointUnit = "rad", force_unit: ForceUnit = "N*m"
    ) -> ChainArrays:
        """Fetch the chain."""
        return loaded_arrays_of(chain, joints, unit, force_unit)

    @staticmethod
    def output(
        q: Coordinates,
        force: Annotated[Array, "N", Shape(3), "force that the effector applies"],
        moment: Annotated[Array, "N*m", Shape(3), "moment that the effector applies"] = ZERO,
        *,
        links: Array,
        tips: Array,
    ) -> Torques:
        """The transposed Jacobian times the force."""
        J, found = geometric_jacobian(links, tips, q), np.zeros(q.shape[0])
        for c in range(q.shape[0]):
            for i in range(3):
                found[c] = float(found[c]) + float(J[i, c]) * float(force[i]) + float(J[3 + i, c]) * float(moment[i])
        return Torques(found)
