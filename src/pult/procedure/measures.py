"""Measurements of a run: force, force error, speeds; and of the retraction of the tool after a stop."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pult.blocks.kinematics._surface import DESCENT, DONE, STROKE
from pult.core.channels import Channels
from pult.core.errors import UsageError
from pult.core.signals import Array
from pult.procedure.document import ProcedureDocument

Profile = Callable[[Array], Array]
"""Desired force [N] by fraction of the path, as the document gives it."""
SETTLING_TIME = 0.2
"""Time on the path after which the force counts [s]: until then the contact settles."""
TRACE_POINTS = 400
"""Number of points of a trace."""
TOOL_COLUMNS = slice(4, 7)
"""Columns of `Rows` with the position of the tool."""


@dataclass(frozen=True)
class Signals:
    """Columns of the measured signals in a row.

    Attributes:
        stage: Stage of the block that leads the tool.
        progress: Completed fraction of the path.
        force: Force on the patient [N].
        depth: Depth of the tool in the patient [m]; below 0 a gap.
        tool: Position of the centre of the tool tip.
        speeds: Joint speeds.
        joints: Joint coordinates.
    """

    stage: int
    progress: int
    force: int
    depth: int
    tool: int
    speeds: tuple[int, ...]
    joints: tuple[int, ...]

    @property
    def columns(self) -> list[int]:
        """All columns in the order of `Rows`."""
        tool = [self.tool, self.tool + 1, self.tool + 2]
        return [self.stage, self.progress, self.force, self.depth, *tool, *self.speeds, *self.joints]


def find_signals(
    document: ProcedureDocument, channels: Channels, site: str, speeds: Sequence[int], joints: Sequence[int]
) -> Signals:
    """Find the signals of a procedure among those of a session.

    Args:
        document: The procedure.
        channels: Signals of the session.
        site: Site at the centre of the tool tip.
        speeds: Indices of the joint speeds in `qvel`.
        joints: Indices of the joints in `qpos`.

    Raises:
        UsageError: One is missing; the message says what the scheme must have.
    """
    block, surface = document.block, document.surface

    def at(name: str) -> int:
        try:
            return channels.find(name).start
        except UsageError as error:
            raise UsageError(
                f"a procedure needs the signal {name!r} of its scheme {document.scheme!r}: {error}"
            ) from None

    return Signals(
        stage=at(f"scheme.{block}.stage"),
        progress=at(f"scheme.{block}.progress"),
        force=at(f"element.{surface}.normal"),
        depth=at(f"element.{surface}.depth"),
        # records keep no poses of sites: this is the set-point of the tool, which `rows_of` replaces
        tool=at(f"site.{site}" if f"site.{site}" in channels else f"scheme.{block}.position"),
        speeds=tuple(at("qvel") + number for number in speeds),
        joints=tuple(at("qpos") + number for number in joints),
    )


@dataclass(frozen=True, eq=False)
class Rows:
    """Columns of the rows of a run, see `Signals.columns`.

    Attributes:
        table: The numbers. Shape (n, columns).
        dt: Time between two rows [s].
    """

    table: Array
    dt: float

    @property
    def stage(self) -> Array:
        """Stage. Shape (n,)."""
        return np.rint(self.table[:, 0])

    @property
    def force(self) -> Array:
        """Force on the patient [N]. Shape (n,)."""
        return self.table[:, 2]

    @property
    def depth(self) -> Array:
        """Depth [m]. Shape (n,)."""
        return self.table[:, 3]

    @property
    def speed(self) -> Array:
        """Speed of the tool [m/s]; 0 in the first row. Shape (n,)."""
        steps = np.linalg.norm(np.diff(self.table[:, TOOL_COLUMNS], axis=0), axis=1) / self.dt
        return np.concatenate([[0.0], steps]) if len(self.table) else np.zeros(0)

    @property
    def joint_speeds(self) -> Array:
        """Speeds of the joints [rad/s]. Shape (n, joints)."""
        return self.table[:, 7 : 7 + (self.table.shape[1] - 7) // 2]

    @property
    def joints(self) -> Array:
        """The joints [rad]. Shape (n, joints)."""
        return self.table[:, 7 + (self.table.shape[1] - 7) // 2 :]

    def wanted(self, profile: Profile) -> Array:
        """Desired force, 0 while the tool is not on the path [N]. Shape (n,)."""
        out = (self.stage == DESCENT) | (self.stage == STROKE)
        return np.where(out, profile(self.table[:, 1]), 0.0)


@dataclass(frozen=True)
class Measured:
    """Measurements of a run.

    Attributes:
        time: Duration [s].
        done: Whether it reached the end of the path.
        force_error: Largest force error on the path once the contact has settled, as a fraction of the desired force.
        force_rms: Root mean square of the same.
        max_force: Largest force on the patient [N].
        max_speed: Largest speed of the tool on the path [m/s].
        max_joint_speed: Largest speed of a joint, approach and return included [rad/s].
        joint_margin: Smallest distance of a joint from its limits, approach and return included [rad].
        off: Time on the path without contact [s].
    """

    time: float
    done: bool
    force_error: float
    force_rms: float
    max_force: float
    max_speed: float
    max_joint_speed: float
    joint_margin: float | None
    off: float


def measure(rows: Rows, profile: Profile, limits: tuple[Array, Array]) -> Measured:
    """Measure a run. Without a row on the path the force error is 1, that of no force at all.

    Args:
        rows: The run.
        profile: The desired force.
        limits: Lower and upper limits of the joints [rad]. Shapes (joints,).
    """
    path = rows.stage == STROKE
    held = path & (np.cumsum(path) * rows.dt > SETTLING_TIME)
    wanted = rows.wanted(profile)[held]
    share = np.abs(rows.force[held] - wanted) / np.maximum(wanted, 1e-9)
    speed = rows.speed[path]
    margin = float(np.minimum(rows.joints - limits[0], limits[1] - rows.joints).min(initial=math.inf))
    return Measured(
        time=len(rows.table) * rows.dt,
        done=bool((rows.stage == DONE).any()),
        force_error=float(share.max(initial=0.0)) if len(share) else 1.0,
        force_rms=float(np.sqrt(np.mean(share**2))) if len(share) else 1.0,
        max_force=float(rows.force.max(initial=0.0)),
        max_speed=float(speed.max(initial=0.0)),
        max_joint_speed=float(np.abs(rows.joint_speeds).max(initial=0.0)),
        joint_margin=margin if math.isfinite(margin) else None,
        off=float(np.count_nonzero(rows.force[held] <= 0.0)) * rows.dt,
    )


@dataclass(frozen=True)
class Retraction:
    """Retraction of the tool after an emergency stop.

    Attributes:
        off: Time until contact ended [s]; None if it lasted to the end.
        clear: Time until the required distance was reached [s]; None if it never was.
        max_force: Largest force after the stop [N].
    """

    off: float | None
    clear: float | None
    max_force: float


def measure_retract(rows: Rows, distance: float) -> Retraction:
    """Measure the retraction of the tool.

    Args:
        rows: Rows from the stop on.
        distance: Required distance from the patient [m].
    """
    return Retraction(
        off=_since(rows.depth < 0.0, rows.dt),
        clear=_since(rows.depth <= -distance, rows.dt),
        max_force=float(rows.force.max(initial=0.0)),
    )


def worst(tried: Sequence[Retraction]) -> Retraction:
    """The worst of each measurement of several stops: the latest time, None if the tool failed to leave once."""

    def latest(times: Sequence[float | None]) -> float | None:
        known = [time for time in times if time is not None]
        return max(known) if len(known) == len(times) else None

    return Retraction(
        off=latest([one.off for one in tried]),
        clear=latest([one.clear for one in tried]),
        max_force=max(one.max_force for one in tried),
    )


def _since(holds: NDArray[np.bool_], dt: float) -> float | None:
    """Time from which a condition holds to the end; None if it does not hold at the end."""
    broken = np.flatnonzero(~holds)
    if len(broken) == 0:
        return 0.0
    return None if broken[-1] == len(holds) - 1 else float((broken[-1] + 1) * dt)


def trace(rows: Rows, profile: Profile) -> dict[str, list[float]]:
    """Downsample a run for a plot: of every few rows the one with the largest error, so that no peak is lost."""
    count = len(rows.table)
    keep = np.flatnonzero(rows.stage >= DESCENT)
    if not count or not len(keep):
        return {"time": [], "force": [], "wanted": [], "speed": [], "stage": []}
    wanted, speed = rows.wanted(profile), rows.speed
    error = np.abs(rows.force - wanted)
    chosen = [int(part[error[part].argmax()]) for part in np.array_split(keep, min(TRACE_POINTS, len(keep)))]
    return {
        "time": [round(index * rows.dt, 4) for index in chosen],
        "force": [round(float(rows.force[index]), 4) for index in chosen],
        "wanted": [round(float(wanted[index]), 4) for index in chosen],
        "speed": [round(float(speed[index]), 5) for index in chosen],
        "stage": [float(rows.stage[index]) for index in chosen],
    }
