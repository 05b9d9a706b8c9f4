"""The long proof of PRM-1 at work: squares of its base, straight lines of its grab, and the operator of prm1-pick.

    python validation/prm1_pick.py [--seeds 200] [--workers N]

Writes validation/prm1_pick.json. Runs are kept as they are done: the same command goes on after a stop. A sample of
each is in the tests (tests/sim/test_prm1.py, tests/exercise/test_prm1.py).
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from validation.reliability import attempt_row, failure_rows, reliability, reliability_words
from validation.schemes import machine
from validation.seeds import drawn_seeds
from validation.sweeps import calls, sweep_attempts

import pult
from pult.batch.results.file import Row

FILE = ROOT / "validation/prm1_pick.json"
SEEDS = 200
PATHS = {False: "sideways and back", True: "with turns at the corners"}
LOADS = (0.0, 2.0)
OPEN, ODOMETRY, LINE, END = 35.0, 2.6, 0.65, 0.15
"""Largest figures that are claimed [mm]: those of trials before the robot was made."""


def worst(rows: Sequence[Row], figure: str) -> float:
    """Largest of a figure [mm]."""
    return max(row.metrics[figure] for row in rows)


def claims(found: dict[str, Any]) -> list[dict[str, Any]]:
    """What is claimed, what was found, and whether it holds."""
    rows: list[dict[str, Any]] = []

    def claim(words: str, figure: str, holds: bool) -> None:
        rows.append({"claim": words, "figure": figure, "holds": bool(holds)})

    for name, group in found["squares"].items():
        claim(
            f"a square of 2 m driven {name}: the base ends at most {OPEN:g} mm from where it was sent, and its odometry is at most "
            f"{ODOMETRY:g} mm off",
            f"{group['open']:.1f} mm and {group['odometry']:.1f} mm at most in {group['runs']} drawn runs",
            group["open"] <= OPEN and group["odometry"] <= ODOMETRY,
        )
    for load, group in found["lines"].items():
        held = "" if float(load) == 0.0 else f" with an unknown load of {float(load):g} kg"
        claim(
            f"a line of the finger tips at 5 cm/s{held} is kept to {LINE:g} mm, its end to {END:g} mm",
            f"{group['off']:.2f} mm and {group['end']:.3f} mm at most in {group['runs']} drawn lines",
            group["off"] <= LINE and group["end"] <= END,
        )
    operator = found["operator"]
    claim(
        "the operator drives to the table, aims the camera, fetches the canister and puts it on the mark (prm1-pick)",
        f"{reliability_words(operator)}; {operator['points']:.0f} points median, {operator['time']:.1f} s",
        not operator["failures"],
    )
    return rows


def main() -> None:
    """Measure, and write the file."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument(
        "--seeds", type=int, default=SEEDS, help="starts of the operator; other runs are a quarter as many"
    )
    parser.add_argument("--workers", type=int, default=0, help="processes; as many as there are cores if left out")
    options = parser.parse_args()
    count, workers = options.seeds, options.workers
    few = max(count // 4, 1)
    squares, lines = {}, {}
    for turning, name in PATHS.items():
        runs = [({"turning": turning}, seed) for seed in drawn_seeds(f"prm1 square {turning}", max(few // 2, 1))]
        rows = calls(f"prm1-square-{turning}", "validation.prm1_pick_trial:square", runs, workers)
        squares[name] = {"runs": len(rows), "open": worst(rows, "open"), "odometry": worst(rows, "odometry")}
    for load in LOADS:
        runs = [({"load": load}, seed) for seed in drawn_seeds(f"prm1 line {load}", few)]
        rows = calls(f"prm1-line-{load:g}", "validation.prm1_pick_trial:line", runs, workers)
        lines[str(load)] = {"runs": len(rows), "off": worst(rows, "off"), "end": worst(rows, "end")}
    attempts = sweep_attempts("prm1-pick", "semi-automatic", drawn_seeds("prm1-pick operator", count), workers=workers)
    plain = [attempt_row(row) for row in attempts]
    done = [row for row in attempts if row.success]
    found: dict[str, Any] = {
        "squares": squares,
        "lines": lines,
        "operator": {
            **reliability(plain),
            "points": float(np.median([row.points for row in done])) if done else 0.0,
            "time": float(np.median([row.time for row in done])) if done else 0.0,
        },
    }
    data = {
        "title": "PRM-1 at work",
        "about": "The mobile manipulator in physics: three steered wheels on a floor, an arm under position control with motors, "
        "brakes and gravity, a canister held by friction. Errors are those of the simulated bodies, not of set-points.",
        "command": "make validate" if count == SEEDS else f"validation/prm1_pick.py --seeds {count}",
        "machine": machine(),
        "version": pult.__version__,
        "scale": count / SEEDS,
        "claims": claims(found),
        "failures": failure_rows("prm1-pick (semi-automatic)", plain),
        "figures": found,
    }
    FILE.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
