"""Every number of a row survives the way through JSON bit for bit."""

import json
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pult.core.channels import Channel, lay_out
from pult.core.errors import UsageError
from pult.record.file.numbers import plain, text
from pult.record.file.rows import RowCodec
from tests.record.support import CHANNELS, DT, run, same_bits

bits = st.one_of(
    st.integers(0, 2**64 - 1),
    st.sampled_from(
        [-0.0, math.nan, math.inf, -math.inf, 5e-324, -2.2e-308, 1.7976931348623157e308, 1e22, 0.1, 1.0]
    ).map(lambda number: int(np.float64(number).view(np.uint64))),
)


@given(st.lists(bits, min_size=2 * CHANNELS.size, max_size=2 * CHANNELS.size))
def test_any_bits_come_back(numbers):
    rows = np.array(numbers, dtype=np.uint64).view(np.float64).reshape(2, CHANNELS.size)
    codec = RowCodec(CHANNELS, DT)
    for k, (tick, data) in enumerate(codec.encode(5, rows)):
        found, row = codec.decode(data)
        assert found == tick == 5 + k
        assert same_bits(row, rows[k])


@given(st.floats(width=64))
def test_the_same_number_is_written_the_same_in_a_regular_row_and_beside_a_special_one(number):
    channels = lay_out([Channel("a.x", 0), Channel("b", 0, (1,))])
    codec = RowCodec(channels, DT)
    [(_, alone)] = codec.encode(0, np.array([[number, 1.0]]))
    [(_, beside)] = codec.encode(0, np.array([[number, math.nan]]))
    assert same_bits(codec.decode(alone)[1][:1], codec.decode(beside)[1][:1])
    if math.isfinite(number):
        assert json.loads(alone)["a"] == json.loads(beside)["a"]


def test_a_message_is_split_by_the_first_dot():
    row = run(1)
    [(_, data)] = RowCodec(CHANNELS, DT).encode(3, row)
    message = json.loads(data)
    assert list(message) == ["tick", "time", "qpos", "panel", "sensor", "drive", "scheme", "body", "site"]
    assert message["scheme"]["pd.out"] == row[0, CHANNELS["scheme.pd.out"].start]
    assert message["sensor"]["matrix"] == row[0, CHANNELS["sensor.matrix"].place].tolist()
    assert message["drive"]["motor 100%"] == row[0, CHANNELS["drive.motor 100%"].start]
    assert isinstance(message["panel"]["on"], bool)
    assert all(isinstance(lamp, bool) for lamp in message["panel"]["lamps"])


def test_what_does_not_fit_its_schema_stands_under_its_full_name():
    row = run(1)
    row[0, CHANNELS["qpos"].start + 1] = math.nan
    row[0, CHANNELS["panel.on"].start] = 0.5
    row[0, CHANNELS["scheme.pd.out"].start] = -math.inf
    [(_, data)] = RowCodec(CHANNELS, DT).encode(3, row)
    message = json.loads(data)
    assert set(message["special"]) == {"qpos", "panel.on", "scheme.pd.out"}
    assert message["special"]["qpos"][1] == "NaN"
    assert message["special"]["panel.on"] == 0.5
    assert message["special"]["scheme.pd.out"] == "-Infinity"
    assert "qpos" not in message and "on" not in message["panel"] and message["scheme"] == {}


def test_a_layout_without_time_gets_the_time_of_the_tick():
    codec = RowCodec(lay_out([Channel("a", 0)]), 0.25)
    messages = [json.loads(data) for _, data in codec.encode(2, np.array([[1.0], [math.nan]]))]
    assert [message["time"] for message in messages] == [0.5, 0.75]


def test_no_channels_at_all():
    codec = RowCodec([], DT)
    [(_, data)] = codec.encode(4, np.zeros((1, 0)))
    tick, row = codec.decode(data)
    assert tick == 4 and row.shape == (0,)


@pytest.mark.parametrize("names", [["tick"], ["special.a"], ["a", "a.b"], ["time.x"]])
def test_names_that_would_share_a_place_are_refused(names):
    with pytest.raises(UsageError, match="has that key already"):
        RowCodec(lay_out([Channel(name, 0) for name in names]), DT)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b"{}",
        b'{"tick": 1}',
        b'{"tick": 1, "a": [1, 2]}',
        b'{"tick": 1, "a": [1, null, 3]}',
        b'{"tick": 1, "a": ["1", 2, 3]}',
        b'{"tick": -1, "a": [1, 2, 3]}',
        b'{"tick": 1, "special": {"a": ["x", 2, 3]}}',
        b'{"tick": 1, "special": 3, "a": [1, 2, 3]}',
        b'{"tick": 1, "special": {"a": ["NaN:zzzzzzzzzzzzzzzz", 2, 3]}}',
    ],
)
def test_what_is_no_row_is_a_value_error(data):
    codec = RowCodec(lay_out([Channel("a", 0, (3,))]), DT)
    with pytest.raises(ValueError):
        codec.decode(data)


def test_plain_data_takes_numpy_and_refuses_objects():
    assert plain({"a": np.float64(1.5), "b": np.arange(2), 3: (True, None)}) == {
        "a": 1.5,
        "b": [0, 1],
        "3": [True, None],
    }
    assert text([math.inf, -0.0]) == b'["Infinity",-0.0]'
    deep: list = []
    for _ in range(100):
        deep = [deep]
    for bad in (object(), {"a": {1, 2}}, 2**70, deep, "\ud800"):
        with pytest.raises(UsageError):
            text(bad)
