"""The gallery: exercises with their pictures and best results, and what was opened lately."""

import asyncio
import json
import time
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
from fastapi import APIRouter, Request, Response
from fastapi.responses import FileResponse

from pult.core.document import Text, write_atomically
from pult.core.errors import FaultKind, PultError, UsageError
from pult.core.paths import is_file
from pult.core.shipped import document_file, shipped
from pult.exercise.document import ExerciseDocument
from pult.exercise.parts import shown_points
from pult.server.documents.names import check_name, inside
from pult.server.documents.project import Project, disk
from pult.server.http.security import USER_POLICY
from pult.server.http.wire import Refusal, describe, read_body, reply
from pult.server.messages import AttemptPoint, Best, ExerciseCard, NoteRecent, Recent, RecordEntry, VariantInfo

NO_PICTURE = FaultKind("not-found", "The exercise {name!r} has no picture.")

PICTURES = {".webp": "image/webp", ".png": "image/png", ".jpg": "image/jpeg"}
MAX_RECENT = 24
MAX_PROGRESS = 40
"""Maximum number of attempts in the progress over time."""

router = APIRouter(tags=["gallery"])


@router.get("/api/exercises", **describe(answer=list[ExerciseCard]))
async def exercises(request: Request) -> Response:
    """All exercises, the easiest first."""
    state = request.app.state
    return reply(await asyncio.to_thread(cards, state.project, _records(state)))


@router.get("/api/pictures/{name}", **describe(media="image/*"))
def picture(request: Request, name: str) -> Response:
    """Picture of an exercise."""
    file = picture_file(request.app.state.project, check_name(name))
    if file is None:
        raise Refusal.of(404, NO_PICTURE.at(name=name))
    headers = {"Content-Security-Policy": USER_POLICY, "Cache-Control": "no-cache"}
    return FileResponse(file, media_type=PICTURES[file.suffix.lower()], headers=headers)


@router.get("/api/recent", **describe(answer=list[Recent]))
async def recent(request: Request) -> Response:
    """What was opened lately, the latest first."""
    state = request.app.state
    return reply(await asyncio.to_thread(recent_things, state.project, _records(state)))


@router.post("/api/recent", **describe(body=NoteRecent, status=204))
async def opened(request: Request) -> Response:
    """Note that something was opened."""
    body = await read_body(request, NoteRecent)
    index = request.app.state.record_index
    if body.kind != "record":
        check_name(body.name)
    elif index is not None:  # a record has the name of its file, which may be longer
        await asyncio.to_thread(index.path, body.name)
    await asyncio.to_thread(note_opened, request.app.state.project, body.kind, body.name)
    return Response(status_code=204)


def _records(state: Any) -> list[RecordEntry]:
    index = getattr(state, "record_index", None)
    return list(index.entries()) if index is not None else []


# --- cards -----------------------------------------------------------------------------------------------------------


def cards(project: Project, records: list[RecordEntry]) -> list[ExerciseCard]:
    """A card for every exercise."""
    attempts = Counter(record.exercise for record in records if counts(record))
    found = [
        msgspec.structs.replace(
            exercise_card(project, name, attempts[name], best_of(name, records)), progress=progress_of(name, records)
        )
        for name in project.names("exercise")
    ]
    return sorted(found, key=lambda card: (card.difficulty, card.name))


def counts(record: RecordEntry) -> bool:
    """Whether a record is of an attempt of a person, carried through or given up; one that was abandoned is none."""
    return not record.pilot and record.reason != "abandoned"


def best_of(exercise: str, records: list[RecordEntry]) -> Best | None:
    """The best attempt of a person at an exercise; of two equal ones the quicker."""
    own = [r for r in records if r.exercise == exercise and counts(r)]
    scored = [r for r in own if r.points is not None and not r.partial]
    if not scored:
        return None
    best = max(scored, key=lambda r: (r.points or 0.0, -r.time))
    return Best(points=best.points or 0.0, medal=best.medal, time=best.time, record=best.name)


def progress_of(exercise: str, records: list[RecordEntry]) -> list[AttemptPoint]:
    """The latest scored attempts of a person at an exercise, in order."""
    own = [r for r in records if r.exercise == exercise and counts(r) and not r.partial]
    scored = [
        AttemptPoint(record=r.name, started=r.started, points=r.points, success=r.success)
        for r in sorted(own, key=lambda r: r.started)
        if r.points is not None
    ]
    return scored[-MAX_PROGRESS:]


