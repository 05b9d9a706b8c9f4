"""Trees of named frames: where each one is in its parent, fixed or moved by joints, and conversion between any two.

A tree is not changed: what adds a frame or moves one returns another tree. Rooms are frames like others; a robot is
handed over from one room's world frame to the next by `FrameTree.reparent`, which leaves it where it is.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from pult.core.errors import KinematicsError, choose
from pult.core.signals import Array
from pult.geometry.algebra.vectors import rotate
from pult.geometry.pose import as_pose, finite_array, inverse, pose

Joints = Mapping[str, float]
NO_JOINTS: Joints = {}


@dataclass(frozen=True)
class Motion:
    """How a joint moves a frame.

    Attributes:
        joint: Name of the joint.
        axis: Axis of rotation or translation, in the frame itself, of any length but zero.
        kind: "hinge" rotates about the axis [rad], "slide" moves along it [m].
    """

    joint: str
    axis: tuple[float, float, float]
    kind: Literal["hinge", "slide"] = "hinge"

    def pose(self, value: float) -> Array:
        """The motion at a joint position, as a pose. Shape (4, 4)."""
        moved = np.eye(4)
        if self.kind == "hinge":
            moved[:3, :3] = rotate(np.eye(3), self.axis, value).T  # the rotated axes are columns
        else:
            axis = np.array(self.axis)
            moved[:3, 3] = value * axis / np.linalg.norm(axis)
        return moved


@dataclass(frozen=True, eq=False)
class FrameNode:
    """A frame of a tree.

    Attributes:
        name: Its name.
        parent: Name of the frame that it is fixed to or moves in; empty for the root.
        at_rest: T_parent_frame at joint positions of 0. Shape (4, 4).
        motions: How joints move it, each in the axes that the ones before have moved.
    """

    name: str
    parent: str
    at_rest: Array
    motions: tuple[Motion, ...] = ()

    def pose(self, joints: Joints) -> Array:
        """T_parent_frame. Shape (4, 4).

        Raises:
            KinematicsError: The position of a joint is missing or not finite.
        """
        found = self.at_rest
        for motion in self.motions:
            if motion.joint not in joints:
                needed = f"frame {self.name!r} is moved by joint {motion.joint!r}, whose position is not given."
                raise KinematicsError(needed)
            value = float(finite_array(f"position of joint {motion.joint!r}", joints[motion.joint], ()))
            found = found @ motion.pose(value)
        return found


@dataclass(frozen=True, eq=False)
class FrameTree:
    """Named frames below one root."""

    root: str
    nodes: Mapping[str, FrameNode] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Put the root among the frames."""
        if self.root not in self.nodes:
            object.__setattr__(self, "nodes", {self.root: FrameNode(self.root, "", np.eye(4)), **self.nodes})

    @property
    def names(self) -> tuple[str, ...]:
        """Names of all frames, parents before children."""
        return tuple(self.nodes)

    @property
    def joints(self) -> tuple[str, ...]:
        """Names of all joints that move frames."""
        return tuple(dict.fromkeys(m.joint for node in self.nodes.values() for m in node.motions))

    def add(
        self, name: str, parent: str, at_rest: ArrayLike | None = None, motions: Motion | Iterable[Motion] = ()
    ) -> "FrameTree":
        """The tree with one more frame.

        Args:
            name: Its name.
            parent: Name of the frame that it is fixed to or moves in.
            at_rest: T_parent_frame at joint positions of 0; the identity by default. Shape (4, 4).
            motions: How joints move it; none for a fixed frame.

        Raises:
            KinematicsError: The name is taken, there is no such parent, or the pose is none.
        """
        if name in self.nodes:
            raise KinematicsError(f"there is a frame {name!r} already.")
        self.node(parent)
        placed = np.eye(4) if at_rest is None else as_pose(f"frame {name!r}", at_rest)
        moved = (motions,) if isinstance(motions, Motion) else tuple(motions)
        return replace(self, nodes={**self.nodes, name: FrameNode(name, parent, placed, moved)})

    def place(self, name: str, at_rest: ArrayLike) -> "FrameTree":
        """The tree with another pose of a frame in its parent, such as one that was measured or calibrated."""
        node = self.node(name)
        if not node.parent:
            raise KinematicsError(f"{name!r} is the root; it has no pose of its own.")
        return replace(self, nodes={**self.nodes, name: replace(node, at_rest=as_pose(f"frame {name!r}", at_rest))})

    def reparent(self, name: str, parent: str, joints: Joints = NO_JOINTS) -> "FrameTree":
        """The tree with a frame below another parent, where it is: a hand-over from one room to the next.

        Its own motions stay; only its pose at rest changes, so that nothing moves.

        Raises:
            KinematicsError: The new parent is below the frame.
        """
        node = self.node(name)
        if name in self.path(parent):
            raise KinematicsError(f"{parent!r} is below {name!r}, which therefore cannot be put below it.")
        if not node.parent:
            raise KinematicsError(f"{name!r} is the root; everything is below it.")
        at_rest = self.pose(parent, node.parent, joints) @ node.at_rest
        changed = {**self.nodes, name: FrameNode(name, parent, at_rest, node.motions)}
        return replace(self, nodes=_parents_first(changed))

    def node(self, name: str) -> FrameNode:
        """The frame of that name.

        Raises:
            KinematicsError: There is none; the message says which there are.
        """
        if name not in self.nodes:
            raise KinematicsError(f"there is no frame {name!r}. {choose(name, self.nodes)}")
        return self.nodes[name]

    def path(self, name: str) -> list[str]:
        """Names from the root to a frame."""
        found = [self.node(name).name]
        while parent := self.nodes[found[-1]].parent:
            found.append(parent)
        return found[::-1]

    def pose(self, to: str, of: str, joints: Joints = NO_JOINTS) -> Array:
        """T_to_of: the pose of one frame in another; maps coordinates in `of` to coordinates in `to`. Shape (4, 4).

        Only the joints between the two need positions.
        """
        up, down = self.path(to), self.path(of)
        shared = 0
        while shared < min(len(up), len(down)) and up[shared] == down[shared]:
            shared += 1
        T_shared_to, T_shared_of = self._product(up[shared:], joints), self._product(down[shared:], joints)
        return T_shared_of if len(up) == shared else inverse(T_shared_to) @ T_shared_of

    def _product(self, names: Sequence[str], joints: Joints) -> Array:
        found = np.eye(4)
        for name in names:
            found = found @ self.nodes[name].pose(joints)
        return found

    def point(self, point: ArrayLike, source: str, target: str, joints: Joints = NO_JOINTS) -> Array:
        """Coordinates in the frame `target` of points given in the frame `source` [m]. Shape (..., 3)."""
        T = self.pose(target, source, joints)
        found: Array = _vectors("point", point) @ T[:3, :3].T + T[:3, 3]
        return found

    def direction(self, direction: ArrayLike, source: str, target: str, joints: Joints = NO_JOINTS) -> Array:
        """Components in the frame `target` of directions or other free vectors given in `source`. Shape (..., 3)."""
        T = self.pose(target, source, joints)
        found: Array = _vectors("direction", direction) @ T[:3, :3].T
        return found


