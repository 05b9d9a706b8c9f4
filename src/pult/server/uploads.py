"""Import of robots: made safe, compiled in a process apart, and put into the project as a whole or not at all."""

import json
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import msgspec
from fastapi import APIRouter, Request, Response

from pult.server.formatting import document_text
from pult.server.import_child import PATIENCE, SECONDS
from pult.server.jobs import Report
from pult.server.messages import ImportedJoint, ImportResult, ImportRobot, Job
from pult.server.names import check_name, name_problem
from pult.server.project import Project
from pult.server.sanitise import Model, sanitise
from pult.server.upload_files import Upload, bad
from pult.server.wire import Refusal, describe, read_body, reply

SCENE = """<mujoco model="floor">
  <visual>
    <headlight ambient="0.45 0.45 0.45" diffuse="0.5 0.5 0.5" specular="0.1 0.1 0.1"/>
  </visual>
  <worldbody>
    <light pos="0.5 -1 4" dir="-0.1 0.25 -1" diffuse="0.6 0.6 0.6"/>
    <geom type="plane" size="5 5 0.1" rgba="0.8 0.83 0.85 1"/>
  </worldbody>
</mujoco>
"""
_STEP = 0.1
"""How often the child is looked after [s]."""

router = APIRouter(tags=["import"])


@router.post("/api/import", **describe(body=ImportRobot, answer=Job, status=202))
async def import_robot(request: Request) -> Response:
    """Import a robot from MJCF or URDF; the job's result is an ImportResult."""
    body = await read_body(request, ImportRobot)
    if body.name:
        check_name(body.name, "robot")
    project: Project = request.app.state.project

    def work(report: Report) -> ImportResult:
        return bring_in(project, body, report)

    return reply(request.app.state.jobs.start("Importing a robot", work), 202)


def bring_in(project: Project, body: ImportRobot, report: Report) -> ImportResult:
    """Import a robot.

    Args:
        project: Where it goes.
        body: The files.
        report: Told how far it is; it may raise to end the work.

    Raises:
        Refusal: The upload is refused; nothing was written.
    """
    report(0.05, "reading the files")
    upload = Upload.read(body.files)
    main = upload.main(body.main)
    name = body.name or _free_name(project, main)
    for kind in ("robot", "world"):
        if name in project.names(kind):
            raise Refusal(409, "conflict", f"There is a {kind} {name!r} already; choose another name.")
    report(0.1, "checking the model")
    model = sanitise(upload, main, body.without_meshes)
    report(0.2, "compiling the model")
    found = _compiled(model, name, report)
    report(0.9, "saving")
    result = _result(name, model, found)
    files = _model_files(model, name)
    files[f"robots/{name}.robot.json"] = document_text("robot", found["robot"]).encode()
    files[f"worlds/{name}.world.json"] = document_text("world", found["world"]).encode()
    project.write(files)
    return result


def _free_name(project: Project, main: str) -> str:
    stem = re.sub(r"[^A-Za-z0-9_-]+", "-", Path(main).stem).strip("-_")[:48] or "robot"
    taken = {*project.names("robot"), *project.names("world")}
    for number in range(1, 1000):
        name = stem if number == 1 else f"{stem}-{number}"
        if name not in taken and not name_problem(name):
            return name
    raise Refusal(409, "conflict", f"There are too many robots called {stem!r}; name the new one.")


def _model_name(model: Model, name: str) -> str:
    return f"robots/{name}/{name}{'.urdf' if model.kind == 'urdf' else '.xml'}"


def _model_files(model: Model, name: str) -> dict[str, bytes]:
    files = {_model_name(model, name): model.text, f"worlds/{name}/scene.xml": SCENE.encode()}
    files |= {f"robots/{name}/{file}": data for file, data in model.files.items()}
    return files


def _compiled(model: Model, name: str, report: Report) -> dict[str, Any]:
    """Let the child do its work on a copy of the files."""
    with tempfile.TemporaryDirectory(prefix="pult-import-") as temporary:
        folder = Path(temporary)
        files = _model_files(model, name)
        source = f"robots/{name}/with-actuators{Path(_model_name(model, name)).suffix}"
        files[source] = model.source
        order = {"name": name, "model": _model_name(model, name), "source": source, "mimics": model.mimics}
        files["order.json"] = json.dumps(order).encode()
        for path, content in files.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(content)
        run_child(folder, report)
        try:
            found = json.loads((folder / "result.json").read_bytes())
        except (OSError, ValueError):
            raise bad("crashed", "The model makes the simulator crash; it was not imported.") from None
    if not isinstance(found, dict) or "error" in found:
        raise bad("bad-model", str(found.get("error") if isinstance(found, dict) else "The model cannot be read."))
    return found


def run_child(folder: Path, report: Report, seconds: float = PATIENCE) -> None:
    """Run the child to its end, or to the end of its time.

    Raises:
        Refusal: It took too long.
    """
    command = [sys.executable, "-m", "pult.server.import_child", str(folder)]
    child = subprocess.Popen(  # noqa: S603 - our own module; the folder is ours too
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=folder
    )
    try:
        began = time.monotonic()
        while True:
            try:
                if child.wait(_STEP) == -getattr(signal, "SIGXCPU", 0):
                    raise bad("too-slow", f"The model takes more than {SECONDS} s to compile; it was not imported.")
                return
            except subprocess.TimeoutExpired:
                passed = time.monotonic() - began
                if passed > seconds:
                    text = f"The model takes longer than {seconds:g} s to compile; it was not imported."
                    raise bad("too-slow", text) from None
                report(0.2 + 0.7 * passed / seconds, "compiling the model")
    finally:
        if child.poll() is None:
            child.kill()
            child.wait()


def _result(name: str, model: Model, found: dict[str, Any]) -> ImportResult:
    try:
        return ImportResult(
            robot=name,
            world=name,
            bodies=int(found["bodies"]),
            joints=msgspec.convert(found["joints"], list[ImportedJoint]),
            meshes=int(found["meshes"]),
            notes=[*model.notes, *(str(note) for note in found["notes"])],
        )
    except (KeyError, TypeError, ValueError):
        raise bad("crashed", "The model makes the simulator crash; it was not imported.") from None
