"""Makes the pictures of walking: `python docs/make_walk.py`."""

import math
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt
import numpy as np

import pult
from pult.core.shipped import shipped_file
from pult.motion.walk.check import check_pattern
from pult.motion.walk.gait import GaitDocument, dcm_gait, paper_gait
from pult.motion.walk.pattern import Pattern, make_pattern
from pult.motion.walk.picture import walk_svg
from pult.motion.walk.plan import Command, Turn, Walk
from pult.motion.walk.rows import COM, LEFT, RIGHT, ZMP
from pult.robot.robot import load_robot
from pult.robot.walker import Walker
from pult.scheme.draw import draw_scheme

ASSETS = Path(__file__).resolve().parent / "assets"
GREEN, PURPLE, BLUE, RUST = "#2e7d4f", "#8a4fa3", "#1f5f8f", "#a84406"


def above(name: str, gait: GaitDocument, walker: Walker, commands: list[Command]) -> None:
    """A walk from above with its margins."""
    pattern = make_pattern(gait, walker, commands)
    (ASSETS / name).write_text(walk_svg(pattern, walker, check_pattern(pattern, walker)))


def sideways(axis: Any, pattern: Pattern, title: str) -> None:
    """Centre of mass and zero-moment point to the side, over time."""
    t = pattern.gait.step * np.arange(len(pattern.rows))
    axis.plot(t, pattern.rows[:, LEFT + 1], color=BLUE, lw=0.8, ls="--", label="feet")
    axis.plot(t, pattern.rows[:, RIGHT + 1], color=BLUE, lw=0.8, ls="--")
    axis.plot(t, pattern.rows[:, ZMP + 1], color=PURPLE, lw=1.0, label="zero-moment point")
    axis.plot(t, pattern.rows[:, COM + 1], color=GREEN, lw=1.6, label="centre of mass")
    axis.set_title(title, fontsize=9, loc="left")
    axis.set_ylabel("to the left [m]")
    axis.grid(alpha=0.3)


def alphas(walker: Walker) -> None:
    """Why the printed alpha falls."""
    figure, axes = plt.subplots(3, 1, figsize=(8.0, 6.4), sharex=False, constrained_layout=True)
    for axis, gait, title in (
        (axes[0], paper_gait(alpha=0.1), "paper, alpha = 0.1 as printed: the zero-moment point leaves the foot"),
        (axes[1], paper_gait(), "paper, alpha = 0.85"),
        (axes[2], dcm_gait(), "dcm"),
    ):
        sideways(axis, make_pattern(gait, walker, [Walk(3)]), title)
    axes[0].legend(fontsize=8, loc="lower left")
    axes[2].set_xlabel("time [s]")
    figure.savefig(ASSETS / "walk-sideways.svg", metadata={"Date": None})
    plt.close(figure)


def main() -> None:
    """Draw everything."""
    plt.rcParams["svg.hashsalt"] = "walk"
    walker = load_robot("biped").walker()
    above("walk-dcm.svg", dcm_gait(), walker, [Walk(4), Turn(math.pi / 4)])
    above("walk-paper.svg", paper_gait(), walker, [Walk(2), Turn(math.pi / 4)])
    alphas(walker)
    scheme = pult.load_scheme(shipped_file("scheme", "biped-buttons"))
    (ASSETS / "walk-scheme.svg").write_text(draw_scheme(scheme), encoding="utf-8")


if __name__ == "__main__":
    main()
