"""f1, f2, f3: round trips, straight lines, the choice among configurations, every refusal with its reason."""

import itertools
import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pult import grab
from pult.core.errors import KinematicsError
from pult.motion.grab.choice import DOWN, NEITHER, UP, elbow_choice
from pult.motion.grab.manipulator import PRM1
from pult.motion.grab.reasons import ELBOW_CHANGE, NONE
from pult.server.translation.speech import speech

R = grab.Reason
LOW, HIGH = np.array(PRM1.lower), np.array(PRM1.upper)
HELD = st.tuples(st.floats(-1.5, 1.5), st.floats(-0.08, 0.08), st.floats(0.2, 0.4), st.floats(0.0, 0.3))
SHARES = st.lists(st.floats(0.0, 1.0), min_size=5, max_size=5)


def config(*degrees, **more):
    return grab.Config.of(np.radians(degrees), **more)


def angles_of(shares):
    return LOW + np.array(shares) * (HIGH - LOW)


def test_paper_numbers_there_and_back():
    numbers = [10, -20, 30, 40, 50, 3, 1, 999, 999, 15, 20, 200, 150, 1, 2, 3]
    given_ = grab.Config.paper(numbers)
    assert given_.to_paper() == pytest.approx(numbers)
    assert given_.target_pitch is None
    assert given_.step == pytest.approx(0.01)
    assert given_.object_length == pytest.approx(0.15)
    later = grab.Config.paper([999] * 5 + [4] + [999] * 10).inherit(given_)
    assert later.angles == given_.angles
    assert later.opening == pytest.approx(0.04)
    with pytest.raises(KinematicsError, match="CONFIG has 16 numbers, not 3"):
        grab.Config.paper([1, 2, 3])


@settings(max_examples=300, deadline=None)
@given(SHARES, HELD, SHARES)
def test_f2_of_f1_reaches_the_same_point(shares, held, others):
    q = angles_of(shares)
    there = grab.Config.of(q, held=held)
    found = grab.f1(there)
    start = grab.Config.of(angles_of(others), pitch=there.pitch, roll=q[4], held=held)
    if found.reason or grab.f1(start).reason:
        return
    answer = grab.f2(start, found.point)
    assert answer.reason == R.NONE, answer.text
    assert grab.f1(answer.config).point == pytest.approx(found.point, abs=1e-9)
    assert math.remainder(answer.config.pitch - there.pitch, 2 * math.pi) == pytest.approx(0.0, abs=1e-9)
    assert answer.config.roll == q[4]


@settings(max_examples=200, deadline=None)
@given(SHARES, HELD)
def test_every_configuration_is_among_its_solutions(shares, held):
    q = angles_of(shares)
    point = grab.f1(grab.Config.of(q, held=held)).point
    found = grab.solutions(point, float(q[1:4].sum()), q[4], held, "ranges")
    assert min(np.abs(np.array(one.angles) - q).max() for one in found) < 1e-5
    for one in found:
        assert grab.f1(grab.Config.of(one.angles, held=held)).point == pytest.approx(point, abs=1e-9)
        assert one.elbow == ("up" if one.angles[2] > 0.0 else "down") or abs(one.angles[2]) < 1e-6


def test_the_start_is_the_answer_where_it_is_the_target():
    start = config(10, -30, 60, -10, 5)
    assert grab.f2(start, grab.f1(start).point).config.angles == start.angles


def test_pitch_and_roll_are_kept_or_given():
    start = config(10, -30, 60, -10, 5)
    kept = grab.f2(start, [0.9, 0.0, 0.2]).config
    assert kept.pitch == pytest.approx(start.pitch)
    assert kept.roll == start.roll
    given_ = grab.f2(replace(start, target_pitch=0.7, target_roll=-0.2), [0.95, 0.0, 0.0]).config
    assert (given_.pitch, given_.roll) == pytest.approx((0.7, -0.2))


