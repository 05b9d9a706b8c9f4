"""Kernels of the legs of a path over a surface: ends, lengths, normals, and the orientation of the tool."""

import math
from typing import NamedTuple

import numpy as np

from pult.core.kernels import kernel, square_root
from pult.core.signals import Array
from pult.geometry.quaternions import Quadruple, hamilton, unit
from pult.geometry.scaled import norm
from pult.motion.surface.parameters import MAX_KNOTS

WAITS, APPROACH, DESCENT, STROKE, LIFT, DONE = range(6)
"""Stages of the path."""


class Knots(NamedTuple):
    """Knots of a path, the desired force, and the data of tool and surface.

    Attributes:
        points: Knots on the surface [m]. Shape (MAX_KNOTS, 3).
        normals: Outward unit normals there. Shape (MAX_KNOTS, 3).
        forces: Force at each knot as a fraction of the desired one. Shape (MAX_KNOTS,).
        force: Desired force [N].
        radius: Radius of the tool tip [m].
        stiffness: Stiffness of the surface [N/m].
        clearance: Height above the surface where the tool is free [m].
    """

    points: Array
    normals: Array
    forces: Array
    force: float
    radius: float
    stiffness: float
    clearance: float


class Leg(NamedTuple):
    """A straight piece of the path.

    Attributes:
        begin, end: Its ends [m]. Shape (3,).
        length: Its length [m].
        a, b: Indices of the knots at its ends.
        stops: Whether the tool stops at its end.
        last: Whether it is the last of a pass.
    """

    begin: Array
    end: Array
    length: float
    a: int
    b: int
    stops: bool
    last: bool


def arc_knots(centre: tuple[float, float, float], radius: float, angle: float, count: int) -> tuple[Array, Array]:
    """Knots on an arc over a sphere, in its y-z plane, and normals, padded with the last one. Shapes (MAX_KNOTS, 3)."""
    a = np.linspace(-angle / 2, angle / 2, count)
    a = np.concatenate([a, np.full(MAX_KNOTS - count, a[-1])])
    normals = np.column_stack([np.zeros(MAX_KNOTS), np.sin(a), np.cos(a)])
    return np.array(centre) + radius * normals, normals


@kernel
def centre_of(k: Knots, i: int, height: float) -> Array:
    """Centre of the tool tip at a knot, pressed in by the force, or a height above that [m]. Shape (3,)."""
    away = k.radius - float(k.forces[i]) * k.force / k.stiffness + height
    found = np.empty(3)
    for c in range(3):
        found[c] = float(k.points[i, c]) + away * float(k.normals[i, c])
    return found


@kernel
def distinct(k: Knots, i: int, j: int) -> bool:
    """Whether two knots are different points."""
    for c in range(3):  # noqa: SIM110 - native code knows no generators
        if abs(float(k.points[i, c]) - float(k.points[j, c])) > 1e-9:
            return True
    return False


@kernel
def last_knot(k: Knots) -> int:
    """Index of the last knot: those after it are the same point."""
    i = int(k.points.shape[0]) - 1
    while i > 0 and not distinct(k, i, i - 1):
        i -= 1
    return i


@kernel
def distance(a: Array, b: Array) -> float:
    """Distance between two points [m]."""
    return norm((float(b[0]) - float(a[0]), float(b[1]) - float(a[1]), float(b[2]) - float(a[2])))


@kernel
def leg_from(k: Knots, stage: int, index: int, back: bool, start: Array) -> Leg:
    """The leg of a stage, or the leg with an index if the stage is the stroke.

    Args:
        k: The knots.
        stage: The stage.
        index: Index of the segment, counted from the beginning of the pass.
        back: Whether the pass begins at the last knot.
        start: Position of the tool when the approach began [m].
    """
    final = last_knot(k)
    first, end = (final, 0) if back else (0, final)
    if stage == STROKE:
        a = max(final - index, 1) if back else min(index, max(final - 1, 0))
        b = a - 1 if back else a + 1
        b = min(max(b, 0), final)
        p, q = centre_of(k, a, 0.0), centre_of(k, b, 0.0)
        last = b == end
        return Leg(p, q, distance(p, q), a, b, last, last)
    if stage == DESCENT:
        p, q = centre_of(k, first, k.clearance), centre_of(k, first, 0.0)
        return Leg(p, q, distance(p, q), first, first, True, True)
    if stage in (LIFT, DONE):
        p, q = centre_of(k, end, 0.0), centre_of(k, end, k.clearance)
        if stage == DONE:
            return Leg(q, q.copy(), 0.0, end, end, True, True)
        return Leg(p, q, distance(p, q), end, end, True, True)
    p, q = start.copy(), centre_of(k, first, k.clearance)
    return Leg(p, q, distance(p, q), first, first, True, True)


