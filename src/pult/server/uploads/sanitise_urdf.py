"""Sanitising of URDF."""

import posixpath
from xml.etree.ElementTree import Element, SubElement

from pult.core.errors import FaultKind
from pult.server.http.wire import Refusal
from pult.server.uploads.files import Upload, mesh_data, rejected
from pult.server.uploads.sanitise import Model, missing_meshes, parents, text_of

OTHER_LANGUAGE = FaultKind(
    "bad-file", "{file!r} has elements of xacro or of another language; make a plain URDF of it."
)

ALLOWED = frozenset(
    [
        "robot", "link", "inertial", "origin", "mass", "inertia", "visual", "collision", "geometry", "box", "cylinder",
        "sphere", "capsule", "mesh", "material", "color", "joint", "parent", "child", "axis", "limit", "dynamics",
        "mimic",
    ]
)  # fmt: skip


def clean_urdf(upload: Upload, main: str, root: Element, without_meshes: bool) -> Model:
    """Sanitise a URDF; see `sanitise`."""
    notes: list[str] = []
    dropped: dict[str, None] = {}
    for parent, child in parents(root):
        tag = str(child.tag)
        if tag.startswith("{") or "xacro" in tag:
            raise rejected(OTHER_LANGUAGE.at(main, file=main))
        if tag not in ALLOWED:
            dropped[tag[:40]] = None
            parent.remove(child)
    if dropped:
        notes.append(f"Left out, as the simulator does not use it: {', '.join(f'<{tag}>' for tag in dropped)}.")
    files = _meshes(upload, main, root, without_meshes, notes)
    mimics = [joint.get("name", "") for joint in root.iter("joint") if joint.find("mimic") is not None]
    extension = SubElement(root, "mujoco")
    # fixed links keep their names, meshes to look at are kept, masses that are left out get small ones
    SubElement(extension, "compiler", {
        "discardvisual": "false", "fusestatic": "false", "strippath": "false", "balanceinertia": "true",
        "boundmass": "0.001", "boundinertia": "0.000001",
    })  # fmt: skip
    data = text_of(root)
    return Model("urdf", data, data, files, notes, mimics)


def _meshes(upload: Upload, main: str, root: Element, without_meshes: bool, notes: list[str]) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    folders = (posixpath.dirname(main), "")
    left: dict[str, None] = {}
    for link in root.iter("link"):
        for shape in [*link.findall("visual"), *link.findall("collision")]:
            mesh = shape.find("geometry/mesh")
            if mesh is None:
                continue
            reference = mesh.get("filename", "")
            path = upload.find(reference, folders)
            name = posixpath.basename(reference.replace("\\", "/"))[:80]
            try:
                if path is None:
                    upload.missing.append(name)
                    raise rejected(missing_meshes(main, [name]))
                data = mesh_data(path, upload.files[path])
            except Refusal as error:
                if without_meshes:
                    left[name] = None
                    link.remove(shape)
                elif error.code != "missing-mesh":
                    raise
                continue
            taken = upload.take(path)
            files[taken] = data
            scale = {"scale": mesh.attrib["scale"]} if "scale" in mesh.attrib else {}
            mesh.attrib.clear()
            mesh.attrib.update({"filename": taken, **scale})
    if upload.missing and not without_meshes:
        raise rejected(missing_meshes(main, list(dict.fromkeys(upload.missing))))
    if left:
        notes.append(f"Shapes without their meshes were left out: {', '.join(left)}.")
    return files
