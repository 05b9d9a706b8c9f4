"""The orthonormal frame attached to a pair of vectors, with all projections of the pair."""

from pult.core.kernels import kernel
from pult.geometry.algebra.cases import ZERO_LENGTH
from pult.geometry.algebra.kernels.vectors import across, along, cross, direction, perpendicular
from pult.geometry.quaternions import Triple
from pult.geometry.scaled import norm


@kernel
def attach_frame(a: Triple, b: Triple) -> tuple[Triple, Triple, Triple, int]:
    """Right-handed orthonormal frame attached to a pair of vectors (PSK): x along a, y towards b, z along a x b.

    Returns:
        The unit vectors x, y, z; the case: SOLVED, PARALLEL (x alone is determined; y and z are zero), ZERO_LENGTH (all
        are zero).
    """
    z, _, case = perpendicular(a, b)
    x = direction(a)
    if case == ZERO_LENGTH:
        x = (0.0, 0.0, 0.0)
    return x, cross(z, x), z, case


@kernel
def projections(a: Triple, b: Triple) -> tuple[Triple, Triple, Triple, Triple, int]:
    """Projections of a pair of vectors onto each other (PSK): the legs of the right triangles that they span.

    Returns:
        The component of b along a; that of b orthogonal to a; that of a along b; that of a orthogonal to b; the case:
        SOLVED, PARALLEL (the orthogonal ones are zero), ZERO_LENGTH (all are zero).
    """
    _, _, case = perpendicular(a, b)
    u, v = direction(a), direction(b)
    if norm(u) == 0.0 or norm(v) == 0.0:
        nothing = (0.0, 0.0, 0.0)
        return nothing, nothing, nothing, nothing, ZERO_LENGTH
    return along(b, u), across(b, u), along(a, v), across(a, v), case
