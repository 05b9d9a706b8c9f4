"""Confidence intervals and shares of variance, against closed forms and by their own meaning."""

import math

import numpy as np
import pytest

from pult.batch.statistics import MAX_SAMPLE, median_interval, none_failed, sensitivity, wilson


def test_wilson_is_the_set_of_rates_that_the_score_test_does_not_refuse():
    for hits, count in ((0, 10), (3, 10), (10, 10), (37, 300)):
        low, high = wilson(hits, count)
        for p, is_end in ((low, hits > 0), (high, hits < count)):
            if is_end:  # |p^ - p| = z sqrt(p (1 - p) / n) at both ends
                assert abs(hits / count - p) == pytest.approx(1.959964 * math.sqrt(p * (1 - p) / count))
    assert wilson(0, 0) == (0.0, 1.0)


def test_the_bound_without_failures_is_exact():
    assert (1.0 - none_failed(300)) ** 300 == pytest.approx(0.05)


@pytest.mark.parametrize("count", [40, MAX_SAMPLE + 1])
def test_the_interval_of_the_median_holds_the_true_one_as_often_as_it_says(count):
    generator = np.random.default_rng(1)
    trials = 120
    hits = 0
    for trial in range(trials):
        _, low, high = median_interval(generator.exponential(1.0, count), seed=trial)
        hits += low <= math.log(2.0) <= high
    # binomial(120, 0.95): 5 standard deviations below the mean are 102; a bootstrap of 40 values is a little narrow
    assert hits >= 102


def test_sensitivity_is_the_share_of_the_variance():
    generator = np.random.default_rng(2)
    x, other = generator.random(20_000), generator.random(20_000)
    assert sensitivity(x, x + other) == pytest.approx(0.5, abs=0.02)
    assert sensitivity(x, other) < 0.005
    assert sensitivity([True, False] * 50, [1.0, 0.0] * 50) == pytest.approx(1.0)
    assert sensitivity(x, np.zeros(20_000)) == 0.0
    assert sensitivity([1.0], [2.0]) == 0.0
