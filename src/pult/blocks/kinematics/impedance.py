"""Cartesian impedance with a cap on force and moment, for contact work with any chain."""

from typing import Annotated, Literal, NamedTuple

import numpy as np

from pult.blocks.kinematics._chain import ChainName, Coordinates, ForceUnit, Joints, JointUnit, Rates, loaded_arrays_of
from pult.blocks.kinematics.force import ZERO
from pult.core.block import block
from pult.core.kernels import kernel
from pult.core.signals import Array, Range, Shape
from pult.geometry.forms import from_matrix, to_rotation_vector
from pult.geometry.quaternions import conjugate, hamilton, unit
from pult.geometry.scaled import norm
from pult.robot.measures import effector_poses, geometric_jacobian

STIFFNESS, TURN_STIFFNESS = np.array([2000.0, 600.0, 600.0]), np.array([20.0, 20.0, 20.0])
DAMPING, TURN_DAMPING = np.array([100.0, 60.0, 60.0]), np.array([1.0, 1.0, 1.0])
for _default in (STIFFNESS, TURN_STIFFNESS, DAMPING, TURN_DAMPING):
    _default.flags.writeable = False

Axes = Annotated[Literal["effector", "base"], "1", "axes in which the four diagonal matrices are given"]


class ImpedanceArrays(NamedTuple):
    """A chain, and 1 if the matrices are given in axes of the effector."""

    links: Array
    tips: Array
    own: int


class Compliant(NamedTuple):
    """Torques of the joints, and the force and moment behind them, in axes of the base."""

    torques: Annotated[Array, "{force_unit}", Shape("joints")]
    force: Annotated[Array, "N", Shape(3)]
    moment: Annotated[Array, "N*m", Shape(3)]
    capped: Annotated[bool, "1"]


@kernel
def cap(x: Array, most: float) -> bool:
    """Shorten a vector to a largest length, in place; whether it was longer."""
    size = norm(x)
    if size <= most:
        return False
    for i in range(3):
        x[i] = float(x[i]) * (most / size)
    return True


@kernel
def turned(pose: Array, back: bool, x: Array) -> Array:
    """A vector from axes of the effector to axes of the base, or back. Shape (3,)."""
    y = np.zeros(3)
    for r in range(3):
        for c in range(3):
            entry = float(pose[4 * c + r]) if back else float(pose[4 * r + c])
            y[r] = float(y[r]) + entry * float(x[c])
    return y


@kernel
def spring_and_damper(error: Array, lag: Array, stiffness: Array, damping: Array, most: float) -> tuple[Array, bool]:
    """cap(cap(K e) + D lag): the spring is capped by itself first, so that the damper keeps its say."""
    found = np.empty(3)
    for i in range(3):
        found[i] = float(stiffness[i]) * float(error[i])
    spring = cap(found, most)
    for i in range(3):
        found[i] = float(found[i]) + float(damping[i]) * float(lag[i])
    whole = cap(found, most)
    return found, spring or whole


