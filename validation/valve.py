"""The long proofs of the valve in the airlock: angles for many seeds, force and moment, the misprint that must fail.

    python validation/valve.py [--seeds 50]

Writes validation/valve.json. A sample of each proof is in the tests (tests/sim/test_airlock.py).
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
from validation.validate import machine

import pult

FILE = ROOT / "validation/valve.json"
ANGLES = {"quarter": 90.0, "half": 180.0}


def attempts(exercise: str, variant: str, seeds: range) -> dict[str, Any]:
    """The scripted operator, seed by seed."""
    loaded, pilot = pult.load_exercise(exercise), pult.find_pilot(exercise, "semi-automatic")
    failed, misses, times, across = [], [], [], []
    for seed in seeds:
        done = pult.run_attempt(loaded, pilot, seed, variant=variant)
        metrics = done.score.metrics
        figures = [round(metrics[name].value or 0.0, 5) for name in ("angle_error", "across")]
        print(exercise, variant, seed, done.success, done.reason, done.time, *figures, flush=True)
        if not done.success:
            failed.append(seed)
            continue
        misses.append(math.degrees(metrics["angle_error"].value))
        times.append(done.time)
        across.append(metrics["across"].value)
    return {
        "count": len(seeds),
        "failed": failed,
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
        "locked": Airlock(world, friction=1000.0, wrist__transform__as_printed=True).press(4.0),
        "turning": Airlock(world, wrist__transform__as_printed=True).press(4.0),
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
                f"{run['count'] - len(run['failed'])} of {run['count']} seeds; {run['miss']['median']:.2f} degrees median, "
                f"{run['miss']['max']:.2f} at most; {run['time']['median']:.1f} s median",
                not run["failed"] and run["miss"]["max"] <= 1.0,
            )
            claim(
                f"meanwhile the force across the axis is at most 1 N, {where}, {angle:.0f} degrees",
                f"largest of a turn: {run['across']['median']:.2f} N median, {run['across']['max']:.2f} N at most; at most "
                f"1 N in {run['across']['below_1']} of {run['count']} turns",
                run["across"]["max"] <= 1.0,
            )
    for where, world in (("in free fall", "airlock"), ("under gravity", "airlock-gravity")):
        for wheel in ("turning", "locked"):
            run = found["forces"][world][wheel]
            force, moment = run["force"], run["moment"]
            claim(
                f"5 N along the axis and 4 N m about it are held to 2 %, {wheel} wheel, {where}",
                f"rms {100 * force['rms']:.2f} % and {100 * moment['rms']:.2f} %; mean {100 * force['mean']:.2f} % and "
                f"{100 * moment['mean']:.2f} %; largest {100 * force['largest']:.1f} % and {100 * moment['largest']:.1f} %",
                max(force["rms"], moment["rms"]) <= 0.02,
            )
    for wheel, run in found["misprint"].items():
        claim(
            f"with the transform as the paper misprints it, the same law fails: {wheel} wheel",
            f"error of the force {100 * run['force']['rms']:.0f} % rms, {run['across']['rms']:.0f} N rms across the axis",
            run["force"]["rms"] > 0.5 and run["across"]["rms"] > 5.0,
        )
    return rows


def main() -> None:
    """Measure, and write the file."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--seeds", type=int, default=50, help="seeds of each exercise and variant")
    seeds = range(parser.parse_args().seeds)
    found: dict[str, Any] = {
        "forces": {
            world: {"turning": Airlock(world).press(9.0), "locked": Airlock(world, friction=1000.0).press(4.0)}
            for world in ("airlock", "airlock-gravity")
        },
        "misprint": misprinted("airlock"),
        "attempts": {
            name: {variant: attempts(name, variant, some) for variant in ANGLES}
            for name, some in (("airlock-valve", seeds), ("airlock-valve-gravity", seeds[: max(1, len(seeds) // 5)]))
        },
    }
    data = {
        "title": "The valve in the airlock",
        "about": "The torso robot turns a hand-wheel by the force of its hand; nothing but friction holds the wheel in it.",
        "command": "make validate",
        "machine": machine(),
        "scale": len(seeds) / 50,
        "claims": claims(found),
        "figures": found,
    }
    FILE.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
