"""Plots and tables of the comparison of the torso robot's operators."""

from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt
import numpy as np

COLOURS = {"semi-automatic": "#076c77", "command": "#2460c4", "command-greedy": "#a84406"}
LABELS = {"semi-automatic": "semi-\nautomatic", "command": "command,\noracle", "command-greedy": "command,\ngreedy"}
TITLES = {"torso-container": "Take the container", "torso-button": "Press the button"}
FIGURES = (("time", "time [s]"), ("inputs", "inputs made"), ("path_ratio", "path over straight path"))


def draw(found: dict[str, dict[str, list[dict[str, Any]]]], file: Path) -> None:
    """Every attempt that succeeded as a dot, and medians; share of successes under the names."""
    plt.rcParams.update({"svg.hashsalt": "pult", "svg.fonttype": "none", "font.family": "sans-serif",
                         "axes.spines.top": False, "axes.spines.right": False})  # fmt: skip
    figure, panes = plt.subplots(len(TITLES), len(FIGURES), figsize=(9.0, 6.0), squeeze=False)
    for line, (exercise, title) in zip(panes, TITLES.items(), strict=True):
        for axes, (name, label) in zip(line, FIGURES, strict=True):
            axes.set(ylabel=label, yscale="log")
            _strips(axes, found[exercise], name)
        line[0].set_title(title, loc="left", fontsize=11)
    figure.tight_layout()
    figure.savefig(file, metadata={"Date": None})
    plt.close(figure)


def _strips(axes: Any, tried: dict[str, list[dict[str, Any]]], name: str) -> None:
    labels, ticks = [], []
    for place, (pilot, rows) in enumerate(tried.items()):
        values = np.array([row[name] for row in rows if row["success"] and row[name] is not None])
        spread = place + 0.22 * np.sin(2.4 * np.arange(len(values)))  # so that dots do not hide each other
        axes.plot(spread, values, "o", ms=3.5, alpha=0.5, color=COLOURS[pilot], mew=0)
        if len(values):
            axes.plot([place - 0.3, place + 0.3], [np.median(values)] * 2, color=COLOURS[pilot], lw=2)
        labels.append(f"{LABELS[pilot]}\n{sum(row['success'] for row in rows)} of {len(rows)}")
        ticks.append(place)
    axes.set_xticks(ticks, labels, fontsize=8)
    axes.set_xlim(-0.6, len(ticks) - 0.4)
    low, high = axes.get_ylim()
    axes.set_ylim(0.8 * low, 1.25 * high)
    ticks = [factor * 10.0**power for power in range(3) for factor in (1, 1.5, 2, 3, 5, 7)]
    shown = [tick for tick in ticks if 0.8 * low <= tick <= 1.25 * high]
    axes.set_yticks(shown, [f"{tick:g}" for tick in shown], fontsize=8)
    axes.minorticks_off()


def tables(summary: dict[str, dict[str, dict[str, Any]]]) -> str:
    """Medians and quantiles, as the docs show them."""
    lines = []
    for exercise, title in TITLES.items():
        lines += [f"**{title}**", "", "| | semi-automatic | command, oracle | command, greedy |", "|---|---|---|---|"]
        of = summary[exercise]
        pilots = [of.get(pilot) for pilot in COLOURS]
        lines.append("| done | " + " | ".join(_share(one) for one in pilots) + " |")
        for name, label, factor, digits in (
            ("time", "time [s]", 1.0, 1),
            ("inputs", "inputs made", 1.0, 0),
            ("path_ratio", "path over straight path", 1.0, 2),
            ("points", "points", 1.0, 0),
            ("slip", "slip in 5 s [mm]", 1e3, 1),
            ("tilt", "tilt [degrees]", 180.0 / np.pi, 0),
            ("place_error", "distance from the mark [mm]", 1e3, 0),
            ("peak_force", "largest force [N]", 1.0, 1),
        ):
            if exercise == "torso-container" and name == "peak_force":
                continue
            cells = [_range(one, name, factor, digits) for one in pilots]
            if any(cells):
                lines.append(f"| {label} | " + " | ".join(cells) + " |")
        touches = " | ".join("" if one is None else str(one["touches"]) for one in pilots)
        lines += [f"| forbidden contacts | {touches} |", ""]
    return "\n".join(lines)


def _share(one: dict[str, Any] | None) -> str:
    return "" if one is None else f"{one['successes']} of {one['attempts']}"


def _range(one: dict[str, Any] | None, name: str, factor: float, digits: int) -> str:
    """Median, and what nine of ten lie between."""
    if one is None or name not in one:
        return ""
    low, middle, high = (f"{factor * one[name][key]:.{digits}f}" for key in ("p5", "p50", "p95"))
    return f"**{middle}** ({low} to {high})"
