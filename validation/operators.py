"""The proof of the default operators: each attempts its exercise on hundreds of starts that were not used for tuning.

    python validation/operators.py [--count N] [--workers N] [--only EXERCISE/VARIANT ...] [--report]

Every attempt is appended to a results file in build/ as soon as it is done, so that the same command goes on where it
was stopped; attempts of other programs (pilots, blocks, algorithms, documents) do not count. Writes
validation/operators.json from what is there; with `--report` it does nothing else. What was not run again keeps its
figures, and the program they were measured with. A sample is in the tests (tests/exercise/test_proofs.py).
"""

import argparse
import json
import re
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
"""Starts of each operator."""
COUNTS = {"biped-decontaminate": 100, "biped-walk": 200, "biped-push": 200, "biped-buttons": 200}
"""Starts where another number is claimed."""
ELSEWHERE = {
    "mango-carry": "mango",
    "snake-open": "snakeman",
    "snake-tunnel": "snakeman",
    "prm1-pick": "prm1_pick",
    "prm1-key": "prm1_key",
    "prm1-door": "prm1_door",
}
"""Exercises whose operators the proof of their robot tries, and that proof."""
MORE = {"airlock-valve": ("half",), "airlock-valve-gravity": ("half",)}
"""Variants beside the usual one that a default operator does."""
PROOFS: dict[str, tuple[str, ...]] = {
    name: (pult.load_exercise(name).document.default_variant, *MORE.get(name, ()))
    for name in shipped("exercise")
    if name not in ELSEWHERE
}
"""Exercises, and the variants that their default operators do."""


AGAIN = {"biped-decontaminate": "with a way out of a corner"}
"""What was mended after a look at an attempt of an earlier draw: the seeds are drawn again."""


def purpose(exercise: str, variant: str) -> str:
    """Purpose for which the seeds of a proof are drawn."""
    return " ".join(filter(None, (f"operators {exercise} {variant}", AGAIN.get(exercise))))


def drawn(exercise: str, variant: str, count: int) -> list[int]:
    """Seeds of a proof."""
    return drawn_seeds(purpose(exercise, variant), count)


def done_before(exercise: str, variant: str, count: int) -> list[Row]:
    """Attempts that are done already, in the order in which their seeds were drawn."""
    file = attempts_file(exercise, variant)
    rows = {row.seed: row for row in read_rows(file)} if file.is_file() else {}
    return [rows[seed] for seed in drawn(exercise, variant, count) if seed in rows]


def starts(exercise: str, count: int | None = None) -> int:
    """Number of starts that an operator is tried on."""
    return COUNTS.get(exercise, COUNT) if count is None else count


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


def measured(exercise: str, variant: str, count: int | None) -> dict[str, Any]:
    """What was found of an operator by the present program."""
    rows = done_before(exercise, variant, starts(exercise, count))
    plain = [attempt_row(row) for row in rows]
    return {
        "program": program(),
        "claim": claim(exercise, variant, rows, starts(exercise, count)),
        "failures": failure_rows(f"{exercise} ({variant})", plain),
        "reliability": reliability(plain),
        "attempts": [[row.seed, row.success, round(row.time, 4), round(row.points, 2)] for row in rows],
    }


def report(count: int | None, before: dict[str, Any]) -> dict[str, Any]:
    """Figures with what they prove, for the docs page.

    Args:
        count: Starts of each; as many as are claimed if None.
        before: The last report: its figures stay where the present program has attempted nothing.
    """
    kept: dict[str, Any] = before.get("operators", {})
    found = {}
    for exercise, variants in PROOFS.items():
        for variant in variants:
            name = purpose(exercise, variant)
            now = measured(exercise, variant, count)
            found[name] = now if now["attempts"] else kept.get(name, now)
    command = "python validation/operators.py"
    return {
        "title": "Operators",
        "about": "The default operator of each exercise acts through the panel alone and sees what a person sees, 0.2 s "
        "late. Starts differ in what the exercise draws, in the noise of the sensors and in the tremor of the hand. "
        "Operators of the carrying arms, the snake arm and PRM-1 stand with their robots.",
        "command": command if count is None else f"{command} --count {count}",
        "machine": machine(),
        "version": pult.__version__,
        "claims": [_shown(row) for row in found.values()],
        "failures": [failure for row in found.values() for failure in row["failures"]],
        "operators": found,
    }


def _shown(row: dict[str, Any]) -> dict[str, Any]:
    claimed: dict[str, Any] = row["claim"]
    if row["program"] == program():
        return claimed
    return claimed | {"figure": f"{claimed['figure']}; measured with an earlier state of the program"}


def text(found: dict[str, Any]) -> str:
    """A report as JSON, one attempt a line."""
    written = json.dumps(found, indent=1)
    return re.sub(r"\[\s+(\d+),\s+(true|false),\s+([-\d.e]+),\s+([-\d.e]+)\s+\]", r"[\1, \2, \3, \4]", written) + "\n"


def main() -> int:
    """Run all missing attempts and write the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, help="starts of each; as many as are claimed if left out")
    parser.add_argument("--workers", type=int, default=0, help="processes; as many as there are cores if left out")
    parser.add_argument("--only", nargs="*", default=[], help="EXERCISE/VARIANT; of the rest, what is done already")
    parser.add_argument("--report", action="store_true", help="no attempts: write what is done already")
    options = parser.parse_args()
    for exercise, variants in PROOFS.items():
        for variant in variants:
            if not options.report and (not options.only or f"{exercise}/{variant}" in options.only):
                seeds = drawn(exercise, variant, starts(exercise, options.count))
                sweep_attempts(exercise, variant, seeds, workers=options.workers)
    found = report(options.count, json.loads(FILE.read_text(encoding="utf-8")) if FILE.is_file() else {})
    FILE.write_text(text(found), encoding="utf-8")
    return 0 if all(row["holds"] for row in found["claims"]) else 1


if __name__ == "__main__":
    sys.exit(main())
