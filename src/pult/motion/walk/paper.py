r"""Steps by the formulas of paper 003: statically stable start, stop and turns, cyclic steps on a virtual pendulum.

The paper has x to the right and y forward, with the origin between the feet; its formulas stand here in these axes, and
`_Axes` turns them into those of the world (x forward, y left). Steps with the other foot are mirrored: x to -x.
Heights of the pendulum are alpha z0 to the sides and beta z0 forward; the zero-moment point of a row is that of the
true height, p = c - (z0/g) c''.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from pult.core.signals import Array
from pult.motion.walk.feet import Phase, Side, Stance, moved, other, side_sign, smooth_law, turned_about
from pult.motion.walk.gait import GaitDocument
from pult.motion.walk.pendulum import PendulumMotion
from pult.motion.walk.rows import GRAVITY
from pult.motion.walk.segment import Sampler, Segment

Law = Callable[[Array], Array]
"""Place of the centre of mass with its rates at instants: (x, y), (x', y'), (x'', y''). Shape (3, 2, k)."""


def cyclic_law(gait: GaitDocument) -> Law:
    """Centre of mass in a cyclic step, left foot at (-x0, L) supporting, over [0, Ts].

    x_c = -x0 + C1 e^(kx t) + C2 e^(-kx t), y_c = L + C3 e^(ky t) + C4 e^(-ky t) with x_c(0) = x_c(Ts) = 0,
    y_c(0) = L/2 and y_c(Ts) = 3 L/2; written with hyperbolic functions about the middle of the step.
    """
    x0, L, T = gait.half_spacing, gait.length, gait.whole(gait.step_time)
    kx, ky = math.sqrt(GRAVITY / (gait.alpha * gait.height)), math.sqrt(GRAVITY / (gait.beta * gait.height))

    def law(t: Array) -> Array:
        s = t - T / 2.0
        # cosh(k s)/cosh(k T/2) without overflow
        ex, ey = np.exp(kx * (np.abs(s) - T / 2.0)), np.exp(ky * (np.abs(s) - T / 2.0))
        even = ex * (1.0 + np.exp(-2.0 * kx * np.abs(s))) / (1.0 + math.exp(-kx * T))
        odd_x = np.sign(s) * ex * (1.0 - np.exp(-2.0 * kx * np.abs(s))) / (1.0 + math.exp(-kx * T))
        odd = np.sign(s) * ey * (1.0 - np.exp(-2.0 * ky * np.abs(s))) / (1.0 - math.exp(-ky * T))
        even_y = ey * (1.0 + np.exp(-2.0 * ky * np.abs(s))) / (1.0 - math.exp(-ky * T))
        return np.array(
            [
                [-x0 + x0 * even, L + 0.5 * L * odd],
                [x0 * kx * odd_x, 0.5 * L * ky * even_y],
                [x0 * kx * kx * even, 0.5 * L * ky * ky * odd],
            ]
        )

    return law


def acceleration_law(gait: GaitDocument) -> Law:
    """Cubic over [0, Ta] from rest above the right foot (x0, 0) to (0, L/2) with the velocity of the cyclic step."""
    x0, L, Ta = gait.half_spacing, gait.length, gait.whole(gait.acceleration_time)
    vx, vy = (float(v) for v in cyclic_law(gait)(np.zeros(1))[1, :, 0])
    ax, bx = vx / Ta**2 + 2.0 * x0 / Ta**3, -(vx / Ta + 3.0 * x0 / Ta**2)
    ay, by = vy / Ta**2 - L / Ta**3, 1.5 * L / Ta**2 - vy / Ta

    def law(t: Array) -> Array:
        return np.array(
            [
                [ax * t**3 + bx * t**2 + x0, ay * t**3 + by * t**2],
                [3.0 * ax * t**2 + 2.0 * bx * t, 3.0 * ay * t**2 + 2.0 * by * t],
                [6.0 * ax * t + 2.0 * bx, 6.0 * ay * t + 2.0 * by],
            ]
        )

    return law


def braking_law(gait: GaitDocument) -> Law:
    """The acceleration backwards: from (0, L/2) with the velocity of walking to rest above the left foot (-x0, L)."""
    forward, Ta, L = acceleration_law(gait), gait.whole(gait.acceleration_time), gait.length

    def law(t: Array) -> Array:
        place, rate, acceleration = forward(Ta - t)
        origin = np.array([[0.0], [L]])
        return np.array([origin - place, rate, -acceleration])

    return law


def shift_law(start: tuple[float, float], end: tuple[float, float], duration: float) -> Law:
    """A shift of the centre of mass from rest to rest; the paper gives none, this one has no jumps."""
    a, b = np.array(start)[:, None], np.array(end)[:, None]

    def law(t: Array) -> Array:
        place, rate, acceleration = smooth_law(t / duration, duration)
        return np.array([a + (b - a) * place, (b - a) * rate, (b - a) * acceleration])

    return law


def rest_law(place: tuple[float, float]) -> Law:
    """The centre of mass at rest."""
    return shift_law(place, place, 1.0)


@dataclass(frozen=True)
class _Axes:
    """The paper's axes in the world: origin, heading of y, and 1 or -1 for mirrored steps."""

    origin: Array
    heading: float
    mirror: float

    def world(self, law: Array) -> Array:
        """Turn what a law gives into world axes. Shape (3, k, 2)."""
        c, s = math.cos(self.heading), math.sin(self.heading)
        forward, left = law[:, 1], -self.mirror * law[:, 0]
        found = np.stack([c * forward - s * left, s * forward + c * left], axis=-1)
        found[0] += self.origin
        return found


