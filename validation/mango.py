"""The long proofs of ManGo: mount points, motions of one, two and three arms, disturbances, welds, and the operator.

    python validation/mango.py [--seeds 200] [--workers N]

Writes validation/mango.json. Runs are kept as they are done: the same command goes on after a stop. A sample of each
proof is in the tests (tests/makers/test_mango.py, tests/exercise/test_mango.py).
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

FILE = ROOT / "validation/mango.json"
SEEDS = 200
CASES = 10_000
ARMS = {1: "one arm", 2: "two arms with a bar", 3: "three arms with a disc"}
BOUNDS = {
    1: {"rms": 0.5, "distance": 2.0},
    2: {"distance": 2.0, "turn": 0.6, "internal_rms": 3.0, "internal": 15.0},
    3: {"distance": 2.0, "turn": 0.6, "internal_rms": 3.0, "internal": 15.0},
}
"""Largest figures that are claimed, as designed: mm, degrees, N."""
DISTURBED = {
    "supply": "with 70 % of the supply pressure", "load": "with twice the load", "friction": "with twice the friction",
    "base": "with the base of one arm 1 mm off",
}  # fmt: skip
UNITS = {"rms": "mm rms", "distance": "mm", "turn": "degrees", "internal_rms": "N rms", "internal": "N"}
NEGATIVE = 20


def conditions(arms: int) -> list[str]:
    """What is tried with a number of arms."""
    return ["nominal", "supply", "friction"] if arms == 1 else ["nominal", *DISTURBED, "welded"]


def motions(count: int, workers: int) -> dict[int, dict[str, list[Row]]]:
    """Motions drawn at random, by number of arms and condition."""
    found: dict[int, dict[str, list[Row]]] = {}
    for arms in ARMS:
        found[arms] = {}
        for condition in conditions(arms):
            number = max(count // 10, 1) if condition == "welded" else max(count // 4, 1)
            runs = [({"arms": arms, "condition": condition}, seed) for seed in drawn_seeds(f"mango {arms}", number)]
            name = f"mango-{arms}-{condition}"
            found[arms][condition] = calls(name, "validation.mango_trial:carry", runs, workers)
    return found


def worst(rows: Sequence[Row]) -> dict[str, float]:
    """Largest of each figure; empty if a run has none."""
    done = [row for row in rows if row.success]
    return {name: max(row.metrics[name] for row in done) for name in UNITS} if len(done) == len(rows) else {}


def claims(found: dict[str, Any]) -> list[dict[str, Any]]:
    """What is claimed, what was found, and whether it holds."""
    rows: list[dict[str, Any]] = []

    def claim(words: str, figure: str, holds: bool) -> None:
        rows.append({"claim": words, "figure": figure, "holds": bool(holds)})

    mounts = found["mounts"]
    claim(
        f"mount points of {CASES} random cylinders meet both ends of the stroke to 1e-12, and all that cannot be are refused",
        f"worst residual {mounts['residual']:.1e}; {mounts['wrong']:.0f} told wrongly",
        mounts["residual"] < 1e-12 and mounts["wrong"] == 0,
    )
    for arms, name in ARMS.items():
        for condition, group in found["motions"][str(arms)].items():
            figures, count = group["worst"], group["runs"]
            shown = "; ".join(f"{figures[key]:.2f} {UNITS[key]}" for key in BOUNDS[arms]) if figures else "diverged"
            if condition == "welded":
                least = group["least"]
                claim(
                    f"{name}: hands welded to the body cannot carry it",
                    f"at least {least['distance']:.0f} mm off, internal force at least {least['internal']:.0f} N in each of "
                    f"{count} motions",
                    least["distance"] > 2.0 and least["internal"] > 15.0,
                )
                continue
            factor = 1.0 if condition == "nominal" else 2.0
            asked = ", ".join(f"{factor * bound:g} {UNITS[key]}" for key, bound in BOUNDS[arms].items())
            how = "" if condition == "nominal" else f", {DISTURBED[condition]}"
            what = "0.2 m in 1 s, in any direction" if arms == 1 else "lines, arcs and splines"
            holds = bool(figures) and all(figures[key] <= factor * bound for key, bound in BOUNDS[arms].items())
            claim(f"{name}{how}: {what}, at most {asked}", f"{shown} at most in {count} drawn motions", holds)
    refused = found["refused"]
    claim(
        "motions that 70 % of the supply pressure cannot do are refused before they start",
        f"{refused['refused']} of {refused['runs']}; such as: {refused['words']}",
        refused["refused"] == refused["runs"],
    )
    operator = found["operator"]
    claim(
        "the operator carries the bar along the line, through the gate and onto the mark (mango-carry)",
        f"{reliability_words(operator)}; {operator['points']:.0f} points median, {operator['time']:.1f} s",
        not operator["failures"],
    )
    for variant, words in (
        ("each-arm", "with arms that integrate each by itself"),
        ("no-feedback", "without feedback"),
    ):
        group = found["negative"][variant]
        claim(
            f"{words} nobody passes mango-carry",
            f"{group['failures']} of {group['attempts']} fail",
            not group["passed"],
        )
    return rows


def least(rows: Sequence[Row]) -> dict[str, float]:
    """Smallest of each figure; a run that diverged counts as none."""
    done = [row for row in rows if row.success]
    return {name: min((row.metrics[name] for row in done), default=np.inf) for name in UNITS}


def main() -> None:
    """Measure, and write the file."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument(
        "--seeds", type=int, default=SEEDS, help="starts of the operator; motions are a quarter as many"
    )
    parser.add_argument("--workers", type=int, default=0, help="processes; as many as there are cores if left out")
    options = parser.parse_args()
    count, workers = options.seeds, options.workers
    (seed,) = drawn_seeds("mango mounts", 1)
    mounts = calls("mango-mounts", "validation.mango_trial:mounts", [({"count": CASES}, seed)], workers)[0]
    fast = calls(
        "mango-fast",
        "validation.mango_trial:fast",
        [({"supply": 0.7}, s) for s in drawn_seeds("mango fast", NEGATIVE)],
        workers,
    )
    moved = motions(count, workers)
    attempts = sweep_attempts("mango-carry", "coordinated", drawn_seeds("mango operator", count), workers=workers)
    plain = [attempt_row(row) for row in attempts]
    done = [row for row in attempts if row.success]
    negative = {}
    for variant in ("each-arm", "no-feedback"):
        seeds = drawn_seeds(f"mango {variant}", min(count, NEGATIVE))
        tried = sweep_attempts("mango-carry", variant, seeds, pilot=variant, workers=workers)
        passed = sum(bool(row.success) for row in tried)
        negative[variant] = {"attempts": len(tried), "passed": passed, "failures": len(tried) - passed}
    found: dict[str, Any] = {
        "mounts": mounts.metrics,
        "motions": {
            str(arms): {c: {"runs": len(rows), "worst": worst(rows), "least": least(rows)} for c, rows in groups.items()}
            for arms, groups in moved.items()
        },
        "refused": {"runs": len(fast), "refused": sum(bool(row.success) for row in fast), "words": fast[0].data["words"]},
        "operator": {
            **reliability(plain),
            "points": float(np.median([row.points for row in done])) if done else 0.0,
            "time": float(np.median([row.time for row in done])) if done else 0.0,
        },
        "negative": negative,
    }  # fmt: skip
    data = {
        "title": "ManGo",
        "about": "Planar arms with pneumatic cylinders carry one body, held by pins, along motions that are drawn at random and "
        "checked beforehand. Errors are those of the body against its set-point; forces are measured at the hands.",
        "command": "make validate" if count == SEEDS else f"validation/mango.py --seeds {count}",
        "machine": machine(),
        "version": pult.__version__,
        "scale": count / SEEDS,
        "claims": claims(found),
        "failures": failure_rows("mango-carry (coordinated)", plain),
        "figures": found,
    }
    FILE.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
