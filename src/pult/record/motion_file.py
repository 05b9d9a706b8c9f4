"""Recorded data of streams: a table (CSV), or signals of a record (MCAP)."""

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from pult.core.errors import UsageError, choose, is_finite
from pult.core.shipped import shipped_files
from pult.core.signals import Array
from pult.core.units import UnitError, conversion_factor, format_unit, parse_unit
from pult.panel.streams import StreamDocument
from pult.record import RecordError, read_record

MAX_BYTES = 64 * 2**20
TIME = "t"
"""Name of the column of time [s]."""
_SAME = 1e-9
"""Times closer than this are equal [s]: a sample is then used exactly, without interpolation."""
_TITLE = re.compile(r"(?P<label>[^\[\]]*?)\s*(?:\[(?P<unit>[^\[\]]*)\])?")
_RECORD = re.compile(r"(?P<file>.*\.mcap)(?::(?P<signals>.+))?", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True, eq=False)
class Motion:
    """Samples of a stream with their times.

    Attributes:
        name: Name of their source.
        times: Times, strictly increasing [s]. Shape (n,).
        values: Samples, in the unit of the stream. Shape (n, size).
        gap: Maximum time between two samples for interpolation [s].
    """

    name: str
    times: Array
    values: Array
    gap: float

    @property
    def duration(self) -> float:
        """Time from the first sample to the last [s]."""
        return float(self.times[-1] - self.times[0])

    def at(self, t: float) -> Array | None:
        """The sample at a time, linearly interpolated; None in a gap or outside the data.

        Args:
            t: Time since the first sample [s].
        """
        times = self.times
        now = float(times[0]) + t
        after = int(np.searchsorted(times, now))
        for near in (after - 1, after):
            if 0 <= near < len(times) and abs(float(times[near]) - now) <= _SAME:
                return np.array(self.values[near])
        if after in (0, len(times)):
            return None
        before, step = after - 1, float(times[after] - times[after - 1])
        if step > self.gap:
            return None
        share = (now - float(times[before])) / step
        found: Array = self.values[before] + share * (self.values[after] - self.values[before])
        return found


def shipped_motions() -> list[str]:
    """Names of the motions that are shipped."""
    return sorted(path.stem for path in shipped_files("*.csv").values())


def read_motion(source: str | Path, name: str, stream: StreamDocument) -> Motion:
    """Read recorded data of a stream.

    Args:
        source: A file, or a shipped motion by its name. A table (CSV) has a line of titles: 't' for the time in
            seconds, and the labels of the stream, or as many other titles in its order; a title may end in a unit,
            'right_elbow [deg]'. From a record the signal of the stream itself is used, or those named after the file:
            'a.mcap:sensor.right+sensor.left'.
        name: Name of the stream.
        stream: Its declaration.

    Raises:
        UsageError: The file does not contain such data; the message says where and why.
    """
    match = _RECORD.fullmatch(str(source))
    if str(source) in shipped_motions() and not Path(source).is_file():
        times, values = _from_table(shipped_files("*.csv")[f"{source}.csv"], name, stream)
    elif match is not None:
        times, values = _from_record(match["file"], (match["signals"] or f"stream.{name}").split("+"), stream)
    elif not Path(source).exists() and not Path(source).suffix:
        known = choose(str(source), shipped_motions())
        raise UsageError(f"{source}: there is neither such a file nor a shipped motion of this name. {known}")
    else:
        times, values = _from_table(Path(source), name, stream)
    return Motion(str(source), times, values, stream.timeout)


def _from_record(file: str, signals: list[str], stream: StreamDocument) -> tuple[Array, Array]:
    try:
        record = read_record(file)
    except RecordError as error:
        raise UsageError(str(error)) from None
    parts, units = [], []
    for signal in signals:
        parts.append(record.signal(signal.strip()).reshape(len(record.rows), -1))
        units.append(record.channels.find(signal.strip()).unit)
    values = np.concatenate(parts, axis=1)
    if values.shape[1] != stream.numbers:
        raise UsageError(f"{file}: {' + '.join(signals)} are {values.shape[1]} numbers, not {stream.numbers}.")
    for signal, unit in zip(signals, units, strict=True):
        if parse_unit(unit) != parse_unit(stream.unit):
            raise UsageError(f"{file}: {signal} is in {unit}, the stream in {stream.unit}.")
    fresh = f"{signals[0].strip()}_fresh"
    kept = np.ones(len(values), dtype=bool)
    if len(signals) == 1 and fresh in record.channels:  # values held while no data arrived are not data
        kept = record.signal(fresh) > 0.0
    if not kept.any():
        raise UsageError(f"{file}: no data came over {signals[0]} in this record.")
    return record.times[kept], values[kept]


