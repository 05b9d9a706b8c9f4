"""Numbers of drives and gains, from masses and limits of a model.

A PD controller on every joint with the inertia D = diag(M) that stands before it, torques tau = D (w^2 e - 2 z w q'),
is stable in steps of dt while 2 z w l dt is well below 1, where l is the largest eigenvalue of M^-1 D: joints that act
on each other leave less inertia to each of them than M_ii says.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import mujoco
import numpy as np

from pult.core.signals import Array
from pult.makers.own.axes import Axis
from pult.makers.own.own_model import OwnModel

SAMPLES = 40
"""Poses in which the weight is computed."""
FASTEST, DAMPING, RESERVE = 20.0, 0.8, 0.5
"""Largest natural frequency of a joint [rad/s], its damping ratio, and 2 z w l dt at most."""
ROTOR, MARGIN, LIVELY = 0.5, 2.5, 8.0
"""Inertia of a rotor as a share of what it turns; stall torque over the greatest weight; acceleration that a motor
has at least, without weight [rad/s^2]."""
SPEED, SLIDE_SPEED = 4.0, 0.8
"""No-load speeds of motors whose model says none [rad/s, m/s]."""
SLOWEST = 8.0
"""Rate at which errors go where the motor's own damping governs the motion, kp times the no-load speed [1/s]."""
OVERSIZED = 300.0
"""A torque that a model says is no figure of a machine above so many times what is needed."""
FRICTION = 0.004
"""Dry friction of a motor as a share of its stall torque."""


@dataclass(frozen=True, eq=False)
class Dynamics:
    """Masses at axes in the home pose.

    Attributes:
        model: The model.
        axes: Its axes.
        rotors: Inertia that drives add to the axes [kg*m^2 or kg]. Shape (n,).
    """

    model: OwnModel
    axes: Sequence[Axis]
    rotors: Array

    @cached_property
    def dofs(self) -> list[int]:
        """Degree of freedom of each axis."""
        return [int(self.model.compiled.jnt_dofadr[axis.number]) for axis in self.axes]

    @cached_property
    def matrix(self) -> Array:
        """Inertia matrix of all degrees of freedom at home, with rotors. Shape (nv, nv)."""
        compiled = self.model.compiled
        data: Any = mujoco.MjData(compiled)
        set_home(self.model, data, self.axes)
        mujoco.mj_forward(compiled, data)
        full = np.zeros((compiled.nv, compiled.nv))
        mujoco.mj_fullM(compiled, data, full)
        full[self.dofs, self.dofs] += self.rotors
        return full

    @cached_property
    def inertia(self) -> Array:
        """Inertia before each axis, the others being free to move. Shape (n,)."""
        return np.maximum(np.diag(self.matrix)[self.dofs], 1e-7)

    def frequency(self, step: float) -> float:
        """Natural frequency that all axes can have [rad/s].

        Args:
            step: Control step [s].
        """
        inverse = np.linalg.pinv(self.matrix)[np.ix_(self.dofs, self.dofs)]
        root = np.sqrt(self.inertia)
        largest = float(np.linalg.eigvalsh(inverse * np.outer(root, root))[-1])
        return min(FASTEST, RESERVE / (2.0 * DAMPING * max(largest, 1.0) * step))

    @cached_property
    def weight(self) -> Array:
        """Greatest torque or force that the weight puts on each axis. Shape (n,)."""
        compiled = self.model.compiled
        data: Any = mujoco.MjData(compiled)
        rng = np.random.default_rng(0)
        found = np.zeros(len(self.axes))
        for sample in range(SAMPLES):
            set_home(self.model, data, self.axes)
            for axis in self.axes if sample else ():
                low, high = max(axis.low, -np.pi), min(axis.high, np.pi)
                data.qpos[compiled.jnt_qposadr[axis.number]] = rng.uniform(low, high)
            data.qvel[:] = 0.0
            mujoco.mj_forward(compiled, data)
            found = np.maximum(found, np.abs(data.qfrc_bias[self.dofs]))
        return found


