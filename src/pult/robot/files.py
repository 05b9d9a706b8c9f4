"""The files of a model: the MJCF or URDF file itself, the files it includes, meshes and textures.

MuJoCo looks for a file in the folder of the model and in that of the file that names it, each with and without the
folders of meshes and textures. A model is refused if any path where MuJoCo could find a file lies outside the folder of
the documents; until that is known, only its XML is read.
"""

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree.ElementTree import Element

from pult.core.errors import Fault, FaultKind
from pult.core.folders import DocumentFolder, is_absolute, special_file_fault
from pult.core.paths import is_file
from pult.robot.model_xml import (
    DIRECTORIES,
    MAX_INCLUDES,
    MAX_XML,
    TOO_LARGE,
    ModelRefused,
    check_tree,
    count_copies,
    parse_for_mujoco,
    references,
    refuse_foreign_code,
)

TOGETHER_TOO_LARGE = FaultKind("too-large", "The files of {name!r} have more than {most} MiB together.")
TOO_MANY_FILES = FaultKind("too-many", "The model consists of more than {most} files.")
INCLUDES_TOO_DEEP = FaultKind("bad-include", "Files include each other too deeply.")
UNREADABLE = FaultKind("no-file", "{file}: cannot be read: {reason}.")

MAX_FILE = 64 * 2**20
"""Largest mesh or picture [bytes]."""
MAX_TOTAL = 256 * 2**20
"""Largest total size of the files of a model [bytes]."""
MAX_LEVELS = 10
"""Maximum depth of nested includes."""
PACKAGES = ("package://", "model://")
"""Prefixes of ROS package URIs; the rest is looked for next to the model."""


@dataclass
class ModelFiles:
    """The files of a model, and their faults.

    Attributes:
        paths: Files that exist and may be read, the model itself first.
        faults: Why the model is refused; each cause once.
    """

    paths: list[Path]
    faults: list[Fault]

    def contents(self) -> dict[Path, bytes]:
        """All files with their contents.

        Raises:
            ModelRefused: They are too large.
            OSError: One cannot be read.
        """
        found: dict[Path, bytes] = {}
        total = 0
        for path in self.paths:
            found[path] = read_bounded(path, MAX_FILE)
            total += len(found[path])
            if total > MAX_TOTAL:
                raise ModelRefused(TOGETHER_TOO_LARGE.at(name=self.paths[0].name, most=MAX_TOTAL >> 20))
        return found


def read_bounded(path: Path, most: int) -> bytes:
    """Content of a file that may be read.

    Raises:
        ModelRefused: It is larger than that.
        OSError: It cannot be read.
    """
    if path.stat().st_size <= most:
        with path.open("rb") as file:
            data = file.read(most + 1)
        if len(data) <= most:
            return data
    raise ModelRefused(TOO_LARGE.at(name=path.name, most=most >> 20))


def model_files(path: Path, folder: DocumentFolder | None = None) -> list[Path]:
    """The existing files that are read when a model is loaded, the model itself first."""
    return find_model_files(path, folder).paths


def find_model_files(path: Path, folder: DocumentFolder | None = None) -> ModelFiles:
    """Find the files of a model without reading more than its XML.

    Args:
        path: The model.
        folder: Folder of the documents, which must contain them all; that of the model by default.
    """
    path = Path(os.path.abspath(path))  # noqa: PTH100 - without following links
    search = _Search(folder or DocumentFolder(path.parent), path)
    if not search.folder.holds(path):
        search.outside[path.name] = None
    elif problem := special_file_fault(path):
        search.problems[problem] = None
    elif is_file(path):
        search.model(path)
    return ModelFiles(list(search.found), search.faults())


def find_named_model(name: str, folder: DocumentFolder) -> ModelFiles:
    """The files of a model that a document names; see `find_model_files`."""
    if problem := folder.problem(name):
        return ModelFiles([], [problem])
    return find_model_files(folder.place(name), folder)


