"""Everything for an arm in a tunnel from a tunnel document: robot, world, scheme and exercise."""

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from pult.core.document import Text, read_json
from pult.makers.snake_arm import HEIGHT, arm_document, arm_model, dumps
from pult.makers.snake_scheme import full_speed, tunnel_scheme
from pult.makers.snake_world import slide_length, tunnel_scene, world_document
from pult.motion.tunnel.arcs import follow, locate, piece_pose
from pult.motion.tunnel.document import load_path, read_tunnel
from pult.motion.tunnel.plan import TunnelPath

PANEL = "snake-tunnel"
HOLD, CLOSE = 0.5, 0.006
"""How long [s] and how near [m] the tip has to stay at the target."""


def tunnel_documents(source: str | Path | Mapping[str, Any], robot: str = "", stroke: float = 0.0) -> dict[str, bytes]:
    """Documents of a tunnel with its arm, by file name; the exercise NAME can be run at once.

    Args:
        source: The tunnel document, which is among them.
        robot: Name of the robot; that of the tunnel with '-arm' if left out.
        stroke: Length of the slide, if it has to be longer than the tunnel needs [m].

    Raises:
        DocumentError: The document has faults, or the arm cannot pass; with places and reasons.
    """
    document, _, _ = read_tunnel(source)
    path = load_path(source)
    name, arm = document.name, robot or f"{document.name}-arm"
    title: Text = document.title or name
    words = document.description or f"A tunnel and an arm of {len(path.arm.lengths)} links before its mouth."
    texts = {
        f"{name}.tunnel.json": dumps(tunnel_data(source)),
        f"{arm}.xml": arm_model(path.arm, max(stroke, stroke_of(path)), arm),
        f"{arm}.robot.json": arm_document(path.arm, f"{arm}.xml", arm if robot == "" else "SnakeMan"),
        f"{name}.xml": tunnel_scene(path, name),
        f"{name}.world.json": world_document(path, name, arm, title, words),
        f"{name}.scheme.json": tunnel_scheme(name, f"{name}.tunnel.json", path.arm),
        f"{name}.exercise.json": dumps(tunnel_exercise(path, name, title, words)),
    }
    return {file: text.encode() for file, text in texts.items()}


def tunnel_data(source: str | Path | Mapping[str, Any]) -> Mapping[str, Any]:
    """A tunnel document as plain data."""
    data: Mapping[str, Any] = read_json(source) if isinstance(source, (str, Path)) else source
    return data


def stroke_of(path: TunnelPath) -> float:
    """Length of the slide that brings the tip to the target [m]."""
    found = np.empty((len(path.arm.lengths) + 1, 4))
    base = follow(path.pieces, len(path.pieces), path.lengths, path.end, 0.0, found)
    return slide_length(path, base)


def last_points(path: TunnelPath, share: float, count: int) -> list[list[float]]:
    """Points on the last straight piece of the path, from the target back over a share of it, at most 3 links [m]."""
    i, at = locate(path.pieces, len(path.pieces), path.end)
    back = min(share * at, 3.0 * path.arm.longest)
    rows = []
    for k in range(count):
        x, y, _ = piece_pose(path.pieces, i, at - back * k / max(count - 1, 1))
        rows.append([round(x, 5), round(y, 5), HEIGHT])
    return rows


