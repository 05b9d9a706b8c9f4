"""Blocks of arms that carry a body: the rules of blocks, and closed forms."""

import math

import numpy as np
import pytest

import pult
from pult.blocks.carry._arms import GRASPS, LINKS, PLACES, TURNS
from pult.testing import check_block, simulate_block

BLOCKS = sorted(name for name in pult.blocks() if name.startswith("carry."))


@pytest.mark.parametrize("name", BLOCKS)
def test_rules(name):
    check_block(name)


def one(name, parameters=None, **inputs):
    """Outputs of one step."""
    found = simulate_block(name, inputs, parameters or {}, steps=1)
    return {port: values[0] for port, values in found.items()}


def test_arms_that_follow_grasp_points_have_their_hands_there():
    points = [-0.18, 0.05, 0.21, 0.02]
    angles = one("carry.planar_inverse", points=points, velocities=[0.0] * 4, accelerations=[0.0] * 4)
    assert angles["reached"]
    hands = one("carry.hands", angles=angles["angles"], readings=[0.0] * 6)
    assert hands["points"] == pytest.approx(points, abs=1e-12)
    pose = one("carry.body_pose", points=hands["points"])
    assert pose["turn"] == pytest.approx(math.atan2(-0.03, 0.39))


def test_hands_apply_their_readings_along_their_own_axes():
    hands = one("carry.hands", angles=[0.0, math.pi / 2, 0.0, 0.0], readings=[1.0, 0.0, 9.0, 1.0, 2.0, 9.0])
    assert hands["forces"] == pytest.approx([0.0, 1.0, -1.0, -2.0])  # the second base is turned by pi
    assert hands["points"] == pytest.approx([PLACES[0] + LINKS[0], LINKS[1], PLACES[2] - LINKS[2] - LINKS[3], 0.0])


def test_grasp_points_of_a_turned_bar():
    found = one(
        "carry.grasp_points", place=[0.1, 0.0], turn=math.pi / 2, velocity=[0.0, 0.0], turning=2.0,
        acceleration=[0.0, 0.0], turn_acceleration=0.0,
    )  # fmt: skip
    assert found["points"] == pytest.approx([0.1, -0.2, 0.1, 0.2])
    assert found["velocities"] == pytest.approx([0.4, 0.0, -0.4, 0.0])
    assert found["accelerations"] == pytest.approx([0.0, 0.8, 0.0, -0.8])  # towards the middle


def test_a_cylinder_works_with_the_torque():
    parameters = {"k": 0.22, "p": 0.085, "offset": 0.3, "sense": -1.0}
    found = one("carry.cylinder", parameters, torque=5.0, angle=-0.6, rate=0.7)
    ahead, behind = (one("carry.cylinder", parameters, torque=0.0, angle=-0.6 + d)["length"] for d in (1e-6, -1e-6))
    slope = (ahead - behind) / 2e-6
    assert found["speed"] == pytest.approx(slope * 0.7, rel=1e-6)
    assert found["force"] * found["speed"] == pytest.approx(5.0 * 0.7, rel=1e-9)


def test_pulling_takes_more_pressure_than_pushing():
    push, pull = (one("carry.pressure", {"bore": 0.032, "rod": 0.012}, force=f)["y"] for f in (100.0, -100.0))
    assert push == pytest.approx(100.0 / (math.pi * 0.016**2))
    assert -pull / push == pytest.approx(0.032**2 / (0.032**2 - 0.012**2))


def test_forces_that_share_a_load_squeeze_nothing():
    forces = one("carry.share", acceleration=[0.3, -0.2], turn_acceleration=1.5, turn=0.4)["y"]
    split = one("carry.split", vectors=forces, turn=0.4)
    assert split["size"] == pytest.approx(0.0, abs=1e-12)
    assert np.add.reduce(np.reshape(forces, (-1, 2))) == pytest.approx([0.6, -0.4])


def test_torques_hold_a_force_at_rest():
    """At rest tau = J^T f: a push along a straight arm needs none, one across it l_1 + l_2 and l_2 times the force."""
    found = one("carry.planar_torques", angles=[0.0] * 4, rates=[0.0] * 4, accelerations=[0.0] * 4, forces=[5.0, 2.0, 0.0, 2.0])
    assert found["y"] == pytest.approx([1.8, 0.9, -1.8, -0.9])


def test_a_led_body_goes_as_fast_as_it_is_led_and_comes_to_rest():
    n = 2000
    rate = np.zeros((n, 2))
    rate[:1000, 1] = 0.15
    found = simulate_block(
        "carry.lead", {"at": [0.1, 0.2], "at_turn": 0.3, "rate": rate, "turn_rate": 0.0}, dt=0.002
    )
    place, velocity = np.array(found["place"]), np.array(found["velocity"])
    assert place[0] == pytest.approx([0.1, 0.2])
    assert np.array(found["turn"]) == pytest.approx(np.full(n, 0.3))
    assert velocity[:, 1].max() == pytest.approx(0.15, rel=2e-3)
    assert abs(velocity[-1, 1]) < 1e-5
    assert np.gradient(place[:, 1], 0.002)[1:-1] == pytest.approx(velocity[1:-1, 1], abs=1e-4)
    assert np.abs(found["acceleration"]).max() <= 0.5 + 1e-9


def test_the_guard_stops_what_leads_out_of_reach_and_lets_back():
    at = {"place": [0.15, 0.0], "turn": 0.0, "turn_rate": 0.0}
    out, back = one("carry.reach_guard", rate=[0.2, 0.1], **at), one("carry.reach_guard", rate=[-0.2, 0.0], **at)
    assert (out["blocked"], back["blocked"]) == (True, False)
    assert out["velocity"] == pytest.approx([0.0, 0.1])  # what can still be done is done
    assert back["velocity"] == pytest.approx([-0.2, 0.0])


def test_a_path_waits_while_it_may_not_run():
    n = 2500
    run = np.ones(n, dtype=bool)
    run[300:900] = False
    found = simulate_block("carry.path", {"run": run}, {"speed": 0.2}, dt=0.002)
    place, velocity = np.array(found["place"]), np.array(found["velocity"])
    assert found["done"][-1]
    assert place[-1] == pytest.approx([0.0, 0.2])
    assert place[899] == pytest.approx(place[700], abs=1e-12)
    assert np.gradient(place[:, 1], 0.002)[1:-1] == pytest.approx(velocity[1:-1, 1], abs=2e-3)
    off = np.abs(np.diff(velocity[:, 1]) / 0.002 - np.array(found["acceleration"])[:-1, 1])
    assert np.count_nonzero(off > 0.05) <= 6  # but for the steps in which the pace begins or ends to change


def test_the_usual_arms_hold_the_usual_bar():
    reach = np.hypot(*(GRASPS - PLACES)[:2])
    assert reach == pytest.approx(0.65)
    assert pytest.approx(math.pi) == TURNS[1]
