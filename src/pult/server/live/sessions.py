"""All sessions of the server: started, found by id, changed, and ended when they are no longer used."""

import asyncio
import secrets
import time
from contextlib import suppress

import msgspec

from pult.core.errors import FaultKind, PultError
from pult.realtime import SessionProcess
from pult.realtime.requests import Pause
from pult.server.documents.gallery import best_of, counts
from pult.server.documents.project import Project
from pult.server.http.settings import Settings
from pult.server.http.wire import Refusal
from pult.server.live.applying import apply_scheme, session_folder
from pult.server.live.lateness import Lateness
from pult.server.live.live_session import SESSION_BUSY, LiveSession
from pult.server.live.plan import PLAN_SECONDS, Plan, make_plan, with_best
from pult.server.messages import ApplyScheme, Job, SessionInfo, StartSession
from pult.server.records.index import RecordIndex
from pult.server.workers.jobs import Jobs
from pult.server.workers.pool import Workers

NO_SESSION = FaultKind("not-found", "There is no such session; it was ended, or the server was restarted.")
TOO_MANY_SESSIONS = FaultKind(
    "too-many", "{count} sessions are open, more are not possible at the same time. End one of them."
)
REHEARSED = FaultKind(
    "rehearsed", "The robot does what was rehearsed: its scheme cannot be changed. Rehearse the changed one first."
)

MAX_SESSIONS = 8
LOOK = 5.0
"""Time between two looks around [s]."""
BUSY = frozenset({"starting", "compiling", "running"})
"""States of a session that is being prepared, or runs."""


