"""Transfer functions and state space against scipy.signal and python-control."""

import re

import control as ct
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import signal

from pult.testing import BlockCheckError, simulate_block

DT = 0.01
METHODS = [("zoh", "zoh"), ("tustin", "bilinear"), ("backward", "backward_diff"), ("euler", "euler")]
PLANTS = [
    ([2.0], [0.5, 1.0]),
    ([1.0, 3.0], [1.0, 2.0, 10.0]),
    ([2.0, 1.0, 7.0], [3.0, 1.0, 20.0]),  # with feed-through
    ([1.0], [1.0, 0.0]),  # an integrator
    ([5.0], [1.0, 3.0, 30.0, 40.0, 100.0]),
]


def noise(seed, steps=300, width=None):
    return np.random.default_rng(seed).normal(size=steps if width is None else (steps, width))


def scipy_response(numerator, denominator, x, method, dt=DT):
    A, B, C, D, _ = signal.cont2discrete(signal.tf2ss(numerator, denominator), dt, method=method)
    return signal.dlsim((A, B, C, D, dt), x)[1][:, 0]


@pytest.mark.parametrize(("method", "scipys"), METHODS)
@pytest.mark.parametrize(("numerator", "denominator"), PLANTS)
def test_transfer_function_is_scipys_discretisation(numerator, denominator, method, scipys):
    x = noise(1)
    parameters = {"numerator": numerator, "denominator": denominator, "method": method}
    y = simulate_block("control.transfer_function", {"x": x}, parameters, dt=DT)["y"]
    np.testing.assert_allclose(y, scipy_response(numerator, denominator, x, scipys), rtol=0, atol=1e-11)


@pytest.mark.parametrize(("numerator", "denominator"), PLANTS)
def test_zoh_transfer_function_is_python_controls_c2d(numerator, denominator):
    x = noise(2)
    parameters = {"numerator": numerator, "denominator": denominator}
    y = simulate_block("control.transfer_function", {"x": x}, parameters, dt=DT)["y"]
    discrete = ct.c2d(ct.ss(*signal.tf2ss(numerator, denominator)), DT, method="zoh")
    expected = ct.forced_response(discrete, DT * np.arange(len(x)), x).outputs
    np.testing.assert_allclose(y, expected, rtol=0, atol=1e-11)


@pytest.mark.parametrize(("numerator", "denominator"), PLANTS)
def test_zoh_step_response_is_the_continuous_one(numerator, denominator):
    parameters = {"numerator": numerator, "denominator": denominator}
    y = simulate_block("control.transfer_function", {"x": 1.0}, parameters, steps=300, dt=DT)["y"]
    t = DT * np.arange(300)
    expected = signal.lsim((numerator, denominator), np.ones(300), t)[1]  # lsim is exact for piecewise linear inputs
    np.testing.assert_allclose(y, expected, rtol=0, atol=1e-10)


@pytest.mark.parametrize("method", ["zoh", "euler"])
def test_strict_transfer_function_equals_the_other_one(method):
    x = noise(3)
    parameters = {"numerator": [1.0, 3.0], "denominator": [1.0, 2.0, 10.0], "method": method}
    strict = simulate_block("control.transfer_function_strict", {"x": x}, parameters, dt=DT)["y"]
    np.testing.assert_array_equal(strict, simulate_block("control.transfer_function", {"x": x}, parameters, dt=DT)["y"])


def test_a_high_order_with_a_short_step_keeps_its_digits():
    """Five equal lags at T/dt = 1000: in z^-1 coefficients the gain at rest would be lost altogether."""
    denominator = np.poly(np.full(5, -1.0))
    parameters = {"numerator": [1.0], "denominator": denominator.tolist()}
    y = simulate_block("control.transfer_function", {"x": 1.0}, parameters, steps=3000, dt=1e-3)["y"]
    t = 1e-3 * np.arange(3000)
    exact = 1.0 - np.exp(-t) * (1 + t + t**2 / 2 + t**3 / 6 + t**4 / 24)
    np.testing.assert_allclose(y, exact, rtol=0, atol=1e-12)


def test_a_fraction_of_order_zero_is_a_gain():
    for name in ("control.transfer_function", "control.discrete_transfer_function"):
        y = simulate_block(name, {"x": [1.0, -3.0]}, {"numerator": [5.0], "denominator": [2.0]})["y"]
        np.testing.assert_array_equal(y, [2.5, -7.5])


