"""Angles of unit vectors, accurate at every size."""

import math

from pult.core.kernels import kernel
from pult.geometry.algebra.kernels.vectors import add, cross, dot, subtract
from pult.geometry.quaternions import Triple
from pult.geometry.scaled import norm


@kernel
def angle_of(u: Triple, v: Triple) -> float:
    """Angle between two unit vectors [rad], 0..pi; the arc cosine of their product would lose small angles."""
    return 2.0 * math.atan2(norm(subtract(u, v)), norm(add(u, v)))


@kernel
def turn_of(u: Triple, v: Triple, k: Triple) -> float:
    """Angle about the unit vector k from u to v, unit vectors orthogonal to it [rad], in (-pi, pi]."""
    angle = math.atan2(dot(k, cross(u, v)) + 0.0, dot(u, v))
    return math.pi if angle == -math.pi else angle


@kernel
def corner(opposite: float, one: float, two: float) -> float:
    """Angle of a spherical triangle between its sides `one` and `two` [rad], 0..pi.

    With s half the sum of the sides: tan^2(angle/2) = sin(s - one) sin(s - two)/(sin(s) sin(s - opposite)). Sides that
    make no triangle give 0 or pi, whichever is nearer to one.
    """
    s = 0.5 * (opposite + one + two)
    above = math.sin(s - one) * math.sin(s - two)
    below = math.sin(s) * math.sin(s - opposite)
    return 2.0 * math.atan2(math.sqrt(max(above, 0.0)), math.sqrt(max(below, 0.0)))
