"""A body that goes along a path by itself, checked as a whole before it starts."""

import math
from typing import Annotated, NamedTuple

import numpy as np

from pult.blocks.carry._arms import (
    GRASPS,
    LINKS,
    PLACES,
    TURNS,
    Entries,
    Grasps,
    Links,
    Lower,
    Places,
    Turns,
    Upper,
    base_rows,
    pairs,
)
from pult.blocks.carry.arms import INERTIAS
from pult.blocks.carry.lead import LOWER, UPPER
from pult.core.block import block
from pult.core.kernels import clamp
from pult.core.signals import Array, Number, Positive, Provided, Range, Second, Shape, Step
from pult.motion.carry.limits import COLUMNS, FIRST, POSSIBLE, motion_limit
from pult.motion.carry.paths import MAX_KNOTS, padded, path_through
from pult.motion.carry.timing import along_path, body_motion, travel_time

_POINTS, _TURNS = padded([(0.0, 0.0, 0.0), (0.0, 0.2, 0.0)])
POINTS, KNOT_TURNS = np.array(_POINTS), np.array(_TURNS)
OUTER, INNER = np.array([0.2205] * 4), np.array([0.0853] * 4)
OFFSETS, SENSES = np.array([0.457, 0.0, 0.457, 0.0]), np.array([-1.0, 1.0, -1.0, 1.0])
BORES, RODS, FRICTIONS = np.array([0.032] * 4), np.array([0.012] * 4), np.array([10.0] * 4)
for _table in (POINTS, KNOT_TURNS, OUTER, INNER, OFFSETS, SENSES, BORES, RODS, FRICTIONS):
    _table.flags.writeable = False
SAMPLE = 0.005
"""Time between two moments that are checked [s]."""
PerJoint = Shape("n")


class PathArrays(NamedTuple):
    """The path (see `pult.motion.carry.paths.BodyPath`), and the arms (see `pult.motion.carry.limits`)."""

    ends: Array
    coefficients: Array
    table: Array
    held: Array


class PathState(NamedTuple):
    """How far it is.

    Attributes:
        time: Time along the path [s].
        pace: How fast it passes: 1 as wanted, 0 at rest.
        trend: Change of the pace [1/s].
        checked: Whether the motion was checked since it was last let go.
        limit, arm, moment: What the check has found.
    """

    time: float = 0.0
    pace: float = 0.0
    trend: float = 0.0
    checked: bool = False
    limit: int = POSSIBLE
    arm: int = 0
    moment: float = 0.0


class Led(NamedTuple):
    """The wanted motion of a body in the work space, how far it is, and why it may not start."""

    place: Annotated[Array, "m", Shape(2)]
    turn: Annotated[float, "rad"]
    velocity: Annotated[Array, "m/s", Shape(2)]
    turning: Annotated[float, "rad/s"]
    acceleration: Annotated[Array, "m/s^2", Shape(2)]
    turn_acceleration: Annotated[float, "rad/s^2"]
    progress: Annotated[Number, "share of the path that is done"]
    done: Annotated[bool, "1", "whether it is at the end"]
    refused: Annotated[bool, "1", "whether an arm could not do it"]
    limit: Annotated[Number, "what would be exceeded: 1 reach, 2 stroke, 3 speed, 4 force; 0 nothing"]
    arm: Annotated[Number, "by which arm, counted from 1; 0 none"]
    moment: Annotated[Second, "when, from the start of the motion"]


