r"""Paths of a body in the plane: straight, along an arc, or through knots, turning along the way.

A path is a piecewise cubic (x, y, turn)(s) of its length s. Length counts turning, too, at the radius rho of the grasp
points: ds^2 = dx^2 + dy^2 + (rho d turn)^2, so that a speed along the path limits how fast grasp points go, and a pure
turn is a path.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pult.core.errors import KinematicsError
from pult.core.kernels import kernel
from pult.core.signals import Array

PIECES = 64
"""Cubic pieces of a path."""
MAX_KNOTS = 16
_FINE = 4096
_CLOSE = 1e-9


@dataclass(frozen=True, eq=False)
class BodyPath:
    """A path of a body.

    Attributes:
        ends: Path lengths where pieces begin, and the end of the last one [m]. Shape (m + 1,).
        coefficients: Of each piece, of x, y and turn, the highest power first. Shape (m, 12).
    """

    ends: Array
    coefficients: Array

    @property
    def length(self) -> float:
        """Length of the path [m]."""
        return float(self.ends[-1])

    def at(self, s: float) -> Array:
        """Pose at a path length, and its first and second derivatives by it. Shape (3, 3)."""
        return path_point(self.ends, self.coefficients, s)


def straight_path(begin: Sequence[float], end: Sequence[float], radius: float = 0.2) -> BodyPath:
    """The straight path between two poses, turning evenly.

    Args:
        begin, end: Poses x, y [m], turn [rad].
        radius: Radius at which turning counts as length [m].
    """
    a, b = np.asarray(begin, dtype=np.float64), np.asarray(end, dtype=np.float64)
    length = math.sqrt(float(np.sum((b - a)[:2] ** 2)) + (radius * float(b[2] - a[2])) ** 2)
    if length < _CLOSE:
        raise KinematicsError("a path begins and ends at different poses.")
    ends = np.linspace(0.0, length, PIECES + 1)
    rows = np.zeros((PIECES, 3, 4))
    rows[:, :, 2] = (b - a) / length
    rows[:, :, 3] = a + ends[:-1, None] * (b - a) / length
    return BodyPath(ends, rows.reshape(PIECES, 12))


def arc_path(begin: Sequence[float], via: Sequence[float], end: Sequence[float], radius: float = 0.2) -> BodyPath:
    """The arc of a circle from one pose to another by way of a third point, turning evenly along it.

    Args:
        begin, end: Poses x, y [m], turn [rad].
        via: A point between them, x and y [m].
        radius: Radius at which turning counts as length [m].

    Raises:
        KinematicsError: The three points are on one line.
    """
    a, v, b = (np.asarray(p, dtype=np.float64)[:2] for p in (begin, via, end))
    cross = float((v - a)[0] * (b - a)[1] - (v - a)[1] * (b - a)[0])
    if abs(cross) < 1e-9:
        raise KinematicsError("the three points of an arc are not on one line; take a straight path.")
    p, q = v - a, b - a
    middle = np.array([q[1] * (p @ p) - p[1] * (q @ q), p[0] * (q @ q) - q[0] * (p @ p)]) / (2.0 * cross) + a
    first = math.atan2(*(a - middle)[::-1])
    # of both ways round, the one on which the third point lies: counter-clockwise if the triangle is
    full = math.copysign(2.0 * math.pi, cross)
    sweep = math.fmod(math.atan2(*(b - middle)[::-1]) - first, 2.0 * math.pi)
    sweep = sweep if sweep * full > 0.0 else sweep + full
    share = np.linspace(0.0, 1.0, _FINE + 1)
    size = float(np.linalg.norm(a - middle))
    turn = float(begin[2]) + share * (float(end[2]) - float(begin[2]))
    angle = first + share * sweep
    return _resampled(
        np.column_stack([middle[0] + size * np.cos(angle), middle[1] + size * np.sin(angle), turn]), radius
    )


def spline_path(knots: Sequence[Sequence[float]], radius: float = 0.2) -> BodyPath:
    """A smooth path through poses (natural cubic spline over chord lengths).

    Args:
        knots: Poses x, y [m], turn [rad], at least 2.
        radius: Radius at which turning counts as length [m].

    Raises:
        KinematicsError: There are too few knots, or two neighbours coincide.
    """
    points = np.asarray(knots, dtype=np.float64)
    if points.ndim != 2 or len(points) < 2 or points.shape[1] != 3:
        raise KinematicsError("a path has at least 2 knots, each with x, y and turn.")
    if len(points) == 2:
        return straight_path(points[0], points[1], radius)
    steps = _steps(points, radius)
    if steps.min() < _CLOSE:
        at = int(np.argmin(steps)) + 1
        raise KinematicsError(f"knots {at} and {at + 1} are at the same pose; take one away.")
    from scipy.interpolate import CubicSpline

    along = np.concatenate([[0.0], np.cumsum(steps)])
    return _resampled(CubicSpline(along, points, bc_type="natural")(np.linspace(0.0, along[-1], _FINE + 1)), radius)


def path_through(knots: Sequence[Sequence[float]], arc: bool = False, radius: float = 0.2) -> BodyPath:
    """The path through poses: straight between two, a spline through more, or the arc by way of the second of three.

    Knots at the end that repeat the last one are left out.

    Raises:
        KinematicsError: There are too few knots, or not three for an arc.
    """
    points = np.asarray(knots, dtype=np.float64)
    count = len(points)
    while count > 1 and np.array_equal(points[count - 1], points[count - 2]):
        count -= 1
    if arc and count != 3:
        raise KinematicsError(f"an arc has 3 knots, not {count}.")
    return arc_path(points[0], points[1], points[2], radius) if arc else spline_path(points[:count].tolist(), radius)


def padded(knots: Sequence[Sequence[float]]) -> tuple[list[list[float]], list[float]]:
    """Knots as parameters of the block `carry.path`: points and turns, the last one repeated.

    Raises:
        KinematicsError: There are too many.
    """
    if not 2 <= len(knots) <= MAX_KNOTS:
        raise KinematicsError(f"a path has 2 to {MAX_KNOTS} knots, not {len(knots)}.")
    rows = [[float(x) for x in knot] for knot in (*knots, *[knots[-1]] * (MAX_KNOTS - len(knots)))]
    return [row[:2] for row in rows], [row[2] for row in rows]


def _steps(points: Array, radius: float) -> Array:
    found: Array = np.linalg.norm(np.diff(points * np.array([1.0, 1.0, radius]), axis=0), axis=1)
    return found


def _resampled(fine: Array, radius: float) -> BodyPath:
    """The path through many points, as cubic pieces of equal length."""
    from scipy.interpolate import CubicSpline  # blocks import this module, and checking a scheme needs no SciPy

    along = np.concatenate([[0.0], np.cumsum(_steps(fine, radius))])
    ends = np.linspace(0.0, float(along[-1]), PIECES + 1)
    exact = CubicSpline(along, fine, bc_type="not-a-knot")
    spline = CubicSpline(ends, exact(ends), bc_type=((1, exact(0.0, 1)), (1, exact(ends[-1], 1))))
    return BodyPath(ends, np.ascontiguousarray(spline.c.transpose(1, 2, 0).reshape(PIECES, 12)))


@kernel
def path_point(ends: Array, coefficients: Array, s: float) -> Array:
    """Pose at a path length, and its derivatives by it; see `BodyPath.at`. Shape (3, 3)."""
    m = coefficients.shape[0]
    low, high = 0, m - 1
    while low < high:
        middle = (low + high + 1) // 2
        if float(ends[middle]) <= s:
            low = middle
        else:
            high = middle - 1
    u = s - float(ends[low])
    found = np.empty((3, 3))
    for i in range(3):
        a, b = float(coefficients[low, 4 * i]), float(coefficients[low, 4 * i + 1])
        c, d = float(coefficients[low, 4 * i + 2]), float(coefficients[low, 4 * i + 3])
        found[0, i] = ((a * u + b) * u + c) * u + d
        found[1, i] = (3.0 * a * u + 2.0 * b) * u + c
        found[2, i] = 6.0 * a * u + 2.0 * b
    return found
