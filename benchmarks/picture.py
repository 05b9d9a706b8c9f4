"""The plot of a report: three logarithmic panels, every line labelled at its end."""

from collections.abc import Sequence
from typing import Any

from matplotlib.figure import Figure

from benchmarks.figures import FirstStep, Native, SchemesReport, Stepped

# Okabe and Ito's colours, told apart by colour-blind people too; pult is the darkest and thickest
COLORS = {
    "pult": "#0072B2",
    "pult plain": "#56B4E9",
    "Drake": "#D55E00",
    "bdsim": "#009E73",
    "PathSim": "#CC79A7",
    "by hand": "#000000",
}
MARKERS = {"pult": "o", "pult plain": "o", "Drake": "s", "bdsim": "^", "PathSim": "v", "by hand": "D"}
OTHER = "#666666"


def draw(report: SchemesReport) -> Figure:
    """Draw a report."""
    figure = Figure(figsize=(13.5, 4.8), layout="constrained")
    panels = figure.subplots(1, 3, width_ratios=[1.35, 1.0, 1.0])
    _draw_stepped(panels[0], report.stepped, report.step_s)
    _draw_native(panels[1], report.native)
    _draw_first_step(panels[2], report.first_step)
    where = report.environment
    figure.supxlabel(
        f"{where.processor}, {where.date[:10]}; medians, bars down to the minimum", fontsize=8, color=OTHER
    )
    return figure


def _frame(axes: Any, title: str, unit: str, sizes: Sequence[int]) -> None:
    axes.set_title(title, loc="left", fontsize=10)
    axes.set_ylabel(unit)
    axes.set_yscale("log")
    axes.yaxis.set_major_formatter("{x:g}")
    axes.set_xscale("log")
    axes.set_xticks(sizes, [str(size) for size in sizes])
    axes.minorticks_off()
    axes.set_xlabel("blocks")
    axes.grid(axis="y", color="#dddddd", linewidth=0.6)
    axes.spines[["top", "right"]].set_visible(False)
    if sizes:
        axes.set_xlim(min(sizes) / 2.5, max(sizes) * 9)  # room for the labels


def _line(axes: Any, name: str, points: Sequence[tuple[int, float, float]], ratio: str) -> tuple[float, str, str]:
    """Draw one engine; returns where its label belongs, its text and its colour."""
    color = COLORS.get(name, OTHER)
    sizes, medians, minima = zip(*points, strict=True)
    below = [max(median - least, 0.0) for median, least in zip(medians, minima, strict=True)]
    width = 2.4 if name == "pult" else 1.4
    axes.errorbar(
        sizes, medians, yerr=[below, [0.0] * len(below)], color=color, linewidth=width, elinewidth=0.8,
        marker=MARKERS.get(name, "x"), markersize=5,
    )  # fmt: skip
    return medians[-1], f"{name}{ratio}", color


def _labels(axes: Any, size: int, labels: Sequence[tuple[float, str, str]]) -> None:
    """Write labels at the right ends of the lines, pushed apart where they would touch."""
    low, high = axes.get_ylim()
    axes.set_ylim(low, 2.0 * high)
    least = (high / low) ** 0.055  # the height of a line of text
    placed: list[float] = []
    for value, text, color in sorted(labels):
        place = max(value, placed[-1] * least) if placed else value
        placed.append(place)
        axes.annotate(
            text,
            (size, place),
            xytext=(8, 0),
            textcoords="offset points",
            va="center",
            color=color,
            fontsize=9,
        )


def _draw_stepped(axes: Any, rows: Sequence[Stepped], step: float) -> None:
    measured = [row for row in rows if row.step_us is not None]
    sizes = sorted({row.blocks for row in measured})
    _frame(axes, "One call per control step from Python (× pult)", "µs per step", sizes)
    labels = []
    for name in dict.fromkeys(row.engine for row in measured):
        mine = sorted((row for row in measured if row.engine == name), key=lambda row: row.blocks)
        points = [(row.blocks, row.step_us.median, row.step_us.minimum) for row in mine if row.step_us is not None]
        last = mine[-1].ratio
        ratio = f"  ×{last:,.0f}" if last is not None and name != "pult" else ""
        labels.append(_line(axes, name, points, ratio))
    if sizes:
        _labels(axes, sizes[-1], labels)
        limit = 1e6 * step
        axes.plot([sizes[0], sizes[-1]], [limit, limit], color=OTHER, linewidth=0.8, linestyle=(0, (4, 3)))
        axes.annotate(
            f"real time: {1e3 * step:g} ms",
            (sizes[0], limit),
            xytext=(0, 4),
            textcoords="offset points",
            color=OTHER,
            fontsize=8,
        )
    absent = list(dict.fromkeys(f"{row.engine}: {row.missing}" for row in rows if row.missing))
    if absent:
        axes.text(0.02, 0.98, "\n".join(absent), transform=axes.transAxes, va="top", fontsize=8, color=OTHER)


def _draw_native(axes: Any, rows: Sequence[Native]) -> None:
    sizes = [row.blocks for row in rows]
    _frame(axes, "Loop over time in native code (× by hand)", "ns per step", sizes)
    if not rows:
        return
    labels = [
        _line(axes, "pult", [(r.blocks, r.pult_ns.median, r.pult_ns.minimum) for r in rows], ""),
        _line(axes, "by hand", [(r.blocks, r.by_hand_ns.median, r.by_hand_ns.minimum) for r in rows], ""),
    ]
    _labels(axes, sizes[-1], labels)
    for row in rows:
        place = (row.blocks, row.pult_ns.median)
        axes.annotate(
            f"×{row.ratio:.1f}", place, xytext=(-4, 7), textcoords="offset points", ha="right", fontsize=9,
            color=COLORS["pult"],
        )  # fmt: skip


def _draw_first_step(axes: Any, rows: Sequence[FirstStep]) -> None:
    sizes = sorted({row.blocks for row in rows})
    _frame(axes, "From document to first step", "s", sizes)
    colors = {"cold": COLORS["Drake"], "cached": COLORS["pult"], "plain": COLORS["pult plain"]}
    markers = {"cold": "s", "cached": "o", "plain": "^"}
    labels = []
    for mode, color in colors.items():
        mine = sorted((row for row in rows if row.mode == mode), key=lambda row: row.blocks)
        if mine:
            medians = [row.document_to_step_s.median for row in mine]
            axes.plot(
                [row.blocks for row in mine],
                medians,
                color=color,
                marker=markers[mode],
                markersize=5,
                linewidth=1.6,
            )
            labels.append((medians[-1], mode, color))
    if labels:
        _labels(axes, sizes[-1], labels)
