"""`pult bench`: speed against peers, in one run."""

import importlib
import importlib.util
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

import pult
from pult.cli.console import emit_json, note, out
from pult.core.errors import UsageError

app = typer.Typer(help="Measure speed against peers, all in one run.", no_args_is_help=True)
SOURCES = Path(pult.__file__).resolve().parents[2] / "benchmarks"
"""The benchmarks belong to the source tree: an installed package has none."""


def benchmark(name: str) -> Any:
    """A module of the benchmarks, such as "ik".

    Raises:
        UsageError: This is not a checkout of the source tree.
    """
    if "benchmarks" not in sys.modules:
        file = SOURCES / "__init__.py"
        spec = importlib.util.spec_from_file_location("benchmarks", file, submodule_search_locations=[str(SOURCES)])
        if not file.is_file() or spec is None or spec.loader is None:
            raise UsageError(f"there are no benchmarks in {SOURCES}: they run from a checkout of pult's sources.")
        package = sys.modules["benchmarks"] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(package)
    return importlib.import_module(f"benchmarks.{name}")


@app.command("schemes")
def schemes(
    output: Annotated[Path | None, typer.Option("-o", "--output", help="Folder for schemes.json and the plot.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Answer as JSON.")] = False,
    quick: Annotated[bool, typer.Option("--quick", help="Fewer repeats.")] = False,
) -> None:
    """Compiled schemes against Drake, bdsim, PathSim and hand-written Numba."""
    report = benchmark("schemes").bench_schemes(quick=quick)
    if output is not None:
        benchmark("report").write(report, output)
    if json:
        emit_json(report.as_dict())
    else:
        benchmark("report").print_report(report, out)


@app.command("ik")
def ik(
    output: Annotated[Path | None, typer.Option("-o", "--output", help="Folder for ik.json and the plot.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Answer as JSON.")] = False,
    quick: Annotated[bool, typer.Option("--quick", help="200 targets per robot.")] = False,
    targets: Annotated[int | None, typer.Option("--targets", min=1, help="Targets per robot, 1000 by default.")] = None,
) -> None:
    """Inverse kinematics against roboticstoolbox, Pinocchio and TRAC-IK."""
    report = benchmark("ik").bench_ik(quick=quick, targets=targets)
    if output is not None:
        benchmark("ik_report").write_ik(report, output)
    if json:
        emit_json(report.as_dict())
    else:
        benchmark("ik_report").print_ik_report(report, out)


@app.command("loop")
def loop(
    output: Annotated[Path | None, typer.Option("-o", "--output", help="Folder for loop.json.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Answer as JSON.")] = False,
    quick: Annotated[bool, typer.Option("--quick", help="Fewer repeats.")] = False,
    paced: Annotated[bool, typer.Option("--paced/--no-paced", help="Measure a real-time run as well.")] = True,
) -> None:
    """The loop of a seven-joint arm against bare physics, and the period of a real-time run."""
    report = benchmark("loop").bench_loop(quick=quick, paced=paced)
    if output is not None:
        benchmark("loop_report").write_loop(report, output)
    if json:
        emit_json(report.as_dict())
    else:
        benchmark("loop_report").print_loop_report(report, out)


@app.command("start")
def start(
    output: Annotated[Path | None, typer.Option("-o", "--output", help="Folder for start.json.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Answer as JSON.")] = False,
    quick: Annotated[bool, typer.Option("--quick", help="Once each.")] = False,
) -> None:
    """From the command to the first control step: with an empty cache, with a full one, with another scheme."""
    report = benchmark("start").bench_start(quick=quick)
    if output is not None:
        benchmark("start_report").write_start(report, output)
    if json:
        emit_json(report.as_dict())
    else:
        benchmark("start_report").print_start_report(report, out)


@app.command("studio")
def studio(
    output: Annotated[Path | None, typer.Option("-o", "--output", help="Folder for studio.json.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Answer as JSON.")] = False,
    quick: Annotated[bool, typer.Option("--quick", help="Fewer repeats.")] = False,
) -> None:
    """The studio: first load, stick to picture, large schemes, processor time, many watchers."""
    report = benchmark("studio").bench_studio(quick=quick)
    if output is not None:
        benchmark("studio_report").write_studio(report, output)
    if json:
        emit_json(report.as_dict())
    else:
        benchmark("studio_report").print_studio_report(report, out)


@app.command("sweep")
def sweep(
    output: Annotated[Path | None, typer.Option("-o", "--output", help="Folder for sweep.json.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Answer as JSON.")] = False,
    runs: Annotated[int, typer.Option(min=2, help="Attempts in all.")] = 2000,
    free_runs: Annotated[int, typer.Option(min=4, help="Runs without an operator in all.")] = 1000,
    rows: Annotated[int, typer.Option(min=100, help="Rows of results that are summarised and drawn.")] = 100_000,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds in which what is compared takes turns.")] = 5,
) -> None:
    """Sweeps: workers against a loop, a local Dask cluster, free runs against mujoco.rollout, many rows."""
    report = benchmark("sweep").bench_sweep(
        runs=runs, free_runs=free_runs, rows=rows, rounds=rounds, say=lambda text: note(text) if not json else None
    )
    if output is not None:
        benchmark("sweep_report").write_sweep(report, output)
    if json:
        emit_json(report.as_dict())
    else:
        benchmark("sweep_report").print_sweep_report(report, out)


@app.command("snake")
def snake(
    output: Annotated[Path | None, typer.Option("-o", "--output", help="Folder for snake.json.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Answer as JSON.")] = False,
    quick: Annotated[bool, typer.Option("--quick", help="Fewer repeats, without contact forces.")] = False,
) -> None:
    """Arms of many links in tunnels: planning and following against the number of links."""
    report = benchmark("snake").bench_snake(quick=quick)
    if output is not None:
        benchmark("snake_report").write_snake(report, output)
    if json:
        emit_json(report.as_dict())
    else:
        benchmark("snake_report").print_snake_report(report, out)


@app.command("prm1")
def prm1(
    output: Annotated[Path | None, typer.Option("-o", "--output", help="Folder for prm1.json.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Answer as JSON.")] = False,
    quick: Annotated[bool, typer.Option("--quick", help="Fewer targets and repeats.")] = False,
) -> None:
    """Kinematics of the manipulator PRM-1: f1, f2, f3 and aiming against numeric solvers."""
    report = benchmark("prm1").bench_prm1(quick=quick)
    if output is not None:
        benchmark("prm1_report").write_prm1(report, output)
    if json:
        emit_json(report.as_dict())
    else:
        benchmark("prm1_report").print_prm1_report(report, out)


@app.command("walk")
def walk(
    output: Annotated[Path | None, typer.Option("-o", "--output", help="Folder for walk.json.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Answer as JSON.")] = False,
    quick: Annotated[bool, typer.Option("--quick", help="Fewer repeats.")] = False,
) -> None:
    """Walking on two legs: planning of 100 steps, and the free run of the biped."""
    report = benchmark("walk").bench_walk(quick=quick)
    if output is not None:
        benchmark("walk").write_walk(report, output)
    if json:
        emit_json(report.as_dict())
    else:
        benchmark("walk").print_walk_report(report, out)
