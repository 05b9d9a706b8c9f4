"""The long proofs of the kinematics of PRM-1: round trips, brute force, straight lines, work zones, aiming.

    python validation/prm1.py [--scale 1.0] [--workers N]

Writes validation/prm1.json. Runs are kept as they are done: the same command goes on after a stop. A sample of each
proof is in the tests (tests/motion/grab).
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

from validation.schemes import machine
from validation.seeds import drawn_generator, drawn_seeds
from validation.sweeps import calls

import pult
from pult import grab
from pult.motion.grab.manipulator import PRM1

FILE = ROOT / "validation/prm1.json"
TRIALS = "validation.prm1_trial"
BATCHES = {
    "round_trips": (100, 1000),
    "completeness": (50, 200),
    "refusals": (50, 400),
    "lines": (50, 10),
    "aims": (50, 400),
}
"""Runs of each trial, and how many cases one has."""
PITCHES = {999.0: "any pitch", 0.0: "horizontal", 90.0: "pointing down", -90.0: "pointing up", 30.0: "30 degrees down"}


def trials(name: str, scale: float, workers: int) -> list[Any]:
    """All runs of a trial."""
    runs, count = BATCHES[name]
    seeds = drawn_seeds(f"prm1 {name}", max(1, round(runs * scale)))
    return calls(f"prm1-{name}", f"{TRIALS}:{name}", [({"count": count}, seed) for seed in seeds], workers)


def total(rows: list[Any], name: str) -> int:
    return int(sum(row.metrics[name] for row in rows))


def worst(rows: list[Any], name: str) -> float:
    return max(row.metrics[name] for row in rows)


def paper() -> dict[str, float]:
    """Figures of the paper: reaches, and the correction of the column for the side shift over the zone."""
    stretched = grab.f1(grab.Config.of([0.0] * 5)).point
    random = drawn_generator("prm1 reach")
    low, high = np.array(PRM1.lower), np.array(PRM1.upper)
    slopes = np.cumsum(random.uniform(low[1:4], high[1:4], (2_000_000, 3)), axis=1)
    along = np.cos(slopes) @ [PRM1.upper_arm, PRM1.forearm, PRM1.grab] - PRM1.shoulder_back
    flung = grab.f1(grab.Config.of(np.radians([0.0, -60.0, -90.0, -30.0, 0.0]))).point
    least = math.degrees(math.asin(PRM1.grab_side / math.hypot(stretched[0], stretched[1])))
    (above, *_) = grab.solutions([0.0, PRM1.grab_side, 1.2], -math.pi / 2, checks="ranges")
    return {
        "reach": float(stretched[0] + PRM1.shoulder_back), "ahead": float(stretched[0]), "flung": float(-flung[0]),
        "height": float(flung[2]), "drawn_behind": float(-along.min()), "drawn_ahead": float(along.max()),
        "least": least, "most": 90.0 - math.degrees(above.angles[0]),
    }  # fmt: skip


def claims(found: dict[str, Any]) -> list[dict[str, Any]]:
    """What is claimed, what was found, and whether it holds."""
    rows: list[dict[str, Any]] = []

    def claim(words: str, figure: str, holds: bool) -> None:
        rows.append({"claim": words, "figure": figure, "holds": bool(holds)})

    one = found["round_trips"]
    claim(
        "f2(f1(config)) reaches the same point to 1e-9 m with the same pitch and roll, from other random starts, with and without held objects",
        f"{one['count']} configurations, {one['refused']} refused; worst {one['worst']:.1e} m and {one['turned']:.1e} rad",
        not one["refused"] and one["worst"] < 1e-9 and one["turned"] < 1e-9,
    )
    one = found["completeness"]
    claim(
        "the set of solutions is complete: a search without closed forms finds the same ones, none missing, none extra",
        f"{one['count']} targets, {one['reached']} of them reachable, {one['several']} in more than one way: {one['missing']} missing, "
        f"{one['extra']} extra, {one['unsure']} within 0.001 rad of a stop or of a straight arm where the search cannot tell",
        not one["missing"] and not one["extra"],
    )
    one = found["refusals"]
    claim(
        "every refusal has the right reason: points along the links and sums over masses say the same",
        f"{one['count']} configurations in drawn operating spaces, {one['kinds']} different reasons: {one['wrong']} differ "
        f"({one['unsure']} more within the resolution of the points)",
        not one["wrong"],
    )
    one = found["lines"]
    claim(
        "f3 repeated gives a straight line to 1e-6 m, pitch and roll linear in the way, steps as asked, the end exact",
        f"{one['count']} motions: {one['bent']:.1e} m off the line, {one['skew']:.1e} rad off linear, steps to {one['step_error']:.1e} m, "
        f"{one['end_error']:.0e} rad at the end; {one['stopped']} more drawn were refused with a reason",
        one["bent"] < 1e-6 and one["skew"] < 1e-6 and one["step_error"] < 1e-8 and one["end_error"] == 0.0,
    )
    for degrees, words in PITCHES.items():
        one = found["zones"][f"{degrees:g}"]
        claim(
            f"the area of the work zone agrees with Monte Carlo to 0.2 %: {words}",
            f"{one['area']:.6f} m^2 exactly, {one['chance']:.6f} by {one['points']:.0f} points ({100 * (one['chance'] / one['area'] - 1):+.3f} %)",
            abs(one["chance"] / one["area"] - 1.0) < 2e-3 and not one["denied"],
        )
    one = found["aims"]
    claim(
        "aiming puts the point within 1e-9 rad of the optical axis, ahead of the camera; what cannot be aimed at is said with a reason",
        f"{one['count']} points, {one['reached']} aimed at: {one['off']:.1e} rad off at most, {one['behind']} behind, {one['missed']} known views missed, "
        f"{one['silent']} without a reason, {one['hidden']} refused that a search finds",
        one["off"] < 1e-9 and not (one["behind"] or one["missed"] or one["silent"] or one["hidden"]),
    )
    one = found["paper"]
    claim(
        "the stretched arm reaches 1380 mm from the shoulder axis, 1290 mm from the column axis",
        f"{1e3 * one['reach']:.2f} and {1e3 * one['ahead']:.2f} mm; 2 million drawn configurations come to {1e3 * one['drawn_ahead']:.2f} mm",
        abs(one["reach"] - 1.380) < 1e-9 and one["drawn_ahead"] <= one["ahead"] + 1e-9,
    )
    claim(
        "the fling-over reaches about 0.54 m behind the column axis",
        f"{1e3 * one['flung']:.2f} mm at height {1e3 * one['height']:.1f} mm; drawn configurations come to {1e3 * one['drawn_behind']:.2f} mm",
        abs(one["flung"] - 0.54105) < 1e-5 and one["drawn_behind"] <= one["flung"] + 1e-9,
    )
    claim(
        "the correction of the column for the side shift is 1.5 to 90 degrees over the zone",
        f"{one['least']:.2f} degrees at the farthest point, {one['most']:.2f} at the nearest",
        abs(one["least"] - 1.5) < 0.1 and abs(one["most"] - 90.0) < 1e-6,
    )
    gap = found["zones"]["0"]["gap"]
    claim(
        "lengths and ranges do not quite match: arcs of the horizontal zone miss each other",
        f"the arc with the shoulder at 0 ends {1e3 * gap:.2f} mm off the arc with the shoulder at 60 degrees",
        abs(gap - 9.36e-3) < 1e-5,
    )
    return rows


def main() -> None:
    """Measure, and write the file."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--scale", type=float, default=1.0, help="share of the runs")
    parser.add_argument("--workers", type=int, default=0, help="processes; as many as there are cores if left out")
    options = parser.parse_args()
    found: dict[str, Any] = {"paper": paper()}
    for name, largest in {
        "round_trips": ("worst", "turned"), "completeness": (), "refusals": ("kinds",),
        "lines": ("bent", "skew", "step_error", "end_error"), "aims": ("off",),
    }.items():  # fmt: skip
        rows = trials(name, options.scale, options.workers)
        names = rows[0].metrics
        found[name] = {key: worst(rows, key) if key in largest else total(rows, key) for key in names}
        found[name]["failed"] = sum(not row.success for row in rows)
    found["refusals"]["kinds"] = int(found["refusals"]["kinds"])
    (seed,) = drawn_seeds("prm1 zones", 1)
    runs = [({"degrees": degrees, "count": round(400_000 * options.scale)}, seed) for degrees in PITCHES]
    zones = calls("prm1-zones", f"{TRIALS}:area", runs, options.workers)
    found["zones"] = {f"{row.values['degrees']:g}": dict(row.metrics) for row in zones}
    data = {
        "title": "Kinematics of the manipulator PRM-1",
        "about": "f1, f2, f3 with all protections, all solutions, work zones and aiming of the camera, against searches without closed forms.",
        "command": "make validate",
        "machine": machine(),
        "version": pult.__version__,
        "scale": min(options.scale, 1.0),
        "claims": claims(found),
        "figures": found,
    }
    FILE.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
