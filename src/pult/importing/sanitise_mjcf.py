"""Sanitising of MJCF."""

import copy
import math
import posixpath
from xml.etree.ElementTree import Element

from pult.core.errors import FaultKind
from pult.importing.files import Bundle
from pult.importing.meshes import MAX_PIXELS, obj_mesh, picture_data
from pult.importing.sanitise import Model, missing_meshes, parents, text_of
from pult.robot.files import INCLUDES_TOO_DEEP
from pult.robot.model_xml import (
    DIRECTORIES,
    FILES,
    FOREIGN_CODE,
    MAX_INCLUDES,
    MAX_TEXT,
    ModelRefused,
    check_tree,
    count_copies,
    number,
    parse_model,
)

NO_INCLUDED = FaultKind("no-file", "The included file {file!r} is missing; add it.")
INCLUDED_TWICE = FaultKind("bad-include", "{file!r} is included twice.")
INCLUDED_OTHER = FaultKind("bad-include", "{file!r} is included but is not MJCF.")
NOT_ALLOWED = FaultKind("not-allowed", "<{tag}> is not allowed: {why}.")
NOT_KNOWN = FaultKind("not-allowed", "<{tag}> is not known here; take it out of the model.")
NAMES_A_FILE = FaultKind("not-allowed", "<{tag}> may not name a file.")
WITH_ATTRIBUTE = FaultKind("not-allowed", "<{tag}> with {attribute!r} is not allowed.")
EMPTY_MESH = FaultKind("bad-mesh", "The mesh {file!r} has no triangles.")
LARGE_TEXTURE = FaultKind("too-large", "<texture> is larger than {most} pixels a side.")

ALLOWED = frozenset(
    [
        "mujoco", "compiler", "option", "flag", "default", "asset", "mesh", "texture", "material", "worldbody", "body",
        "inertial", "joint", "freejoint", "geom", "site", "camera", "light", "frame", "replicate", "contact", "pair",
        "exclude", "equality", "connect", "weld", "tendon", "spatial", "fixed", "pulley", "actuator", "motor",
        "position", "velocity", "intvelocity", "damper", "cylinder", "muscle", "general", "adhesion", "dcmotor",
        "keyframe", "key",
    ]
)  # fmt: skip
DROPPED = ("size", "visual", "statistic", "sensor", "custom", "deformable")
"""Elements left out without harm: buffer sizes, visuals and sensors of the model itself."""
REFUSED = {
    **FOREIGN_CODE,
    "model": "models inside models are not read; write them into one file",
    "attach": "models inside models are not read; write them into one file",
    "composite": "cloths and ropes are not imported",
    "flexcomp": "cloths and ropes are not imported",
    "flex": "cloths and ropes are not imported",
    "skin": "skins are not imported",
    "hfield": "height fields are not imported",
}
FOLDERS = (*DIRECTORIES, "strippath", "discardvisual")
NAMED = {"body": "body", "joint": "joint", "freejoint": "joint"}


def clean_mjcf(bundle: Bundle, main: str, root: Element, without_meshes: bool) -> Model:
    """Sanitise an MJCF model; see `sanitise`."""
    title = root.get("model", "")
    _include(bundle, main, root)
    notes: list[str] = []
    dropped: dict[str, None] = {}
    for parent, child in parents(root):
        tag = str(child.tag)
        if tag in DROPPED and parent is root:
            dropped[tag] = None
            root.remove(child)
    for element in root.iter():
        _allowed(element, main)
    if left := [f"<{tag}>" for tag in dropped if tag not in ("size", "visual", "statistic")]:
        notes.append(f"Left out: {', '.join(left)}. Sensors are those of the robot document.")
    _leave_floor(root, notes)
    count_copies(root)
    folders = _folders(root, posixpath.dirname(main))
    files = _assets(bundle, main, root, folders, without_meshes, notes)
    _name_all(root)
    _add_tips(root)
    source = text_of(copy.deepcopy(root))
    for own in [*root.findall("actuator"), *root.findall("keyframe")]:
        root.remove(own)
    return Model("mjcf", title, text_of(root), source, files, notes)


