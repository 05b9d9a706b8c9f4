"""Streams of a panel: what they declare, and what is refused."""

import pytest

from pult.panel.panel import check_panel, load_panel

PANEL = {"format": "pult.panel", "version": 1, "elements": {"stick": {"type": "joystick"}}}


def panel(**streams):
    return {**PANEL, "streams": streams}


def test_a_stream_gives_its_numbers_and_whether_data_comes():
    found = load_panel(panel(master={"labels": ["a", "b"], "unit": "rad"}, points={"size": 9, "unit": "m"}))
    assert [(c.name, c.start, c.shape, c.unit, c.kind) for c in found.streams] == [
        ("master", 0, (2,), "rad", "number"),
        ("master_fresh", 2, (), "1", "boolean"),
        ("points", 3, (9,), "m", "number"),
        ("points_fresh", 12, (), "1", "boolean"),
    ]
    assert found.streams["master"].labels == ("a", "b")
    assert "master" not in found.inputs, "no operator can set it by hand"


@pytest.mark.parametrize(
    ("streams", "place", "message"),
    [
        ({"2nd": {"size": 1}}, "streams.2nd", "cannot be the name of a stream"),
        ({"stick": {"size": 1}}, "streams.stick", "gives a signal 'stick', but that is something else's name"),
        ({"a": {"size": 1}, "a_fresh": {"size": 1}}, "streams.a", "gives a signal 'a_fresh'"),
        ({"a": {}}, "streams.a", "a sample has 1 to 1000 numbers: give 'size' or 'labels'"),
        ({"a": {"size": 5000}}, "streams.a", "1 to 1000 numbers"),
        ({"a": {"size": 3, "labels": ["x", "y"]}}, "streams.a.labels", "'size' is 3, but there are 2 labels"),
        ({"a": {"labels": ["x", "x"]}}, "streams.a.labels", "'x' is there twice"),
        ({"a": {"labels": ["x y"]}}, "streams.a.labels", "no spaces and no brackets"),
        ({"a": {"size": 1, "unit": "cubit"}}, "streams.a.unit", "cubit"),
        ({"a": {"size": 1, "timeout": 0}}, "streams.a.timeout", "must be above 0"),
        ({"a": {"size": 1, "fastest": -1}}, "streams.a.fastest", "must be above 0"),
        ({"a": {"size": 1, "delay": 2}}, "streams.a.delay", "must be from 0 to 1 s"),
        ({"a": {"size": 1, "speed": 1}}, "streams.a", "speed"),
    ],
)
def test_a_stream_that_cannot_be_is_refused_with_its_place(streams, place, message):
    found, faults = check_panel(panel(**streams))
    assert found is None
    assert any(fault.place.startswith(place) and message in str(fault) for fault in faults), faults
