"""The folder of a document: the only place from which files named in it are read.

Documents may come from strangers, and the files they name are copied into every record. So a name may only refer to
files in the folder of the document and below. Where documents are sorted by kind ("robots" beside "worlds", as in a
project or in a record), the folders of the other kinds are allowed as well. Links are resolved before the check, and
names that begin with a dot are not allowed.
"""

import os
import posixpath
import stat
from collections.abc import Iterable
from pathlib import Path, PureWindowsPath

from pult.core.errors import Fault, FaultKind
from pult.core.shipped import catalogs

ABSOLUTE_PATH = FaultKind(
    "bad-path",
    "must be a path relative to this file, not {name!r}; otherwise a record could not be replayed elsewhere.",
)
OUTSIDE = FaultKind(
    "bad-path",
    "{name!r} is outside {folder!r}. Only files in this folder and below are read: copy it there, and name it "
    "relative to this file.",
)
MODEL_OUTSIDE = FaultKind(
    "bad-path",
    "{model!r} names {name!r}, which is outside {folder!r}. Only files in this folder and below are read: copy it "
    "there, and name it relative to the file that names it.",
)
MODELS_OUTSIDE = FaultKind(
    "bad-path",
    "{model!r} names {count} files outside {folder!r}, such as {names!r}. Only files in this folder and below are "
    "read: copy them there, and name them relative to the file that names them.",
)
SPECIAL_FILE = FaultKind("bad-path", "{name!r} is not a regular file, but a folder, a pipe or a device.")

KINDS = ("exercise", "panel", "procedure", "program", "robot", "scheme", "tunnel", "world")
"""Kinds of documents; in a project each has a folder, named by its plural."""
MAX_TABLE = 16 * 2**20
"""Largest file that a block reads [bytes]."""
_LONGEST = 256
"""Texts of this length or longer are not file names."""
_SHOWN = 3
"""Number of names shown of a long list."""


class DocumentFolder:
    """Access control for files named by documents in a folder.

    Attributes:
        home: Folder of the documents, against which relative names are resolved.
    """

    def __init__(self, home: Path, whole: Path | None = None) -> None:
        """Find the folders that may be read.

        Args:
            home: Folder of a document.
            whole: Folder of an unpacked record, all of which may be read.
        """
        self.home = Path(os.path.abspath(home))  # noqa: PTH100 - without following links
        shipping = [folder for folder in catalogs() if self.home.is_relative_to(folder)]
        self._shipped = bool(shipping)
        real = self.home.resolve()
        self._roots = [real]
        if whole is not None:
            self._roots.append(whole.resolve())
        folders = {f"{kind}s" for kind in KINDS}
        for here in (real, self.home):
            if here.name in folders:
                above = here.parent.resolve()
                self._roots += [above / name for name in sorted(folders)]
        self._roots += shipping  # an installer may have linked every single file

    def place(self, name: str, start: Path | None = None) -> Path:
        """Resolve a relative name: ".." is removed lexically, as in MuJoCo, before links are followed.

        Args:
            name: The name, with slashes or backslashes.
            start: Folder that it is relative to; by default that of the document.
        """
        return Path(os.path.normpath((start or self.home) / name.replace("\\", "/")))

    def holds(self, path: Path) -> bool:
        """Whether a file is in an allowed folder, after resolving links, and no part of its path begins with a dot."""
        try:
            real = Path(os.path.abspath(path)) if self._shipped else path.resolve()  # noqa: PTH100 - as the roots
        except (OSError, RuntimeError, ValueError):  # circular links, or an invalid file name
            return False
        for root in self._roots:
            if real.is_relative_to(root):
                return not any(part.startswith(".") for part in real.relative_to(root).parts)
        return False

    def problem(self, name: str) -> Fault | None:
        """The fault in a file name, without opening the file; None if it may be read."""
        if is_absolute(name):
            return ABSOLUTE_PATH.at(name=name[:200])
        path = self.place(name)
        # after a link to a folder, ".." means different things lexically and to the system; both must be allowed
        if not self.holds(path) or not (self._shipped or self.holds(self.home / name)):
            return self.outside(name)
        return special_file_fault(path)

    def outside(self, name: str) -> Fault:
        """The fault for a file outside the folder that a document names."""
        return OUTSIDE.at(name=name[:200], folder=str(self.home))

    def refusal(self, model: str, names: Iterable[str]) -> Fault:
        """The fault for files outside the folder that a model names.

        Args:
            model: Name of the file of the model.
            names: The files, as written in the model.
        """
        found = list(dict.fromkeys(names))
        shown, folder = [name[:200] for name in found[:_SHOWN]], str(self.home)
        if len(found) == 1:
            return MODEL_OUTSIDE.at(model=model, name=shown[0], folder=folder)
        return MODELS_OUTSIDE.at(model=model, count=len(found), folder=folder, names=shown)


def is_absolute(name: str) -> bool:
    """Whether a name is an absolute path on any system, or a URL."""
    return PureWindowsPath(name).root != "" or ":" in name or "\0" in name


def special_file_fault(path: Path, or_folder: bool = False) -> Fault | None:
    """The fault for a path that exists but is not a regular file, such as a pipe, which could block the reader.

    Args:
        path: The file.
        or_folder: Whether it may be a folder.
    """
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError):
        return None  # it does not exist: reported elsewhere
    if stat.S_ISREG(mode) or (or_folder and stat.S_ISDIR(mode)):
        return None
    return SPECIAL_FILE.at(name=path.name)


def outside_faults(folder: Path | None, names: Iterable[tuple[str, str]]) -> list[Fault]:
    """Faults for names of other documents outside the folder of a document.

    Args:
        folder: Its folder; None if the document has no file.
        names: Pairs of place in the document and name; bare names are always allowed.
    """
    if folder is None:
        return []
    home = DocumentFolder(folder)
    found = [(place, home.problem(name)) for place, name in names if is_path(name)]
    return [problem.at(place) for place, problem in found if problem]


def is_file_beside(folder: Path, name: str) -> bool:
    """Whether a text names a regular file in a folder or below, after resolving links, that a block could read."""
    if len(name) >= _LONGEST or is_absolute(name):
        return False
    path = folder / name
    try:
        real, root = path.resolve(), folder.resolve()
        return real.is_relative_to(root) and real.is_file() and real.stat().st_size <= MAX_TABLE
    except (OSError, RuntimeError, ValueError):
        return False


def is_path(name: str) -> bool:
    """Whether a name is a file name, not the bare name of a document."""
    return bool(PureWindowsPath(name).suffix) or len(PureWindowsPath(name).parts) > 1 or is_absolute(name)


def record_name(kind: str, relative: str) -> str:
    """Path in a record of a file, given relative to the folder of a kind of documents."""
    return posixpath.normpath(f"{kind}/{relative}")
