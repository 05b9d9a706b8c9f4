"""The layout of a row: sections lie one after another, and whoever reads or writes a row follows the one definition."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pult.core.channels import Channel, lay_out
from pult.exercise.exercise import load_exercise
from pult.realtime.frames import FrameReader, FrameWriter, Status
from pult.realtime.memory import new_name
from pult.record import read_record
from pult.record.recording import start_recording
from pult.record.replay import complete_rows, reopened, replay
from pult.scheme.compile import compile_scheme
from pult.sim import row as row_module
from pult.sim.commands import Input
from pult.sim.frame import known_signals, row_layout
from pult.sim.open import open_parts
from pult.sim.row import DERIVED, ORDER, PREFIXES, RowLayout, Starts
from tests.sim.lab import assert_same_bits, opened

SHAPES = st.sampled_from([(), (1,), (3,), (7,), (2, 2)])


@st.composite
def contents(draw):
    """Signals of each section, and how many numbers the wires have."""
    signals = {}
    for name in ORDER:
        shapes = draw(st.lists(SHAPES, max_size=3))
        signals[name] = [Channel(f"{name}{index}", 0, shape) for index, shape in enumerate(shapes)]
    place, wires = 0, []
    for channel in signals["wires"]:
        place += draw(st.integers(0, 3))
        wires += lay_out([channel], place)
        place += channel.size
    return {**signals, "wires": wires}, place + draw(st.integers(0, 3))


def assert_tiles(layout):
    """Sections follow each other from 0 to the size of the row; every signal lies in its own, and none on another."""
    place = 0
    taken = np.zeros(layout.channels.size, dtype=int)
    for section in layout.sections:
        assert section.start == place == getattr(layout.starts, section.name)
        place = section.stop
        for channel in section.channels:
            assert section.start <= channel.start and channel.stop <= section.stop
            taken[channel.place] += 1
        if section.name != "wires":
            assert (taken[section.start : section.stop] == 1).all()
    assert place == layout.channels.size
    assert taken.max(initial=0) <= 1


@given(contents(), st.permutations(ORDER))
def test_sections_tile_a_row_in_any_order(made, order):
    signals, wires = made
    layout = RowLayout(signals, wires=wires, order=order)
    assert [section.name for section in layout.sections] == list(order)
    assert_tiles(layout)
    for name, channels in signals.items():
        for channel in channels:
            found = layout.channels[PREFIXES.get(name, "") + channel.name]
            assert found.shape == channel.shape


@pytest.mark.parametrize("name", ["two-link-reach", "massage-stroke", "torso-button", "airlock-valve"])
def test_rows_of_shipped_exercises_are_tiled(name):
    exercise = load_exercise(name)
    parts = open_parts(exercise.setup(), exercise.folder)
    panel = parts.panel
    signals = (panel.channels, panel.streams, parts.sensors.channels)
    layout = row_layout(parts.world, compile_scheme(parts.scheme, plain=True), *signals)
    assert_tiles(layout)
    before = known_signals(parts.world, parts.scheme.outputs, *signals)
    assert set(layout.channels.names) - set(before.names) == {
        channel.name for section in layout.sections if section.name == "wires" for channel in section.channels
    }
    assert set(before.names) <= set(layout.channels.names)


def driven(session):
    rows = []
    for k in range(30):
        session.apply(Input(values={"stick": [np.sin(0.3 * k), -0.4], "light": k % 7 == 0}))
        session.advance(1)
        rows.append(session.row.copy())
    return np.array(rows)


def test_another_order_moves_loop_recorder_and_reader_alike(tmp_path, monkeypatch):
    usual = opened(tmp_path / "usual")
    rows = driven(usual)
    monkeypatch.setattr(row_module, "ORDER", tuple(reversed(ORDER)))
    other = opened(tmp_path / "other")
    assert other.layout.starts.time > other.layout.starts.sites == 0
    recording = start_recording(other, tmp_path / "other.mcap")
    writer = FrameWriter(new_name(), other.channels.size)
    try:
        reader = FrameReader(writer.name)
        moved = driven(other)
        writer.write(other.tick, other.time, other.row, Status())
        frame = reader.newest()
        reader.close()
    finally:
        writer.close()
    assert not recording.close()
    assert not np.array_equal(rows, moved)
    record = read_record(tmp_path / "other.mcap")
    with reopened(record) as session:
        whole = complete_rows(record, session)
        places = {channel.name: channel.place for channel in session.channels}
    for channel in usual.channels:
        name = channel.name
        assert_same_bits(rows[:, channel.place], moved[:, other.channels[name].place])
        assert_same_bits(rows[-1, channel.place], frame.row[other.channels[name].place])
        assert_same_bits(rows[:, channel.place], whole[1:, places[name]])
        if not name.startswith(DERIVED):
            assert_same_bits(rows[:, channel.place], record.rows[1:, record.channels[name].place])
    assert replay(record).same


def test_the_order_is_that_of_the_starts():
    assert Starts._fields == ORDER
    assert set(PREFIXES) <= set(ORDER)