@kernel
def leg_point(leg: Leg, share: float) -> Array:
    """A point of a leg. Shape (3,)."""
    found = np.empty(3)
    for c in range(3):
        found[c] = float(leg.begin[c]) + share * (float(leg.end[c]) - float(leg.begin[c]))
    return found


@kernel
def leg_normal(k: Knots, leg: Leg, share: float) -> Array:
    """Unit normal at a point of a leg, interpolated spherically between those of its knots. Shape (3,)."""
    cosine, found = 0.0, np.empty(3)
    for c in range(3):
        cosine += float(k.normals[leg.a, c]) * float(k.normals[leg.b, c])
    sine = square_root(max(0.0, 1.0 - cosine * cosine))
    angle = math.atan2(sine, cosine)
    u, v = 1.0 - share, share
    if angle > 1e-6 and sine > 1e-6:
        u, v = math.sin((1.0 - share) * angle) / sine, math.sin(share * angle) / sine
    size = 0.0
    for c in range(3):
        found[c] = u * float(k.normals[leg.a, c]) + v * float(k.normals[leg.b, c])
        size += float(found[c]) * float(found[c])
    size = square_root(size)
    for c in range(3):
        found[c] = float(found[c]) / size if size > 0.0 else (1.0 if c == 2 else 0.0)
    return found


@kernel
def tool_orientation(n: Array, yaw: float) -> Quadruple:
    """Orientation of a tool whose z axis points against a normal.

    It points straight down, is rotated by yaw, then tilted by the smallest rotation.
    """
    x, y, z = float(n[0]), float(n[1]), float(n[2])
    tilt = (0.0, 1.0, 0.0, 0.0) if z < -1.0 + 1e-12 else unit((1.0 + z, -y, x, 0.0))
    half = 0.5 * yaw
    down = hamilton((math.cos(half), 0.0, 0.0, math.sin(half)), (0.0, 1.0, 0.0, 0.0))
    return unit(hamilton(tilt, down))


@kernel
def braked(v: float, wanted: float, left: float, acceleration: float, dt: float) -> float:
    """The next speed: towards the desired one, and slow enough to stop within the remaining distance.

    Args:
        v, wanted: Present and desired speed [m/s].
        left: Distance to the stopping point [m].
        acceleration: Largest acceleration [m/s^2].
        dt: Control step [s].
    """
    step, reach = max(acceleration * dt, 1e-300), max(left, 0.0) / dt
    # n steps, each slower by `step` and the last one no faster than that: reach = n most - step n (n - 1)/2
    n = max(1.0, float(math.ceil(min(0.5 * (square_root(1.0 + 8.0 * reach / step) - 1.0), 1e9))))
    most = reach / n + 0.5 * step * (n - 1.0)
    aim = max(wanted, 0.0)
    return min(min(aim, v + step) if aim > v else max(aim, v - step), most)


@kernel
def remaining_length(k: Knots, leg: Leg, way: float, back: bool) -> float:
    """Distance to the end of a pass from a position along one of its legs [m]."""
    left = -way
    for i in range(last_knot(k)):
        if i < leg.a if back else i >= leg.a:
            left += distance(centre_of(k, i, 0.0), centre_of(k, i + 1, 0.0))
    return left


@kernel
def progress_of(k: Knots, leg: Leg, way: float, back: bool) -> float:
    """Completed fraction of a pass, by length."""
    final, whole, done = last_knot(k), 0.0, 0.0
    for i in range(final):
        length = distance(centre_of(k, i, 0.0), centre_of(k, i + 1, 0.0))
        whole += length
        done += length if (i >= leg.a if back else i < leg.a) else 0.0
    return (done + way) / whole if whole > 0.0 else 1.0
