"""The drives of a compiled world as flat arrays: where each command lies, its range, and the brakes."""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import mujoco
import numpy as np

from pult.core.channels import Channel, Channels
from pult.core.channels import placed as in_line
from pult.core.errors import UsageError, choose
from pult.core.signals import Array
from pult.equipment.drives.document import (
    Drive,
    JointDrive,
    PneumaticDrive,
    PositionDrive,
    command_description,
    is_tendon_driven,
    per_joint,
    targets,
    unit_of,
)

CTRL, LOW, HIGH, NEUTRAL, SECOND, HOLDS = range(6)
"""Columns of the table of drives."""

Row = tuple[float, float, float, float, float]
"""A row of the table without its last column, which is the robot's."""


@dataclass(frozen=True, slots=True)
class DriveTable:
    """All drives of a world.

    Attributes:
        channels: What each command is, in the flat array of commands.
        table: For each command: index in `data.ctrl`; least and most command; the neutral one, which is sent when there
            is none (NaN: keep the last); index in `data.ctrl` of a second actuator that gets the same command, or -1;
            whether it goes on obeying the scheme while the robot is stopped. Shape (commands, 6).
        actuators: For each command, the actuators that carry it out.
        gear: Ratios of the actuators as compiled. Shape (actuators, 6).
        brakes: For each brake: index of the degree of freedom, its torque [N*m or N], and the dry friction without it.
            Shape (brakes, 3).
        locks: For each lock of a rod, and each brake on a tendon: index of the tendon, its force [N] or torque [N*m],
            and the dry friction without it. Shape (locks, 3).
    """

    channels: Channels
    table: Array
    actuators: tuple[tuple[int, ...], ...]
    gear: Array
    brakes: Array
    locks: Array

    @property
    def holds(self) -> bool:
        """Whether a robot among them is held by its scheme while it is stopped."""
        return bool(self.table[:, HOLDS].any())


def drive_table(
    model: mujoco.MjModel, placed: Sequence[tuple[str, Mapping[str, Drive]]], holding: Collection[str] = ()
) -> DriveTable:
    """Find the drives of all robots in a compiled world.

    Actuators that no drive has made are there by their own names, with the unit "1", so that a plain model can be
    driven.

    Args:
        model: The world.
        placed: For each robot the prefix of its names in the world, and its drives.
        holding: Prefixes of the robots that their scheme holds while they are stopped; their brakes stay open.

    Raises:
        UsageError: The world lacks an actuator or a joint of a drive.
    """
    found = _Found(model)
    for prefix, drives in placed:
        found.holds = prefix in holding
        for name, drive in drives.items():
            if isinstance(drive, PneumaticDrive):
                found.add_cylinder(prefix + name, drive)
            elif is_tendon_driven(drive):
                found.add_on_tendons(prefix, name, drive)
            else:
                found.add_on_joints(prefix, name, drive)
    found.holds = False
    found.add_others()
    return DriveTable(
        Channels(in_line(found.channels)),
        np.array(found.rows, dtype=np.float64).reshape(-1, 6),
        tuple(found.actuators),
        np.array(model.actuator_gear, dtype=np.float64),
        np.array(found.brakes, dtype=np.float64).reshape(-1, 3),
        np.array(found.locks, dtype=np.float64).reshape(-1, 3),
    )


