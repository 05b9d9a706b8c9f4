"""The panel of a robot: its picture with joints and effectors, joystick, modes, hands."""

from collections.abc import Mapping, Sequence
from typing import Any

from pult.makers.own.axes import Moved
from pult.makers.own.choices import Layout
from pult.makers.own.documents import relative
from pult.makers.own.picture import SIZE, Picture
from pult.makers.own.scheme import Arm

WIDTH = 376


def panel_document(
    name: str, layout: Layout, moved: Moved, arms: Sequence[Arm], picture: Picture, labels: Mapping[str, str]
) -> dict[str, Any]:
    """The panel document.

    Args:
        name: Its name.
        layout: Where files lie.
        moved: What moves the robot.
        arms: What semi-automatic mode moves.
        picture: The picture.
        labels: Names for people, by joint and actuator.
    """
    file = relative(layout.picture, layout.panel)
    elements, height = _elements(moved, arms, picture, labels)
    return {
        "format": "pult.panel",
        "version": 1,
        "name": name,
        "title": name,
        "description": {
            "en": "Select joints and turn them with the joystick."
            + (" Or select an effector and move it." if arms else ""),
            "ru": "Выберите суставы и поворачивайте их джойстиком."
            + (" Или выберите рабочий орган и перемещайте его." if arms else ""),
        },
        "picture": {"file": file, "size": [SIZE[0], SIZE[1]], "position": [18, 64]},
        "size": [WIDTH, height],
        "enable": "enable",
        "stop_time": 0.5,
        "link_timeout": 0.25,
        "elements": elements,
    }


def _elements(
    moved: Moved, arms: Sequence[Arm], picture: Picture, labels: Mapping[str, str]
) -> tuple[dict[str, Any], float]:
    """Elements, and the height of the panel."""
    elements: dict[str, Any] = {}
    names = moved.names
    in_command = {"acts_in": {"mode": ["command"]}} if arms else {}
    if names:
        elements["joints"] = {
            "type": "joints",
            "label": {"en": "Joints", "ru": "Суставы"},
            **in_command,
            "options": {n: {"label": labels.get(n, n), "position": list(picture.marks[n])} for n in names},
        }
    y = 330.0
    if arms:
        elements |= _arm_elements(arms, picture, y)
        y += 64.0
    if names:
        elements["joystick"] = _joystick(arms, y)
    right = y
    if any(arm.holds for arm in arms):
        elements["stick"] = {
            "type": "selector",
            "label": {"en": "Joystick", "ru": "Джойстик"},
            "acts_in": {"mode": ["semi-automatic"]},
            "options": {"move": {"en": "Move", "ru": "Ход"}, "turn": {"en": "Turn", "ru": "Угол"}},
            "position": [252, right],
            "size": [106, 54],
        }
        elements["orientation"] = {
            "type": "switch",
            "label": {"en": "Hold orientation", "ru": "Держать наклон"},
            "acts_in": {"mode": ["semi-automatic"]},
            "initial": True,
            "position": [252, right + 60],
            "size": [106, 56],
        }
        right += 122.0
    elements["speed"] = {
        "type": "slider",
        "label": {"en": "Speed", "ru": "Скорость"},
        "range": [0.1, 1],
        "initial": 0.5,
        "step": 0.1,
        "position": [252, right],
        "size": [106, 46],
    }
    elements["enable"] = {
        "type": "switch",
        "label": {"en": "Motion enabled", "ru": "Движение разрешено"},
        "initial": True,
        "position": [252, right + 52],
        "size": [106, 56],
    }
    y = max(y + 234.0 if names else y, right + 120.0)
    for index, hand in enumerate(moved.hands, 1):
        span = hand.high - hand.low
        elements[f"hand_{index}"] = {
            "type": "slider",
            "label": labels.get(hand.actuator, hand.actuator),
            "range": [0, 1],
            "initial": round((hand.home - hand.low) / span, 4) if span else 0.0,
            "position": [18, y],
            "size": [340, 46],
        }
        y += 54.0
    return elements, y + 6.0


def _arm_elements(arms: Sequence[Arm], picture: Picture, y: float) -> dict[str, Any]:
    options = {
        a.name: {"label": a.name.replace("_", " "), "position": list(picture.marks[f"effector {a.name}"])} for a in arms
    }
    return {
        "effectors": {
            "type": "effectors",
            "label": {"en": "What the joystick moves", "ru": "Что движет джойстик"},
            "options": options,
            "initial": arms[0].name,
        },
        "out_of_reach": {
            "type": "lamp",
            "label": {"en": "Out of reach", "ru": "Вне досягаемости"},
            "colour": "caution",
            "position": [18, 14],
            "size": [166, 36],
        },
        "distance": {
            "type": "indicator",
            "label": {"en": "Too far by", "ru": "Не достаёт"},
            "unit": "mm",
            "digits": 0,
            "position": [192, 14],
            "size": [166, 36],
        },
        "mode": {
            "type": "selector",
            "label": {"en": "Mode", "ru": "Режим"},
            "options": {
                "command": {"en": "Command", "ru": "Командный"},
                "semi-automatic": {"en": "Semi-automatic", "ru": "Полуавтомат"},
            },
            "initial": "semi-automatic",
            "position": [18, y],
            "size": [340, 52],
        },
    }


def _joystick(arms: Sequence[Arm], y: float) -> dict[str, Any]:
    reasons = {
        "en": "In command mode forward and back turn the joints.",
        "ru": "В командном режиме суставы поворачивают ходом вперёд и назад.",
    }
    idle = [
        {"axis": axis, "reason": reasons, **({"when": {"mode": ["command"]}} if arms else {})} for axis in ("y", "z")
    ]
    return {
        "type": "joystick",
        "label": {"en": "Joystick", "ru": "Джойстик"},
        "idle": idle,
        "axes": 3,
        "labels": [{"en": "forward", "ru": "вперёд"}, {"en": "left", "ru": "влево"}, {"en": "up", "ru": "вверх"}],
        "return": "spring",
        "frames": ["base", "effector"] if arms else ["base"],
        "dead_zone": 0.05,
        "position": [18, y],
        "size": [222, 222],
    }
