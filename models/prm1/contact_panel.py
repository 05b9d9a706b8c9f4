"""The panel of PRM-1 for the door: `python -m models.prm1.contact_panel` in the root of the repository.

It is the robot's own panel with the contact mode. Gauges of the force, the handle and the door stand where the robot's
panel shows the place of the finger tips, the turning centre of the base is at hand, and what leads to a given point is
folded away.
"""

import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parents[2] / "src/pult/catalog/prm1"
LEFT_OUT = ("tip_x", "tip_y", "tip_z", "tip_pitch", "left", "way")
FOLDED = ("target", "target_x", "target_y", "target_z", "target_pitch", "target_roll", "go", "why")
"""What only lines to a given point need: no stage of the exercise does."""
PLACES = {
    "refused": (18, 2, 110, 29), "at_limit": (133, 2, 110, 29), "contact": (248, 2, 110, 29),
    "waiting": (18, 35, 167, 29), "capped": (191, 35, 167, 29),
    "mode": (18, 236, 222, 46), "stick": (246, 236, 112, 46), "joystick": (18, 286, 222, 162),
    "grip": (252, 286, 106, 32), "opening": (252, 318, 106, 32), "force": (252, 350, 106, 32),
    "handle": (252, 382, 106, 32), "door": (252, 414, 106, 32),
    "turn_x": (18, 450, 83, 50), "turn_y": (105, 450, 83, 50), "enable": (197, 457, 161, 43),
    "open_grab": (18, 503, 167, 40), "close_grab": (191, 503, 167, 40),
    "grip_force": (18, 547, 108, 36), "force_limit": (134, 547, 108, 36), "speed": (250, 547, 108, 36),
}  # fmt: skip
"""Left, top, width and height, group by group: lamps, modes, stick with gauges, base, grab, forces."""
BAR = {"type": "gauge", "style": "bar"}
MORE: dict[str, Any] = {
    "force": {
        **BAR,
        "label": {"en": "Force", "ru": "Сила"},
        "range": [0, 80],
        "working": [0, 50],
        "unit": "N",
        "digits": 0,
    },
    "handle": {
        **BAR,
        "label": {"en": "Handle", "ru": "Ручка"},
        "signal": "sensor.handle_angle",
        "range": [0, 50],
        "working": [40, 50],
        "unit": "deg",
        "digits": 0,
    },
    "door": {
        **BAR,
        "label": {"en": "Door", "ru": "Дверь"},
        "signal": "sensor.door_angle",
        "range": [0, 110],
        "working": [60, 110],
        "unit": "deg",
        "digits": 0,
    },
    "force_limit": {
        "type": "slider",
        "label": {"en": "Force limit", "ru": "Предел силы"},
        "range": [10, 80],
        "unit": "N",
        "initial": 45,
        "step": 5,
    },
    "capped": {
        "type": "lamp",
        "label": {"en": "At the force limit", "ru": "Предел силы"},
        "colour": "caution",
    },
}
CAMERA = {"label": {"en": "Camera at the door", "ru": "Камера у двери"}, "position": [316, 30]}
MODES = {
    "command": {"en": "Joints", "ru": "Оси"},
    "semi-automatic": {"en": "Lines", "ru": "Прямые"},
    "contact": {"en": "Contact", "ru": "Контакт"},
}


def document() -> dict[str, Any]:
    """The panel as plain data."""
    own = json.loads((FOLDER / "prm1.panel.json").read_text(encoding="utf-8"))
    elements = {name: element for name, element in {**own["elements"], **MORE}.items() if name not in LEFT_OUT}
    elements["mode"] = {**elements["mode"], "options": MODES, "initial": "contact"}
    cameras = elements["cameras"]
    elements["cameras"] = {**cameras, "options": {**cameras["options"], "handle": CAMERA}, "initial": "handle"}
    for name in FOLDED:
        elements[name] = {key: value for key, value in elements[name].items() if key not in ("position", "size")}
    for name, (left, top, width, height) in PLACES.items():
        elements[name] = {**elements[name], "position": [left, top], "size": [width, height]}
    rest = [name for name in elements if name not in PLACES]
    return {
        **own,
        "name": "prm1-door",
        "title": {"en": "PRM-1 at the door", "ru": "ПРМ-1 у двери"},
        "description": {
            "en": "Select the base and drive it, or the grab and move it; in contact mode springs hold it, with a "
            "limited force.",
            "ru": "Выберите тележку и ведите её или захват и перемещайте его; в режиме контакта его держат пружины с "
            "ограниченной силой.",
        },
        "picture": {**own["picture"], "position": [62, 68], "scale": 0.74},
        "size": [own["size"][0], 584],
        "elements": {name: elements[name] for name in (*rest, *PLACES)},
        "folds": [{"label": {"en": "Go to a point", "ru": "Ход в точку"}, "elements": list(FOLDED)}],
    }


def make() -> dict[str, str]:
    """The file by its name."""
    return {"prm1-door.panel.json": json.dumps(document(), ensure_ascii=False, indent=2) + "\n"}


def main() -> None:
    """Write it."""
    for name, text in make().items():
        (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
