"""Blocks of mobile bases: the rules of blocks, the field of a rigid body, and odometry that undoes steering."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import pult
from pult.motion.mobile.odometry import motion_matrix, moved_pose
from pult.motion.mobile.steering import nearest_way
from pult.testing import check_block, simulate_block

BLOCKS = sorted(name for name in pult.blocks() if name.startswith("mobile."))
X, Y = 0.3 * np.cos(np.radians([60.0, 180.0, -60.0])), 0.3 * np.sin(np.radians([60.0, 180.0, -60.0]))
RADIUS = 0.08
speeds = st.floats(-0.4, 0.4)
PLACES = {"wheels_x": X.tolist(), "wheels_y": Y.tolist(), "radius": RADIUS}


@pytest.mark.parametrize("name", BLOCKS)
def test_rules(name):
    check_block(name)


def steered(twist, angles, steps=4, **parameters):
    """What the wheels do at once: with steered wheels, and so much acceleration that the twist is there in a step."""
    found = simulate_block(
        "mobile.steering",
        {"forward": twist[0], "left": twist[1], "rate": twist[2], "angles": angles},
        {**PLACES, "acceleration": 1e3, **parameters},
        steps=steps,
    )
    return {name: values[-1] for name, values in found.items()}


def aligned(twist, **parameters):
    """Steering angles for a twist, from wheels that look forward, and what they do there."""
    first = steered(twist, np.zeros(3), steps=1, **parameters)
    return steered(twist, first["steered"], **parameters)


@given(speeds, speeds, st.floats(-1.0, 1.0))
def test_wheels_move_as_points_of_a_rigid_body(vx, vy, w):
    if max(np.hypot(vx - w * Y, vy + w * X)) < 1e-6:
        return
    found = aligned((vx, vy, w))
    rolling = RADIUS * found["speeds"]
    assert rolling * np.cos(found["steered"]) == pytest.approx(vx - w * Y, abs=1e-9)
    assert rolling * np.sin(found["steered"]) == pytest.approx(vy + w * X, abs=1e-9)
    assert found["velocity"] == pytest.approx([vx, vy], abs=1e-9)


def test_no_wheel_is_steered_by_more_than_a_quarter_turn():
    backwards = aligned((-0.3, 0.0, 0.0))
    assert backwards["steered"] == pytest.approx(np.zeros(3))
    assert RADIUS * backwards["speeds"] == pytest.approx([-0.3] * 3)
    crab = aligned((0.0, 0.3, 0.0))
    assert np.abs(crab["steered"]) == pytest.approx([math.pi / 2] * 3)


@given(st.floats(-10.0, 10.0), st.floats(-1.6, 1.6))
def test_the_nearest_way_is_parallel_to_the_direction_and_within_the_limits(direction, angle):
    best, sign = nearest_way(direction, angle, -2.0, 2.0)
    assert -2.0 <= best <= 2.0
    assert sign * math.cos(best) == pytest.approx(math.cos(direction), abs=1e-9)
    assert sign * math.sin(best) == pytest.approx(math.sin(direction), abs=1e-9)
    others = [direction + k * math.pi for k in range(-5, 6)]
    assert abs(best - angle) <= min(abs(a - angle) for a in others if -2.0 <= a <= 2.0) + 1e-12


def test_a_twist_that_is_too_fast_is_scaled_as_a_whole():
    found = aligned((0.6, 0.0, 3.0), fastest=5.0, turned=3.0)
    assert max(abs(found["speeds"])) == pytest.approx(5.0)
    assert found["turning"] / found["velocity"][0] == pytest.approx(5.0)
    assert found["velocity"][1] == pytest.approx(0.0, abs=1e-12)


def test_wheels_are_turned_at_standstill_before_the_base_goes():
    waits = steered((0.0, 0.3, 0.0), np.zeros(3))
    assert waits["waiting"]
    assert waits["speeds"] == pytest.approx(np.zeros(3))
    assert not aligned((0.0, 0.3, 0.0))["waiting"]


def test_another_direction_is_braked_for_on_the_present_path():
    forward = np.concatenate([np.full(100, 0.3), np.zeros(100)])
    left = np.concatenate([np.zeros(100), np.full(100, 0.3)])
    found = simulate_block(
        "mobile.steering", {"forward": forward, "left": left, "rate": 0.0, "angles": np.zeros(3)}, PLACES, steps=200
    )
    moving = np.abs(found["speeds"]).max(axis=1) > 0.0
    assert found["steered"][moving] == pytest.approx(np.zeros((moving.sum(), 3)))  # straight on until it stands
    assert np.abs(found["steered"][-1]) == pytest.approx([math.pi / 2] * 3)
    changes = np.diff(RADIUS * found["speeds"], axis=0) / 0.01
    assert np.abs(changes).max() <= 0.8 + 1e-9


def test_a_wheel_in_the_turning_centre_keeps_its_angle_and_rests():
    centre = simulate_block("mobile.turning_centre", {"rate": 0.5, "x": X[0], "y": Y[0]}, steps=1)
    found = aligned((centre["forward"][0], centre["left"][0], 0.5))
    assert found["speeds"][0] == pytest.approx(0.0, abs=1e-9)
    assert found["steered"][0] == 0.0
    assert abs(found["speeds"][1]) > 1.0


def test_limits_less_than_half_a_turn_apart_are_refused():
    with pytest.raises(ValueError, match="less than half a turn apart"):
        simulate_block("mobile.steering", {"angles": np.zeros(3)}, {"low": -1.0, "high": 1.0}, steps=1)


@given(speeds, speeds, st.floats(-1.0, 1.0))
def test_odometry_undoes_steering(vx, vy, w):
    """A steady twist is an arc: its end is known in closed form."""
    ux, uy = vx - w * Y, vy + w * X
    angles = np.arctan2(uy, ux)
    steps, dt = 50, 0.01
    rolled = np.outer(np.arange(steps + 1) * dt, np.hypot(ux, uy) / RADIUS)
    found = simulate_block("mobile.odometry", {"rolled": rolled, "steered": angles}, PLACES)
    turn = w * steps * dt
    s, c = (math.sin(turn) / w, (1.0 - math.cos(turn)) / w) if abs(w) > 1e-6 else (steps * dt, 0.0)
    assert found["x"][-1] == pytest.approx(s * vx - c * vy, abs=1e-7)
    assert found["y"][-1] == pytest.approx(c * vx + s * vy, abs=1e-7)
    assert found["yaw"][-1] == pytest.approx(turn, abs=1e-9)
    assert found["velocity"][-1] == pytest.approx([vx, vy], abs=1e-9)
    assert found["rate"][-1] == pytest.approx(w, abs=1e-9)


def test_odometry_starts_anew_where_the_base_is():
    rolled = np.outer(np.linspace(0.0, 1.0, 21), np.ones(3))
    reset = np.arange(21) == 10
    found = simulate_block("mobile.odometry", {"rolled": rolled, "steered": np.zeros(3), "reset": reset}, PLACES)
    assert found["x"][10] == 0.0
    assert found["x"][-1] == pytest.approx(0.5 * RADIUS)


def test_wheels_in_one_point_tell_no_turn():
    with pytest.raises(ValueError, match="do not determine"):
        motion_matrix(np.array([0.1, 0.1]), np.array([0.2, 0.2]))


def test_half_a_circle_in_one_step_ends_where_the_chord_does():
    assert moved_pose(0.0, 0.0, 0.0, math.pi, 0.0, math.pi) == pytest.approx((0.0, 2.0, math.pi))