@block("kinematics.impedance")
class CartesianImpedance:
    r"""Cartesian impedance with a cap: springs and dampers hold the effector at a pose, never with more than a force.

    $$ f = \operatorname{cap}_F\bigl(\operatorname{cap}_F(K\,(x_d - x)) + D\,(v_d - v)\bigr), \quad
       \mu = \operatorname{cap}_M\bigl(\operatorname{cap}_M(K_r\,\theta) + D_r\,(\omega_d - \omega)\bigr), \quad
       \tau = J^T(q) \begin{pmatrix} f \\ \mu \end{pmatrix} $$

    $\theta$ is the rotation vector from the orientation of the effector to the wanted one, $(v, \omega) = J \dot q$,
    and $\operatorname{cap}_F(f) = f \min(1, F/\lVert f \rVert)$ keeps the direction. K, D, $K_r$ and $D_r$ are diagonal
    in axes of the effector or of the base. An effector that meets something presses with no more than F, wherever it is
    sent; one that is held up far from its target and let go moves there at the speed F/D, because the spring is capped
    before the damper is added. With $v_d = 0$ and a pose that stands still it is passive.

    The damper acts once per control step: $D \Delta t$ must stay below about twice the smallest mass that the effector
    shows in any direction, and $D_r \Delta t$ below twice the smallest moment of inertia. Add `kinematics.gravity`, and
    `control.drive_inversion` behind the sum for drives that take voltages. Poses and force are in axes of the chain's
    base. With fewer than six joints, only that part of the wrench acts which the joints can apply.
    """

    @staticmethod
    def prepare(
        *,
        chain: ChainName,
        joints: Joints,
        unit: JointUnit = "rad",
        force_unit: ForceUnit = "N*m",
        axes: Axes = "effector",
        stiffness: Annotated[Array, "N/m", Shape(3), Range(0), "K along the three axes"] = STIFFNESS,
        turn_stiffness: Annotated[Array, "N*m/rad", Shape(3), Range(0), "K_r about the three axes"] = TURN_STIFFNESS,
        damping: Annotated[Array, "N*s/m", Shape(3), Range(0), "D along the three axes"] = DAMPING,
        turn_damping: Annotated[Array, "N*m*s/rad", Shape(3), Range(0), "D_r about the three axes"] = TURN_DAMPING,
    ) -> ImpedanceArrays:
        """Fetch the chain."""
        arrays = loaded_arrays_of(chain, joints, unit, force_unit)
        return ImpedanceArrays(arrays.links, arrays.tips, int(axes == "effector"))

    @staticmethod
    def output(
        q: Coordinates,
        rates: Rates,
        position: Annotated[Array, "m", Shape(3), "wanted position of the effector"],
        quaternion: Annotated[Array, "1", Shape(4), "wanted orientation of the effector"],
        velocity: Annotated[Array, "m/s", Shape(3), "of the wanted position"] = ZERO,
        angular_velocity: Annotated[Array, "rad/s", Shape(3), "of the wanted orientation"] = ZERO,
        force_limit: Annotated[float, "N", "largest force F"] = 15.0,
        moment_limit: Annotated[float, "N*m", "largest moment M"] = 5.0,
        *,
        links: Array,
        tips: Array,
        own: int,
        stiffness: Array,
        turn_stiffness: Array,
        damping: Array,
        turn_damping: Array,
    ) -> Compliant:
        """Springs and dampers, caps, transposed Jacobian."""
        n = q.shape[0]
        J, pose, rotation = geometric_jacobian(links, tips, q), effector_poses(links, tips, q)[0], np.empty((3, 3))
        way, lag, turn_lag = np.empty(3), np.empty(3), np.empty(3)
        for i in range(3):
            way[i] = float(position[i]) - float(pose[4 * i + 3])
            v, w = float(velocity[i]), float(angular_velocity[i])
            for c in range(n):
                v -= float(J[i, c]) * float(rates[c])
                w -= float(J[3 + i, c]) * float(rates[c])
            lag[i], turn_lag[i] = v, w
            for j in range(3):
                rotation[i, j] = pose[4 * i + j]
        x, y, z = to_rotation_vector(hamilton(unit(quaternion), conjugate(from_matrix(rotation))))
        turn = np.empty(3)
        turn[0], turn[1], turn[2] = x, y, z
        if own == 1:
            way, lag = turned(pose, True, way), turned(pose, True, lag)
            turn, turn_lag = turned(pose, True, turn), turned(pose, True, turn_lag)
        force, stopped = spring_and_damper(way, lag, stiffness, damping, max(force_limit, 0.0))
        moment, held = spring_and_damper(turn, turn_lag, turn_stiffness, turn_damping, max(moment_limit, 0.0))
        if own == 1:
            force, moment = turned(pose, False, force), turned(pose, False, moment)
        torques = np.zeros(n)
        for c in range(n):
            for i in range(3):
                work = float(J[i, c]) * float(force[i]) + float(J[3 + i, c]) * float(moment[i])
                torques[c] = float(torques[c]) + work
        return Compliant(torques, force, moment, stopped or held)
