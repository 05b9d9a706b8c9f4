"""Makes the pictures and plots of the page on PRM-1: `python docs/make_prm1.py` where there is OpenGL.

The robot itself, the operator's attempt at `prm1-pick` in six moments, motions of the base with their wheels, a square,
and a straight line of the grab.
"""

import os

os.environ.setdefault("MUJOCO_GL", "egl")  # before MuJoCo is imported: it chooses its OpenGL then

import math
import sys
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt
import mujoco
import numpy as np
from PIL import Image

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from models.prm1.table import BODY_RADIUS, WHEEL_CIRCLE, WHEEL_HALF_WIDTH, WHEEL_RADIUS, WHEELS
from validation.prm1_pick_trial import Lab

import pult
from pult.exercise.run import drive, open_attempt
from pult.motion.mobile.steering import steered_wheel

ASSETS, GALLERY = ROOT / "docs/assets", ROOT / "src/pult/catalog/prm1"
SEED = 3
TEAL, BLUE, RUST, GREY = "#076c77", "#2460c4", "#a84406", "#8c9aa1"
WIDTH, HEIGHT, FINER = 480, 320, 2
MOTIONS = {
    "forward": (0.4, 0.0, 0.0),
    "sideways (crab)": (0.0, 0.4, 0.0),
    "on the spot (spin)": (0.0, 0.0, 0.8),
    "about a point": (-0.45 * 0.8, -0.5 * 0.8, 0.8),
}
"""Forward, left [m/s], rate of turn [rad/s]; the last about the point 0.5 m ahead and 0.45 m to the right."""


def rendered(model: Any, qpos: Any, camera: Any, size: tuple[int, int], mocap: Any = None) -> Image.Image:
    """The scene, seen by a camera of the model (a name) or from (look at, distance, azimuth, elevation)."""
    width, height = size
    data = mujoco.MjData(model)
    data.qpos[:] = qpos
    if mocap is not None:
        data.mocap_pos[0], data.mocap_quat[0] = mocap[:3], mocap[3:]
    mujoco.mj_forward(model, data)
    model.vis.global_.offwidth, model.vis.global_.offheight = FINER * width, FINER * height
    shown = mujoco.MjvOption()
    shown.geomgroup[3:] = 0
    seen = camera
    if not isinstance(camera, str):
        seen = mujoco.MjvCamera()
        seen.lookat, seen.distance, seen.azimuth, seen.elevation = camera
    with mujoco.Renderer(model, FINER * height, FINER * width) as renderer:
        renderer.update_scene(data, seen, shown)
        return Image.fromarray(renderer.render()).resize((width, height), Image.Resampling.LANCZOS)


def robot() -> None:
    """The robot folded for driving, and raised over a table."""
    world = pult.load_world("prm1")
    canvas = Image.new("RGB", (2 * 520 + 8, 420), "white")
    views = (("home", ((0.2, 0.0, 0.42), 2.1, 140.0, -16.0)), ("ready", ((0.35, 0.0, 0.52), 2.3, 40.0, -16.0)))
    for number, (pose, view) in enumerate(views):
        canvas.paste(rendered(world.model, world.start(pose), view, (520, 420)), (number * 528, 0))
    canvas.save(ASSETS / "prm1.webp", quality=86, method=6)


