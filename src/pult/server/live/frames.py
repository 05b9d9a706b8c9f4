"""Frames on their way to a page: poses of all bodies and the signals that the page watches, as bytes.

A `FrameHead`, then n poses of 7 f32 (position [m], quaternion (w, x, y, z)), then k rows of 1 + m f32: time relative to
the frame's [s], and the signals. Little endian. The page's side of it is generated (`web/src/gen/frame.ts`).
"""

from collections.abc import Sequence
from enum import IntFlag
from typing import Annotated, NamedTuple

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from pult.core.channels import Channels
from pult.core.packed import F32, F64, U8, U16, U32, Packed
from pult.core.signals import Array
from pult.realtime.frames import STATES, Frame
from pult.sim.row import POSE, PREFIXES

FRAME = 1
"""Kind of message, the only one."""


class FrameFlag(IntFlag):
    """Flags in the head of a frame: the robot is stopped; an operator is connected and heard of; signals are missing
    before the first row.
    """

    STOPPED = 1
    OPERATOR = 2
    GAP = 4


class FrameHead(NamedTuple):
    """The first bytes of a frame."""

    kind: Annotated[U8, Meta(description="Kind of message, always 1.")]
    state: Annotated[U8, Meta(description="Index into `STATES`.")]
    flags: Annotated[U8, Meta(description="See `FrameFlag`.")]
    spare: Annotated[U8, Meta(description="Always 0.")]
    watch: Annotated[U32, Meta(description="Number of the list of watched signals (`Watch.number`).")]
    tick: F64
    time: Annotated[F64, Meta(description="Time of the session [s].")]
    speed: Annotated[F32, Meta(description="Simulated time over real time.")]
    period: Annotated[F32, Meta(description="Recent median of the real time between control steps [s].")]
    p99: Annotated[F32, Meta(description="99th percentile of it [s].")]
    overruns: Annotated[U32, Meta(description="Control steps that were late.")]
    worst: Annotated[F32, Meta(description="Maximum lateness [s].")]
    bodies: Annotated[U16, Meta(description="How many poses follow.")]
    width: Annotated[U16, Meta(description="Watched numbers in a row.")]
    rows: Annotated[U32, Meta(description="How many rows follow.")]
    described: Annotated[U32, Meta(description="Number of the description (`Described.number`).")]


HEAD = Packed(FrameHead)


def pack_frame(
    frame: Frame,
    poses: NDArray[np.float32],
    times: Sequence[float],
    signals: NDArray[np.float32],
    *,
    watch: int,
    described: int,
    gap: bool = False,
) -> bytes:
    """A frame as bytes.

    Args:
        frame: The newest frame.
        poses: Of all bodies. Shape (n, 7).
        times: Times of the rows [s]. Length k.
        signals: What the page watches, a row for each control step since it was last sent something. Shape (k, m).
        watch: Number of the list of watched signals.
        described: Number of the description.
        gap: Whether rows before the first are missing.
    """
    status = frame.status
    rows = np.empty((len(times), 1 + signals.shape[1]), dtype="<f4")
    rows[:, 0] = np.asarray(times) - frame.time
    rows[:, 1:] = signals
    head = FrameHead(
        kind=FRAME,
        state=STATES.index(status.state),
        flags=FrameFlag.STOPPED * status.stopped | FrameFlag.OPERATOR * status.operator | FrameFlag.GAP * gap,
        spare=0,
        watch=watch,
        tick=float(frame.tick),
        time=frame.time,
        speed=status.speed,
        period=status.p50,
        p99=status.p99,
        overruns=status.overruns,
        worst=status.worst,
        bodies=len(poses),
        width=signals.shape[1],
        rows=len(times),
        described=described,
    )
    return HEAD.pack(head) + poses.astype("<f4").tobytes() + rows.tobytes()


def watched_indices(channels: Channels, names: Sequence[str]) -> NDArray[np.intp]:
    """Where watched signals lie in a row.

    Raises:
        UsageError: There is no signal of a name; the message says which are near.
    """
    found: list[int] = []
    for name in names:
        channel = channels.find(name)
        found.extend(range(channel.start, channel.stop))
    return np.array(found, dtype=np.intp)


def pose_indices(channels: Channels) -> NDArray[np.intp]:
    """Where the poses of the bodies lie in a row. Shape (n, 7)."""
    starts = [channel.start for channel in channels if channel.name.startswith(PREFIXES["bodies"])]
    return np.array(starts, dtype=np.intp)[:, None] + np.arange(len(POSE))


def poses_of(row: Array, indices: NDArray[np.intp]) -> NDArray[np.float32]:
    """Poses of all bodies in a row. Shape (n, 7)."""
    return row[indices].astype(np.float32)
