"""`pult bench`: speed against peers, in one run."""

from pathlib import Path
from typing import Annotated

import typer

from pult.bench.report import print_report, write
from pult.bench.schemes import bench_schemes
from pult.cli.console import emit_json, out

app = typer.Typer(help="Measure speed against peers, all in one run.", no_args_is_help=True)


@app.callback()
def _root() -> None:
    pass


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
