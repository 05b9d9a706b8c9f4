"""Commands to drives, stops, faults and brakes."""

import mujoco
import numpy as np

from pult.core.kernels import clamp, kernel
from pult.core.signals import Array
from pult.equipment.drives.own_actuators import holding_control
from pult.equipment.drives.table import CTRL, HIGH, HOLDS, LOW, NEUTRAL, SECOND, DriveTable


@kernel
def apply_drives(table: Array, commands: Array, faults: Array, stopped: float, ctrl: Array, applied: Array) -> None:
    """Send one command to each drive, within its range.

    A drive gets its neutral command if its own is NaN, if it is dead, or if the robot is stopped and its scheme does
    not hold it (`HOLDS`). The neutral command is 0 (shorted terminals of a motor, no torque, no pressure), and the last
    one for a position drive; see `hold_positions`.

    Args:
        table: `DriveTable.table`. Shape (n, 6).
        commands: The commands. Shape (n,).
        faults: Column 0 is non-zero for a dead drive; see `set_dead`. Shape (n, 1 or more).
        stopped: Non-zero while the robots are stopped.
        ctrl: `data.ctrl`, written.
        applied: The commands sent last; overwritten by those sent now. Shape (n,).
    """
    for i in range(table.shape[0]):
        value = float(commands[i])
        off = stopped != 0.0 and float(table[i, HOLDS]) == 0.0
        if off or float(faults[i, 0]) != 0.0 or value != value:
            value = float(table[i, NEUTRAL])
            if value != value:
                value = float(applied[i])
            if value != value:
                value = 0.0
        value = clamp(value, float(table[i, LOW]), float(table[i, HIGH]))
        ctrl[int(table[i, CTRL])] = value
        if float(table[i, SECOND]) >= 0.0:
            ctrl[int(table[i, SECOND])] = value
        applied[i] = value


def hold_positions(data: mujoco.MjData, drives: DriveTable, applied: Array) -> None:
    """Let position drives hold their present positions while they get no command.

    Called at the start, and after drives are stopped or restored; otherwise they would continue to the last commanded
    position.

    Args:
        data: State of the world; positions are up to date (after `mj_forward` or `mj_step1`).
        drives: Its drives.
        applied: The commands sent last, changed for position drives. Shape (n,).
    """
    for index in np.flatnonzero(np.isnan(drives.table[:, NEUTRAL])):
        actuator = drives.actuators[index][0]
        applied[index] = holding_control(data.model, actuator, float(data.actuator_length[actuator]))


def set_dead(model: mujoco.MjModel, drives: DriveTable, index: int, dead: bool) -> None:
    """Make a drive fail, or restore it, by an exact and reversible change of the model.

    A dead motor is an open circuit: no current, hence neither torque nor back-EMF; a dead cylinder is vented. Only its
    inertia, friction and brake remain. (A command of 0 is different: it shorts the motor, which then brakes.) The drive
    is disconnected by a transmission ratio of zero. Mark it in the faults of `apply_drives` as well, so that it gets no
    voltage and starts without a current when it is restored.

    Args:
        model: The world; the session's own copy.
        drives: Its drives.
        index: Index of the command.
        dead: Whether it is dead from now on.
    """
    for actuator in drives.actuators[index]:
        model.actuator_gear[actuator] = 0.0 if dead else drives.gear[actuator]


def set_brakes(model: mujoco.MjModel, drives: DriveTable, on: bool) -> None:
    """Engage or release all brakes and rod locks, by an exact and reversible change of dry friction."""
    for dof, torque, friction in drives.brakes:
        model.dof_frictionloss[int(dof)] = friction + torque if on else friction
    for tendon, force, friction in drives.locks:
        model.tendon_frictionloss[int(tendon)] = friction + force if on else friction
