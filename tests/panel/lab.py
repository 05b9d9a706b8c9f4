"""A panel with every kind of element, and a short way to make others."""

from typing import Any

ALL: dict[str, Any] = {
    "format": "pult.panel",
    "version": 1,
    "name": "all kinds",
    "enable": "hold",
    "elements": {
        "joints": {"type": "joints", "options": {"waist": {}, "shoulder": {}, "elbow": {}}, "most": 2},
        "effectors": {"type": "effectors", "options": {"left_hand": {}, "right_hand": {}}},
        "cameras": {"type": "cameras", "options": {"head": {}, "wrist": {}}},
        "stick": {"type": "joystick", "frames": ["base", "effector", "camera"], "dead_zone": 0.1, "response": "cubic"},
        "lever": {"type": "joystick", "axes": 1, "return": "hold"},
        "hold": {"type": "button"},
        "light": {"type": "switch", "initial": True},
        "mode": {"type": "selector", "options": ["rate", "force", "displacement"], "initial": "force"},
        "speed": {"type": "slider", "range": [0.1, 1.0], "unit": "m/s", "initial": 0.5},
        "notches": {"type": "slider", "range": [-1, 1], "step": 0.25},
        "trim": {"type": "slider", "range": [-5, 5], "unit": "N", "initial": 1, "return": "spring"},
        "grip": {"type": "entry", "range": [4, 12], "unit": "N"},
        "reached": {"type": "lamp"},
        "force": {"type": "gauge", "signal": "sensor.force", "range": [0, 20], "unit": "N"},
        "reason": {"type": "indicator", "words": ["none", "limit"]},
    },
}


def made(elements: dict[str, Any], **others: Any) -> dict[str, Any]:
    """A panel of these elements."""
    return {"format": "pult.panel", "version": 1, "elements": elements, **others}


def picture(inside: str = "", head: str = 'viewBox="0 0 100 50"') -> str:
    """An SVG text."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" {head}>{inside}</svg>'
