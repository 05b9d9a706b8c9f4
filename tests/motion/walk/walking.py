"""A pattern walked in MuJoCo: voltage drives held for a control step, PD and feed-forward, no balance feedback."""

import math
from dataclasses import dataclass
from typing import Any

import msgspec
import mujoco
import numpy as np

from pult.core.signals import Array
from pult.equipment.drives.model import add_drives
from pult.motion.walk.pattern import Pattern
from pult.motion.walk.rows import HEADING
from pult.robot.document import RobotDocument
from pult.robot.walker import Walker
from tests.motion.walk.biped import document, mjcf


@dataclass
class Walked:
    """What became of a walk.

    Attributes:
        fell: When it fell [s]; infinite if it did not.
        tilt: Largest tilt of the torso [rad].
        voltage: Largest voltage.
        place: Where the pelvis ended [m].
    """

    fell: float
    tilt: float
    voltage: float
    place: Array


def actuated(mass: float = 1.0) -> Any:
    """The biped on its floor with voltage drives."""
    spec = mujoco.MjSpec.from_string(mjcf(mass))

    drives = msgspec.convert(document(), RobotDocument).drives
    assert not add_drives(spec, drives)
    return spec.compile()


def walk(
    pattern: Pattern, walker: Walker, model: Any, kp: float = 20.0, kd: float = 0.2, feed_forward: float = 1.0
) -> Walked:
    """Walk a pattern from its first row to its last."""
    data = mujoco.MjData(model)
    q = np.array([model.joint(name).qposadr[0] for name in walker.joints])
    v = np.array([model.joint(name).dofadr[0] for name in walker.joints])
    actuators = np.array([model.actuator(f"legs[{name}]").id for name in walker.joints])
    data.qpos[:3] = pattern.bases[0]
    heading = pattern.rows[0, HEADING]
    data.qpos[3:7] = math.cos(heading / 2), 0.0, 0.0, math.sin(heading / 2)
    data.qpos[q] = pattern.angles[0]
    substeps = round(pattern.gait.step / model.opt.timestep)
    tilt = voltage = 0.0
    for k in range(len(pattern.angles)):
        u = feed_forward * pattern.voltages[k]
        u = u - kp * (data.qpos[q] - pattern.angles[k]) - kd * (data.qvel[v] - pattern.rates[k])
        voltage = max(voltage, float(np.abs(u).max()))
        data.ctrl[actuators] = np.clip(u, -1.0, 1.0)
        mujoco.mj_step(model, data, substeps)
        up = data.xmat[1].reshape(3, 3)[2, 2]
        tilt = max(tilt, math.acos(min(1.0, up)))
        if data.qpos[2] < 0.7 or up < 0.7:
            return Walked(k * pattern.gait.step, tilt, voltage, data.qpos[:3].copy())
    return Walked(math.inf, tilt, voltage, data.qpos[:3].copy())
