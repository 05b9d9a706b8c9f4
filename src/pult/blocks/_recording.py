"""Reading two columns of a CSV file in a scheme's folder; errors name the file, the line and the column."""

import csv
import io
import math
from collections.abc import Iterator
from pathlib import Path, PureWindowsPath

import numpy as np

from pult.core.errors import choose
from pult.core.paths import is_file
from pult.core.signals import NO_LIMIT, Array

MAX_BYTES = 16 * 1024 * 1024
MAX_ROWS = 200_000
_DELIMITERS = ",;\t"


def read_columns(folder: str, path: str, time: str, column: str) -> tuple[Array, Array]:
    """Read a column and its times.

    Args:
        folder: Folder that must contain the file.
        path: Path relative to it.
        time: Name of the time column [s].
        column: Name of the value column.

    Returns:
        Times [s], strictly increasing, and values. Shape (n,) each.

    Raises:
        ValueError: The file is missing, not allowed, or does not have such columns.
    """
    name = f"file {path!r}"
    rows = _rows(name, _read(name, _locate(folder, path)))
    _, header = next(rows, (0, []))
    if not header:
        raise ValueError(f"{name} is empty; its first line must name the columns.")
    places = [_place(name, header, title) for title in (time, column)]
    times: list[float] = []
    values: list[float] = []
    for number, row in rows:
        where = f"{name}, line {number}"
        if len(row) != len(header):
            raise ValueError(f"{where}: {len(row)} cells, but the first line names {len(header)} columns.")
        instant, value = (_number(where, header[place], row[place]) for place in places)
        if times and instant <= times[-1]:
            raise ValueError(f"{where}: time must increase strictly, but {instant:g} follows {times[-1]:g}.")
        times.append(instant)
        values.append(value)
        if len(times) > MAX_ROWS:
            raise ValueError(f"{name} has more than {MAX_ROWS} lines; thin it out or cut it.")
    if not times:
        raise ValueError(f"{name} names columns but holds no numbers.")
    return np.array(times), np.array(values)


def _locate(folder: str, path: str) -> Path:
    """Resolve the path of a file, links included, and check that it is inside the folder."""
    if not path.strip() or "\0" in path:
        raise ValueError("'path' must name a CSV file in the folder of the scheme.")
    foreign = PureWindowsPath(path)  # knows drives, and takes both kinds of slash
    if foreign.drive or foreign.root:
        raise ValueError(f"'path' must be relative to the folder of the scheme, not {path!r}.")
    base = Path(folder).resolve()
    place = (base / path).resolve()
    if not place.is_relative_to(base):
        raise ValueError(f"'path' leads out of the folder of the scheme: {path!r}.")
    if not is_file(place):
        near = [entry.name for entry in base.glob("*.csv") if entry.is_file()] if base.is_dir() else []
        advice = f" {choose(place.name, near)}" if near else ""
        raise ValueError(f"there is no file {path!r} in the folder of the scheme.{advice}")
    return place


def _read(name: str, place: Path) -> str:
    with place.open("rb") as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise ValueError(f"{name} is larger than {MAX_BYTES // 1024**2} MiB.")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValueError(f"{name} is not UTF-8 text (byte {error.start + 1}).") from None


def _rows(name: str, text: str) -> Iterator[tuple[int, list[str]]]:
    """Line number and cells of every line that is not blank; the first line determines the delimiter."""
    first = text.lstrip().split("\n", 1)[0]
    delimiter = max(_DELIMITERS, key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        for row in reader:
            cells = [cell.strip() for cell in row]
            if any(cells):
                yield reader.line_num, cells
    except csv.Error as error:
        raise ValueError(f"{name}, line {reader.line_num}: {error}.") from None


def _place(name: str, header: list[str], title: str) -> int:
    if title not in header:
        raise ValueError(f"{name} has no column {title!r}. {choose(title, filter(None, header))}")
    if header.count(title) > 1:
        raise ValueError(f"{name} has {header.count(title)} columns {title!r}.")
    return header.index(title)


def _number(where: str, title: str, cell: str) -> float:
    try:
        value = float(cell) if "_" not in cell else math.nan  # Python reads 1_000, nobody else does
    except ValueError:
        value = math.nan
    if not abs(value) <= NO_LIMIT:
        hint = "; numbers have a decimal point" if "," in cell else ""
        raise ValueError(f"{where}: {cell!r} in column {title!r} is not a number{hint}.")
    return value
