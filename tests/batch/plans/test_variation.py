"""What is varied, as it is written, and the points of a plan."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pult.batch.plans.plan import PLANS, count_points, plan_points
from pult.batch.plans.seeds import TUNING_SEEDS, drawn_seeds, read_seeds
from pult.batch.plans.variation import Interval, Normal, Values, read_variation, variation_faults
from pult.core.errors import UsageError

finite = st.floats(-1e6, 1e6, allow_nan=False)


@given(finite, finite, st.integers(2, 50))
def test_a_grid_meets_both_ends_and_is_evenly_spaced(a, b, count):
    low, high = sorted((a, b))
    if low == high:
        return
    name, found = read_variation(f"pd.kp={low!r}:{high!r}:{count}")
    steps = found.steps()
    assert name == "pd.kp"
    assert len(steps) == count
    assert steps[0] == low
    assert steps[-1] == high
    assert np.allclose(np.diff(steps), (high - low) / (count - 1), rtol=1e-6, atol=1e-9 * (abs(low) + abs(high)))


@given(st.lists(st.one_of(finite, st.booleans(), st.integers(-9, 9)), min_size=1, max_size=8))
def test_lists_are_read_as_json_writes_them(values):
    import json

    _, found = read_variation("x.y=" + ",".join(json.dumps(value) for value in values))
    if isinstance(found, Values):
        assert [repr(value) for value in found.values] == [repr(value) for value in values]


def test_a_list_of_words_is_a_list_of_texts():
    assert read_variation("robot:stop=hold,power-off")[1].steps() == ["hold", "power-off"]


@pytest.mark.parametrize("text", ["kp", "kp=", "=3", "kp=1:2", "kp~uniform(1)", "kp~poisson(1,2)", "kp=1:2:x", "kp=[1"])
def test_what_has_no_form_is_refused_with_the_forms(text):
    with pytest.raises(UsageError, match="NAME=a:b:n"):
        read_variation(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [("a.b=2:1:5", "low end must be below"), ("a.b~normal(0,0)", "above 0"), ("a.b~log(0,1)", "logarithmic")],
)
def test_variations_without_meaning_are_refused(text, words):
    with pytest.raises(UsageError, match=words):
        read_variation(text)


@pytest.mark.parametrize("text", ["a.b=1:2:0", "a.b~normal(0,1)", "a.b~uniform(0,1)"])
def test_a_grid_refuses_what_has_no_values(text):
    name, found = read_variation(text)
    [fault] = variation_faults({name: found}, grid=True)
    assert "needs values" in fault.message
    assert variation_faults({name: found}, grid=False) == []


def test_a_grid_takes_every_combination_once():
    vary = {"a": Values(values=[1, 2]), "b": Interval(low=0.0, high=1.0, count=3)}
    found = [tuple(point.values()) for point in plan_points(vary)]
    assert found == [(1, 0.0), (1, 0.5), (1, 1.0), (2, 0.0), (2, 0.5), (2, 1.0)]
    assert count_points(vary, "grid", 0) == 6


@pytest.mark.parametrize("count", [1, 5, 8, 30])
def test_a_latin_plan_has_one_point_in_every_slice_of_every_axis(count):
    vary = {"a": Interval(low=0.0, high=1.0), "b": Interval(low=0.0, high=1.0)}
    points = list(plan_points(vary, "latin", count, seed=3))
    for name in vary:
        assert sorted(int(point[name] * count) for point in points) == list(range(count))


def test_a_sobol_plan_of_a_power_of_two_halves_every_axis_evenly():
    points = list(plan_points({"a": Interval(low=0.0, high=1.0), "b": Interval(low=0.0, high=1.0)}, "sobol", 64, 1))
    for name in ("a", "b"):
        assert sum(point[name] < 0.5 for point in points) == 32
    quarters = {(point["a"] < 0.5, point["b"] < 0.5) for point in points}
    assert len(quarters) == 4


@pytest.mark.parametrize("plan", [plan for plan in PLANS if plan != "grid"])
def test_the_same_seed_gives_the_same_points_and_distributions_have_their_moments(plan):
    vary = {"n": Normal(mean=2.0, deviation=0.5), "l": Interval(low=1.0, high=100.0, scale="log")}
    one, two = (list(plan_points(vary, plan, 2048, seed)) for seed in (7, 7))
    assert one == two
    normal = np.array([point["n"] for point in one])
    # the error of the mean of 2048 independent values is 0.5/sqrt(2048) = 0.011; four of these are allowed
    assert abs(normal.mean() - 2.0) < 0.045
    assert abs(normal.std() - 0.5) < 0.04
    assert abs(np.mean([math.log10(point["l"]) for point in one]) - 1.0) < 0.06


def test_without_variations_there_is_one_empty_point():
    assert list(plan_points({})) == [{}]


def test_a_plan_without_points_is_refused():
    with pytest.raises(UsageError, match="--points N"):
        plan_points({"a": Interval(low=0.0, high=1.0)}, "random", 0)


def test_seeds_are_read_as_ranges_and_lists():
    assert read_seeds("3:6") == [3, 4, 5]
    assert read_seeds("9,1,20:22") == [9, 1, 20, 21]
    for text in ("", "5:5", "a", "-1:3", "1,1", "0:99999999"):
        with pytest.raises(UsageError):
            read_seeds(text)


def test_drawn_seeds_are_never_those_for_tuning_and_more_of_them_begin_with_the_same():
    found = drawn_seeds("purpose", 200, "1.0")
    assert len(set(found)) == 200
    assert not set(found) & set(TUNING_SEEDS)
    assert drawn_seeds("purpose", 50, "1.0") == found[:50]
    assert drawn_seeds("purpose", 50, "1.1") != found[:50]
