"""Any biped: the same walk on Talos (PAL Robotics), given as URDF with its feet and legs named."""

import math
from typing import Any

import mujoco
import numpy as np
import pytest

from pult.motion.walk.check import check_pattern
from pult.motion.walk.gait import dcm_gait, paper_gait
from pult.motion.walk.pattern import make_pattern
from pult.motion.walk.plan import Turn, Walk
from pult.motion.walk.rows import HEADING
from pult.robot.robot import load_robot
from tests.motion.walk.talos import JOINTS, URDF, body, document

GAIT = {"length": 0.15, "lift": 0.05, "turn": 0.3}

pytestmark = pytest.mark.skipif(not URDF.is_file(), reason="example-robot-data is not installed")


@pytest.fixture(scope="module")
def talos() -> Any:
    return load_robot(document())


def walked(robot: Any, pattern: Any, kp: float = 3000.0, kd: float = 60.0) -> tuple[float, float]:
    """When it fell [s], and how far from its planned place it ended [m]; torques of the plan and PD in N*m."""
    model = body(floor=True).compile()
    data = mujoco.MjData(model)
    for joint, value in robot.document.poses["home"].items():
        data.qpos[model.joint(joint).qposadr[0]] = value
    q, v = (np.array([getattr(model.joint(j), key)[0] for j in JOINTS]) for key in ("qposadr", "dofadr"))
    heading = pattern.rows[0, HEADING]
    data.qpos[:7] = *pattern.bases[0], math.cos(heading / 2), 0.0, 0.0, math.sin(heading / 2)
    data.qpos[q] = pattern.angles[0]
    for k in range(len(pattern.angles)):
        for _ in range(round(pattern.gait.step / model.opt.timestep)):
            error, rate = data.qpos[q] - pattern.angles[k], data.qvel[v] - pattern.rates[k]
            data.qfrc_applied[v] = pattern.torques[k] - kp * error - kd * rate
            mujoco.mj_step(model, data)
        if data.qpos[2] < 0.7 * pattern.bases[0, 2]:
            return k * pattern.gait.step, math.inf
    return math.inf, float(np.linalg.norm(data.qpos[:2] - pattern.bases[-1, :2]))


def test_talos_is_read_from_its_urdf(talos):
    walker = talos.walker()
    assert walker.mass == pytest.approx(90.27, abs=0.01)
    assert walker.m == 6
    assert walker.standing[0] == pytest.approx(0.085, abs=1e-3)


@pytest.mark.parametrize("gait", [dcm_gait(**GAIT), paper_gait(**GAIT, half_spacing=0.0, height=0.0)], ids=["dcm", "paper"])
def test_talos_walks_and_turns(talos, gait):
    walker = talos.walker()
    pattern = make_pattern(gait, walker, [Walk(3), Turn(0.3)])
    found = check_pattern(pattern, walker)
    assert not [fault for fault in found.faults if "voltage" not in fault.message]
    assert pattern.errors.max() < 1e-9
    fell, drift = walked(talos, pattern)
    assert fell == math.inf
    assert drift < 0.05
