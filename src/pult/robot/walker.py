"""A robot on two legs as flat arrays: legs, soles, masses, drives."""

import math
from collections.abc import Callable, Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import mujoco
import numpy as np

from pult.core.errors import KinematicsError
from pult.core.signals import Array
from pult.equipment.drives.joints import JointDrive
from pult.equipment.drives.model import add_drives
from pult.geometry.pose import inverse, pose
from pult.native.library import Compiled
from pult.robot.chain import Chain
from pult.robot.document import RobotDocument, WalkerDocument
from pult.robot.kinematics import COORDINATE, PARENT
from pult.robot.model import Model
from pult.robot.walker_arrays import BODY_SIZE, MASS, WalkerArrays
from pult.robot.weights import urdf_spec

_VERTICAL = 0.9
"""Least cosine of the angle between the vertical and a joint that turns a foot about it."""


class Walker:
    """Two legs of a robot, and everything they carry. Immutable; the masses are read at the first use.

    Frames: pelvis and soles have x forward, y to the left and z up while the robot stands.

    Attributes:
        name: Name of the walker in the robot's document.
        joints: Names of the joints, left leg first.
        half_width, heel, toe: Edges of a sole from its frame [m].
        stand: Joint angles of the standing pose [rad]. Shape (2 m,).
        stall_torque, no_load_speed: Of the drives [N*m, rad/s], 0 where a joint has no electric drive. Shape (2 m,).
    """

    def __init__(
        self, name: str, part: WalkerDocument, document: RobotDocument, chains: Mapping[str, Chain],
        model: Model, file: Path,
    ) -> None:  # fmt: skip
        """Take over what `pult.robot.walker_check.walker_faults` has checked."""
        self.name = name
        self._legs = chains[part.left], chains[part.right]
        self._part, self._document, self._model, self._file = part, document, model, file
        self.joints = (*self._legs[0].names, *self._legs[1].names)
        self.half_width, self.heel, self.toe = part.sole.half_width, part.sole.heel, part.sole.toe
        angles = document.poses.get(part.pose, {})
        self.stand = np.array([angles.get(joint, 0.0) for joint in self.joints])
        self.stall_torque, self.no_load_speed = _drive_data(document, self.joints)

    def __repr__(self) -> str:
        return f"<Walker {self.name!r}: {self.base} to {self._legs[0].effector} and {self._legs[1].effector}>"

    @property
    def m(self) -> int:
        """Number of joints of a leg."""
        return len(self.joints) // 2

    @property
    def base(self) -> str:
        """Name of the pelvis."""
        return self._legs[0].base

    @property
    def soles(self) -> tuple[str, str]:
        """Names of the frames of both soles."""
        return self._legs[0].effector, self._legs[1].effector

    @cached_property
    def arrays(self) -> WalkerArrays:
        """The arrays that native kernels read.

        Raises:
            KinematicsError: The model's file cannot be read, or MuJoCo refuses it.
        """
        rows, tips, limits = [], [], []
        for leg, chain in enumerate(self._legs):
            links, tip = chain.arrays.links.copy(), chain.arrays.tips.copy()
            for column in (PARENT, COORDINATE):
                links[:, column] += np.where(links[:, column] >= 0.0, leg * self.m, 0.0)
            tip[0, 0] += leg * self.m
            rows.append(links)
            tips.append(tip)
            limits.append(np.array([chain.lower, chain.upper]))
        frames = np.vstack([chain.frames(q) for chain, q in zip(self._legs, self._halves(self.stand), strict=True)])
        frames = frames @ inverse_all(np.vstack([chain.arrays.carried for chain in self._legs]))
        bodies, rotors = self._bodies(frames)
        return WalkerArrays(
            np.vstack(rows), np.vstack(tips), np.hstack(limits), bodies, self._yaw_pairs(frames), rotors
        )

    def compiled(self, kernel: Callable[..., Any], signature: str) -> Callable[..., Any]:
        """A kernel as native code, for algorithms that know no compiler themselves; see `Compiled`."""
        return _compiled(kernel, signature)

    @property
    def mass(self) -> float:
        """Mass of the whole robot [kg]."""
        return float(self.arrays.bodies[:, MASS].sum())

    @cached_property
    def standing(self) -> tuple[float, float, float]:
        """Half the distance of the soles, how far they are before the pelvis, and its height above them [m]."""
        left, right = (chain.forward(q)[:3, 3] for chain, q in zip(self._legs, self._halves(self.stand), strict=True))
        return float(left[1] - right[1]) / 2.0, float(left[0] + right[0]) / 2.0, -float(left[2] + right[2]) / 2.0

    def _halves(self, q: Array) -> tuple[Array, Array]:
        return q[: self.m].copy(), q[self.m :].copy()

    def _yaw_pairs(self, frames: Array) -> Array:
        """Joints that share the turn of a foot."""
        found = np.array([[-1.0, -1.0, 0.0], [-1.0, -1.0, 0.0]])
        for leg in range(2):
            first, last = leg * self.m, (leg + 1) * self.m - 1
            up = frames[first, 2, 2], frames[last, 2, 2]
            if self.m > 6 and min(abs(up[0]), abs(up[1])) > _VERTICAL:
                found[leg] = first, last, math.copysign(1.0, up[0] * up[1])
        return found

    def _bodies(self, frames: Array) -> tuple[Array, Array]:
        """Masses that the pelvis and each joint carry, and inertias of rotors, from the model with its drives."""
        compiled = self._compiled()
        data = mujoco.MjData(compiled)
        for joint, value in self._document.poses.get(self._part.pose, {}).items():
            data.qpos[compiled.joint(joint).qposadr[0]] = value
        mujoco.mj_kinematics(compiled, data)
        mujoco.mj_comPos(compiled, data)
        base = compiled.body(self.base.removeprefix("body:")).id
        T_base_world = inverse(pose(data.xpos[base], data.xquat[base]))
        carrier = self._carriers(compiled, base)
        moments = np.zeros((1 + len(self.joints), BODY_SIZE))
        T_base_joints = [np.eye(4), *frames]
        for row in range(len(moments)):
            own = [b for b in range(1, compiled.nbody) if carrier[b] == row - 1]
            T = inverse(T_base_joints[row]) @ T_base_world
            moments[row] = _lump(compiled, data, own, T)
        dofs = [int(compiled.joint(joint).dofadr[0]) for joint in self.joints]
        return moments, np.array(compiled.dof_armature[dofs])

    def _carriers(self, compiled: Any, base: int) -> list[int]:
        """For each body the joint of a leg that carries it; -1: the pelvis."""
        last = {int(compiled.joint(joint).bodyid[0]): number for number, joint in enumerate(self.joints)}
        found = [-1] * compiled.nbody
        for body in range(1, compiled.nbody):
            parent = int(compiled.body_parentid[body])
            found[body] = last.get(body, found[parent] if body != base else -1)
        return found

    def _compiled(self) -> Any:
        try:
            spec = urdf_spec(self._file) if self._file.suffix.lower() == ".urdf" else mujoco.MjSpec.from_file(
                str(self._file)
            )
            faults = add_drives(spec, self._document.drives)
            if faults:
                raise KinematicsError(f"the walker {self.name!r} cannot be driven: {faults[0]}")
            return spec.compile()
        except ValueError as error:
            raise KinematicsError(f"{self._file}: MuJoCo refuses it: {' '.join(str(error).split())}") from None


