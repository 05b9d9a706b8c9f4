"""What a page needs to show what cameras see: textures of shapes, and targets that are looked for."""

import base64
from typing import Any

import mujoco
import numpy as np

from pult.equipment.sensors.observed import observed_sensors
from pult.server.messages import SceneSight
from pult.sight.png import png
from pult.world.world import World

MAX_TEXTURE = 512
"""Largest texture that is sent [px a side]: a scene is sent whole, and pages draw floors in their own way."""
_COLOURS = int(mujoco.mjtTextureRole.mjTEXROLE_RGB)


def box_texture(model: Any, geom: int) -> int:
    """Number of the texture of a box; -1 if it has none, or is another shape."""
    material = int(model.geom_matid[geom])
    if material < 0 or int(model.geom_type[geom]) != int(mujoco.mjtGeom.mjGEOM_BOX):
        return -1
    number = int(model.mat_texid[material, _COLOURS])
    flat = number >= 0 and int(model.tex_type[number]) == int(mujoco.mjtTexture.mjTEXTURE_2D)
    return number if flat and max(model.tex_width[number], model.tex_height[number]) <= MAX_TEXTURE else -1


def shown_textures(model: Any) -> list[int]:
    """Numbers of the textures that boxes have, each once."""
    found = dict.fromkeys(box_texture(model, geom) for geom in range(model.ngeom))
    return [number for number in found if number >= 0]


def texture_png(model: Any, number: int) -> str:
    """A texture as a PNG file in base 64, its upper edge first."""
    width, height, depth = (int(size[number]) for size in (model.tex_width, model.tex_height, model.tex_nchannel))
    start = int(model.tex_adr[number])
    data = np.array(model.tex_data[start : start + width * height * depth], dtype=np.uint8)
    pixels = data.reshape(height, width, depth)[:, :, : 3 if depth >= 3 else 1]
    return base64.b64encode(png(pixels if depth >= 3 else pixels[:, :, 0], 9)).decode()


def scene_sights(world: World) -> list[SceneSight]:
    """Targets that cameras of a world look for."""
    return [
        SceneSight(
            name=prefix + name,
            camera=prefix + sensor.pictured,
            seen=f"sensor.{prefix}{name}_seen",
            position=f"sensor.{prefix}{name}_position",
            orientation=f"sensor.{prefix}{name}_orientation",
        )
        for prefix, sensors in world.sensor_documents()
        for name, sensor in observed_sensors(sensors).items()
        if sensor.pictured
    ]
