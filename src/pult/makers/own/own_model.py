"""A robot model of somebody: its joints, actuators and key frames, and the chains that it suggests."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import mujoco
import numpy as np

from pult.core.errors import KinematicsError
from pult.core.signals import Array
from pult.equipment.drives.kinds.model import own_names
from pult.makers.own.chains import suggest_chains
from pult.makers.own.choices import ChainChoice
from pult.robot.model import Model
from pult.robot.model_xml import parse_model
from pult.robot.mujoco_warnings import remarks
from pult.robot.robot import read_model

MOVING = (int(mujoco.mjtJoint.mjJNT_HINGE), int(mujoco.mjtJoint.mjJNT_SLIDE))
SLIDE, FREE = int(mujoco.mjtJoint.mjJNT_SLIDE), int(mujoco.mjtJoint.mjJNT_FREE)
FASTEST = 100.0
"""Speeds above this are no figures of a machine [rad/s or m/s]."""
PLANE = int(mujoco.mjtGeom.mjGEOM_PLANE)
_PLAIN = ("scene", "model", "robot", "main", "mjx", "urdf", "xml", "mjcf", "urdfs", "robots", "description", "assets")
"""Words that name no robot."""


@dataclass(frozen=True, eq=False)
class OwnModel:
    """A model that MuJoCo has compiled.

    Attributes:
        file: The file, MJCF or URDF.
        name: A name for its documents: of the model, of its folder, or of the file; never `scene`.
        compiled: The compiled model (mujoco.MjModel), with its own actuators.
        frames: Its frames, for chains.
        chains: Suggested chains by name, arms first.
        keyframes: Names of its key frames; those without one are 'key0' and so on.
        notes: What the documents cannot express, for people.
    """

    file: Path
    name: str
    compiled: Any
    frames: Model
    chains: Mapping[str, ChainChoice]
    keyframes: tuple[str, ...]
    notes: tuple[str, ...]

    @cached_property
    def followers(self) -> frozenset[str]:
        """Joints that follow another one."""
        return frozenset(joint.name for joint in self.frames.joints.values() if joint.mimic is not None)

    @cached_property
    def joints(self) -> dict[str, int]:
        """Numbers of the named hinges and slides that follow no other, by name, in the order of the model."""
        compiled = self.compiled
        names = {compiled.joint(j).name: j for j in range(compiled.njnt) if int(compiled.jnt_type[j]) in MOVING}
        return {name: j for name, j in names.items() if name and name not in self.followers}

    @cached_property
    def speeds(self) -> dict[str, float]:
        """Greatest speeds of joints that a URDF says [rad/s or m/s]."""
        if self.file.suffix.lower() != ".urdf":
            return {}
        limits = {joint.get("name", ""): joint.find("limit") for joint in parse_model(self.file.name, self.file.read_bytes()).iter("joint")}
        found = {name: float(limit.get("velocity", "0")) for name, limit in limits.items() if limit is not None}
        return {name: speed for name, speed in found.items() if 0.0 < speed < FASTEST}

    @property
    def is_free(self) -> bool:
        """Whether a body with joints behind it moves freely."""
        return bool(self.free_bodies)

    @cached_property
    def free_bodies(self) -> list[int]:
        """Bodies that move freely and carry others, or are driven."""
        compiled = self.compiled
        free = [int(compiled.jnt_bodyid[j]) for j in range(compiled.njnt) if int(compiled.jnt_type[j]) == FREE]
        return [b for b in free if (compiled.body_rootid == compiled.body_rootid[b]).sum() > 1 or compiled.nactuator]

    @cached_property
    def has_floor(self) -> bool:
        """Whether a plane of the world carries things."""
        compiled = self.compiled
        planes = (compiled.geom_type == PLANE) & (compiled.geom_bodyid == 0) & (compiled.geom_contype != 0)
        return bool(planes.any())

    def key_position(self, name: str) -> Array | None:
        """Coordinates of a key frame; None if the model has none of that name. Shape (nq,)."""
        return np.array(self.compiled.key_qpos[self.keyframes.index(name)]) if name in self.keyframes else None

    def key_control(self, name: str) -> Array | None:
        """Controls of a key frame, likewise. Shape (nu,)."""
        return np.array(self.compiled.key_ctrl[self.keyframes.index(name)]) if name in self.keyframes else None


def read_own_model(file: Path) -> OwnModel:
    """Analyse a model whose files are all in place.

    Args:
        file: MJCF or URDF file.

    Raises:
        KinematicsError: It cannot be read, MuJoCo refuses it, or nothing in it moves.
    """
    frames = read_model(file)
    with remarks():
        compiled = _compile(file)
    if not any(int(kind) in MOVING for kind in compiled.jnt_type) and not compiled.nactuator:
        raise KinematicsError(f"{file}: nothing in it can be moved: it has no hinges, no slides and no actuators.")
    keys = tuple(compiled.key(k).name or f"key{k}" for k in range(compiled.nkey))
    return OwnModel(
        file, own_name(file, frames), compiled, frames, suggest_chains(compiled, frames), keys, _notes(compiled)
    )


def _compile(file: Path) -> Any:
    try:
        spec: Any = mujoco.MjSpec.from_file(str(file))
        spec.compiler.fusestatic = False  # a URDF would lose the names of its fixed links
        for actuator, name in zip(spec.actuators, own_names(spec), strict=True):
            actuator.name = name
        return spec.compile()
    except (ValueError, mujoco.FatalError) as error:
        raise KinematicsError(f"{file}: MuJoCo refuses it: {' '.join(str(error).split())}") from None


def own_name(file: Path, frames: Model | None = None) -> str:  # noqa: ARG001 - the frames know no name
    """A name for the documents of a model: its own, that of its file or of a folder above, if it says something."""
    said = re.search(r"<(?:mujoco|robot)\b[^>]*?\b(?:model|name)\s*=\s*[\"']([^\"']+)", _head(file))
    folders = [folder.name for folder in file.resolve().parents]
    for text in (*([said[1]] if said else []), file.stem, *folders[:3]):
        plain = re.sub(r"[^A-Za-z0-9_-]+", "-", text).strip("-_")[:40]
        words = [word for word in re.split(r"[-_ .]+", plain.lower()) if word]
        if (
            plain
            and plain[0].isalpha()
            and any(w not in _PLAIN for w in words)
            and words[0] != "scene"
            and plain != "MuJoCo-Model"
        ):
            return plain
    return "own-robot"


def _head(file: Path) -> str:
    with file.open("rb") as opened:
        return opened.read(20_000).decode("utf-8", errors="replace")


def _notes(compiled: Any) -> tuple[str, ...]:
    notes = []
    if (compiled.actuator_dyntype == int(mujoco.mjtDyn.mjDYN_USER)).any() or compiled.nplugin:
        notes.append("Plug-ins of the model do not run here.")
    unnamed = sum(1 for j in range(compiled.njnt) if int(compiled.jnt_type[j]) in MOVING and not compiled.joint(j).name)
    if unnamed:
        notes.append(
            f"{unnamed} joints have no name, so no drive or sensor can name them; they move as physics has it."
        )
    balls = int((compiled.jnt_type == int(mujoco.mjtJoint.mjJNT_BALL)).sum())
    if balls:
        notes.append(f"{balls} ball joints belong to no chain; they move as physics and actuators have it.")
    return tuple(notes)
