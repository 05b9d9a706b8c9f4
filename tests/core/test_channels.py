"""Signals by name in a flat array."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pult.core.channels import Channel, Channels, lay_out, total_size
from pult.core.errors import UsageError

CHANNELS = Channels(
    lay_out(
        [
            Channel("time", 0, (), "s"),
            Channel("angles", 0, (2,), "rad", labels=("shoulder", "elbow")),
            Channel("matrix", 0, (2, 3), "m"),
            Channel("ports", 0, (2,), "1", "boolean", labels=("1", "0")),
            Channel("contact:box[a]", 0),
        ]
    )
)


def test_channels_lie_one_after_another():
    assert [(c.name, c.start, c.stop, c.size) for c in CHANNELS] == [
        ("time", 0, 1, 1), ("angles", 1, 3, 2), ("matrix", 3, 9, 6), ("ports", 9, 11, 2), ("contact:box[a]", 11, 12, 1),
    ]  # fmt: skip
    assert CHANNELS.size == 12
    assert len(CHANNELS) == 5
    assert CHANNELS.names[1] == "angles"
    assert total_size([]) == 0
    assert Channels(()).size == 0


def test_placed_keeps_order_and_puts_a_prefix_before_names():
    found = lay_out(CHANNELS, 100, "sensor.")
    assert [(c.name, c.start) for c in found][:3] == [
        ("sensor.time", 100),
        ("sensor.angles", 101),
        ("sensor.matrix", 103),
    ]
    assert found[1].labels == ("shoulder", "elbow")
    assert found[1].unit == "rad"


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("time", 0), ("angles", 1), ("angles[0]", 1), ("angles[1]", 2), ("angles[elbow]", 2), ("angles[shoulder]", 1),
        ("matrix[4]", 7), ("contact:box[a]", 11),
        ("ports[1]", 9), ("ports[0]", 10),  # its labels win over numbers
    ],
)  # fmt: skip
def test_a_signal_or_an_entry_is_found(text, start):
    found = CHANNELS.find(text)
    assert found.start == start
    assert found.name == text
    whole = text in CHANNELS
    assert found.shape == (CHANNELS[text].shape if whole else ())
    assert whole or found.labels == ()


def test_an_entry_keeps_unit_and_kind_and_is_one_number():
    entry = CHANNELS.find("angles[elbow]")
    assert (entry.unit, entry.kind, entry.size, entry.place) == ("rad", "number", 1, slice(2, 3))
    assert CHANNELS.find("ports[0]").kind == "boolean"
    values = np.arange(12.0)
    assert values[entry.place] == [2.0]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("angle", "there is no signal 'angle'. Did you mean 'angles'? Allowed: 'angles', 'contact:box[a]', 'matrix', 'ports', 'time'."),
        ("angle[0]", "there is no signal 'angle'. Did you mean 'angles'? Allowed: 'angles', 'contact:box[a]', 'matrix', 'ports', 'time'."),
        ("angles[elbo]", "signal 'angles' has no entry 'elbo'; it has 2 entries. Did you mean 'elbow'? Allowed: 'elbow', 'shoulder'."),
        ("angles[2]", "signal 'angles' has no entry '2'; it has 2 entries. Allowed: 'elbow', 'shoulder'."),
        ("angles[-1]", "signal 'angles' has no entry '-1'; it has 2 entries. Allowed: 'elbow', 'shoulder'."),
        ("matrix[6]", "signal 'matrix' has no entry '6'; it has 6 entries. Allowed: '0', '1', '2', '3', '4', '5'."),
        ("time[0]", "signal 'time' has no entries: it is one number."),
        ("angles[]", "there is no signal 'angles[]'. Did you mean 'angles'? Allowed: 'angles', 'contact:box[a]', 'matrix', 'ports', 'time'."),
    ],
)  # fmt: skip
def test_what_is_not_there_is_told_with_what_is(text, message):
    with pytest.raises(UsageError) as error:
        CHANNELS.find(text)
    assert str(error.value) == message


def test_a_number_of_thousands_of_digits_is_no_entry():
    with pytest.raises(UsageError, match="has no entry"):
        CHANNELS.find(f"angles[{'9' * 5000}]")


@given(st.text(max_size=30))
def test_any_text_gives_a_channel_or_a_usage_error(text):
    for tried in (text, f"angles[{text}]"):
        try:
            found = CHANNELS.find(tried)
        except UsageError:
            continue
        assert 0 <= found.start < found.stop <= CHANNELS.size
