"""`pult tunnel`: make a tunnel, check it, plan the path of an arm through it, and make robot and world of it."""

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape

from pult.cli.console import emit_json, err, out
from pult.core.document import write_atomically
from pult.core.errors import DocumentError, UsageError
from pult.core.shipped import document_file
from pult.makers.folder import write_documents
from pult.makers.snake_arm import dumps
from pult.makers.snakeman import tunnel_documents
from pult.motion.tunnel.document import (
    MAX_LINKS,
    MIN_LINKS,
    TunnelDocument,
    arm_of,
    check_tunnel,
    plain_tunnel,
    read_tunnel,
    tunnel_of,
)
from pult.motion.tunnel.following import Follower
from pult.motion.tunnel.picture import tunnel_svg
from pult.motion.tunnel.plan import TunnelPath, try_plan
from pult.motion.tunnel.random_tunnel import TunnelDraw, random_tunnel
from pult.motion.tunnel.tunnel import Arm

app = typer.Typer(help="Tunnels for arms of many links: make, check, plan.", no_args_is_help=True)
Name = Annotated[str, typer.Argument(help="A tunnel: a shipped one by name, or a file.", show_default=False)]
Json = Annotated[bool, typer.Option("--json", help="Answer as JSON.")]
Links = Annotated[
    int | None, typer.Option(min=MIN_LINKS, max=MAX_LINKS, help="Number of links.", show_default="the document's")
]
Length = Annotated[float | None, typer.Option(help="Length of a link [m].", show_default="the document's")]
Width = Annotated[float | None, typer.Option(help="Width of a link [m].", show_default="the document's")]


@app.command("make")
def make(
    output: Annotated[Path, typer.Argument(help="The tunnel document NAME.tunnel.json, or a folder.")],
    seed: Annotated[int, typer.Option(min=0, help="Seed of a random tunnel.")] = 0,
    source: Annotated[
        str, typer.Option("--from", help="Make robot, world, scheme and exercise of this tunnel instead.")
    ] = "",
    elbows: Annotated[int | None, typer.Option(min=1, max=40, help="Number of elbows.", show_default="2 to 6")] = None,
    links: Annotated[int, typer.Option(min=MIN_LINKS, max=MAX_LINKS, help="Number of links.")] = 12,
    length: Annotated[float, typer.Option(help="Length of a link [m].")] = 0.1,
    width: Annotated[float, typer.Option(help="Width of a link [m].")] = 0.03,
) -> None:
    """Make a random tunnel that an arm can pass through, or with --from robot, world, scheme and exercise for one."""
    if source:
        for file in write_documents(tunnel_documents(_file(source)), output):
            out.print(escape(str(file)))
        return
    suffix = ".tunnel.json"
    if not output.name.endswith(suffix):
        raise UsageError(f"a tunnel document is called NAME{suffix}, not {output.name!r}.")
    arm = _arm(links, length, width)
    draw = TunnelDraw() if elbows is None else TunnelDraw(elbows=(elbows, elbows))
    made = plain_tunnel(output.name.removesuffix(suffix), random_tunnel(seed, arm, draw), arm)
    for file in write_documents({output.name: dumps(made).encode()}, output.parent):
        out.print(escape(str(file)))


@app.command("check")
def check(name: Name, links: Links = None, length: Length = None, width: Width = None, json: Json = False) -> None:
    """Check the walls of a tunnel, and whether an arm can pass; exit code 1 if not, with places and reasons."""
    _, path, faults = _planned(name, links, length, width)
    if json:
        plain = [{**fault.plain(), "message": fault.message} for fault in faults]
        emit_json({"ok": not faults, "faults": plain, **(_figures(path) if path is not None and not faults else {})})
    else:
        for fault in faults:
            err.print(f"[bold red]{escape(fault.place or name)}[/]: {escape(fault.message)}", soft_wrap=True)
        if path is not None and not faults:
            _show(path)
    raise typer.Exit(1 if faults else 0)


@app.command("plan")
def plan(
    name: Name,
    links: Links = None,
    length: Length = None,
    width: Width = None,
    output: Annotated[Path | None, typer.Option("-o", "--output", help="Draw it into this SVG file.")] = None,
    step: Annotated[float, typer.Option(help="Distance between two checked positions of the tip [m].")] = 0.005,
    positions: Annotated[int, typer.Option(min=0, max=40, help="Positions of the arm that are drawn.")] = 4,
    json: Json = False,
) -> None:
    """Plan the path, follow it with the arm, and report the clearance of the links from the walls."""
    document, path, faults = _planned(name, links, length, width)
    if output is not None:
        write_atomically(output, tunnel_svg(tunnel_of(document), path, faults, positions).encode())
    if path is None or faults:
        raise DocumentError(name, faults)
    if not step > 0.0:
        raise UsageError(f"the step must be above 0, not {step:g}.")
    least = Follower(path).least_clearance(step)
    if json:
        emit_json({**_figures(path), "least_clearance": least})
    else:
        _show(path)
        out.print(f"least clearance on the way: {1000 * least:.2f} mm")
        if output is not None:
            out.print(escape(str(output)))


def _file(name: str) -> Path:
    return Path(name) if Path(name).exists() else document_file("tunnel", name)


def _arm(links: int, length: float, width: float) -> Arm:
    if not (length > 0.0 and 0.0 <= width <= length):
        raise UsageError(f"a link is longer than 0 and at most as wide as long, not {length:g} m by {width:g} m.")
    return Arm((length,) * links, width)


def _planned(
    name: str, links: int | None, length: float | None, width: float | None
) -> tuple[TunnelDocument, TunnelPath | None, Any]:
    """The document, the path and the faults, for the arm of the document or another one.

    Raises:
        DocumentError: The document itself has faults.
    """
    file = _file(name)
    document, _, _ = read_tunnel(file)
    if links is None and length is None and width is None:
        return document, *check_tunnel(file)
    own = arm_of(document.arm)
    count = len(own.lengths) if links is None else links
    arm = _arm(count, own.longest if length is None else length, own.width if width is None else width)
    return document, *try_plan(tunnel_of(document), arm)


def _figures(path: TunnelPath) -> dict[str, Any]:
    return {
        "links": len(path.arm.lengths),
        "longest_link": path.arm.longest,
        "width": path.arm.width,
        "corners": [
            {"place": corner.place, "width": corner.width, "radius": radius, "touched": i in path.touched}
            for i, (corner, radius) in enumerate(zip(path.corners, path.radii, strict=True))
        ],
        "way": path.end - path.mouth,
        "bound": path.bound,
    }


def _show(path: TunnelPath) -> None:
    for i, (corner, radius) in enumerate(zip(path.corners, path.radii, strict=True)):
        word = "around it" if i in path.touched else "passed by"
        place = escape(f"{corner.place:10}")
        out.print(f"{place} {1000 * corner.width:6.1f} mm wide, circle of {1000 * radius:.1f} mm, {word}")
    out.print(
        f"{len(path.arm.lengths)} links; {path.end - path.mouth:.3f} m from the mouth to the target; "
        f"clearance at least {1000 * path.bound:.2f} mm"
    )
