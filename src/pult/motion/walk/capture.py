r"""Dynamic steps: the zero-moment point is planned from foot to foot, the centre of mass follows from it.

Cyclic steps begin with double support, in which the zero-moment point moves from one sole to the next; the divergent
component of motion of a step that repeats itself is the fixed point of its recursion. Start, stop and turns join rest
and walking (`pendulum.join`): the zero-moment point of their double supports is changed as little as possible, and
under a single foot much less.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from pult.core.signals import Array
from pult.motion.walk.feet import Phase, Side, Stance, moved, other, side_sign, turned_about
from pult.motion.walk.gait import GaitDocument
from pult.motion.walk.pendulum import PendulumState, at_rest, backwards, forwards, join, swing_pendulum
from pult.motion.walk.segment import Segment

_SHIFT_PIECES = 12
"""Pieces of the zero-moment point while the weight is shifted."""
_SWING_PIECES = 4
_SWING_FREEDOM = 0.1
"""How freely the zero-moment point moves under a single foot, relative to that between two."""


class Step(NamedTuple):
    """A step of a walk in any direction.

    Attributes:
        forward: How far the foot lands before the other one [m].
        left: Additional distance to the side [m], taken by the foot on that side; the other one closes.
        turn: Turn of the foot [rad], likewise.
    """

    forward: float = 0.0
    left: float = 0.0
    turn: float = 0.0


def foothold(gait: GaitDocument, stance: Stance, swing: Side, step: Step) -> Stance:
    """Where a foot lands: u = p + R(h) (0, s x0) + R(h + turn) (forward, s x0 + left); s = 1 for the left foot."""
    s = side_sign(swing)
    turn = step.turn if step.turn * s > 0.0 else 0.0
    left = step.left if step.left * s > 0.0 else 0.0
    halfway = moved(stance.foot(other(swing)), 0.0, s * gait.half_spacing, turn)
    return stance.having(swing, moved(halfway, step.forward, s * gait.half_spacing + left))


def knots(phases: Sequence[Phase], places: Array) -> tuple[Array, Array, Array]:
    """Reference of the zero-moment point: knots, places, and how freely each may be moved.

    Args:
        phases: The phases.
        places: Zero-moment point at the boundaries of all phases [m]. Shape (n + 1, 2).
    """
    times, points, freedom, now = [0.0], [places[0]], [0.0], 0.0
    for phase, (a, b) in zip(phases, pairwise(places), strict=True):
        free = phase.swing is None
        pieces = _SHIFT_PIECES if free and phase.duration > 0.25 else (1 if free else _SWING_PIECES)
        for k in range(1, pieces + 1):
            times.append(now + phase.duration * k / pieces)
            points.append(a + (b - a) * k / pieces)
            freedom.append(1.0 if free and k < pieces else _SWING_FREEDOM)
        now += phase.duration
    freedom[-1] = 0.0
    return np.array(times), np.array(points), np.array(freedom)


def _segment(
    gait: GaitDocument, name: str, phases: list[Phase], places: list[Array], start: PendulumState, end: PendulumState
) -> Segment:
    w = gait.frequency()
    times, points, freedom = knots(phases, np.array(places))
    joined = join(times, points, freedom, w, start, end)
    return Segment(name, phases, lambda t: swing_pendulum(times, joined, w, start, end, t))


def _cyclic_phases(gait: GaitDocument, stance: Stance, swing: Side, length: float) -> list[Phase]:
    h = stance.heading
    both, whole = gait.samples(gait.double_support) * gait.step, gait.whole(gait.step_time)
    landed = stance.having(swing, moved(stance.foot(swing), length, 0.0))
    return [
        Phase("double support", both, stance, stance, None, (h, h)),
        Phase("step", whole - both, stance, landed, swing, (h, h)),
    ]


def walking_state(gait: GaitDocument, stance: Stance, swing: Side, middle: float) -> PendulumState:
    """State at the start of a cyclic step that repeats itself, mirrored and moved forward by L.

    In axes of the walk, x forward from the rear foot and y towards the supporting foot from the middle, a step maps
    xi_0 = A + E xi_T and zeta_T = B + E zeta_0 with E = e^(-w T). It repeats if xi_T = (xi_0x + L, -xi_0y), so

        xi_0 = ((A_x + E L)/(1 - E), A_y/(1 + E)),      zeta_0 = ((B_x - L)/(1 - E), -B_y/(1 + E)).
    """
    w, L, x0 = gait.frequency(), gait.length, gait.half_spacing
    phases = _cyclic_phases(gait, stance, swing, 2.0 * L)
    rear, front = np.array([0.0, -x0]), np.array([L, x0])
    times, points, _ = knots(phases, np.array([rear, front, front]))
    E = np.exp(-w * times[-1])
    A, B = backwards(times, points, w, np.zeros(2))[0], forwards(times, points, w, np.zeros(2))[-1]
    xi = np.array([(A[0] + E * L) / (1.0 - E), A[1] / (1.0 + E)])
    zeta = np.array([(B[0] - L) / (1.0 - E), -B[1] / (1.0 + E)])
    h, s = stance.heading, side_sign(other(swing))
    forward, left = np.array([np.cos(h), np.sin(h)]), np.array([-np.sin(h), np.cos(h)])
    origin = stance.centre(swing, middle) + s * x0 * left

    def world(v: Array) -> Array:
        placed: Array = origin + v[0] * forward + s * v[1] * left
        return placed

    return PendulumState(world(xi), world(zeta))


def first(gait: GaitDocument, stance: Stance, swing: Side, middle: float) -> Segment:
    """From rest to walking: the weight goes to one foot, the other one swings by L."""
    h = stance.heading
    landed = stance.having(swing, moved(stance.foot(swing), gait.length, 0.0))
    phases = [
        Phase("shift", gait.whole(gait.shift_time), stance, stance, None, (h, h)),
        Phase("swing", gait.whole(gait.first_time), stance, landed, swing, (h, h)),
    ]
    foot = stance.centre(other(swing), middle)
    rest, end = at_rest(stance.middle(middle)), walking_state(gait, landed, other(swing), middle)
    return _segment(gait, f"first-{swing}", phases, [rest.xi, foot, foot], rest, end)


def cyclic(gait: GaitDocument, stance: Stance, swing: Side, middle: float) -> Segment:
    """A cyclic step: the rear foot swings by 2 L past the front foot, which supports."""
    phases = _cyclic_phases(gait, stance, swing, 2.0 * gait.length)
    w, start = gait.frequency(), walking_state(gait, stance, swing, middle)
    end = walking_state(gait, phases[-1].end, other(swing), middle)
    front = stance.centre(other(swing), middle)
    times, points, _ = knots(phases, np.array([stance.centre(swing, middle), front, front]))
    return Segment(f"step-{swing}", phases, lambda t: swing_pendulum(times, points, w, start, end, t))


def last(gait: GaitDocument, stance: Stance, swing: Side, middle: float) -> Segment:
    """From walking to rest: the rear foot swings by L and lands beside the front foot."""
    both, step = _cyclic_phases(gait, stance, swing, gait.length)
    h, landed = stance.heading, step.end
    settle = Phase("shift", gait.whole(gait.shift_time), landed, landed, None, (h, h))
    swinging = Phase("swing", gait.whole(gait.first_time), stance, landed, swing, (h, h))
    front, rest = stance.centre(other(swing), middle), at_rest(landed.middle(middle))
    places = [stance.centre(swing, middle), front, front, rest.xi]
    start = walking_state(gait, stance, swing, middle)
    return _segment(gait, f"last-{swing}", [both, swinging, settle], places, start, rest)


def turn(gait: GaitDocument, stance: Stance, angle: float, middle: float) -> Segment:
    """A turn on the spot: the foot on that side opens, the other one closes; above 0 to the left."""
    opening: Side = "left" if angle > 0.0 else "right"
    closing = other(opening)
    h, centre = stance.heading, stance.middle(0.0)
    pivot = (float(centre[0]), float(centre[1]))
    opened = stance.having(opening, turned_about(pivot, stance.foot(opening), angle))
    closed = opened.having(closing, turned_about(pivot, stance.foot(closing), angle))
    half, (t1, t2) = gait.whole(gait.shift_time), (gait.whole(t) for t in gait.turn_times)
    phases = [
        Phase("shift", half, stance, stance, None, (h, h)),
        Phase("open", t1, stance, opened, opening, (h, h + 0.5 * angle), pivot),
        Phase("transfer", gait.whole(gait.transfer_time), opened, opened, None, (h + 0.5 * angle,) * 2),
        Phase("close", t2, opened, closed, closing, (h + 0.5 * angle, h + angle), pivot),
        Phase("shift", half, closed, closed, None, (h + angle, h + angle)),
    ]
    rest, end = at_rest(stance.middle(middle)), at_rest(closed.middle(middle))
    a, b = stance.centre(closing, middle), opened.centre(opening, middle)
    return _segment(gait, f"turn-{opening}", phases, [rest.xi, a, a, b, b, end.xi], rest, end)


def shift(gait: GaitDocument, stance: Stance, side: Side, middle: float) -> Segment:
    """Weight to one foot and back to the middle, both feet on the floor."""
    half, h = gait.whole(gait.shift_time), stance.heading
    phases = [Phase("shift", half, stance, stance, None, (h, h)), Phase("return", half, stance, stance, None, (h, h))]
    rest = at_rest(stance.middle(middle))
    over = stance.centre(side, middle)
    return _segment(gait, f"shift-{side}", phases, [rest.xi, over, rest.xi], rest, rest)


def steps(gait: GaitDocument, stance: Stance, swing: Side, sequence: Sequence[Step], middle: float) -> Segment:
    """A whole walk of steps in any direction, from rest to rest, planned backwards from its end."""
    h, now = stance.heading, stance
    phases = [Phase("shift", gait.whole(gait.shift_time), stance, stance, None, (h, h))]
    places, foot = [stance.middle(middle)], swing
    both = gait.samples(gait.double_support) * gait.step
    for number, step in enumerate(sequence):
        support = other(foot)
        under = now.centre(support, middle)
        if number:
            phases.append(Phase("double support", both, now, now, None, (h, h)))
        landed = foothold(gait, now, foot, step)
        phases.append(
            Phase("step", gait.whole(gait.step_time - gait.double_support), now, landed, foot, (h, landed.heading))
        )
        places += [under, under]  # where the weight arrives, and where it is when the foot lands
        now, h, foot = landed, landed.heading, support
    phases.append(Phase("shift", gait.whole(gait.shift_time), now, now, None, (h, h)))
    places.append(now.middle(middle))
    return _segment(gait, "steps", phases, places, at_rest(places[0]), at_rest(places[-1]))
