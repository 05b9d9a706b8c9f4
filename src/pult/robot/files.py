"""Which files a model consists of: the MJCF or URDF file itself, what it includes, meshes and textures."""

from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

_FOLDERS = {"mesh": "meshdir", "skin": "meshdir", "hfield": "meshdir", "flexcomp": "meshdir", "texture": "texturedir"}
_KEYS = ("file", "fileright", "fileleft", "fileup", "filedown", "filefront", "fileback", "filename")


def model_files(path: Path) -> list[Path]:
    """Files that are read when a model is read, the file itself first. Files that are not there are left out."""
    found: dict[Path, None] = {}
    _collect(path, found)
    return list(found)


def _collect(path: Path, found: dict[Path, None]) -> None:
    """A model of its own: folders of meshes and textures hold for everything that it includes."""
    texts: dict[Path, ElementTree.Element] = {}
    _include(path, path.parent, found, texts)
    settings: dict[str, str] = {}
    for root in texts.values():
        for compiler in root.iter("compiler"):
            settings.update(compiler.attrib)
    for file, root in texts.items():
        for element, name in _references(root):
            if element == "include":
                continue
            if element == "model":
                for folder in (path.parent, file.parent):
                    if folder / name not in found:
                        _collect(folder / name, found)
                continue
            inside = settings.get(_FOLDERS.get(element, ""), "") or settings.get("assetdir", "")
            for folder in (path.parent / inside, path.parent, file.parent / inside, file.parent):
                for candidate in (folder / name, folder / Path(name).name):  # a URDF's names lose their folders
                    if candidate.is_file():
                        found[candidate] = None


def _include(path: Path, home: Path, found: dict[Path, None], texts: dict[Path, ElementTree.Element]) -> None:
    """Included files lie relative to the file that includes them, or to the folder of the model."""
    if path in texts or not path.is_file():
        return
    found[path] = None
    try:
        texts[path] = ElementTree.fromstring(path.read_bytes())  # noqa: S314 - MuJoCo has read the same file before
    except (ElementTree.ParseError, OSError):
        return
    for element, name in _references(texts[path]):
        if element == "include":
            for folder in dict.fromkeys((path.parent, home)):
                _include(folder / name, home, found, texts)


def _references(root: ElementTree.Element) -> Iterator[tuple[str, str]]:
    for element in root.iter():
        for key in _KEYS:
            if name := element.get(key):
                yield element.tag, name.removeprefix("package://")
