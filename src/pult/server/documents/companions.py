"""Files that belong to a document: the picture of a panel, the scene of a world, the model of a robot."""

import posixpath
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pult.core.bases import BASE
from pult.core.bases import KINDS as BASED
from pult.core.errors import Fault, FaultKind
from pult.core.folders import DocumentFolder, is_file_beside
from pult.core.paths import is_file
from pult.robot.files import model_files
from pult.server.messages import DocumentKind

OUTSIDE_PROJECT = FaultKind("bad-path", "{name!r} leads out of the project folder; name a file inside it.")


def references(kind: DocumentKind, document: Any) -> Iterator[tuple[str, str]]:
    """Files that a document names itself: place in the document, and the path."""
    if not isinstance(document, Mapping):
        return
    if kind == "panel" and isinstance(document.get("picture"), Mapping):
        yield from _text("picture.file", document["picture"].get("file"))
    elif kind == "world":
        yield from _text("scene", document.get("scene"))
    elif kind == "robot":
        yield from _text("model", document.get("model"))


def documents_named(kind: DocumentKind, document: Any) -> Iterator[tuple[str, DocumentKind, str]]:
    """Documents that a document names: place, kind and name or path."""
    if not isinstance(document, Mapping):
        return
    if kind in BASED:
        for place, name in _text(BASE, document.get(BASE)):
            yield place, kind, name
    if kind == "scheme" and isinstance(document.get("uses"), Mapping):
        for key, part in document["uses"].items():
            for place, name in _text(f"uses.{key}", part):
                yield place, "scheme", name
    elif kind == "world" and isinstance(document.get("robots"), list):
        for index, placed in enumerate(document["robots"]):
            if isinstance(placed, Mapping):
                for place, name in _text(f"robots[{index}].robot", placed.get("robot")):
                    yield place, "robot", name
    elif kind == "procedure":
        named: tuple[DocumentKind, ...] = ("world", "scheme", "panel")
        for part in named:
            for place, name in _text(part, document.get(part)):
                yield place, part, name
    elif kind == "exercise":
        for place, name in _text("world", document.get("world")):
            yield place, "world", name
        for place, name in _text("panel", document.get("panel")):
            yield place, "panel", name
        variants = document.get("variants")
        for key, variant in variants.items() if isinstance(variants, Mapping) else ():
            if isinstance(variant, Mapping):
                for place, name in _text(f"variants.{key}.scheme", variant.get("scheme")):
                    yield place, "scheme", name
                for place, name in _text(f"variants.{key}.panel", variant.get("panel")):
                    yield place, "panel", name


def _text(place: str, value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, str) and value:
        yield place, value


def outside_faults(kind: DocumentKind, document: Any) -> list[Fault]:
    """Names in a document that lead out of the folder of documents; a stranger's document reads nothing else."""
    found = list(references(kind, document))
    found += [(place, name) for place, _, name in documents_named(kind, document)]
    return [OUTSIDE_PROJECT.at(place, name=name[:80]) for place, name in found if leads_out(f"{kind}s", name)]


def leads_out(folder: str, name: str) -> bool:
    """Whether a path, seen from a folder of the project, leaves the project."""
    if name.startswith(("/", "\\", "~")) or ":" in name or "\0" in name or "\\" in name:
        return True
    path = posixpath.normpath(posixpath.join(folder, name))
    return path == ".." or path.startswith("../")


def companions(kind: DocumentKind, home: Path, document: Any) -> list[Path]:
    """Files that a document needs besides other documents, as paths relative to a folder; what is not there is left
    out.

    Args:
        kind: Kind of document.
        home: Folder that its files lie in.
        document: Its content.
    """
    folder = DocumentFolder(home)
    found: dict[Path, None] = {}
    for _, name in references(kind, document):
        path = folder.place(name)
        if leads_out(f"{kind}s", name) or folder.problem(name) or not is_file(path):
            continue
        for part in [path] if kind == "panel" else model_files(path, folder):
            if part.is_relative_to(folder.home):
                found[part.relative_to(folder.home)] = None
    if kind == "scheme" and isinstance(document, Mapping):
        for text in scheme_texts(document):
            if not leads_out("schemes", text) and is_file_beside(home, text):
                found[Path(text)] = None
    return list(found)


def scheme_texts(document: Mapping[str, Any]) -> Iterator[str]:
    """Texts among the parameters of a scheme's blocks, some of which name files."""
    parts = [document]
    if isinstance(document.get("schemes"), Mapping):
        parts += [part for part in document["schemes"].values() if isinstance(part, Mapping)]
    for part in parts:
        for block in part.get("blocks", ()) if isinstance(part.get("blocks"), list) else ():
            values = block.get("parameters") if isinstance(block, Mapping) else None
            if isinstance(values, Mapping):
                yield from (value for value in values.values() if isinstance(value, str) and value)
