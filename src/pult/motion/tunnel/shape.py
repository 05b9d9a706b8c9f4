"""Checks of a tunnel's walls by themselves, whatever arm goes through it."""

import itertools

import numpy as np

from pult.core.errors import Fault, FaultKind
from pult.core.signals import Array
from pult.motion.tunnel.tunnel import Tunnel
from pult.motion.tunnel.walls import crosses

POINTS_COINCIDE = FaultKind("bad-wall", "this point and the one before are the same; take one away.")
WALLS_CROSS = FaultKind("bad-wall", "the wall that begins here crosses the one that begins at {other}.")
MOUTH_CROSSED = FaultKind("bad-wall", "the wall that begins here crosses the mouth of the tunnel.")
END_CROSSED = FaultKind("bad-wall", "the wall that begins here crosses the end of the tunnel.")
SIDES_SWAPPED = FaultKind(
    "bad-wall", "the left wall lies on the right of the right one, seen from the mouth; exchange them."
)
TARGET_OUTSIDE = FaultKind("bad-wall", "the target ({x:.4g}, {y:.4g}) is not in the tunnel.")
_CLOSE = 1e-9


def shape_faults(tunnel: Tunnel) -> list[Fault]:
    """What is wrong with the walls of a tunnel, with places."""
    faults = [
        POINTS_COINCIDE.at(f"{side}[{i + 1}]")
        for side, points in (("left", tunnel.left), ("right", tunnel.right))
        for i, step in enumerate(np.diff(points, axis=0))
        if float(np.hypot(*step)) < _CLOSE
    ]
    if faults:
        return faults
    walls = tunnel.walls
    for i, j in itertools.combinations(range(len(walls)), 2):
        ax, ay, bx, by = (float(v) for v in walls[j])
        if crosses(ax, ay, bx, by, walls, i):
            faults.append(WALLS_CROSS.at(tunnel.wall_place(j), other=tunnel.wall_place(i)))
    for kind, at in ((MOUTH_CROSSED, 0), (END_CROSSED, -1)):
        a, b = tunnel.left[at], tunnel.right[at]
        faults += [
            kind.at(tunnel.wall_place(i))
            for i in range(len(walls))
            if crosses(float(a[0]), float(a[1]), float(b[0]), float(b[1]), walls, i)
        ]
    if faults:
        return faults
    if signed_area(tunnel.outline) > 0.0:
        return [SIDES_SWAPPED.at("left")]
    x, y = (float(v) for v in tunnel.target)
    if not tunnel.holds(x, y):
        return [TARGET_OUTSIDE.at("target", x=x, y=y)]
    return []


def signed_area(outline: Array) -> float:
    """Area of a polygon, positive if it runs counter-clockwise [m^2]."""
    x, y = outline.T
    return 0.5 * float(x @ np.roll(y, -1) - y @ np.roll(x, -1))
