"""New documents: empty ones, and copies that bring along everything they need."""

import posixpath
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from pult.core.bases import read_merged
from pult.core.document import decode
from pult.core.errors import FaultKind, UsageError
from pult.core.paths import is_file
from pult.core.shipped import document_file
from pult.scheme.document import SchemeDocument
from pult.scheme.uses import bundle_parts, resolve_parts
from pult.server.documents.companions import companions, leads_out, references
from pult.server.documents.formatting import document_text
from pult.server.documents.gallery import picture_file
from pult.server.documents.names import check_name, inside
from pult.server.documents.project import EXISTS, Project
from pult.server.http.wire import Refusal
from pult.server.messages import DocumentKind, DocumentState

NOTHING_TO_COPY = FaultKind("bad-request", "A new {kind} starts as a copy; say of which one.")
NOT_A_DOCUMENT = FaultKind("not-a-document", "{file!r} is not a valid {kind}.")
NOT_COPIED = FaultKind("not-found", "The exercise cannot be copied: {error}")
PART_MISSING = FaultKind("not-found", "The exercise cannot be copied: its {kind} {name!r} is missing.")
TOO_MANY_COPIES = FaultKind("conflict", "There are too many copies of the {kind} {name!r}.")

EMPTY: dict[str, dict[str, Any]] = {
    "scheme": {"format": "pult.scheme", "version": 1, "step": 0.01},
    "panel": {"format": "pult.panel", "version": 1, "size": [800, 480], "elements": {}},
    "world": {"format": "pult.world", "version": 1, "robots": []},
    "program": {
        "format": "pult.program",
        "version": 1,
        "frames": [{"point": [1.0, 0.05, 0.35], "before": [{"type": "grab", "do": "open"}]}],
    },
    "tunnel": {
        "format": "pult.tunnel",
        "version": 1,
        "left": [[0.0, 0.05], [0.35, 0.05], [0.6, 0.2], [0.9, 0.2]],
        "right": [[0.0, -0.05], [0.38, -0.05], [0.63, 0.1], [0.9, 0.1]],
        "target": [0.85, 0.15],
        "arm": {"links": 12, "length": 0.1, "width": 0.03},
    },
}


def new_document(project: Project, kind: DocumentKind, name: str, template: str) -> DocumentState:
    """Make a document.

    Args:
        project: The project.
        kind: Kind of document.
        name: Name of the new one; no document may bear it.
        template: Document to copy; empty for an empty one.

    Raises:
        Refusal: The name is taken, or there is nothing to copy.
    """
    check_name(name)
    _free(project, kind, name)
    if template:
        files = copy_of(project, kind, template, name)
    elif kind in EMPTY:
        document = {**EMPTY[kind], "name": name}
        files = {f"{kind}s/{name}.{kind}.json": document_text(kind, _ordered(document)).encode()}
    else:
        raise Refusal.of(400, NOTHING_TO_COPY.at(kind=kind))
    project.write({path: content for path, content in files.items() if not _is_there(project, path, content)})
    return project.read(kind, name)


def _is_there(project: Project, path: str, content: bytes) -> bool:
    """Whether the project has this very file already: schemes share the tables beside them."""
    file = inside(project.folder, path)
    return file.is_file() and file.read_bytes() == content


def _free(project: Project, kind: DocumentKind, name: str) -> None:
    if name in project.names(kind):
        raise Refusal.of(409, EXISTS.at(kind=kind, name=name))


def _ordered(document: dict[str, Any]) -> dict[str, Any]:
    first = ("format", "version", "name")
    return {key: document[key] for key in [*(k for k in first if k in document), *document]}


def copy_of(project: Project, kind: DocumentKind, template: str, name: str) -> dict[str, bytes]:
    """Files of a copy, by their paths in the project.

    Raises:
        Refusal: There is no such document, or it names something that is not there.
    """
    file = project.file(kind, template)
    return _copy(project, kind, file, name, {})


def _copy(project: Project, kind: DocumentKind, file: Path, name: str, others: Mapping[str, bytes]) -> dict[str, bytes]:
    """Files of a copy; `others` are written with it."""
    whole = read_merged(file, kind)  # a copy stands by itself
    document = whole.data
    if not isinstance(document, dict):
        raise Refusal.of(422, NOT_A_DOCUMENT.at(file=file.name, kind=kind))
    files: dict[str, bytes] = {}
    document = _ordered({**document, "name": name})
    if kind in ("exercise", "procedure") and document.get("title"):
        document["title"] = _entitled(document["title"], name)
    if kind == "exercise":
        _exercise_parts(project, document, name, files)
        picture = picture_file(project, file.name.removesuffix(".exercise.json"))
        if picture is not None:
            files[f"exercises/{name}{picture.suffix}"] = picture.read_bytes()
    else:
        if kind == "scheme":
            document = _with_parts(project, file, document, {**others, f"schemes/{name}.scheme.json": b""}, files)
        home = whole.home("scene" if kind == "world" else "model" if kind == "robot" else "")
        _companion_files(kind, home, document, name, files)
    files[f"{kind}s/{name}.{kind}.json"] = document_text(kind, document).encode()
    return files


