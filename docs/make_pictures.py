"""Makes the pictures and listings of the docs, so that they never go stale: python docs/make_pictures.py."""

import os
import subprocess
import sys
from pathlib import Path

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt

import pult
from pult.scheme.draw import draw_scheme

ROOT = Path(__file__).resolve().parents[1]
ASSETS = ROOT / "docs/assets"
SERVO = ROOT / "src/pult/catalog/schemes/servo.scheme.json"
COLOURS = {1.0: "#2460c4", 4.0: "#076c77", 8.0: "#a84406"}


def drawings() -> None:
    scheme = pult.load_scheme(SERVO)
    for theme in ("light", "dark"):
        name = "servo.svg" if theme == "light" else "servo-dark.svg"
        (ASSETS / name).write_text(draw_scheme(scheme, "axis", theme), encoding="utf-8")
    for path in sorted((ROOT / "src/pult/catalog/schemes").glob("*.scheme.json")):
        name = path.name.removesuffix(".scheme.json")
        if name != "servo":
            (ASSETS / f"{name}.svg").write_text(draw_scheme(pult.load_scheme(path)), encoding="utf-8")


def step_response() -> None:
    program = pult.compile_scheme(SERVO)
    plt.rcParams.update(
        {
            "svg.hashsalt": "pult",
            "svg.fonttype": "none",
            "font.family": "sans-serif",
            "axes.spines.top": False,
            "axes.spines.right": False,
        }
    )
    figure, axes = plt.subplots(figsize=(7, 3))
    for kp, colour in COLOURS.items():
        program.reset()
        program.set("axis.pd.kp", kp)
        angle = program.run(250, {"wanted": 1.0})["angle"]
        axes.plot([k * 0.01 for k in range(250)], angle, color=colour, lw=2)
        place = {1.0: (1.15, 0.6), 4.0: (0.06, 1.08), 8.0: (1.0, 1.25)}[kp]
        axes.annotate(f"$k_p$ = {kp:g} V/rad", place, color=colour)
    axes.axhline(1.0, color="#8c9aa1", lw=1, ls=":")
    axes.set(xlabel="time [s]", ylabel="angle [rad]", xlim=(0, 2.5), ylim=(0, 1.45))
    figure.tight_layout()
    figure.savefig(ASSETS / "step_response.svg", metadata={"Date": None})


def listings() -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "examples/01_first_scheme.py"],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ,
    )
    (ASSETS / "first_scheme.txt").write_text(done.stdout, encoding="utf-8")
    text = pult.compile_scheme(SERVO, plain=True).text.source
    (ASSETS / "servo_text.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    ASSETS.mkdir(exist_ok=True)
    drawings()
    step_response()
    listings()
