"""Ranges of joints in a sanitised model, as somebody has corrected them."""

import math
from collections.abc import Mapping
from xml.etree.ElementTree import Element, SubElement, fromstring

from pult.core.errors import UsageError
from pult.importing.sanitise import text_of


def set_ranges(text: bytes, ranges: Mapping[str, tuple[float, float]]) -> bytes:
    """Set the ranges of joints.

    Args:
        text: A sanitised model, MJCF or URDF.
        ranges: Lower and upper limit by joint [rad or m].

    Raises:
        UsageError: A range is empty, or there is no such joint.
    """
    root: Element = fromstring(text)  # noqa: S314 - written by the sanitiser
    holders = [root] if root.tag == "robot" else [body for world in root.iter("worldbody") for body in world.iter()]
    joints = {joint.get("name"): joint for holder in holders for joint in holder.findall("joint")}
    degrees = root.tag != "robot" and all(one.get("angle", "degree") == "degree" for one in root.iter("compiler"))
    for name, (low, high) in ranges.items():
        if not (math.isfinite(low) and math.isfinite(high) and low < high):
            raise UsageError(f"the range of joint {name!r} must have a lower end below its upper end.")
        joint = joints.get(name)
        if joint is None:
            raise UsageError(f"the model has no joint {name!r} of its own, so its range cannot be set.")
        if root.tag == "robot":
            limit = joint.find("limit")
            if limit is None:
                limit = SubElement(joint, "limit", {"effort": "0", "velocity": "0"})
            limit.set("lower", f"{low:.9g}")
            limit.set("upper", f"{high:.9g}")
            if joint.get("type") == "continuous":
                joint.set("type", "revolute")
            continue
        unit = 180.0 / math.pi if degrees and joint.get("type", _kind(root, joint)) != "slide" else 1.0
        joint.set("range", f"{low * unit:.9g} {high * unit:.9g}")
        joint.set("limited", "true")
    return text_of(root)


def _kind(root: Element, joint: Element) -> str:
    """Type that a joint gets from its class of defaults; MuJoCo's hinge if it has none."""
    wanted = joint.get("class")
    for default in root.iter("default"):
        if default.get("class") == wanted and wanted is not None:
            inner = default.find("joint")
            return "hinge" if inner is None else inner.get("type", "hinge")
    return "hinge"
