"""Streams of a panel: devices that send numbers, such as a master arm or a motion tracker."""

from collections.abc import Container, Iterator
from typing import Annotated

from msgspec import Meta

from pult.core.channels import Channel
from pult.core.document import Part, Text
from pult.core.errors import Fault, is_finite
from pult.core.units import UnitError, parse_unit
from pult.panel.check_element import NAME, PART, name_fault

FRESH = "_fresh"
"""Suffix of the signal that is true while data of a stream arrives."""
MAX_NUMBERS = 1000
MAX_DELAY = 1.0


class StreamDocument(Part, frozen=True, kw_only=True):
    """A stream: numbers that a device or a program sends while a session runs."""

    size: Annotated[int, Meta(description="How many numbers a sample has; as many as labels if left out.")] = 0
    labels: Annotated[list[str], Meta(description="Names of the numbers, such as joints.")] = []
    unit: Annotated[str, Meta(description="Unit of the numbers.")] = "1"
    timeout: Annotated[float, Meta(description="Time without data after which the stream is lost [s].")] = 0.15
    fastest: Annotated[
        float | None, Meta(description="Greatest change a second that is believed [unit/s]; any if left out.")
    ] = None
    delay: Annotated[
        float,
        Meta(description="Time by which data is held back, so that samples that come unevenly are evened out [s]."),
    ] = 0.0
    title: Annotated[Text, Meta(description="Words for people; its name if left out.")] = ""

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
                yield Fault(place, f"gives a signal {signal!r}, but that is something else's name.", "duplicate-name")
        yield from _own_faults(place, stream)


def _own_faults(place: str, stream: StreamDocument) -> Iterator[Fault]:
    count = len(stream.labels)
    if not 1 <= stream.numbers <= MAX_NUMBERS:
        message = f"a sample has 1 to {MAX_NUMBERS} numbers: give 'size' or 'labels'."
        yield Fault(place, message, "out-of-range" if stream.numbers else "missing-key")
    elif stream.size and count and stream.size != count:
        yield Fault(f"{place}.labels", f"'size' is {stream.size}, but there are {count} labels.", "bad-shape")
    for label in stream.labels:
        if not PART.fullmatch(label):
            yield Fault(f"{place}.labels", f"{label!r} cannot be a label: no spaces and no brackets.", "bad-name")
    twice = sorted({label for label in stream.labels if stream.labels.count(label) > 1})
    if twice:
        yield Fault(f"{place}.labels", f"{twice[0]!r} is there twice.", "duplicate-name")
    try:
        parse_unit(stream.unit)
    except UnitError as error:
        yield Fault(f"{place}.unit", str(error), "bad-unit")
    if not 0.0 <= stream.delay <= MAX_DELAY:
        yield Fault(f"{place}.delay", f"must be from 0 to {MAX_DELAY:g} s, not {stream.delay:g}.", "out-of-range")
    for key, value in (("timeout", stream.timeout), ("fastest", stream.fastest)):
        if value is not None and not (is_finite(value) and value > 0.0):
            yield Fault(f"{place}.{key}", f"must be above 0, not {value:g}.", "out-of-range")


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
