"""Algebra of quaternions (w, x, y, z)."""

from pult.core.block import block
from pult.core.kernels import clamp
from pult.core.signals import Number, Quaternion
from pult.geometry.quaternions import array4, inverse, product, slerp, unit


@block("vector.quaternion_product")
def quaternion_product(a: Quaternion, b: Quaternion) -> Quaternion:
    r"""Product of two quaternions: the rotation b followed by a.

    $$ y = a\,b $$

    Hamilton's product. It is not normalised: its length is the product of the lengths.
    """
    return array4(product(a, b))


@block("vector.quaternion_inverse")
def quaternion_inverse(x: Quaternion) -> Quaternion:
    r"""Inverse of a quaternion: the inverse rotation.

    $$ y = x^{-1} = \frac{(w, -x, -y, -z)}{w^2 + x^2 + y^2 + z^2} $$

    The zero quaternion has no inverse and gives (1, 0, 0, 0): it stands for no rotation.
    """
    return array4(inverse(x))


@block("vector.quaternion_slerp")
def quaternion_slerp(a: Quaternion, b: Quaternion, fraction: Number) -> Quaternion:
    r"""Spherical linear interpolation between two rotations along the shorter arc.

    $$ y = \frac{\sin((1 - t)\,\theta)}{\sin\theta}\, a + \frac{\sin(t\,\theta)}{\sin\theta}\, s\,b,
    \quad \cos\theta = s\,a \cdot b, \quad s = \pm 1 $$

    The fraction t goes from 0 (a) to 1 (b) and is limited to that. a and b are normalised first. Of b and
    -b, which are the same rotation, the one nearer to a is taken, so the turn is never more than half a
    revolution; at t = 1 the output is that one. At exactly half a revolution both ways are as short, and b
    is taken as it is.
    """
    return array4(slerp(unit(a), unit(b), clamp(fraction, 0.0, 1.0)))
