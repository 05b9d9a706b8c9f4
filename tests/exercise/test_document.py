"""Exercise documents: every fault is told, and nothing else is ever raised."""

import copy
import json
import re
from itertools import permutations
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pult.core.document import schema
from pult.core.errors import DocumentError, UsageError
from pult.exercise.check import check_exercise_document, check_names
from pult.exercise.condition import contact_signal
from pult.exercise.document import (
    ExerciseDocument,
    bodies_needed,
    contact_pairs,
    read_exercise_document,
    things_named,
)
from pult.exercise.judge import Judge
from pult.exercise.kinds import KINDS
from pult.exercise.start import draw_start
from tests.exercise.making import CHANNELS, DT, exercise, plain

NEAR = {"type": "distance", "a": "hand", "b": "goal", "below": 0.05}
TOUCH = {"type": "contact", "bodies": ["hand", "box"]}
RICH = plain(
    difficulty=3,
    instructions="Take the box. Bring it to the goal.",
    variant="semi",
    variants={
        "semi": {"scheme": "semi-automatic", "bindings": {"inputs": {"wanted": "panel.stick[0]", "q": ["sensor.a", "sensor.b"]}}},
        "command": {"scheme": "c.scheme.json", "bindings": {"outputs": {"drive.elbow": "voltage"}}},
    },
    start={
        "pose": {"left/": "home"},
        "settle": 0.5,
        "randomise": [
            {"type": "place", "body": "goal", "region": {"type": "box", "low": [0, 0, 0], "high": [1, 1, 0]}, "turn": [-1, 1]},
            {"type": "place", "body": "box", "region": {"type": "annulus", "radius": [0.2, 0.4], "about": "goal"}, "apart": 0.1},
            {"type": "shuffle", "name": "which", "bodies": ["a", "b"], "regions": [{"type": "spots", "spots": [{"position": [0, 0, 5]}]}, {"type": "box", "low": [0, 0, 9], "high": [1, 1, 9]}]},
            {"type": "joint", "joint": "elbow", "range": [-0.1, 0.1]},
        ],
    },
    stages=[
        {"name": "grip", "goal": {"type": "all", "of": [NEAR, TOUCH]}, "hold": 0.2, "target": "box", "par": 4},
        {"name": "carry", "goal": {"type": "any", "of": [{"type": "inside", "thing": "box", "of": "goal", "low": [-1, -1, -1], "high": [1, 1, 1]}, {"type": "signal", "name": "panel.grip", "is": False}]}},
        {"name": "rest", "goal": {"type": "all", "of": [{"type": "still"}, {"type": "speed", "thing": "hand", "below": 0.1}]}},
    ],
    limits=[
        {"name": "tilt", "condition": {"type": "angle", "a": "box", "above": 0.3}, "severity": "fail"},
        {"name": "touch", "condition": {"type": "all", "of": [TOUCH, {"type": "stage", "stages": ["carry"]}]}, "points": 2},
        {"name": "low", "condition": {"type": "not", "of": {"type": "along", "a": "hand", "above": -1.0}}},
    ],
    scoring={
        "weights": {"time": {"weight": 2, "par": 5}, "slot": {"weight": 1, "par": 0.002}, "energy": {"weight": 1, "par": 3}},
        "measures": {"slot": {"quantity": {"type": "distance", "a": "box", "b": "goal"}, "stage": "carry"}},
        "forces": ["sensor.force"],
    },
)  # fmt: skip


def faults_of(data):
    return {(fault.place, fault.code) for fault in check_exercise_document(data)}


def test_a_document_that_uses_everything_is_accepted_and_survives_writing():
    document, _, _ = read_exercise_document(RICH)
    again, _, _ = read_exercise_document(json.loads(msgspec.json.encode(document)))
    assert again == document
    assert check_names(document, CHANNELS) == []
    assert document.default_variant == "semi"


@pytest.mark.parametrize("pairs", list(permutations([("vial", "hand"), ("barrier", "vial"), ("hand", "table")])))
def test_contacts_are_measured_in_the_order_in_which_they_are_written(pairs):
    goals = [{"type": "contact", "bodies": list(pair)} for pair in (*pairs, pairs[0][::-1])]
    stages = [{"name": f"s{n}", "goal": goal} for n, goal in enumerate(goals)]
    document = exercise(stages=stages)
    assert contact_pairs(document) == list(pairs)


