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
from pult.motion.walk.rows import BOTH, HEADING, LEFT_FOOT, SUPPORT
from pult.robot.document import RobotDocument
from pult.robot.walker import Walker
from tests.motion.walk.biped import document, mjcf

HOLD = 20.0, 0.5
"""Gains of the joints that are not of the legs, per rad and s/rad."""


@dataclass
class Walked:
    """What became of a walk.

    Attributes:
        fell: When it fell [s]; infinite if it did not.
        tilt: Largest tilt of the pelvis [rad].
        voltage: Largest voltage of a leg.
        drift: Distance of the pelvis from its planned place at the end [m].
        margin: First percentile of the distance of the measured zero-moment point from the edge of the standing sole,
            in single support [m]; infinite if it was not measured.
    """

    fell: float
    tilt: float
    voltage: float
    drift: float
    margin: float = math.inf


def actuated(mass: float = 1.0) -> Any:
    """The biped of the tests on its floor, with voltage drives."""
    spec = mujoco.MjSpec.from_string(mjcf(mass))
    assert not add_drives(spec, msgspec.convert(document(), RobotDocument).drives)
    return spec.compile()


def _actuators(model: Any) -> dict[str, int]:
    """Actuators by the joints they move."""
    on_joint = [a for a in range(model.nu) if model.actuator_trntype[a] == mujoco.mjtTrn.mjTRN_JOINT]
    return {model.joint(int(model.actuator_trnid[a, 0])).name: a for a in on_joint}


def start_at(pattern: Pattern, walker: Walker, model: Any, pose: dict[str, float]) -> Any:
    """The robot in the first row of a pattern, its other joints in a pose."""
    data = mujoco.MjData(model)
    for joint, value in pose.items():
        data.qpos[model.joint(joint).qposadr[0]] = value
    heading: float = pattern.rows[0, HEADING]
    data.qpos[:3] = pattern.bases[0]
    data.qpos[3:7] = math.cos(heading / 2), 0.0, 0.0, math.sin(heading / 2)
    for joint, value in zip(walker.joints, pattern.angles[0], strict=True):
        data.qpos[model.joint(joint).qposadr[0]] = value
    mujoco.mj_forward(model, data)
    return data


def walk(
    pattern: Pattern, walker: Walker, model: Any, kp: float = 20.0, kd: float = 0.2, feed_forward: float = 1.0,
    pose: dict[str, float] | None = None, measured: bool = False,
) -> Walked:  # fmt: skip
    """Walk a pattern from its first row to its last.

    Args:
        pattern: The pattern.
        walker: The legs.
        model: The robot on a floor; the pelvis is its first body with a free joint.
        kp, kd: Gains of the legs, per rad and s/rad.
        feed_forward: Factor of the feed-forward voltages.
        pose: Where the other joints are held [rad]; 0 where it says nothing.
        measured: Whether to measure the zero-moment point from the forces of contact.
    """
    data = start_at(pattern, walker, model, pose or {})
    by_joint = _actuators(model)
    q, v = (np.array([getattr(model.joint(j), key)[0] for j in walker.joints]) for key in ("qposadr", "dofadr"))
    legs = np.array([by_joint[joint] for joint in walker.joints])
    rest = [joint for joint in by_joint if joint not in walker.joints]
    rest_q, rest_v = (np.array([getattr(model.joint(j), key)[0] for j in rest], dtype=int) for key in ("qposadr", "dofadr"))
    others, held = np.array([by_joint[j] for j in rest], dtype=int), data.qpos[rest_q].copy()
    body = int(model.jnt_bodyid[0])
    substeps = round(pattern.gait.step / model.opt.timestep)
    low = 0.7 * float(pattern.bases[0, 2])
    tilt = voltage = 0.0
    margins: list[float] = []
    for k in range(len(pattern.angles)):
        u = feed_forward * pattern.voltages[k]
        u = u - kp * (data.qpos[q] - pattern.angles[k]) - kd * (data.qvel[v] - pattern.rates[k])
        voltage = max(voltage, float(np.abs(u).max()))
        data.ctrl[legs] = np.clip(u, -1.0, 1.0)
        data.ctrl[others] = np.clip(HOLD[0] * (held - data.qpos[rest_q]) - HOLD[1] * data.qvel[rest_v], -1.0, 1.0)
        mujoco.mj_step(model, data, substeps)
        support = int(pattern.rows[k, SUPPORT])
        if measured and support != BOTH:
            margins += _margin(model, data, walker, 0 if support == LEFT_FOOT else 1)
        up = data.xmat[body].reshape(3, 3)[2, 2]
        tilt = max(tilt, math.acos(min(1.0, up)))
        if data.qpos[2] < low or up < 0.7:
            return Walked(k * pattern.gait.step, tilt, voltage, _distance(data, pattern))
    least = float(np.percentile(margins, 1)) if margins else math.inf
    return Walked(math.inf, tilt, voltage, _distance(data, pattern), least)


def _margin(model: Any, data: Any, walker: Walker, leg: int) -> list[float]:
    """Distance of the centre of pressure from the edge of the standing sole [m]; nothing while the other foot presses."""
    site = data.site(walker.soles[leg].removeprefix("site:"))
    foot, wrench, total, moment = int(model.site_bodyid[site.id]), np.zeros(6), 0.0, np.zeros(3)
    for i in range(data.ncon):
        bodies = {int(model.geom_bodyid[g]) for g in (data.contact[i].geom1, data.contact[i].geom2)}
        mujoco.mj_contactForce(model, data, i, wrench)
        if foot not in bodies and wrench[0] > 1.0:
            return []
        total, moment = total + wrench[0], moment + wrench[0] * data.contact[i].pos
    if total < 100.0:
        return []
    x, y, _ = site.xmat.reshape(3, 3).T @ (moment / total - site.xpos)
    return [float(min(walker.half_width - abs(y), x + walker.heel, walker.toe - x))]


def _distance(data: Any, pattern: Pattern) -> float:
    place: Array = data.qpos[:2]
    return float(np.linalg.norm(place - pattern.bases[-1, :2]))
