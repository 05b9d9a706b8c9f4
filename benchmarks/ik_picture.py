"""The picture of the benchmark of inverse kinematics: one panel per robot and kind of target, logarithmic."""

from collections.abc import Sequence
from typing import Any

from matplotlib.figure import Figure

from benchmarks.ik_figures import MODES, IkReport, Solved
from benchmarks.ik_report import percent
from benchmarks.picture import COLORS, OTHER
from benchmarks.report import quantity

HUES = {
    "solve_ik": COLORS["pult"],
    "levenberg_marquardt": COLORS["pult plain"],
    "coordinate_descent": COLORS["pult plain"],
    "ik_LM": COLORS["Drake"],
    "Pinocchio": COLORS["bdsim"],
    "TRAC-IK": COLORS["PathSim"],
}
TITLES = {"position": "position", "pose": "position and orientation"}


def draw_ik(report: IkReport) -> Figure:
    """Draw a report."""
    robots = list(dict.fromkeys(row.robot for row in report.solved))
    modes = [mode for mode in MODES if any(row.mode == mode for row in report.solved)]
    solvers = list(dict.fromkeys(row.solver for row in report.solved))
    figure = Figure(figsize=(2.2 + 2.9 * len(robots), 0.9 + 2.4 * len(modes)), layout="constrained")
    panels = figure.subplots(len(modes), len(robots), squeeze=False, sharex=True, sharey=True)
    for row, mode in zip(panels, modes, strict=True):
        for axes, robot in zip(row, robots, strict=True):
            mine = {r.solver: r for r in report.solved if (r.robot, r.mode) == (robot, mode)}
            axes.set_title(f"{robot}: {TITLES[mode]}", loc="left", fontsize=10)
            _draw(axes, [mine[name] for name in solvers if name in mine], solvers)
    left, right = panels[0][0].get_xlim()
    panels[0][0].set_xlim(left, 8.0 * right)  # room for the text of the slowest; all panels share it
    for axes in panels[-1]:
        axes.set_xlabel("µs per call")
    where = report.environment
    figure.supxlabel(
        f"{report.targets_per_robot} random reachable targets each; dot: median, line: to the 99th percentile, hollow: "
        f"median after calls of others; %: targets reached within {report.position_tolerance_m:g} m"
        f" (and {report.angle_tolerance_rad:g} rad).\n{where.processor}, {where.date[:10]}",
        fontsize=8,
        color=OTHER,
    )
    return figure


def _draw(axes: Any, rows: Sequence[Solved], solvers: Sequence[str]) -> None:
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter("{x:g}")
    axes.set_yticks(range(len(solvers)), solvers)
    axes.set_ylim(len(solvers) - 0.5, -0.6)
    axes.grid(axis="x", color="#dddddd", linewidth=0.6)
    axes.spines[["top", "right"]].set_visible(False)
    for row in rows:
        y, color = solvers.index(row.solver), HUES.get(row.solver, OTHER)
        if row.call_us is None or row.cold_us is None:
            reason = row.missing.partition(":")[0]
            axes.text(0.03, y, reason, transform=axes.get_yaxis_transform(), va="center", fontsize=8, color=OTHER)
            continue
        low, high = row.call_us.median, max(row.call_us.p99, row.call_us.median)
        axes.plot([low, high], [y, y], color=color, linewidth=1.4, marker="|", markevery=[1], markersize=7)
        axes.plot([row.cold_us.median], [y], "o", color=color, markersize=5, fillstyle="none", markeredgewidth=1.0)
        axes.plot([low], [y], "o", color=color, markersize=8 if row.solver == "solve_ik" else 6)
        text = f"{quantity(low)} µs, {percent(row.success or 0.0)}"
        axes.annotate(
            text, (low, y), xytext=(-3, 6), textcoords="offset points", ha="left", fontsize=8,
            color=color if row.success == 1.0 else OTHER, fontweight="bold" if row.solver == "solve_ik" else "normal",
        )  # fmt: skip
