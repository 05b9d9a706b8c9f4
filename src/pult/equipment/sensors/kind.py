"""Base classes of the kinds of sensors.

A sensor gives a scalar or a vector once per control step. The true value passes through its imperfections in this
order:

    true value -> delay -> bias -> noise -> saturation -> quantisation

All are off by default. Sensors of position and speed read the state at the end of the control step; those of force,
torque, contact force and acceleration read the values of its last physics substep.

A kind is a tagged subclass of `SensorKind`. Its fields are the keys of the document, its docstring is the description
for people, and its class variables and methods are all that the rest of pult uses.
"""

import math
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from pult.core.channels import Channel
from pult.core.document import Part, Text, localized
from pult.core.errors import Fault, FaultKind, advice
from pult.core.kinds import BAD_DELAY
from pult.core.signals import Kind
from pult.equipment.sensors.table import Imperfections, Source

UNKNOWN_THING = FaultKind("unknown-name", "there is no {what} {name!r}. {advice}")
WRONG_LIST = FaultKind("bad-shape", "must be a number, or a list of {count}, not a list of {given}.")
NO_LIST = FaultKind("bad-shape", "must be a number, not a list of {given}.")
NEGATIVE_NOISE = FaultKind("out-of-range", "a standard deviation must not be negative, as {value:g} is.")
NEGATIVE_RESOLUTION = FaultKind("out-of-range", "must not be negative, as {value:g} is; 0 means none.")
REVERSED_RANGE = FaultKind("out-of-range", "the low end {low:g} must be below the high end {high:g}.")

MAX_DELAY = 10.0
"""Maximum delay of a sensor [s]: its delay line is kept in memory."""
XYZ = ("x", "y", "z")
HIDDEN = "_"
"""Prefix of the names of sites that sensors add to a model; these sites are not published."""
HIDDEN_GROUP = 5
"""Group of these sites, which viewers do not draw by default."""
Limits = Annotated[list[float], Meta(min_length=2, max_length=2)]


class SensorKind(Part, frozen=True, kw_only=True):
    """A kind of sensor; subclasses define the following."""

    description: Annotated[Text, Meta(description="One-line description.")] = ""
    delay: Annotated[float, Meta(description="Delay [s], rounded to whole control steps.")] = 0.0

    unit: ClassVar[str]
    """Unit of its readings."""
    signal_kind: ClassVar[Kind]
    """Whether its reading is a number or a boolean."""

    @abstractmethod
    def labels(self) -> tuple[str, ...]:
        """Names of the entries of its vector; none for a scalar."""

    @abstractmethod
    def check(self, spec: Any, place: str) -> Iterator[Fault]:
        """Faults of its own keys.

        Args:
            spec: The model it is to be added to (mujoco.MjSpec).
            place: Its place in the document.
        """

    @abstractmethod
    def add_to(self, spec: Any, name: str) -> None:
        """Add its MuJoCo sensors to a model, under the names of `mujoco_names`.

        Args:
            spec: The model (mujoco.MjSpec), for which `check` has found no faults.
            name: Its name.
        """

    @abstractmethod
    def sources(self, addresses: Sequence[int]) -> list[Source]:
        """Source of each entry of its reading.

        Args:
            addresses: First index of each of its MuJoCo sensors in MuJoCo's array of sensor data.
        """

    def sources_in(self, model: Any, prefix: str, addresses: Sequence[int]) -> list[Source]:  # noqa: ARG002
        """Sources in a compiled model (mujoco.MjModel), for kinds that need numbers of it; see `sources`.

        Args:
            model: The model.
            prefix: Prefix of the robot's names there.
            addresses: First index of each of its MuJoCo sensors in MuJoCo's array of sensor data.
        """
        return self.sources(addresses)

    def mujoco_names(self, name: str) -> list[str]:
        """Names of its MuJoCo sensors: its own name, unless there are several."""
        return [name]

    def signal_names(self, name: str) -> list[str]:
        """Names of its signals: its own name, unless there are several."""
        return [name]

    def unit_in(self, model: Any, prefix: str) -> str:  # noqa: ARG002 - for kinds whose unit depends on the model
        """Unit of its readings in a compiled model (mujoco.MjModel), where the names of the robot have a prefix."""
        return self.unit

    def imperfections(self, dt: float) -> list[Imperfections]:
        """Imperfections of each entry of its reading; dt is the control step [s]."""
        return [Imperfections(delay=self._delayed_steps(dt))] * self.size

    @property
    def size(self) -> int:
        """Number of scalars of its reading."""
        return len(self.labels()) or 1

    def faults(self, spec: Any, place: str) -> Iterator[Fault]:
        """All its faults, see `check`."""
        if not 0.0 <= self.delay <= MAX_DELAY:
            yield BAD_DELAY.at(f"{place}.delay", most=MAX_DELAY, value=self.delay)
        yield from self._number_faults(place)
        yield from self.check(spec, place)

    def channels(self, model: Any, prefix: str, name: str, start: int) -> list[Channel]:
        """Its reading as signals of a compiled model; one, except for kinds that measure different quantities.

        Args:
            model: The model (mujoco.MjModel).
            prefix: Prefix of the robot's names there.
            name: Its name.
            start: Index of its first number.
        """
        labels = self.labels()
        shape = (len(labels),) if labels else ()
        unit = self.unit_in(model, prefix)
        return [Channel(prefix + name, start, shape, unit, self.signal_kind, labels, localized(self.description))]

    def _number_faults(self, place: str) -> Iterator[Fault]:  # noqa: ARG002 - there are none besides the delay
        """Faults of its imperfections other than the delay."""
        yield from ()

    def _delayed_steps(self, dt: float) -> float:
        return float(round(self.delay / dt))


