"""Low-pass, high-pass and notch against scipy's digital designs."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import signal

from pult.testing import simulate_block

DT = 0.01


def noise(seed, steps=400):
    return np.random.default_rng(seed).normal(size=steps)


def impulse_response(name, parameters, steps=3000):
    x = np.zeros(steps)
    x[0] = 1.0
    return simulate_block(name, {"x": x}, parameters, dt=DT)["y"]


def gain_at(response, frequency):
    """|H(exp(i w dt))| from the impulse response."""
    return abs(np.sum(response * np.exp(-1j * frequency * DT * np.arange(len(response)))))


@pytest.mark.parametrize("order", [1, 2])
@pytest.mark.parametrize("cutoff", [0.05, 10.0, 250.0])
@pytest.mark.parametrize(("name", "kind"), [("low_pass", "lowpass"), ("high_pass", "highpass")])
def test_butterworth_filters_are_scipys(name, kind, cutoff, order):
    x = noise(1)
    y = simulate_block(f"control.{name}", {"x": x}, {"cutoff": cutoff, "order": order}, dt=DT)["y"]
    b, a = signal.butter(order, cutoff, kind, fs=2 * np.pi / DT)
    np.testing.assert_allclose(y, signal.lfilter(b, a, x), rtol=0, atol=1e-10)  # the polynomial form loses digits


@pytest.mark.parametrize("order", [1, 2])
@pytest.mark.parametrize("name", ["control.low_pass", "control.high_pass"])
def test_gain_at_the_cutoff_is_minus_3_db(name, order):
    response = impulse_response(name, {"cutoff": 100.0, "order": order}, 1000)
    assert gain_at(response, 100.0) == pytest.approx(np.sqrt(0.5), rel=1e-12)


@pytest.mark.parametrize("order", [1, 2])
@given(value=st.floats(-1e6, 1e6), cutoff=st.floats(1e-6, 300))
def test_a_constant_passes_the_low_pass_and_not_the_high_pass(order, value, cutoff):
    parameters = {"cutoff": cutoff, "order": order, "initial": value}
    np.testing.assert_array_equal(simulate_block("control.low_pass", {"x": value}, parameters, steps=20)["y"], value)
    np.testing.assert_array_equal(simulate_block("control.high_pass", {"x": value}, parameters, steps=20)["y"], 0.0)


def test_first_order_parts_make_up_the_input():
    x, parameters = noise(2), {"cutoff": 20.0, "order": 1}
    low = simulate_block("control.low_pass", {"x": x}, parameters)["y"]
    high = simulate_block("control.high_pass", {"x": x}, parameters)["y"]
    np.testing.assert_allclose(low + high, x, rtol=0, atol=1e-15)


def test_a_very_slow_low_pass_still_ends_at_its_input():
    """Cutoff 1e-4 rad/s at 10 ms: a difference equation in z would have its poles within 1e-6 of 1."""
    y = simulate_block("control.low_pass", {"x": np.ones(5)}, {"cutoff": 1e-4, "initial": 1.0 + 1e-9}, dt=DT)["y"]
    np.testing.assert_allclose(y, 1.0 + 1e-9, rtol=1e-15)


@pytest.mark.parametrize(("centre", "width"), [(50.0, 10.0), (3.0, 0.5), (250.0, 20.0)])
def test_full_notch_is_scipys(centre, width):
    x = noise(3)
    y = simulate_block("control.notch", {"x": x}, {"centre": centre, "width": width}, dt=DT)["y"]
    b, a = signal.iirnotch(centre, centre / width, fs=2 * np.pi / DT)
    np.testing.assert_allclose(y, signal.lfilter(b, a, x), rtol=0, atol=1e-11)


@pytest.mark.parametrize("depth", [0.0, 0.3, 1.0])
def test_notch_has_its_depth_at_the_centre_and_passes_the_rest(depth):
    response = impulse_response("control.notch", {"centre": 60.0, "width": 6.0, "depth": depth})
    assert gain_at(response, 60.0) == pytest.approx(depth, abs=1e-12)
    assert gain_at(response, 0.0) == pytest.approx(1.0, abs=1e-12)
    assert gain_at(response, np.pi / DT) == pytest.approx(1.0, abs=1e-12)


def test_notch_has_its_width_between_the_half_power_frequencies():
    response = impulse_response("control.notch", {"centre": 60.0, "width": 6.0})
    w = np.linspace(55.0, 65.0, 2001)
    inside = w[[gain_at(response, v) < np.sqrt(0.5) for v in w]]
    assert inside[-1] - inside[0] == pytest.approx(6.0, abs=0.01)  # two steps of the grid


def test_notch_starts_as_if_the_input_had_always_been_there():
    np.testing.assert_array_equal(simulate_block("control.notch", {"x": 4.0}, {"initial": 4.0}, steps=20)["y"], 4.0)


@pytest.mark.parametrize(
    ("name", "parameter"),
    [("low_pass", "cutoff"), ("high_pass", "cutoff"), ("notch", "centre"), ("notch", "width")],
)
def test_frequencies_beyond_half_the_sampling_rate_are_refused(name, parameter):
    message = f"'{parameter}' is 400 rad/s; with a control step of 0.01 s it must be below 314.159 rad/s."
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        simulate_block(f"control.{name}", {"x": [0.0]}, {parameter: 400.0}, dt=DT)
