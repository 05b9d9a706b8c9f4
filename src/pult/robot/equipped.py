"""The model of a robot with its cameras, drives and sensors, before it is placed in a world."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import mujoco
import numpy as np

from pult.core.errors import Fault, FaultKind, KinematicsError, advice
from pult.core.signals import Array
from pult.equipment.drives.model import add_drives
from pult.equipment.sensors.model import HIDDEN_GROUP, add_sensors
from pult.geometry.pose import pose
from pult.geometry.rotation import quaternion_from_matrix
from pult.robot.document import CameraDocument, PlacementDocument, RobotDocument

BAD_PLACEMENT = FaultKind("bad-placement", "{error}")
UNKNOWN_BODY = FaultKind("unknown-name", "there is no body {name!r}. {advice}")


def equipped_spec(file: Path, document: RobotDocument) -> tuple[Any, list[Fault]]:
    """The model of a robot (mujoco.MjSpec) with what its document adds to it, and all faults of that.

    Args:
        file: File of the model, which MuJoCo accepts.
        document: The document; its cameras come first, because sensors may name them.
    """
    spec = mujoco.MjSpec.from_file(str(file))
    spec.compiler.fusestatic = False  # a URDF would lose the names of its fixed links
    if file.suffix.lower() == ".urdf":
        _hide_contact_shapes(spec)
    if document.actuators == "drop":
        for actuator in list(spec.actuators):
            spec.delete(actuator)
        _drop_readings(spec)
    cameras = _add_cameras(spec, document.cameras)
    faults = add_drives(spec, document.drives, "drives") + add_sensors(spec, document.sensors, "sensors")
    return spec, faults + cameras


def placement_pose(place: PlacementDocument) -> Array:
    """A placement as a pose. Shape (4, 4).

    Raises:
        KinematicsError: It has two rotations.
    """
    if place.rpy and place.quaternion:
        raise KinematicsError("a placement has 'rpy' or 'quaternion', not both.")
    return pose(place.position or (0.0, 0.0, 0.0), place.rpy or place.quaternion or None)


def placement_parts(place: PlacementDocument) -> tuple[Array, Array]:
    """A placement as position [m] and quaternion (w, x, y, z); see `placement_pose`. Shapes (3,), (4,)."""
    T = placement_pose(place)
    return T[:3, 3].copy(), quaternion_from_matrix(T[:3, :3])


def _hide_contact_shapes(spec: Any) -> None:
    """Hide the shapes for contacts of bodies that have shapes to look at, as a URDF tells them apart."""
    for body in spec.bodies:
        touching = [geom for geom in body.geoms if geom.contype or geom.conaffinity]
        if len(touching) < len(list(body.geoms)):
            for geom in touching:
                geom.group = HIDDEN_GROUP


def _drop_readings(spec: Any) -> None:
    """Take away sensors of actuators, and key frames, which hold controls."""
    actuator = mujoco.mjtObj.mjOBJ_ACTUATOR
    for sensor in [sensor for sensor in spec.sensors if actuator in (sensor.objtype, sensor.reftype)]:
        spec.delete(sensor)
    for key in list(spec.keys):
        spec.delete(key)


def fix_base(spec: Any) -> None:
    """Fix the bodies of a model (mujoco.MjSpec) that move freely, where they stand; key frames go."""
    for joint in [joint for joint in spec.joints if joint.type == mujoco.mjtJoint.mjJNT_FREE]:
        spec.delete(joint)
    for key in list(spec.keys):
        spec.delete(key)


def _add_cameras(spec: Any, cameras: Mapping[str, CameraDocument]) -> list[Fault]:
    faults = []
    for name, camera in cameras.items():
        body = spec.body(camera.body)
        if body is None:
            others = advice(camera.body, [b.name for b in spec.bodies if b.name])
            faults.append(UNKNOWN_BODY.at(f"cameras.{name}.body", name=camera.body, **others))
            continue
        try:
            position, quaternion = placement_parts(camera.placement)
        except KinematicsError as error:
            faults.append(BAD_PLACEMENT.at(f"cameras.{name}.placement", error=str(error)))
            continue
        body.add_camera(name=name, pos=position, quat=quaternion, fovy=float(np.degrees(camera.field_of_view)))
    return faults
