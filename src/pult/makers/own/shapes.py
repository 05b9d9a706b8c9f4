"""Points on the shapes of a model."""

from typing import Any

import mujoco
import numpy as np

from pult.core.signals import Array

MOST_POINTS = 400
"""Most points of a mesh."""
_BOX = int(mujoco.mjtGeom.mjGEOM_BOX)
_MESH = int(mujoco.mjtGeom.mjGEOM_MESH)


def shape_points(compiled: Any, data: Any, geom: int) -> Array:
    """Points on a shape, in world axes. Shape (k, 3)."""
    R, p = np.array(data.geom_xmat[geom]).reshape(3, 3), np.array(data.geom_xpos[geom])
    kind, size = int(compiled.geom_type[geom]), compiled.geom_size[geom]
    if kind == _MESH:
        mesh = int(compiled.geom_dataid[geom])
        first, count = int(compiled.mesh_vertadr[mesh]), int(compiled.mesh_vertnum[mesh])
        local = np.array(compiled.mesh_vert[first : first + count])[:: max(1, count // MOST_POINTS)]
    elif kind == _BOX:
        local = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) * size
    else:
        local = _round_points(kind, size)
    moved: Array = local @ R.T + p
    return moved


def _round_points(kind: int, size: Array) -> Array:
    turn = np.linspace(0.0, 2.0 * np.pi, 16, endpoint=False)
    circle = np.column_stack([np.cos(turn), np.sin(turn), np.zeros(16)])
    if kind == int(mujoco.mjtGeom.mjGEOM_CYLINDER):
        return np.vstack([circle * size[0] + [0, 0, s * size[1]] for s in (-1.0, 1.0)])
    ball = np.vstack([circle * np.cos(t) + [0, 0, np.sin(t)] for t in np.linspace(-1.5, 1.5, 7)])
    if kind == int(mujoco.mjtGeom.mjGEOM_CAPSULE):
        return np.vstack([ball * size[0] + [0, 0, s * size[1]] for s in (-1.0, 1.0)])
    if kind == int(mujoco.mjtGeom.mjGEOM_ELLIPSOID):
        return np.asarray(ball * size)
    return np.asarray(ball * size[0])
