"""Makes the pictures and listings of the docs, so that they never go stale: python docs/make_pictures.py."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.animation import FuncAnimation, PillowWriter

import pult
from pult.motion.ik.picture import (
    arm_points,
    descent_postures,
    draw_descent,
    draw_reachability,
    draw_step,
    plane_extent,
)
from pult.motion.ik.workspace import plane_grid
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


def kinematics() -> None:
    """Coordinate descent step by step and animated, a map of reach, and errors as people see them."""
    arm = pult.Chain.from_dh([(0.5, 0.0, 0.0, 0.0), (0.4, 0.0, 0.0, 0.0), (0.3, 0.0, 0.0, 0.0)], "standard")
    start, point = np.radians([5.0, 25.0, 30.0]), np.array([0.1, 0.8, 0.0])
    result = pult.coordinate_descent(arm, start, point, trace=True)
    draw_descent(arm, start, point, result).savefig(ASSETS / "descent-steps.svg", metadata={"Date": None})
    animate_descent(arm, start, point, result)
    panda = pult.load_robot("panda")
    chain = panda.chain("arm")
    points, u, v = plane_grid(chain, "xz", 0.0, 60)
    found = pult.reachability_map(chain, points, 24)
    figure = draw_reachability(found, u, v, "xz", 0.0, panda.name, arm_points(chain, panda.home("arm")))
    figure.savefig(ASSETS / "reach-panda.png", dpi=110, metadata={"Software": None})
    (ASSETS / "kinematics_errors.txt").write_text("\n".join(kinematics_errors()) + "\n", encoding="utf-8")


def animate_descent(arm: pult.Chain, start: np.ndarray, point: np.ndarray, result: pult.IkResult) -> None:
    """The same descent as a moving picture; the last turns are too small to see."""
    postures = descent_postures(arm, start, result)
    low, high = plane_extent(arm, postures, point)
    figure, axes = plt.subplots(figsize=(3.6, 3.6 * (high[1] - low[1]) / (high[0] - low[0]) + 0.3), dpi=100)
    figure.subplots_adjust(0.0, 0.0, 1.0, 0.92)
    rounds = 8
    frames = [(step, part) for step in range(min(rounds, len(result.trace))) for part in np.linspace(0.0, 1.0, 10)]
    frames += [(frames[-1][0], 1.0)] * 12

    def show(frame: tuple[int, float]) -> None:
        step, part = frame
        before = postures[step]
        axes.clear()
        draw_step(axes, arm, before, before + part * (postures[step + 1] - before), result.trace[step].joint, point)
        axes.set(xlim=(low[0], high[0]), ylim=(low[1], high[1]))
        axes.set_title(f"{step + 1}. {result.trace[step].name}", fontsize=10)

    moving = FuncAnimation(figure, show, frames=frames, interval=60)
    moving.save(ASSETS / "descent.gif", writer=PillowWriter(fps=16))
    plt.close(figure)


def kinematics_errors() -> Iterator[str]:
    """What a person reads when something is wrong."""
    panda = pult.load_robot("panda").chain("arm")
    attempts: list[Callable[[], object]] = [
        lambda: pult.Chain.from_dh([], "standard"),
        lambda: pult.Chain.from_dh([{"a": 1, "alpha": 0, "d": 0, "lower": 2, "upper": -2}], "standard"),
        lambda: pult.Chain.from_dh([(0, 0, 0, 0), (0, 1.57, 0, 0)], "standard"),
        lambda: pult.Chain.from_dh([(1, 0, 0, 0)], "denavit"),  # type: ignore[arg-type]
        lambda: pult.Chain.from_mjcf(pult.shipped_robot("two-link").with_name("two-link.xml"), effector="hnad"),
        lambda: pult.solve_ik(panda, [0.4, float("nan"), 0.5]),
        lambda: pult.solve_ik(panda, [0.4, 0.2, 0.5], [0.0] * 6),
        lambda: pult.solve_ik(panda, [0.4, 0.2, 0.5], prefer="center"),  # type: ignore[arg-type]
    ]
    for attempt in attempts:
        try:
            attempt()
        except pult.PultError as error:
            yield str(error).replace(str(ROOT / "src/pult/catalog/robots") + os.sep, "")


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
    kinematics()
    listings()
