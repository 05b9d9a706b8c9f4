"""Documents that build on others: `"base"` names a document of the same kind, and the other keys say what differs.

What differs is merged in as a JSON Merge Patch (RFC 7396): objects key by key, null takes a key away, everything else
takes the place of what was there. The name of a document is its own. The base is merged in when the document is read,
so that checks, sessions and records see one whole document.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from pult.core.document import VERSION, decode, head_faults, read_json
from pult.core.errors import DocumentError, Fault, FaultKind, FaultLead, PultError, brief
from pult.core.folders import DocumentFolder, is_path
from pult.core.kinds import UNKNOWN_NAME
from pult.core.shipped import document_file

IN_BASE = FaultLead("{parent}:")
CIRCULAR_BASE = FaultKind("circular-base", "the documents build on each other in a circle: {files: -> }.")
TOO_MANY_BASES = FaultKind("circular-base", "more than {most} documents build on each other.")
NOT_A_DOCUMENT = FaultKind("bad-type", "must be the name of a {kind}, not {value}.")

T = TypeVar("T", bound=msgspec.Struct)

KINDS = ("exercise", "robot", "world")
"""Kinds of documents that may build on others."""
BASE = "base"
MAX_BASES = 16
"""Most documents that build on each other."""
_OWN = ("format", "version", "name")
"""Keys that are a document's own, in the order in which a whole document has them."""


class Whole(NamedTuple):
    """A document as plain data, with its bases merged in.

    Attributes:
        data: The document, without 'base'.
        folder: Its folder.
        bases: Files of the documents that it builds on, the nearest first.
        origins: Folder of the document that gave a key, if it builds on others.
    """

    data: Any
    folder: Path
    bases: tuple[Path, ...] = ()
    origins: Mapping[str, Path] = {}

    def home(self, key: str) -> Path:
        """Folder that the relative files start from which a key names."""
        return self.origins.get(key, self.folder)


@dataclass(frozen=True)
class Based(Generic[T]):
    """A document that was read, with its bases merged in.

    Attributes:
        document: The document.
        title: What it is called in messages.
        file: Its file; None for plain data.
        whole: The same as plain data.
    """

    document: T
    title: str
    file: Path | None
    whole: Whole

    @property
    def folder(self) -> Path:
        """Folder of the document."""
        return self.whole.folder

    def home(self, key: str) -> Path:
        """Folder that the relative files start from which a key names; see `Whole.home`."""
        return self.whole.home(key)

    def content(self) -> bytes:
        """The whole document as a file: as it was written, if it builds on no other."""
        if self.file is not None and not self.whole.bases:
            return self.file.read_bytes()
        return (json.dumps(self.whole.data, ensure_ascii=False, indent=2) + "\n").encode()

    def sources(self) -> dict[str, bytes]:
        """What was written by hand: the file and those that it builds on, by their names."""
        files = [self.file] if self.file is not None else []
        return {file.name: file.read_bytes() for file in (*files, *self.whole.bases)}


def read_based(
    source: str | Path | Mapping[str, Any],
    struct: type[T],
    name: str,
    folder: Path | None = None,
    whole: Path | None = None,
) -> Based[T]:
    """Decode a document that may build on others.

    Args:
        source: A file, or the data.
        struct: What it is decoded to; it has the fields 'format' and 'version'.
        name: Name of its format, such as "pult.world".
        folder: For plain data, the folder that its names start from.
        whole: Folder of an unpacked record: nothing is taken from elsewhere.

    Raises:
        DocumentError: With everything that does not fit.
    """
    kind = name.rpartition(".")[2]
    file = Path(source) if isinstance(source, (str, Path)) else None
    title = str(file) if file is not None else kind
    home = file.parent if file is not None else folder or Path()
    data: Any = source if file is None else read_json(file)
    if faults := head_faults(data, name, VERSION):
        raise DocumentError(title, faults)
    try:
        found = _merged(data, kind, home, file, whole)
    except _NoBase as error:
        raise DocumentError(title, [error.fault]) from None
    document, faults = decode(struct, found.data)
    if document is None:
        raise DocumentError(title, faults)
    return Based(document, title, file, found)


def read_whole(file: Path, kind: str) -> Whole:
    """A document as plain data with its bases merged in, right or wrong.

    Args:
        file: Its file.
        kind: Its kind, such as "world".

    Raises:
        DocumentError: It cannot be read, or one of its bases cannot.
    """
    data = read_json(file)
    if not isinstance(data, dict) or kind not in KINDS:
        return Whole(data, file.parent)
    try:
        return _merged(data, kind, file.parent, file, None)
    except _NoBase as error:
        raise DocumentError(str(file), [error.fault]) from None


class _NoBase(Exception):  # noqa: N818 - never leaves this module
    """A base cannot be had; carries the fault."""

    def __init__(self, fault: Fault) -> None:
        self.fault = fault.at(BASE)
        super().__init__(fault.message)


def _merged(data: Mapping[str, Any], kind: str, home: Path, file: Path | None, whole: Path | None) -> Whole:
    chain = [(data, home)]
    files: list[Path] = [] if file is None else [file.absolute()]
    own = len(files)
    while BASE in chain[-1][0]:
        here, folder = chain[-1]
        found = _base_file(kind, here[BASE], folder, whole)
        if found.absolute() in files:
            raise _NoBase(CIRCULAR_BASE.at(files=[path.name for path in (*files, found)]))
        if len(chain) > MAX_BASES:
            raise _NoBase(TOO_MANY_BASES.at(most=MAX_BASES))
        files.append(found.absolute())
        chain.append((_base_data(kind, found), found.parent))
    if len(chain) == 1:
        return Whole(data, home)
    result: dict[str, Any] = {}
    origins: dict[str, Path] = {}
    for part, folder in reversed(chain):
        changes = {key: value for key, value in part.items() if key != BASE}
        result.pop("name", None)
        result = merge_patch(result, changes)
        origins |= dict.fromkeys(changes, folder)
    ordered = {key: result[key] for key in _OWN if key in result}
    return Whole({**ordered, **result}, home, tuple(files[own:]), origins)


def merge_patch(target: Any, patch: Any) -> Any:
    """JSON Merge Patch (RFC 7396): the target with the changes that a patch says."""
    if not isinstance(patch, Mapping):
        return patch
    result = dict(target) if isinstance(target, Mapping) else {}
    for key, value in patch.items():
        if value is None:
            result.pop(key, None)
        else:
            result[key] = merge_patch(result.get(key), value)
    return result


def _base_file(kind: str, name: Any, folder: Path, whole: Path | None) -> Path:
    if not isinstance(name, str) or not name:
        raise _NoBase(NOT_A_DOCUMENT.at(kind=kind, value=brief(name)))
    home = DocumentFolder(folder, whole)
    if is_path(name) and (problem := home.problem(name)):
        raise _NoBase(problem)
    try:
        file = document_file(kind, name, folder, whole)
    except PultError as error:
        raise _NoBase(UNKNOWN_NAME.at(error=str(error))) from None
    beside = DocumentFolder(file.parent, whole)
    if not beside.holds(file):  # a link
        raise _NoBase(beside.outside(name))
    return file


def _base_data(kind: str, file: Path) -> Mapping[str, Any]:
    try:
        data = read_json(file)
        faults = head_faults(data, f"pult.{kind}", VERSION)
    except DocumentError as error:
        faults = list(error.faults)
    if faults:
        raise _NoBase(IN_BASE.before(faults[0].inside(""), parent=file.name))
    found: Mapping[str, Any] = data
    return found
