"""Set-points that an operator leads by a rate, and the switch between vectors."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pult.testing import check_block, simulate_block

DT = 0.01
LED, SWITCH = "control.led_setpoint", "vector.switch"


def by_hand(at, rate, reset, leash):
    """The law of the block: the last set-point and the rate, pulled back to the leash about where the thing is."""
    point, found = None, []
    for x, r, back in zip(at, rate, reset, strict=True):
        away = np.zeros(len(x)) if point is None or back else point + DT * r - x
        far = np.sqrt((away**2).sum())
        point = x + (leash / far if far > leash else 1.0) * away
        found.append(point)
    return np.array(found)


def led(at, rate, reset=False, n=2, leash=0.1, steps=None):
    inputs = {"at": at, "rate": rate, "reset": reset}
    return simulate_block(LED, inputs, {"n": n, "leash": leash}, dt=DT, steps=steps)["y"]


def test_blocks_pass_the_checker():
    check_block(LED)
    check_block(SWITCH)


@pytest.mark.parametrize("n", [1, 2, 5])
@pytest.mark.parametrize("leash", [0.0, 0.02, 0.3, 1e9])
def test_it_is_the_law_it_states(n, leash):
    rng = np.random.default_rng(n)
    at = np.cumsum(rng.normal(size=(300, n)) * 0.01, axis=0)
    rate = rng.normal(size=(300, n)) * 3.0
    reset = rng.random(300) < 0.05
    found = led(at, rate, reset, n, leash)
    np.testing.assert_allclose(found, by_hand(at, rate, reset, leash), rtol=1e-12, atol=1e-12)


def test_it_starts_at_the_thing_whatever_the_rate():
    found = led([[3.0, -2.0]] * 3, [[1e3, 1e3]] * 3)
    np.testing.assert_array_equal(found[0], [3.0, -2.0])


def test_at_rest_it_stays_where_it_is_while_the_thing_sags():
    sag = np.linspace(0.0, 0.05, 200)[:, None] * [-1.0, 0.5]
    found = led(sag, np.zeros((200, 2)))
    np.testing.assert_allclose(found, 0.0, atol=1e-14)  # less than the leash of 0.1 away: it does not creep along


def test_it_integrates_the_rate_until_the_leash_is_taut_and_goes_no_farther():
    found = led(np.zeros((100, 2)), np.tile([0.3, 0.4], (100, 1)))
    steps = np.arange(100)[:, None]
    free = DT * steps * [0.3, 0.4]
    expected = np.where(np.linalg.norm(free, axis=1, keepdims=True) < 0.1, free, [0.06, 0.08])
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12)


def test_it_is_pulled_along_by_a_thing_that_moves_on():
    at = np.linspace(0.0, 5.0, 400)[:, None] * [1.0, 0.0]
    found = led(at, np.zeros((400, 2)))
    assert np.linalg.norm(found - at, axis=1).max() <= 0.1 * (1 + 1e-12)
    np.testing.assert_allclose(found[-1], [4.9, 0.0], atol=1e-12)


@given(
    st.lists(st.floats(-1e3, 1e3), min_size=3, max_size=3),
    st.lists(st.floats(-1e6, 1e6), min_size=3, max_size=3),
    st.floats(0, 10),
)
def test_it_is_never_farther_than_the_leash(at, rate, leash):
    found = led([at] * 5, [rate] * 5, n=3, leash=leash)
    # rounding of the difference of numbers up to 1000
    assert np.linalg.norm(found - at, axis=1).max() <= leash * (1 + 1e-12) + 1e-12


def test_reset_brings_it_back_and_it_is_led_on_from_there():
    reset = np.array([False] * 10 + [True] * 2 + [False] * 3)
    found = led(np.tile([1.0, 1.0], (15, 1)), np.tile([1.0, 0.0], (15, 1)), reset)
    np.testing.assert_array_equal(found[10:12], 1.0)
    np.testing.assert_allclose(found[12:, 0], [1.01, 1.02, 1.03], rtol=1e-15)


@given(
    st.booleans(),
    st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=4, max_size=4),
    st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=4, max_size=4),
)
def test_the_switch_passes_one_of_two_vectors_bit_for_bit(condition, a, b):
    found = simulate_block(SWITCH, {"condition": condition, "a": a, "b": b}, {"n": 4}, steps=1)["y"]
    assert found[0].tobytes() == np.array(a if condition else b, dtype=float).tobytes()