def _robot_of(project: Project, world: str) -> tuple[str, Text, Text]:
    """The first robot of a world, its title and what it is; empty if there is none, or if it cannot be read."""
    try:
        placed = project.read("world", world, whole=True).document.get("robots") or []
        name = str(placed[0]["robot"]) if placed else ""
        if not name:
            return "", "", ""
        entry = project.entry("robot", name)
    except (PultError, OSError, LookupError, TypeError, AttributeError):
        return "", "", ""
    return name, entry.title, entry.description


def exercise_card(project: Project, name: str, attempts: int = 0, best: Best | None = None) -> ExerciseCard:
    """What the gallery shows of an exercise; one that cannot be read says why."""
    own = project.own_file("exercise", name).is_file()
    try:
        document: ExerciseDocument | None = project.exercise(name).document
        problem = _missing(project, document) if document else ""
    except (PultError, OSError) as error:
        document, problem = None, str(error)
    if document is None:
        return ExerciseCard(
            name=name, title=name, description="", instructions="", difficulty=1, duration=None, stages=[],
            variants=[], variant="", world="", panel="", picture="", own=own, attempts=attempts, best=best,
            problem=problem,
        )  # fmt: skip
    robot, robot_title, robot_text = _robot_of(project, document.world)
    return ExerciseCard(
        name=name,
        title=document.title or name,
        description=document.description,
        instructions=document.instructions,
        difficulty=document.difficulty,
        duration=document.duration,
        stages=[stage.title or stage.name for stage in document.stages],
        variants=[
            VariantInfo(name=key, title=v.title or key, scheme=v.scheme, panel=v.panel or document.panel)
            for key, v in document.variants.items()
        ],
        variant=document.default_variant,
        world=document.world,
        panel=document.panel,
        picture=f"/api/pictures/{name}" if picture_file(project, name) is not None else "",
        own=own,
        attempts=attempts,
        effector=document.effector,
        best=best,
        robot=robot,
        robot_title=robot_title,
        robot_text=robot_text,
        problem=problem,
    )


def _missing(project: Project, document: ExerciseDocument) -> str:
    """Documents that an exercise names and that are not there."""
    named = [("world", document.world), ("panel", document.panel)]
    for variant in document.variants.values():
        named += [("scheme", variant.scheme)] + ([("panel", variant.panel)] if variant.panel else [])
    for kind, name in named:
        try:
            if not is_file(document_file(kind, name, project.home)):
                return f"the {kind} {name!r} is missing."
        except UsageError as error:
            return str(error)
    return ""


def picture_file(project: Project, name: str) -> Path | None:
    """File of the picture of an exercise: beside its document, under the same name."""
    for suffix in PICTURES:
        own = inside(project.folder, f"exercises/{name}{suffix}")
        if own.is_file():
            return own
    if name in shipped("exercise"):
        home = project.file("exercise", name, only_shipped=True).parent
        return next((home / f"{name}{suffix}" for suffix in PICTURES if (home / f"{name}{suffix}").is_file()), None)
    return None


# --- recent ----------------------------------------------------------------------------------------------------------


def _state_file(project: Project) -> Path:
    return inside(project.folder, "recent.json")


def _opened(project: Project) -> list[tuple[str, str, float]]:
    """What is noted; a damaged file counts as an empty one, for it is a convenience only."""
    try:
        rows = json.loads(_state_file(project).read_bytes())
        return [(str(kind), str(name), float(when)) for kind, name, when in rows][:MAX_RECENT]
    except (OSError, ValueError, TypeError):
        return []


def note_opened(project: Project, kind: str, name: str) -> None:
    """Put something at the head of what was opened lately."""
    file = _state_file(project)
    with project.locked(file):
        rows = [(kind, name, time.time()), *(row for row in _opened(project) if row[:2] != (kind, name))]
        with disk("The list of what was opened"):
            write_atomically(file, msgspec.json.encode(rows[:MAX_RECENT]))


def recent_things(project: Project, records: list[RecordEntry]) -> list[Recent]:
    """What was opened lately and is still there."""
    by_name = {record.name: record for record in records}
    found: list[Recent] = []
    for kind, name, when in _opened(project):
        if kind == "record":
            record = by_name.get(name)
            if record is not None:
                points = "" if record.points is None else str(shown_points(record.points))
                found.append(Recent(kind="record", name=name, title=record.title, detail=points, when=when))
            continue
        entry = _recent_document(project, kind, name, when)
        if entry is not None:
            found.append(entry)
    return found


def _recent_document(project: Project, kind: Any, name: str, when: float) -> Recent | None:
    try:
        entry = project.entry(kind, name)
        document = project.read(kind, name).document
    except (PultError, OSError, KeyError):
        return None
    detail = str(len(document.get("blocks", []))) if kind == "scheme" and isinstance(document, dict) else ""
    return Recent(kind=kind, name=name, title=entry.title, detail=f"{detail} blocks" if detail else "", when=when)
