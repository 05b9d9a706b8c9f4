"""Documents derived from others: `"base"` names a document of the same kind, and the other keys override it.

The overrides are a JSON Merge Patch (RFC 7396): objects are merged key by key, null removes a key, any other value
replaces the old one. The name is never inherited. The base is merged in when the document is read, so that checks,
sessions and records see one complete document.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from pult.core.document import decode, head_faults, read_json
from pult.core.draft import Draft, draft_of
from pult.core.errors import DocumentError, Fault, FaultKind, FaultPrefix, PultError, brief
from pult.core.folders import DocumentFolder, is_path
from pult.core.formats import migrated
from pult.core.kinds import UNKNOWN_NAME
from pult.core.shipped import document_file

IN_BASE = FaultPrefix("{parent}:")
CIRCULAR_BASE = FaultKind("circular-base", "the documents are based on each other in a circle: {files: -> }.")
TOO_MANY_BASES = FaultKind("circular-base", "a chain of bases has at most {most|document|documents}.")
NOT_A_DOCUMENT = FaultKind("bad-type", "must be the name of a {kind}, not {value}.")

T = TypeVar("T", bound=msgspec.Struct)

KINDS = ("exercise", "robot", "world")
"""Kinds of documents that may have a base."""
BASE = "base"
MAX_BASES = 16
"""Maximum length of a chain of bases."""
_OWN = ("format", "version", "name")
"""Keys that are not inherited, in the order of a merged document."""


class MergedDocument(NamedTuple):
    """A document as plain data, with its bases merged in.

    Attributes:
        data: The document, without 'base'.
        folder: Its folder.
        bases: Files of its bases, nearest first.
        origins: For each key, the folder of the document that it comes from; empty without a base.
    """

    data: Any
    folder: Path
    bases: tuple[Path, ...] = ()
    origins: Mapping[str, Path] = {}

    def home(self, key: str) -> Path:
        """Folder against which relative file names under a key are resolved."""
        return self.origins.get(key, self.folder)


@dataclass(frozen=True)
class LoadedDocument(Generic[T]):
    """A document that was read, with its bases merged in.

    Attributes:
        document: The document.
        title: Its name in messages.
        file: Its file; None for plain data.
        whole: The merged document as plain data.
    """

    document: T
    title: str
    file: Path | None
    whole: MergedDocument

    @property
    def folder(self) -> Path:
        """Folder of the document."""
        return self.whole.folder

    def home(self, key: str) -> Path:
        """Folder against which relative file names under a key are resolved."""
        return self.whole.home(key)

    def content(self) -> bytes:
        """The merged document as the content of a file; the original bytes if it has no base."""
        if self.file is not None and not self.whole.bases:
            return self.file.read_bytes()
        return (json.dumps(self.whole.data, ensure_ascii=False, indent=2) + "\n").encode()

    def sources(self) -> dict[str, bytes]:
        """The original files, by name: its own and those of its bases."""
        files = [self.file] if self.file is not None else []
        return {file.name: file.read_bytes() for file in (*files, *self.whole.bases)}


def read_with_bases(
    source: str | Path | Mapping[str, Any],
    struct: type[T],
    name: str,
    folder: Path | None = None,
    whole: Path | None = None,
) -> LoadedDocument[T]:
    """Decode a document that may have a base.

    Args:
        source: A file, or the data.
        struct: Type to decode to; it has the fields 'format' and 'version'.
        name: Name of its format, such as "pult.world".
        folder: For plain data, the folder against which its file names are resolved.
        whole: Folder of an unpacked record, if the document is in one; nothing outside it is read.

    Raises:
        DocumentError: Lists every fault.
    """
    title, file, found = _read_merged(source, name, folder, whole)
    document, faults = decode(struct, found.data)
    if document is None:
        raise DocumentError(title, faults)
    return LoadedDocument(document, title, file, found)


def draft_with_bases(
    source: str | Path | Mapping[str, Any], struct: type[T], name: str, folder: Path | None = None
) -> tuple[LoadedDocument[T] | None, Draft, list[Fault]]:
    """Decode a document that may have a base as far as that is possible; see `read_with_bases`.

    Returns:
        The document without its faulty parts, None if nothing is left; the draft, which knows what was left out; and
        all faults of decoding.

    Raises:
        DocumentError: It cannot be read at all, or its header is wrong.
    """
    title, file, found = _read_merged(source, name, folder, None)
    document, faults = decode(struct, found.data)
    draft = Draft(document) if document is not None else draft_of(struct, found.data)
    if draft is None:
        return None, Draft(None), faults
    return LoadedDocument(draft.document, title, file, found), draft, faults


def _read_merged(
    source: str | Path | Mapping[str, Any], name: str, folder: Path | None, whole: Path | None
) -> tuple[str, Path | None, MergedDocument]:
    """Name for messages, file and merged data of a document."""
    kind = name.rpartition(".")[2]
    file = Path(source) if isinstance(source, (str, Path)) else None
    title = str(file) if file is not None else kind
    home = file.parent if file is not None else folder or Path()
    data: Any = source if file is None else read_json(file)
    if faults := head_faults(data, name):
        raise DocumentError(title, faults)
    try:
        return title, file, _merged(data, kind, home, file, whole)
    except _NoBase as error:
        raise DocumentError(title, [error.fault]) from None


def read_merged(file: Path, kind: str) -> MergedDocument:
    """Read a document as plain data with its bases merged in, without checking it.

    Args:
        file: Its file.
        kind: Its kind, such as "world".

    Raises:
        DocumentError: The document or one of its bases cannot be read.
    """
    data = read_json(file)
    if not isinstance(data, dict) or kind not in KINDS:
        return MergedDocument(data, file.parent)
    try:
        return _merged(data, kind, file.parent, file, None)
    except _NoBase as error:
        raise DocumentError(str(file), [error.fault]) from None


class _NoBase(Exception):  # noqa: N818 - never leaves this module
    """A base cannot be read; carries the fault."""

    def __init__(self, fault: Fault) -> None:
        self.fault = fault.at(BASE)
        super().__init__(fault.message)


def _merged(data: Mapping[str, Any], kind: str, home: Path, file: Path | None, whole: Path | None) -> MergedDocument:
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
    format_name = f"pult.{kind}"
    if len(chain) == 1:
        return MergedDocument(migrated(data, format_name), home)
    result: dict[str, Any] = {}
    origins: dict[str, Path] = {}
    for part, folder in reversed(chain):
        changes = {key: value for key, value in migrated(part, format_name, result).items() if key != BASE}
        result.pop("name", None)
        result = merge_patch(result, changes)
        origins |= dict.fromkeys(changes, folder)
    ordered = {key: result[key] for key in _OWN if key in result}
    return MergedDocument({**ordered, **result}, home, tuple(files[own:]), origins)


def merge_patch(target: Any, patch: Any) -> Any:
    """Apply a JSON Merge Patch (RFC 7396) to a target."""
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
        faults = head_faults(data, f"pult.{kind}")
    except DocumentError as error:
        faults = list(error.faults)
    if faults:
        raise _NoBase(IN_BASE.before(faults[0].inside(""), parent=file.name))
    found: Mapping[str, Any] = data
    return found
