"""What schemes share, for the editor: parts to choose from, those that a scheme uses, and the schemes that use one."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from pult.core.document import decode, head_faults
from pult.core.folders import DocumentFolder
from pult.core.shipped import catalogs, shipped_files
from pult.scheme.document import FORMAT, SchemeDocument
from pult.scheme.uses import SUFFIX, Resolved, UsedPart, resolve_parts, users_of
from pult.server.messages import BroughtScheme, LibraryPart, PartUser, UsedPartInfo


def used_parts(data: Any, folder: Path, own: Path) -> tuple[dict[str, UsedPartInfo], dict[str, BroughtScheme]]:
    """The parts of a scheme by their names in it, and every sub-scheme that they bring.

    Args:
        data: The scheme as plain data; something else uses nothing.
        folder: Folder that names are looked up from.
        own: Folder of the project's schemes.
    """
    if head_faults(data, FORMAT) or not data.get("uses"):
        return {}, {}
    document, _ = decode(SchemeDocument, data)
    if document is None:
        return {}, {}
    found = resolve_parts(document, folder)
    direct = [used for used in found.parts if used.by is None]
    parts = {used.name: _info(used, own) for used in direct}
    bringing = {used.name: {used.name, *_inside(used.file, found.parts)} for used in direct}
    brought = {
        name: BroughtScheme(
            scheme=msgspec.to_builtins(found.document.schemes[name]),
            by=[part for part, names in bringing.items() if name in names],
        )
        for name in _brought(found)
    }
    return parts, brought


def _brought(found: Resolved) -> Iterator[str]:
    yield from (name for name in found.document.schemes if name in found.places)


def _inside(file: Path, parts: Iterable[UsedPart]) -> set[str]:
    """Names of all sub-schemes that a part brings besides itself."""
    names: set[str] = set()
    for used in parts:
        if used.file == file:
            names |= set(used.document.schemes)
        if used.by == file:
            names |= {used.name, *_inside(used.file, parts)}
    return names


def _info(used: UsedPart, own: Path) -> UsedPartInfo:
    is_own = used.file.is_relative_to(own)
    name = used.file.name.removesuffix(SUFFIX)
    listed = used.file.name.endswith(SUFFIX) and (
        used.file.parent == own if is_own else used.file == shipped_files(f"*{SUFFIX}").get(used.file.name)
    )
    folders = [own.parent] if is_own else list(catalogs())
    place = next((used.file.relative_to(root) for root in folders if used.file.is_relative_to(root)), used.file)
    return UsedPartInfo(part=used.part, scheme=name if listed else "", own=is_own, file=place.as_posix())


NO_NAME = ""
"""A name that no sub-scheme has, for a part that is looked at by itself."""


def library_part(name: str, folder: Path, own: Path) -> LibraryPart | None:
    """A scheme as a part that others may use; None if it has faults, or no ports at all.

    Args:
        name: Name of the scheme.
        folder: Folder that names are looked up from.
        own: Folder of the project's schemes.
    """
    user = SchemeDocument(format="pult.scheme", version=1, uses={NO_NAME: name})
    found = resolve_parts(user, folder)
    part = next((used for used in found.parts if used.by is None), None)
    if part is None or found.faults or not (part.document.inputs or part.document.outputs):
        return None
    schemes = {name: msgspec.to_builtins(found.document.schemes[name]) for name in _brought(found)}
    return LibraryPart(
        info=_info(part, own),
        description=part.document.description,
        scheme=schemes.pop(NO_NAME),
        inner=schemes,
        uses=sorted({used.file.name.removesuffix(SUFFIX) for used in found.parts if used is not part}),
    )


def part_users(file: Path, own: Path) -> list[PartUser]:
    """Schemes that use a part: the project's own first, then shipped ones.

    Args:
        file: File of the part.
        own: Folder of the project's schemes.
    """
    folder = DocumentFolder(own)
    mine = sorted(path for path in own.glob(f"*{SUFFIX}") if folder.holds(path) and path.is_file())
    shipped = sorted(shipped_files(f"*{SUFFIX}").values())
    return [
        PartUser(name=user.name.removesuffix(SUFFIX), own=user.parent == own)
        for user in users_of(file, (path for path in (*mine, *shipped) if path != file))
    ]
