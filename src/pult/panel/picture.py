"""The picture of a panel: a passive SVG file.

A picture may come from a stranger and is drawn in a browser. Scripts, event handlers, embedded documents and external
resources are refused; nothing is removed silently.
"""

import math
import re
from pathlib import Path
from xml.parsers import expat

from pult.core.errors import Fault, FaultKind, FaultPrefix

IN_PICTURE = FaultPrefix("{picture!r}:")
OUTSIDE = FaultKind("bad-picture", "{file!r} must lie in the folder of the panel or below.")
NO_FILE = FaultKind("no-file", "there is no file {file!r} beside the panel.")
TOO_LARGE = FaultKind("too-large", "{file!r} is larger than {most} MiB.")
UNREADABLE = FaultKind("no-file", "{file!r} cannot be read: {error}.")
NOT_SVG = FaultKind("bad-picture", "not SVG: {reason} (line {line}).")
UNKNOWN_ENCODING = FaultKind("bad-picture", "not SVG: its encoding is not known; write UTF-8.")
NO_SIZE = FaultKind("bad-picture", 'it does not say its size; give <svg> a viewBox="0 0 WIDTH HEIGHT".')
NOT_AN_SVG = FaultKind(
    "bad-picture", 'its outermost element is <{element}>; an SVG file has <svg xmlns="{namespace}">.'
)
NOT_ALLOWED = FaultKind("bad-picture", "<{element}> is not allowed in a picture.")
HANDLES_EVENT = FaultKind("bad-picture", "<{element}> handles the event {event!r}; pictures do nothing.")
CHANGES_LINK = FaultKind("bad-picture", "<{element}> changes a link; pictures do nothing.")
LINKS_OUTSIDE = FaultKind(
    "bad-picture", "<{element}> refers to {value!r}; only parts of the picture itself ('#name') are allowed."
)
REFERS_OUTSIDE = FaultKind(
    "bad-picture", "<{element}> refers outside the picture in {key!r}; only 'url(#name)' is allowed."
)
STYLE_REFERS_OUTSIDE = FaultKind(
    "bad-picture", "<style> refers outside the picture; only 'url(#name)' is allowed."
)
HAS_DOCTYPE = FaultKind("bad-picture", "it has a DOCTYPE, which could name other files; remove it.")
HAS_INSTRUCTION = FaultKind("bad-picture", "the instruction <?{target} ...?> is not allowed in a picture.")

SVG = "http://www.w3.org/2000/svg"
PLACE = "picture.file"
MAX_BYTES = 4 * 2**20
_ACTIVE = frozenset(
    ["script", "foreignobject", "iframe", "embed", "object", "audio", "video", "canvas", "handler", "listener"]
)
_DOCUMENTS = ("http://www.w3.org/1999/xhtml", "http://www.w3.org/1998/Math/MathML")
_LINKS = ("href", "src", "base")
_INSIDE = re.compile(r"\s*(#|data:image/(png|jpeg|webp);base64,)", re.IGNORECASE)
# A backslash could hide any of these words from the reader, so style has none.
_STYLE = re.compile(r"\\|@import|image-set\s*\(|\bimage\s*\(|\bsrc\s*\(|expression\s*\(", re.IGNORECASE)
_URL = re.compile(r"url\s*+\(\s*+['\"]?+\s*+(?!#)", re.IGNORECASE)
_LENGTH = re.compile(r"\s*([0-9.eE+-]+)\s*(px)?\s*")