def moments() -> None:
    """Six moments of an attempt in one picture, and the card of the exercise."""
    done = open_attempt(pult.load_exercise("prm1-pick"), "semi-automatic", SEED)
    drive(done, pult.find_pilot("prm1-pick", "semi-automatic"), SEED)
    verdict = done.judge.verdict()
    assert verdict.success, verdict.reason
    rows, channels, model = np.array(done.rows), done.session.channels, done.session.model
    qpos, mark = rows[:, channels.find("qpos").place], rows[0, channels.find("body.mark").place]
    can = rows[:, channels.find("body.canister").place]
    driven, aimed, reached, _, lifted, put, left = (stage.end for stage in verdict.stages)
    wide = ((-0.75, 0.0, 0.6), 3.4, 52.0, -24.0)
    near = (tuple(can[0, :3] - np.array([0.12, 0.0, -0.02])), 1.15, 62.0, -20.0)
    over = (tuple(mark[:3] - np.array([0.12, 0.0, -0.05])), 1.25, 62.0, -22.0)
    shots: list[tuple[int, Any]] = [
        (driven // 2, wide), (aimed, near), (aimed, "grab"), (reached + 60, near), ((lifted + put) // 2, wide), (left, over)
    ]  # fmt: skip
    canvas = Image.new("RGB", (3 * WIDTH + 16, 2 * HEIGHT + 8), "white")
    for number, (row, view) in enumerate(shots):
        picture = rendered(model, qpos[min(row, len(qpos) - 1)], view, (WIDTH, HEIGHT), mark)
        canvas.paste(picture, ((number % 3) * (WIDTH + 8), (number // 3) * (HEIGHT + 8)))
    canvas.save(ASSETS / "prm1-pick.webp", quality=86, method=6)
    card = rendered(model, qpos[lifted + 60], ((-0.6, 0.0, 0.68), 2.75, 56.0, -22.0), (640, 360), mark)
    card.save(GALLERY / "prm1-pick.webp", quality=84, method=6)


def wheels() -> None:
    """Motions of the base from above, with its wheels and the velocities of their places."""
    figure, axes = plt.subplots(1, 4, figsize=(9.6, 2.9), layout="constrained")
    for one, (name, (vx, vy, w)) in zip(axes, MOTIONS.items(), strict=True):
        turn = np.linspace(0.0, math.tau, 90)
        one.fill(BODY_RADIUS * np.cos(turn), BODY_RADIUS * np.sin(turn), color="#e7ecee", ec=GREY, lw=0.9)
        one.annotate("", (0.24, 0.0), (0.12, 0.0), arrowprops={"arrowstyle": "-|>", "color": GREY, "lw": 1.2})
        for x, y in WHEELS.values():
            angle, _, _ = steered_wheel(vx, vy, w, x, y, 0.0, -2.1, 2.1)
            c, s = math.cos(angle), math.sin(angle)
            box = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * (WHEEL_RADIUS, WHEEL_HALF_WIDTH)
            one.fill(*(box @ np.array([[c, s], [-s, c]]) + (x, y)).T, color="#3a434a")
            way = np.array([vx - w * y, vy + w * x])
            one.annotate(
                "", (x + 0.6 * way[0], y + 0.6 * way[1]), (x, y),
                arrowprops={"arrowstyle": "-|>", "color": RUST, "lw": 1.6, "shrinkA": 0, "shrinkB": 0},
            )  # fmt: skip
            if w:
                one.plot((x, -vy / w), (y, vx / w), color=TEAL, lw=0.7, ls=":")
        if w:
            one.plot(-vy / w, vx / w, "o", color=TEAL, ms=5)
        one.set(aspect="equal", xlim=(-0.62, 0.72), ylim=(-0.66, 0.56))
        one.set_title(name, fontsize=10)
        one.axis("off")
    figure.savefig(ASSETS / "prm1-steering.svg", metadata={"Date": None})
    plt.close(figure)


def way() -> None:
    """A square with turns at its corners, and a line of the grab: where it was, and by how much off."""
    figure, (left, middle, right) = plt.subplots(
        1, 3, figsize=(9.6, 2.9), layout="constrained", width_ratios=(1, 1.1, 1.1)
    )
    lab = Lab()
    lab.set(effectors="base", speed=0.8)
    true, counted = [], []
    for turns in 4 * (False, True):
        lab.set(joystick=[0.0, 0.0, 1.0] if turns else [1.0, 0.0, 0.0])
        done, rate, length = 0.0, 0.0, math.pi / 2.0 if turns else 2.0
        for _ in range(900):
            true.append(lab.pose())  # where it was when the sensors were read
            lab.session.advance(1)
            counted.append([float(lab.signal(f"scheme.base.odometry.{axis}")[0]) for axis in ("x", "y")])
            forward, left_speed = lab.signal("scheme.base.steer.velocity")
            rate = abs(float(lab.signal("scheme.base.steer.turning")[0])) if turns else math.hypot(forward, left_speed)
            done += 0.01 * rate
            if done + rate * rate * (WHEEL_CIRCLE if turns else 1.0) / 1.6 >= length:  # braking does the rest
                lab.set(joystick=[0.0, 0.0, 0.0])
                if rate == 0.0:
                    break
        lab.session.advance(20)
    at, told = np.array(true), np.array(counted)
    left.plot(*at[:, :2].T, color=TEAL, lw=1.4)
    left.set(aspect="equal", xlabel="x [m]", ylabel="y [m]", title="a square, without looking")
    off = 1e3 * np.linalg.norm(at[:, :2] - told[:, :2], axis=1)
    middle.plot(0.01 * np.arange(len(off)), off, color=RUST, lw=1.0)
    middle.set(xlabel="time [s]", ylabel="odometry off [mm]", title="odometry against the truth")
    lab = Lab()
    lab.set(effectors="grab", speed=0.3)
    begin, goal = lab.tip(), np.array([1.08, 0.3, 0.34])
    lab.set(target_x=1080, target_y=300, target_z=340, target_pitch=0, go=True)
    away, gone = [], []
    direction = (goal - begin) / np.linalg.norm(goal - begin)
    for _ in range(900):
        lab.session.advance(1)
        step = lab.tip() - begin
        gone.append(float(step @ direction))
        away.append(1e3 * float(np.linalg.norm(step - gone[-1] * direction)))
    right.plot(1e3 * np.array(gone), away, color=BLUE, lw=1.0)
    right.set(
        xlabel="way of the finger tips [mm]", ylabel="off the line [mm]", ylim=(0.0, None), title="a line of the grab"
    )
    for axes in (left, middle, right):
        axes.title.set_fontsize(10)
    figure.savefig(ASSETS / "prm1-way.svg", metadata={"Date": None})
    plt.close(figure)


def main() -> None:
    """All of them."""
    plt.rcParams.update({"svg.hashsalt": "pult", "svg.fonttype": "none", "font.family": "sans-serif",
                         "axes.spines.top": False, "axes.spines.right": False})  # fmt: skip
    robot()
    wheels()
    way()
    moments()


if __name__ == "__main__":
    main()
