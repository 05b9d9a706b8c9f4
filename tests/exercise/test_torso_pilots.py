"""The torso robot is driven by scripted operators through its panel: both exercises, both modes, and what must fail."""

import pytest

from pult.exercise.exercise import load_exercise
from pult.exercise.run import Outcome, run_attempt
from pult.pilot import find_pilot


def attempt(exercise: str, pilot: str, seed: int) -> Outcome:
    return run_attempt(load_exercise(exercise), find_pilot(exercise, pilot), seed)


@pytest.mark.parametrize("seed", [0, 17])
def test_the_container_is_taken_lifted_and_put_on_its_place(seed):
    done = attempt("torso-container", "semi-automatic", seed)
    assert done.success, done.reason
    assert done.score.metrics["slip"].value < 0.005
    assert done.score.metrics["tilt"].value < 0.5236
    assert done.score.metrics["place_error"].value < 0.03


@pytest.mark.parametrize("seed", [0, 17])
def test_the_button_is_pressed_to_its_click_without_force(seed):
    done = attempt("torso-button", "semi-automatic", seed)
    assert done.success, done.reason
    assert 3.9 < done.score.metrics["peak_force"].value < 30.0


def test_joint_by_joint_takes_more_than_twice_as_long():
    by_hand, by_joints = (attempt("torso-button", pilot, 4) for pilot in ("semi-automatic", "command"))
    assert by_hand.success and by_joints.success
    assert by_joints.time > 2.0 * by_hand.time
    assert by_joints.score.metrics["inputs"].value > by_hand.score.metrics["inputs"].value


def test_an_attempt_is_the_same_every_time():
    one, two = (attempt("torso-button", "semi-automatic", 3) for _ in range(2))
    assert one.hash == two.hash
