"""Tests that one worker runs one after another, since they compile the same schemes."""

from pathlib import Path, PurePosixPath

CATALOG = Path(__file__).parents[1] / "src" / "pult" / "catalog"
SUBJECTS = frozenset(folder.name.replace("-", "_") for folder in CATALOG.iterdir() if folder.is_dir())
"""Subjects of the catalog, whose schemes may take a minute or more to compile."""


def subject_of(nodeid: str) -> str:
    """The subject that a test is about, told by the folder or the name of its module; empty if it is about none.

    `tests/pilots/torso/test_way.py` and `tests/sim/test_torso_modes.py` are about the torso.
    """
    module = PurePosixPath(nodeid.partition("::")[0])
    named = module.stem.removeprefix("test_")
    about = (subject for subject in SUBJECTS if subject in module.parent.parts or f"{named}_".startswith(f"{subject}_"))
    return max(about, key=len, default="")


def group_of(nodeid: str) -> str:
    """The group of a test: its subject, or else its module; browsers come after everything else of a subject."""
    module = nodeid.partition("::")[0]
    return module if is_in_browser(nodeid) else subject_of(nodeid) or module


def is_in_browser(nodeid: str) -> bool:
    """Whether a test opens pages in a browser."""
    return nodeid.startswith("tests/browser/")