def _sampler(gait: GaitDocument, parts: Sequence[tuple[float, _Axes, Law]]) -> Sampler:
    """Laws one after the other, each with its duration and axes."""
    ends = np.cumsum([duration for duration, _, _ in parts])

    def com(t: Array) -> PendulumMotion:
        motion = np.empty((3, len(t), 2))
        part = np.minimum(np.searchsorted(ends, t + 1e-9, side="right"), len(parts) - 1)
        for i, (duration, axes, law) in enumerate(parts):
            chosen = part == i
            if chosen.any():
                motion[:, chosen] = axes.world(law(t[chosen] - (ends[i] - duration)))
        place, rate, acceleration = motion
        return PendulumMotion(place, rate, acceleration, place - gait.height / GRAVITY * acceleration)

    return com


def _middle_axes(stance: Stance, middle: float, mirror: float, heading: float | None = None) -> _Axes:
    return _Axes(stance.middle(middle), stance.heading if heading is None else heading, mirror)


def first(gait: GaitDocument, stance: Stance, swing: Side, middle: float) -> Segment:
    """The first step: weight to one foot, the other one swings by L, acceleration to the middle of both."""
    x0, h = gait.half_spacing, stance.heading
    shift, tf, ta = gait.whole(gait.shift_time), gait.whole(gait.first_time), gait.whole(gait.acceleration_time)
    landed = stance.having(swing, moved(stance.foot(swing), gait.length, 0.0))
    phases = [
        Phase("shift", shift, stance, stance, None, (h, h)),
        Phase("swing", tf, stance, landed, swing, (h, h)),
        Phase("accelerate", ta, landed, landed, None, (h, h)),
    ]
    axes = _middle_axes(stance, middle, side_sign(swing))
    laws = [
        (shift, axes, shift_law((0.0, 0.0), (x0, 0.0), shift)),
        (tf, axes, rest_law((x0, 0.0))),
        (ta, axes, acceleration_law(gait)),
    ]
    return Segment(f"first-{swing}", phases, _sampler(gait, laws))


def _walking_axes(gait: GaitDocument, stance: Stance, rear: Side, middle: float) -> _Axes:
    """Axes of the formulas of cyclic steps: the rear foot at (x0, 0), the front foot at (-x0, L)."""
    back, h = stance.centre(rear, middle), stance.heading
    sign = -side_sign(rear)
    # the rear foot is at x0 on the right if it is the right one
    left = np.array([-math.sin(h), math.cos(h)])
    return _Axes(back + sign * gait.half_spacing * left, h, sign)


