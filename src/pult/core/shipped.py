"""Documents that pult ships, by kind and name. The catalog itself holds data only."""

from importlib import resources
from pathlib import Path

from pult.core.errors import UsageError, choose


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


def document_file(kind: str, name: str | Path) -> Path:
    """The file that is meant: itself, or a shipped document by its name alone.

    Raises:
        UsageError: A bare name that is neither a file nor shipped; the message lists what is.
    """
    path = Path(name)
    if path.exists() or path.suffix or len(path.parts) > 1:
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
