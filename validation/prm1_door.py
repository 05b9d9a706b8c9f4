"""The long proofs of the door: its latch by itself, the operator on drawn starts, and operators that must fail.

    python validation/prm1_door.py [--seeds 200] [--workers N]

Writes validation/prm1_door.json. Attempts are kept as they are done: the same command goes on after a stop. A sample of
each proof is in the tests (tests/world/test_latch_door.py, tests/exercise/test_prm1_door.py).
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.world.door_lab import catches, freed_at, opened_by
from validation.reliability import attempt_row, failure_rows, reliability, reliability_words
from validation.schemes import machine
from validation.seeds import drawn_seeds
from validation.sweeps import calls

import pult
from pult.batch.results.file import Row

FILE = ROOT / "validation/prm1_door.json"
SEEDS, NEGATIVE = 200, 20
PULLS = (5.0, 10.0, 20.0, 40.0, 80.0, 150.0)
SPEEDS = (0.5, 1.0, 2.0, 3.0, 4.0)
LIMIT = 45.0
"""Force limit that the exercise sets [N]."""


def mechanism() -> dict[str, Any]:
    """The door without a robot: what holds it, frees it and catches it."""
    return {
        "held": {f"{pull:g}": opened_by(pull) for pull in (100.0, 300.0)},
        "half_turned": opened_by(100.0, turned=30.0),
        "freed": {f"{pull:g}": freed_at(pull) for pull in PULLS},
        "caught": {f"{speed:g}": catches(speed) for speed in SPEEDS},
    }


def attempts(operator: str, count: int, workers: int) -> list[Row]:
    """Attempts of an operator on drawn starts."""
    runs = [({"operator": operator}, seed) for seed in drawn_seeds(f"prm1-door {operator}", count)]
    return calls(f"prm1-door-{operator.replace(' ', '-')}", "validation.prm1_door_trial:attempt", runs, workers)


def figures(rows: list[Row]) -> dict[str, Any]:
    """Figures of an operator's attempts."""
    plain = [attempt_row(row) for row in rows]
    spread = {
        name: {
            "median": float(np.median([row.metrics[name] for row in rows])),
            "max": max(row.metrics[name] for row in rows),
        }
        for name in ("opened", "turned", "force", "spring", "tilt", "points")
    }
    times = [row.time for row in rows if row.success]
    return {
        **reliability(plain),
        **spread,
        "causes": failure_rows("prm1-door", plain),
        "time": float(np.median(times)) if times else None,
    }


def claims(found: dict[str, Any]) -> list[dict[str, Any]]:
    """What is claimed, what was found, and whether it holds."""
    rows: list[dict[str, Any]] = []

    def claim(words: str, figure: str, holds: bool) -> None:
        rows.append({"claim": words, "figure": figure, "holds": bool(holds)})

    door = found["mechanism"]
    claim(
        "the latch holds 300 N at the lever without the handle",
        f"the door opens by {door['held']['300']:.2f} degrees, its play",
        door["held"]["300"] < 0.3,
    )
    claim(
        "with the lever turned by 30 degrees it still holds 100 N",
        f"{door['half_turned']:.2f} degrees",
        door["half_turned"] < 0.3,
    )
    freed = list(door["freed"].values())
    claim(
        f"it frees at about 39 degrees of the lever under {PULLS[0]:g} to {PULLS[-1]:g} N of pull",
        f"{min(freed):.1f} to {max(freed):.1f} degrees",
        min(freed) > 37.0 and max(freed) < 41.0,
    )
    claim(
        f"it catches when the door falls shut with {SPEEDS[0]:g} to {SPEEDS[-1]:g} rad/s, and then holds 300 N",
        f"{sum(door['caught'].values())} of {len(SPEEDS)} speeds",
        all(door["caught"].values()),
    )
    run = found["operators"]["complete"]
    claim(
        "the operator opens the door and drives through (prm1-door)",
        f"{reliability_words(run)}; {run['points']['median']:.0f} points median"
        + (f", {run['time']:.0f} s" if run["time"] else ""),
        not run["failures"],
    )
    claim(
        f"meanwhile the springs of the contact mode never press with more than {LIMIT:g} N",
        f"{run['spring']['max']:.2f} N at most; {run['force']['max']:.0f} N of contact at most, where masses are stopped",
        run["spring"]["max"] <= LIMIT * (1.0 + 1e-9),
    )
    claim("the base does not tip", f"{run['tilt']['max']:.2f} degrees at most", run["tilt"]["max"] < 1.0)
    group = found["operators"]["without turning"]
    claim(
        "without turning the handle the door does not open",
        f"{group['opened']['max']:.2f} degrees at most in {group['attempts']} attempts, all fail",
        group["opened"]["max"] < 1.0 and group["failures"] == group["attempts"],
    )
    group = found["operators"]["without base"]
    claim(
        "without the base helping, 60 degrees are not reached",
        f"{group['opened']['median']:.0f} degrees median, {group['opened']['max']:.0f} at most in {group['attempts']} "
        "attempts, all fail",
        group["opened"]["max"] < 60.0 and group["failures"] == group["attempts"],
    )
    return rows


def main() -> None:
    """Measure, and write the file."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--seeds", type=int, default=SEEDS, help="seeds of the operator")
    parser.add_argument("--workers", type=int, default=0, help="processes; as many as there are cores if left out")
    options = parser.parse_args()
    counts = {"complete": options.seeds, "without turning": NEGATIVE, "without base": NEGATIVE}
    found: dict[str, Any] = {
        "mechanism": mechanism(),
        "operators": {
            name: figures(attempts(name, min(count, options.seeds), options.workers)) for name, count in counts.items()
        },
    }
    failures = found["operators"]["complete"].pop("causes")
    for name in ("without turning", "without base"):
        found["operators"][name].pop("causes")
    data = {
        "title": "The door of PRM-1",
        "about": "A mobile manipulator takes a lever handle, turns it against its springs and opens a latched door; nothing "
        "but contact moves the door.",
        "command": "make validate",
        "machine": machine(),
        "version": pult.__version__,
        "scale": options.seeds / SEEDS,
        "claims": claims(found),
        "failures": failures,
        "figures": found,
    }
    FILE.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
