"""The long proofs of sight and of the key: poses from rendered pictures, looks at a misplaced lock, operators.

    python validation/prm1_key.py [--seeds 200] [--blind 200] [--looks 50] [--pictures 100] [--workers N]

Writes validation/prm1_key.json. Runs are kept as they are done: the same command goes on after a stop. A sample of each
proof is in the tests (tests/sight, tests/exercise/test_prm1_key.py).
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from models.prm1.make_key import LOCK
from validation.reliability import attempt_row, failure_rows, reliability, reliability_words
from validation.schemes import machine
from validation.seeds import drawn_seeds
from validation.sweeps import calls, sweep_attempts

import pult
from pult.batch.plans import seeds as plans

FILE = ROOT / "validation/prm1_key.json"
DISTANCES, MARKERS = (0.3, 0.5, 0.8), (1, 2, 4)
OPERATOR, BLIND, LOOKS = (
    "prm1-key by sight, later draw",
    "prm1-key by the plan, later draw",
    "prm1-key looks, later draw",
)
"""Purposes for which seeds are drawn. Chamfer and leash were tuned after a look at a seed (36875257) of an earlier draw;
these purposes draw others, which nobody has looked at.
"""
LATERAL = 0.005
"""Least error across the lock's axis with which the plan alone must fail [m]."""
DEEP = 0.018
"""Depth from which on the key counts as inserted [m]."""


def pictures(count: int, workers: int) -> dict[str, Any]:
    """Errors of poses, by distance and number of markers."""
    cases = [(distance, markers) for distance in DISTANCES for markers in MARKERS]
    runs = [
        ({"distance": distance, "markers": markers}, seed)
        for distance, markers in cases
        for seed in drawn_seeds(f"sight {distance} {markers}", count)
    ]
    rows = calls("prm1-sight", "validation.prm1_key_trial:estimate", runs, workers)
    found = {}
    for distance, markers in cases:
        group = [row for row in rows if row.values == {"distance": distance, "markers": markers}]
        seen = [row.metrics for row in group if row.success]
        found[f"{distance:g} m, {markers}"] = {
            "pictures": len(group),
            "seen": len(seen),
            "whole": sum(one["count"] == markers for one in seen),
            **{name: max(one[name] for one in seen) for name in ("lateral", "depth", "angle")},
            **{
                f"{name}_median": float(np.median([one[name] for one in seen]))
                for name in ("lateral", "depth", "angle")
            },
        }
    return found


def looks(count: int, workers: int) -> dict[str, Any]:
    """A lock misplaced by 20 mm, before and after looking."""
    rows = calls(
        "prm1-looks", "validation.prm1_key_trial:correction", [({}, s) for s in drawn_seeds(LOOKS, count)], workers
    )
    names = ("planned", "afar", "near", "off_axis")
    return {"runs": len(rows), **{name: max(row.metrics[name] for row in rows) for name in names}}


def misplaced_seeds(count: int) -> list[int]:
    """Drawn seeds whose lock is off its place on the plan by at least `LATERAL` across its axis."""
    exercise = pult.load_exercise("prm1-key")
    places = exercise.places(pult.load_world("prm1-key"))
    found: list[int] = []
    for seed in plans.drawn_seeds(BLIND, 2 * count, pult.__version__):
        lock = exercise.setup("blind", seed, places=places).start.bodies["lock"]
        if np.hypot(lock[1] - LOCK[1], lock[2] - LOCK[2]) >= LATERAL:
            found.append(seed)
    return found[:count]


def operators(count: int, blind_count: int, workers: int) -> dict[str, Any]:
    """The default operator, and the one that goes by the plan, which must fail."""
    rows = sweep_attempts("prm1-key", "sight", drawn_seeds(OPERATOR, count), "sight", workers)
    plain = [attempt_row(row) for row in rows]
    times = [row.time for row in rows if row.success]
    blind = sweep_attempts("prm1-key", "blind", misplaced_seeds(blind_count), "blind", workers)
    depth = [row.metrics["depth"] for row in blind]
    return {
        "sight": {
            **reliability(plain),
            "causes": failure_rows("prm1-key (sight)", plain),
            "time": float(np.median(times)) if times else None,
            "push": max((row.metrics["push"] for row in rows if row.success), default=None),
            "clean": sum(not row.breaks for row in rows if row.success),
        },
        "blind": {"attempts": len(blind), "inserted": sum(d >= DEEP for d in depth), "deepest_mm": 1e3 * max(depth)},
    }


