"""Scopes, displays, alarms and running figures."""

import math
from decimal import ROUND_HALF_UP, Decimal

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import cumulative_trapezoid

from pult.core.registry import blocks
from pult.testing import check_block, simulate_block

CHECKS = [
    ("sinks.scope", {}),
    ("sinks.scope", {"n": 64, "window": 0.5}),
    ("sinks.display", {}),
    ("sinks.display", {"decimals": 0}),
    ("sinks.display", {"decimals": 15}),
    ("sinks.alarm", {}),
    ("sinks.alarm", {"low": -1.0, "high": 1.0}),
    ("sinks.alarm", {"low": -2.0, "high": 0.5, "hysteresis": 2.0, "delay": 0.02}),
    ("sinks.extremes", {}),
    ("sinks.rms", {}),
    ("sinks.integral_of_error", {}),
]
FAMILY = sorted({name for name, _ in CHECKS})
SIGNAL = np.random.default_rng(5).normal(size=300)
EPS = np.finfo(float).eps

signals = st.lists(st.floats(-1e6, 1e6, allow_subnormal=False), min_size=1, max_size=30)


@pytest.mark.parametrize(("name", "parameters"), CHECKS)
def test_keeps_the_rules_of_blocks(name, parameters):
    check_block(name, parameters)


@pytest.mark.parametrize("scale", [1e304, 1e-312], ids=["huge", "tiny"])
@pytest.mark.parametrize("name", FAMILY)
def test_no_sink_fails_or_gives_nan_for_numbers_of_any_size(name, scale):
    check_block(name, scale=scale, steps=100)


def test_every_block_of_the_family_is_checked():
    assert sorted(n for n, b in blocks().items() if b.family == "sinks") == FAMILY


# --- scope and display --------------------------------------------------------------------------------------


def test_scope_has_no_outputs_and_a_unit_of_its_own_at_every_input():
    concrete, faults = blocks()["sinks.scope"].concrete({"n": 3})
    assert not faults
    assert concrete.outputs == ()
    assert [port.name for port in concrete.inputs] == ["x1", "x2", "x3"]
    assert len({port.unit for port in concrete.inputs}) == 3
    assert simulate_block("sinks.scope", {"x1": SIGNAL}) == {}


@pytest.mark.parametrize(
    ("x", "decimals", "shown"),
    [
        (math.pi, 3, 3.142),
        (-math.pi, 3, -3.142),
        (0.125, 2, 0.13),  # a half goes away from zero
        (-0.125, 2, -0.13),
        (2.5, 0, 3.0),
        (1e15 + 0.5, 0, 1e15 + 1.0),
        (1e300, 15, 1e300),
        (-1.7e308, 15, -1.7e308),
    ],
)
def test_display_rounds_to_its_decimals(x, decimals, shown):
    assert simulate_block("sinks.display", {"x": [x]}, {"decimals": decimals})["y"][0] == shown


def test_display_never_shows_minus_zero():
    y = simulate_block("sinks.display", {"x": [-0.0004, -0.0, 0.0]}, {"decimals": 3})["y"]
    np.testing.assert_array_equal(np.signbit(y), False)


@given(st.floats(-1e6, 1e6), st.integers(0, 6))
@settings(max_examples=200, deadline=None)
def test_display_rounds_as_decimal_arithmetic_does_and_only_once(x, decimals):
    def show(value):
        return simulate_block("sinks.display", {"x": [value]}, {"decimals": decimals})["y"][0]

    y = show(x)
    exact = Decimal(x).quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP)
    tie = abs(abs(x) * 10.0**decimals % 1.0 - 0.5) <= 4 * EPS * abs(x) * 10.0**decimals  # may go either way
    assert y == float(exact) or tie
    assert show(y) == y


# --- alarm --------------------------------------------------------------------------------------------------


def alarm(x, reset=False, **parameters):
    return simulate_block("sinks.alarm", {"x": np.asarray(x, dtype=float), "reset": reset}, parameters)


def test_a_new_alarm_never_sounds():
    y = alarm([0.0, 1e200, -1e200])
    assert not any(values.any() for values in y.values())


