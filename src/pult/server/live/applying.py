"""An edited scheme into a running session: checked, compiled in a process apart, then put in between two steps."""

import asyncio
import secrets
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pult.core.errors import DocumentError, Fault, PultError
from pult.core.shipped import document_file
from pult.realtime.warm import warm
from pult.scheme.compile import check_scheme
from pult.scheme.document import read_scheme_document
from pult.scheme.uses import resolve_parts
from pult.server.documents.left_over import SESSIONS
from pult.server.documents.project import Project, schemes_folder
from pult.server.documents.scheme_facts import place_fault
from pult.server.http.wire import Refusal
from pult.server.live.live_session import NOT_OPEN, SESSION_BUSY, LiveSession
from pult.server.live.plan import PLAN_SECONDS, Plan, make_plan, on_bench
from pult.server.live.writing import write_scheme
from pult.server.messages import Applied, Job, StartSession
from pult.server.workers.jobs import Jobs, Report
from pult.server.workers.pool import Workers
from pult.server.workers.process import Undone
from pult.sim.setup import contact_pairs
from pult.world.world import check_world

COMPILE_SECONDS = 600.0
"""Time that compiling an edited scheme may take [s]."""
KEPT = 3
"""Edited schemes of a session that stay on the disk."""


@dataclass(frozen=True)
class SessionFolder:
    """Folder of what a session runs that is not saved in the project."""

    path: Path

    @property
    def schemes(self) -> Path:
        """Folder of the edited schemes."""
        return self.path / "schemes"

    def remove(self) -> None:
        """Remove it with all that is in it."""
        shutil.rmtree(self.path, ignore_errors=True)


def session_folder(project: Project, number: str, make: bool = True) -> SessionFolder:
    """The folder of a session."""
    folder = SessionFolder(project.folder / SESSIONS / number)
    if make:
        folder.schemes.mkdir(parents=True, exist_ok=True)
    return folder


def apply_scheme(session: LiveSession, document: Any, project: Project, jobs: Jobs, workers: Workers) -> Job:
    """Put an edited scheme into a running session. While it has faults, the old one goes on.

    Args:
        session: The session.
        document: The scheme document.
        project: The project.
        jobs: Where the work is listed.
        workers: Who checks.

    Raises:
        Refusal: Too much is being done already.
    """

    async def work(report: Report) -> Applied:
        if session.work:
            raise Refusal.of(409, SESSION_BUSY.at())
        session.work = "apply"
        try:
            return await _apply(session, document, project, workers, report)
        finally:
            session.work = ""

    return jobs.start("apply the scheme", work)


async def _apply(session: LiveSession, document: Any, project: Project, workers: Workers, report: Report) -> Applied:
    if session.process is None or session.process.described_number == 0:
        raise Refusal.of(409, NOT_OPEN.at())
    report(None, "checking")
    file = await asyncio.to_thread(_write, project, session, document)
    try:
        what = "The check of the scheme"
        plan = await workers.run(
            plan_edited, project.folder, session.plan, file, what=what, seconds=PLAN_SECONDS, session=True
        )
        report(None, "compiling")
        faults = await _compiled(plan)
        if faults:
            raise DocumentError("scheme", faults)
        report(None, "changing over")
        kept = await session.reopen(plan, keep=True)
    except BaseException as error:
        # a change over that has begun goes on by itself
        handed_over = isinstance(error, asyncio.CancelledError) and session.next_plan is not None
        if session.plan.scheme_file != file and not handed_over:
            shutil.rmtree(file.parent, ignore_errors=True)
        if isinstance(error, DocumentError):
            raise _located(document, schemes_folder(project), error) from None
        raise
    _forget(project, session)
    return Applied(kept=list(kept.blocks_kept), fresh=list(kept.blocks_fresh))


async def _compiled(plan: Plan) -> list[Fault]:
    """Compile a plan into the cache on the disk; returns its faults.

    Raises:
        Undone: It took too long.
    """
    try:
        async with asyncio.timeout(COMPILE_SECONDS):
            return await asyncio.wrap_future(warm(plan.setup, plan.folder))  # cancelled, it kills its process
    except TimeoutError:
        most = f"{COMPILE_SECONDS / 60.0:g} min, which is the most that is allowed"
        raise Undone("too-slow", f"Compiling the scheme took longer than {most}; the old one goes on.") from None


def _located(document: Any, folder: Path, error: DocumentError) -> Exception:
    """The faults with the blocks that they concern, where the document can be read."""
    try:
        scheme = resolve_parts(read_scheme_document(document)[0], folder).document
    except DocumentError:
        return error
    return Refusal(422, "faults", str(error), [place_fault(scheme, fault) for fault in error.faults])


def _write(project: Project, session: LiveSession, document: Any) -> Path:
    """Write the edited scheme where a setup can name it; on a bench, with the sources at its inputs."""
    folder = session_folder(project, session.id).schemes / secrets.token_hex(4)
    if session.plan.bench:
        document = on_bench(document)
    return write_scheme(document, schemes_folder(project), session.plan.scheme_file, folder)


def _forget(project: Project, session: LiveSession) -> None:
    """Remove edited schemes that ran long ago."""
    folders = sorted(session_folder(project, session.id).schemes.iterdir(), key=lambda path: path.stat().st_mtime)
    for folder in folders[:-KEPT]:
        if folder != session.plan.scheme_file.parent:
            shutil.rmtree(folder, ignore_errors=True)


def plan_edited(folder: Path, plan: Plan, file: Path) -> Plan:
    """The plan with an edited scheme, checked; faults of the scheme have their places in it.

    Args:
        folder: The project folder.
        plan: The plan until now.
        file: The edited scheme.

    Raises:
        DocumentError: With all faults.
    """
    world, _ = check_world(plan.setup.world, plan.folder, contact_pairs(plan.setup))
    _, faults = check_scheme(document_file("scheme", str(file), plan.folder), world)
    if faults:
        raise DocumentError("scheme", faults)
    free = not (plan.exercise or plan.bench)
    asked = StartSession(
        exercise=plan.exercise, variant=plan.variant, seed=plan.setup.seed, operator=plan.operator,
        world=plan.world if free else "", scheme=plan.scheme, panel=plan.panel if free else "", bench=plan.bench,
    )  # fmt: skip
    found = make_plan(folder, asked, file)
    if found.setup.seed != plan.setup.seed:
        raise PultError("the start has changed meanwhile.")
    return found
