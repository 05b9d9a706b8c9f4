"""Named signals in a flat array: readings of sensors, commands of drives, values of a panel."""

import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from pult.core.arguments import one_of
from pult.core.errors import UsageError, choose
from pult.core.signals import Kind
from pult.core.units import entry_units, format_unit, parse_unit


@dataclass(frozen=True, slots=True)
class Channel:
    """A named signal stored in a flat array of float64.

    Attributes:
        name: Its name.
        start: Index of its first number in the array.
        shape: Empty for a scalar.
        unit: Its unit.
        kind: "number" or "boolean" (0.0 or 1.0).
        labels: Names of its entries (joints, axes), or none.
        description: One line for people.
        alias: Another name by which it is found, or none.
    """

    name: str
    start: int
    shape: tuple[int, ...] = ()
    unit: str = "1"
    kind: Kind = "number"
    labels: tuple[str, ...] = ()
    description: str = ""
    alias: str = ""

    @property
    def size(self) -> int:
        """Number of scalars."""
        return math.prod(self.shape)

    @property
    def stop(self) -> int:
        """Index after its last scalar."""
        return self.start + self.size

    @property
    def place(self) -> slice:
        """Its slice of the array."""
        return slice(self.start, self.stop)


def entry_names(channel: Channel) -> list[str]:
    """Names of all numbers of a channel: "qpos[0]", "sensor.angles[elbow]"; its own if it is one number."""
    if not channel.shape:
        return [channel.name]
    return [f"{channel.name}[{label}]" for label in channel.labels or map(str, range(channel.size))]


def total_size(channels: Iterable[Channel]) -> int:
    """Length of the array that holds the channels."""
    return max((channel.stop for channel in channels), default=0)


class Channels:
    """All channels of one flat array, found by name. Immutable."""

    def __init__(self, channels: Iterable[Channel], size: int = 0) -> None:
        """Index the channels.

        Args:
            channels: The channels, in the order of the array.
            size: Length of the array, if it is longer than the channels.
        """
        self._all = {channel.name: channel for channel in channels}
        self._aliases = {channel.alias: channel.name for channel in self._all.values() if channel.alias}
        self.size = max(size, total_size(self._all.values()))

    def __iter__(self) -> Iterator[Channel]:
        return iter(self._all.values())

    def __len__(self) -> int:
        return len(self._all)

    def __contains__(self, name: object) -> bool:
        return name in self._all or name in self._aliases

    def __getitem__(self, name: str) -> Channel:
        """A channel by its name.

        Raises:
            UsageError: There is no such channel; the message lists those that exist.
        """
        return self._all[name] if name in self._all else self.find(name)

    @property
    def names(self) -> tuple[str, ...]:
        """All names."""
        return tuple(self._all)

    def find(self, text: str) -> Channel:
        """A channel, or one entry of it: "sensor.angles", "sensor.angles[1]", "sensor.angles[elbow]".

        Raises:
            UsageError: There is no such channel; the message lists those that exist.
        """
        one_of("the name of a signal", text, str, "a text")
        if (whole := self._aliases.get(text, text)) in self._all:
            return self._all[whole]
        match = re.fullmatch(r"(.+)\[([^\[\]]+)\]", text)
        name = match[1] if match else text
        if name not in self._all:
            raise UsageError(f"there is no signal {name!r}. {choose(name, self._all)}")
        channel = self._all[name]
        entry = match[2] if match else ""
        labels = channel.labels or tuple(str(index) for index in range(channel.size if channel.shape else 0))
        if entry in labels:
            index = labels.index(entry)
        elif entry.isdecimal() and channel.shape and len(entry) <= len(str(channel.size)) and int(entry) < channel.size:
            index = int(entry)
        else:
            if not channel.shape:
                raise UsageError(f"signal {name!r} has no entries: it is one number.")
            message = f"signal {name!r} has no entry {entry!r}; it has {channel.size} entries. {choose(entry, labels)}"
            raise UsageError(message)
        units = entry_units(parse_unit(channel.unit)) if channel.unit.startswith("[") else ()
        unit = format_unit(units[index]) if units else channel.unit
        return replace(channel, name=text, start=channel.start + index, shape=(), labels=(), unit=unit)


def lay_out(channels: Iterable[Channel], start: int = 0, prefix: str = "") -> list[Channel]:
    """Place the channels one after another, beginning at index `start`, and prefix their names."""
    found = []
    for channel in channels:
        alias = channel.alias and prefix + channel.alias
        found.append(replace(channel, name=prefix + channel.name, start=start, alias=alias))
        start += channel.size
    return found
