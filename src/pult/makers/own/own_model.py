"""A robot model of somebody: its joints, actuators and key frames, and the chains that it suggests."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pult.makers.own.choices import ChainChoice


@dataclass(frozen=True, eq=False)
class OwnModel:
    """A model that MuJoCo has compiled.

    Attributes:
        file: The file, MJCF or URDF.
        name: A name for its documents: of the model, of its folder, or of the file; never `scene`.
        compiled: The compiled model (mujoco.MjModel), with its own actuators.
        chains: Suggested chains by name, arms first.
        keyframes: Names of its key frames.
        notes: What the documents cannot express, for people.
    """

    file: Path
    name: str
    compiled: Any
    chains: Mapping[str, ChainChoice]
    keyframes: tuple[str, ...]
    notes: tuple[str, ...]


def read_own_model(file: Path) -> OwnModel:
    """Analyse a model whose files are all in place.

    Args:
        file: MJCF or URDF file.

    Raises:
        KinematicsError: It cannot be read, MuJoCo refuses it, or nothing in it moves.
    """
    raise NotImplementedError
