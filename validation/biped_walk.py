"""The long proof of the biped's walk on line, with its noisy sensors: long walks, drawn commands, and worlds of which the
scheme knows nothing.

    python validation/biped_walk.py [--scale 1] [--workers N]

Writes validation/biped_walk.json. Runs are kept as they are done: the same command goes on after a stop. A sample is in
the tests (tests/motion/balance/test_walk_proof.py).
"""

import argparse
import json
import math
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from validation.schemes import machine
from validation.seeds import drawn_seeds
from validation.sweeps import calls

import pult
from pult.batch.results.file import Row

FILE = ROOT / "validation/biped_walk.json"
TRIAL = "validation.biped_walk_trial"
STEPS, TURNS, STRAIGHT, RANDOM, VARIED, COURSE = 400, 8, 333, 200, 50, 20
"""Cyclic steps and turns of a long walk; steps of 0.3 m straight ahead, of drawn commands, in a varied world, and of a
course over a slope or a step."""
DEGREE = math.radians(1.0)
VARIATIONS: dict[str, dict[str, float]] = {
    "mass + 10 %": {"mass": 1.1},
    "mass - 10 %": {"mass": 0.9},
    "friction 0.2": {"friction": 0.2},
    "friction 1.5": {"friction": 1.5},
    "5 kg in one hand": {"payload": 5.0},
    "10 ms more delay of all sensors": {"delay": 0.01},
    "sensors mounted askew by 1 degree": {"mount": DEGREE},
}
COURSES: dict[str, dict[str, float]] = {
    "3 degrees upwards": {"slope": 3.0 * DEGREE},
    "3 degrees downwards": {"slope": -3.0 * DEGREE},
    "3 degrees to the side": {"across": 3.0 * DEGREE},
    "a step up and down of 1 cm": {"height": 0.01},
    "a step up and down of 2 cm": {"height": 0.02},
}
PAYLOADS = (0.0, 2.0, 5.0, 10.0)
BEYOND = "3 degrees to the side"
"""What is measured without a claim: soles that are taken to lie level tilt the estimate towards the slope, and it falls."""
WEIGHED = 10.0
"""Time of standing after which a payload is read [s]."""


def _runs(name: str, count: int, values: dict[str, Any]) -> list[tuple[dict[str, Any], int]]:
    return [(values, seed) for seed in drawn_seeds(f"biped walk {name}", count)]


def _worst(rows: Sequence[Row], name: str) -> float:
    return max(float(row.metrics[name]) for row in rows)


def _walks(rows: Sequence[Row]) -> dict[str, float]:
    """What several walks have in common."""
    common = {
        "runs": len(rows),
        "up": sum(row.success for row in rows),
        "margin": min(r.metrics["margin"] for r in rows),
    }
    names = ("tilt", "voltage", "odometry", "odometry_heading", "time")
    return common | {name: _worst(rows, name) for name in names}


def measure(scale: float, workers: int) -> dict[str, Any]:
    """All figures."""
    found: dict[str, Any] = {}
    steps, few, many = round(STEPS * scale), max(1, round(2 * scale)), max(1, round(10 * scale))
    drawn, varied = (max(8, round(count * min(scale, 1.0))) for count in (RANDOM, VARIED))

    def done(name: str, function: str, count: int, values: dict[str, Any]) -> list[Row]:
        return calls(f"biped-walk-{name}", f"{TRIAL}:{function}", _runs(name, count, values), workers)

    found["long"] = _walks(done("long", "long_walk", few, {"steps": steps, "turns": TURNS if scale >= 1.0 else 2}))
    rows = done("straight", "straight_walk", many, {"steps": round(STRAIGHT * scale)})
    found["straight"] = _walks(rows) | {name: _worst(rows, name) for name in ("along", "aside", "turned")}
    drifts = [100.0 * float(row.metrics["aside"]) / float(row.metrics["along"]) for row in rows]
    found["straight"]["drift"] = math.sqrt(sum(drift * drift for drift in drifts) / len(drifts))
    found["straight"]["most"] = max(drifts)
    found["random"] = _walks(done("random", "drawn_walk", many, {"steps": drawn}))
    for kind, function, table, count in (
        ("varied", "varied_walk", VARIATIONS, varied), ("course", "course_walk", COURSES, COURSE),
    ):  # fmt: skip
        found[kind] = {}
        for number, (name, variation) in enumerate(table.items()):
            rows = done(f"{kind}-{number}", function, max(1, round(3 * scale)), {"steps": count, **variation})
            found[kind][name] = _walks(rows)
            if kind == "course":
                found[kind][name] |= {key: _worst(rows, key) for key in ("along", "aside")}
    off = {"steps": varied, "balance": False, "catch": False}
    found["control"] = _walks(done("control", "varied_walk", max(1, round(3 * scale)), off))
    found["payload"] = {}
    for payload in PAYLOADS:
        rows = done(
            f"payload-{payload:g}", "weighing", max(1, round(5 * scale)), {"payload": payload, "seconds": WEIGHED}
        )
        error = max(abs(row.metrics["mass"] - payload) for row in rows)
        found["payload"][f"{payload:g}"] = _walks(rows) | {"error": error, "off": _worst(rows, "off")}
    return found


