"""`pult bench`: speed against peers, in one run."""

from pathlib import Path
from typing import Annotated

import typer

from pult.bench.ik import bench_ik
from pult.bench.ik_report import print_ik_report, write_ik
from pult.bench.loop import bench_loop
from pult.bench.loop_report import print_loop_report, write_loop
from pult.bench.report import print_report, write
from pult.bench.schemes import bench_schemes
from pult.bench.start import bench_start
from pult.bench.start_report import print_start_report, write_start
from pult.bench.studio import bench_studio
from pult.bench.studio_report import print_studio_report, write_studio
from pult.cli.console import emit_json, out

app = typer.Typer(help="Measure speed against peers, all in one run.", no_args_is_help=True)


@app.command("schemes")
def schemes(
    output: Annotated[Path | None, typer.Option("-o", "--output", help="Folder for schemes.json and the plot.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Answer as JSON.")] = False,
    quick: Annotated[bool, typer.Option("--quick", help="Fewer repeats.")] = False,
) -> None:
    """Compiled schemes against Drake, bdsim, PathSim and hand-written Numba."""
    report = bench_schemes(quick=quick)
    if output is not None:
        write(report, output)
    if json:
        emit_json(report.as_dict())
    else:
        print_report(report, out)


@app.command("ik")
def ik(
    output: Annotated[Path | None, typer.Option("-o", "--output", help="Folder for ik.json and the plot.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Answer as JSON.")] = False,
    quick: Annotated[bool, typer.Option("--quick", help="200 targets a robot.")] = False,
    targets: Annotated[int | None, typer.Option("--targets", min=1, help="Targets a robot, 1000 by default.")] = None,
) -> None:
    """Inverse kinematics against roboticstoolbox, Pinocchio and TRAC-IK."""
    report = bench_ik(quick=quick, targets=targets)
    if output is not None:
        write_ik(report, output)
    if json:
        emit_json(report.as_dict())
    else:
        print_ik_report(report, out)


@app.command("loop")
def loop(
    output: Annotated[Path | None, typer.Option("-o", "--output", help="Folder for loop.json.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Answer as JSON.")] = False,
    quick: Annotated[bool, typer.Option("--quick", help="Fewer repeats.")] = False,
    paced: Annotated[bool, typer.Option("--paced/--no-paced", help="Measure the period of a paced run too.")] = True,
) -> None:
    """The loop of a seven-joint arm against bare physics, and the period of a paced run."""
    report = bench_loop(quick=quick, paced=paced)
    if output is not None:
        write_loop(report, output)
    if json:
        emit_json(report.as_dict())
    else:
        print_loop_report(report, out)


@app.command("start")
def start(
    output: Annotated[Path | None, typer.Option("-o", "--output", help="Folder for start.json.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Answer as JSON.")] = False,
    quick: Annotated[bool, typer.Option("--quick", help="Once each.")] = False,
) -> None:
    """From the command to the first control step: with an empty cache, with a full one, with another scheme."""
    report = bench_start(quick=quick)
    if output is not None:
        write_start(report, output)
    if json:
        emit_json(report.as_dict())
    else:
        print_start_report(report, out)


@app.command("studio")
def studio(
    output: Annotated[Path | None, typer.Option("-o", "--output", help="Folder for studio.json.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Answer as JSON.")] = False,
    quick: Annotated[bool, typer.Option("--quick", help="Fewer repeats.")] = False,
) -> None:
    """The studio: first load, stick to picture, large schemes, processor time, many watchers."""
    report = bench_studio(quick=quick)
    if output is not None:
        write_studio(report, output)
    if json:
        emit_json(report.as_dict())
    else:
        print_studio_report(report, out)
