"""Schemes that pult ships, by name. The catalog itself holds documents only."""

from importlib import resources
from pathlib import Path

from pult.core.errors import UsageError, choose

SUFFIX = ".scheme.json"


def _folder() -> Path:
    return Path(str(resources.files("pult"))) / "catalog" / "schemes"


def shipped_schemes() -> list[str]:
    """Names of the shipped schemes."""
    return sorted(path.name.removesuffix(SUFFIX) for path in _folder().glob(f"*{SUFFIX}"))


def shipped_scheme(name: str) -> Path:
    """The file of a shipped scheme.

    Raises:
        UsageError: There is none of that name; the message lists what there is.
    """
    if name not in shipped_schemes():
        raise UsageError(f"no scheme {name!r} is shipped. {choose(name, shipped_schemes())}")
    return _folder() / f"{name}{SUFFIX}"
