"""Attempts of the operators of SnakeMan, one each; many are in validation/snakeman.py."""

from pult.exercise.exercise import load_exercise
from pult.exercise.run import run_attempt
from pult.pilot import find_pilot


def test_the_operator_brings_the_tip_to_the_marker_and_back() -> None:
    done = run_attempt(load_exercise("snake-tunnel"), find_pilot("snake-tunnel", "semi-automatic"), 11)
    assert done.success, done.reason
    clearance = done.score.metrics["clearance"].value
    assert clearance is not None and clearance > 0.01


def test_the_operator_steers_the_head_between_the_pillars() -> None:
    done = run_attempt(load_exercise("snake-open"), find_pilot("snake-open", "semi-automatic"), 11)
    assert done.success, done.reason
