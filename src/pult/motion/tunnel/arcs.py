"""Paths of lines and arcs as tables, and the kernels that walk along them.

A row of a table is a piece: where it begins (x, y) [m], its heading there [rad], its curvature [1/m], 0 for a line and
positive to the left, and its length [m]. Pieces join without a kink.
"""

import math

import numpy as np

from pult.core.kernels import kernel
from pult.core.signals import Array

X, Y, HEADING, CURVATURE, LENGTH = range(5)
COLUMNS = 5
STRAIGHT = 1e-9
"""A piece with less curvature than this is a line [1/m]."""
NEARLY_STRAIGHT = 1e-3
"""An arc that turns less than this over a link is nearly a line [rad]."""
Pose = tuple[float, float, float]


@kernel
def piece_pose(pieces: Array, i: int, s: float) -> Pose:
    """Position [m] and heading [rad] at a length s [m] from the beginning of a piece."""
    x, y, heading = float(pieces[i, X]), float(pieces[i, Y]), float(pieces[i, HEADING])
    k = float(pieces[i, CURVATURE])
    half = 0.5 * k * s
    chord = s * (math.sin(half) / half if abs(half) > 1e-4 else 1.0 - half * half / 6.0)
    return x + chord * math.cos(heading + half), y + chord * math.sin(heading + half), heading + 2.0 * half


@kernel
def length_back(pieces: Array, i: int, s: float, x: float, y: float, l: float) -> float:  # noqa: E741 - length of a link
    r"""How far back along a piece its distance from a point becomes l; -1 if nowhere on the piece.

    The point of the piece at s has a distance below l. On a line with the direction u the way t back solves
    |p - t u - q|^2 = l^2, which has one positive root. On a circle about c with radius R the points nearer than l are
    those within the angle b of the direction from c to q, cos b = (D^2 + R^2 - l^2)/(2 D R), D = |q - c|.

    Args:
        pieces: The table.
        i: Index of the piece.
        s: Where on the piece the way back begins [m].
        x, y: The point q [m].
        l: The distance [m].
    """
    px, py, heading = piece_pose(pieces, i, s)
    k = float(pieces[i, CURVATURE])
    if abs(k) * l < NEARLY_STRAIGHT:
        ux, uy = math.cos(heading), math.sin(heading)
        ex, ey = px - x, py - y
        along = ex * ux + ey * uy
        root = along * along - (ex * ex + ey * ey - l * l)
        back = max(along + math.sqrt(max(root, 0.0)), 0.0)
        for _ in range(3 if abs(k) >= STRAIGHT else 0):  # Newton: the circle is too large for the formula below
            px, py, heading = piece_pose(pieces, i, s - back)
            ex, ey = px - x, py - y
            slope = -2.0 * (ex * math.cos(heading) + ey * math.sin(heading))
            if slope > 0.0:
                back -= (ex * ex + ey * ey - l * l) / slope
        back = max(back, 0.0)
        return back if back <= s else -1.0
    radius = 1.0 / k  # signed: positive with the centre on the left
    cx, cy = px - radius * math.sin(heading), py + radius * math.cos(heading)
    dx, dy = x - cx, y - cy
    d, size = math.sqrt(dx * dx + dy * dy), abs(radius)
    if d + size <= l or d <= 0.0:
        return -1.0  # all of the circle is nearer
    cosine = (d * d + size * size - l * l) / (2.0 * d * size)
    if cosine <= -1.0:
        return -1.0
    half = math.acos(min(cosine, 1.0))
    turn = math.atan2(py - cy, px - cx) - math.atan2(dy, dx)
    turn = math.atan2(math.sin(turn), math.cos(turn))
    back = max(size * (half + (turn if radius > 0.0 else -turn)), 0.0)
    return back if back <= s else -1.0


@kernel
def locate(pieces: Array, count: int, s: float) -> tuple[int, float]:
    """The piece of a path at a length from its beginning, and the length on this piece [m]."""
    i, rest = 0, max(s, 0.0)
    while i < count - 1 and rest > float(pieces[i, LENGTH]):
        rest -= float(pieces[i, LENGTH])
        i += 1
    return i, rest


