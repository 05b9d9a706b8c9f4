"""Demonstrations: a pilot attempts an exercise from the same start, and the record of it is shown.

The pilot acts through the panel alone, as a person does, but not in the session of the person: its attempt runs beside
it, as fast as the machine allows, and leaves a record like any other.
"""

import asyncio
import os
import re
import secrets
from contextlib import suppress
from pathlib import Path
from typing import Any

from fastapi import APIRouter, Request, Response

from pult.core.errors import FaultKind
from pult.exercise.exercise import Exercise
from pult.exercise.operators import best_operator, own_variant
from pult.exercise.run import failed_record, run_attempt
from pult.server.documents.names import check_name
from pult.server.documents.project import Project
from pult.server.http.state import studio_of
from pult.server.http.wire import Refusal, describe, read_body, reply
from pult.server.live.plan import BAD_SEED
from pult.server.messages import DemoInfo, DemoMade, DemoWanted, Job
from pult.server.workers.child_work import Tell, run_child
from pult.server.workers.jobs import Report

NO_PILOT = FaultKind("no-pilot", "No pilot knows the exercise {exercise!r}, so it cannot be demonstrated.")

LONGEST = 1800.0
"""Time that a demonstration may take to be made [s]: the first one may have to compile."""
MODEST = 10
"""How much a demonstration gives way to real-time sessions (see `os.nice`)."""
PARTS = 1000
"""Number of parts in which progress is reported."""

router = APIRouter(prefix="/api/demos", tags=["demos"])


@router.get("/{exercise}", **describe(answer=DemoInfo))
async def demo(request: Request, exercise: str, variant: str = "") -> Response:
    """Whether somebody can show an exercise, and who."""
    studio = studio_of(request)
    found, name = await asyncio.to_thread(_found, studio.project, exercise, variant)
    pilot = best_operator(found, name)
    if pilot is None:
        return reply(DemoInfo(pilot="", variant=name))
    return reply(DemoInfo(pilot=pilot.name, variant=own_variant(pilot, found) or name))


def _found(project: Project, exercise: str, variant: str) -> tuple[Exercise, str]:
    """An exercise of the project, and the name of the variant that is asked for."""
    found = project.exercise(check_name(exercise, "name of an exercise"))
    return found, found.variant(variant)[0]


@router.post("/{exercise}", **describe(body=DemoWanted, answer=Job))
async def make_demo(request: Request, exercise: str) -> Response:
    """Let a pilot attempt an exercise; the result of the job is a `DemoMade`."""
    studio = studio_of(request)
    wanted = await read_body(request, DemoWanted)
    if not 0 <= wanted.seed < 2**53:
        raise Refusal.of(400, BAD_SEED.at())
    found, name = await asyncio.to_thread(_found, studio.project, exercise, wanted.variant)
    pilot = best_operator(found, name)
    if pilot is None:
        raise Refusal.of(404, NO_PILOT.at(exercise=exercise))
    target = studio.project.records / f"{_bare(exercise)}-demo-{_bare(pilot.name)}-{wanted.seed}.mcap"
    making = target.with_name(f".{target.name}.{secrets.token_hex(4)}.making")
    order = (studio.project.folder, exercise, pilot.name, wanted.seed, making, target)

    def work(report: Report) -> Any:
        try:
            what = "The demonstration"
            return run_child(drive, order, report, "the pilot drives", what=what, seconds=LONGEST)
        finally:
            for left in (making, failed_record(making)):
                left.unlink(missing_ok=True)

    return reply(studio.jobs.start(f"demonstration of {exercise}", work))


def _bare(name: str) -> str:
    return re.sub(r"[^\w-]+", "-", name)[:60]


def drive(tell: Tell, folder: Path, exercise: str, pilot: str, seed: int, making: Path, target: Path) -> DemoMade:
    """Let a pilot attempt an exercise and keep the record; this runs in a process of its own.

    Args:
        tell: Told how far it is.
        folder: The project folder.
        exercise: Name of the exercise.
        pilot: Name of the pilot.
        seed: Seed of the start.
        making: File that is recorded to.
        target: File that the record becomes once it is whole; one that is there is replaced.
    """
    with suppress(AttributeError, OSError):  # not on every system
        os.nice(MODEST)
    found = Project(folder).exercise(exercise)
    stages, duration = len(found.document.stages), found.document.duration

    def progress(time: float, stage: int) -> None:
        passed = stage / stages if stages else 0.0
        tell(round(PARTS * min(0.99, max(passed, time / duration if duration else 0.0))), PARTS)

    target.parent.mkdir(parents=True, exist_ok=True)
    outcome = run_attempt(found, pilot, seed, record=making, overwrite=True, progress=progress)
    making.replace(target)
    return DemoMade(record=target.name, pilot=pilot, success=outcome.success, points=outcome.score.points)
