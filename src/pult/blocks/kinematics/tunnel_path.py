"""Arms of many links in a tunnel: the way to the target and back, and how far the links are from the walls."""

import math
from pathlib import Path
from typing import Annotated, NamedTuple

import numpy as np

from pult.core.block import block
from pult.core.errors import DocumentError, choose
from pult.core.folders import is_file_beside
from pult.core.kernels import clamp, kernel
from pult.core.signals import Array, Fixed, Folder, Metre, Number, Positive, Range, Shape, Step
from pult.motion.tunnel.arcs import follow, joint_values, piece_pose
from pult.motion.tunnel.document import load_path
from pult.motion.tunnel.plan import TunnelPath
from pult.motion.tunnel.walls import arm_clearance

TunnelFile = Annotated[str, "1", "tunnel document in the folder of the scheme"]
Links = Annotated[int, "number of links", Range(1, 400), Fixed]
Feed = Annotated[Metre, "how far the base has slid in"]
Acceleration = Annotated[float, "m/s^2", Positive, "largest acceleration of the tip along the path"]
Leash = Annotated[float, "m", Positive, "the set-point waits while the base is farther than this from its own"]


class TunnelArrays(NamedTuple):
    """The path and the arm: table of pieces, lengths of links [m], and the lengths of the path at its marks [m].

    Marks are: tip with the base at rest, last one with the base on its slide (the target), mouth, base at rest.
    """

    pieces: Array
    lengths: Array
    marks: Array


class PathState(NamedTuple):
    """Length of the path up to the tip [m], its speed [m/s], and whether it has begun."""

    s: float = 0.0
    speed: float = 0.0
    begun: bool = False


class Followed(NamedTuple):
    """Set-points of the drives, and how far the tip is."""

    feed: Annotated[Metre, "desired position of the base on its slide"]
    feed_rate: Annotated[float, "m/s", "its rate"]
    angles: Annotated[Array, "rad", Shape("n"), "desired joint angles"]
    rates: Annotated[Array, "rad/s", Shape("n"), "their rates"]
    along: Annotated[Metre, "length of the path from the mouth to the tip, below 0 before it"]
    left: Annotated[Metre, "length of the path from the tip to the target"]


def tunnel_file(folder: str, name: str) -> TunnelPath:
    """The path of a tunnel in the folder of a scheme.

    Raises:
        ValueError: There is no such tunnel, or its arm cannot pass.
    """
    if not is_file_beside(Path(folder), name):
        near = sorted(file.name for file in Path(folder).glob("*.tunnel.json"))
        advice = f" {choose(name, near)}" if near else ""
        raise ValueError(f"there is no tunnel {name!r} in the folder of the scheme.{advice}")
    try:
        return load_path(Path(folder) / name)
    except DocumentError as error:
        raise ValueError(f"tunnel {name!r}: {error.faults[0]}") from None


def _arm_of(path: TunnelPath, n: int) -> Array:
    if len(path.arm.lengths) != n:
        raise ValueError(f"the arm of the tunnel has {len(path.arm.lengths)} links, but 'n' is {n}.")
    return path.lengths


