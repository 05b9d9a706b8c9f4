"""Saturation, dead zone, rate limiter, backlash, relay against their definitions."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pult.testing import simulate_block

VALUE = st.floats(-1e6, 1e6)
SERIES = st.lists(st.floats(-10, 10), min_size=2, max_size=60)


def run(name, x, **parameters):
    return simulate_block(f"control.{name}", {"x": np.asarray(x, dtype=float)}, parameters, dt=0.01)["y"]


@given(VALUE)
def test_saturation_is_clip_and_idempotent(x):
    y = run("saturation", [x], low=-2.0, high=3.0)
    assert y[0] == np.clip(x, -2.0, 3.0)
    assert run("saturation", y, low=-2.0, high=3.0)[0] == y[0]


@given(VALUE)
def test_dead_zone_and_saturation_make_up_the_input(x):
    limits = {"low": -2.0, "high": 3.0}
    assert run("dead_zone", [x], **limits)[0] + run("saturation", [x], **limits)[0] == pytest.approx(x, rel=1e-15)


@pytest.mark.parametrize(("x", "y"), [(-3.0, -1.0), (-2.0, 0.0), (0.5, 0.0), (1.0, 0.0), (1.5, 0.5)])
def test_dead_zone_passes_the_excess(x, y):
    assert run("dead_zone", [x], low=-2.0, high=1.0)[0] == y


@given(st.lists(VALUE, min_size=2, max_size=2), st.floats(1e-3, 1e3))
def test_soft_saturation_is_odd_monotone_bounded_and_below_the_input(pair, limit):
    low, high = sorted(pair)
    y = run("soft_saturation", [low, high, -high], limit=limit)
    assert y[0] <= y[1]
    assert y[2] == -y[1]
    assert abs(y[1]) <= min(limit, abs(high) * (1 + 1e-15) + 1e-300)  # tiny inputs are denormal


def test_soft_saturation_has_slope_one_at_zero():
    assert run("soft_saturation", [1e-6], limit=3.0)[0] == pytest.approx(1e-6, rel=1e-12)
    assert run("soft_saturation", [3.0], limit=3.0)[0] == pytest.approx(3.0 * np.tanh(1.0), rel=1e-15)


@given(SERIES)
def test_rate_limiter_keeps_both_rates_and_meets_the_input_when_it_can(x):
    y = run("rate_limiter", x, rising=30.0, falling=70.0, initial=1.0)
    before = np.concatenate([[1.0], y[:-1]])
    slack = 1e-12
    assert np.all(y - before <= 0.3 + slack)
    assert np.all(y - before >= -0.7 - slack)
    limited = (np.abs(y - before - 0.3) < slack) | (np.abs(y - before + 0.7) < slack)
    np.testing.assert_array_equal(y[~limited], np.asarray(x)[~limited])


def test_rate_limiter_makes_a_ramp_of_a_step():
    y = run("rate_limiter", np.full(120, 1.0), rising=1.0)
    np.testing.assert_allclose(y, np.minimum(0.01 * np.arange(1, 121), 1.0), rtol=0, atol=1e-14)
    assert y[-1] == 1.0


def test_rate_limiter_may_start_at_its_input():
    np.testing.assert_allclose(run("rate_limiter", [5.0, 6.0, 4.0], start="input"), [5.0, 5.01, 5.0], rtol=1e-15)


def test_backlash_follows_a_triangle_with_the_play_between():
    x = np.concatenate([np.linspace(0, 1, 101), np.linspace(1, 0, 101)[1:]])
    y = run("backlash", x, width=0.4)
    up = np.maximum(x[:101] - 0.2, 0.0)
    down = np.minimum(0.8, x[101:] + 0.2)
    np.testing.assert_allclose(y, np.concatenate([up, down]), rtol=0, atol=1e-15)


@given(SERIES)
def test_backlash_stays_within_half_the_play_and_moves_only_when_pushed(x):
    y = run("backlash", x, width=2.0)
    x = np.asarray(x)
    assert np.all(np.abs(y - x) <= 1.0 + 1e-12)
    moved = np.diff(y, prepend=0.0) != 0.0
    np.testing.assert_allclose(np.abs(y - x)[moved], 1.0, rtol=0, atol=1e-12)


def test_relay_switches_at_two_thresholds():
    x = np.array([0.0, 0.9, 1.0, 0.5, -0.9, -1.0, -0.5, 0.99, 3.0, 0.0])
    out = simulate_block("control.relay", {"x": x}, {"on_at": 1.0, "off_at": -1.0, "high": 5.0, "low": 2.0})
    np.testing.assert_array_equal(out["on"], [0, 0, 1, 1, 1, 0, 0, 0, 1, 1])
    np.testing.assert_array_equal(out["y"], np.where(out["on"], 5.0, 2.0))


def test_relay_remembers_how_it_starts():
    assert run("relay", [0.0], initially_on=True)[0] == 1.0
    assert run("relay", [0.0], initially_on=False)[0] == -1.0


@given(SERIES)
def test_relay_without_hysteresis_compares(x):
    np.testing.assert_array_equal(run("relay", x, on_at=0.5, off_at=0.5) > 0, np.asarray(x) >= 0.5)


def test_relay_oscillates_around_an_integrator_within_its_thresholds():
    """The limit cycle of relay and integrator swings between the thresholds, one step beyond at most."""
    from pult.blocks.control.nonlinear import Relay

    state, y, seen = Relay.initial(initially_on=False), 0.0, []
    for _ in range(2000):
        out = Relay.output(state, -y, on_at=0.1, off_at=-0.1, high=1.0, low=-1.0)
        state = Relay.update(state, -y, on_at=0.1, off_at=-0.1)
        y += 0.01 * out.y
        seen.append(y)
    assert 0.1 <= max(seen[200:]) <= 0.11 + 1e-9
    assert -0.11 - 1e-9 <= min(seen[200:]) <= -0.1


def test_relay_refuses_thresholds_in_the_wrong_order():
    with pytest.raises(ValueError, match=re.escape("'off_at' is 2, above 'on_at', which is 1; swap them.")):
        run("relay", [0.0], on_at=1.0, off_at=2.0)
