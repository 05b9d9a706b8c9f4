"""The proof of the default operators: each attempts its exercise on hundreds of starts that were not used for tuning.

    python validation/operators.py [--count 300] [--only EXERCISE/VARIANT ...] [--report]

Every attempt is appended to a file in build/ as soon as it is done, so that the same command goes on where it was
stopped; attempts of other programs (pilots, blocks, algorithms, documents) do not count. Writes
validation/operators.json from what is there; with `--report` it does nothing else. A sample is in the tests
(tests/exercise/test_proofs.py).
"""

import argparse
import hashlib
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from validation.causes import failure_rows
from validation.schemes import machine
from validation.seeds import drawn_seeds, reliability, reliability_words

import pult
from pult.exercise.operators import find_operator
from pult.exercise.run import drive, open_attempt

FILE = ROOT / "validation/operators.json"
KEPT = ROOT / "build/operators"
COUNT = 300
PROOFS: dict[str, tuple[str, ...]] = {
    "two-link-reach": ("semi-automatic",),
    "two-link-line": ("semi-automatic",),
    "torso-container": ("semi-automatic",),
    "torso-button": ("semi-automatic",),
    "airlock-valve": ("quarter", "half"),
    "airlock-valve-gravity": ("quarter", "half"),
    "massage-stroke": ("position-force",),
    "massage-patient": ("position-force",),
}
"""Exercises, and the variants that their default operators do."""
Row = dict[str, Any]


def purpose(exercise: str, variant: str) -> str:
    """Purpose for which the seeds of a proof are drawn."""
    return f"operators {exercise} {variant}"


def attempt(exercise: pult.Exercise, variant: str, seed: int) -> Row:
    """Figures of one attempt of the default operator."""
    done = open_attempt(exercise, variant, seed)
    drive(done, find_operator(exercise), seed)
    verdict, score = done.judge.verdict(), done.score()
    return {
        "seed": seed,
        "success": verdict.success,
        "reason": verdict.limit or verdict.reason,
        "stage": done.judge.stage,
        "time": round(verdict.time, 4),
        "points": round(score.points, 2),
        "broken": [span.name for span in verdict.breaks],
    }


def program() -> str:
    """Hash of everything that determines an attempt: pilots, blocks, algorithms and documents."""
    digest = hashlib.sha256()
    for package in ("pilot", "pilots", "blocks", "motion", "catalog"):
        for path in sorted((ROOT / "src/pult" / package).rglob("*")):
            if path.suffix in (".py", ".json", ".xml", ".msh", ".obj", ".csv"):
                digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def kept(exercise: str, variant: str) -> Path:
    """File of the attempts made with the present program."""
    return KEPT / program() / f"{exercise}-{variant}.jsonl"


def read(exercise: str, variant: str, count: int) -> list[Row]:
    """Finished attempts, in the order in which their seeds were drawn."""
    file = kept(exercise, variant)
    lines = file.read_text(encoding="utf-8").splitlines() if file.is_file() else []
    rows = {row["seed"]: row for row in map(json.loads, (line for line in lines if line.endswith("}")))}
    return [rows[seed] for seed in drawn_seeds(purpose(exercise, variant), count) if seed in rows]


def measure(exercise: str, variant: str, count: int) -> None:
    """Run the missing attempts one after the other in this process: the program is compiled once."""
    missing = set(drawn_seeds(purpose(exercise, variant), count)) - {r["seed"] for r in read(exercise, variant, count)}
    loaded, file = pult.load_exercise(exercise), kept(exercise, variant)
    file.parent.mkdir(parents=True, exist_ok=True)
    for seed in drawn_seeds(purpose(exercise, variant), count):
        if seed in missing:
            row = attempt(loaded, variant, seed)
            with file.open("a", encoding="utf-8") as out:
                out.write("\n" + json.dumps(row))  # on a line of its own, even after one that was cut off by a kill
            print(exercise, variant, *row.values(), flush=True)


def claim(exercise: str, variant: str, rows: list[Row], count: int) -> Row:
    """What is claimed of an operator, and what was found."""
    found = reliability(rows)
    figure = reliability_words(found, "starts") if rows else "not measured"
    done = [row for row in rows if row["success"]]
    if done:
        times = [row["time"] for row in done]
        figure += f"; time median {np.median(times):.1f} s, longest {max(times):.1f} s"
        clean = sum(not row["broken"] for row in done)
        figure += f"; {clean} without a penalty"
    if len(rows) < count:
        figure += f"; {count - len(rows)} not yet attempted"
    name = find_operator(pult.load_exercise(exercise)).name
    return {
        "claim": f"the operator {name} does {exercise} ({variant}) on every one of {count} drawn starts",
        "figure": figure,
        "holds": len(rows) == count and not found["failures"],
    }


def report(count: int) -> Row:
    """Figures with what they prove, for the docs page."""
    found = {(e, v): read(e, v, count) for e, variants in PROOFS.items() for v in variants}
    return {
        "title": "Operators",
        "about": "The default operator of each exercise acts through the panel alone and sees what a person sees, 0.2 s "
        "late. Starts differ in what the exercise draws, in the noise of the sensors and in the tremor of the hand.",
        "command": "make validate" if count == COUNT else f"validation/operators.py --count {count}",
        "machine": machine(),
        "version": pult.__version__,
        "program": program(),
        "claims": [claim(e, v, rows, count) for (e, v), rows in found.items()],
        "failures": [row for (e, v), rows in found.items() for row in failure_rows(f"{e} ({v})", rows)],
        "reliability": {purpose(e, v): reliability(rows) for (e, v), rows in found.items()},
        "attempts": {
            purpose(e, v): [[row["seed"], row["success"], row["time"], row["points"]] for row in rows]
            for (e, v), rows in found.items()
        },
    }


def text(found: Row) -> str:
    """A report as JSON, one attempt a line."""
    attempts = found.pop("attempts")
    groups = ",\n".join(
        f"  {json.dumps(name)}: [\n" + ",\n".join(f"   {json.dumps(row)}" for row in rows) + "\n  ]"
        for name, rows in attempts.items()
    )
    return json.dumps(found, indent=1)[:-2] + ',\n "attempts": {\n' + groups + "\n }\n}\n"


def main() -> int:
    """Run all missing attempts and write the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=COUNT, help="starts of each")
    parser.add_argument("--only", nargs="*", default=[], help="EXERCISE/VARIANT; of the rest, what is done already")
    parser.add_argument("--report", action="store_true", help="no attempts: write what is done already")
    options = parser.parse_args()
    for exercise, variants in PROOFS.items():
        for variant in variants:
            if not options.report and (not options.only or f"{exercise}/{variant}" in options.only):
                measure(exercise, variant, options.count)
    found = report(options.count)
    FILE.write_text(text(found), encoding="utf-8")
    return 0 if all(row["holds"] for row in found["claims"]) else 1


if __name__ == "__main__":
    sys.exit(main())
