"""Recorded motions: those that are shipped, and those in the project folder, to be played into a session."""

import asyncio
from contextlib import suppress
from pathlib import Path

from fastapi import APIRouter, Request, Response

from pult.core.errors import FaultKind, advice
from pult.panel.streams import StreamDocument
from pult.record.motion_file import shipped_motions
from pult.server.documents.names import check_name, inside
from pult.server.documents.project import Project
from pult.server.http.state import studio_of
from pult.server.http.wire import Refusal, describe, read_body, reply
from pult.server.live.motion_index import MotionIndex
from pult.server.live.playing import start_playing, stop_playing
from pult.server.live.routes import may_change
from pult.server.live.streams import declared_streams
from pult.server.messages import MotionInfo, Playing, PlayMotion

NO_MOTION = FaultKind("not-found", "There is no motion {name!r}. {advice}")
NO_STREAM = FaultKind("not-found", "The session has no stream {name!r}. {advice}")

FOLDER = "motions"
"""Folder of the user's own motions in the project."""
MOST = 100
"""Own motions that are listed."""

router = APIRouter(tags=["sessions"])


def own_motions(project: Project) -> dict[str, Path]:
    """The user's own motions by name: tables in the folder `motions` of the project."""
    found: dict[str, Path] = {}
    for path in sorted((project.folder / FOLDER).glob("*.csv"))[:MOST]:
        with suppress(Refusal):  # a file somebody put there under a name that none may have, or a link elsewhere
            found[path.stem] = inside(project.folder, f"{FOLDER}/{check_name(path.stem)}.csv")
    return found


def find_motion(project: Project, name: str) -> str | Path:
    """The user's own motion of a name, or else the shipped one, as `read_motion` takes it.

    Raises:
        Refusal: There is none.
    """
    own, given = own_motions(project), shipped_motions()
    if name not in own and name not in given:
        raise Refusal.of(404, NO_MOTION.at(name=name[:80], **advice(name, {*own, *given})))
    return own.get(name, name)


async def motions_for(project: Project, index: MotionIndex, streams: dict[str, StreamDocument]) -> list[MotionInfo]:
    """The motions that fit a stream, once for each, and the user's own that fit none, with the reason."""
    own = await asyncio.to_thread(own_motions, project)
    found: list[MotionInfo] = []
    for name in [*own, *(name for name in shipped_motions() if name not in own)]:
        # one after another: a folder of large tables must not take all processes from who works
        looked = await index.fits(own.get(name, name), streams)
        fitting = [
            MotionInfo(
                name=name, stream=fit.stream, title=streams[fit.stream].title, duration=fit.duration, own=name in own
            )
            for fit in looked
            if not fit.problem
        ]
        if not fitting and name in own and streams:
            problem = looked[0].problem
            fitting = [MotionInfo(name=name, stream="", title="", duration=0.0, own=True, problem=problem)]
        found += fitting
    return found


@router.get("/api/sessions/{number}/motions", **describe(answer=list[MotionInfo]))
async def motions(request: Request, number: str) -> Response:
    """Recorded motions for the streams of a session; the user's own come first."""
    studio = studio_of(request)
    streams = declared_streams(studio.sessions.get(number))
    return reply(await motions_for(studio.project, request.app.state.motions, streams))


@router.post("/api/sessions/{number}/playing", **describe(body=PlayMotion, answer=Playing))
async def play(request: Request, number: str) -> Response:
    """Play a motion from its beginning, in place of one that is being played."""
    may_change(request, number)
    studio = studio_of(request)
    asked = await read_body(request, PlayMotion)
    session = studio.sessions.get(number)
    streams = declared_streams(session)
    if asked.stream not in streams:
        raise Refusal.of(404, NO_STREAM.at(name=asked.stream[:80], **advice(asked.stream, streams)))
    source = await asyncio.to_thread(find_motion, studio.project, asked.motion)
    motion = await request.app.state.motions.read(source, asked.stream, streams[asked.stream])
    return reply(await start_playing(session, asked.motion, asked.stream, motion))


@router.delete("/api/sessions/{number}/playing", **describe(status=204))
async def stop(request: Request, number: str) -> Response:
    """Play no more."""
    may_change(request, number)
    await stop_playing(studio_of(request).sessions.get(number))
    return Response(status_code=204)
