"""Frames on their way to a page: poses of all bodies and the signals that the page watches, as bytes.

Little endian:

| offset | what |
|---|---|
| 0 | u8 kind of message, always 1 |
| 1 | u8 state, an index into `pult.realtime.frames.STATES` |
| 2 | u8 flags: 1 stopped, 2 an operator is connected and heard of, 4 signals are missing before the first row |
| 3 | u8 0 |
| 4 | u32 number of the list of watched signals (`Watch.number`) |
| 8 | f64 tick |
| 16 | f64 time of the session [s] |
| 24 | f32 speed, simulated time over real time |
| 28 | f32 median period [s], of late |
| 32 | f32 99th percentile of the period [s] |
| 36 | u32 control steps that were late |
| 40 | f32 how late the latest of them ended [s] |
| 44 | u16 bodies n |
| 46 | u16 watched numbers m in a row |
| 48 | u32 rows k |
| 52 | u32 number of the description (`Described.number`) |
| 56 | n poses of 7 f32: position [m], quaternion (w, x, y, z) |
| then | k rows of 1 + m f32: time relative to the frame's [s], then the signals |
"""

import struct
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pult.core.channels import Channels
from pult.core.signals import Array
from pult.realtime.frames import STATES, Frame

HEAD = struct.Struct("<BBBBIddfffIfHHII")
STOPPED, OPERATOR, GAP = 1, 2, 4


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
    flags = STOPPED * status.stopped | OPERATOR * status.operator | GAP * gap
    rows = np.empty((len(times), 1 + signals.shape[1]), dtype="<f4")
    rows[:, 0] = np.asarray(times) - frame.time
    rows[:, 1:] = signals
    head = HEAD.pack(
        1, STATES.index(status.state), flags, 0, watch, float(frame.tick), frame.time, status.speed, status.p50,
        status.p99, status.overruns, status.worst, len(poses), signals.shape[1], len(times), described,
    )  # fmt: skip
    return head + poses.astype("<f4").tobytes() + rows.tobytes()


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
    starts = [channel.start for channel in channels if channel.name.startswith("body.")]
    return np.array(starts, dtype=np.intp)[:, None] + np.arange(7)


def poses_of(row: Array, indices: NDArray[np.intp]) -> NDArray[np.float32]:
    """Poses of all bodies in a row. Shape (n, 7)."""
    return row[indices].astype(np.float32)
