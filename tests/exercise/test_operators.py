"""The default operator of an exercise: named in its document, checked against the pilots that there are, and used."""

import json

import pytest

from pult.core.errors import DocumentError, PultError, UsageError
from pult.core.shipped import shipped, shipped_file
from pult.exercise.exercise import check_exercise, load_exercise
from pult.exercise.operators import best_operator, find_operator, operators, own_variant
from pult.exercise.run import run_attempt
from pult.pilot import Pilot, find_pilot
from pult.record import read_record

REACH = "two-link-reach"
FORWARD = [{"name": "go", "goal": {"type": "along", "a": "link3", "above": 0.5}}]


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
    alone = changed(
        "snake-open", name="mine", operator="nobody", effector="link3", stages=FORWARD, limits=[], scoring={}
    )
    with pytest.raises(DocumentError, match="install the package that has 'nobody', or leave 'operator' out"):
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


def edited(tmp_path, original, name, change):
    """A copy in a folder of its own, renamed and edited."""
    document = json.loads(shipped_file("exercise", original).read_text(encoding="utf-8"))
    change(document)
    file = tmp_path / f"{name}.exercise.json"
    file.write_text(json.dumps({**document, "name": name}))
    return load_exercise(file)


def other_places(document):
    for draw in document["start"]["randomise"]:
        for spot in draw.get("region", {}).get("spots", []):
            spot["position"][1] *= 0.5
    document["limits"] = []
    document["duration"] = 50.0


def other_words(document):
    document["title"] = document["description"] = "Mine"
    for stage in document["stages"]:
        stage["title"], stage["par"] = "Do it", 3.0
        stage["goal"]["below"] = 0.02


def other_stages(document):
    document["limits"], document["scoring"] = [], {}
    document["stages"] = [document["stages"][1], {**document["stages"][0], "name": "last"}]


def other_variants(document):
    document["variants"] = {
        "by-hand": document["variants"]["semi-automatic"],
        "by-joint": document["variants"]["command"],
    }
    document.pop("variant", None)


@pytest.mark.parametrize("change", [other_places, other_words, other_stages, other_variants])
@pytest.mark.parametrize("name", ["mine", "two-link-line", "two-link-reach"])
def test_an_edited_exercise_keeps_its_pilots_whatever_it_is_called(tmp_path, change, name):
    exercise = edited(tmp_path, "two-link-line", name, change)
    assert operators(exercise) == operators(load_exercise("two-link-line"))
    for variant, chosen in exercise.document.variants.items():
        pilot = best_operator(exercise, variant)
        assert pilot.name == ("command" if "command" in chosen.scheme else "semi-automatic")
    default = find_operator(exercise)
    assert "semi-automatic" in exercise.document.variants[own_variant(default, exercise)].scheme


def test_one_that_was_edited_is_done_under_another_name(tmp_path):
    def change(document):
        other_places(document)
        other_variants(document)

    outcome = run_attempt(edited(tmp_path, "two-link-line", "my-own-line", change), seed=1)
    assert outcome.success and (outcome.pilot, outcome.variant) == ("semi-automatic", "by-hand")


@pytest.mark.parametrize(("change", "reason"), [
    ({"world": "snake-open"}, "it drives another robot: 'elbow', 'feed', "),
    ({"effector": "elbow_link"}, "it leads 'hand', the exercise has 'elbow_link'"),
    ({"panel": "torso"}, "the panel has no 'unreachable' of the kind that it uses"),
    ({"stages": [{"name": "up", "goal": {"type": "along", "a": "hand", "above": 0.1}}]}, "the stages 'up' ask for something"),
])  # fmt: skip
def test_what_is_another_task_under_the_same_name_is_refused_with_the_reason(change, reason):
    other = changed(REACH, limits=[], scoring={}, start={}, **change)
    assert operators(other) == [] or "semi-automatic" not in [pilot.name for pilot in operators(other)]
    for given in ("semi-automatic", find_pilot(REACH, "semi-automatic")):
        with pytest.raises(UsageError, match=rf"^the pilot 'semi-automatic' cannot do '{REACH}'.*: {reason}"):
            run_attempt(other, given)


def test_a_variant_that_a_pilot_cannot_drive_is_refused_at_once(tmp_path):
    record = tmp_path / "a.mcap"
    with pytest.raises(UsageError) as error:
        run_attempt(load_exercise(REACH), "semi-automatic", variant="command", record=record)
    assert str(error.value) == (
        "the pilot 'semi-automatic' cannot do 'two-link-reach' in the variant 'command': the scheme of the variant "
        "'command' does not read 'effectors', 'joystick_mode', which it uses. Pilots that can: 'command'."
    )
    assert list(tmp_path.iterdir()) == []


class Failing:
    def act(self, view):
        if view.time > 0.3:
            raise ZeroDivisionError("lost")
        return {}


def test_a_run_that_fails_leaves_no_half_record_in_the_way(tmp_path):
    failing = Pilot("failing", {REACH: "semi-automatic"}, "Fails.", Failing)
    record = tmp_path / "a.mcap"
    for _ in range(2):
        with pytest.raises(PultError, match="the pilot 'failing' failed") as error:
            run_attempt(load_exercise(REACH), failing, record=record, plain=True)
        assert [path.name for path in tmp_path.iterdir()] == ["a.failed.mcap"]
        assert "a.failed.mcap" in error.value.__notes__[0]
    assert not read_record(tmp_path / "a.failed.mcap").result["success"]
