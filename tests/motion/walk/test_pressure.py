"""Points of a plan where the feet stand, and torques that bear the weight over a centre of pressure."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pult.motion.balance import gait as g
from pult.motion.walk.frames import place_in_world
from pult.motion.walk.gait import dcm_gait
from pult.motion.walk.pattern import make_table
from pult.motion.walk.pressure import at_feet, bearing_torques, planned_dcm, planned_feet, planned_shares
from pult.motion.walk.rows import BOTH, COM, SUPPORT

number = st.floats(-2.0, 2.0)


@given(number, number, st.floats(-1.5, 1.5), number, number, st.sampled_from([0.0, 0.3, 1.0]))
def test_a_plan_that_is_moved_as_a_whole_takes_its_points_with_it(x, y, turn, px, py, share):
    planned = np.array([[0.1, 0.1, 0.2], [-0.1, -0.1, 0.2]])
    R = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    feet = np.column_stack([planned[:, :2] @ R.T + [x, y], planned[:, 2] + turn])
    found = np.empty(2)
    at_feet(planned, feet, share, np.array([px, py]), found)
    assert found == pytest.approx(R @ [px, py] + [x, y], abs=1e-12)


def test_where_only_one_foot_stands_the_other_one_does_not_matter():
    planned, found, again = np.array([[0.0, 0.1, 0.0], [0.2, -0.1, 0.0]]), np.empty(2), np.empty(2)
    at_feet(planned, planned, 1.0, np.array([0.05, 0.1]), found)
    moved = np.array([[0.0, 0.1, 0.0], [0.5, 0.0, 0.4]])
    at_feet(planned, moved, 1.0, np.array([0.05, 0.1]), again)
    assert found == pytest.approx([0.05, 0.1]) and again == pytest.approx(found)


@pytest.mark.parametrize("contacts", [(1.0, 1.0), (1.0, 0.0), (0.0, 1.0)])
def test_the_torques_are_the_virtual_work_of_the_weight(walker, contacts):
    """Where the floor bears w at a point fixed to the foot, a joint that turns by dq lifts the pelvis by -dz: tau = w dz/dq."""
    a, q, base = walker.arrays, walker.stand.copy(), np.array([0.0, 0.0, 1.0])
    frames, soles = np.empty((14, 12)), np.empty((2, 12))
    place_in_world(a.links, a.tips, q, base, 0.0, frames, soles)
    feet = np.array([[soles[k, 3], soles[k, 7], 0.0] for k in range(2)])
    numbers = g.USUAL.copy()
    point = np.array([0.06, 0.02]) if min(contacts) else feet[0 if contacts[0] else 1, :2] + [0.05, 0.01]
    torques, weight = np.empty(14), 900.0
    bearing_torques(frames, numbers, feet, np.array(contacts), point, weight, torques)
    p, points = point.copy(), np.empty((2, 2))
    share = g.share_pressure(numbers, feet, np.array(contacts), p, points)
    assert p == pytest.approx(point, abs=1e-12)
    for leg, part in enumerate((share, 1.0 - share)):
        local = np.array([*(points[leg] - feet[leg, :2]), 0.0])
        for i in range(7):
            heights = []
            for change in (1e-6, -1e-6):
                moved = q.copy()
                moved[7 * leg + i] += change
                place_in_world(a.links, a.tips, moved, base, 0.0, np.empty((14, 12)), soles)
                heights.append(soles[leg].reshape(3, 4)[2, :3] @ local + soles[leg, 11])
            assert torques[7 * leg + i] == pytest.approx(-weight * part * (heights[0] - heights[1]) / 2e-6, abs=1e-4)


def test_along_a_table_shares_follow_the_support_and_the_component_leads_the_mass(walker):
    table = make_table(dcm_gait(), walker)
    shares, feet, dcm = planned_shares(table, (walker.toe - walker.heel) / 2), planned_feet(table), planned_dcm(table)
    support = table.rows[:, SUPPORT]
    assert set(shares[support == 1]) == {1.0} and set(shares[support == 2]) == {0.0}
    assert shares[0] == pytest.approx(0.5, abs=1e-3)
    assert np.abs(np.diff(shares[support == BOTH])).max() < 1.0
    assert feet[0] == pytest.approx([0.0, 0.1009, 0.0, 0.0, -0.1009, 0.0])
    assert dcm[0] == pytest.approx(table.rows[0, COM : COM + 2])  # at rest
