"""Header of a record, before its first message: the attachment ``record.json``."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

import msgspec

from pult.core.channels import Channel, Channels, total_size
from pult.core.document import Part, decode, head_faults, parse_json
from pult.core.errors import DocumentError, PultError, UsageError
from pult.core.formats import current_version
from pult.core.signals import Kind
from pult.record.file.numbers import plain

FORMAT = "pult.record"
MAX_NUMBERS = 200_000
"""Maximum length of a row."""
MAX_TICK = 2**53
"""Maximum tick of a record; exact as a float in every program."""
Tick = Annotated[int, msgspec.Meta(ge=0, le=MAX_TICK)]
MAX_CHANNELS = 50_000
"""Maximum number of signals of a record."""


class RecordError(PultError):
    """A record that cannot be written or read at all; the message names the file and the cause."""

    def __init__(self, path: object, message: str) -> None:
        self.path = str(path)
        super().__init__(f"{path}: {message}")


@dataclass(frozen=True, kw_only=True)
class Header:
    """Header of a record.

    Attributes:
        channels: Layout of a row.
        dt: Control step [s].
        seed: Seed of everything random in the run.
        exercise: Name of the exercise, or empty.
        variant: Name of its variant, or empty.
        pilot: The operator or pilot, or empty.
        first_tick: Tick of the first row; more than 0 if the beginning was not kept.
        reason: Why the record was kept, if it was not requested.
        more: Anything else, as plain JSON data.
        inputs: JSON Schema of the values of each input, for the schema of their topic; empty in a header that is read.
        commands: JSON Schema of each kind of command, likewise.
    """

    channels: Channels
    dt: float
    seed: int = 0
    exercise: str = ""
    variant: str = ""
    pilot: str = ""
    first_tick: int = 0
    reason: str = ""
    inputs: Mapping[str, Any] = field(default_factory=dict)
    commands: Mapping[str, Any] = field(default_factory=dict)
    more: Mapping[str, object] = field(default_factory=dict)

    def nanoseconds(self, tick: int) -> int:
        """Log time of a tick: tick dt, counted from 0 at the beginning of the session [ns]."""
        return round(tick * self.dt * 1e9)


class _Channel(Part, frozen=True):
    """A channel as plain data."""

    name: str
    start: Annotated[int, msgspec.Meta(ge=0, le=MAX_NUMBERS)]
    shape: tuple[Annotated[int, msgspec.Meta(ge=0, le=MAX_NUMBERS)], ...] = ()
    unit: str = "1"
    kind: Kind = "number"
    labels: tuple[str, ...] = ()
    description: str = ""


class _Header(Part, frozen=True):
    """``record.json``; the names of the fields are those of `Header`."""

    format: Literal["pult.record"]
    version: int
    dt: float
    channels: tuple[_Channel, ...]
    apart: tuple[str, ...] = ()
    files: dict[str, str] = {}
    seed: int = 0
    exercise: str = ""
    variant: str = ""
    pilot: str = ""
    first_tick: Tick = 0
    reason: str = ""
    more: dict[str, Any] = {}


@dataclass(frozen=True)
class Opening:
    """A header together with decisions of the writer.

    Attributes:
        header: The header.
        apart: Prefixes of the names of channels that are not in the rows.
        files: Hash (SHA-256) of each document by its path.
    """

    header: Header
    apart: tuple[str, ...]
    files: Mapping[str, str]

    @property
    def kept(self) -> list[Channel]:
        """Channels that are in the rows of the record."""
        return [channel for channel in self.header.channels if not channel.name.startswith(self.apart)]


def is_step(dt: float) -> bool:
    """Whether a time is a valid control step [s]: from 1 ns, the resolution of log times, to 1 h."""
    return 1e-9 <= dt <= 3600.0


def write_opening(header: Header, apart: Sequence[str], files: Mapping[str, bytes]) -> bytes:
    """Text of ``record.json``.

    Raises:
        UsageError: The header contains something that is not plain data, or an invalid control step.
    """
    if not is_step(header.dt):
        raise UsageError(f"the control step of a record must be a time from 1 ns to 1 h, not {header.dt!r}.")
    layout = tuple(
        _Channel(
            name=c.name,
            start=c.start,
            shape=tuple(c.shape),
            unit=c.unit,
            kind=c.kind,
            labels=tuple(c.labels),
            description=c.description,
        )
        for c in header.channels
    )
    data = _Header(
        format="pult.record",
        version=current_version(FORMAT),
        dt=float(header.dt),
        channels=layout,
        apart=tuple(apart),
        files={path: hashlib.sha256(content).hexdigest() for path, content in files.items()},
        seed=header.seed,
        exercise=header.exercise,
        variant=header.variant,
        pilot=header.pilot,
        first_tick=header.first_tick,
        reason=header.reason,
        more=plain(header.more),
    )
    try:
        return msgspec.json.format(msgspec.json.encode(data), indent=1)
    except (TypeError, ValueError, OverflowError) as error:
        raise UsageError(f"the header of a record must be plain data: {error}.") from None


def read_opening(data: bytes, path: object) -> Opening:
    """Inverse of `write_opening`.

    Raises:
        RecordError: The text is not a header of a record that this pult reads.
    """
    try:
        plain = parse_json(data, "record.json")
    except DocumentError as error:
        raise RecordError(path, str(error)) from None
    faults = head_faults(plain, FORMAT)
    found, more = (None, []) if faults else decode(_Header, plain)
    faults = [*faults, *more]
    if found is None or faults:
        raise RecordError(path, str(DocumentError("record.json", faults)))
    channels = Channels(
        Channel(c.name, c.start, c.shape, c.unit, c.kind, c.labels, c.description) for c in found.channels
    )
    if len(channels) != len(found.channels):
        raise RecordError(path, "record.json: two channels have the same name.")
    if len(channels) > MAX_CHANNELS:
        raise RecordError(path, f"record.json: more than {MAX_CHANNELS} signals are refused.")
    if max(sum(channel.size for channel in channels), total_size(channels)) > MAX_NUMBERS:
        raise RecordError(path, f"record.json: a row of more than {MAX_NUMBERS} numbers is refused.")
    if not is_step(found.dt):
        raise RecordError(path, "record.json: dt must be a time from 1 ns to 1 h.")
    header = Header(
        channels=channels,
        dt=found.dt,
        seed=found.seed,
        exercise=found.exercise,
        variant=found.variant,
        pilot=found.pilot,
        first_tick=found.first_tick,
        reason=found.reason,
        more=found.more,
    )
    return Opening(header, found.apart, found.files)
