"""Writes the knots of the exercise massage-patient: `python -m models.massage.make_back_stroke` in the root.

The path goes up one side of the spine, across between the shoulder blades and down the other side, on the surface of
the patient in the world document. It does not account for the patient's position and stiffness in an attempt.
"""

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
from models.massage.make_patient import PLACE, STIFFNESS, surface
from numpy.typing import NDArray

from pult.motion.surface.parameters import knot_parameters

FILE = Path(__file__).resolve().parents[2] / "src/pult/catalog/massage/massage-patient.exercise.json"
SIDE, LOW, HIGH, ALONG, ACROSS = 0.06, -0.16, 0.14, 9, 4
"""How far from the spine [m], from where to where along it [m], knots on each side and chords across."""
ABOVE = 0.11
"""Height above the midline from which knots are projected down to the surface [m]."""
Points = NDArray[np.float64]


def ground_plan() -> list[tuple[float, float]]:
    """Knots as seen from above, in axes of the patient [m]."""
    along = np.linspace(LOW, HIGH, ALONG)
    across = np.linspace(SIDE, -SIDE, ACROSS + 1)[1:-1]
    up = [(SIDE, float(y)) for y in along]
    over = [(float(x), HIGH) for x in across]
    return [*up, *over, *((-x, y) for x, y in reversed(up))]


def knots() -> tuple[Points, Points]:
    """Points on the surface, in axes of the world [m], and normals there. Shapes (k, 3)."""
    body = surface()
    points = np.array([body.project(np.array([x, y, ABOVE])) for x, y in ground_plan()])
    normals = np.array([body.normal(p) for p in points])
    return points + np.array(PLACE), normals


def parameters() -> dict[str, Any]:
    """Parameters of the schemes: the knots, and the typical stiffness of a back."""
    tables = knot_parameters(*knots())
    chosen = {name: tables[name] for name in ("path.points", "path.normals")}
    return {**chosen, "path.stiffness": STIFFNESS, "tool.law.ke": STIFFNESS}


def written(value: Any) -> str:
    """A number, or a table with four knots on a line."""
    if not isinstance(value, list):
        return f"{value:g}"
    rows = [json.dumps([round(x, 5) + 0.0 for x in row]) for row in value]
    lines = [", ".join(rows[i : i + 4]) for i in range(0, len(rows), 4)]
    return "[\n      " + ",\n      ".join(lines) + "\n    ]"


def main() -> None:
    """Replace the parameters in the document."""
    entries = ",\n    ".join(f'"{name}": {written(value)}' for name, value in parameters().items())
    text = FILE.read_text(encoding="utf-8")
    new = re.sub(r'"parameters": \{.*?\n  \},', f'"parameters": {{\n    {entries}\n  }},', text, count=1, flags=re.S)
    FILE.write_text(new, encoding="utf-8")


if __name__ == "__main__":
    main()
