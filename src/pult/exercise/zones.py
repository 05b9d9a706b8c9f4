"""Forbidden zones of an exercise as shapes: the operator sees them, and no author of a world has to draw them.

A limit that is broken by being somewhere forbids a zone: a box ("inside"), or a ball around a thing ("distance" below a
bound). It may be one of several alternatives ("any"), and hold in some stages only ("all" with "stage").
"""

from collections.abc import Iterator
from typing import Any

import mujoco
import numpy as np

from pult.exercise import condition as c
from pult.exercise.document import ExerciseDocument
from pult.record import Geom
from pult.record.file.picture import WORLD

COLOUR = (0.9, 0.16, 0.1, 0.28)
"""Red that what is behind it shines through."""
MAX_ZONES = 100
"""Maximum number of zones that are drawn."""

Placed = tuple[str, np.ndarray, np.ndarray]
"""Name of a body, and position [m] and quaternion (w, x, y, z) in it."""


def forbidden_zones(document: ExerciseDocument, model: Any) -> list[Geom]:
    """The zones that the limits of an exercise forbid, fixed to bodies or to the world.

    Args:
        document: The exercise.
        model: The world's model (mujoco.MjModel); zones at things that it does not have are left out.
    """
    found: list[Geom] = []
    for limit in document.limits:
        for zone in _zones(limit.condition):
            shape = _shape(zone, model)
            if shape is not None and len(found) < MAX_ZONES:
                found.append(shape)
    return found


def _zones(condition: c.Condition) -> Iterator[c.Inside | c.Distance]:
    """Zones that break a limit by themselves."""
    if isinstance(condition, c.Any):
        for inner in condition.of:
            yield from _zones(inner)
    elif isinstance(condition, c.All):
        rest = [inner for inner in condition.of if not isinstance(inner, c.StageIs)]
        if len(rest) == 1:
            yield from _zones(rest[0])
    elif isinstance(condition, c.Inside) or (isinstance(condition, c.Distance) and _is_ball(condition)):
        yield condition


def _is_ball(condition: c.Distance) -> bool:
    return condition.axes == "xyz" and condition.above is None and bool(condition.below)


def _shape(zone: c.Inside | c.Distance, model: Any) -> Geom | None:
    placed = _frame(model, zone.of if isinstance(zone, c.Inside) else zone.b)
    if placed is None:
        return None
    body, position, quaternion = placed
    if isinstance(zone, c.Inside):
        low, high = np.array(zone.low, dtype=np.float64), np.array(zone.high, dtype=np.float64)
        kind, size, centre = "box", (high - low) / 2.0, (low + high) / 2.0
    else:
        kind, size, centre = "sphere", np.full(3, float(zone.below or 0.0)), np.array(zone.offset, dtype=np.float64)
    if not (np.isfinite(size).all() and (size > 0.0).all() and np.isfinite(centre).all()):
        return None
    turned = np.empty(3)
    mujoco.mju_rotVecQuat(turned, centre, quaternion)
    return Geom(body, kind, size.tolist(), (position + turned).tolist(), quaternion.tolist(), COLOUR)


def _frame(model: Any, name: str) -> Placed | None:
    """The frame of a thing, as `pult.exercise.things.find_thing` finds it: in its body. None if there is none."""
    upright, origin = np.array([1.0, 0.0, 0.0, 0.0]), np.zeros(3)
    if not name:
        return WORLD, origin, upright
    sort, _, bare = name.partition(":")
    if sort not in ("body", "site"):
        sort, bare = "", name
    body = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_BODY, bare) if sort != "site" else -1
    if body >= 0:
        return bare, origin, upright
    site = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_SITE, bare) if sort != "body" else -1
    if site < 0:
        return None
    holder = int(model.site_bodyid[site])
    title = model.body(holder).name if holder else WORLD
    return title, np.array(model.site_pos[site]), np.array(model.site_quat[site])
