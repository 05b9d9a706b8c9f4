"""Safe parsing of untrusted model XML: bounded size, no entities, no plug-ins.

MuJoCo opens whatever a model names. So every model is parsed here first, by imports, worlds and records alike, and
MuJoCo sees it only if nothing is wrong with it. Where two parsers could understand a text differently, it is refused.
"""

import math
import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element, ParseError
from xml.sax.saxutils import escape

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from pult.core.errors import Fault, FaultKind, KinematicsError

TOO_LARGE = FaultKind("too-large", "{name!r} is larger than {most} MiB.")
COMPILED = FaultKind(
    "bad-type", "{name!r} is no XML text; compiled models are not read, because they cannot be checked."
)
TOO_MANY_ELEMENTS = FaultKind("too-large", "{name} has more than {most|element|elements}.")
HAS_ENTITIES = FaultKind("bad-xml", "{name!r} has a document type or entities; a robot needs none. Remove them.")
NOT_XML = FaultKind("bad-xml", "{name!r} is not XML: {reason}.")
NOT_UTF_8 = FaultKind("bad-type", "{name!r} is not XML text in UTF-8; save it so.")
LINE_BREAKS = FaultKind("bad-path", "{name!r} names {file!r} with line breaks; write it in one line.")
ATTRIBUTE_TOO_LONG = FaultKind("too-large", "{name}: an attribute of <{element}> is too long.")
TOO_DEEP = FaultKind("too-deep", "{name}: elements are nested deeper than {most|level|levels}.")
FOREIGN = FaultKind("not-allowed", "<{element}> is not allowed: {reason}.")
TOO_MANY_COPIES = FaultKind("too-many", "<replicate> asks for {count|copy|copies}; at most {most} are allowed.")
TOO_MANY_WITH_COPIES = FaultKind("too-many", "With all its copies the model has more than {most} elements.")

MAX_XML = 8 * 2**20
"""Largest XML file of a model [bytes]; meshes and textures are files of their own."""
MAX_ELEMENTS = 20_000
"""Maximum number of elements of a model, replicas included."""
MAX_MARKS = 4 * MAX_ELEMENTS
"""Maximum number of characters '<' in a file: two for each element, and as many in comments."""
MAX_DEPTH = 256
"""Maximum depth of nested elements: an arm of 200 links is a body in a body in a body."""
MAX_TEXT = 64 * 2**10
"""Maximum length of an attribute [characters], in imported models."""
MAX_COPIES = 2000
MAX_INCLUDES = 50
"""Maximum number of XML files of a model."""
FOREIGN_CODE = {"plugin": "plug-ins run foreign code", "extension": "plug-ins run foreign code"}
"""Elements that are not allowed in a model, and why."""
DIRECTORIES = ("meshdir", "texturedir", "assetdir")
"""Compiler settings that name folders of files."""
FILES = ("file", "fileright", "fileleft", "fileup", "filedown", "filefront", "fileback", "filename")
"""Attributes that name a file, in MJCF and in URDF."""
_URDF = ("link", "joint", "material", "include", "mujoco")
_ENCODING = re.compile(rb"^(?:\xef\xbb\xbf)?\s*<\?xml[^>]*?encoding\s*=\s*[\"']([A-Za-z0-9._-]*)[\"']")
_PLAIN = (b"utf-8", b"utf8", b"us-ascii", b"ascii")
_LATIN = (b"iso-8859-1", b"latin1", b"latin-1", b"windows-1252", b"cp1252")


class ModelRefused(KinematicsError):  # noqa: N818 - it says what became of the model
    """A model that was refused.

    Attributes:
        fault: Why not.
    """

    def __init__(self, fault: Fault) -> None:
        self.fault = fault
        super().__init__(fault.message)


def parse_model(name: str, data: bytes, max_text: int | None = None) -> Element:
    """Parse an XML file; document types, entities and external references are refused.

    Args:
        name: Its name, for messages.
        data: Its content.
        max_text: Maximum length of an attribute [characters]; None for no limit.

    Raises:
        ModelRefused: It is not such a file.
    """
    if len(data) > MAX_XML:
        raise ModelRefused(TOO_LARGE.at(name=name, most=MAX_XML >> 20))
    if b"\0" in data[:512] and not data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise ModelRefused(COMPILED.at(name=name))
    if data.count(b"<") > MAX_MARKS:  # parsing it would block everybody else for seconds
        raise ModelRefused(TOO_MANY_ELEMENTS.at(name=f"{name!r}", most=MAX_ELEMENTS))
    try:
        root: Element = fromstring(data, forbid_dtd=True, forbid_entities=True, forbid_external=True)
    except DefusedXmlException:
        raise ModelRefused(HAS_ENTITIES.at(name=name)) from None
    except (ParseError, ValueError, LookupError) as error:
        raise ModelRefused(NOT_XML.at(name=name, reason=str(error)[:120])) from None
    check_tree(f"{name!r}", root, max_text)
    return root


