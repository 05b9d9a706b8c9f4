"""Validation of targets, weights and tolerances, and their conversion to the arrays of the kernels."""

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal, NamedTuple

import numpy as np

from pult.core.errors import KinematicsError, brief, choose, is_finite
from pult.core.signals import Array
from pult.geometry.pose import as_pose, finite_array
from pult.motion.ik.problem import ROTATION_SCALE
from pult.robot.tree import Tree

COMPONENTS = ("x", "y", "z", "rx", "ry", "rz")
MAX_DISTANCE = 1e9
"""Largest distance of a target [m]: squares of distances beyond 1e154 m overflow, and such a point is a mistake."""
_UPRIGHT = np.array([[1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0]])
Components = str | Iterable[str] | None
Axes = Literal["base", "target"]


class Goal(NamedTuple):
    """A target as arrays: rows of poses (e, 12), scales of the error components (e, 6)."""

    rows: Array
    scales: Array


def read_goal(tree: Any, target: Any, components: Components, weights: Any) -> Goal:
    """Convert the targets of all effectors to arrays.

    Args:
        tree: The robot.
        target: A point (3,) or a pose (4, 4); for a tree with several effectors a mapping from their names to such.
        components: Those of x, y, z, rx, ry, rz that count; by default x, y, z of a point, and all of a pose.
        weights: Weights of the squared components, relative to the defaults. Shape (6,), or a mapping by name.

    Raises:
        KinematicsError: An invalid target; the message says what is allowed.
    """
    if not isinstance(tree, Tree):
        advice = "; take one of the robot's: robot.chain(NAME)" if hasattr(tree, "chains") else ""
        raise KinematicsError(f"a Chain or a Tree is needed, not {type(tree).__name__}{advice}.")
    if len(tree.effectors) == 1 and (type(target) is np.ndarray or not isinstance(target, Mapping)):
        row, point = read_target("the target", target)
        return Goal(row, component_scales(tree.reach, point, components, weights))
    rows = np.zeros((len(tree.effectors), 12))
    rows[:, [0, 5, 10]] = 1.0
    scales = np.zeros((len(tree.effectors), 6))
    if isinstance(target, Mapping):
        for name in target:
            if name not in tree.effectors:
                raise KinematicsError(f"{tree.source}: unknown effector {name!r}. {choose(str(name), tree.effectors)}")
        if not target:
            raise KinematicsError(f"no target is given. Effectors: {', '.join(tree.effectors)}.")
        given = [(number, target[name]) for number, name in enumerate(tree.effectors) if name in target]
    else:
        names = ", ".join(tree.effectors)
        raise KinematicsError(f"the robot has several effectors: give a target by name, for any of {names}.")
    for number, one in given:
        row, point = read_target(f"the target of {tree.effectors[number]!r}", one)
        rows[number] = row
        scales[number] = component_scales(tree.reach, point, components, weights)
    return Goal(rows, scales)


def read_target(what: str, target: Any) -> tuple[Array, bool]:
    """One target as a row of a pose, shape (1, 12), and whether it is only a point."""
    if type(target) is np.ndarray:  # fast paths, for callers in loops
        if target.shape == (4, 4):
            return pose_row(what, target), False
        if target.shape == (3,) and target.dtype == np.float64:
            x, y, z = target.tolist()
            far = MAX_DISTANCE
            if -far <= x <= far and -far <= y <= far and -far <= z <= far:
                row = _UPRIGHT.copy()
                row[0, 3], row[0, 7], row[0, 11] = x, y, z
                return row, True
    found = finite_array(what, target)
    if found.shape == (3,):
        x, y, z = found.tolist()
        check_close(what, x, y, z)
        return np.array([[1.0, 0.0, 0.0, x, 0.0, 1.0, 0.0, y, 0.0, 0.0, 1.0, z]]), True
    if found.shape == (4, 4):
        return pose_row(what, found), False
    raise KinematicsError(f"{what} is a point (3,) or a pose (4, 4), not an array of shape {found.shape}.")


def pose_row(what: str, given: Array) -> Array:
    """Validate a pose and return it as a row. Shape (1, 12)."""
    row = np.array(as_pose(what, given)[:3]).reshape(1, 12)
    check_close(what, *row[0, 3::4].tolist())
    return row


