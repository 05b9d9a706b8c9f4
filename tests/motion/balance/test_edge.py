"""The torso that gives way at the edge of the soles comes to rest within its bound."""

import math

import pytest

from pult.motion.balance.edge import BRAKE, LEAN, turning_bound


@pytest.mark.parametrize("speed", [0.0, 0.5, 1.0])
def test_a_torso_that_is_always_turned_as_fast_as_allowed_leans_no_farther(speed):
    tilt, dt, most = 0.0, 0.001, 0.0
    for _ in range(5000):
        speed += dt * turning_bound(tilt, speed)
        tilt += dt * speed
        most = max(most, tilt)
    assert 0.9 * LEAN < most < LEAN
    assert abs(speed) < 1e-3


def test_at_the_speed_from_which_it_can_just_be_braked_it_is_braked():
    assert turning_bound(0.1, math.sqrt(2.0 * BRAKE * (LEAN - 0.1))) == pytest.approx(-BRAKE)
    assert turning_bound(0.0, 0.0) > BRAKE
