"""Conversion of the part of a robot between a base and its effectors to the flat arrays of the kernels."""

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from pult.core.errors import KinematicsError
from pult.core.signals import Array
from pult.geometry.pose import inverse
from pult.geometry.rotation import rotation_to
from pult.robot.kinematics import COORDINATE, KIND, LINK_SIZE, OFFSET, PARENT, RATIO, TIP_SIZE
from pult.robot.model import Frame, Joint, Model

_LONGEST_SLIDE = 3.0
"""Largest travel of a prismatic joint that counts towards the reach, relative to the length of the links."""


class Flat(NamedTuple):
    """A tree as arrays, see `pult.robot.kinematics`.

    Attributes:
        links: The joints. Shape (m, 17).
        tips: The effectors. Shape (e, 13).
        limits: Lower and upper limits of the coordinates. Shape (2, n).
        names: Names of the coordinates.
        joints: Names of the joints, row by row of `links`.
        carried: For each joint, the pose of the frame it carries in the joint's own frame. Shape (m, 4, 4).
    """

    links: Array
    tips: Array
    limits: Array
    names: tuple[str, ...]
    joints: tuple[str, ...]
    carried: Array


class _Builder:
    def __init__(self, model: Model) -> None:
        self.model = model
        self.links: list[list[float]] = []
        self.joints: list[str] = []
        self.carried: list[Array] = []
        self.names: list[str] = []
        self.limits: list[tuple[float, float]] = []
        # of each frame: index of the joint that carries it, and its pose in that joint's frame
        self.places: dict[str, tuple[int, Array]] = {}

    def step(self, start: str, end: str) -> None:
        """Move from a frame to its child or its parent."""
        down = self.model.frames[end].parent == start
        child = self.model.frames[end if down else start]
        if child.obstacle:
            raise KinematicsError(f"{self.model.source}: {child.obstacle}")
        carrier, pose = self.places[start]
        fixed = child.pose if down else inverse(child.pose)
        if child.joint is None:
            self.places[end] = (carrier, pose @ fixed)
            return
        aligned = np.eye(4)
        aligned[:3, :3] = rotation_to(child.joint.axis)
        # downwards the joint comes after its placement, upwards before it and with the opposite sign
        placement = pose @ fixed @ aligned if down else pose @ aligned
        carried = inverse(aligned) if down else inverse(aligned) @ fixed
        number = self.joint(child, child.joint, carrier, placement, 1.0 if down else -1.0)
        self.carried.append(carried)
        self.places[end] = (number, carried)

    def joint(self, frame: Frame, joint: Joint, carrier: int, placement: Array, sign: float) -> int:
        """Add a joint; returns its index."""
        name, ratio, offset = self.model.follow(joint.name)
        coordinate = self.coordinate(name)
        self.tighten(coordinate, joint, ratio, offset)
        kind = 0.0 if joint.kind == "revolute" else 1.0
        row = [kind, carrier, coordinate, sign * ratio, sign * (offset - joint.reference), *placement[:3].ravel()]
        self.links.append([float(x) for x in row])
        self.joints.append(joint.name)
        if not np.isfinite(self.links[-1]).all():
            raise KinematicsError(f"{self.model.source}: the placement of {frame.name!r} is not finite.")
        return len(self.links) - 1

    def coordinate(self, name: str) -> int:
        """Index of the coordinate of an independent joint."""
        if name not in self.names:
            joint = self.model.joints[name]
            self.names.append(name)
            self.limits.append((joint.lower, joint.upper))
        return self.names.index(name)

    def tighten(self, coordinate: int, joint: Joint, ratio: float, offset: float) -> None:
        """Tighten the limits of a coordinate by those of a joint that follows it."""
        if ratio == 0.0:
            return
        ends = sorted(((joint.lower - offset) / ratio, (joint.upper - offset) / ratio))
        low, high = self.limits[coordinate]
        low, high = max(low, ends[0]), min(high, ends[1])
        if low > high:
            leader = self.names[coordinate]
            raise KinematicsError(
                f"{self.model.source}: the limits of {joint.name!r} and of {leader!r}, which it follows, "
                f"have no value in common."
            )
        self.limits[coordinate] = (low, high)


