"""The grab led in straight lines: to a target by f3, by rates, and what is refused."""

import math

import numpy as np
import pytest

from pult import grab
from pult.motion.grab.reasons import NONE
from pult.testing import check_block, simulate_block

HOME = np.array([0.0, -0.9, 1.9, -0.8, 0.0])


def test_rules():
    check_block("grab.lead")


def tips(angles):
    """Finger tips, pitch and roll by step."""
    points = np.array([grab.f1(grab.Config(*q)).point for q in angles])
    return points, angles[:, 1:4].sum(axis=1), angles[:, 4]


def led(steps=400, **inputs):
    """The block from the pose home on."""
    return simulate_block(
        "grab.lead", {"at": HOME, "on": True, "velocity": np.zeros(3), **inputs}, {"most": 2.0}, steps=steps
    )


def test_the_way_to_a_target_is_straight_and_pitch_and_roll_go_with_it():
    goal = np.array([1.03, 0.2, 0.42])
    found = led(go=True, target=goal, pitch=0.1, roll=0.3, speed=0.15)
    points, pitch, roll = tips(found["wanted"])
    assert not found["reason"].any()
    assert points[-1] == pytest.approx(goal, abs=1e-9)
    assert (pitch[-1], roll[-1]) == pytest.approx((0.1, 0.3), abs=1e-9)
    way = goal - points[0]
    share = (points - points[0]) @ way / (way @ way)
    assert np.linalg.norm(points - points[0] - np.outer(share, way), axis=1).max() < 1e-6
    assert pitch == pytest.approx(0.2 + share * (0.1 - 0.2), abs=1e-6)
    assert roll == pytest.approx(0.3 * share, abs=1e-6)
    speed = np.linalg.norm(np.diff(points, axis=0), axis=1) / 0.01
    assert speed.max() <= 0.15 + 1e-9
    assert np.abs(np.diff(speed)).max() <= 1.1 * 0.3 * 0.01  # it starts and brakes softly; the last step is a short one
    assert np.diff(share).min() > -1e-12


def test_a_turn_in_place_takes_its_time():
    point = grab.f1(grab.Config(*HOME)).point
    found = led(go=True, target=point, pitch=0.2, roll=1.2, speed=0.15)
    points, _, roll = tips(found["wanted"])
    assert roll[-1] == pytest.approx(1.2)
    assert np.diff(roll).max() <= 0.6 * 0.01 + 1e-9
    assert np.abs(points - point).max() < 1e-9


def test_rates_move_the_tips_straight():
    found = led(steps=100, velocity=np.array([0.1, 0.05, 0.0]))
    points, pitch, _ = tips(found["wanted"])
    assert not found["reason"].any()
    assert points[-1] - points[0] == pytest.approx(0.98 * np.array([0.1, 0.05, 0.0]), abs=1e-9)
    assert pitch == pytest.approx(np.full(100, 0.2), abs=1e-9)


def test_what_is_out_of_reach_is_refused_and_nothing_moves():
    found = led(steps=10, go=True, target=np.array([1.6, 0.0, 0.3]), speed=0.15)
    assert found["reason"][-1] == grab.Reason.TOO_FAR
    assert found["wanted"][-1] == pytest.approx(HOME)
    assert found["left"][-1] == pytest.approx(math.dist(grab.f1(grab.Config(*HOME)).point, (1.6, 0.0, 0.3)))


def test_a_stop_on_the_way_is_not_passed():
    found = led(steps=300, velocity=np.array([0.0, 0.0, 0.1]))
    assert found["reason"][-1] != NONE
    assert grab.f1(grab.Config(*found["wanted"][-1])).reason == NONE
    assert found["wanted"][-1] == pytest.approx(found["wanted"][-20])


def test_while_it_does_not_lead_it_is_at_its_anchor():
    found = simulate_block("grab.lead", {"at": HOME, "on": False, "velocity": np.ones(3)}, steps=3)
    assert found["wanted"] == pytest.approx(np.tile(HOME, (3, 1)))
