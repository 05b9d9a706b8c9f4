"""Scripts of panel inputs: a table over time, whose cells are values of the panel's elements.

The first column is the time [s]; every other is an element, or one entry of a stick, by its name: "speed",
"joystick[x]", with its unit after it if wanted. A cell is a number, true or false, a name, or a list of names in
brackets. An empty cell, or a time between two rows, leaves the element as it is.
"""

import csv
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from pult.core.channels import Channel
from pult.core.errors import UsageError, choose, is_finite
from pult.panel.panel import Panel
from pult.panel.state import PanelState
from pult.sim.commands import Input
from pult.sim.injection import TimedCommand

MAX_BYTES = 64 * 2**20
_TIME = re.compile(r"(t|time)\s*(\[s\])?", re.IGNORECASE)
_TITLE = re.compile(r"(?:panel\.)?(?P<name>[^\[\]]+?)(?P<entry>\[[^\[\]]+\])?(?:\s+\[[^\[\]]*\])?")
"""Name, entry, and a unit after a blank."""


class _Column(NamedTuple):
    """What a column of the table moves: a whole element, or an entry of it."""

    channel: Channel
    entry: int | None


def read_script(source: str | Path, panel: Panel) -> list[TimedCommand]:
    """Read a script and check it against a panel.

    Args:
        source: The file (CSV).
        panel: The panel.

    Raises:
        UsageError: It cannot be read, the panel lacks an element, or a value does not fit; the message names line and
            column.
    """
    path = Path(source)
    try:
        if path.stat().st_size > MAX_BYTES:
            raise UsageError(f"{path}: larger than {MAX_BYTES // 2**20} MiB.")
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError as error:
        raise UsageError(f"{path}: not UTF-8 text (byte {error.start}).") from None
    lines = [(number, row) for number, row in _rows(path, text) if any(cell.strip() for cell in row)]
    if len(lines) < 2:
        raise UsageError(f"{path}: a line of titles and one row at least are needed, such as 'time,joystick[x]'.")
    (_, titles), *rows = lines
    if not titles or not _TIME.fullmatch(titles[0].strip()):
        raise UsageError(f"{path}: the first column must be 'time' [s], not {titles[0].strip()!r}.")
    columns = [_column(path, title.strip(), panel) for title in titles[1:]]
    return list(_commands(path, columns, rows, PanelState(panel)))


def _rows(path: Path, text: str) -> Iterator[tuple[int, list[str]]]:
    reader = csv.reader(io.StringIO(text))
    try:
        for row in reader:
            yield reader.line_num, row
    except csv.Error as error:
        raise UsageError(f"{path}, line {reader.line_num}: {error}.") from None


def _column(path: Path, title: str, panel: Panel) -> _Column:
    match = _TITLE.fullmatch(title)
    channels = {channel.name.removeprefix("panel."): channel for channel in panel.channels}
    if match is None or match["name"] not in channels:
        name = match["name"] if match else title
        raise UsageError(f"{path}: the panel has no element {name!r}. {choose(name, channels)}")
    channel, entry = channels[match["name"]], (match["entry"] or "")[1:-1]
    if not entry:
        return _Column(channel, None)
    try:
        found = panel.channels.find(f"{channel.name}[{entry}]")
    except UsageError as error:
        raise UsageError(f"{path}: {error}") from None
    return _Column(channel, found.start - channel.start)


def _commands(
    path: Path, columns: list[_Column], rows: list[tuple[int, list[str]]], state: PanelState
) -> Iterator[TimedCommand]:
    """The inputs, with the values that a panel has in the course of the script."""
    before = 0.0
    for line, row in rows:
        where = f"{path}, line {line}"
        if len(row) != len(columns) + 1:
            raise UsageError(f"{where}: has {len(row)} cells, not {len(columns) + 1}.")
        time = _value(row[0])
        if isinstance(time, (str, bool, list)) or not is_finite(time) or time < before:
            raise UsageError(f"{where}: the time must be a number from {before:g} [s] on, not {row[0].strip()!r}.")
        before = float(time)
        values: dict[str, Any] = {}
        for column, cell in zip(columns, row[1:], strict=True):
            if cell.strip():
                _put(values, column, _value(cell), state, where)
        try:
            state.set_many(values)
        except Exception as error:  # noqa: BLE001 - whatever the panel says, with its place
            raise UsageError(f"{where}: {error}") from None
        if values:
            yield TimedCommand(before, Input(values=values))


def _value(cell: str) -> Any:
    """A number, a truth value, a list, or the text itself."""
    text = cell.strip()
    try:
        found = json.loads(text.lower() if text in ("True", "False") else text)
    except ValueError:
        return text
    return text if isinstance(found, dict) or found is None else found


def _put(values: dict[str, Any], column: _Column, value: Any, state: PanelState, where: str) -> None:
    """Put a cell into the values of its row; truth values may be written as 0 and 1."""
    name = column.channel.name.removeprefix("panel.")
    if column.channel.kind == "boolean" and type(value) in (int, float) and value in (0, 1):
        value = bool(value)
    if column.entry is None:
        values[name] = value
        return
    whole = values.setdefault(name, _numbers(state.get(name)))
    if whole is None:
        raise UsageError(f"{where}: {name!r} has no entries of its own; write its value into one column, {name!r}.")
    if not isinstance(whole, list):
        raise UsageError(f"{where}: {name!r} stands in one column as a whole and in another by an entry.")
    whole[column.entry] = value


def _numbers(value: Any) -> list[Any] | None:
    """The entries of a stick; None for everything else."""
    is_stick = isinstance(value, (list, tuple)) and value and all(type(one) is float for one in value)
    return list(value) if is_stick else None
