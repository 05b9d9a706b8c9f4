"""The picture of a robot for its panel: outlines of its shapes in the home pose, projected along one axis."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import mujoco
import numpy as np

from pult.core.signals import Array
from pult.makers.own.axes import Moved
from pult.makers.own.dynamics import set_home
from pult.makers.own.own_model import PLANE, OwnModel
from pult.makers.own.shapes import shape_points

SIZE = (340.0, 250.0)
MARGIN, APART = 22.0, 23.0
"""Of the picture, and least distance of the marks of joints, in units of the picture."""
_MESH = int(mujoco.mjtGeom.mjGEOM_MESH)
_VIEWS = {
    "front": ((0.0, -1.0, 0.0), (0.0, 0.0, 1.0)),
    "side": ((1.0, 0.0, 0.0), (0.0, 0.0, 1.0)),
    "top": ((0.0, -1.0, 0.0), (1.0, 0.0, 0.0)),
}
"""Directions to the right and up, in world axes: a robot that looks along x is seen from before it (its left is right),
from its right side, or from above."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of a robot.

    Attributes:
        svg: The file.
        marks: Where things are, by name, in units of the picture, not nearer to each other than marks may be.
    """

    svg: str
    marks: Mapping[str, tuple[float, float]]


def draw(model: OwnModel, moved: Moved, effectors: Mapping[str, str], key: str, title: str) -> Picture:
    """Draw a robot in its home pose.

    Args:
        model: The robot.
        moved: What moves it; every joint and actuator gets a mark.
        effectors: Names of effectors to mark, with their frames (bodies or sites).
        key: Key frame of the home pose.
        title: Title of the picture.
    """
    compiled = model.compiled
    data: Any = mujoco.MjData(compiled)
    set_home(model, data, moved.axes, key)
    mujoco.mj_forward(compiled, data)
    outlines = [(geom, points) for geom in _shapes(compiled) if len(points := shape_points(compiled, data, geom)) > 2]
    places = _places(model, moved, effectors, data)
    cloud = np.vstack(
        [*(points for _, points in outlines), *([np.array(list(places.values()))] if places else []), np.zeros((1, 3))]
    )
    right, up = _view(cloud[:-1] if len(cloud) > 1 else cloud)
    fit = _Fit(cloud[:-1] @ np.column_stack([right, up]) if len(cloud) > 1 else np.zeros((1, 2)))
    depth = np.cross(right, up)
    order = sorted(outlines, key=lambda one: float(np.mean(one[1] @ depth)))
    paths = [_path(_hull(fit(points @ np.column_stack([right, up])))) for _, points in order]
    marks = _spread({name: tuple(fit(np.array([[place @ right, place @ up]]))[0]) for name, place in places.items()})
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE[0]:g} {SIZE[1]:g}">',
        f"  <title>{_escaped(title)}</title>",
        '  <g fill="#9aabae" fill-opacity=".3" stroke="#7b8e92" stroke-width="1.2" stroke-linejoin="round">',
        *(f'    <path d="{path}"/>' for path in dict.fromkeys(paths) if path),
        "  </g>",
        "</svg>",
    ]
    return Picture("\n".join(lines) + "\n", marks)


def _shapes(compiled: Any) -> list[int]:
    """Shapes to draw: of each body those to look at, else those that touch; not floors and walls of the world."""
    found = []
    for body in range(compiled.nbody):
        first, count = int(compiled.body_geomadr[body]), int(compiled.body_geomnum[body])
        own = [
            g
            for g in range(first, first + count)
            if int(compiled.geom_type[g]) != PLANE and compiled.geom_rgba[g, 3] > 0
        ]
        looks = [g for g in own if not compiled.geom_contype[g] and not compiled.geom_conaffinity[g]]
        meshes = [g for g in looks if int(compiled.geom_type[g]) == _MESH]
        if body or not any(compiled.geom_rbound[g] > 3.0 for g in own):
            found += meshes or looks or own
    return found


def _places(model: OwnModel, moved: Moved, effectors: Mapping[str, str], data: Any) -> dict[str, Array]:
    compiled = model.compiled
    found = {axis.joint: np.array(data.xanchor[axis.number]) for axis in moved.axes}
    for one in moved.selected:
        found[one.actuator] = _actuator_place(compiled, data, one.number)
    for name, frame in effectors.items():
        bare = frame.removeprefix("body:").removeprefix("site:")
        site = mujoco.mj_name2id(compiled, mujoco.mjtObj.mjOBJ_SITE, bare)
        body = mujoco.mj_name2id(compiled, mujoco.mjtObj.mjOBJ_BODY, bare)
        found[f"effector {name}"] = np.array(data.site_xpos[site] if site >= 0 else data.xpos[body])
    return found


def _actuator_place(compiled: Any, data: Any, actuator: int) -> Array:
    """Where an actuator acts: the middle of the joints or sites that it moves, or the whole robot."""
    kind, target = int(compiled.actuator_trntype[actuator]), int(compiled.actuator_trnid[actuator, 0])
    if kind == int(mujoco.mjtTrn.mjTRN_SITE):
        return np.array(data.site_xpos[target])
    if kind == int(mujoco.mjtTrn.mjTRN_BODY):
        return np.array(data.xpos[target])
    if kind in (int(mujoco.mjtTrn.mjTRN_JOINT), int(mujoco.mjtTrn.mjTRN_JOINTINPARENT)):
        return np.array(data.xanchor[target])
    if kind == int(mujoco.mjtTrn.mjTRN_TENDON):
        first, count = int(compiled.tendon_adr[target]), int(compiled.tendon_num[target])
        joint, site = int(mujoco.mjtWrap.mjWRAP_JOINT), int(mujoco.mjtWrap.mjWRAP_SITE)
        wraps = [(int(compiled.wrap_type[w]), int(compiled.wrap_objid[w])) for w in range(first, first + count)]
        places = [data.xanchor[o] if k == joint else data.site_xpos[o] for k, o in wraps if k in (joint, site)]
        if places:
            middle: Array = np.mean(np.array(places), axis=0)
            return middle
    return np.array(data.subtree_com[0])


def _view(cloud: Array) -> tuple[Array, Array]:
    """Directions to the right and up of the view in which the robot is largest; from before it if it is close."""
    extent = np.ptp(cloud, axis=0)
    areas = {"front": 1.25 * extent[1] * extent[2], "side": extent[0] * extent[2], "top": 0.8 * extent[0] * extent[1]}
    right, up = _VIEWS[max(areas, key=lambda name: areas[name])]
    return np.array(right), np.array(up)


class _Fit:
    """From metres to units of the picture, y down."""

    def __init__(self, flat: Array) -> None:
        low, high = flat.min(axis=0), flat.max(axis=0)
        room = np.array(SIZE) - 2.0 * MARGIN
        self.scale = float(np.min(room / np.maximum(high - low, 1e-6)))
        self.middle = 0.5 * (low + high)

    def __call__(self, flat: Array) -> Array:
        """Places in the picture. Shapes (k, 2), (k, 2)."""
        moved: Array = (flat - self.middle) * self.scale * [1.0, -1.0] + 0.5 * np.array(SIZE)
        return moved


def _hull(points: Array) -> Array:
    """Convex hull of points in a plane, by the monotone chain. Shape (k, 2)."""
    ordered = sorted({(round(float(x), 1), round(float(y), 1)) for x, y in points})
    if len(ordered) < 3:
        return np.empty((0, 2))

    def half(sequence: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
        found: list[tuple[float, float]] = []
        for x, y in sequence:
            while len(found) > 1:
                (ax, ay), (bx, by) = found[-2], found[-1]
                if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0.0:
                    break
                found.pop()
            found.append((x, y))
        return found[:-1]

    return np.array(half(ordered) + half(ordered[::-1]))


def _path(hull: Array) -> str:
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in hull) + "Z" if len(hull) else ""


def _spread(marks: Mapping[str, tuple[float, float]]) -> dict[str, tuple[float, float]]:
    """Marks moved apart until none touches another, and into the picture."""
    names = list(marks)
    if not names:
        return {}
    places = np.array([marks[name] for name in names])
    turn = 2.399963 * np.arange(len(names))
    places = places + 0.01 * np.column_stack([np.cos(turn), np.sin(turn)])  # none exactly on another
    for _ in range(400):
        away = places[:, None] - places[None]
        distance = np.linalg.norm(away, axis=2)
        np.fill_diagonal(distance, np.inf)
        near = distance < APART
        if not near.any():
            break
        push = np.where(near, 0.5 * (APART + 0.5 - distance), 0.0) / np.maximum(distance, 1e-6)
        places = places + 0.6 * (away * push[:, :, None]).sum(axis=1)
        places = np.clip(places, 12.0, np.array(SIZE) - 12.0)
    return {name: (round(float(x), 1), round(float(y), 1)) for name, (x, y) in zip(names, places, strict=True)}


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
