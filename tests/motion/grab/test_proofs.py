"""A sample of each long proof of the kinematics (validation/prm1.py)."""

import pytest
from validation.prm1_trial import aims, area, completeness, lines, refusals, round_trips

SAMPLES = [
    (round_trips, {"count": 300}),
    (completeness, {"count": 60}),
    (refusals, {"count": 150}),
    (lines, {"count": 6}),
    (aims, {"count": 60}),
    (area, {"degrees": 90.0, "count": 40_000}),
]


@pytest.mark.parametrize(("trial", "values"), SAMPLES, ids=lambda v: getattr(v, "__name__", ""))
def test_sample(trial, values):
    found = trial(seed=5, **values)
    assert found.success, found.metrics
