"""The way of a tool over a surface, and the law by which it presses."""

import math

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pult.blocks.kinematics._surface import (
    APPROACH,
    DESCENT,
    DONE,
    LIFT,
    STROKE,
    arc_knots,
    tool_orientation,
)
from pult.blocks.kinematics.surface_path import PathState, SurfacePath
from pult.geometry.quaternions import rotate
from pult.motion.surface.chords import deviation
from pult.motion.surface.follow import tool_pose
from pult.motion.surface.parameters import MAX_KNOTS
from pult.testing import check_block, simulate_block

CENTRE, RADIUS = np.array([0.4, 0.0, 0.3]), 0.12
HOME = {"at": np.array([0.4, 0.0, 0.5]), "turned": np.array([0.0, 0.0, 1.0, 0.0])}
RHO = 0.12 + 0.03 - 10.0 / 7000.0
DT = 0.004


def led(seconds=24.5, parameters=None, **inputs):
    """Signals of the block whose tool is always where it is led."""
    given = {**HOME, "force": 10.0, "speed": 0.025, "run": True, **inputs}
    return simulate_block(
        "kinematics.surface_path", given, {"leash": 10.0, **(parameters or {})}, steps=round(seconds / DT), dt=DT
    )


@pytest.fixture(scope="module")
def whole():
    return led()


@pytest.mark.parametrize("name", ["kinematics.surface_path", "control.press"])
def test_the_blocks_keep_the_rules(name):
    check_block(name, steps=60)


def test_the_stages_follow_one_another(whole):
    stages = whole["stage"]
    changes = stages[np.flatnonzero(np.diff(stages)) + 1]
    assert changes.tolist() == [APPROACH, DESCENT, STROKE, LIFT, DONE]
    assert (whole["out"] == ((stages == DESCENT) | (stages == STROKE))).all()
    assert (whole["press"] == (stages == STROKE)).all()
    assert whole["wanted"][stages == STROKE] == pytest.approx(10.0)


def test_chords_leave_the_arc_by_the_formula_and_meet_it_at_the_knots(whole):
    on = whole["position"][whole["stage"] == STROKE]
    far = np.linalg.norm(on - CENTRE, axis=1)
    assert far.max() == pytest.approx(RHO, abs=1e-7)
    assert RHO - far.min() == pytest.approx(deviation(RHO, math.pi, 6), rel=1e-4)
    assert np.abs(on[:, 0] - 0.4).max() < 1e-12


def test_the_speed_is_the_wanted_one_and_never_jumps(whole):
    speed = np.linalg.norm(np.diff(whole["position"], axis=0), axis=1) / DT
    on = np.flatnonzero(whole["stage"] == STROKE)
    middle = speed[on[50:-100]]
    corner = middle < 0.025 - 1e-9  # a step across a knot cuts the corner
    assert corner.sum() <= 5 and middle[~corner] == pytest.approx(0.025)
    assert np.abs(np.diff(speed)).max() <= 0.2 * DT + 1e-3  # the limit, and corners


@given(
    st.lists(st.floats(0.002, 0.02), min_size=1, max_size=9), st.floats(0.02, 0.1), st.floats(0.1, 0.5),
    st.integers(1, 3),
)  # fmt: skip
@example([0.008] * 9, 0.1, 0.2, 2)  # legs much shorter than the way to brake
@settings(max_examples=8)
def test_the_speed_along_the_path_changes_by_no_more_than_its_limit_at_turns_and_at_the_end(legs, speed, limit, passes):
    points, normals = np.zeros((MAX_KNOTS, 3)), np.tile([0.0, 0.0, 1.0], (MAX_KNOTS, 1))
    points[:, 0] = np.concatenate([[0.0], np.cumsum(legs), np.full(MAX_KNOTS - len(legs) - 1, sum(legs))])
    state, ways = PathState(np.zeros(3), np.zeros(4), stage=STROKE, begun=True), [0.0, 0.0]
    tables = {"points": points, "normals": normals}
    while state.stage == STROKE and len(ways) < 5000:
        state = SurfacePath.update(
            state, np.zeros(3), HOME["turned"], 10.0, speed, True, **tables, acceleration=limit, passes=passes,
            leash=9.0, dt=DT,
        )  # fmt: skip
        led = SurfacePath.output(state, np.zeros(3), HOME["turned"], 10.0, **tables)
        ways.append(led.position[0])
    assert state.stage == LIFT and state.passed == passes - 1
    speeds = np.diff([*ways, ways[-1]]) / DT  # signed: at a turn it goes through 0
    assert np.abs(speeds).max() <= speed + 1e-9
    assert np.abs(np.diff(speeds)).max() <= limit * DT + 1e-6  # a knot counts as reached from 1e-9 m on
    assert np.ptp(ways) == pytest.approx(sum(legs), abs=1e-8)


