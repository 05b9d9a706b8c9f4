"""Functions of time against closed forms and scipy."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import signal

from pult.testing import check_block, simulate_block

TIMES = 0.01 * np.arange(400)  # the instants of 400 control steps of 10 ms [s]


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("sources.constant", {}),
        ("sources.constant", {"value": -2.5}),
        ("sources.clock", {}),
        ("sources.step", {"at": 0.5}),
        ("sources.step", {"at": 0.7, "before": 3.0, "after": -1.0}),
        ("sources.ramp", {}),
        ("sources.ramp", {"start": 0.3, "slope": -2.0, "initial": 1.0, "low": -0.5, "high": 0.9}),
        ("sources.pulse_train", {}),
        (
            "sources.pulse_train",
            {"period": 0.07, "duty": 0.3, "amplitude": -2.0, "offset": 1.0, "delay": -0.02},
        ),
        ("sources.generator", {}),
        ("sources.sine", {}),
        ("sources.sine", {"amplitude": 2.0, "frequency": 40.0, "phase": 1.0, "offset": -1.0}),
        ("sources.sine", {"frequency": 1e308, "phase": 1e308}),
        ("sources.chirp", {}),
        (
            "sources.chirp",
            {"from_frequency": 50.0, "to_frequency": 3.0, "duration": 1.0, "phase": 0.5, "offset": 2.0},
        ),
        ("sources.chirp", {"from_frequency": 1e308, "to_frequency": 1e308, "duration": 1e-308}),
    ],
)
def test_block_keeps_the_rules(name, parameters):
    check_block(name, parameters)


def run(name, steps=400, dt=0.01, **parameters):
    return simulate_block(name, {}, parameters, steps=steps, dt=dt)["y"]


def test_constant_is_the_value():
    assert np.all(run("sources.constant", value=-7.25) == -7.25)


def test_clock_is_the_number_of_steps_times_the_step():
    assert np.array_equal(run("sources.clock"), TIMES)


@pytest.mark.parametrize("dt", [0.01, 0.015, 0.001, 0.1, 0.003, 1 / 3])
def test_step_comes_on_the_control_step_that_its_instant_names(dt):
    for k in range(60):
        at = float(f"{k * dt:.12g}")  # as a person writes it, not as k*dt is rounded
        y = run("sources.step", steps=61, dt=dt, at=at, before=2.0, after=5.0)
        assert np.array_equal(y, np.where(np.arange(61) >= k, 5.0, 2.0)), (dt, k)


def test_step_between_two_control_steps_comes_with_the_later_one():
    y = run("sources.step", steps=4, at=0.011)
    assert y.tolist() == [0.0, 0.0, 1.0, 1.0]


@pytest.mark.parametrize("time", [0.3, 0.5, 1.7])
def test_a_generator_has_the_form_that_is_asked_for(time):
    t, size = TIMES, -2.5
    shapes = [np.ones_like(t), t >= time - 1e-9, np.sin(2 * np.pi * t / time), np.minimum(t / time, 1.0), 0.25 + 0 * t]
    for form, shape in enumerate(shapes):
        given = {"form": float(form), "size": size, "time": time, "hand": 0.25}
        y = simulate_block("sources.generator", given, steps=400)["y"]
        assert np.allclose(y, size * shape, atol=1e-12, rtol=0.0), form


def test_a_generator_without_a_time_is_at_its_end():
    for form, wanted in ((1.0, 3.0), (2.0, 0.0), (3.0, 3.0)):
        given = {"form": form, "size": 3.0, "time": 0.0, "hand": 0.0}
        assert (simulate_block("sources.generator", given, steps=3)["y"] == wanted).all()


def test_ramp_waits_rises_and_stops_at_its_limit():
    y = run("sources.ramp", start=0.5, slope=2.0, initial=-1.0, high=3.0)
    assert np.allclose(y, np.clip(-1.0 + 2.0 * np.maximum(TIMES - 0.5, 0.0), None, 3.0), atol=1e-15, rtol=0.0)
    assert y[0] == -1.0
    assert y[-1] == 3.0


def test_ramp_keeps_its_limits_before_the_start():
    assert run("sources.ramp", start=10.0, initial=4.0, high=1.5)[0] == 1.5


@pytest.mark.parametrize("dt", [0.01, 0.015, 0.001, 0.05])
@pytest.mark.parametrize(("period", "high"), [(10, 3), (7, 7), (4, 0), (1, 1), (2, 1)])
def test_pulse_train_counts_control_steps_exactly_for_a_long_time(dt, period, high):
    steps = 3000
    written = float(f"{period * dt:.12g}")
    y = run(
        "sources.pulse_train",
        steps=steps,
        dt=dt,
        period=written,
        duty=high / period,
        amplitude=2.0,
        offset=-1.0,
    )
    assert np.array_equal(y, np.where(np.arange(steps) % period < high, 1.0, -1.0))


def test_pulse_train_agrees_with_scipy_between_the_edges():
    y = run("sources.pulse_train", period=0.37, duty=0.4, amplitude=2.0, offset=-1.0)
    reference = signal.square(2.0 * np.pi * (TIMES + 1e-9) / 0.37, duty=0.4)
    assert np.array_equal(y, reference)


def test_pulse_train_is_low_until_its_delay():
    y = run("sources.pulse_train", steps=8, period=0.04, duty=0.5, delay=0.03)
    assert y.tolist() == [0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0]


def test_pulse_train_with_a_negative_delay_begins_in_the_middle():
    y = run("sources.pulse_train", steps=6, period=0.04, duty=0.5, delay=-0.01)
    assert y.tolist() == [1.0, 0.0, 0.0, 1.0, 1.0, 0.0]


def test_sine_is_the_formula():
    y = run("sources.sine", amplitude=3.0, frequency=7.0, phase=0.4, offset=-2.0)
    assert np.allclose(y, -2.0 + 3.0 * np.sin(7.0 * TIMES + 0.4), atol=1e-14, rtol=0.0)


def test_chirp_agrees_with_scipy_during_the_sweep():
    f0, f1, duration = 0.5, 6.0, 4.0  # Hz, Hz, s
    y = run(
        "sources.chirp",
        amplitude=2.0,
        from_frequency=2.0 * math.pi * f0,
        to_frequency=2.0 * math.pi * f1,
        duration=duration,
        phase=0.3,
        offset=0.5,
    )
    # scipy's chirp is a cosine, ours a sine: a quarter turn apart
    reference = 0.5 + 2.0 * signal.chirp(TIMES, f0, duration, f1, phi=math.degrees(0.3) - 90.0)
    assert np.allclose(y, reference, atol=1e-11, rtol=0.0)  # phases near 80 rad are rounded to 1e-14


def test_chirp_goes_on_at_the_last_frequency_without_a_jump():
    y = run("sources.chirp", from_frequency=2.0, to_frequency=9.0, duration=1.0)
    at_end = 0.5 * (2.0 + 9.0)  # mean frequency times duration
    late = TIMES[101:]
    assert np.allclose(y[101:], np.sin(at_end + 9.0 * (late - 1.0)), atol=1e-13, rtol=0.0)


finite = st.floats(-1e6, 1e6)


@settings(deadline=None, max_examples=50)
@given(amplitude=finite, offset=finite, frequency=st.floats(0.0, 1e6), phase=finite)
def test_sine_stays_within_its_amplitude(amplitude, offset, frequency, phase):
    y = run("sources.sine", steps=20, amplitude=amplitude, frequency=frequency, phase=phase, offset=offset)
    assert np.all(np.abs(y - offset) <= abs(amplitude) + 1e-9)  # offset of 1e6 rounds to 1e-10
