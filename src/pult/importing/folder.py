"""Collecting the files of a robot from disk: what its XML names, beside it, in ROS packages, in folders of meshes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

from pult.core.errors import UsageError
from pult.core.paths import is_file
from pult.importing.files import MAX_TOTAL, MODELS, SCHEMES, TOO_LARGE, Bundle, package_name
from pult.importing.meshes import MAX_MESH
from pult.robot.files import read_bounded
from pult.robot.model_xml import DIRECTORIES, MAX_INCLUDES, MAX_XML, ModelRefused, parse_model, references

PACKAGE = "package.xml"
"""File that makes a folder a ROS package."""
_LEVELS = 6
"""How far above a model its package, and the packages beside that one, are looked for."""
_DEPTH = 3
"""How deep packages are looked for in a folder of the search path."""


@dataclass(frozen=True)
class Collected:
    """The files of a robot.

    Attributes:
        bundle: The model and all files that it names and that exist.
        main: Path of the model in the bundle.
    """

    bundle: Bundle
    main: str


def collect(model: str | Path, meshes: Sequence[str | Path] = ()) -> Collected:
    """Collect a model and the files that it names; those that do not exist are left to whoever reads the model.

    References are looked for as ROS and MuJoCo do: `package://NAME/...` in the package of that name, which is a folder
    with a package.xml that says so or a folder of that name, around the model or on the search path; `file://` and
    absolute paths where they say; relative paths from the model, from its folders of meshes, and from the search path.

    Args:
        model: MJCF or URDF file.
        meshes: Folders to look in as well: of meshes, of packages, or workspaces of packages.

    Raises:
        UsageError: There is no such file, or it is not a model.
        ModelRefused: The files are too large, or are not XML where they should be.
    """
    path = Path(model).absolute()
    if not is_file(path):
        raise UsageError(f"{str(model)!r}: there is no such file.")
    for folder in meshes:
        if not Path(folder).is_dir():
            raise UsageError(f"{str(folder)!r}: there is no such folder of meshes.")
    search = _Search(path, [Path(folder).resolve() for folder in meshes])
    search.add_model(path)
    return Collected(search.bundle, search.main)


class _Search:
    def __init__(self, model: Path, folders: list[Path]) -> None:
        self.model, self.folders = model, folders
        self.main = model.name
        self.bundle = Bundle({})
        self._names: dict[Path, str] = {}
        self._total = 0
        around = list(model.parents)[:_LEVELS]
        self._packages = dict(_packages_in(folders))
        for folder in around:
            if is_file(folder / PACKAGE):
                self._packages.setdefault(package_name(_bytes(folder / PACKAGE, MAX_XML)) or folder.name, folder)
        self._around = around

    def add_model(self, path: Path) -> None:
        """Add a model with the files that it names, and those that it includes."""
        pending, done = [path], {path}
        roots: list[Path] = []
        trees = []
        while pending and len(roots) < MAX_INCLUDES:
            file = pending.pop(0)
            name = self._add(file, MAX_XML)
            if not name.lower().endswith((*MODELS, ".xacro")):
                raise UsageError(f"{str(file)!r} is not a robot: an MJCF (.xml) or URDF (.urdf) file is needed.")
            if name.lower().endswith(".xacro"):
                return
            root = parse_model(name, self.bundle.files[name])
            roots.append(file)
            trees.append(root)
            for element, reference in references(root):
                if element == "include" and (found := self._find(reference, [path.parent, file.parent])):
                    self.bundle.found[reference] = self._name(found)
                    if found not in done:
                        done.add(found)
                        pending.append(found)
        inside = [tree.get(key, "") for root in trees for tree in root.iter("compiler") for key in DIRECTORIES]
        starts = [folder / one for folder in dict.fromkeys(file.parent for file in roots) for one in (*inside, "")]
        for root in trees:
            for element, reference in references(root):
                if element != "include" and reference not in self.bundle.found:
                    found = self._find(reference, starts)
                    if found is not None:
                        self._add(found, MAX_MESH)
                        self.bundle.found[reference] = self._name(found)

    def _find(self, reference: str, starts: Sequence[Path]) -> Path | None:
        """The file that a reference means, if it exists."""
        return next((place for place in self._places(reference, starts) if is_file(place)), None)

    def _places(self, reference: str, starts: Sequence[Path]) -> Iterator[Path]:
        text = reference.strip().replace("\\", "/")
        scheme = next((scheme for scheme in SCHEMES if text.startswith(scheme)), "")
        text = unquote(text.removeprefix(scheme)) if scheme else text
        if "\0" in text or "://" in text:
            return
        if scheme == "file://" or text.startswith("/"):
            yield Path(text)
        package, _, rest = text.lstrip("/").partition("/")
        if scheme:
            if package in self._packages:
                yield self._packages[package] / rest
            for folder in (*self._around, *self.folders):
                yield folder / package / rest
                if folder.name == package:
                    yield folder / rest
        parts = [part for part in text.split("/") if part not in ("", ".", "..")]
        for folder in (*starts, *self.folders):
            yield folder / text.lstrip("/")
        for folder in (*starts, *self.folders):  # as somebody copies a part of a package, or all meshes into one folder
            for start in range(1, len(parts)):
                yield folder / "/".join(parts[start:])

    def _name(self, path: Path) -> str:
        return self._names[path] if path in self._names else self._named(path)

    def _named(self, path: Path) -> str:
        """A path in the bundle: as on disk below the model's folder, else by its name in a folder of its own."""
        folder = self.model.parent
        inside = (
            path.relative_to(folder).as_posix() if path.is_relative_to(folder) else f"{len(self._names)}/{path.name}"
        )
        self._names[path] = inside
        return inside

    def _add(self, path: Path, most: int) -> str:
        name = self._name(path)
        if name not in self.bundle.files:
            data = _bytes(path, most)
            self._total += len(data)
            if self._total > MAX_TOTAL:
                raise ModelRefused(TOO_LARGE.at(most=MAX_TOTAL >> 20))
            self.bundle.files[name] = data
        return name


def _bytes(path: Path, most: int) -> bytes:
    try:
        return read_bounded(path, most)
    except OSError as error:
        raise UsageError(f"{str(path)!r} cannot be read: {error.strerror or error}.") from None


def _packages_in(folders: Sequence[Path]) -> Iterator[tuple[str, Path]]:
    """ROS packages in folders of the search path: name and folder."""
    pending = [(folder, 0) for folder in folders]
    while pending:
        folder, depth = pending.pop()
        if is_file(folder / PACKAGE):
            yield package_name(_bytes(folder / PACKAGE, MAX_XML)) or folder.name, folder
        elif depth < _DEPTH:
            try:
                pending += [(one, depth + 1) for one in sorted(folder.iterdir()) if one.is_dir()]
            except OSError:  # a folder that may not be looked into
                continue