def test_the_schema_can_be_written():
    text = json.dumps(schema(ExerciseDocument, "exercise"))
    assert '"annulus"' in text and '"contact"' in text


def test_what_the_session_has_to_provide_is_listed_once():
    document, _, _ = read_exercise_document(RICH)
    assert contact_pairs(document) == [("hand", "box")]
    assert contact_signal("hand", "box") == "sensor.contact:hand:box"
    assert contact_signal("hand", "box", CHANNELS.names) == "sensor.contact:box:hand"  # as the session has it
    assert things_named(document) == ["box", "goal", "hand"]
    assert bodies_needed(document) == ["a", "b", "box", "goal"]


def test_the_first_variant_is_the_default_if_none_is_named():
    assert exercise(variants={"b": {"scheme": "x"}, "a": {"scheme": "y"}}).default_variant == "b"


@pytest.mark.parametrize(
    ("changes", "place", "code"),
    [
        ({"name": "two words"}, "name", "bad-name"),
        ({"world": ""}, "world", "missing-value"),
        ({"difficulty": 6}, "difficulty", "out-of-range"),
        ({"duration": 0}, "duration", "out-of-range"),
        ({"duration": 1e308}, "duration", "out-of-range"),
        ({"variants": {}}, "variants", "missing-value"),
        ({"variant": "sem"}, "variant", "unknown-name"),
        ({"variants": {"a": {"scheme": ""}}}, "variants.a.scheme", "missing-value"),
        ({"variants": {"a": {"scheme": "s", "bindings": {"inputs": {"u": "knob"}}}}}, "variants.a.bindings.inputs.u", "bad-choice"),
        ({"variants": {"a": {"scheme": "s", "bindings": {"inputs": {"u": []}}}}}, "variants.a.bindings.inputs.u", "missing-value"),
        ({"variants": {"a": {"scheme": "s", "bindings": {"outputs": {"elbow": "y"}}}}}, "variants.a.bindings.outputs.elbow", "bad-choice"),
        ({"stages": []}, "stages", "missing-value"),
        ({"stages": [{"name": "a", "goal": NEAR}, {"name": "a", "goal": NEAR}]}, "stages[1].name", "duplicate"),
        ({"stages": [{"name": "a", "goal": NEAR, "hold": -1}]}, "stages[0].hold", "out-of-range"),
        ({"stages": [{"name": "a", "goal": NEAR, "hold": 11}]}, "stages[0].hold", "out-of-range"),
        ({"stages": [{"name": "a", "goal": {"type": "distance", "a": "x"}}]}, "stages[0].goal", "missing-value"),
        ({"stages": [{"name": "a", "goal": {"type": "distance", "a": "x", "above": 2, "below": 1}}]}, "stages[0].goal", "out-of-range"),
        ({"stages": [{"name": "a", "goal": {"type": "signal", "name": "x", "is": True, "below": 1}}]}, "stages[0].goal", "bad-choice"),
        ({"stages": [{"name": "a", "goal": {"type": "all", "of": []}}]}, "stages[0].goal.of", "missing-value"),
        ({"stages": [{"name": "a", "goal": {"type": "contact", "bodies": ["a"]}}]}, "stages[0].goal.bodies", "bad-shape"),
        ({"stages": [{"name": "a", "goal": {"type": "contact", "bodies": ["a", "a"]}}]}, "stages[0].goal.bodies", "duplicate"),
        ({"stages": [{"name": "a", "goal": {"type": "stage", "stages": ["b"]}}]}, "stages[0].goal.stages[0]", "unknown-name"),
        ({"stages": [{"name": "a", "goal": {"type": "angle", "a": "b", "axis_a": [0, 0, 0], "below": 1}}]}, "stages[0].goal.axis_a", "out-of-range"),
        ({"limits": [{"name": "x", "condition": NEAR, "points": -1}]}, "limits[0].points", "out-of-range"),
        ({"limits": [{"name": "x", "condition": NEAR, "severity": "soft"}]}, "limits[0].severity", "bad-choice"),
        ({"start": {"randomise": [{"type": "push", "name": "p", "body": "", "time": [0, 1], "impulse": [1, 2]}]}}, "start.randomise[0].body", "missing-value"),
        ({"start": {"randomise": [{"type": "push", "name": "p", "body": "b", "time": [2, 1], "impulse": [1, 2]}]}}, "start.randomise[0].time", "out-of-range"),
        ({"start": {"randomise": [{"type": "push", "name": "p", "body": "b", "time": [0, 1], "impulse": [-1, 2]}]}}, "start.randomise[0].impulse[0]", "out-of-range"),
        ({"start": {"randomise": [{"type": "push", "name": "p", "body": "b", "time": [0, 1], "impulse": [1, 2], "duration": 99}]}}, "start.randomise[0].duration", "out-of-range"),
        ({"start": {"randomise": [{"type": "push", "name": "p", "body": "b", "time": [500, 501], "impulse": [1, 2]}]}}, "start.randomise[0].time", "out-of-range"),
        ({"start": {"randomise": [{"type": "joint", "joint": "j", "range": [1, 0]}]}}, "start.randomise[0].range", "out-of-range"),
        ({"start": {"randomise": [{"type": "joint", "joint": "j", "range": [0, 1]}] * 2}}, "start.randomise[1]", "duplicate"),
        ({"start": {"randomise": [{"type": "shuffle", "name": "s", "bodies": ["a", "b"], "regions": []}]}}, "start.randomise[0].regions", "bad-shape"),
        ({"start": {"randomise": [{"type": "place", "body": "a", "region": {"type": "annulus", "radius": [-1, 1]}}]}}, "start.randomise[0].region.radius[0]", "out-of-range"),
        ({"start": {"randomise": [{"type": "place", "body": "a", "region": {"type": "annulus", "radius": [0, 1], "about": "a"}}]}}, "start.randomise[0].region.about", "bad-order"),
        ({"start": {"randomise": [{"type": "place", "body": "a", "region": {"type": "spots", "spots": []}}]}}, "start.randomise[0].region.spots", "missing-value"),
        ({"scoring": {"weights": {"tme": {"weight": 1}}}}, "scoring.weights.tme", "unknown-name"),
        ({"scoring": {"weights": {"time": {"weight": -1}}}}, "scoring.weights.time.weight", "out-of-range"),
        ({"scoring": {"weights": {"time": {"weight": 0}}}}, "scoring.weights", "out-of-range"),
        ({"scoring": {"weights": {"energy": {"weight": 1}}}}, "scoring.weights.energy", "missing-key"),
        ({"scoring": {"medals": {"gold": 50}}}, "scoring.medals", "out-of-range"),
        ({"scoring": {"measures": {"time": {"quantity": {"type": "distance", "a": "x"}}}}}, "scoring.measures.time", "duplicate"),
        ({"scoring": {"measures": {"m": {"stage": "x", "quantity": {"type": "distance", "a": "x"}}}}}, "scoring.measures.m.stage", "unknown-name"),
    ],
)  # fmt: skip
def test_each_fault_is_told_at_its_place(changes, place, code):
    data = plain(**changes)
    assert (place, code) in faults_of(data)
    with pytest.raises(DocumentError):
        read_exercise_document(data)


