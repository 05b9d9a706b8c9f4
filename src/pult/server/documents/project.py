"""The project folder: the user's own documents, which come before the shipped ones of the same name."""

import errno
import hashlib
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

from pult.core.bases import read_merged
from pult.core.document import read_json, write_atomically
from pult.core.errors import DocumentError, FaultKind, UsageError, advice
from pult.core.shipped import shipped, shipped_file, shipped_parts
from pult.exercise.exercise import Exercise, load_exercise
from pult.server.documents.companions import companions, outside_faults
from pult.server.documents.formatting import document_text
from pult.server.documents.names import check_name, inside
from pult.server.documents.parts import library_part, part_users, used_parts
from pult.server.http.wire import Refusal, fault_messages
from pult.server.messages import DocumentEntry, DocumentKind, DocumentState, LibraryPart

NO_DOCUMENT = FaultKind("not-found", "There is no {kind} {name!r}. {advice}")
EXISTS = FaultKind("conflict", "The {kind} {name!r} exists already; choose another name.")
CHANGED = FaultKind(
    "conflict", "The {kind} {name!r} was saved by somebody else meanwhile. Load that version, or save over it."
)
DELETED = FaultKind("conflict", "The {kind} {name!r} was deleted meanwhile. Load that version, or save over it.")
NOT_DELETED = FaultKind("conflict", "The {kind} {name!r} was saved by somebody else meanwhile; it was not deleted.")
SHIPPED = FaultKind("shipped", "The {kind} {name!r} is part of pult and cannot be deleted.")
FILE_EXISTS = FaultKind("conflict", "The file {file!r} exists in the project already; choose another name.")
TOO_DEEP = FaultKind("not-a-document", "This is not a valid {kind}: it is nested too deeply.")
DISK_FULL = FaultKind("disk-full", "{what} could not be saved: the disk is full. What was saved before is still there.")
FOLDER_READ_ONLY = FaultKind(
    "read-only", "{what} could not be saved: the project folder cannot be written to ({reason})."
)
NOT_SAVED = FaultKind("disk", "{what} could not be saved: {reason}.")

KINDS: tuple[DocumentKind, ...] = get_args(DocumentKind)
READ_ONLY = (errno.EROFS, errno.EACCES, errno.EPERM)
"""What the system says where nothing may be written."""


def version_of(data: bytes) -> str:
    """Version of a document: a hash of its bytes."""
    return hashlib.sha256(data).hexdigest()[:16]