class Sessions:
    """The sessions. Everything here belongs to the event loop.

    Attributes:
        workers: Processes for work that takes long.
        end_after: Time without an operator after which a session is ended [s].
        look: Time between two looks around [s].
    """

    def __init__(
        self, project: Project, jobs: Jobs, record_index: RecordIndex, workers: Workers, settings: Settings
    ) -> None:
        """Begin without a session."""
        self._project, self._jobs, self._index = project, jobs, record_index
        self._all: dict[str, LiveSession] = {}
        self._starting = 0
        record_index.running = self._being_written
        self.workers = workers
        self.end_after, self.look = settings.end_after, LOOK
        self._watching = asyncio.get_running_loop().create_task(self._watch())
        self._lateness = Lateness(self._operated)

    # --- finding ---------------------------------------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self._all)

    def infos(self) -> list[SessionInfo]:
        """All sessions, the oldest first."""
        return [session.info() for session in self._all.values()]

    @property
    def busy(self) -> bool:
        """Whether a session is being prepared, or runs."""
        return self._starting > 0 or any(session.state in BUSY for session in self._all.values())

    def get(self, number: str) -> LiveSession:
        """A session by its id.

        Raises:
            Refusal: There is none.
        """
        if number not in self._all:
            raise Refusal.of(404, NO_SESSION.at())
        return self._all[number]

    def _being_written(self) -> set[str]:
        """Names of the records that are being written now; may be called from any thread."""
        return {session.recording for session in list(self._all.values()) if session.recording}

    def _operated(self) -> list[SessionProcess]:
        """Processes of the sessions that have an operator; may be called from any thread."""
        found = [(session.process, session.operators.client) for session in list(self._all.values())]
        return [process for process, client in found if process is not None and client]

    # --- starting and ending ---------------------------------------------------------------------------------------

    async def start(self, asked: StartSession) -> LiveSession:
        """Start a session; it compiles while this returns.

        Raises:
            DocumentError: With all faults of the documents.
            Refusal: Something is not there, or there are too many sessions.
        """
        await self._make_room()
        self._starting += 1
        try:
            plan = await self._plan(asked)
            session = LiveSession(secrets.token_hex(6), plan, self._project.records, self._index.changed)
            self._all[session.id] = session
        finally:
            self._starting -= 1
        try:
            await session.start()
        except BaseException:
            del self._all[session.id]
            raise
        return session

    async def _make_room(self) -> None:
        over = [s for s in self._all.values() if s.state in ("dead", "ended") and not s.clients and not s.work]
        if len(self._all) + self._starting >= MAX_SESSIONS and over:
            await self.end(over[0].id)
        if len(self._all) + self._starting >= MAX_SESSIONS:
            raise Refusal.of(409, TOO_MANY_SESSIONS.at(count=MAX_SESSIONS))

    async def _plan(self, asked: StartSession, before: Plan | None = None) -> Plan:
        file = before.scheme_file if before is not None and before.setup.scheme == str(before.scheme_file) else None
        plan = await self.workers.run(
            make_plan, self._project.folder, asked, file, what="The check of the session", seconds=PLAN_SECONDS,
            session=True,
        )  # fmt: skip
        if plan.card is None:
            return plan
        entries = await asyncio.to_thread(self._index.entries)
        count = sum(entry.exercise == plan.exercise and counts(entry) for entry in entries)
        best = best_of(plan.exercise, entries)
        return with_best(plan, msgspec.structs.replace(plan.card, attempts=count, best=best))

    async def end(self, number: str, *, abandoned: bool = False) -> None:
        """End a session: its records are closed and kept.

        Args:
            number: Its id.
            abandoned: Whether it is ended because nobody operates it any more; its attempt does not count then.
        """
        session = self.get(number)
        del self._all[number]
        await session.close(abandoned=abandoned)
        await asyncio.to_thread(session_folder(self._project, number, make=False).remove)

    async def close(self) -> None:
        """End everything."""
        self._lateness.close()
        self._watching.cancel()
        with suppress(asyncio.CancelledError):
            await self._watching
        sessions, self._all = list(self._all.values()), {}
        await asyncio.gather(*(session.close() for session in sessions), return_exceptions=True)

    # --- changing --------------------------------------------------------------------------------------------------

    async def restart(self, number: str) -> LiveSession:
        """Start a session again that has died, with the same setup.

        Raises:
            NotCertified: It does a procedure that was changed since; nothing is started or ended.
        """
        session = self.get(number)
        if session.work:
            raise Refusal.of(409, SESSION_BUSY.at())
        session.work = "restart"
        try:
            plan = session.plan
            asked = StartSession(procedure=plan.procedure, seed=plan.setup.seed, operator=plan.operator)
            await session.restart(await self._plan(asked) if plan.procedure else None)
        finally:
            session.work = ""
        return session

    async def again(self, number: str, seed: int | None, variant: str) -> LiveSession:
        """Draw a new start, or change to another variant, in the same process."""
        session = self.get(number)
        if session.work:
            raise Refusal.of(409, SESSION_BUSY.at())
        session.work = "again"
        try:
            plan = session.plan
            other = bool(variant) and variant != plan.variant
            asked = StartSession(
                exercise=plan.exercise, variant=variant or plan.variant, seed=seed, operator=plan.operator,
                procedure=plan.procedure,
                world="" if plan.exercise else plan.world, scheme="" if plan.exercise else plan.scheme,
                panel="" if plan.exercise else plan.panel,
            )  # fmt: skip
            await session.reopen(await self._plan(asked, None if other else plan), keep=False)
        finally:
            session.work = ""
        return session

    def apply(self, number: str, asked: ApplyScheme) -> Job:
        """Put an edited scheme into a running session; see `apply_scheme`."""
        session = self.get(number)
        if session.plan.procedure:
            raise Refusal.of(409, REHEARSED.at())
        if session.work:
            raise Refusal.of(409, SESSION_BUSY.at())
        job = apply_scheme(session, asked.document, self._project, self._jobs, self.workers)
        self._jobs.listen(job.id, session.say_job)
        return job

    # --- looking around --------------------------------------------------------------------------------------------

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(self.look)
            for session in list(self._all.values()):
                try:
                    await self._look_at(session)
                except (PultError, OSError):  # tried again next time
                    continue

    async def _look_at(self, session: LiveSession) -> None:
        for client in list(session.clients.values()):
            if client.is_stuck:
                client.drop(4008, "the page does not read what it is sent")
        if session.work or session.state in ("starting", "compiling"):
            session.operated = time.monotonic()  # it waits for us
            return
        idle = time.monotonic() - session.operated
        if idle > self.end_after:
            await self.end(session.id, abandoned=True)
        elif not session.operators.client and session.state == "running" and session.process is not None:
            session.process.send(Pause())
