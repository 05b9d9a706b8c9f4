"""Compiling the shipped exercises ahead, so that whoever opens one does not wait for the compiler.

It never stands in anybody's way: it goes on in one process of the lowest priority, and only while no session starts,
compiles or runs. What a person opens is compiled by that person's session, at once; the other ways to do the same
exercise come next.
"""

import asyncio
import multiprocessing
import time
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess

from fastapi import APIRouter, Request, Response

from pult.core.errors import PultError
from pult.core.shipped import shipped
from pult.realtime.exits import exit_cause
from pult.server.documents.gallery import recent_things
from pult.server.documents.project import Project
from pult.server.http.wire import describe, reply
from pult.server.live.sessions import Sessions
from pult.server.live.warm_work import Way, warm_all
from pult.server.messages import WarmingState

QUIET = 3.0
"""Time without anything to stand back for after which it begins, or goes on [s]."""
NICENESS = 19
"""How much the process that compiles stands back behind everything else: the most there is."""
LOOK = 0.25
"""Time between two looks around [s]."""

router = APIRouter(tags=["warming"])


@router.get("/api/warming", **describe(answer=WarmingState))
async def warming_state(request: Request) -> Response:
    """How far the exercises are compiled ahead."""
    warming: Warming | None = request.app.state.warming
    return reply(warming.state() if warming is not None else WarmingState(state="off"))


class Warming:
    """Compiles the shipped exercises ahead. Everything here belongs to the event loop.

    Attributes:
        quiet: See `QUIET` [s].
        pid: Number of the process that compiles now; 0 if none does.
    """

    def __init__(self, project: Project, first: str, sessions: Sessions) -> None:
        """Begin; `run` does the work.

        Args:
            project: The project folder.
            first: Exercise that comes first; empty for none.
            sessions: What it stands back for.
        """
        self._project, self._first, self._sessions = project, first, sessions
        self._left: list[Way] | None = None
        self._all = 0
        self._problems: dict[str, str] = {}
        self._process: SpawnProcess | None = None
        self._connection: Connection | None = None
        self.quiet, self.pid = QUIET, 0

    def state(self) -> WarmingState:
        """How far it is."""
        left = self._left
        now = left[0] if left and self._process is not None else None
        return WarmingState(
            state="done" if left is not None and not left else "working" if now is not None else "waiting",
            exercise=now.exercise if now is not None else "",
            variant=now.variant if now is not None else "",
            done=self._all - len(left) if left is not None else 0,
            all=self._all,
            problems=dict(self._problems),
        )

    async def run(self) -> None:
        """Compile everything, then return. Cancelled, it ends its process."""
        try:
            self._left = await asyncio.to_thread(ways_of, self._project)
            self._all = len(self._left)
            calm = time.monotonic()
            while self._left:
                now = time.monotonic()
                if self._sessions.busy:
                    calm = now
                    self._stop()
                elif self._process is None and now - calm >= self.quiet:
                    await self._start(self._left)
                self._hear()
                await asyncio.sleep(LOOK)
        finally:
            self._stop()

    async def _start(self, left: list[Way]) -> None:
        opened = [info.exercise for info in reversed(self._sessions.infos())]
        recent = await asyncio.to_thread(recent_things, self._project, [])
        first = [*opened, self._first, *(thing.name for thing in recent if thing.kind == "exercise")]
        ranks = {name: len(first) - rank for rank, name in enumerate(reversed(first))}
        left.sort(key=lambda way: ranks.get(way.exercise, len(first) + 1))  # the rest stays in its order
        context = multiprocessing.get_context("spawn")
        self._connection, there = context.Pipe(duplex=False)
        work = (there, self._project.folder, list(left), NICENESS)
        self._process = context.Process(target=warm_all, args=work, name="pult-warming", daemon=True)
        await asyncio.to_thread(self._process.start)
        there.close()
        self.pid = self._process.pid or 0

    def _hear(self) -> None:
        """Take note of what is done. A process that has died takes what it died of with it, lest it die again."""
        if self._connection is None or self._process is None or self._left is None:
            return
        alive = self._process.is_alive()
        with suppress(EOFError, OSError):
            while self._connection.poll():
                way, problem = self._connection.recv()
                self._note(way, problem)
        if not alive:
            if self._left:
                self._note(self._left[0], exit_cause(self._process.exitcode, ""))
            self._stop()

    def _note(self, way: Way, problem: str) -> None:
        if self._left is not None and way in self._left:
            self._left.remove(way)
        if problem:
            self._problems[f"{way.exercise}/{way.variant}"] = problem

    def _stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join(5.0)
        if self._connection is not None:
            self._connection.close()
        self._process, self._connection, self.pid = None, None, 0


def ways_of(project: Project) -> list[Way]:
    """All shipped exercises, the easiest first: the usual way of each, then the other ways."""
    found: list[tuple[bool, int, str, str]] = []
    for name in shipped("exercise"):
        try:
            document = project.exercise(name).document
        except (PultError, OSError):  # reported when it is opened
            continue
        usual = document.default_variant
        found += [(variant != usual, document.difficulty, name, variant) for variant in document.variants]
    return [Way(name, variant) for _, _, name, variant in sorted(found)]
