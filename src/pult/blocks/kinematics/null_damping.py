"""Null-space torques of a redundant arm: they do no work on the motion of its effector."""

from typing import Annotated, Literal, NamedTuple

import numpy as np

from pult.blocks.kinematics._chain import (
    ChainLike,
    ChainName,
    Coordinates,
    ForceUnit,
    Joints,
    JointUnit,
    Rates,
    loaded_arrays_of,
)
from pult.blocks.kinematics.force import Torques
from pult.core.block import block
from pult.core.kernels import kernel
from pult.core.signals import Array, Positive, Range, Shape
from pult.motion.ik.problem import ROTATION_SCALE
from pult.robot.measures import geometric_jacobian, jacobi_eigen


class NullArrays(NamedTuple):
    """A chain, the inverse of its reach [1/m], and how many rows of the Jacobian count."""

    links: Array
    tips: Array
    scale: float
    rows: int


Control = Annotated[Literal["position", "pose"], "1", "motion of the effector that is left undisturbed"]
Threshold = Annotated[float, "1", Positive, "singular value below which a direction counts as free"]


def null_arrays(chain: ChainLike, joints: int, unit: str, force_unit: str, control: str) -> NullArrays:
    """The arrays of a chain that the kernel reads.

    Raises:
        ValueError: The number of coordinates of the chain differs from the block's, or the units are inconsistent.
    """
    arrays = loaded_arrays_of(chain, joints, unit, force_unit)
    return NullArrays(arrays.links, arrays.tips, 1.0 / chain.reach, 3 if control == "position" else 6)


@kernel
def in_null_space(
    links: Array, tips: Array, scale: float, rows: int, threshold: float, q: Array, x: Array, factor: float
) -> Array:
    """Projection of a joint-space vector onto the null space of the Jacobian, times a factor. Shape (n,)."""
    n = q.shape[0]
    J, square, vectors, found = geometric_jacobian(links, tips, q), np.zeros((n, n)), np.empty((n, n)), np.zeros(n)
    for a in range(n):
        for b in range(n):
            s = 0.0
            for k in range(rows):
                weight = scale if k < 3 else ROTATION_SCALE
                s += weight * weight * float(J[k, a]) * float(J[k, b])
            square[a, b] = s
    jacobi_eigen(square, vectors)
    for k in range(n):
        value = max(float(square[k, k]), 0.0)
        if value < threshold * threshold:
            along = 0.0
            for a in range(n):
                along += float(vectors[a, k]) * float(x[a])
            along *= factor * (1.0 - value / (threshold * threshold))
            for a in range(n):
                found[a] = float(found[a]) + along * float(vectors[a, k])
    return found


@block("kinematics.null_damping")
class NullDamping:
    r"""Damping in the null space of the Jacobian: it damps the swivel of an elbow and does not brake the effector.

    $$ \tau = -d\, N(q)\, \dot q, \qquad N = \sum_{\sigma_k < \sigma_0} (1 - \sigma_k^2/\sigma_0^2)\, v_k v_k^T $$

    $v_k$ are the directions of joint space with the singular values $\sigma_k$ of J, metres taken against the reach of
    the arm. Away from singular poses only those with $\sigma_k = 0$ count: $N \dot q$ is the part of the motion that
    leaves the effector where it is, and what moves the effector is not damped. While the elbow is being braked its
    inertia still pulls at the effector: that the mass matrix M takes no part here leaves a force of
    $(J M^{-1} J^T)^{-1} J M^{-1} \tau$ on a hand that is held. A drive whose voltage makes up for its speed
    (`control.drive_inversion`) has no damping of its own, and the elbow of an arm of seven joints would drift. With
    control of the position, turns of the effector count as free.
    """

    @staticmethod
    def prepare(
        *,
        chain: ChainName,
        joints: Joints,
        unit: JointUnit = "rad",
        force_unit: ForceUnit = "N*m",
        control: Control = "pose",
        threshold: Threshold = 0.005,
        damping: Annotated[float, "{force_unit}*s/{unit}", Range(0), "torque against a unit of speed"] = 10.0,
    ) -> NullArrays:
        """Fetch the chain."""
        return null_arrays(chain, joints, unit, force_unit, control)

    @staticmethod
    def output(
        q: Coordinates,
        rates: Rates,
        *,
        links: Array,
        tips: Array,
        scale: float,
        rows: int,
        threshold: float,
        damping: float,
    ) -> Torques:
        """Project the rates onto the null space."""
        return Torques(in_null_space(links, tips, scale, rows, threshold, q, rates, -damping))


@block("kinematics.null_space")
class NullSpace:
    r"""Projection of joint torques onto the null space of the Jacobian: for the elbow, not for the effector.

    $$ y = N(q)\, x, \qquad N = \sum_{\sigma_k < \sigma_0} (1 - \sigma_k^2/\sigma_0^2)\, v_k v_k^T $$

    With the torques of a spring towards a posture and of a damper, $x = k (q_{rest} - q) - d \dot q$, a redundant arm
    moves to that posture while its effector applies the desired force. For N, and for the force that remains while the
    elbow accelerates or decelerates, see `kinematics.null_damping`.
    """

    @staticmethod
    def prepare(
        *,
        chain: ChainName,
        joints: Joints,
        unit: JointUnit = "rad",
        force_unit: ForceUnit = "N*m",
        control: Control = "pose",
        threshold: Threshold = 0.005,
    ) -> NullArrays:
        """Fetch the chain."""
        return null_arrays(chain, joints, unit, force_unit, control)

    @staticmethod
    def output(
        q: Coordinates,
        x: Annotated[Array, "{force_unit}", Shape("joints"), "torques of the joints"],
        *,
        links: Array,
        tips: Array,
        scale: float,
        rows: int,
        threshold: float,
    ) -> Torques:
        """Project the torques onto the null space."""
        return Torques(in_null_space(links, tips, scale, rows, threshold, q, x, 1.0))
