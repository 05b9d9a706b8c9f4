"""Forward kinematics: pose, velocity, Jacobian and manipulability of the effector."""

from typing import Annotated, NamedTuple

import numpy as np

from pult.blocks.kinematics._chain import ChainArrays, ChainName, Coordinates, Joints, JointUnit, Rates, arrays_of
from pult.core.block import block
from pult.core.signals import Array, Position, Quaternion, Shape
from pult.geometry.forms import from_matrix
from pult.geometry.quaternions import array4
from pult.robot.measures import effector_poses, geometric_jacobian, limit_distances, manipulability


class Pose(NamedTuple):
    """Pose of the effector in the base of the chain."""

    position: Position
    quaternion: Quaternion


class Twist(NamedTuple):
    """Velocity of the effector in axes of the base."""

    velocity: Annotated[Array, "m/s", Shape(3)]
    angular_velocity: Annotated[Array, "rad/s", Shape(3)]


@block("kinematics.position")
class EffectorPosition:
    r"""Position of the effector of a chain, from the angles of its joints.

    $$ y = p(q), \quad T(q) = \prod_i F_i\, M_i(q_i) $$

    The position is in the base of the chain. $F_i$ are the placements of the joints, $M_i$ their rotations or
    translations.
    """

    @staticmethod
    def prepare(*, chain: ChainName, joints: Joints, unit: JointUnit = "rad") -> ChainArrays:
        """Fetch the chain."""
        return arrays_of(chain, joints, unit)

    @staticmethod
    def output(q: Coordinates, *, links: Array, tips: Array) -> Position:
        """Forward kinematics."""
        poses = effector_poses(links, tips, q)
        y = np.empty(3)
        for i in range(3):
            y[i] = poses[0, 4 * i + 3]
        return y


@block("kinematics.pose")
class EffectorPose:
    r"""Pose of the effector of a chain: position and orientation.

    $$ T(q) = \prod_i F_i\, M_i(q_i) $$

    The orientation is a unit quaternion (w, x, y, z), w >= 0.
    """

    @staticmethod
    def prepare(*, chain: ChainName, joints: Joints, unit: JointUnit = "rad") -> ChainArrays:
        """Fetch the chain."""
        return arrays_of(chain, joints, unit)

    @staticmethod
    def output(q: Coordinates, *, links: Array, tips: Array) -> Pose:
        """Forward kinematics."""
        poses = effector_poses(links, tips, q)
        position, rotation = np.empty(3), np.empty((3, 3))
        for i in range(3):
            position[i] = poses[0, 4 * i + 3]
            for j in range(3):
                rotation[i, j] = poses[0, 4 * i + j]
        return Pose(position, array4(from_matrix(rotation)))


@block("kinematics.jacobian")
class Jacobian:
    r"""Geometric Jacobian of the effector of a chain, in axes of the base.

    $$ \begin{pmatrix} v \\ \omega \end{pmatrix} = Y\, \dot q, \quad
    Y_i = \begin{pmatrix} z_i \times (p - p_i) \\ z_i \end{pmatrix} $$

    For a prismatic joint the column is $(z_i, 0)$. The rows have different units, so the matrix is declared
    dimensionless.
    """

    @staticmethod
    def prepare(*, chain: ChainName, joints: Joints, unit: JointUnit = "rad") -> ChainArrays:
        """Fetch the chain."""
        return arrays_of(chain, joints, unit)

    @staticmethod
    def output(q: Coordinates, *, links: Array, tips: Array) -> Annotated[Array, "1", Shape(6, "joints")]:
        """The Jacobian."""
        return geometric_jacobian(links, tips, q)


@block("kinematics.twist")
class EffectorTwist:
    r"""Velocity and angular velocity of the effector of a chain, in axes of the base.

    $$ \begin{pmatrix} v \\ \omega \end{pmatrix} = J(q)\, \dot q $$
    """

    @staticmethod
    def prepare(*, chain: ChainName, joints: Joints, unit: JointUnit = "rad") -> ChainArrays:
        """Fetch the chain."""
        return arrays_of(chain, joints, unit)

    @staticmethod
    def output(q: Coordinates, rates: Rates, *, links: Array, tips: Array) -> Twist:
        """Jacobian times rates."""
        J = geometric_jacobian(links, tips, q)
        velocity, angular = np.zeros(3), np.zeros(3)
        for i in range(3):
            for c in range(q.shape[0]):
                velocity[i] = float(velocity[i]) + float(J[i, c]) * float(rates[c])
                angular[i] = float(angular[i]) + float(J[i + 3, c]) * float(rates[c])
        return Twist(velocity, angular)


@block("kinematics.manipulability")
class Manipulability:
    r"""Manipulability of an arm for the position of its effector: 0 at a singular configuration.

    $$ y = \sqrt{\det(J_v J_v^T)} $$

    Yoshikawa's measure of the rows of the velocity; with fewer than three coordinates, of $J_v^T J_v$.
    """

    @staticmethod
    def prepare(*, chain: ChainName, joints: Joints, unit: JointUnit = "rad") -> ChainArrays:
        """Fetch the chain."""
        return arrays_of(chain, joints, unit)

    @staticmethod
    def output(q: Coordinates, *, links: Array, tips: Array) -> Annotated[float, "1"]:
        """The measure."""
        return manipulability(links, tips, q, 3)


@block("kinematics.limit_distance")
class LimitDistance:
    r"""Distance of the joint nearest to one of its limits.

    $$ y = \min_i \min(q_i - q_{i,min},\; q_{i,max} - q_i) $$

    Negative outside the limits.
    """

    @staticmethod
    def prepare(*, chain: ChainName, joints: Joints, unit: JointUnit = "rad") -> ChainArrays:
        """Fetch the chain."""
        return arrays_of(chain, joints, unit)

    @staticmethod
    def output(q: Coordinates, *, limits: Array) -> Annotated[float, "{unit}"]:
        """The smallest of all distances."""
        distances = limit_distances(limits, q)
        least = float(distances[0, 0])
        for a in range(q.shape[0]):
            for side in range(2):
                least = min(least, float(distances[a, side]))
        return least


@block("kinematics.limit_share")
class LimitShare:
    r"""Distance of the joint nearest to one of its limits, as a share of its range.

    $$ y = \min_i \frac{\min(q_i - q_{i,min},\; q_{i,max} - q_i)}{q_{i,max} - q_{i,min}} $$

    From 0.5 in the middle of all ranges to 0 at a limit, negative outside; joints without limits do not count. Turning
    and sliding joints are compared without their units.
    """

    @staticmethod
    def prepare(*, chain: ChainName, joints: Joints, unit: JointUnit = "rad") -> ChainArrays:
        """Fetch the chain."""
        return arrays_of(chain, joints, unit)

    @staticmethod
    def output(q: Coordinates, *, limits: Array) -> Annotated[float, "1"]:
        """The smallest of all shares."""
        distances = limit_distances(limits, q)
        least = 0.5
        for a in range(q.shape[0]):
            span = float(distances[a, 0]) + float(distances[a, 1])
            if span < 1e200:
                for side in range(2):
                    least = min(least, float(distances[a, side]) / span)
        return least
