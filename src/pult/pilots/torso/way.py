"""Planning of single-joint motions: which joints to turn, by how much, and in which order.

The smallest set of joints that brings the hand to its target is used, in the order that keeps it best within bounds:
near the straight line, upright, above the table. All sets of joints and all orders are examined: the pose of the hand
depends only on which joints have been turned already, so that 7 joints have 128 of them. If no set is sufficient, the
path is halved.
"""

import math
from dataclasses import dataclass
from functools import cache
from itertools import combinations

import numpy as np

from pult.core.signals import Array
from pult.geometry.pose import pose
from pult.pilot.view import View
from pult.pilots.torso.tasks import Wish
from pult.robot.chain import Chain
from pult.robot.robot import load_robot

HALVES = 3
"""Maximum number of times a path is halved."""
EACH = 1.7
"""Overhead for turning a joint, in addition to the turn itself [s]."""
FULL_TURN = "command.rate.k"
"""Parameter of the scheme: speed of a joint at full deflection [rad/s]."""
PLACE, ORIENTATION, LAZY = 0.001, 0.3, 20.0
"""Scales of errors in position [m], orientation [rad] and joint motion [rad]."""
HAND = (
    (0.0, 0.0, -0.04), (0.018, 0.0, -0.05), (0.09, 0.0, -0.05), (0.175, 0.0, -0.037), (0.19, 0.0, -0.01),
    (0.175, 0.0, 0.017), (0.15, 0.05, -0.037), (0.10, 0.085, -0.037), (0.02, 0.09, -0.02),
)  # fmt: skip
"""Points of the hand that would touch a table first, open or bent, relative to the wrist: x along the fingers, z
towards the thumb [m]."""
CLEAR = 0.012
"""Minimum height of these points above the table [m]."""

Turn = tuple[int, float]
"""Index of a joint of the arm, and its target angle [rad]."""


@cache
def right_arm() -> Chain:
    """The chain from the chest to the right wrist."""
    return load_robot("torso").chain("right_arm")


@dataclass(frozen=True)
class Sight:
    """The arm and its load, as seen by an operator.

    Attributes:
        q: Angles of the arm [rad]. Shape (7,).
        chest: Pose of the chest in the world. Shape (4, 4).
        offset: Position of the moved point relative to the wrist, in axes of the hand [m]. Shape (3,).
        points: Points of the hand and its load that must stay above the table, likewise [m]. Shape (k, 3).
        table: Height of the table [m].
        full_turn: Speed of a joint at full deflection [rad/s].
    """

    q: Array
    chest: Array
    offset: Array
    points: Array
    table: float
    full_turn: float

    @staticmethod
    def of(view: View, wish: Wish) -> "Sight":
        """Make it from a view, for a wish."""
        wrist = pose(view.position("right_wrist"), view.poses["right_wrist"][3:])
        offset = wrist[:3, :3].T @ (view.position(wish.moved) - wrist[:3, 3])
        load = [offset + np.asarray(corner) for corner in wish.load]
        return Sight(
            np.array([view.angles[name] for name in right_arm().names]),
            pose(view.position("chest"), view.poses["chest"][3:]),
            offset,
            np.array([*HAND, *load]),
            float(view.position("table")[2]),
            view.briefing.parameter(FULL_TURN),
        )

    def hand(self, q: Array) -> Array:
        """Pose of the wrist in the world at given angles. Shape (4, 4)."""
        found: Array = self.chest @ right_arm().forward(q)
        return found

    def moved(self, q: Array) -> Array:
        """Position of the moved point in the world at given angles [m]. Shape (3,)."""
        hand = self.hand(q)
        found: Array = hand[:3, :3] @ self.offset + hand[:3, 3]
        return found

    def lever(self, joint: int) -> float:
        """Speed of the moved point per joint speed [m/rad]."""
        q = self.q.copy()
        q[joint] += 0.01
        return math.dist(self.moved(q), self.moved(self.q)) / 0.01

    def clearance(self, q: Array) -> float:
        """Clearance of hand and load above the table at given angles [m]."""
        hand = self.hand(q)
        return float((self.points @ hand[2, :3]).min() + hand[2, 3]) - self.table


def angle_between(a: Array, b: Array) -> float:
    """Angle between two orientations [rad]. Shape (3, 3) or more each."""
    cosine = (float(np.sum(a[:3, :3] * b[:3, :3])) - 1.0) / 2.0
    return math.acos(min(max(cosine, -1.0), 1.0))


