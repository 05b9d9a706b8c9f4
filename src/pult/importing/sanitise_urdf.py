"""Sanitising of URDF."""

import copy
import math
import posixpath
from functools import cache
from xml.etree.ElementTree import Element, SubElement

import numpy as np

from pult.core.errors import FaultKind
from pult.importing.files import Bundle
from pult.importing.meshes import MeshPart, mesh_parts, one_mesh
from pult.importing.sanitise import Model, missing_meshes, parents, text_of
from pult.robot.model_xml import ModelRefused, number

OTHER_LANGUAGE = FaultKind(
    "xacro",
    "{file!r} has elements of xacro. Run 'xacro {file} > robot.urdf' where ROS is installed, and import that.",
)

ALLOWED = frozenset(
    [
        "robot", "link", "inertial", "origin", "mass", "inertia", "visual", "collision", "geometry", "box", "cylinder",
        "sphere", "capsule", "mesh", "material", "color", "joint", "parent", "child", "axis", "limit", "dynamics",
        "mimic",
    ]
)  # fmt: skip
NOT_READ = (
    "transmission",
    "gazebo",
    "ros2_control",
    "texture",
    "verbose",
    "contact",
    "safety_controller",
    "calibration",
)
"""Elements of other programs, left out without a note."""
GREY = (0.62, 0.65, 0.68, 1.0)
"""Colour of simple shapes, and of meshes without one."""


def clean_urdf(bundle: Bundle, main: str, root: Element, without_meshes: bool) -> Model:
    """Sanitise a URDF; see `sanitise`."""
    notes: list[str] = []
    dropped: dict[str, None] = {}
    for parent, child in parents(root):
        tag = str(child.tag)
        if "xacro" in tag:
            raise ModelRefused(OTHER_LANGUAGE.at(main, file=main))
        if tag not in ALLOWED:
            if str(parent.tag) in ALLOWED:
                dropped[tag[:40]] = None
            parent.remove(child)
    if left := [f"<{tag}>" for tag in dropped if tag not in NOT_READ and not tag.startswith("{")]:
        notes.append(f"Left out, as the simulator does not use it: {', '.join(left)}.")
    files = _meshes(bundle, main, root, without_meshes, notes)
    if flawed := [link.get("name", "") for link in root.findall("link") if _drop_bad_inertia(link)]:
        notes.append(f"The inertia of {', '.join(flawed)} cannot be that of a body; it was left out.")
    mimics = [joint.get("name", "") for joint in root.iter("joint") if joint.find("mimic") is not None]
    extension = SubElement(root, "mujoco")
    # fixed links keep their names, meshes to look at are kept, masses that are left out get small ones
    SubElement(extension, "compiler", {
        "discardvisual": "false", "fusestatic": "false", "strippath": "false", "balanceinertia": "true",
        "boundmass": "0.001", "boundinertia": "0.000001",
    })  # fmt: skip
    data = text_of(root)
    return Model("urdf", root.get("name", ""), data, data, files, notes, mimics)


def _meshes(bundle: Bundle, main: str, root: Element, without_meshes: bool, notes: list[str]) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    folders = _folders(main)
    left: dict[str, None] = {}
    bare: list[Element] = []

    @cache  # legs and fingers share their meshes
    def read(path: str, shape: str) -> list[MeshPart]:
        data = bundle.files[path]
        if shape == "visual":
            return mesh_parts(path, data)
        return [one] if (one := one_mesh(path, data)) is not None else []

    for link in root.iter("link"):
        gone = False
        for shape in [*link.findall("visual"), *link.findall("collision")]:
            mesh = shape.find("geometry/mesh")
            if mesh is None:
                continue
            reference = mesh.get("filename", "")
            path = bundle.find(reference, folders)
            try:
                if path is None:
                    bundle.missing.append(reference.replace("\\", "/")[:200])
                    continue
                parts = read(path, str(shape.tag))
            except ModelRefused:
                if not without_meshes:
                    raise
                path = None
            finally:
                if path is None and without_meshes:
                    left[posixpath.basename(reference.replace("\\", "/"))[:80]] = None
                    link.remove(shape)
                    gone = True
            if path is not None:
                _put(link, shape, parts, bundle, files)
        if gone and link.find("visual") is None:
            bare.append(link)
    if bundle.missing and not without_meshes:
        raise ModelRefused(missing_meshes(main, list(dict.fromkeys(bundle.missing))))
    for link in bare:
        _add_stand_in(root, link)
    if left:
        notes.append(f"Simple shapes stand in for meshes: {', '.join(left)}.")
    return files


