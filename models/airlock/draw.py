"""Draws the airlock for the docs and for the gallery: `python -m models.airlock.draw` where there is OpenGL.

A scripted operator turns the valve by 180 degrees. Of this attempt `docs/assets/airlock.webp` shows two moments,
`docs/assets/airlock-turn.svg` the course of angle, force and moment. The pictures of the two exercises in the gallery
show the hand on the wheel.
"""

import os

os.environ.setdefault("MUJOCO_GL", "egl")  # before MuJoCo is imported: it chooses its OpenGL then

import tempfile
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt
import mujoco
import numpy as np
from PIL import Image

import pult
from pult.record.replay import complete_rows, reopened

ROOT = Path(__file__).parents[2]
ASSETS, GALLERY = ROOT / "docs/assets", ROOT / "src/pult/catalog/airlock"
SEED = 0
BLUE, TEAL, RUST, GREY = "#2460c4", "#076c77", "#a84406", "#8c9aa1"
FINER = 2


class Attempt:
    """The recorded attempt."""

    def __init__(self, folder: Path) -> None:
        """Run and record it."""
        exercise, file = pult.load_exercise("airlock-valve"), folder / "valve.mcap"
        pilot = pult.find_pilot(exercise.name, "semi-automatic")
        pult.run_attempt(exercise, pilot, SEED, variant="half", record=file)
        record = pult.read_record(file)
        with reopened(record) as session:
            self.rows, self.channels, self.model = complete_rows(record, session), session.channels, session.model
        self.times = record.times
        self.ends = [event.time for event in record.events if event.kind == "stage"]

    def signal(self, name: str) -> np.ndarray:
        """A signal by control step."""
        found: np.ndarray = self.rows[:, self.channels.find(name).place]
        return found

    def render(self, time: float, camera: Any, width: int, height: int) -> Image.Image:
        """The scene at a time, seen by a camera."""
        data = mujoco.MjData(self.model)
        data.qpos[:] = self.signal("qpos")[int(np.argmin(np.abs(self.times - time)))]
        mujoco.mj_forward(self.model, data)
        shown = mujoco.MjvOption()
        shown.geomgroup[3:] = 0
        renderer = mujoco.Renderer(self.model, FINER * height, FINER * width)
        renderer.update_scene(data, camera, shown)
        picture = Image.fromarray(renderer.render()).resize((width, height), Image.Resampling.LANCZOS)
        renderer.close()
        return picture


def pictures(attempt: Attempt) -> None:
    """The whole scene, the hand on the wheel, and the cards of the gallery."""
    width, height = 1040, 480
    canvas = Image.new("RGB", (width, height), "white")
    half = width // 2 - 4
    canvas.paste(attempt.render(attempt.ends[0] - 2.0, "front", half, height), (0, 0))
    canvas.paste(attempt.render(attempt.ends[3] - 3.0, "valve", half, height), (width - half, 0))
    canvas.save(ASSETS / "airlock.webp", quality=85, method=6)
    for name, time in (("airlock-valve", attempt.ends[2]), ("airlock-valve-gravity", attempt.ends[3] - 4.0)):
        attempt.render(time, "front", 640, 360).save(GALLERY / f"{name}.webp", quality=82, method=6)


def course(attempt: Attempt) -> None:
    """Angle, force and moment over time."""
    plt.rcParams.update({"svg.hashsalt": "pult", "svg.fonttype": "none", "font.family": "sans-serif"})
    plt.rcParams.update({"axes.spines.top": False, "axes.spines.right": False})
    figure, (above, below) = plt.subplots(2, 1, figsize=(7.4, 4.6), sharex=True)
    above.plot(attempt.times, np.degrees(attempt.signal("sensor.valve_angle")), color=BLUE, lw=2)
    above.axhline(180.0, color=GREY, lw=1, ls=":")
    above.set(ylabel="angle [degrees]", ylim=(-10, 200))
    rows = (
        ("output.force_z", RUST, "force along the axis [N]", (5.0, 12.0)),
        ("output.moment_z", TEAL, "moment about it [N m]", (4.0, 2.2)),
        ("output.off_axis", GREY, "force across [N]", (0.0, 7.5)),
    )
    for name, colour, words, (wanted, _) in rows:
        below.plot(attempt.times, attempt.signal(name), color=colour, lw=1.6, label=words)
        if wanted:
            below.axhline(wanted, color=colour, lw=0.8, ls=":")
    below.set(xlabel="time [s]", ylim=(-22, 14))
    below.legend(frameon=False, fontsize=8, loc="lower right")
    for axes in (above, below):
        for end in attempt.ends[:-1]:
            axes.axvline(end, color=GREY, lw=0.6, alpha=0.6)
    for begin, end, words in zip(
        [0.0, *attempt.ends], attempt.ends, ("reach", "grip", "force", "turn", ""), strict=False
    ):
        above.annotate(words, ((begin + end) / 2.0, 188), ha="center", fontsize=8, color=GREY)
    figure.tight_layout()
    figure.savefig(ASSETS / "airlock-turn.svg", metadata={"Date": None})


def main() -> None:
    """Draw all pictures."""
    with tempfile.TemporaryDirectory() as folder:
        attempt = Attempt(Path(folder))
    pictures(attempt)
    course(attempt)


if __name__ == "__main__":
    main()
