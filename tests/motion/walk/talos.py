"""Talos (PAL Robotics) from its URDF, as a robot document of these tests."""

from importlib.util import find_spec
from pathlib import Path
from typing import Any

import mujoco

from pult.robot.weights import urdf_spec

SITE = Path(find_spec("numpy").origin).parents[1]  # type: ignore[union-attr,arg-type]
URDF = SITE / "cmeel.prefix/share/example-robot-data/robots/talos_data/robots/talos_reduced.urdf"
SIDES = ("left", "right")
LEGS = {side: [f"leg_{side}_{i}_joint" for i in range(1, 7)] for side in SIDES}
JOINTS = [*LEGS["left"], *LEGS["right"]]
SOLE = {"half_width": 0.06, "heel": 0.1, "toe": 0.1}
STALL, IDLE = [100.0, 160.0, 160.0, 300.0, 160.0, 100.0], 8.0
ROTOR = 0.3
HOME = {
    **dict(zip(JOINTS, [0.0, 0.0, -0.41, 0.86, -0.45, 0.0] * 2, strict=True)),
    "arm_left_2_joint": 0.2, "arm_right_2_joint": -0.2, "arm_left_4_joint": -0.5, "arm_right_4_joint": -0.5,
}  # fmt: skip
"""Standing with bent knees; arms off the body [rad]."""


def document(**changes: Any) -> dict[str, Any]:
    """The robot document; the model is the URDF."""
    chains = {f"{side}_leg": {"base": "base_link", "effector": f"{side}_sole_link"} for side in SIDES}
    arms = {f"{side}_arm": {"base": "torso_2_link", "effector": f"arm_{side}_7_link"} for side in SIDES}
    made: dict[str, Any] = {
        "format": "pult.robot", "version": 1, "name": "talos", "model": str(URDF),
        "chains": {**chains, **arms},
        "drives": {"legs": {"type": "electric", "joints": JOINTS, "stall_torque": STALL * 2,
                            "no_load_speed": IDLE, "inertia": ROTOR}},
        "poses": {"home": HOME},
        "walkers": {"legs": {"left": "left_leg", "right": "right_leg", "sole": SOLE}},
    }  # fmt: skip
    return {**made, **changes}


def body(floor: bool, rotor: float = ROTOR, height: float = 0.0) -> mujoco.MjSpec:
    """Talos with a free pelvis and boxes for soles, all joints but those of the legs held by stiff springs.

    Args:
        floor: Whether it has a floor.
        rotor: Inertia of the rotors of the legs [kg*m^2]; 0 where a drive adds it.
        height: Height of the pelvis [m].
    """
    spec = urdf_spec(URDF)
    if floor:  # otherwise these are the world's
        spec.option.timestep, spec.option.integrator = 0.001, mujoco.mjtIntegrator.mjINT_IMPLICITFAST
        spec.option.cone, spec.option.impratio = mujoco.mjtCone.mjCONE_ELLIPTIC, 10.0
    for geom in list(spec.geoms):
        spec.delete(geom)
    for mesh in list(spec.meshes):
        spec.delete(mesh)
    spec.body("base_link").add_freejoint()
    spec.body("base_link").pos = [0.0, 0.0, height]
    grip = {"friction": [0.8, 0.02, 0.001], "condim": 4}
    if floor:
        spec.worldbody.add_geom(type=mujoco.mjtGeom.mjGEOM_PLANE, size=[20, 20, 0.1], **grip)
    for side in SIDES:
        long, middle = (SOLE["heel"] + SOLE["toe"]) / 2, (SOLE["toe"] - SOLE["heel"]) / 2
        spec.body(f"{side}_sole_link").add_geom(
            type=mujoco.mjtGeom.mjGEOM_BOX, size=[long, SOLE["half_width"], 0.01], pos=[middle, 0, 0.01],
            mass=0.0, solref=[0.006, 1.0], **grip,
        )  # fmt: skip
    for joint in spec.joints:
        if joint.name in JOINTS:
            joint.armature, joint.damping, joint.frictionloss = rotor, [0.0] * len(joint.damping), 0.0
        elif joint.type == mujoco.mjtJoint.mjJNT_HINGE:
            joint.stiffness, joint.springref = [2e4] + [0.0] * (len(joint.stiffness) - 1), HOME.get(joint.name, 0.0)
            joint.armature, joint.damping = 0.3, [200.0] + [0.0] * (len(joint.damping) - 1)
    return spec