def test_leading_zeros_of_the_numerator_do_not_count():
    x = noise(8, 30)
    for name in ("transfer_function", "transfer_function_strict", "discrete_transfer_function_strict"):
        plain, padded = (
            simulate_block(f"control.{name}", {"x": x}, {"numerator": n, "denominator": [1.0, 0.3, 0.2]})["y"]
            for n in ([2.0, 3.0], [0.0, 0.0, 2.0, 3.0])
        )
        np.testing.assert_array_equal(plain, padded)


def test_a_zero_numerator_gives_zero():
    for name in ("transfer_function", "transfer_function_strict", "discrete_transfer_function_strict"):
        y = simulate_block(f"control.{name}", {"x": [1.0, -3.0]}, {"numerator": [0.0, 0.0], "denominator": [1.0, 1.0]})[
            "y"
        ]
        np.testing.assert_array_equal(y, 0.0)


TOO_HIGH = "'numerator' is of degree 2, above that of 'denominator', 1: the output would need future inputs."
NOT_STRICT = "'numerator' must be of lower degree than 'denominator', which is 1; use the variant with feed-through."


@pytest.mark.parametrize("prefix", ["control.", "control.discrete_"])
@pytest.mark.parametrize(
    ("suffix", "numerator", "denominator", "message"),
    [
        ("", [1.0, 0.0, 0.0], [1.0, 1.0], TOO_HIGH),
        ("_strict", [0.0, 1.0, 0.0, 0.0], [1.0, 1.0], TOO_HIGH),
        ("_strict", [1.0, 0.0], [1.0, 1.0], NOT_STRICT),
        ("", [1.0], [0.0, 1.0], "'denominator' must not start with 0: leave leading zeros out."),
    ],
)
def test_impossible_fractions_are_refused(prefix, suffix, numerator, denominator, message):
    parameters = {"numerator": numerator, "denominator": denominator}
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        simulate_block(f"{prefix}transfer_function{suffix}", {"x": [0.0]}, parameters)


def test_a_pole_that_a_method_cannot_map_is_refused():
    advice = "use 'zoh' or a shorter step."
    message = f"the system cannot be made discrete by 'tustin' with a control step of 0.01 s; {advice}"
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        simulate_block(
            "control.transfer_function",
            {"x": [0.0]},
            {"denominator": [1.0, -200.0], "method": "tustin"},  # the pole 2/dt
            dt=DT,
        )


def test_an_unstable_system_stays_finite():
    x = np.ones(3000)
    parameters = {"denominator": [1.0, -500.0, 3.0, 1.0]}
    for name in ("control.transfer_function", "control.transfer_function_strict"):
        assert np.all(np.isfinite(simulate_block(name, {"x": x}, parameters, dt=DT)["y"]))
    y = simulate_block("control.discrete_transfer_function", {"x": x}, {"denominator": [1.0, -3.0, 5.0]})["y"]
    assert np.all(np.isfinite(y))


@settings(deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(0, 4))
def test_discrete_transfer_function_is_scipys(seed, order):
    generator = np.random.default_rng(seed)
    poles = generator.uniform(-0.9, 0.9, size=order)
    denominator = 2.5 * np.poly(poles)
    numerator = generator.normal(size=generator.integers(1, order + 2))
    x = generator.normal(size=100)
    parameters = {"numerator": numerator.tolist(), "denominator": np.atleast_1d(denominator).tolist()}
    y = simulate_block("control.discrete_transfer_function", {"x": x}, parameters)["y"]
    padded = np.concatenate([np.zeros(order + 1 - len(numerator)), numerator])
    np.testing.assert_allclose(y, signal.lfilter(padded, denominator, x), rtol=0, atol=1e-9)
    if len(numerator) <= order:
        strict = simulate_block("control.discrete_transfer_function_strict", {"x": x}, parameters)["y"]
        np.testing.assert_array_equal(strict, y)


def test_discrete_transfer_function_counts_powers_of_z():
    """A numerator 1 over z - 0.5 answers one step late."""
    x = np.array([1.0, 0.0, 0.0, 0.0])
    y = simulate_block("control.discrete_transfer_function", {"x": x}, {"numerator": [1.0], "denominator": [1.0, -0.5]})
    np.testing.assert_array_equal(y["y"], [0.0, 1.0, 0.5, 0.25])


