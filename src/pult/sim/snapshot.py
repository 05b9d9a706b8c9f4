"""The whole state of a session, to come back to and to keep in records."""

from typing import Any, ClassVar, Literal

import msgspec

from pult.sim.commands import CommandRefused


class Stops(msgspec.Struct, frozen=True):
    """Why the robot is stopped, and since which tick it should come to rest."""

    reasons: dict[Literal["enable", "link", "stop"], str]
    since: int


class Snapshot(msgspec.Struct, frozen=True, kw_only=True):
    """The whole state of a session. Restored, everything after it happens again, bit for bit.

    Attributes:
        tick: Control steps done.
        physics: MuJoCo's integration state, warm start and applied forces included.
        program: State of the scheme.
        arrays: Arrays of the loop that are part of the state.
        parameters: Parameters of the scheme that were changed, and their values.
        panel: What the operator has set.
        safety: Stops.
        input_delay: Delay of inputs in control steps, if that fault is injected.
        delayed: Inputs on their way.
        halted: Why the session cannot go on, if so.
    """

    ARRAYS: ClassVar[tuple[str, ...]] = (
        "clock", "u", "y", "commands", "drive_faults", "applied", "memory", "sensor_faults", "readings",
        "elements", "element_readings", "pushes", "sensordata",
    )  # fmt: skip

    tick: int
    physics: bytes
    program: bytes
    arrays: dict[str, bytes]
    parameters: dict[str, Any]
    panel: dict[str, Any]
    safety: Stops
    input_delay: int
    delayed: list[tuple[int, dict[str, Any]]]
    halted: str

    def to_bytes(self) -> bytes:
        """As bytes; equal states give equal bytes."""
        return msgspec.msgpack.encode(self)

    @staticmethod
    def from_bytes(data: bytes) -> "Snapshot":
        """The reverse of `to_bytes`.

        Raises:
            CommandRefused: These are not the bytes of a snapshot.
        """
        try:
            return msgspec.msgpack.decode(data, type=Snapshot)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise CommandRefused(f"not a snapshot: {error}.") from None