def _include(bundle: Bundle, main: str, root: Element) -> None:
    """Inline included files of the bundle."""
    done = {main: None}
    home = posixpath.dirname(main)
    for _ in range(MAX_INCLUDES):
        found = [(parent, child) for parent, child in parents(root) if child.tag == "include"]
        if not found:
            return
        for parent, child in found:
            path = bundle.find(child.get("file", ""), (home, *(posixpath.dirname(one) for one in done), ""))
            if path is None:
                raise ModelRefused(NO_INCLUDED.at(main, file=child.get("file", "")[:80]))
            if path in done:
                raise ModelRefused(INCLUDED_TWICE.at(main, file=path))
            done[path] = None
            inner = parse_model(path, bundle.files[path], MAX_TEXT)
            if inner.tag not in ("mujoco", "mujocoinclude"):
                raise ModelRefused(INCLUDED_OTHER.at(main, file=path))
            place = list(parent).index(child)
            parent.remove(child)
            for offset, element in enumerate(list(inner)):
                parent.insert(place + offset, element)
        check_tree("The model with the files it includes", root, MAX_TEXT)  # shallow files are deep together
    raise ModelRefused(INCLUDES_TOO_DEEP.at(main))


def _allowed(element: Element, main: str) -> None:
    tag = str(element.tag)
    if tag in REFUSED:
        raise ModelRefused(NOT_ALLOWED.at(main, tag=tag, why=REFUSED[tag]))
    if tag not in ALLOWED:
        raise ModelRefused(NOT_KNOWN.at(main, tag=tag[:40]))
    for name in list(element.attrib):
        if name in FILES and tag not in ("mesh", "texture"):
            raise ModelRefused(NAMES_A_FILE.at(main, tag=tag))
        if name == "plugin" or (name == "builtin" and tag == "mesh"):
            raise ModelRefused(WITH_ATTRIBUTE.at(main, tag=tag, attribute=name))
        if name in ("content_type", "user"):
            del element.attrib[name]
    if tag == "texture":
        for side in ("width", "height", "gridsize"):
            if any(number(word) > MAX_PIXELS for word in element.get(side, "").split()):
                raise ModelRefused(LARGE_TEXTURE.at(main, most=MAX_PIXELS))


def _folders(root: Element, home: str) -> dict[str, list[str]]:
    """Mesh and texture folders in the bundle; the settings themselves are removed."""
    found: dict[str, str] = {}
    for compiler in root.iter("compiler"):
        for name in FOLDERS:
            if name in compiler.attrib:
                found[name] = compiler.attrib.pop(name)
    shared = found.get("assetdir", "")
    return {
        kind: [posixpath.join(home, found.get(f"{kind}dir", "") or shared), home, ""] for kind in ("mesh", "texture")
    }


def _leave_floor(root: Element, notes: list[str]) -> None:
    """Remove floor and lights of a scene around the robot: its world has its own."""
    named = {element.get(key) for element in root.iter() for key in ("geom1", "geom2", "geom", "target")}
    removed = False
    for world in root.findall("worldbody"):
        for child in list(world):
            is_named = child.get("name") is not None and child.get("name") in named
            is_floor = child.tag == "geom" and child.get("type") == "plane" and not is_named
            if is_floor or child.tag == "light":
                world.remove(child)
                removed = removed or is_floor
    if removed:
        notes.append("The floor of the model was left out: its world has one.")


def _assets(
    bundle: Bundle, main: str, root: Element, folders: dict[str, list[str]], without_meshes: bool, notes: list[str]
) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    gone: dict[str, set[str]] = {"mesh": set(), "texture": set()}
    for parent, element in parents(root):
        tag = str(element.tag)
        if tag not in ("mesh", "texture"):
            continue
        for key in [key for key in FILES if key in element.attrib]:
            reference = element.attrib[key]
            base = posixpath.basename(reference.replace("\\", "/"))[:80]
            if "name" not in element.attrib and parent.tag == "asset":
                element.set("name", posixpath.splitext(base)[0])
            path = bundle.find(reference, folders[tag])
            try:
                if path is None:
                    bundle.missing.append(reference.replace("\\", "/")[:200])
                else:
                    name, data = _stored(bundle, tag, path)
                    element.set(key, name)
                    files[name] = data
                    continue
            except ModelRefused:
                if not without_meshes:
                    raise
            if without_meshes:
                gone[tag].add(element.get("name", ""))
                if element in list(parent):
                    parent.remove(element)
            break
    if bundle.missing and not without_meshes:
        raise ModelRefused(missing_meshes(main, list(dict.fromkeys(bundle.missing))))
    if gone["mesh"] or gone["texture"]:
        _replace(root, gone)
        notes.append(f"Simple shapes stand in for meshes: {', '.join(sorted(gone['mesh'] | gone['texture']))}.")
    return files


