"""Follow the leader without a map: the head is steered, and the body follows the path that the head has left."""

import math
from typing import Annotated, NamedTuple

import numpy as np

from pult.blocks.kinematics.tunnel_path import Acceleration, Feed, Leash, Links
from pult.core.block import block
from pult.core.kernels import clamp
from pult.core.signals import Array, Fixed, Metre, Positive, Range, Shape, Step
from pult.motion.tunnel.arcs import COLUMNS, CURVATURE, LENGTH, follow, joint_values, piece_pose

Pieces = Annotated[int, "most pieces of the path that are remembered", Range(2, 4000), Fixed]
Lengths = Annotated[Array, "m", Shape("n"), "lengths of the links, the first at the base"]
Tightest = Annotated[float, "m", Positive, "radius of the tightest turn"]
Spacing = Annotated[float, "m", Positive, "length of a piece of the path that is remembered"]


RUN_IN = 1.0
"""Length of the remembered line behind the base at rest [m]."""


class HeadState(NamedTuple):
    """Pieces of the path of the head (`pult.motion.tunnel.arcs`), how many there are, and the speed of the head [m/s].

    The first piece is the line on which the arm lies at first.
    """

    pieces: Array
    pieces_used: int = 0
    speed: float = 0.0
    turning: float = 0.0


class Led(NamedTuple):
    """Set-points of the drives, and the pose of the head that is asked for."""

    feed: Annotated[Metre, "desired position of the base on its slide"]
    feed_rate: Annotated[float, "m/s", "its rate"]
    angles: Annotated[Array, "rad", Shape("n"), "desired joint angles"]
    rates: Annotated[Array, "rad/s", Shape("n"), "their rates"]
    travelled: Annotated[Metre, "length of the path of the head"]
    full: Annotated[bool, "1", "the head cannot go on: the slide is at its end, or the path is too long to remember"]


@block("kinematics.head_path")
class HeadPath:
    r"""Steers the head of an arm of many links; all joints follow the path that the head has left.

    $$ \dot x = v \cos\theta, \quad \dot y = v \sin\theta, \quad \dot\theta = v\,\kappa, \qquad
       \kappa = \frac{\text{steer}}{R}, \qquad |p_i - p_{i-1}| = l_i, \quad p_i \in \text{path} $$

    $R$ is the radius of the tightest turn, above half a link. The path is remembered as arcs: one for every `spacing`,
    with its mean curvature. Retreating, the head goes back on its own path, and `steer` has no effect. The arm begins
    stretched on the x axis with its base at the origin; the base slides along x, at most `stroke`.
    """

    @staticmethod
    def initial(*, memory: Pieces = 400) -> HeadState:
        """No path yet."""
        return HeadState(np.zeros((memory, COLUMNS)))

    @staticmethod
    def output(
        state: HeadState, feed_at: Feed,
        *, lengths: Lengths, n: Links, memory: Pieces = 400,
        stroke: Annotated[float, "m", Positive, "length of the slide"] = 1.0,
    ) -> Led:  # fmt: skip
        """Set-points at the present place of the head."""
        found, angles, rates = np.zeros((n + 1, 4)), np.zeros(n), np.zeros(n)
        if state.pieces_used == 0:
            return Led(feed_at, 0.0, angles, rates, 0.0, False)
        total = 0.0
        for i in range(state.pieces_used):
            total += float(state.pieces[i, LENGTH])
        base = follow(state.pieces, state.pieces_used, lengths, total, state.speed, found) - RUN_IN
        joint_values(found, angles, rates)
        full = base >= stroke - 1e-4 or state.pieces_used >= memory - 1
        return Led(base, float(found[0, 3]), angles, rates, total - float(state.pieces[0, LENGTH]), full)

    @staticmethod
    def update(
        state: HeadState, feed_at: Feed,
        speed: Annotated[float, "m/s", "desired speed of the head, below 0 to retreat"],
        steer: Annotated[float, "1", "turn of the head, 1 to the left and -1 to the right at most"],
        run: Annotated[bool, "1", "move on; off: the set-point stands still"] = True,
        *, lengths: Lengths, n: Links, memory: Pieces = 400, stroke: float = 1.0, radius: Tightest = 0.2,
        spacing: Spacing = 0.02, acceleration: Acceleration = 0.4, leash: Leash = 0.01,
        turn_rate: Annotated[float, "1/s", Positive, "fastest change of `steer`"] = 4.0, dt: Step,
    ) -> HeadState:  # fmt: skip
        """One step of the head."""
        pieces, count = state.pieces, state.pieces_used
        if count == 0:
            reach = RUN_IN + clamp(feed_at, 0.0, stroke)
            for i in range(n):
                reach += float(lengths[i])
            pieces[0, 0], pieces[0, LENGTH] = -RUN_IN, reach
            return HeadState(pieces, 1, 0.0, 0.0)
        total = 0.0
        for i in range(count):
            total += float(pieces[i, LENGTH])
        found = np.zeros((n + 1, 4))
        base = follow(pieces, count, lengths, total, 0.0, found) - RUN_IN
        if not run or abs(base - feed_at) > leash:
            return HeadState(pieces, count, 0.0, state.turning)
        ahead = 0.0 if count >= memory - 1 else max(stroke - base, 0.0)
        back = base
        low, high = -math.sqrt(2.0 * acceleration * max(back, 0.0)), math.sqrt(2.0 * acceleration * ahead)
        v = clamp(clamp(speed, low, high), state.speed - acceleration * dt, state.speed + acceleration * dt)
        wanted = clamp(steer, -1.0, 1.0)
        turning = clamp(wanted, state.turning - turn_rate * dt, state.turning + turn_rate * dt)
        step = v * dt
        if step > 0.0:
            last = count - 1
            length = float(pieces[last, LENGTH])
            if last == 0 or length + step > spacing:
                x, y, heading = piece_pose(pieces, last, length)
                pieces[count, 0], pieces[count, 1], pieces[count, 2] = x, y, heading
                pieces[count, CURVATURE], pieces[count, LENGTH] = turning / radius, step
                count += 1
            else:
                grown = length + step
                pieces[last, CURVATURE] = (length * float(pieces[last, CURVATURE]) + step * turning / radius) / grown
                pieces[last, LENGTH] = grown
        elif step < 0.0:
            rest = min(-step, max(base, 0.0))
            while rest > 0.0 and count > 1 and float(pieces[count - 1, LENGTH]) <= rest:
                rest -= float(pieces[count - 1, LENGTH])
                count -= 1
            pieces[count - 1, LENGTH] = float(pieces[count - 1, LENGTH]) - rest
        return HeadState(pieces, count, v, turning)