class Project:
    """A project folder. Methods may be called from any thread.

    Attributes:
        folder: The folder.
        home: Folder that names in documents are looked up from: the project's own come first.
        records: Folder of the records.
    """

    def __init__(self, folder: Path) -> None:
        """Make the folder and its parts if they are not there; one that can only be read is looked at as it is.

        Raises:
            UsageError: It cannot be made, or not be read.
        """
        self.folder = folder.expanduser().absolute()
        self.home = self.folder / "exercises"
        self.records = self.folder / "records"
        self._locks: dict[Path, threading.RLock] = {}
        self._guard = threading.Lock()
        try:
            self.folder.parent.mkdir(parents=True, exist_ok=True)
            self.folder.mkdir(mode=0o700, exist_ok=True)
            for name in (*(f"{kind}s" for kind in KINDS), "records"):
                (self.folder / name).mkdir(exist_ok=True)
        except OSError as error:
            if error.errno in READ_ONLY and os.access(self.folder / ".", os.R_OK | os.X_OK):
                return
            text = f"cannot make the project folder {str(self.folder)!r}: {error.strerror}. Name another by --project."
            raise UsageError(text) from None

    # --- looking -----------------------------------------------------------------------------------------------------

    def own_file(self, kind: DocumentKind, name: str) -> Path:
        """Where the project's own document is, or would be.

        Raises:
            Refusal: The name is none, or leads elsewhere.
        """
        return inside(self.folder, f"{kind}s/{check_name(name)}.{kind}.json")

    def file(self, kind: DocumentKind, name: str, only_shipped: bool = False) -> Path:
        """The file of a document: the project's own, or else the shipped one.

        Raises:
            Refusal: There is none.
        """
        own = self.own_file(kind, name)
        if own.is_file() and not only_shipped:
            return own
        if name not in shipped(kind):
            raise Refusal.of(404, NO_DOCUMENT.at(kind=kind, name=name, **advice(name, self.names(kind))))
        return shipped_file(kind, name)

    def names(self, kind: DocumentKind) -> list[str]:
        """Names of all documents of a kind."""
        return sorted({*shipped(kind), *self._own_names(kind)})

    def _own_names(self, kind: DocumentKind) -> Iterator[str]:
        suffix = f".{kind}.json"
        for path in (self.folder / f"{kind}s").glob(f"*{suffix}"):
            name = path.name.removesuffix(suffix)
            try:
                if self.own_file(kind, name).is_file():
                    yield name
            except Refusal:  # a file somebody put there under a name that none may have, or a link elsewhere
                continue

    def entries(self, kind: DocumentKind | None = None) -> list[DocumentEntry]:
        """All documents, or those of a kind."""
        return [self.entry(k, name) for k in KINDS if kind in (None, k) for name in self.names(k)]

    def entry(self, kind: DocumentKind, name: str) -> DocumentEntry:
        """One document, as it stands in a list."""
        own = self.own_file(kind, name)
        is_own = own.is_file()
        file = own if is_own else shipped_file(kind, name)
        data, document = _content(kind, file)
        title, description = document.get("title"), document.get("description")
        return DocumentEntry(
            kind=kind,
            name=name,
            title=_words(title) or _words(document.get("name")) or name,
            description=_words(description),
            shipped=name in shipped(kind),
            own=is_own,
            version=version_of(data),
            changed=file.stat().st_mtime if is_own else None,
            part=kind == "scheme" and name in shipped_parts(),
        )

    def read(self, kind: DocumentKind, name: str, only_shipped: bool = False, whole: bool = False) -> DocumentState:
        """A document.

        Args:
            kind: Kind of document.
            name: Its name.
            only_shipped: Take the shipped one, even if the project has its own.
            whole: With the documents that it builds on merged in.

        Raises:
            Refusal: There is none.
            DocumentError: Its file is damaged.
        """
        file = self.file(kind, name, only_shipped)
        own = not only_shipped and file == self.own_file(kind, name)
        data, document = file.read_bytes(), read_json(file)
        home = schemes_folder(self)
        is_scheme = kind == "scheme"
        parts, brought = used_parts(document, home, home) if is_scheme else ({}, {})
        return DocumentState(
            kind=kind,
            name=name,
            version=version_of(data),
            shipped=name in shipped(kind),
            own=own,
            document=read_merged(file, kind).data if whole else document,
            changed=file.stat().st_mtime if own else None,
            parts=parts,
            brought=brought,
            used_by=part_users(file, home) if is_scheme else [],
        )

    def parts(self) -> list[LibraryPart]:
        """Schemes that others may use as parts: the project's own, then those of the library that pult ships."""
        home = schemes_folder(self)
        own = sorted(self._own_names("scheme"))
        names = [*own, *(name for name in shipped_parts() if name not in own)]
        return [part for name in names if (part := library_part(name, home, home)) is not None]

    def exercise(self, name: str) -> Exercise:
        """An exercise; what it names is looked for in the project first, even if the exercise itself is shipped.

        Raises:
            Refusal: There is none.
            DocumentError: It has faults.
        """
        return replace(load_exercise(self.file("exercise", name)), folder=self.home)

    # --- changing ----------------------------------------------------------------------------------------------------

    @contextmanager
    def locked(self, path: Path) -> Iterator[None]:
        """Nobody else in this server changes the file meanwhile."""
        with self._guard:
            lock = self._locks.setdefault(path, threading.RLock())
        with lock:
            yield

    def save(
        self, kind: DocumentKind, name: str, document: Any, version: str | None, overwrite: bool = False
    ) -> DocumentState:
        """Save a document; the old one stays as it was if that fails.

        Args:
            kind: Kind of document.
            name: Its name.
            document: Its content. Faults are no hindrance.
            version: Version it was made from; None for a new one.
            overwrite: Save even if there is another version.

        Raises:
            Refusal: There is another version, the document is none of that kind, or the disk refuses.
        """
        path = self.own_file(kind, name)
        if faults := outside_faults(kind, document):
            raise Refusal(422, "outside", str(faults[0]), fault_messages(faults))
        try:
            text = document_text(kind, document)
        except DocumentError as error:
            raise Refusal(422, "not-a-document", str(error), fault_messages(error.faults)) from None
        except RecursionError:
            raise Refusal.of(422, TOO_DEEP.at(kind=kind)) from None
        with self.locked(path):
            if not overwrite:
                self._check_version(kind, name, version)
            with disk(f"The {kind} {name!r}"):
                self._bring_companions(kind, name, document)
                write_atomically(path, text.encode())
            return self.read(kind, name)

    def _check_version(self, kind: DocumentKind, name: str, version: str | None) -> None:
        try:
            there = version_of(self.file(kind, name).read_bytes())
        except Refusal:
            there = ""
        if version is None and there:
            raise Refusal.of(409, EXISTS.at(kind=kind, name=name), there)
        if version is not None and version != there:
            raise Refusal.of(409, (CHANGED if there else DELETED).at(kind=kind, name=name), there)

    def _bring_companions(self, kind: DocumentKind, name: str, document: Any) -> None:
        """The first change of a shipped document makes it an own one; its picture or model must come along."""
        if name not in shipped(kind):
            return
        source = shipped_file(kind, name)
        for relative in companions(kind, source.parent, document):
            target = inside(self.folder, f"{kind}s/{relative.as_posix()}")
            if not target.exists():
                target.parent.mkdir(parents=True, exist_ok=True)
                write_atomically(target, (source.parent / relative).read_bytes())

    def delete(self, kind: DocumentKind, name: str, version: str) -> None:
        """Delete an own document; a shipped one of this name shows again.

        Raises:
            Refusal: It is not the project's, or there is another version.
        """
        path = self.own_file(kind, name)
        with self.locked(path):
            if not path.is_file():
                self.file(kind, name)
                raise Refusal.of(403, SHIPPED.at(kind=kind, name=name))
            there = version_of(path.read_bytes())
            if version != there:
                raise Refusal.of(409, NOT_DELETED.at(kind=kind, name=name), there)
            with disk(f"The {kind} {name!r}"):
                path.unlink()

    def write(self, files: dict[str, bytes]) -> None:
        """Write several new files into the project: all of them or none.

        Args:
            files: Content by path in the project folder.

        Raises:
            Refusal: One of them is there already, leads elsewhere, or the disk refuses.
        """
        paths = {inside(self.folder, name): content for name, content in files.items()}
        done: list[Path] = []
        with self._guard:
            there = [path for path in paths if path.exists()]
            if there:
                raise Refusal.of(409, FILE_EXISTS.at(file=there[0].name))
            try:
                with disk("The files"):
                    for path, content in paths.items():
                        path.parent.mkdir(parents=True, exist_ok=True)
                        done.append(path)
                        write_atomically(path, content)
            except BaseException:
                for path in done:
                    path.unlink(missing_ok=True)
                raise


def schemes_folder(project: Project) -> Path:
    """Folder from which parts of schemes are looked up, saved or not: where they are saved."""
    return project.folder / "schemes"


@contextmanager
def disk(what: str) -> Iterator[None]:
    """Say clearly why something could not be written.

    Raises:
        Refusal: With the reason.
    """
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
            raise Refusal.of(507, DISK_FULL.at(what=what)) from None
        if error.errno in READ_ONLY:
            raise Refusal.of(403, FOLDER_READ_ONLY.at(what=what, reason=reason)) from None
        raise Refusal.of(500, NOT_SAVED.at(what=what, reason=reason)) from None


def _content(kind: DocumentKind, file: Path) -> tuple[bytes, dict[str, Any]]:
    """Bytes of a document, and what it is as a whole; an empty one if it is damaged."""
    try:
        data = file.read_bytes()
        document = read_merged(file, kind).data
    except (DocumentError, OSError):
        return (file.read_bytes() if os.access(file, os.R_OK) else b""), {}
    return data, document if isinstance(document, dict) else {}


def _words(value: Any) -> str | dict[str, str]:
    if isinstance(value, str):
        return value
    if isinstance(value, dict) and all(isinstance(text, str) for text in value.values()):
        return value
    return ""
