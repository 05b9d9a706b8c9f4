"""Flat drawings of a robot are made of its shapes: the corners of the convex hull of each, few enough to be sent.

A support point of a shape in a direction d is the point of it that lies farthest along d. The support points in many
directions span a body that lies inside the convex hull of the shape and touches it in these directions; its projection
to a plane is the convex hull of the projected points.
"""

import math
from typing import Any

import mujoco
import numpy as np

from pult.core.signals import Array

DIRECTIONS = 60
"""Directions in which the support points of a shape are taken."""
DIGITS = 4
"""Decimal places of a corner [m]."""


def _directions(count: int) -> Array:
    """Directions spread evenly over the sphere on a spiral, and the six axes. Shape (count + 6, 3)."""
    k = np.arange(count) + 0.5
    z, turn = 1.0 - 2.0 * k / count, k * math.pi * (3.0 - math.sqrt(5.0))
    ring = np.sqrt(1.0 - z * z)
    spread = np.column_stack([ring * np.cos(turn), ring * np.sin(turn), z])
    return np.concatenate([spread, np.eye(3), -np.eye(3)])


_SPREAD = _directions(DIRECTIONS)
_CORNERS = np.array([[x, y, z] for x in (-1.0, 1.0) for y in (-1.0, 1.0) for z in (-1.0, 1.0)])


def _points(model: Any, geom: int) -> Array:
    """Points of a shape in its own frame, among which its support points are [m]. Shape (n, 3)."""
    size, kind = model.geom_size[geom], int(model.geom_type[geom])
    if kind == int(mujoco.mjtGeom.mjGEOM_MESH):
        mesh = int(model.geom_dataid[geom])
        first, count = int(model.mesh_vertadr[mesh]), int(model.mesh_vertnum[mesh])
        return np.asarray(model.mesh_vert[first : first + count], dtype=np.float64)
    if kind == int(mujoco.mjtGeom.mjGEOM_BOX):
        return np.asarray(_CORNERS * size)
    if kind == int(mujoco.mjtGeom.mjGEOM_ELLIPSOID):
        return np.asarray(_SPREAD * size)
    radius = float(size[0])
    if kind == int(mujoco.mjtGeom.mjGEOM_SPHERE):
        return np.asarray(_SPREAD * radius)
    along = np.array([0.0, 0.0, float(size[1])])
    if kind == int(mujoco.mjtGeom.mjGEOM_CAPSULE):
        return np.concatenate([_SPREAD * radius + along, _SPREAD * radius - along])
    turn = np.linspace(0.0, 2.0 * math.pi, 16, endpoint=False)
    rim = radius * np.column_stack([np.cos(turn), np.sin(turn), np.zeros_like(turn)])
    return np.concatenate([rim + along, rim - along])


def outline(model: Any, geom: int) -> list[float]:
    """Corners of the hull of a shape in the frame of its body [m]: three numbers each; none for a plane."""
    if int(model.geom_type[geom]) == int(mujoco.mjtGeom.mjGEOM_PLANE):
        return []
    points = _points(model, geom)
    chosen = points[np.unique(np.argmax(points @ _SPREAD.T, axis=0))]  # (k, 3)
    rotation = np.empty(9)
    mujoco.mju_quat2Mat(rotation, model.geom_quat[geom])
    placed = chosen @ rotation.reshape(3, 3).T + model.geom_pos[geom]
    return [float(value) for value in np.round(placed, DIGITS).ravel()]
