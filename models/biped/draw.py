"""Draws the biped for the docs and for the gallery: `python -m models.biped.draw` where there is OpenGL.

A scripted operator walks the marked way. `docs/assets/biped.webp` shows moments of it, the picture in the gallery one;
`docs/assets/biped-walk.webp` is a moving picture of the whole way, `docs/assets/biped-walk.svg` the way of the centre
of mass, of the wanted centre of pressure and of the soles over the floor. Another one walks by the four buttons:
`docs/assets/biped-buttons.webp` is a moving picture of it, `docs/assets/biped-buttons-way.svg` its way. The card of
`biped-push` shows it after a push. With names of exercises only these are drawn:
`python -m models.biped.draw biped-buttons`.
"""

import os
import sys

os.environ.setdefault("MUJOCO_GL", "egl")  # before MuJoCo is imported: it chooses its OpenGL then

import tempfile
from pathlib import Path

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt
import mujoco
import numpy as np
from matplotlib.patches import Polygon
from models.biped.ring import HERE, THERE
from models.biped.table import HALF_WIDTH, HEEL, TOE
from models.biped.way import MARKS
from PIL import Image

import pult
from pult.record.replay import complete_rows, reopened

ROOT = Path(__file__).parents[2]
ASSETS, GALLERY = ROOT / "docs/assets", ROOT / "src/pult/catalog/biped"
SEED, FINER = 1, 2
BLUE, RUST, GREY = "#2460c4", "#a84406", "#8c9aa1"
MARKED = {"biped-walk": MARKS, "biped-buttons": MARKS, "biped-push": (HERE, THERE)}
"""Marks on the floor, which the start places, by exercise."""
AFTER_PUSH = 30
"""Control steps from a push to the picture of it."""
FRAMES, EVERY = 60, 6
"""Pictures of the moving picture, and control steps between two of them."""


class Attempt:
    """The recorded attempt."""

    def __init__(self, exercise: str, folder: Path) -> None:
        """Run and record the default operator's attempt.

        Args:
            exercise: Name of the exercise.
            folder: Folder of the record.
        """
        file = folder / f"{exercise}.mcap"
        pult.run_attempt(pult.load_exercise(exercise), seed=SEED, record=file)
        record = pult.read_record(file)
        self.pushes = [event.tick for event in record.events if event.kind == "push"]
        with reopened(record) as session:
            self.rows, self.channels, self.model = complete_rows(record, session), session.channels, session.model
            self.marks = {name: session.data.body(name).xpos.copy() for name in MARKED[exercise]}
        self.data = mujoco.MjData(self.model)
        for mark, place in self.marks.items():
            self.data.mocap_pos[self.model.body(mark).mocapid[0]] = place

    def place(self, tick: int) -> None:
        """Put the model where it was."""
        self.data.qpos[:] = self.rows[tick, self.channels.find("qpos").place]
        mujoco.mj_forward(self.model, self.data)

    def render(self, tick: int, azimuth: float, distance: float, width: int, height: int) -> Image.Image:
        """The robot at a control step."""
        self.place(tick)
        camera, shown = mujoco.MjvCamera(), mujoco.MjvOption()
        camera.azimuth, camera.elevation, camera.distance = azimuth, -12.0, distance
        camera.lookat[:] = [*self.data.qpos[:2], 0.95]
        shown.geomgroup[3:] = 0
        self.model.vis.global_.offwidth, self.model.vis.global_.offheight = FINER * width, FINER * height
        self.model.vis.headlight.ambient[:], self.model.vis.headlight.diffuse[:] = 0.42, 0.52
        renderer = mujoco.Renderer(self.model, FINER * height, FINER * width)
        renderer.update_scene(self.data, camera, shown)
        renderer.scene.flags[mujoco.mjtRndFlag.mjRND_SKYBOX] = 1
        picture = Image.fromarray(renderer.render()).resize((width, height), Image.Resampling.LANCZOS)
        renderer.close()
        return picture


