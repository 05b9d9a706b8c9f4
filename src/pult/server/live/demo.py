"""Who can demonstrate an exercise. The demonstration itself is a request to the session, as all that moves its panel:
see `pult.realtime.requests.Demonstrate`.
"""

import asyncio

from fastapi import APIRouter, Request, Response

from pult.exercise.operators import best_operator, own_variant
from pult.server.documents.names import check_name
from pult.server.documents.project import Project
from pult.server.http.state import studio_of
from pult.server.http.wire import describe, reply
from pult.server.messages import DemoInfo

router = APIRouter(prefix="/api/demos", tags=["demos"])


@router.get("/{exercise}", **describe(answer=DemoInfo))
async def demo(request: Request, exercise: str, variant: str = "") -> Response:
    """Whether somebody can show an exercise, and who."""
    return reply(await asyncio.to_thread(_demonstrator, studio_of(request).project, exercise, variant))


def _demonstrator(project: Project, exercise: str, variant: str) -> DemoInfo:
    found = project.exercise(check_name(exercise, "name of an exercise"))
    name = found.variant(variant)[0]
    pilot = best_operator(found, name)
    if pilot is None:
        return DemoInfo(pilot="", variant=name)
    return DemoInfo(pilot=pilot.name, variant=own_variant(pilot, found) or found.variant("")[0])
