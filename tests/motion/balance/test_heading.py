"""The filter of the heading: the textbook's Kalman filter, and an uncertainty that is true."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pult.motion.balance.heading import SOLES, STATES, begin, landed, read_sole, turned

NOISE, DRIFT, SOLE, DT = 5e-4, 1e-4, 3e-4, 0.01


class Textbook:
    """The same filter by matrices: x = F x, P = F P F' + Q; K = P H'/(H P H' + R), P = (I - K H) P."""

    def __init__(self) -> None:
        self.P = np.diag([0.0, 0.02**2, 0.0, 0.0])

    def turned(self) -> None:
        F = np.eye(STATES)
        F[0, 1] = -DT
        self.P = F @ self.P @ F.T + np.diag([NOISE**2 * DT, DRIFT**2 * DT, 0.0, 0.0])

    def landed(self, k: int) -> None:
        F = np.eye(STATES)
        F[SOLES + k] = [1.0, 0.0, 0.0, 0.0]
        Q = np.zeros((STATES, STATES))
        Q[SOLES + k, SOLES + k] = SOLE**2
        self.P = F @ self.P @ F.T + Q

    def read(self, k: int) -> np.ndarray:
        H = np.zeros(STATES)
        H[0], H[SOLES + k] = -1.0, 1.0
        gain = self.P @ H / (H @ self.P @ H + SOLE**2)
        self.P = (np.eye(STATES) - np.outer(gain, H)) @ self.P
        return gain


@given(st.lists(st.sampled_from(["tick", "land left", "land right", "read left", "read right"]), max_size=40))
def test_it_is_the_kalman_filter_of_the_textbook(course):
    P, book, gain = np.empty(STATES * STATES), Textbook(), np.empty(STATES)
    begin(P)
    for event in ["land left", "land right", *course]:
        k = int(event.endswith("right"))
        if event == "tick":
            turned(P, NOISE, DRIFT, DT)
            book.turned()
        elif event.startswith("land"):
            landed(P, k, SOLE**2)
            book.landed(k)
        else:
            read_sole(P, k, SOLE**2, gain)
            assert gain == pytest.approx(book.read(k), rel=1e-6, abs=1e-12)
        assert P.reshape(STATES, STATES) == pytest.approx(book.P, rel=1e-6, abs=1e-15)


def walk_in_place(random: np.random.Generator, steps: int) -> tuple[float, float]:
    """Error of the heading after steps of 0.7 s with 0.06 s on both feet, and what the filter thinks it may be [rad]."""
    P, gain = np.empty(STATES * STATES), np.empty(STATES)
    begin(P)
    heading, bias, soles, stands = 0.0, 0.0, [0.0, 0.0], [False, False]
    true_bias = random.normal(0.0, 0.01)
    for tick in range(70 * steps):
        heading += (true_bias + random.normal(0.0, NOISE / np.sqrt(DT)) - bias) * DT
        turned(P, NOISE, DRIFT, DT)
        support = tick // 70 % 2
        for k in range(2):
            if k != support and tick % 70 >= 6:
                stands[k] = False
                continue
            reading = heading + random.normal(0.0, SOLE)
            if not stands[k]:
                stands[k], soles[k] = True, reading
                landed(P, k, SOLE**2)
                continue
            read_sole(P, k, SOLE**2, gain)
            error = reading - soles[k]
            heading, bias = heading + gain[0] * error, bias + gain[1] * error
            soles = [sole + change * error for sole, change in zip(soles, gain[SOLES:], strict=True)]
    return heading, float(np.sqrt(P[0]))


def test_a_walk_is_as_uncertain_of_its_heading_as_it_says():
    """Errors over their standard deviation have the mean square 1: of 60 walks within 1 +- 0.73 (four deviations)."""
    random = np.random.default_rng(4)
    found = [walk_in_place(random, 12) for _ in range(60)]
    assert np.mean([(error / deviation) ** 2 for error, deviation in found]) == pytest.approx(1.0, abs=0.73)
    assert found[0][1] < 1.5e-3
