"""The exercise `biped-buttons`: marks at headings that the four buttons reach, one after another."""

import math
from typing import Any

from models.biped.way import LAST, MARKS, NEAR

FIRST: tuple[list[float], list[float]] = ([1.4, -0.05, 0.0], [2.2, 0.05, 0.0])
"""Where the first mark is drawn: straight ahead [m]."""
DISTANCES = (1.2, 1.4, 1.6, 1.8)
"""Distances from mark to mark [m]."""
SECOND, THIRD = (-45, 45), (-90, 0, 90)
"""Headings from the first mark to the second, and from there to the third [degrees], in the axes of the floor."""


def _spots(headings: tuple[int, ...]) -> list[dict[str, Any]]:
    """Places at the given headings and distances."""
    return [
        {"position": [round(d * math.cos(math.radians(h)), 4), round(d * math.sin(math.radians(h)), 4), 0.0]}
        for h in headings
        for d in DISTANCES
    ]


def _stages() -> list[dict[str, Any]]:
    titles = (
        {"en": "To the yellow mark", "ru": "К жёлтой метке"},
        {"en": "To the green mark", "ru": "К зелёной метке"},
        {"en": "Stand on the red mark", "ru": "Встать на красную метку"},
    )
    hints = (
        {
            "en": "Press 'Forward', and 'Stop walking' a step before the mark.",
            "ru": "Нажмите «Вперёд», а за шаг до метки — «Остановиться».",
        },
        {
            "en": "Each press of a turn is 45 degrees; a turn ends the walk first.",
            "ru": "Каждое нажатие поворота — 45 градусов; перед поворотом робот останавливается.",
        },
        {
            "en": "If the mark is off your heading, turn once more when it is 45 degrees aside.",
            "ru": "Если метка в стороне, повернитесь ещё раз, когда она окажется под 45 градусов.",
        },
    )
    stages = []
    for mark, title, hint, par in zip(MARKS, titles, hints, (9, 14, 16), strict=True):
        last = mark == MARKS[-1]
        near = {
            "type": "distance", "a": "pelvis", "b": mark, "axes": "xy", "below": LAST if last else NEAR,
            "title": {"en": "distance to the mark", "ru": "расстояние до метки"},
        }  # fmt: skip
        stand = {"type": "signal", "name": "output.standing", "is": True, "title": {"en": "stands", "ru": "стоит"}}
        goal = {"type": "all", "of": [near, stand]} if last else near
        stages.append(
            {"name": mark, "title": title, "hint": hint,
             "controls": ["forward", "stop"] if last else ["forward", "left", "right"], "target": mark, "par": par,
             **({"hold": 1.0} if last else {}), "goal": goal}
        )  # fmt: skip
    return stages


def exercise() -> dict[str, Any]:
    """The exercise document."""
    first, second, third = MARKS
    return {
        "format": "pult.exercise",
        "version": 1,
        "name": "biped-buttons",
        "title": {"en": "Walk by four buttons", "ru": "Ходьба четырьмя кнопками"},
        "description": {
            "en": "Forward, stop, turn left, turn right: lead the walking robot from mark to mark; stand on the last.",
            "ru": "Вперёд, стоп, влево, вправо: проведите шагающего робота от метки к метке и встаньте на последнюю.",
        },
        "instructions": {
            "en": (
                "Press 'Forward' and the robot walks until you press 'Stop walking'. Each press of a turn is 45 "
                "degrees. A command that is given while it moves waits for the end of that motion: up to four wait in "
                "order, and 'Stop walking' drops them. A fall ends the attempt. Switch 'Balance' off to see the "
                "pattern walk by its joints alone."
            ),
            "ru": (
                "Нажмите «Вперёд» — робот идёт, пока не нажмёте «Остановиться». Каждое нажатие поворота — 45 градусов. "
                "Команда, данная во время движения, ждёт его конца: ждут до четырёх по порядку, «Остановиться» их "
                "отменяет. Падение прекращает попытку. Выключите «Равновесие», чтобы увидеть ходьбу одними суставами."
            ),
        },
        "difficulty": 2,
        "world": "biped-way",
        "panel": "biped-buttons",
        "variant": "dynamic",
        "operator": "presser",
        "variants": {
            "dynamic": {
                "scheme": "biped-buttons",
                "title": {"en": "Dynamic gait", "ru": "Динамическая походка"},
            },
            "paper": {
                "scheme": "biped-buttons-paper",
                "title": {"en": "The paper's gait", "ru": "Походка из статьи"},
            },
        },
        "duration": 240,
        "effector": "pelvis",
        "start": {
            "pose": "home",
            "settle": 0.5,
            "randomise": [
                {"type": "place", "body": first, "region": {"type": "box", "low": FIRST[0], "high": FIRST[1]}},
                {"type": "place", "body": second, "region": {"type": "spots", "about": first, "spots": _spots(SECOND)}},
                {"type": "place", "body": third, "region": {"type": "spots", "about": second, "spots": _spots(THIRD)}},
            ],
        },
        "stages": _stages(),
        "limits": [
            {
                "name": "fell",
                "title": {"en": "The robot fell", "ru": "Робот упал"},
                "severity": "fail",
                "condition": {"type": "along", "a": "pelvis", "below": 0.75},
            }
        ],
        "scoring": {
            "weights": {
                "time": {"weight": 50},
                "path_ratio": {"weight": 30, "par": 1.5},
                "inputs": {"weight": 20, "par": 10},
            }
        },
    }  # fmt: skip
