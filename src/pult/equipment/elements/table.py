"""The table of force elements for the loop, and its changes at the start of a run."""

import math
from collections.abc import Mapping, Sequence

import numpy as np

from pult.core.signals import Array

(
    KIND,
    SITE_A,
    SITE_B,
    BODY_A,
    BODY_B,
    ROOT_A,
    ROOT_B,
    STIFFNESS,
    DAMPING,
    REST,
    FRICTION,
    SLIP_SPEED,
    RADIUS_A,
    RADIUS_B,
) = range(14)
"""Columns of the table of elements: its kind; ids of the two sites, of their bodies and of the bodies at the roots of
those; numbers of the law, 0 where the kind of element has none.
"""
COLUMNS = 14
PAIR, CONTACT, SURFACE, CONE = range(4)
"""Kinds of rows: a spring with a damper, a contact of spheres, a contact with a surface, and after that the round cones
that it is made of.
"""
FIRST_OF_CONE = 1
"""First column of the numbers of a round cone."""
READINGS = 3
"""Number of readings of each element."""

CHANGEABLE = {"stiffness": STIFFNESS, "damping": DAMPING, "friction": FRICTION}
"""Numbers of an element that a start may change, and their columns."""


def with_start_lengths(table: Array, site_xpos: Array) -> Array:
    """The table at the start of a run: the default rest length of a spring is its present length.

    Args:
        table: From `element_table`; not changed.
        site_xpos: `data.site_xpos`, up to date.
    """
    found = table.copy()
    for row in found:
        if math.isnan(row[REST]):
            row[REST] = math.dist(site_xpos[int(row[SITE_A])], site_xpos[int(row[SITE_B])])
    return found


def changed_table(table: Array, names: Sequence[str], changes: Mapping[str, Mapping[str, float]]) -> Array:
    """A copy of the table with changed numbers of some elements.

    Args:
        table: From `element_table`; not changed.
        names: Names of all elements, in order.
        changes: New numbers by element, see `CHANGEABLE`.
    """
    found = table.copy()
    rows = np.flatnonzero(table[:, KIND] != CONE)
    for name, values in changes.items():
        for field, value in values.items():
            found[rows[list(names).index(name)], CHANGEABLE[field]] = value
    return found
