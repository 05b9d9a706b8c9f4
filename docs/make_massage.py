"""Makes the plots of the page on massage from validation/massage.json: `python docs/make_massage.py`."""

import json
import math
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt
import numpy as np

ROOT = Path(__file__).resolve().parents[1]
ASSETS = ROOT / "docs/assets"
TEAL, BLUE, RUST, GREY = "#076c77", "#2460c4", "#a84406", "#6b7480"


def save(figure: Any, name: str) -> None:
    figure.savefig(ASSETS / name, metadata={"Date": None})
    plt.close(figure)


def strokes(found: dict[str, Any]) -> None:
    """Force along the stroke by both controls."""
    figure, (left, right) = plt.subplots(1, 2, figsize=(9.6, 3.4), layout="constrained")
    for axes, names in ((left, ("position", "force")), (right, ("force", "fast"))):
        for name in names:
            curve = found[name]
            time = np.array(curve["time"])
            label = {"position": "position control", "force": "position-force, 25 mm/s",
                     "fast": "position-force, 50 mm/s, other gains"}[name]  # fmt: skip
            colour = {"position": RUST, "force": TEAL, "fast": BLUE}[name]
            axes.plot(time / time[-1], curve["force"], color=colour, lw=1.4, label=label)
        axes.axhline(10.0, color=GREY, lw=0.8, ls=":")
        axes.set(xlabel="share of the stroke", ylabel="force on the surface [N]")
        axes.legend(frameon=False, fontsize=8, loc="upper right")
    left.set(ylim=(0, 52))
    right.set(ylim=(9.0, 11.2))
    save(figure, "massage-strokes.svg")


def trends(found: dict[str, Any]) -> None:
    """Error against knots and against speed."""
    figure, (left, right) = plt.subplots(1, 2, figsize=(9.6, 3.4), layout="constrained")
    knots = [row["knots"] for row in found["knots"]]
    for name, label, style in (("theory", "formula", ":"), ("stiff", "joints of 150 rad/s", "s-"),
                               ("arm", "joints of 60 rad/s", "o-")):  # fmt: skip
        colour = {"theory": GREY, "stiff": BLUE, "arm": RUST}[name]
        left.plot(knots, [row[name] for row in found["knots"]], style, color=colour, ms=4, lw=1.3, label=label)
    left.set(
        xscale="log", yscale="log", xlabel="knots over the arc", ylabel="error of position control by wanted force"
    )
    left.set_xticks(knots, [str(k) for k in knots])
    left.set_yticks([0.2, 0.5, 1, 2, 5], ["0.2", "0.5", "1", "2", "5"])
    left.minorticks_off()
    left.legend(frameon=False, fontsize=8)
    for name, label, colour, ratio in (("speeds", "$k_{pf}$ 9e4, $k_{vf}$ 600", TEAL, 600 / 9e4),
                                       ("fast_speeds", "$k_{pf}$ 25e4, $k_{vf}$ 286", BLUE, 286 / 25e4)):  # fmt: skip
        speed, error = np.array(found[name]).T
        right.plot(1e3 * speed, 100 * error, "o-", color=colour, ms=4, lw=1.3, label=label)
        theory = 7000.0 * ratio * speed * math.sin(math.pi / 12) / 10.0
        right.plot(1e3 * speed, 100 * theory, ":", color=colour, lw=1.0)
    right.set(xlabel="speed [mm/s]", ylabel="error of position-force control [%]", xlim=(0, None), ylim=(0, None))
    right.legend(frameon=False, fontsize=8)
    save(figure, "massage-trends.svg")


def scenes() -> None:
    """PM-01 at work, in both worlds: for this page, and as pictures of the exercises."""
    import mujoco
    from PIL import Image

    import pult

    arm = pult.load_robot("pm01").chain("arm")
    exercises = ROOT / "src/pult/catalog/massage"
    sphere, patient = [exercises / "massage-stroke.webp"], [exercises / "massage-patient.webp"]
    for name, files, point, angle, look in (
        ("massage", sphere, (0.4, 0.075, 0.43), 0.52, (0.33, 0.0, 0.55)),
        ("massage-patient", [*patient, ASSETS / "massage-patient.webp"], (0.51, 0.05, 0.415), 0.0, (0.36, 0.0, 0.5)),
    ):
        world = pult.load_world(name)
        model = world.model
        data = mujoco.MjData(model)
        data.qpos[:] = world.start()
        c, s = math.cos(angle), math.sin(angle)
        target = np.eye(4)
        target[:3, :3] = np.array([[1, 0, 0], [0, c, s], [0, -s, c]]) @ np.diag([-1.0, 1.0, -1.0])
        target[:3, 3] = point
        data.qpos[:6], data.qpos[6] = pult.solve_ik(arm, target, data.qpos[:6]).q, 0.03
        mujoco.mj_forward(model, data)
        model.vis.global_.offwidth, model.vis.global_.offheight = 1280, 720
        camera = mujoco.MjvCamera()
        camera.lookat, camera.distance, camera.azimuth, camera.elevation = look, 1.75, 146.0, -16.0
        with mujoco.Renderer(model, 720, 1280) as renderer:
            renderer.update_scene(data, camera)
            picture = Image.fromarray(renderer.render()).resize((640, 360), Image.Resampling.LANCZOS)
        for file in files:
            picture.save(file, quality=88)


def main() -> None:
    plt.rcParams.update({"svg.hashsalt": "pult", "svg.fonttype": "none", "font.family": "sans-serif",
                         "axes.spines.top": False, "axes.spines.right": False})  # fmt: skip
    found = json.loads((ROOT / "validation/massage.json").read_text(encoding="utf-8"))["figures"]
    strokes(found)
    trends(found)
    scenes()


if __name__ == "__main__":
    main()
