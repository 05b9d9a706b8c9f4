"""Walking patterns: joint angles, rates and feed-forward voltages for every control step. Patterns are data."""

import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec
import numpy as np

from pult.core.document import write_atomically
from pult.core.errors import KinematicsError, choose
from pult.core.signals import Array
from pult.motion.walk.gait import GaitDocument, plain_gait
from pult.motion.walk.legs import Legs
from pult.motion.walk.plan import Command, Plan, plan_table, plan_walk
from pult.motion.walk.tracking import Tracked, track_plan

_ARRAYS = ("angles", "rates", "accelerations", "torques", "voltages", "bases", "zmps", "errors", "rows", "starts")
_FORMAT = "pult.walk-pattern 1"


@dataclass(frozen=True, eq=False)
class Pattern:
    """A walk as arrays.

    Attributes:
        gait: The gait it was made by.
        joints: Names of the joints, left leg first.
        segments: Names of its segments.
        starts: Number of the first row of each segment, and the number of rows. Shape (s + 1,).
        rows: The plan, see `pult.motion.walk.rows`. Shape (k, 39).
        angles, rates, accelerations: Of the joints [rad, rad/s, rad/s^2]. Shape (k, 2 m).
        torques: Feed-forward torques [N*m]. Shape (k, 2 m).
        voltages: Feed-forward voltages U = tau/M_s + (q' + q'' dt/2)/w_idle; 0 where a joint has no electric drive. The
            voltage is held for a control step, so the speed is that of its middle. Shape (k, 2 m).
        bases: Positions of the pelvis [m]. Shape (k, 3).
        zmps: Zero-moment points of the whole body [m]. Shape (k, 2).
        errors: Distance [m] and angle [rad] that the inverse kinematics leave. Shape (k, 2).
    """

    gait: GaitDocument
    joints: tuple[str, ...]
    segments: tuple[str, ...]
    starts: Array
    rows: Array
    angles: Array
    rates: Array
    accelerations: Array
    torques: Array
    voltages: Array
    bases: Array
    zmps: Array
    errors: Array

    @property
    def duration(self) -> float:
        """[s]"""
        return len(self.rows) * self.gait.step

    def time_of(self, row: int) -> tuple[str, float]:
        """The segment of a row, and the time from the segment's start [s]."""
        number = min(int(np.searchsorted(self.starts, row, side="right")) - 1, len(self.segments) - 1)
        return self.segments[number], (row - int(self.starts[number])) * self.gait.step

    def save(self, path: Path) -> None:
        """Write it into an .npz file, or its joint angles into a .csv file.

        Raises:
            KinematicsError: The file's name has another ending.
        """
        if path.suffix == ".csv":
            write_atomically(path, self.csv().encode())
        elif path.suffix == ".npz":
            buffer = io.BytesIO()
            np.savez_compressed(
                buffer, allow_pickle=False, format=_FORMAT, gait=msgspec.json.encode(plain_gait(self.gait)).decode(),
                joints=np.array(self.joints), segments=np.array(self.segments),
                **{name: getattr(self, name) for name in _ARRAYS},
            )  # fmt: skip
            write_atomically(path, buffer.getvalue())
        else:
            raise KinematicsError(f"a pattern is saved as .npz or .csv, not {path.name!r}.")

    def csv(self) -> str:
        """Joint angles as in paper 003: a column of time [s], and one for each joint [rad]."""
        lines = [",".join(["t", *self.joints])]
        for k, row in enumerate(self.angles):
            lines.append(",".join([f"{k * self.gait.step:.6g}", *(f"{value:.9f}" for value in row)]))
        return "\n".join(lines) + "\n"


def load_pattern(path: Path) -> Pattern:
    """Read a pattern that was saved as .npz.

    Raises:
        KinematicsError: It is no such file.
    """
    try:
        with np.load(path, allow_pickle=False) as file:
            if str(file["format"]) != _FORMAT:
                raise KinematicsError(f"{path.name} has the format {str(file['format'])!r}, not {_FORMAT!r}.")
            gait = msgspec.json.decode(str(file["gait"]), type=GaitDocument)
            joints, segments = (tuple(str(name) for name in file[key]) for key in ("joints", "segments"))
            arrays = {name: np.ascontiguousarray(file[name]) for name in _ARRAYS}
    except (OSError, KeyError, ValueError, msgspec.MsgspecError) as error:
        if isinstance(error, KinematicsError):
            raise
        raise KinematicsError(f"{path.name} is not a walking pattern: {error}") from None
    return Pattern(gait, joints, segments, **arrays)


def pattern_of(plan: Plan, walker: Legs) -> Pattern:
    """Joint motion and feed-forward of a plan."""
    tracked = track_plan(walker, plan.rows)
    names = tuple(segment.name for segment in plan.segments)
    return Pattern(
        plan.gait, walker.joints, names, plan.starts, plan.rows, tracked.angles, tracked.rates, tracked.accelerations,
        tracked.torques, _voltages(walker, tracked, plan.gait.step), tracked.bases, tracked.zmps, tracked.errors,
    )  # fmt: skip


def _voltages(walker: Legs, tracked: Tracked, step: float) -> Array:
    driven = (walker.stall_torque > 0.0) & (walker.no_load_speed > 0.0)
    stall, idle = np.where(driven, walker.stall_torque, 1.0), np.where(driven, walker.no_load_speed, 1.0)
    speed = tracked.rates + 0.5 * step * tracked.accelerations
    return np.where(driven, tracked.torques / stall + speed / idle, 0.0)


def make_pattern(gait: GaitDocument, walker: Legs, commands: Sequence[Command]) -> Pattern:
    """Plan a walk, see `plan_walk`, with joint motion and feed-forward."""
    return pattern_of(plan_walk(gait, walker, commands), walker)


def make_table(gait: GaitDocument, walker: Legs) -> Pattern:
    """The segments that the four buttons need, see `plan_table`, with joint motion and feed-forward."""
    return pattern_of(plan_table(gait, walker), walker)


def segment_slice(pattern: Pattern, name: str) -> slice:
    """Rows of a segment.

    Raises:
        KinematicsError: There is none of that name; the message lists what there is.
    """
    if name not in pattern.segments:
        raise KinematicsError(f"the pattern has no segment {name!r}. {choose(name, pattern.segments)}")
    number = pattern.segments.index(name)
    return slice(int(pattern.starts[number]), int(pattern.starts[number + 1]))
