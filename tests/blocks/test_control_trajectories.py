"""Trajectories: limits at every step, exact arrival, no needless overshoot, closed forms of the duration."""

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import cumulative_trapezoid
from scipy.optimize import linprog

from pult.core.registry import blocks
from pult.native.flat_call import FlatCall
from pult.native.functions import positional
from pult.testing import simulate_block

DT = 0.01
TRAPEZOID = "control.trapezoid_trajectory"
JERK = "control.jerk_limited_trajectory"
LIMIT = st.floats(0.3, 5.0)
JERK_LIMIT = st.floats(2.0, 100.0)
TARGETS = st.lists(st.tuples(st.floats(-1, 1), st.integers(1, 60)), min_size=1, max_size=6)
LIMITS = {TRAPEZOID: ("v_max", "a_max"), JERK: ("v_max", "a_max", "j_max")}


def run(name, target, dt=DT, steps=None, initial=0.0, **limits):
    """Position, speed, acceleration, arrived, by native code (whose bits are those of plain code)."""
    block = blocks()[name]
    update = FlatCall(block.update)
    series = np.broadcast_to(target, steps if steps is not None else np.shape(target)).tolist()
    values = [{**{p.name: p.default for p in block.parameters}, **limits}[n] for n in LIMITS[name]]
    state, seen = block.initial(initial=initial), []
    for value in series:
        seen.append(block.output(state))
        state = update(state, value, False, 0.0, *values, dt)
    return (np.array(column) for column in zip(*seen, strict=True))


def held(targets):
    """Random targets, each held for some steps."""
    return np.concatenate([np.full(count, value) for value, count in targets])


# --- closed forms --------------------------------------------------------------------------------


def trapezoid_duration(way, v, a):
    """Rest to rest with limited speed and acceleration."""
    return 2.0 * math.sqrt(way / a) if way < v * v / a else way / v + v / a


def s_curve_duration(way, v, a, j):
    """Rest to rest with limited speed, acceleration and jerk: the usual four cases."""
    ramp = a / j + v / a if v * j >= a * a else 2.0 * math.sqrt(v / j)
    if way >= v * ramp:
        return way / v + ramp
    if way >= 2.0 * a**3 / j**2:
        return a / j + math.sqrt((a / j) ** 2 + 4.0 * way / a)
    return 4.0 * (way / (2.0 * j)) ** (1.0 / 3.0)


@settings(max_examples=60, deadline=None)
@given(st.floats(1e-3, 3.0), LIMIT, LIMIT, st.sampled_from([0.01, 0.03]))
def test_trapezoid_takes_at_most_two_steps_more_than_the_closed_form(way, v, a, dt):
    steps = trapezoid_duration(way, v, a) / dt
    *_, arrived = run(TRAPEZOID, way, dt, int(steps) + 6, v_max=v, a_max=a)
    first = int(np.argmax(arrived))
    assert arrived[first:].all()
    assert steps - 1e-6 <= first - 1 <= steps + 2  # the target is read in step 0, the motion begins in step 1


@settings(max_examples=60, deadline=None)
@given(st.floats(1e-3, 3.0), LIMIT, LIMIT, JERK_LIMIT, st.sampled_from([0.01, 0.03]))
def test_jerk_limited_takes_the_closed_form_rounded_up(way, v, a, j, dt):
    steps = s_curve_duration(way, v, a, j) / dt
    *_, arrived = run(JERK, way, dt, int(steps) + 4, v_max=v, a_max=a, j_max=j)
    assert np.argmax(arrived) in {math.ceil(steps - 1e-6), math.ceil(steps + 1e-6)}


def test_trapezoid_is_the_textbook_profile():
    """1 rad at 1 rad/s and 2 rad/s^2: half a second up, half a second level, half a second down."""
    p, v, a, _ = run(TRAPEZOID, 1.0, steps=170, v_max=1.0, a_max=2.0)
    t = DT * np.arange(170) - DT  # one step to read the target
    expected = np.interp(t, [0.0, 0.5, 1.0, 1.5], [0.0, 1.0, 1.0, 0.0])
    np.testing.assert_allclose(v, expected, rtol=0, atol=1e-12)
    np.testing.assert_allclose(a[1:51], 2.0, rtol=1e-12)
    np.testing.assert_allclose(a[101:151], -2.0, rtol=1e-9)
    assert p[151] == 1.0


