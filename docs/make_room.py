"""Makes the pictures of the biped's room: `python docs/make_room.py` where there is OpenGL.

The picture in the gallery is of the room at the start of an attempt. A scripted operator then does the whole task: four
moments of it, a moving picture, and what the meter shows on the way. With `card` as argument only the first is made.
"""

import os

os.environ.setdefault("MUJOCO_GL", "egl")  # before MuJoCo is imported: it chooses its OpenGL then

import sys
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt
import mujoco
import numpy as np
from course import FINER, Course
from PIL import Image

import pult

ROOT = Path(__file__).resolve().parents[1]
ASSETS, GALLERY = ROOT / "docs/assets", ROOT / "src/pult/catalog/biped"
EXERCISE, PILOT, SEED = "biped-decontaminate", "decontaminator", 1
TEAL, RUST, GREY = "#076c77", "#a84406", "#8c9aa1"
STARTING = (-0.75, 0.05, 1.0277)
"""Where the robot is put for the picture of the gallery: in the door [m]."""
ROOM = ((2.6, -0.4, 0.75), 8.4, 46.0, -29.0)
"""The whole room: look at [m], distance [m], azimuth and elevation [degrees]."""
FILM, FPS, SPEED, QUALITY = (400, 250), 5, 6.0, 55
"""Size [px], pictures a second, times real time, and quality of the moving picture."""
MICROSIEVERT_PER_HOUR = 1e-6 / 3600.0


def rendered(model: Any, data: Any, view: Any, size: tuple[int, int]) -> Image.Image:
    """A view of a scene."""
    width, height = size
    model.vis.global_.offwidth, model.vis.global_.offheight = FINER * width, FINER * height
    shown, camera = mujoco.MjvOption(), mujoco.MjvCamera()
    shown.geomgroup[3:] = 0
    camera.lookat, camera.distance, camera.azimuth, camera.elevation = view
    with mujoco.Renderer(model, FINER * height, FINER * width) as renderer:
        renderer.update_scene(data, camera, shown)
        renderer.scene.flags[mujoco.mjtRndFlag.mjRND_SKYBOX] = 1
        return Image.fromarray(renderer.render()).resize((width, height), Image.Resampling.LANCZOS)


def card() -> None:
    """The picture in the gallery."""
    world = pult.load_world("biped-room")
    data = mujoco.MjData(world.model)
    data.qpos[:] = world.start()
    start = world.model.joint("floating_base").qposadr[0]
    data.qpos[start : start + 3] = STARTING
    mujoco.mj_forward(world.model, data)
    rendered(world.model, data, ROOM, (640, 360)).save(GALLERY / f"{EXERCISE}.webp", quality=82, method=6)
    rendered(world.model, data, ROOM, (1040, 585)).save(ASSETS / "biped-room-view.webp", quality=84, method=6)


def close_up(course: Course, row: int, azimuth: float) -> tuple[Any, float, float, float]:
    """A view of the robot from behind one of its shoulders; the azimuth is counted from its heading [degrees]."""
    data = course.data(row)
    pelvis = data.body("pelvis")
    heading = np.degrees(np.arctan2(pelvis.xmat[3], pelvis.xmat[0]))
    return (pelvis.xpos[0], pelvis.xpos[1], 1.15), 3.2, heading + azimuth, -14.0


def moments(course: Course) -> None:
    """Four moments: it reads the meter, takes the jar, carries it, and has dropped it."""
    found, grasped, lifted, carried, dropped = course.ends
    rows = ((found // 2, 40.0), (grasped, 62.0), ((lifted + carried) // 2, 40.0), (carried + (dropped - carried) // 2, 60.0))
    canvas = Image.new("RGB", (1040, 420), "white")
    for column, (row, azimuth) in enumerate(rows):
        view = close_up(course, row, azimuth)
        canvas.paste(rendered(course.session.model, course.data(row), view, (257, 420)), (261 * column, 0))
    canvas.save(ASSETS / "biped-room.webp", quality=84, method=6)


def film(course: Course) -> None:
    """The whole attempt."""
    step = round(SPEED / FPS / course.session.dt)
    frames = [
        rendered(course.session.model, course.data(row), ROOM, FILM) for row in range(0, len(course.rows), step)
    ]
    times = [round(1000 / FPS)] * (len(frames) - 1) + [1500]
    frames[0].save(
        ASSETS / f"{EXERCISE}.webp", save_all=True, append_images=frames[1:], duration=times, loop=0, quality=QUALITY,
        method=6,
    )  # fmt: skip


def plot(course: Course) -> None:
    """Dose rate over time, with the stages."""
    time = np.arange(len(course.rows)) * course.session.dt
    rate = course.signal("output.dose_rate")[:, 0] / MICROSIEVERT_PER_HOUR
    figure, axes = plt.subplots(figsize=(9.0, 2.8), layout="constrained")
    axes.semilogy(time, np.maximum(rate, 0.05), color=TEAL, linewidth=1.2)
    for end, name in zip(course.ends, ("found", "grasped", "lifted", "at the bin", "dropped"), strict=True):
        axes.axvline(end * course.session.dt, color=GREY, linewidth=0.8, linestyle=":")
        axes.annotate(name, (end * course.session.dt, 0.06), rotation=90, ha="right", va="bottom", color=RUST)
    axes.set(xlabel="time [s]", ylabel="dose rate [µSv/h]")
    figure.savefig(ASSETS / "biped-dose.svg", metadata={"Date": None})


def main() -> None:
    """Make everything, or the card alone."""
    card()
    if sys.argv[1:] != ["card"]:
        course = Course(EXERCISE, PILOT, SEED)
        moments(course)
        film(course)
        plot(course)


if __name__ == "__main__":
    main()