def test_alarm_is_on_outside_the_limits_and_off_at_them():
    y = alarm([0.0, 1.0, 1.001, 1.0, -2.0, -2.001, 0.0], low=-2.0, high=1.0)
    assert y["too_high"].tolist() == [False, False, True, False, False, False, False]
    assert y["too_low"].tolist() == [False, False, False, False, False, True, False]
    np.testing.assert_array_equal(y["active"], y["too_low"] | y["too_high"])


def test_alarm_goes_off_only_when_the_signal_is_back_by_the_hysteresis():
    y = alarm([0.9, 1.1, 0.9, 0.76, 0.75, 0.9, 1.1], high=1.0, hysteresis=0.25)
    assert y["too_high"].tolist() == [False, True, True, True, False, False, True]
    y = alarm([-0.9, -1.1, -0.9, -0.76, -0.75, -0.9], low=-1.0, high=0.0, hysteresis=0.25)
    assert y["too_low"].tolist() == [False, True, True, True, False, False]


def test_alarm_waits_for_the_delay_without_a_break():
    y = alarm([2, 2, 2, 0, 2, 2, 2, 2, 2, 0], high=1.0, delay=0.03)["active"]  # a step is 0.01 s
    assert y.tolist() == [False] * 7 + [True, True, False]


@pytest.mark.parametrize(("delay", "steps"), [(0.0, 0), (0.001, 1), (0.01, 1), (0.07, 7), (0.29, 29)])
def test_delay_is_rounded_up_to_whole_steps(delay, steps):
    y = alarm(np.full(150, 2.0), high=1.0, delay=delay)["active"]
    assert np.argmax(y) == steps


def test_hysteresis_does_not_shorten_the_delay():
    y = alarm([2.0, 0.9, 2.0, 2.0], high=1.0, hysteresis=0.5, delay=0.01)["active"]
    assert y.tolist() == [False, False, False, True]


def test_latch_holds_until_reset_and_a_reset_does_not_silence_an_alarm_that_is_on():
    x = [0, 2, 0, 0, 0, 2, 2, 0]
    reset = [False, False, False, True, False, True, False, True]
    y = alarm(x, np.array(reset), high=1.0)
    assert y["latched"].tolist() == [False, True, True, False, False, True, True, False]


@given(signals, st.floats(-10, 0), st.floats(0, 10), st.floats(0, 5), st.integers(0, 3))
@settings(max_examples=50, deadline=None)
def test_alarm_is_that_of_a_plain_state_machine(x, low, high, hysteresis, wait):
    x = [value % 30.0 - 15.0 for value in x]
    expected, on, beyond = [], False, 0
    for value in x:
        if on:
            on = value > high - hysteresis
            beyond = wait + 1 if on else 0
        else:
            beyond = beyond + 1 if value > high else 0
            on = beyond > wait
        expected.append(on)
    parameters = {"low": low, "high": high, "hysteresis": hysteresis, "delay": wait * 0.01}
    assert alarm(x, **parameters)["too_high"].tolist() == expected
    mirrored = {**parameters, "low": -high, "high": -low}
    assert alarm([-value for value in x], **mirrored)["too_low"].tolist() == expected


def test_alarm_refuses_limits_in_the_wrong_order():
    with pytest.raises(ValueError, match=r"^'low' is 2, which is above 'high', 1\.$"):
        alarm([0.0], low=2.0, high=1.0)


# --- figures ------------------------------------------------------------------------------------------------


@given(signals)
@settings(max_examples=50, deadline=None)
def test_extremes_are_the_running_minimum_and_maximum(x):
    y = simulate_block("sinks.extremes", {"x": x})
    np.testing.assert_array_equal(y["lowest"], np.minimum.accumulate(x))
    np.testing.assert_array_equal(y["highest"], np.maximum.accumulate(x))


def test_extremes_start_anew_with_a_reset_that_step_included():
    reset = np.arange(300) == 120
    y = simulate_block("sinks.extremes", {"x": SIGNAL, "reset": reset})
    assert y["lowest"][120] == y["highest"][120] == SIGNAL[120]
    np.testing.assert_array_equal(y["highest"][120:], np.maximum.accumulate(SIGNAL[120:]))
    np.testing.assert_array_equal(y["lowest"][:120], np.minimum.accumulate(SIGNAL[:120]))


