"""Parameters that blocks of several arms share, and their shapes."""

from typing import Annotated

import numpy as np

from pult.core.kernels import kernel
from pult.core.signals import Array, Fixed, Provided, Range, Shape

MAX_ARMS = 6

Entries = Annotated[int, "1", Fixed, Range(2, 2 * MAX_ARMS), "number of entries, two for each arm"]
Pairs = Shape("n")
Grasps = Annotated[Array, "m", Pairs, "grasp points in axes of the body, x and y of each arm"]
Places = Annotated[Array, "m", Pairs, "places of the bases, x and y of each arm"]
Turns = Annotated[Array, "rad", Shape("arms"), "orientations of the bases"]
Links = Annotated[Array, "m", Pairs, "lengths of both links of each arm"]
Lower = Annotated[Array, "rad", Pairs, Provided("limits", "lower"), "lower limits of the joints"]
Upper = Annotated[Array, "rad", Pairs, Provided("limits", "upper"), "upper limits of the joints"]

Points = Annotated[Array, "m", Pairs]
Velocities = Annotated[Array, "m/s", Pairs]
Accelerations = Annotated[Array, "m/s^2", Pairs]
Forces = Annotated[Array, "N", Pairs]
Angles = Annotated[Array, "rad", Pairs]
Rates = Annotated[Array, "rad/s", Pairs]
AngularAccelerations = Annotated[Array, "rad/s^2", Pairs]
Torques = Annotated[Array, "N*m", Pairs]

GRASPS = np.array([-0.2, 0.0, 0.2, 0.0])
PLACES = np.array([-0.85, 0.0, 0.85, 0.0])
TURNS = np.array([0.0, 3.141592653589793])
LINKS = np.array([0.45, 0.45, 0.45, 0.45])
for _table in (GRASPS, PLACES, TURNS, LINKS):
    _table.flags.writeable = False


@kernel
def pairs(values: Array) -> Array:
    """A flat vector as rows of two. Shape (n/2, 2)."""
    n = values.shape[0] // 2
    rows = np.empty((n, 2))
    for i in range(n):
        rows[i, 0] = values[2 * i]
        rows[i, 1] = values[2 * i + 1]
    return rows


@kernel
def flat(rows: Array) -> Array:
    """Rows of two as a flat vector. Shape (2 n,)."""
    values = np.empty(2 * rows.shape[0])
    for i in range(rows.shape[0]):
        values[2 * i] = rows[i, 0]
        values[2 * i + 1] = rows[i, 1]
    return values


@kernel
def base_rows(places: Array, turns: Array) -> Array:
    """Bases as rows x, y, turn. Shape (n, 3)."""
    n = min(turns.shape[0], places.shape[0] // 2)
    rows = np.empty((n, 3))
    for i in range(n):
        rows[i, 0] = places[2 * i]
        rows[i, 1] = places[2 * i + 1]
        rows[i, 2] = turns[i]
    return rows
