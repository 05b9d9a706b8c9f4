"""Placement of bodies and joints at the start."""

from typing import Any

import mujoco

from pult.sim.setup import Start


def place(model: Any, data: Any, start: Start) -> None:
    """Place bodies and joints as given by a start.

    The pose of a free body or a mocap body is given in the world, that of a fixed body in the frame of its parent.
    Joints get the friction of the start, and the stiffness of their springs if it is given.
    """
    for name, value in start.joints.items():
        data.qpos[model.joint(name).qposadr[0]] = value
    for name, (friction, damping, *stiffness) in start.resistance.items():
        joint = model.joint(name)
        model.dof_frictionloss[joint.dofadr[0]], model.dof_damping[joint.dofadr[0]] = friction, damping
        if stiffness:
            model.jnt_stiffness[joint.id] = stiffness[0]
    for name, pose in start.bodies.items():
        body = model.body(name)
        if body.mocapid[0] >= 0:
            data.mocap_pos[body.mocapid[0]], data.mocap_quat[body.mocapid[0]] = pose[:3], pose[3:]
        elif body.jntnum[0] == 1 and model.jnt_type[body.jntadr[0]] == mujoco.mjtJoint.mjJNT_FREE:
            first = model.jnt_qposadr[body.jntadr[0]]
            data.qpos[first : first + 7] = pose
        else:
            model.body_pos[body.id], model.body_quat[body.id] = pose[:3], pose[3:]
