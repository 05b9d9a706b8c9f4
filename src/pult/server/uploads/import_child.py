"""Child process that reads and compiles an imported robot: it may hang, crash or exhaust memory without harm.

`python -m pult.server.uploads.import_child FOLDER` reads FOLDER/sent.json, the request of a page, and
FOLDER/order.json, which lists the names already in use. It writes FOLDER/result.json and the files of the robot.
"""

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from pult.core.errors import Fault, FaultKind, FaultPrefix

SECONDS = 20
"""Processor time limit of a model [s]."""
PATIENCE = 60
"""Wall-clock time after which the parent ends it, however busy the computer is [s]."""
MEMORY = 4 * 2**30
"""Limit of address space [bytes]."""
MAX_BODIES = 2000
MUJOCO_REFUSES = FaultKind("bad-model", "MuJoCo refuses the model: {error}")
TOO_MANY_BODIES = FaultKind("too-many", "The model has {count|body|bodies}; at most {most} are allowed.")
NOTHING_MOVES = FaultKind("bad-model", "The model has no hinges or slides that could be moved.")
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
        (resource.RLIMIT_FSIZE, 64 * 2**20),
    ):
        _, hard = resource.getrlimit(what)
        allowed = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(what, (allowed, allowed))


def work(folder: Path) -> dict[str, Any]:
    """Sanitise the model, compile it, guess the documents and check them; returns the result for the parent.

    Raises:
        Refusal: The model is refused.
    """
    import mujoco

    from pult.robot.robot import check_robot
    from pult.server.http.wire import decode_body
    from pult.server.messages import ImportRobot
    from pult.server.uploads.files import rejected
    from pult.server.uploads.import_guess import KINDS, Guess
    from pult.server.uploads.import_model import SENT, prepare_model
    from pult.world.world import check_world

    order = json.loads((folder / "order.json").read_text(encoding="utf-8"))
    body = decode_body((folder / SENT).read_bytes(), ImportRobot)
    ready = prepare_model(folder, body, order["robots"], order["worlds"])
    name = ready.name
    try:
        spec: Any = mujoco.MjSpec.from_file(str(folder / ready.model))
        spec.compiler.fusestatic = False
        model: Any = spec.compile()
        full: Any = mujoco.MjModel.from_xml_path(str(folder / ready.source))
    except (ValueError, mujoco.FatalError) as error:
        raise rejected(MUJOCO_REFUSES.at(error=_local(str(error).strip()[:500], folder))) from None
    if model.nbody > MAX_BODIES:
        raise rejected(TOO_MANY_BODIES.at(count=int(model.nbody), most=MAX_BODIES))
    guess = Guess(model, full, ready.mimics)
    robot = guess.robot(name, Path(ready.model).relative_to("robots").as_posix())
    if not robot["chains"]:
        raise rejected(NOTHING_MOVES.at())
    robot_file = folder / "robots" / f"{name}.robot.json"
    faults: list[Fault] = []
    while robot["chains"]:
        robot_file.write_text(json.dumps(robot), encoding="utf-8")
        _, faults = check_robot(robot_file)
        bad = {fault.place.split(".")[1] for fault in faults if fault.place.startswith("chains.")}
        if not bad:
            break
        for chain in bad & robot["chains"].keys():
            del robot["chains"][chain]
            guess.notes.append(f"The chain {chain!r} was left out: it cannot be worked out.")
    if faults:
        raise rejected(ROBOT_FAULTY.before(_local_fault(faults[0], folder)))
    world = _world(name, guess)
    world_file = folder / "worlds" / f"{name}.world.json"
    world_file.write_text(json.dumps(world), encoding="utf-8")
    _, faults = check_world(world_file)
    if faults:
        raise rejected(WORLD_FAULTY.before(_local_fault(faults[0], folder)))
    return {
        "name": name,
        "files": ready.files,
        "robot": robot,
        "world": world,
        "bodies": int(model.nbody) - 1,
        "meshes": int(model.nmesh),
        "joints": [
            {"name": model.joint(i).name, "kind": KINDS[int(model.jnt_type[i])],
             "low": guess.range_of(i)[0], "high": guess.range_of(i)[1]}
            for i in range(model.njnt)
        ],
        "notes": [*ready.notes, *guess.notes],
    }  # fmt: skip


def _local(text: str, folder: Path) -> str:
    """A message without the path of the temporary folder."""
    return text.replace(f"{folder}/robots/", "").replace(f"{folder}/", "").replace(str(folder), "")


def _local_fault(fault: Fault, folder: Path) -> Fault:
    """A fault that says where it is, and names no path of the temporary folder."""
    data = tuple((name, _local(value, folder) if isinstance(value, str) else value) for name, value in fault.data)
    return replace(fault, data=data).inside("")


def _world(name: str, guess: Any) -> dict[str, Any]:
    placed: dict[str, Any] = {"robot": name}
    low = guess.lowest()
    if low < -0.005:
        height = round(-low + 0.005, 2)
        placed["placement"] = {"position": [0.0, 0.0, height]}
        guess.notes.append(f"In its world the robot stands {height:g} m higher, so that nothing is under the floor.")
    return {
        "format": "pult.world",
        "version": 1,
        "name": name,
        "description": "An imported robot alone on a floor.",
        "scene": f"{name}/scene.xml",
        "robots": [placed],
    }


def _refused(refusal: Any) -> dict[str, Any]:
    import msgspec

    return {"refusal": {"status": refusal.status, **msgspec.to_builtins(refusal.message())}}


def main() -> None:
    """Do the work in the folder that is named on the command line."""
    from pult.server.http.wire import Refusal
    from pult.server.uploads.files import rejected

    folder = Path(sys.argv[1])
    limit()
    try:
        result = work(folder)
    except Refusal as refusal:
        result = _refused(refusal)
    except MemoryError:
        result = _refused(rejected(TOO_MUCH_MEMORY.at()))
    except Exception as error:  # noqa: BLE001 - any failure caused by a model is reported to the user
        result = _refused(rejected(NOT_READ.at(error=f"{type(error).__name__}: {str(error)[:300]}")))
    (folder / "result.json").write_text(json.dumps(result, allow_nan=False), encoding="utf-8")


if __name__ == "__main__":
    main()
