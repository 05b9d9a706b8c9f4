"""Rows of numbers as messages of the topic ``/signals``, and back.

A row is split by the first dot of the names of its channels: ``sensor.angle`` becomes ``{"sensor": {"angle": ...}}``,
``qpos`` stays ``{"qpos": [...]}``. A vector is a list; a matrix is the list of its entries, row by row, because
Foxglove and Lichtblick do not accept schemas with nested lists. A channel whose value does not fit its schema in this
row (a non-finite number, a boolean that is neither 0 nor 1) is written under its full name in ``{"special": {...}}``.
"""

from array import array
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from pult.core.channels import Channel, Channels, lay_out
from pult.core.errors import UsageError
from pult.core.malformed import MALFORMED
from pult.record.file.numbers import nonfinite_text, number

_ONE = np.float64(1).view(np.uint64)
_RESERVED = ("tick", "special")


class RowCodec:
    """Encodes and decodes rows of one layout.

    Attributes:
        channels: The channels of a decoded row, one after another.
        fields: Channels of each group of a message in the order of writing; a channel without a group has the key "".
        size: Length of a decoded row.
    """

    def __init__(self, channels: Iterable[Channel], dt: float) -> None:
        """Prepare for rows.

        Args:
            channels: Channels to encode, with their indices in the rows.
            dt: Control step [s], for the time if the layout has no channel of that name.

        Raises:
            UsageError: Two channels, or a channel and a group, would have the same key in a message.
        """
        source = list(channels)
        self._dt = dt
        self.channels = Channels(lay_out(source))
        self.size = self.channels.size
        self.fields = _grouped(source)
        self._places = [(channel, *_split(channel.name)) for channel in self.channels]
        self._has_time = "time" in self.channels
        ordered = [channel for group in self.fields.values() for channel in group]
        self._picks = np.array([i for c in ordered for i in range(c.start, c.stop)], dtype=np.intp)
        kinds = [c.kind == "boolean" for c in ordered for _ in range(c.size)]
        self._booleans = np.flatnonzero(np.array(kinds, dtype=bool))
        self._ordered = lay_out(ordered)
        self._template = self._make_template()

    def _make_template(self) -> bytes:
        """Template of a message with a hole for each number, so that a row needs one formatting."""

        def holes(channel: Channel) -> bytes:
            inner = b",".join([b"%b"] * channel.size)
            return b"[" + inner + b"]" if channel.shape else inner

        def key(name: str) -> bytes:
            return msgspec.json.encode(name).replace(b"%", b"%%") + b":"

        parts = [key("tick") + b"%b"]
        if not self._has_time:
            parts.append(key("time") + b"%b")
        for group, channels in self.fields.items():
            inner = [key(_split(channel.name)[1]) + holes(channel) for channel in channels]
            parts.append(key(group) + b"{" + b",".join(inner) + b"}" if group else b",".join(inner))
        return b"{" + b",".join(part for part in parts if part) + b"}"

    def encode(self, first_tick: int, rows: NDArray[np.float64]) -> Iterator[tuple[int, bytes]]:
        """Tick and message of each row. Shape of `rows` (n, size of the source)."""
        values = np.take(rows, self._picks, axis=1)
        bits = values.view(np.uint64)
        flags = bits[:, self._booleans]
        regular = np.isfinite(values).all(axis=1) & ((flags == 0) | (flags == _ONE)).all(axis=1)
        for k, tick in enumerate(range(first_tick, first_tick + len(values))):
            head = [b"%d" % tick]
            if not self._has_time:
                head.append(msgspec.json.encode(tick * self._dt))
            if not regular[k]:
                yield tick, self._special(tick, values[k], bits[k])
                continue
            texts = msgspec.json.encode(values[k].tolist())[1:-1].split(b",") if self.size else []
            for i in self._booleans:
                texts[i] = b"true" if bits[k, i] else b"false"
            yield tick, self._template % (*head, *texts)

    def _special(self, tick: int, values: NDArray[np.float64], bits: NDArray[np.uint64]) -> bytes:
        message: dict[str, Any] = {"tick": tick}
        if not self._has_time:
            message["time"] = tick * self._dt
        special: dict[str, Any] = {}
        for channel in self._ordered:
            entries = values[channel.place].tolist()
            codes = bits[channel.place]
            group, key = _split(channel.name)
            target = message.setdefault(group, {}) if group else message
            if not np.isfinite(values[channel.place]).all():
                pairs = zip(entries, codes, strict=True)
                entries = [entry if np.isfinite(entry) else nonfinite_text(int(code)) for entry, code in pairs]
                target, key = special, channel.name
            elif channel.kind == "boolean":
                if ((codes == 0) | (codes == _ONE)).all():
                    entries = [bool(entry) for entry in entries]
                else:
                    target, key = special, channel.name
            target[key] = entries if channel.shape else entries[0]
        return msgspec.json.encode(message | {"special": special})

    def decode(self, data: bytes) -> tuple[int, NDArray[np.float64]]:
        """Tick and row of a message. Shape (size,).

        Raises:
            ValueError: The message does not fit the layout.
        """
        try:
            message = msgspec.json.decode(data)
            tick = message["tick"]
            special = message.get("special", {})
            row = array("d")
            for channel, group, key in self._places:
                if channel.name in special:
                    found = special[channel.name]
                    found = [number(entry) for entry in found] if channel.shape else number(found)
                else:
                    found = message[group][key] if group else message[key]
                if not channel.shape:
                    row.append(found)
                    continue
                if len(found) != channel.size:
                    raise ValueError(f"{channel.name} has {len(found)} numbers, not {channel.size}")
                row.extend(found)
        except (KeyError, TypeError, AttributeError, OverflowError, *MALFORMED) as error:
            raise ValueError(f"not a row of this record ({error})") from None
        if not isinstance(tick, int) or not 0 <= tick < 2**62:
            raise ValueError("its tick is not a whole number")
        return tick, np.frombuffer(row, dtype=np.float64)


def _split(name: str) -> tuple[str, str]:
    group, dot, key = name.partition(".")
    return (group, key) if dot and group else ("", name)


def _grouped(channels: Iterable[Channel]) -> Mapping[str, list[Channel]]:
    groups: dict[str, list[Channel]] = {"": []}
    for channel in channels:
        groups.setdefault(_split(channel.name)[0], []).append(channel)
    alone = {channel.name for channel in groups[""]}
    for name in (*groups, *alone):
        if name and (name in _RESERVED or (name in groups and name in {*alone, "time"})):
            raise UsageError(f"the name {name!r} of a channel cannot be recorded: a message has that key already.")
    return groups
