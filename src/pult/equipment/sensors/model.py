"""Sensors added to a MuJoCo model, made of its own sensors. All that others need of sensors is found here."""

import math
from collections.abc import Mapping
from typing import Any

import mujoco

from pult.core.errors import Fault
from pult.equipment.sensors.check import names_of, sensor_faults
from pult.equipment.sensors.document import (
    Accelerometer,
    AngleSensor,
    AngularVelocitySensor,
    CentreOfMassSensor,
    ContactForceSensor,
    ContactSensor,
    ForceSensor,
    FrameSensor,
    Gyro,
    MomentSensor,
    OrientationSensor,
    PositionSensor,
    RangeFinder,
    Sensor,
    SpeedSensor,
    TorqueSensor,
    VelocitySensor,
    ZeroMomentPointSensor,
    includes_subtree,
    joints_of,
    piece_names,
)
from pult.equipment.sensors.table import SensorTable, sensor_table

__all__ = [
    "Accelerometer",
    "AngleSensor",
    "AngularVelocitySensor",
    "CentreOfMassSensor",
    "ContactForceSensor",
    "ContactSensor",
    "ForceSensor",
    "Gyro",
    "MomentSensor",
    "OrientationSensor",
    "PositionSensor",
    "RangeFinder",
    "Sensor",
    "SensorTable",
    "SpeedSensor",
    "TorqueSensor",
    "VelocitySensor",
    "ZeroMomentPointSensor",
    "add_sensors",
    "sensor_table",
]

WORLD = "world"
"""The body that everything hangs on; for contacts it stands for itself alone."""
HIDDEN = "_"
"""Start of the names of the sites that joints get for their sensors: they are not part of a frame."""
HIDDEN_GROUP = 5
"""Their group, which viewers do not draw unless they are told to."""

_Obj, _Type, _Joint = mujoco.mjtObj, mujoco.mjtSensor, mujoco.mjtJoint
_Data = mujoco.mjtConDataField
_FOUND, _FORCE = 1 << int(_Data.mjCONDATA_FOUND), 1 << int(_Data.mjCONDATA_FORCE)
_WRENCH = _FORCE | 1 << int(_Data.mjCONDATA_TORQUE) | 1 << int(_Data.mjCONDATA_POS)
_FIRST, _NET = 0, 3
_TYPES: dict[type, Any] = {
    AngleSensor: _Type.mjSENS_JOINTPOS,
    SpeedSensor: _Type.mjSENS_JOINTVEL,
    ForceSensor: _Type.mjSENS_FORCE,
    MomentSensor: _Type.mjSENS_TORQUE,
    PositionSensor: _Type.mjSENS_FRAMEPOS,
    OrientationSensor: _Type.mjSENS_FRAMEQUAT,
    VelocitySensor: _Type.mjSENS_FRAMELINVEL,
    AngularVelocitySensor: _Type.mjSENS_FRAMEANGVEL,
    Accelerometer: _Type.mjSENS_ACCELEROMETER,
    Gyro: _Type.mjSENS_GYRO,
    RangeFinder: _Type.mjSENS_RANGEFINDER,
}


def add_sensors(spec: mujoco.MjSpec, sensors: Mapping[str, Sensor], place: str) -> list[Fault]:
    """Add sensors to a model that is not compiled yet.

    A robot's own model gets them before it is attached to a world, whose prefix they then take on like everything
    else of the robot. MuJoCo's sensors are called after the sensor, those for each of several joints "NAME[JOINT]".

    Args:
        spec: The model.
        sensors: Sensors by name.
        place: Where they stand in the document, for messages.

    Returns:
        All faults; with any, the model is left as it was.
    """
    faults = sensor_faults(spec, sensors, place)
    if not faults:
        for name, sensor in sensors.items():
            _add(spec, name, sensor)
    return faults