class Bounds:
    """Bounds on the motion of the hand: straight, upright and above the table."""

    def __init__(self, sight: Sight, wish: Wish, upright: Array) -> None:
        self._sight, self._wish, self._upright = sight, wish, upright
        self._from = sight.moved(sight.q)
        way = wish.aim - self._from
        self._length = float(np.linalg.norm(way))
        self._way: Array = way / self._length if self._length > 0.0 else way
        # a hand that starts lower, or rotated, cannot be better at once
        self._clear = min(CLEAR, sight.clearance(sight.q))

    def broken(self, q: Array) -> float:
        """The worst bound: satisfied up to 1, violated above."""
        sight, wish = self._sight, self._wish
        hand = sight.hand(q)
        point = hand[:3, :3] @ sight.offset + hand[:3, 3] - self._from
        along = float(point @ self._way)
        aside = math.dist(point, min(max(along, 0.0), self._length) * self._way)
        tilt = math.acos(min(max(float(hand[:3, 2] @ self._upright[:3, 2]), -1.0), 1.0))
        worst = max(
            aside / wish.stray,
            (along - self._length) / wish.beyond,
            angle_between(hand, self._upright) / wish.turn,
            tilt / wish.tilt,
        )
        if wish.clear:
            height = float((sight.points @ hand[2, :3]).min() + hand[2, 3]) - sight.table
            worst = max(worst, 1.0 + 50.0 * (self._clear - height))  # 2 cm too low is twice the bound
        return worst


def plan(sight: Sight, wish: Wish, upright: Array, least: float) -> list[Turn]:
    """Turns of joints that bring the moved point to its target.

    Args:
        sight: The arm now.
        wish: The goal and its bounds.
        upright: Orientation that the hand should have. Shape (4, 4).
        least: Smallest angle worth a turn [rad].
    """
    planner = _Planner(sight, wish, upright, least)
    worst, turns, _ = planner.between(sight.q, sight.moved(sight.q), wish.aim, HALVES)
    return planner.fewer(turns, max(worst, 1.0))


