"""The long proof of walking patterns: steps and turns of the biped by either gait, and what must fall.

    python validation/walk.py [--steps 400] [--workers N]

Writes validation/walk.json. Runs are kept as they are done. Nothing keeps the balance here: joints follow the pattern by
PD and feed-forward alone. A sample is in tests/motion/walk.
"""

import argparse
import json
import math
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from validation.schemes import machine
from validation.seeds import drawn_seeds
from validation.sweeps import calls

import pult

FILE = ROOT / "validation/walk.json"
NAMES = {"paper": "the paper's", "dcm": "the dynamic"}


def runs(steps: int) -> dict[str, dict[str, Any]]:
    """What is walked: long walks by either gait, and the negative controls."""
    control = {"gait": "paper", "steps": 4, "turns": 0}
    return {
        "paper": {"gait": "paper", "steps": steps, "turns": 8},
        "dcm": {"gait": "dcm", "steps": steps, "turns": 8},
        "alpha": {**control, "alpha": 0.1},
        "gains": {**control, "kp": 1.0, "kd": 0.005},
        "alone": {**control, "feed_forward": 0.0},
    }


def measure(steps: int, workers: int) -> dict[str, dict[str, float]]:
    """All walks, one seed each: nothing but the sides of turns is drawn."""
    planned = runs(steps)
    (seed,) = drawn_seeds("walking patterns", 1)
    rows = calls("walk", "validation.walk_trial:trial", [(values, seed) for values in planned.values()], workers)
    return {name: dict(row.metrics) for name, row in zip(planned, rows, strict=True)}


def claims(found: dict[str, dict[str, float]], steps: int) -> list[dict[str, Any]]:
    """What is claimed, and whether it holds."""
    made = []
    for gait, whose in NAMES.items():
        one = found[gait]
        figure = (
            f"{one['time']:.0f} s over {one['way']:.0f} m; tilt {math.degrees(one['tilt']):.2f} degrees, |U| up to "
            f"{one['voltage']:.2f}, zero-moment point in single support {1000 * one['margin']:.0f} mm inside the sole "
            f"(first percentile), {one['drift']:.3f} m from the planned place at the end"
        )
        good = not one["fell"] and one["tilt"] < math.radians(1.0) and one["voltage"] < 0.6 and one["margin"] >= 0.01
        claim = f"{steps} cyclic steps and 8 turns of 45 degrees by {whose} gait, without balance feedback: no fall"
        made.append({"claim": claim, "figure": figure, "holds": bool(good)})
    for name, claim in (
        ("alpha", "with the paper's alpha = 0.1 it falls"),
        ("gains", "with the paper's gains, kp = 1 and kd = 0.005 per rad, it falls"),
        ("alone", "by PD without feed-forward it falls"),
    ):
        one = found[name]
        figure = f"falls after {one['time']:.1f} s" if one["fell"] else "does not fall"
        made.append({"claim": claim, "figure": figure, "holds": bool(one["fell"])})
    return made


def main() -> None:
    """Measure, and write the file."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--steps", type=int, default=400, help="cyclic steps of a long walk")
    parser.add_argument("--workers", type=int, default=0, help="processes; as many as there are cores if left out")
    options = parser.parse_args()
    found = measure(options.steps, options.workers)
    data = {
        "title": "Walking patterns",
        "about": "The biped walks patterns of both gaits on voltage drives held for 10 ms.",
        "command": "make validate",
        "machine": machine(),
        "version": pult.__version__,
        "scale": options.steps / 400,
        "claims": claims(found, options.steps),
        "figures": found,
    }
    FILE.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
