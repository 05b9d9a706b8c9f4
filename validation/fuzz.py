"""The proof that no input is an internal error: a million fuzzed inputs.

    python validation/fuzz.py [--scale 1.0] [--workers 2]
    python validation/fuzz.py --again record 12345

Writes validation/fuzz.json; `docs/build_pages.py` makes the page of proofs from it. Batches are kept as they are done:
the same command goes on after a stop. `--again` tries a single input of a seed and says what becomes of it. A sample is
in the tests.
"""

import argparse
import json
import sys
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.fuzz import SUBJECTS
from tests.fuzz.watch import LIMIT
from validation.fuzz_trial import SIZES
from validation.reliability import rate_words
from validation.schemes import machine
from validation.seeds import drawn_seeds
from validation.sweeps import calls

import pult
from pult.batch.function_sweep import Run
from pult.batch.results.file import Row

MIX = {"document": 30_000, "model": 30_000, "message": 350_000, "panel": 500_000, "line": 15_000, "record": 75_000}
"""Inputs of each kind, a million in all."""
TITLES = {
    "document": "documents of all kinds, changed in one to six places or damaged as files",
    "model": "robots and worlds whose models are changed or damaged",
    "message": "messages of the studio's live protocol, from the page's text to the session",
    "panel": "inputs of all shipped panels",
    "line": "command lines made of the declarations of all commands",
    "record": "records with damaged bytes, missing or swapped parts, or other content under checksums that fit",
}


def purpose(subject: str) -> str:
    """What the seeds of a kind of input are drawn for."""
    return f"fuzz {subject}"


def measure(scale: float, workers: int) -> Mapping[str, list[Row]]:
    """All batches, by what is fuzzed."""
    runs: list[Run] = [
        ({"subject": subject}, seed)
        for subject, count in MIX.items()
        for seed in drawn_seeds(purpose(subject), max(1, round(count * scale / SIZES[subject])))
    ]
    found: dict[str, list[Row]] = {subject: [] for subject in MIX}
    for row in calls("fuzz", "validation.fuzz_trial:trial", runs, workers, whole=True):
        found[row.values["subject"]].append(row)
        if not row.success:
            print(f"{row.values}, seed {row.seed}: {row.cause}", file=sys.stderr)
    return found


def total(rows: list[Row], name: str) -> int:
    """Sum of a metric."""
    return round(sum(row.metrics[name] for row in rows))


def claims(results: Mapping[str, list[Row]]) -> list[dict[str, object]]:
    """What the batches show, one claim for each kind of input, and one for all."""
    said: list[dict[str, object]] = []
    for subject, rows in [*results.items(), ("", [row for batch in results.values() for row in batch])]:
        count, internal = total(rows, "inputs"), total(rows, "internal")
        slowest = max(row.metrics["slowest"] for row in rows)
        words = f"{count:,} inputs, {total(rows, 'refused'):,} refused; {internal} internal errors or hangs"
        said.append(
            {
                "claim": TITLES.get(subject, "all of them"),
                "figure": f"{words}; {rate_words(internal, count)}; slowest {slowest:.1f} s",
                "holds": not internal,
            }
        )
    return said


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scale", type=float, default=1.0, help="fewer or more inputs")
    parser.add_argument("--workers", type=int, default=0, help="processes; as many as there are cores if left out")
    parser.add_argument("--again", nargs=2, metavar=("KIND", "SEED"), help="try one input")
    options = parser.parse_args()
    if options.again:
        found = SUBJECTS[options.again[0]](int(options.again[1]))
        print(found.problem or ("refused" if found.refused else "accepted"))
        return int(bool(found.problem))
    said = claims(measure(options.scale, options.workers))
    seeds = ", ".join(f"{subject} {drawn_seeds(purpose(subject), 1)[0]}" for subject in MIX)
    about = (
        f"An input is refused in words or taken. An internal error is any exception that is not one of pult's own, an "
        f"exit code other than 0, 1 and 2, a refusal without a text, or a state that a refused input has changed; a hang "
        f"is more than {LIMIT:g} s of the processor. Inputs follow from seeds; the first batches are {seeds}."
    )
    report = {
        "title": "Fuzzing",
        "about": about,
        "command": "make validate" if options.scale == 1.0 else f"validation/fuzz.py --scale {options.scale:g}",
        "machine": machine(),
        "version": pult.__version__,
        "scale": options.scale,
        "claims": said,
    }
    target = Path(__file__).with_name("fuzz.json")
    target.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    for claim in said:
        print(f"{'holds' if claim['holds'] else 'FAILS'}  {claim['claim']}: {claim['figure']}")
    return 0 if all(claim["holds"] for claim in said) else 1


if __name__ == "__main__":
    sys.exit(main())