def test_the_tool_points_against_the_normal(whole):
    on = np.flatnonzero(whole["stage"] == STROKE)[::125]
    for k in on:
        axis = np.array(rotate(tuple(whole["quaternion"][k]), (0.0, 0.0, 1.0)))
        out = (whole["position"][k] - CENTRE) / np.linalg.norm(whole["position"][k] - CENTRE)
        assert axis @ out < -math.cos(math.radians(1.0))  # along a chord both turn evenly, but not quite alike


def test_the_turn_is_that_of_the_planner():
    random = np.random.default_rng(5)
    for _ in range(30):
        n = random.normal(size=3)
        n /= np.linalg.norm(n)
        yaw = float(random.uniform(-3, 3))
        pose = tool_pose(np.zeros(3), n, yaw)
        q = tool_orientation(n, yaw)
        for axis in np.eye(3):
            assert rotate(q, tuple(axis)) == pytest.approx(pose[:3, :3] @ axis, abs=1e-9)


def test_progress_grows_from_none_to_all(whole):
    progress = whole["progress"]
    assert progress[0] == 0.0 and progress[-1] == 1.0
    assert (np.diff(progress) >= -1e-12).all()


def test_without_run_or_while_waiting_it_stands_still():
    for stop in ({"run": np.arange(2250) < 1500}, {"wait": np.arange(2250) >= 1500}):
        found = led(9.0, **stop)
        after = found["position"][1550:]
        assert np.abs(after - after[0]).max() == 0.0
        assert found["stage"][-1] == STROKE


def test_it_waits_for_a_tool_that_is_left_behind():
    found = led(6.0, {"leash": 0.01})  # the tool never moves
    away = np.linalg.norm(found["position"] - HOME["at"], axis=1)
    assert 0.01 < away.max() < 0.0105


def test_several_passes_go_to_and_fro_and_a_new_start_leads_back():
    points, normals = arc_knots((0.4, 0.0, 0.3), RADIUS, 0.4, 3)
    short = {"points": points, "normals": normals, "passes": 2}
    found = led(16.0, short, speed=0.05)
    on = found["position"][found["stage"] == STROKE]
    assert on[0, 1] < -0.02 and on[-1, 1] < -0.02 and on[:, 1].max() > 0.02
    run = np.ones(4000, dtype=bool)
    run[2250:2275] = False
    again = led(16.0, {**short, "passes": 1}, speed=0.05, run=run)
    stages = again["stage"]
    assert stages[2249] == DONE and stages[-1] == DONE
    back = again["position"][2250:][stages[2250:] == STROKE]
    assert back[0, 1] > 0.02 and back[-1, 1] < -0.02


def test_force_and_pace_follow_the_knots():
    points, normals = arc_knots((0.4, 0.0, 0.3), RADIUS, 0.6, 3)
    forces, paces = np.ones(MAX_KNOTS), np.ones(MAX_KNOTS)
    forces[1], paces[1:] = 1.5, 0.5
    found = led(14.0, {"points": points, "normals": normals, "forces": forces, "paces": paces}, speed=0.02)
    on = found["stage"] == STROKE
    wanted = found["wanted"][on]
    assert wanted[0] == pytest.approx(10.0, abs=0.01) and wanted.max() == pytest.approx(15.0, abs=0.01)
    speed = np.linalg.norm(np.diff(found["position"][on], axis=0), axis=1) / DT
    assert np.median(speed[125:375]) == pytest.approx(0.02, rel=1e-6)
    assert np.median(speed[-500:-125]) == pytest.approx(0.01, rel=1e-6)


def test_the_force_law_is_that_of_the_paper():
    given = {"press": True, "wanted": 12.0, "measured": 9.0, "target": 0.03, "stroke": 0.02, "rate": 0.1}
    found = simulate_block(
        "control.press", given, {"mass": 1.2, "kpf": 5e4, "kvf": 300.0, "ke": 5e3}, steps=2, dt=0.001
    )
    assert found["y"] == pytest.approx(1.2 * (5e4 / 5e3 * 3.0 - 300.0 * 0.1) + 9.0)


def test_the_held_stroke_goes_to_its_target_at_its_own_pace():
    given = {"press": False, "wanted": 0.0, "measured": 0.0, "target": 0.03, "stroke": 0.0, "rate": 0.0}
    found = simulate_block("control.press", given, {"bandwidth": 100.0, "travel": 0.1}, steps=500, dt=0.001)
    held = found["y"] / 100.0**2
    assert held[:301] == pytest.approx(np.minimum(np.maximum(np.arange(301) - 1, 0) * 1e-4, 0.03), abs=1e-12)
    assert held[-1] == pytest.approx(0.03)