@block("kinematics.tunnel_path")
class TunnelFollower:
    r"""Leads an arm of many links through a tunnel: the operator commands advance and retreat alone.

    $$ \dot s = v, \qquad |p_i - p_{i-1}| = l_i, \qquad p_i \in \text{path}, \qquad p_n = \text{path}(s) $$

    The path goes around circles at the corners of the tunnel, by their common tangents (paper 001, chapter 3); its
    first tangent, extended before the mouth, is the slide of the base. Each joint is the first point of the path,
    back from the next joint, at the distance of the link: the intersection of a circle with a line or an arc. Outputs
    are the set-points of slide and joints with their rates. At the target and at the start the tip stops by itself,
    with the given acceleration.
    """

    @staticmethod
    def prepare(
        *, tunnel: TunnelFile, n: Links, acceleration: Acceleration = 0.4, leash: Leash = 0.01, folder: Folder
    ) -> TunnelArrays:
        """Read the tunnel and plan the path."""
        path = tunnel_file(folder, tunnel)
        lengths = _arm_of(path, n)
        marks = np.array([path.start, path.end, path.mouth, path.start - path.arm.reach])
        return TunnelArrays(path.pieces, lengths, marks)

    @staticmethod
    def output(state: PathState, feed_at: Feed, *, pieces: Array, lengths: Array, marks: Array, n: int) -> Followed:
        """Set-points at the present place of the tip."""
        s = state.s if state.begun else clamp(float(marks[0]) + feed_at, float(marks[0]), float(marks[1]))
        found, angles, rates = np.zeros((n + 1, 4)), np.zeros(n), np.zeros(n)
        base = follow(pieces, len(pieces), lengths, s, state.speed, found)
        joint_values(found, angles, rates)
        left = float(marks[1]) - s
        return Followed(base - float(marks[3]), float(found[0, 3]), angles, rates, s - float(marks[2]), left)

    @staticmethod
    def update(
        state: PathState, feed_at: Feed, speed: Annotated[float, "m/s", "desired speed of the tip, below 0 to retreat"],
        run: Annotated[bool, "1", "move on; off: the set-point stands still"] = True,
        *, pieces: Array, lengths: Array, marks: Array, n: int,
        acceleration: float, leash: float, dt: Step,
    ) -> PathState:  # fmt: skip
        """One step along the path."""
        if not state.begun:
            return PathState(clamp(float(marks[0]) + feed_at, float(marks[0]), float(marks[1])), 0.0, True)
        found = np.zeros((n + 1, 4))
        base = follow(pieces, len(pieces), lengths, state.s, 0.0, found)
        behind = abs(base - float(marks[3]) - feed_at) > leash
        if behind or not run:
            return PathState(state.s, 0.0, True)
        ahead, back = max(float(marks[1]) - state.s, 0.0), max(state.s - float(marks[0]), 0.0)
        low, high = -math.sqrt(2.0 * acceleration * back), math.sqrt(2.0 * acceleration * ahead)
        v = clamp(clamp(speed, low, high), state.speed - acceleration * dt, state.speed + acceleration * dt)
        s = clamp(state.s + v * dt, float(marks[0]), float(marks[1]))
        return PathState(s, (s - state.s) / dt if dt > 0.0 else 0.0, True)


class WallArrays(NamedTuple):
    """Walls [m], lengths of links [m], pose of the base at rest (x, y, heading) and half the width of a link [m]."""

    walls: Array
    lengths: Array
    base: Array
    half_width: float


@kernel
def joints_from(feed: float, q: Array, lengths: Array, base: Array, found: Array) -> None:
    """Forward kinematics of a plane arm on a slide: positions of all joints [m] in the first two columns of `found`."""
    heading = float(base[2])
    x, y = float(base[0]) + feed * math.cos(heading), float(base[1]) + feed * math.sin(heading)
    found[0, 0], found[0, 1] = x, y
    for i in range(len(lengths)):
        heading += float(q[i])
        x += float(lengths[i]) * math.cos(heading)
        y += float(lengths[i]) * math.sin(heading)
        found[i + 1, 0], found[i + 1, 1] = x, y


class Near(NamedTuple):
    """How near the arm is to the walls."""

    clearance: Annotated[Metre, "least distance of a link's surface from a wall"]
    link: Annotated[Number, "number of this link, 1 at the base"]


@block("kinematics.tunnel_clearance")
class TunnelClearance:
    r"""Clearance of an arm in a tunnel, from its measured joints.

    $$ d = \min_{i, w} \operatorname{dist}\left(\overline{p_{i-1} p_i},\ \text{wall}_w\right) - \frac{b}{2} $$

    $p_i$ are the joints by forward kinematics from the position of the slide and the joint angles, $b$ is the width of
    the links. It is as true as the model of the tunnel.
    """

    @staticmethod
    def prepare(*, tunnel: TunnelFile, n: Links, folder: Folder) -> WallArrays:
        """Read the tunnel and plan the path, on which the base stands."""
        path = tunnel_file(folder, tunnel)
        base = np.array(piece_pose(path.pieces, 0, path.start - path.arm.reach))
        return WallArrays(path.tunnel.walls, _arm_of(path, n), base, path.arm.half_width)

    @staticmethod
    def output(
        feed: Feed, q: Annotated[Array, "rad", Shape("n"), "joint angles"],
        *, walls: Array, lengths: Array, base: Array, half_width: float, n: int,
    ) -> Near:  # fmt: skip
        """Distance of the nearest link."""
        found = np.zeros((n + 1, 4))
        joints_from(feed, q, lengths, base, found)
        near, link = arm_clearance(found, n, walls)
        return Near(near - half_width, float(link + 1))
