"""Documents shipped with pult and with installed packages, by kind and name. A catalog holds data only.

A catalog has one folder per subject, such as a robot, with all its documents, models, meshes and pictures. Packages add
their own catalogs by the entry point ``pult.catalogs``, which names a package and a folder in it: "toy:catalog".
"""

import warnings
from functools import cache
from importlib import metadata, resources
from pathlib import Path, PureWindowsPath

from pult.core.errors import UsageError, choose
from pult.core.paths import is_file

GROUP = "pult.catalogs"
LIBRARY = "library"
"""Folder of a catalog for schemes that are used as parts of others."""


def catalog() -> Path:
    """Folder of the documents that pult ships."""
    return Path(str(resources.files("pult"))) / "catalog"


@cache
def _installed() -> tuple[Path, ...]:
    """Catalogs of installed packages."""
    found = []
    for point in metadata.entry_points(group=GROUP):
        try:
            folder = Path(str(resources.files(point.module))) / point.attr
        except (ImportError, TypeError, ValueError) as error:
            warnings.warn(f"the catalog {point.value!r} of {point.name!r} cannot be found: {error}", stacklevel=2)
            continue
        found.append(folder)
    return tuple(found)


def catalogs() -> tuple[Path, ...]:
    """Folders of all shipped documents. That of pult comes first: its names take precedence."""
    return (catalog(), *_installed())


def shipped_files(pattern: str) -> dict[str, Path]:
    """Shipped files of all subjects by name, such as "*.csv"."""
    found: dict[str, Path] = {}
    for folder in catalogs():
        for path in sorted(folder.glob(f"*/{pattern}")):
            found.setdefault(path.name, path)
    return found


def shipped(kind: str) -> list[str]:
    """Names of the shipped documents of a kind, such as "scheme"."""
    suffix = f".{kind}.json"
    return sorted(name.removesuffix(suffix) for name in shipped_files(f"*{suffix}"))


def shipped_parts() -> list[str]:
    """Names of the shipped schemes that are parts of others."""
    suffix = ".scheme.json"
    files = shipped_files(f"*{suffix}").values()
    return sorted(file.name.removesuffix(suffix) for file in files if file.parent.name == LIBRARY)


def shipped_file(kind: str, name: str) -> Path:
    """The file of a shipped document.

    Raises:
        UsageError: There is none of that name; the message lists what there is.
    """
    file = shipped_files(f"*.{kind}.json").get(f"{name}.{kind}.json")
    if file is None:
        raise UsageError(f"no {kind} {name!r} is shipped. {choose(name, shipped(kind))}")
    return file


def document_file(kind: str, name: str | Path, folder: Path | None = None, whole: Path | None = None) -> Path:
    """Find the file of a document from a file name or a bare name.

    A bare name is looked for next to the document that names it, then in the folder of its kind beside that one
    ("worlds" next to "exercises"), then among the shipped ones.

    Args:
        kind: Kind of document, such as "scheme".
        name: A file, or a bare name.
        folder: Folder of the document that names it; relative file names are resolved against it.
        whole: Folder of an unpacked record, if the document is in one; nothing outside it is found.

    Raises:
        UsageError: A bare name that is neither a file nor shipped; the message lists what is.
    """
    if whole is not None:
        return _held(kind, PureWindowsPath(name).name, whole)  # it may have been recorded on another system
    path = Path(name)
    here = folder / path if folder is not None else path
    if is_file(here):
        return here
    if path.suffix or len(path.parts) > 1:
        moved = here.parent if folder is None else folder.parent / f"{kind}s"  # a record has one folder per kind
        return moved / path.name if is_file(moved / path.name) else here
    if folder is not None:
        for place in (folder, folder.parent / f"{kind}s"):
            near = place / f"{name}.{kind}.json"
            if is_file(near):
                return near
    if folder is None and is_file(path):
        return path
    return shipped_file(kind, str(name))


def _held(kind: str, name: str, whole: Path) -> Path:
    """The file of a document in an unpacked record, which has one folder per kind."""
    folder = whole / f"{kind}s"
    for file in (folder / name, folder / f"{name}.{kind}.json"):
        if name and is_file(file):
            return file
    raise UsageError(f"the {kind} {name!r} is not in the record, and nothing is read from elsewhere.")


def shipped_scheme(name: str) -> Path:
    """The file of a shipped scheme.

    Raises:
        UsageError: There is none of that name; the message lists what there is.
    """
    return shipped_file("scheme", name)


def shipped_robot(name: str) -> Path:
    """The file of a shipped robot.

    Raises:
        UsageError: There is none of that name; the message lists what there is.
    """
    return shipped_file("robot", name)
