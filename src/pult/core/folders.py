"""The folder of the documents: the only place from which a document may have files read.

Documents come from strangers, and what they name goes into every record. So a name leads nowhere but into the folder of
the document and below. Where documents lie by kind ("robots" beside "worlds", as in a project or in a record), the
folders of the other kinds belong to it, too. Links are followed before that is decided, and names that begin with a dot
are nobody's documents.
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
    "must be a path relative to this file, not {name!r}; else its record could not be run again elsewhere.",
)
OUTSIDE = FaultKind(
    "bad-path",
    "{name!r} lies outside {folder!r}. Only files in this folder and below are read: copy it there, and name it "
    "relative to this file.",
)
MODEL_OUTSIDE = FaultKind(
    "bad-path",
    "{model!r} names {name!r}, which lies outside {folder!r}. Only files in this folder and below are read: copy it "
    "there, and name it relative to the file that names it.",
)
MODELS_OUTSIDE = FaultKind(
    "bad-path",
    "{model!r} names {count} files outside {folder!r}, such as {names!r}. Only files in this folder and below are "
    "read: copy them there, and name them relative to the file that names them.",
)
SPECIAL_FILE = FaultKind("bad-path", "{name!r} is not a plain file, but a folder, a pipe or a device.")

KINDS = ("exercise", "panel", "procedure", "robot", "scheme", "world")
"""Kinds of documents; in a project each has a folder, called by its plural."""
MAX_TABLE = 16 * 2**20
"""Largest file that a block reads [bytes]."""
_LONGEST = 256
"""Texts of this length or longer are no names of files."""
_SHOWN = 3
"""Names of a long list that are shown."""


class DocumentFolder:
    """What documents in a folder may have read.

    Attributes:
        home: Folder of the documents; relative names start from there.
    """

    def __init__(self, home: Path, whole: Path | None = None) -> None:
        """Look where a folder lies.

        Args:
            home: Folder of a document.
            whole: Folder that may be read as a whole, if it is known: that of an unpacked record.
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
        self._roots += shipping  # an installer may have made a link of every single file

    def place(self, name: str, start: Path | None = None) -> Path:
        """Where a relative name leads: ".." is taken back word by word, as MuJoCo does, before links are followed.

        Args:
            name: The name, with either kind of slash.
            start: Folder that it starts from; that of the document if left out.
        """
        return Path(os.path.normpath((start or self.home) / name.replace("\\", "/")))

    def holds(self, path: Path) -> bool:
        """Whether a file lies in the folder, links followed, under names that do not begin with a dot."""
        try:
            real = path if self._shipped else path.resolve()
        except (OSError, RuntimeError, ValueError):  # links in a circle, or a name that no file can have
            return False
        for root in self._roots:
            if real.is_relative_to(root):
                return not any(part.startswith(".") for part in real.relative_to(root).parts)
        return False

    def problem(self, name: str) -> Fault | None:
        """Why a file that a document names is not read; None if it may be. It is not opened."""
        if is_absolute(name):
            return ABSOLUTE_PATH.at(name=name[:200])
        path = self.place(name)
        # behind a link to a folder ".." leads elsewhere for the system than word by word; neither may
        if not self.holds(path) or not (self._shipped or self.holds(self.home / name)):
            return self.outside(name)
        return special_problem(path)

    def outside(self, name: str) -> Fault:
        """What is said of a file elsewhere that a document itself names."""
        return OUTSIDE.at(name=name[:200], folder=str(self.home))

    def refusal(self, model: str, names: Iterable[str]) -> Fault:
        """What is said of files elsewhere that a model names: which, where they may lie, and what to do.

        Args:
            model: Name of the file of the model.
            names: The files, as they are written there.
        """
        found = list(dict.fromkeys(names))
        shown, folder = [name[:200] for name in found[:_SHOWN]], str(self.home)
        if len(found) == 1:
            return MODEL_OUTSIDE.at(model=model, name=shown[0], folder=folder)
        return MODELS_OUTSIDE.at(model=model, count=len(found), folder=folder, names=shown)


def is_absolute(name: str) -> bool:
    """Whether a name is an absolute path on some system, or an address; such names are not even looked for."""
    return PureWindowsPath(name).root != "" or ":" in name or "\0" in name


def special_problem(path: Path, or_folder: bool = False) -> Fault | None:
    """What is wrong with a file that is there but is no plain one, such as a pipe: who reads it may wait for ever.

    Args:
        path: The file.
        or_folder: Whether it may be a folder, which nobody can read.
    """
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError):
        return None  # it is not there: others say so
    if stat.S_ISREG(mode) or (or_folder and stat.S_ISDIR(mode)):
        return None
    return SPECIAL_FILE.at(name=path.name)


def outside_faults(folder: Path | None, names: Iterable[tuple[str, str]]) -> list[Fault]:
    """Other documents that a document names and that lie elsewhere.

    Args:
        folder: Its folder; None if it was made in a program.
        names: Place in the document, and a name; bare names are looked for in the right places only.
    """
    if folder is None:
        return []
    home = DocumentFolder(folder)
    found = [(place, home.problem(name)) for place, name in names if is_path(name)]
    return [problem.at(place) for place, problem in found if problem]


def is_file_beside(folder: Path, name: str) -> bool:
    """Whether a text is the name of a plain file in a folder or below, links followed, that a block could read."""
    if len(name) >= _LONGEST or is_absolute(name):
        return False
    path = folder / name
    try:
        real, root = path.resolve(), folder.resolve()
        return real.is_relative_to(root) and real.is_file() and real.stat().st_size <= MAX_TABLE
    except (OSError, RuntimeError, ValueError):
        return False


def is_path(name: str) -> bool:
    """Whether a name is that of a file, not the bare name of a document."""
    return bool(PureWindowsPath(name).suffix) or len(PureWindowsPath(name).parts) > 1 or is_absolute(name)


def record_name(kind: str, relative: str) -> str:
    """Path in a record of a file that lies so beside the documents of a kind."""
    return posixpath.normpath(f"{kind}/{relative}")
