"""Sensors of a compiled world as one table of numbers, for the kernels that read them."""

import hashlib
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import mujoco
import numpy as np

from pult.core.channels import Channel, Channels
from pult.core.document import said
from pult.core.errors import UsageError
from pult.core.random import seeded
from pult.core.signals import Array
from pult.equipment.sensors.document import (
    AngleSensor,
    ContactForceSensor,
    ContactSensor,
    RangeFinder,
    Sensor,
    SpeedSensor,
    TorqueSensor,
    ZeroMomentPointSensor,
    joints_of,
    labels_of,
    piece_names,
)
from pult.equipment.sensors.units import model_sensor, unit_of

MORE_DELAY = 100
"""Room in every delay line for the delay that a fault adds [control steps]."""

# Columns of the table: where the value is, how it is made, its imperfections, its part of the memory.
ADDRESS, RULE, FEET, AXIS, FIGURE, LEAST, NOISE, BIAS, RESOLUTION, LOW, HIGH, DELAY, MEMORY, LENGTH, PEAK = range(15)
COLUMNS = 15
"""ADDRESS in the sensor data, and RULE, one of those below. FIGURE: reach of a beam, or height of the ground [m].
LENGTH of the delay line; MEMORY, where the reading's part of the memory starts. PEAK: the first row from this one on
that needs every physics substep, or the number of rows. For a point of zero moment, ADDRESS is the first row and FEET
the number of its rows in the table of feet, AXIS the coordinate, LEAST the least force [N].
"""

LAST, TOUCHED, LARGEST, BEAM, ZERO_MOMENT = range(5)

# Parts of the memory of a reading: six numbers of its generator, then these.
OUTPUT, HELD, HEAD, LINE = 6, 7, 8, 9


@dataclass(frozen=True, eq=False)
class SensorTable:
    """What can be measured in a world, and how. Immutable; all that changes is in the memory.

    Attributes:
        channels: The readings.
        table: A row for each reading, in the columns above. Shape (readings, COLUMNS).
        feet: Addresses in the sensor data of the feet of points of zero moment. Shape (f, 1).
    """

    channels: Channels
    table: Array
    feet: Array

    @property
    def memory_size(self) -> int:
        """How many numbers the memory has."""
        return int(np.sum(LINE + self.table[:, LENGTH]))

    def memory(self, seed: int) -> Array:
        """The memory before the first reading. Shape (memory_size,).

        Each reading has a random sequence of its own, made from the seed and its name: it stays the same whatever
        other sensors there are.
        """
        memory = np.zeros(self.memory_size)
        for channel in self.channels:
            entries = channel.labels or tuple(str(index) for index in range(channel.size))
            for row, entry in enumerate(entries, channel.start):
                start = int(self.table[row, MEMORY])
                digest = hashlib.sha256(f"{seed}|{channel.name}[{entry}]".encode()).digest()
                memory[start : start + 6] = seeded(int.from_bytes(digest[:16], "little"))
                memory[start + HEAD] = -1.0  # not read yet
        return memory

    def faults(self) -> Array:
        """Faults of no sensor: frozen (0 or 1), added bias, added delay [control steps]. Shape (readings, 3)."""
        return np.zeros((len(self.table), 3))


class _Source(NamedTuple):
    """Where a reading comes from."""

    address: int
    rule: int = LAST
    feet: int = 0
    axis: int = 0
    figure: float = 0.0
    least: float = 0.0


class _Imperfections(NamedTuple):
    """Imperfections of a reading."""

    noise: float = 0.0
    bias: float = 0.0
    resolution: float = 0.0
    low: float = -math.inf
    high: float = math.inf
    delay: float = 0.0


