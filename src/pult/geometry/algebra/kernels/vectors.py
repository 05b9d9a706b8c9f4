"""Vectors as tuples: sums, products, rotation about an axis, directions orthogonal to a pair."""

from pult.core.kernels import cosine, kernel, sine
from pult.geometry.algebra.cases import PARALLEL, SOLVED, UNEQUAL, ZERO_LENGTH
from pult.geometry.quaternions import Triple
from pult.geometry.scaled import largest, norm, scale

_LARGE = 1e140
_MATCH = 1e-9
"""Relative miss up to which one vector is said to be taken to another."""
_PARALLEL_SINE = 1e-12
"""Sine of the angle between two directions below which they are taken for parallel."""


@kernel
def add(a: Triple, b: Triple) -> Triple:
    """Sum a + b."""
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


@kernel
def subtract(a: Triple, b: Triple) -> Triple:
    """Difference a - b (VmV)."""
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


@kernel
def times(v: Triple, factor: float) -> Triple:
    """Vector times a number (VuS)."""
    return (v[0] * factor, v[1] * factor, v[2] * factor)


@kernel
def dot(a: Triple, b: Triple) -> float:
    """Scalar product; the caller sees to it that it does not overflow."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@kernel
def cross(a: Triple, b: Triple) -> Triple:
    """Vector product; the caller sees to it that it does not overflow."""
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


@kernel
def direction(v: Triple) -> Triple:
    """Unit vector along v; zero for zero."""
    s = scale(v)
    x, y, z = v[0] / s, v[1] / s, v[2] / s
    size = norm((x, y, z))
    if size == 0.0:
        return (0.0, 0.0, 0.0)
    return (x / size, y / size, z / size)


@kernel
def rotate_unit(v: Triple, k: Triple, c: float, s: float) -> Triple:
    """A vector rotated about the unit vector k by the angle with cosine c and sine s (Rodrigues).

    The entries of the matrix c I + s [k]x + (1 - c) k k^T do not exceed 1, so that nothing overflows unless the
    result does.
    """
    x, y, z = k
    d = 1.0 - c
    return (
        (c + d * x * x) * v[0] + (d * x * y - s * z) * v[1] + (d * x * z + s * y) * v[2],
        (d * x * y + s * z) * v[0] + (c + d * y * y) * v[1] + (d * y * z - s * x) * v[2],
        (d * x * z - s * y) * v[0] + (d * y * z + s * x) * v[1] + (c + d * z * z) * v[2],
    )


@kernel
def rotate_about(v: Triple, axis: Triple, angle: float) -> Triple:
    """A vector rotated about an axis of any length by an angle [rad], right-handed (PVV).

    v' = v cos(angle) + (k x v) sin(angle) + k (k.v) (1 - cos(angle)), k = axis/|axis|. A zero axis leaves v as it is.
    """
    k = direction(axis)
    if k[0] == 0.0 and k[1] == 0.0 and k[2] == 0.0:
        return v
    return rotate_unit(v, k, cosine(angle), sine(angle))


@kernel
def extend_along(v: Triple, axis: Triple, length: float) -> Triple:
    """A vector extended along the direction of an axis by a length (VVV): v + length axis/|axis|; v for a zero axis."""
    k = direction(axis)
    return (v[0] + length * k[0], v[1] + length * k[1], v[2] + length * k[2])


@kernel
def length_along(a: Triple, b: Triple, axis: Triple) -> tuple[float, float, int]:
    """Length of the extension along an axis that takes one vector to another: the inverse of VVV.

    Returns:
        (b - a).k, k = axis/|axis|; the miss, the distance of b from the line through a along the axis; SOLVED, UNEQUAL
        (b is not on that line: the nearest point is), ZERO_LENGTH (zero axis).
    """
    k = direction(axis)
    size = max(largest(a), largest(b))
    s = divisor(size)
    apart = subtract(times(b, 1.0 / s), times(a, 1.0 / s))
    if norm(k) == 0.0:
        return 0.0, s * norm(apart), ZERO_LENGTH
    miss = norm(across(apart, k))
    return s * dot(apart, k), s * miss, SOLVED if miss <= _MATCH * (size / s) else UNEQUAL


@kernel
def along(v: Triple, k: Triple) -> Triple:
    """Component of v along the unit vector k."""
    size = dot(v, k)
    return (size * k[0], size * k[1], size * k[2])


@kernel
def across(v: Triple, k: Triple) -> Triple:
    """Component of v orthogonal to the unit vector k; k x (v x k) loses less than v - k (k.v)."""
    return cross(k, cross(v, k))


@kernel
def any_orthogonal(k: Triple) -> Triple:
    """A unit vector orthogonal to the unit vector k: the axis farthest from k, made orthogonal."""
    x, y, z = abs(k[0]), abs(k[1]), abs(k[2])
    if x <= y and x <= z:
        return direction(cross(k, (1.0, 0.0, 0.0)))
    if y <= z:
        return direction(cross(k, (0.0, 1.0, 0.0)))
    return direction(cross(k, (0.0, 0.0, 1.0)))


@kernel
def perpendicular(a: Triple, b: Triple) -> tuple[Triple, float, int]:
    """Unit vector orthogonal to a pair (OrtB), and the sine of the angle between them.

    Returns:
        (a x b)/|a x b|; |a x b|/(|a| |b|); the case: SOLVED, ZERO_LENGTH (either is zero), PARALLEL (or opposite).
        Without a solution the vector is zero.
    """
    u, v = direction(a), direction(b)
    if norm(u) == 0.0 or norm(v) == 0.0:
        return (0.0, 0.0, 0.0), 0.0, ZERO_LENGTH
    normal = cross(u, v)
    size = norm(normal)
    if size <= _PARALLEL_SINE:
        return (0.0, 0.0, 0.0), size, PARALLEL
    return (normal[0] / size, normal[1] / size, normal[2] / size), size, SOLVED


@kernel
def divisor(size: float) -> float:
    """What to divide lengths by, the largest of which is given, so that their products stay finite: 1 if they do."""
    return size if size > _LARGE else 1.0
