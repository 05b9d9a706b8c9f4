"""Denavit-Hartenberg tables."""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from pult.core.errors import KinematicsError, brief, choose, is_finite
from pult.core.signals import Array
from pult.geometry.pose import as_pose
from pult.robot.model import Frame, Joint, JointKind, Model

CONVENTIONS = ("standard", "modified")
_NUMBERS = ("a", "alpha", "d", "theta")
_KEYS = (*_NUMBERS, "joint", "lower", "upper", "name")


def _screw(axis: int, angle: float, length: float) -> Array:
    """A rotation about the x (0) or z (2) axis and a translation along it. Shape (4, 4)."""
    c, s = math.cos(angle), math.sin(angle)
    i, j = ((1, 2), (0, 1))[axis // 2]
    found = np.eye(4)
    found[i, i], found[i, j], found[j, i], found[j, j] = c, -s, s, c
    found[axis, 3] = length
    return found


def _number(where: str, key: str, value: Any) -> float:
    if isinstance(value, (bool, str)) or not isinstance(value, (int, float, np.floating, np.integer)):
        raise KinematicsError(f"{where}: {key!r} must be a number, not {brief(value)}.")
    if not is_finite(value) and not (isinstance(value, float) and key in ("lower", "upper")):
        raise KinematicsError(f"{where}: {key!r} must be finite, not {value}.")
    return float(value)


def _row(where: str, number: int, row: Any) -> tuple[dict[str, float], Joint]:
    if isinstance(row, Mapping):
        given = dict(row)
    elif isinstance(row, (Sequence, np.ndarray)) and not isinstance(row, str) and len(row) == len(_NUMBERS):
        given = dict(zip(_NUMBERS, row, strict=True))
    else:
        raise KinematicsError(f"{where}: a row is (a, alpha, d, theta) or a mapping with these keys, not {brief(row)}.")
    for key in given:
        if key not in _KEYS:
            raise KinematicsError(f"{where}: unknown key {key!r}. {choose(str(key), _KEYS)}")
    kind: JointKind = given.get("joint", "revolute")
    moved = "d" if kind == "prismatic" else "theta"
    values = {key: _number(where, key, given.get(key, 0.0)) for key in _NUMBERS}
    missing = [key for key in _NUMBERS if key not in given and key != moved]
    if missing:
        raise KinematicsError(f"{where}: {missing[0]!r} is missing; a row gives a, alpha, d and theta.")
    lower = _number(where, "lower", given.get("lower", -math.inf))
    upper = _number(where, "upper", given.get("upper", math.inf))
    return values, Joint(str(given.get("name", f"joint{number}")), kind, (0.0, 0.0, 1.0), lower, upper)


def dh_model(
    rows: Iterable[Mapping[str, Any] | Sequence[float]], convention: str, *, base: Any, tool: Any, name: str
) -> Model:
    """The frames of a Denavit-Hartenberg table, see `Chain.from_dh`."""
    if convention not in CONVENTIONS:
        raise KinematicsError(f"{name}: the convention is {convention!r}. {choose(str(convention), CONVENTIONS)}")
    frames = [Frame("base", None, np.eye(4))]
    before = np.eye(4) if base is None else as_pose("base", base)
    parent = "base"
    for number, row in enumerate(rows, 1):
        values, joint = _row(f"{name}, row {number}", number, row)
        along_z = _screw(2, values["theta"], values["d"])
        along_x = _screw(0, values["alpha"], values["a"])
        # screws about z commute with the motion of the joint, which is about or along z: it may stand behind them
        pose = before @ along_z if convention == "standard" else before @ along_x @ along_z
        before = along_x if convention == "standard" else np.eye(4)
        frame = f"frame{number}"
        frames.append(Frame(frame, parent, pose, joint))
        parent = frame
    if parent == "base":
        raise KinematicsError(f"{name}: the chain is empty: the table has no rows.")
    end = before if tool is None else before @ as_pose("tool", tool)
    frames.append(Frame("effector", parent, end))
    return Model(name, frames)
