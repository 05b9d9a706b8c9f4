"""What was measured while a procedure was done: force, its error, speeds; and how the tool left after a stop."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pult.core.channels import Channels
from pult.core.errors import UsageError
from pult.core.signals import Array
from pult.procedure.document import ProcedureDocument

WAITS, APPROACH, DESCENT, STROKE, LIFT, DONE = range(6)
"""Stages that the block which leads the tool reports."""
SETTLE = 0.2
"""Time on the path from which on the force counts [s]: until then the tool takes hold of the patient."""
TRACE = 400
"""Points of a trace."""


@dataclass(frozen=True)
class Signals:
    """Where the numbers that are measured lie in a row.

    Attributes:
        stage: Stage of the block that leads the tool.
        progress: Share of the path that lies behind.
        force: Force on the patient [N].
        depth: How deep the tool is in [m]; below 0 a gap.
        wanted: Wanted force [N].
        tool: Where the middle of the tool's end is.
        joints: Speeds of the joints.
    """

    stage: int
    progress: int
    force: int
    depth: int
    wanted: int
    tool: int
    joints: tuple[int, ...]

    @property
    def columns(self) -> list[int]:
        """All of them, one after another; see `Rows`."""
        tool = [self.tool, self.tool + 1, self.tool + 2]
        return [self.stage, self.progress, self.force, self.depth, self.wanted, *tool, *self.joints]


def find_signals(document: ProcedureDocument, channels: Channels, site: str, joints: Sequence[str]) -> Signals:
    """Find the signals of a procedure among those of a session.

    Args:
        document: The procedure.
        channels: Signals of the session.
        site: Site at the middle of the tool's end.
        joints: Signals of the joints' speeds.

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
        wanted=at("output.force_wanted"),
        # records keep no poses of sites: there it is where the tool is led
        tool=at(f"site.{site}" if f"site.{site}" in channels else f"scheme.{block}.position"),
        joints=tuple(at(joint) for joint in joints),
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
    def wanted(self) -> Array:
        """Wanted force [N]. Shape (n,)."""
        return self.table[:, 4]

    @property
    def speed(self) -> Array:
        """Speed of the tool [m/s]; 0 in the first row. Shape (n,)."""
        steps = np.linalg.norm(np.diff(self.table[:, 5:8], axis=0), axis=1) / self.dt
        return np.concatenate([[0.0], steps]) if len(self.table) else np.zeros(0)


@dataclass(frozen=True)
class Measured:
    """Figures of a run.

    Attributes:
        time: How long it took [s].
        done: Whether it came to the end of the path.
        force_error: Largest force error on the path once the tool has taken hold, as a share of the wanted force.
        force_rms: Root mean square of the same.
        max_force: Largest force on the patient [N].
        max_speed: Largest speed of the tool on the path [m/s].
        max_joint_speed: Largest speed of a joint on the path [rad/s].
        off: Time on the path without touching the patient [s].
    """

    time: float
    done: bool
    force_error: float
    force_rms: float
    max_force: float
    max_speed: float
    max_joint_speed: float
    off: float


def measure(rows: Rows) -> Measured:
    """Figures of a run. Without a row on the path the error is that of no force at all, 1."""
    path = rows.stage == STROKE
    held = path & (np.cumsum(path) * rows.dt > SETTLE)
    wanted = rows.wanted[held]
    share = np.abs(rows.force[held] - wanted) / np.maximum(wanted, 1e-9)
    speed = rows.speed[path]
    joints = np.abs(rows.table[path, 8:])
    return Measured(
        time=len(rows.table) * rows.dt,
        done=bool((rows.stage == DONE).any()),
        force_error=float(share.max(initial=0.0)) if len(share) else 1.0,
        force_rms=float(np.sqrt(np.mean(share**2))) if len(share) else 1.0,
        max_force=float(rows.force.max(initial=0.0)),
        max_speed=float(speed.max(initial=0.0)),
        max_joint_speed=float(joints.max(initial=0.0)),
        off=float(np.count_nonzero(rows.force[held] <= 0.0)) * rows.dt,
    )


@dataclass(frozen=True)
class Retracted:
    """How the tool left after an emergency stop.

    Attributes:
        off: Time until it no longer touched the patient [s]; None if it did to the end.
        clear: Time until it was as far off as is asked [s]; None if it never was.
        max_force: Largest force after the stop [N].
    """

    off: float | None
    clear: float | None
    max_force: float


def measure_retract(rows: Rows, distance: float) -> Retracted:
    """How the tool left.

    Args:
        rows: Rows from the stop on.
        distance: How far off it must be [m].
    """
    return Retracted(
        off=_since(rows.depth < 0.0, rows.dt),
        clear=_since(rows.depth <= -distance, rows.dt),
        max_force=float(rows.force.max(initial=0.0)),
    )


def _since(holds: NDArray[np.bool_], dt: float) -> float | None:
    """Time from which on something holds to the end; None if it does not hold at the end."""
    broken = np.flatnonzero(~holds)
    if len(broken) == 0:
        return 0.0
    return None if broken[-1] == len(holds) - 1 else float((broken[-1] + 1) * dt)


def trace(rows: Rows) -> dict[str, list[float]]:
    """A run for a plot: of every few rows the one with the largest error, so that no peak is lost."""
    count = len(rows.table)
    keep = np.flatnonzero(rows.stage >= DESCENT)
    if not count or not len(keep):
        return {"time": [], "force": [], "wanted": [], "speed": [], "stage": []}
    error, speed = np.abs(rows.force - rows.wanted), rows.speed
    chosen = [int(part[error[part].argmax()]) for part in np.array_split(keep, min(TRACE, len(keep)))]
    return {
        "time": [round(index * rows.dt, 4) for index in chosen],
        "force": [round(float(rows.force[index]), 4) for index in chosen],
        "wanted": [round(float(rows.wanted[index]), 4) for index in chosen],
        "speed": [round(float(speed[index]), 5) for index in chosen],
        "stage": [float(rows.stage[index]) for index in chosen],
    }
