"""The long proofs of the valve in the airlock: angles for many seeds, force and moment, the misprint that must fail.

    python validation/valve.py [--seeds 50] [--workers N]

Writes validation/valve.json. Attempts are kept as they are done: the same command goes on after a stop. A sample of
each proof is in the tests (tests/sim/test_airlock.py).
"""

import argparse
import json
import math
import sys
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.sim.airlock_lab import Airlock
from validation.reliability import attempt_row, failure_rows, reliability, reliability_words
from validation.schemes import machine
from validation.seeds import drawn_seeds
from validation.sweeps import calls

import pult
from pult.batch.results.file import Row

FILE = ROOT / "validation/valve.json"
ANGLES = {"quarter": 90.0, "half": 180.0}
EXERCISES = ("airlock-valve", "airlock-valve-gravity")


def attempts(count: int, workers: int) -> dict[str, dict[str, Any]]:
    """The scripted operator, seed by seed: figures by exercise and variant."""
    groups = [(exercise, variant) for exercise in EXERCISES for variant in ANGLES]
    runs = [
        ({"exercise": exercise, "variant": variant}, seed)
        for exercise, variant in groups
        for seed in drawn_seeds(f"valve {exercise} {variant}", count)
    ]
    rows = calls("valve", "validation.valve_trial:attempt", runs, workers)
    found: dict[str, dict[str, Any]] = {exercise: {} for exercise in EXERCISES}
    for exercise, variant in groups:
        group = [row for row in rows if row.values == {"exercise": exercise, "variant": variant}]
        found[exercise][variant] = figures(f"{exercise} ({variant})", group)
    return found


def figures(what: str, rows: list[Row]) -> dict[str, Any]:
    """Figures of one exercise and variant."""
    plain = [attempt_row(row) for row in rows]
    done = [row for row in rows if row.success]
    misses, across = ([row.metrics[name] for row in done] for name in ("miss", "across"))
    times = [row.time for row in done]
    return {
        **reliability(plain),
        "causes": failure_rows(what, plain),
        "miss": {"median": float(np.median(misses)), "max": max(misses)},
        "time": {"median": float(np.median(times)), "max": max(times)},
        "across": {
            "median": float(np.median(across)),
            "p95": float(np.quantile(across, 0.95)),
            "max": max(across),
            "below_1": sum(value <= 1.0 for value in across),
        },
    }


def misprinted(world: str) -> dict[str, Any]:
    """The transform as the paper prints it, on a locked wheel and on one that turns."""
    return {
        "locked": Airlock(world, friction=1000.0, wrist__transform__as_printed=True).loses(4.0),
        "turning": Airlock(world, wrist__transform__as_printed=True).loses(4.0),
    }


def claims(found: dict[str, Any]) -> list[dict[str, Any]]:
    """What is claimed, what was found, and whether it holds."""
    rows: list[dict[str, Any]] = []

    def claim(words: str, figure: str, holds: bool) -> None:
        rows.append({"claim": words, "figure": figure, "holds": bool(holds)})

    for where, name in (("in free fall", "airlock-valve"), ("under gravity", "airlock-valve-gravity")):
        for variant, angle in ANGLES.items():
            run = found["attempts"][name][variant]
            claim(
                f"the operator turns the wheel by {angle:.0f} degrees to within 1 degree, {where}, and the arm comes to rest",
                f"{reliability_words(run)}; {run['miss']['median']:.2f} degrees median, "
                f"{run['miss']['max']:.2f} at most; {run['time']['median']:.1f} s median",
                not run["failed"] and run["miss"]["max"] <= 1.0,
            )
            claim(
                f"meanwhile the force across the axis is at most 1 N, {where}, {angle:.0f} degrees",
                f"largest of a turn: {run['across']['median']:.2f} N median, {run['across']['max']:.2f} N at most; at most "
                f"1 N in {run['across']['below_1']} of {run['attempts'] - run['failures']} turns",
                run["across"]["max"] <= 1.0,
            )
    for where, world in (("in free fall", "airlock"), ("under gravity", "airlock-gravity")):
        for wheel in ("turning", "locked"):
            run = found["forces"][world][wheel]
            force, moment = run["force"], run["moment"]
            claim(
                f"5 N along the axis and 4 N m about it are held to 2 % at every moment, {wheel} wheel, {where}",
                f"rms {100 * force['rms']:.2f} % and {100 * moment['rms']:.2f} %; mean {100 * force['mean']:.2f} % and "
                f"{100 * moment['mean']:.2f} %; largest {100 * force['largest']:.1f} % and {100 * moment['largest']:.1f} %",
                max(force["largest"], moment["largest"]) <= 0.02,
            )
    for wheel, run in found["misprint"].items():
        claim(
            f"with the transform as the paper misprints it, the same law fails: {wheel} wheel",
            f"the hand is torn off the wheel after {run['after'] or math.inf:.2f} s, with {run['across']:.0f} N across the axis",
            run["after"] is not None and run["across"] > 100.0,
        )
    return rows


def main() -> None:
    """Measure, and write the file."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--seeds", type=int, default=50, help="seeds of each exercise and variant")
    parser.add_argument("--workers", type=int, default=0, help="processes; as many as there are cores if left out")
    options = parser.parse_args()
    found: dict[str, Any] = {
        "forces": {
            world: {"turning": Airlock(world).press(9.0), "locked": Airlock(world, friction=1000.0).press(4.0)}
            for world in ("airlock", "airlock-gravity")
        },
        "misprint": misprinted("airlock"),
    }
    found["attempts"] = attempts(options.seeds, options.workers)
    data = {
        "title": "The valve in the airlock",
        "about": "The torso robot turns a hand-wheel by the force of its hand; nothing but friction holds the wheel in it.",
        "command": "make validate",
        "machine": machine(),
        "version": pult.__version__,
        "scale": options.seeds / 50,
        "claims": claims(found),
        "failures": [row for runs in found["attempts"].values() for run in runs.values() for row in run.pop("causes")],
        "figures": found,
    }
    FILE.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
