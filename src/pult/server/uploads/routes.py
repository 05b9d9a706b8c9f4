"""Import of robots over HTTP: files in pieces, a look at the robot, and the documents that are made of it."""

import asyncio
import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from fastapi import APIRouter, Request, Response

from pult.core.errors import FaultKind, PultError
from pult.core.plain_names import plain_name
from pult.robot.model_xml import ModelRefused
from pult.server.documents.names import check_name, inside, name_fault
from pult.server.documents.project import Project
from pult.server.http.wire import Refusal, describe, read_body, reply
from pult.server.live.scene import NO_MESH
from pult.server.messages import FaultMessage, Job, Message
from pult.server.messages.scene import Scene
from pult.server.messages.uploads import (
    AddToUpload,
    LookAtUpload,
    MakeRobot,
    OwnRobot,
    RobotLook,
    RobotMade,
    UploadState,
)
from pult.server.uploads.import_child import MADE, MESHES, ORDER, PATIENCE, RESULT, SCENE, SECONDS
from pult.server.uploads.own_robots import own_robots
from pult.server.uploads.staging import BUSY, StagedUpload, StagedUploads
from pult.server.workers.jobs import Report

CRASHED = FaultKind("crashed", "The model makes the simulator crash; it was not imported.")
TOO_SLOW = FaultKind("too-slow", "The model takes longer than {limit:g} s to compile; it was not imported.")
NOT_LOOKED = FaultKind("bad-request", "The robot was not looked at yet.")
BAD_OFFSET = FaultKind("bad-request", "A piece needs the place where it begins: ?at=0.")
PIECE = 2 * 2**20
"""Largest piece of a file [bytes]."""
_STEP = 0.1
"""Time between two looks at the child [s]."""

router = APIRouter(prefix="/api/uploads", tags=["import"])
home_router = APIRouter(tags=["import"])


def uploads_of(request: Request) -> StagedUploads:
    """All uploads of the server."""
    found: StagedUploads = request.app.state.uploads
    return found


@router.post("", **describe(body=AddToUpload, answer=UploadState, status=201))
async def begin(request: Request) -> Response:
    """Begin an upload: its files are announced, and sent one by one."""
    body = await read_body(request, AddToUpload)
    uploads = uploads_of(request)
    upload = uploads.begin()
    try:
        numbers = _announced(upload, body)
    except BaseException:
        uploads.end(upload.id)
        raise
    return reply(UploadState(upload.id, PIECE, numbers), 201)


@router.post("/{number}/files", **describe(body=AddToUpload, answer=UploadState))
async def add(request: Request, number: str) -> Response:
    """Announce more files."""
    upload = uploads_of(request).get(number)
    body = await read_body(request, AddToUpload)
    return reply(UploadState(upload.id, PIECE, _announced(upload, body)))


def _announced(upload: StagedUpload, body: AddToUpload) -> list[int]:
    try:
        return upload.announce(body.files)
    except ModelRefused as refused:
        status = 413 if refused.fault.code == "too-large" else 422
        raise Refusal.of(status, refused.fault) from None


@router.put("/{number}/files/{file}", **describe(status=204))
async def send(request: Request, number: str, file: int) -> Response:
    """A piece of a file; `at` is where it begins."""
    upload = uploads_of(request).get(number)
    at = request.query_params.get("at", "")
    if not at.isdecimal():
        raise Refusal.of(400, BAD_OFFSET.at())
    await upload.receive(file, int(at), await request.body())
    return Response(status_code=204)


@router.delete("/{number}", **describe(status=204))
async def end(request: Request, number: str) -> Response:
    """Forget an upload."""
    uploads_of(request).end(number)
    return Response(status_code=204)


@router.post("/{number}/look", **describe(body=LookAtUpload, answer=Job, status=202))
async def look(request: Request, number: str) -> Response:
    """Look at the robot; the job's result is a RobotLook."""
    upload = uploads_of(request).get(number)
    body = await read_body(request, LookAtUpload)
    upload.list_files()

    def work(report: Report) -> RobotLook:
        order = {"action": "look", "main": body.main, "without_meshes": body.without_meshes}
        upload.looked = None
        found = _converted(child_work(upload.folder, order, report), RobotLook)
        upload.looked = found
        return found

    return _start(request, upload, "Looking at a robot", work)


@router.get("/{number}/scene", **describe(answer=Scene))
async def scene(request: Request, number: str) -> Response:
    """What is to be drawn of the robot that was looked at."""
    upload = _looked(request, number)
    data = await asyncio.to_thread((upload.folder / SCENE).read_bytes)
    return reply(_converted(json.loads(data), Scene))


@router.get("/{number}/meshes/{mesh}", **describe(media="application/octet-stream"))
async def mesh(request: Request, number: str, mesh: int) -> Response:
    """A mesh of the scene, as those of sessions are."""
    path = _looked(request, number).folder / MESHES / str(mesh)
    try:
        data = await asyncio.to_thread(path.read_bytes)
    except OSError:
        raise Refusal.of(404, NO_MESH.at(count=mesh)) from None
    return Response(data, media_type="application/octet-stream")


