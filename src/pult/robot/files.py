"""Which files a model consists of: the MJCF or URDF file itself, what it includes, meshes and textures."""

from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

_FOLDERS = {"mesh": "meshdir", "skin": "meshdir", "hfield": "assetdir", "texture": "texturedir"}


def model_files(path: Path) -> list[Path]:
    """Files that are read when a model is read, the file itself first. Files that are not there are left out."""
    found: dict[Path, None] = {}
    _collect(path, found)
    return list(found)


def _collect(path: Path, found: dict[Path, None]) -> None:
    if path in found or not path.is_file():
        return
    found[path] = None
    try:
        root = ElementTree.fromstring(path.read_bytes())  # noqa: S314 - MuJoCo has read the same file before
    except (ElementTree.ParseError, OSError):
        return
    compiler = root.find("compiler")
    settings = {} if compiler is None else dict(compiler.attrib)
    for element, name in _references(root):
        if element in ("include", "model"):
            _collect(path.parent / name, found)
            continue
        folder = settings.get(_FOLDERS.get(element, ""), "") or settings.get("assetdir", "")
        for candidate in (path.parent / folder / name, path.parent / name):
            if candidate.is_file():
                found[candidate] = None
                break


def _references(root: ElementTree.Element) -> Iterator[tuple[str, str]]:
    for element in root.iter():
        for key in ("file", "fileright", "fileleft", "fileup", "filedown", "filefront", "fileback", "filename"):
            if name := element.get(key):
                yield element.tag, name.removeprefix("package://")