def _from_table(path: Path, name: str, stream: StreamDocument) -> tuple[Array, Array]:
    rows = _rows(path)
    line, header = next(rows, (0, []))
    if not header:
        raise UsageError(f"{path}: the file is empty; its first line must name the columns.")
    places, factors = _columns(path, header, name, stream)
    times: list[float] = []
    values: list[list[float]] = []
    for line, row in rows:
        where = f"{path}, line {line}"
        if len(row) != len(header):
            raise UsageError(f"{where}: {len(row)} cells, but the first line names {len(header)} columns.")
        numbers = [_number(where, header[place], row[place]) for place in places]
        if times and numbers[0] <= times[-1]:
            raise UsageError(f"{where}: time must increase, but {numbers[0]:g} follows {times[-1]:g}.")
        times.append(numbers[0])
        values.append(numbers[1:])
    if not times:
        raise UsageError(f"{path}: it names columns but holds no numbers.")
    return np.array(times), np.array(values) * factors


def _rows(path: Path) -> Iterator[tuple[int, list[str]]]:
    """Line number and cells of every non-blank line; the first line determines the delimiter."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror}.") from None
    if len(data) > MAX_BYTES:
        raise UsageError(f"{path}: larger than {MAX_BYTES >> 20} MiB.")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(f"{path}: not UTF-8 text (byte {error.start + 1}).") from None
    delimiter = max(",;\t", key=text.lstrip().split("\n", 1)[0].count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    try:
        for row in reader:
            if any(cell.strip() for cell in row):
                yield reader.line_num, [cell.strip() for cell in row]
    except csv.Error as error:
        raise UsageError(f"{path}, line {reader.line_num}: {error}.") from None


def _columns(path: Path, header: list[str], name: str, stream: StreamDocument) -> tuple[list[int], Array]:
    """Columns of the time and of every number of a sample, and factors to the unit of the stream."""
    titles = [_TITLE.fullmatch(title) for title in header]
    labels = [match["label"] if match else title for match, title in zip(titles, header, strict=True)]
    if labels.count(TIME) != 1:
        raise UsageError(f"{path}: one column must be {TIME!r}, the time in seconds. {choose(TIME, labels)}")
    first, others = labels.index(TIME), [place for place, label in enumerate(labels) if label != TIME]
    if stream.labels and all(labels.count(label) == 1 for label in stream.labels):
        others = [labels.index(label) for label in stream.labels]
    elif len(others) != stream.numbers:
        missing = next((label for label in stream.labels if label not in labels), "")
        hint = f"; there is no column {missing!r}" if missing else ""
        raise UsageError(f"{path}: {name} has {stream.numbers} numbers, the file {len(others)} beside 't'{hint}.")
    factors = []
    for place in others:
        match = titles[place]
        unit = match["unit"] if match is not None and match["unit"] else stream.unit
        try:
            factor = conversion_factor(parse_unit(unit), parse_unit(stream.unit))
        except UnitError as error:
            raise UsageError(f"{path}, column {header[place]!r}: {error}") from None
        if factor is None:
            wanted = format_unit(parse_unit(stream.unit))
            raise UsageError(f"{path}: the column {header[place]!r} cannot be turned into {wanted}.")
        factors.append(factor)
    return [first, *others], np.array(factors)


def _number(where: str, title: str, cell: str) -> float:
    try:
        value = float(cell)
    except ValueError:
        value = float("nan")
    if not is_finite(value):
        hint = "; numbers have a decimal point" if "," in cell else ""
        raise UsageError(f"{where}: {cell!r} in column {title!r} is not a number{hint}.")
    return value