A = [[0.0, 1.0, 0.0], [-9.0, -0.6, 2.0], [0.0, -1.0, -3.0]]
B = [[0.0, 1.0], [1.0, 0.0], [0.5, -2.0]]
C = [[1.0, 0.0, 0.0], [0.0, 1.0, 1.0], [1.0, 2.0, 3.0], [0.0, 0.0, 1.0]]
D = [[0.0, 0.0], [1.0, 0.0], [0.0, -0.5], [0.2, 0.3]]
ZERO = np.zeros((4, 2)).tolist()


@pytest.mark.parametrize(("method", "scipys"), METHODS)
def test_state_space_is_scipys_discretisation(method, scipys):
    x = noise(4, width=2)
    y = simulate_block("control.state_space", {"x": x}, {"A": A, "B": B, "C": C, "D": D, "method": method}, dt=DT)["y"]
    discrete = signal.cont2discrete((np.array(A), np.array(B), np.array(C), np.array(D)), DT, method=scipys)
    np.testing.assert_allclose(y, signal.dlsim(discrete, x)[1], rtol=0, atol=1e-12)


def test_state_space_may_be_given_discrete():
    x, A_discrete = noise(5, width=2), (0.2 * np.array(A)).tolist()
    y = simulate_block("control.state_space", {"x": x}, {"A": A_discrete, "B": B, "C": C, "D": D, "method": "none"})[
        "y"
    ]
    system = (np.array(A_discrete), np.array(B), np.array(C), np.array(D), DT)
    np.testing.assert_allclose(y, signal.dlsim(system, x)[1], rtol=1e-9, atol=1e-11)


@pytest.mark.parametrize("method", ["zoh", "euler", "none"])
def test_strict_state_space_equals_the_other_one_without_feed_through(method):
    x = noise(6, steps=50, width=2)
    matrices = {"A": A, "B": B, "C": C, "method": method, "initial": [1.0, 2.0, 3.0]}
    strict = simulate_block("control.state_space_strict", {"x": x}, matrices, dt=DT)["y"]
    full = simulate_block("control.state_space", {"x": x}, {**matrices, "D": ZERO}, dt=DT)["y"]
    np.testing.assert_array_equal(strict, full)


@pytest.mark.parametrize("method", ["zoh", "tustin", "backward", "euler"])
def test_the_first_output_is_that_of_the_first_state(method):
    first = [1.0, -2.0, 0.5]
    parameters = {"A": A, "B": B, "C": C, "D": D, "method": method, "initial": first}
    y = simulate_block("control.state_space", {"x": np.zeros((200, 2))}, parameters, dt=DT)["y"]
    np.testing.assert_allclose(y[0], np.array(C) @ first, rtol=0, atol=1e-14)
    t = DT * np.arange(200)
    free = signal.lsim((np.array(A), np.array(B), np.array(C), np.array(D)), np.zeros((200, 2)), t, X0=first)[1]
    tolerance = {"zoh": 1e-11, "tustin": 2e-3, "backward": 0.4, "euler": 0.4}[method]  # orders: exact, 2, 1, 1
    np.testing.assert_allclose(y, free, rtol=0, atol=tolerance)


def test_one_number_stands_for_every_entry_of_the_first_state():
    parameters = {"A": A, "B": B, "C": C, "initial": [2.0]}
    y = simulate_block("control.state_space_strict", {"x": np.zeros((1, 2))}, parameters)["y"]
    np.testing.assert_array_equal(y[0], np.array(C) @ [2.0, 2.0, 2.0])


def test_a_first_state_of_the_wrong_length_is_refused():
    with pytest.raises(ValueError, match=re.escape("'initial' must have 1 or 3 entries, as 'A' has rows, not 2.")):
        simulate_block(
            "control.state_space_strict",
            {"x": np.zeros((1, 2))},
            {"A": A, "B": B, "C": C, "initial": [1.0, 2.0]},
        )


def test_matrices_that_do_not_fit_are_refused():
    with pytest.raises(BlockCheckError, match=re.escape("'B' must have 3 entries along axis 1, as 'A' has, not 2.")):
        simulate_block("control.state_space_strict", {"x": np.zeros((1, 2))}, {"A": A, "B": B[:2], "C": C})
