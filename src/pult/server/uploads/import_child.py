"""Child process that reads, converts and compiles an imported robot: it may hang, crash or exhaust memory without harm.

`python -m pult.server.uploads.import_child FOLDER` works in the folder of an upload: FOLDER/order.json says what is to
be done, FOLDER/result.json is what came of it.
"""

import json
import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from pult.core.errors import Fault, FaultKind, FaultPrefix, PultError

SECONDS = 120
"""Processor time limit of a robot [s]."""
PATIENCE = 300
"""Wall-clock time after which the parent ends it, however busy the computer is [s]."""
MEMORY = 4 * 2**30
"""Limit of address space [bytes]."""
MAX_BODIES = 2000
ORDER, RESULT, MADE, SCENE, MESHES = "order.json", "result.json", "made", "scene.json", "meshes"
TOO_MANY_BODIES = FaultKind("too-many", "The model has {count|body|bodies}; at most {most} are allowed.")
ROBOT_FAULTY = FaultPrefix("The robot does not pass its checks:", "bad-model")
WORLD_FAULTY = FaultPrefix("A world with the robot does not pass its checks:", "bad-model")
TOO_MUCH_MEMORY = FaultKind("too-large", "The model needs too much memory.")
NOT_READ = FaultKind("bad-model", "The model cannot be read: {error}")


def limit() -> None:
    """Limit the resources of this process, where the system supports it."""
    try:
        import resource
    except ImportError:  # not on this system: the parent's clock remains
        return
    for what, most in (
        (resource.RLIMIT_AS, MEMORY),
        (resource.RLIMIT_CPU, SECONDS),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, 256 * 2**20),
    ):
        _, hard = resource.getrlimit(what)
        allowed = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(what, (allowed, allowed))


def look(folder: Path, order: dict[str, Any]) -> dict[str, Any]:
    """Sanitise and analyse the robot of an upload, and draw it.

    Raises:
        PultError: The model is refused.
    """
    import msgspec

    from pult.makers.own.own_model import read_own_model
    from pult.robot.model_xml import ModelRefused
    from pult.server.uploads.import_model import MODEL, prepare_model
    from pult.server.uploads.look_scene import look_scene
    from pult.server.uploads.robot_look import robot_look

    prepared = prepare_model(folder, order["main"], order["without_meshes"])
    own = read_own_model(folder / MODEL / prepared.file)
    if own.compiled.nbody > MAX_BODIES:
        raise ModelRefused(TOO_MANY_BODIES.at(count=int(own.compiled.nbody), most=MAX_BODIES))
    scene, meshes, home = look_scene(folder, own)
    found = robot_look(own, prepared, home)
    (folder / SCENE).write_bytes(msgspec.json.encode(scene))
    (folder / MESHES).mkdir(exist_ok=True)
    for number, mesh in enumerate(meshes):
        (folder / MESHES / str(number)).write_bytes(mesh)
    result: dict[str, Any] = msgspec.to_builtins(found)
    return result


def make(folder: Path, order: dict[str, Any]) -> dict[str, Any]:
    """Make the documents of the robot that was looked at, and check them.

    Raises:
        PultError: A choice cannot be.
    """
    from pult.importing.joints import set_ranges
    from pult.makers.own.axes import moved_by
    from pult.makers.own.choices import ChainChoice, Choices, Layout
    from pult.makers.own.make import make_own
    from pult.makers.own.own_model import read_own_model
    from pult.robot.model_xml import ModelRefused
    from pult.robot.robot import check_robot
    from pult.server.uploads.import_model import MODEL, prepared_model
    from pult.world.world import check_world

    prepared, name, made = prepared_model(folder), order["name"], folder / MADE
    layout = Layout.project(name)
    home = made / layout.model
    home.mkdir(parents=True, exist_ok=True)
    file = f"{name}{Path(prepared.file).suffix}"
    names = {one: file if one == prepared.file else one for one in prepared.files}
    for one, target in names.items():
        (home / target).unlink(missing_ok=True)
        os.link(folder / MODEL / one, home / target)
    if order["ranges"]:
        text = (home / file).read_bytes()
        (home / file).unlink()
        (home / file).write_bytes(set_ranges(text, {joint: tuple(ends) for joint, ends in order["ranges"].items()}))
    own = read_own_model(home / file)
    driven = {axis.joint: axis for axis in moved_by(own, order["drives"], order["pose"]).axes}
    wanted = {joint: at for joint, at in order["home"].items() if joint in driven}
    choices = Choices(
        name=name,
        chains={one["name"]: ChainChoice(one["effector"], one["base"], one["reach"]) for one in order["chains"]},
        drives=order["drives"],
        pose=order["pose"],
        home={joint: min(max(at, driven[joint].low), driven[joint].high) for joint, at in wanted.items()},
        title=order["title"],
    )
    documents = make_own(own, choices, layout)
    for path, content in documents.files.items():
        (made / path).parent.mkdir(parents=True, exist_ok=True)
        (made / path).write_bytes(content)
    for prefix, check, path in ((ROBOT_FAULTY, check_robot, layout.robot), (WORLD_FAULTY, check_world, layout.world)):
        _, faults = check(made / path)
        if faults:
            raise ModelRefused(prefix.before(faults[0]))
    return {
        "name": name,
        "files": [*(f"{layout.model}/{target}" for target in names.values()), *documents.files],
        "joints": list(documents.joints),
        "arms": list(documents.arms),
        "notes": list(documents.notes),
    }


def _local(text: str, folder: Path) -> str:
    """A message without the path of the temporary folder."""
    return text.replace(f"{folder}{os.sep}", "").replace(str(folder), "")


def _local_fault(fault: Fault, folder: Path) -> Fault:
    """A fault that names no path of the temporary folder."""
    data = tuple((name, _local(value, folder) if isinstance(value, str) else value) for name, value in fault.data)
    return replace(fault, data=data)


def _refused(error: PultError, folder: Path) -> dict[str, Any]:
    import msgspec

    from pult.robot.model_xml import ModelRefused
    from pult.server.http.wire import Refusal, refusal_of

    if isinstance(error, ModelRefused):
        refusal = Refusal.of(422, _local_fault(error.fault, folder))
    else:
        refusal = refusal_of(error)
        refusal = Refusal(422, refusal.code, _local(refusal.text, folder), refusal.faults)
    return {"refusal": {"status": refusal.status, **msgspec.to_builtins(refusal.message())}}


def main() -> None:
    """Do the work in the folder that is named on the command line."""
    from pult.robot.model_xml import ModelRefused

    folder = Path(sys.argv[1])
    limit()
    order = json.loads((folder / ORDER).read_text(encoding="utf-8"))
    try:
        result = {"look": look, "make": make}[order["action"]](folder, order)
    except PultError as error:
        result = _refused(error, folder)
    except MemoryError:
        result = _refused(ModelRefused(TOO_MUCH_MEMORY.at()), folder)
    except Exception as error:  # noqa: BLE001 - any failure caused by a model is reported to the user
        text = f"{type(error).__name__}: {_local(str(error), folder)[:300]}"
        result = _refused(ModelRefused(NOT_READ.at(error=text)), folder)
    (folder / RESULT).write_text(json.dumps(result, allow_nan=False), encoding="utf-8")


if __name__ == "__main__":
    main()
