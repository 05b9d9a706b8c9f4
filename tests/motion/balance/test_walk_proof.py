"""A sample of the proof of the walk on line: validation/biped_walk.py."""

import math

from validation.biped_walk_trial import long_walk, weighing


def test_five_kilograms_are_weighed_and_carried():
    found = weighing(seed=1, payload=5.0, seconds=4.0)
    assert found.success
    assert abs(found.metrics["mass"] - 5.0) < 0.25
    assert found.metrics["off"] < 0.03
    assert found.metrics["tilt"] < math.radians(2.0)


def test_steps_and_a_turn_are_as_calm_as_claimed():
    found = long_walk(seed=2, steps=6, turns=1)
    assert found.success
    assert found.metrics["tilt"] < math.radians(1.0)
    assert found.metrics["voltage"] < 0.6
    assert found.metrics["odometry"] < 0.05