def _with_parts(
    project: Project, file: Path, document: dict[str, Any], others: Mapping[str, bytes], files: dict[str, bytes]
) -> dict[str, Any]:
    """The parts that a scheme uses go beside the copy, so that a change elsewhere does not change it.

    Args:
        project: The project.
        file: The scheme that is copied.
        document: Its content.
        others: What is written besides, by path.
        files: Gets the files of the parts.

    Returns:
        The document; a part whose name is taken in the project has another one there.
    """

    def is_free(name: str, text: str) -> bool:
        path = f"schemes/{name}.scheme.json"
        if path in others:
            return others[path] == text.encode()
        return not project.own_file("scheme", name).exists() or _is_there(project, path, text.encode())

    scheme, _ = decode(SchemeDocument, document)
    parts = resolve_parts(scheme, file.parent, file).parts if scheme is not None else ()
    if scheme is None or not parts:
        return document
    moved, texts = bundle_parts(scheme, parts, is_free)
    for used in parts:
        _companion_files("scheme", used.file.parent, msgspec.to_builtins(used.document), "", files)
    files |= {f"schemes/{name}.scheme.json": text.encode() for name, text in texts.items()}
    return {**document, "uses": dict(moved.uses)}


def _companion_files(
    kind: DocumentKind, home: Path, document: dict[str, Any], name: str, files: dict[str, bytes]
) -> None:
    """A picture goes beside the copy; models keep their folders, because they name each other."""
    for relative in companions(kind, home, document):
        content = (home / relative).read_bytes()
        if kind == "panel":
            document["picture"] = {**document["picture"], "file": f"{name}{relative.suffix}"}
            files[f"panels/{name}{relative.suffix}"] = content
        elif kind == "scheme":  # its blocks name the file by itself
            files[f"schemes/{relative.as_posix()}"] = content
        else:
            files[posixpath.normpath(f"{kind}s/{name}/{relative.as_posix()}")] = content
    if kind in ("world", "robot"):
        key = "scene" if kind == "world" else "model"
        for _, path in references(kind, document):
            if not leads_out(f"{kind}s", path):
                document[key] = posixpath.normpath(f"{name}/{path}")


def _exercise_parts(project: Project, document: dict[str, Any], name: str, files: dict[str, bytes]) -> None:
    made: dict[tuple[str, Path], str] = {}

    def bring(kind: DocumentKind, old: Any, wanted: str) -> Any:
        if not isinstance(old, str) or not old or leads_out("exercises", old):
            return old
        try:
            file = document_file(kind, old, project.home)
        except UsageError as error:
            raise Refusal.of(422, NOT_COPIED.at(error=str(error))) from None
        if not is_file(file):
            raise Refusal.of(422, PART_MISSING.at(kind=kind, name=old))
        if (kind, file) not in made:
            fresh = _unused(project, kind, wanted, files)
            made[kind, file] = fresh
            files.update(_copy(project, kind, file, fresh, files))
        return made[kind, file]

    document["world"] = bring("world", document.get("world"), name)
    document["panel"] = bring("panel", document.get("panel"), name)
    variants = document.get("variants")
    if isinstance(variants, dict):
        changed = {}
        for key, variant in variants.items():
            changed[key] = variant
            if isinstance(variant, dict):
                wanted = f"{name}-{key}"[:64]
                changed[key] = {**variant, "scheme": bring("scheme", variant.get("scheme"), wanted)}
                if variant.get("panel"):
                    changed[key]["panel"] = bring("panel", variant["panel"], wanted)
        document["variants"] = changed


def _unused(project: Project, kind: DocumentKind, wanted: str, files: dict[str, bytes]) -> str:
    names = set(project.names(kind))
    for number in range(1, 1000):
        name = wanted if number == 1 else f"{wanted[:60]}-{number}"
        if name not in names and f"{kind}s/{name}.{kind}.json" not in files:
            return check_name(name)
    raise Refusal.of(409, TOO_MANY_COPIES.at(kind=kind, name=wanted))


def _entitled(title: Any, name: str) -> Any:
    if isinstance(title, dict):
        return {language: f"{text} ({name})" for language, text in title.items()}
    return f"{title} ({name})"
