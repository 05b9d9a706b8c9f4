"""Charts of a sweep, each drawn into a Matplotlib figure or a part of one."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from pult.batch.results.groups import Classes, classes, distinct, group_medians, group_rates
from pult.batch.results.summary import failures_of, influence_of
from pult.batch.results.table import Floats, RunTable
from pult.media.plot import BAD, COLOURS, FAINT, GOOD, INK, SOFT

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import FigureBase

EMPTY = "#c9d2d1"
"""Colour of the hatching of cells without runs."""
SUCCESS_MAP = ("#a84406", "#f3c9ad", "#f7f7f5", "#a9d3d4", "#076c77")
"""Colours from never to always."""
HEAT_MAP = ("#f4f8f8", "#a9d3d4", "#3f969f", "#076c77", "#04373d")
MAX_CELLS = 100
"""Cells up to which figures are written into a map."""
MAX_CAUSES = 8
MAX_PANELS = 4
_BREAKS = re.compile(r"(?<=\s)|(?=\.[^\W\d])|(?=@)")
"""Where labels may be broken."""


def by_influence(table: RunTable) -> list[str]:
    """Names with more than one value, those that explain most of success and points first."""
    varied = {name: column for name, column in table.values.items() if len(distinct(column)[1]) > 1}
    shares = {name: sum(influence_of(table, column)) for name, column in varied.items()}
    return sorted(shares, key=lambda name: (-shares[name], name))


def outcome_of(table: RunTable, name: str) -> Floats:
    """A figure of each run by name: "points", "time" or a metric; NaN where it is missing. Shape (n,)."""
    return table.points if name == "points" else table.metrics.get(name, table.time)


def success_chart(figure: "FigureBase", table: RunTable, names: Sequence[str]) -> None:
    """Rate of success: over nothing, over one varied value with its interval, or as maps over pairs."""
    if len(names) >= 2:
        pairs = [(names[0], names[1]), (names[0], names[2]), (names[1], names[2])] if len(names) > 2 else [names[:2]]
        for axes, (across, up) in zip(figure.subplots(1, len(pairs), squeeze=False)[0], pairs, strict=True):
            success_map(figure, axes, table, across, up)
        return
    axes = figure.subplots()
    found = classes(table.values[names[0]]) if names else _all_runs(table)
    rates = group_rates(table.success, found.codes, len(found.labels))
    places, share = np.arange(len(found.labels)), 100.0 * rates.share
    errors = np.abs(np.array([share - 100.0 * rates.low, 100.0 * rates.high - share]))
    style = "o-" if names and _is_numeric(found) else "o"
    axes.errorbar(places, share, errors, fmt=style, color=COLOURS[0], ecolor=COLOURS[0], elinewidth=1.2, capsize=3.0,
                  markersize=5.0, linewidth=1.4)  # fmt: skip
    axes.set_ylim(-3.0, 103.0)
    axes.set_xlim(-0.5, len(places) - 0.5)
    axes.grid(axis="y", color=FAINT, linewidth=0.8)
    _clean(axes, "success, with 95 % interval (Wilson)", table.label(names[0]) if names else "", "%")
    _ticks(axes, found)


def success_map(figure: "FigureBase", axes: "Axes", table: RunTable, across: str, up: str) -> None:
    """Rate of success over two varied values."""
    x, y = classes(table.values[across]), classes(table.values[up])
    shape = (len(y.labels), len(x.labels))
    rates = group_rates(table.success, y.codes * shape[1] + x.codes, shape[0] * shape[1])
    cells, labels = 100.0 * rates.share.reshape(shape), (table.label(across), table.label(up))
    _map(figure, axes, cells, (x, y), labels, "success [%]", (0.0, 100.0), SUCCESS_MAP)


def heat_chart(figure: "FigureBase", table: RunTable, names: Sequence[str], outcome: str) -> None:
    """Median of a figure over two varied values, or over one with its interval."""
    values = outcome_of(table, outcome)
    axes = figure.subplots()
    if len(names) < 2:
        found = classes(table.values[names[0]]) if names else _all_runs(table)
        medians = group_medians(values, found.codes, len(found.labels))
        places = np.arange(len(found.labels))
        axes.fill_between(places, medians.low, medians.high, color=COLOURS[0], alpha=0.18, linewidth=0.0)
        axes.plot(places, medians.median, "o-", color=COLOURS[0], markersize=5.0, linewidth=1.4)
        axes.set_xlim(-0.5, len(places) - 0.5)
        axes.grid(axis="y", color=FAINT, linewidth=0.8)
        label = table.label(names[0]) if names else ""
        _clean(axes, f"median {outcome}, with 95 % interval (bootstrap)", label, outcome)
        _ticks(axes, found)
        return
    x, y = classes(table.values[names[0]]), classes(table.values[names[1]])
    shape = (len(y.labels), len(x.labels))
    medians = group_medians(values, y.codes * shape[1] + x.codes, shape[0] * shape[1])
    cells = medians.median.reshape(shape)
    known = cells[np.isfinite(cells)]
    limits = (0.0, 100.0) if outcome == "points" else (float(known.min()), float(known.max())) if len(known) else (0, 1)
    labels = (table.label(names[0]), table.label(names[1]))
    _map(figure, axes, cells, (x, y), labels, f"median {outcome}", limits, HEAT_MAP)


def box_chart(figure: "FigureBase", table: RunTable, names: Sequence[str], outcome: str) -> None:
    """Distribution of a figure over each varied value: quartiles, and whiskers from 5 to 95 %."""
    shown = list(names[:MAX_PANELS]) or [""]
    values = outcome_of(table, outcome)
    panels = figure.subplots(1, len(shown), sharey=True, squeeze=False)[0]
    for index, (axes, name) in enumerate(zip(panels, shown, strict=True)):
        found = classes(table.values[name]) if name else _all_runs(table)
        boxes = [_box(values[found.codes == code], label) for code, label in enumerate(found.labels)]
        axes.bxp(
            boxes, positions=np.arange(len(boxes)), widths=0.6, showfliers=False, patch_artist=True,
            boxprops={"facecolor": "#cfe5e6", "edgecolor": COLOURS[0]}, whiskerprops={"color": COLOURS[0]},
            capprops={"color": COLOURS[0]}, medianprops={"color": COLOURS[1], "linewidth": 1.6},
        )  # fmt: skip
        axes.grid(axis="y", color=FAINT, linewidth=0.8)
        axes.set_axisbelow(True)
        title = f"{outcome}: quartiles, 5 to 95 %" if index == 0 else ""
        _clean(axes, title, table.label(name), outcome if index == 0 else "", 88 // len(shown))
        _ticks(axes, found)


def _box(values: Floats, label: str) -> dict[str, Any]:
    known = values[np.isfinite(values)]
    low, first, median, third, high = np.percentile(known, (5, 25, 50, 75, 95)) if len(known) else [np.nan] * 5
    return {"whislo": low, "q1": first, "med": median, "q3": third, "whishi": high, "label": label}


def sensitivity_chart(figure: "FigureBase", table: RunTable, names: Sequence[str]) -> None:
    """Share of the variance of success and points that each varied value explains by itself."""
    axes = figure.subplots()
    shown = list(names[:MAX_CAUSES])
    shares = 100.0 * np.array([influence_of(table, table.values[name]) for name in shown]).reshape(-1, 2)
    places = np.arange(len(shown))
    for column, (label, colour) in enumerate((("success", COLOURS[0]), ("points", COLOURS[1]))):
        bars = axes.barh(places + 0.2 * (2 * column - 1), shares[:, column], 0.36, color=colour, label=label)
        axes.bar_label(bars, fmt="%.0f", padding=3.0, fontsize=7.5, color=SOFT)
    axes.set_yticks(places, [_wrapped(table.label(name), 28) for name in shown])
    axes.set_ylim(len(shown) - 0.4, -0.6)
    axes.set_xlim(0.0, 108.0)
    axes.legend(frameon=False, fontsize=8.0, loc="lower right")
    _clean(axes, "variance explained by itself", "first-order index [%]", "")


def failure_chart(figure: "FigureBase", table: RunTable) -> None:
    """How often runs failed, by cause."""
    axes = figure.subplots()
    causes = failures_of(table)
    shown = causes[:MAX_CAUSES]
    _clean(axes, "failures by cause", "runs" if shown else "", "")
    if not shown:
        axes.text(
            0.5, 0.5, "no run failed", ha="center", va="center", color=GOOD, transform=axes.transAxes, fontsize=11.0
        )
        axes.set_xticks([])
        axes.set_yticks([])
        return
    bars = axes.barh(range(len(shown)), [count for _, count, _ in shown], 0.6, color=BAD)
    axes.bar_label(bars, padding=3.0, fontsize=7.5, color=SOFT)
    axes.set_yticks(range(len(shown)), [_wrapped(cause, 34) for cause, _, _ in shown])
    axes.set_ylim(len(shown) - 0.4, -0.6)
    axes.margins(x=0.12)
    axes.locator_params(axis="x", integer=True)
    if len(causes) > len(shown):
        axes.text(1.0, -0.16, f"and {len(causes) - len(shown)} more causes", ha="right", color=SOFT, fontsize=7.5,
                  transform=axes.transAxes)  # fmt: skip


def histogram(figure: "FigureBase", table: RunTable, outcome: str) -> None:
    """Distribution of a figure over all runs, successes and failures apart."""
    axes = figure.subplots()
    values = outcome_of(table, outcome)
    known = np.isfinite(values)
    good, bad = values[known & table.success], values[known & ~table.success]
    bins = np.linspace(0.0, 100.0, 21) if outcome == "points" else np.histogram_bin_edges(values[known], bins=20)
    groups = [(good, GOOD, "done"), (bad, BAD, "failed")]
    shown = [group for group in groups if len(group[0])]
    axes.hist([group[0] for group in shown], bins=list(bins), stacked=True, color=[group[1] for group in shown],
              label=[f"{group[2]} ({len(group[0])})" for group in shown])  # fmt: skip
    axes.legend(frameon=False, fontsize=8.0, loc="best")
    axes.locator_params(axis="y", integer=True)
    _clean(axes, f"{outcome} of all runs", outcome, "runs")


def _all_runs(table: RunTable) -> Classes:
    return Classes(np.zeros(len(table), dtype=np.int64), ["all runs"], ["all runs"])


def _is_numeric(found: Classes) -> bool:
    return all(isinstance(value, (int, float)) and not isinstance(value, bool) for value in found.values)


def _wrapped(text: str, width: int) -> str:
    """A text in at most two lines, broken at spaces, before fields (".noise") and before times ("@2.5")."""
    pieces = [piece[i : i + width] for piece in _BREAKS.split(text) for i in range(0, len(piece), width)]
    lines = [""]
    for piece in pieces:
        if lines[-1] and len(lines[-1]) + len(piece.rstrip()) > width:
            lines.append("")
        lines[-1] += piece
    return "\n".join(line.strip() for line in lines[:2]) + (" …" if len(lines) > 2 else "")


def _clean(axes: "Axes", title: str, x: str, y: str, width: int = 44) -> None:
    """Title, labels and plain axes; labels are wrapped to `width` characters."""
    axes.set_title(title, loc="left", color=INK, fontsize=9.0)
    axes.set_xlabel(_wrapped(x, width), color=SOFT)
    axes.set_ylabel(_wrapped(y, 36), color=SOFT)
    axes.tick_params(colors=SOFT, length=3.0)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    for side in ("left", "bottom"):
        axes.spines[side].set_color(FAINT)


def _ticks(axes: "Axes", found: Classes) -> None:
    labels = [_wrapped(label, 22) for label in found.labels]
    widest = max(len(line) for label in labels for line in label.split("\n"))
    long = widest * len(labels) > (60 if len(labels) < 4 else 34)
    axes.set_xticks(range(len(labels)), labels, rotation=35 if long else 0, ha="right" if long else "center",
                    rotation_mode="anchor" if long else "default")  # fmt: skip


def _map(
    figure: "FigureBase",
    axes: "Axes",
    cells: Floats,
    sides: tuple[Classes, Classes],
    names: tuple[str, str],
    title: str,
    limits: tuple[float, float],
    colours: Sequence[str],
) -> None:
    """A map with a colour scale, and figures in its cells where there is room."""
    from matplotlib.colors import LinearSegmentedColormap

    palette = LinearSegmentedColormap.from_list("pult", list(colours)).with_extremes(bad=(0.0, 0.0, 0.0, 0.0))
    axes.patch.set(hatch="////", facecolor="white", edgecolor=EMPTY)
    low, high = limits if limits[0] < limits[1] else (limits[0] - 0.5, limits[0] + 0.5)
    image = axes.imshow(np.ma.masked_invalid(cells), origin="lower", aspect="auto", vmin=low, vmax=high, cmap=palette)
    _clean(axes, title, names[0], names[1])
    for spine in axes.spines.values():
        spine.set_visible(False)
    _ticks(axes, sides[0])
    axes.set_yticks(range(len(sides[1].labels)), [_wrapped(label, 22) for label in sides[1].labels])
    axes.set_xticks(np.arange(cells.shape[1] + 1) - 0.5, minor=True)
    axes.set_yticks(np.arange(cells.shape[0] + 1) - 0.5, minor=True)
    axes.grid(which="minor", color="white", linewidth=1.2)
    axes.tick_params(which="both", length=0.0)
    bar = figure.colorbar(image, ax=axes, shrink=0.92, aspect=28, pad=0.02)
    bar.outline.set_visible(False)
    bar.ax.tick_params(colors=SOFT, length=0.0, labelsize=7.5)
    if cells.size > MAX_CELLS:
        return
    for (y, x), value in np.ndenumerate(cells):
        if np.isfinite(value):
            red, green, blue, _ = palette((value - low) / (high - low))
            dark = 0.299 * red + 0.587 * green + 0.114 * blue < 0.55
            axes.text(x, y, f"{value:.3g}", ha="center", va="center", color="white" if dark else INK, fontsize=7.5)