def _figure(one: dict[str, float]) -> str:
    return (
        f"{one['up']} of {one['runs']} without a fall; tilt up to {math.degrees(one['tilt']):.2f} degrees, |U| up to "
        f"{one['voltage']:.2f}, zero-moment point in single support {1000 * one['margin']:.0f} mm inside the sole (first percentile)"
    )


def claims(found: dict[str, Any], scale: float) -> list[dict[str, Any]]:
    """What is claimed, and whether it holds."""
    made: list[dict[str, Any]] = []

    def claim(text: str, figure: str, holds: bool) -> None:
        made.append({"claim": text, "figure": figure, "holds": bool(holds)})

    drawn, varied = (max(8, round(count * min(scale, 1.0))) for count in (RANDOM, VARIED))
    one = found["long"]
    calm = one["tilt"] < DEGREE and one["voltage"] < 0.6 and one["margin"] >= 0.01
    claim(
        f"{round(STEPS * scale)} steps of 0.2 m and turns of 45 degrees: no fall, tilt below 1 degree, |U| below 0.6, "
        "zero-moment point 10 mm inside the sole",
        f"{_figure(one)}; its own count of place is {one['odometry']:.2f} m off at the end, that of heading "
        f"{math.degrees(one['odometry_heading']):.1f} degrees",
        one["up"] == one["runs"] and calm,
    )
    one = found["straight"]
    claim(
        "straight ahead: less than 0.3 m per 100 m (root mean square) from the line that lay before the robot, which it "
        "keeps by its own count of steps alone",
        f"{one['drift']:.2f} m per 100 m in {one['runs']} walks of {one['along']:.0f} m, {one['most']:.2f} m at most; turned by "
        f"{math.degrees(one['turned']):.1f} degrees at most; count of place {one['odometry']:.2f} m off at most",
        one["up"] == one["runs"] and one["drift"] < 0.3,
    )
    one = found["random"]
    claim(f"{drawn} steps by drawn commands in every direction: no fall", _figure(one), one["up"] == one["runs"])
    for name, one in found["varied"].items():
        claim(f"{varied} steps by drawn commands, {name}: no fall", _figure(one), one["up"] == one["runs"])
    one = found["control"]
    claim(
        "without balance and catching steps it falls", f"{one['runs'] - one['up']} of {one['runs']} fall", not one["up"]
    )
    for payload, one in found["payload"].items():
        near = one["error"] < max(0.05 * float(payload), 0.15) and (one["off"] < 0.03 or payload == "0")
        place = "" if payload == "0" else f", its place by {1000 * one['off']:.0f} mm"
        claim(
            f"{payload} kg in one hand, weighed while it stands for {WEIGHED:g} s, then carried ten steps: mass to 5 % (150 g), "
            "place to 3 cm, no fall",
            f"mass wrong by {1000 * one['error']:.0f} g at most{place}; {one['up']} of {one['runs']} carried",
            near and one["up"] == one["runs"],
        )
    for name, one in found["course"].items():
        said = "measured, without a claim" if name == BEYOND else "no fall"
        figure = f"{one['up']} of {one['runs']}"
        if one["up"]:
            figure += f"; {one['aside']:.2f} m aside, tilt up to {math.degrees(one['tilt']):.1f} degrees"
        claim(
            f"{COURSE} steps over a floor of which it does not know, {name}: {said}",
            figure,
            name == BEYOND or one["up"] == one["runs"],
        )
    return made


def main() -> None:
    """Measure, and write the file."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--scale", type=float, default=1.0, help="part of the whole proof: of its steps and seeds")
    parser.add_argument("--workers", type=int, default=0, help="processes; as many as there are cores if left out")
    options = parser.parse_args()
    found = measure(options.scale, options.workers)
    data = {
        "title": "The biped's walk on line",
        "about": "The shipped scheme walks with noisy sensors and masses it takes from its document. Tilt, place and "
        "zero-moment point are the simulator's truth.",
        "command": "make validate" if options.scale == 1.0 else f"validation/biped_walk.py --scale {options.scale:g}",
        "machine": machine(),
        "version": pult.__version__,
        "scale": options.scale,
        "claims": claims(found, options.scale),
        "failures": [],
        "figures": found,
    }
    FILE.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
