"""A body that goes along a path by itself."""

from typing import Annotated, NamedTuple

import numpy as np

from pult.core.block import block
from pult.core.kernels import clamp
from pult.core.signals import Array, Number, Positive, Range, Shape, Step
from pult.motion.carry.paths import MAX_KNOTS, padded, path_through
from pult.motion.carry.timing import along_path, body_motion, travel_time

_POINTS, _TURNS = padded([(0.0, 0.0, 0.0), (0.0, 0.2, 0.0)])
POINTS, TURNS = np.array(_POINTS), np.array(_TURNS)
for _table in (POINTS, TURNS):
    _table.flags.writeable = False


class PathArrays(NamedTuple):
    """The path; see `pult.motion.carry.paths.BodyPath`."""

    ends: Array
    coefficients: Array


class PathState(NamedTuple):
    """Time along the path [s], how fast it passes (1 as wanted, 0 at rest), and the change of that [1/s]."""

    time: float = 0.0
    pace: float = 0.0
    trend: float = 0.0


class Led(NamedTuple):
    """The wanted motion of a body in the work space, and how far it is."""

    place: Annotated[Array, "m", Shape(2)]
    turn: Annotated[float, "rad"]
    velocity: Annotated[Array, "m/s", Shape(2)]
    turning: Annotated[float, "rad/s"]
    acceleration: Annotated[Array, "m/s^2", Shape(2)]
    turn_acceleration: Annotated[float, "rad/s^2"]
    progress: Annotated[Number, "share of the path that is done"]
    done: Annotated[bool, "1", "whether it is at the end"]


@block("carry.path")
class Path:
    r"""Leads a body along a path with limited speed and acceleration, while `run` is on.

    $$ s(t):\ \dot s = V (3 z^2 - 2 z^3),\ z = t/T,\ T = \frac{3 V}{2 a}, \qquad P = P(s), \quad
    \ddot P = P''\, \dot s^2 + P'\, \ddot s $$

    The path is straight between two knots, a spline through more, or an arc from the first by way of the second to the
    third. It begins where the body is. Path length counts turning at `radius`, where the grasp points are. When `run`
    goes off the body is slowed down along the path and waits there.
    """

    @staticmethod
    def prepare(
        *,
        points: Annotated[Array, "m", Shape(MAX_KNOTS, 2), "places of the knots, the last one repeated"] = POINTS,
        turns: Annotated[Array, "rad", Shape(MAX_KNOTS), "orientations there"] = TURNS,
        arc: Annotated[bool, "1", "an arc by way of the second of three knots, instead of a spline"] = False,
        radius: Annotated[float, "m", Range(0), "radius at which turning counts as length"] = 0.2,
        speed: Annotated[float, "m/s", Positive, "largest speed along the path"] = 0.2,
        max_acceleration: Annotated[float, "m/s^2", Positive, "largest acceleration along it"] = 0.8,
        slowing: Annotated[float, "1/s", Positive, "how fast it stops and goes on: change of the pace by second"] = 4.0,
    ) -> PathArrays:
        """Make the path."""
        path = path_through(np.column_stack([points, turns]).tolist(), arc, radius)
        return PathArrays(path.ends, path.coefficients)

    @staticmethod
    def output(
        state: PathState,
        *,
        ends: Array,
        coefficients: Array,
        speed: float,
        max_acceleration: float,
    ) -> Led:
        """The motion of this step."""
        length = float(ends[ends.shape[0] - 1])
        s, rate, change = along_path(state.time, length, speed, max_acceleration)
        pace = state.pace
        motion = body_motion(ends, coefficients, s, rate * pace, change * pace * pace + rate * state.trend)
        place, velocity, acceleration = np.empty(2), np.empty(2), np.empty(2)
        for i in range(2):
            place[i], velocity[i], acceleration[i] = motion[0, i], motion[1, i], motion[2, i]
        done = state.time >= travel_time(length, speed, max_acceleration)
        return Led(
            place, float(motion[0, 2]), velocity, float(motion[1, 2]), acceleration, float(motion[2, 2]),
            s / length if length > 0.0 else 1.0, done,
        )  # fmt: skip

    @staticmethod
    def update(
        state: PathState,
        run: Annotated[bool, "1", "go on along the path"],
        *,
        slowing: float,
        dt: Step,
    ) -> PathState:
        """Go on by one step."""
        trend = clamp(((1.0 if run else 0.0) - state.pace) / dt, -slowing, slowing)
        pace = state.pace + dt * trend
        return PathState(state.time + dt * (state.pace + pace) / 2.0, pace, trend)
