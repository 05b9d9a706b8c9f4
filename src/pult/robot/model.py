"""The common robot model: named frames, each placed in its parent and possibly moved by a joint."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from pult.core.errors import KinematicsError, brief, choose
from pult.core.signals import Array
from pult.geometry.pose import as_pose

JointKind = Literal["revolute", "prismatic"]


@dataclass(frozen=True, slots=True)
class Mimic:
    """A joint that follows another: value = ratio * (value of the other) + offset [rad or m]."""

    joint: str
    ratio: float = 1.0
    offset: float = 0.0


@dataclass(frozen=True, slots=True)
class Joint:
    """A joint with one degree of freedom.

    Attributes:
        name: Name, unique in the robot.
        kind: "revolute" rotates about the axis, "prismatic" translates along it.
        axis: Direction of the axis in the frame's own axes, of any length but zero. Shape (3,).
        lower: Lower limit [rad or m]; minus infinity for none.
        upper: Upper limit [rad or m].
        mimic: Joint that this one follows.
        reference: Value at which the frame is at its placement [rad or m].
    """

    name: str
    kind: JointKind = "revolute"
    axis: tuple[float, float, float] = (0.0, 0.0, 1.0)
    lower: float = -math.inf
    upper: float = math.inf
    mimic: Mimic | None = None
    reference: float = 0.0

    def check(self) -> None:
        """Validate the joint.

        Raises:
            KinematicsError: Unknown kind, zero axis, inverted limits, invalid numbers.
        """
        if self.kind not in ("revolute", "prismatic"):
            advice = choose(str(self.kind), ["revolute", "prismatic"])
            raise KinematicsError(f"joint {self.name!r} is {self.kind!r}. {advice}")
        try:
            axis = np.asarray(self.axis, dtype=np.float64)
        except (TypeError, ValueError):
            axis = np.empty(0)
        if axis.shape != (3,) or not np.isfinite(axis).all() or not axis.any():
            raise KinematicsError(
                f"joint {self.name!r} has the axis {brief(self.axis)}; an axis is 3 numbers, not all zero."
            )
        given: tuple[Any, ...] = (self.lower, self.upper, self.reference)
        real = all(isinstance(x, (int, float, np.floating, np.integer)) and not isinstance(x, bool) for x in given)
        odd = not real or math.isnan(self.lower) or math.isnan(self.upper)
        if odd or self.lower == math.inf or self.upper == -math.inf or not math.isfinite(self.reference):
            raise KinematicsError(f"joint {self.name!r}: limits and reference must be numbers.")
        if self.lower > self.upper:
            raise KinematicsError(
                f"joint {self.name!r} has inverted limits: lower {self.lower:g} is above upper {self.upper:g}."
            )


@dataclass(frozen=True, slots=True)
class Frame:
    """A frame of a robot: a body, a link, a site.

    Attributes:
        name: Name, unique in the robot.
        parent: Name of the frame it is placed in; None for the root.
        pose: Its pose in the parent while its joint is at its reference. Shape (4, 4).
        joint: The joint that moves it relative to the parent, about or along an axis through its origin; None: fixed.
        obstacle: Why no chain can pass from this frame to its parent (a joint of an unsupported kind); empty if it can.
        free: Whether it moves freely relative to its parent, so that chains begin at it unless they name a base.
    """

    name: str
    parent: str | None
    pose: Array
    joint: Joint | None = None
    obstacle: str = ""
    free: bool = False


class Model:
    """The frames of one robot."""

    def __init__(self, source: str, frames: Iterator[Frame] | list[Frame]) -> None:
        """Build a model from its frames, in any order.

        Raises:
            KinematicsError: A duplicate name, an unknown parent, a cycle, an invalid pose or joint.
        """
        self.source = source
        self.frames: dict[str, Frame] = {}
        self.joints: dict[str, Joint] = {}
        for frame in frames:
            if frame.name in self.frames:
                raise KinematicsError(f"{source}: two frames are called {frame.name!r}.")
            # a copy, so that later changes by the caller do not affect the robot
            placed = replace(frame, pose=as_pose(f"the pose of {frame.name!r}", frame.pose).copy())
            self.frames[frame.name] = placed
            if frame.joint is not None:
                frame.joint.check()
                if frame.joint.name in self.joints:
                    raise KinematicsError(f"{source}: two joints are called {frame.joint.name!r}.")
                self.joints[frame.joint.name] = frame.joint
        if not self.frames:
            raise KinematicsError(f"{source}: there are no frames.")
        for frame in self.frames.values():
            if frame.parent is not None and frame.parent not in self.frames:
                raise KinematicsError(
                    f"{source}: the parent of {frame.name!r} is unknown: {frame.parent!r}. "
                    f"{choose(frame.parent, self.frames)}"
                )
        for name in self.frames:
            self.ancestors(name)

    def frame(self, name: str, what: str = "frame") -> Frame:
        """A frame by name.

        Raises:
            KinematicsError: There is none; the message lists those that exist.
        """
        if name not in self.frames:
            raise KinematicsError(f"{self.source}: unknown {what} {name!r}. {choose(str(name), self.frames)}")
        return self.frames[name]

    def resolve(self, name: str, what: str) -> str:
        """Resolve a possibly short name of a frame; models with several kinds of frames have such names."""
        return self.frame(name, what).name

    def ancestors(self, name: str) -> list[str]:
        """The frame, its parent, and so on to the root."""
        found = [name]
        while (parent := self.frames[found[-1]].parent) is not None:
            if parent in found:
                circle = " -> ".join([*found[found.index(parent) :], parent])
                raise KinematicsError(f"{self.source}: the frames form a circle: {circle}.")
            found.append(parent)
        return found

    def root(self) -> str:
        """The root; of several, the first."""
        return next(name for name, frame in self.frames.items() if frame.parent is None)

    def follow(self, name: str) -> tuple[str, float, float]:
        """The independent joint behind a joint, and value = ratio * (its value) + offset.

        Raises:
            KinematicsError: It mimics an unknown joint, or joints mimic each other in a cycle.
        """
        ratio, offset, seen = 1.0, 0.0, [name]
        while (mimic := self.joints[seen[-1]].mimic) is not None:
            if mimic.joint not in self.joints:
                raise KinematicsError(
                    f"{self.source}: joint {seen[-1]!r} mimics an unknown joint {mimic.joint!r}. "
                    f"{choose(mimic.joint, self.joints)}"
                )
            if mimic.joint in seen:
                circle = " -> ".join([*seen, mimic.joint])
                raise KinematicsError(f"{self.source}: joints mimic each other in a circle: {circle}.")
            offset += ratio * mimic.offset
            ratio *= mimic.ratio
            if not (math.isfinite(ratio) and math.isfinite(offset)):
                raise KinematicsError(f"{self.source}: joint {name!r} mimics by ratio {ratio:g} and offset {offset:g}.")
            seen.append(mimic.joint)
        return seen[-1], ratio, offset
