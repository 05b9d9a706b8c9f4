"""Paths, timing and the check of a whole motion."""

import math

import numpy as np
import pytest

from pult.core.errors import KinematicsError
from pult.makers.mango.layout import Layout
from pult.motion.carry.check import MotionRefused, check_motion
from pult.motion.carry.design import ArmDesign, Cylinder, design_arm
from pult.motion.carry.lead import led_rate
from pult.motion.carry.limits import FORCE, POSSIBLE, STROKE, motion_limit
from pult.motion.carry.paths import MAX_KNOTS, arc_path, padded, path_through, spline_path, straight_path
from pult.motion.carry.timing import along_path, body_motion, travel_time

ARM = design_arm(ArmDesign())
PAIR = Layout(arms=2)


def speed_along(path, s, radius=0.2):
    return float(np.linalg.norm(path.at(s)[1] * [1.0, 1.0, radius]))


@pytest.mark.parametrize(
    "path",
    [
        straight_path((0.0, 0.1, 0.0), (0.3, -0.1, 0.5)),
        straight_path((0.0, 0.0, 0.0), (0.0, 0.0, 1.0)),
        arc_path((0.2, 0.0, 0.0), (0.0, 0.2), (-0.2, 0.0, 1.0)),
        spline_path([(0.0, 0.0, 0.0), (0.1, 0.1, 0.1), (0.2, 0.0, -0.1), (0.3, 0.1, 0.0)]),
    ],
)
def test_paths_are_by_their_length_and_derivatives_belong_together(path):
    for s in np.linspace(0.001, path.length - 0.001, 11):
        assert speed_along(path, s) == pytest.approx(1.0, abs=1e-3)
        before, now, after = (path.at(s + d) for d in (-1e-5, 0.0, 1e-5))
        assert now[1] == pytest.approx((after[0] - before[0]) / 2e-5, abs=1e-7)
        assert now[2] == pytest.approx((after[1] - before[1]) / 2e-5, abs=1e-3)


def test_an_arc_keeps_its_distance_from_the_middle_and_passes_its_points():
    path = arc_path((0.2, 0.0, 0.0), (0.0, -0.2), (-0.2, 0.0, 0.0), radius=0.0)
    places = np.array([path.at(s)[0] for s in np.linspace(0.0, path.length, 50)])
    assert np.hypot(places[:, 0], places[:, 1]) == pytest.approx(np.full(50, 0.2), abs=1e-7)
    assert path.length == pytest.approx(0.2 * math.pi, rel=1e-6)
    assert places[:, 1].min() == pytest.approx(-0.2, abs=2e-4)  # by way of the third point, clockwise


def test_a_spline_passes_its_knots():
    knots = [(0.0, 0.0, 0.0), (0.1, 0.1, 0.3), (0.2, 0.0, -0.1)]
    path = spline_path(knots)
    places = np.array([path.at(s)[0] for s in np.linspace(0.0, path.length, 2001)])
    for knot in knots:
        assert np.abs(places - knot).max(axis=1).min() < 3e-4


def test_padded_knots_are_the_same_path():
    knots = [(0.0, 0.0, 0.0), (0.1, 0.05, 0.1), (0.2, 0.0, 0.2)]
    points, turns = padded(knots)
    assert len(points) == len(turns) == MAX_KNOTS
    again = path_through(np.column_stack([points, turns]).tolist())
    assert again.coefficients == pytest.approx(spline_path(knots).coefficients)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: straight_path((0, 0, 0), (0, 0, 0)), "different poses"),
        (lambda: arc_path((0, 0, 0), (0.1, 0), (0.2, 0, 0)), "not on one line"),
        (lambda: spline_path([(0, 0, 0), (0.1, 0, 0), (0.1, 0, 0), (0.2, 0, 0)]), "knots 2 and 3 are at the same pose"),
        (lambda: path_through([(0, 0, 0), (0.1, 0, 0)], arc=True), "an arc has 3 knots, not 2"),
        (lambda: padded([(0, 0, 0)]), "2 to 16 knots, not 1"),
    ],
)
def test_paths_that_are_none_are_refused(make, words):
    with pytest.raises(KinematicsError, match=words):
        make()


@pytest.mark.parametrize(("length", "speed", "acceleration"), [(0.2, 0.4, 1.2), (1.0, 0.3, 2.0), (0.01, 1.0, 0.5)])
def test_timing_keeps_its_limits_and_ends_at_the_end(length, speed, acceleration):
    total = travel_time(length, speed, acceleration)
    times = np.linspace(-0.1, total + 0.1, 4001)
    s, v, a = np.array([along_path(float(t), length, speed, acceleration) for t in times]).T
    assert (s[0], s[-1]) == (0.0, length)
    assert v.max() <= speed + 1e-12
    assert np.abs(a).max() <= acceleration + 1e-12
    step = times[1] - times[0]
    assert np.gradient(s, step)[5:-5] == pytest.approx(v[5:-5], abs=2e-3 * speed)
    assert np.abs(np.diff(a)).max() < 6.1 * acceleration * step / (1.5 * min(speed, v.max()) / acceleration)  # continuous


def test_a_led_rate_arrives_without_overshoot():
    speed, acceleration, seen = 0.0, 0.0, []
    for _ in range(2000):
        new = led_rate(0.2, speed, acceleration, 0.5, 5.0, 0.002)
        speed, acceleration = speed + 0.001 * (acceleration + new), new
        seen.append((speed, acceleration))
    speeds, accelerations = np.array(seen).T
    assert speeds.max() < 0.2 * (1 + 1e-3)
    assert speeds[-1] == pytest.approx(0.2, abs=1e-5)
    assert accelerations.max() <= 0.5 + 1e-12
    assert np.abs(np.diff(accelerations)).max() <= 5.0 * 0.002 + 1e-12


