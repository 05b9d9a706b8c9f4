"""Angles in radians: trigonometric functions, their inverses, degrees, wrapping and unwrapping."""

import math
from typing import Annotated, NamedTuple

import numpy as np

from pult.core.block import block
from pult.core.kernels import clamp, cosine, hypotenuse, kernel, ratio, round_up, sine
from pult.core.signals import AnyUnit, Number, Rad

_TURN = 2.0 * math.pi
_DEGREES_A_RADIAN = 180.0 / math.pi
_RADIANS_A_DEGREE = math.pi / 180.0


@kernel
def _tangent(angle: float) -> float:
    """tan(angle), NaN for an infinite angle."""
    return math.tan(angle) if -math.inf < angle < math.inf else math.nan


@kernel
def _wrapped(angle: float) -> float:
    """An angle wrapped to (-pi, pi] without rounding: fmod is exact, and so is subtracting 2 pi."""
    if -math.pi < angle <= math.pi or not -math.inf < angle < math.inf:
        return angle
    rest = float(np.fmod(angle, _TURN))
    if rest > math.pi:
        return rest - _TURN
    return rest if rest > -math.pi else rest + _TURN


@block("trigonometry.sin")
def sin(x: Rad) -> Number:
    r"""Sine of an angle.

    $$ y = \sin x $$
    """
    return sine(x)


@block("trigonometry.cos")
def cos(x: Rad) -> Number:
    r"""Cosine of an angle.

    $$ y = \cos x $$
    """
    return cosine(x)


@block("trigonometry.tan")
def tan(x: Rad) -> Number:
    r"""Tangent of an angle.

    $$ y = \tan x $$

    No float is an odd multiple of π/2 exactly, so the value is large next to a pole (about 1.6e16) but
    finite.
    """
    return _tangent(x)


class SinCos(NamedTuple):
    """Sine and cosine of one angle."""

    sin: Number
    cos: Number


@block("trigonometry.sincos")
def sincos(x: Rad) -> SinCos:
    r"""Sine and cosine of an angle: the point on the unit circle.

    $$ (\mathit{sin},\ \mathit{cos}) = (\sin x,\ \cos x) $$
    """
    return SinCos(sine(x), cosine(x))


@block("trigonometry.asin")
def asin(x: Number) -> Rad:
    r"""Angle in [-π/2, π/2] that has this sine.

    $$ y = \arcsin\left(\operatorname{clip}(x,\ -1,\ 1)\right) $$

    The input is limited to [-1, 1]: a quotient of lengths that rounding has carried past 1 still gives the
    right angle.
    """
    return math.asin(clamp(x, -1.0, 1.0))


@block("trigonometry.acos")
def acos(x: Number) -> Rad:
    r"""Angle in [0, π] that has this cosine.

    $$ y = \arccos\left(\operatorname{clip}(x,\ -1,\ 1)\right) $$

    The input is limited to [-1, 1]: a quotient of lengths that rounding has carried past 1 still gives the
    right angle.
    """
    return math.acos(clamp(x, -1.0, 1.0))


@block("trigonometry.atan")
def atan(x: Number) -> Rad:
    r"""Angle in (-π/2, π/2) that has this tangent.

    $$ y = \arctan x $$
    """
    return math.atan(x)


class Direction(NamedTuple):
    """Angle of a vector in the plane."""

    angle: Rad


@block("trigonometry.atan2")
def atan2(y: AnyUnit, x: AnyUnit) -> Direction:
    r"""Direction of the plane vector (x, y), counted from the x axis towards the y axis.

    $$ \mathit{angle} = \operatorname{atan2}(y, x) \in (-\pi, \pi] $$

    A zero vector has the angle 0. The sign of a zero is ignored: along the negative x axis the angle is π,
    never -π.
    """
    return Direction(math.atan2(y + 0.0, x + 0.0))  # -0.0 + 0.0 is 0.0


@block("trigonometry.hypot")
def hypot(a: AnyUnit, b: AnyUnit) -> AnyUnit:
    r"""Length of the hypotenuse over the legs a and b.

    $$ y = \sqrt{a^2 + b^2} $$

    Scaled by the longer leg, so the squares neither overflow nor vanish.
    """
    return hypotenuse(a, b)


@block("trigonometry.to_degrees")
def to_degrees(x: Rad) -> Annotated[float, "deg"]:
    r"""Radians to degrees.

    $$ y = \frac{180}{\pi}\, x $$
    """
    return x * _DEGREES_A_RADIAN


@block("trigonometry.to_radians")
def to_radians(x: Annotated[float, "deg"]) -> Rad:
    r"""Degrees to radians.

    $$ y = \frac{\pi}{180}\, x $$
    """
    return x * _RADIANS_A_DEGREE


@block("trigonometry.wrap")
def wrap(x: Rad) -> Rad:
    r"""The same direction as an angle in (-π, π].

    $$ y = x - 2\pi \left\lceil \frac{x - \pi}{2\pi} \right\rceil $$
    """
    return _wrapped(x)


@block("trigonometry.angle_difference")
def angle_difference(a: Rad, b: Rad) -> Rad:
    r"""Signed smallest angle from the direction b to the direction a.

    $$ y = \operatorname{wrap}(a - b) \in (-\pi, \pi] $$

    Opposite directions are half a turn apart, counted as +π. Use it for the error of a joint or heading that
    rotates without limits.
    """
    return _wrapped(a - b)


class UnwrapState(NamedTuple):
    """The angle of the previous step and the full turns added so far."""

    before: float = 0.0
    turns: float = 0.0
    started: bool = False


@kernel
def _turns(state: UnwrapState, x: float) -> float:
    """Full turns to add to this angle: changed only where the input has jumped by more than half a turn."""
    jump = x - state.before
    if not state.started or not math.pi < abs(jump) < math.inf:
        return state.turns
    count = round_up(ratio(abs(jump) - math.pi, _TURN))
    return state.turns - count if jump > 0.0 else state.turns + count


@block("trigonometry.unwrap")
class Unwrap:
    r"""Continuous angle from a wrapped one: jumps of more than half a turn are taken for whole turns.

    $$ y_k = x_k + 2\pi m_k, \qquad m_k = m_{k-1} - \operatorname{sgn}(x_k - x_{k-1})
       \left\lceil \frac{|x_k - x_{k-1}| - \pi}{2\pi} \right\rceil_{\ge 0} $$

    The first step passes unchanged. Turns are counted in whole numbers, so nothing drifts. The angle must
    move by less than half a turn a control step; a jump of exactly half a turn stays as it is.
    """

    @staticmethod
    def output(state: UnwrapState, x: Rad) -> Rad:
        """The angle with the turns up to this step."""
        return x + _TURN * _turns(state, x)

    @staticmethod
    def update(state: UnwrapState, x: Rad) -> UnwrapState:
        """Remember the angle and the turns."""
        return UnwrapState(x, _turns(state, x), True)
