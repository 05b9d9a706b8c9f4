"""What is wrong with the drives of a robot: unknown joints, values that cannot be, joints and tendons driven twice."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
import mujoco

from pult.core.errors import Fault, brief, choose, is_finite
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
                faults.append(Fault(here, f"the model has a tendon {name!r}; name the drive otherwise.", "taken-name"))
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
            faults.append(Fault(here, f"the model has an actuator {name!r}; name the drive otherwise.", "taken-name"))
    return faults


def name_faults(name: str, place: str, what: str) -> list[Fault]:
    """What is wrong with the name of a thing."""
    if _NAME.fullmatch(name):
        return []
    rule = "letters, digits, '_' and '-', starting with a letter"
    return [Fault(place, f"{brief(name)} cannot be the name of a {what}: names are of {rule}.", "bad-name")]


def number_fault(value: float, place: str, above: bool) -> list[Fault]:
    """What is wrong with a number that must be above 0, or at least 0."""
    if is_finite(value) and (value > 0 if above else value >= 0):
        return []
    return [Fault(place, f"must be {'above 0' if above else '0 or more'}, not {brief(value)}.", "out-of-range")]


def _joint_faults(spec: mujoco.MjSpec, drive: JointDrive, place: str, taken: Mapping[str, str]) -> Iterator[Fault]:
    joints = {joint.name: _DRIVEN.get(joint.type) for joint in spec.joints if joint.name}
    if not drive.joints:
        more = " and no tendon" if isinstance(drive, ElectricDrive) else ""
        yield Fault(f"{place}.joints", f"names no joint{more}.", "bad-shape")
    kinds: dict[str, str] = {}  # what joints do, and the first that does so
    for index, joint in enumerate(drive.joints):
        here = f"{place}.joints[{index}]"
        if joint not in joints:
            advice = choose(joint, [name for name, kind in joints.items() if kind])
            yield Fault(here, f"unknown joint {joint!r}. {advice}", "unknown-joint")
            continue
        kind = joints[joint]
        if kind is None:
            yield Fault(here, f"joint {joint!r} has several axes; drives are for those with one.", "bad-joint")
        elif joint in drive.joints[:index]:
            yield Fault(here, f"joint {joint!r} stands twice.", "driven-twice")
        elif joint in taken:
            yield Fault(here, f"joint {joint!r} is already driven by {taken[joint]}.", "driven-twice")
        else:
            kinds.setdefault(kind, joint)
            if kind != next(iter(kinds)):
                first = next(iter(kinds))
                message = f"joint {joint!r} {kind} while {kinds[first]!r} {first}; give them drives of their own."
                yield Fault(here, message, "mixed-joints")


def _tendon_faults(spec: mujoco.MjSpec, drive: JointDrive, place: str, taken: Mapping[str, str]) -> Iterator[Fault]:
    if drive.joints:
        yield Fault(f"{place}.tendons", "stand next to 'joints'; give them drives of their own.", "conflict")
    known = {tendon.name: tendon for tendon in spec.tendons if tendon.name}
    names = targets(drive)
    for index, name in enumerate(names):
        here = f"{place}.tendons[{index}]"
        if name not in known:
            yield Fault(here, f"unknown tendon {name!r}. {choose(name, known)}", "unknown-tendon")
        elif not all(_turns(wrap) for wrap in known[name].path):
            message = f"tendon {name!r} is not over turning joints alone; a motor drives those <fixed> over hinges."
            yield Fault(here, message, "bad-tendon")
        elif name in names[:index]:
            yield Fault(here, f"tendon {name!r} stands twice.", "driven-twice")
        elif name in taken:
            yield Fault(here, f"tendon {name!r} is already driven by {taken[name]}.", "driven-twice")


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
                message = f"has {len(value)} values for {count} {what}; give one for each, or one number."
                yield Fault(here, message, "bad-shape")
            for index, one in enumerate(value):
                yield from number_fault(one, f"{here}[{index}]", above)
        else:
            yield from number_fault(value, here, above)
    if isinstance(drive, PositionDrive) and drive.damping is not None and drive.damping_ratio is not None:
        yield Fault(f"{place}.damping_ratio", "stands next to 'damping'; keep one of them.", "conflict")


def _cylinder_faults(spec: mujoco.MjSpec, drive: PneumaticDrive, place: str) -> Iterator[Fault]:
    sites = [site.name for site in spec.sites if site.name]
    for key, site in (("from", drive.from_site), ("to", drive.to_site)):
        if site not in sites:
            yield Fault(f"{place}.{key}", f"unknown site {site!r}. {choose(site, sites)}", "unknown-site")
    if drive.from_site == drive.to_site:
        yield Fault(f"{place}.to", f"the cylinder starts and ends at {drive.to_site!r}.", "conflict")
    for field in ("bore", "rod", "lag", "friction", "brake"):
        yield from number_fault(getattr(drive, field), f"{place}.{field}", field in POSITIVE)
    if drive.rod >= drive.bore > 0:
        yield Fault(f"{place}.rod", f"must be thinner than the bore of {drive.bore:g} m.", "out-of-range")
    if not (_is_range(drive.pressure) and drive.pressure[0] <= 0.0 <= drive.pressure[1]):
        message = f"must be two numbers, 0 or below and 0 or above, not both 0; not {brief(drive.pressure)}."
        yield Fault(f"{place}.pressure", message, "out-of-range")
    if drive.stroke is not None and not (_is_range(drive.stroke) and drive.stroke[0] >= 0.0):
        message = f"must be the shortest and the longest distance, not {brief(drive.stroke)}."
        yield Fault(f"{place}.stroke", message, "out-of-range")


def _is_range(pair: list[float]) -> bool:
    return len(pair) == 2 and all(is_finite(x) for x in pair) and pair[0] < pair[1]
