"""An exercise for arms of one's own design: carry the body away from the middle, and set it down."""

from typing import Any

from pult.makers.mango.layout import Layout
from pult.makers.mango.scheme import bindings

AWAY = 0.08
"""How far the body is carried [m]."""


def exercise(layout: Layout, name: str) -> dict[str, Any]:
    """The exercise document, for two arms or more.

    Args:
        layout: The arms; their world and scheme bear the same name.
        name: Name of the documents.
    """
    bound = bindings(layout)
    outputs = {f"drive.{drive}": output for drive, output in bound["outputs"].items()}
    return {
        "format": "pult.exercise",
        "version": 1,
        "name": name,
        "title": {"en": f"Carry with {layout.arms} arms", "ru": f"Перенос: рук — {layout.arms}"},
        "description": {
            "en": "Carry the body 8 cm away from the middle of the table and set it down, without squeezing it.",
            "ru": "Отнесите тело на 8 см от середины стола и опустите его, не сжимая.",
        },
        "instructions": {
            "en": "The joystick moves the body; all arms follow. Then switch 'Set down' on and wait for the lamp.",
            "ru": "Джойстик движет тело; все руки следуют. Затем включите «Опустить» и ждите лампу.",
        },
        "difficulty": 1,
        "world": name,
        "panel": "mango",
        "variant": "coordinated",
        "variants": {
            "coordinated": {
                "scheme": name,
                "title": {"en": "Coordinated", "ru": "Согласованно"},
                "bindings": {"inputs": bound["inputs"], "outputs": outputs},
            }
        },
        "duration": 120,
        "effector": "load",
        "start": {"pose": "home", "settle": 0.3},
        "stages": [
            {
                "name": "carry",
                "title": {"en": "Carry it away", "ru": "Отнесите его"},
                "par": 5,
                "goal": {
                    "type": "distance", "a": "load", "b": "table", "axes": "xy", "above": AWAY,
                    "title": {"en": "distance from the middle", "ru": "расстояние от середины"},
                },
            },
            {
                "name": "set-down",
                "title": {"en": "Set it down", "ru": "Опустите его"},
                "hold": 1.0,
                "par": 4,
                "goal": {
                    "type": "all",
                    "of": [
                        {"type": "signal", "name": "output.relaxed", "is": True},
                        {
                            "type": "signal", "name": "output.internal", "below": 4,
                            "title": {"en": "internal force", "ru": "внутренняя сила"},
                        },
                    ],
                },
            },
        ],
        "limits": [
            {
                "name": "squeezed",
                "title": {"en": "More than 10 N between the arms", "ru": "Между руками больше 10 Н"},
                "severity": "fail",
                "hold": 0.5,
                "condition": {"type": "signal", "name": "output.internal", "above": 10},
            }
        ],
    }  # fmt: skip
