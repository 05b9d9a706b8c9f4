"""The space with pillars, in which the head of SnakeMan is steered by hand."""

import math
from typing import Any

import numpy as np

from pult.makers.snake_arm import HEIGHT, dumps
from pult.makers.snake_scheme import full_speed, steered_scheme
from pult.makers.snake_world import WALL_HEIGHT, scene_head
from pult.motion.tunnel.tunnel import Arm

NAME = "snake-open"
PILLAR = 0.045
"""Radius of a pillar [m]."""
START = 1.2
"""Where the tip is at first, with the base at the origin [m]."""
PLACES = (
    ((1.45, -0.05), (1.49, 0.05)),
    ((1.70, 0.13), (1.74, 0.24)),
    ((1.70, -0.24), (1.74, -0.13)),
    ((1.95, -0.05), (1.99, 0.05)),
)
"""Boxes in which the pillars stand [m]: one in the middle, two at the sides, one in the middle."""
TARGET = ((2.13, -0.1), (2.19, 0.1))
"""Box in which the target lies [m]."""
STROKE = 1.18
"""How far the base may slide: it must stay on the line on which the arm lies at first [m]."""
CLOSE = 0.03
"""How near the tip has to come to the target [m]."""
NAMES = tuple(f"pillar{i + 1}" for i in range(len(PLACES)))


def scene() -> str:
    """The scene as MJCF."""
    lines = [scene_head(NAME, np.array([[0.9, -0.55], [2.4, 0.55]])).rstrip()]
    rgba = 'rgba="0.45 0.50 0.54 1"'
    for name, (low, high) in zip(NAMES, PLACES, strict=True):
        x, y = (0.5 * (a + b) for a, b in zip(low, high, strict=True))
        lines += [
            f'    <body name="{name}" mocap="true" pos="{x:g} {y:g} {0.5 * WALL_HEIGHT:g}">',
            f'      <geom type="cylinder" size="{PILLAR:g} {0.5 * WALL_HEIGHT:g}" {rgba} contype="0" conaffinity="1"/>',
            "    </body>",
        ]
    lines += [
        f'    <body name="target" mocap="true" pos="{TARGET[0][0]:g} 0 {HEIGHT:g}">',
        f'      <geom type="cylinder" size="{CLOSE:g} 0.001" pos="0 0 {0.002 - HEIGHT:g}" material="target" '
        'contype="0" conaffinity="0"/>',
        "    </body>",
        "  </worldbody>",
        "</mujoco>",
    ]
    return "\n".join(lines) + "\n"


def world() -> dict[str, Any]:
    """The world document."""
    return {
        "format": "pult.world",
        "version": 1,
        "name": NAME,
        "title": {"en": "Pillars", "ru": "Столбы"},
        "description": {
            "en": "SnakeMan before a space with four pillars and a marker behind them.",
            "ru": "SnakeMan перед площадкой с четырьмя столбами и меткой за ними.",
        },
        "scene": f"{NAME}.xml",
        "robots": [{"robot": "snakeman"}],
        "sensors": {"touching": {"type": "contact", "bodies": ["carriage"], "subtrees": True}},
        "view": "top",
        "timestep": 0.001,
    }


def region(i: int) -> dict[str, Any]:
    """Where a pillar may stand."""
    low, high = PLACES[i]
    return {"type": "box", "low": [*low, 0.5 * WALL_HEIGHT], "high": [*high, 0.5 * WALL_HEIGHT]}


def exercise(arm: Arm) -> dict[str, Any]:
    """The exercise document."""
    way = TARGET[1][0] - START
    touched = [{"type": "contact", "bodies": ["carriage/*", name]} for name in NAMES]
    (x0, y0), (x1, y1) = TARGET
    return {
        "format": "pult.exercise",
        "version": 1,
        "name": NAME,
        "title": {"en": "Between the pillars", "ru": "Между столбами"},
        "description": {
            "en": "Steer the head of SnakeMan between pillars to a marker; the body follows the path of the head.",
            "ru": "Проведите голову SnakeMan между столбами к метке; тело следует по пути головы.",
        },
        "instructions": {
            "en": "Push the stick forward to advance, and to the side to steer: the head turns while it moves, as a "
            "car does. All joints follow the path that the head has left, so a gap that the head has passed is passed "
            "by the body, too, if it was not cut too tightly. Pull the stick back to retreat on the same path. Bring "
            "the tip onto the marker and stop there. Touching a pillar ends the attempt.",
            "ru": "Ручка вперёд — движение, в сторону — поворот: голова поворачивает на ходу, как автомобиль. Все "
            "шарниры следуют по пути головы: где прошла голова, пройдёт и тело, если не срезать слишком близко. Ручка "
            "назад — отход по тому же пути. Приведите конец на метку и остановитесь. Касание столба прекращает "
            "попытку.",
        },
        "difficulty": 3,
        "world": NAME,
        "panel": NAME,
        "variant": "steered",
        "operator": "semi-automatic",
        "variants": {
            "steered": {"scheme": NAME, "title": {"en": "Steered head", "ru": "Ведение головы"}},
        },
        "duration": 90,
        "effector": "tip",
        "start": {
            "pose": "home",
            "randomise": [
                {"type": "place", "body": name, "region": region(i)} for i, name in enumerate(NAMES)
            ]
            + [
                {
                    "type": "place",
                    "body": "target",
                    "region": {"type": "box", "low": [x0, y0, HEIGHT], "high": [x1, y1, HEIGHT]},
                }
            ],
        },
        "stages": [
            {
                "name": "reach",
                "title": {"en": "Tip onto the marker", "ru": "Конец на метку"},
                "hint": {
                    "en": "Choose a way between the pillars before you start; steer early, the turn is wide.",
                    "ru": "Выберите путь между столбами заранее; поворачивайте раньше: радиус поворота велик.",
                },
                "controls": ["joystick"],
                "target": "target",
                "hold": 0.5,
                "par": math.ceil(1.6 * way / full_speed(arm) + 3.0),
                "goal": {
                    "type": "distance", "a": "tip", "b": "target", "axes": "xy", "below": CLOSE,
                    "title": {"en": "distance to the marker", "ru": "расстояние до метки"},
                },
            }
        ],
        "limits": [
            {
                "name": "touched",
                "title": {"en": "Touched a pillar", "ru": "Касание столба"},
                "severity": "fail",
                "condition": {"type": "any", "of": touched},
            }
        ],
        "scoring": {
            "weights": {
                "time": {"weight": 50, "par": math.ceil(1.6 * way / full_speed(arm) + 3.0)},
                "path_ratio": {"weight": 20, "par": 1.15},
                "jerk": {"weight": 10},
                "actions": {"weight": 20, "par": 8},
            }
        },
    }  # fmt: skip


def open_documents(arm: Arm) -> dict[str, bytes]:
    """Documents of the space with pillars, by file name."""
    texts = {
        f"{NAME}.xml": scene(),
        f"{NAME}.world.json": dumps(world()),
        f"{NAME}.scheme.json": steered_scheme(NAME, arm, STROKE),
        f"{NAME}.exercise.json": dumps(exercise(arm)),
    }
    return {file: text.encode() for file, text in texts.items()}
