"""The panel of PRM-1 for the door: `python -m models.prm1.contact_panel` in the root of the repository.

It is the robot's own panel with the contact mode. Gauges of the force, the handle and the door stand where the robot's
panel shows the place of the finger tips.
"""

import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parents[2] / "src/pult/catalog/prm1"
LEFT_OUT = ("tip_x", "tip_y", "tip_z", "tip_pitch", "left", "way")
BAR = {"type": "gauge", "style": "bar", "size": [106, 28]}
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
        "size": [167, 40],
    },
    "capped": {
        "type": "lamp",
        "label": {"en": "At the force limit", "ru": "Предел силы"},
        "colour": "caution",
        "size": [167, 28],
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
    elements = {name: element for name, element in own["elements"].items() if name not in LEFT_OUT}
    elements["mode"] = {**elements["mode"], "options": MODES, "initial": "contact"}
    cameras = elements["cameras"]
    elements["cameras"] = {**cameras, "options": {**cameras["options"], "handle": CAMERA}, "initial": "handle"}
    before = list(elements)[list(elements).index("speed") :]
    x, y = own["elements"]["tip_x"]["position"]
    gauges = {
        name: {**MORE[name], "position": [x, y + 28 * row]} for row, name in enumerate(("force", "handle", "door"))
    }
    width, bottom = own["size"][0], own["elements"]["way"]["position"][1]
    later = {
        "force_limit": {**MORE["force_limit"], "position": [18, bottom]},
        "capped": {**MORE["capped"], "position": [191, bottom + 6]},
    }
    ordered = {name: element for name, element in elements.items() if name not in before}
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
        "size": [width, bottom + 46],
        "elements": {**ordered, **gauges, **{name: elements[name] for name in before}, **later},
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