def test_jerk_limited_is_the_textbook_profile():
    """A way of 2 with limits 1, 2 and 10: phases of 0.2, 0.3, 0.2 s, a cruise of 1.3 s, and back."""
    p, v, a, arrived = run(JERK, 2.0, steps=280, v_max=1.0, a_max=2.0, j_max=10.0)
    t = DT * np.arange(280)
    corners = np.cumsum([0.0, 0.2, 0.3, 0.2, 1.3, 0.2, 0.3, 0.2])
    np.testing.assert_allclose(a, np.interp(t, corners, [0, 2, 2, 0, 0, -2, -2, 0]), rtol=0, atol=1e-11)
    assert np.argmax(arrived) == 270
    assert p[270] == 2.0
    np.testing.assert_allclose(v[70:200], 1.0, rtol=1e-12)


# --- limits and arrival with targets that change -------------------------------------------------


@settings(max_examples=80, deadline=None)
@given(TARGETS, LIMIT, LIMIT)
def test_trapezoid_keeps_its_limits_and_is_consistent_at_every_step(targets, v_max, a_max):
    p, v, a, _ = run(TRAPEZOID, held(targets), v_max=v_max, a_max=a_max)
    slack = 1 + 1e-8  # arriving snaps within 1e-9 of a step's acceleration
    assert np.all(np.abs(v) <= v_max * slack)
    assert np.all(np.abs(a) <= a_max)
    np.testing.assert_allclose(np.diff(v), DT * a[:-1], rtol=0, atol=1e-8 * a_max * DT)
    np.testing.assert_allclose(np.diff(p), DT * v[:-1] + DT**2 / 2 * a[:-1], rtol=0, atol=1e-8 * a_max * DT**2 + 1e-14)


@settings(max_examples=80, deadline=None)
@given(TARGETS, LIMIT, LIMIT, JERK_LIMIT)
def test_jerk_limited_keeps_its_limits_at_every_step(targets, v_max, a_max, j_max):
    p, v, a, _ = run(JERK, held(targets), v_max=v_max, a_max=a_max, j_max=j_max)
    slack = 1 + 1e-9
    assert np.all(np.abs(v) <= v_max * slack)
    assert np.all(np.abs(a) <= a_max * slack)
    assert np.all(np.abs(np.diff(a)) <= j_max * DT * slack + 1e-9)
    # position, speed and acceleration belong together: Taylor with a jerk of at most j_max within the step
    assert np.all(np.abs(np.diff(v) - DT * a[:-1]) <= j_max * DT**2 / 2 * slack + 1e-11)
    assert np.all(np.abs(np.diff(p) - DT * v[:-1] - DT**2 / 2 * a[:-1]) <= j_max * DT**3 / 6 * slack + 1e-11)


@settings(max_examples=50, deadline=None)
@given(TARGETS, st.floats(-1, 1), LIMIT, LIMIT, JERK_LIMIT)
def test_the_last_target_is_reached_exactly_and_kept(targets, last, v_max, a_max, j_max):
    stop = v_max / a_max + 2.0 * a_max / j_max  # at least the time of any stop
    farthest = 2.0 + 2.0 * v_max * stop  # there are the targets, and a stop beyond one of them
    wait = int((stop + s_curve_duration(farthest, v_max, a_max, j_max)) / DT) + 10
    series = np.append(held(targets), np.full(wait, last))
    for name, parameters in ((TRAPEZOID, {}), (JERK, {"j_max": j_max})):
        p, v, a, arrived = run(name, series, v_max=v_max, a_max=a_max, **parameters)
        there = len(held(targets)) + 1 + np.argmax(arrived[len(held(targets)) + 1 :])  # the target is read, then met
        assert arrived[there:].all()
        np.testing.assert_array_equal(p[there:], last)
        np.testing.assert_array_equal(v[there:], 0.0)
        np.testing.assert_array_equal(a[there:], 0.0)


def fastest_stop(v, a, a_max, j_max):
    """Path of the fastest way to rest, sampled; independent of the planner."""
    sign = 1.0 if v + a * abs(a) / (2 * j_max) < 0 else -1.0  # of the jerk of the first phase
    v, a = sign * v, sign * a  # now: raise a, then lower it to zero just as v reaches zero
    peak = min(a_max, math.sqrt(max(0.0, a * a / 2 - j_max * v)))
    t1, t3 = (peak - a) / j_max, peak / j_max
    v1 = v + (peak + a) / 2 * t1
    t2 = max(0.0, (-v1 - peak * t3 / 2) / peak) if peak > 0 else 0.0
    t = np.linspace(0.0, t1 + t2 + t3, 2000)
    speed = v + cumulative_trapezoid(np.interp(t, [0, t1, t1 + t2, t1 + t2 + t3], [a, peak, peak, 0]), t, initial=0)
    return sign * cumulative_trapezoid(speed, t, initial=0)


