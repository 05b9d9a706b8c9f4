"""Makes the pictures and plots of the door of PRM-1: `python docs/make_door.py` where there is OpenGL.

The operator opens the door once. Pictures show six moments of it, the plots its course; the latch is drawn from its
measures.
"""

import os

os.environ.setdefault("MUJOCO_GL", "egl")  # before MuJoCo is imported: it chooses its OpenGL then

import sys
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt
import numpy as np
from course import Course
from PIL import Image

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from models.prm1 import latch_door as latch
from tests.world.door_lab import Door

ASSETS, GALLERY = ROOT / "docs/assets", ROOT / "src/pult/catalog/prm1"
SEED = 3
TEAL, BLUE, RUST, GREY = "#076c77", "#2460c4", "#a84406", "#8c9aa1"
WIDTH, HEIGHT = 480, 320


def moments(course: Course) -> None:
    """Six moments in one picture, and the card of the exercise."""
    lever = course.signal("site.lever")[0, :3]
    base = course.signal("body.base")
    reach, grip, turn, _, release, through = course.ends
    wide = (1.2, 0.4, 0.7), 4.6, 28.0, -28.0
    near = lever - np.array([0.12, 0.0, 0.0]), 1.15, 58.0, -22.0
    middle = (release + through) // 2
    doorway = int(np.argmin(np.abs(base[release:, 0] - 1.7))) + release
    shots = [
        (reach // 3, *wide),
        (grip, *near),
        (turn, *near),
        (release - 900, *wide),
        (middle, (1.0, 0.6, 0.7), 4.9, 28.0, -32.0),
        (doorway, (1.4, 0.3, 0.7), 4.4, 28.0, -28.0),
    ]
    canvas = Image.new("RGB", (3 * WIDTH + 16, 2 * HEIGHT + 8), "white")
    for number, shot in enumerate(shots):
        place = (number % 3) * (WIDTH + 8), (number // 3) * (HEIGHT + 8)
        canvas.paste(course.scene(*shot, (WIDTH, HEIGHT)), place)
    canvas.save(ASSETS / "prm1-door.webp", quality=86, method=6)
    card = course.scene((turn + release) // 2, (1.25, 0.35, 0.75), 3.9, 28.0, -24.0, (640, 360))
    card.save(GALLERY / "prm1-door.webp", quality=84, method=6)


def plots(course: Course) -> None:
    """Handle, bolt, door and force over time."""
    end = course.ends[4]
    begin = course.ends[0] - 100
    time = 0.01 * np.arange(begin, end)
    figure, (left, middle, right) = plt.subplots(1, 3, figsize=(9.6, 2.7), layout="constrained")
    left.plot(
        time, np.degrees(course.signal("sensor.handle_angle")[begin:end, 0]), color=TEAL, label="handle [degrees]"
    )
    left.plot(time, 1e3 * course.signal("sensor.bolt")[begin:end, 0], color=RUST, label="bolt [mm]")
    left.axhline(1e3 * latch.ENGAGED, color=GREY, lw=0.8, ls="--")
    left.legend(frameon=False)
    middle.plot(time, np.degrees(course.signal("sensor.door_angle")[begin:end, 0]), color=TEAL)
    middle.axhline(60.0, color=GREY, lw=0.8, ls="--")
    middle.set(ylabel="door [degrees]")
    right.plot(time, course.signal("output.force")[begin:end, 0], color=BLUE, label="springs")
    right.plot(time, course.signal("output.grip")[begin:end, 0], color=RUST, lw=0.8, label="fingers")
    right.axhline(45.0, color=GREY, lw=0.8, ls="--")
    right.set(ylabel="force [N]")
    right.legend(frameon=False)
    for axes in (left, middle, right):
        axes.set(xlabel="time [s]")
    figure.savefig(ASSETS / "prm1-door-course.svg", metadata={"Date": None})
    plt.close(figure)


def section(axes: Any, hinge: float, bolt: float, title: str) -> None:
    """The latch from above, with the leaf turned about the hinge and the bolt drawn in [m]."""
    edge = latch.WIDTH + 0.0065
    lip = -0.007 - latch.PLAY
    outline = np.array([(-0.03, -0.007), (0.012, -0.007), (0.012, -0.003), (0.002, 0.007), (-0.03, 0.007)])
    at = outline + np.array([edge + latch.ENGAGED - 0.012 - bolt, 0.0])
    half = 0.5 * latch.THICKNESS
    leaf = np.array(
        [(edge - 0.09, -half), (latch.WIDTH - 0.003, -half), (latch.WIDTH - 0.003, half), (edge - 0.09, half)]
    )
    c, s = np.cos(-hinge), np.sin(-hinge)
    turned = np.array([[c, -s], [s, c]])
    for points, colour in ((leaf, "#d9b68c"), (at, "#8f98a3")):
        axes.fill(*(1e3 * (points @ turned.T)).T, color=colour, ec="#3c454d", lw=0.8)
    for low, high, colour in (
        ((edge, lip - 0.012), (edge + 0.024, lip), "#c9a227"),
        ((latch.WIDTH - 0.01, half + 0.002), (edge + 0.02, half + 0.012), "#4a4f57"),
        ((edge + 0.024, lip - 0.012), (edge + 0.045, half + 0.03), "#9aa3ad"),
    ):
        box = np.array([low, (high[0], low[1]), high, (low[0], high[1])])
        axes.fill(*(1e3 * box).T, color=colour, ec="#3c454d", lw=0.8)
    axes.set(aspect="equal", xlim=(1e3 * edge - 75, 1e3 * edge + 45), ylim=(-62, 42), title=title)
    axes.axis("off")


def latch_drawing() -> None:
    """The latch closed, drawn in, open, and falling shut, as it stands in MuJoCo."""
    figure, axes = plt.subplots(1, 4, figsize=(9.6, 2.4), layout="constrained")
    held = Door().run(1.0, pull=300.0)
    section(axes[0], held.joint("hinge"), held.joint("bolt"), "holds 300 N")
    freed = Door().run(0.6, turn=np.radians(45.0))
    section(axes[1], freed.joint("hinge"), freed.joint("bolt"), "lever at 45 degrees")
    opening = Door().run(0.6, turn=np.radians(45.0))
    while opening.joint("hinge") < np.radians(1.8):
        opening.step(pull=20.0, turn=np.radians(45.0))
    section(axes[2], opening.joint("hinge"), opening.joint("bolt"), "opens")
    falling = Door()
    falling.put("hinge", np.radians(8.0), -1.0)
    while falling.joint("bolt") < 0.004:
        falling.step()
    section(axes[3], falling.joint("hinge"), falling.joint("bolt"), "falls shut: the strike pushes it in")
    for one in axes:
        one.title.set_fontsize(9)
    figure.savefig(ASSETS / "prm1-door-latch.svg", metadata={"Date": None})
    plt.close(figure)


def main() -> None:
    """All of them."""
    plt.rcParams.update({"svg.hashsalt": "pult", "svg.fonttype": "none", "font.family": "sans-serif",
                         "axes.spines.top": False, "axes.spines.right": False})  # fmt: skip
    latch_drawing()
    course = Course("prm1-door", "contact", SEED)
    plots(course)
    moments(course)


if __name__ == "__main__":
    main()
