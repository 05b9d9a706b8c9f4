"""P, PI, PD, feed-forward and friction compensation against their laws, written out here."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pult.testing import simulate_block

DT = 0.01
FINITE = st.floats(-1e6, 1e6)


def noise(seed, steps=400, scale=2.0):
    """Noise on a slow swing, so that limits on both sides are met and left again."""
    swing = 2.0 * np.sin(seed + 0.05 * np.arange(steps))
    return scale * (swing + 0.3 * np.random.default_rng(seed).normal(size=steps))


def test_p_is_gain_times_error_plus_bias_within_limits():
    r, y = noise(1), noise(2)
    u = simulate_block("control.p", {"wanted": r, "measured": y}, {"kp": 2.0, "bias": 0.5, "low": -3.0, "high": 4.0})[
        "y"
    ]
    np.testing.assert_array_equal(u, np.clip(2.0 * (r - y) + 0.5, -3.0, 4.0))
    assert u.min() == -3.0
    assert u.max() == 4.0


def test_pi_follows_its_difference_equation():
    r, y = noise(3), noise(4)
    parameters = {"kp": 0.8, "ki": 5.0, "low": -1.0, "high": 1.5, "initial": 0.2}
    u = simulate_block("control.pi", {"wanted": r, "measured": y}, parameters, dt=DT)["y"]
    integral, expected, held = 0.2, [], 0
    for e in r - y:
        free = 0.8 * e + integral
        expected.append(min(max(free, -1.0), 1.5))
        if (free > 1.5 and e > 0) or (free < -1.0 and e < 0):
            held += 1
        else:
            integral += 5.0 * DT * e
    np.testing.assert_allclose(u, expected, rtol=0, atol=1e-12)  # sums of 400 terms of size 1
    assert 20 < held < 380  # both branches were met


def test_pi_without_limits_is_gain_plus_integral_of_a_constant_error():
    u = simulate_block("control.pi", {"wanted": 2.0, "measured": 0.5}, {"kp": 3.0, "ki": 4.0}, steps=200, dt=DT)["y"]
    t = DT * np.arange(200)
    np.testing.assert_allclose(u, 1.5 * (3.0 + 4.0 * t), rtol=1e-12)


def test_pi_leaves_its_limit_in_the_step_after_the_error_changes_sign():
    e = np.where(np.arange(300) < 200, 1.0, -1.0)
    u = simulate_block("control.pi", {"wanted": e, "measured": 0.0}, {"kp": 0.5, "ki": 1.0, "high": 1.0}, dt=DT)["y"]
    assert u[199] == 1.0
    assert u[200] < 0.01  # I stopped at 1 - kp e (one Euler step beyond it at most): 0.5 + 0.01 - 0.5


def test_pi_reset_brings_the_integral_back_for_the_next_step():
    reset = np.arange(10) == 4
    inputs = {"wanted": 1.0, "measured": 0.0, "reset": reset}
    u = simulate_block("control.pi", inputs, {"kp": 0.0, "ki": 1.0, "initial": 7.0}, steps=10, dt=1.0)["y"]
    np.testing.assert_array_equal(u, [7, 8, 9, 10, 11, 7, 8, 9, 10, 11])


def test_pi_with_negative_gains_does_not_wind_up_either():
    parameters = {"kp": -0.5, "ki": -1.0, "low": -1.0, "high": 1.0}
    e = np.where(np.arange(300) < 200, -1.0, 1.0)
    u = simulate_block("control.pi", {"wanted": e, "measured": 0.0}, parameters, dt=DT)["y"]
    assert u[199] == 1.0
    assert u[200] < 0.011


def test_pd_is_the_law_of_paper_003():
    q_wanted, q, speed = noise(5), noise(6), noise(7, scale=30.0)
    inputs = {"wanted": q_wanted, "angle": q, "speed": speed}
    u = simulate_block("control.pd", inputs, {"kp": 1.0, "kd": 0.05, "u_max": 2.0})["y"]
    np.testing.assert_array_equal(u, np.clip(-1.0 * (q - q_wanted) - 0.05 * speed, -2.0, 2.0))


def test_pd_difference_is_the_law_of_paper_000():
    r, y = noise(8), noise(9)
    u = simulate_block(
        "control.pd_difference", {"wanted": r, "measured": y}, {"kp": 0.4, "kd": 0.02, "u_max": 1.5}, dt=DT
    )["y"]
    e = r - y
    rate = np.diff(e, prepend=e[0]) / DT  # no derivative part in the first step
    np.testing.assert_allclose(u, np.clip(0.4 * e + 0.02 * rate, -1.5, 1.5), rtol=0, atol=1e-12)
    assert np.abs(u).max() == 1.5


def test_pd_difference_has_no_kick_in_the_first_step():
    u = simulate_block("control.pd_difference", {"wanted": 1.0, "measured": 0.0}, {"kd": 100.0, "u_max": 1e3}, steps=3)[
        "y"
    ]
    np.testing.assert_array_equal(u, [1.0, 1.0, 1.0])


def test_feed_forward_adds_the_weighted_reference_and_its_derivatives():
    inputs = {"feedback": 0.25, "reference": noise(1), "rate": noise(2), "acceleration": noise(3)}
    u = simulate_block("control.feed_forward", inputs, {"k": 2.0, "kv": 0.5, "ka": 0.125})["y"]
    np.testing.assert_allclose(u, 0.25 + 2 * noise(1) + 0.5 * noise(2) + 0.125 * noise(3), rtol=0, atol=1e-13)


def test_feed_forward_needs_no_rate_and_no_acceleration():
    u = simulate_block("control.feed_forward", {"feedback": 1.0, "reference": [2.0]}, {"k": 3.0, "kv": 9.0, "ka": 9.0})
    assert u["y"][0] == 7.0


FRICTION = {"coulomb": 0.4, "viscous": 0.1, "stribeck": 0.3, "stribeck_speed": 0.2, "smooth_speed": 1e-3}


@pytest.mark.parametrize(
    ("speed", "effort"),
    [
        (0.0, 0.0),
        (0.2, 0.4 + 0.3 / math.e + 0.02),  # the smooth sign is 1 to the last bit at 200 smooth speeds
        (-0.2, -0.4 - 0.3 / math.e - 0.02),
        (5.0, 0.4 + 0.5),  # far beyond the Stribeck speed: dry and viscous friction
        (1e-3, (0.4 + 0.3 * math.exp(-2.5e-5)) * math.tanh(1.0) + 1e-4),
    ],
)
def test_friction_compensation_is_dry_plus_stribeck_plus_viscous(speed, effort):
    found = simulate_block("control.friction_compensation", {"x": [speed]}, FRICTION)["y"][0]
    assert found == pytest.approx(effort, rel=1e-14)


@given(FINITE)
def test_friction_compensation_is_odd_and_never_less_than_viscous(v):
    u = simulate_block("control.friction_compensation", {"x": [v, -v]}, FRICTION)["y"]
    assert u[0] == -u[1]
    assert abs(u[0]) >= 0.1 * abs(v)


@given(FINITE, FINITE, st.floats(-10, 10), st.floats(0, 10))
def test_limits_hold_for_any_input(r, y, low, span):
    parameters = {"low": low, "high": low + span}
    for name in ("control.p", "control.pi", "control.pid"):
        u = simulate_block(name, {"wanted": [r, y, r], "measured": [y, r, y]}, parameters)["y"]
        assert np.all((low <= u) & (u <= low + span))
