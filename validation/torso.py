"""The long proofs of the torso robot's modes, in physics: following, drift, closed paths, switching, copying, speed.

    python validation/torso.py [--scale 1.0]

Writes validation/torso.json. Runs are kept as they are done: the same command goes on after a stop. A sample of each
proof is in the tests (tests/sim/test_torso_modes.py).
"""

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from validation.reliability import rate_words
from validation.schemes import machine
from validation.seeds import drawn_generator, drawn_seeds
from validation.sweeps import calls
from validation.torso_trial import fresh_torso

import pult

HANDS = ("right_hand", "left_hand")
SOLVERS = ("descent", "solve")
SWITCHES = 30
"""In each run."""
SWINGS = ((0.2, 0.5), (0.5, 0.4), (0.8, 0.3), (1.0, 0.25))
"""Frequency [Hz] and amplitude [rad] of the master."""
Metrics = dict[str, float]
NEAR, STEP, BUMP = 0.002, float(np.radians(1.2)), 0.05
"""What is claimed: error and drift of a hand [m], step of a command [rad], step of a joint's speed [rad/s]."""


def measure(scale: float) -> dict[str, Any]:
    """All figures but that of speed, which needs a machine without other work."""
    directions = drawn_generator("torso following").normal(size=(max(2, round(20 * scale)), 3))
    paths, switchings = max(2, round(30 * scale)), max(1, round(10 * scale))
    groups = {
        "following": [({"hand": HANDS[k % 2], "direction": list(d)}, k) for k, d in enumerate(directions)],
        **{
            solver: [
                ({"hand": HANDS[k % 2], "solver": solver}, seed)
                for k, seed in enumerate(drawn_seeds(f"torso closed paths {solver}", paths))
            ]
            for solver in SOLVERS
        },
        "switching": [({"switches": SWITCHES}, seed) for seed in drawn_seeds("torso switching", switchings)],
        "copying": [({"hertz": hertz, "amplitude": amplitude}, 0) for hertz, amplitude in SWINGS],
    }
    measures = {name: "closed_path" if name in SOLVERS else name for name in groups}
    runs = [({"measure": measures[name], **values}, seed) for name, group in groups.items() for values, seed in group]
    rows = iter(calls("torso", "validation.torso_trial:trial", runs))
    found = {name: [next(rows).metrics for _ in group] for name, group in groups.items()}
    return {
        "following": following(found["following"]),
        "closed_paths": {solver: closed_paths(found[solver]) for solver in SOLVERS},
        "bumps": bumps([row["largest"] for row in found["switching"]]),
        "copying": [
            {"hertz": hertz, "amplitude": amplitude, "lag": row["lag"], "error": row["error"]}
            for (hertz, amplitude), row in zip(SWINGS, found["copying"], strict=True)
        ],
    }


def following(rows: list[Metrics]) -> dict[str, Any]:
    """Errors and drifts of both hands at 0.1 m/s in random directions."""
    errors, drifts = ([row[name] for row in rows] for name in ("error", "drift"))
    far = sum(error > NEAR or moved > NEAR for error, moved in zip(errors, drifts, strict=True))
    rms = {"median": float(np.median(errors)), "max": max(errors)}
    return {"count": len(rows), "far": far, "rms": rms, "drift": max(drifts)}


def closed_paths(rows: list[Metrics]) -> dict[str, Any]:
    """Closed paths: largest step of a command, and the remaining error when the hand is back."""
    steps, joints, turns, points = ([row[name] for row in rows] for name in ("step", "joints", "turn", "point"))
    return {
        "count": len(rows),
        "jumps": sum(step > STEP for step in steps),
        "largest_step": max(steps),
        "joints": {"median": float(np.median(joints)), "p95": float(np.quantile(joints, 0.95))},
        "turn": {"median": float(np.median(turns)), "p95": float(np.quantile(turns, 0.95))},
        "point": max(points),
    }