def test_all_faults_come_at_once():
    found = faults_of(plain(difficulty=0, world="", duration=-1, variant="x"))
    assert {place for place, _ in found} == {"difficulty", "world", "duration", "variant"}


def test_unknown_bodies_and_signals_are_told_with_the_nearest_name():
    goal = {"type": "all", "of": [{"type": "distance", "a": "hnd", "b": "goal", "below": 1}, {"type": "signal", "name": "panel.gripp", "is": True}]}  # fmt: skip
    document = exercise(
        stages=[{"name": "a", "goal": goal, "target": "gaol"}],
        effector="box2",
        scoring={"forces": ["sensor.forc"]},
        limits=[{"name": "t", "condition": {"type": "contact", "bodies": ["hand", "goal"]}}],
    )
    found = {fault.place: fault.message for fault in check_names(document, CHANNELS)}
    assert "Did you mean 'hand'" in found["stages[0].goal.of[0].a"]
    assert "Did you mean 'panel.grip'" in found["stages[0].goal.of[1].name"]
    assert "Did you mean 'goal'" in found["stages[0].target"]
    assert set(found) == {
        "stages[0].goal.of[0].a", "stages[0].goal.of[1].name", "stages[0].target", "effector",
        "scoring.forces[0]", "limits[0].condition.bodies",
    }  # fmt: skip
    with pytest.raises(DocumentError, match="3 faults"):  # those in conditions; the others only leave metrics out
        Judge(document, CHANNELS, DT)


