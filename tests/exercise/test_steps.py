"""Every stage of every shipped exercise says in a short step how it is done, in both languages."""

import json

import pytest

from pult.core.shipped import shipped, shipped_file
from pult.exercise.exercise import check_exercise, load_exercise

LONGEST = 180
"""Characters of a step: what somebody reads while the clock runs."""


@pytest.mark.parametrize("name", shipped("exercise"))
def test_each_stage_has_a_short_step(name: str) -> None:
    for stage in load_exercise(name).document.stages:
        hint = stage.hint
        assert isinstance(hint, dict) and set(hint) == {"en", "ru"}, stage.name
        assert all(0 < len(text) <= LONGEST for text in hint.values()), f"{stage.name}: {hint}"


def test_controls_of_a_stage_are_elements_of_the_panel() -> None:
    file = shipped_file("exercise", "two-link-reach")
    document = json.loads(file.read_text(encoding="utf-8"))
    document["stages"][1]["controls"] = ["joystick", "joystik"]
    faults = check_exercise(document, file.parent)[1]
    told = "stages[1].controls[1]: there is no signal 'panel.joystik'. Did you mean 'panel.joystick'?"
    assert faults and all(fault.message.startswith(told) for fault in faults)
