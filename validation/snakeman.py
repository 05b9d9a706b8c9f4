"""The long proofs of arms of many links: random tunnels, runs with physics, operators, and what must fail.

    python validation/snakeman.py [--tunnels 2000] [--seeds 200] [--runs 10] [--workers N]

Writes validation/snakeman.json. Runs are kept as they are done: the same command goes on after a stop. A sample of each
proof is in the tests (tests/motion/tunnel, tests/makers, tests/exercise/test_snakeman.py).
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
from validation.sweeps import calls, sweep_attempts

import pult
from pult.core.shipped import shipped_file
from pult.motion.tunnel.contact_force import follow_by_contact
from pult.motion.tunnel.document import check_tunnel, load_path

FILE = ROOT / "validation/snakeman.json"
KINDS = {
    "thin": "equal links without width",
    "wide": "equal links, a fifth as wide as long",
    "unequal": "links from 0.3 to 1 of the longest",
}
LINKS = (12, 30, 60)
EXERCISES = {"snake-tunnel": "advance", "snake-open": "steered"}


def tunnels(count: int, workers: int) -> dict[str, Any]:
    """Random tunnels, by kind of arm."""
    share = {"thin": count // 2, "wide": count // 4, "unequal": count - count // 2 - count // 4}
    runs = [({"kind": kind}, seed) for kind, n in share.items() for seed in drawn_seeds(f"tunnels {kind}", n)]
    rows = calls("snakeman-tunnels", "validation.snakeman_trial:tunnel", runs, workers)
    found = {}
    for kind in share:
        group = [row for row in rows if row.values == {"kind": kind}]
        clearance, bound = (np.array([row.metrics[name] for row in group]) for name in ("clearance", "bound"))
        found[kind] = {
            "tunnels": len(group),
            "failed": sum(not row.success for row in group),
            "least": float(clearance.min()),
            "below_bound": float((bound - clearance).max()),
            "refused": int(sum(row.metrics["refused"] for row in group)),
            "printed": int(sum(row.metrics["printed"] for row in group)),
            "printed_touches": int(sum(row.metrics["printed_touches"] for row in group)),
            "middle_touches": int(sum(row.metrics["middle_touches"] for row in group)),
        }
    return found


def dynamics(count: int, workers: int) -> dict[str, Any]:
    """Runs with physics: with feedback for every number of links, and without it."""
    seeds = {n: drawn_seeds(f"dynamics {n}", count) for n in LINKS}
    runs = [({"links": n, "feedback": True}, seed) for n in LINKS for seed in seeds[n]]
    runs += [({"links": 12, "feedback": False}, seed) for seed in seeds[12]]
    rows = calls("snakeman-dynamics", "validation.snakeman_trial:dynamic", runs, workers)
    found: dict[str, Any] = {}
    for n, feedback in [*((n, True) for n in LINKS), (12, False)]:
        group = [row for row in rows if row.values == {"links": n, "feedback": feedback}]
        found[f"{n}" if feedback else "no feedback"] = {
            "runs": len(group),
            "failed": sum(not row.success for row in group),
            "touched": sum(row.metrics["contacts"] > 0.0 for row in group),
            "least": min(row.metrics["clearance"] for row in group),
            "below_bound": max(row.metrics["bound"] - row.metrics["clearance"] for row in group),
            "miss": max(row.metrics["miss"] for row in group),
        }
    return found


def operators(count: int, workers: int) -> dict[str, Any]:
    """The default operators, seed by seed."""
    found = {}
    for exercise, variant in EXERCISES.items():
        rows = sweep_attempts(exercise, variant, drawn_seeds(f"snakeman {exercise}", count), workers=workers)
        plain = [attempt_row(row) for row in rows]
        times = [row.time for row in rows if row.success]
        found[exercise] = {
            **reliability(plain), "causes": failure_rows(exercise, plain), "time": float(np.median(times)) if times else None,
        }  # fmt: skip
    return found


def contact_forces() -> dict[str, Any]:
    """The method of contact forces in the shipped tunnel, at three speeds."""
    path = load_path(shipped_file("tunnel", "snake-tunnel"))
    found = {}
    for speed in (0.2, 0.1, 0.05):
        run = follow_by_contact(path, speed)
        found[f"{speed:g}"] = {
            "degrees": float(np.degrees(run.angle_error)), "deviation_mm": 1e3 * run.deviation, "step_us": 1e6 * run.step_time,
        }  # fmt: skip
    return found


def refusals() -> list[str]:
    """What is said of the shipped tunnel with an arm that is too wide, and of one with a wall moved."""
    data = json.loads(shipped_file("tunnel", "snake-tunnel").read_text(encoding="utf-8"))
    wide = {**data, "arm": {**data["arm"], "width": 0.08}}
    moved = {
        **data,
        "right": [*data["right"][:2], [data["right"][2][0], data["right"][2][1] + 0.06], *data["right"][3:]],
    }
    return [str(fault) for document in (wide, moved) for fault in check_tunnel(document)[1]]


def claims(found: dict[str, Any]) -> list[dict[str, Any]]:
    """What is claimed, what was found, and whether it holds."""
    rows: list[dict[str, Any]] = []

    def claim(words: str, figure: str, holds: bool) -> None:
        rows.append({"claim": words, "figure": figure, "holds": bool(holds)})

    every = found["tunnels"].values()
    count = sum(run["tunnels"] for run in every)
    for kind, words in KINDS.items():
        run = found["tunnels"][kind]
        claim(
            f"random valid tunnels are passed free of contact, never nearer than the bound less 0.1 % of a link: {words}",
            f"{run['tunnels'] - run['failed']} of {run['tunnels']} ({run['refused']} refused before); least clearance "
            f"{run['least']:.4f} links; at most {max(run['below_bound'], 0.0):.1e} links below the bound",
            not run["failed"] and run["below_bound"] <= 1e-3,
        )
    middle = sum(run["middle_touches"] for run in every)
    for kind, words in KINDS.items():
        run = found["tunnels"][kind]
        claim(
            f"the paper's two conditions alone are not enough (circles of 0.51 links, no corner dropped): {words}",
            f"a link touches in {run['printed_touches']} of {run['printed']} random tunnels that meet them",
            run["printed_touches"] > 0,
        )
    claim(
        "circles on the middle line instead of the inner corners touch",
        f"in {middle} of {count} tunnels ({100 * middle / count:.0f} %)",
        middle > 0.4 * count,
    )
    for n in LINKS:
        run = found["dynamics"][str(n)]
        claim(
            f"an arm of {n} links with motors goes to the target and back without touching a wall",
            f"{run['runs'] - run['failed']} of {run['runs']} runs; least clearance {run['least']:.1f} mm, at most "
            f"{max(run['below_bound'], 0.0):.1f} mm below the bound; the tip misses the target by {run['miss']:.1f} mm at most",
            not run["failed"],
        )
    run = found["dynamics"]["no feedback"]
    claim(
        "without feedback (voltages of the planned rates alone) an arm of 12 links touches a wall or misses the target by more than 6 mm",
        f"{run['failed']} of {run['runs']} runs fail, {run['touched']} touch; misses of up to {run['miss']:.0f} mm",
        run["failed"] == run["runs"],
    )
    for exercise in EXERCISES:
        run = found["operators"][exercise]
        claim(
            f"the operator does {exercise}", f"{reliability_words(run)}; {run['time']:.1f} s median", not run["failed"]
        )
    runs = found["contact"]
    claim(
        "contact forces find the angles of the closed form, the better the slower the arm is moved",
        "; ".join(
            f"{speed} m/s: {run['degrees']:.2f} degrees, {run['step_us']:.0f} us a step" for speed, run in runs.items()
        ),
        runs["0.05"]["degrees"] < runs["0.2"]["degrees"] < 3.0,
    )
    claim(
        "a tunnel that violates the conditions is refused with the place and the reason",
        " / ".join(found["refusals"][:2]),
        len(found["refusals"]) >= 2,
    )
    return rows


def main() -> None:
    """Measure, and write the file."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--tunnels", type=int, default=2000, help="random tunnels")
    parser.add_argument("--seeds", type=int, default=200, help="seeds of each exercise")
    parser.add_argument("--runs", type=int, default=10, help="runs with physics for each number of links")
    parser.add_argument("--workers", type=int, default=0, help="processes; as many as there are cores if left out")
    options = parser.parse_args()
    found: dict[str, Any] = {
        "tunnels": tunnels(options.tunnels, options.workers),
        "contact": contact_forces(),
        "refusals": refusals(),
        "operators": operators(options.seeds, options.workers),
        "dynamics": dynamics(options.runs, options.workers),
    }
    data = {
        "title": "Arms of many links in tunnels",
        "about": "SnakeMan: paths around circles at the corners, followed by all joints; random tunnels, physics and operators.",
        "command": "make validate",
        "machine": machine(),
        "version": pult.__version__,
        "scale": min(options.tunnels / 2000, options.seeds / 200, options.runs / 10),
        "claims": claims(found),
        "failures": [row for run in found["operators"].values() for row in run.pop("causes")],
        "figures": found,
    }
    FILE.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
