"""Observed sensors of a session: when observations are due, who makes them, and where the loop reads them.

An observation is made of the state before a control step whose number is a multiple of the sensor's period, and the
scheme reads it from the end of that step on. It is a command of the session to itself: records hold it, and a session
that is replayed takes observations from its record and makes none.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pult.core.errors import Fault, FaultKind
from pult.core.signals import Array
from pult.equipment.sensors.observed import ObservedSensor, Observer, observed_sensors
from pult.equipment.sensors.table import HELD, MEMORY, SensorTable
from pult.sim.commands import CommandRefused, Observation
from pult.world.world import World

CANNOT_OBSERVE = FaultKind("missing-software", "this machine cannot read it: {problem}")


class _Observed(NamedTuple):
    sensor: ObservedSensor
    prefix: str


class Observers:
    """What makes the observations in a world; sessions in it share it, because drawing costs time to set up.

    Attributes:
        sensors: The observed sensors, by name with prefix.
    """

    def __init__(self, world: World) -> None:
        """Find the observed sensors of a world; nothing is set up yet."""
        self.sensors: Mapping[str, _Observed] = {
            prefix + name: _Observed(sensor, prefix)
            for prefix, sensors in world.sensor_documents()
            for name, sensor in observed_sensors(sensors).items()
        }
        self._model = world.model
        self._made: dict[str, Observer] = {}

    def faults(self) -> Iterator[Fault]:
        """Why observations cannot be made on this machine."""
        for name, (sensor, _) in self.sensors.items():
            if problem := sensor.problem():
                yield CANNOT_OBSERVE.at(f"sensors.{name}", problem=problem)

    def observe(self, name: str, data: Any, last: Array) -> Array:
        """Make an observation; see `Observer.observe`."""
        if name not in self._made:
            sensor, prefix = self.sensors[name]
            self._made[name] = sensor.observer(self._model, prefix)
        return self._made[name].observe(data, last)


class Observing:
    """The observed sensors of one session."""

    def __init__(
        self, observers: Observers, table: SensorTable, memory: Array, data: Any, dt: float, replayed: bool
    ) -> None:
        """Connect them.

        Args:
            observers: What makes observations.
            table: The sensors of the session.
            memory: Their memory, into which observations are put.
            data: The session's data (mujoco.MjData).
            dt: Control step [s].
            replayed: Whether observations come from a record.
        """
        self._observers, self._memory, self._data, self._replayed = observers, memory, data, replayed
        self._places: dict[str, NDArray[np.int64]] = {}
        self._periods: dict[str, int] = {}
        for name, (sensor, prefix) in observers.sensors.items():
            names = sensor.signal_names(name.removeprefix(prefix))
            rows = [row for one in names for row in range(*_rows(table, prefix + one))]
            self._places[name] = table.table[rows, MEMORY].astype(np.int64) + HELD
            self._periods[name] = sensor.period(dt)

    def reset(self) -> None:
        """Before the first observation."""
        for name, place in self._places.items():
            self._memory[place] = self._observers.sensors[name].sensor.first()

    def until(self, tick: int, most: int) -> int:
        """Number of control steps until an observation is due that is not due now, at most `most`."""
        if self._replayed:
            return most
        return min([period - tick % period for period in self._periods.values()] + [most])

    def due(self, tick: int) -> Iterator[Observation]:
        """Make the observations that are due before the next control step."""
        if self._replayed:
            return
        for name, period in self._periods.items():
            if tick % period == 0:
                last = self._memory[self._places[name]]
                found = Observation(name, self._observers.observe(name, self._data, last).tolist())
                self._put(found)
                yield found

    def take(self, command: Observation) -> None:
        """Take an observation from a record.

        Raises:
            CommandRefused: The session makes its own, or has no such sensor.
        """
        if not self._replayed:
            raise CommandRefused("the session makes its own observations; they are accepted only in a replay.")
        place = self._places.get(command.sensor)
        if place is None or len(place) != len(command.values) or not np.isfinite(command.values).all():
            raise CommandRefused(f"the observation does not fit the sensor {command.sensor!r}.")
        self._put(command)

    def _put(self, command: Observation) -> None:
        self._memory[self._places[command.sensor]] = command.values


def _rows(table: SensorTable, name: str) -> tuple[int, int]:
    """First row of a signal in the table, and the one after its last."""
    channel = table.channels[name]
    return channel.start, channel.stop
