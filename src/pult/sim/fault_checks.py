"""What a fault may be in a world: checked when it is injected, and before a run that will inject it."""

import math
from typing import Any

import mujoco
import numpy as np

from pult.core.channels import Channel, Channels
from pult.core.errors import UsageError, choose
from pult.equipment.sensors.table import MORE_DELAY
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

LONGEST_INPUT_DELAY = 10.0
LONGEST_PUSH = 60.0
STRONGEST_PUSH = 1e5


def check_fault(command: Command, model: Any, drives: Channels, sensors: Channels, dt: float) -> None:
    """Refuse a fault that the world does not have, or whose values are out of range.

    Args:
        command: The fault.
        model: The world's model (mujoco.MjModel).
        drives, sensors: Commands and readings of the world.
        dt: Control step [s].

    Raises:
        CommandRefused: It cannot be injected; the message says what is allowed.
    """
    match command:
        case KillDrive():
            indices(drives, command.drive, "drive")
        case FreezeSensor():
            indices(sensors, command.sensor, "sensor")
        case BiasSensor():
            if not np.isfinite(command.bias):
                raise CommandRefused(f"the bias must be a finite number, not {command.bias}.")
            indices(sensors, command.sensor, "sensor")
        case DelaySensor():
            _check_time("delay", command.delay, MORE_DELAY * dt)
            indices(sensors, command.sensor, "sensor")
        case DelayInput():
            _check_time("delay", command.delay, LONGEST_INPUT_DELAY)
        case Push():
            _check_push(command, model, dt)
        case ClearFaults():
            pass
        case _:
            raise CommandRefused(f"unknown command {type(command).__name__}.")


def _check_time(what: str, seconds: float, longest: float) -> None:
    if not 0.0 <= seconds <= longest:
        raise CommandRefused(f"the {what} must be from 0 to {longest:g} s, not {seconds:g}.")


def _check_push(push: Push, model: Any, dt: float) -> None:
    if mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_BODY, push.body) <= 0:
        names = [model.body(number).name for number in range(1, model.nbody)]
        raise CommandRefused(f"there is no body {push.body!r}. {choose(push.body, names)}")
    size = math.hypot(*push.force)
    if not size <= STRONGEST_PUSH:
        raise CommandRefused(f"a push has at most {STRONGEST_PUSH:g} N, not {size:g}.")
    _check_time("duration", push.duration, LONGEST_PUSH)
    if round(push.duration / dt) == 0:
        raise CommandRefused(f"a push lasts at least one control step, {dt:g} s, not {push.duration:g} s.")


def indices(channels: Channels, name: str, what: str) -> range:
    """Indices of a sensor or drive, or of one entry of it.

    Raises:
        CommandRefused: There is none; the message says what there is.
    """
    try:
        found: Channel = channels.find(name)
    except UsageError as error:
        raise CommandRefused(str(error).replace("signal", what)) from None
    return range(found.start, found.stop)
