"""The layout of a row: its sections, their order, and where each begins.

It is defined only here. The loop gets the starts and writes each section to its own; recorders, readers, servers and
pages find signals by name. Only a snapshot contains a whole row, so states in records have the order of the version
that wrote them.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from pult.core.channels import Channel, Channels, lay_out


class Starts(NamedTuple):
    """Index of the first number of each section in a row. The sections are in the order of these fields."""

    time: int
    panel: int
    streams: int
    sensors: int
    drives: int
    outputs: int
    elements: int
    power: int
    wires: int
    qpos: int
    qvel: int
    bodies: int
    sites: int


ORDER: tuple[str, ...] = Starts._fields
PREFIXES: Mapping[str, str] = {
    "panel": "panel.", "streams": "stream.", "sensors": "sensor.", "drives": "drive.", "outputs": "output.",
    "elements": "element.", "wires": "scheme.", "bodies": "body.", "sites": "site.",
}  # fmt: skip
"""Prefixes of the names of the signals of a section."""
DERIVED = (PREFIXES["bodies"], PREFIXES["sites"])
"""Signals that are not in the rows of a record, because they follow from `qpos`."""
POSE = ("x", "y", "z", "qw", "qx", "qy", "qz")
"""Entries of a pose."""


class Section(NamedTuple):
    """A section of a row: consecutive numbers that the loop writes from one array.

    Attributes:
        name: A field of `Starts`.
        start: Index of its first number in the row.
        size: Number of numbers.
        channels: The named ones, by their place in the row; numbers between wires have no name.
    """

    name: str
    start: int
    size: int
    channels: tuple[Channel, ...]

    @property
    def stop(self) -> int:
        """Index after its last number."""
        return self.start + self.size


class RowLayout:
    """Layout of a row. Immutable.

    Attributes:
        sections: The sections, in their order.
        channels: Names of all signals.
        starts: Where the sections begin.
        sites: Numbers of the sites whose poses are in it.
    """

    def __init__(
        self,
        signals: Mapping[str, Iterable[Channel]],
        sites: Sequence[int] = (),
        wires: int | None = None,
        order: Sequence[str] | None = None,
    ) -> None:
        """Lay out a row.

        Args:
            signals: Signals of each section; those that are left out have none.
            sites: Numbers of the sites whose poses are in it.
            wires: Size of the section of wires, whose signals keep their indices in it; by default they are placed one
                after another.
            order: Order of the sections, if not the default.
        """
        found: list[Section] = []
        start = 0
        for name in order or ORDER:
            prefix, given = PREFIXES.get(name, ""), list(signals.get(name, ()))
            if name == "wires" and wires is not None:
                named = [move for one in given for move in lay_out([one], start + one.start, prefix)]
                size = wires
            else:
                named = lay_out(given, start, prefix)
                size = sum(channel.size for channel in named)
            found.append(Section(name, start, size, tuple(named)))
            start += size
        self.sections, self.sites = tuple(found), tuple(sites)
        self.channels = Channels((channel for section in found for channel in section.channels), start)
        self.starts = Starts(**{section.name: section.start for section in found})