def claims(found: dict[str, Any]) -> list[dict[str, Any]]:
    """What is claimed, what was found, and whether it holds."""
    rows: list[dict[str, Any]] = []

    def claim(words: str, figure: str, holds: bool) -> None:
        rows.append({"claim": words, "figure": figure, "holds": bool(holds)})

    bounds = {0.3: (0.2, 0.5), 0.5: (0.3, 1.0), 0.8: (0.5, 2.0)}
    for distance, (lateral, depth) in bounds.items():
        four = found["pictures"][f"{distance:g} m, 4"]
        others = "; ".join(
            f"{n}: {one['lateral']:.2f} / {one['depth']:.2f} mm, {one['angle']:.2f} degrees"
            for n in (2, 1)
            for one in [found["pictures"][f"{distance:g} m, {n}"]]
        )
        claim(
            f"four markers of 50 mm at {distance:g} m, tilted by up to 30 degrees: the target is found to {lateral:g} mm across the line of "
            f"sight and {depth:g} mm along it",
            f"at worst {four['lateral']:.2f} / {four['depth']:.2f} mm and {four['angle']:.2f} degrees in all {four['seen']} of "
            f"{four['pictures']} pictures in which it is found, {four['whole']} of them with all markers; with fewer on the target "
            f"({others})",
            four["lateral"] < lateral and four["depth"] < depth,
        )
    run = found["looks"]
    claim(
        "visual correction brings a target misplaced by 20 mm within 2 mm",
        f"{run['runs']} runs: at worst {run['afar']:.2f} mm after the look from afar, {run['near']:.2f} mm after that from near; "
        f"the key's tip then stands {run['off_axis']:.2f} mm off the slot's axis at worst",
        run["near"] < 2.0,
    )
    run = found["operators"]["sight"]
    claim(
        "the operator with sight does prm1-key (lock misplaced by up to 20 mm an axis, askew by up to 2 degrees about each)",
        f"{reliability_words(run)}; {run['time']:.1f} s median; largest force {run['push']:.1f} N; {run['clean']} without a penalty",
        not run["failures"],
    )
    run = found["operators"]["blind"]
    claim(
        "by the plan alone, with errors of at least 5 mm across the axis, the key is not inserted",
        f"inserted in {run['inserted']} of {run['attempts']} attempts; its tip comes {run['deepest_mm']:.1f} mm deep at most",
        run["inserted"] == 0,
    )
    return rows


def main() -> None:
    """Measure, and write the file."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--seeds", type=int, default=200, help="seeds of each operator")
    parser.add_argument("--blind", type=int, default=200, help="seeds of the operator that goes by the plan")
    parser.add_argument("--looks", type=int, default=50, help="misplaced locks that are looked at")
    parser.add_argument("--pictures", type=int, default=100, help="pictures for each distance and number of markers")
    parser.add_argument("--workers", type=int, default=0, help="processes; as many as there are cores if left out")
    options = parser.parse_args()
    found: dict[str, Any] = {
        "pictures": pictures(options.pictures, options.workers),
        "looks": looks(options.looks, options.workers),
        "operators": operators(options.seeds, options.blind, options.workers),
    }
    data = {
        "title": "Sight, and a key into a lock",
        "about": "PRM-1: poses of targets from rendered pictures, visual correction, and the operators of prm1-key.",
        "command": "make validate",
        "machine": machine(),
        "version": pult.__version__,
        "scale": min(options.seeds / 200, options.blind / 200, options.looks / 50, options.pictures / 100),
        "claims": claims(found),
        "failures": found["operators"]["sight"].pop("causes"),
        "figures": found,
    }
    FILE.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
