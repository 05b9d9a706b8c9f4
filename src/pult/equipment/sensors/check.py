"""Checks of sensors against the model they are to be added to."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

import mujoco

from pult.core.errors import Fault, FaultKind, advice, brief
from pult.core.kinds import BAD_DELAY, NOT_ABOVE_ZERO
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

BAD_NAME = FaultKind("bad-name", "the name {name} must start with a letter and have only letters, digits, '_' and '-'.")
TAKEN_NAME = FaultKind("duplicate-name", "the model has a sensor {name!r} already; choose another name.")
WRONG_BODY_COUNT = FaultKind("bad-shape", "names two bodies, or one that may touch anything; not {count}.")
WRONG_SUBTREE_COUNT = FaultKind("bad-shape", "one value, or one for each of {bodies} bodies; not {count}.")
BODY_WITH_ITSELF = FaultKind("duplicate-name", "the two bodies must be different.")
NO_BODY_OR_TWICE = FaultKind("bad-shape", "must name at least one body, and none twice.")
UNKNOWN_THING = FaultKind("unknown-name", "there is no {what} {name!r}. {advice}")
NO_JOINT = FaultKind("bad-shape", "must name at least one joint.")
UNKNOWN_JOINT = FaultKind("unknown-name", "there is no joint {name!r}. {advice}")
SEVERAL_AXES = FaultKind(
    "bad-joint",
    "{name!r} is a free or ball joint, which has no one axis; use the sensors of a body instead.",
)
JOINT_TWICE = FaultKind("duplicate-name", "{name!r} stands twice in the list.")
SHARED_BODY = FaultKind(
    "bad-joint",
    "{name!r} shares its body with a later joint, so its axis moves within the body; put one body between them, "
    "or name the later joint.",
)
MIXED_JOINTS = FaultKind(
    "mixed-units",
    "has turning and sliding joints, whose units differ; make a sensor for each kind.",
)
WRONG_LIST = FaultKind("bad-shape", "must be a number, or a list of {count}, not a list of {given}.")
NO_LIST = FaultKind("bad-shape", "must be a number, not a list of {given}.")
NEGATIVE_NOISE = FaultKind("out-of-range", "a standard deviation must not be negative, as {value:g} is.")
NEGATIVE_RESOLUTION = FaultKind("out-of-range", "must not be negative, as {value:g} is; 0 means none.")
REVERSED_RANGE = FaultKind("out-of-range", "the low end {low:g} must be below the high end {high:g}.")
NO_LEAST_FORCE = FaultKind(
    "out-of-range", "must be above 0, not {value:g}: the point is not defined without a force."
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
            faults.append(BAD_NAME.at(here, name=brief(name)))
        if name in taken:
            faults.append(TAKEN_NAME.at(here, name=name))
        faults += _number_faults(sensor, here)
        faults += _name_faults(spec, sensor, here)
    return faults


def _number_faults(sensor: Sensor, place: str) -> list[Fault]:
    faults = []

    if not 0.0 <= sensor.delay <= MAX_DELAY:
        faults.append(BAD_DELAY.at(f"{place}.delay", most=MAX_DELAY, value=sensor.delay))
    if isinstance(sensor, ContactSensor):
        return faults
    count = 2 if isinstance(sensor, ZeroMomentPointSensor) else len(labels_of(sensor))
    for key, value in (("noise", sensor.noise), ("bias", sensor.bias)):
        if isinstance(value, list) and len(value) != count:
            wrong = WRONG_LIST.at(count=count, given=len(value)) if count else NO_LIST.at(given=len(value))
            faults.append(wrong.at(f"{place}.{key}"))
    for noise in sensor.noise if isinstance(sensor.noise, list) else [sensor.noise]:
        if noise < 0.0:
            faults.append(NEGATIVE_NOISE.at(f"{place}.noise", value=noise))
    if sensor.resolution < 0.0:
        faults.append(NEGATIVE_RESOLUTION.at(f"{place}.resolution", value=sensor.resolution))
    if sensor.range is not None and not sensor.range[0] < sensor.range[1]:
        faults.append(REVERSED_RANGE.at(f"{place}.range", low=sensor.range[0], high=sensor.range[1]))
    if isinstance(sensor, RangeFinder) and not sensor.far > 0.0:
        faults.append(NOT_ABOVE_ZERO.at(f"{place}.far", value=sensor.far))
    if isinstance(sensor, ZeroMomentPointSensor) and not sensor.least > 0.0:
        faults.append(NO_LEAST_FORCE.at(f"{place}.least", value=sensor.least))
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
                return [WRONG_BODY_COUNT.at(f"{place}.bodies", count=len(sensor.bodies))]
            if isinstance(sensor.subtrees, list) and len(sensor.subtrees) != len(sensor.bodies):
                count, given = len(sensor.bodies), len(sensor.subtrees)
                return [WRONG_SUBTREE_COUNT.at(f"{place}.subtrees", bodies=count, count=given)]
            if sensor.bodies[0] == sensor.bodies[-1] and len(sensor.bodies) == 2:
                return [BODY_WITH_ITSELF.at(f"{place}.bodies")]
            wanted += [(f"bodies[{i}]", body, "body", bodies) for i, body in enumerate(sensor.bodies)]
        case CentreOfMassSensor():
            wanted.append(("body", sensor.body, "body", bodies))
        case ZeroMomentPointSensor():
            if not sensor.feet or len(set(sensor.feet)) != len(sensor.feet):
                return [NO_BODY_OR_TWICE.at(f"{place}.feet")]
            wanted += [(f"feet[{i}]", foot, "body", bodies) for i, foot in enumerate(sensor.feet)]
            if sensor.ground:
                wanted.append(("ground", sensor.ground, "body", bodies))
        case _:
            wanted.append(("site", sensor.site, "site", sites))
    return [
        UNKNOWN_THING.at(f"{place}.{key}", what=what, name=name, **advice(name, options))
        for key, name, what, options in wanted
        if name not in options
    ]


def names_of(things: Iterable[Any]) -> list[str]:
    """Names of bodies, sites or joints of a model that have one."""
    return [thing.name for thing in things if thing.name]


def _joint_faults(spec: Any, sensor: JointSensor, place: str) -> list[Fault]:
    names = joints_of(sensor)
    if not names:
        return [NO_JOINT.at(place)]
    options = [
        j.name for j in spec.joints if j.name and j.type in (mujoco.mjtJoint.mjJNT_HINGE, mujoco.mjtJoint.mjJNT_SLIDE)
    ]
    faults = []
    for index, name in enumerate(names):
        here = place if isinstance(sensor.joints, str) else f"{place}[{index}]"
        joint = spec.joint(name) if name else None
        if joint is None:
            faults.append(UNKNOWN_JOINT.at(here, name=name, **advice(name, options)))
        elif name not in options:
            faults.append(SEVERAL_AXES.at(here, name=name))
        elif name in names[:index]:
            faults.append(JOINT_TWICE.at(here, name=name))
        elif isinstance(sensor, TorqueSensor) and not _axis_is_fixed(joint):
            faults.append(SHARED_BODY.at(here, name=name))
    types = {int(spec.joint(name).type) for name in names if name in options}
    if len(types) > 1:
        faults.append(MIXED_JOINTS.at(place))
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
