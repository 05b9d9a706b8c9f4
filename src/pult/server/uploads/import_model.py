"""Preparation of an uploaded model in the child process: read, sanitised, and named."""

import re
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from pult.core.errors import FaultKind
from pult.server.documents.names import name_fault
from pult.server.http.wire import Refusal
from pult.server.messages import ImportRobot
from pult.server.uploads.files import Upload
from pult.server.uploads.sanitise import Model, sanitise

NAME_TAKEN = FaultKind("duplicate-name", "There is a {kind} {name!r} already; choose another name.")
NAMES_TAKEN = FaultKind("duplicate-name", "There are too many robots called {name!r}; name the new one.")
SENT = "sent.json"
"""File with the request."""
SCENE = """<mujoco model="floor">
  <visual>
    <headlight ambient="0.45 0.45 0.45" diffuse="0.5 0.5 0.5" specular="0.1 0.1 0.1"/>
  </visual>
  <worldbody>
    <light pos="0.5 -1 4" dir="-0.1 0.25 -1" diffuse="0.6 0.6 0.6"/>
    <geom type="plane" size="5 5 0.1" rgba="0.8 0.83 0.85 1"/>
  </worldbody>
</mujoco>
"""


@dataclass(frozen=True)
class PreparedModel:
    """A model whose files are arranged in a folder as in the project.

    Attributes:
        name: Name of the robot and its world.
        model: Its file.
        source: The same with its own actuators; not added to the project.
        files: All files to add to the project.
        notes: What was left out, for people.
        mimics: Joints that follow others.
    """

    name: str
    model: str
    source: str
    files: list[str]
    notes: list[str]
    mimics: list[str]


def prepare_model(folder: Path, body: ImportRobot, robots: Collection[str], worlds: Collection[str]) -> PreparedModel:
    """Write the files of a model.

    Args:
        folder: Target folder.
        body: The request.
        robots, worlds: Names already in use.

    Raises:
        Refusal: It is refused; the message says why.
    """
    upload = Upload.read(body.files)
    main = upload.main(body.main)
    name = body.name or _free_name({*robots, *worlds}, main)
    for kind, taken in (("robot", robots), ("world", worlds)):
        if name in taken:
            raise Refusal.of(409, NAME_TAKEN.at("name", kind=kind, name=name))
    made = sanitise(upload, main, body.without_meshes)
    model, source, files = _files(made, name)
    for path, content in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)
    return PreparedModel(name, model, source, [path for path in files if path != source], made.notes, made.mimics)


def _free_name(taken: Collection[str], main: str) -> str:
    stem = re.sub(r"[^A-Za-z0-9_-]+", "-", Path(main).stem).strip("-_")[:48] or "robot"
    for number in range(1, 1000):
        name = stem if number == 1 else f"{stem}-{number}"
        if name not in taken and not name_fault(name):
            return name
    raise Refusal.of(409, NAMES_TAKEN.at("name", name=stem))


def _files(made: Model, name: str) -> tuple[str, str, dict[str, bytes]]:
    """The file of the model, the same with its actuators, and all files by path."""
    suffix = ".urdf" if made.kind == "urdf" else ".xml"
    home = f"robots/{name}"
    model, source = f"{home}/{name}{suffix}", f"{home}/with-actuators{suffix}"
    files = {f"{home}/{file}": data for file, data in made.files.items()}
    files |= {model: made.text, source: made.source, f"worlds/{name}/scene.xml": SCENE.encode()}
    return model, source, files