def test_f2_prefers_the_type_of_the_start():
    up, down = config(0, -30, 40, 0, 0), config(0, 0, -40, 30, 0)
    point, pitch = [1.1, 0.0, 0.61], -0.46
    both = {one.elbow for one in grab.solutions(point, pitch)}
    assert both == {"up", "down"}
    for start, sign in ((up, 1.0), (down, -1.0)):
        assert math.copysign(1.0, grab.f2(replace(start, target_pitch=pitch), point).config.elbow) == sign


REFUSED = [
    (config(136, -30, 60, 0, 0), R.COLUMN_STOP, "1.00 beyond its stop at 135"),
    (config(0, 3, 60, 0, 0), R.SHOULDER_STOP, "3.00 beyond its stop at 0"),
    (config(0, -30, 132, 0, 0), R.ELBOW_STOP, "2.00 beyond its stop at 130"),
    (config(0, -30, 60, -65, 0), R.WRIST_STOP, "5.00 beyond its stop at -60"),
    (config(0, -30, 60, 0, 179.5), R.ROLL_STOP, "0.50 beyond its stop at 179"),
    (config(0, 0, 90, 0, 0), R.GRAB_UNDER_FLOOR, "255.0 mm under the floor"),
    (config(0, -40, 90, 10, 0, held=(0.0, 0.0, 0.36, 0.4)), R.OBJECT_UNDER_FLOOR, "77.4 mm under the floor"),
    (config(0, -10, 130, 0, 0), R.ARM_IN_PLATFORM, "the arm would go through the platform"),
    (config(0, -60, 120, 70, 0), R.GRAB_IN_PLATFORM, "the grab would go through the platform"),
    (config(0, -60, 90, 60, 0, held=(1.0, 0.0, 0.36, 0.4)), R.OBJECT_IN_PLATFORM, "the held object would go through"),
    (grab.Config(), R.UNSET, "nothing to inherit"),
    (config(0, math.nan, 0, 0, 0), R.NOT_FINITE, "not finite"),
]


@pytest.mark.parametrize(("wrong", "reason", "text"), REFUSED, ids=lambda v: v.name if isinstance(v, R) else "")
def test_f1_refuses(wrong, reason, text):
    found = grab.f1(wrong)
    assert found.reason == reason, found.text
    assert text in found.text
    assert speech("ru").text(found.text) != found.text
    fine = config(0, -30, 60, -10, 0)
    for answer in (grab.f2(wrong, [0.9, 0.0, 0.2]), grab.f3(wrong, fine), grab.f3(fine, wrong)):
        if wrong.object_length is None or answer.config is None:
            assert answer.reason == reason
            assert answer.config is None
            assert speech("ru").text(answer.text) != answer.text


def test_bounds_of_the_operating_space():
    box = replace(PRM1, space_lower=(-1.0, -1.0, -0.4), space_upper=(1.2, 1.0, 1.0))
    assert grab.f1(config(0, 0, 0, 0, 0), robot=box).reason == R.GRAB_OUTSIDE
    assert "90.0 mm outside the operating space" in grab.f1(config(0, 0, 0, 0, 0), robot=box).text
    held = config(0, -60, 60, 0, 0, held=(0.0, 0.0, 0.36, 0.3))
    assert grab.f1(held, robot=box).reason == R.OBJECT_OUTSIDE
    low = replace(box, space_upper=(2.0, 1.0, 0.3))
    assert grab.f1(config(0, -60, 60, 0, 0), robot=low).reason == R.ARM_OUTSIDE
    raised = replace(PRM1, platform_height=0.3)
    assert grab.f1(config(0, 0, 88, -60, 0), robot=raised).reason == R.ARM_UNDER_FLOOR