def pictures(attempt: Attempt) -> None:
    """Moments of the walk, the card of the gallery, and the moving picture."""
    count = len(attempt.rows)
    canvas = Image.new("RGB", (1040, 520), "white")
    for column, share in enumerate((0.1, 0.4, 0.7)):
        canvas.paste(attempt.render(int(share * count), 150.0 - 40.0 * column, 3.0, 344, 520), (348 * column, 0))
    canvas.save(ASSETS / "biped.webp", quality=85, method=6)
    attempt.render(count // 3, 140.0, 3.4, 640, 360).save(GALLERY / "biped-walk.webp", quality=82, method=6)
    film(attempt, "biped-walk.webp", count // 6, EVERY)


def film(attempt: Attempt, name: str, first: int, every: int) -> None:
    """A moving picture in real time, from a control step on."""
    frames = [attempt.render(first + every * i, 120.0, 3.4, 320, 240) for i in range(FRAMES)]
    frames[0].save(ASSETS / name, save_all=True, append_images=frames[1:], duration=10 * every, loop=0, quality=60)


def buttons(attempt: Attempt) -> None:
    """The card of the gallery, and a moving picture of steps before a turn, and of the turn."""
    turns = attempt.rows[:, attempt.channels.find("output.turns_left").place.start] > 0.5
    turns |= attempt.rows[:, attempt.channels.find("output.turns_right").place.start] > 0.5
    begin = int(np.flatnonzero(turns)[0])
    attempt.render(begin - 150, 150.0, 3.4, 640, 360).save(GALLERY / "biped-buttons.webp", quality=82, method=6)
    film(attempt, "biped-buttons.webp", begin - 300, 15)


def way(attempt: Attempt, name: str) -> None:
    """Centre of mass, centre of pressure and soles from above."""
    figure, axes = plt.subplots(figsize=(9.0, 3.6), layout="constrained")
    com, pressure = [], []
    model, data = attempt.model, attempt.data
    sole = np.array([[-HEEL, -HALF_WIDTH], [TOE, -HALF_WIDTH], [TOE, HALF_WIDTH], [-HEEL, HALF_WIDTH]])
    forces = [attempt.channels.find(f"sensor.{side}_foot_force").place for side in ("left", "right")]
    moments = [attempt.channels.find(f"sensor.{side}_foot_moment").place for side in ("left", "right")]
    for tick in range(0, len(attempt.rows), 2):
        attempt.place(tick)
        com.append(data.subtree_com[model.body("pelvis").id][:2].copy())
        point, total = np.zeros(2), 0.0
        for side, force, moment in zip(("left", "right"), forces, moments, strict=True):
            f, m = -attempt.rows[tick, force], -attempt.rows[tick, moment]
            frame = data.site(f"{side}_ankle")
            rotation = frame.xmat.reshape(3, 3)
            f, m = rotation @ f, rotation @ m
            if f[2] > 60.0:
                height = frame.xpos[2]
                local = np.array([(-m[1] - height * f[0]) / f[2], (m[0] - height * f[1]) / f[2]])
                point += f[2] * (frame.xpos[:2] + local)
                total += f[2]
                if f[2] > 600.0 and tick % 20 == 0:
                    corners = sole @ rotation[:2, :2].T + data.site(f"{side}_sole").xpos[:2]
                    axes.add_patch(Polygon(corners, closed=True, fill=False, edgecolor=GREY, linewidth=0.7))
        pressure.append(point / total if total > 0.0 else [np.nan, np.nan])
    axes.plot(*np.array(pressure).T, color=RUST, linewidth=0.6, label="centre of pressure, by the foot sensors")
    axes.plot(*np.array(com).T, color=BLUE, linewidth=1.6, label="centre of mass")
    for place in attempt.marks.values():
        axes.add_patch(plt.Circle(place[:2], 0.25, fill=False, edgecolor="black", linestyle=":"))
    axes.set(xlabel="x [m]", ylabel="y [m]", aspect="equal")
    axes.legend(loc="best", frameon=False)
    figure.savefig(ASSETS / name, metadata={"Date": None})


def main() -> None:
    """Draw everything, or what is named."""
    for name in sys.argv[1:] or ("biped-walk", "biped-buttons", "biped-push"):
        with tempfile.TemporaryDirectory() as folder:
            attempt = Attempt(name, Path(folder))
        if name == "biped-walk":
            pictures(attempt)
            way(attempt, "biped-walk.svg")
        elif name == "biped-buttons":
            buttons(attempt)
            way(attempt, f"{name}-way.svg")
        else:
            card = attempt.render(attempt.pushes[2] + AFTER_PUSH, 140.0, 3.4, 640, 360)
            card.save(GALLERY / "biped-push.webp", quality=82, method=6)


if __name__ == "__main__":
    main()
