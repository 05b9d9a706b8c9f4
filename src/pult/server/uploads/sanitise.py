"""Sanitising of imported robots: known elements only, and no files but those of the upload.

Rules for all untrusted models are in `pult.robot.model_xml`. Here, in addition, no path of a model reaches MuJoCo:
every reference is replaced by the name of an uploaded file, or the model is refused.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element, tostring

from pult.core.errors import Fault, FaultKind
from pult.robot.model_xml import MAX_TEXT, ModelRefused, parse_model
from pult.server.uploads.files import Upload, rejected

OTHER_ROOT = FaultKind("bad-file", "{file!r}: the outermost element is <{tag}>; a robot has <mujoco> or <robot>.")
MISSING_MESH = FaultKind("missing-mesh", "Mesh {files!r} is missing. Add it, or import without meshes.")
MISSING_MESHES = FaultKind("missing-mesh", "{count} meshes are missing: {files!r}. Add them, or import without meshes.")
MISSING_AND_MORE = FaultKind(
    "missing-mesh", "{count} meshes are missing: {files!r} and {more} more. Add them, or import without meshes."
)
MAX_NAMED = 8
"""Most missing meshes that a message names."""


@dataclass
class Model:
    """A sanitised model.

    Attributes:
        kind: "mjcf" or "urdf".
        text: The sanitised XML.
        source: The same with its actuators, for guessing drives.
        files: Meshes and textures by the names that the text uses.
        notes: What was left out.
        mimics: Joints that follow others, as far as the text says so.
    """

    kind: str
    text: bytes
    source: bytes
    files: dict[str, bytes]
    notes: list[str] = field(default_factory=list)
    mimics: list[str] = field(default_factory=list)


def sanitise(upload: Upload, main: str, without_meshes: bool = False) -> Model:
    """Sanitise a robot.

    Args:
        upload: All files of the upload.
        main: Path of the robot's main file.
        without_meshes: Leave out shapes whose meshes are missing or cannot be read, instead of refusing.

    Raises:
        Refusal: It is not a robot, or contains something that is not allowed; the message says what.
    """
    from pult.server.uploads.sanitise_mjcf import clean_mjcf
    from pult.server.uploads.sanitise_urdf import clean_urdf

    try:
        root = parse_model(main, upload.files[main], MAX_TEXT)
        if root.tag == "robot":
            return clean_urdf(upload, main, root, without_meshes)
        if root.tag == "mujoco":
            return clean_mjcf(upload, main, root, without_meshes)
    except ModelRefused as refused:
        raise rejected(refused.fault) from None
    raise rejected(OTHER_ROOT.at(main, file=main, tag=root.tag[:40]))


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
    """Meshes that the model names and the upload lacks."""
    if len(missing) == 1:
        return MISSING_MESH.at(main, files=missing)
    shown, more = missing[:MAX_NAMED], len(missing) - MAX_NAMED
    if more > 0:
        return MISSING_AND_MORE.at(main, count=len(missing), files=shown, more=more)
    return MISSING_MESHES.at(main, count=len(missing), files=shown)
