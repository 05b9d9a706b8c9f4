"""The search for a way between pillars."""

import math

import numpy as np
import pytest

from pult.pilots.snakeman.steering import Spot, find_way, move


def test_an_arc_has_the_radius_of_its_deflection():
    spot = Spot(0.0, 0.0, 0.0)
    assert move(spot, 0.5 * math.pi * 0.2, 1.0, 0.2).x == pytest.approx(0.2)
    assert move(spot, 0.5 * math.pi * 0.2, -1.0, 0.2).y == pytest.approx(-0.2)
    assert move(spot, 0.3, 0.0, 0.2).x == pytest.approx(0.3)


def test_a_way_keeps_its_distance_and_reaches_the_target():
    pillars = [(0.3, 0.0), (0.55, 0.14), (0.55, -0.16), (0.8, 0.02)]
    way = find_way(Spot(0.0, 0.0, 0.0), (1.0, 0.05), pillars, radius=0.15, keep=0.085, close=0.012)
    points = np.array([(spot.x, spot.y) for spot in way])
    assert np.hypot(*(points[-1] - (1.0, 0.05))) < 0.012
    assert min(np.hypot(*(points - pillar).T).min() for pillar in pillars) >= 0.085


def test_without_a_gap_there_is_no_way():
    wall = [(0.3, 0.05 * k) for k in range(-30, 31)]
    assert find_way(Spot(0.0, 0.0, 0.0), (1.0, 0.0), wall, radius=0.15, keep=0.08, close=0.012) == []
