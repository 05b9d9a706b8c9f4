"""The scene of a robot that is going to be imported: alone on a floor, as the documents made of it will have it."""

from pathlib import Path
from typing import Any

from pult.makers.own.choices import Choices, Layout
from pult.makers.own.make import make_own
from pult.makers.own.own_model import OwnModel
from pult.robot.model_xml import ModelRefused
from pult.server.live.plan import start_data
from pult.server.live.scene import scene_of
from pult.server.messages import Scene
from pult.server.uploads.import_model import MODEL
from pult.sim.setup import Start
from pult.world.world import check_world

LAYOUT = Layout(
    "look.robot.json", "look.world.json", "look.panel.json", "look.svg", "look.scheme.json", "look-scene.xml", MODEL
)  # fmt: skip


def look_scene(folder: Path, own: OwnModel) -> tuple[Scene, list[bytes], dict[str, float]]:
    """Draw a robot in its suggested home pose.

    Args:
        folder: Folder of the upload, with the sanitised model.
        own: The model.

    Returns:
        The scene, its meshes, and where all joints stand in it, by name [rad or m].

    Raises:
        ModelRefused: It cannot stand in a world.
    """
    for path, content in make_own(own, Choices(name="look", operate=False), LAYOUT).files.items():
        (folder / path).write_bytes(content)
    world, faults = check_world(folder / LAYOUT.world)
    if world is None:
        raise ModelRefused(faults[0])
    made: Any = world.model
    data = start_data(world, Start())
    values = {made.joint(i).name: float(data.qpos[int(made.jnt_qposadr[i])]) for i in range(made.njnt)}
    return *scene_of(world, data), values