class QuantitySensor(SensorKind, frozen=True, kw_only=True):
    """A sensor of a physical quantity. All its numbers are in the unit of the quantity."""

    noise: Annotated[
        float | list[float],
        Meta(description="Standard deviation of white Gaussian noise; one number, or one for each entry."),
    ] = 0.0
    bias: Annotated[
        float | list[float], Meta(description="Bias: a constant error; one number, or one for each entry.")
    ] = 0.0
    resolution: Annotated[
        float, Meta(description="Resolution: readings are rounded to multiples of it, half to even; 0 for none.")
    ] = 0.0
    range: Annotated[Limits | None, Meta(description="Minimum and maximum reading; unlimited if omitted.")] = None

    signal_kind = "number"

    @property
    def measured(self) -> int:
        """Number of leading entries that are measured. Imperfections act on these."""
        return self.size

    def imperfections(self, dt: float) -> list[Imperfections]:
        """See `SensorKind.imperfections`."""
        delay = self._delayed_steps(dt)
        noise = self.noise if isinstance(self.noise, list) else [self.noise] * self.measured
        bias = self.bias if isinstance(self.bias, list) else [self.bias] * self.measured
        low, high = self.range or (-math.inf, math.inf)
        found = [Imperfections(*both, self.resolution, low, high, delay) for both in zip(noise, bias, strict=True)]
        return found + [Imperfections(delay=delay)] * (self.size - self.measured)

    def _number_faults(self, place: str) -> Iterator[Fault]:
        count = self.measured if self.labels() else 0
        for key, value in (("noise", self.noise), ("bias", self.bias)):
            if isinstance(value, list) and len(value) != count:
                wrong = WRONG_LIST.at(count=count, given=len(value)) if count else NO_LIST.at(given=len(value))
                yield wrong.at(f"{place}.{key}")
        for noise in self.noise if isinstance(self.noise, list) else [self.noise]:
            if noise < 0.0:
                yield NEGATIVE_NOISE.at(f"{place}.noise", value=noise)
        if self.resolution < 0.0:
            yield NEGATIVE_RESOLUTION.at(f"{place}.resolution", value=self.resolution)
        if self.range is not None and not self.range[0] < self.range[1]:
            yield REVERSED_RANGE.at(f"{place}.range", low=self.range[0], high=self.range[1])


def consecutive(address: int, count: int) -> list[Source]:
    """Sources of a reading that equals the numbers of one MuJoCo sensor."""
    return [Source(address + index) for index in range(count)]


def names_of(things: Iterable[Any]) -> list[str]:
    """Names of bodies, sites or joints of a model, without unnamed ones."""
    return [thing.name for thing in things if thing.name]


def unknown_name(place: str, name: str, what: str, options: Sequence[str]) -> Iterator[Fault]:
    """The fault for a name that the model does not have; none if it does.

    Args:
        place: Place of the name in the document.
        name: The name.
        what: Kind of object, such as "site".
        options: Names that the model has.
    """
    if name not in options:
        yield UNKNOWN_THING.at(place, what=what, name=name, **advice(name, options))
