"""Frames of a URDF file: links, joints, limits, mimic joints. Meshes and masses are ignored."""

import math
import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import numpy as np

from pult.core.errors import KinematicsError, choose
from pult.core.signals import Array
from pult.geometry.pose import pose
from pult.robot.model import Frame, Joint, JointKind, Mimic, Model

_KINDS: dict[str, JointKind | None] = {
    "revolute": "revolute", "continuous": "revolute", "prismatic": "prismatic", "fixed": None,
}  # fmt: skip
_OTHER = ("floating", "planar")


def _numbers(where: str, text: str, count: int) -> list[float]:
    try:
        found = [float(word) for word in text.split()]
    except ValueError:
        found = []
    if len(found) != count or not all(math.isfinite(x) for x in found):
        what = "a number" if count == 1 else f"{count} numbers"
        raise KinematicsError(f"{where} must be {what}, not {text!r}.")
    return found


def _attribute(where: str, element: ElementTree.Element | None, name: str, default: float | None = None) -> float:
    text = None if element is None else element.get(name)
    if text is None:
        if default is None:
            raise KinematicsError(f"{where} has no {name!r}.")
        return default
    return _numbers(f"{where}: {name!r}", text, 1)[0]


def _origin(where: str, element: ElementTree.Element) -> Array:
    origin = element.find("origin")
    if origin is None:
        return np.eye(4)
    position = _numbers(f"{where}: 'xyz'", origin.get("xyz", "0 0 0"), 3)
    return pose(position, _numbers(f"{where}: 'rpy'", origin.get("rpy", "0 0 0"), 3))


def _joint(where: str, name: str, element: ElementTree.Element, kind: JointKind) -> Joint:
    axis = element.find("axis")
    direction = _numbers(f"{where}: the axis", axis.get("xyz", "1 0 0"), 3) if axis is not None else [1.0, 0.0, 0.0]
    limit, mimic = element.find("limit"), element.find("mimic")
    lower, upper = -math.inf, math.inf
    if element.get("type") != "continuous":
        if limit is None:
            raise KinematicsError(f"{where} is {element.get('type')} and needs a <limit>.")
        lower, upper = (_attribute(f"{where}: <limit>", limit, key, 0.0) for key in ("lower", "upper"))
    follows = None
    if mimic is not None:
        leader = mimic.get("joint")
        if leader is None:
            raise KinematicsError(f"{where}: <mimic> has no 'joint'.")
        ratio = _attribute(f"{where}: <mimic>", mimic, "multiplier", 1.0)
        follows = Mimic(leader, ratio, _attribute(f"{where}: <mimic>", mimic, "offset", 0.0))
    return Joint(name, kind, (direction[0], direction[1], direction[2]), lower, upper, follows)


def _frames(source: str, root: ElementTree.Element) -> Iterator[Frame]:
    links = [link.get("name", "") for link in root.findall("link")]
    if not links:
        raise KinematicsError(f"{source}: the robot has no links.")
    parents: dict[str, Frame] = {}
    for number, element in enumerate(root.findall("joint"), 1):
        name = element.get("name", f"joint {number}")
        where = f"{source}: joint {name!r}"
        ends = [element.find(end) for end in ("parent", "child")]
        parent, child = (None if end is None else end.get("link") for end in ends)
        for what, link in (("parent", parent), ("child", child)):
            if link is None:
                raise KinematicsError(f"{where} has no {what} link.")
            if link not in links:
                raise KinematicsError(f"{where}: its {what} is an unknown link {link!r}. {choose(link, links)}")
        assert child is not None
        if child in parents:
            raise KinematicsError(f"{where}: its child {child!r} is the child of another joint already.")
        kind = element.get("type", "")
        origin = _origin(where, element)
        if kind in _OTHER:
            obstacle = f"joint {name!r} is {kind}; a chain has revolute and prismatic joints only. Name a base past it."
            parents[child] = Frame(child, parent, origin, None, obstacle, kind == "floating")
        elif kind not in _KINDS:
            raise KinematicsError(f"{where} has the type {kind!r}. {choose(kind, [*_KINDS, *_OTHER])}")
        else:
            moving = _KINDS[kind]
            parents[child] = Frame(child, parent, origin, _joint(where, name, element, moving) if moving else None)
    for link in links:
        yield parents.get(link, Frame(link, None, np.eye(4)))


def urdf_model(path: str | Path) -> Model:
    """The frames of a URDF file, or of a URDF text.

    Raises:
        KinematicsError: The file is missing or is not a URDF; the message says where and what.
    """
    text = str(path)
    source = "URDF"
    if not text.lstrip().startswith("<"):
        source = text
        try:
            text = Path(path).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            reason = getattr(error, "strerror", None) or "it is not UTF-8 text"
            raise KinematicsError(f"{source}: cannot be read: {reason}.") from None
    # an encoding declared inside text that is decoded already makes the parser stumble; so does a document type
    text = re.sub(r"^\s*<\?xml[^>]*\?>", "", text)
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise KinematicsError(f"{source}: document types and entities are not read; a URDF needs none.")
    try:
        root = ElementTree.fromstring(text)  # noqa: S314 - entities are refused above
    except ElementTree.ParseError as error:
        raise KinematicsError(f"{source}: not XML: {error}.") from None
    if root.tag != "robot":
        raise KinematicsError(f"{source}: the outermost element is <{root.tag}>; a URDF has <robot>.")
    return Model(source, list(_frames(source, root)))
