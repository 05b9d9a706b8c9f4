"""Faults that an instructor injects: dead drives, bad sensors, delays, pushes."""

import math
from typing import Any

import mujoco
import numpy as np

from pult.core.channels import Channel, Channels
from pult.core.errors import UsageError, choose
from pult.equipment.drives.table import DriveTable
from pult.equipment.sensors.table import MORE_DELAY, SensorTable
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
from pult.sim.loop import TICK, Arrays

FROZEN, BIAS, DELAY = range(3)
"""Columns of the faults of sensors."""
LONGEST_INPUT_DELAY = 10.0
LONGEST_PUSH = 60.0
STRONGEST_PUSH = 1e5


class Faults:
    """The faults of a session. They live in the arrays of the loop, and in the model for dead drives.

    Attributes:
        input_delay: By how many control steps panel inputs come late.
    """

    MAX_PUSHES = 16
    """Pushes that can act at the same time."""

    def __init__(self, arrays: Arrays, model: Any, drives: DriveTable, sensors: SensorTable, dt: float) -> None:
        """Take the arrays of a session."""
        self._arrays, self._model, self._drives, self._sensors, self._dt = arrays, model, drives, sensors, dt
        self.input_delay = 0

    def carry_out(self, command: Command) -> None:
        """Inject a fault.

        Raises:
            CommandRefused: It names nothing of this world, or a value is out of range.
        """
        match command:
            case KillDrive():
                for index in _indices(self._drives.channels, command.drive, "drive"):
                    self._kill(index, True)
            case FreezeSensor():
                self._sensor(command.sensor, FROZEN, 1.0)
            case BiasSensor():
                if not np.isfinite(command.bias):
                    raise CommandRefused(f"the bias must be a finite number, not {command.bias}.")
                self._sensor(command.sensor, BIAS, command.bias)
            case DelaySensor():
                self._sensor(command.sensor, DELAY, float(self._ticks("delay", command.delay, MORE_DELAY * self._dt)))
            case DelayInput():
                self.input_delay = self._ticks("delay", command.delay, LONGEST_INPUT_DELAY)
            case Push():
                self._push(command)
            case ClearFaults():
                self.clear()
            case _:
                raise CommandRefused(f"unknown command {type(command).__name__}.")

    def _ticks(self, what: str, seconds: float, most: float) -> int:
        if not 0.0 <= seconds <= most:
            raise CommandRefused(f"the {what} must be from 0 to {most:g} s, not {seconds:g}.")
        return round(seconds / self._dt)

    def _sensor(self, name: str, column: int, value: float) -> None:
        for index in _indices(self._sensors.channels, name, "sensor"):
            self._arrays.sensor_faults[index, column] = value

    def _kill(self, index: int, dead: bool) -> None:
        self._arrays.drive_faults[index, 0] = float(dead)
        set_dead(self._model, self._drives, index, dead)

    def _push(self, push: Push) -> None:
        body = mujoco.mj_name2id(self._model, mujoco.mjtObj.mjOBJ_BODY, push.body)
        if body <= 0:
            names = [self._model.body(number).name for number in range(1, self._model.nbody)]
            raise CommandRefused(f"there is no body {push.body!r}. {choose(push.body, names)}")
        size = math.hypot(*push.force)
        if not size <= STRONGEST_PUSH:
            raise CommandRefused(f"a push has at most {STRONGEST_PUSH:g} N, not {size:g}.")
        tick = float(self._arrays.clock[TICK])
        duration = self._ticks("duration", push.duration, LONGEST_PUSH)
        if duration == 0:
            raise CommandRefused(f"a push lasts at least one control step, {self._dt:g} s, not {push.duration:g} s.")
        pushes = self._arrays.pushes
        free = np.flatnonzero(pushes[:, 2] <= tick)
        if not len(free):
            raise CommandRefused(f"{self.MAX_PUSHES} pushes act already; wait until one ends.")
        pushes[free[0]] = (body, tick, tick + duration, *push.force)

    def clear(self) -> None:
        """End all faults."""
        self._arrays.sensor_faults[:] = 0.0
        self._arrays.pushes[:] = 0.0
        self._arrays.xfrc[:] = 0.0
        self.input_delay = 0
        for index in range(self._drives.channels.size):
            self._kill(index, False)

    def restored(self, input_delay: int, later: int) -> None:
        """Bring the model in line with the arrays, after these were restored by so many ticks later."""
        self.input_delay = input_delay
        self._arrays.pushes[:, 1:3] += later
        for index in range(self._drives.channels.size):
            set_dead(self._model, self._drives, index, bool(self._arrays.drive_faults[index, 0]))


def _indices(channels: Channels, name: str, what: str) -> range:
    try:
        found: Channel = channels.find(name)
    except UsageError as error:
        raise CommandRefused(str(error).replace("signal", what)) from None
    return range(found.start, found.stop)
