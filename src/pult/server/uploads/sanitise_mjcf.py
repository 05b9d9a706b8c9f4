"""Sanitising of MJCF."""

import copy
import posixpath
from xml.etree.ElementTree import Element

from pult.core.errors import FaultKind
from pult.robot.files import INCLUDES_TOO_DEEP
from pult.robot.model_xml import (
    DIRECTORIES,
    FILES,
    FOREIGN_CODE,
    MAX_INCLUDES,
    MAX_TEXT,
    check_tree,
    count_copies,
    number,
    parse_model,
)
from pult.server.http.wire import Refusal
from pult.server.uploads.files import MAX_PIXELS, Upload, mesh_data, picture_data, rejected
from pult.server.uploads.sanitise import Model, missing_meshes, parents, text_of

NO_INCLUDED = FaultKind("no-file", "The included file {file!r} is missing; add it.")
INCLUDED_TWICE = FaultKind("bad-include", "{file!r} is included twice.")
INCLUDED_OTHER = FaultKind("bad-include", "{file!r} is included but is not MJCF.")
NOT_ALLOWED = FaultKind("not-allowed", "<{tag}> is not allowed: {why}.")
NOT_KNOWN = FaultKind("not-allowed", "<{tag}> is not known here; take it out of the model.")
NAMES_A_FILE = FaultKind("not-allowed", "<{tag}> may not name a file.")
WITH_ATTRIBUTE = FaultKind("not-allowed", "<{tag}> with {attribute!r} is not allowed.")
LARGE_TEXTURE = FaultKind("too-large", "<texture> is larger than {most} pixels a side.")

ALLOWED = frozenset(
    [
        "mujoco", "compiler", "option", "flag", "default", "asset", "mesh", "texture", "material", "worldbody", "body",
        "inertial", "joint", "freejoint", "geom", "site", "camera", "light", "frame", "replicate", "contact", "pair",
        "exclude", "equality", "connect", "weld", "tendon", "spatial", "fixed", "pulley", "actuator", "motor",
        "position", "velocity", "intvelocity", "damper", "cylinder", "muscle", "general", "adhesion", "dcmotor",
    ]
)  # fmt: skip
DROPPED = ("size", "visual", "statistic", "keyframe", "sensor", "custom", "deformable")
"""Elements left out without harm: buffer sizes, visuals, keyframes and sensors of the model itself."""
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


def clean_mjcf(upload: Upload, main: str, root: Element, without_meshes: bool) -> Model:
    """Sanitise an MJCF model; see `sanitise`."""
    _include(upload, main, root)
    notes: list[str] = []
    dropped: dict[str, None] = {}
    for parent, child in parents(root):
        tag = str(child.tag)
        if tag in DROPPED and parent is root:
            dropped[tag] = None
            root.remove(child)
    for element in root.iter():
        _allowed(element, main)
    if dropped.keys() - {"size", "visual", "statistic"}:
        left = [f"<{tag}>" for tag in dropped if tag not in ("size", "visual", "statistic")]
        notes.append(f"Left out: {', '.join(left)}. Drives and sensors are those of the robot document.")
    count_copies(root)
    folders = _folders(root, posixpath.dirname(main))
    files = _assets(upload, main, root, folders, without_meshes, notes)
    _name_all(root)
    _add_tips(root)
    source = text_of(copy.deepcopy(root))
    for actuators in root.findall("actuator"):
        root.remove(actuators)
    return Model("mjcf", text_of(root), source, files, notes)


def _include(upload: Upload, main: str, root: Element) -> None:
    """Inline included files of the upload."""
    done = {main}
    home = posixpath.dirname(main)
    for _ in range(MAX_INCLUDES):
        found = [(parent, child) for parent, child in parents(root) if child.tag == "include"]
        if not found:
            return
        for parent, child in found:
            path = upload.find(child.get("file", ""), (home, ""))
            if path is None:
                raise rejected(NO_INCLUDED.at(main, file=child.get("file", "")[:80]))
            if path in done:
                raise rejected(INCLUDED_TWICE.at(main, file=path))
            done.add(path)
            inner = parse_model(path, upload.files[path], MAX_TEXT)
            if inner.tag not in ("mujoco", "mujocoinclude"):
                raise rejected(INCLUDED_OTHER.at(main, file=path))
            place = list(parent).index(child)
            parent.remove(child)
            for offset, element in enumerate(list(inner)):
                parent.insert(place + offset, element)
        check_tree("The model with the files it includes", root, MAX_TEXT)  # shallow files are deep together
    raise rejected(INCLUDES_TOO_DEEP.at(main))


def _allowed(element: Element, main: str) -> None:
    tag = str(element.tag)
    if tag in REFUSED:
        raise rejected(NOT_ALLOWED.at(main, tag=tag, why=REFUSED[tag]))
    if tag not in ALLOWED:
        raise rejected(NOT_KNOWN.at(main, tag=tag[:40]))
    for name in list(element.attrib):
        if name in FILES and tag not in ("mesh", "texture"):
            raise rejected(NAMES_A_FILE.at(main, tag=tag))
        if name == "plugin" or (name == "builtin" and tag == "mesh"):
            raise rejected(WITH_ATTRIBUTE.at(main, tag=tag, attribute=name))
        if name in ("content_type", "user"):
            del element.attrib[name]
    if tag == "texture":
        for side in ("width", "height", "gridsize"):
            if any(number(word) > MAX_PIXELS for word in element.get(side, "").split()):
                raise rejected(LARGE_TEXTURE.at(main, most=MAX_PIXELS))


def _folders(root: Element, home: str) -> dict[str, list[str]]:
    """Mesh and texture folders in the upload; the settings themselves are removed."""
    found: dict[str, str] = {}
    for compiler in root.iter("compiler"):
        for name in FOLDERS:
            if name in compiler.attrib:
                found[name] = compiler.attrib.pop(name)
    shared = found.get("assetdir", "")
    return {
        kind: [posixpath.join(home, found.get(f"{kind}dir", "") or shared), home, ""] for kind in ("mesh", "texture")
    }


def _assets(
    upload: Upload, main: str, root: Element, folders: dict[str, list[str]], without_meshes: bool, notes: list[str]
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
            path = upload.find(reference, folders[tag])
            try:
                if path is None:
                    upload.missing.append(base)
                    raise rejected(missing_meshes(main, [base]))
                data = (mesh_data if tag == "mesh" else picture_data)(path, upload.files[path])
            except Refusal as error:
                if without_meshes:
                    gone[tag].add(element.get("name", ""))
                    if element in list(parent):
                        parent.remove(element)
                elif error.code != "missing-mesh":
                    raise
                break
            element.set(key, upload.take(path))
            files[upload.take(path)] = data
    if upload.missing and not without_meshes:
        raise rejected(missing_meshes(main, list(dict.fromkeys(upload.missing))))
    if gone["mesh"] or gone["texture"]:
        _forget(root, gone)
        notes.append(f"Left out, for their files are missing: {', '.join(sorted(gone['mesh'] | gone['texture']))}.")
    return files


def _forget(root: Element, gone: dict[str, set[str]]) -> None:
    """Remove elements that use a removed mesh or texture; bodies that lose their mass get a small one."""
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