def tunnel_exercise(path: TunnelPath, name: str, title: Text, words: Text) -> dict[str, Any]:
    """The exercise: to a target near the end of the tunnel, hold there, and back out, without touching."""
    way, speed = path.end - path.start, full_speed(path.arm)
    duration = math.ceil(4.0 * (2.0 * way / speed) + 20.0)
    spots = [{"position": p} for p in last_points(path, 0.8, 9)]
    touch = {"type": "contact", "bodies": ["carriage/*", "tunnel"]}
    return {
        "format": "pult.exercise",
        "version": 1,
        "name": name,
        "title": title,
        "description": words,
        "instructions": {
            "en": "Push the stick forward: the tip goes into the tunnel, and all joints follow its path. Stop when "
            "the tip covers the marker, and stay there for half a second. Then retreat until the tip is out of the "
            "tunnel. Slow down in time: the arm takes a moment to stop. A touched wall ends the attempt.",
            "ru": "Отклоните ручку вперёд: конец манипулятора пойдёт в тоннель, и все шарниры последуют по его пути. "
            "Остановитесь, когда конец закроет метку, и стойте полсекунды. Затем выведите манипулятор из тоннеля. "
            "Замедляйтесь заранее: манипулятор останавливается не сразу. Касание стенки прекращает попытку.",
        },
        "difficulty": 2,
        "world": name,
        "panel": PANEL,
        "variant": "advance",
        "operator": "semi-automatic",
        "variants": {
            "advance": {
                "scheme": name,
                "title": {"en": "Advance and retreat", "ru": "Вперёд и назад"},
            }
        },
        "duration": duration,
        "effector": "tip",
        "start": {
            "pose": "home",
            "randomise": [
                {"type": "place", "body": "target", "region": {"type": "spots", "spots": spots}},
                {"type": "joint", "joint": "feed", "range": [0.0, round(0.4 * path.arm.longest, 4)]},
            ],
        },
        "stages": [
            {
                "name": "advance",
                "title": {"en": "Tip to the marker", "ru": "Конец к метке"},
                "hint": {
                    "en": "Advance until the tip covers the marker, and let go of the stick there.",
                    "ru": "Ведите вперёд, пока конец не закроет метку, и отпустите ручку.",
                },
                "caption": {
                    "en": "The stick only advances: the links follow the tip through the tunnel by themselves.",
                    "ru": "Рукоятка только подаёт вперёд: звенья сами идут по туннелю за концом.",
                },
                "controls": ["joystick"],
                "target": "target",
                "hold": HOLD,
                "par": math.ceil(1.4 * way / speed + 3.0),
                "goal": {
                    "type": "distance",
                    "a": "tip",
                    "b": "target",
                    "axes": "xy",
                    "below": CLOSE,
                    "title": {"en": "distance to the marker", "ru": "расстояние до метки"},
                },
            },
            {
                "name": "retreat",
                "title": {"en": "Out of the tunnel", "ru": "Наружу"},
                "hint": {
                    "en": "Retreat until the tip is out of the mouth, and stop.",
                    "ru": "Отводите назад, пока конец не выйдет из устья, и остановитесь.",
                },
                "caption": {
                    "en": "Back by the same way, link after link, until the tip is out of the mouth.",
                    "ru": "Назад тем же путём, звено за звеном, пока конец не выйдет из устья.",
                },
                "controls": ["joystick"],
                "hold": 0.3,
                "par": math.ceil(1.3 * way / speed + 3.0),
                "goal": {
                    "type": "all",
                    "of": [
                        {
                            "type": "signal",
                            "name": "output.along",
                            "below": 0.0,
                            "title": {"en": "tip in the tunnel", "ru": "конец в тоннеле"},
                        },
                        {"type": "still", "below": 0.02},
                    ],
                },
            },
        ],
        "limits": [
            {
                "name": "touched",
                "title": {"en": "Touched a wall", "ru": "Касание стенки"},
                "severity": "fail",
                "condition": touch,
            },
            {
                "name": "too-far",
                "title": {"en": "Went past the marker", "ru": "Метка пройдена"},
                "severity": "penalty",
                "points": 5,
                "rearm": 0.5,
                "condition": {
                    "type": "all",
                    "of": [
                        {"type": "stage", "stages": ["advance"]},
                        {"type": "signal", "name": "output.at_end", "is": True},
                        {"type": "distance", "a": "tip", "b": "target", "axes": "xy", "above": 2 * CLOSE},
                    ],
                },
            },
        ],
        "scoring": {
            "weights": {
                "time": {"weight": 50, "par": math.ceil(2.4 * way / speed + 5.0)},
                "clearance": {"weight": 20, "par": round(0.8 * path.bound, 5), "half": round(0.4 * path.bound, 5)},
                "jerk": {"weight": 10},
                "actions": {"weight": 20, "par": 6},
            },
            "measures": {
                "clearance": {
                    "quantity": {"type": "signal", "name": "output.clearance"},
                    "stage": "retreat",
                    "take": "smallest",
                    "better": "more",
                    "title": {"en": "Clearance on the way out, least", "ru": "Просвет на обратном пути, наименьший"},
                }
            },
        },
    }
