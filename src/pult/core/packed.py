"""Binary structs defined by a `NamedTuple` whose annotations give the packed types.

    class Head(NamedTuple):
        kind: U8
        tick: F64

    HEAD = Packed(Head)
    HEAD.unpack(HEAD.pack(Head(1, 42.0)))

Little-endian, without padding.
"""

import struct
from typing import Annotated, Any, Generic, NamedTuple, TypeVar, get_args, get_type_hints

from msgspec import Meta

U8 = Annotated[int, "u8"]
U16 = Annotated[int, "u16"]
U32 = Annotated[int, "u32"]
F32 = Annotated[float, "f32"]
F64 = Annotated[float, "f64"]
CODES = {"u8": "B", "u16": "H", "u32": "I", "f32": "f", "f64": "d"}
"""Format characters of the `struct` module."""

_Kind = TypeVar("_Kind", bound=tuple[Any, ...])


class PackedField(NamedTuple):
    """A field of a binary struct.

    Attributes:
        name: Its name.
        type: One of `CODES`.
        at: Offset of its first byte.
        description: One line for people.
    """

    name: str
    type: str
    at: int
    description: str


class Packed(Generic[_Kind]):
    """Packs and unpacks a `NamedTuple`.

    Attributes:
        kind: The class.
        fields: Its fields.
        size: Size [bytes].
    """

    def __init__(self, kind: type[_Kind]) -> None:
        """Read the types of the fields."""
        self.kind = kind
        fields: list[PackedField] = []
        self.size = 0
        for name, hint in get_type_hints(kind, include_extras=True).items():
            _, code, *more = get_args(hint)
            said = next((meta.description for meta in more if isinstance(meta, Meta)), None)
            fields.append(PackedField(name, code, self.size, said or ""))
            self.size += struct.calcsize(CODES[code])
        self.fields = tuple(fields)
        self._struct = struct.Struct("<" + "".join(CODES[field.type] for field in fields))

    def pack(self, value: _Kind) -> bytes:
        """As bytes."""
        return self._struct.pack(*value)

    def unpack(self, data: bytes | memoryview) -> _Kind:
        """Unpack the first bytes of the data.

        Raises:
            ValueError: The data is too short.
        """
        if len(data) < self.size:
            raise ValueError(f"{self.kind.__name__} has {self.size} bytes, not {len(data)}.")
        return self.kind(*self._struct.unpack_from(data))
