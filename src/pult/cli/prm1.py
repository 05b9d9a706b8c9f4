"""`pult prm1`: calibration of the mobile manipulator PRM-1."""

import math
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table

from pult.cli.console import emit_json, out
from pult.geometry.fit import Determined, PoseFit
from pult.geometry.rotation import rpy_from_matrix
from pult.motion.grab.calibration import calibrate, read_touches

app = typer.Typer(help="The mobile manipulator PRM-1.", no_args_is_help=True)


@app.callback()
def _prm1() -> None:
    """The mobile manipulator PRM-1."""


@app.command("calibrate")
def calibrate_arm(
    file: Annotated[
        Path,
        typer.Argument(
            help="Touches as CSV: column, shoulder, elbow, wrist, roll \\[deg], and the touched point x, y, z on the"
            " base \\[m].",
            exists=True,
            dir_okay=False,
        ),
    ],
    sigma: Annotated[
        float | None,
        typer.Option(
            help="Standard deviation of one coordinate of a touch \\[mm]; by default from the residuals.",
            min=0.0,
            show_default=False,
        ),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Answer as JSON.")] = False,
) -> None:
    """Where the arm stands on its base, from known points that the grab has touched."""
    fit = calibrate(read_touches(file), sigma=None if sigma is None else sigma / 1000.0)
    if json:
        emit_json(_plain(fit))
    else:
        _show(fit)
    if fit.determined not in (Determined.YES, Determined.WEAKLY):
        raise typer.Exit(1)


def _plain(fit: PoseFit) -> dict[str, Any]:
    return {
        "position": fit.pose[:3, 3].tolist(),
        "rpy": rpy_from_matrix(fit.pose[:3, :3]).tolist(),
        "determined": fit.determined.value,
        "warning": fit.determined.text,
        "rms": fit.rms,
        "sigma": fit.sigma,
        "position_error": fit.position_error,
        "rotation_error": fit.rotation_error,
        "residuals": fit.residuals.tolist(),
    }


def _show(fit: PoseFit) -> None:
    x, y, z = 1000.0 * fit.pose[:3, 3]
    roll, pitch, yaw = (math.degrees(angle) for angle in rpy_from_matrix(fit.pose[:3, :3]))
    out.print(f"arm on the base: x {x:.1f}, y {y:.1f}, z {z:.1f} mm")
    out.print(f"roll {roll:.2f}, pitch {pitch:.2f}, yaw {yaw:.2f}°")
    if fit.determined in (Determined.YES, Determined.WEAKLY) and fit.covariance.any():
        position, rotation = 1000.0 * fit.position_error, math.degrees(fit.rotation_error)
        out.print(f"standard error: {position:.2f} mm, {rotation:.3f}°")
    table = Table("touch", "x, mm", "y, mm", "z, mm", "distance, mm", title="what is left of each touch")
    for number, residual in enumerate(1000.0 * fit.residuals, 1):
        table.add_row(str(number), *(f"{v:+.2f}" for v in residual), f"{math.hypot(*residual):.2f}")
    out.print(table)
    out.print(f"root mean square: {1000.0 * fit.rms:.2f} mm")
    if fit.determined.text:
        out.print(f"[yellow]warning:[/] {escape(fit.determined.text)}")
