"""Structs of bytes: what is packed comes back, field by field at its place."""

import struct
from typing import Annotated, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta

from pult.core.packed import CODES, F64, U8, U16, Packed
from pult.server.live.frames import HEAD, FrameHead
from pult.server.messages.binary import MESH_HEAD, POSES_HEAD, ROWS_HEAD

NUMBERS = {
    "u8": st.integers(0, 2**8 - 1), "u16": st.integers(0, 2**16 - 1), "u32": st.integers(0, 2**32 - 1),
    "f32": st.floats(width=32, allow_nan=False), "f64": st.floats(allow_nan=False),
}  # fmt: skip


class Pair(NamedTuple):
    small: U8
    large: Annotated[F64, Meta(description="[m]")]
    middle: U16


def test_fields_lie_one_after_another():
    packed = Packed(Pair)
    assert [(field.name, field.type, field.at, field.description) for field in packed.fields] == [
        ("small", "u8", 0, ""), ("large", "f64", 1, "[m]"), ("middle", "u16", 9, ""),
    ]  # fmt: skip
    assert packed.size == 11
    assert packed.pack(Pair(7, 0.5, 513)) == b"\x07" + struct.pack("<d", 0.5) + b"\x01\x02"


@given(st.fixed_dictionaries({field.name: NUMBERS[field.type] for field in HEAD.fields}))
def test_what_is_packed_comes_back(values):
    head = FrameHead(**values)
    data = HEAD.pack(head)
    assert len(data) == HEAD.size
    assert HEAD.unpack(data + b"poses") == head
    for field in HEAD.fields:  # as the page reads it: each field by itself, at its place
        [found] = struct.unpack_from("<" + CODES[field.type], data, field.at)
        assert found == values[field.name]


def test_too_few_bytes_are_refused():
    with pytest.raises(ValueError, match=r"FrameHead has 56 bytes, not 3\."):
        HEAD.unpack(b"abc")


@pytest.mark.parametrize("head", [HEAD, ROWS_HEAD, POSES_HEAD, MESH_HEAD], ids=lambda head: head.kind.__name__)
def test_numbers_behind_the_head_are_aligned(head):
    assert head.size % 4 == 0  # the page looks at them as an array of f32, which must begin at a multiple of 4
