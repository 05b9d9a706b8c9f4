"""Integrators and differentiators against sums written out here, scipy and closed forms."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import cumulative_trapezoid

from pult.testing import simulate_block

DT = 0.01
SERIES = st.lists(st.floats(-100, 100), min_size=1, max_size=50)


def noise(seed, steps=300):
    return np.random.default_rng(seed).normal(size=steps)


def test_integrator_is_the_forward_sum():
    x = noise(1)
    y = simulate_block("control.integrator", {"x": x}, {"initial": 2.0}, dt=DT)["y"]
    np.testing.assert_allclose(y, 2.0 + DT * np.concatenate([[0.0], np.cumsum(x)[:-1]]), rtol=0, atol=1e-12)


def test_integrator_stops_at_its_limits_and_leaves_them_at_once():
    x = np.where(np.arange(300) < 200, 1.0, -1.0)
    y = simulate_block("control.integrator", {"x": x}, {"low": -0.5, "high": 0.5}, dt=DT)["y"]
    assert y.max() == 0.5
    assert y[201] == pytest.approx(0.5 - DT)


@pytest.mark.parametrize("name", ["control.integrator", "control.trapezoid_integrator"])
def test_reset_makes_the_next_step_a_first_step(name):
    x, reset = noise(2, 60), np.arange(60) == 29
    y = simulate_block(name, {"x": x, "reset": reset}, {"initial": -1.0, "low": -1.1, "high": 1.0})["y"]
    again = simulate_block(name, {"x": x[30:]}, {"initial": -1.0, "low": -1.1, "high": 1.0})["y"]
    assert y[30] == -1.0
    np.testing.assert_array_equal(y[30:], again)


@pytest.mark.parametrize("name", ["control.integrator", "control.trapezoid_integrator"])
def test_a_first_value_outside_the_limits_is_refused(name):
    with pytest.raises(ValueError, match=re.escape("'initial' is 3, outside its limits -1..2.")):
        simulate_block(name, {"x": [0.0]}, {"initial": 3.0, "low": -1.0, "high": 2.0})


def test_trapezoid_integrator_is_scipys_rule():
    x = noise(3)
    y = simulate_block("control.trapezoid_integrator", {"x": x}, {"initial": 0.5}, dt=DT)["y"]
    np.testing.assert_allclose(y, cumulative_trapezoid(x, dx=DT, initial=0.0) + 0.5, rtol=0, atol=1e-12)


def test_trapezoid_integrator_is_exact_for_a_ramp_and_of_second_order_for_a_sine():
    t = DT * np.arange(300)
    y = simulate_block("control.trapezoid_integrator", {"x": t}, dt=DT)["y"]
    np.testing.assert_allclose(y, 0.5 * t * t, rtol=0, atol=1e-13)
    errors = []
    for dt in (0.02, 0.01):
        t = np.arange(0.0, 3.0 + dt / 2, dt)
        y = simulate_block("control.trapezoid_integrator", {"x": np.sin(t)}, dt=dt)["y"]
        errors.append(abs(y[-1] - (1.0 - np.cos(t[-1]))))
    assert errors[0] / errors[1] == pytest.approx(4.0, rel=1e-3)


@given(SERIES)
def test_trapezoid_integrator_keeps_its_limits(x):
    y = simulate_block("control.trapezoid_integrator", {"x": x}, {"low": -0.2, "high": 0.1}, dt=DT)["y"]
    assert np.all((y >= -0.2) & (y <= 0.1))


@pytest.mark.parametrize("method", ["trapezoid", "euler"])
def test_resetting_integrator_clears_itself_in_every_nth_step(method):
    x, n = noise(4, 100), 7
    y = simulate_block("control.resetting_integrator", {"x": x}, {"interval": n * DT, "method": method}, dt=DT)["y"]
    for start in range(0, 100, n):
        piece = x[start : start + n]
        if method == "trapezoid":
            expected = cumulative_trapezoid(piece, dx=DT, initial=0.0)
        else:
            expected = DT * np.concatenate([[0.0], np.cumsum(piece)[:-1]])
        np.testing.assert_allclose(y[start : start + n], expected, rtol=0, atol=1e-15)
        assert y[start] == 0.0


def test_resetting_integrator_of_paper_004_clears_at_5_s():
    y = simulate_block("control.resetting_integrator", {"x": 1.0}, steps=1100, dt=DT)["y"]
    np.testing.assert_array_equal(np.flatnonzero(y == 0.0), [0, 500, 1000])
    assert y[499] == pytest.approx(4.99, rel=1e-12)


@pytest.mark.parametrize(("interval", "steps"), [(0.034, 3), (0.035, 4), (0.3, 30), (0.7, 70), (1.1, 110)])
def test_resetting_integrator_rounds_the_interval_to_whole_steps(interval, steps):
    y = simulate_block("control.resetting_integrator", {"x": 1.0}, {"interval": interval}, steps=200, dt=DT)["y"]
    assert np.flatnonzero(y == 0.0)[1] == steps


def test_resetting_integrator_counts_anew_after_reset():
    reset = np.arange(20) == 3
    y = simulate_block("control.resetting_integrator", {"x": 1.0, "reset": reset}, {"interval": 5.0}, steps=20, dt=1.0)[
        "y"
    ]
    np.testing.assert_array_equal(np.flatnonzero(y == 0.0), [0, 4, 9, 14, 19])


def test_resetting_integrator_refuses_an_interval_without_room_for_a_sum():
    with pytest.raises(
        ValueError, match=re.escape("'interval' is 0.012 s; it must be at least two control steps, 0.02 s.")
    ):
        simulate_block("control.resetting_integrator", {"x": [1.0]}, {"interval": 0.012}, dt=DT)


def test_differentiator_is_the_backward_difference():
    x = noise(5)
    y = simulate_block("control.differentiator", {"x": x}, dt=DT)["y"]
    np.testing.assert_array_equal(y, np.diff(x, prepend=x[0]) / DT)
    assert y[0] == 0.0


@given(SERIES)
def test_integrator_undoes_the_differentiator(x):
    rate = simulate_block("control.differentiator", {"x": x}, dt=DT)["y"]
    y = simulate_block("control.integrator", {"x": np.append(rate[1:], 0.0)}, {"initial": x[0]}, dt=DT)["y"]
    np.testing.assert_allclose(y, x, rtol=0, atol=1e-11)


def test_filtered_derivative_of_a_ramp_approaches_its_slope():
    """s/(1 + T s) of a ramp: slope (1 - q^k) with q = T/(T + dt), the backward Euler image of exp(-t/T)."""
    k, T = np.arange(400), 0.05
    y = simulate_block("control.filtered_derivative", {"x": 3.0 * DT * k}, {"time_constant": T}, dt=DT)["y"]
    np.testing.assert_allclose(y, 3.0 * (1.0 - (T / (T + DT)) ** k), rtol=0, atol=1e-10)


def test_filtered_derivative_tends_to_the_continuous_filter_with_the_step():
    """Sine input, exact response of s/(1 + T s) after its transient; the error is of first order in dt."""
    T, w, errors = 0.05, 5.0, []
    for dt in (2e-3, 1e-3):
        t = np.arange(0.0, 2.0, dt)
        y = simulate_block("control.filtered_derivative", {"x": np.sin(w * t)}, {"time_constant": T}, dt=dt)["y"]
        gain = 1j * w / (1 + 1j * w * T)
        exact = np.imag(gain * np.exp(1j * w * t))
        errors.append(np.abs(y - exact)[t > 1.0].max())
    assert errors[1] < 0.03
    assert errors[0] / errors[1] == pytest.approx(2.0, rel=0.05)


def test_filtered_derivative_without_filter_is_the_differentiator():
    x = noise(6)
    y = simulate_block("control.filtered_derivative", {"x": x}, {"time_constant": 0.0}, dt=DT)["y"]
    np.testing.assert_array_equal(y, simulate_block("control.differentiator", {"x": x}, dt=DT)["y"])
