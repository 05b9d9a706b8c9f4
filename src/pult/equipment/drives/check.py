"""What is wrong with the drives of a robot: unknown joints, values that cannot be, joints and tendons driven twice."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
import mujoco

from pult.core.errors import Fault, FaultKind, advice, brief, is_finite
from pult.core.kinds import UNKNOWN_SITE
from pult.equipment.drives.document import (
    POSITIVE,
    Drive,
    ElectricDrive,
    JointDrive,
    PneumaticDrive,
    PositionDrive,
    is_tendon_driven,
    targets,
)

TAKEN_BY_TENDON = FaultKind("taken-name", "the model has a tendon {name!r}; name the drive otherwise.")
TAKEN_BY_ACTUATOR = FaultKind("taken-name", "the model has an actuator {name!r}; name the drive otherwise.")
BAD_NAME = FaultKind("bad-name", "{name} cannot be the name of a {what}: names are of {rule}.")
BAD_AMOUNT = FaultKind("out-of-range", "must be {limit}, not {value}.")
NO_JOINT = FaultKind("bad-shape", "names no joint.")
NO_JOINT_OR_TENDON = FaultKind("bad-shape", "names no joint and no tendon.")
UNKNOWN_JOINT = FaultKind("unknown-joint", "unknown joint {joint!r}. {advice}")
SEVERAL_AXES = FaultKind("bad-joint", "joint {joint!r} has several axes; drives are for those with one.")
JOINT_TWICE = FaultKind("driven-twice", "joint {joint!r} stands twice.")
JOINT_DRIVEN = FaultKind("driven-twice", "joint {joint!r} is already driven by {other}.")
MIXED_JOINTS = FaultKind(
    "mixed-joints",
    "joint {joint!r} {kind} while {other!r} {first}; give them drives of their own.",
)
TENDONS_AND_JOINTS = FaultKind("conflict", "stand next to 'joints'; give them drives of their own.")
UNKNOWN_TENDON = FaultKind("unknown-tendon", "unknown tendon {name!r}. {advice}")
TENDON_NOT_OVER_HINGES = FaultKind(
    "bad-tendon",
    "tendon {name!r} is not over turning joints alone; a motor drives those <fixed> over hinges.",
)
TENDON_TWICE = FaultKind("driven-twice", "tendon {name!r} stands twice.")
TENDON_DRIVEN = FaultKind("driven-twice", "tendon {name!r} is already driven by {other}.")
WRONG_COUNT = FaultKind("bad-shape", "has {given} values for {count} {what}; give one for each, or one number.")
TWO_DAMPINGS = FaultKind("conflict", "stands next to 'damping'; keep one of them.")
ONE_SITE = FaultKind("conflict", "the cylinder starts and ends at {site!r}.")
ROD_TOO_THICK = FaultKind("out-of-range", "must be thinner than the bore of {bore:g} m.")
BAD_PRESSURE = FaultKind("out-of-range", "must be two numbers, 0 or below and 0 or above, not both 0; not {value}.")
BAD_STROKE = FaultKind("out-of-range", "must be the shortest and the longest distance, not {value}.")

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_DRIVEN = {mujoco.mjtJoint.mjJNT_HINGE: "turns", mujoco.mjtJoint.mjJNT_SLIDE: "slides"}
_ON_JOINT = (mujoco.mjtTrn.mjTRN_JOINT, mujoco.mjtTrn.mjTRN_JOINTINPARENT)


def drive_faults(spec: mujoco.MjSpec, drives: Mapping[str, Drive], place: str) -> list[Fault]:
    """Everything that keeps drives from being put into a model.

    Args:
        spec: The model, without them.
        drives: The drives by name.
        place: Where they stand in the document, such as "drives".
    """
    own = {actuator.name for actuator in spec.actuators}
    taken = {
        actuator.target: f"the model's own actuator {actuator.name!r}"
        for actuator in spec.actuators
        if actuator.trntype in _ON_JOINT
    }
    pulled = {
        actuator.target: f"the model's own actuator {actuator.name!r}"
        for actuator in spec.actuators
        if actuator.trntype == mujoco.mjtTrn.mjTRN_TENDON
    }
    faults: list[Fault] = []
    for name, drive in drives.items():
        here = f"{place}.{name}" if place else name
        faults += name_faults(name, here, "drive")
        if isinstance(drive, PneumaticDrive):
            actuators = [name, f"{name}[rod]"]
            faults += _cylinder_faults(spec, drive, here)
            if any(tendon.name == name for tendon in spec.tendons):
                faults.append(TAKEN_BY_TENDON.at(here, name=name))
        else:
            actuators = [name, *(f"{name}[{target}]" for target in targets(drive))]
            if is_tendon_driven(drive):
                faults += _tendon_faults(spec, drive, here, pulled)
                pulled |= dict.fromkeys(targets(drive), f"the drive {name!r}")
            else:
                faults += _joint_faults(spec, drive, here, taken)
                taken |= dict.fromkeys(drive.joints, f"the drive {name!r}")
            faults += _value_faults(drive, here)
        if not own.isdisjoint(actuators):
            faults.append(TAKEN_BY_ACTUATOR.at(here, name=name))
    return faults


def name_faults(name: str, place: str, what: str) -> list[Fault]:
    """What is wrong with the name of a thing."""
    if _NAME.fullmatch(name):
        return []
    rule = "letters, digits, '_' and '-', starting with a letter"
    return [BAD_NAME.at(place, name=brief(name), what=what, rule=rule)]


def number_fault(value: float, place: str, above: bool) -> list[Fault]:
    """What is wrong with a number that must be above 0, or at least 0."""
    if is_finite(value) and (value > 0 if above else value >= 0):
        return []
    return [BAD_AMOUNT.at(place, limit="above 0" if above else "0 or more", value=brief(value))]


def _joint_faults(spec: mujoco.MjSpec, drive: JointDrive, place: str, taken: Mapping[str, str]) -> Iterator[Fault]:
    joints = {joint.name: _DRIVEN.get(joint.type) for joint in spec.joints if joint.name}
    if not drive.joints:
        yield (NO_JOINT_OR_TENDON if isinstance(drive, ElectricDrive) else NO_JOINT).at(f"{place}.joints")
    kinds: dict[str, str] = {}  # what joints do, and the first that does so
    for index, joint in enumerate(drive.joints):
        here = f"{place}.joints[{index}]"
        if joint not in joints:
            yield UNKNOWN_JOINT.at(here, joint=joint, **advice(joint, [name for name, kind in joints.items() if kind]))
            continue
        kind = joints[joint]
        if kind is None:
            yield SEVERAL_AXES.at(here, joint=joint)
        elif joint in drive.joints[:index]:
            yield JOINT_TWICE.at(here, joint=joint)
        elif joint in taken:
            yield JOINT_DRIVEN.at(here, joint=joint, other=taken[joint])
        else:
            kinds.setdefault(kind, joint)
            if kind != next(iter(kinds)):
                first = next(iter(kinds))
                yield MIXED_JOINTS.at(here, joint=joint, kind=kind, other=kinds[first], first=first)


def _tendon_faults(spec: mujoco.MjSpec, drive: JointDrive, place: str, taken: Mapping[str, str]) -> Iterator[Fault]:
    if drive.joints:
        yield TENDONS_AND_JOINTS.at(f"{place}.tendons")
    known = {tendon.name: tendon for tendon in spec.tendons if tendon.name}
    names = targets(drive)
    for index, name in enumerate(names):
        here = f"{place}.tendons[{index}]"
        if name not in known:
            yield UNKNOWN_TENDON.at(here, name=name, **advice(name, known))
        elif not all(_turns(wrap) for wrap in known[name].path):
            yield TENDON_NOT_OVER_HINGES.at(here, name=name)
        elif name in names[:index]:
            yield TENDON_TWICE.at(here, name=name)
        elif name in taken:
            yield TENDON_DRIVEN.at(here, name=name, other=taken[name])


def _turns(wrap: Any) -> bool:
    """Whether a piece of a tendon's path is a turning joint."""
    return bool(wrap.type == mujoco.mjtWrap.mjWRAP_JOINT and wrap.target.type == mujoco.mjtJoint.mjJNT_HINGE)


