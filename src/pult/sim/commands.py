"""All external commands to a session, as plain data.

A session changes only by its own steps and by these commands, and each command is recorded with the tick before which
it was applied; a stop also with the physics step. That is why a record can be replayed exactly.
"""

from typing import Annotated, Any, Generic, Literal, TypeVar

import msgspec
import numpy as np
from msgspec import Meta

from pult.core.document import NOT_FINITE, Part, decode
from pult.core.errors import Fault, PultError

Vector = Annotated[list[float], Meta(min_length=3, max_length=3)]
Cause = Literal["", "page", "hidden", "focus", "network", "server", "closed", "released", "taken"]
"""Why the operator is absent: the page does not respond, is hidden, has lost the focus; no signal from it; the server
is late; the page was closed; the panel was released, or taken by somebody else. Empty if unknown.
"""


_Result_co = TypeVar("_Result_co", covariant=True)


class Request(Part, Generic[_Result_co], frozen=True, tag_field="do"):
    """A request to a session. The type parameter is the type of its result."""


class _Command(Request[None], frozen=True, tag_field="do"):
    """Base of the commands."""


class Input(_Command, frozen=True, tag="input"):
    """The operator moves elements of the panel."""

    values: Annotated[dict[str, Any], Meta(description="Values by element.")]


class Feed(_Command, frozen=True, tag="feed"):
    """A device or a program sends a sample of a stream."""

    stream: Annotated[str, Meta(description="Name of the stream.")]
    time: Annotated[float, Meta(description="Time stamp, of any clock [s]; it increases.")]
    values: Annotated[list[float], Meta(description="The sample.")]


class Observation(_Command, frozen=True, tag="observation"):
    """A sensor that is computed outside of the loop has a new value. The session does this itself, for its record."""

    sensor: Annotated[str, Meta(description="Name of the sensor.")]
    values: Annotated[list[float], Meta(description="Its numbers, the time stamp [s] last.")]


class SetParameter(_Command, frozen=True, tag="set"):
    """A parameter of the scheme is tuned."""

    name: Annotated[str, Meta(description="'block.parameter'.")]
    value: Any


class KillDrive(_Command, frozen=True, tag="kill-drive"):
    """A drive fails: it gives no torque and brakes nothing."""

    drive: Annotated[str, Meta(description="A drive, or one entry of it: 'motors[elbow]'.")]
    dead: Annotated[bool, Meta(description="Whether it fails, or works again.")] = True


class FreezeSensor(_Command, frozen=True, tag="freeze-sensor"):
    """A sensor keeps its last reading."""

    sensor: Annotated[str, Meta(description="A sensor, or one entry of it.")]
    frozen: Annotated[bool, Meta(description="Whether it is stuck, or reads again.")] = True


class BiasSensor(_Command, frozen=True, tag="bias-sensor"):
    """A constant bias is added to the reading of a sensor."""

    sensor: Annotated[str, Meta(description="A sensor, or one entry of it.")]
    bias: Annotated[float, Meta(description="Added to the reading, in its unit.")]


class DelaySensor(_Command, frozen=True, tag="delay-sensor"):
    """The reading of a sensor is delayed."""

    sensor: Annotated[str, Meta(description="A sensor, or one entry of it.")]
    delay: Annotated[float, Meta(description="Added delay [s].")]


class DelayInput(_Command, frozen=True, tag="delay-input"):
    """The operator's inputs are delayed."""

    delay: Annotated[float, Meta(description="Delay of all panel inputs [s]; 0 ends it.")]


class Push(_Command, frozen=True, tag="push"):
    """A body is pushed at its centre of mass."""

    body: str
    force: Annotated[Vector, Meta(description="Force in world axes [N].")]
    duration: Annotated[float, Meta(description="How long [s].")]


class ClearFaults(_Command, frozen=True, tag="clear-faults"):
    """All injected faults end."""


PhysicsSteps = Annotated[
    int,
    Meta(
        ge=0, description="Number of physics steps of the current control step done before; filled in by the session."
    ),
]


class Stop(_Command, frozen=True, tag="stop"):
    """Emergency stop: the drives get no voltage and the brakes close, until the robot is armed again."""

    reason: str = "emergency stop"
    after: PhysicsSteps = 0


class Neutral(_Command, frozen=True, tag="neutral"):
    """The operator's signal is late: sticks and buttons go to neutral, the robot stays armed."""

    cause: Annotated[Cause, Meta(description="Reason for the loss of the operator.")] = ""
    seconds: Annotated[float, Meta(description="Delay of the operator's signal [s].")] = 0.0


class LoseLink(_Command, frozen=True, tag="lose-link"):
    """The operator's connection is lost: the panel goes to neutral, the robot stops until it is armed again."""

    cause: Annotated[Cause, Meta(description="Reason for the loss of the operator.")] = ""
    seconds: Annotated[float, Meta(description="Delay of the operator's signal [s].")] = 0.0
    after: PhysicsSteps = 0


class Arm(_Command, frozen=True, tag="arm"):
    """The robot may move again."""

    only: Annotated[
        Literal["", "absence"],
        Meta(description="'absence' clears only a stop caused by the operator's absence; a pressed stop stays."),
    ] = ""


class Reset(_Command, frozen=True, tag="reset"):
    """Return to the start. Tuned parameters keep their values."""


class Restore(_Command, frozen=True, tag="restore"):
    """Return to a snapshot."""

    state: Annotated[bytes, Meta(description="The snapshot, in base 64.")]


Command = (
    Input | Feed | SetParameter | KillDrive | FreezeSensor | BiasSensor | DelaySensor | DelayInput | Push | ClearFaults
    | Stop | Neutral | LoseLink | Arm | Reset | Restore | Observation
)  # fmt: skip


class CommandRefused(PultError):  # noqa: N818
    """A command that cannot be carried out; the session is as it was."""


class _Envelope(msgspec.Struct):
    command: Command


def read_command(data: Any) -> Command:
    """Decode a command from plain data.

    Raises:
        CommandRefused: Lists every fault.
    """
    found, faults = decode(_Envelope, {"command": data})
    if found is None:
        raise _refused(faults)
    return found.command


def check_types(command: Command) -> None:
    """Check that the values of a command are of the right types; who carries it out checks the values.

    Raises:
        CommandRefused: It is not a command, or lists every fault.
    """
    if isinstance(command, (Input, Feed, Restore, Observation)):
        return  # what they bring is checked where it arrives
    if not isinstance(command, Request):
        raise CommandRefused(f"unknown command {type(command).__name__}.")
    try:
        _, faults = decode(_Envelope, {"command": plain(command)})
    except TypeError as error:
        raise CommandRefused(str(error)) from None
    if wrong := [fault for fault in faults if fault.code != NOT_FINITE.code]:
        raise _refused(wrong)


def _refused(faults: list[Fault]) -> CommandRefused:
    bare = (fault.at(fault.place.removeprefix("command").removeprefix(".")) for fault in faults)
    return CommandRefused("; ".join(map(str, bare)))


def plain(command: Command) -> dict[str, Any]:
    """A command as plain data, for records and messages."""
    found: dict[str, Any] = msgspec.to_builtins(command, enc_hook=as_plain)
    return found


def as_plain(value: Any) -> Any:
    """Convert NumPy scalars and arrays to plain data; an encoding hook for msgspec."""
    if isinstance(value, (np.ndarray, np.generic)):
        return value.tolist()
    raise TypeError(f"a command takes plain data, not {type(value).__name__}.")
