"""Any biped: the same walk on Talos (PAL Robotics), given as URDF with its feet and legs named."""

import math
from importlib.util import find_spec
from pathlib import Path
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
from pult.robot.weights import urdf_spec

SITE = Path(find_spec("numpy").origin).parents[1]  # type: ignore[union-attr,arg-type]
URDF = SITE / "cmeel.prefix/share/example-robot-data/robots/talos_data/robots/talos_reduced.urdf"
JOINTS = [f"leg_{side}_{i}_joint" for side in ("left", "right") for i in range(1, 7)]
SOLE = {"half_width": 0.06, "heel": 0.1, "toe": 0.1}
STALL, IDLE = [100.0, 160.0, 160.0, 300.0, 160.0, 100.0], 8.0
GAIT = {"length": 0.15, "lift": 0.05, "turn": 0.3}

pytestmark = pytest.mark.skipif(not URDF.is_file(), reason="example-robot-data is not installed")


@pytest.fixture(scope="module")
def talos() -> Any:
    arms = {"arm_left_2_joint": 0.2, "arm_right_2_joint": -0.2, "arm_left_4_joint": -0.5, "arm_right_4_joint": -0.5}
    chains = {
        f"{side}_leg": {"base": "base_link", "effector": f"{side}_sole_link"} for side in ("left", "right")
    }
    arm_chains = {
        f"{side}_arm": {"base": "torso_2_link", "effector": f"arm_{side}_7_link"} for side in ("left", "right")
    }
    return load_robot(
        {
            "format": "pult.robot", "version": 1, "name": "talos", "model": str(URDF),
            "chains": {**chains, **arm_chains},
            "drives": {"legs": {"type": "electric", "joints": JOINTS, "stall_torque": STALL * 2,
                                "no_load_speed": IDLE, "inertia": 0.3}},
            "poses": {"home": {**dict(zip(JOINTS, [0.0, 0.0, -0.41, 0.86, -0.45, 0.0] * 2, strict=True)), **arms}},
            "walkers": {"legs": {"left": "left_leg", "right": "right_leg", "sole": SOLE}},
        }
    )  # fmt: skip


def on_a_floor(robot: Any) -> Any:
    """Talos with a free pelvis and boxes for soles on a floor, all joints but those of the legs held by stiff springs."""
    spec = urdf_spec(URDF)
    spec.option.timestep, spec.option.integrator = 0.001, mujoco.mjtIntegrator.mjINT_IMPLICITFAST
    spec.option.cone, spec.option.impratio = mujoco.mjtCone.mjCONE_ELLIPTIC, 10.0
    for geom in list(spec.geoms):
        spec.delete(geom)
    pose = robot.document.poses["home"]
    spec.body("base_link").add_freejoint()
    spec.worldbody.add_geom(type=mujoco.mjtGeom.mjGEOM_PLANE, size=[20, 20, 0.1], friction=[0.8, 0.02, 0.001], condim=4)
    for side in ("left", "right"):
        long, middle = (SOLE["heel"] + SOLE["toe"]) / 2, (SOLE["toe"] - SOLE["heel"]) / 2
        spec.body(f"{side}_sole_link").add_geom(
            type=mujoco.mjtGeom.mjGEOM_BOX, size=[long, SOLE["half_width"], 0.01], pos=[middle, 0, 0.01],
            friction=[0.8, 0.02, 0.001], condim=4, mass=0.0, solref=[0.006, 1.0],
        )  # fmt: skip
    for joint in spec.joints:
        if joint.name in JOINTS:
            joint.armature, joint.damping, joint.frictionloss = 0.3, [0.0] * len(joint.damping), 0.0
        elif joint.type == mujoco.mjtJoint.mjJNT_HINGE:
            joint.stiffness, joint.springref = [2e4] + [0.0] * (len(joint.stiffness) - 1), pose.get(joint.name, 0.0)
            joint.armature, joint.damping = 0.3, [200.0] + [0.0] * (len(joint.damping) - 1)
    return spec.compile()


def walked(robot: Any, pattern: Any, kp: float = 3000.0, kd: float = 60.0) -> tuple[float, float]:
    """When it fell [s], and how far from its planned place it ended [m]; torques of the plan and PD in N*m."""
    model = on_a_floor(robot)
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