def test_a_motion_within_reach_is_checked_cylinder_by_cylinder():
    found = check_motion(ARM, PAIR.carried, straight_path((0, 0, 0), (0, 0.25, 0.2)), 0.4, 1.0)
    assert found.lengths.shape == (len(found.times), 2, 2)
    assert 0.2 <= found.lengths.min() < found.lengths.max() <= 0.3
    assert np.gradient(found.lengths, found.times, axis=0)[3:-3] == pytest.approx(found.speeds[3:-3], abs=2e-3)
    assert np.abs(found.forces).max() < 60.0


@pytest.mark.parametrize(
    ("end", "speed", "acceleration", "supply", "limit", "words"),
    [
        ((0.3, 0.0, 0.0), 0.4, 1.0, 1.0, "stroke", "arm b cannot do it: at 0.72 s the elbow cylinder would be shorter"),
        ((0.9, 0.0, 0.0), 0.4, 1.0, 1.0, "stroke", "arm b"),
        ((0.0, 0.25, 0.2), 3.0, 40.0, 1.0, "force", "would pull with 384 N, and may with 290 N"),
        ((0.0, 0.25, 0.2), 1.5, 10.0, 0.5, "force", "arm"),
    ],
)
def test_a_motion_that_cannot_be_names_arm_moment_and_limit(end, speed, acceleration, supply, limit, words):
    with pytest.raises(MotionRefused, match=words) as refused:
        check_motion(ARM, PAIR.carried, straight_path((0, 0, 0), end), speed, acceleration, supply)
    assert refused.value.limit == limit
    assert 0.0 <= refused.value.time < 3.0


def test_out_of_reach_and_too_fast_are_told_apart():
    with pytest.raises(MotionRefused, match=r"arm a cannot do it: at 0\.00 s its hand is 1\.050 m .* reaches 0\.900 m"):
        check_motion(ARM, Layout(arms=1).carried, straight_path((0.4, 0, 0), (0.5, 0, 0)), 0.1, 1.0)
    body = PAIR.carried
    light = body.__class__(body.bases, body.grasps, 0.0, 0.0, body.names)
    strong = ArmDesign(
        shoulder_cylinder=Cylinder(bore=0.2),
        elbow_cylinder=Cylinder(bore=0.2),
    )
    with pytest.raises(MotionRefused, match="its valve feeds"):
        check_motion(design_arm(strong), light, straight_path((0, -0.2, 0), (0, 0.25, 0)), 8.0, 150.0)


def test_body_motion_follows_the_path_rule():
    path = spline_path([(0.0, 0.0, 0.0), (0.1, 0.1, 0.1), (0.2, 0.0, -0.1)])
    h, total = 1e-4, travel_time(path.length, 0.3, 1.0)
    def at(t):
        return body_motion(path.ends, path.coefficients, *along_path(t, path.length, 0.3, 1.0))
    t = 0.4 * total
    before, now, after = at(t - h), at(t), at(t + h)
    assert now[1] == pytest.approx((after[0] - before[0]) / (2 * h), abs=1e-6)
    assert now[2] == pytest.approx((after[1] - before[1]) / (2 * h), abs=1e-3)


def table_of(arm, layout):
    """The arms as the block `carry.path` makes them for the kernel."""
    from pult.blocks.carry.path import Path
    from pult.makers.mango.scheme import Numbers

    numbers = Numbers(arm, layout)
    each = {what: np.array(numbers.each(what)) for what in ("k", "p", "offset", "sense")}
    per_joint = {
        "lower": [j.lower for j in arm.joints], "upper": [j.upper for j in arm.joints],
        "bore": [j.cylinder.bore for j in arm.joints], "rod": [j.cylinder.rod for j in arm.joints],
        "friction": [j.cylinder.friction for j in arm.joints],
    }  # fmt: skip
    more = {key: np.array(values * layout.arms) for key, values in per_joint.items()}
    bases = {key: np.array(value) for key, value in numbers.bases.items()}
    grasps = np.array(numbers.grasps["grasps"])
    made = Path.prepare(n=numbers.n, grasps=grasps, inertias=np.array(numbers.inertias), pressure=0.7 * 6e5, **bases, **each, **more)
    return made.table, made.held


@pytest.mark.parametrize("arms", [1, 2, 3])
def test_the_kernel_finds_the_same_limits_as_the_check_in_words(arms):
    layout = Layout(arms=arms)
    body, (table, held) = layout.carried, table_of(ARM, layout)
    rng, seen = np.random.default_rng(3), set()
    for _ in range(40):
        knots = np.vstack([np.zeros(3), rng.uniform([-0.25, -0.4, -0.5], [0.25, 0.4, 0.5], (int(rng.integers(1, 4)), 3))])
        path, speed, acceleration = path_through(knots.tolist()), rng.uniform(0.1, 2.5), rng.uniform(0.5, 30.0)
        limit, arm, moment = motion_limit(
            path.ends, path.coefficients, speed, acceleration, held, table, body.mass, body.inertia, 0.5, 0.005
        )
        try:
            check_motion(ARM, body, path, speed, acceleration)
            expected = (POSSIBLE, 0, 0.0)
        except MotionRefused as refused:
            code = ("possible", "reach", "stroke", "speed", "force").index(refused.limit)
            expected = (code, list(body.names).index(refused.arm), refused.time)
        assert (limit, arm) == expected[:2]
        assert moment == pytest.approx(expected[2], abs=1e-9)
        seen.add(limit)
    assert {POSSIBLE, STROKE, FORCE} <= seen
