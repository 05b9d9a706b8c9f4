"""Sanitising of imported robots: known elements only, and no files but those of the bundle.

Rules for all untrusted models are in `pult.robot.model_xml`. Here, in addition, no path of a model reaches MuJoCo:
every reference is replaced by the name of a file of the bundle, or the model is refused.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element, tostring

from pult.core.errors import Fault, FaultKind
from pult.importing.files import Bundle
from pult.robot.model_xml import MAX_TEXT, ModelRefused, parse_model

OTHER_ROOT = FaultKind("bad-file", "{file!r}: the outermost element is <{tag}>; a robot has <mujoco> or <robot>.")
MISSING_MESH = FaultKind(
    "missing-mesh", "Mesh {files!r} is missing. Add it, or import with simple shapes in its place."
)
MISSING_MESHES = FaultKind(
    "missing-mesh",
    "{count} meshes are missing, such as {shown!r}. Add them, or import with simple shapes in their place.",
    ("files",),
)
MAX_SHOWN = 3
"""Most missing meshes that a message names."""


@dataclass
class Model:
    """A sanitised model.

    Attributes:
        kind: "mjcf" or "urdf".
        title: Name that the robot gives itself; empty if it does not.
        text: The sanitised XML.
        source: The same with its actuators, for guessing drives.
        files: Meshes and textures by the names that the text uses.
        notes: What was left out.
        mimics: Joints that follow others, as far as the text says so.
    """

    kind: str
    title: str
    text: bytes
    source: bytes
    files: dict[str, bytes]
    notes: list[str] = field(default_factory=list)
    mimics: list[str] = field(default_factory=list)


def sanitise(bundle: Bundle, main: str, without_meshes: bool = False) -> Model:
    """Sanitise a robot.

    Args:
        bundle: All files that came with the robot.
        main: Path of the robot's main file.
        without_meshes: Put simple shapes in the place of meshes that are missing or unreadable, instead of refusing.

    Raises:
        ModelRefused: It is not a robot, or contains something that is not allowed; the message says what.
    """
    from pult.importing.sanitise_mjcf import clean_mjcf
    from pult.importing.sanitise_urdf import clean_urdf

    root = parse_model(main, bundle.files[main], MAX_TEXT)
    if root.tag == "robot":
        return clean_urdf(bundle, main, root, without_meshes)
    if root.tag == "mujoco":
        return clean_mjcf(bundle, main, root, without_meshes)
    raise ModelRefused(OTHER_ROOT.at(main, file=main, tag=root.tag[:40]))


def text_of(root: Element) -> bytes:
    """A tree as XML text."""
    for element in root.iter():
        element.text = None
        element.tail = None
    data: bytes = tostring(root, encoding="utf-8", xml_declaration=True)
    return data


def parents(root: Element) -> Iterator[tuple[Element, Element]]:
    """Every element with its parent, collected first so that the tree may be changed."""
    yield from [(parent, child) for parent in root.iter() for child in parent]


def missing_meshes(main: str, missing: list[str]) -> Fault:
    """Meshes that the model names and the bundle lacks."""
    if len(missing) == 1:
        return MISSING_MESH.at(main, files=missing)
    return MISSING_MESHES.at(main, count=len(missing), shown=missing[:MAX_SHOWN], files=missing)