def parse_for_mujoco(name: str, data: bytes) -> Element:
    """Parse a file that MuJoCo will read itself, and refuse whatever its own parser could read differently.

    Raises:
        ModelRefused: It is not such a file.
    """
    if b"\0" in data or data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise ModelRefused(NOT_UTF_8.at(name=name))
    declared = _ENCODING.match(data)
    known = _PLAIN + _LATIN if data.isascii() else _PLAIN
    if declared is not None and declared[1].lower() not in known:
        raise ModelRefused(NOT_UTF_8.at(name=name))
    root = parse_model(name, data)
    for element in root.iter():
        for key in (*FILES, *DIRECTORIES):
            value = element.get(key, "")
            # XML parsers turn line breaks in attributes into spaces, MuJoCo's does not
            if " " in value and not any(form.encode() in data for form in (value, escape(value), quoted(value))):
                raise ModelRefused(LINE_BREAKS.at(name=name, file=value[:80]))
    return root


def quoted(value: str) -> str:
    """Escape a text for use in an attribute."""
    return escape(value, {'"': "&quot;", "'": "&apos;"})


def local_name(element: Element) -> str:
    """Name of an element without its namespace, which MuJoCo ignores."""
    return str(element.tag).rpartition("}")[2]


def read_parts(root: Element) -> Iterator[Element]:
    """Elements that MuJoCo reads: of a URDF, those that are not for other programs such as Gazebo."""
    if local_name(root) != "robot":
        yield from root.iter()
        return
    yield root
    for part in root:
        if local_name(part) in _URDF:
            yield from part.iter()


def check_tree(what: str, root: Element, max_text: int | None = None) -> None:
    """Check the size of an XML tree.

    Args:
        what: Its description, for messages.
        root: The tree.
        max_text: Maximum length of an attribute [characters]; None for no limit.

    Raises:
        ModelRefused: It is too deep, has too many elements, or too long attributes.
    """
    count = 0
    level = [root]
    for _ in range(MAX_DEPTH):
        count += len(level)
        for element in level:
            if max_text is not None and any(len(value) > max_text for value in element.attrib.values()):
                raise ModelRefused(ATTRIBUTE_TOO_LONG.at(name=what, element=str(element.tag)[:40]))
        level = [inner for element in level for inner in element]
        if not level:
            break
    if level:
        raise ModelRefused(TOO_DEEP.at(name=what, most=MAX_DEPTH))
    if count > MAX_ELEMENTS:
        raise ModelRefused(TOO_MANY_ELEMENTS.at(name=what, most=MAX_ELEMENTS))


def refuse_foreign_code(root: Element) -> None:
    """Refuse a model that would run code that is not MuJoCo's own.

    Raises:
        ModelRefused: It has plug-ins.
    """
    for element in read_parts(root):
        name = local_name(element)
        if name in FOREIGN_CODE:
            raise ModelRefused(FOREIGN.at(element=name, reason=FOREIGN_CODE[name]))


def count_copies(element: Element, factor: int = 1) -> int:
    """Number of elements after replication.

    Raises:
        ModelRefused: There are too many.
    """
    name = local_name(element)
    if name == "replicate":
        count = number(element.get("count", "1"))
        if not 0 <= count <= MAX_COPIES:
            asked = element.get("count", "")[:20]
            raise ModelRefused(TOO_MANY_COPIES.at(count=asked, most=MAX_COPIES))
        factor *= int(count)
    total = factor + sum(count_copies(inner, factor) for inner in element)
    if name in ("composite", "flexcomp"):
        points = 1.0
        for word in element.get("count", "").split():
            points *= max(number(word), 1.0)
        total += factor * int(min(points, 1e9))
    if total > MAX_ELEMENTS:
        raise ModelRefused(TOO_MANY_WITH_COPIES.at(most=MAX_ELEMENTS))
    return total


def number(word: str) -> float:
    """Parse a number; infinity if it is invalid."""
    try:
        value = float(word)
    except ValueError:
        return math.inf
    return math.inf if math.isnan(value) else value


def references(root: Element) -> Iterator[tuple[str, str]]:
    """Files named in a tree: name of the element, and the file as written."""
    for element in read_parts(root):
        for key in FILES:
            if name := element.get(key):
                yield local_name(element), name