class _Refused(Exception):  # noqa: N818 - never leaves this module
    """Stops parsing at once."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.message)
        self.fault = fault


class _Reader:
    """Parser callbacks that note whatever a picture must not contain."""

    def __init__(self) -> None:
        self.problems: list[Fault] = []
        self.size: tuple[float, float] | None = None
        self._root = True
        self._style = 0
        self._text: list[str] = []

    def note(self, problem: Fault) -> None:
        if problem not in self.problems:
            self.problems.append(problem)

    def start(self, name: str, attributes: dict[str, str]) -> None:
        space, _, local = name.rpartition(" ")
        if self._root:
            self._root = False
            if (space, local) != (SVG, "svg"):
                raise _Refused(NOT_AN_SVG.at(element=local, namespace=SVG))
            self.size = _size(attributes)
        if local.lower() in _ACTIVE or space in _DOCUMENTS:
            self.note(NOT_ALLOWED.at(element=local))
        self._style += local.lower() == "style"
        for key, value in attributes.items():
            self._attribute(local, key.rpartition(" ")[2].lower(), value)

    def _attribute(self, element: str, key: str, value: str) -> None:
        target = value.rpartition(":")[2].strip().lower() if key == "attributename" else key
        if target.startswith("on"):
            self.note(HANDLES_EVENT.at(element=element, event=target))
        elif key == "attributename" and target in _LINKS:
            self.note(CHANGES_LINK.at(element=element))
        elif key in _LINKS and not _INSIDE.match(value):
            self.note(LINKS_OUTSIDE.at(element=element, value=value[:60]))
        elif _URL.search(value) or (key == "style" and _STYLE.search(value)):
            self.note(REFERS_OUTSIDE.at(element=element, key=key))

    def end(self, name: str) -> None:
        if name.rpartition(" ")[2].lower() == "style":
            self._style -= 1
            text = "".join(self._text)
            self._text.clear()
            if _URL.search(text) or _STYLE.search(text):
                self.note(STYLE_REFERS_OUTSIDE.at())

    def text(self, data: str) -> None:
        if self._style:
            self._text.append(data)

    def doctype(self, *_: object) -> None:
        raise _Refused(HAS_DOCTYPE.at())

    def instruction(self, target: str, _: str) -> None:
        self.note(HAS_INSTRUCTION.at(target=target))


def read_picture(folder: Path, file: str) -> tuple[tuple[float, float] | None, list[Fault]]:
    """Check a picture.

    Args:
        folder: Folder of the panel's document.
        file: Name of the picture as the document gives it.

    Returns:
        Width and height in the picture's own units, and its faults.
    """
    path = folder / file
    try:
        if not path.resolve().is_relative_to(folder.resolve()):
            return None, [OUTSIDE.at(PLACE, file=file)]
        if not path.is_file():
            return None, [NO_FILE.at(PLACE, file=file)]
        if path.stat().st_size > MAX_BYTES:
            return None, [TOO_LARGE.at(PLACE, file=file, most=MAX_BYTES >> 20)]
        data = path.read_bytes()
    except (OSError, ValueError) as error:  # a name that no file can have is a ValueError
        return None, [UNREADABLE.at(PLACE, file=file, error=str(error))]
    size, problems = check_svg(data)
    return size, [IN_PICTURE.before(problem, PLACE, picture=file) for problem in problems]


def check_svg(data: bytes) -> tuple[tuple[float, float] | None, list[Fault]]:
    """Width and height of an SVG text in its own units, and its faults."""
    reader = _Reader()
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.text
    parser.StartDoctypeDeclHandler = reader.doctype
    parser.ProcessingInstructionHandler = reader.instruction
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        return None, [NOT_SVG.at(reason=expat.ErrorString(error.code), line=error.lineno)]
    except _Refused as refusal:
        return None, [refusal.fault]
    except (ValueError, LookupError):
        return None, [UNKNOWN_ENCODING.at()]
    if reader.size is None:
        reader.note(NO_SIZE.at())
    return reader.size, reader.problems


def _size(attributes: dict[str, str]) -> tuple[float, float] | None:
    """Width and height from the view box, or from the attributes in pixels."""
    words = attributes.get("viewBox", "").replace(",", " ").split()
    if len(words) == 4:
        width, height = words[2:]
    else:
        width, height = attributes.get("width", ""), attributes.get("height", "")
    found = [_length(width), _length(height)]
    return (found[0], found[1]) if all(math.isfinite(x) and x > 0.0 for x in found) else None


def _length(text: str) -> float:
    match = _LENGTH.fullmatch(text)
    try:
        return float(match[1]) if match else math.nan
    except ValueError:
        return math.nan
