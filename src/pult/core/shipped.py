"""Documents that pult ships, by kind and name. The catalog itself holds data only."""

from importlib import resources
from pathlib import Path

from pult.core.errors import UsageError, choose
from pult.core.paths import is_file


def _folder(kind: str) -> Path:
    return Path(str(resources.files("pult"))) / "catalog" / f"{kind}s"


def shipped(kind: str) -> list[str]:
    """Names of the shipped documents of a kind, such as "scheme"."""
    suffix = f".{kind}.json"
    return sorted(path.name.removesuffix(suffix) for path in _folder(kind).glob(f"*{suffix}"))


def shipped_file(kind: str, name: str) -> Path:
    """The file of a shipped document.

    Raises:
        UsageError: There is none of that name; the message lists what there is.
    """
    names = shipped(kind)
    if name not in names:
        raise UsageError(f"no {kind} {name!r} is shipped. {choose(name, names)}")
    return _folder(kind) / f"{name}.{kind}.json"


def document_file(kind: str, name: str | Path, folder: Path | None = None) -> Path:
    """The file that is meant: itself, or a document by its name alone.

    A bare name is looked for next to the document that names it, then in the folder of its kind beside that one
    ("worlds" next to "exercises"), then among the shipped ones.

    Args:
        kind: Kind of document, such as "scheme".
        name: A file, or a bare name.
        folder: Folder of the document that names it; relative files start from there.

    Raises:
        UsageError: A bare name that is neither a file nor shipped; the message lists what is.
    """
    path = Path(name)
    here = folder / path if folder is not None else path
    if is_file(here):
        return here
    if path.suffix or len(path.parts) > 1:
        moved = here.parent if folder is None else folder.parent / f"{kind}s"  # in a record documents lie by kind
        return moved / path.name if is_file(moved / path.name) else here
    if folder is not None:
        for place in (folder, folder.parent / f"{kind}s"):
            near = place / f"{name}.{kind}.json"
            if is_file(near):
                return near
    if is_file(path):
        return path
    return shipped_file(kind, str(name))


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