def flatten(model: Model, effectors: tuple[str, ...], base: str | None) -> Flat:
    """The part of a robot between a base and its effectors.

    Args:
        model: The robot.
        effectors: Names of frames.
        base: Frame in which poses are given; see `base_frame`. It need not be an ancestor of the effectors: a foot
            may be the base of the other one.

    Raises:
        KinematicsError: Unknown frames, no joint in between, a joint with several degrees of freedom in between.
    """
    start = base_frame(model, effectors, base)
    if not effectors:
        raise KinematicsError(f"{model.source}: no effector is named. Frames: {', '.join(list(model.frames)[:12])}.")
    builder = _Builder(model)
    builder.places[start] = (-1, np.eye(4))
    up = model.ancestors(start)
    ends = [model.resolve(effector, "effector") for effector in effectors]
    for effector, end in zip(effectors, ends, strict=True):
        down = model.ancestors(end)
        common = next((name for name in down if name in up), None)
        if common is None:
            raise KinematicsError(f"{model.source}: {effector!r} and the base {start!r} are not connected.")
        route = [*up[: up.index(common) + 1], *reversed(down[: down.index(common)])]
        for here, there in pairwise(route):
            if there not in builder.places:
                builder.step(here, there)
    if not builder.links:
        what = f"between {'the base' if base is None else repr(base)} and {' and '.join(map(repr, effectors))}"
        raise KinematicsError(f"{model.source}: the chain is empty: there is no joint {what}.")
    tips = [[float(builder.places[e][0]), *builder.places[e][1][:3].ravel()] for e in ends]
    links = np.array(builder.links).reshape(-1, LINK_SIZE)
    flat = Flat(
        links=links,
        tips=np.array(tips).reshape(-1, TIP_SIZE),
        limits=np.array(builder.limits, dtype=np.float64).T.copy(),
        names=tuple(builder.names),
        joints=tuple(builder.joints),
        carried=np.array(builder.carried),
    )
    return flat


def base_frame(model: Model, effectors: Sequence[str], base: str | None) -> str:
    """The frame in which poses of a tree are given: the named one, or the root of the robot.

    A robot whose body moves freely, such as one that walks or flies, has the body as its root.

    Raises:
        KinematicsError: An unknown frame.
    """
    if base is not None:
        return model.resolve(base, "base")
    roots = {_first_below(model, model.ancestors(model.resolve(effector, "effector"))) for effector in effectors}
    return roots.pop() if len(roots) == 1 else model.root()


def _first_below(model: Model, ancestors: Sequence[str]) -> str:
    """The first frame on the way from a frame to the root that moves freely; else the root of the robot."""
    for child, frame in zip(("", *ancestors), ancestors, strict=False):
        if model.frames[frame].free:
            # a joint of a MuJoCo body is a frame of its own, and the body's frame is usually its child
            return child if child.startswith("body:") else frame
    return model.root()


def reach_of(flat: Flat) -> float:
    """Upper bound of the distance of an effector from the first joint [m]: the unit of length of errors.

    1 m if no joint moves an effector from its place: wheels, heads and wrists only turn it.

    A prismatic joint counts with at most three times the length of the links, or 1 m, and with 1 m if it has no limits:
    a long rail does not make an arm longer.
    """
    links, lengths = flat.links, []
    for tip in flat.tips:
        joint = int(tip[0])
        length = float(np.linalg.norm(tip[[4, 8, 12]])) if joint >= 0 else 0.0
        travels = []
        while joint >= 0:
            row = links[joint]
            if row[KIND] != 0.0:
                ends = flat.limits[:, int(row[COORDINATE])] if row[RATIO] != 0.0 else np.zeros(2)
                travels.append(float(np.abs(row[RATIO] * ends + row[OFFSET]).max()) if np.isfinite(ends).all() else 1.0)
            if row[PARENT] >= 0.0:
                length += math.hypot(row[8], row[12], row[16])
            joint = int(row[PARENT])
        most = _LONGEST_SLIDE * length
        lengths.append(length + sum(min(travel, max(most, 1.0)) for travel in travels))
    return max(lengths) or 1.0
