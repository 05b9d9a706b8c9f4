"""Adding sensors to a MuJoCo model, and finding them in the compiled one. Other packages import from here."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import mujoco

from pult.core.channels import Channel
from pult.core.errors import Fault, FaultKind, UsageError, brief
from pult.equipment.sensors.document import Sensor
from pult.equipment.sensors.kind import HIDDEN_GROUP
from pult.equipment.sensors.kinds.contact import PROGRAM_PREFIX, contact_force_between, contact_name
from pult.equipment.sensors.mujoco_sensors import model_sensor
from pult.equipment.sensors.table import Imperfections, SensorTable, Source, make_table

__all__ = [
    "HIDDEN_GROUP",
    "Sensor",
    "SensorTable",
    "add_sensors",
    "contact_force_between",
    "contact_name",
    "sensor_table",
]

BAD_NAME = FaultKind("bad-name", "the name {name} must start with a letter and have only letters, digits, '_' and '-'.")
TAKEN_NAME = FaultKind("duplicate-name", "the model has a sensor {name!r} already; choose another name.")


def add_sensors(spec: mujoco.MjSpec, sensors: Mapping[str, Sensor], place: str) -> list[Fault]:
    """Add sensors to a model that is not compiled yet.

    The model of a robot gets them before it is attached to a world, so that they get the robot's prefix. MuJoCo's
    sensors are named after the sensor, those for each of several joints "NAME[JOINT]".

    Args:
        spec: The model.
        sensors: Sensors by name.
        place: Their place in the document, for messages.

    Returns:
        All faults; the model is changed only if there are none.
    """
    taken = {sensor.name.partition("[")[0] for sensor in spec.sensors}
    of_others = {signal for name, sensor in sensors.items() for signal in sensor.signal_names(name) if signal != name}
    faults: list[Fault] = []
    for name, sensor in sensors.items():
        here = f"{place}.{name}"
        if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]*", name) and not name.startswith(PROGRAM_PREFIX):
            faults.append(BAD_NAME.at(here, name=brief(name)))
        if name in taken or name in of_others:
            faults.append(TAKEN_NAME.at(here, name=name))
        faults += sensor.faults(spec, here)
    if not faults:
        for name, sensor in sensors.items():
            sensor.add_to(spec, name)
    return faults


def sensor_table(model: mujoco.MjModel, placed: Sequence[tuple[str, Mapping[str, Sensor]]], dt: float) -> SensorTable:
    """Find the sensors of a compiled world.

    Sensors defined in the model itself follow under their own names, without unnamed ones. Their 'noise' in the model
    is applied.

    Args:
        model: The world.
        placed: For each robot, and for the world itself, the prefix of its names and the sensors added to it.
        dt: The control step [s]; delays are rounded to whole steps.

    Raises:
        UsageError: A sensor is not in the model.
    """
    channels: list[Channel] = []
    rows: list[tuple[Source, Imperfections]] = []
    made: set[str] = set()
    for prefix, sensors in placed:
        for name, sensor in sensors.items():
            pieces = [prefix + piece for piece in sensor.mujoco_names(name)]
            made.update(pieces)
            sources = sensor.sources_in(model, prefix, [_address(model, piece) for piece in pieces])
            channels += sensor.channels(model, prefix, name, len(rows))
            rows += zip(sources, sensor.imperfections(dt), strict=True)
    for index in range(model.nsensor):
        name = model.sensor(index).name
        if name and name not in made:
            address, size = int(model.sensor_adr[index]), int(model.sensor_dim[index])
            channel = model_sensor(model, index, len(rows))
            noise = float(model.sensor_noise[index]) if channel.kind == "number" else 0.0
            channels.append(channel)
            rows += [(Source(address + axis), Imperfections(noise=noise)) for axis in range(size)]
    return make_table(channels, rows)


def _address(model: Any, name: str) -> int:
    index = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_SENSOR, name)
    if index < 0:
        raise UsageError(f"the model has no sensor {name!r}: its sensors were not added before it was compiled.")
    return int(model.sensor_adr[index])