@kernel
def follow(pieces: Array, count: int, lengths: Array, s: float, speed: float, found: Array) -> float:
    r"""Follow the leader: all joints of an arm lie on the path, the tip at a length s.

    Each joint is the first point behind the next one, back along the path, whose distance is the length of the link
    between them. With tangents t and unit vectors u along the links, a joint moves along the path with the speed

        v_{i-1} = v_i (t_i . u_i) / (t_{i-1} . u_i),  and the link turns at  (v_i t_i - v_{i-1} t_{i-1}) x u_i / l_i.

    Args:
        pieces: The table of the path. Shape (m, 5).
        count: Number of its pieces; rows after them are not looked at.
        lengths: Lengths of the links, the first at the base [m]. Shape (n,).
        s: Where the tip is [m].
        speed: Speed of the tip along the path [m/s].
        found: Filled with a row for the base and for the end of each link: x, y [m], direction of the link that ends
            there [rad] and its rate [rad/s]. The row of the base has the heading of the path and the base's speed
            along it [m/s]. Shape (n + 1, 4).

    Returns:
        Length of the path up to the base [m]; -1 if the path is too short, and the rest of `found` is not filled.
    """
    n = len(lengths)
    i, at = locate(pieces, count, s)
    x, y, heading = piece_pose(pieces, i, at)
    tx, ty = math.cos(heading), math.sin(heading)
    found[n, 0], found[n, 1] = x, y
    v = speed
    for link in range(n - 1, -1, -1):
        l = float(lengths[link])  # noqa: E741
        if float(pieces[i, CURVATURE]) == 0.0 and at >= l:  # the whole link lies on a line
            at, x, y = at - l, x - l * tx, y - l * ty
            found[link + 1, 2], found[link + 1, 3] = heading, 0.0
            found[link, 0], found[link, 1] = x, y
            continue
        back = length_back(pieces, i, at, x, y, l)
        while back < 0.0:
            if i == 0:
                return -1.0
            i -= 1
            at = float(pieces[i, LENGTH])
            back = length_back(pieces, i, at, x, y, l)
        at -= back
        px, py, heading = piece_pose(pieces, i, at)
        bx, by = math.cos(heading), math.sin(heading)
        ux, uy = (x - px) / l, (y - py) / l
        behind = bx * ux + by * uy
        w = v * (tx * ux + ty * uy) / behind if behind > 1e-9 else 0.0
        found[link + 1, 2] = math.atan2(uy, ux)
        found[link + 1, 3] = (v * (ty * ux - tx * uy) - w * (by * ux - bx * uy)) / l
        x, y, tx, ty, v = px, py, bx, by, w
        found[link, 0], found[link, 1] = x, y
    found[0, 2], found[0, 3] = heading, v
    total = at
    for j in range(i):
        total += float(pieces[j, LENGTH])
    return total


@kernel
def joint_values(found: Array, angles: Array, rates: Array) -> None:
    """Relative joint angles [rad] and their rates [rad/s], from what `follow` has filled.

    Args:
        found: Filled by `follow`. Shape (n + 1, 4).
        angles, rates: Filled; the first angle is relative to the path at the base. Shape (n,).
    """
    last, turning = float(found[0, 2]), 0.0
    for i in range(len(angles)):
        now, rate = float(found[i + 1, 2]), float(found[i + 1, 3])
        turn = now - last
        turns = turn * (0.5 / math.pi)
        if abs(turns) > 0.5:
            turn -= 2.0 * math.pi * math.floor(turns + 0.5)
        angles[i] = turn
        rates[i] = rate - turning
        last, turning = now, rate


def table(pieces: list[tuple[float, float, float, float, float]]) -> Array:
    """A table of pieces. Shape (m, 5)."""
    return np.array(pieces, dtype=np.float64).reshape(-1, COLUMNS)
