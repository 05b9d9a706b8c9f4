"""The long proofs: many random schemes, long fuzzing, every block over many inputs.

    python validation/schemes.py [--scale 1.0] [--workers 2]

Writes validation/schemes.json; `docs/build_pages.py` makes the page of proofs from it. Runs are kept as they are done: the
same command goes on after a stop. A sample of each proof is in the tests.
"""

import argparse
import json
import os
import platform
import sys
import tempfile
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.scheme.random_schemes import usable
from validation.reliability import rate_words
from validation.seeds import drawn_seeds
from validation.sweeps import calls

import pult
from pult.batch.function_sweep import Run
from pult.batch.results.file import Row

COUNTS = {"order": 1000, "restore": 1000, "fuzz": 20_000, "equivalence": 120}
"""How many random schemes each proof takes."""


def measure(scale: float, workers: int) -> dict[str, list[Row]]:
    """All calls, by what is proved."""
    runs: list[Run] = [
        ({"measure": name}, seed)
        for name, count in COUNTS.items()
        for seed in drawn_seeds(f"schemes {name}", max(2, round(count * scale)))
    ]
    runs += [({"measure": "blocks", "block": name}, 0) for name in sorted(usable())]
    found: dict[str, list[Row]] = {name: [] for name in (*COUNTS, "blocks")}
    for row in calls("schemes", "validation.schemes_trial:trial", runs, workers):
        found[row.values["measure"]].append(row)
        if not row.success:
            print(f"{row.values}, seed {row.seed}: {row.cause}", file=sys.stderr)
    return found


def machine() -> str:
    """What it was measured on."""
    system = f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores"
    return f"Python {platform.python_version()}, NumPy {np.__version__}, {system}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scale", type=float, default=1.0, help="fewer or more random schemes")
    parser.add_argument("--workers", type=int, default=0, help="processes; as many as there are cores if left out")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as cache:
        os.environ["PULT_CACHE_DIR"] = cache
        results = measure(options.scale, options.workers)
    held = {name: sum(row.success for row in rows) for name, rows in results.items()}
    kept = [row for row in results["restore"] if not row.metrics["skipped"]]
    equal, fuzzed = results["equivalence"], results["fuzz"]
    sizes, steps = [round(row.metrics["blocks"]) for row in equal], round(sum(row.metrics["steps"] for row in equal))
    refused = round(sum(row.metrics["refused"] for row in fuzzed))
    slowest = max(row.metrics["seconds"] for row in fuzzed)
    figures = {
        "plain Python and native code agree in every bit of every output and state": (
            "equivalence",
            f"{held['equivalence']} of {len(equal)} random schemes of {min(sizes)} to {max(sizes)} blocks, "
            f"{steps} steps",
        ),
        "the order of blocks and wires in the file changes nothing": (
            "order",
            f"{held['order']} of {len(results['order'])} schemes",
        ),
        "a state saved as JSON and restored gives the same bits again": (
            "restore",
            f"{sum(row.success for row in kept)} of {len(kept)} schemes",
        ),
        "a mutated document never makes a traceback or a hang": (
            "fuzz",
            f"{held['fuzz']} of {len(fuzzed)} documents, {refused} refused; slowest check {slowest:.2f} s",
        ),
        "every block is pure, and the same natively as plainly, over inputs from 1e-2 to 1e5": (
            "blocks",
            f"{held['blocks']} of {len(results['blocks'])} blocks, 10 000 steps each",
        ),
    }
    about = (
        "Random schemes are made from every block of the library that needs no file, with sub-schemes in "
        "sub-schemes, feedback, vectors and repeated blocks; inputs are random."
    )
    report = {
        "title": "Schemes",
        "about": about,
        "command": "make validate" if options.scale == 1.0 else f"validation/schemes.py --scale {options.scale:g}",
        "machine": machine(),
        "version": pult.__version__,
        "scale": options.scale,
        "claims": [
            {
                "claim": claim,
                "figure": f"{figure}; {rate_words(len(results[name]) - held[name], len(results[name]))}",
                "holds": held[name] == len(results[name]),
            }
            for claim, (name, figure) in figures.items()
        ],
    }
    target = Path(__file__).with_name("schemes.json")
    target.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    for claim in report["claims"]:
        print(f"{'holds' if claim['holds'] else 'FAILS'}  {claim['claim']}: {claim['figure']}")
    return 0 if all(claim["holds"] for claim in report["claims"]) else 1


if __name__ == "__main__":
    sys.exit(main())