def sensor_table(model: mujoco.MjModel, placed: Sequence[tuple[str, Mapping[str, Sensor]]], dt: float) -> SensorTable:
    """Find the sensors of a compiled world.

    Sensors that the model defines by itself follow under their own names; those without a name are left out. The
    'noise' that the model gives for them is applied.

    Args:
        model: The world.
        placed: For each robot, and for the world itself, the prefix of its names and the sensors added to it.
        dt: The control step [s]; delays are rounded to whole steps.

    Raises:
        UsageError: A sensor is not in the model.
    """
    channels: list[Channel] = []
    rows: list[tuple[_Source, _Imperfections]] = []
    feet: list[int] = []
    made: set[str] = set()
    for prefix, sensors in placed:
        for name, sensor in sensors.items():
            pieces = [prefix + piece for piece in piece_names(name, sensor)]
            made.update(pieces)
            sources = _sources(sensor, [_address(model, piece) for piece in pieces], feet)
            flaws = _imperfections(sensor, len(sources), dt)
            channels.append(_channel(model, prefix, name, sensor, len(rows)))
            rows += zip(sources, flaws, strict=True)
    for index in range(model.nsensor):
        name = model.sensor(index).name
        if name and name not in made:
            address, size = int(model.sensor_adr[index]), int(model.sensor_dim[index])
            channel = model_sensor(model, index, len(rows))
            noise = float(model.sensor_noise[index]) if channel.kind == "number" else 0.0
            channels.append(channel)
            rows += [(_Source(address + axis), _Imperfections(noise=noise)) for axis in range(size)]
    return SensorTable(Channels(channels), _table(rows), np.array(feet, dtype=np.float64).reshape(-1, 1))


def _table(rows: Sequence[tuple[_Source, _Imperfections]]) -> Array:
    table = np.zeros((len(rows), COLUMNS))
    start = 0
    for index, (source, flaws) in enumerate(rows):
        length = int(flaws.delay) + MORE_DELAY + 1
        table[index, :PEAK] = (*source, *flaws, start, length)
        start += LINE + length
    peak = len(rows)
    for index in reversed(range(len(rows))):
        peak = index if rows[index][0].rule in (TOUCHED, LARGEST) else peak
        table[index, PEAK] = peak
    return table


def _address(model: Any, name: str) -> int:
    index = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_SENSOR, name)
    if index < 0:
        raise UsageError(f"the model has no sensor {name!r}: its sensors were not added before it was compiled.")
    return int(model.sensor_adr[index])


def _sources(sensor: Sensor, addresses: list[int], feet: list[int]) -> list[_Source]:
    match sensor:
        case AngleSensor() | SpeedSensor():
            return [_Source(address) for address in addresses]
        case TorqueSensor():
            return [_Source(address + 2) for address in addresses]  # z of the site: the joint's axis
        case ContactSensor():
            return [_Source(addresses[0], TOUCHED)]
        case ContactForceSensor():
            return [_Source(addresses[0], LARGEST)]
        case RangeFinder():
            return [_Source(addresses[0], BEAM, figure=sensor.far)]
        case ZeroMomentPointSensor():
            start = len(feet)
            feet += addresses
            given = (start, ZERO_MOMENT, len(addresses))
            return [_Source(*given, axis, sensor.height, sensor.least) for axis in range(3)]
        case _:
            return [_Source(addresses[0] + axis) for axis in range(len(labels_of(sensor)))]


def _imperfections(sensor: Sensor, count: int, dt: float) -> list[_Imperfections]:
    delay = float(round(sensor.delay / dt))
    if isinstance(sensor, ContactSensor):
        return [_Imperfections(delay=delay)]
    noise = sensor.noise if isinstance(sensor.noise, list) else [sensor.noise] * count
    bias = sensor.bias if isinstance(sensor.bias, list) else [sensor.bias] * count
    low, high = sensor.range or (-math.inf, math.inf)
    if isinstance(sensor, ZeroMomentPointSensor):  # the height is given, not measured
        measured = [_Imperfections(noise[axis], bias[axis], sensor.resolution, low, high, delay) for axis in range(2)]
        return [*measured, _Imperfections(delay=delay)]
    return [_Imperfections(noise[i], bias[i], sensor.resolution, low, high, delay) for i in range(count)]


def _channel(model: Any, prefix: str, name: str, sensor: Sensor, start: int) -> Channel:
    sliding = False
    if isinstance(sensor, AngleSensor | SpeedSensor | TorqueSensor):
        joint = model.joint(prefix + joints_of(sensor)[0])
        sliding = int(joint.type[0]) == mujoco.mjtJoint.mjJNT_SLIDE
    labels = labels_of(sensor)
    return Channel(
        prefix + name,
        start,
        (len(labels),) if labels else (),
        unit_of(sensor, sliding),
        "boolean" if isinstance(sensor, ContactSensor) else "number",
        labels,
        said(sensor.description),
    )
