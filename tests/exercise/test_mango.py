"""Carrying a bar together: the operator passes, and without coordination nobody does."""

import pytest

import pult


def test_the_operator_carries_the_bar_onto_its_mark():
    outcome = pult.run_attempt(pult.load_exercise("mango-carry"), seed=3)
    assert outcome.success, outcome.reason
    assert outcome.time < 20.0
    assert outcome.score.points > 80.0


@pytest.mark.parametrize(("pilot", "reason"), [("each-arm", "limit"), ("no-feedback", "time")])
def test_without_coordination_or_feedback_it_fails(pilot, reason):
    outcome = pult.run_attempt(pult.load_exercise("mango-carry"), pilot, seed=1)
    assert not outcome.success
    assert outcome.reason == reason
