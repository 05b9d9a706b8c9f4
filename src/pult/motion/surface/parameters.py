"""Knots of a surface path as parameters of the block that follows it: tables of a fixed size."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from pult.core.errors import KinematicsError
from pult.core.signals import Array
from pult.geometry.pose import finite_array

MAX_KNOTS = 64
"""Maximum number of knots, the inserted ones included: every path runs on the same native code."""


def knot_parameters(
    points: Any,
    normals: Any,
    forces: Sequence[float] | Array | None = None,
    paces: Sequence[float] | Array | None = None,
    block: str = "path",
) -> dict[str, Any]:
    """Parameters of the block `kinematics.surface_path`, by their paths in the scheme.

    Args:
        points: Knots on the surface [m]. Shape (k, 3).
        normals: Outward unit normals there. Shape (k, 3).
        forces: Force at each knot, as a fraction of the panel's; 1 by default. Shape (k,).
        paces: Speed from each knot on, as a fraction of the panel's; 1 by default. Shape (k,).
        block: Path of the block in the scheme.

    Raises:
        KinematicsError: Too few or too many knots, or tables of different lengths.
    """
    count = len(points)
    if not 2 <= count <= MAX_KNOTS:
        raise KinematicsError(f"a path has 2 to {MAX_KNOTS} knots, the inserted ones included, not {count}.")
    tables = {
        "points": finite_array("points", points, (count, 3)),
        "normals": finite_array("normals", normals, (count, 3)),
        "forces": finite_array("forces", np.ones(count) if forces is None else forces, (count,)),
        "paces": finite_array("paces", np.ones(count) if paces is None else paces, (count,)),
    }
    off = np.abs(np.linalg.norm(tables["normals"], axis=1) - 1.0)
    if off.max() > 1e-6:
        raise KinematicsError(f"normal {int(off.argmax()) + 1} is not of length 1.")
    return {f"{block}.{name}": _padded(table).tolist() for name, table in tables.items()}


def _padded(table: Array) -> Array:
    """A table padded to MAX_KNOTS rows with its last row."""
    return np.concatenate([table, np.repeat(table[-1:], MAX_KNOTS - len(table), axis=0)])
