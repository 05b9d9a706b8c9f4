"""Where a robot stands at the start: how high above the floor, and whether it stays up by itself."""

from typing import Any, NamedTuple

import mujoco
import numpy as np

from pult.makers.own.axes import Moved
from pult.makers.own.dynamics import set_home, torque_gains
from pult.makers.own.own_model import PLANE, OwnModel
from pult.makers.own.shapes import shape_points

GAP = 0.002
"""Between the floor and the lowest point [m]."""
TRIAL, TILT, DROP = 2.0, 0.6, 0.4
"""How long a robot has to stay up [s]; how far it may tilt [rad] and sink, as a share of its height, meanwhile."""


class Stance(NamedTuple):
    """Where a robot stands.

    Attributes:
        lift: How much higher than in its model it is placed [m].
        falls: Whether it falls over or collapses by itself.
    """

    lift: float
    falls: bool


def stance(model: OwnModel, moved: Moved) -> Stance:
    """Where a robot stands in its home pose; a body that moves freely is tried out for two seconds.

    Args:
        model: The model.
        moved: What moves it.
    """
    compiled = model.compiled
    data: Any = mujoco.MjData(compiled)
    set_home(model, data, moved.axes)  # its free body is where the model has it, as in a world
    mujoco.mj_forward(compiled, data)
    low = lowest(compiled, data)
    rises = 0.0 if model.has_floor or not np.isfinite(low) else GAP - low
    lift = rises if rises > 2.5 * GAP or model.is_free else 0.0
    if not model.is_free:
        return Stance(round(lift, 4), False)
    return Stance(round(lift, 4), _falls(model, moved, rises))


def lowest(compiled: Any, data: Any) -> float:
    """Height of the lowest point of all bodies [m]; infinite if they have no shapes."""
    found = np.inf
    for geom in range(compiled.ngeom):
        if int(compiled.geom_type[geom]) != PLANE and int(compiled.geom_bodyid[geom]):
            found = min(found, float(shape_points(compiled, data, geom)[:, 2].min()))
    return found


def _falls(model: OwnModel, moved: Moved, rises: float) -> bool:
    spec: Any = mujoco.MjSpec.from_file(str(model.file))
    spec.compiler.fusestatic = False
    if not model.has_floor:
        spec.worldbody.add_geom(type=mujoco.mjtGeom.mjGEOM_PLANE, size=[0, 0, 1], pos=[0, 0, -rises])
    spec.option.timestep = 0.002
    spec.option.integrator = mujoco.mjtIntegrator.mjINT_IMPLICITFAST
    compiled: Any = spec.compile()
    data: Any = mujoco.MjData(compiled)
    set_home(model, data, moved.axes)
    gains = _Holding(model, moved)
    mujoco.mj_forward(compiled, data)
    body = model.free_bodies[0]
    up, height = np.array(data.xmat[body]).reshape(3, 3)[2], float(data.subtree_com[body, 2]) + rises
    for _ in range(round(TRIAL / compiled.opt.timestep)):
        gains.apply(compiled, data)
        mujoco.mj_step(compiled, data)
    now = np.array(data.xmat[body]).reshape(3, 3)[2]
    tilt = float(np.arccos(np.clip(up @ now, -1.0, 1.0)))
    sinks = height - float(data.subtree_com[body, 2]) - rises
    return not np.isfinite(tilt) or tilt > TILT or sinks > DROP * max(height, 1e-3)


class _Holding:
    """Controls that hold the home pose."""

    def __init__(self, model: OwnModel, moved: Moved) -> None:
        compiled = model.compiled
        self.axes = [axis for axis in moved.axes if axis.how != "voltage"]
        self.free = [axis for axis in moved.axes if axis.how == "voltage"]
        self.indices = [int(compiled.actuator_ctrladr[compiled.actuator(axis.actuator).id]) for axis in self.axes]
        self.places = {axis.joint: int(compiled.jnt_qposadr[axis.number]) for axis in moved.axes}
        self.speeds = {axis.joint: int(compiled.jnt_dofadr[axis.number]) for axis in moved.axes}
        self.kp, self.kd = torque_gains(model, moved.axes, 0.002) if moved.axes else (np.empty(0), np.empty(0))
        self.gains = {axis.joint: (p, d) for axis, p, d in zip(moved.axes, self.kp, self.kd, strict=True)}
        self.controls = [(int(compiled.actuator_ctrladr[one.number]), one.home) for one in moved.controls]

    def apply(self, compiled: Any, data: Any) -> None:  # noqa: ARG002 - one signature with others
        """Set the controls of this step."""
        for axis, index in zip(self.axes, self.indices, strict=True):
            if axis.how == "position":
                data.ctrl[index] = axis.scale * axis.home + axis.offset
            elif axis.how == "torque":
                data.ctrl[index] = axis.scale * float(np.clip(self._torque(axis.joint, axis.home, data), *axis.limit))
            else:
                data.ctrl[index] = axis.scale * 4.0 * (axis.home - data.qpos[self.places[axis.joint]])
        for axis in self.free:
            data.qfrc_applied[self.speeds[axis.joint]] = self._torque(axis.joint, axis.home, data)
        for index, home in self.controls:
            data.ctrl[index] = home

    def _torque(self, joint: str, home: float, data: Any) -> float:
        kp, kd = self.gains[joint]
        return float(kp * (home - data.qpos[self.places[joint]]) - kd * data.qvel[self.speeds[joint]])