def _stored(bundle: Bundle, tag: str, path: str) -> tuple[str, bytes]:
    if tag == "mesh":
        part = obj_mesh(path, bundle.files[path])
        if part is None:
            raise ModelRefused(EMPTY_MESH.at(path, file=path))
        return bundle.take(part.path, part.data), part.data
    data = picture_data(path, bundle.files[path])
    return bundle.take(path, data), data


def _replace(root: Element, gone: dict[str, set[str]]) -> None:
    """Rods and balls instead of meshes that are gone; bodies that lose their mass get a small one."""
    for body in list(root.iter("body")):
        lost = [geom for geom in body.findall("geom") if geom.get("mesh") in gone["mesh"]]
        for geom in lost:
            body.remove(geom)
        if lost and body.find("geom") is None:
            _add_stand_in(body)
    for parent, element in parents(root):
        if element.tag in ("geom", "site") and element.get("mesh") in gone["mesh"]:
            parent.remove(element)
        elif element.tag == "material" and element.get("texture") in gone["texture"]:
            del element.attrib["texture"]
    compiler = root.find("compiler")
    if compiler is None:
        compiler = Element("compiler")
        root.insert(0, compiler)
    compiler.attrib.setdefault("boundmass", "0.001")
    compiler.attrib.setdefault("boundinertia", "0.000001")


def _add_stand_in(body: Element) -> None:
    """Rods from a body to those that it carries, or a ball: to look at, not to touch."""
    seen = {"contype": "0", "conaffinity": "0", "rgba": "0.62 0.65 0.68 1"}
    ends = [inner.get("pos", "0 0 0") for inner in body.findall("body")]
    points = [[number(word) for word in end.split()] for end in ends]
    lengths = [math.hypot(*point) if len(point) == 3 else 0.0 for point in points]
    for end, length in zip(ends, lengths, strict=True):
        if 1e-3 < length < 1e3:
            size = f"{min(max(0.12 * length, 0.005), 0.05):.6g}"
            body.append(Element("geom", {"type": "capsule", "fromto": f"0 0 0 {end}", "size": size, **seen}))
    if body.find("geom") is None:
        inertial = body.find("inertial")
        place = inertial.get("pos", "0 0 0") if inertial is not None else "0 0 0"
        body.append(Element("geom", {"type": "sphere", "pos": place, "size": "0.02", **seen}))


def _add_tips(root: Element) -> None:
    """Add a site at the far end of every leaf body without one: an effector on a joint's axis would not move."""
    names = {site.get("name") for site in root.iter("site")}
    for world in root.findall("worldbody"):
        if world.find(".//replicate") is not None:
            return
        for body in world.iter("body"):
            name = f"{body.get('name', '')}_tip"
            if body.find("body") is not None or body.find("site") is not None or name in names:
                continue
            points = [point for geom in body.findall("geom") for point in _points(geom)]
            far = max(points, key=lambda point: sum(x * x for x in point), default=(0.0, 0.0, 0.0))
            if any(abs(x) > 1e-6 for x in far):
                body.append(Element("site", {"name": name, "pos": " ".join(f"{x:.9g}" for x in far), "size": "0.005"}))


def _points(geom: Element) -> list[tuple[float, ...]]:
    """Centre of a shape, or the ends of a long one."""
    numbers = [number(word) for word in geom.get("fromto", geom.get("pos", "")).split()]
    if len(numbers) not in (3, 6) or not all(abs(x) < 1e6 for x in numbers):
        return []
    return [tuple(numbers[i : i + 3]) for i in range(0, len(numbers), 3)]


def _name_all(root: Element) -> None:
    """Name all nameless bodies and joints: drives and chains refer to names."""
    for body in root.findall("worldbody"):
        if body.find(".//replicate") is not None:  # copies get their names from the simulator
            return
    taken: dict[str, set[str]] = {"body": set(), "joint": set()}
    for world in root.findall("worldbody"):
        for element in world.iter():
            if element.tag in NAMED and "name" in element.attrib:
                taken[NAMED[str(element.tag)]].add(element.attrib["name"])
    for world in root.findall("worldbody"):
        numbers = {"body": 0, "joint": 0}
        for element in world.iter():
            kind = NAMED.get(str(element.tag))
            if kind is None or "name" in element.attrib:
                continue
            while True:
                numbers[kind] += 1
                name = f"{kind}{numbers[kind]}"
                if name not in taken[kind]:
                    break
            taken[kind].add(name)
            element.set("name", name)
