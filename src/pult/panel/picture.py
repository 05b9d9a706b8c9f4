"""The picture of a panel: a passive SVG file.

A picture may come from a stranger and is drawn in a browser. Scripts, event handlers, embedded documents and external
resources are refused; nothing is removed silently.
"""

import math
import re
from pathlib import Path
from xml.parsers import expat

from pult.core.errors import Fault

SVG = "http://www.w3.org/2000/svg"
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


class _Reader:
    """Parser callbacks that note whatever a picture must not contain."""

    def __init__(self) -> None:
        self.problems: list[str] = []
        self.size: tuple[float, float] | None = None
        self._root = True
        self._style = 0
        self._text: list[str] = []

    def note(self, problem: str) -> None:
        if problem not in self.problems:
            self.problems.append(problem)

    def start(self, name: str, attributes: dict[str, str]) -> None:
        space, _, local = name.rpartition(" ")
        if self._root:
            self._root = False
            if (space, local) != (SVG, "svg"):
                raise _Refused(f'its outermost element is <{local}>; an SVG file has <svg xmlns="{SVG}">.')
            self.size = _size(attributes)
        if local.lower() in _ACTIVE or space in _DOCUMENTS:
            self.note(f"<{local}> is not allowed in a picture.")
        self._style += local.lower() == "style"
        for key, value in attributes.items():
            self._attribute(local, key.rpartition(" ")[2].lower(), value)

    def _attribute(self, element: str, key: str, value: str) -> None:
        target = value.rpartition(":")[2].strip().lower() if key == "attributename" else key
        if target.startswith("on"):
            self.note(f"<{element}> handles the event {target!r}; pictures do nothing.")
        elif key == "attributename" and target in _LINKS:
            self.note(f"<{element}> changes a link; pictures do nothing.")
        elif key in _LINKS and not _INSIDE.match(value):
            self.note(f"<{element}> refers to {value[:60]!r}; only parts of the picture itself ('#name') are allowed.")
        elif _URL.search(value) or (key == "style" and _STYLE.search(value)):
            self.note(f"<{element}> refers outside the picture in {key!r}; only 'url(#name)' is allowed.")

    def end(self, name: str) -> None:
        if name.rpartition(" ")[2].lower() == "style":
            self._style -= 1
            text = "".join(self._text)
            self._text.clear()
            if _URL.search(text) or _STYLE.search(text):
                self.note("<style> refers outside the picture; only 'url(#name)' is allowed.")

    def text(self, data: str) -> None:
        if self._style:
            self._text.append(data)

    def doctype(self, *_: object) -> None:
        raise _Refused("it has a DOCTYPE, which could name other files; remove it.")

    def instruction(self, target: str, _: str) -> None:
        self.note(f"the instruction <?{target} ...?> is not allowed in a picture.")


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
            return None, [_fault(f"{file!r} must lie in the folder of the panel or below.", "bad-picture")]
        if not path.is_file():
            return None, [_fault(f"there is no file {file!r} beside the panel.", "no-file")]
        if path.stat().st_size > MAX_BYTES:
            return None, [_fault(f"{file!r} is larger than {MAX_BYTES >> 20} MiB.", "too-large")]
        data = path.read_bytes()
    except (OSError, ValueError) as error:  # a name that no file can have is a ValueError
        return None, [_fault(f"{file!r} cannot be read: {error}.", "no-file")]
    size, problems = check_svg(data)
    return size, [_fault(f"{file!r}: {problem}", "bad-picture") for problem in problems]


def check_svg(data: bytes) -> tuple[tuple[float, float] | None, list[str]]:
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
        return None, [f"not SVG: {expat.ErrorString(error.code)} (line {error.lineno})."]
    except _Refused as refusal:
        return None, [str(refusal)]
    except (ValueError, LookupError):
        return None, ["not SVG: its encoding is not known; write UTF-8."]
    if reader.size is None:
        reader.note('it does not say its size; give <svg> a viewBox="0 0 WIDTH HEIGHT".')
    return reader.size, reader.problems


def _fault(message: str, code: str) -> Fault:
    return Fault("picture.file", message, code)


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
