"""Points of the plan where the feet stand."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pult.motion.walk.pressure import at_feet

PLANNED = np.array([[0.0, 0.1, 0.0], [0.05, -0.1, 0.0]])
POINT = np.array([0.08, 0.03])


def moved(turn: float, apart: float = 0.0) -> np.ndarray:
    """The planned feet after a turn about the origin; the headings differ by what the soles have slipped [rad]."""
    c, s = math.cos(turn), math.sin(turn)
    feet = PLANNED.copy()
    feet[:, :2] = PLANNED[:, :2] @ np.array([[c, s], [-s, c]])
    feet[:, 2] = [math.remainder(turn + apart, 2 * math.pi), math.remainder(turn - apart, 2 * math.pi)]
    return feet


@given(turn=st.floats(-7.0, 7.0), share=st.floats(0.0, 1.0), apart=st.floats(-0.01, 0.01))
def test_a_point_turns_with_the_feet_wherever_they_face(turn, share, apart):
    """Also where one foot faces a little more than half a turn to the left, and the other a little less to the right."""
    found = np.empty(2)
    at_feet(PLANNED, moved(turn, apart), share, POINT, found)
    c, s = math.cos(turn), math.sin(turn)
    wanted = [c * POINT[0] - s * POINT[1], s * POINT[0] + c * POINT[1]]
    assert found == pytest.approx(wanted, abs=0.011 * 0.25)  # what the slip turns the point about the feet
