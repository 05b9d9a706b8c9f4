"""Sensors defined in a MuJoCo model itself: units, shapes and labels."""

from typing import Any

import mujoco

from pult.core.channels import Channel

_Type = mujoco.mjtSensor

_TURNING_SLIDING = {
    _Type.mjSENS_JOINTPOS: ("rad", "m"),
    _Type.mjSENS_JOINTVEL: ("rad/s", "m/s"),
    _Type.mjSENS_JOINTACTFRC: ("N*m", "N"),
    _Type.mjSENS_JOINTLIMITPOS: ("rad", "m"),
    _Type.mjSENS_JOINTLIMITVEL: ("rad/s", "m/s"),
    _Type.mjSENS_JOINTLIMITFRC: ("N*m", "N"),
    _Type.mjSENS_ACTUATORPOS: ("rad", "m"),
    _Type.mjSENS_ACTUATORVEL: ("rad/s", "m/s"),
    _Type.mjSENS_ACTUATORFRC: ("N*m", "N"),
}
_UNITS = {
    _Type.mjSENS_TOUCH: "N",
    _Type.mjSENS_ACCELEROMETER: "m/s^2",
    _Type.mjSENS_VELOCIMETER: "m/s",
    _Type.mjSENS_GYRO: "rad/s",
    _Type.mjSENS_FORCE: "N",
    _Type.mjSENS_TORQUE: "N*m",
    _Type.mjSENS_MAGNETOMETER: "kg/A/s^2",
    _Type.mjSENS_TENDONPOS: "m",
    _Type.mjSENS_TENDONVEL: "m/s",
    _Type.mjSENS_TENDONACTFRC: "N",
    _Type.mjSENS_TENDONLIMITPOS: "m",
    _Type.mjSENS_TENDONLIMITVEL: "m/s",
    _Type.mjSENS_TENDONLIMITFRC: "N",
    _Type.mjSENS_BALLANGVEL: "rad/s",
    _Type.mjSENS_FRAMEPOS: "m",
    _Type.mjSENS_FRAMELINVEL: "m/s",
    _Type.mjSENS_FRAMEANGVEL: "rad/s",
    _Type.mjSENS_FRAMELINACC: "m/s^2",
    _Type.mjSENS_FRAMEANGACC: "rad/s^2",
    _Type.mjSENS_SUBTREECOM: "m",
    _Type.mjSENS_SUBTREELINVEL: "m/s",
    _Type.mjSENS_SUBTREEANGMOM: "kg*m^2/s",
    _Type.mjSENS_GEOMDIST: "m",
    _Type.mjSENS_GEOMFROMTO: "m",
    _Type.mjSENS_E_POTENTIAL: "J",
    _Type.mjSENS_E_KINETIC: "J",
    _Type.mjSENS_CLOCK: "s",
}
_UNIT_VECTORS = {_Type.mjSENS_FRAMEXAXIS, _Type.mjSENS_FRAMEYAXIS, _Type.mjSENS_FRAMEZAXIS, _Type.mjSENS_GEOMNORMAL}
_QUATERNIONS = {_Type.mjSENS_FRAMEQUAT, _Type.mjSENS_BALLQUAT}
_WITHOUT_UNIT = {
    *_UNIT_VECTORS, *_QUATERNIONS, _Type.mjSENS_INSIDESITE, _Type.mjSENS_CAMPROJECTION, _Type.mjSENS_RANGEFINDER,
    _Type.mjSENS_CONTACT, _Type.mjSENS_TACTILE, _Type.mjSENS_PLUGIN, _Type.mjSENS_USER,
}  # fmt: skip
"""Types without a unit, with several units, or with one known only to the author of the model."""


def model_sensor(model: Any, index: int, start: int) -> Channel:
    """The channel of a sensor defined in the model itself.

    Args:
        model: The model (mujoco.MjModel).
        index: Index of the sensor.
        start: Index of its first reading.
    """
    kind = _Type(int(model.sensor_type[index]))
    size = int(model.sensor_dim[index])
    unit = _UNITS.get(kind, "1")
    if kind in _TURNING_SLIDING:
        unit = _TURNING_SLIDING[kind][_slides(model, index)]
    elif kind == _Type.mjSENS_RANGEFINDER and model.sensor_intprm[index, 0] == 1:  # the distance alone
        unit = "m"
    labels: tuple[str, ...] = ()
    if size == 3 and (kind in _UNITS or kind in _UNIT_VECTORS):
        labels = ("x", "y", "z")
    elif kind in _QUATERNIONS:
        labels = ("w", "x", "y", "z")
    shape = () if size == 1 else (size,)
    boolean = kind == _Type.mjSENS_INSIDESITE
    return Channel(model.sensor(index).name, start, shape, unit, "boolean" if boolean else "number", labels)


def _slides(model: Any, index: int) -> bool:
    """Whether the joint of a sensor, or of its actuator, is a slide; tendons and slider-cranks count as slides."""
    what, thing = int(model.sensor_objtype[index]), int(model.sensor_objid[index])
    if what == mujoco.mjtObj.mjOBJ_ACTUATOR:
        joints = (mujoco.mjtTrn.mjTRN_JOINT, mujoco.mjtTrn.mjTRN_JOINTINPARENT)
        if int(model.actuator_trntype[thing]) not in joints:
            return True
        thing = int(model.actuator_trnid[thing, 0])
    return int(model.jnt_type[thing]) == int(mujoco.mjtJoint.mjJNT_SLIDE)
