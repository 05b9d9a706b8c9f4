"""Path of a tool over a surface: down to it, along straight segments through knots, and up again."""

import math
from typing import Annotated, NamedTuple

import numpy as np

from pult.blocks.kinematics._surface import (
    APPROACH,
    DESCENT,
    DONE,
    STROKE,
    WAITS,
    Knots,
    arc_knots,
    braked,
    distance,
    leg_from,
    leg_normal,
    leg_point,
    progress_of,
    remaining_length,
    tool_orientation,
)
from pult.core.block import block
from pult.core.signals import Array, Newton, Number, Positive, Quaternion, Range, Shape, Step
from pult.geometry.quaternions import array4, slerp, unit
from pult.motion.surface.parameters import MAX_KNOTS

_POINTS, _NORMALS = arc_knots((0.4, 0.0, 0.3), 0.12, math.pi, 7)
_ONES = np.ones(MAX_KNOTS)
for _table in (_POINTS, _NORMALS, _ONES):
    _table.flags.writeable = False

Speed = Annotated[float, "m/s", "wanted speed along the path"]
Force = Annotated[Newton, "wanted force where the knot's share is 1"]
Run = Annotated[bool, "1", "go on along the path"]
Wait = Annotated[bool, "1", "wait, such as while the tool is retracted"]
At = Annotated[Array, "m", Shape(3), "actual position of the tool"]
Turned = Annotated[Array, "1", Shape(4), "orientation of the tool (w, x, y, z)"]
Points = Annotated[Array, "m", Shape(MAX_KNOTS, 3), "knots on the surface, padded with the last one"]
Normals = Annotated[Array, "1", Shape(MAX_KNOTS, 3), "outward unit normals there"]
Forces = Annotated[Array, "1", Shape(MAX_KNOTS), "force at each knot as a fraction of the desired one"]
Paces = Annotated[Array, "1", Shape(MAX_KNOTS), "speed from each knot on as a fraction of the desired one"]
Radius = Annotated[float, "m", Range(0), "radius of the tool tip"]
Stiffness = Annotated[float, "N/m", Positive, "stiffness of the surface, for how deep the arm leads the tool"]
Clearance = Annotated[float, "m", Positive, "height over the surface where descent begins and the lift ends"]
ApproachSpeed = Annotated[float, "m/s", Positive, "speed on the way to the first knot"]
DescentSpeed = Annotated[float, "m/s", Positive, "speed of descent and lift"]
Acceleration = Annotated[float, "m/s^2", Positive, "largest acceleration"]
Passes = Annotated[int, "1", Range(1, 1000), "times along the path, to and fro"]
Leash = Annotated[float, "m", Positive, "the set-point waits while the tool is farther than this from it"]
Yaw = Annotated[float, "rad", "turn of the tool about its axis where it points straight down"]


class PathState(NamedTuple):
    """Progress along the path: the stage, the leg, the distance along the leg [m] and the speed [m/s]."""

    start: Array
    turn: Array
    stage: int = WAITS
    leg: int = 0
    way: float = 0.0
    speed: float = 0.0
    back: bool = False
    passed: int = 0
    armed: bool = True
    begun: bool = False


class Led(NamedTuple):
    """Set-points of the tool, and the stage of the path."""

    position: Annotated[Array, "m", Shape(3), "desired position of the tool tip"]
    quaternion: Annotated[Quaternion, "desired orientation"]
    wanted: Annotated[Newton, "wanted force"]
    out: Annotated[bool, "1", "the tool is extended, not retracted"]
    press: Annotated[bool, "1", "the tool is led along the surface"]
    progress: Annotated[Number, "share of the pass that is done"]
    stage: Annotated[Number, "0 waits, 1 approach, 2 descent, 3 stroke, 4 lift, 5 done"]


