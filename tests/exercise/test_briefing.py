"""Operators do what the documents of an exercise ask for: other figures there, another operation of the panel."""

from typing import Any

import pytest

import pult
from pult.exercise.exercise import load_exercise
from pult.exercise.piloting import view_of, view_reader
from pult.exercise.run import open_attempt
from pult.pilot import View
from pult.pilots.massage.operators import Stroke
from tests.cli.terminal import pult as command


def first_view(exercise: pult.Exercise, variant: str = "", **options: Any) -> View:
    """What an operator sees at first."""
    attempt = open_attempt(exercise, variant, **options)
    assert attempt.judge is not None
    return view_of(attempt.session, attempt.judge, view_reader(attempt.session, attempt.judge))


def test_the_task_card_of_a_shipped_exercise_is_that_of_its_document():
    briefing = first_view(load_exercise("two-link-line"), "semi-automatic").briefing
    assert [stage.target for stage in briefing.stages] == ["target1", "target2", "target1"]
    assert briefing.stage("there").below("hand to target2") == 0.012
    assert briefing.parameter("velocity.k") == 0.25


def test_a_tuned_scheme_is_known_to_the_operator():
    view = first_view(load_exercise("two-link-line"), "semi-automatic", parameters={"lead.velocity.k": 0.1})
    assert view.briefing.parameter("velocity.k") == 0.1


@pytest.mark.parametrize(("exercise", "force"), [("massage-stroke", 12.0), ("massage-patient", 8.0)])
def test_the_force_that_the_exercise_asks_for_is_set(exercise, force):
    assert Stroke().act(first_view(load_exercise(exercise))) == {"force": force}


def test_an_exercise_that_asks_for_another_force_gets_it(tmp_path):
    command("copy", "massage-stroke", tmp_path / "mine")
    file = tmp_path / "mine" / "exercises" / "massage-stroke.exercise.json"
    text = file.read_text(encoding="utf-8")
    assert '"above": 11.9, "below": 12.1' in text
    file.write_text(text.replace('"above": 11.9, "below": 12.1', '"above": 9.4, "below": 9.6'), encoding="utf-8")
    assert Stroke().act(first_view(pult.load_exercise(file))) == {"force": 9.5}