@settings(max_examples=80, deadline=None)
@given(TARGETS, LIMIT, LIMIT, JERK_LIMIT)
def test_jerk_limited_stays_between_the_fastest_stop_and_the_target(targets, v_max, a_max, j_max):
    series = np.append(held(targets), np.full(400, targets[-1][0]))
    p, v, a, _ = run(JERK, series, v_max=v_max, a_max=a_max, j_max=j_max)
    changes = [0, *np.flatnonzero(np.diff(series)) + 1, len(series) - 1]
    for k, end in pairwise(changes):
        path = p[k] + fastest_stop(v[k], a[k], a_max, j_max)
        assert p[k : end + 1].min() >= min(path.min(), series[k]) - 1e-5  # the path is integrated in 2000 steps
        assert p[k : end + 1].max() <= max(path.max(), series[k]) + 1e-5


@settings(max_examples=80, deadline=None)
@given(TARGETS, LIMIT, LIMIT)
def test_trapezoid_overshoots_only_where_it_cannot_stop(targets, v_max, a_max):
    series = np.append(held(targets), np.full(400, targets[-1][0]))
    p, v, a, _ = run(TRAPEZOID, series, v_max=v_max, a_max=a_max)
    changes = [0, *np.flatnonzero(np.diff(series)) + 1, len(series) - 1]
    for k, end in pairwise(changes):
        # the step under way cannot be changed any more; from its end the fastest stop in whole steps begins
        p1, v1 = p[k] + DT * v[k] + DT**2 / 2 * a[k], v[k] + DT * a[k]
        whole = np.append(np.arange(abs(v1), 0.0, -a_max * DT), 0.0)
        stop = math.copysign(np.sum((whole[1:] + whole[:-1]) / 2) * DT, v1)
        hull = [p[k], p1, series[k], p1 + stop]
        assert p[k : end + 1].min() >= min(hull) - 1e-9
        assert p[k : end + 1].max() <= max(hull) + 1e-9


@settings(max_examples=50, deadline=None)
@given(st.floats(-3, 3), LIMIT, LIMIT, JERK_LIMIT)
def test_a_target_that_stays_is_approached_from_rest_without_overshoot(target, v_max, a_max, j_max):
    for name, parameters in ((TRAPEZOID, {}), (JERK, {"j_max": j_max})):
        p, v, *_ = run(name, target, steps=300, v_max=v_max, a_max=a_max, **parameters)
        assert np.all(np.abs(p) <= abs(target) * (1 + 1e-14) + 1e-14)
        assert np.all(v * target >= -1e-12)


# --- optimality against a linear programme -------------------------------------------------------


def reachable(duration, way, v0, a0, limits, pieces=120):
    """Whether some motion of piecewise constant jerk comes to rest after the way in the duration."""
    v_max, a_max, j_max = limits
    h = duration / pieces
    a = np.vstack([np.zeros(pieces), h * np.tril(np.ones((pieces, pieces)))])  # a = a0 + rows @ jerk
    v = np.zeros((pieces + 1, pieces))
    p = np.zeros((pieces + 1, pieces))
    for i in range(pieces):
        unit = np.eye(pieces)[i]
        p[i + 1] = p[i] + h * v[i] + h**2 / 2 * a[i] + h**3 / 6 * unit
        v[i + 1] = v[i] + h * a[i] + h**2 / 2 * unit
    t = h * np.arange(pieces + 1)
    rows = np.vstack([a, -a, v, -v])
    free_v = v0 + a0 * t
    bounds = np.concatenate(
        [np.full(pieces + 1, a_max) - a0, np.full(pieces + 1, a_max) + a0, v_max - free_v, v_max + free_v]
    )
    ends = np.vstack([a[-1], v[-1], p[-1]])
    goal = [-a0, -free_v[-1], way - v0 * duration - a0 * duration**2 / 2]
    found = linprog(np.zeros(pieces), rows, bounds + 1e-9, ends, goal, bounds=(-j_max, j_max), method="highs")
    return found.status == 0


