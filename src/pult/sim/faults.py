"""Injected faults: dead drives, faulty sensors, delays, pushes."""

from collections.abc import Sequence
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
from pult.sim.setup import ScheduledPush

FROZEN, BIAS, DELAY = range(3)
"""Columns of the faults of sensors."""
MAX_PUSHES = 16
"""Maximum number of pushes that act or are due."""


class Faults:
    """The faults of a session. They are stored in the arrays of the loop, and for dead drives in the model.

    Attributes:
        input_delay: Delay of panel inputs [control steps].
    """

    MAX_PUSHES = MAX_PUSHES

    def __init__(self, arrays: Arrays, model: Any, drives: DriveTable, sensors: SensorTable, dt: float) -> None:
        """Connect to the arrays of a session."""
        self._arrays, self._model, self._drives, self._sensors, self._dt = arrays, model, drives, sensors, dt
        self.input_delay = 0
        self._pushing = False  # whether a push may act or be due: most steps need not look

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
        tick = float(self._arrays.clock[TICK])
        free = np.flatnonzero(self._arrays.pushes[:, 2] <= tick)
        if not len(free):
            raise CommandRefused(f"{MAX_PUSHES} pushes act or are due; wait until one ends.")
        self._put(int(free[0]), push, tick)

    def _put(self, row: int, push: Push | ScheduledPush, begin: float) -> None:
        self._pushing = True
        body = mujoco.mj_name2id(self._model, mujoco.mjtObj.mjOBJ_BODY, push.body)
        self._arrays.pushes[row] = (body, begin, begin + round(push.duration / self._dt), *push.force)

    def schedule(self, pushes: Sequence[ScheduledPush]) -> None:
        """Put the pushes of a start in the list of those that are due, counted from now; no other push acts."""
        tick = float(self._arrays.clock[TICK])
        for row, push in enumerate(pushes):
            self._put(row, push, tick + round(push.time / self._dt))

    def begun(self, first: int, last: int) -> list[tuple[int, Push]]:
        """Pushes that have begun in some control steps, with their first ticks.

        Args:
            first: Tick before the first of the steps.
            last: Tick after the last of them.
        """
        if not self._pushing:
            return []
        table = self._arrays.pushes
        rows = np.flatnonzero((table[:, 1] >= first) & (table[:, 1] < last) & (table[:, 2] > table[:, 1]))
        found = []
        for row in rows[np.argsort(table[rows, 1], kind="stable")]:
            body, begin, end, *force = (float(number) for number in table[row])
            name = self._model.body(int(body)).name
            found.append((int(begin), Push(body=name, force=force, duration=(end - begin) * self._dt)))
        return found

    def clear(self) -> None:
        """End all faults."""
        self._arrays.sensor_faults[:] = 0.0
        self._arrays.pushes[:] = 0.0
        self._pushing = False
        self._arrays.xfrc[:] = 0.0
        self.input_delay = 0
        for index in range(self._drives.channels.size):
            self._kill(index, False)

    def restored(self, input_delay: int, later: int) -> None:
        """Make the model agree with the restored arrays, shifted by `later` ticks."""
        self.input_delay = input_delay
        self._arrays.pushes[:, 1:3] += later
        self._pushing = bool(self._arrays.pushes.any())
        for index in range(self._drives.channels.size):
            set_dead(self._model, self._drives, index, bool(self._arrays.drive_faults[index, 0]))
