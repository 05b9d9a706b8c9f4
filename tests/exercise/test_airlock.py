"""The valve in the airlock is turned by a scripted operator, through its panel; its friction is drawn by the seed."""

from dataclasses import replace

import msgspec
import pytest

from pult.exercise.exercise import load_exercise
from pult.exercise.run import drive, open_attempt, run_attempt
from pult.exercise.start import draw_start
from pult.pilot import Pilot, find_pilot
from pult.pilots.airlock.operators import TurnValve


def test_the_operator_turns_the_wheel_by_a_quarter():
    done = run_attempt(load_exercise("airlock-valve"), find_pilot("airlock-valve", "semi-automatic"), 4)
    assert done.success, done.reason
    assert done.score.metrics["angle_error"].value < 0.0175
    assert done.score.metrics["across"].value < 1.0


class Lazy(TurnValve):
    """An operator who turns by a quarter, whatever is asked for."""

    def act(self, view):
        return {**super().act(view), "angle": 90.0}


def test_a_quarter_will_not_do_where_half_a_turn_is_asked_for():
    exercise = load_exercise("airlock-valve")
    brief = replace(exercise, document=msgspec.structs.replace(exercise.document, duration=30.0))
    lazy = Pilot("lazy", {"airlock-valve": "half"}, "Turns by a quarter.", Lazy)
    attempt = open_attempt(brief, "half", 4)
    drive(attempt, lazy, 4)
    angle = attempt.rows[-1, attempt.session.channels.find("sensor.valve_angle").place][0]
    assert angle == pytest.approx(1.571, abs=0.02)
    assert not attempt.judge.verdict().success and brief.document.stages[attempt.judge.stage].name == "turn"


def test_friction_of_the_wheel_is_drawn_within_its_ranges_and_reaches_the_world():
    exercise = load_exercise("airlock-valve")
    pairs = [draw_start(exercise.document, seed, _places()).resistance["valve"] for seed in range(20)]
    assert len(set(pairs)) == 20
    assert all(1.6 <= dry <= 2.4 and 6.5 <= viscous <= 9.5 for dry, viscous in pairs)
    setup = exercise.setup("quarter", seed=7)
    assert setup.start.resistance["valve"] == pytest.approx(list(pairs[7]))


def _places():
    return {"valve": ((0.446, -0.40, 1.223), (0.70710678, 0.0, 0.70710678, 0.0))}
