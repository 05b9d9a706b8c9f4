"""Placement of bodies and joints at the start."""

from typing import Any

import mujoco

from pult.sim.setup import Start


def place(model: Any, data: Any, start: Start) -> None:
    """Place bodies and joints as given by a start.

    The pose of a free body or a mocap body is given in the world, that of a fixed body in the frame of its parent.
    Joints get the friction of the start.
    """
    for name, value in start.joints.items():
        data.qpos[model.joint(name).qposadr[0]] = value
    for name, (friction, damping) in start.resistance.items():
        first = model.joint(name).dofadr[0]
        model.dof_frictionloss[first], model.dof_damping[first] = friction, damping
    for name, pose in start.bodies.items():
        body = model.body(name)
        if body.mocapid[0] >= 0:
            data.mocap_pos[body.mocapid[0]], data.mocap_quat[body.mocapid[0]] = pose[:3], pose[3:]
        elif body.jntnum[0] == 1 and model.jnt_type[body.jntadr[0]] == mujoco.mjtJoint.mjJNT_FREE:
            first = model.jnt_qposadr[body.jntadr[0]]
            data.qpos[first : first + 7] = pose
        else:
            model.body_pos[body.id], model.body_quat[body.id] = pose[:3], pose[3:]
