"""The long proofs: many random schemes, long fuzzing, every block over many inputs.

    python validation/schemes.py [--scale 1.0] [--workers 2]

Writes validation/schemes.json; `docs/build_pages.py` makes the page of proofs from it. A sample of each proof is in
the tests.
"""

import argparse
import json
import os
import platform
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.scheme.fuzz import mutate
from tests.scheme.malformed import BASE
from tests.scheme.random_schemes import PARAMETERS, random_inputs, random_scheme, shuffled, usable
from validation.seeds import drawn_seeds, rate_words

import pult
from pult.testing import check_block

STEPS = 300


def outcome(program: pult.Program, rows: Iterable[dict[str, Any]]) -> tuple[list[bytes], str]:
    """Every output bit, and the error that ended the run."""
    bits: list[bytes] = []
    try:
        for row in rows:
            found = program.step(row)
            bits.append(b"".join(np.asarray(v, dtype=float).tobytes() for v in found.values()))
    except pult.PultError as error:
        return bits, str(error)
    return bits, ""


def equivalence(seed: int) -> dict[str, Any]:
    scheme = pult.load_scheme(random_scheme(seed, size=20))
    plain, native = pult.compile_scheme(scheme, plain=True), pult.compile_scheme(scheme)
    rows = random_inputs(plain, seed, STEPS)
    one, two = outcome(plain, rows), outcome(native, rows)
    return {
        "ok": one == two and plain.state == native.state,
        "steps": len(one[0]),
        "blocks": len(plain.layout.flat.leaves),
        "ended": bool(one[1]),
    }


def order(seed: int) -> dict[str, Any]:
    document = random_scheme(seed, size=20)
    one, two = (pult.compile_scheme(d, plain=True) for d in (document, shuffled(document, seed)))
    rows = random_inputs(one, seed, 30)
    same = one.text.source == two.text.source and one.scheme.hash == two.scheme.hash
    return {"ok": same and outcome(one, rows) == outcome(two, rows)}


def restore(seed: int) -> dict[str, Any]:
    program = pult.compile_scheme(random_scheme(seed, size=20), plain=True)
    rows = random_inputs(program, seed, 60)
    if outcome(program, rows[:30])[1]:
        return {"ok": True, "skipped": True}
    saved = pult.State.from_json(program.state.to_json())
    first = outcome(program, rows[30:])
    program.restore(saved)
    return {"ok": outcome(program, rows[30:]) == first, "skipped": False}


def fuzz(seed: int) -> dict[str, Any]:
    base = BASE if seed % 2 else random_scheme(seed % 200)
    begin = time.perf_counter()
    try:
        scheme, faults = pult.check_scheme(mutate(base, seed))
        ok = (scheme is None) == bool(faults)
    except Exception as error:  # noqa: BLE001 - that is what is looked for
        return {"ok": False, "error": repr(error), "seconds": 0.0, "refused": False}
    return {"ok": ok, "seconds": time.perf_counter() - begin, "refused": scheme is None}


def block(name: str) -> dict[str, Any]:
    try:
        for size, seed in enumerate(drawn_seeds(f"schemes block {name}", 5)):
            check_block(name, PARAMETERS.get(name), steps=2000, seed=seed, scale=10.0 ** (size - 2))
    except pult.PultError as error:
        return {"ok": False, "error": str(error)}
    return {"ok": True}


def progress(
    pool: ProcessPoolExecutor, title: str, work: Callable[[Any], dict[str, Any]], jobs: Iterable[Any]
) -> list[dict[str, Any]]:
    from rich.progress import track

    jobs = list(jobs)
    results = list(
        track(pool.map(work, jobs, chunksize=1 if len(jobs) < 500 else 50), description=title, total=len(jobs))
    )
    for job, result in zip(jobs, results, strict=True):
        if not result["ok"]:
            print(f"{title}: {job!r}: {result}", file=sys.stderr)
    return results


def machine() -> str:
    """What it was measured on."""
    system = f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores"
    return f"Python {platform.python_version()}, NumPy {np.__version__}, {system}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scale", type=float, default=1.0, help="fewer or more random schemes")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    count = lambda n: max(2, round(n * options.scale))  # noqa: E731
    with tempfile.TemporaryDirectory() as cache:
        os.environ["PULT_CACHE_DIR"] = cache
        with ProcessPoolExecutor(options.workers) as pool:
            results = {
                "order": progress(pool, "order", order, drawn_seeds("schemes order", count(1000))),
                "restore": progress(pool, "restore", restore, drawn_seeds("schemes restore", count(1000))),
                "fuzz": progress(pool, "fuzz", fuzz, drawn_seeds("schemes fuzz", count(20_000))),
                "blocks": progress(pool, "blocks", block, sorted(usable())),
                "equivalence": progress(pool, "equivalence", equivalence, drawn_seeds("schemes equivalence", count(120))),
            }
    held = {name: sum(r["ok"] for r in rows) for name, rows in results.items()}
    kept = [r for r in results["restore"] if not r["skipped"]]
    equal, fuzzed = results["equivalence"], results["fuzz"]
    sizes, steps = [r["blocks"] for r in equal], sum(r["steps"] for r in equal)
    refused, slowest = sum(r["refused"] for r in fuzzed), max(r["seconds"] for r in fuzzed)
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
            f"{sum(r['ok'] for r in kept)} of {len(kept)} schemes",
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
