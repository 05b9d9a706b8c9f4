"""All faults of an exercise come in one list, whatever level they are found on."""

import copy
import json

import pytest

import pult
from pult.core.draft import draft_of
from pult.core.shipped import shipped_file
from pult.exercise.document import ExerciseDocument
from pult.exercise.exercise import check_exercise

REACH = json.loads(shipped_file("exercise", "two-link-reach").read_text())


@pytest.fixture
def reach():
    return copy.deepcopy(REACH)


def told(data):
    exercise, faults = check_exercise(data)
    assert exercise is None
    return [(fault.place, fault.code) for fault in faults]


def test_seven_faults_of_three_levels_come_at_once(reach):
    reach["durration"] = 100  # decoding
    reach["stages"][0]["hold"] = "long"
    reach["difficulty"] = 9  # the document by itself
    reach["stages"][1]["hold"] = -1
    reach["stages"][2]["target"] = "target33"  # the world
    reach["stages"][3]["goal"]["of"][0]["b"] = "hnad"
    reach["scoring"]["measures"] = {"worst": {"quantity": {"type": "distance", "a": "hand", "b": "nowhere"}}}
    assert sorted(told(reach)) == [
        ("difficulty", "out-of-range"),
        ("durration", "unknown-key"),
        ("scoring.measures.worst.quantity.b", "unknown-name"),
        ("stages[0].hold", "bad-type"),
        ("stages[1].hold", "out-of-range"),
        ("stages[2].target", "unknown-name"),
        ("stages[3].goal.of[0].b", "unknown-name"),
    ]


def test_entries_behind_one_that_cannot_be_decoded_keep_their_places_and_their_names(reach):
    reach["stages"][1]["goal"] = {"type": "distnace"}  # the stage goes as a whole, and other parts name it
    reach["stages"][3]["target"] = "nowhere"
    assert told(reach) == [("stages[1].goal.type", "bad-choice"), ("stages[3].target", "unknown-name")]


def test_a_fault_of_the_world_comes_once_and_one_of_a_variant_with_its_variant(reach):
    reach["effector"] = "elbow9"
    reach["variants"]["command"]["bindings"] = {"inputs": {"joystick": "panel.nothing"}}
    assert len(reach["variants"]) == 2
    assert told(reach) == [("effector", "unknown-name"), ("variants.command", "unknown-name")]


def test_a_world_with_faults_is_told_once(reach, tmp_path):
    (tmp_path / "bad.world.json").write_text('{"format": "pult.world", "version": 1, "timestep": 9, "robot": []}')
    reach["world"] = str(tmp_path / "bad.world.json")
    (tmp_path / "a.exercise.json").write_text(json.dumps(reach | {"world": "bad.world.json"}))
    assert told(tmp_path / "a.exercise.json") == [("world 'bad.world.json'", "unknown-key")]


def test_what_has_no_faults_has_a_draft_that_is_the_document(reach):
    draft = draft_of(ExerciseDocument, reach)
    assert draft.without == frozenset()
    assert draft.document == pult.load_exercise("two-link-reach").document
