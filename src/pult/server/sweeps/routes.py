"""Sweeps over HTTP: the list, new ones, start and stop, what their runs say, and the record of a run."""

import asyncio
import hashlib
import secrets
from collections import OrderedDict
from typing import Any

import msgspec
from fastapi import APIRouter, Request, Response

from pult.core.errors import FaultKind, PultError
from pult.server.documents.names import check_name
from pult.server.http.security import USER_POLICY
from pult.server.http.state import studio_of
from pult.server.http.waiting import while_connected
from pult.server.http.wire import Refusal, describe, read_body, reply
from pult.server.messages import (
    CheckSweep,
    Job,
    NewSweep,
    StartSweep,
    SweepCheck,
    SweepChoices,
    SweepDraft,
    SweepEntry,
    SweepInfo,
    SweepRecord,
    SweepRuns,
    SweepSummary,
)
from pult.server.sweeps.draft import draft_check
from pult.server.sweeps.files import SweepPaths
from pult.server.sweeps.index import sweeps_of
from pult.server.sweeps.look import RunsQuery, runs_of, summary_of
from pult.server.sweeps.pictures import draw
from pult.server.sweeps.prepared import check_plan, checked_plan, choices
from pult.server.sweeps.records import record_name, record_run
from pult.server.workers.child_work import run_child
from pult.server.workers.jobs import Report

BAD_FILTER = FaultKind("bad-request", "'where' is a JSON object of varied values.")
BAD_THEME = FaultKind("bad-request", "A theme is 'light' or 'dark'.")
BAD_KEY = FaultKind("bad-request", "A run is named by its key: 16 hexadecimal digits.")

CHECK_SECONDS = 60.0
"""Time that a check may take [s]."""
LOOK_SECONDS = 120.0
"""Time that a page of runs, a summary or a picture may take [s]."""
RECORD_SECONDS = 3600.0
"""Time that a run may take that is done again [s]."""
MAX_KEPT = 64
"""Summaries and pictures that are remembered."""
SVG = "image/svg+xml"

router = APIRouter(prefix="/api/sweeps", tags=["sweeps"])


@router.get("", **describe(answer=list[SweepEntry]))
async def sweeps(request: Request) -> Response:
    """All sweeps of the project, the latest first."""
    return reply(await sweeps_of(request.app.state).entries())


@router.post("", **describe(body=NewSweep, answer=SweepInfo, status=201))
async def new_sweep(request: Request) -> Response:
    """Save the plan of a new sweep, and start it."""
    body = await read_body(request, NewSweep)
    studio, found = studio_of(request), sweeps_of(request.app.state)
    check_name(body.name, "name of a sweep")
    document = await request.app.state.workers.run(
        checked_plan, studio.project.folder, body.sweep, what="The check of the sweep", seconds=CHECK_SECONDS
    )
    named = msgspec.structs.replace(document, name=body.name)
    await asyncio.to_thread(found.files.save, body.name, named)
    found.running.start(body.name, body.workers)
    return reply(await found.info(body.name), 201)


@router.post("/check", **describe(body=CheckSweep, answer=SweepCheck))
async def check_sweep(request: Request) -> Response:
    """Check a plan that need not be saved; all faults are reported at once."""
    body = await read_body(request, CheckSweep)
    order = (studio_of(request).project.folder, body.sweep)
    work = request.app.state.workers.run(
        check_plan, *order, what="The check of the sweep", seconds=CHECK_SECONDS, short=True
    )
    return reply(await while_connected(request, work))


@router.post("/draft", **describe(body=SweepDraft, answer=SweepCheck))
async def check_draft(request: Request) -> Response:
    """Check a plan as people write it, field by field, and give its document if nothing is wrong."""
    body = await read_body(request, SweepDraft)
    order = (studio_of(request).project.folder, body)
    work = request.app.state.workers.run(
        draft_check, *order, what="The check of the sweep", seconds=CHECK_SECONDS, short=True
    )
    return reply(await while_connected(request, work))


@router.get("/choices/{exercise}", **describe(answer=SweepChoices))
async def sweep_choices(request: Request, exercise: str, variant: str = "") -> Response:
    """Pilots and variants of an exercise, and what can be varied."""
    order = (studio_of(request).project.folder, check_name(exercise, "name of an exercise"), variant)
    work = request.app.state.workers.run(
        choices, *order, what="The look at the exercise", seconds=CHECK_SECONDS, short=True
    )
    return reply(await while_connected(request, work))


@router.get("/{name}", **describe(answer=SweepInfo))
async def sweep(request: Request, name: str) -> Response:
    """A sweep with its plan, and how far it is."""
    return reply(await sweeps_of(request.app.state).info(name))


@router.post("/{name}/start", **describe(body=StartSweep, answer=SweepInfo))
async def start_sweep(request: Request, name: str) -> Response:
    """Do the runs that are missing."""
    body = await read_body(request, StartSweep)
    found = sweeps_of(request.app.state)
    await asyncio.to_thread(found.files.paths, name)
    found.running.start(name, body.workers)
    return reply(await found.info(name))


@router.post("/{name}/stop", **describe(answer=SweepInfo))
async def stop_sweep(request: Request, name: str) -> Response:
    """Stop a sweep; the answer comes when its processes have ended. Rows that are done are kept."""
    found = sweeps_of(request.app.state)
    await asyncio.to_thread(found.files.paths, name)
    await found.running.stop(name)
    return reply(await found.info(name))


