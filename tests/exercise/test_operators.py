"""The default operator of an exercise: named in its document, checked against the pilots that there are, and used."""

import json

import pytest

from pult.core.errors import DocumentError, UsageError
from pult.core.shipped import shipped, shipped_file
from pult.exercise.exercise import check_exercise, load_exercise
from pult.exercise.operators import best_operator, find_operator, operators, own_variant
from pult.exercise.run import run_attempt
from pult.pilot import find_pilot

REACH = "two-link-reach"


def changed(original, /, **keys):
    """A shipped exercise with other keys; None takes one away."""
    document = {**json.loads(shipped_file("exercise", original).read_text(encoding="utf-8")), **keys}
    return load_exercise({key: value for key, value in document.items() if value is not None})


@pytest.mark.parametrize("name", shipped("exercise"))
def test_every_shipped_exercise_names_an_operator_that_knows_it(name):
    exercise = load_exercise(name)
    found = find_operator(exercise)
    assert found is find_pilot(name, exercise.document.operator)
    assert name in found.exercises and own_variant(found, exercise) == exercise.document.default_variant


def test_the_line_is_kept_to_by_its_own_operator():
    for seed in (0, 1, 2):
        outcome = run_attempt(load_exercise("two-link-line"), seed=seed)
        assert outcome.success and outcome.pilot == "semi-automatic" and not outcome.score.penalties


def test_a_pilot_may_be_given_by_its_name():
    assert run_attempt(load_exercise("two-link-line"), "command", 3).pilot == "command"
    with pytest.raises(UsageError, match="Did you mean 'command'"):
        run_attempt(load_exercise("two-link-line"), "comand")


def test_an_operator_that_nobody_is_is_a_fault_and_yet_the_exercise_opens():
    document = json.loads(shipped_file("exercise", REACH).read_text(encoding="utf-8"))
    _, faults = check_exercise({**document, "operator": "semiautomatic"})
    assert [(fault.place, fault.code) for fault in faults] == [("operator", "unknown-name")]
    assert "Did you mean 'semi-automatic'? Allowed: 'command', 'displacement', 'semi-automatic'." in str(faults[0])
    with pytest.raises(DocumentError, match=r"operator: no pilot 'semiautomatic' knows this exercise. Did you mean"):
        find_operator(changed(REACH, operator="semiautomatic"))
    alone = changed(REACH, name="mine", operator="semi-automatic", stages=document["stages"][:1], limits=[])
    with pytest.raises(DocumentError, match="install the package that has 'semi-automatic', or leave 'operator' out"):
        find_operator(alone)


def test_an_exercise_without_an_operator_says_what_to_give():
    with pytest.raises(UsageError, match=r"names no operator.*Pilots: 'command', 'displacement', 'semi-"):
        find_operator(changed(REACH, operator=None))
    assert find_operator(changed(REACH, operator=None), "command").name == "command"


@pytest.mark.parametrize("name", shipped("exercise"))
def test_a_copy_under_another_name_is_known_to_the_pilots_of_its_original(name):
    copy = changed(name, name="my-own")
    assert operators(copy) == operators(load_exercise(name))
    assert find_operator(copy).name == load_exercise(name).document.operator


def test_a_variant_that_the_operator_does_not_do_goes_to_a_pilot_that_does():
    container = load_exercise("torso-container")
    assert find_operator(container, variant="semi-automatic").name == "semi-automatic"
    assert find_operator(container, variant="copying").name == "copying"
    valve = load_exercise("airlock-valve")
    assert find_operator(valve, variant="half").name == "semi-automatic"  # no other knows it: it turns as far as asked
    assert best_operator(changed(REACH, operator=None), "command") is find_pilot(REACH, "command")
