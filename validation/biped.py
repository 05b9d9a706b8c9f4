"""The long proofs of the biped: pushes and stops.

    python validation/biped.py [--scale 1] [--workers N] [--only KIND ...]

Writes validation/biped.json. Runs are kept as they are done: the same command goes on after a stop. With `--only`, what is
not named keeps its figures, and the program they were measured with. A sample is in the tests
(tests/motion/balance/test_pushes.py).
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from validation.schemes import machine
from validation.seeds import drawn_seeds
from validation.sweeps import calls, measuring_program

import pult

FILE = ROOT / "validation/biped.json"
PUSHES: dict[str, dict[str, Any]] = {
    "walking, 35 N s forward and back, 25 N s sideways": {
        "forward": 35.0,
        "lateral": 25.0,
        "catch": True,
        "standing": False,
    },
    "walking, 50 and 30 N s": {"forward": 50.0, "lateral": 30.0, "catch": True, "standing": False},
    "walking, 22 and 10 N s without steps that catch": {
        "forward": 22.0,
        "lateral": 10.0,
        "catch": False,
        "standing": False,
    },
    "standing, 22 N s in every direction without a step": {
        "forward": 22.0,
        "lateral": 22.0,
        "catch": False,
        "standing": True,
    },
    "standing, 40 N s with steps": {"forward": 40.0, "lateral": 40.0, "catch": True, "standing": True},
    "walking, 35 and 25 N s without steps that catch": {
        "forward": 35.0,
        "lateral": 25.0,
        "catch": False,
        "standing": False,
    },
}
"""What is drawn: half axes of the ellipse of impulses, forward and sideways."""
LEAST = 0.98
"""Share of the pushes that is to be survived."""
CONTROL = "walking, 35 and 25 N s without steps that catch"
"""Without steps that catch most of these pushes end in a fall: the negative control."""
MEASURED = ("walking, 50 and 30 N s",)
"""What is measured without a claim to hold."""
COUNTS = {CONTROL: 50, **dict.fromkeys(MEASURED, 100), "walking, 35 N s forward and back, 25 N s sideways": 400}
"""Pushes of a kind; of those that are not named, `COUNT`."""
COUNT, STOPS, STOPPING = 200, 200, "stops"


def pushes(kinds: list[str], scale: float, workers: int) -> dict[str, Any]:
    """Pushes by kind: how many were survived, and the seeds of the others."""
    counts = {name: max(1, round(scale * COUNTS.get(name, COUNT))) for name in kinds}
    runs: list[tuple[dict[str, Any], int]] = [
        (PUSHES[name], seed) for name in kinds for seed in drawn_seeds(f"biped {name}", counts[name])
    ]
    rows = calls("biped-pushes", "validation.biped_trial:push", runs, workers)
    return {
        name: {
            "program": measuring_program(),
            "runs": len(group),
            "survived": sum(row.success for row in group),
            "fallen": [] if name == CONTROL else [row.seed for row in group if not row.success],
        }
        for name in kinds
        for group in ([row for row in rows if row.values == PUSHES[name]],)
    }


def stops(count: int, workers: int) -> dict[str, Any]:
    """Stops at any time."""
    runs = [({}, seed) for seed in drawn_seeds("biped stops", count)]
    rows = calls("biped-stops", "validation.biped_trial:stop", runs, workers)
    return {"program": measuring_program(), "runs": len(rows), "survived": sum(row.success for row in rows)}


def _said(run: dict[str, Any], figure: str) -> str:
    """A figure, and whether an earlier state of the program was measured."""
    earlier = run.get("program") != measuring_program()
    return f"{figure}; measured with an earlier state of the program" if earlier else figure


def claims(found: dict[str, Any]) -> list[dict[str, Any]]:
    """What is shown."""
    rows = []
    for name, run in found["pushes"].items():
        share = run["survived"] / run["runs"]
        claim = f"at least {100 * LEAST:g} % are survived"
        holds = share >= LEAST
        if name == CONTROL:
            claim, holds = "most end in a fall", share < 0.5
        elif name in MEASURED:
            claim, holds = "measured, without a claim", True
        figure = f"{run['survived']} of {run['runs']} survived"
        said = f"pushes of 0.1 s at the chest, {name}: {claim}"
        rows.append({"claim": said, "figure": _said(run, figure), "holds": holds})
    run = found["stops"]
    rows.append(
        {
            "claim": "a stop at any time of any gait ends in a stand",
            "figure": _said(run, f"{run['survived']} of {run['runs']}"),
            "holds": run["survived"] == run["runs"],
        }
    )
    return rows


def main() -> None:
    """Measure, and write the file."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--scale", type=float, default=1.0, help="part of the whole proof: of its pushes and stops")
    parser.add_argument("--workers", type=int, default=0, help="processes; as many as there are cores if left out")
    kinds = [*PUSHES, STOPPING]
    parser.add_argument("--only", nargs="+", choices=kinds, default=kinds, metavar="KIND", help=f"of {kinds}")
    options = parser.parse_args()
    before = json.loads(FILE.read_text(encoding="utf-8"))["figures"] if FILE.is_file() else {"pushes": {}}
    fresh = pushes([name for name in PUSHES if name in options.only], options.scale, options.workers)
    found: dict[str, Any] = {"pushes": {name: fresh.get(name) or before["pushes"][name] for name in PUSHES}}
    if STOPPING in options.only:
        found["stops"] = stops(max(1, round(options.scale * STOPS)), options.workers)
    else:
        found["stops"] = before["stops"]
    data = {
        "title": "Balance of the biped",
        "about": (
            "Walking on line with noisy and biased sensors, every reading 10 ms late beside the voltages that are held for "
            "a control step: drawn pushes at the chest at drawn times of drawn gaits, and stops."
        ),
        "command": "make validate",
        "machine": machine(),
        "version": pult.__version__,
        "scale": options.scale,
        "claims": claims(found),
        "failures": [],
        "figures": found,
    }
    FILE.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
