"""Schemes that sessions run but nobody has saved: written with their parts and the files that their blocks read."""

import shutil
from pathlib import Path
from typing import Any

import msgspec

from pult.core.document import decode, write_atomically
from pult.core.errors import DocumentError
from pult.core.folders import is_file_beside
from pult.scheme.document import SchemeDocument, format_scheme
from pult.scheme.uses import bundle_parts, resolve_parts
from pult.server.documents.formatting import document_text
from pult.server.documents.project import disk
from pult.server.http.wire import Refusal, fault_messages


def write_scheme(document: Any, home: Path, source: Path, folder: Path) -> Path:
    """Write a scheme into a folder, where a setup can name it.

    Args:
        document: The scheme document.
        home: Folder in which its parts are looked for.
        source: The file that it comes from; its blocks may name files beside that.
        folder: Where to; made if it is not there.

    Returns:
        The file.

    Raises:
        Refusal: It is not a scheme document.
    """
    parts: dict[str, str] = {}
    try:
        text = document_text("scheme", document)
        scheme, _ = decode(SchemeDocument, document)
        used = resolve_parts(scheme, home).parts if scheme is not None else ()
        if scheme is not None and used:
            scheme, parts = bundle_parts(scheme, used)
            text = format_scheme(scheme)
    except DocumentError as error:
        raise Refusal(422, "not-a-document", str(error), fault_messages(error.faults)) from None
    with disk("The scheme"):
        folder.mkdir(parents=True, exist_ok=True)
        named = [(document, source.parent), *((msgspec.to_builtins(part.document), part.file.parent) for part in used)]
        for content, place in named:
            for name in _named_files(content, place):
                target = folder / name
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(place / name, target)
        for name, part in parts.items():
            write_atomically(folder / f"{name}.scheme.json", part.encode())
        path = folder / source.name
        write_atomically(path, text.encode())
    return path


def _named_files(document: Any, folder: Path) -> set[str]:
    """Files beside a scheme that its parameters may mean."""
    if isinstance(document, str):
        plain = "." in document and ".." not in document
        return {document} if plain and is_file_beside(folder, document) else set()
    parts = document.values() if isinstance(document, dict) else document if isinstance(document, list) else ()
    return {name for part in parts for name in _named_files(part, folder)}
