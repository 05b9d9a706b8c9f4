"""A robot of an upload, sanitised into a folder; runs in the child process."""

import json
import posixpath
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from pult.importing.files import Bundle
from pult.importing.sanitise import sanitise

SENT = "sent"
"""Folder of the files of an upload, which are called by their numbers."""
FILES = "files.json"
"""Path of each file to its number."""
MODEL = "model"
"""Folder of the sanitised model in that of the upload."""
SOURCE = "source.json"
"""What is known of the sanitised model."""
_ORDINARY = ("", "robot", "scene", "model", "main", "urdf", "xml", "mjcf")
"""Names that say nothing about a robot."""


@dataclass(frozen=True)
class PreparedModel:
    """A sanitised model in a folder.

    Attributes:
        main: Its file in the upload.
        others: Other files of the upload that could be the robot.
        title: Suggested name.
        file: The model in the folder `MODEL`; meshes and textures are beside it.
        files: Names of all files there.
        notes: What was left out, for people.
    """

    main: str
    others: list[str]
    title: str
    file: str
    files: list[str]
    notes: list[str]


def prepare_model(folder: Path, main: str, without_meshes: bool) -> PreparedModel:
    """Sanitise the robot of an upload.

    Args:
        folder: Folder of the upload.
        main: The file of the robot, if there are several candidates.
        without_meshes: Put simple shapes in the place of missing meshes.

    Raises:
        ModelRefused: It is refused; the message says why.
    """
    numbers: dict[str, int] = json.loads((folder / FILES).read_text(encoding="utf-8"))
    bundle = Bundle.of({path: (folder / SENT / str(number)).read_bytes() for path, number in numbers.items()})
    chosen = bundle.main(main)
    made = sanitise(bundle, chosen, without_meshes)
    file = f"robot{'.urdf' if made.kind == 'urdf' else '.xml'}"
    files = {**made.files, file: made.source}
    target = folder / MODEL
    target.mkdir(exist_ok=True)
    for old in target.iterdir():
        old.unlink()
    for name, content in files.items():
        (target / name).write_bytes(content)
    others = [path for path in bundle.candidates() if path != chosen]
    prepared = PreparedModel(chosen, others, _title(made.title, chosen), file, list(files), made.notes)
    (folder / SOURCE).write_bytes(msgspec.json.encode(prepared))
    return prepared


def prepared_model(folder: Path) -> PreparedModel:
    """What `prepare_model` has made last."""
    found: Any = msgspec.json.decode((folder / SOURCE).read_bytes(), type=PreparedModel)
    return PreparedModel(**{name: getattr(found, name) for name in PreparedModel.__dataclass_fields__})


def _title(given: str, main: str) -> str:
    """A name for people: what the robot calls itself, else its file, package or folder."""
    stem, folders = posixpath.splitext(posixpath.basename(main))[0], posixpath.dirname(main).split("/")
    packages = [re.sub(r"_(description|moveit|support|model)$", "", one) for one in folders]
    for name in (re.sub(r"[\s_-]?scene$", "", given), stem, *reversed(packages)):
        if name.casefold() not in _ORDINARY:
            return re.sub(r"[\x00-\x1f]+", " ", name).strip()[:60]
    return "robot"
