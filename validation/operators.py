"""The proof of the default operators: each attempts its exercise on hundreds of starts that were not used for tuning.

    python validation/operators.py [--count 300] [--workers N] [--only EXERCISE/VARIANT ...] [--report]

Every attempt is appended to a results file in build/ as soon as it is done, so that the same command goes on where it
was stopped; attempts of other programs (pilots, blocks, algorithms, documents) do not count. Writes
validation/operators.json from what is there; with `--report` it does nothing else. A sample is in the tests
(tests/exercise/test_proofs.py).
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from validation.reliability import attempt_row, failure_rows, reliability, reliability_words
from validation.schemes import machine
from validation.seeds import drawn_seeds
from validation.sweeps import attempts_file, program, sweep_attempts

import pult
from pult.batch.results.file import Row, read_rows
from pult.core.shipped import shipped
from pult.exercise.operators import find_operator

FILE = ROOT / "validation/operators.json"
COUNT = 300
MORE = {"airlock-valve": ("half",), "airlock-valve-gravity": ("half",)}
"""Variants beside the usual one that a default operator does."""
PROOFS: dict[str, tuple[str, ...]] = {
    name: (pult.load_exercise(name).document.default_variant, *MORE.get(name, ())) for name in shipped("exercise")
}
"""Exercises, and the variants that their default operators do."""


def purpose(exercise: str, variant: str) -> str:
    """Purpose for which the seeds of a proof are drawn."""
    return f"operators {exercise} {variant}"


def drawn(exercise: str, variant: str, count: int) -> list[int]:
    """Seeds of a proof."""
    return drawn_seeds(purpose(exercise, variant), count)


def done_before(exercise: str, variant: str, count: int) -> list[Row]:
    """Attempts that are done already, in the order in which their seeds were drawn."""
    file = attempts_file(exercise, variant)
    rows = {row.seed: row for row in read_rows(file)} if file.is_file() else {}
    return [rows[seed] for seed in drawn(exercise, variant, count) if seed in rows]


def claim(exercise: str, variant: str, rows: list[Row], count: int) -> dict[str, Any]:
    """What is claimed of an operator, and what was found."""
    found = reliability(map(attempt_row, rows))
    figure = reliability_words(found, "starts") if rows else "not measured"
    done = [row for row in rows if row.success]
    if done:
        times = [row.time for row in done]
        figure += f"; time median {np.median(times):.1f} s, longest {max(times):.1f} s"
        clean = sum(not row.breaks for row in done)
        figure += f"; {clean} without a penalty"
    if len(rows) < count:
        figure += f"; {count - len(rows)} not yet attempted"
    name = find_operator(pult.load_exercise(exercise)).name
    return {
        "claim": f"the operator {name} does {exercise} ({variant}) on every one of {count} drawn starts",
        "figure": figure,
        "holds": len(rows) == count and not found["failures"],
    }


def report(count: int) -> dict[str, Any]:
    """Figures with what they prove, for the docs page."""
    found = {(e, v): done_before(e, v, count) for e, variants in PROOFS.items() for v in variants}
    plain = {(e, v): [attempt_row(row) for row in rows] for (e, v), rows in found.items()}
    return {
        "title": "Operators",
        "about": "The default operator of each exercise acts through the panel alone and sees what a person sees, 0.2 s "
        "late. Starts differ in what the exercise draws, in the noise of the sensors and in the tremor of the hand.",
        "command": "make validate" if count == COUNT else f"validation/operators.py --count {count}",
        "machine": machine(),
        "version": pult.__version__,
        "program": program(),
        "claims": [claim(e, v, rows, count) for (e, v), rows in found.items()],
        "failures": [row for (e, v), rows in plain.items() for row in failure_rows(f"{e} ({v})", rows)],
        "reliability": {purpose(e, v): reliability(rows) for (e, v), rows in plain.items()},
        "attempts": {
            purpose(e, v): [[row.seed, row.success, round(row.time, 4), round(row.points, 2)] for row in rows]
            for (e, v), rows in found.items()
        },
    }


def text(found: dict[str, Any]) -> str:
    """A report as JSON, one attempt a line."""
    kept = found.pop("attempts")
    groups = ",\n".join(
        f"  {json.dumps(name)}: [\n" + ",\n".join(f"   {json.dumps(row)}" for row in rows) + "\n  ]"
        for name, rows in kept.items()
    )
    return json.dumps(found, indent=1)[:-2] + ',\n "attempts": {\n' + groups + "\n }\n}\n"


def main() -> int:
    """Run all missing attempts and write the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=COUNT, help="starts of each")
    parser.add_argument("--workers", type=int, default=0, help="processes; as many as there are cores if left out")
    parser.add_argument("--only", nargs="*", default=[], help="EXERCISE/VARIANT; of the rest, what is done already")
    parser.add_argument("--report", action="store_true", help="no attempts: write what is done already")
    options = parser.parse_args()
    for exercise, variants in PROOFS.items():
        for variant in variants:
            if not options.report and (not options.only or f"{exercise}/{variant}" in options.only):
                seeds = drawn(exercise, variant, options.count)
                sweep_attempts(exercise, variant, seeds, workers=options.workers)
    found = report(options.count)
    FILE.write_text(text(found), encoding="utf-8")
    return 0 if all(row["holds"] for row in found["claims"]) else 1


if __name__ == "__main__":
    sys.exit(main())
