"""Where the arm stands on its base, from known points that the grab has touched (paper 002: calibration by touching).

The operator touches points of the base's body whose places are known in the frame of Trikol, and the joint angles are
noted. Direct kinematics gives the touched points in the interface frame; the pose of that frame on the base is the one
that brings them onto the known ones best. A wrong zero of the column is a rotation of the frame about its axis, so it
is found along with it; wrong zeros of other joints show as residuals.
"""

import csv
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from pult.core.errors import DocumentError, FaultKind, KinematicsError, advice
from pult.core.signals import Array
from pult.geometry.fit import PoseFit, fit_pose
from pult.motion.grab.chain import working_point
from pult.motion.grab.config import Config
from pult.motion.grab.manipulator import JOINTS, PRM1, Manipulator

COLUMNS = (*JOINTS, "x", "y", "z")
"""Columns of a file of touches: joint angles [deg], and the known point on the base [m]."""
UNKNOWN_COLUMN = FaultKind("unknown-name", "there is no column {name!r} in a file of touches. {advice}")
MISSING_COLUMN = FaultKind("missing-key", "the column {name!r} is missing; needed are {needed}.")
NOT_A_NUMBER = FaultKind("bad-type", "{column!r} must be a finite number, not {value!r}.")
NO_TOUCHES = FaultKind("bad-shape", "there are no touches in it.")


@dataclass(frozen=True)
class Touch:
    """One touched point.

    Attributes:
        config: Configuration of the arm, with what it touches with; the finger tips by default.
        known: The touched point in the frame of Trikol [m].
    """

    config: Config
    known: tuple[float, float, float]


def touched_point(touch: Touch, robot: Manipulator = PRM1) -> Array:
    """Where the arm touches by its joint angles, in the interface frame [m]. Shape (3,)."""
    point = np.empty(3)
    working_point(robot.table, touch.config.joint_vector(), np.array(touch.config.held(robot)), point)
    return point


def calibrate(touches: Sequence[Touch], *, sigma: float | None = None, robot: Manipulator = PRM1) -> PoseFit:
    """The pose of the interface frame on the base, from touched points.

    Args:
        touches: At least three touches, of points that are not on a line.
        sigma: Standard deviation of one coordinate of a touch [m], for the covariance; by default it is estimated from
            the residuals.
        robot: The manipulator.

    Returns:
        The fit: its `pose` is T_trikol_interface; `determined` says whether the points determine it.

    Raises:
        KinematicsError: There are no touches, or numbers that are not finite.
    """
    if not touches:
        raise KinematicsError("a calibration needs touches: three points that are not on a line.")
    points = np.array([touched_point(touch, robot) for touch in touches])
    return fit_pose(points, [touch.known for touch in touches], sigma)


def read_touches(path: Path) -> list[Touch]:
    """Touches of a CSV file with the columns column, shoulder, elbow, wrist, roll [deg], x, y, z [m].

    Raises:
        DocumentError: With everything that is wrong, by line and column.
    """
    try:
        with path.open(newline="", encoding="utf-8-sig") as file:
            rows = list(csv.reader(file))
    except (OSError, UnicodeDecodeError) as error:
        raise KinematicsError(f"{path} cannot be read: {error}") from None
    head = [name.strip() for name in rows[0]] if rows else []
    faults = [
        UNKNOWN_COLUMN.at("line 1", name=name, **advice(name, COLUMNS)) for name in head if name not in COLUMNS
    ]
    needed = ", ".join(COLUMNS)
    faults += [MISSING_COLUMN.at("line 1", name=name, needed=needed) for name in COLUMNS if name not in head]
    touches = []
    for number, row in enumerate(rows[1:], 2):
        if faults and number == 2:
            break
        if not any(cell.strip() for cell in row):
            continue
        found = dict(zip(head, row, strict=False))
        values = {name: _number(found.get(name, "")) for name in COLUMNS}
        wrong = [name for name, value in values.items() if value is None]
        faults += [NOT_A_NUMBER.at(f"line {number}", column=name, value=found.get(name, "")) for name in wrong]
        if not wrong:
            angles = [math.radians(values[name] or 0.0) for name in JOINTS]
            touches.append(Touch(Config.of(angles), (values["x"] or 0.0, values["y"] or 0.0, values["z"] or 0.0)))
    if not faults and not touches:
        faults.append(NO_TOUCHES.at())
    if faults:
        raise DocumentError(str(path), faults)
    return touches


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) else None
