"""Footholds, the plan of the divergent component of motion, and centres of pressure."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pult.motion.balance import gait as g
from pult.motion.balance.stepping import quintic

GAIT = g.USUAL
small = st.floats(-0.4, 0.4)


@given(small, small, small)
def test_steps_of_both_feet_mirror_each_other(forward, side, turn):
    """The left foot that steps to the left is the mirror image of the right one that steps to the right."""
    left, right = np.empty(3), np.empty(3)
    g.foothold(GAIT, 1, np.zeros(3), np.array([forward, side, turn]), left)
    g.foothold(GAIT, 0, np.zeros(3), np.array([forward, -side, -turn]), right)
    assert left == pytest.approx(right * [1.0, -1.0, -1.0], abs=1e-12)


def test_the_plan_of_even_steps_repeats_itself():
    """In a steady walk the offset at the end of a step is the mirror image of that at its beginning (3LIP closed form)."""
    w, T = g.frequency(GAIT), float(GAIT[g.PERIOD])
    command = np.array([0.2, 0.0, 0.0])
    narrow = GAIT.copy()
    narrow[g.DOUBLE] = 1e-3
    foot, following, b = np.zeros(3), np.empty(3), np.empty(2)
    before = np.array([-0.2 + float(GAIT[g.AHEAD]), -float(GAIT[g.SPACING])])
    g.foothold(narrow, 0, foot, command, following)
    g.dcm_offset(narrow, 0, foot, before, command, b)
    # without double support: forward b = s/(e^{wT} - 1), sideways -s d/(e^{wT} + 1); four steps reach it to e^{-4wT}
    assert b[0] == pytest.approx(0.2 / (math.exp(w * T) - 1.0), rel=0.02)
    assert abs(b[1]) == pytest.approx(float(GAIT[g.SPACING]) / (math.exp(w * T) + 1.0), rel=0.02)


@given(st.floats(-1, 1), st.floats(-1, 1), st.floats(-3, 3), st.sampled_from([(1, 1), (1, 0), (0, 1)]))
def test_a_shared_centre_of_pressure_lies_within_the_soles(x, y, heading, contacts):
    half = 0.5 * float(GAIT[g.SPACING])
    c, s = math.cos(heading), math.sin(heading)
    feet = np.array([[-s * half, c * half, heading], [s * half, -c * half, heading]])
    point, points = np.array([x, y]), np.empty((2, 2))
    share = g.share_pressure(GAIT, feet, np.array(contacts, dtype=float), point, points)
    for foot in range(2):
        if contacts[foot]:
            dx, dy = points[foot] - feet[foot, :2]
            margin = float(GAIT[g.MARGIN]) - 1e-12
            assert margin - GAIT[g.HEEL] <= c * dx + s * dy <= GAIT[g.TOE] - margin
            assert abs(c * dy - s * dx) <= GAIT[g.HALF_WIDTH] - margin
    assert point == pytest.approx(share * points[0] + (1.0 - share) * points[1], abs=1e-12)
    assert 0.0 <= share <= 1.0


@given(small, small, small, small, st.floats(0.05, 1.0))
def test_the_quintic_begins_and_ends_where_it_should(x, v, end, end_v, duration):
    assert quintic(x, v, 0.3, end, end_v, duration, 0.0) == pytest.approx((x, v, 0.3), abs=1e-12)
    assert quintic(x, v, 0.3, end, end_v, duration, duration) == pytest.approx((end, end_v, 0.0), abs=1e-6)
