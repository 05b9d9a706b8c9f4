"""The files of a model: found beside it, made readable for MuJoCo, and named as in their new folder."""

import os
import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree.ElementTree import Element, SubElement, tostring

from pult.core.errors import Fault, KinematicsError, UsageError
from pult.core.folders import DocumentFolder
from pult.robot.files import MAX_FILE, PACKAGES, find_model_files, read_bounded
from pult.robot.model_xml import ModelRefused, parse_model

LEVELS = 4
"""How many folders above a model its files may lie."""
MESHES = (".stl", ".obj", ".msh")
_VERTEX = re.compile(rb"vertex\s+(\S+)\s+(\S+)\s+(\S+)")


@dataclass
class Gathered:
    """The files of a model.

    Attributes:
        main: Path of the model among the files.
        files: Contents by path, with '/'.
        notes: What was left out or changed, for people.
    """

    main: str
    files: dict[str, bytes]
    notes: list[str] = field(default_factory=list)


def gather(path: Path) -> Gathered:
    """Gather the files of a model.

    MJCF stays as it is, with all files that it includes or names. A URDF gets its meshes, wherever `package://` has
    them, into one folder; what MuJoCo cannot read is left out and said.

    Raises:
        KinematicsError: There is no such file, or it is not to be read.
    """
    if not path.is_file():
        raise UsageError(f"{path}: there is no such file.")
    try:
        if path.suffix.lower() == ".urdf":
            return _gather_urdf(path)
        if path.suffix.lower() in (".xml", ".mjcf"):
            root = parse_model(path.name, path.read_bytes())
            return _gather_urdf(path) if root.tag == "robot" else _gather_mjcf(path)
    except ModelRefused as refused:
        raise KinematicsError(f"{path}: {refused.fault.message}") from None
    raise UsageError(f"{path}: a robot is an MJCF (.xml) or URDF (.urdf) file.")


def _gather_mjcf(path: Path) -> Gathered:
    """The model with its files, relative to the nearest folder that has them all."""
    path = path.resolve()
    faults: list[Fault] = []
    for folder in list(path.parents)[:LEVELS]:
        found = find_model_files(path, DocumentFolder(folder))
        if not found.faults:
            contents = found.contents()
            files = {file.relative_to(folder).as_posix(): data for file, data in contents.items()}
            return Gathered(path.relative_to(folder).as_posix(), files)
        faults = faults or found.faults
    raise KinematicsError(f"{path}: {faults[0].message}")


def _gather_urdf(path: Path) -> Gathered:
    root = parse_model(path.name, path.read_bytes())
    if root.tag != "robot":
        raise KinematicsError(f"{path}: the outermost element is <{root.tag}>; a URDF has <robot>.")
    made = Gathered(f"{path.stem}.urdf", {})
    missing: list[str] = []
    taken: dict[Path, str] = {}
    for link in root.iter("link"):
        for shape in [one for one in link if one.tag in ("visual", "collision")]:
            for mesh in shape.iter("mesh"):
                name = mesh.get("filename", "")
                file = _find(name, path)
                plain = _take(file, taken, made) if file is not None else ""
                if plain:
                    mesh.set("filename", plain)
                else:
                    missing.append(name.rsplit("/", 1)[-1])
                    link.remove(shape)
                    break
    for texture in list(_textures(root)):
        texture[0].remove(texture[1])
    _settle(root)
    made.files[made.main] = tostring(root, encoding="utf-8", xml_declaration=True)
    if missing:
        shown = ", ".join(sorted(set(missing))[:4])
        made.notes.append(f"{len(missing)} shapes are left out: their meshes are missing or of another kind ({shown}).")
    return made


def _find(name: str, path: Path) -> Path | None:
    """The file of a mesh, below the folder of the model or a few above it."""
    text = name.replace("\\", "/").strip()
    package = next((scheme for scheme in PACKAGES if text.startswith(scheme)), "")
    text = text.removeprefix(package).removeprefix("file://")
    parts = [part for part in text.split("/") if part not in ("", ".")]
    if not parts or text.startswith(("/", "~")) or not Path(text).suffix.lower().endswith(MESHES):
        return None
    for folder in list(path.resolve().parents)[: LEVELS + 2]:
        for tail in [text, "/".join(parts[1:])] if package else [text]:
            place = Path(os.path.normpath(folder / tail))
            if place.is_file() and place.is_relative_to(
                list(path.resolve().parents)[min(LEVELS + 1, len(path.resolve().parents) - 1)]
            ):
                return place
        if not package:
            break
    return None


def _take(file: Path, taken: dict[Path, str], made: Gathered) -> str:
    """Take a mesh along under a plain name of its own; returns the name, or '' if it cannot be read."""
    if file not in taken:
        data = read_bounded(file, MAX_FILE)
        if file.suffix.lower() == ".stl" and not _is_binary(data):
            data = _binary(data)
        if not data:
            taken[file] = ""
            return ""
        plain = re.sub(r"[^A-Za-z0-9_-]+", "_", file.stem)[:40] or "mesh"
        name, number = f"{plain}{file.suffix.lower()}", 1
        while name.casefold() in {used.casefold() for used in taken.values()}:
            number += 1
            name = f"{plain}_{number}{file.suffix.lower()}"
        taken[file] = name
        made.files[name] = data
    return taken[file]


def _is_binary(data: bytes) -> bool:
    return len(data) >= 84 and len(data) == 84 + 50 * struct.unpack_from("<I", data, 80)[0]


def _binary(data: bytes) -> bytes:
    """An STL in text as a binary one; empty if it is neither."""
    corners = [tuple(float(x) for x in found) for found in _VERTEX.findall(data)]
    if len(corners) < 3 or len(corners) % 3:
        return b""
    faces = [
        struct.pack("<12fH", 0.0, 0.0, 0.0, *corners[i], *corners[i + 1], *corners[i + 2], 0)
        for i in range(0, len(corners), 3)
    ]
    return bytes(80) + struct.pack("<I", len(faces)) + b"".join(faces)


def _textures(root: Element) -> Iterator[tuple[Element, Element]]:
    for material in root.iter("material"):
        for texture in material.findall("texture"):
            yield material, texture


def _settle(root: Element) -> None:
    """Tell MuJoCo how to read a URDF: shapes to look at too, meshes by plain names, inertias made possible."""
    own = root.find("mujoco")
    if own is None:
        own = SubElement(root, "mujoco")
    compiler = own.find("compiler")
    if compiler is None:
        compiler = SubElement(own, "compiler")
    for key in ("meshdir", "texturedir", "assetdir"):
        compiler.attrib.pop(key, None)
    said = {"strippath": "true", "balanceinertia": "true", "boundmass": "1e-6", "boundinertia": "1e-9"}
    for key, value in said.items():
        compiler.attrib.setdefault(key, value)
    compiler.set("discardvisual", "false")
    compiler.set("strippath", "true")
