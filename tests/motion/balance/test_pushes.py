"""Pushes: a sample of the proof `validation/biped.py`, on seeds that were used to tune, and its negative control."""

import pytest
from validation import biped_trial

FULL = {"forward": 35.0, "lateral": 25.0, "standing": False}


@pytest.mark.parametrize("seed", [100, 101])
def test_full_size_pushes_are_caught_by_steps(seed):
    assert biped_trial.push(seed=seed, catch=True, **FULL).success


def test_without_steps_that_catch_a_full_size_push_ends_in_a_fall():
    assert not biped_trial.push(seed=0, catch=False, **FULL).success


def test_walking_the_torso_leans_where_the_sole_alone_would_not_bear_10_newton_seconds_sideways():
    assert biped_trial.push(seed=2, forward=22.0, lateral=10.0, catch=False, standing=False).success


def test_standing_soles_alone_bear_22_newton_seconds():
    assert biped_trial.push(seed=1, forward=22.0, lateral=22.0, catch=False, standing=True).success


@pytest.mark.parametrize("seed", [8, 43])
def test_aslant_backwards_the_loaded_foot_stands_and_the_free_one_steps(seed):
    """Of 40 N s, 118 and -125 degrees from ahead: an outward step falls, and so does who believes a sole that spins."""
    assert biped_trial.push(seed=seed, forward=40.0, lateral=40.0, catch=True, standing=True).success
