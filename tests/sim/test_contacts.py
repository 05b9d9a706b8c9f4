"""Contact forces that a setup asks for are named as it names the bodies."""

from dataclasses import replace

import msgspec
import pytest

from pult.core.channels import Channels
from pult.record import Recorder, read_record
from pult.record.recording import DERIVED, Recording, record_header
from pult.record.replay import replay
from pult.sim.commands import FreezeSensor
from tests.sim.lab import SETUP, opened

PAIRS = [["world", "box"], ["upper", "box"], ["fore", "box"], ["box", "upper"]]


def published(session):
    return [name for name in session.channels.names if name.startswith("sensor.contact:")]


def reading(session, name):
    return session.row[session.channels[name].start]


def contacts(pairs):
    return msgspec.structs.replace(SETUP, contacts=pairs)


@pytest.mark.parametrize("pairs", [PAIRS, PAIRS[::-1]], ids=["as listed", "reversed"])
def test_they_have_the_names_and_the_order_of_the_document(tmp_path, pairs):
    session = opened(tmp_path, contacts(pairs))
    kept = [pair for n, pair in enumerate(pairs) if pair[::-1] not in pairs[:n]]
    assert published(session) == [f"sensor.contact:{a}:{b}" for a, b in kept]
    session.advance(30)
    for a, b in pairs:
        assert reading(session, f"sensor.contact:{a}:{b}") == reading(session, f"sensor.contact:{b}:{a}")
    assert reading(session, "sensor.contact:world:box") > 1.0  # it lies on the floor


def test_a_record_that_has_the_bodies_in_alphabetical_order_replays(tmp_path):
    session = opened(tmp_path, contacts(PAIRS))
    header = record_header(session)
    names = ("sensor.contact:box:world", "sensor.contact:box:upper", "sensor.contact:box:fore")
    renamed = dict(zip(published(session), names, strict=True))
    header = replace(header, channels=Channels(replace(c, name=renamed.get(c.name, c.name)) for c in header.channels))
    recording = Recording(session, Recorder(tmp_path / "old.mcap", header, session.files, apart=DERIVED))
    session.advance(40)
    session.apply(FreezeSensor(sensor="contact:box:world"))
    session.advance(10)
    assert recording.close() == ""
    record = read_record(tmp_path / "old.mcap")
    assert set(names) <= set(record.channels.names)
    result = replay(record, plain=True)
    assert result.same and result.ticks == 51
