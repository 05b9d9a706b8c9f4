"""Output of the report of the inverse kinematics benchmark: tables, JSON and a plot."""

import math
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from benchmarks.ik_figures import IkBlock, IkReport, Mode, Solved
from benchmarks.report import new_table, place_of, quantity, target_table
from pult.core.document import write_atomically


def write_ik(report: IkReport, folder: str | Path) -> list[Path]:
    """Write `ik.json`, and `ik.png` and `ik.svg` if Matplotlib is installed.

    Args:
        folder: Created if missing.

    Returns:
        The files written.
    """
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "ik.json"
    write_atomically(path, report.to_json())
    try:
        from benchmarks.ik_picture import draw_ik
    except ModuleNotFoundError:  # Matplotlib comes with the extras `plot` and `bench`
        return [path]
    figure = draw_ik(report)
    pictures = [folder / "ik.png", folder / "ik.svg"]
    for picture in pictures:
        figure.savefig(picture, dpi=160)
    return [path, *pictures]


def print_ik_report(report: IkReport, console: Console) -> None:
    """Print the tables."""
    console.print(
        f"{report.targets_per_robot} random reachable targets a robot, to {report.position_tolerance_m:g} m and "
        f"{report.angle_tolerance_rad:g} rad, from random starts. Cold: calls after those of other solvers."
    )
    for robot, mode in dict.fromkeys((row.robot, row.mode) for row in report.solved):
        console.print(_solved_table(report.solved, robot, mode))
    console.print(_block_table(report.blocks, report.step_s))
    console.print(target_table(report.targets))
    console.print(escape(place_of(report.environment)))
    liars = [row for row in report.solved if row.false_claims]
    for row in liars:
        who = escape(f"{row.solver} ({row.robot}, {row.mode})")
        console.print(f"[yellow]{who} says of {row.false_claims} targets that they are reached; they are not.[/]")
    if not liars:
        console.print("No solver says of a target that it is reached when it is not.")


def percent(share: float) -> str:
    """A fraction in percent, rounded down, so that 100 % means all."""
    return f"{math.floor(1000.0 * share + 1e-9) / 10.0:g} %"


def _solved_table(rows: Sequence[Solved], robot: str, mode: Mode) -> Table:
    right = ["reached", "median", "p99", "mean", "x solve_ik", "p99 x", "cold", "cold x"]
    table = new_table(f"{robot}, {mode}: us per call", ["solver"], right)
    for row in rows:
        if (row.robot, row.mode) == (robot, mode):
            table.add_row(row.solver, *_cells(row))
    return table


def _cells(row: Solved) -> Sequence[str]:
    if row.call_us is None or row.cold_us is None:
        return [f"[dim]{escape(row.missing.partition(':')[0])}[/]"]
    figures = (
        row.call_us.median, row.call_us.p99, row.call_us.mean, row.ratio, row.ratio_of_p99, row.cold_us.median,
        row.cold_ratio,
    )  # fmt: skip
    return [percent(row.success or 0.0), *("" if figure is None else quantity(figure) for figure in figures)]


def _block_table(rows: Sequence[IkBlock], step: float) -> Table:
    title = f"One block in a compiled scheme that follows a moving target: us per {1e3 * step:g} ms step"
    table = new_table(title, ["block"], ["us", "share", "reached", "off by, m", "rad"])
    for row in rows:
        table.add_row(
            row.block,
            quantity(row.cost_us),
            f"{100.0 * row.share:.2g} %",
            f"{row.reached} of {row.steps}",
            f"{row.largest_m:.1g}",
            f"{row.largest_rad:.1g}",
        )
    return table