def check_close(what: str, x: float, y: float, z: float) -> None:
    """Reject positions so far away that no digit is left for the arm.

    Raises:
        KinematicsError: The position is farther than MAX_DISTANCE.
    """
    far = max(abs(x), abs(y), abs(z))
    if far > MAX_DISTANCE:
        raise KinematicsError(f"{what} lies {far:g} m away; allowed is up to {MAX_DISTANCE:g} m.")


def component_scales(reach: float, point: bool, components: Components, weights: Any) -> Array:
    """Scales of the six components of the error of one effector. Shape (1, 6)."""
    if weights is None and (components is None or isinstance(components, str)):
        return _usual_scales(reach, point, components)
    return _scales(reach, point, components, weights)


@lru_cache(maxsize=256)
def _usual_scales(reach: float, point: bool, components: str | None) -> Array:
    return _scales(reach, point, components, None)


def _scales(reach: float, point: bool, components: Components, weights: Any) -> Array:
    chosen = _chosen(point, components)
    factors = np.ones(6)
    if isinstance(weights, Mapping):
        for name, value in weights.items():
            if name not in COMPONENTS:
                raise KinematicsError(f"unknown component {name!r} in the weights. {choose(str(name), COMPONENTS)}")
            factors[COMPONENTS.index(name)] = finite_array(f"the weight of {name!r}", value, ())
    elif weights is not None:
        factors = finite_array("weights", weights, (6,))
    if (factors < 0.0).any():
        raise KinematicsError(f"weights must not be negative: {brief(factors.tolist())}.")
    scales = np.array([1.0 / reach] * 3 + [ROTATION_SCALE] * 3) * np.sqrt(factors)
    scales[[name not in chosen for name in COMPONENTS]] = 0.0
    if not scales.any():
        raise KinematicsError("no component counts: all are left out or have the weight 0.")
    return scales[None]


def _chosen(point: bool, components: Components) -> Sequence[str]:
    if components is None:
        return COMPONENTS[:3] if point else COMPONENTS
    names = components.replace(",", " ").split() if isinstance(components, str) else list(components)
    if len(names) == 1 and names[0] == "xyz":
        names = ["x", "y", "z"]
    for name in names:
        if name not in COMPONENTS:
            raise KinematicsError(f"unknown component {name!r}. {choose(str(name), COMPONENTS)}")
    if point and any(name.startswith("r") for name in names):
        raise KinematicsError("a point has no orientation: give a pose (4, 4) to ask for rx, ry or rz.")
    if not names:
        raise KinematicsError(f"no component is chosen. Allowed: {', '.join(COMPONENTS)}.")
    return names


def check_positive(name: str, value: Any, *, zero: bool = False) -> float:
    """Validate a tolerance or a length.

    Raises:
        KinematicsError: Not a finite positive number (or zero, if allowed).
    """
    right = isinstance(value, (int, float, np.floating, np.integer)) and not isinstance(value, bool)
    if not right or not is_finite(value) or value < 0.0 or (value == 0.0 and not zero):
        raise KinematicsError(f"{name} must be {'0 or ' if zero else ''}a positive number, not {brief(value)}.")
    return float(value)


def check_tolerances(distance: float, angle: float) -> tuple[float, float]:
    """Validate the two tolerances of a task [m, rad]."""
    if type(distance) is float and type(angle) is float and 0.0 < distance < math.inf and 0.0 < angle < math.inf:
        return distance, angle  # fast path
    return check_positive("tolerance", distance), check_positive("angle_tolerance", angle)


def check_count(name: str, value: Any, minimum: int = 1, maximum: int = 10_000_000) -> int:
    """Validate a whole number.

    Raises:
        KinematicsError: Not a whole number from minimum to maximum.
    """
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or not minimum <= value <= maximum:
        raise KinematicsError(f"{name} must be a whole number from {minimum} to {maximum}, not {brief(value)}.")
    return int(value)


def parse_frame(frame: Axes) -> bool:
    """True if components are along the axes of the target, False if along those of the base.

    Raises:
        KinematicsError: The frame is neither "base" nor "target".
    """
    if frame not in ("base", "target"):
        raise KinematicsError(f"components are along the axes of 'base' or 'target', not {frame!r}.")
    return frame == "target"