def cyclic(gait: GaitDocument, stance: Stance, swing: Side, middle: float) -> Segment:
    """A cyclic step: the rear foot swings by 2 L past the front foot, which supports."""
    h, ts = stance.heading, gait.whole(gait.step_time)
    landed = stance.having(swing, moved(stance.foot(swing), 2.0 * gait.length, 0.0))
    phases = [Phase("step", ts, stance, landed, swing, (h, h))]
    laws = [(ts, _walking_axes(gait, stance, swing, middle), cyclic_law(gait))]
    return Segment(f"step-{swing}", phases, _sampler(gait, laws))


def last(gait: GaitDocument, stance: Stance, swing: Side, middle: float) -> Segment:
    """The last step, the first one backwards: brake above the front foot, bring the rear one beside it, stand."""
    x0, L, h = gait.half_spacing, gait.length, stance.heading
    ta, tf, shift = gait.whole(gait.acceleration_time), gait.whole(gait.first_time), gait.whole(gait.shift_time)
    landed = stance.having(swing, moved(stance.foot(swing), L, 0.0))
    phases = [
        Phase("brake", ta, stance, stance, None, (h, h)),
        Phase("swing", tf, stance, landed, swing, (h, h)),
        Phase("shift", shift, landed, landed, None, (h, h)),
    ]
    axes = _walking_axes(gait, stance, swing, middle)
    laws = [
        (ta, axes, braking_law(gait)),
        (tf, axes, rest_law((-x0, L))),
        (shift, axes, shift_law((-x0, L), (0.0, L), shift)),
    ]
    return Segment(f"last-{swing}", phases, _sampler(gait, laws))


def turn(gait: GaitDocument, stance: Stance, angle: float, middle: float) -> Segment:
    """A turn about the middle of the feet: one foot after the other on a circle; above 0 to the left."""
    opening: Side = "left" if angle > 0.0 else "right"
    closing = other(opening)
    half, full = gait.whole(gait.shift_time), gait.whole(gait.transfer_time)
    t1, t2 = (gait.whole(t) for t in gait.turn_times)
    h, pivot = stance.heading, stance.middle(0.0)
    centre = (float(pivot[0]), float(pivot[1]))
    opened = stance.having(opening, turned_about(centre, stance.foot(opening), angle))
    closed = opened.having(closing, turned_about(centre, stance.foot(closing), angle))
    phases = [
        Phase("shift", half, stance, stance, None, (h, h)),
        Phase("open", t1, stance, opened, opening, (h, h), centre),
        Phase("transfer", full, opened, opened, None, (h, h + angle)),
        Phase("close", t2, opened, closed, closing, (h + angle, h + angle), centre),
        Phase("shift", half, closed, closed, None, (h + angle, h + angle)),
    ]
    world = _Axes(np.zeros(2), 0.0, 1.0)

    def local(place: Array) -> tuple[float, float]:
        return -float(place[1]), float(place[0])  # world axes to the paper's

    a, b = local(stance.middle(middle)), local(stance.centre(closing, middle))
    c, d = local(opened.centre(opening, middle)), local(closed.middle(middle))
    laws = [
        (half, world, shift_law(a, b, half)), (t1, world, rest_law(b)), (full, world, shift_law(b, c, full)),
        (t2, world, rest_law(c)), (half, world, shift_law(c, d, half)),
    ]  # fmt: skip
    return Segment(f"turn-{opening}", phases, _sampler(gait, laws))



def shift(gait: GaitDocument, stance: Stance, side: Side, middle: float) -> Segment:
    """Weight to one foot and back to the middle, both feet on the floor."""
    half, h = gait.whole(gait.shift_time), stance.heading
    phases = [Phase("shift", half, stance, stance, None, (h, h)), Phase("return", half, stance, stance, None, (h, h))]
    axes = _middle_axes(stance, middle, 1.0)
    place = (-side_sign(side) * gait.half_spacing, 0.0)
    laws = [(half, axes, shift_law((0.0, 0.0), place, half)), (half, axes, shift_law(place, (0.0, 0.0), half))]
    return Segment(f"shift-{side}", phases, _sampler(gait, laws))