@router.post("/{number}/make", **describe(body=MakeRobot, answer=Job, status=202))
async def make(request: Request, number: str) -> Response:
    """Make robot, world, panel and scheme; the job's result is a RobotMade."""
    upload = _looked(request, number)
    body = await read_body(request, MakeRobot)
    project: Project = request.app.state.project

    def work(report: Report) -> RobotMade:
        return make_robot(project, upload.folder, body, report)

    return _start(request, upload, "Making a robot", work)


@home_router.get("/api/own-robots", **describe(answer=list[OwnRobot]))
async def robots(request: Request) -> Response:
    """Robots of the project that can be driven, the newest first."""
    return reply(await asyncio.to_thread(own_robots, request.app.state.project))


def _looked(request: Request, number: str) -> StagedUpload:
    upload = uploads_of(request).get(number)
    if upload.looked is None:
        raise Refusal.of(409, NOT_LOOKED.at())
    return upload


def _start(request: Request, upload: StagedUpload, what: str, work: Callable[[Report], Any]) -> Response:
    if upload.working:
        raise Refusal.of(409, BUSY.at())
    upload.working = True

    def done(report: Report) -> Any:
        try:
            return work(report)
        finally:
            upload.working = False

    try:
        return reply(request.app.state.jobs.start(what, done), 202)
    except BaseException:
        upload.working = False
        raise


def make_robot(project: Project, folder: Path, body: MakeRobot, report: Report) -> RobotMade:
    """Make the documents of a robot that was looked at, and add them to a project.

    Args:
        project: Target project.
        folder: Folder of the upload.
        body: What was chosen.
        report: Progress callback; it may raise to end the work.

    Raises:
        Refusal: A choice cannot be, or a file is there already; nothing was written into the project.
    """
    taken = {name for kind in ("robot", "world", "panel", "scheme") for name in project.names(kind)}  # type: ignore[arg-type]
    name = plain_name(body.title, taken)
    if name_fault(name):  # a device on some systems
        name = plain_name(f"{name}-robot", taken)
    order = {"action": "make", "name": name, **msgspec.to_builtins(body)}
    found = child_work(folder, order, report)
    report(0.95, "saving")
    project.write(_made(folder / MADE, found))
    try:
        return RobotMade(name, body.title, *([str(one) for one in found[key]] for key in ("joints", "arms", "notes")))
    except (KeyError, TypeError):
        raise Refusal.of(422, CRASHED.at()) from None


def _made(folder: Path, found: dict[str, Any]) -> dict[str, bytes]:
    """The files of the robot by path. The child's answer is not trusted: a model may have compromised it."""
    try:
        check_name(str(found["name"]))
        return {str(path): inside(folder, str(path)).read_bytes() for path in found["files"]}
    except (KeyError, TypeError, OSError, PultError):
        raise Refusal.of(422, CRASHED.at()) from None


def _converted(found: Any, kind: type[Any]) -> Any:
    try:
        return msgspec.convert(found, kind)
    except msgspec.ValidationError:
        raise Refusal.of(422, CRASHED.at()) from None


class _Refused(Message, frozen=True):
    """The child's answer about a refused model."""

    status: int
    error: str
    code: str
    faults: list[FaultMessage] = []
    version: str = ""


def child_work(folder: Path, order: dict[str, Any], report: Report) -> dict[str, Any]:
    """Have a child process do something with an upload.

    Raises:
        Refusal: The model is refused, or the child has crashed or taken too long.
    """
    (folder / RESULT).unlink(missing_ok=True)
    (folder / ORDER).write_text(json.dumps(order), encoding="utf-8")
    report(0.05, "reading the files")
    run_child(folder, report)
    try:
        found = json.loads((folder / RESULT).read_bytes())
    except (OSError, ValueError):
        raise Refusal.of(422, CRASHED.at()) from None
    if not isinstance(found, dict):
        raise Refusal.of(422, CRASHED.at())
    if "refusal" in found:
        said = _converted(found["refusal"], _Refused)
        raise Refusal(said.status, said.code, said.error, said.faults)
    return found


def run_child(folder: Path, report: Report, seconds: float = PATIENCE) -> None:
    """Run the child until it ends or its time is up.

    Raises:
        Refusal: It took too long.
    """
    command = [sys.executable, "-m", "pult.server.uploads.import_child", str(folder)]
    child = subprocess.Popen(  # noqa: S603 - our own module; the folder is ours too
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=folder
    )
    try:
        began = time.monotonic()
        while True:
            try:
                if child.wait(_STEP) == -getattr(signal, "SIGXCPU", 0):
                    raise Refusal.of(422, TOO_SLOW.at(limit=SECONDS))
                return
            except subprocess.TimeoutExpired:
                passed = time.monotonic() - began
                if passed > seconds:
                    raise Refusal.of(422, TOO_SLOW.at(limit=seconds)) from None
                report(min(0.9, 0.1 + passed / (passed + 10.0)), "checking and compiling the model")
    finally:
        if child.poll() is None:
            child.kill()
            child.wait()
