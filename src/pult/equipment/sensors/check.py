"""Checks of sensors against the model they are to be added to."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

import mujoco

from pult.core.errors import Fault, brief, choose
from pult.equipment.sensors.document import (
    AngleSensor,
    AngularVelocitySensor,
    CentreOfMassSensor,
    ContactForceSensor,
    ContactSensor,
    JointSensor,
    OrientationSensor,
    PositionSensor,
    RangeFinder,
    Sensor,
    SpeedSensor,
    TorqueSensor,
    VelocitySensor,
    ZeroMomentPointSensor,
    joints_of,
    labels_of,
)

MAX_DELAY = 10.0
"""Longest delay of a sensor [s]: its line is kept in memory."""
MADE = "contact:"
"""Start of the names of sensors that programs add; those of documents are letters, digits, '_' and '-'."""


def sensor_faults(spec: Any, sensors: Mapping[str, Sensor], place: str) -> list[Fault]:
    """Everything that is wrong with sensors; see `pult.equipment.sensors.model.add_sensors`."""
    faults: list[Fault] = []
    taken = {sensor.name.partition("[")[0] for sensor in spec.sensors}
    for name, sensor in sensors.items():
        here = f"{place}.{name}"
        if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]*", name) and not name.startswith(MADE):
            message = f"the name {brief(name)} must start with a letter and have only letters, digits, '_' and '-'."
            faults.append(Fault(here, message, "bad-name"))
        if name in taken:
            faults.append(
                Fault(here, f"the model has a sensor {name!r} already; choose another name.", "duplicate-name")
            )
        faults += _number_faults(sensor, here)
        faults += _name_faults(spec, sensor, here)
    return faults


def _number_faults(sensor: Sensor, place: str) -> list[Fault]:
    faults = []

    def refuse(key: str, message: str, code: str = "out-of-range") -> None:
        faults.append(Fault(f"{place}.{key}", message, code))

    if not 0.0 <= sensor.delay <= MAX_DELAY:
        refuse("delay", f"must be from 0 to {MAX_DELAY:g} s, not {sensor.delay:g}.")
    if isinstance(sensor, ContactSensor):
        return faults
    count = 2 if isinstance(sensor, ZeroMomentPointSensor) else len(labels_of(sensor))
    for key, value in (("noise", sensor.noise), ("bias", sensor.bias)):
        if isinstance(value, list) and len(value) != count:
            what = f"a number, or a list of {count}" if count else "a number"
            refuse(key, f"must be {what}, not a list of {len(value)}.", "bad-shape")
    for noise in sensor.noise if isinstance(sensor.noise, list) else [sensor.noise]:
        if noise < 0.0:
            refuse("noise", f"a standard deviation must not be negative, as {noise:g} is.")
    if sensor.resolution < 0.0:
        refuse("resolution", f"must not be negative, as {sensor.resolution:g} is; 0 means none.")
    if sensor.range is not None and not sensor.range[0] < sensor.range[1]:
        refuse("range", f"the low end {sensor.range[0]:g} must be below the high end {sensor.range[1]:g}.")
    if isinstance(sensor, RangeFinder) and not sensor.far > 0.0:
        refuse("far", f"must be above 0, not {sensor.far:g}.")
    if isinstance(sensor, ZeroMomentPointSensor) and not sensor.least > 0.0:
        refuse("least", f"must be above 0, not {sensor.least:g}: the point is not defined without a force.")
    return faults


def _name_faults(spec: Any, sensor: Sensor, place: str) -> list[Fault]:
    sites, bodies = names_of(spec.sites), names_of(spec.bodies)
    wanted: list[tuple[str, str, str, list[str]]] = []
    match sensor:
        case AngleSensor() | SpeedSensor() | TorqueSensor():
            return _joint_faults(spec, sensor, f"{place}.joints")
        case PositionSensor() | OrientationSensor() | VelocitySensor() | AngularVelocitySensor():
            wanted.append(("frame", sensor.frame, "site or body", [*sites, *bodies]))
            if sensor.base:
                wanted.append(("base", sensor.base, "site or body", [*sites, *bodies]))
        case ContactSensor() | ContactForceSensor():
            if len(sensor.bodies) not in (1, 2):
                message = f"names two bodies, or one that may touch anything; not {len(sensor.bodies)}."
                return [Fault(f"{place}.bodies", message, "bad-shape")]
            if isinstance(sensor.subtrees, list) and len(sensor.subtrees) != len(sensor.bodies):
                message = f"one value, or one for each of {len(sensor.bodies)} bodies; not {len(sensor.subtrees)}."
                return [Fault(f"{place}.subtrees", message, "bad-shape")]
            if sensor.bodies[0] == sensor.bodies[-1] and len(sensor.bodies) == 2:
                return [Fault(f"{place}.bodies", "the two bodies must be different.", "duplicate-name")]
            wanted += [(f"bodies[{i}]", body, "body", bodies) for i, body in enumerate(sensor.bodies)]
        case CentreOfMassSensor():
            wanted.append(("body", sensor.body, "body", bodies))
        case ZeroMomentPointSensor():
            if not sensor.feet or len(set(sensor.feet)) != len(sensor.feet):
                return [Fault(f"{place}.feet", "must name at least one body, and none twice.", "bad-shape")]
            wanted += [(f"feet[{i}]", foot, "body", bodies) for i, foot in enumerate(sensor.feet)]
            if sensor.ground:
                wanted.append(("ground", sensor.ground, "body", bodies))
        case _:
            wanted.append(("site", sensor.site, "site", sites))
    return [
        Fault(f"{place}.{key}", f"there is no {what} {name!r}. {choose(name, options)}", "unknown-name")
        for key, name, what, options in wanted
        if name not in options
    ]


def names_of(things: Iterable[Any]) -> list[str]:
    """Names of bodies, sites or joints of a model that have one."""
    return [thing.name for thing in things if thing.name]


def _joint_faults(spec: Any, sensor: JointSensor, place: str) -> list[Fault]:
    names = joints_of(sensor)
    if not names:
        return [Fault(place, "must name at least one joint.", "bad-shape")]
    options = [
        j.name for j in spec.joints if j.name and j.type in (mujoco.mjtJoint.mjJNT_HINGE, mujoco.mjtJoint.mjJNT_SLIDE)
    ]
    faults = []
    for index, name in enumerate(names):
        here = place if isinstance(sensor.joints, str) else f"{place}[{index}]"
        joint = spec.joint(name) if name else None
        if joint is None:
            faults.append(Fault(here, f"there is no joint {name!r}. {choose(name, options)}", "unknown-name"))
        elif name not in options:
            message = f"{name!r} is a free or ball joint, which has no one axis; use the sensors of a body instead."
            faults.append(Fault(here, message, "bad-joint"))
        elif name in names[:index]:
            faults.append(Fault(here, f"{name!r} stands twice in the list.", "duplicate-name"))
        elif isinstance(sensor, TorqueSensor) and not _axis_is_fixed(joint):
            message = (
                f"{name!r} shares its body with a later joint, so its axis moves within the body; "
                "put one body between them, or name the later joint."
            )
            faults.append(Fault(here, message, "bad-joint"))
    types = {int(spec.joint(name).type) for name in names if name in options}
    if len(types) > 1:
        message = "has turning and sliding joints, whose units differ; make a sensor for each kind."
        faults.append(Fault(place, message, "mixed-units"))
    return faults


def _axis_is_fixed(joint: Any) -> bool:
    """Whether the line of a joint's axis stays where it is in the body's frame.

    MuJoCo moves a body by its joints in their order, so that each joint is carried by those before it: in the body's
    frame the last one stands still. Directions are not changed by joints that slide.
    """
    together = list(joint.parent.joints)
    later = together[[other.name for other in together].index(joint.name) + 1 :]
    sliding = all(other.type == mujoco.mjtJoint.mjJNT_SLIDE for other in [joint, *later])
    return not later or sliding
