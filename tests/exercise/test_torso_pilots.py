"""The torso robot is driven by scripted operators through its panel: both exercises, both modes, and what must fail."""

from functools import cache

import pytest

from tests.exercise.torso_lab import PALM, SLIPPERY, WEAK, attempted, carried, slip

SEED = 17


@cache
def by_hand(exercise):
    """An attempt in semi-automatic mode; several tests look at it."""
    return attempted(exercise, "semi-automatic", SEED)


def broken(attempt):
    """Limits that were broken, by name."""
    return [span.name for span in attempt.judge.verdict().breaks]


def passed(attempt, stage):
    """When a stage was passed [s]."""
    return next(span.end for span in attempt.judge.verdict().stages if span.name == stage) * attempt.session.dt


def test_the_container_is_taken_lifted_and_put_on_its_place():
    done = by_hand("torso-container")
    assert done.judge.success, done.judge.reason
    assert broken(done) == []
    metrics = done.score().metrics
    assert metrics["tilt"].value < 0.5236
    assert metrics["place_error"].value < 0.03
    assert max(map(len, carried(done))) > 100  # 5 s in the air
    assert slip(done) < 0.005


def test_the_button_is_pressed_to_its_click_without_force():
    done = by_hand("torso-button")
    assert done.judge.success, done.judge.reason
    assert broken(done) == []
    assert 3.9 < done.score().metrics["peak_force"].value < 30.0


def test_joint_by_joint_takes_more_than_twice_as_long():
    slow, fast = attempted("torso-button", "command", SEED), by_hand("torso-button")
    assert slow.judge.success, slow.judge.reason
    assert broken(slow) == []
    assert slow.judge.time > 2.0 * fast.judge.time
    assert slow.score().metrics["inputs"].value > 2.0 * fast.score().metrics["inputs"].value


def test_an_attempt_is_the_same_every_time():
    again = attempted("torso-button", "semi-automatic", SEED)
    assert again.rows.tobytes() == by_hand("torso-button").rows.tobytes()


# --- what must fail ---


@pytest.mark.parametrize("spoiled", [{"friction": SLIPPERY}, {"parameters": WEAK}], ids=["slippery", "weak"])
def test_without_friction_or_strength_the_container_is_not_held_up(spoiled):
    done = attempted("torso-container", "semi-automatic", SEED, duration=12.0, **spoiled)
    assert passed(by_hand("torso-container"), "hold") < 12.0
    assert not done.judge.success
    assert done.judge.stage <= 3  # it was not held up for two seconds


def test_the_open_hand_cannot_do_what_a_fingertip_can():
    done = attempted("torso-button", PALM, SEED, duration=12.0)
    assert by_hand("torso-button").judge.time < 12.0
    assert not done.judge.success
