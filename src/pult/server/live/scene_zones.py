"""Forbidden zones of an exercise in the scene that is sent."""

from collections.abc import Sequence

import msgspec

from pult.record import Geom
from pult.server.messages import Scene, SceneGeom


def with_zones(scene: Scene, zones: Sequence[Geom]) -> Scene:
    """The scene with zones drawn as translucent shapes; their numbers come after those of the model's shapes."""
    bodies = {body.name: index for index, body in enumerate(scene.bodies)}
    first = max((geom.id for geom in scene.geoms), default=-1) + 1
    drawn = [
        SceneGeom(
            id=first + number, body=bodies.get(zone.frame, -1), kind="box" if zone.kind == "box" else "sphere",
            size=list(zone.size), position=list(zone.pos), quaternion=list(zone.quat), rgba=list(zone.rgba),
            name=f"forbidden zone {number + 1}", roughness=1.0,
        )
        for number, zone in enumerate(zones)
    ]  # fmt: skip
    return msgspec.structs.replace(scene, geoms=[*scene.geoms, *drawn])