def test_rms_is_the_root_of_the_mean_square():
    y = simulate_block("sinks.rms", {"x": SIGNAL})["y"]
    expected = np.sqrt(np.cumsum(SIGNAL**2) / np.arange(1, 301))
    np.testing.assert_allclose(y, expected, rtol=300 * EPS)  # a few roundings a step, at most


def test_rms_of_a_sine_over_whole_periods_is_the_amplitude_by_root_two():
    x = 3.0 * np.sin(2 * np.pi * np.arange(1000) / 100)
    y = simulate_block("sinks.rms", {"x": x})["y"]
    np.testing.assert_allclose(y[99::100], 3.0 / math.sqrt(2.0), rtol=1e-13)


def test_rms_starts_anew_with_a_reset_that_step_included():
    reset = np.isin(np.arange(300), [0, 100, 101])
    y = simulate_block("sinks.rms", {"x": SIGNAL, "reset": reset})["y"]
    assert y[100] == abs(SIGNAL[100])
    again = simulate_block("sinks.rms", {"x": SIGNAL[101:]})["y"]
    np.testing.assert_array_equal(y[101:], again)


@given(signals)
@settings(max_examples=50, deadline=None)
def test_rms_lies_between_the_extremes_of_the_absolute_value(x):
    y = simulate_block("sinks.rms", {"x": x})["y"]
    room = 1 + 10 * len(x) * EPS
    assert np.all(y <= np.maximum.accumulate(np.abs(x)) * room)
    assert np.all(y * room >= np.minimum.accumulate(np.abs(x)))


def test_rms_does_not_overflow_where_squares_would():
    y = simulate_block("sinks.rms", {"x": [1e200, -1e200, 1e200]})["y"]
    np.testing.assert_allclose(y, 1e200, rtol=1e-15)


def test_error_integrals_are_riemann_sums_of_the_errors_before():
    dt, k = 0.01, np.arange(300)
    y = simulate_block("sinks.integral_of_error", {"error": SIGNAL}, dt=dt)
    for name, integrand in (
        ("iae", np.abs(SIGNAL)),
        ("ise", SIGNAL**2),
        ("itae", k * dt * np.abs(SIGNAL)),
    ):
        expected = np.concatenate([[0.0], np.cumsum(integrand * dt)[:-1]])
        np.testing.assert_allclose(y[name], expected, rtol=300 * EPS)


def test_error_integrals_of_a_decaying_error_converge_to_their_closed_forms():
    dt, tau = 1e-3, 0.5
    t = np.arange(15_000) * dt
    error = -2.0 * np.exp(-t / tau)
    y = simulate_block("sinks.integral_of_error", {"error": error}, dt=dt)
    # of a exp(-t/tau): a tau, a^2 tau/2, a tau^2; Euler's rule is off by half a step of the first value
    assert y["iae"][-1] == pytest.approx(2.0 * tau, rel=1.1 * dt / tau / 2)
    assert y["ise"][-1] == pytest.approx(4.0 * tau / 2, rel=1.1 * dt / tau)
    assert y["itae"][-1] == pytest.approx(2.0 * tau**2, rel=(dt / tau) ** 2)
    trapezoid = cumulative_trapezoid(np.abs(error), t, initial=0.0)
    assert np.abs(y["iae"] - trapezoid).max() <= 1.01 * dt


def test_error_integrals_are_held_at_zero_while_reset_is_true_and_time_starts_after_it():
    reset = (np.arange(300) >= 50) & (np.arange(300) < 60)
    y = simulate_block("sinks.integral_of_error", {"error": SIGNAL, "reset": reset})
    again = simulate_block("sinks.integral_of_error", {"error": SIGNAL[60:]})
    for name in ("iae", "ise", "itae"):
        np.testing.assert_array_equal(y[name][51:61], 0.0)
        np.testing.assert_array_equal(y[name][60:], again[name])
