"""Import of robots over HTTP: sanitised, compiled in a separate process, and added to the project atomically."""

import asyncio
import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import msgspec
from fastapi import APIRouter, Request, Response

from pult.core.errors import FaultKind, PultError
from pult.core.temporary import TemporaryFolder
from pult.server.documents.formatting import document_text
from pult.server.documents.names import check_name, inside
from pult.server.documents.project import Project, disk
from pult.server.http.wire import Refusal, decode_body, describe, reply
from pult.server.messages import FaultMessage, ImportedJoint, ImportResult, ImportRobot, Job, Message
from pult.server.uploads.files import rejected
from pult.server.uploads.import_child import PATIENCE, SECONDS
from pult.server.uploads.import_model import SENT
from pult.server.workers.jobs import Report

CRASHED = FaultKind("crashed", "The model makes the simulator crash; it was not imported.")
TOO_SLOW = FaultKind("too-slow", "The model takes longer than {limit:g} s to compile; it was not imported.")
READ_SECONDS = 30.0
"""Time limit for parsing an upload [s]."""
_STEP = 0.1
"""Time between two looks at the child [s]."""

router = APIRouter(tags=["import"])


@router.post("/api/import", **describe(body=ImportRobot, answer=Job, status=202))
async def import_robot(request: Request) -> Response:
    """Import a robot from MJCF or URDF; the job's result is an ImportResult."""
    state = request.app.state
    project: Project = state.project
    temporary = await asyncio.to_thread(_make_folder)
    folder = temporary.path

    def work(report: Report) -> ImportResult:
        try:
            return import_upload(project, folder, report)
        finally:
            temporary.remove()

    def cancelled(job: Job) -> None:
        if job.state == "cancelled":  # perhaps before it has begun
            asyncio.get_running_loop().run_in_executor(None, temporary.remove)

    try:
        chunks = [chunk async for chunk in request.stream()]
        await asyncio.to_thread(_store, folder / SENT, chunks)
        chunks.clear()
        # decoding so much text at once would keep everybody else waiting, in a thread as well
        await state.workers.run(check_sent, folder / SENT, what="Reading the upload", seconds=READ_SECONDS, short=True)
        job = state.jobs.start("Importing a robot", work)
    except BaseException:
        await asyncio.to_thread(temporary.remove)
        raise
    state.jobs.listen(job.id, cancelled)
    return reply(job, 202)


def _make_folder() -> TemporaryFolder:
    with disk("The upload"):
        return TemporaryFolder("import")


def _store(path: Path, chunks: list[bytes]) -> None:
    with disk("The upload"), path.open("wb") as file:
        file.writelines(chunks)


def check_sent(path: Path) -> None:
    """Check that a stored request is a valid import; runs in a worker.

    Raises:
        Refusal: It is not.
    """
    body = decode_body(path.read_bytes(), ImportRobot)
    if body.name:
        check_name(body.name, "name of a robot")


def import_upload(project: Project, folder: Path, report: Report) -> ImportResult:
    """Import a robot.

    Args:
        project: Target project.
        folder: A temporary folder, with the request in the file `SENT`.
        report: Progress callback; it may raise to end the work.

    Raises:
        Refusal: The upload is refused; nothing was written into the project.
    """
    report(0.05, "reading the files")
    order = {"robots": project.names("robot"), "worlds": project.names("world")}
    (folder / "order.json").write_text(json.dumps(order), encoding="utf-8")
    run_child(folder, report)
    report(0.9, "saving")
    found = _found(folder)
    result = _result(found)
    project.write(_made(folder, found))
    return result


def _found(folder: Path) -> dict[str, Any]:
    """Result of the child.

    Raises:
        Refusal: The model is refused, or the child has crashed.
    """
    try:
        found = json.loads((folder / "result.json").read_bytes())
    except (OSError, ValueError):
        raise rejected(CRASHED.at()) from None
    if not isinstance(found, dict):
        raise rejected(CRASHED.at())
    if "refusal" in found:
        said = msgspec.convert(found["refusal"], _Refused, strict=False)
        raise Refusal(said.status, said.code, said.error, said.faults)
    return found


class _Refused(Message, frozen=True):
    """The child's answer about a refused model."""

    status: int
    error: str
    code: str
    faults: list[FaultMessage] = []
    version: str = ""


def _made(folder: Path, found: dict[str, Any]) -> dict[str, bytes]:
    """The files of the robot by path. The child's answer is not trusted: a model may have compromised it."""
    try:
        name = check_name(str(found["name"]))
        files = {str(path): inside(folder, str(path)).read_bytes() for path in found["files"]}
        files[f"robots/{name}.robot.json"] = document_text("robot", found["robot"]).encode()
        files[f"worlds/{name}.world.json"] = document_text("world", found["world"]).encode()
    except (KeyError, TypeError, OSError, PultError):
        raise rejected(CRASHED.at()) from None
    return files


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
                    raise rejected(TOO_SLOW.at(limit=SECONDS))
                return
            except subprocess.TimeoutExpired:
                passed = time.monotonic() - began
                if passed > seconds:
                    raise rejected(TOO_SLOW.at(limit=seconds)) from None
                report(0.1 + 0.8 * passed / seconds, "checking and compiling the model")
    finally:
        if child.poll() is None:
            child.kill()
            child.wait()


def _result(found: dict[str, Any]) -> ImportResult:
    try:
        return ImportResult(
            robot=str(found["name"]),
            world=str(found["name"]),
            bodies=int(found["bodies"]),
            joints=msgspec.convert(found["joints"], list[ImportedJoint]),
            meshes=int(found["meshes"]),
            notes=[str(note) for note in found["notes"]],
        )
    except (KeyError, TypeError, ValueError):
        raise rejected(CRASHED.at()) from None
