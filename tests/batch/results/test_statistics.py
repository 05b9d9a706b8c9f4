"""Confidence intervals and shares of variance, against closed forms and by their own meaning."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pult.batch.results.groups import group_medians
from pult.batch.results.statistics import median_interval, none_failed, variance_share, wilson, wilson_bounds
from pult.batch.results.summary import influence_classes


def test_wilson_is_the_set_of_rates_that_the_score_test_does_not_refuse():
    for hits, count in ((0, 10), (3, 10), (10, 10), (37, 300)):
        low, high = wilson(hits, count)
        for p, is_end in ((low, hits > 0), (high, hits < count)):
            if is_end:  # |p^ - p| = z sqrt(p (1 - p) / n) at both ends
                assert abs(hits / count - p) == pytest.approx(1.959964 * math.sqrt(p * (1 - p) / count))
    assert wilson(0, 0) == (0.0, 1.0)


def test_the_bound_without_failures_is_exact():
    assert (1.0 - none_failed(300)) ** 300 == pytest.approx(0.05)


@given(st.lists(st.integers(0, 50), min_size=1, max_size=20), st.integers(1, 50))
def test_many_rates_at_once_have_the_bounds_of_each(hits, more):
    counts = np.array([count + more for count in hits] + [0])
    low, high = wilson_bounds(np.array([*hits, 0]), counts)
    for index, (some, count) in enumerate(zip([*hits, 0], counts.tolist(), strict=True)):
        assert (low[index], high[index]) == pytest.approx(wilson(some, count))


@pytest.mark.parametrize("count", [1, 3, 11, 41])
def test_the_interval_of_the_median_is_that_of_a_bootstrap_with_endless_draws(count):
    generator = np.random.default_rng(count)
    sample = np.sort(generator.random(count))
    draws = np.median(sample[generator.integers(0, count, (20_000, count))], axis=1)
    _, low, high = median_interval(sample)
    # the share of draws below an end: a binomial with 20,000 draws has a standard deviation of 0.0011
    assert np.mean(draws < low) < 0.025 + 0.006
    assert np.mean(draws <= low) > 0.025 - 0.006
    assert np.mean(draws > high) < 0.025 + 0.006
    assert np.mean(draws >= high) > 0.025 - 0.006


@pytest.mark.parametrize("count", [10, 40, 5001])
def test_the_interval_of_the_median_holds_the_true_one_as_often_as_it_says(count):
    generator = np.random.default_rng(1)
    trials = 400
    hits = 0
    for _ in range(trials):
        _, low, high = median_interval(generator.exponential(1.0, count))
        hits += low <= math.log(2.0) <= high
    # binomial(400, 0.95): 5 standard deviations below the mean are 358
    assert hits >= 358


@given(st.lists(st.tuples(st.integers(0, 4), st.floats(-1e6, 1e6)), max_size=40))
def test_medians_of_groups_are_those_of_each_group(pairs):
    codes = np.array([code for code, _ in pairs], dtype=np.int64)
    values = np.array([value for _, value in pairs])
    found = group_medians(values, codes, 5)
    for code in range(5):
        own = values[codes == code]
        assert found.counts[code] == len(own)
        one = (found.median[code], found.low[code], found.high[code])
        assert one == pytest.approx(median_interval(own), nan_ok=True)


def test_the_share_of_the_variance_is_the_first_order_index():
    generator = np.random.default_rng(2)
    n = 20_000
    x, other = generator.random(n), generator.random(n)

    def share(values, outcome):
        return variance_share(influence_classes(np.asarray(values)), outcome)

    assert share(x, x + other) == pytest.approx(0.5, abs=0.02)
    assert share(x, other) < 0.005
    assert share(x, np.zeros(n)) == 0.0
    # Ishigami's function: S1 = 0.314, S2 = 0.442, S3 = 0 (closed form)
    a, b, c = (generator.uniform(-np.pi, np.pi, n) for _ in range(3))
    outcome = np.sin(a) + 7.0 * np.sin(b) ** 2 + 0.1 * c**4 * np.sin(a)
    assert share(a, outcome) == pytest.approx(0.314, abs=0.03)
    assert share(b, outcome) == pytest.approx(0.442, abs=0.03)
    assert share(c, outcome) < 0.01
    # a grid: y = 3 i + j on 4 x 4 points has variances 9 and 1
    i, j = np.repeat(np.arange(4.0), 4), np.tile(np.arange(4.0), 4)
    many_i, many_j = np.tile(i, 50), np.tile(j, 50)
    assert share(many_i, 3.0 * many_i + many_j) == pytest.approx(0.9, abs=0.01)
    assert share(many_j, 3.0 * many_i + many_j) == pytest.approx(0.1, abs=0.01)
    assert share([1.0], np.array([2.0])) == 0.0
