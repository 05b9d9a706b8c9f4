"""Draws the torso for the docs, `docs/assets/torso.png`: `python -m models.torso.draw` where there is OpenGL."""

import os

os.environ.setdefault("MUJOCO_GL", "egl")  # before MuJoCo is imported: it chooses its OpenGL then

from pathlib import Path

import mujoco
import numpy as np
from PIL import Image

import pult

PICTURE = Path(__file__).parents[2] / "docs/assets/torso.png"
WIDTH, HEIGHT, FINER = 1040, 640, 2
"""Size of the picture [px], and how many times finer it is drawn."""
VIEWS = ((0.0, 150.0, -10.0, 1.75, (0.06, 0.0, 1.18)), (0.52, 120.0, -22.0, 0.42, (0.335, -0.24, 1.105)))
"""Where each view begins (part of the width), azimuth, elevation [degrees], distance [m] and what it looks at [m]."""
BACKGROUND = (0.93, 0.945, 0.95)


def main() -> None:
    """Draw the robot in its pose home, and its right hand."""
    world = pult.load_world({"format": "pult.world", "version": 1, "name": "torso", "robots": [{"robot": "torso"}]})
    model, data = world.model, mujoco.MjData(world.model)
    model.vis.global_.offwidth, model.vis.global_.offheight = FINER * WIDTH, FINER * HEIGHT
    model.vis.headlight.ambient[:], model.vis.headlight.diffuse[:] = 0.42, 0.52
    data.qpos[:] = world.start()
    mujoco.mj_forward(model, data)
    canvas = Image.new("RGB", (WIDTH, HEIGHT), tuple(round(255 * part) for part in BACKGROUND))
    for place, azimuth, elevation, distance, middle in VIEWS:
        camera = mujoco.MjvCamera()
        camera.azimuth, camera.elevation, camera.distance = azimuth, elevation, distance
        camera.lookat[:] = middle
        width = WIDTH // 2 - 20
        renderer = mujoco.Renderer(model, FINER * HEIGHT, FINER * width)
        renderer.update_scene(data, camera)
        colours = renderer.render().astype(np.float64)
        renderer.enable_depth_rendering()
        renderer.update_scene(data, camera)
        empty = renderer.render() > 20.0  # nothing is so far away
        renderer.close()
        colours[empty] = 255.0 * np.array(BACKGROUND)
        view = Image.fromarray(colours.astype(np.uint8)).resize((width, HEIGHT), Image.Resampling.LANCZOS)
        canvas.paste(view, (round(place * WIDTH), 0))
    canvas.quantize(256, dither=Image.Dither.NONE).save(PICTURE, optimize=True)


if __name__ == "__main__":
    main()