class _Planner:
    """Searches for few turns within the bounds."""

    def __init__(self, sight: Sight, wish: Wish, upright: Array, least: float) -> None:
        self._sight, self._upright, self._least = sight, upright, least
        self._bounds = Bounds(sight, wish, upright)
        self._near = max(0.4 * wish.near, 0.0015)

    def between(self, q: Array, begin: Array, end: Array, halves: int) -> tuple[float, list[Turn], Array]:
        """Turns from one place to another: with the fewest joints, or else in two halves.

        Returns:
            The worst bound, the turns, and the angles after them.
        """
        everything = tuple(range(len(self._sight.q)))
        for count in range(2, len(everything) + 1):
            ways = (self._directly(q, end, joints) for joints in combinations(everything, count))
            for _, aim in sorted((way for way in ways if way is not None), key=lambda way: way[0]):
                kept = _order(self._bounds, q, aim, self._least, 1.0)
                if kept is not None:
                    return 1.0, [(joint, float(aim[joint])) for joint in kept[1]], aim
        if halves > 0:
            middle = 0.5 * (begin + end)
            first, turns, there = self.between(q, begin, middle, halves - 1)
            second, more, there = self.between(there, middle, end, halves - 1)
            return max(first, second), [*turns, *more], there
        aim, _ = self._reach(q, end, everything)  # as well as possible
        found = _order(self._bounds, q, aim, self._least, math.inf)
        worst, order = found if found is not None else (math.inf, [])
        return worst, [(joint, float(aim[joint])) for joint in order], np.where(np.abs(aim - q) > self._least, aim, q)

    def fewer(self, turns: list[Turn], bound: float) -> list[Turn]:
        """Merge turns of the same joint where the bounds allow it."""
        n = 0
        while n < len(turns):
            joint = turns[n][0]
            after = next((m for m in range(n + 1, len(turns)) if turns[m][0] == joint), None)
            if after is not None:
                later = [*turns[:n], *turns[n + 1 :]]
                sooner = [*turns[:n], turns[after], *turns[n + 1 : after], *turns[after + 1 :]]
                kept = next((ways for ways in (later, sooner) if self._worst(ways) <= bound), None)
                if kept is not None:
                    turns = kept
                    n = max(0, n - 1)
                    continue
            n += 1
        return turns

    def _worst(self, turns: list[Turn]) -> float:
        """The worst bound along the path."""
        q, worst = self._sight.q.copy(), 0.0
        for joint, angle in turns:
            for there in (0.5 * (q[joint] + angle), angle):
                q[joint] = there
                worst = max(worst, self._bounds.broken(q))
        return worst

    def _directly(self, q: Array, end: Array, joints: tuple[int, ...]) -> tuple[float, Array] | None:
        """Time to reach a place with some joints [s], and the angles; None if it cannot be reached."""
        aim, off = self._reach(q, end, joints)
        aim = np.where(np.abs(aim - q) > self._least, aim, q)
        if off > self._near or self._bounds.broken(aim) > 1.0:
            return None
        turns = np.abs(aim - q)
        return EACH * int(np.count_nonzero(turns)) + float(turns.sum()) / self._sight.full_turn, aim

    def _reach(self, q: Array, end: Array, joints: tuple[int, ...]) -> tuple[Array, float]:
        """Angles that bring the moved point to a place using only some joints, and the remaining distance [m]."""
        sight, chain, chosen = self._sight, right_arm(), list(joints)
        low, high = np.asarray(chain.lower)[chosen], np.asarray(chain.upper)[chosen]
        q = q.copy()
        axes = sight.chest[:3, :3]
        lazy = np.eye(len(chosen)) / LAZY**2
        off = math.inf
        for n in range(8):
            hand = sight.hand(q)
            x, y, z = lever = hand[:3, :3] @ sight.offset
            before, off = off, math.dist(end, lever + hand[:3, 3])
            if n > 2 and off > max(0.6 * before, self._near):  # no convergence with these joints
                return q, off
            missing = (end - lever - hand[:3, 3]) / PLACE
            jacobian = axes @ chain.jacobian(q)[:, chosen].reshape(2, 3, -1)
            moves = (jacobian[0] + np.array([[0.0, z, -y], [-z, 0.0, x], [y, -x, 0.0]]) @ jacobian[1]) / PLACE
            spins = jacobian[1] / ORIENTATION
            back = _twist(self._upright[:3, :3] @ hand[:3, :3].T) / ORIENTATION
            step = np.linalg.solve(moves.T @ moves + spins.T @ spins + lazy, moves.T @ missing + spins.T @ back)
            largest = float(np.abs(step).max())
            q[chosen] = np.minimum(np.maximum(q[chosen] + step * min(1.0, 0.4 / max(largest, 1e-9)), low), high)
            if largest < 2e-3:
                break
        return q, float(np.linalg.norm(end - sight.moved(q)))


def _twist(rotation: Array) -> Array:
    """Axis times angle of a small rotation [rad]. Shape (3,)."""
    return 0.5 * np.array([
        rotation[2, 1] - rotation[1, 2], rotation[0, 2] - rotation[2, 0], rotation[1, 0] - rotation[0, 1]
    ])  # fmt: skip


def _order(bounds: Bounds, start: Array, aim: Array, least: float, bound: float) -> tuple[float, list[int]] | None:
    """The best order of joints within the bounds, and its worst bound; None if no order satisfies them."""
    joints = [int(joint) for joint in np.flatnonzero(np.abs(aim - start) > least)]
    best: dict[int, tuple[float, float, list[int]]] = {0: (0.0, 0.0, [])}
    last = (1 << len(joints)) - 1
    for done in range(1, last + 1):
        before = [(k, best[done & ~(1 << k)]) for k in range(len(joints)) if done >> k & 1 and done & ~(1 << k) in best]
        if not before:
            continue
        here = _partly(start, aim, joints, done)
        broken = 0.0 if done == last else bounds.broken(here)
        if broken > bound:
            continue
        for k, (worst, total, order) in before:
            half = here.copy()
            half[joints[k]] = 0.5 * (start[joints[k]] + aim[joints[k]])
            between = bounds.broken(half)
            found = max(worst, broken, between), total + broken + between, [*order, joints[k]]
            if found[0] <= bound and (done not in best or _rank(found) < _rank(best[done])):
                best[done] = found
    return (best[last][0], best[last][2]) if last in best else None


def _rank(found: tuple[float, float, list[int]]) -> tuple[float, float]:
    """Sort key: satisfied bounds are equal; then the sum counts."""
    return max(found[0], 1.0), found[1]


def _partly(start: Array, aim: Array, joints: list[int], done: int) -> Array:
    q = start.copy()
    for k, joint in enumerate(joints):
        if done >> k & 1:
            q[joint] = aim[joint]
    return q
