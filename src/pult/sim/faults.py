"""Injected faults: dead drives, faulty sensors, delays, pushes."""

from typing import Any

import mujoco
import numpy as np

from pult.equipment.drives.table import DriveTable
from pult.equipment.sensors.table import SensorTable
from pult.sim.commands import (
    BiasSensor,
    ClearFaults,
    Command,
    CommandRefused,
    DelayInput,
    DelaySensor,
    FreezeSensor,
    KillDrive,
    Push,
)
from pult.sim.drives import set_dead
from pult.sim.fault_checks import check_fault, indices
from pult.sim.loop import TICK, Arrays

FROZEN, BIAS, DELAY = range(3)
"""Columns of the faults of sensors."""


class Faults:
    """The faults of a session. They are stored in the arrays of the loop, and for dead drives in the model.

    Attributes:
        input_delay: Delay of panel inputs [control steps].
    """

    MAX_PUSHES = 16
    """Maximum number of simultaneous pushes."""

    def __init__(self, arrays: Arrays, model: Any, drives: DriveTable, sensors: SensorTable, dt: float) -> None:
        """Connect to the arrays of a session."""
        self._arrays, self._model, self._drives, self._sensors, self._dt = arrays, model, drives, sensors, dt
        self.input_delay = 0

    def carry_out(self, command: Command) -> None:
        """Inject a fault.

        Raises:
            CommandRefused: It names something that the world does not have, or a value is out of range.
        """
        check_fault(command, self._model, self._drives.channels, self._sensors.channels, self._dt)
        match command:
            case KillDrive():
                for index in indices(self._drives.channels, command.drive, "drive"):
                    self._kill(index, command.dead)
            case FreezeSensor():
                self._sensor(command.sensor, FROZEN, float(command.frozen))
            case BiasSensor():
                self._sensor(command.sensor, BIAS, command.bias)
            case DelaySensor():
                self._sensor(command.sensor, DELAY, float(round(command.delay / self._dt)))
            case DelayInput():
                self.input_delay = round(command.delay / self._dt)
            case Push():
                self._push(command)
            case ClearFaults():
                self.clear()

    def _sensor(self, name: str, column: int, value: float) -> None:
        for index in indices(self._sensors.channels, name, "sensor"):
            self._arrays.sensor_faults[index, column] = value

    def _kill(self, index: int, dead: bool) -> None:
        self._arrays.drive_faults[index, 0] = float(dead)
        set_dead(self._model, self._drives, index, dead)

    def _push(self, push: Push) -> None:
        body = mujoco.mj_name2id(self._model, mujoco.mjtObj.mjOBJ_BODY, push.body)
        tick = float(self._arrays.clock[TICK])
        pushes = self._arrays.pushes
        free = np.flatnonzero(pushes[:, 2] <= tick)
        if not len(free):
            raise CommandRefused(f"{self.MAX_PUSHES} pushes act already; wait until one ends.")
        pushes[free[0]] = (body, tick, tick + round(push.duration / self._dt), *push.force)

    def clear(self) -> None:
        """End all faults."""
        self._arrays.sensor_faults[:] = 0.0
        self._arrays.pushes[:] = 0.0
        self._arrays.xfrc[:] = 0.0
        self.input_delay = 0
        for index in range(self._drives.channels.size):
            self._kill(index, False)

    def restored(self, input_delay: int, later: int) -> None:
        """Make the model agree with the restored arrays, shifted by `later` ticks."""
        self.input_delay = input_delay
        self._arrays.pushes[:, 1:3] += later
        for index in range(self._drives.channels.size):
            set_dead(self._model, self._drives, index, bool(self._arrays.drive_faults[index, 0]))
