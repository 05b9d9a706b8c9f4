"""The layout of a row: which sections it has, in which order, and where each begins.

It is said here and nowhere else. The loop is given the starts and writes each section to its own; recorders, readers,
servers and pages find signals by their names. Only a snapshot keeps a whole row as it lies, so states in records are of
the order of their time.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from pult.core.channels import Channel, Channels, placed


class Starts(NamedTuple):
    """Index of the first number of each section in a row. The sections lie in the order of these fields."""

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
"""What the names of the signals of a section begin with."""
APART = (PREFIXES["bodies"], PREFIXES["sites"])
"""Signals that are not in the rows of a record: they follow from `qpos`."""
POSE = ("x", "y", "z", "qw", "qx", "qy", "qz")
"""Entries of a pose."""


class Section(NamedTuple):
    """A section of a row: neighbouring numbers that the loop writes from one array.

    Attributes:
        name: A field of `Starts`.
        start: Index of its first number in the row.
        size: How many numbers it has.
        channels: Names of them, placed in the row; between wires there are numbers without one.
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
    """Where everything lies in a row. Immutable.

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
            wires: Numbers of the section of wires, whose signals keep their places in it; one after another if left
                out.
            order: Another order of the sections.
        """
        found: list[Section] = []
        start = 0
        for name in order or ORDER:
            prefix, given = PREFIXES.get(name, ""), list(signals.get(name, ()))
            if name == "wires" and wires is not None:
                named = [move for one in given for move in placed([one], start + one.start, prefix)]
                size = wires
            else:
                named = placed(given, start, prefix)
                size = sum(channel.size for channel in named)
            found.append(Section(name, start, size, tuple(named)))
            start += size
        self.sections, self.sites = tuple(found), tuple(sites)
        self.channels = Channels((channel for section in found for channel in section.channels), start)
        self.starts = Starts(**{section.name: section.start for section in found})
