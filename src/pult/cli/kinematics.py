"""`pult ik` and `pult reach`: kinematics of a robot from the command line."""

import math
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from rich.markup import escape
from rich.table import Table

from pult.cli.console import emit_json, note, out
from pult.core.errors import UsageError, choose
from pult.core.shipped import document_file
from pult.core.signals import Array
from pult.geometry.pose import pose
from pult.geometry.rotation import rpy_from_matrix
from pult.motion.ik.coordinate import coordinate_descent, native_descent
from pult.motion.ik.marquardt import levenberg_marquardt, native_marquardt
from pult.motion.ik.result import IkResult
from pult.motion.ik.solve import native_batch, native_search, solve_ik
from pult.motion.ik.workspace import plane_grid, reachability_map
from pult.native.library import Compiled
from pult.robot.chain import Chain
from pult.robot.robot import Robot, load_robot

METHODS = ("solve", "descent", "levenberg")
RobotArgument = Annotated[
    Path,
    typer.Argument(
        help="A robot: the name of a shipped one, a robot document, or an MJCF or URDF file.", show_default=False
    ),
]
ChainOption = Annotated[
    str, typer.Option("--chain", help="Chain of the robot; its only one if it has one.", show_default=False)
]
EffectorOption = Annotated[
    str, typer.Option("--effector", help="For MJCF and URDF files: body, site or link.", show_default=False)
]
BaseOption = Annotated[
    str,
    typer.Option("--base", help="For MJCF and URDF files: frame of the poses; default: the root.", show_default=False),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Answer as JSON.")]


def _chain(file: Path, chain: str, effector: str, base: str) -> tuple[Chain, Robot | None, str]:
    if file.suffix.lower() in (".xml", ".mjcf", ".urdf"):
        if not effector:
            raise UsageError(f"{file}: say where the chain ends: --effector NAME.")
        make = Chain.from_urdf if file.suffix.lower() == ".urdf" else Chain.from_mjcf
        return make(file, effector, base or None), None, effector
    robot = load_robot(document_file("robot", file))
    if effector or base:
        raise UsageError("--effector and --base go with MJCF and URDF files; a robot document has chains: --chain.")
    if not chain and len(robot.chains) > 1:
        raise UsageError(f"the robot has several chains: name one with --chain. {choose('', robot.chains)}")
    name = chain or next(iter(robot.chains))
    return robot.chain(name), robot, name


def _numbers(text: str, option: str, size: int | None) -> Array:
    try:
        found = np.array([float(word) for word in text.replace(",", " ").split()])
    except ValueError:
        found = np.empty(0)
    if found.size == 0 or (size is not None and found.size != size):
        what = "numbers" if size is None else f"{size} numbers"
        raise typer.BadParameter(f"{text!r}: give {what} with commas between them.", param_hint=option)
    return found


def ik(
    robot: RobotArgument,
    to: Annotated[
        str, typer.Option("--to", help="Wanted point X,Y,Z in the base of the chain \\[m].", show_default=False)
    ],
    rpy: Annotated[
        str, typer.Option("--rpy", help="Wanted roll,pitch,yaw \\[deg]; leave out for any.", show_default=False)
    ] = "",
    start: Annotated[
        str,
        typer.Option("--from", help="Start: a named pose, or values \\[deg, m] with commas.", show_default="home"),
    ] = "",
    method: Annotated[str, typer.Option(help="solve, descent (paper 000), or levenberg.")] = "solve",
    prefer: Annotated[str, typer.Option(help="With solve: rest, centre or manipulability.", show_default=False)] = "",
    seed: Annotated[int, typer.Option(help="Seed of the restarts.")] = 0,
    trace: Annotated[bool, typer.Option("--trace", help="With descent: show every rotation.")] = False,
    chain: ChainOption = "",
    effector: EffectorOption = "",
    base: BaseOption = "",
    json: JsonOption = False,
) -> None:
    """Find joint angles that bring the effector of a robot to a point or pose."""
    if method not in METHODS:
        raise typer.BadParameter(f"{method!r}. {choose(method, METHODS)}", param_hint="--method")
    arm, owner, name = _chain(robot, chain, effector, base)
    q0 = _start(arm, owner, name, start)
    point = _numbers(to, "--to", 3)
    target = pose(point, np.radians(_numbers(rpy, "--rpy", 3))) if rpy else point
    solvers: dict[str, Compiled[Any]] = {"descent": native_descent, "levenberg": native_marquardt}
    _announce(solvers.get(method, native_search))
    if method == "descent":
        result = coordinate_descent(arm, q0, target, trace=trace)
    elif method == "levenberg":
        result = levenberg_marquardt(arm, q0, target)
    else:
        result = solve_ik(arm, target, q0, seed, prefer=prefer or None)  # type: ignore[arg-type]
    at = arm.forward(result.q)
    if json:
        emit_json(_facts(arm, result, at))
    else:
        _show(arm, result, at)
    if not result.reached:
        raise typer.Exit(1)


def _announce(solver: Compiled[Any]) -> None:
    if not solver.is_kept():
        note("compiling the solver for this machine, which takes some seconds; later calls find it in the cache.")


def _start(arm: Chain, owner: Robot | None, name: str, start: str) -> Array:
    if not start:
        return owner.home(name) if owner is not None else arm.centre
    if owner is not None and start in owner.document.poses:
        return owner.configuration(start, name)
    if start == "centre":
        return arm.centre
    if not any(sign.isdigit() for sign in start):
        poses = [*(owner.document.poses if owner else ()), "centre"]
        raise UsageError(f"there is no pose {start!r}. {choose(start, poses)}")
    values = _numbers(start, "--from", arm.n)
    return np.where(arm.slides != 0.0, values, np.radians(values))


def _facts(arm: Chain, result: IkResult, at: Array) -> dict[str, Any]:
    return {
        "reached": result.reached, "reason": result.reason, "residual_m": result.residual, "angle_rad": result.angle,
        "q": dict(zip(arm.names, result.q.tolist(), strict=True)), "position": at[:3, 3].tolist(),
        "rpy_rad": rpy_from_matrix(at[:3, :3]).tolist(), "iterations": result.iterations, "starts": result.starts,
        "rotations": result.rotations, "trace": [step._asdict() for step in result.trace],
    }  # fmt: skip


def _show(arm: Chain, result: IkResult, at: Array) -> None:
    how = "[green]reached[/]" if result.reached else f"[yellow]{result.reason}[/]: the closest found"
    angle = f", {math.degrees(result.angle):.3g}° off" if result.angle else ""
    starts = "1 start" if result.starts == 1 else f"{result.starts} starts"
    out.print(f"{how}, {1000.0 * result.residual:.4g} mm{angle} ({result.iterations} iterations, {starts})")
    if result.trace:
        steps = Table(box=None, pad_edge=False)
        for heading in ("rotation", "joint", "turned", "distance"):
            steps.add_column(heading, justify="left" if heading == "joint" else "right")
        for number, step in enumerate(result.trace, 1):
            turned = _value(step.change, bool(arm.slides[step.joint]))
            steps.add_row(str(number), escape(step.name), turned, f"{1000.0 * step.distance:.4g} mm")
        out.print(steps)
    table = Table(box=None, pad_edge=False)
    for heading in ("joint", "value", "lower", "upper"):
        table.add_column(heading, justify="left" if heading == "joint" else "right")
    for i, name in enumerate(arm.names):
        slides = bool(arm.slides[i])
        table.add_row(escape(name), *(_value(float(v), slides) for v in (result.q[i], arm.lower[i], arm.upper[i])))
    out.print(table)
    x, y, z = at[:3, 3]
    roll, pitch, yaw = np.degrees(rpy_from_matrix(at[:3, :3]))
    out.print(f"effector at {x:.5g}, {y:.5g}, {z:.5g} m, roll {roll:.4g}°, pitch {pitch:.4g}°, yaw {yaw:.4g}°")


def _value(value: float, slides: bool) -> str:
    if not math.isfinite(value):
        return "none"
    return f"{value:.5g} m" if slides else f"{math.degrees(value):.5g}°"


def reach(
    robot: RobotArgument,
    plane: Annotated[str, typer.Option(help="Plane of the map: xz, xy or yz.")] = "xz",
    at: Annotated[float, typer.Option(help="Where the plane cuts the third axis \\[m].")] = 0.0,
    cells: Annotated[int, typer.Option(min=2, max=500, help="Cells along each side.")] = 60,
    orientations: Annotated[
        int, typer.Option(min=0, max=1000, help="Orientations to try in every cell; 0 leaves orientation free.")
    ] = 0,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Write a picture here: .png, .svg or .pdf.")
    ] = None,
    chain: ChainOption = "",
    effector: EffectorOption = "",
    base: BaseOption = "",
    json: JsonOption = False,
) -> None:
    """Map what the effector of a robot can reach in a plane."""
    arm, owner, name = _chain(robot, chain, effector, base)
    points, u, v = plane_grid(arm, plane, at, cells)
    _announce(native_batch)
    found = reachability_map(arm, points, orientations)
    area = float((u[1] - u[0]) * (v[1] - v[0]) * np.count_nonzero(found.share))
    if output is not None:
        try:
            from pult.motion.ik.picture import arm_points, draw_reachability
        except ModuleNotFoundError:
            raise UsageError("pictures need Matplotlib: pip install 'pult[plot]'.") from None
        outline = arm_points(arm, owner.home(name) if owner is not None else arm.centre)
        title = owner.name if owner is not None else name
        figure = draw_reachability(found, u, v, plane, at, title, outline)
        try:
            figure.savefig(output, dpi=160)
        except (OSError, ValueError) as error:
            raise UsageError(f"cannot write {str(output)!r}: {error}.") from None
    if json:
        emit_json({
            "plane": plane, "at_m": at, "orientations": orientations, "u_m": u, "v_m": v,
            "share": found.share.reshape(len(v), len(u)), "area_m2": area,
        })  # fmt: skip
        return
    part = np.count_nonzero(found.share) / len(found.share)
    mean = ""
    if orientations and part:
        mean = f", on average in {found.share[found.share > 0].mean():.0%} of the orientations"
    out.print(f"reached: {area:.3g} m² of the plane {plane}{mean}")
    if output is not None:
        out.print(f"picture written to {escape(str(output))}")
    if part == 0.0:
        note("nothing is reached in this plane: choose another with --plane, or move it with --at.")
