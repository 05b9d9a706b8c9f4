"""What blocks of mobile bases have in common: where the wheels stand."""

import math
from typing import Annotated

import numpy as np

from pult.core.signals import Array, Fixed, Positive, Range, Shape

_ANGLES = np.radians([60.0, 180.0, -60.0])
X, Y = 0.3 * np.cos(_ANGLES), 0.3 * np.sin(_ANGLES)
"""Usual places: a triangle with two wheels ahead."""
for _table in (X, Y):
    _table.flags.writeable = False

QUARTER = math.pi / 2.0

Wheels = Annotated[int, "1", Fixed, Range(2, 16), "number of wheels"]
PlacesX = Annotated[Array, "m", Shape("n"), "places of the wheels, forward"]
PlacesY = Annotated[Array, "m", Shape("n"), "places of the wheels, to the left"]
Radius = Annotated[float, "m", Positive, "radius of the wheels"]
Steered = Annotated[Array, "rad", Shape("n"), "steering angles; 0 is forward, positive to the left"]
