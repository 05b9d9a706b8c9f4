"""The drives of a compiled world as flat arrays: index and range of each command, and brakes."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import mujoco
import numpy as np

from pult.core.channels import Channel, Channels
from pult.core.channels import lay_out as in_line
from pult.core.errors import UsageError, choose
from pult.core.signals import Array
from pult.equipment.drives.own_actuators import is_servo

CTRL, LOW, HIGH, NEUTRAL, SECOND, HOLDS = range(6)
"""Columns of the table of drives."""

Row = tuple[float, float, float, float, float]
"""A row of the table without its last column, which is the robot's."""


@dataclass(frozen=True, slots=True)
class DriveTable:
    """All drives of a world.

    Attributes:
        channels: The commands, in their flat array.
        table: For each command: index in `data.ctrl`; lowest and highest command; the neutral one, which is sent when
            there is none (NaN: keep the last); index in `data.ctrl` of a second actuator that gets the same command, or
            -1; whether it still follows the scheme while the robot is stopped. Shape (commands, 6).
        actuators: For each command, its actuators.
        gear: Transmission ratios of the actuators as compiled. Shape (actuators, 6).
        brakes: For each brake: index of the degree of freedom, its torque [N*m or N], and the dry friction without it.
            Shape (brakes, 3).
        locks: For each rod lock and each brake on a tendon: index of the tendon, its force [N] or torque [N*m],
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
        """Whether any robot is held by its scheme while it is stopped."""
        return bool(self.table[:, HOLDS].any())


class TableBuilder:
    """Builder of the table of drives: kinds of drives add their commands to it.

    Attributes:
        model: The compiled world (mujoco.MjModel).
        holds: Whether the present robot is held by its scheme while it is stopped; its brakes stay released then.
        actuators_by_name: Indices of the actuators of the world.
    """

    def __init__(self, model: mujoco.MjModel) -> None:
        """Start with an empty table."""
        self.model = model
        self.holds = False
        self.actuators_by_name = _names(model, mujoco.mjtObj.mjOBJ_ACTUATOR, model.nactuator)
        self._joints = _names(model, mujoco.mjtObj.mjOBJ_JOINT, model.njnt)
        self._channels: list[Channel] = []
        self._rows: list[tuple[float, ...]] = []
        self._actuators: list[tuple[int, ...]] = []
        self._brakes: list[tuple[int, float, float]] = []
        self._locks: list[tuple[int, float, float]] = []

    def actuator(self, name: str) -> int:
        """Number of an actuator.

        Raises:
            UsageError: The world has none of that name.
        """
        return _look_up(name, self.actuators_by_name, "actuator")

    def joint(self, name: str) -> int:
        """Number of a joint.

        Raises:
            UsageError: The world has none of that name.
        """
        return _look_up(name, self._joints, "joint")

    def row(self, actuator: int, index: int = 0) -> Row:
        """Index of a control of an actuator, its range and its neutral value: 0, or NaN for a position."""
        model = self.model
        control = int(model.actuator_ctrladr[actuator]) + index
        low, high = -math.inf, math.inf
        if model.actuator_ctrllimited[control]:
            low, high = (float(limit) for limit in model.actuator_ctrlrange[control])
        is_position = mujoco.mj_actuatorInputName(model, actuator, index) == "pos" or is_servo(model, actuator)
        neutral = math.nan if is_position else min(max(0.0, low), high)
        return control, low, high, neutral, -1.0

    def add(self, row: Row, *actuators: int) -> None:
        """Add a command.

        Args:
            row: Its index, range and neutral value, see `row`.
            actuators: Indices of its actuators.
        """
        self._rows.append((*row, float(self.holds)))
        self._actuators.append(actuators)

    def add_brake(self, dof: int, torque: float) -> None:
        """Add a brake on a degree of freedom [N*m or N]; none if its torque is 0, or if the robot is held."""
        if torque > 0.0 and not self.holds:
            self._brakes.append((dof, torque, float(self.model.dof_frictionloss[dof])))

    def add_lock(self, actuator: int, force: float) -> None:
        """Add a brake on the tendon of an actuator [N or N*m], likewise."""
        if force > 0.0 and not self.holds:
            tendon = int(self.model.actuator_trnid[actuator, 0])
            self._locks.append((tendon, force, float(self.model.tendon_frictionloss[tendon])))

    def describe(self, name: str, unit: str, description: str, labels: tuple[str, ...] | None = None) -> None:
        """Describe the commands of a drive: one for each label, or a single one without labels."""
        shape = () if labels is None else (len(labels),)
        self._channels.append(Channel(name, 0, shape, unit, labels=labels or (), description=description))

    def add_others(self) -> None:
        """Add actuators that do not belong to a drive."""
        made = {actuator for group in self._actuators for actuator in group}
        for actuator in range(self.model.nactuator):
            count = int(self.model.actuator_ctrlnum[actuator])
            if actuator in made or count == 0:
                continue
            name = mujoco.mj_id2name(self.model, mujoco.mjtObj.mjOBJ_ACTUATOR, actuator) or f"actuator{actuator}"
            for index in range(count):
                self.add(self.row(actuator, index), actuator)
            labels = tuple(mujoco.mj_actuatorInputName(self.model, actuator, index) or "" for index in range(count))
            shape, names = ((), ()) if count == 1 else ((count,), labels)
            self._channels.append(
                Channel(name, 0, shape, "1", labels=names, description="Control of an actuator of the model itself.")
            )

    def finished(self) -> DriveTable:
        """The table."""
        return DriveTable(
            Channels(in_line(self._channels)),
            np.array(self._rows, dtype=np.float64).reshape(-1, 6),
            tuple(self._actuators),
            np.array(self.model.actuator_gear, dtype=np.float64),
            np.array(self._brakes, dtype=np.float64).reshape(-1, 3),
            np.array(self._locks, dtype=np.float64).reshape(-1, 3),
        )


def _names(model: mujoco.MjModel, kind: mujoco.mjtObj, count: int) -> dict[str, int]:
    found = {mujoco.mj_id2name(model, kind, number): number for number in range(count)}
    return {name: number for name, number in found.items() if name}


def _look_up(name: str, ids: Mapping[str, int], what: str) -> int:
    if name not in ids:
        raise UsageError(f"the world has no {what} {name!r}. {choose(name, ids)}")
    return ids[name]