def rooms(first: str, links: Mapping[tuple[str, str], ArrayLike], tolerance: float = 1e-6) -> FrameTree:
    """A tree of the world frames of rooms, from what is known of their neighbours.

    Args:
        first: Name of the room that becomes the root.
        links: T_a_b for pairs of neighbouring rooms (a, b): the pose of b's world frame in that of a.
        tolerance: How far links that close a loop may disagree [m, and rad].

    Raises:
        KinematicsError: A room is not connected with the first, or links contradict each other.
    """
    tree = FrameTree(first)
    left = {pair: as_pose(f"room {pair[1]!r}", T) for pair, T in links.items()}
    while ready := [pair for pair in left if pair[0] in tree.nodes or pair[1] in tree.nodes]:
        a, b = ready[0]
        T_a_b = left.pop((a, b))
        if a in tree.nodes and b in tree.nodes:
            off = float(np.abs(tree.pose(a, b) - T_a_b).max())
            if off > tolerance:
                raise KinematicsError(f"the link from room {a!r} to {b!r} contradicts the others by {off:.2g}.")
        else:
            tree = tree.add(b, a, T_a_b) if a in tree.nodes else tree.add(a, b, inverse(T_a_b))
    if left:
        raise KinematicsError(f"no links lead from room {first!r} to {next(iter(left))[0]!r}.")
    return tree


def floor_pose(x: float, y: float, heading: float, height: float = 0.0) -> Array:
    """Pose of something that stands on the floor: place [m] and heading about z [rad]. Shape (4, 4)."""
    return pose((x, y, height), (0.0, 0.0, heading))


def _parents_first(nodes: Mapping[str, FrameNode]) -> dict[str, FrameNode]:
    found: dict[str, FrameNode] = {}
    left = dict(nodes)
    while left:
        ready = [name for name, node in left.items() if not node.parent or node.parent in found]
        found |= {name: left.pop(name) for name in ready}
    return found


def _vectors(name: str, given: ArrayLike) -> Array:
    found = finite_array(name, given)
    if found.shape[-1:] != (3,):
        raise KinematicsError(f"{name} must have 3 numbers along its last axis, not the shape {found.shape}.")
    return found