class _Found:
    def __init__(self, model: mujoco.MjModel) -> None:
        self.model = model
        self.channels: list[Channel] = []
        self.rows: list[tuple[float, ...]] = []
        self.holds = False
        self.actuators: list[tuple[int, ...]] = []
        self.brakes: list[tuple[int, float, float]] = []
        self.locks: list[tuple[int, float, float]] = []
        self.ids = _names(model, mujoco.mjtObj.mjOBJ_ACTUATOR, model.nactuator)
        self.joints = _names(model, mujoco.mjtObj.mjOBJ_JOINT, model.njnt)

    def add_on_joints(self, prefix: str, name: str, drive: JointDrive) -> None:
        model = self.model
        joints = [_look_up(prefix + joint, self.joints, "joint") for joint in drive.joints]
        slides = bool(joints) and model.jnt_type[joints[0]] == mujoco.mjtJoint.mjJNT_SLIDE
        for index, joint in enumerate(joints):
            actuator = _look_up(f"{prefix}{name}[{drive.joints[index]}]", self.ids, "actuator")
            control, low, high, neutral, second = self._row(actuator, 0)
            if isinstance(drive, PositionDrive):
                neutral = math.nan
                if model.jnt_limited[joint]:
                    low, high = (float(limit) for limit in model.jnt_range[joint])
            self._add((control, low, high, neutral, second), actuator)
            torque = per_joint(drive, "brake")[index] if not isinstance(drive, PositionDrive) else 0.0
            if torque > 0.0 and not self.holds:
                dof = int(model.jnt_dofadr[joint])
                self.brakes.append((dof, torque, float(model.dof_frictionloss[dof])))
        shape, labels = (len(joints),), tuple(drive.joints)
        self._say(prefix + name, drive, shape, labels, slides)

    def add_on_tendons(self, prefix: str, name: str, drive: JointDrive) -> None:
        model, names = self.model, targets(drive)
        for title, torque in zip(names, per_joint(drive, "brake"), strict=True):
            actuator = _look_up(f"{prefix}{name}[{title}]", self.ids, "actuator")
            self._add(self._row(actuator, 0), actuator)
            if torque > 0.0 and not self.holds:
                tendon = int(model.actuator_trnid[actuator, 0])
                self.locks.append((tendon, torque, float(model.tendon_frictionloss[tendon])))
        self._say(prefix + name, drive, (len(names),), tuple(names), False)

    def add_cylinder(self, name: str, drive: PneumaticDrive) -> None:
        chambers = [self.ids[title] for title in (name, f"{name}[rod]") if title in self.ids]
        if not chambers:
            _look_up(name, self.ids, "actuator")
        control, _, _, neutral, second = self._row(chambers[0], 0)
        if len(chambers) > 1:
            second = float(self.model.actuator_ctrladr[chambers[1]])
        if drive.brake > 0.0 and not self.holds:
            tendon = int(self.model.actuator_trnid[chambers[0], 0])
            self.locks.append((tendon, drive.brake, float(self.model.tendon_frictionloss[tendon])))
        low, high = drive.pressure
        self._add((control, low, high, neutral, second), *chambers)
        self._say(name, drive, (), (), False)

    def add_others(self) -> None:
        """Actuators that no drive has made."""
        made = {actuator for group in self.actuators for actuator in group}
        for actuator in range(self.model.nactuator):
            count = int(self.model.actuator_ctrlnum[actuator])
            if actuator in made or count == 0:
                continue
            name = mujoco.mj_id2name(self.model, mujoco.mjtObj.mjOBJ_ACTUATOR, actuator) or f"actuator{actuator}"
            for index in range(count):
                self._add(self._row(actuator, index), actuator)
            labels = tuple(mujoco.mj_actuatorInputName(self.model, actuator, index) or "" for index in range(count))
            shape, names = ((), ()) if count == 1 else ((count,), labels)
            self.channels.append(
                Channel(name, 0, shape, "1", labels=names, description="Control of an actuator of the model itself.")
            )

    def _add(self, row: Row, *actuators: int) -> None:
        self.rows.append((*row, float(self.holds)))
        self.actuators.append(actuators)

    def _row(self, actuator: int, index: int) -> Row:
        """Where a control of an actuator lies, its range and its neutral value: 0, or NaN for a position."""
        model = self.model
        control = int(model.actuator_ctrladr[actuator]) + index
        low, high = -math.inf, math.inf
        if model.actuator_ctrllimited[control]:
            low, high = (float(limit) for limit in model.actuator_ctrlrange[control])
        is_position = mujoco.mj_actuatorInputName(model, actuator, index) == "pos"
        neutral = math.nan if is_position else min(max(0.0, low), high)
        return control, low, high, neutral, -1.0

    def _say(self, name: str, drive: Drive, shape: tuple[int, ...], labels: tuple[str, ...], slides: bool) -> None:
        unit = unit_of(drive, slides)
        self.channels.append(Channel(name, 0, shape, unit, labels=labels, description=command_description(drive)))


def _names(model: mujoco.MjModel, kind: mujoco.mjtObj, count: int) -> dict[str, int]:
    found = {mujoco.mj_id2name(model, kind, number): number for number in range(count)}
    return {name: number for name, number in found.items() if name}


def _look_up(name: str, ids: Mapping[str, int], what: str) -> int:
    if name not in ids:
        raise UsageError(f"the world has no {what} {name!r}. {choose(name, ids)}")
    return ids[name]
