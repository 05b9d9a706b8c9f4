"""A robot on two legs as flat arrays: legs, soles, masses, drives."""

import math
from collections.abc import Callable, Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numpy as np

from pult.core.signals import Array
from pult.equipment.drives.joints import JointDrive
from pult.geometry.pose import inverse
from pult.native.library import Compiled
from pult.robot.bodies import carried_bodies, compile_driven
from pult.robot.chain import Chain
from pult.robot.document import RobotDocument, WalkerDocument
from pult.robot.kinematics import COORDINATE, LINK_SIZE, PARENT
from pult.robot.model import Model
from pult.robot.tree import Tree
from pult.robot.walker_arrays import MASS, UpperBody, WalkerArrays

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
        upper = [chains[chain].effector for chain in part.carries]
        self._upper = Tree(model, upper, document.chains[part.left].base or None) if upper else None
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

    @cached_property
    def upper_body(self) -> UpperBody:
        """What the pelvis carries, with the joints above it that the document names.

        Raises:
            KinematicsError: The model's file cannot be read, or MuJoCo refuses it.
        """
        if self._upper is None:
            return UpperBody((), np.zeros((0, LINK_SIZE)), self.arrays.bodies[:1].copy())
        legs = [chain.frames(q) for chain, q in zip(self._legs, self._halves(self.stand), strict=True)]
        q = np.array([self._angles.get(joint, 0.0) for joint in self._upper.names])
        frames = np.vstack([*legs, self._upper.frames(q)])
        carried = np.vstack([chain.arrays.carried for chain in (*self._legs, self._upper)])
        joints = (*self.joints, *self._upper.joints)
        bodies = carried_bodies(self._driven, self._angles, self.base, joints, list(frames @ inverse_all(carried)))
        own = [0, *range(1 + len(self.joints), len(bodies))]
        return UpperBody(self._upper.names, self._upper.arrays.links.copy(), bodies[own])

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
        compiled = self._driven
        bodies = carried_bodies(compiled, self._angles, self.base, self.joints, list(frames))
        dofs = [int(compiled.joint(joint).dofadr[0]) for joint in self.joints]
        return bodies, np.array(compiled.dof_armature[dofs])

    @cached_property
    def _driven(self) -> Any:
        return compile_driven(f"the walker {self.name!r}", self._file, self._document.drives)

    @property
    def _angles(self) -> Mapping[str, float]:
        return self._document.poses.get(self._part.pose, {})


@cache
def _compiled(kernel: Callable[..., Any], signature: str) -> Compiled[Any]:
    return Compiled(kernel, signature)


def inverse_all(poses: Array) -> Array:
    """Inverses of many poses. Shape (k, 4, 4)."""
    return np.array([inverse(one) for one in poses])


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
