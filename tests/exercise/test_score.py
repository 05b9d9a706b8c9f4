"""Points: the breakdown adds up, better is never worse, and nothing is given for what was not done."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pult.exercise.judge import judge_rows
from pult.exercise.kinds import KINDS
from pult.exercise.metrics import Metric
from pult.exercise.motion import smoothness
from pult.exercise.score import credit, mastered, score, score_metrics
from tests.exercise.making import CHANNELS, DT, exercise, minimum_jerk, rows_of

DONE = {"type": "signal", "name": "panel.grip", "is": True}
TOUCH = {"type": "contact", "bodies": ["hand", "box"]}


def attempt(end, count=400, contact=(), hand=None):
    grip, force = np.zeros(count), np.zeros(count)
    grip[end:] = 1
    force[list(contact)] = 1
    path = minimum_jerk([0, 0, 0], [0.5, 0, 0], count) if hand is None else hand
    return rows_of(count, panel_grip=grip, contact=force, site_hand=path)


def timed(**more):
    scoring = {"weights": {"stages": {"weight": 1}, "time": {"weight": 3, "par": 1.0}}, **more.pop("scoring", {})}
    return exercise(stages=[{"name": "a", "goal": DONE}], scoring=scoring, **more)


def test_par_or_better_brings_all_points_and_twice_par_half_of_them():
    assert score(timed(), CHANNELS, attempt(50), DT).points == pytest.approx(100.0)
    assert score(timed(), CHANNELS, attempt(100), DT).points == pytest.approx(100.0)
    found = score(timed(), CHANNELS, attempt(200), DT)
    assert found.points == pytest.approx(25.0 + 75.0 / 2)
    assert [(share.metric.name, share.of, share.points) for share in found.shares] == [
        ("stages", 25.0, 25.0),
        ("time", 75.0, pytest.approx(37.5)),
    ]


def test_the_credit_of_a_value_is_par_over_value_and_one_half_at_half():
    assert credit(3.0, 2.0) == pytest.approx(2.0 / 3.0)
    assert credit(5.0, 2.0, 3.0) == 0.5
    assert credit(0.0, 0.0) == 1.0 and credit(1.0, 0.0) == 0.5
    assert credit(0.25, 1.0, None, "more") == 0.25 and credit(2.0, 1.0, None, "more") == 1.0
    assert credit(1.0, 4.0, 3.0, "more") == 0.5


def test_penalties_are_taken_away_but_never_below_zero():
    limits = [{"name": "wall", "title": "Wall touched", "condition": TOUCH, "points": 20}]
    found = score(timed(limits=limits), CHANNELS, attempt(90, contact=[10, 40]), DT)
    assert found.points == pytest.approx(60.0) and found.passed
    (penalty,) = found.penalties
    assert (penalty.title, penalty.count, penalty.points) == ("Wall touched", 2, 40.0)
    worse = score(timed(limits=limits), CHANNELS, attempt(90, contact=[5, 20, 35, 50, 65, 80]), DT)
    assert worse.points == 0.0


def test_an_attempt_out_of_time_brings_its_stages_alone():
    stages = [{"name": "a", "goal": DONE}, {"name": "b", "goal": {"type": "signal", "name": "panel.speed", "above": 1}}]
    document = exercise(
        stages=stages, duration=2.0, scoring={"weights": {"stages": {"weight": 1}, "time": {"weight": 1, "par": 9}}}
    )
    found = score(document, CHANNELS, attempt(50), DT)
    assert (found.passed, found.reason, found.medal) == (False, "time", "")
    assert found.points == pytest.approx(25.0)  # one stage of two, half the weight


def test_there_is_no_medal_for_an_attempt_that_did_not_pass():
    stages = [{"name": "a", "goal": DONE}, {"name": "b", "goal": {"type": "signal", "name": "panel.speed", "above": 1}}]
    scoring = {"weights": {"stages": {"weight": 1}}, "medals": {"gold": 40, "silver": 40, "bronze": 40}}
    found = score(exercise(stages=stages, duration=2.0, scoring=scoring), CHANNELS, attempt(50), DT)
    assert found.points == pytest.approx(50.0) and found.medal == ""


@pytest.mark.parametrize("count", [1, 2, 3])
def test_the_usual_par_of_jerk_is_that_of_one_smooth_movement_for_each_stage(count):
    stages = [{"name": f"s{index}", "goal": DONE} for index in range(count)]
    ways = [minimum_jerk([k, 0, 0], [k + 1, 0, 0], 301)[:-1] for k in range(count)]
    # where two movements meet the filter rounds the jerk off over its window, 0.2 s of 3
    assert KINDS["jerk"].par(exercise(stages=stages)) == pytest.approx(
        smoothness(np.concatenate([*ways, [[count, 0, 0]]]), DT).log_jerk, abs=0.12
    )


def test_a_limit_that_ends_the_attempt_leaves_no_points():
    stages = [{"name": "a", "goal": DONE}, {"name": "b", "goal": {"type": "signal", "name": "panel.speed", "above": 1}}]
    limits = [{"name": "wall", "condition": TOUCH, "severity": "fail"}]
    found = score(exercise(stages=stages, limits=limits), CHANNELS, attempt(50, contact=[70]), DT)
    assert (found.passed, found.reason, found.limit, found.points, found.medal) == (False, "limit", "wall", 0.0, "")


def test_what_could_not_be_measured_leaves_its_weight_to_the_others():
    weights = {"time": {"weight": 1, "par": 9.0}, "peak_force": {"weight": 3, "par": 5.0}}
    found = score(
        exercise(stages=[{"name": "a", "goal": DONE}], scoring={"weights": weights}), CHANNELS, attempt(50), DT
    )
    assert found.points == pytest.approx(100.0)
    assert found.shares[1].of == 0.0 and "names no force sensors" in found.shares[1].metric.missing


@pytest.mark.parametrize(("end", "medal"), [(100, "gold"), (150, "silver"), (250, ""), (200, "bronze")])
def test_medals_go_by_points(end, medal):
    found = score(timed(scoring={"medals": {"gold": 90, "silver": 70, "bronze": 60}}), CHANNELS, attempt(end), DT)
    assert found.medal == medal


def test_weights_of_its_own_make_a_good_attempt_a_good_score():
    """Straight, at minimum jerk, in the par time: everything at par."""
    found = score(exercise(stages=[{"name": "a", "goal": DONE, "par": 4.0}]), CHANNELS, attempt(399), DT)
    assert found.points > 99.0 and found.medal == "gold"


def test_a_score_is_plain_data():
    limits = [{"name": "wall", "condition": TOUCH}]
    found = score(timed(limits=limits), CHANNELS, attempt(90, contact=[10]), DT).plain()
    again = json.loads(json.dumps(found, allow_nan=False))
    assert again == found
    assert again["scaled"] == pytest.approx(again["points"] / 100)
    assert again["metrics"]["path"]["unit"] == "m"
    assert again["stages"] == [{"name": "a", "begin": 0.0, "end": pytest.approx(0.9)}]
    assert set(again["shares"][0]) >= {"name", "value", "unit", "par", "weight", "of", "points"}


def test_mastery_is_several_good_attempts_in_a_row():
    document = timed(scoring={"mastery": {"attempts": 2, "points": 90}})
    good, poor = (score(document, CHANNELS, attempt(end), DT) for end in (90, 300))
    assert mastered(document, [poor, good, good])
    assert not mastered(document, [good, poor, good])
    assert not mastered(document, [good])


PARS = dict.fromkeys(KINDS, 2.0)
VALUES = st.fixed_dictionaries(
    {
        name: st.one_of(st.floats(0, 1), st.none()) if name == "stages" else st.one_of(st.floats(0, 1e6), st.none())
        for name in KINDS
    }
)
WEIGHTED = exercise(
    stages=[{"name": "a", "goal": DONE}],
    scoring={
        "weights": {
            name: {"weight": 1.0 + index, "par": 2.0 if name != "stages" else 1.0} for index, name in enumerate(KINDS)
        }
    },
)
PASSED = judge_rows(WEIGHTED, CHANNELS, attempt(50), DT)
FAILED = judge_rows(WEIGHTED, CHANNELS, attempt(500), DT)


def points_of(values, verdict=PASSED):
    metrics = {name: Metric(name, value, kind.unit, kind.title, kind.better) for (name, kind), value in zip(KINDS.items(), values.values(), strict=True)}  # fmt: skip
    return score_metrics(WEIGHTED, metrics, verdict, DT)


@given(VALUES, st.sampled_from(sorted(KINDS)), st.floats(0, 1))
def test_a_better_metric_never_lowers_the_score(values, name, factor):
    if values[name] is None:
        return
    better = values[name] + (1 - values[name]) * factor if name == "stages" else values[name] * factor
    assert points_of({**values, name: better}).points >= points_of(values).points - 1e-9


@given(VALUES)
def test_points_are_between_0_and_100_and_the_shares_add_up(values):
    found = points_of(values)
    assert 0.0 <= found.points <= 100.0
    assert found.points == pytest.approx(min(sum(share.points for share in found.shares), 100.0))
    if any(value is not None for value in values.values()):
        assert sum(share.of for share in found.shares) == pytest.approx(100.0)
    assert points_of(values, FAILED).points <= found.points + 1e-9
