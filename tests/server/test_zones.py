"""Work zones over HTTP: zone, gaps and configurations of a clicked point, in both languages."""

import math

import pytest

from pult import grab
from pult.server.http.wire import Refusal
from pult.server.messages.zones import ZoneQuery
from pult.server.zones.routes import look_at


def test_a_point_has_all_configurations_that_reach_it_drawn_to_it():
    found = look_at(ZoneQuery(pitch=-0.46, point=[1.1, 0.61]))
    assert [(way.column, way.elbow, way.reason) for way in found.ways[:2]] == [("forward", "up", 0), ("forward", "down", 0)]
    for way in found.ways:
        assert way.joints[-1] == pytest.approx([1.1, 0.61], abs=1e-3 if way.column == "forward" else 0.01)
    assert found.problem == ""
    assert found.area == grab.work_zone(-0.46).area
    assert found.free_area == grab.work_zone().area


def test_what_nothing_reaches_says_why():
    far = look_at(ZoneQuery(pitch=0.0, point=[1.4, 1.4]))
    assert not far.ways
    assert "out of reach" in far.problem
    horizontal = look_at(ZoneQuery(pitch=0.0))
    assert not horizontal.ways and not horizontal.problem
    assert horizontal.gaps[0].distance == pytest.approx(9.36e-3, abs=1e-5)


def test_a_held_object_and_the_roll_move_zone_and_configurations():
    held, roll = [math.pi / 2, 0.0, 0.33, 0.3], math.radians(30)
    found = look_at(ZoneQuery(pitch=0.0, point=[0.9, 0.0], roll=roll, held=held))
    zone = grab.work_zone(0.0, held=held, roll=roll)
    assert found.area == zone.area and found.free_area == grab.work_zone(held=held, roll=roll).area
    ways = grab.solutions([0.9, zone.left, 0.0], 0.0, roll, held)
    assert [way.angles for way in found.ways if not way.reason] == [list(way.angles) for way in ways] != []
    for way in found.ways[: len(ways)]:
        assert way.held[1] == pytest.approx([0.9, 0.0], abs=1e-9)
        hanging = 0.3 * math.cos(roll)  # level grab, rolled: the object leans to the side
        assert way.held[0] == pytest.approx([0.9, hanging], abs=1e-9)
    assert look_at(ZoneQuery(pitch=0.0, point=[0.9, 0.0])).ways[0].held == []
    for wrong in ([1.0], [0.0, 0.0, 0.0, 0.0], [math.nan, 0.0, 0.3, 0.0]):
        with pytest.raises(Refusal, match="A held object is an angle"):
            look_at(ZoneQuery(pitch=0.0, held=wrong))


def test_over_http_in_russian_and_refused(studio):
    body = {"pitch": math.pi / 2, "point": [0.2, 0.5]}
    answer = studio.client.post("/api/zones/look", json=body, headers={"Accept-Language": "ru"})
    assert answer.status_code == 200, answer.text
    texts = [way["text"] for way in answer.json()["ways"]]
    assert any("упора" in text for text in texts)
    for wrong in ({"pitch": 99.0}, {"pitch": 0.0, "point": [1.0]}, {"pitch": 0.0, "point": [1e9, 0.0]}):
        assert studio.client.post("/api/zones/look", json=wrong).status_code == 400
