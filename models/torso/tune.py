"""Gains of the torso's PD controllers, by trial: `python -m models.torso.tune` in the root of the repository.

The right hand is led by the joystick at 0.1 m/s along a path with corners, in physics, with many pairs of gains. Two
figures tell them apart: how far the wrist is from where it is led (root of the mean square), and how much the
voltages tremble while the hand rests. It writes `docs/assets/torso-gains.json` and `.svg`; the pair that the scheme
`torso` has is marked. Damping is given for the strong joints; the light ones (forearm, wrist, neck) have a sixth of
it, since a motor of 15 N m with hardly any inertia behind it is already damped by itself, and chatters with more.
The pairs are a sweep on all cores, which goes on where it was stopped.
"""

import json
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.figure import Figure
from tests.sim.torso_lab import drive_hand
from validation.sweeps import calls
from validation.torso_trial import fresh_torso

from pult.sim.commands import SetParameter

ROOT = Path(__file__).resolve().parents[2]
ASSETS = ROOT / "docs/assets"
CHOSEN = (20.0, 0.3)
STIFFNESS = (5.0, 10.0, 20.0, 40.0, 80.0)
DAMPING = (0.0, 0.1, 0.3, 0.6, 1.0)
LIGHT = 1.0 / 6.0
"""Damping of forearm, wrist and neck against that of the strong joints."""
PATH = ([0.1, 0.0, 0.0], [0.0, 0.0, 0.1], [-0.1, 0.05, 0.0], [0.0, 0.0, -0.1])
"""Velocities of the hand, each for a second [m/s]."""


def gains(damping: float) -> list[float]:
    """Damping of all joints in the order waist, neck, right arm, left arm."""
    light, arm = damping * LIGHT, [damping] * 4 + [damping * LIGHT] * 3
    return [damping, damping, light, light, *arm, *arm]


def trial(*, seed: int, kp: float, kd: float, weightless: bool) -> dict[str, float]:  # noqa: ARG001 - nothing is drawn
    """Following error [m] and tremor of the voltages at rest [V] with a pair of gains."""
    torso = fresh_torso()
    torso.session.apply(SetParameter(name="servo.pd.kp", value=[kp] * 18))
    torso.session.apply(SetParameter(name="servo.pd.kd", value=gains(kd)))
    torso.weightless(weightless)
    errors = []
    for velocity in PATH:
        found = drive_hand(torso, "right_hand", velocity, 1.0)
        errors.append(np.linalg.norm(found["here"] - found["point"], axis=1))
    (voltages,) = torso.run(1.0, "drive.right_arm")
    error = float(np.sqrt(np.square(np.concatenate(errors)).mean()))
    return {"error": error, "tremor": float(np.abs(np.diff(voltages, axis=0)).max())}


def draw(rows: list[dict[str, float]], file: Path) -> None:
    """Both figures over the stiffness, one line for each damping."""
    figure = Figure(figsize=(8.0, 3.2), layout="constrained")
    axes = figure.subplots(1, 2)
    for ax, key, label, factor in (
        (axes[0], "error", "following error [mm]", 1e3),
        (axes[1], "tremor", "tremor of the voltages at rest [V]", 1.0),
    ):
        for kd in DAMPING:
            line = [row for row in rows if row["kd"] == kd]
            values = [max(factor * row[key], 1e-5) for row in line]
            ax.plot([row["kp"] for row in line], values, "o-", label=f"Kd {kd:g}")
        ax.set(xscale="log", yscale="log", xlabel="Kp [V/rad]", ylabel=label)
        ax.axvline(CHOSEN[0], color="#888", linewidth=0.8)
        ax.grid(alpha=0.3)
    axes[0].legend(fontsize=8)
    figure.savefig(file, metadata={"Date": None})


def main() -> None:
    """Try all pairs and write the results."""
    pairs = [(kp, kd, True) for kd in DAMPING for kp in STIFFNESS]
    runs = [({"kp": kp, "kd": kd, "weightless": on}, 0) for kp, kd, on in (*pairs, (*CHOSEN, False))]
    measured = calls("torso-gains", "models.torso.tune:trial", runs)
    *rows, heavy = [{"kp": row.values["kp"], "kd": row.values["kd"], **row.metrics} for row in measured]
    found: dict[str, Any] = {"chosen": {"kp": CHOSEN[0], "kd": CHOSEN[1]}, "without_weights": heavy, "rows": rows}
    (ASSETS / "torso-gains.json").write_text(json.dumps(found, indent=1) + "\n")
    draw(rows, ASSETS / "torso-gains.svg")


if __name__ == "__main__":
    main()
