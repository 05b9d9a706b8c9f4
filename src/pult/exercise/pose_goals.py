"""Conditions on poses at a start, without a session: things, arms that carry them, and what holds."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import mujoco
import numpy as np

from pult.core.signals import Array
from pult.exercise import condition as c
from pult.robot.chain import Chain
from pult.world.world import World

_FREE = int(mujoco.mjtJoint.mjJNT_FREE)
_Body, _Site = mujoco.mjtObj.mjOBJ_BODY, mujoco.mjtObj.mjOBJ_SITE


@dataclass(frozen=True)
class Arm:
    """A chain on a base that nothing moves.

    Attributes:
        chain: The chain.
        q: Its present coordinates. Shape (n,).
        T_world_base: Pose of its base. Shape (4, 4).
    """

    chain: Chain
    q: Array
    T_world_base: Array

    def in_base(self, point: Array) -> Array:
        """A point of the world in the base. Shape (3,)."""
        found: Array = self.T_world_base[:3, :3].T @ (point - self.T_world_base[:3, 3])
        return found


class PosedWorld:
    """A world in a pose."""

    def __init__(self, world: World, data: Any) -> None:
        """Look at a world.

        Args:
            world: The world.
            data: Its data, with kinematics computed (mujoco.MjData).
        """
        self._world, self._model, self._data = world, world.model, data

    @staticmethod
    def bare(thing: str) -> str:
        """Name of a thing without its sort."""
        return thing.removeprefix("body:").removeprefix("site:")

    def _found(self, thing: str) -> tuple[Array, Array, int]:
        """Position, rotation and body of a thing."""
        data, name = self._data, self.bare(thing)
        site = -1 if thing.startswith("body:") else mujoco.mj_name2id(self._model, _Site, name)
        if site >= 0:
            return data.site_xpos[site], data.site_xmat[site].reshape(3, 3), int(self._model.site_bodyid[site])
        body = mujoco.mj_name2id(self._model, _Body, name) if name else 0
        return data.xpos[body], data.xmat[body].reshape(3, 3), body

    def pose(self, thing: str) -> Array:
        """Pose in the world. Shape (4, 4)."""
        found = np.eye(4)
        found[:3, 3], found[:3, :3], _ = self._found(thing)
        return found

    def point(self, thing: str, offset: Sequence[float] | Array = (0.0, 0.0, 0.0)) -> Array:
        """A point in the frame of a thing, in the world. Shape (3,)."""
        p, R, _ = self._found(thing)
        found: Array = p + R @ np.asarray(offset, dtype=np.float64)
        return found

    def in_axes_of(self, thing: str, point: Array) -> Array:
        """A point of the world in the frame of a thing. Shape (3,)."""
        p, R, _ = self._found(thing)
        found: Array = R.T @ (point - p)
        return found

    def is_moved(self, thing: str, free: bool = True) -> bool:
        """Whether a thing may be elsewhere later: it hangs on a joint.

        Args:
            thing: The thing.
            free: Whether free bodies, which are where they were put until something moves them, count as well.
        """
        return any(free or kind != _FREE for kind in self._joints_above(self._found(thing)[2]).values())

    def _joints_above(self, body: int) -> dict[str, int]:
        """Types of the joints between a body and the world, by name."""
        model, found = self._model, {}
        while body > 0:
            first = int(model.body_jntadr[body])
            for joint in range(first, first + int(model.body_jntnum[body])):
                found[model.joint(joint).name] = int(model.jnt_type[joint])
            body = int(model.body_parentid[body])
        return found

    def arm(self, thing: str) -> Arm | None:
        """The arm whose effector a thing is, if its base stands still."""
        for prefix, robot in self._world.robots.items():
            for name in robot.document.chains:
                chain = robot.chain(name)
                effector = prefix + self.bare(chain.effector)
                if effector != self.bare(thing) or not self._carries(chain, prefix, thing):
                    continue
                addresses = [self._model.joint(prefix + joint).qposadr[0] for joint in chain.names]
                q = np.array([self._data.qpos[address] for address in addresses])
                return Arm(chain, q, self.pose(thing) @ np.linalg.inv(chain.forward(q)))
        return None

    def _carries(self, chain: Chain, prefix: str, thing: str) -> bool:
        """Whether the joints of a chain alone move a thing."""
        return set(self._joints_above(self._found(thing)[2])) == {prefix + name for name in chain.names}

    def solid_around(self, zone: c.Inside) -> str:
        """Name of a fixed shape that a zone lies in; empty if there is none."""
        if self.is_moved(zone.of):
            return ""
        corners = [self.point(zone.of, corner) for corner in _corners(zone.low, zone.high)]
        model = self._model
        for geom in range(model.ngeom):
            if model.body_weldid[model.geom_bodyid[geom]] != 0 or not model.geom_contype[geom]:
                continue
            p, R = self._data.geom_xpos[geom], self._data.geom_xmat[geom].reshape(3, 3)
            local = [R.T @ (corner - p) for corner in corners]
            is_plane = model.geom_type[geom] == mujoco.mjtGeom.mjGEOM_PLANE
            is_box = model.geom_type[geom] == mujoco.mjtGeom.mjGEOM_BOX
            if (is_plane and all(corner[2] < 0.0 for corner in local)) or (
                is_box and all((np.abs(corner) < model.geom_size[geom]).all() for corner in local)
            ):
                return str(model.geom(geom).name) or f"a shape of {model.body(model.geom_bodyid[geom]).name}"
        return ""


def _corners(low: Sequence[float], high: Sequence[float]) -> Iterator[tuple[float, float, float]]:
    for x in (low[0], high[0]):
        for y in (low[1], high[1]):
            for z in (low[2], high[2]):
                yield x, y, z


def distances(goal: c.Condition) -> Iterator[c.Distance]:
    """Distances that a goal needs, whatever else it asks for."""
    yield from (part for part in _needed(goal) if isinstance(part, c.Distance))


def boxes(goal: c.Condition) -> Iterator[c.Inside]:
    """Zones that a goal needs, likewise."""
    yield from (part for part in _needed(goal) if isinstance(part, c.Inside))


def _needed(goal: c.Condition) -> Iterator[c.Condition]:
    if isinstance(goal, c.All):
        for inner in goal.of:
            yield from _needed(inner)
    else:
        yield goal


def holds(goal: c.Condition, posed: PosedWorld) -> bool | None:
    """Whether a condition holds in a pose; None if poses do not say."""
    match goal:
        case c.All():
            each = [holds(inner, posed) for inner in goal.of]
            return False if False in each else None if None in each else True
        case c.Any():
            each = [holds(inner, posed) for inner in goal.of]
            return True if True in each else None if None in each else False
        case c.Not():
            inner_holds = holds(goal.of, posed)
            return None if inner_holds is None else not inner_holds
        case c.Distance():
            d = posed.point(goal.a) - posed.point(goal.b, goal.offset)
            value = math.sqrt(sum(d["xyz".index(axis)] ** 2 for axis in goal.axes))
        case c.Along():
            axis = np.array(goal.axis) / np.linalg.norm(goal.axis)
            axis = posed.pose(goal.b)[:3, :3] @ axis if goal.frame == "b" else axis
            value = float(axis @ (posed.point(goal.a) - posed.point(goal.b)))
        case c.Angle():
            one, two = posed.pose(goal.a)[:3, :3] @ goal.axis_a, posed.pose(goal.b)[:3, :3] @ goal.axis_b
            cosine = one @ two / (np.linalg.norm(one) * np.linalg.norm(two))
            value = math.acos(min(max(float(cosine), -1.0), 1.0))
        case c.Inside():
            at = posed.in_axes_of(goal.of, posed.point(goal.thing, goal.point))
            return bool(((np.array(goal.low) <= at) & (at <= np.array(goal.high))).all())
        case _:
            return None
    above, below = goal.above, goal.below
    return (above is None or value > above) and (below is None or value < below)