def _add(spec: Any, name: str, sensor: Sensor) -> None:
    match sensor:
        case AngleSensor() | SpeedSensor():
            for piece, joint in zip(piece_names(name, sensor), joints_of(sensor), strict=True):
                spec.add_sensor(name=piece, type=_TYPES[type(sensor)], objtype=_Obj.mjOBJ_JOINT, objname=joint)
        case TorqueSensor():
            for piece, joint in zip(piece_names(name, sensor), joints_of(sensor), strict=True):
                _add_torque(spec, piece, spec.joint(joint))
        case PositionSensor() | OrientationSensor() | VelocitySensor() | AngularVelocitySensor():
            _add_frame(spec, name, sensor)
        case ContactSensor() | ContactForceSensor():
            what, reduction = (_FOUND, _FIRST) if isinstance(sensor, ContactSensor) else (_FORCE, _NET)
            other = sensor.bodies[1] if len(sensor.bodies) == 2 else ""
            _add_contact(spec, name, sensor.bodies[0], other, includes_subtree(sensor), what, reduction)
        case CentreOfMassSensor():
            spec.add_sensor(name=name, type=_Type.mjSENS_SUBTREECOM, objtype=_Obj.mjOBJ_BODY, objname=sensor.body)
        case ZeroMomentPointSensor():
            for piece, foot in zip(piece_names(name, sensor), sensor.feet, strict=True):
                _add_contact(spec, piece, foot, sensor.ground, (True, True), _WRENCH, _NET)
        case _:
            made = spec.add_sensor(name=name, type=_TYPES[type(sensor)], objtype=_Obj.mjOBJ_SITE, objname=sensor.site)
            if isinstance(sensor, RangeFinder):
                made.intprm[0] = 1 << int(mujoco.mjtRayDataField.mjRAYDATA_DIST)


def _add_frame(spec: Any, name: str, sensor: FrameSensor) -> None:
    def kind(frame: str) -> Any:
        return _Obj.mjOBJ_SITE if frame in names_of(spec.sites) else _Obj.mjOBJ_XBODY  # its own, not the inertial frame

    given = {"reftype": kind(sensor.base), "refname": sensor.base} if sensor.base else {}
    spec.add_sensor(name=name, type=_TYPES[type(sensor)], objtype=kind(sensor.frame), objname=sensor.frame, **given)


def _add_contact(
    spec: Any, name: str, body: str, other: str, whole: tuple[bool, bool], what: int, reduction: int
) -> None:
    def kind(of: str, subtree: bool) -> Any:  # how MuJoCo tells a subtree from a body here
        return _Obj.mjOBJ_XBODY if subtree and of != WORLD else _Obj.mjOBJ_BODY

    given = {"reftype": kind(other, whole[1]), "refname": other} if other else {}
    made = spec.add_sensor(name=name, type=_Type.mjSENS_CONTACT, objtype=kind(body, whole[0]), objname=body, **given)
    made.intprm[:3] = [what, reduction, 1]


def _add_torque(spec: Any, name: str, joint: Any) -> None:
    """A site at the joint's anchor with z along its axis, and a sensor of the torque (sliding: force) there."""
    site = joint.parent.add_site(name=HIDDEN + name, pos=joint.pos, size=[0.005, 0.005, 0.005], group=HIDDEN_GROUP)
    site.alt.type = mujoco.mjtOrientation.mjORIENTATION_QUAT
    site.quat = _turn_of_z(*(float(value) for value in joint.axis))
    if joint.frame is not None:
        site.set_frame(joint.frame)
    sliding = joint.type == _Joint.mjJNT_SLIDE
    kind = _Type.mjSENS_FORCE if sliding else _Type.mjSENS_TORQUE
    spec.add_sensor(name=name, type=kind, objtype=_Obj.mjOBJ_SITE, objname=HIDDEN + name)


def _turn_of_z(x: float, y: float, z: float) -> list[float]:
    """The quaternion of the shortest turn from the z axis to a direction."""
    size = math.sqrt(x * x + y * y + z * z)
    if size == 0.0:  # MuJoCo refuses such a joint when it compiles the model
        return [1.0, 0.0, 0.0, 0.0]
    w = 1.0 + z / size
    if w < 1e-12:
        return [0.0, 1.0, 0.0, 0.0]
    length = math.sqrt(2.0 * w)
    return [length / 2.0, -y / size / length, x / size / length, 0.0]
