"""Masses that the joints of a robot carry, as rigid bodies, from its model as MuJoCo compiles it."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import mujoco
import numpy as np

from pult.core.errors import KinematicsError
from pult.core.signals import Array
from pult.equipment.drives.model import Drive, add_drives
from pult.geometry.pose import inverse, pose
from pult.robot.walker_arrays import BODY_SIZE
from pult.robot.weights import urdf_spec


def compile_driven(name: str, file: Path, drives: Mapping[str, Drive]) -> Any:
    """A model with the drives of a robot, whose rotors have inertia.

    Args:
        name: Whose it is, for messages.
        file: MJCF or URDF.
        drives: Drives by name.

    Raises:
        KinematicsError: The file cannot be read, MuJoCo refuses it, or the drives do not fit.
    """
    try:
        if file.suffix.lower() == ".urdf":
            spec = urdf_spec(file)
        else:
            spec = mujoco.MjSpec.from_file(str(file))
        faults = add_drives(spec, dict(drives))
        if faults:
            raise KinematicsError(f"{name} cannot be driven: {faults[0]}")
        return spec.compile()
    except ValueError as error:
        raise KinematicsError(f"{file}: MuJoCo refuses it: {' '.join(str(error).split())}") from None


def carried_bodies(
    compiled: Any, angles: Mapping[str, float], base: str, joints: Sequence[str], T_base_joints: Sequence[Array]
) -> Array:
    """What the base carries with all that none of the joints moves, then what each joint carries up to the next.

    Args:
        compiled: The model.
        angles: Configuration in which joints stay that are not among `joints` [rad or m]; 0 for those left out.
        base: Name of the base.
        joints: Names of joints.
        T_base_joints: Poses of their own frames in the base in this configuration. Shape (4, 4) each.

    Returns:
        Mass [kg], centre in the frame of the base or joint [m], inertia about the centre in its axes, xx yy zz xy xz yz
        [kg*m^2]. Shape (1 + k, 10).
    """
    data = mujoco.MjData(compiled)
    for joint, value in angles.items():
        data.qpos[compiled.joint(joint).qposadr[0]] = value
    mujoco.mj_kinematics(compiled, data)
    mujoco.mj_comPos(compiled, data)
    number = compiled.body(base.removeprefix("body:")).id
    T_base_world = inverse(pose(data.xpos[number], data.xquat[number]))
    carrier = _carriers(compiled, number, joints)
    found = np.zeros((1 + len(joints), BODY_SIZE))
    for row, T_base_row in enumerate([np.eye(4), *T_base_joints]):
        own = [body for body in range(1, compiled.nbody) if carrier[body] == row - 1]
        found[row] = _lump(compiled, data, own, inverse(T_base_row) @ T_base_world)
    return found


def _carriers(compiled: Any, base: int, joints: Sequence[str]) -> list[int]:
    """For each body the joint that carries it; -1: the base."""
    last = {int(compiled.joint(joint).bodyid[0]): number for number, joint in enumerate(joints)}
    found = [-1] * compiled.nbody
    for body in range(1, compiled.nbody):
        parent = int(compiled.body_parentid[body])
        found[body] = last.get(body, found[parent] if body != base else -1)
    return found


def _lump(compiled: Any, data: Any, bodies: list[int], T: Array) -> Array:
    """Bodies as one rigid body in another frame: mass, centre, inertia about the centre. Shape (10,)."""
    mass = float(compiled.body_mass[bodies].sum())
    if mass == 0.0:
        return np.zeros(BODY_SIZE)
    centres = data.xipos[bodies] @ T[:3, :3].T + T[:3, 3]
    centre = compiled.body_mass[bodies] @ centres / mass
    inertia = np.zeros((3, 3))
    for body, place in zip(bodies, centres, strict=True):
        R = T[:3, :3] @ data.ximat[body].reshape(3, 3)
        d = place - centre
        inertia += R @ np.diag(compiled.body_inertia[body]) @ R.T
        inertia += compiled.body_mass[body] * (d @ d * np.eye(3) - np.outer(d, d))
    i = inertia
    return np.array([mass, *centre, i[0, 0], i[1, 1], i[2, 2], i[0, 1], i[0, 2], i[1, 2]])
