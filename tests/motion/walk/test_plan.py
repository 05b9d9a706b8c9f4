"""Plans of both modes: the equations of the paper, the pendulum, continuity, support polygon."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pult.core.errors import DocumentError, KinematicsError
from pult.motion.walk.capture import Step
from pult.motion.walk.feet import cosine_law, smooth_law, smooth_lift
from pult.motion.walk.gait import dcm_gait, paper_gait
from pult.motion.walk.paper import acceleration_law, braking_law, cyclic_law
from pult.motion.walk.pendulum import at_rest, backwards, forwards, join, swing_pendulum
from pult.motion.walk.plan import SEGMENTS, Shift, Steps, Turn, Walk, plan_table, plan_walk
from pult.motion.walk.polygon import margins, sole_gaps, support_margins
from pult.motion.walk.rows import COM, COM_ACCELERATION, COM_RATE, GRAVITY, HEADING, LEFT, RIGHT, SUPPORT, ZMP

COMMANDS = [Walk(3), Turn(math.pi / 4), Turn(-0.5), Shift("left"), Walk(2, "right")]
GAITS = [paper_gait(), dcm_gait()]


def test_the_cyclic_step_has_the_boundary_values_of_the_paper():
    gait = paper_gait(alpha=0.1)
    law = cyclic_law(gait)
    x0, L, T = gait.half_spacing, gait.length, gait.step_time
    ends = law(np.array([0.0, T]))
    assert ends[0] == pytest.approx(np.array([[0.0, 0.0], [0.5 * L, 1.5 * L]]), abs=1e-12)
    # the printed form, with its constants from the boundary values
    k = math.sqrt(GRAVITY / (gait.alpha * gait.height))
    C = np.linalg.solve([[1.0, 1.0], [math.exp(k * T), math.exp(-k * T)]], [x0, x0])
    t = np.linspace(0.0, T, 7)
    assert law(t)[0, 0] == pytest.approx(-x0 + C[0] * np.exp(k * t) + C[1] * np.exp(-k * t), abs=1e-9)
    assert law(t)[2, 0] == pytest.approx(k * k * (law(t)[0, 0] + x0), abs=1e-9)  # ZMP of the virtual height: the foot


def test_the_cubics_join_rest_and_walking():
    gait = paper_gait()
    x0, L, Ta = gait.half_spacing, gait.length, gait.acceleration_time
    velocity = cyclic_law(gait)(np.zeros(1))[1, :, 0]
    start, end = acceleration_law(gait)(np.array([0.0, Ta])).transpose(2, 0, 1)
    assert start[:2] == pytest.approx(np.array([[x0, 0.0], [0.0, 0.0]]), abs=1e-12)
    assert end[:2] == pytest.approx(np.array([[0.0, 0.5 * L], velocity]), abs=1e-12)
    start, end = braking_law(gait)(np.array([0.0, Ta])).transpose(2, 0, 1)
    assert start[:2] == pytest.approx(np.array([[0.0, 0.5 * L], velocity]), abs=1e-12)
    assert end[:2] == pytest.approx(np.array([[-x0, L], [0.0, 0.0]]), abs=1e-12)


@pytest.mark.parametrize("law", [cosine_law, smooth_law, smooth_lift])
def test_laws_of_motion_have_their_rates(law):
    T, e = 0.8, 1e-4
    s = np.linspace(0.05, 0.95, 13)
    low, here, high = law(s - e / T, T), law(s, T), law(s + e / T, T)
    assert (high[0] - low[0]) / (2 * e) == pytest.approx(here[1], abs=1e-5)
    assert (high[1] - low[1]) / (2 * e) == pytest.approx(here[2], abs=1e-4)


@pytest.mark.parametrize("gait", GAITS, ids=lambda gait: gait.name)
def test_a_plan_is_continuous_and_obeys_the_pendulum(walker, gait):
    plan = plan_walk(gait, walker, COMMANDS)
    rows, dt = plan.rows, plan.gait.step
    c, v, a = (rows[:, k : k + 2] for k in (COM, COM_RATE, COM_ACCELERATION))
    # c'' = (g/z0) (c - p), exactly; and v is the derivative of c, a that of v between jumps of the paper's mode
    assert a == pytest.approx(GRAVITY / plan.gait.height * (c - rows[:, ZMP : ZMP + 2]), abs=1e-9)
    limit = 0.5 * dt * np.abs(np.diff(a, axis=0)).max() + 1e-6
    assert np.abs((c[1:] - c[:-1]) / dt - 0.5 * (v[1:] + v[:-1])).max() < limit
    jerk = np.abs((v[1:] - v[:-1]) / dt - 0.5 * (a[1:] + a[:-1])).max(axis=1)
    assert np.median(jerk) < 1e-3
    for first in (LEFT, RIGHT):
        feet = rows[:, first : first + 12]
        off = np.abs((feet[1:, :4] - feet[:-1, :4]) / dt - 0.5 * (feet[1:, 4:8] + feet[:-1, 4:8])).max(axis=1)
        assert np.percentile(off, 99) < 0.01  # the paper's feet turn at a constant rate, and begin with a jump of it
        assert gait.mode == "paper" or off.max() < 0.01
    assert np.abs(np.diff(rows[:, HEADING])).max() < 0.02
    if gait.mode == "dcm":
        assert np.abs(np.diff(rows[:, ZMP : ZMP + 2], axis=0)).max() < 0.05  # it moves, and does not jump


@pytest.mark.parametrize("gait", GAITS, ids=lambda gait: gait.name)
def test_the_zero_moment_point_stays_in_the_support_polygon(walker, gait):
    rows = plan_walk(gait, walker, COMMANDS).rows
    assert support_margins(walker, rows, rows[:, ZMP : ZMP + 2]).min() > 0.01
    assert sole_gaps(walker, rows).min() > 0.005
    printed = plan_walk(paper_gait(alpha=0.1), walker, [Walk(2)]).rows
    assert support_margins(walker, printed, printed[:, ZMP : ZMP + 2]).min() < -0.7


@pytest.mark.parametrize("gait", GAITS, ids=lambda gait: gait.name)
def test_a_step_with_the_other_foot_is_mirrored(walker, gait):
    left, right = (plan_walk(gait, walker, [Walk(2, side)]).rows for side in ("left", "right"))
    assert left[:, COM] == pytest.approx(right[:, COM], abs=1e-12)
    assert left[:, COM + 1] == pytest.approx(-right[:, COM + 1], abs=1e-12)
    assert left[:, LEFT : LEFT + 3] == pytest.approx(right[:, RIGHT : RIGHT + 3] * [1, -1, 1], abs=1e-12)
    a, b = (plan_walk(gait, walker, [Turn(angle)]).rows for angle in (0.6, -0.6))
    assert a[:, COM + 1] == pytest.approx(-b[:, COM + 1], abs=1e-12)


@pytest.mark.parametrize("gait", GAITS, ids=lambda gait: gait.name)
def test_segments_of_the_table_begin_where_others_end(walker, gait):
    plan = plan_table(gait, walker)
    assert tuple(segment.name for segment in plan.segments) == SEGMENTS
    first, right, left, last_right, last_left, *_ = plan.segments

    def state(segment, t):
        motion = segment.com(np.array([t]))
        centre = 0.5 * (np.array(segment.phases[0].start.left[:2]) + np.array(segment.phases[0].start.right[:2]))
        if t > 0.0:
            centre = 0.5 * (np.array(segment.end.left[:2]) + np.array(segment.end.right[:2]))
        return np.array([motion.com[0] - centre, motion.rate[0]])

    almost = 1.0 - 1e-12
    for ends, begins in ((first, right), (right, left), (left, right), (left, last_right), (right, last_left)):
        assert state(ends, almost * ends.duration) == pytest.approx(state(begins, 0.0), abs=1e-6)


def test_the_divergent_component_obeys_its_recursion(walker):
    gait = dcm_gait()
    plan = plan_walk(gait, walker, [Walk(3)])
    step = plan.segments[2]
    w, T, both = plan.gait.frequency(), plan.gait.step_time, plan.gait.double_support
    motion = step.com(np.array([0.0, both, T - 1e-9]))
    xi = motion.com + motion.rate / w
    before, under = motion.zmp[0], motion.zmp[1]
    assert xi[1] == pytest.approx(under + (xi[2] - under) * math.exp(-w * (T - both)), abs=1e-7)
    lead = (under - before) / both / w
    assert xi[0] == pytest.approx(before + lead + math.exp(-w * both) * (xi[1] - under - lead), abs=1e-9)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.floats(-0.5, 0.5), min_size=12, max_size=12), st.integers(0, 1000))
def test_a_joined_pendulum_goes_from_state_to_state(values, seed):
    random = np.random.default_rng(seed)
    times = np.cumsum(random.uniform(0.05, 0.4, 6))
    p, w = np.array(values).reshape(6, 2), 2.9
    start, end = at_rest(p[0]), at_rest(p[-1])
    joined = join(times, p, np.array([0.0, 1.0, 1.0, 0.3, 1.0, 0.0]), w, start, end)
    assert backwards(times, joined, w, end.xi)[0] == pytest.approx(start.xi, abs=1e-9)
    assert forwards(times, joined, w, start.zeta)[-1] == pytest.approx(end.zeta, abs=1e-9)
    motion = swing_pendulum(times, joined, w, start, end, times[[0, -1]])
    assert motion.com == pytest.approx(np.array([p[0], p[-1]]), abs=1e-9)
    assert motion.rate == pytest.approx(0.0, abs=1e-8)


def test_steps_in_any_direction_go_where_they_are_asked_to(walker):
    plan = plan_walk(dcm_gait(), walker, [Steps([Step(0.1, 0.05, 0.2)] * 6 + [Step()])])
    rows = plan.rows
    assert support_margins(walker, rows, rows[:, ZMP : ZMP + 2]).min() > 0.02
    assert plan.segments[0].end.heading == pytest.approx(0.2 * 3)  # the left foot turns, the right one closes
    assert rows[-1, SUPPORT] == 0.0
    with pytest.raises(KinematicsError, match="need the mode 'dcm'"):
        plan_walk(paper_gait(), walker, [Steps([Step(0.1)])])
    with pytest.raises(KinematicsError, match="at least one command"):
        plan_walk(dcm_gait(), walker, [])


def test_a_long_turn_is_made_of_several(walker):
    plan = plan_walk(dcm_gait(), walker, [Turn(math.pi)])
    assert len(plan.segments) == 4
    assert plan.segments[-1].end.heading == pytest.approx(math.pi)


def test_margins_of_a_square():
    square = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
    found = margins(square, np.array([[0.5, 0.5], [0.9, 0.5], [1.2, 0.5]]))
    assert found == pytest.approx([0.5, 0.1, -0.2])


def test_numbers_out_of_range_are_refused_all_at_once(walker):
    with pytest.raises(DocumentError) as caught:
        plan_walk(dcm_gait(turn=1.0, lift=0.0, length=-0.1), walker, [Walk(1)])
    text = str(caught.value)
    assert "lift: must be above 0, not 0." in text
    assert "length: must be 0 or above, not -0.1." in text
    assert "turn: a turn is above 0 and at most 0.7854 rad (45 degrees), not 1." in text
    with pytest.raises(DocumentError, match=r"a step of 0.2 s leaves no time to swing with 0.19 s of double support"):
        plan_walk(dcm_gait(step_time=0.2, double_support=0.19), walker, [Walk(1)])