@block("kinematics.surface_path")
class SurfacePath:
    r"""Moves a tool over a surface along straight segments through knots, at constant speed.

    $$ p = c_i + \frac{s}{|c_{i+1} - c_i|}\,(c_{i+1} - c_i), \qquad
       c_i = x_i + n_i\left(r - \frac{f_i}{k_e}\right), \qquad \dot s = v $$

    $x_i$ are knots on the surface with outward normals $n_i$, $r$ is the radius of the tool tip, $f_i$ the desired
    force there and $k_e$ the stiffness of the surface: at a knot the position of the arm alone gives the desired force.
    The tool's z axis points against the normal, which is interpolated spherically between knots.

    With `run` the tool moves straight to the first knot, at a height above it, then down, along the knots (back and
    forth if there are several passes) and up again. Without it, and while `wait` is on or the tool is farther than the
    leash from its set-point, the set-point stands still. Once done, `run` off and on again leads it back the same way.
    """

    @staticmethod
    def initial() -> PathState:
        """Before the start."""
        return PathState(np.zeros(3), np.zeros(4))

    @staticmethod
    def output(
        state: PathState, at: At, turned: Turned, force: Force,
        *, points: Points = _POINTS, normals: Normals = _NORMALS, forces: Forces = _ONES, radius: Radius = 0.03,
        stiffness: Stiffness = 7000.0, clearance: Clearance = 0.03, yaw: Yaw = math.pi,
    ) -> Led:  # fmt: skip
        """The present set-points."""
        if not state.begun:
            return Led(at.copy(), array4(unit(turned)), 0.0, False, False, 0.0, float(WAITS))
        knots = Knots(points, normals, forces, force, radius, stiffness, clearance)
        leg = leg_from(knots, state.stage, state.leg, state.back, state.start)
        share = state.way / leg.length if leg.length > 0.0 else 1.0
        n = leg_normal(knots, leg, share)
        turn = tool_orientation(n, yaw)
        if state.stage in (APPROACH, WAITS):
            turn = slerp(unit(state.turn), turn, share if state.stage == APPROACH else 0.0)
        wanted = force * (float(forces[leg.a]) + share * (float(forces[leg.b]) - float(forces[leg.a])))
        press = state.stage == STROKE
        done = 0.0
        if state.stage == STROKE:
            done = progress_of(knots, leg, state.way, state.back)
        elif state.stage > STROKE:
            done = 1.0
        out = state.stage == DESCENT or press
        return Led(leg_point(leg, share), array4(turn), wanted if out else 0.0, out, press, done, float(state.stage))

    @staticmethod
    def update(
        state: PathState, at: At, turned: Turned, force: Force, speed: Speed, run: Run = False, wait: Wait = False,
        *, points: Points = _POINTS, normals: Normals = _NORMALS, forces: Forces = _ONES, paces: Paces = _ONES,
        radius: Radius = 0.03, stiffness: Stiffness = 7000.0, clearance: Clearance = 0.03,
        approach: ApproachSpeed = 0.1, descent: DescentSpeed = 0.03, acceleration: Acceleration = 0.2,
        passes: Passes = 1, leash: Leash = 0.006, dt: Step,
    ) -> PathState:  # fmt: skip
        """One step along the leg, and to the next leg at its end."""
        start, turn = state.start, state.turn
        stage, index, way, v, back = state.stage, state.leg, state.way, state.speed, state.back
        passed, armed = state.passed, state.armed or not run
        again = stage == DONE and run and armed
        if again:
            back, stage, passed = not back, WAITS, 0
        if again or not state.begun:
            q = unit(turned)
            for i in range(3):
                start[i] = at[i]
            for i in range(4):
                turn[i] = q[i]
        if stage == WAITS and run and not wait:
            stage, way, v, armed = APPROACH, 0.0, 0.0, False
        knots = Knots(points, normals, forces, force, radius, stiffness, clearance)
        leg = leg_from(knots, stage, index, back, start)
        most = descent
        if stage == APPROACH:
            most = approach
        elif stage == STROKE:
            most = speed * float(paces[min(leg.a, leg.b)])
        share = way / leg.length if leg.length > 0.0 else 1.0
        behind = distance(at, leg_point(leg, share)) > leash
        moving = run and not wait and not behind and stage not in (WAITS, DONE)
        if behind:  # such as while the drives are stopped: it must not run away from the tool
            v = 0.0
        left = remaining_length(knots, leg, way, back) if stage == STROKE else leg.length - way
        v = braked(v, most if moving else 0.0, left, acceleration, dt)
        way += v * dt
        if stage not in (WAITS, DONE) and way >= leg.length - 1e-9:
            way = way - leg.length if not leg.stops else 0.0
            if stage == STROKE and not leg.last:
                index += 1
            elif stage == STROKE and passed + 1 < passes:
                passed, back, index, way, v = passed + 1, not back, 0, 0.0, -v  # from now on seen the other way
            else:
                stage, index, way, v = stage + 1, 0, 0.0, 0.0
        return PathState(start, turn, stage, index, way, v, back, passed, armed, True)
