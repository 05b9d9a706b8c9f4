"""Look-ahead over a whole working motion: which column angle and configuration need no change midway.

Before a motion the manipulator can be brought into any configuration; during it the type of the configuration is kept.
All configurations along the way are found first. A motion goes on from one place to the next in the same type, or
changes over without a jump: the elbow where the arm is straight, the column where the whole path lies in one grab plane
and passes the column axis (fling-over rules). The way that begins nearest to the present configuration is taken.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pult.core.errors import KinematicsError
from pult.core.kernels import kernel
from pult.core.signals import Array
from pult.motion.grab.chain import working_point
from pult.motion.grab.choice import STRAIGHT
from pult.motion.grab.config import Config
from pult.motion.grab.functions import MAX_TURN, STEP, TYPES, f1, row_texts
from pult.motion.grab.inverse import AMOUNT, ANGLES, CASE, COLUMNS, ROWS, all_configurations
from pult.motion.grab.line import SAME_COLUMN
from pult.motion.grab.manipulator import PRM1, Manipulator
from pult.motion.grab.protection import refusal
from pult.motion.grab.reasons import COLUMN_CHANGE, ELBOW_CHANGE, NONE, PATH_NEAR_COLUMN, Reason
from pult.motion.grab.solutions import finite
from pult.native.library import Compiled

MAX_NODES = 20_000


@kernel
def along_path(t: Array, path: Array, held: Array, load: float, hint: float, found: Array) -> None:
    """All configurations along a path, and why each is refused.

    Args:
        t: The manipulator's table.
        path: Working point [m], pitch and roll [rad] of each place. Shape (n, 5).
        held: The held object. Shape (4,).
        load: Mass of what is held [kg].
        hint: Column angle where every one does [rad].
        found: Filled, see `inverse.all_configurations`. Shape (n, 4, 7).
    """
    for k in range(path.shape[0]):
        rows = found[k]
        all_configurations(t, path[k], float(path[k, 3]), float(path[k, 4]), held, hint, rows)
        for i in range(ROWS):
            if int(rows[i, CASE]) == NONE:
                reason, amount = refusal(t, rows[i], held, load)
                rows[i, CASE], rows[i, AMOUNT] = float(reason), amount


_V = "float64[::1]"
native_along_path = Compiled(along_path, f"{_V}, float64[:,::1], {_V}, float64, float64, float64[:,:,::1]")
native_working_point = Compiled(working_point, f"{_V}, {_V}, {_V}, {_V}")


@dataclass(frozen=True)
class Change:
    """Where a motion must be interrupted to change the configuration.

    Attributes:
        share: Share of the way.
        point: The working point there [m].
        before, after: Types of the configuration, such as ("forward", "up"); nothing after where no configuration is
            left.
        reason: What changes.
        text: In words.
    """

    share: float
    point: tuple[float, float, float]
    before: tuple[str, str]
    after: tuple[str, str] | None
    reason: Reason
    text: str


@dataclass(frozen=True, eq=False)
class LookAhead:
    """What a look-ahead has found.

    Attributes:
        reason: 0 if one configuration leads through the whole motion; else why it must be interrupted.
        text: The reason in words.
        configs: Configurations along the way, from its beginning; up to the place that nothing reaches.
        shares: Share of the way of each.
        types: Type of each.
        changes: Where the motion must be interrupted; empty if nowhere.
    """

    reason: Reason
    text: str
    configs: tuple[Config, ...]
    shares: tuple[float, ...]
    types: tuple[tuple[str, str], ...]
    changes: tuple[Change, ...]


def look_ahead(
    start: Config,
    points: Sequence[Sequence[float]] | Array,
    *,
    pitches: Sequence[float] | None = None,
    rolls: Sequence[float] | None = None,
    step: float | None = None,
    load: float = 0.0,
    max_turn: float = MAX_TURN,
    robot: Manipulator = PRM1,
) -> LookAhead:
    """Look at a whole working motion before it starts.

    Args:
        start: The present configuration: its held object, step, wanted pitch and roll. The motion may begin elsewhere.
        points: Places of the working point, with straight lines between; with one place, the motion begins at the
            start's working point [m]. Shape (n, 3).
        pitches, rolls: Pitch and roll of the grab at the places, linear in between; those wanted if left out [rad].
        step: Distance of the places that are looked at; the start's step if left out [m].
        load: Mass of what is held [kg].
        max_turn: Largest turn of a joint from one place to the next [rad].
        robot: The manipulator.

    Raises:
        KinematicsError: There is no way, or numbers are missing.
    """
    path, shares = _path(start, points, pitches, rolls, step, robot)
    found = np.empty((len(path), ROWS, COLUMNS))
    held = np.array(start.held(robot))
    native_along_path(robot.table, path, held, float(load), float(start.angles[0]), found)
    rows, changes, blocked = _route(found, np.array(start.angles), max_turn)
    configs = tuple(start.turned(found[k, row, :ANGLES]) for k, row in enumerate(rows))
    types = tuple(TYPES[row] for row in rows)
    told = [_change(found, path, shares, k, rows[k - 1], rows[k]) for k in changes]
    if blocked is not None:
        told.append(_blocked(found, path, shares, blocked, rows[-1] if rows else None, robot))
    reason = told[-1].reason if blocked is not None else told[0].reason if told else Reason.NONE
    return LookAhead(reason, " ".join(one.text for one in told), configs, shares[: len(rows)], types, tuple(told))


def _path(
    start: Config, points: Sequence[Sequence[float]] | Array, pitches: Sequence[float] | None,
    rolls: Sequence[float] | None, step: float | None, robot: Manipulator,
) -> tuple[Array, tuple[float, ...]]:  # fmt: skip
    """Places along the way, shape (n, 5), and their shares of it."""
    places = [finite("points", point, 3) for point in points]
    if not places:
        raise KinematicsError("a motion has at least one place to go to.")
    if len(places) == 1:
        here = f1(start, robot=robot)
        if here.point is None:
            raise KinematicsError(f"the motion begins at the present configuration, but {here.text}")
        places.insert(0, here.point)
        first = (start.pitch, start.angles[4])
        pitches = None if pitches is None else [first[0], *pitches]
        rolls = None if rolls is None else [first[1], *rolls]
    n = len(places)
    psi = finite("pitches", [start.wanted_pitch] * n if pitches is None else pitches, n)
    gamma = finite("rolls", [start.wanted_roll] * n if rolls is None else rolls, n)
    knots = np.column_stack([places, psi, gamma])
    lengths = np.linalg.norm(np.diff(knots[:, :3], axis=0), axis=1)
    wanted = next(float(v) for v in (step, start.step, STEP) if v is not None)
    total = float(lengths.sum())
    if not wanted > 0.0 or total / wanted > MAX_NODES:
        raise KinematicsError(f"the step must be above {total / MAX_NODES:g} m here, not {wanted:g} m.")
    rows, shares, done = [knots[:1]], [0.0], 0.0
    for a, b, length in zip(knots, knots[1:], lengths, strict=False):
        count = max(1, math.ceil(float(length) / wanted - 1e-9))
        part = np.arange(1, count + 1)[:, None] / count
        rows.append(a + part * (b - a))
        shares += [(done + float(p) * float(length)) / total if total > 0.0 else 1.0 for p in part[:, 0]]
        done += float(length)
    return np.ascontiguousarray(np.vstack(rows)), tuple(shares)


def _joins(a: Array, b: Array, i: int, j: int, max_turn: float) -> bool:
    """Whether a motion can go on from row i at one place to row j at the next."""
    if np.abs(a[:4] - b[:4]).max() > max_turn:
        return False
    if i // 2 != j // 2 and abs(float(a[0]) - float(b[0])) > SAME_COLUMN:
        return False
    return i % 2 == j % 2 or min(abs(float(a[2])), abs(float(b[2]))) <= STRAIGHT


def _route(found: Array, here: Array, max_turn: float) -> tuple[list[int], list[int], int | None]:
    """Rows of the best way with as few interruptions as it takes.

    Returns:
        A row for each place that is reached; indices of places before which the motion is interrupted; the index of
        the first place that nothing reaches.
    """
    valid = found[:, :, CASE] == NONE
    rows: list[int] = []
    changes: list[int] = []
    begin = 0
    while begin < len(found):
        cost = np.where(valid[begin], np.abs(found[begin, :, :4] - here[:4]).max(axis=1), np.inf)
        if not np.isfinite(cost).any():
            return rows, changes, begin
        if begin:
            changes.append(begin)
        parents: list[list[int]] = []
        k = begin + 1
        while k < len(found):
            following, parent = np.full(ROWS, np.inf), [-1] * ROWS
            for j in np.flatnonzero(valid[k]):
                for i in np.flatnonzero(np.isfinite(cost)):
                    if cost[i] < following[j] and _joins(found[k - 1, i], found[k, j], int(i), int(j), max_turn):
                        following[j], parent[j] = cost[i], int(i)
            if not np.isfinite(following).any():
                break
            cost = following
            parents.append(parent)
            k += 1
        row = int(np.argmin(cost))
        section = [row]
        for parent in reversed(parents):
            row = parent[row]
            section.append(row)
        rows += reversed(section)
        here, begin = found[k - 1, rows[-1]], k
    return rows, changes, None


def _place(path: Array, k: int) -> tuple[float, float, float]:
    return float(path[k, 0]), float(path[k, 1]), float(path[k, 2])


def _change(found: Array, path: Array, shares: Sequence[float], k: int, i: int, j: int) -> Change:
    before, after = TYPES[i], TYPES[j]
    reason = Reason(COLUMN_CHANGE if i // 2 != j // 2 else ELBOW_CHANGE if i != j else PATH_NEAR_COLUMN)
    text = (
        f"at {100 * shares[k]:.0f} % of the way the configuration must change from {before[0]}, elbow {before[1]}, "
        f"to {after[0]}, elbow {after[1]}."
    )
    if i == j:
        turn = math.degrees(float(np.abs(found[k - 1, i, :4] - found[k, j, :4]).max()))
        text = f"at {100 * shares[k]:.0f} % of the way a joint must turn by {turn:.0f} degrees at once."
    return Change(shares[k], _place(path, k), before, after, reason, text)


def _blocked(
    found: Array, path: Array, shares: Sequence[float], k: int, row: int | None, robot: Manipulator
) -> Change:
    kinds = [int(one[CASE]) for one in found[k] if one[CASE] > NONE]
    reason = kinds[row] if row is not None and row < len(kinds) else kinds[0]
    causes = row_texts(found[k], robot)
    text = f"at {100 * shares[k]:.0f} % of the way there is no configuration. " + " ".join(
        f"{kind}: {cause}" for kind, cause in causes.items()
    )
    before = TYPES[row] if row is not None else TYPES[0]
    return Change(shares[k], _place(path, k), before, None, Reason(reason), text)