def set_home(model: OwnModel, data: Any, axes: Sequence[Axis], key: str = "") -> None:
    """Put a model into its home pose: that of the key frame, or of its axes."""
    compiled = model.compiled
    position = model.key_position(key)
    data.qpos[:] = compiled.qpos0 if position is None else position
    for axis in axes:
        data.qpos[compiled.jnt_qposadr[axis.number]] = axis.home
    for e in range(compiled.neq):  # joints that follow others
        if int(compiled.eq_type[e]) == int(mujoco.mjtEq.mjEQ_JOINT) and compiled.eq_active0[e]:
            follower, leader = int(compiled.eq_obj1id[e]), int(compiled.eq_obj2id[e])
            if leader >= 0:
                at, by = int(compiled.jnt_qposadr[follower]), int(compiled.jnt_qposadr[leader])
                travel = data.qpos[by] - compiled.qpos0[by]
                data.qpos[at] = compiled.qpos0[at] + np.polynomial.polynomial.polyval(travel, compiled.eq_data[e, :5])


@dataclass(frozen=True, eq=False)
class Motors:
    """Electric drives for axes, sized by what they have to bear. All arrays have the shape (n,).

    Attributes:
        stall_torque: [N*m or N]
        no_load_speed: [rad/s or m/s]
        inertia: Of the rotor at the joint [kg*m^2 or kg].
        friction, brake: [N*m or N]
        kp, kd: Gains of the voltage [V/rad, V*s/rad].
    """

    stall_torque: Array
    no_load_speed: Array
    inertia: Array
    friction: Array
    brake: Array
    kp: Array
    kd: Array


def motors(model: OwnModel, axes: Sequence[Axis], step: float) -> Motors:
    """Motors for axes: torques of the weight with a margin, rotors in proportion to what they turn.

    Torques and speeds that the model itself says (URDF's effort and velocity, MJCF's actuatorfrcrange) are kept if they
    bear the weight.

    Args:
        model: The model.
        axes: Its axes.
        step: Control step of the scheme [s].
    """
    bare = Dynamics(model, axes, np.zeros(len(axes)))
    rotors = np.maximum(ROTOR * bare.inertia, 1e-5)
    loaded = Dynamics(model, axes, rotors)
    weight, inertia = bare.weight, loaded.inertia
    needed = np.maximum(MARGIN * weight, LIVELY * inertia)
    torque = np.array(
        [_said_torque(model, axis, need, bear) for axis, need, bear in zip(axes, needed, weight, strict=True)]
    )
    speed = np.array([model.speeds.get(axis.joint, SLIDE_SPEED if axis.slides else SPEED) for axis in axes])
    w = loaded.frequency(step)
    kp = np.maximum(inertia * w * w / torque, SLOWEST / speed)
    kd = np.maximum(2.0 * DAMPING * w * inertia / torque - 1.0 / speed, 0.0)
    return Motors(
        _rounded(torque), _rounded(speed), _rounded(rotors), _rounded(FRICTION * torque),
        _rounded(np.maximum(1.5 * weight, 0.5 * torque)), _rounded(kp), _rounded(kd),
    )  # fmt: skip


def _said_torque(model: OwnModel, axis: Axis, needed: float, weight: float) -> float:
    compiled = model.compiled
    if compiled.jnt_actfrclimited[axis.number]:
        said = float(np.abs(compiled.jnt_actfrcrange[axis.number]).max())
        if 1.2 * weight < said < OVERSIZED * max(needed, 0.1):
            return said
    return max(needed, 2e-3)


def _rounded(values: Array) -> Array:
    """Four significant digits."""
    return np.array([float(f"{value:.4g}") for value in values])


def torque_gains(model: OwnModel, axes: Sequence[Axis], step: float) -> tuple[Array, Array]:
    """Gains of a PD controller that commands torques [N*m/rad, N*m*s/rad]. Shapes (n,)."""
    dynamics = Dynamics(model, axes, np.zeros(len(axes)))
    w = dynamics.frequency(step)
    return _rounded(dynamics.inertia * w * w), _rounded(2.0 * DAMPING * w * dynamics.inertia)
