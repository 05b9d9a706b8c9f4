"""The long comparison of command and semi-automatic mode: scripted operators do both exercises of the torso robot.

    python validation/torso_pilots.py [--seeds 50] [--workers N] [--only EXERCISE/PILOT ...] [--draw]

Writes validation/torso_pilots.json, and from it the tables and plots of docs/comparison.md. Attempts are kept as they are
done: the same command goes on after a stop. With `--only` the rest is taken from the file, with `--draw` everything. A
sample is in the tests (tests/exercise/test_torso_pilots.py).
"""

import argparse
import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from validation.reliability import failure_rows, rate_words, reliability
from validation.schemes import machine
from validation.seeds import drawn_seeds
from validation.sweeps import calls
from validation.torso_pictures import draw, tables
from validation.torso_pilots_trial import CARRYING, METRICS

import pult
from pult.batch.results import file as results

FILE = ROOT / "validation/torso_pilots.json"
EXERCISES = ("torso-container", "torso-button")
PILOTS = ("semi-automatic", "command", "command-greedy")
NAMES = {"semi-automatic": "semi-automatic", "command": "command, oracle", "command-greedy": "command, greedy"}
JUDGED = ("semi-automatic", "command")
"""Pilots that should succeed; the greedy one and the one with slippery pads are meant to fail."""
CONTROLS = ("slippery pads", "weak fingers", "open hand")
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
Row = dict[str, Any]
Found = dict[str, dict[str, list[Row]]]
"""Attempts by exercise and pilot."""


def summary(rows: list[Row]) -> Row:
    """Quantiles of what was measured in the attempts that succeeded, and what failed."""
    done = [row for row in rows if row["success"]]
    found: Row = {**reliability(rows), "successes": len(done)}
    for name in ("time", "path_ratio", "inputs", "points", "tilt", "slip", "place_error", "peak_force"):
        values = [row[name] for row in done if row.get(name) is not None]
        if values:
            found[name] = {f"p{round(100 * q)}": float(np.quantile(values, q)) for q in QUANTILES}
            found[name]["max"] = max(values)
    found["touches"] = sum(row["touches"] for row in rows)
    timed = [row["stages"] for row in done if row.get("stages")]
    found["stages"] = {name: float(np.median([times[name] for times in timed])) for name in (timed[0] if timed else ())}
    return found


def claims(found: Found) -> list[Row]:
    """What is claimed, what was found, and whether it holds."""
    rows: list[Row] = []

    def claim(words: str, figure: str, holds: bool) -> None:
        rows.append({"claim": words, "figure": figure, "holds": bool(holds)})

    sums = {name: {pilot: summary(tried) for pilot, tried in found[name].items()} for name in EXERCISES}
    for name in EXERCISES:
        for pilot, enough in zip(JUDGED, (1.0, 0.9), strict=True):
            one = sums[name][pilot]
            words = "every seed" if enough == 1.0 else "nine seeds of ten at least"
            claim(
                f"{NAMES[pilot]} does {name} on {words}", done_words(one), one["successes"] >= enough * one["attempts"]
            )
    for name in EXERCISES:
        fast, slow = (sums[name][pilot]["time"]["p50"] for pilot in JUDGED)
        ratio = paired(found[name]["semi-automatic"], found[name]["command"])
        claim(
            f"semi-automatic is at least twice as fast as an operator who knows every joint angle: {name}",
            f"medians {fast:.1f} s and {slow:.1f} s, {slow / fast:.1f} times; seed by seed {min(ratio):.1f} to "
            f"{max(ratio):.1f} times",
            slow >= 2.0 * fast,
        )
    both = [row for name in EXERCISES for pilot in JUDGED for row in found[name][pilot]]
    touched = [row for row in both if row["touches"]]
    claim(
        "no forbidden contact: neither table, stand nor another button is touched",
        f"{len(both)} attempts of both, {len(touched)} with a touch",
        not touched,
    )
    carry = [row for pilot in JUDGED for row in found["torso-container"][pilot]]
    dropped = sum(row["reason"] in ("dropped", "fallen") for row in carry)
    claim("no container is dropped", f"{dropped} of {len(carry)} attempts", dropped == 0)
    slips = [row["slip"] for row in carry if row["success"]]
    claim(
        "while it is carried it slips by less than 5 mm in 5 s",
        f"median {1e3 * np.median(slips):.1f} mm, at most {1e3 * max(slips):.1f} mm",
        max(slips) < 0.005,
    )
    tilts = [row["tilt"] for row in carry if row["success"]]
    claim(
        "and tilts by less than 30 degrees",
        f"median {np.degrees(np.median(tilts)):.0f} degrees, at most {np.degrees(max(tilts)):.0f}",
        max(tilts) < np.radians(30.0),
    )
    for name in EXERCISES:
        one = sums[name].get("command-greedy")
        if one:
            oracle = sums[name]["command"]["time"]["p50"]
            least = one["time"]["p5"] if one["successes"] else float("inf")
            claim(
                f"who turns the joint that brings the hand nearest is no faster than who knows all angles: {name}",
                done_words(one),
                one["successes"] == 0 or one["time"]["p50"] >= oracle or least >= oracle,
            )
    for name, tried in found["controls"].items():
        wins = sum(row["success"] for row in tried)
        ends = sorted({row["reason"] for row in tried})
        failed = f"{len(tried) - wins} of {len(tried)} failed ({', '.join(ends)}); {rate_words(len(tried) - wins, len(tried))}"
        claim(f"it fails with: {name}", failed, wins == 0)
    return rows


