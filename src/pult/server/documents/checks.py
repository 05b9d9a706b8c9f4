"""Checks of documents that need not be saved, and drawings of schemes; all of it is done in workers."""

import asyncio
import time
from collections import OrderedDict
from typing import Any

import msgspec
from fastapi import APIRouter, Request, Response

from pult.server.documents import check_work
from pult.server.documents.project import Project
from pult.server.documents.routes import check_kind
from pult.server.documents.worlds import model_stamp
from pult.server.http.security import USER_POLICY
from pult.server.http.waiting import while_connected
from pult.server.http.wire import describe, read_body, reply
from pult.server.messages import (
    CheckDocument,
    CheckResult,
    DocumentKind,
    FaultMessage,
    Layout,
    LevelQuery,
    ProvidedThings,
)
from pult.server.workers.pool import Workers
from pult.server.workers.process import Undone

SECONDS = 60.0
"""Time that a check or a drawing may take [s]."""
MAX_REMEMBERED = 64
"""Worlds that are remembered because a check with them was given up."""
REMEMBERED = 600.0
"""How long they are [s]: perhaps the computer was only busy."""

router = APIRouter(tags=["checks"])


@router.post("/api/check/{kind}", **describe(body=CheckDocument, answer=CheckResult))
async def check_document(request: Request, kind: str) -> Response:
    """Check a document, saved or not; all faults are reported at once."""
    wanted = check_kind(kind)
    body = await read_body(request, CheckDocument)
    return reply(await while_connected(request, _checks(request.app.state).check(wanted, body)))


@router.post("/api/scheme/layout", **describe(body=LevelQuery, answer=Layout))
async def lay_out_scheme(request: Request) -> Response:
    """Places for all blocks of one level, and the ways of the wires."""
    body = await read_body(request, LevelQuery)
    work = _checks(request.app.state).run("The layout of the scheme", check_work.lay_out, body)
    return reply(await while_connected(request, work))


@router.post("/api/scheme/draw", **describe(body=LevelQuery, media="image/svg+xml"))
async def draw(request: Request) -> Response:
    """One level of a scheme as a picture; of a scheme with faults, what can be understood of it."""
    body = await read_body(request, LevelQuery)
    work = _checks(request.app.state).run("The picture of the scheme", check_work.draw, body)
    text = await while_connected(request, work)
    return Response(text, media_type="image/svg+xml", headers={"Content-Security-Policy": USER_POLICY})


@router.get("/api/provided/{name}", **describe(answer=ProvidedThings))
async def provided(request: Request, name: str) -> Response:
    """Names of the things of a world's robots, its sensors and drives, and the signals of a panel (`?panel=`)."""
    state = request.app.state
    state.project.file("world", name)
    panel = request.query_params.get("panel", "")
    if panel:
        state.project.file("panel", panel)
    work = _checks(state).run(f"The look at the world {name!r}", check_work.provide, name, panel)
    return reply(await while_connected(request, work))


class Checks:
    """Has documents checked in workers. Its methods belong to the event loop.

    What is meant for a world that made a check crash or hang is checked by itself for a while, as long as no model has
    changed: a page asks for a check after every stroke.
    """

    def __init__(self, project: Project, workers: Workers) -> None:
        self._project, self._workers = project, workers
        self._bad: OrderedDict[tuple[Any, ...], tuple[float, FaultMessage]] = OrderedDict()

    async def run(self, what: str, function: Any, *arguments: Any) -> Any:
        """Do something with a document; `function` gets the project folder first."""
        folder = self._project.folder
        return await self._workers.run(function, folder, *arguments, what=what, seconds=SECONDS, short=True)

    async def check(self, kind: DocumentKind, body: CheckDocument) -> CheckResult:
        """Check a document. A check that was given up is a fault of the document."""
        if not (body.exercise or body.world):
            return await self._alone(kind, body)
        stamp = await asyncio.to_thread(model_stamp, self._project)
        key = (body.exercise, body.variant, body.world, stamp)
        fault = self._remembered(key)
        if fault is None:
            try:
                return await self._run(kind, body)
            except Undone as error:
                around = f"exercise {body.exercise!r}" if body.exercise else f"world {body.world!r}"
                text = f"It could be checked by itself only, without the {around}: {error.text}"
                fault = FaultMessage(place="", message=text, code=error.code)
        found = await self._alone(kind, msgspec.structs.replace(body, exercise="", world=""))
        if not any(one.code in ("crashed", "too-slow", "too-much") for one in found.faults):
            self._bad.setdefault(key, (time.monotonic(), fault))  # it is the world's doing, not the document's
            while len(self._bad) > MAX_REMEMBERED:
                self._bad.popitem(last=False)
            found = msgspec.structs.replace(found, faults=[*found.faults, fault])
        return found

    def _remembered(self, key: tuple[Any, ...]) -> FaultMessage | None:
        when, fault = self._bad.get(key, (-REMEMBERED, None))
        if fault is not None and time.monotonic() - when > REMEMBERED:
            del self._bad[key]
            return None
        return fault

    async def _alone(self, kind: DocumentKind, body: CheckDocument) -> CheckResult:
        try:
            return await self._run(kind, body)
        except Undone as error:
            return CheckResult(faults=error.faults)

    async def _run(self, kind: DocumentKind, body: CheckDocument) -> CheckResult:
        found: CheckResult = await self.run(f"The check of the {kind}", check_work.check, kind, body)
        return found


def _checks(state: Any) -> Checks:
    if not hasattr(state, "checks"):
        state.checks = Checks(state.project, state.workers)
    found: Checks = state.checks
    return found
