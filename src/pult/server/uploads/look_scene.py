"""The scene of a robot that is going to be imported: alone on a floor, nothing of it below."""

import json
from pathlib import Path
from typing import Any

import mujoco
import numpy as np

from pult.robot.model_xml import ModelRefused
from pult.server.live.scene import scene_of
from pult.server.messages import Scene
from pult.server.uploads.import_model import MODEL, PreparedModel
from pult.world.world import check_world

FLOOR = """<mujoco model="floor">
  <worldbody>
    <geom type="plane" size="5 5 0.1" rgba="0.8 0.83 0.85 1"/>
  </worldbody>
</mujoco>
"""


def look_scene(folder: Path, prepared: PreparedModel) -> tuple[Scene, list[bytes]]:
    """Draw a robot.

    Args:
        folder: Folder of the upload, with the sanitised model.
        prepared: The model.

    Returns:
        The scene, and its meshes.

    Raises:
        ModelRefused: It cannot stand in a world.
    """
    model: Any = mujoco.MjModel.from_xml_path(str(folder / MODEL / prepared.file))
    document = {
        "format": "pult.world",
        "version": 1,
        "name": "look",
        "scene": "floor.xml",
        "robots": [{"robot": "look.robot.json", "placement": {"position": [0.0, 0.0, max(-lowest(model), 0.0)]}}],
    }
    robot = {"format": "pult.robot", "version": 1, "name": "look", "model": f"{MODEL}/{prepared.file}"}
    (folder / "floor.xml").write_text(FLOOR, encoding="utf-8")
    (folder / "look.robot.json").write_text(json.dumps(robot), encoding="utf-8")
    (folder / "look.world.json").write_text(json.dumps(document), encoding="utf-8")
    world, faults = check_world(folder / "look.world.json")
    if world is None:
        raise ModelRefused(faults[0])
    made: Any = world.model
    return scene_of(world, mujoco.MjData(made))


def lowest(model: Any) -> float:
    """Height of the lowest point of a robot where its model has it [m]."""
    data: Any = mujoco.MjData(model)
    mujoco.mj_kinematics(model, data)
    low = np.inf
    for geom in range(model.ngeom):
        if int(model.geom_type[geom]) == int(mujoco.mjtGeom.mjGEOM_PLANE):
            continue
        R = np.array(data.geom_xmat[geom]).reshape(3, 3)
        centre, half = model.geom_aabb[geom, :3], model.geom_aabb[geom, 3:]
        low = min(low, float(data.geom_xpos[geom, 2] + R[2] @ centre - np.abs(R[2]) @ half))
    return float(low) if np.isfinite(low) else 0.0