def _value_faults(drive: JointDrive, place: str) -> Iterator[Fault]:
    for field in msgspec.structs.fields(drive):
        value = getattr(drive, field.name)
        if field.name in ("joints", "tendons") or value is None:
            continue
        here, above = f"{place}.{field.encode_name}", field.name in POSITIVE
        if isinstance(value, list):
            count, what = len(targets(drive)), "tendons" if is_tendon_driven(drive) else "joints"
            if len(value) != count:
                yield WRONG_COUNT.at(here, given=len(value), count=count, what=what)
            for index, one in enumerate(value):
                yield from number_fault(one, f"{here}[{index}]", above)
        else:
            yield from number_fault(value, here, above)
    if isinstance(drive, PositionDrive) and drive.damping is not None and drive.damping_ratio is not None:
        yield TWO_DAMPINGS.at(f"{place}.damping_ratio")


def _cylinder_faults(spec: mujoco.MjSpec, drive: PneumaticDrive, place: str) -> Iterator[Fault]:
    sites = [site.name for site in spec.sites if site.name]
    for key, site in (("from", drive.from_site), ("to", drive.to_site)):
        if site not in sites:
            yield UNKNOWN_SITE.at(f"{place}.{key}", site=site, **advice(site, sites))
    if drive.from_site == drive.to_site:
        yield ONE_SITE.at(f"{place}.to", site=drive.to_site)
    for field in ("bore", "rod", "lag", "friction", "brake"):
        yield from number_fault(getattr(drive, field), f"{place}.{field}", field in POSITIVE)
    if drive.rod >= drive.bore > 0:
        yield ROD_TOO_THICK.at(f"{place}.rod", bore=drive.bore)
    if not (_is_range(drive.pressure) and drive.pressure[0] <= 0.0 <= drive.pressure[1]):
        yield BAD_PRESSURE.at(f"{place}.pressure", value=brief(drive.pressure))
    if drive.stroke is not None and not (_is_range(drive.stroke) and drive.stroke[0] >= 0.0):
        yield BAD_STROKE.at(f"{place}.stroke", value=brief(drive.stroke))


def _is_range(pair: list[float]) -> bool:
    return len(pair) == 2 and all(is_finite(x) for x in pair) and pair[0] < pair[1]
