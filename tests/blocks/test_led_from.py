"""Set-points and orientations that an operator leads, a vector that is kept, and fingers."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pult.geometry.rotation import matrix_from_quaternion, quaternion_from_matrix, rotation_angle
from pult.testing import simulate_block

DT = 0.01
POINT, TURN, MEMORY, GRIP = "control.led_setpoint_from", "control.led_orientation", "control.memory", "control.grip"


def led(at, start, rate, reset=False, steps=None, leash=0.06):
    inputs = {"at": at, "start": start, "rate": rate, "reset": reset}
    return simulate_block(POINT, inputs, {"n": 2, "leash": leash}, dt=DT, steps=steps)["y"]


def test_it_begins_at_its_start_and_is_led_on_from_there():
    found = led([0.0, 0.0], [0.01, 0.02], [0.1, 0.0], steps=4)
    np.testing.assert_allclose(found, [[0.01, 0.02], [0.011, 0.02], [0.012, 0.02], [0.013, 0.02]], atol=1e-15)


def test_it_is_never_led_beyond_the_leash_from_the_thing():
    found = led([1.0, -1.0], [1.0, -1.0], [3.0, 4.0], steps=100)
    np.testing.assert_allclose(found[-1], [1.0 + 0.6 * 0.06, -1.0 + 0.8 * 0.06], atol=1e-12)


def test_switched_to_and_fro_it_does_not_creep_though_the_thing_sags():
    """The thing stays 5 mm below. A set-point that began at the thing would sink by that much each time."""
    reset = np.arange(400) % 20 == 0
    point = np.zeros(2)
    for back in reset:
        found = led(point - [0.0, 0.005], point, [0.0, 0.0], bool(back), steps=1)
        point = found[0]
    assert np.abs(point).max() < 1e-15


def turned(at, start, rate, reset=False, steps=None, leash=0.3):
    inputs = {"at": at, "start": start, "rate": rate, "reset": reset}
    return simulate_block(TURN, inputs, {"leash": leash}, dt=DT, steps=steps)["y"]


NO_TURN = [1.0, 0.0, 0.0, 0.0]


def test_an_orientation_is_turned_about_axes_of_the_base():
    start = [np.cos(0.5), np.sin(0.5), 0.0, 0.0]  # 1 rad about x
    found = turned(start, start, [0.0, 0.0, 0.2], steps=101, leash=3.0)[-1]
    c, s = np.cos(0.2), np.sin(0.2)  # a second at 0.2 rad/s about z, after the turn about x
    expected = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]) @ matrix_from_quaternion(np.array(start))
    assert found == pytest.approx(quaternion_from_matrix(expected), abs=1e-12)


def test_a_turn_beyond_the_leash_is_not_made_but_turning_back_is():
    forth = turned(NO_TURN, NO_TURN, [0.0, 1.0, 0.0], steps=100, leash=0.3)
    angles = [rotation_angle(np.eye(3), matrix_from_quaternion(q)) for q in forth]
    assert max(angles) <= 0.3 + 1e-12
    assert angles[-1] > 0.28
    rate = np.zeros((120, 3))
    rate[:100, 1], rate[100:, 1] = 1.0, -1.0
    back = turned(NO_TURN, NO_TURN, rate, leash=0.3)[-1]
    assert rotation_angle(np.eye(3), matrix_from_quaternion(back)) == pytest.approx(angles[-1] - 0.2, abs=1e-9)


def test_a_hand_that_had_to_give_way_does_not_pull_the_wanted_orientation_along():
    away = np.array([np.cos(0.5), 0.0, np.sin(0.5), 0.0])  # the thing is 1 rad off, far beyond the leash
    at = np.vstack([np.tile(NO_TURN, (5, 1)), np.tile(away, (50, 1))])
    np.testing.assert_allclose(turned(at, NO_TURN, [0.0, 0.0, 0.0])[-1], NO_TURN, atol=1e-15)


def test_memory_gives_the_vector_of_the_step_before_or_its_start():
    x = np.arange(10.0).reshape(5, 2)
    reset = [False, False, False, True, False]
    found = simulate_block(MEMORY, {"x": x, "start": [[-1.0, -2.0]] * 5, "reset": reset}, {"n": 2})["y"]
    np.testing.assert_array_equal(found, [[-1, -2], x[0], x[1], [-1, -2], x[3]])


# --- fingers ---


def grip(angle, speed=0.0, close=False, open=False, steps=None, **parameters):
    inputs = {"angle": angle, "speed": speed, "close": close, "open": open}
    return simulate_block(GRIP, inputs, parameters, dt=DT, steps=steps)["y"]


@given(st.floats(-0.5, 2.0))
def test_closing_is_a_constant_voltage_wherever_the_finger_is(angle):
    assert grip(angle, close=True, steps=3, voltage=0.8) == pytest.approx(0.8, abs=1e-12)


def test_a_grip_let_go_of_round_a_load_goes_on_pressing():
    close = np.arange(50) < 10
    assert grip(0.4, close=close) == pytest.approx(0.6, abs=1e-12)  # the finger is stopped at 0.4 rad


def test_let_go_of_in_the_air_the_finger_comes_to_rest_a_little_farther_on():
    """A finger without friction or load, driven by its motor: it stops where the wanted angle stayed."""
    angle, speed, angles = 0.0, 0.0, []
    wanted = 0.0  # the law by hand, for the finger answers; the block is held against it below
    for step in range(400):
        close = step < 30
        wanted = angle + 0.2 if close else min(max(wanted, angle - 0.2), angle + 0.2)
        voltage = min(max(3.0 * (wanted - angle) - 0.02 * speed, -0.6), 0.6)
        speed += DT * (1.6 * (voltage - speed / 8.0)) / 0.05
        angle += DT * speed
        angles.append((angle, speed, close, voltage))
    series = np.array(angles)
    before = np.vstack([[0.0, 0.0], series[:-1, :2]])
    found = grip(before[:, 0], before[:, 1], series[:, 2].astype(bool))
    np.testing.assert_allclose(found, series[:, 3], atol=1e-12)
    let_go = series[29, 0]
    assert let_go < series[-1, 0] < let_go + 0.25
    assert abs(series[-1, 1]) < 1e-3


def test_opening_goes_to_the_open_angle_and_holds_it():
    opening = grip(np.array([1.0, 0.5, 0.1, 0.0]), open=True)
    assert opening == pytest.approx([-0.6, -0.6, -0.3, 0.0], abs=1e-12)
