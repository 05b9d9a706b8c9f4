"""Robots from strangers made safe: XML without tricks, known elements only, and no file but those of the upload.

MuJoCo reads whatever path a model names, so no path of a model reaches it: every reference is replaced by the name of
an uploaded file, or the model is refused.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element, ParseError, tostring

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from pult.server.upload_files import MOST_XML, Upload, bad

MOST_ELEMENTS = 20_000
MOST_MARKS = 4 * MOST_ELEMENTS
"""Most signs '<' of a file: two for each element, and as many in comments."""
MOST_DEPTH = 100
MOST_TEXT = 64 * 2**10
"""Most signs of one attribute."""


@dataclass
class Model:
    """A model made safe.

    Attributes:
        kind: "mjcf" or "urdf".
        text: What is kept.
        source: The same with its actuators, for guessing drives.
        files: Meshes and pictures by the names that the text uses.
        notes: What was left out.
        mimics: Joints that follow others, as far as the text itself says so.
    """

    kind: str
    text: bytes
    source: bytes
    files: dict[str, bytes]
    notes: list[str] = field(default_factory=list)
    mimics: list[str] = field(default_factory=list)


def sanitise(upload: Upload, main: str, without_meshes: bool = False) -> Model:
    """Make a robot safe.

    Args:
        upload: All files of the upload.
        main: The file of the robot.
        without_meshes: Leave out shapes whose meshes are missing or cannot be read, instead of refusing.

    Raises:
        Refusal: It is no robot, or holds what is not allowed; the message says what.
    """
    from pult.server.sanitise_mjcf import clean_mjcf
    from pult.server.sanitise_urdf import clean_urdf

    root = parse_xml(main, upload.files[main])
    if root.tag == "robot":
        return clean_urdf(upload, main, root, without_meshes)
    if root.tag == "mujoco":
        return clean_mjcf(upload, main, root, without_meshes)
    raise bad("bad-type", f"{main!r}: the outermost element is <{root.tag[:40]}>; a robot has <mujoco> or <robot>.")


def parse_xml(path: str, data: bytes) -> Element:
    """Parse an XML file without document types, entities, or anything from elsewhere.

    Raises:
        Refusal: It is not such a file.
    """
    if len(data) > MOST_XML:
        raise bad("too-large", f"{path!r} is larger than {MOST_XML >> 20} MiB.")
    if b"\0" in data[:512] and not data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise bad("bad-type", f"{path!r} is no XML text; compiled models are not read, because they cannot be checked.")
    if data.count(b"<") > MOST_MARKS:  # parsing it would take seconds away from everybody else
        raise bad("too-large", f"{path!r} has more than {MOST_ELEMENTS} elements.")
    try:
        root: Element = fromstring(data, forbid_dtd=True, forbid_entities=True, forbid_external=True)
    except DefusedXmlException:
        raise bad("bad-xml", f"{path!r} has a document type or entities; a robot needs none. Remove them.") from None
    except (ParseError, ValueError, LookupError) as error:
        raise bad("bad-xml", f"{path!r} is not XML: {str(error)[:120]}.") from None
    check_tree(f"{path!r}", root)
    return root


def check_tree(what: str, root: Element) -> None:
    """Look whether a tree is of a size that can be worked with.

    Args:
        what: What it is, for people.
        root: The tree.

    Raises:
        Refusal: It is too deep, has too many elements, or too long texts.
    """
    count = 0
    level = [root]
    for _ in range(MOST_DEPTH):
        count += len(level)
        for element in level:
            if any(len(value) > MOST_TEXT for value in element.attrib.values()):
                raise bad("too-large", f"{what}: an attribute of <{element.tag[:40]}> is too long.")
        level = [inner for element in level for inner in element]
        if not level:
            break
    if level:
        raise bad("too-deep", f"{what}: elements are nested deeper than {MOST_DEPTH} levels.")
    if count > MOST_ELEMENTS:
        raise bad("too-large", f"{what} has more than {MOST_ELEMENTS} elements.")


def text_of(root: Element) -> bytes:
    """A tree as XML text."""
    for element in root.iter():
        element.text = None
        element.tail = None
    data: bytes = tostring(root, encoding="utf-8", xml_declaration=True)
    return data


def parents(root: Element) -> Iterator[tuple[Element, Element]]:
    """Every element with the one it stands in; taken beforehand, so the tree may be changed."""
    yield from [(parent, child) for parent in root.iter() for child in parent]


def missing_text(missing: list[str]) -> str:
    """What is said of meshes that were not uploaded."""
    if len(missing) == 1:
        return f"Mesh {missing[0]!r} is missing. Add it, or import without pictures."
    shown = ", ".join(repr(name) for name in missing[:8]) + (f" and {len(missing) - 8} more" if missing[8:] else "")
    return f"{len(missing)} meshes are missing: {shown}. Add them, or import without pictures."