def test_the_base_tips_over_with_a_load_and_without():
    stretched = config(120, 0, 0, 0, 0)
    assert grab.f1(stretched).reason == R.NONE
    assert grab.f1(stretched, load=2.0).reason == R.NONE
    assert grab.f1(stretched, load=9.0).reason == R.TIPS_LOADED
    narrow = replace(PRM1, wheels=tuple((0.3 * x, 0.3 * y) for x, y in PRM1.wheels))
    assert grab.f1(stretched, robot=narrow).reason == R.TIPS_EMPTY
    assert grab.f1(stretched, load=2.0, robot=narrow).reason == R.TIPS_EMPTY


@pytest.mark.parametrize(
    ("point", "pitch", "reason"),
    [
        ([3.0, 0.0, 0.0], 0.0, R.TOO_FAR),
        ([0.0355, 0.04, 0.455], -math.pi / 2, R.TOO_NEAR),
        ([0.02, 0.02, 1.0], 0.0, R.INSIDE_SHIFT_CIRCLE),
        ([-1.0, 0.0, 0.3], 0.0, R.COLUMN_STOP),
        ([0.95, 0.0355, 0.45], 0.0, R.SHOULDER_STOP),
        ([0.01, 0.98, 0.02], 1.3, R.WRIST_STOP),
        ([0.45, 0.0355, 0.3], 0.0, R.NO_CONFIGURATION),
    ],
)
def test_f2_refuses(point, pitch, reason):
    answer = grab.f2(replace(config(0, -30, 60, -10, 0), target_pitch=pitch), point)
    assert answer.reason == reason, answer.text
    assert answer.config is None
    assert speech("ru").text(answer.text) != answer.text
    assert grab.solutions(point, pitch) == []
    assert grab.solutions(point, pitch).reason == reason


def walk(now, target, **more):
    """All configurations from now to the target by f3."""
    rows = [now]
    for _ in range(1000):
        answer = grab.f3(rows[-1], target, **more)
        if answer.reason:
            return rows, answer
        rows.append(answer.config)
        if answer.share >= 1.0:
            return rows, answer
    raise AssertionError


def test_f3_goes_straight_with_linear_pitch_and_roll_and_ends_exactly():
    held = (0.4, 0.03, 0.35, 0.15)
    now = config(-30, -40, 80, -10, 20, held=held, step=0.01)
    target = config(35, -20, 60, 20, -60, held=held)
    rows, answer = walk(now, target)
    assert answer.reason == R.NONE
    assert rows[-1].angles == target.angles
    points = np.array([grab.f1(row).point for row in rows])
    way = points[-1] - points[0]
    share = (points - points[0]) @ way / (way @ way)
    assert np.abs(points - points[0] - share[:, None] * way).max() < 1e-9
    steps = np.linalg.norm(np.diff(points, axis=0), axis=1)
    assert steps[:-1] == pytest.approx(0.01, abs=1e-9)
    assert 0.0 < steps[-1] <= 0.01 + 1e-9
    pitches = np.array([row.pitch for row in rows])
    assert pitches == pytest.approx(now.pitch + share * (target.pitch - now.pitch), abs=1e-8)
    rolls = np.array([row.roll for row in rows])
    assert rolls == pytest.approx(now.roll + share * (target.roll - now.roll), abs=1e-8)


def test_the_last_step_is_the_rest_of_the_way():
    now, target = config(0, -40, 80, -10, 0, step=0.5), config(3, -39, 80, -10, 0)
    answer = grab.f3(now, target)
    assert answer.share == 1.0
    assert answer.config.angles == target.angles


