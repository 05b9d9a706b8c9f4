"""Curves of a record: selected by name, plotted over time, or written as a CSV table.

Plotting needs Matplotlib: `pip install pult[plot]`; the rest needs nothing.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from pult.core.channels import Channel, entry_names
from pult.core.errors import UsageError
from pult.core.signals import Array, Kind
from pult.record import Event, Record
from pult.record.replay import complete_rows, reopened
from pult.sim.row import DERIVED

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

INK, SOFT, FAINT, MARK, GOOD, BAD = "#12191b", "#46535a", "#dfe5e4", "#768284", "#17743a", "#bf2a22"
COLOURS = ("#076c77", "#a84406", "#2460c4", "#a3348a", "#336e17", "#7442c8", "#766000", "#b52d24")
"""Colours of the curves in a panel, in order; each is readable on white."""
LOGIC = "on/off"
"""Unit of boolean signals."""
_BAD_KINDS = frozenset(["limit", "fail", "time", "halted", "stop", "physics", "frames lost"])
_MAX_NAMED = 40
_STYLE: Any = {
    "font.family": "sans-serif", "font.size": 9.0, "svg.fonttype": "none", "svg.hashsalt": "pult",
}  # fmt: skip


@dataclass(frozen=True, eq=False)
class Curve:
    """One number over time.

    Attributes:
        name: Name of the signal, with its entry.
        unit: Its unit; "on/off" if it is boolean.
        kind: "number" or "boolean".
        values: One for each row. Shape (n,).
    """

    name: str
    unit: str
    kind: Kind
    values: Array


def entry_unit(channel: Channel, entry: int = 0) -> str:
    """Unit of an entry of a channel: a pose has metres and dimensionless numbers."""
    if channel.kind == "boolean":
        return LOGIC
    if channel.name.startswith(DERIVED) and channel.shape == (7,):
        return "m" if entry < 3 else "1"
    return channel.unit


def curves(record: Record, names: Sequence[str], *, degrees: bool = False) -> list[Curve]:
    """Signals of a record by name; one with several entries becomes as many curves.

    Poses of bodies and sites are not in the rows of a record; they are computed from the coordinates.

    Args:
        record: The record.
        names: "sensor.angles", "sensor.angles[elbow]", "site.hand[x]".
        degrees: Degrees instead of radians.

    Raises:
        UsageError: There is no such signal; the message says what there is.
        RecordError: A pose is wanted, and the documents or the state it follows from are missing.
    """
    layout = record.header.channels
    wanted = [layout.find(name) for name in names]
    rows, present = record.rows, record.channels
    if any(channel.name.partition("[")[0] not in present for channel in wanted):
        with reopened(record, plain=True) as session:
            rows, present = complete_rows(record, session), session.channels
    found: list[Curve] = []
    for channel in wanted:
        base, bracket, _ = channel.name.partition("[")
        if bracket and channel.name not in layout:
            whole = layout[base]
            entries = [(channel.name, channel.start - whole.start)]
        else:
            base, whole = channel.name, channel
            entries = list(zip(entry_names(channel), range(channel.size), strict=True))
        for name, entry in entries:
            values = rows[:, present[base].start + entry]
            curve = Curve(name, entry_unit(whole, entry), whole.kind, values)
            found.append(in_degrees(curve) if degrees else curve)
    return found


def in_degrees(curve: Curve) -> Curve:
    """Convert a curve from radians to degrees: "rad" to "deg", "rad/s" to "deg/s"; others are unchanged."""
    head, slash, tail = curve.unit.partition("/")
    if head != "rad":
        return curve
    return replace(curve, unit=f"deg{slash}{tail}", values=curve.values * (180.0 / math.pi))


def write_csv(path: Path, times: Array, lines: Sequence[Curve]) -> None:
    """Write curves as a CSV table with a header; numbers are read back bit for bit.

    Args:
        path: The file.
        times: Time of each row [s]. Shape (n,).
        lines: The curves.

    Raises:
        UsageError: The file cannot be written.
    """
    heads = ["time [s]", *(f"{line.name} [{line.unit}]" for line in lines)]
    columns = [times.tolist(), *(line.values.tolist() for line in lines)]
    try:
        with path.open("w", encoding="utf-8", newline="") as stream:
            stream.write(",".join(_quoted(head) for head in heads) + "\n")
            stream.writelines(",".join(map(repr, row)) + "\n" for row in zip(*columns, strict=True))
    except OSError as error:
        raise UsageError(f"cannot write {str(path)!r}: {error.strerror}.") from None


def _quoted(head: str) -> str:
    return f'"{head}"' if "," in head else head


def short_text(event: Event) -> str:
    """Short label of an event, without its kind."""
    return event.text.removeprefix(f"{event.kind}: ") or event.kind


# --- drawing ---------------------------------------------------------------------------------------------------------


def draw_curves(
    times: Array,
    lines: Sequence[Curve],
    events: Iterable[Event] = (),
    title: str = "",
    others: Mapping[str, tuple[Array, Sequence[Curve]]] | None = None,
) -> "Figure":
    """Plot curves over time: a panel for each unit, one below the other, and events as thin labelled lines.

    Args:
        times: Time of each row [s]. Shape (n,).
        lines: The curves.
        events: The events.
        title: Title of the figure.
        others: Times and curves of other records by what tells them apart, laid over the first.

    Raises:
        UsageError: Matplotlib is missing.
    """
    try:
        from matplotlib import rc_context
        from matplotlib.figure import Figure
    except ModuleNotFoundError:
        raise UsageError("pictures need Matplotlib: pip install 'pult[plot]'.") from None
    panels: dict[str, list[tuple[Array, Curve]]] = {}
    laid = [(times, line) for line in lines]
    for name, (other, more) in (others or {}).items():
        laid += [(other, replace(line, name=f"{line.name} ({name})")) for line in more]
    for when, line in sorted(laid, key=lambda pair: pair[1].unit == LOGIC):
        panels.setdefault(line.unit, []).append((when, line))
    heights = [_height(unit, panel) for unit, panel in panels.items()]
    with rc_context(_STYLE):
        figure = Figure(figsize=(9.0, sum(heights) + 0.95), layout="constrained")
        grid = figure.subplots(len(panels), 1, sharex=True, squeeze=False, height_ratios=heights)
        axes: list[Axes] = list(grid[:, 0])
        for area, (unit, panel) in zip(axes, panels.items(), strict=True):
            _draw_panel(area, unit, panel)
        ends = [float(when[place]) for when, _ in laid if len(when) for place in (0, -1)]
        first, last = (min(ends), max(ends)) if ends else (0.0, 1.0)
        axes[0].set_xlim(first, last if last > first else first + 1.0)
        axes[-1].set_xlabel("time [s]", color=SOFT)
        rows = _mark_events(figure, axes, [event for event in events if first <= event.time <= last])
        if title:
            axes[0].set_title(title, loc="left", fontsize=10.5, color=INK, pad=8.0 + 11.0 * rows)
    return figure


def _height(unit: str, panel: Sequence[tuple[Array, Curve]]) -> float:
    return 0.5 + 0.22 * len(panel) if unit == LOGIC else 2.1


def _draw_panel(area: "Axes", unit: str, panel: Sequence[tuple[Array, Curve]]) -> None:
    area.spines[["top", "right"]].set_visible(False)
    area.spines[["left", "bottom"]].set_color(MARK)
    area.tick_params(colors=SOFT, length=3.0)
    if unit == LOGIC:
        _draw_logic(area, panel)
        return
    area.grid(color=FAINT, linewidth=0.7)
    area.set_axisbelow(True)
    for number, (times, line) in enumerate(panel):
        again = number // len(COLOURS)
        x, y = _with_gaps(times, line.values)
        style = ("-", "--", ":", "-.")[again % 4]
        area.plot(x, y, style, color=COLOURS[number % len(COLOURS)], linewidth=1.5, label=line.name)
    area.set_ylabel(f"[{unit}]" if unit != "1" else "", color=SOFT)
    area.margins(y=0.08)
    area.legend(
        loc="center left", bbox_to_anchor=(1.01, 0.5), frameon=False, handlelength=1.4, labelcolor=INK, fontsize=8.5,
        borderaxespad=0.0,
    )  # fmt: skip


def _draw_logic(area: "Axes", panel: Sequence[tuple[Array, Curve]]) -> None:
    """Draw boolean signals: a line each, thick where it is true."""
    for number, (times, line) in enumerate(panel):
        on = line.values != 0.0
        colour = COLOURS[number % len(COLOURS)]
        area.axhline(-number, color=FAINT, linewidth=1.0, zorder=0)
        area.fill_between(times, -number - 0.2, -number + 0.2, where=on, step="post", color=colour, linewidth=0.0)
    area.set_yticks([-number for number in range(len(panel))], [line.name for _, line in panel])
    area.yaxis.tick_right()
    area.tick_params(axis="y", length=0.0, labelcolor=INK, labelsize=8.5)
    area.spines["left"].set_visible(False)
    area.set_ylim(0.4 - len(panel), 0.6)


def _with_gaps(times: Array, values: Array) -> tuple[Array, Array]:
    """The curve with a break wherever rows are missing."""
    if len(times) < 3:
        return times, values
    steps = np.diff(times)
    places = np.flatnonzero(steps > 1.5 * np.min(steps)) + 1
    return np.insert(times, places, np.nan), np.insert(values, places, np.nan)


def _mark_events(figure: "Figure", axes: Sequence["Axes"], events: Sequence[Event]) -> int:
    """Thin lines through all panels, with names above the first; returns how many rows of names there are."""
    marks: dict[float, list[Event]] = {}
    for event in events:
        marks.setdefault(event.time, []).append(event)
    for time, together in marks.items():
        for area in axes:
            area.axvline(time, color=_event_colour(together), linewidth=0.8, alpha=0.75, zorder=0.5)
    left, right = axes[0].get_xlim()
    letters = (right - left) / (figure.get_figwidth() * 11.5)  # about as wide as a letter [s]
    ends: list[float] = []
    for time, together in sorted(marks.items())[:_MAX_NAMED]:
        words = ", ".join(dict.fromkeys(short_text(event) for event in together))
        words = words if len(words) <= 32 else words[:31] + "…"
        row = next((number for number, end in enumerate(ends) if end < time), len(ends))
        if row >= 4:
            continue  # no room: the line must do
        late = time + len(words) * letters > right
        if late and row < len(ends) and ends[row] > time - len(words) * letters:
            row = len(ends)
        ends[row : row + 1] = [right if late else time + (len(words) + 1) * letters]
        axes[0].annotate(
            words, (time, 1.0), xycoords=("data", "axes fraction"), xytext=(0.0, 4.0 + 11.0 * row), fontsize=8.0,
            textcoords="offset points", color=_event_colour(together, SOFT), ha="right" if late else "left",
        )  # fmt: skip
    return len(ends)


def _event_colour(events: Iterable[Event], usual: str = MARK) -> str:
    kinds = {event.kind for event in events}
    return BAD if kinds & _BAD_KINDS else GOOD if "success" in kinds else usual


def save_figure(figure: "Figure", path: Path) -> None:
    """Write a figure; the suffix determines the format: .png, .svg or .pdf.

    Raises:
        UsageError: It cannot be written.
    """
    from matplotlib import rc_context

    metadata: dict[str, Any] = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}.get(path.suffix.lower(), {})
    try:
        with rc_context(_STYLE):  # whether letters stay letters is decided here
            figure.savefig(path, dpi=160, metadata=metadata)
    except (OSError, ValueError) as error:
        raise UsageError(f"cannot write {str(path)!r}: {error}.") from None