@dataclass
class _Search:
    folder: DocumentFolder
    main: Path
    found: dict[Path, None] = field(default_factory=dict)
    outside: dict[str, None] = field(default_factory=dict)
    problems: dict[Fault, None] = field(default_factory=dict)
    models: set[Path] = field(default_factory=set)
    parsed: int = 0

    def faults(self) -> list[Fault]:
        found = list(self.problems)
        if self.outside:
            found.insert(0, self.folder.refusal(self.main.name, self.outside))
        return found

    def model(self, path: Path) -> None:
        """Search one model: its mesh and texture folders apply to everything that it includes."""
        if path in self.models:
            return
        self.models.add(path)
        trees: dict[Path, Element] = {}
        self._include(path, path.parent, trees)
        try:
            _check_together(trees.values())
        except ModelRefused as refused:
            self.problems[refused.fault] = None
        compilers = [element for root in trees.values() for element in root.iter() if _is_compiler(element)]
        inside = {"", *(value for one in compilers for key in DIRECTORIES if (value := one.get(key)))}
        said = [value for one in compilers if (value := one.get("strippath")) is not None]
        stripped = bool(said) and all(value == "true" for value in said)
        for file, root in trees.items():
            for element, name in references(root):
                if element == "include":
                    continue
                starts = (path.parent, file.parent)
                names = [name] if element == "model" else list(_with_folders(name, inside, stripped))
                for place in self._places(name, names, starts):
                    if element == "model":
                        self.model(place)
                    else:
                        self.found[place] = None

    def _places(self, name: str, forms: Iterable[str], starts: Iterable[Path]) -> list[Path]:
        """Files that MuJoCo may read for a name; none, and a fault, if one of them is not allowed."""
        places: list[Path] = []
        # MuJoCo takes "package:" for a folder of where it runs
        refused, elsewhere = ":" in name and os.path.lexists(os.path.normpath(name.replace("\\", "/"))), False
        for form in forms:
            if is_absolute(form):
                refused = True
                continue
            for place in dict.fromkeys(self.folder.place(form, start) for start in starts):
                if not self.folder.holds(place):
                    elsewhere, refused = True, refused or os.path.lexists(place)
                elif is_file(place):
                    places.append(place)
                elif problem := special_file_fault(place, or_folder=True):
                    self.problems[problem] = None
        if refused or (elsewhere and not places):  # a place elsewhere where nothing lies is not read
            self.outside[name] = None
            return []
        return places

    def _include(self, path: Path, home: Path, trees: dict[Path, Element], level: int = 0) -> None:
        """Follow the includes of a file; their names are relative to that file or to the folder of the model."""
        if path in trees:
            return
        self.found[path] = None
        self.parsed += 1
        try:
            if self.parsed > MAX_INCLUDES:
                raise ModelRefused(TOO_MANY_FILES.at(most=MAX_INCLUDES))
            if level > MAX_LEVELS:
                raise ModelRefused(INCLUDES_TOO_DEEP.at())
            root = trees[path] = parse_for_mujoco(path.name, read_bounded(path, MAX_XML))
            refuse_foreign_code(root)
        except ModelRefused as refused:
            self.problems[refused.fault] = None
            return
        except OSError as error:
            self.problems[UNREADABLE.at(file=str(path), reason=error.strerror or "")] = None
            return
        for element, name in references(root):
            if element == "include":
                for place in self._places(name, [name], (home, path.parent)):
                    self._include(place, home, trees, level + 1)


def _is_compiler(element: Element) -> bool:
    return str(element.tag).rpartition("}")[2] == "compiler"


def _with_folders(name: str, inside: Iterable[str], stripped: bool) -> Iterator[str]:
    """Paths that MuJoCo may form from a name and the folders in the compiler's settings."""
    plain = name.replace("\\", "/")
    for scheme in PACKAGES:
        if plain.startswith(scheme):
            plain = plain.removeprefix(scheme).lstrip("/")
    last = plain.rsplit("/", 1)[-1]
    for form in [last] if stripped else dict.fromkeys((plain, last)):
        for folder in inside:
            yield f"{folder}/{form}" if folder and not is_absolute(form) else form


def _check_together(trees: Iterable[Element]) -> None:
    whole = Element("mujoco")
    whole.extend(trees)
    check_tree("The model with the files it includes", whole)
    count_copies(whole)
