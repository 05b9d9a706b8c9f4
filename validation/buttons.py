"""The long proof of the paper's four buttons: pressed at random by either gait, and pushes along a pattern.

    python validation/buttons.py [--walks 10] [--steps 200] [--pushes 100] [--workers N]

Writes validation/buttons.json. Runs are kept as they are done: the same command goes on after a stop. Every walk ends
with a stop at the time at which its last step is done, which must end in a stand. A sample is in tests/motion/walk.
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

FILE = ROOT / "validation/buttons.json"
GAITS = {"dcm": "the dynamic gait", "paper": "the paper's gait"}
IMPULSE = {"walking": 16.0, "standing": 34.0}
"""Pushes in a drawn direction [N*s]."""


def walks(count: int, steps: int, workers: int) -> dict[str, Any]:
    """Walks by random buttons: how many ended in a stand, and the extremes."""
    runs = [
        ({"gait": gait, "steps": steps}, seed)
        for gait in GAITS
        for seed in drawn_seeds(f"buttons {gait} facing anywhere", count)
    ]
    rows = calls("buttons-walks", "validation.buttons_trial:buttons", runs, workers)
    found = {}
    for gait in GAITS:
        group = [row for row in rows if row.values["gait"] == gait]
        metrics = [row.metrics for row in group]
        found[gait] = {
            "runs": len(group), "survived": sum(row.success for row in group),
            **{name: sum(one[name] for one in metrics) for name in ("steps", "presses", "time")},
            **{name: max(one[name] for one in metrics) for name in ("tilt", "voltage")},
        }  # fmt: skip
    return found


def pushes(count: int, workers: int) -> dict[str, Any]:
    """Pushes with and without balance: how many were survived."""
    kinds = {
        f"{state}, {'with' if feedback else 'without'} balance": {
            "gait": "dcm", "impulse": impulse, "feedback": feedback, "walking": state == "walking",
        }
        for state, impulse in IMPULSE.items()
        for feedback in (True, False)
    }  # fmt: skip
    runs = [(values, seed) for values in kinds.values() for seed in drawn_seeds("buttons pushes", count)]
    rows = calls("buttons-pushes", "validation.buttons_trial:push", runs, workers)
    return {
        name: {"runs": len(group), "survived": sum(row.success for row in group), "impulse": values["impulse"]}
        for name, values in kinds.items()
        for group in ([row for row in rows if row.values == values],)
    }


def claims(found: dict[str, Any]) -> list[dict[str, Any]]:
    """What is claimed, and whether it holds."""
    made = []
    for gait, whose in GAITS.items():
        one = found["walks"][gait]
        figure = (
            f"{one['survived']} of {one['runs']}; {one['steps']:.0f} steps, {one['presses']:.0f} presses in "
            f"{one['time'] / 60.0:.0f} min; tilt {math.degrees(one['tilt']):.2f} degrees, |U| up to {one['voltage']:.2f}"
        )
        claim = f"buttons pressed at random, {whose}: no fall, and a stop at the end stands within 8 s"
        made.append({"claim": claim, "figure": figure, "holds": one["survived"] == one["runs"]})
    for state in IMPULSE:
        on, off = (found["pushes"][f"{state}, {how} balance"] for how in ("with", "without"))
        figure = f"{on['survived']} of {on['runs']} with balance, {off['survived']} without"
        claim = f"{state}, pushes of {on['impulse']:.0f} N s at the chest: more are survived with balance than without"
        made.append({"claim": claim, "figure": figure, "holds": on["survived"] > off["survived"]})
    return made


def main() -> None:
    """Measure, and write the file."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--walks", type=int, default=10, help="walks by each gait")
    parser.add_argument("--steps", type=int, default=200, help="steps of a walk")
    parser.add_argument("--pushes", type=int, default=100, help="pushes of each kind")
    parser.add_argument("--workers", type=int, default=0, help="processes; as many as there are cores if left out")
    options = parser.parse_args()
    found = {
        "walks": walks(options.walks, options.steps, options.workers),
        "pushes": pushes(options.pushes, options.workers),
    }
    data = {
        "title": "The four buttons",
        "about": "The biped walks patterns at the panel's four buttons, with noisy sensors.",
        "command": "make validate",
        "machine": machine(),
        "version": pult.__version__,
        "scale": min(options.walks * options.steps / 2000, options.pushes / 100),
        "claims": claims(found),
        "figures": found,
    }
    FILE.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