def _drop_bad_inertia(link: Element) -> bool:
    """Remove an inertia that no body can have: MuJoCo refuses moments that are not positive."""
    inertial = link.find("inertial")
    found = None if inertial is None else inertial.find("inertia")
    if inertial is None or found is None:
        return False
    xx, xy, xz, yy, yz, zz = (number(found.get(key, "0")) for key in ("ixx", "ixy", "ixz", "iyy", "iyz", "izz"))
    matrix = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    if np.isfinite(matrix).all() and np.linalg.eigvalsh(matrix)[0] > 0.0:
        return False
    link.remove(inertial)
    return bool(np.any(matrix))


def _folders(main: str) -> list[str]:
    """Where references may start: the folder of the model, and those around it."""
    found, folder = [], posixpath.dirname(main)
    while folder:
        found.append(folder)
        folder = posixpath.dirname(folder)
    return [*found, ""]


def _put(link: Element, shape: Element, parts: list[MeshPart], bundle: Bundle, files: dict[str, bytes]) -> None:
    """Name the files of a mesh in its shape; further parts, of other colours, get copies of the shape."""
    place = list(link).index(shape)
    if not parts:
        link.remove(shape)
    for offset, part in enumerate(parts):
        one = shape if offset == len(parts) - 1 else copy.deepcopy(shape)
        inner = one.find("geometry/mesh")
        if inner is None:
            continue
        name = bundle.take(part.path, part.data)
        files[name] = part.data
        scale = {"scale": inner.attrib["scale"]} if "scale" in inner.attrib else {}
        inner.attrib.clear()
        inner.attrib.update({"filename": name, **scale})
        if part.colour and one.tag == "visual" and one.find("material/color") is None:
            for material in one.findall("material"):
                one.remove(material)
            _paint(one, part.colour)
        if one is not shape:
            link.insert(place + offset, one)


def _paint(shape: Element, colour: tuple[float, ...]) -> None:
    rgba = " ".join(f"{x:g}" for x in colour)
    material = SubElement(shape, "material", {"name": rgba.replace(" ", "_")})
    SubElement(material, "color", {"rgba": rgba})


def _add_stand_in(root: Element, link: Element) -> None:
    """Rods from a link to the joints of its children, or a ball: what is drawn where there is no mesh."""
    name = link.get("name")
    ends = [_point(joint) for joint in root.findall("joint") if _names(joint, "parent") == name]
    ends = [end for end in ends if 1e-3 < math.hypot(*end) < 1e3]
    for end in ends:
        length = math.hypot(*end)
        yaw, tilt = math.atan2(end[1], end[0]), math.acos(max(-1.0, min(1.0, end[2] / length)))
        middle = " ".join(f"{0.5 * x:.9g}" for x in end)
        shape = _shape(link, {"xyz": middle, "rpy": f"0 {tilt:.9g} {yaw:.9g}"})
        radius = min(max(0.12 * length, 0.005), 0.05)
        SubElement(SubElement(shape, "geometry"), "cylinder", {"radius": f"{radius:.6g}", "length": f"{length:.9g}"})
        _paint(shape, GREY)
    if not ends:
        inertial = link.find("inertial/origin")
        shape = _shape(link, {"xyz": inertial.get("xyz", "0 0 0")} if inertial is not None else {})
        SubElement(SubElement(shape, "geometry"), "sphere", {"radius": "0.02"})
        _paint(shape, GREY)


def _shape(link: Element, origin: dict[str, str]) -> Element:
    shape = SubElement(link, "visual")
    SubElement(shape, "origin", origin)
    return shape


def _names(joint: Element, end: str) -> str | None:
    found = joint.find(end)
    return None if found is None else found.get("link")


def _point(joint: Element) -> tuple[float, ...]:
    """Where a joint is on its parent [m]."""
    origin = joint.find("origin")
    words = "" if origin is None else origin.get("xyz", "")
    values = [number(word) for word in words.split()]
    return tuple(values) if len(values) == 3 and all(map(math.isfinite, values)) else (0.0, 0.0, 0.0)
