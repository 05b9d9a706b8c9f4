"""State estimate of a robot that stands, from readings with bias; and its prediction."""

import math

import numpy as np
import pytest

import pult
from pult.motion.balance.estimator import BIAS, PULL, SIZE, USUAL, estimate, predict

GYRO, PULL_ERROR = np.array([0.01, -0.008, 0.012]), np.array([0.1, -0.06, 0.08])


@pytest.fixture(scope="module")
def stood():
    """Memory and speeds after six seconds on both feet, upright, with constant errors of both inertial sensors."""
    walker = pult.load_robot("biped").walker()
    arrays, s, v = walker.arrays, np.zeros(SIZE), np.empty(20)
    for _ in range(600):
        estimate(
            s, USUAL, arrays.links, arrays.tips, walker.stand, np.zeros(14), GYRO, np.array([0.0, 0.0, 9.81]) + PULL_ERROR,
            np.array([440.0, 440.0]), True, 0.01, v,
        )  # fmt: skip
    return s, v


def test_a_robot_that_stands_learns_the_bias_of_its_gyroscope_and_keeps_its_heading(stood):
    s, _ = stood
    assert s[BIAS + 2] == pytest.approx(GYRO[2], abs=1e-4)
    assert math.atan2(s[3], s[0]) == pytest.approx(0.0, abs=1e-5)  # the first tick's bias is made good, too


def test_it_learns_the_bias_of_its_accelerometer_and_that_it_does_not_move(stood):
    s, v = stood
    # what tilt is left, see below, looks like a bias as well
    assert s[PULL : PULL + 3] == pytest.approx(PULL_ERROR, abs=0.06)
    assert v[:3] == pytest.approx(np.zeros(3), abs=3e-3)


def test_soles_that_lie_flat_outweigh_the_accelerometer(stood):
    """By it alone the tilt would be off by 0.1/9.81 rad."""
    s, _ = stood
    assert abs(s[6]) < 0.3 * 0.1 / 9.81
    assert abs(s[7]) < 0.3 * 0.1 / 9.81


def test_a_sole_that_turns_on_the_floor_does_not_turn_the_robot(stood):
    """The first joint of the left leg, about the vertical, turns its sole by 0.5 rad in 0.25 s; the body stays."""
    memory, v = stood[0].copy(), np.empty(20)
    walker = pult.load_robot("biped").walker()
    q, before = walker.stand.copy(), math.atan2(memory[3], memory[0])
    for _ in range(25):
        q[0] += 0.02
        estimate(
            memory, USUAL, walker.arrays.links, walker.arrays.tips, q, np.zeros(14), GYRO,
            np.array([0.0, 0.0, 9.81]) + PULL_ERROR, np.array([880.0, 0.0]), False, 0.01, v,
        )  # fmt: skip
    assert math.atan2(memory[3], memory[0]) == pytest.approx(before, abs=1e-3)
    assert memory[BIAS + 2] == pytest.approx(stood[0][BIAS + 2], abs=1e-5)


def test_prediction_is_that_of_constant_acceleration():
    R, p, v, q = np.eye(3).ravel(), np.zeros(3), np.zeros(20), np.zeros(14)
    v[:3], v[5], v[6:] = [0.3, 0.1, 0.0], 0.5, 1.0
    acceleration = np.concatenate([[1.0, 0.0, 0.0], np.zeros(3), np.full(14, -2.0)])
    predict(R, p, v, q, acceleration, 0.01)
    assert v[0] == pytest.approx(0.31)
    assert p == pytest.approx([0.3 * 0.01 + 0.5 * 0.01**2, 0.001, 0.0], abs=1e-12)
    assert math.atan2(R[3], R[0]) == pytest.approx(0.005, abs=1e-9)
    assert q == pytest.approx(0.01 - 1.0 * 0.01**2, abs=1e-12)
