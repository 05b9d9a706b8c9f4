"""Random tunnels by seed, for tests, proofs and exercises."""

from dataclasses import dataclass

import numpy as np

from pult.core.errors import UsageError
from pult.core.signals import Array
from pult.motion.tunnel.plan import try_plan
from pult.motion.tunnel.shape import shape_faults
from pult.motion.tunnel.taut import Circle
from pult.motion.tunnel.tunnel import Arm, Tunnel

MAX_DRAWS = 2000


@dataclass(frozen=True)
class TunnelDraw:
    """What random tunnels are like; lengths in multiples of the longest link.

    Attributes:
        elbows: Fewest and most elbows.
        turn: Least and greatest turn of an elbow [rad].
        length: Shortest and longest corridor.
        width: Least and greatest width of a corridor.
    """

    elbows: tuple[int, int] = (2, 6)
    turn: tuple[float, float] = (0.26, 2.0)
    length: tuple[float, float] = (1.2, 4.0)
    width: tuple[float, float] = (0.55, 1.6)


def draw_walls(random: np.random.Generator, scale: float, draw: TunnelDraw) -> Tunnel:
    """A tunnel along a random middle line, each corridor with a width of its own; its walls may cross.

    Args:
        random: Generator.
        scale: Length that the draw is in multiples of [m].
        draw: What it is like.
    """
    count = int(random.integers(draw.elbows[0], draw.elbows[1] + 1))
    turns = random.uniform(*draw.turn, count) * random.choice([-1.0, 1.0], count)
    headings = np.concatenate([[0.0], np.cumsum(turns)])
    lengths = scale * random.uniform(*draw.length, count + 1)
    lengths[0] += 2.0 * scale
    widths = scale * random.uniform(*draw.width, count + 1)
    ways = np.column_stack([np.cos(headings), np.sin(headings)])
    middle = np.vstack([np.zeros(2), np.cumsum(lengths[:, None] * ways, axis=0)])
    left, right = walls_along(middle, widths)
    target = middle[-1] - min(0.5 * scale, 0.3 * lengths[-1]) * ways[-1]
    return Tunnel(left, right, target)


def walls_along(middle: Array, widths: Array) -> tuple[Array, Array]:
    """Left and right wall of corridors along a middle line: its lines moved sideways, cut where they meet.

    Args:
        middle: Points of the middle line [m]. Shape (k, 2).
        widths: Width of each corridor [m]. Shape (k - 1,).

    Returns:
        Points of both walls [m]. Shape (k, 2) each.
    """
    steps = np.diff(middle, axis=0)
    normals = np.column_stack([-steps[:, 1], steps[:, 0]]) / np.hypot(*steps.T)[:, None]
    sides = []
    for offsets in (0.5 * widths, -0.5 * widths):
        points = [middle[0] + offsets[0] * normals[0]]
        for i in range(1, len(normals)):
            heights = np.array([normals[k] @ middle[i] + offsets[k] for k in (i - 1, i)])
            points.append(np.linalg.solve(normals[i - 1 : i + 1], heights))
        points.append(middle[-1] + offsets[-1] * normals[-1])
        sides.append(np.array(points))
    return sides[0], sides[1]


def random_tunnel(seed: int, arm: Arm, draw: TunnelDraw | None = None) -> Tunnel:
    """A random tunnel that an arm can pass: the first of its seed that is valid.

    Raises:
        UsageError: None of many was.
    """
    random = np.random.default_rng(seed)
    for _ in range(MAX_DRAWS):
        tunnel = draw_walls(random, arm.longest, draw or TunnelDraw())
        if is_valid(tunnel, arm):
            return tunnel
    raise UsageError(f"none of {MAX_DRAWS} random tunnels lets this arm pass; make them wider, or the arm longer.")


def is_valid(tunnel: Tunnel, arm: Arm) -> bool:
    """Whether walls are right and the arm can pass."""
    return not shape_faults(tunnel) and not try_plan(tunnel, arm)[1]


def middle_circles(tunnel: Tunnel, radius: float) -> list[Circle]:
    """Circles half-way between the walls at each elbow, for walls with as many points: the wrong way to do it."""
    middle = 0.5 * (tunnel.left[1:-1] + tunnel.right[1:-1])
    steps = np.diff(tunnel.left, axis=0)
    turns = steps[:-1, 0] * steps[1:, 1] - steps[:-1, 1] * steps[1:, 0]
    rows = zip(middle, turns, strict=True)
    return [Circle(float(x), float(y), radius, 1 if turn > 0.0 else -1) for (x, y), turn in rows]
