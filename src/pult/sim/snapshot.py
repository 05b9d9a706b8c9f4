"""Snapshots: the complete state of a session, to restore it and for records."""

from typing import Any, ClassVar

import msgspec
import numpy as np

from pult.core.errors import PultError, listing
from pult.core.malformed import MALFORMED
from pult.core.signals import Array
from pult.equipment.elements.table import COLUMNS, REST
from pult.equipment.sensors.table import HEAD, LENGTH, MEMORY, SensorTable
from pult.panel.state import PanelState
from pult.sim import loop
from pult.sim.commands import CommandRefused, as_plain
from pult.sim.physics import state_size
from pult.sim.streams import StreamState

REASONS = frozenset({"enable", "link", "stop"})
"""Kinds of stops; see `pult.sim.safety`."""


class Stops(msgspec.Struct, frozen=True):
    """Why the robot is stopped, the tick when the stop began, and the tick since which it is slow."""

    reasons: dict[str, str]
    since: int
    calm: int = -1


class Snapshot(msgspec.Struct, frozen=True, kw_only=True):
    """The complete state of a session. After restoring it, the simulation repeats bit for bit.

    Attributes:
        tick: Control steps done.
        physics: MuJoCo's integration state, warm start and applied forces included.
        program: State of the scheme.
        arrays: Arrays of the loop that are part of the state.
        row: The last frame.
        parameters: Changed parameters of the scheme, and their values.
        panel: Values set by the operator.
        safety: Stops.
        input_delay: Delay of inputs in control steps, if that fault is injected.
        delayed: Delayed inputs.
        streams: Data of streams.
        halted: Why the session cannot continue, if it cannot.
    """

    ARRAYS: ClassVar[tuple[str, ...]] = (
        "clock", "u", "y", "commands", "drive_faults", "applied", "memory", "sensor_faults", "readings",
        "elements", "element_readings", "pushes", "sensordata",
    )  # fmt: skip

    tick: int
    physics: bytes
    program: bytes
    arrays: dict[str, bytes]
    row: bytes
    parameters: dict[str, Any]
    panel: dict[str, Any]
    safety: Stops
    input_delay: int
    delayed: list[tuple[int, dict[str, Any]]]
    halted: str
    streams: dict[str, StreamState] = {}

    def to_bytes(self) -> bytes:
        """Encode as bytes; equal states give equal bytes."""
        return msgspec.msgpack.encode(self, enc_hook=as_plain)

    @staticmethod
    def from_bytes(data: bytes) -> "Snapshot":
        """Inverse of `to_bytes`.

        Raises:
            CommandRefused: These are not the bytes of a snapshot.
        """
        try:
            return msgspec.msgpack.decode(data, type=Snapshot)
        except MALFORMED as error:
            raise CommandRefused(f"not a snapshot, or one made by another version of pult: {error}.") from None


def snapshot_mismatch(
    snapshot: Snapshot, arrays: loop.Arrays, model: Any, sensors: SensorTable, panel: PanelState | None
) -> str:
    """Why a snapshot does not fit a session; empty if it does.

    Everything that the loop relies on is checked, because native code has no bounds checks.
    """
    if set(snapshot.arrays) != set(Snapshot.ARRAYS):
        return "its arrays differ"
    wrong = [name for name, data in snapshot.arrays.items() if getattr(arrays, name).nbytes != len(data)]
    if wrong:
        return f"the sizes of its {listing(wrong)} differ"
    if len(snapshot.physics) != 8 * state_size(model):
        return "its world differs"
    if set(snapshot.panel) != set(panel.panel.inputs if panel is not None else ()):
        return "its panel differs"
    if not set(snapshot.safety.reasons) <= REASONS:
        return "it is stopped for other reasons"
    if snapshot.input_delay < 0 or (snapshot.delayed and panel is None):
        return "its delayed inputs do not fit"
    if panel is not None:
        try:
            for values in (snapshot.panel, *(late for _, late in snapshot.delayed)):
                panel.check(values)
        except PultError as error:
            return f"its panel differs ({error})"
    saved = {name: np.frombuffer(data) for name, data in snapshot.arrays.items()}
    return _array_problem(saved, arrays, snapshot.tick, model.nbody, sensors.table)


def _array_problem(saved: dict[str, Array], arrays: loop.Arrays, tick: int, bodies: int, sensors: Array) -> str:
    clock, fixed = saved["clock"], [loop.DT, loop.SUBSTEPS, loop.MAX_SPEED, loop.FIRST_WIRE]
    if tick < 0 or clock[loop.TICK] != tick or (clock[fixed] != arrays.clock[fixed]).any():
        return "its clock differs"
    elements = saved["elements"].reshape(arrays.elements.shape)
    apart = [column for column in range(COLUMNS) if column != REST]
    if (elements[:, apart] != arrays.elements[:, apart]).any():
        return "its force elements differ"
    pushed = saved["pushes"].reshape(arrays.pushes.shape)[:, 0]
    if not ((pushed >= 0) & (pushed < bodies)).all():
        return "it pushes bodies that are not there"
    heads = saved["memory"][sensors[:, MEMORY].astype(np.int64) + HEAD]
    return "" if ((heads >= -1) & (heads < sensors[:, LENGTH])).all() else "its sensors differ"
