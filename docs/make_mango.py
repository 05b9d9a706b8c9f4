"""Makes the pictures of the page on ManGo: `python docs/make_mango.py`."""

import math
import os
import sys
from pathlib import Path
from typing import Any

import matplotlib

os.environ.setdefault("MUJOCO_GL", "egl")  # before MuJoCo is imported: it chooses its OpenGL then

matplotlib.use("svg")
import matplotlib.pyplot as plt
import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from models.mango.make import ARM, PAIR

import pult
from pult.makers.mango.picture import draw_design
from pult.makers.mango.scheme import bindings
from pult.motion.carry.paths import padded
from pult.sim.commands import Input

ASSETS = ROOT / "docs/assets"
EXERCISES = ROOT / "src/pult/catalog/mango"
TEAL, BLUE, RUST, GREY = "#076c77", "#2460c4", "#a84406", "#6b7480"
KNOTS = [(0.0, 0.0, 0.0), (0.08, 0.1, 0.1), (-0.08, 0.2, -0.1), (0.0, 0.28, 0.1)]


def carried() -> dict[str, Any]:
    """Two arms carry a bar along a spline: its way, and the internal force."""
    points, turns = padded(KNOTS)
    parameters = {"lead.points": points, "lead.knot_turns": turns, "lead.speed": 0.3, "lead.max_acceleration": 1.0}
    setup = pult.Setup(
        world="mango-pair", scheme="mango-pair-path", panel="mango-path", parameters=parameters, **bindings(PAIR)
    )
    session = pult.open_session(setup)
    session.advance(100)
    session.apply(Input(values={"run": True}))
    channels, rows = session.channels, []
    for _ in range(1200):
        session.advance(1)
        rows.append(session.row.copy())
    table = np.array(rows)
    names = ("body.load", "output.place", "output.turn", "scheme.coordinate.squeeze.size", "time")
    return {name: table[:, channels.find(name).place] for name in names}


def motion(found: dict[str, Any]) -> None:
    """Way of the bar, its error and the internal force."""
    figure, (left, middle, right) = plt.subplots(
        1, 3, figsize=(11.6, 3.4), layout="constrained", width_ratios=(1.0, 1.1, 1.1)
    )
    place, wanted = found["body.load"][:-1], found["output.place"][1:]
    time = found["time"][:-1, 0] - found["time"][0, 0]
    half = PAIR.load.radius
    for row, turn in zip(place[::90], found["output.turn"][::90, 0], strict=False):
        arm = half * np.array([math.cos(turn), math.sin(turn)])
        ends = np.array([row[:2] - arm, row[:2] + arm])
        left.plot(*ends.T, color=GREY, lw=0.9, alpha=0.7)
    left.plot(*place[:, :2].T, color=TEAL, lw=1.8)
    left.plot(*np.array(KNOTS)[:, :2].T, "o", color=RUST, ms=4)
    left.set(aspect="equal", xlabel="x [m]", ylabel="y [m]", title="the bar and its knots")
    off = 1e3 * np.hypot(*(place[:, :2] - wanted).T)
    middle.plot(time, off, color=TEAL, lw=1.1)
    middle.set(xlabel="time [s]", ylabel="distance from the set-point [mm]", ylim=(0, None))
    right.plot(time, found["scheme.coordinate.squeeze.size"][:-1, 0], color=BLUE, lw=0.8)
    right.set(xlabel="time [s]", ylabel="internal force [N]", ylim=(0, None))
    figure.savefig(ASSETS / "mango-motion.svg", metadata={"Date": None})
    plt.close(figure)


def scenes() -> None:
    """The exercise, and three arms."""
    import mujoco
    from PIL import Image

    for name, files, look, far, azimuth, elevation in (
        ("mango-carry", [EXERCISES / "mango-carry.webp", ASSETS / "mango-carry.webp"], (0.0, 0.0, 0.0), 1.75, 90.0, -52.0),
        ("mango-trio", [ASSETS / "mango-trio.webp"], (0.0, 0.0, 0.0), 2.55, 20.0, -56.0),
    ):
        world = pult.load_world(name)
        model = world.model
        data = mujoco.MjData(model)
        data.qpos[:] = world.start()
        mujoco.mj_forward(model, data)
        model.vis.global_.offwidth, model.vis.global_.offheight = 1280, 720
        camera = mujoco.MjvCamera()
        camera.lookat, camera.distance, camera.azimuth, camera.elevation = look, far, azimuth, elevation
        options = mujoco.MjvOption()
        options.flags[mujoco.mjtVisFlag.mjVIS_TENDON] = False
        with mujoco.Renderer(model, 720, 1280) as renderer:
            renderer.update_scene(data, camera, options)
            picture = Image.fromarray(renderer.render()).resize((640, 360), Image.Resampling.LANCZOS)
        for file in files:
            picture.save(file, quality=88)


def main() -> None:
    plt.rcParams.update({"svg.hashsalt": "pult", "svg.fonttype": "none", "font.family": "sans-serif",
                         "axes.spines.top": False, "axes.spines.right": False})  # fmt: skip
    draw_design(ARM, ASSETS / "mango-design.svg")
    motion(carried())
    scenes()


if __name__ == "__main__":
    main()
