"""Kernels of distances: segments and arcs to walls."""

import math

from pult.core.kernels import kernel
from pult.core.signals import Array
from pult.motion.tunnel.arcs import CURVATURE, HEADING, LENGTH, STRAIGHT, piece_pose


@kernel
def point_to_segment(x: float, y: float, walls: Array, w: int) -> float:
    """Distance of a point from a wall [m].

    Args:
        x, y: The point [m].
        walls: Ends (x1, y1, x2, y2) of the walls [m]. Shape (k, 4).
        w: Index of the wall.
    """
    ax, ay = float(walls[w, 0]), float(walls[w, 1])
    dx, dy = float(walls[w, 2]) - ax, float(walls[w, 3]) - ay
    size = dx * dx + dy * dy
    t = ((x - ax) * dx + (y - ay) * dy) / size if size > 0.0 else 0.0
    t = min(max(t, 0.0), 1.0)
    ex, ey = x - ax - t * dx, y - ay - t * dy
    return math.sqrt(ex * ex + ey * ey)


@kernel
def point_on_link(x: float, y: float, ax: float, ay: float, bx: float, by: float) -> float:
    """Distance of a point from a segment [m]."""
    dx, dy = bx - ax, by - ay
    size = dx * dx + dy * dy
    t = ((x - ax) * dx + (y - ay) * dy) / size if size > 0.0 else 0.0
    t = min(max(t, 0.0), 1.0)
    ex, ey = x - ax - t * dx, y - ay - t * dy
    return math.sqrt(ex * ex + ey * ey)


@kernel
def crosses(ax: float, ay: float, bx: float, by: float, walls: Array, w: int) -> bool:
    """Whether a segment and a wall cross."""
    cx, cy, dx, dy = float(walls[w, 0]), float(walls[w, 1]), float(walls[w, 2]), float(walls[w, 3])
    one = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    two = (bx - ax) * (dy - ay) - (by - ay) * (dx - ax)
    three = (dx - cx) * (ay - cy) - (dy - cy) * (ax - cx)
    four = (dx - cx) * (by - cy) - (dy - cy) * (bx - cx)
    return one * two < 0.0 and three * four < 0.0


@kernel
def link_to_wall(ax: float, ay: float, bx: float, by: float, walls: Array, w: int) -> float:
    """Distance between a segment and a wall [m], 0 if they cross."""
    if crosses(ax, ay, bx, by, walls, w):
        return 0.0
    near = min(point_to_segment(ax, ay, walls, w), point_to_segment(bx, by, walls, w))
    first = point_on_link(float(walls[w, 0]), float(walls[w, 1]), ax, ay, bx, by)
    second = point_on_link(float(walls[w, 2]), float(walls[w, 3]), ax, ay, bx, by)
    return min(near, first, second)


@kernel
def arm_clearance(found: Array, n: int, walls: Array) -> tuple[float, int]:
    """Least distance of the links' middle lines from the walls [m], and which link it is.

    Args:
        found: Joints in the first two columns [m], as `arcs.follow` fills them. Shape (n + 1, 4).
        n: Number of links.
        walls: Ends of the walls [m]. Shape (k, 4).
    """
    best, which = 1e300, 0
    for i in range(n):
        ax, ay = float(found[i, 0]), float(found[i, 1])
        bx, by = float(found[i + 1, 0]), float(found[i + 1, 1])
        for w in range(len(walls)):
            d = link_to_wall(ax, ay, bx, by, walls, w)
            if d < best:
                best, which = d, i
    return best, which


@kernel
def angle_on_arc(pieces: Array, i: int, cx: float, cy: float, x: float, y: float) -> bool:
    """Whether the direction from an arc's centre to a point meets the arc."""
    k = float(pieces[i, CURVATURE])
    side = 1.0 if k > 0.0 else -1.0
    first = float(pieces[i, HEADING]) - side * 0.5 * math.pi
    turn = side * (math.atan2(y - cy, x - cx) - first)
    turn = turn - 2.0 * math.pi * math.floor(turn / (2.0 * math.pi))
    return turn <= abs(k) * float(pieces[i, LENGTH]) + 1e-12


@kernel
def piece_to_wall(pieces: Array, i: int, walls: Array, w: int) -> float:
    """Distance between a piece of a path and a wall [m], 0 if they cross."""
    ax, ay, _ = piece_pose(pieces, i, 0.0)
    bx, by, _ = piece_pose(pieces, i, float(pieces[i, LENGTH]))
    k = float(pieces[i, CURVATURE])
    if abs(k) < STRAIGHT:
        return link_to_wall(ax, ay, bx, by, walls, w)
    heading = float(pieces[i, HEADING])
    radius = 1.0 / abs(k)
    cx, cy = ax - math.sin(heading) / k, ay + math.cos(heading) / k
    best = min(point_to_segment(ax, ay, walls, w), point_to_segment(bx, by, walls, w))
    px, py = float(walls[w, 0]), float(walls[w, 1])
    dx, dy = float(walls[w, 2]) - px, float(walls[w, 3]) - py
    for end in range(2):
        x, y = px + end * dx, py + end * dy
        if angle_on_arc(pieces, i, cx, cy, x, y):
            best = min(best, abs(math.sqrt((x - cx) * (x - cx) + (y - cy) * (y - cy)) - radius))
    size = dx * dx + dy * dy
    t = ((cx - px) * dx + (cy - py) * dy) / size if size > 0.0 else 0.0
    t = min(max(t, 0.0), 1.0)
    x, y = px + t * dx, py + t * dy
    near = math.sqrt((x - cx) * (x - cx) + (y - cy) * (y - cy))
    if near > radius and angle_on_arc(pieces, i, cx, cy, x, y):
        best = min(best, near - radius)
    if near < radius and size > 0.0:  # the wall may cross the circle
        foot = ((cx - px) * dx + (cy - py) * dy) / size
        fx, fy = px + foot * dx - cx, py + foot * dy - cy
        half = math.sqrt(max(radius * radius - fx * fx - fy * fy, 0.0) / size)
        for sign in range(2):
            t = foot + (half if sign == 0 else -half)
            if 0.0 <= t <= 1.0 and angle_on_arc(pieces, i, cx, cy, px + t * dx, py + t * dy):
                return 0.0
    return best


@kernel
def path_clearance(pieces: Array, walls: Array) -> tuple[float, int]:
    """Least distance of a path from the walls [m], and at which wall it is."""
    best, which = 1e300, 0
    for i in range(len(pieces)):
        for w in range(len(walls)):
            d = piece_to_wall(pieces, i, walls, w)
            if d < best:
                best, which = d, w
    return best, which
