"""The operator of the biped's room: shortest ways, and the jar that explains what the meter showed."""

import math
from itertools import pairwise

import numpy as np
import pytest

from pult.pilots.biped.decontamination import BACKGROUND, JARS, LOOKOUTS, Search
from pult.pilots.biped.route import is_free, length, route

LOW, HIGH = (-5.0, -5.0), (5.0, 5.0)


def test_a_way_around_a_circle_is_nearly_the_shortest():
    """Two tangents and an arc; the polygon about the circle makes it at most a tenth longer."""
    start, end, circle = (-3.0, 0.1), (3.0, 0.0), (0.0, 0.0, 1.0)
    way = [start, *route(start, end, [circle], LOW, HIGH)]
    wanted = 2.0 * math.sqrt(8.0) + (math.pi - 2.0 * math.acos(1.0 / 3.0))
    assert wanted <= length(way) + 0.02 <= 1.1 * wanted
    assert all(is_free(one, other, [circle]) for one, other in pairwise(way))


def test_a_free_way_is_straight_and_one_that_is_blocked_everywhere_too():
    assert route((0.0, 0.0), (1.0, 1.0), [(3.0, 0.0, 1.0)], LOW, HIGH) == [(1.0, 1.0)]
    around = [(math.cos(turn), math.sin(turn), 0.6) for turn in np.linspace(0.0, 2.0 * math.pi, 8)]
    assert route((-3.0, 0.0), (0.0, 0.0), around, LOW, HIGH) == [(0.0, 0.0)]


def test_a_way_that_ends_near_an_obstacle_goes_around_it_as_near_as_that():
    start, end, circle = (3.0, 0.2), (-0.95, 0.0), (0.0, 0.0, 1.0)
    way = [start, *route(start, end, [circle], LOW, HIGH)]
    assert len(way) > 2
    for one, other in pairwise(way):
        steps = np.linspace(one, other, 50)
        assert np.hypot(*steps.T).min() > 0.9


def test_a_way_from_near_an_obstacle_leads_away_from_it():
    circle = (0.0, 0.0, 1.0)
    assert not is_free((0.7, 0.0), (-3.0, 0.1), [circle])  # straight through
    assert is_free((0.7, 0.0), (0.9, 3.0), [circle])
    way = [(0.7, 0.0), *route((0.7, 0.0), (-3.0, 0.1), [circle], LOW, HIGH)]
    assert len(way) > 2 and np.hypot(*np.linspace(way[0], way[1], 50).T).min() > 0.65


@pytest.mark.parametrize("hot", range(4))
def test_the_jar_that_explains_the_readings_is_found(hot):
    """Readings by the inverse square with the irregularity of the counter: 2.5 s at 5 counts a second and uSv/h."""
    search = Search()
    search.jars = [np.array(place) for place in ((1.5, 2.48, 1.25), (4.7, 2.5, 1.25), (6.28, -0.2, 1.25), (4.3, -2.5, 1.25))]
    drawn = np.random.default_rng(hot)
    source = search.jars[hot]
    for spot in LOOKOUTS:
        rate = 60.0 / (math.dist(spot, source[:2]) ** 2 + 0.08) + 0.12  # uSv/h
        counts = drawn.poisson(rate * 5.0 * 2.5)
        search.readings.append((spot, counts / 12.5 * 1e-6 / 3600.0))
    assert search.best()[0] is source
    assert BACKGROUND < 1e-10


def test_nothing_tells_the_operator_which_jar_is_which():
    """Jars that are seen from the same place are remembered in the order of their places, whatever they are called."""

    class Seen:
        def __init__(self, order):
            spots = [(1.5, 2.0), (2.5, 2.0), (1.5, -2.0), (2.5, -2.0)]
            self.places = {name: np.array([*spots[k], 1.2]) for name, k in zip(JARS, order, strict=True)}

        def position(self, name):
            return np.array([1.0, 0.0, 1.0]) if name == "pelvis" else self.places[name]

    def found(order):
        search = Search()
        search.look(Seen(order))
        return np.array(search.jars)

    np.testing.assert_array_equal(found([0, 1, 2, 3]), found([3, 1, 0, 2]))