def bumps(worst: list[float]) -> dict[str, Any]:
    """Largest steps of a joint's speed after switching anything at any time [rad/s]."""
    return {
        "runs": len(worst), "bumped": sum(step > BUMP for step in worst), "switches": len(worst) * SWITCHES,
        "largest": max(worst), "median": float(np.median(worst)),
    }  # fmt: skip


def free_run(seconds: float) -> float:
    """Simulated seconds in a second, both arms, hands and the scheme at work."""
    torso = fresh_torso()
    torso.set(effectors="right_hand", close_hand=True)
    torso.stick(0.1, 0, 0.1)
    begun = time.perf_counter()
    torso.session.advance(round(seconds / torso.session.dt))
    return seconds / (time.perf_counter() - begun)


def claims(found: dict[str, Any]) -> list[dict[str, Any]]:
    """What is claimed, what was found, and whether it holds."""
    follows, paths, bump = found["following"], found["closed_paths"], found["bumps"]
    rms, rows = follows["rms"], []

    def claim(words: str, figure: str, holds: bool) -> None:
        rows.append({"claim": words, "figure": figure, "holds": bool(holds)})

    claim(
        "the wrist follows a joystick motion of 0.1 m/s within 2 mm rms, in any direction",
        f"{follows['count']} directions; {1e3 * rms['median']:.2f} mm median, {1e3 * rms['max']:.2f} mm at most; "
        + rate_words(follows["far"], follows["count"]),
        rms["max"] <= NEAR,
    )
    claim(
        "with the joystick at rest it drifts at most 2 mm in 5 s",
        f"{1e3 * follows['drift']:.4f} mm at most",
        follows["drift"] <= NEAR,
    )
    for way, path in paths.items():
        claim(
            f"commands of joints never jump by more than 1.2 degrees a step on closed paths: {way}",
            f"{path['count']} paths; {np.degrees(path['largest_step']):.2f} degrees at most; back at the start the joints are "
            f"{np.degrees(path['joints']['median']):.1f} degrees off (median), the hand is turned by "
            f"{np.degrees(path['turn']['p95']):.2f} (95th percentile); {rate_words(path['jumps'], path['count'])}",
            path["largest_step"] <= STEP,
        )
    claim(
        "no step of a joint's speed above 0.05 rad/s when anything is switched at any time",
        f"{bump['switches']} switches in {bump['runs']} runs; {bump['largest']:.3f} rad/s at most; of runs, "
        + rate_words(bump["bumped"], bump["runs"]),
        bump["largest"] <= BUMP,
    )
    worst = max(np.degrees(row["error"]) for row in found["copying"])
    late = max(row["lag"] for row in found["copying"])
    claim(
        "copying follows a master below 1 Hz with less than 100 ms of lag and 2 degrees of error",
        f"up to {found['copying'][-1]['hertz']:g} Hz; lag {1e3 * late:.0f} ms, {worst:.2f} degrees at most",
        late < 0.1 and worst < 2.0,
    )
    claim(
        "both arms and hands run freely at least 5 times real time",
        f"{found['free_run']:.0f} times",
        found["free_run"] >= 5.0,
    )
    return rows


def report(found: dict[str, Any], scale: float) -> dict[str, Any]:
    """Figures with what they prove, for the docs page."""
    return {
        "title": "The torso robot",
        "about": "The robot alone in a world, driven through its panel; all angles and places are those of the physics.",
        "command": "make validate",
        "machine": machine(),
        "version": pult.__version__,
        "scale": scale,
        "claims": claims(found),
        "figures": found,
    }


def main() -> None:
    """Run all proofs and write the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scale", type=float, default=1.0, help="how much of everything")
    scale = parser.parse_args().scale
    found = {**measure(scale), "free_run": free_run(20.0)}
    (ROOT / "validation/torso.json").write_text(json.dumps(report(found, scale), indent=1) + "\n")


if __name__ == "__main__":
    main()
