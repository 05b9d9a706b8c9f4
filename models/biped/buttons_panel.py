"""The panel of the four buttons: buttons, lamps of the command in work and of the one that waits, switches."""

from typing import Any

WIDTH = 340
LEFT = 18
"""Width of the area of the elements, and its left edge."""


def _row(y: float, height: float, elements: dict[str, dict[str, Any]], gap: float = 8) -> dict[str, dict[str, Any]]:
    """Elements of equal width side by side."""
    width = (WIDTH - gap * (len(elements) - 1)) / len(elements)
    return {
        name: {**element, "position": [round(LEFT + i * (width + gap)), y], "size": [round(width), height]}
        for i, (name, element) in enumerate(elements.items())
    }


def _lamp(english: str, russian: str) -> dict[str, Any]:
    return {"type": "lamp", "label": {"en": english, "ru": russian}, "colour": "yes"}


def _switch(english: str, russian: str) -> dict[str, Any]:
    return {"type": "switch", "label": {"en": english, "ru": russian}, "initial": True}


def _button(english: str, russian: str) -> dict[str, Any]:
    return {"type": "button", "label": {"en": english, "ru": russian}}


def buttons_panel() -> dict[str, Any]:
    """The panel document."""
    steps = {"type": "indicator", "label": {"en": "Steps", "ru": "Шаги"}, "digits": 0}
    pace = {
        "type": "gauge", "label": {"en": "Speed", "ru": "Скорость"}, "range": [0, 1], "unit": "m/s", "digits": 2,
        "style": "bar",
    }  # fmt: skip
    waiting = {"type": "indicator", "label": {"en": "Waiting", "ru": "Ждут"}, "digits": 0}
    elements = {
        **_row(8, 48, {"standing": _lamp("Stands", "Стоит"), "steps_made": steps, "pace": pace}),
        **_row(256, 56, {
            "feedback": _switch("Balance", "Равновесие"), "enable": _switch("Motion enabled", "Движение разрешено"),
        }),
        **_row(324, 36, {
            "walks": _lamp("Walks", "Идёт"), "stops": _lamp("Stops", "Встаёт"),
            "turns_left": _lamp("Turns left", "Влево"), "turns_right": _lamp("Turns right", "Вправо"),
        }),
        **_row(368, 40, {
            "next_forward": _lamp("Then forward", "Затем вперёд"),
            "next_left": _lamp("Then left", "Затем влево"),
            "next_right": _lamp("Then right", "Затем вправо"), "waiting": waiting,
        }),
    }  # fmt: skip
    cross = {
        "forward": (1, 0, _button("Forward", "Вперёд")),
        "left": (0, 1, _button("Turn left", "Повернуть влево")),
        "stop": (1, 1, _button("Stop walking", "Остановиться")),
        "right": (2, 1, _button("Turn right", "Повернуть вправо")),
    }
    for name, (column, row, element) in cross.items():
        elements[name] = {**element, "position": [LEFT + 116 * column, 424 + 76 * row], "size": [108, 68]}
    return {
        "format": "pult.panel",
        "version": 1,
        "name": "biped-buttons",
        "title": {"en": "Walking robot: four buttons", "ru": "Шагающий робот: четыре кнопки"},
        "description": {
            "en": "Forward, stop, turn left, turn right. What is pressed while the robot moves waits for its turn.",
            "ru": "Вперёд, стоп, поворот влево, поворот вправо. Команда, данная во время движения, ждёт своей очереди.",
        },
        "picture": {"file": "biped.svg", "size": [340, 180], "position": [18, 64], "view": "right"},
        "size": [376, 584],
        "enable": "enable",
        "stop_time": 8,
        "link_timeout": 0.25,
        "elements": elements,
    }