@pytest.mark.parametrize(
    ("change", "first", "second"),
    [
        (40, 2.0, -1.0),  # turn back while speeding up
        (60, 1.0, 2.5),  # farther while cruising or braking
        (105, 1.0, 1.05),  # a little farther while braking: ease the brake
        (105, 1.0, 0.9),  # nearer while braking: overshoot and come back
        (125, 1.0, 1.001),
        (30, 0.3, 0.31),
    ],
)
def test_jerk_limited_is_time_optimal_from_any_state(change, first, second):
    """The plan's duration is feasible for the linear programme, 2 % less is not; its grid is 0.8 % of it."""
    limits = (1.0, 2.0, 8.0)
    series = np.append(np.full(change, first), np.full(600, second))
    p, v, a, arrived = run(JERK, series, v_max=limits[0], a_max=limits[1], j_max=limits[2])
    arrived[: change + 1] = False
    duration = DT * (np.argmax(arrived) - change)
    way, v0, a0 = second - p[change], v[change], a[change]
    assert reachable(1.01 * duration, way, v0, a0, limits)
    assert not reachable(0.98 * (duration - DT), way, v0, a0, limits)


# --- reset, limits that change, native code ------------------------------------------------------


@pytest.mark.parametrize("name", [TRAPEZOID, JERK])
def test_reset_puts_the_trajectory_at_rest_at_the_actual_position(name):
    reset = (np.arange(200) >= 50) & (np.arange(200) < 60)
    out = simulate_block(name, {"target": 1.0, "reset": reset, "actual": 0.25}, {}, dt=DT, steps=200)
    np.testing.assert_array_equal(out["position"][51:61], 0.25)
    np.testing.assert_array_equal(out["speed"][51:61], 0.0)
    np.testing.assert_array_equal(out["acceleration"][51:61], 0.0)
    again = simulate_block(name, {"target": 1.0}, {"initial": 0.25}, dt=DT, steps=140)
    np.testing.assert_array_equal(out["position"][60:], again["position"])


@pytest.mark.parametrize("name", [TRAPEZOID, JERK])
def test_the_first_point_is_the_initial_position_at_rest(name):
    p, v, a, arrived = run(name, 2.0, steps=2, initial=2.0)
    np.testing.assert_array_equal(p, 2.0)
    np.testing.assert_array_equal(v, 0.0)
    np.testing.assert_array_equal(a, 0.0)
    np.testing.assert_array_equal(arrived, [False, True])


@pytest.mark.parametrize("name", [TRAPEZOID, JERK])
def test_lowered_limits_are_approached_and_then_kept(name):
    """Limits are lowered at full speed and while accelerating; there is room left to obey."""
    block = blocks()[name]
    high, low = {"v_max": 2.0, "a_max": 4.0}, {"v_max": 0.5, "a_max": 1.0}
    if name == JERK:
        high["j_max"], low["j_max"] = 40.0, 20.0
    for change in (20, 80):
        state, speeds, accelerations = block.initial(initial=0.0), [], []
        for k in range(2500):
            state = block.update(state, 10.0, **(high if k < change else low), dt=DT)
            speeds.append(abs(state.speed))
            accelerations.append(abs(state.acceleration))
        assert max(speeds) > 0.7
        assert max(speeds[change + 250 :]) <= 0.5 + 1e-9
        assert max(accelerations[change + 50 :]) <= 1.0 + 1e-9
        assert state.position == 10.0


@pytest.mark.parametrize("name", [TRAPEZOID, JERK])
def test_native_and_plain_code_agree_bit_for_bit_along_whole_motions(name):
    block = blocks()[name]
    plain, compiled = positional(block.update), FlatCall(block.update)
    generator = np.random.default_rng(7)
    limits = (1.3, 2.7) if name == TRAPEZOID else (1.3, 2.7, 11.0)
    one, two, target = block.initial(initial=0.1), block.initial(initial=0.1), 0.0
    for _ in range(3000):
        if generator.random() < 0.03:
            target = float(generator.normal() * 2.0)
        one = plain(one, target, False, 0.0, *limits, DT)
        two = compiled(two, target, False, 0.0, *limits, DT)
        assert one[:3] == two[:3]


@pytest.mark.parametrize("scale", [1e-6, 1.0, 1e6])
def test_trajectories_do_not_depend_on_the_unit(scale):
    for name, j in ((TRAPEZOID, {}), (JERK, {"j_max": 8.0 * scale})):
        p, *_ = run(name, 1.7 * scale, steps=400, v_max=scale, a_max=2.0 * scale, **j)
        base, *_ = run(name, 1.7, steps=400, v_max=1.0, a_max=2.0, **({"j_max": 8.0} if j else {}))
        np.testing.assert_allclose(p / scale, base, rtol=0, atol=1e-9)
        assert p[-1] == 1.7 * scale
