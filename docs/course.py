"""The course of one attempt, from which scripts of pictures draw; OpenGL is chosen by who imports it."""

from typing import Any

import mujoco
import numpy as np
from PIL import Image

import pult
from pult.exercise.run import drive, open_attempt

FINER = 2
"""Pictures are drawn this much larger, and made smaller: smooth edges."""


class Course:
    """One attempt of an operator, which has to succeed.

    Attributes:
        rows: Rows of the attempt. Shape (steps, row).
        session: Its session, as it is at the end.
        ends: Control steps in which the stages ended.
    """

    def __init__(self, exercise: str, pilot: str, seed: int) -> None:
        """Run it."""
        operator = pult.find_pilot(exercise, pilot)
        done = open_attempt(pult.load_exercise(exercise), operator.exercises[exercise], seed)
        drive(done, operator, seed)
        verdict = done.judge.verdict()
        assert verdict.success, verdict.reason
        self.rows, self.session = np.array(done.rows), done.session
        self.ends = [stage.end for stage in verdict.stages]

    def signal(self, name: str) -> np.ndarray:
        """A signal by control step."""
        found: np.ndarray = self.rows[:, self.session.channels.find(name).place]
        return found

    def data(self, row: int) -> Any:
        """The state at a control step."""
        data = mujoco.MjData(self.session.model)
        data.qpos[:] = self.signal("qpos")[row]
        data.mocap_pos[:], data.mocap_quat[:] = self.session.data.mocap_pos, self.session.data.mocap_quat
        mujoco.mj_forward(self.session.model, data)
        return data

    def scene(self, row: int, look: Any, far: float, azimuth: float, elevation: float, size: Any) -> Image.Image:
        """The scene at a control step."""
        model: Any = self.session.model
        width, height = size
        model.vis.global_.offwidth, model.vis.global_.offheight = FINER * width, FINER * height
        shown = mujoco.MjvOption()
        shown.geomgroup[3:] = 0
        camera = mujoco.MjvCamera()
        camera.lookat, camera.distance, camera.azimuth, camera.elevation = look, far, azimuth, elevation
        with mujoco.Renderer(model, FINER * height, FINER * width) as renderer:
            renderer.update_scene(self.data(row), camera, shown)
            return Image.fromarray(renderer.render()).resize((width, height), Image.Resampling.LANCZOS)
