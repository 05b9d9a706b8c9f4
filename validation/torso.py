"""The long proofs of the torso robot's modes, in physics: following, drift, closed paths, switching, copying, speed.

    python validation/torso.py [--scale 1.0]

Writes validation/torso.json. A sample of each proof is in the tests (tests/sim/test_torso_modes.py).
"""

import argparse
import json
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.sim.torso_lab import (
    Torso,
    closed_path,
    copied,
    drift,
    following_error,
    go_round,
    largest_step,
    switching,
)
from validation.schemes import machine
from validation.seeds import drawn_generator, drawn_seeds, rate_words

import pult
from pult.geometry.rotation import matrix_from_quaternion, rotation_angle

HANDS = ("right_hand", "left_hand")
NEAR, STEP, BUMP = 0.002, np.radians(1.2), 0.05
"""What is claimed: error and drift of a hand [m], step of a command [rad], step of a joint's speed [rad/s]."""


def following(torso: Torso, count: int) -> dict[str, Any]:
    """Both hands at 0.1 m/s in random directions, a second and a half each, then five seconds of rest."""
    random, errors, drifts = drawn_generator("torso following"), [], []
    for number in range(count):
        torso.reset()
        hand, direction = HANDS[number % 2], random.normal(size=3)
        errors.append(following_error(torso, hand, 0.1 * direction / np.linalg.norm(direction), 1.5))
        drifts.append(drift(torso, hand))
    far = sum(error > NEAR or moved > NEAR for error, moved in zip(errors, drifts, strict=True))
    rms = {"median": float(np.median(errors)), "max": max(errors)}
    return {"count": count, "far": far, "rms": rms, "drift": max(drifts)}


def closed_paths(torso: Torso, count: int, solver: str) -> dict[str, Any]:
    """Closed paths at 0.1 m/s: largest step of a command, and the remaining error when the hand is back."""
    steps, joints, turns, points = [], [], [], []
    for number, seed in enumerate(drawn_seeds(f"torso closed paths {solver}", count)):
        torso.reset()
        hand = HANDS[number % 2]
        side = hand.removesuffix("_hand")
        torso.set(effectors=hand, solver=solver)
        torso.run(0.2)
        before, start = torso.angles(), torso(f"site.{side}_wrist")
        ways = list(go_round(torso, hand, closed_path(seed)))
        after = torso(f"site.{side}_wrist")
        steps.append(largest_step(np.concatenate([way["command"] for way in ways])))
        joints.append(float(np.abs(torso.angles() - before).max()))
        turns.append(rotation_angle(*(matrix_from_quaternion(pose[3:]) for pose in (start, after))))
        points.append(float(np.linalg.norm(after[:3] - start[:3])))
    return {
        "count": count,
        "jumps": sum(step > STEP for step in steps),
        "largest_step": max(steps),
        "joints": {"median": float(np.median(joints)), "p95": float(np.quantile(joints, 0.95))},
        "turn": {"median": float(np.median(turns)), "p95": float(np.quantile(turns, 0.95))},
        "point": max(points),
    }


def bumps(torso: Torso, seeds: int, switches: int) -> dict[str, Any]:
    """Largest step of a joint's speed after switching anything at any time [rad/s]."""
    worst = [switching(torso, seed, switches) for seed in drawn_seeds("torso switching", seeds)]
    bumped = sum(step > BUMP for step in worst)
    return {
        "runs": seeds, "bumped": bumped, "switches": seeds * switches, "largest": max(worst),
        "median": float(np.median(worst)),
    }  # fmt: skip


def copies(torso: Torso) -> list[dict[str, float]]:
    """Lag and error behind a master that swings all joints of both arms."""
    rows = []
    for hertz, amplitude in ((0.2, 0.5), (0.5, 0.4), (0.8, 0.3), (1.0, 0.25)):
        torso.reset()
        lag, error = copied(torso, hertz, amplitude, 6.0)
        rows.append({"hertz": hertz, "amplitude": amplitude, "lag": lag, "error": error})
    return rows


def free_run(torso: Torso, seconds: float) -> float:
    """Simulated seconds in a second, both arms, hands and the scheme at work."""
    torso.reset()
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
    with tempfile.TemporaryDirectory() as folder:
        torso = Torso(Path(folder))
        found = {
            "following": following(torso, max(2, round(20 * scale))),
            "closed_paths": {way: closed_paths(torso, max(2, round(30 * scale)), way) for way in ("descent", "solve")},
            "bumps": bumps(torso, max(1, round(10 * scale)), 30),
            "copying": copies(torso),
            "free_run": free_run(torso, 20.0),
        }
    (ROOT / "validation/torso.json").write_text(json.dumps(report(found, scale), indent=1) + "\n")


if __name__ == "__main__":
    main()
