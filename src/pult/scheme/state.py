"""Snapshots of the complete state of a program."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec
import numpy as np

from pult.core.malformed import MALFORMED
from pult.core.signals import Array
from pult.scheme.layout import Layout
from pult.scheme.signals import ValueRefused


@dataclass(frozen=True, eq=False)
class State:
    """The complete state of a program at one time: exact, comparable, storable.

    Attributes:
        layout: Hash of the program's layout; a state fits only programs with the same layout.
        values: Step counter, states and wires. Read only.
        names: For every state variable "block.field", its first index and length in `values`.
    """

    layout: str
    values: Array
    names: Mapping[str, tuple[int, int]] = field(repr=False)

    def __eq__(self, other: object) -> bool:
        same = isinstance(other, State) and self.layout == other.layout
        return same and isinstance(other, State) and self.values.tobytes() == other.values.tobytes()

    __hash__ = None  # type: ignore[assignment]

    def named(self) -> dict[str, Any]:
        """State variables by name, for people and for comparing two states."""
        return {
            n: self.values[a].item() if size == 1 else self.values[a : a + size].copy()
            for n, (a, size) in self.names.items()
        }

    def differences(self, other: "State") -> list[str]:
        """Names of the state variables that differ in any bit."""
        mine, theirs = self.named(), other.named()
        return sorted(
            n
            for n in mine.keys() | theirs.keys()
            if n not in mine or n not in theirs or _bits(mine[n]) != _bits(theirs[n])
        )

    def to_json(self) -> bytes:
        """Encode as JSON; the numbers are in base 64, which preserves every bit, also of infinities."""
        return msgspec.json.encode(
            {"layout": self.layout, "values": self.values.astype("<f8").tobytes(), "names": dict(self.names)}
        )

    @staticmethod
    def from_json(data: bytes | str) -> "State":
        """Inverse of `to_json`."""
        try:
            plain = msgspec.json.decode(data, type=_StateDocument)
        except MALFORMED as error:
            raise ValueRefused(f"not a saved state: {error}") from None
        if len(plain.values) % 8:
            raise ValueRefused("not a saved state: its values are truncated.")
        return State(plain.layout, frozen(np.frombuffer(plain.values, dtype="<f8").astype(np.float64)), plain.names)


class _StateDocument(msgspec.Struct, forbid_unknown_fields=True):
    layout: str
    values: bytes
    names: dict[str, tuple[int, int]]


def _bits(value: Any) -> bytes:
    return np.asarray(value, dtype=np.float64).tobytes()


def frozen(values: Array) -> Array:
    """Make the array read-only."""
    values.setflags(write=False)
    return values


def named_places(layout: Layout) -> dict[str, tuple[int, int]]:
    """For every state variable "block.field", its first index and length in the values of a state."""
    names: dict[str, tuple[int, int]] = {}
    for number, leaf in enumerate(layout.flat.leaves):
        kind = layout.kinds[layout.kind_of[number]]
        count = layout.count_of[number]
        for place in kind.state:
            start = place.base + layout.item_of[number] * place.size
            names[f"{leaf.path}.{place.field.name}"] = (start - 1, count * place.size)
    return names


def layout_hash(layout: Layout, named: Mapping[str, tuple[int, int]]) -> str:
    """Hash of names, shapes and addresses of all states and wires."""
    rows = [f"{name}:{place}" for name, place in named.items()]
    for number, leaf in enumerate(layout.flat.leaves):
        kind = layout.kinds[layout.kind_of[number]]
        wires = [layout.wire(number, port) for port in range(len(kind.wires))]
        rows.append(f"{leaf.path}:{kind.type.name}:{wires}")
    rows.append(str(layout.x_size))
    return hashlib.sha256("\n".join(rows).encode()).hexdigest()
