"""Compensation added to feedback: feed-forward and friction compensation."""

import math
from typing import Annotated

from pult.core.block import block
from pult.core.kernels import exponential, ratio
from pult.core.signals import Positive, Range


@block("control.feed_forward")
def feed_forward(
    feedback: Annotated[float, "?u", "output of the controller"],
    reference: Annotated[float, "?a", "wanted value"],
    rate: Annotated[float, "?a/s", "its rate"] = 0.0,
    acceleration: Annotated[float, "?a/s^2", "its acceleration"] = 0.0,
    *,
    k: Annotated[float, "?u/?a", "gain of the reference"] = 1.0,
    kv: Annotated[float, "?u*s/?a", "gain of its rate"] = 0.0,
    ka: Annotated[float, "?u*s^2/?a", "gain of its acceleration"] = 0.0,
) -> Annotated[float, "?u"]:
    r"""Feed-forward: adds what the reference itself calls for to the output of a controller.

    $$ u = u_{fb} + k\, r + k_v\, \dot r + k_a\, \ddot r $$
    """
    return feedback + k * reference + kv * rate + ka * acceleration


@block("control.friction_compensation")
def friction_compensation(
    x: Annotated[float, "?a", "speed, wanted or measured"],
    *,
    coulomb: Annotated[float, "?u", Range(0), "dry friction"] = 1.0,
    viscous: Annotated[float, "?u/?a", Range(0), "viscous friction"] = 0.0,
    stribeck: Annotated[float, "?u", Range(0), "rise of dry friction at rest (Stribeck), 0: none"] = 0.0,
    stribeck_speed: Annotated[float, "?a", Positive, "speed at which the rise has fallen to 1/e"] = 0.1,
    smooth_speed: Annotated[float, "?a", Positive, "speed at which the smooth sign is 0.76"] = 0.01,
) -> Annotated[float, "?u"]:
    r"""Friction compensation: the drive effort that dry, Stribeck and viscous friction take at a speed.

    $$ u = \left(F_c + F_s\, e^{-(v/v_s)^2}\right) \tanh\frac{v}{v_0} + F_v\, v $$

    F_c is `coulomb`, F_s `stribeck`, v_s `stribeck_speed`, F_v `viscous`. The hyperbolic tangent with v_0 =
    `smooth_speed` stands for the sign of the speed, so that a drive at rest does not chatter; the wanted
    speed as input avoids the noise of the measured one.
    """
    relative = ratio(x, stribeck_speed)
    level = coulomb + stribeck * exponential(-(relative * relative))
    return level * math.tanh(ratio(x, smooth_speed)) + viscous * x
