"""Mutated documents of every kind, in a folder as a user would have them."""

import json
import shutil
from pathlib import Path

from pult.core.errors import PultError
from pult.core.shipped import shipped, shipped_file
from pult.exercise.exercise import check_exercise
from pult.panel.panel import check_panel
from pult.robot.robot import check_robot
from pult.world.world import check_world
from tests.scheme.fuzz import mutate

KINDS = {"robot": check_robot, "world": check_world, "panel": check_panel, "exercise": check_exercise}
RICH_ROBOT = {
    "drives": {
        "motors": {"type": "dc", "joints": ["shoulder"], "resistance": 1.0, "torque_constant": 0.1,
                   "speed_constant": 0.1, "max_voltage": 24, "inductance": 0.001, "gear": 50, "inertia": 1e-5},
        "second": {"type": "position", "joints": ["elbow"], "stiffness": 100.0},
    },
    "sensors": {
        "angles": {"type": "angle", "joints": ["shoulder", "elbow"], "noise": [0.01, 0.02], "delay": 0.02,
                   "resolution": 0.001, "range": [-3, 3]},
        "torque": {"type": "torque", "joints": "elbow", "bias": 0.1},
        "place": {"type": "position", "frame": "hand", "base": "base"},
        "gyro": {"type": "gyro", "site": "hand"},
        "touch": {"type": "contact", "bodies": ["fore", "base"]},
        "zmp": {"type": "zmp", "feet": ["fore"]},
    },
    "cameras": {"eye": {"body": "fore", "placement": {"position": [0.1, 0, 0.1], "rpy": [0, 0.5, 0]}}},
}  # fmt: skip
RICH_WORLD = {
    "sensors": {"gap": {"type": "contact_force", "bodies": ["fore", "upper"], "noise": 0.1}},
    "elements": {
        "spring": {"type": "spring", "from": "hand", "to": "hand", "stiffness": 100.0, "damping": 1.0},
        "touch": {"type": "contact", "from": "hand", "to": "hand", "radius_from": 0.1, "stiffness": 100.0},
    },
}


def bases(kind: str) -> list[dict]:
    """Right documents of a kind to spoil, and richer ones."""
    found = [json.loads(shipped_file(kind, name).read_text(encoding="utf-8")) for name in shipped(kind)]
    two = next((data for data in found if str(data.get("name")).startswith("two-link")), found[0])
    more = {"robot": RICH_ROBOT, "world": RICH_WORLD}.get(kind)
    return [*found, {**two, **more}] if more else found


def spoil(kind: str, seed: int, folder: Path) -> str:
    """Check a spoiled document; returns what is wrong with the checker, empty if nothing."""
    folder.mkdir(parents=True, exist_ok=True)
    options = bases(kind)
    path = folder / f"spoiled.{kind}.json"
    try:
        text = json.dumps(mutate(options[seed % len(options)], seed))
        path.write_text(text, encoding="utf-8")
    except (ValueError, UnicodeEncodeError):
        return ""  # no JSON, hence no document
    for model in shipped_file("robot", "two-link").parent.glob("*.xml"):
        shutil.copy(model, folder)
    for scene in shipped_file("world", "two-link").parent.glob("*.xml"):
        target = folder / scene.name
        if kind == "world":
            shutil.copy(scene, target)
    try:
        made, faults = KINDS[kind](path)
    except PultError as error:
        return f"{kind} {seed}: raised instead of giving faults: {error!r}"
    except Exception as error:  # that is what is looked for
        return f"{kind} {seed}: {type(error).__name__}: {error}"
    return "" if (made is None) == bool(faults) else f"{kind} {seed}: neither right nor wrong"