@block("carry.path")
class Path:
    r"""Leads a body along a path with limited speed and acceleration, while `run` is on and all arms can do it.

    $$ s(t):\ \dot s = V (3 z^2 - 2 z^3),\ z = t/T,\ T = \frac{3 V}{2 a}, \qquad P = P(s), \quad
    \ddot P = P''\, \dot s^2 + P'\, \ddot s $$

    The path is straight between two knots, a spline through more, or an arc from the first by way of the second to the
    third. It begins where the body is. Path length counts turning at `radius`, where the grasp points are. When `run`
    goes on, the whole motion is checked first: reach, stroke, speed and force of every cylinder. What an arm cannot do
    is refused with the limit, the arm and the moment. When `run` goes off, the body is slowed down along the path and
    waits there.
    """

    @staticmethod
    def prepare(
        *,
        points: Annotated[Array, "m", Shape(MAX_KNOTS, 2), "places of the knots, the last one repeated"] = POINTS,
        knot_turns: Annotated[Array, "rad", Shape(MAX_KNOTS), "orientations there"] = KNOT_TURNS,
        arc: Annotated[bool, "1", "an arc by way of the second of three knots, instead of a spline"] = False,
        radius: Annotated[float, "m", Range(0), "radius at which turning counts as length"] = 0.2,
        speed: Annotated[float, "m/s", Positive, "largest speed along the path"] = 0.2,
        max_acceleration: Annotated[float, "m/s^2", Positive, "largest acceleration along it"] = 0.8,
        slowing: Annotated[float, "1/s", Positive, "how fast it stops and goes on: change of the pace by second"] = 4.0,
        n: Entries = 4,
        grasps: Grasps = GRASPS,
        places: Places = PLACES,
        turns: Turns = TURNS,
        links: Links = LINKS,
        inertias: Annotated[Array, "kg*m^2", Shape("arms", 3), "a1, a2, a3 of each arm"] = INERTIAS,
        lower: Lower = LOWER,
        upper: Upper = UPPER,
        k: Annotated[Array, "m", PerJoint, "distance of one mount point from the joint"] = OUTER,
        p: Annotated[Array, "m", PerJoint, "distance of the other one"] = INNER,
        offset: Annotated[Array, "rad", PerJoint, "angle of the joint where the mount points are opposite"] = OFFSETS,
        sense: Annotated[
            Array, "1", PerJoint, "1 or -1: whether the angle between them grows with the joint's"
        ] = SENSES,
        bore: Annotated[Array, "m", PerJoint, Provided("drive"), "inner diameter of the cylinder"] = BORES,
        rod: Annotated[Array, "m", PerJoint, Provided("drive"), "diameter of the rod"] = RODS,
        friction: Annotated[Array, "N", PerJoint, Provided("drive"), "dry friction"] = FRICTIONS,
        pressure: Annotated[float, "Pa", Positive, "pressure that a motion may take; the rest is for feedback"] = 4.2e5,
        piston_speed: Annotated[float, "m/s", Positive, "largest speed of the pistons"] = 0.5,
        mass: Annotated[float, "kg", Range(0), "mass of the body"] = 2.0,
        inertia: Annotated[
            float, "kg*m^2", Range(0), "moment of inertia about its origin, which is its centre"
        ] = 0.035,
    ) -> PathArrays:
        """Make the path, and the table of the arms."""
        path = path_through(np.column_stack([points, knot_turns]).tolist(), arc, radius)
        bases = base_rows(places, turns)
        count = min(len(bases), len(inertias), n // 2)
        table = np.zeros((count, COLUMNS))
        push = math.pi * bore**2 / 4.0 * pressure
        pull = math.pi * (bore**2 - rod**2) / 4.0 * pressure
        joints = np.column_stack([k, p, offset, sense, lower, upper, pull, push, friction])  # (n, 9)
        table[:, :FIRST] = np.hstack([bases[:count], pairs(links)[:count], inertias[:count]])
        table[:, FIRST:] = joints[: 2 * count].reshape(count, -1)
        return PathArrays(path.ends, path.coefficients, table, pairs(grasps))

    @staticmethod
    def output(state: PathState, *, ends: Array, coefficients: Array, speed: float, max_acceleration: float) -> Led:
        """The motion of this step."""
        length = float(ends[ends.shape[0] - 1])
        s, rate, change = along_path(state.time, length, speed, max_acceleration)
        pace = state.pace
        motion = body_motion(ends, coefficients, s, rate * pace, change * pace * pace + rate * state.trend)
        place, velocity, acceleration = np.empty(2), np.empty(2), np.empty(2)
        for i in range(2):
            place[i], velocity[i], acceleration[i] = motion[0, i], motion[1, i], motion[2, i]
        done = state.time >= travel_time(length, speed, max_acceleration)
        refused = state.limit != POSSIBLE
        return Led(
            place, float(motion[0, 2]), velocity, float(motion[1, 2]), acceleration, float(motion[2, 2]),
            s / length if length > 0.0 else 1.0, done, refused, float(state.limit),
            float(state.arm + 1) if refused else 0.0, state.moment,
        )  # fmt: skip

    @staticmethod
    def update(
        state: PathState,
        run: Annotated[bool, "1", "go on along the path"],
        *,
        ends: Array,
        coefficients: Array,
        table: Array,
        held: Array,
        speed: float,
        max_acceleration: float,
        piston_speed: float,
        mass: float,
        inertia: float,
        slowing: float,
        dt: Step,
    ) -> PathState:
        """Check it if it is to start, and go on by one step."""
        limit, arm, moment = state.limit, state.arm, state.moment
        checked = state.checked and (run or state.pace > 0.0)
        if run and not checked:
            limit, arm, moment = motion_limit(
                ends, coefficients, speed, max_acceleration, held, table, mass, inertia, piston_speed, SAMPLE
            )
            checked = True
        goes = run and limit == POSSIBLE
        trend = clamp(((1.0 if goes else 0.0) - state.pace) / dt, -slowing, slowing)
        pace = state.pace + dt * trend
        return PathState(state.time + dt * (state.pace + pace) / 2.0, pace, trend, checked, limit, arm, moment)
