"""Lag, second-order element and lead-lag against closed forms, scipy and python-control."""

import math
import re

import control as ct
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import signal

from pult.testing import simulate_block

DT = 0.01


def noise(seed, steps=300):
    return np.random.default_rng(seed).normal(size=steps)


def test_lag_has_the_exponential_step_response():
    t = DT * np.arange(500)
    y = simulate_block("control.lag", {"x": 1.0}, {"gain": 3.0, "time_constant": 0.7}, steps=500, dt=DT)["y"]
    np.testing.assert_allclose(y, 3.0 * (1.0 - np.exp(-t / 0.7)), rtol=0, atol=1e-13)


@pytest.mark.parametrize("T", [1e-4, 0.02, 5.0])
def test_lag_is_the_exact_image_of_its_transfer_function(T):
    x = noise(1)
    y = simulate_block("control.lag", {"x": x}, {"gain": -2.0, "time_constant": T}, dt=DT)["y"]
    discrete = ct.c2d(ct.tf([-2.0], [T, 1.0]), DT, method="zoh")
    np.testing.assert_allclose(y, ct.forced_response(discrete, DT * np.arange(300), x).outputs, rtol=0, atol=1e-12)


@given(st.floats(-1e3, 1e3), st.floats(1e-4, 1e4))
def test_lag_keeps_a_constant_without_drift(value, T):
    y = simulate_block("control.lag", {"x": value}, {"time_constant": T, "initial": value}, steps=50)["y"]
    np.testing.assert_array_equal(y, value)


def step_response(t, wn, zeta):
    """Textbook step responses of wn^2/(s^2 + 2 zeta wn s + wn^2)."""
    if zeta < 1.0:
        wd = wn * math.sqrt(1.0 - zeta**2)
        return 1.0 - np.exp(-zeta * wn * t) * (np.cos(wd * t) + zeta * wn / wd * np.sin(wd * t))
    if zeta == 1.0:
        return 1.0 - np.exp(-wn * t) * (1.0 + wn * t)
    root = math.sqrt(zeta**2 - 1.0)
    fast, slow = wn * (zeta + root), wn * (zeta - root)
    return 1.0 + (slow * np.exp(-fast * t) - fast * np.exp(-slow * t)) / (fast - slow)


@pytest.mark.parametrize("zeta", [0.0, 0.2, 0.7, 1.0, 3.0])
@pytest.mark.parametrize("wn", [0.5, 8.0, 200.0])
def test_second_order_has_its_closed_step_response(wn, zeta):
    t = DT * np.arange(400)
    out = simulate_block("control.second_order", {"x": 1.0}, {"gain": 2.0, "wn": wn, "zeta": zeta}, steps=400, dt=DT)
    np.testing.assert_allclose(out["y"], 2.0 * step_response(t, wn, zeta), rtol=0, atol=1e-11)


def test_second_order_rate_is_the_derivative_of_its_output():
    dt = 1e-4
    out = simulate_block("control.second_order", {"x": 1.0}, {"wn": 5.0, "zeta": 0.3}, steps=4000, dt=dt)
    slope = (out["y"][2:] - out["y"][:-2]) / (2 * dt)
    np.testing.assert_allclose(out["rate"][1:-1], slope, rtol=0, atol=5.0**3 * dt**2)  # third derivative ~ wn^3


def test_second_order_is_scipys_zoh_for_any_input():
    x, wn, zeta = noise(2), 12.0, 0.4
    y = simulate_block("control.second_order", {"x": x}, {"wn": wn, "zeta": zeta}, dt=DT)["y"]
    system = signal.cont2discrete(([wn**2], [1.0, 2 * zeta * wn, wn**2]), DT)[:2]
    expected = signal.lfilter(np.ravel(system[0]), system[1], x)
    np.testing.assert_allclose(y, expected, rtol=0, atol=1e-11)


