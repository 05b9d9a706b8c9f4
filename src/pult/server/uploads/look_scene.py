"""The scene of a robot that is going to be imported: alone on a floor, as the documents made of it will have it."""

import json
from pathlib import Path
from typing import Any

import mujoco

from pult.makers.own.choices import Choices, Layout
from pult.makers.own.make import make_own
from pult.makers.own.own_model import OwnModel
from pult.robot.model_xml import ModelRefused
from pult.server.live.scene import scene_of
from pult.server.messages import Scene
from pult.server.uploads.import_model import MODEL
from pult.world.world import check_world

LAYOUT = Layout(
    "look.robot.json", "look.world.json", "look.panel.json", "look.svg", "look.scheme.json", "look-scene.xml", MODEL
)  # fmt: skip


def look_scene(folder: Path, own: OwnModel) -> tuple[Scene, list[bytes], dict[str, float]]:
    """Draw a robot where its joints are at their references.

    Args:
        folder: Folder of the upload, with the sanitised model.
        own: The model.

    Returns:
        The scene, its meshes, and the suggested home pose by joint [rad or m].

    Raises:
        ModelRefused: It cannot stand in a world.
    """
    for path, content in make_own(own, Choices(name="look", operate=False), LAYOUT).files.items():
        (folder / path).write_bytes(content)
    world, faults = check_world(folder / LAYOUT.world)
    if world is None:
        raise ModelRefused(faults[0])
    made: Any = world.model
    home: dict[str, float] = json.loads((folder / LAYOUT.robot).read_bytes()).get("poses", {}).get("home", {})
    return *scene_of(world, mujoco.MjData(made)), home