@cache
def _compiled(kernel: Callable[..., Any], signature: str) -> Compiled[Any]:
    return Compiled(kernel, signature)


def inverse_all(poses: Array) -> Array:
    """Inverses of many poses. Shape (k, 4, 4)."""
    return np.array([inverse(one) for one in poses])


def _lump(compiled: Any, data: Any, bodies: list[int], T: Array) -> Array:
    """Bodies as one rigid body in another frame: mass, centre, inertia about the centre. Shape (10,)."""
    mass = float(compiled.body_mass[bodies].sum())
    if mass == 0.0:
        return np.zeros(BODY_SIZE)
    centres = data.xipos[bodies] @ T[:3, :3].T + T[:3, 3]
    centre = compiled.body_mass[bodies] @ centres / mass
    inertia = np.zeros((3, 3))
    for body, place in zip(bodies, centres, strict=True):
        R = T[:3, :3] @ data.ximat[body].reshape(3, 3)
        d = place - centre
        inertia += R @ np.diag(compiled.body_inertia[body]) @ R.T
        inertia += compiled.body_mass[body] * (d @ d * np.eye(3) - np.outer(d, d))
    i = inertia
    return np.array([mass, *centre, i[0, 0], i[1, 1], i[2, 2], i[0, 1], i[0, 2], i[1, 2]])


def _drive_data(document: RobotDocument, joints: tuple[str, ...]) -> tuple[Array, Array]:
    """Stall torque and no-load speed of each joint; 0 where no electric drive moves it."""
    found = np.zeros((2, len(joints)))
    for drive in document.drives.values():
        if isinstance(drive, JointDrive):
            figures = drive.figures()
            for row, key in enumerate(("stall_torque", "no_load_speed")):
                for label, value in zip(figures.labels, figures.values.get(key, ()), strict=False):
                    if label in joints:
                        found[row, joints.index(label)] = value
    return found[0], found[1]