@given(st.floats(-1e3, 1e3), st.floats(1e-3, 1e4), st.floats(0, 10))
def test_second_order_keeps_a_constant_without_drift(value, wn, zeta):
    out = simulate_block("control.second_order", {"x": value}, {"wn": wn, "zeta": zeta, "initial": value}, steps=50)
    np.testing.assert_array_equal(out["y"], value)
    np.testing.assert_array_equal(out["rate"], 0.0)


@pytest.mark.parametrize(("method", "scipys"), [("tustin", "bilinear"), ("zoh", "zoh"), ("backward", "backward_diff")])
@pytest.mark.parametrize(("lead", "lag"), [(1.0, 0.1), (0.05, 0.8), (0.3, 0.3)])
def test_lead_lag_is_scipys_discretisation(method, scipys, lead, lag):
    x = noise(3)
    parameters = {"gain": 1.5, "lead_time": lead, "lag_time": lag, "method": method}
    y = simulate_block("control.lead_lag", {"x": x}, parameters, dt=DT)["y"]
    numerator, denominator, _ = signal.cont2discrete(([1.5 * lead, 1.5], [lag, 1.0]), DT, method=scipys)
    np.testing.assert_allclose(y, signal.lfilter(np.ravel(numerator), denominator, x), rtol=0, atol=1e-11)


def test_lead_lag_step_starts_at_the_ratio_of_its_times_and_ends_at_its_gain():
    t = DT * np.arange(300)
    parameters = {"gain": 2.0, "lead_time": 0.6, "lag_time": 0.2, "method": "zoh"}
    y = simulate_block("control.lead_lag", {"x": 1.0}, parameters, steps=300, dt=DT)["y"]
    np.testing.assert_allclose(y, 2.0 * (1.0 + (3.0 - 1.0) * np.exp(-t / 0.2)), rtol=0, atol=1e-12)


@pytest.mark.parametrize("method", ["tustin", "zoh", "backward"])
def test_lead_lag_starts_as_if_the_input_had_always_been_there(method):
    parameters = {"gain": 2.0, "initial": 3.0, "method": method}
    y = simulate_block("control.lead_lag", {"x": 3.0}, parameters, steps=50)["y"]
    np.testing.assert_array_equal(y, 6.0)


def test_lead_lag_leads_by_the_angle_of_its_transfer_function():
    """At the geometric mean of its corner frequencies the phase is asin((a - 1)/(a + 1)), a = T1/T2."""
    lead, lag, dt = 0.9, 0.1, 1e-3
    w = 1.0 / math.sqrt(lead * lag)
    t = dt * np.arange(int(8 / dt))
    y = simulate_block("control.lead_lag", {"x": np.sin(w * t)}, {"lead_time": lead, "lag_time": lag}, dt=dt)["y"]
    tail = t > 3.0
    a, b = np.linalg.lstsq(np.column_stack([np.sin(w * t), np.cos(w * t)])[tail], y[tail], rcond=None)[0]
    assert math.atan2(b, a) == pytest.approx(math.asin(0.8), abs=1e-4)


def test_a_frequency_beyond_computation_is_refused():
    message = "'wn' is 1e+200 rad/s, too fast to be computed with a control step of 0.01 s."
    with pytest.raises(ValueError, match=re.escape(message)), np.errstate(all="ignore"):
        simulate_block("control.second_order", {"x": [0.0]}, {"wn": 1e200}, dt=DT)


@pytest.mark.parametrize(("wn", "zeta"), [(1e9, 0.1), (1e9, 1e3), (1e-9, 1e3), (1e6, 0.0)])
def test_second_order_stays_bounded_for_extreme_parameters(wn, zeta):
    y = simulate_block("control.second_order", {"x": 1.0}, {"wn": wn, "zeta": zeta}, steps=50, dt=DT)["y"]
    assert np.all((y >= -1e-6) & (y <= 2.0 + 1e-6))  # the undamped response swings between 0 and 2
