"""Sensors of a compiled world as one table of numbers, for the kernels that read them."""

import hashlib
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from pult.core.channels import Channel, Channels
from pult.core.errors import UsageError
from pult.core.random import seeded
from pult.core.signals import Array

MORE_DELAY = 100
"""Additional length of every delay line for the delay of a fault [control steps]."""

# Columns of the table: where the value is, how it is made, its imperfections, its part of the memory.
ADDRESS, RULE, TERMS, AXIS, FIGURE, LEAST, NOISE, BIAS, RESOLUTION, LOW, HIGH, DELAY, COUNTS, MEMORY, LENGTH, PEAK = (
    range(16)
)
COLUMNS = 16
"""ADDRESS in the sensor data, and RULE, one of those below. FIGURE: reach of a beam, or height of the ground [m], or a
factor, or the background of a radiation meter.
LENGTH of the delay line; MEMORY, where the reading's part of the memory starts. PEAK: the first row from this one on
that needs every physics substep, or the number of rows. For what is a sum, ADDRESS is the first row and TERMS the
number of its rows in the table of terms: for a point of zero moment the feet, with AXIS the coordinate and LEAST the
least force [N]; for a radiation meter the sources and then the shields, with AXIS the number of sources and LEAST the
least distance [m]. COUNTS: counts of a counting detector for a reading of 1, or 0.
"""
TERM_COLUMNS = 6
"""Of a foot: its address in the sensor data. Of a source: its address, and its strength. Of a shield: its address, that
of its orientation, its attenuation [1/m], and its half sizes [m].
"""

LAST, TOUCHED, LARGEST, BEAM, ZERO_MOMENT, SCALED, OBSERVED, ELAPSED, RADIATION = RULES = range(9)
"""How `pult.sim.sensing` makes a reading: the number at ADDRESS as it stands at the end of the control step; whether
there was a contact, or its largest force, over the physics substeps; a distance within reach; a point of zero moment;
the number at ADDRESS times FIGURE; an observation that the session has put into HELD; the number at ADDRESS, a clock,
minus the time stamp in HELD; the radiation of sources behind shields.
"""

# Parts of the memory of a reading: six numbers of its generator, then these.
OUTPUT, HELD, HEAD, LINE = 6, 7, 8, 9


@dataclass(frozen=True, eq=False)
class SensorTable:
    """The readings of a world and how they are computed. Immutable; all state is in the memory.

    Attributes:
        channels: The readings.
        table: A row for each reading, in the columns above. Shape (readings, COLUMNS).
        terms: What sums are made of, in the columns of TERM_COLUMNS. Shape (m, TERM_COLUMNS).
    """

    channels: Channels
    table: Array
    terms: Array

    @property
    def memory_size(self) -> int:
        """Size of the memory."""
        return int(np.sum(LINE + self.table[:, LENGTH]))

    def memory(self, seed: int) -> Array:
        """The memory before the first reading. Shape (memory_size,).

        Each reading has its own random sequence, made from the seed and its name, independent of other sensors.
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
        """Faults of the readings, all absent: frozen (0 or 1), added bias, added delay [steps]. Shape (readings, 3)."""
        return np.zeros((len(self.table), 3))


class Source(NamedTuple):
    """Source of a reading.

    Attributes:
        address: Index of its value in MuJoCo's array of sensor data.
        rule: How the reading is computed from it, one of the rules above.
        figure: Reach of a beam, or height of the ground [m], or a factor, or a background.
        terms: For a sum, a row of numbers for each term, see TERM_COLUMNS.
        axis: Coordinate of a point of zero moment, or number of sources.
        least: Minimum force on the feet [N], or minimum distance of a source [m].
    """

    address: int = 0
    rule: int = LAST
    figure: float = 0.0
    terms: tuple[tuple[float, ...], ...] = ()
    axis: int = 0
    least: float = 0.0


class Imperfections(NamedTuple):
    """Imperfections of a reading; the delay in control steps, the rest in its unit. `counts`: counts for a reading of 1
    of a detector that counts events; 0 for others.
    """

    noise: float = 0.0
    bias: float = 0.0
    resolution: float = 0.0
    low: float = -math.inf
    high: float = math.inf
    delay: float = 0.0
    counts: float = 0.0


def make_table(channels: Sequence[Channel], rows: Sequence[tuple[Source, Imperfections]]) -> SensorTable:
    """Make the table of readings from the source and the imperfections of each."""
    table = np.zeros((len(rows), COLUMNS))
    terms: list[tuple[float, ...]] = []
    places: dict[tuple[tuple[float, ...], ...], int] = {}  # first row of terms shared by several rows
    start = 0
    for index, (source, imperfections) in enumerate(rows):
        if source.rule not in RULES:
            raise UsageError(f"the loop has no rule {source.rule} for readings of sensors; it has {list(RULES)}.")
        address = source.address
        if source.terms:
            if source.terms not in places:
                places[source.terms] = len(terms)
                terms += source.terms
            address = places[source.terms]
        length = int(imperfections.delay) + MORE_DELAY + 1
        made = (address, source.rule, len(source.terms), source.axis, source.figure, source.least)
        table[index, :PEAK] = (*made, *imperfections, start, length)
        start += LINE + length
    peak = len(rows)
    for index in reversed(range(len(rows))):
        peak = index if rows[index][0].rule in (TOUCHED, LARGEST) else peak
        table[index, PEAK] = peak
    filled = np.zeros((len(terms), TERM_COLUMNS))
    for index, term in enumerate(terms):
        filled[index, : len(term)] = term
    return SensorTable(Channels(channels), table, filled)
