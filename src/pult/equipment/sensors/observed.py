"""Sensors whose value is computed in Python from the state of the world at a rate of their own: say, from a picture.

The session writes an observation into the memory of the sensors whenever one is due, and tells it as a command; the
loop reads it like any other value, with delay and injected faults. So the loop stays native code between two
observations, and a record holds all observations: it is replayed without making them again.
"""

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, NamedTuple, Protocol

import mujoco
from msgspec import Meta

from pult.core.channels import Channel
from pult.core.errors import Fault, FaultKind
from pult.core.signals import Array, Kind
from pult.equipment.sensors.kind import SensorKind
from pult.equipment.sensors.table import ELAPSED, OBSERVED, Imperfections, Source

BAD_RATE = FaultKind("out-of-range", "must be above 0 and at most {most:g} Hz, not {value:g}.")

MAX_RATE = 100.0
"""Highest rate of observations [Hz]; they are made outside of native code."""
AGE = "age"


class Observer(Protocol):
    """Makes the observations of a sensor."""

    def observe(self, data: Any, last: Array) -> Array:
        """An observation of the present state.

        Args:
            data: Data of the model (mujoco.MjData), with all poses computed.
            last: The last observation; its time stamp is the last number.

        Returns:
            The observation. It keeps the last time stamp if it has nothing new to say. Shape of `last`.
        """
        ...


class Signal(NamedTuple):
    """One of the signals of an observed sensor.

    Attributes:
        name: Follows the name of the sensor after an underscore.
        unit: Its unit.
        description: One line for people.
        labels: Names of its entries; none for a scalar.
        kind: "number" or "boolean".
        start: Its values before the first observation.
    """

    name: str
    unit: str
    description: str
    labels: tuple[str, ...] = ()
    kind: Kind = "number"
    start: tuple[float, ...] = ()


class ObservedSensor(SensorKind, frozen=True, kw_only=True):
    """A sensor with several signals whose values are computed in Python at a rate of its own.

    Its signals are called NAME_SIGNAL; the last one is its age: the time since the observation that the others are of,
    or since the start if there is none yet.
    """

    rate: Annotated[float, Meta(description="Observations per second [Hz], as whole control steps.")] = 5.0

    unit = "1"
    signal_kind = "number"

    @abstractmethod
    def signals(self) -> Sequence[Signal]:
        """Its signals, without the age."""

    @abstractmethod
    def observer(self, model: Any, prefix: str) -> Observer:
        """What makes its observations in a compiled model.

        Args:
            model: The model (mujoco.MjModel).
            prefix: Prefix of the robot's names there.
        """

    @abstractmethod
    def problem(self) -> str:
        """Why no observations can be made on this machine, for people; empty if they can."""

    @property
    def pictured(self) -> str:
        """The camera in whose pictures its target is shown to people; empty for none. It then has the signals seen,
        position and orientation, in the frame of that camera.
        """
        return ""

    def period(self, dt: float) -> int:
        """Control steps between two observations; dt is the control step [s]."""
        return max(1, round(1.0 / (self.rate * dt)))

    def first(self) -> list[float]:
        """The observation before the first: signals at their start, and the time stamp."""
        return [value for signal in self.signals() for value in _start(signal)] + [0.0]

    def labels(self) -> tuple[str, ...]:
        """See `SensorKind`."""
        found = [f"{one.name}.{label}" for one in self.signals() for label in one.labels or ("",)]
        return (*(name.removesuffix(".") for name in found), AGE)

    def check(self, spec: Any, place: str) -> Iterator[Fault]:
        """See `SensorKind`."""
        del spec
        if not 0.0 < self.rate <= MAX_RATE:
            yield BAD_RATE.at(f"{place}.rate", most=MAX_RATE, value=self.rate)

    def mujoco_names(self, name: str) -> list[str]:
        """See `SensorKind`; MuJoCo only tells the time."""
        return [f"{name}[clock]"]

    def signal_names(self, name: str) -> list[str]:
        """See `SensorKind`."""
        return [f"{name}_{signal}" for signal in (*(one.name for one in self.signals()), AGE)]

    def add_to(self, spec: Any, name: str) -> None:
        """See `SensorKind`."""
        spec.add_sensor(name=self.mujoco_names(name)[0], type=mujoco.mjtSensor.mjSENS_CLOCK)

    def sources(self, addresses: Sequence[int]) -> list[Source]:
        """See `SensorKind`."""
        return [Source(rule=OBSERVED)] * (self.size - 1) + [Source(addresses[0], ELAPSED)]

    def imperfections(self, dt: float) -> list[Imperfections]:
        """See `SensorKind`; what is read late is older by as much."""
        delay = self._delayed_steps(dt)
        return [Imperfections(delay=delay)] * (self.size - 1) + [Imperfections(bias=delay * dt, delay=delay)]

    def channels(self, model: Any, prefix: str, name: str, start: int) -> list[Channel]:
        """See `SensorKind`."""
        del model
        age = Signal(AGE, "s", "time since the observation that the reading is of")
        found = []
        for signal in (*self.signals(), age):
            shape = (len(signal.labels),) if signal.labels else ()
            full = f"{prefix}{name}_{signal.name}"
            found.append(Channel(full, start, shape, signal.unit, signal.kind, signal.labels, signal.description))
            start += len(_start(signal))
        return found


def observed_sensors(sensors: Mapping[str, SensorKind]) -> dict[str, ObservedSensor]:
    """The observed ones among some sensors."""
    return {name: sensor for name, sensor in sensors.items() if isinstance(sensor, ObservedSensor)}


def _start(signal: Signal) -> tuple[float, ...]:
    return signal.start or (0.0,) * max(1, len(signal.labels))
