"""Tunnels over HTTP: the path of an arm while its tunnel is drawn, and robot, world, scheme and exercise of it."""

import asyncio
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Any

import numpy as np
from fastapi import APIRouter, Request, Response

from pult.makers.snakeman import tunnel_documents
from pult.motion.tunnel.document import check_tunnel
from pult.motion.tunnel.following import Follower
from pult.motion.tunnel.picture import arm_points, path_points
from pult.motion.tunnel.plan import TunnelPath
from pult.server.documents.project import Project
from pult.server.documents.tunnel_messages import MadeWorld, PlanTunnel, TunnelCorner, TunnelPlan
from pult.server.http.state import studio_of
from pult.server.http.wire import describe, fault_messages, read_body, reply

PLAN_SECONDS = 60.0
"""Time that a plan may take [s]: the first one compiles."""
POSITIONS, STATIONS = 4, 400
"""Positions of the arm that are shown, and places of the tip whose clearance is looked at."""

router = APIRouter(prefix="/api/tunnels", tags=["tunnels"])


@router.post("/plan", **describe(body=PlanTunnel, answer=TunnelPlan))
async def plan(request: Request) -> Response:
    """Plan the path of the arm through a tunnel; faults come with their places."""
    body = await read_body(request, PlanTunnel)
    workers = request.app.state.workers
    found = await workers.run(plan_of, body.document, what="The check of the tunnel", seconds=PLAN_SECONDS)
    return reply(found)


@router.post("/{name}/make", **describe(answer=MadeWorld))
async def make(request: Request, name: str) -> Response:
    """Make robot, world, scheme and exercise of a saved tunnel in the project; nothing that is there is replaced."""
    project = studio_of(request).project
    file = await asyncio.to_thread(project.file, "tunnel", name)
    workers = request.app.state.workers
    made = await workers.run(make_in, project.folder, file, what="The making of the world", seconds=PLAN_SECONDS)
    return reply(made)


# --- in a worker -----------------------------------------------------------------------------------------------------


def plan_of(document: Any) -> TunnelPlan:
    """The path of a tunnel's arm, and what is wrong."""
    path, faults = check_tunnel(document if isinstance(document, Mapping) else {})
    if path is None:
        return TunnelPlan(ok=False, faults=fault_messages(faults))
    corners = [
        TunnelCorner(
            place=corner.place, x=corner.x, y=corner.y, width=corner.width if np.isfinite(corner.width) else None,
            radius=radius, touched=i in path.touched,
        )
        for i, (corner, radius) in enumerate(zip(path.corners, path.radii, strict=True))
    ]  # fmt: skip
    if faults:
        return TunnelPlan(ok=False, faults=fault_messages(faults), corners=corners, path=_shown_path(path))
    stops = path.mouth + (path.end - path.mouth) * np.arange(1, POSITIONS + 1) / POSITIONS
    return TunnelPlan(
        ok=True,
        corners=corners,
        path=_shown_path(path),
        arms=[arm_points(path, float(s)).tolist() for s in stops],
        bound=path.bound,
        least=Follower(path).least_clearance((path.end - path.start) / STATIONS),
        way=path.end - path.mouth,
    )


def _shown_path(path: TunnelPath) -> list[list[float]]:
    points: list[list[float]] = path_points(path, 0.1 * path.arm.longest).tolist()
    return points


def make_in(folder: Path, file: Path) -> MadeWorld:
    """Make the documents of a tunnel in a project.

    Raises:
        DocumentError: The tunnel has faults, or its arm cannot pass.
        Refusal: There are documents of these names already.
    """
    project = Project(folder)
    files = {project_path(name, file.name): content for name, content in tunnel_documents(file).items()}
    project.write(files)
    exercise = next(path for path in files if path.endswith(".exercise.json"))
    return MadeWorld(files=list(files), exercise=PurePosixPath(exercise).name.removesuffix(".exercise.json"))


def project_path(name: str, tunnel: str) -> str:
    """Where a made file goes in a project: models beside robots and worlds, the tunnel beside the scheme that names it.

    Args:
        name: Name of the file.
        tunnel: Name of the tunnel document.
    """
    if name.endswith(".tunnel.json"):
        return f"schemes/{name}"
    if name.endswith(".xml"):
        scene = tunnel.replace(".tunnel.json", ".xml")
        return f"worlds/{name}" if name == scene else f"robots/{name}"
    kind = name.split(".")[-2]
    return f"{kind}s/{name}"
