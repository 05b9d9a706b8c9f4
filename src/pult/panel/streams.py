"""Streams of a panel: devices that send numbers, such as a master arm or a motion tracker."""

from collections.abc import Container, Iterator
from typing import Annotated

from msgspec import Meta

from pult.core.channels import Channel
from pult.core.document import Part, Text
from pult.core.errors import Fault, FaultKind, is_finite
from pult.core.kinds import BAD_DELAY, BAD_UNIT, NOT_ABOVE_ZERO
from pult.core.units import UnitError, parse_unit
from pult.panel.check_element import NAME, PART, name_fault

TOO_MANY_NUMBERS = FaultKind("out-of-range", "a sample has 1 to {most} numbers: give 'size' or 'labels'.")
NO_NUMBERS = FaultKind("missing-key", TOO_MANY_NUMBERS.template)
TAKEN_SIGNAL = FaultKind("duplicate-name", "gives a signal {signal!r}, but that is something else's name.")
WRONG_LABEL_COUNT = FaultKind("bad-shape", "'size' is {size}, but there are {count} labels.")
BAD_LABEL = FaultKind("bad-name", "{label!r} cannot be a label: no spaces and no brackets.")
LABEL_TWICE = FaultKind("duplicate-name", "{label!r} is there twice.")

FRESH = "_fresh"
"""Suffix of the signal that is true while data of a stream arrives."""
MAX_NUMBERS = 1000
MAX_DELAY = 1.0


class StreamDocument(Part, frozen=True, kw_only=True):
    """A stream: numbers that a device or a program sends while a session runs."""

    size: Annotated[int, Meta(description="Number of values in a sample; the number of labels if omitted.")] = 0
    labels: Annotated[list[str], Meta(description="Names of the values, such as joints.")] = []
    unit: Annotated[str, Meta(description="Unit of the numbers.")] = "1"
    timeout: Annotated[float, Meta(description="Time without data after which the stream counts as lost [s].")] = 0.15
    fastest: Annotated[
        float | None, Meta(description="Maximum plausible rate of change [unit/s]; unlimited if omitted.")
    ] = None
    delay: Annotated[
        float,
        Meta(description="Jitter buffer: delay of samples, by which uneven arrival is evened out [s]."),
    ] = 0.0
    title: Annotated[Text, Meta(description="Display name; its name if omitted.")] = ""

    @property
    def numbers(self) -> int:
        """Number of values in a sample."""
        return self.size or len(self.labels)


def stream_faults(streams: dict[str, StreamDocument], elements: Container[str]) -> Iterator[Fault]:
    """Faults of the streams of a panel.

    Args:
        streams: The streams by name.
        elements: Names of the panel's elements.
    """
    for name, stream in streams.items():
        place = f"streams.{name}"
        if not NAME.fullmatch(name):
            yield name_fault(place, name, "a stream")
        for signal in (name, name + FRESH):
            if signal in elements or (signal != name and signal in streams):
                yield TAKEN_SIGNAL.at(place, signal=signal)
        yield from _own_faults(place, stream)


def _own_faults(place: str, stream: StreamDocument) -> Iterator[Fault]:
    count = len(stream.labels)
    if not 1 <= stream.numbers <= MAX_NUMBERS:
        yield (TOO_MANY_NUMBERS if stream.numbers else NO_NUMBERS).at(place, most=MAX_NUMBERS)
    elif stream.size and count and stream.size != count:
        yield WRONG_LABEL_COUNT.at(f"{place}.labels", size=stream.size, count=count)
    for label in stream.labels:
        if not PART.fullmatch(label):
            yield BAD_LABEL.at(f"{place}.labels", label=label)
    twice = sorted({label for label in stream.labels if stream.labels.count(label) > 1})
    if twice:
        yield LABEL_TWICE.at(f"{place}.labels", label=twice[0])
    try:
        parse_unit(stream.unit)
    except UnitError as error:
        yield BAD_UNIT.at(f"{place}.unit", error=str(error))
    if not 0.0 <= stream.delay <= MAX_DELAY:
        yield BAD_DELAY.at(f"{place}.delay", most=MAX_DELAY, value=stream.delay)
    for key, value in (("timeout", stream.timeout), ("fastest", stream.fastest)):
        if value is not None and not (is_finite(value) and value > 0.0):
            yield NOT_ABOVE_ZERO.at(f"{place}.{key}", value=value)


def stream_channels(streams: dict[str, StreamDocument]) -> list[Channel]:
    """Channels of streams in order: the numbers of each, and whether data arrives."""
    found: list[Channel] = []
    start = 0
    for name, stream in streams.items():
        size, labels = stream.numbers, tuple(stream.labels)
        found.append(Channel(name, start, (size,), stream.unit, labels=labels))
        found.append(Channel(name + FRESH, start + size, (), kind="boolean"))
        start += size + 1
    return found