def test_a_path_through_the_circle_of_the_side_shift_is_refused():
    now, target, through, behind, beside = (
        grab.f2(config(0, -60, -10, -20, 0, pitch=-math.pi / 2), [x, y, 1.2]).config
        for x, y in ((0.3, 0.1), (0.05, -0.3), (0.04, -0.2), (-0.1, -0.05), (-0.1, -0.1))
    )
    assert walk(now, behind)[1].reason == R.PATH_NEAR_COLUMN
    assert "23.8 mm too near" in walk(now, behind)[1].text
    assert walk(now, beside)[1].reason == R.COLUMN_CHANGE
    near = grab.f2(now, [0.03, -0.02, 1.2]).config
    past = walk(now.turned(near.angles), target)
    assert walk(now, through)[1].reason == R.NONE
    for rows, answer in (walk(now, target), past):
        assert answer.reason == R.NONE
        steps = [np.abs(np.subtract(a.angles[:4], b.angles[:4])).max() for a, b in itertools.pairwise(rows)]
        assert max(steps) <= math.radians(45) + 1e-9


def test_steps_are_shortened_where_joints_would_turn_too_far():
    """Near the column axis the column swings by tens of degrees in a centimetre."""
    now, target = (
        grab.f2(config(0, -60, -10, -20, 0, pitch=-math.pi / 2), [x, y, 1.2]).config for x, y in ((0.0362, 0.15), (0.0362, -0.15))
    )
    free, _ = walk(now, target, max_turn=math.pi)
    capped, answer = walk(now, target, max_turn=math.radians(5))
    assert answer.reason == R.NONE

    def largest(rows):
        return max(np.abs(np.subtract(a.angles[:4], b.angles[:4])).max() for a, b in itertools.pairwise(rows))

    assert largest(free) > math.radians(20)
    assert largest(capped) <= math.radians(5) + 1e-12
    points = np.array([grab.f1(row).point for row in capped])
    assert np.abs(points[:, [0, 2]] - [0.0362, 1.2]).max() < 1e-9


def test_a_line_in_the_grab_plane_passes_the_column_axis_with_the_column_at_rest():
    """Ceiling work: from forward to fling-over without turning the column."""
    column = math.radians(20)
    start = config(20, -60, -10, -20, 0, pitch=-math.pi / 2, step=0.01)
    ahead, behind = ([x * math.cos(column) - 0.0355 * math.sin(column), x * math.sin(column) + 0.0355 * math.cos(column), 1.25] for x in (0.15, -0.1))
    now = grab.f2(start, ahead).config
    target = grab.f2(now, behind)
    flung = next(one for one in grab.solutions(behind, -math.pi / 2) if one.column == "fling-over")
    assert target.reason == R.NONE
    goal = now.turned(flung.angles)
    rows, answer = walk(now, goal)
    assert answer.reason == R.NONE, answer.text
    assert np.ptp([row.column for row in rows]) < 1e-9
    points = np.array([grab.f1(row).point for row in rows])
    way = (points[-1] - points[0]) / np.linalg.norm(points[-1] - points[0])
    assert np.abs(np.cross(points - points[0], way)).max() < 1e-7
    assert len(rows) == 26


def test_an_elbow_that_must_change_over_interrupts_the_motion():
    up, down = config(0, -30, 40, 0, 0, step=0.01), config(0, 0, -40, 30, 0)
    assert grab.f3(up, down).reason == R.ELBOW_CHANGE
    assert "interrupt the motion" in grab.f3(up, down).text


@pytest.mark.parametrize(
    ("previous", "current", "target", "found", "reason"),
    [
        (UP, UP, UP, UP, NONE),
        (DOWN, DOWN, DOWN, DOWN, NONE),
        (UP, NEITHER, DOWN, DOWN, NONE),
        (DOWN, NEITHER, UP, UP, NONE),
        (UP, UP, DOWN, UP, ELBOW_CHANGE),
        (DOWN, DOWN, UP, DOWN, ELBOW_CHANGE),
        (UP, DOWN, DOWN, DOWN, ELBOW_CHANGE),
        (NEITHER, UP, UP, UP, NONE),
        (UP, UP, NEITHER, UP, NONE),
        (NEITHER, NEITHER, NEITHER, NEITHER, NONE),
    ],
)
def test_table_2(previous, current, target, found, reason):
    assert elbow_choice(previous, current, target) == (found, reason)