def test_a_vector_where_a_number_is_needed_is_refused():
    document = exercise(stages=[{"name": "a", "goal": {"type": "signal", "name": "panel.stick", "above": 0}}])
    (fault,) = check_names(document, CHANNELS)
    assert fault.code == "bad-shape" and "x, y, z" in fault.message


def test_conditions_nested_without_end_are_refused_not_crashed_on():
    goal = NEAR
    for _ in range(5000):
        goal = {"type": "not", "of": goal}
    with pytest.raises(DocumentError, match="nested"):
        read_exercise_document(plain(stages=[{"name": "a", "goal": goal}]))
    shallow = NEAR
    for _ in range(40):
        shallow = {"type": "not", "of": shallow}
    assert {code for _, code in faults_of(plain(stages=[{"name": "a", "goal": shallow}]))} == {"too-deep"}


JUNK = st.one_of(
    st.none(), st.booleans(), st.integers(-5, 5), st.just(10**400), st.floats(allow_nan=True),
    st.sampled_from(["", "hand", "goal", "x y", "panel.", "all", "\ud800"]), st.lists(st.floats(-2, 2), max_size=4),
    st.just({}), st.just([{}]), st.just({"type": "not"}), st.just([None]), st.just([["a"]]),
)  # fmt: skip


def places_in(data, path=()):
    yield path
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in inner:
        yield from places_in(value, (*path, key))


PLACES = [path for path in places_in(RICH) if path]


@settings(max_examples=300)
@given(st.lists(st.tuples(st.sampled_from(PLACES), JUNK, st.booleans()), min_size=1, max_size=3))
def test_a_spoiled_document_is_refused_or_works_but_never_crashes(spoils):
    data = copy.deepcopy(RICH)
    for path, junk, drop in spoils:
        inner = data
        for key in path[:-1]:
            if (isinstance(inner, dict) and key in inner) or (
                isinstance(inner, list) and isinstance(key, int) and key < len(inner)
            ):
                inner = inner[key]
            else:
                inner = None
                break
        if isinstance(inner, dict) and drop:
            inner.pop(path[-1], None)
        elif isinstance(inner, dict) or (
            isinstance(inner, list) and isinstance(path[-1], int) and path[-1] < len(inner)
        ):
            inner[path[-1]] = junk
    try:
        document, _, _ = read_exercise_document(data)
    except DocumentError as error:
        assert error.faults
        assert check_exercise_document(data)
        return
    assert check_exercise_document(data) == []
    check_names(document, CHANNELS)
    here = ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0))
    try:
        start = draw_start(document, 1, dict.fromkeys(bodies_needed(document), here))
    except UsageError as error:
        assert "finds no place" in str(error)
    else:
        assert set(start.placements) <= {*bodies_needed(document)}


def test_the_example_of_the_docs_page_is_accepted():
    page = (Path(__file__).parents[2] / "docs" / "exercises.md").read_text()
    document, _, _ = read_exercise_document(json.loads(page.split("```json\n")[1].split("```")[0]))
    assert [stage.name for stage in document.stages] == ["reach", "grip", "carry", "set-down"]
    assert contact_pairs(document) == [("hand", "vial"), ("barrier", "vial")]
    metrics = set(re.findall(r"^\| `(\w+)` \| (?:1|s|m|N|J|m/s³) \|", page, re.MULTILINE))
    assert metrics == set(KINDS)
