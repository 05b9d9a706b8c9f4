"""Keeping to a line: moving the hand keeps to it, turning joints one after the other does not."""

from pult.exercise.exercise import load_exercise
from pult.exercise.run import run_attempt
from pult.pilot import find_pilot


def test_a_hand_led_by_the_joystick_keeps_to_the_line_and_joints_turned_alone_do_not() -> None:
    exercise = load_exercise("two-link-line")
    led = run_attempt(exercise, find_pilot("two-link-line", "semi-automatic"), 3)
    turned = run_attempt(exercise, find_pilot("two-link-line", "command"), 3)
    assert led.success and turned.success
    assert not led.score.penalties
    assert sum(penalty.count for penalty in turned.score.penalties) >= 1
    assert led.score.points > turned.score.points