def done_words(one: Row) -> str:
    """Successes and times in words."""
    words = f"{one['successes']} of {one['attempts']} seeds; {rate_words(one['failures'], one['attempts'])}"
    if "time" in one:
        words += f"; time median {one['time']['p50']:.1f} s, longest {one['time']['max']:.1f} s"
        words += f"; inputs median {one['inputs']['p50']:.0f}"
    if one["failed"]:
        words += "; failed: " + ", ".join(f"{seed} ({reason})" for seed, reason in one["failed"].items())
    return words


def paired(fast: Iterable[Row], slow: Iterable[Row]) -> list[float]:
    """Times of the second over those of the first, where both succeeded."""
    times = {row["seed"]: row["time"] for row in fast if row["success"]}
    return [row["time"] / times[row["seed"]] for row in slow if row["success"] and row["seed"] in times]


def measure(seeds: int, only: list[str], workers: int) -> Found:
    """All attempts, or some of them and the others from the file."""
    groups = [(name, pilot) for name in EXERCISES for pilot in PILOTS] + [("controls", name) for name in CONTROLS]
    kept = json.loads(FILE.read_text())["attempts"] if only else {}
    found: Found = {name: dict(kept.get(name, {})) for name in (*EXERCISES, "controls")}
    runs = []
    for what, who in groups:
        if only and f"{what}/{who}" not in only:
            continue
        few = what == "controls" or who == "command-greedy"  # most of these last as long as they may
        count = max(1, seeds // 10) if few else seeds
        found[what][who] = []
        # the same seeds for all, to be compared start by start
        runs += [({"what": what, "who": who}, seed) for seed in drawn_seeds("torso pilots", count)]
    for row in calls("torso-pilots", "validation.torso_pilots_trial:trial", runs, workers):
        found[row.values["what"]][row.values["who"]].append(plain(row))
    return found


def plain(row: results.Row) -> Row:
    """An attempt as the file has it."""
    found = {
        "seed": row.seed,
        "success": row.success,
        "reason": row.reason,
        "stage": row.data["stage"],
        "time": row.time,
    }
    what = row.values["what"]
    if what != "controls":
        names = (*METRICS, *(CARRYING if what == "torso-container" else ()))
        found |= {"points": row.points, **{name: row.metrics.get(name) for name in names}}
        found |= {"stages": dict(row.data["stages"]), "touches": row.data["touches"], "broken": row.data["broken"]}
    return found


def report(found: Found) -> dict[str, Any]:
    """Figures with what they prove, for the docs pages."""
    return {
        "title": "Operators of the torso robot",
        "about": "Scripted operators with the limits of a person do both exercises through the panel, in command mode and "
        "in semi-automatic mode; see [the comparison](comparison.md).",
        "command": "make validate",
        "machine": machine(),
        "version": pult.__version__,
        "claims": claims(found),
        "failures": [
            row
            for name in EXERCISES
            for pilot in JUDGED
            for row in failure_rows(f"{name} ({pilot})", found[name][pilot])
        ],
        "summary": {name: {pilot: summary(rows) for pilot, rows in found[name].items()} for name in EXERCISES},
        "attempts": found,
    }


def main() -> None:
    """Run all attempts and write the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=50, help="how many starts")
    parser.add_argument("--workers", type=int, default=0, help="processes; as many as there are cores if left out")
    parser.add_argument("--only", nargs="*", default=[], help="EXERCISE/PILOT or controls/NAME; the rest is kept")
    parser.add_argument("--draw", action="store_true", help="draw what was measured before")
    options = parser.parse_args()
    if options.draw:
        found = json.loads(FILE.read_text())["attempts"]
    else:
        found = measure(options.seeds, options.only, options.workers)
    kept = report(found)
    FILE.write_text(json.dumps(kept, indent=1) + "\n")
    draw(found, ROOT / "docs/assets/torso-pilots.svg")
    (ROOT / "docs/assets/torso-pilots.md").write_text(tables(kept["summary"]), encoding="utf-8")


if __name__ == "__main__":
    main()