@router.delete("/{name}", **describe(status=204))
async def delete_sweep(request: Request, name: str) -> Response:
    """Delete a sweep: plan, results and the records beside them. Records in the list of Review stay."""
    await sweeps_of(request.app.state).delete(name)
    return Response(status_code=204)


# --- what the runs say -----------------------------------------------------------------------------------------------


@router.get("/{name}/runs", **describe(answer=SweepRuns))
async def sweep_runs(
    request: Request,
    name: str,
    offset: int = 0,
    limit: int = 50,
    sort: str = "",
    descending: bool = False,
    outcome: str = "all",
    cause: str = "",
    where: str = "",
) -> Response:
    """A page of runs; `where` is a JSON object of varied values that they must have."""
    paths = await _paths(request, name)
    query = RunsQuery(offset, limit, sort, descending, outcome, cause, _where(where))
    work = request.app.state.workers.run(
        runs_of, paths.results, query, what="The look at the runs", seconds=LOOK_SECONDS, short=True
    )
    found: SweepRuns = await while_connected(request, work)
    made = await asyncio.to_thread(_records, request, name, found)
    return reply(msgspec.structs.replace(found, runs=made))


def _where(text: str) -> dict[str, Any]:
    try:
        return msgspec.json.decode(text, type=dict[str, Any]) if text else {}
    except (msgspec.DecodeError, RecursionError):
        raise Refusal.of(400, BAD_FILTER.at()) from None


def _records(request: Request, name: str, found: SweepRuns) -> list[Any]:
    folder = studio_of(request).project.records
    names = {run.key: record_name(name, run.key) for run in found.runs}
    there = {key for key, record in names.items() if (folder / record).is_file()}
    return [msgspec.structs.replace(run, record=names[run.key] if run.key in there else "") for run in found.runs]


@router.get("/{name}/summary", **describe(answer=SweepSummary))
async def sweep_summary(request: Request, name: str) -> Response:
    """What all runs say that are done."""
    paths = await _paths(request, name)
    version = _version(paths)

    async def make() -> Any:
        return await request.app.state.workers.run(
            summary_of, paths.results, version, what="The summary of the runs", seconds=LOOK_SECONDS
        )

    return reply(await while_connected(request, _kept(request, ("summary", name, version), make)))


@router.get("/{name}/pictures/{picture}.svg", **describe(media=SVG))
async def sweep_picture(request: Request, name: str, picture: str, theme: str = "light") -> Response:
    """A picture of the runs that are done, for a theme: 'light' or 'dark'."""
    if theme not in ("light", "dark"):
        raise Refusal.of(400, BAD_THEME.at())
    paths = await _paths(request, name)

    async def make() -> Any:
        return await request.app.state.workers.run(
            draw, paths.results, picture, theme == "dark", what="The picture of the runs", seconds=LOOK_SECONDS
        )

    found = await while_connected(request, _kept(request, (picture, theme, name, _version(paths)), make))
    headers = {
        "Content-Security-Policy": USER_POLICY,
        "Cache-Control": "no-cache",
        "ETag": f'"{hashlib.sha256(found).hexdigest()[:32]}"',
    }
    if request.headers.get("if-none-match") == headers["ETag"]:
        return Response(status_code=304, headers=headers)
    return Response(found, media_type=SVG, headers=headers)


async def _paths(request: Request, name: str) -> SweepPaths:
    return await asyncio.to_thread(sweeps_of(request.app.state).files.paths, name)


def _version(paths: SweepPaths) -> str:
    """Changes with every row: results are only appended to."""
    size, when = paths.stamp()[1]
    return f"{size:x}-{when:x}"


async def _kept(request: Request, key: tuple[str, ...], make: Any) -> Any:
    """What was made of the same results before, or what is made now."""
    state = request.app.state
    if not hasattr(state, "sweep_answers"):
        state.sweep_answers = OrderedDict()
    kept: OrderedDict[tuple[str, ...], Any] = state.sweep_answers
    if key not in kept:
        kept[key] = await make()
        while len(kept) > MAX_KEPT:
            kept.popitem(last=False)
    kept.move_to_end(key)
    return kept[key]


# --- one run again ---------------------------------------------------------------------------------------------------


@router.post("/{name}/runs/{key}/record", **describe(answer=Job))
async def record_of_run(request: Request, name: str, key: str) -> Response:
    """Do a run again with a record; the result of the job is a `SweepRecord`."""
    studio, found = studio_of(request), sweeps_of(request.app.state)
    paths = await asyncio.to_thread(found.files.paths, name)
    if not (len(key) == 16 and all(digit in "0123456789abcdef" for digit in key)):
        raise Refusal.of(400, BAD_KEY.at())
    target = studio.project.records / record_name(name, key)
    making = target.with_name(f".{target.name}.{secrets.token_hex(4)}.making")

    def work(report: Report) -> Any:
        if target.is_file():  # it has the name of its content
            return SweepRecord(record=target.name, same=True)
        try:
            order = (paths.results, key, making, target)
            return run_child(record_run, order, report, "running it again", what="The run", seconds=RECORD_SECONDS)
        finally:
            making.unlink(missing_ok=True)

    if not paths.results.is_file():
        raise PultError("No run is done yet.")
    return reply(studio.jobs.start(f"record of a run of {name}", work))
