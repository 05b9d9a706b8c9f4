"""Work zones: exact areas against chance and against direct kinematics, gaps, the zone in space."""

import math
from dataclasses import replace

import numpy as np
import pytest

from pult import grab
from pult.core.errors import KinematicsError
from pult.motion.grab.manipulator import PRM1

LOW, HIGH = np.array(PRM1.lower), np.array(PRM1.upper)


def tips(q):
    """Places of the finger tips in the plane for joint angles of shoulder, elbow, wrist. Shape (n, 2)."""
    a = np.cumsum(q, axis=1)
    return np.column_stack([np.cos(a) @ [0.58, 0.44, 0.36] - 0.09, 0.095 - np.sin(a) @ [0.58, 0.44, 0.36]])


def shoelace(polygon):
    x, y = polygon.T
    return 0.5 * float(np.sum(x * np.roll(y, -1) - y * np.roll(x, -1)))


@pytest.mark.parametrize("pitch", [None, 0.0, math.pi / 2, -math.pi / 2, 0.5, -2.5, math.pi])
def test_area_is_that_of_the_polygon_and_of_chance(pitch):
    zone = grab.work_zone(pitch)
    assert shoelace(zone.polygon) == pytest.approx(zone.area, rel=1e-4)
    assert zone.area == pytest.approx(sum(arc.area for loop in zone.loops for arc in loop))
    for loop in zone.loops:
        for a, b in zip(loop, [*loop[1:], loop[0]], strict=True):
            assert math.dist(a.at(a.end), b.at(b.begin)) < 1e-9
    random = np.random.default_rng(5)
    low, high = zone.polygon.min(axis=0), zone.polygon.max(axis=0)
    cells = (np.mgrid[0:150, 0:150].reshape(2, -1).T + random.random((22500, 2))) / 150.0
    share = np.mean([zone.contains(x, z) for x, z in low + cells * (high - low)])
    assert share * float(np.prod(high - low)) == pytest.approx(zone.area, rel=5e-3)


def test_every_configuration_is_in_the_free_zone_and_none_outside():
    zone = grab.work_zone()
    random = np.random.default_rng(2)
    points = tips(random.uniform(LOW[1:4], HIGH[1:4], (3000, 3)))
    assert all(zone.contains(x, z) for x, z in points)
    assert zone.polygon[:, 0].max() == pytest.approx(1.290, abs=1e-5)
    assert zone.polygon[:, 0].min() == pytest.approx(-0.54105, abs=1e-4)
    many = tips(random.uniform(LOW[1:4], HIGH[1:4], (300_000, 3)))
    edges = [np.linspace(zone.polygon[:, i].min(), zone.polygon[:, i].max(), 60) for i in range(2)]
    hit, _, _ = np.histogram2d(*many.T, bins=edges)
    centres = [0.5 * (one[1:] + one[:-1]) for one in edges]
    within = np.array([[zone.contains(x, z) for z in centres[1]] for x in centres[0]])
    assert (within & (hit == 0)).sum() < 0.01 * within.sum()


def test_a_fixed_pitch_shrinks_the_zone():
    free = grab.work_zone().area
    assert free == pytest.approx(1.92231, abs=1e-5)
    assert grab.work_zone(0.0).area == pytest.approx(0.276775, abs=1e-6)
    assert grab.work_zone(math.pi / 2).area == pytest.approx(0.335821, abs=1e-6)
    assert max(grab.work_zone(p).area for p in np.radians(range(-180, 181, 30))) < 0.25 * free


def test_a_gap_of_the_horizontal_zone_is_9_36_mm():
    """The shoulder-0 arc ends 9.36 mm off the shoulder-60 arc: the paper's design hint."""
    zone = grab.work_zone(0.0)
    gap = zone.gaps[0]
    assert gap.distance == pytest.approx(9.36e-3, abs=5e-6)
    assert (gap.arc.fixed, gap.other.fixed) == ("shoulder at 0", "shoulder at -60")
    matched = replace(PRM1, upper_arm=0.5707)  # shorten the upper arm a little, says the paper
    assert not [one for one in grab.work_zone(0.0, robot=matched).gaps if one.distance > 5e-3]


def test_a_zone_that_nothing_reaches_is_empty():
    zone = grab.work_zone(math.radians(230 - 360 + 0.0) - 1.5)
    assert zone.area >= 0.0
    stiff = replace(PRM1, lower=(*LOW[:3], 0.0, LOW[4]), upper=(*HIGH[:3], 0.0, HIGH[4]))
    empty = grab.work_zone(math.pi, robot=stiff)
    assert empty.area == 0.0
    assert empty.arcs == ()
    assert len(empty.polygon) == 0
    with pytest.raises(KinematicsError, match="the pitch must be finite"):
        grab.work_zone(math.nan)


OBJECTS = [(0.0, 0.0, 0.3, 0.2), (math.radians(60), 0.02, 0.33, 0.25), (math.radians(-100), -0.05, 0.3, 0.4)]


@pytest.mark.parametrize("held", OBJECTS)
@pytest.mark.parametrize("roll", [0.0, 2.0, 3.1])
def test_the_zone_of_a_held_object_is_where_direct_kinematics_brings_its_end(held, roll):
    zone, fixed = grab.work_zone(held=held, roll=roll), grab.work_zone(0.4, held=held, roll=roll)
    assert zone.area == pytest.approx(shoelace(zone.polygon), rel=1e-4)
    random = np.random.default_rng(3)
    q = random.uniform(LOW, HIGH, (300, 5))
    q[:, 0], q[:, 4] = 0.0, roll
    for angles in q:
        point = grab.f1(grab.Config.of(angles, held=held)).point
        assert point[1] == pytest.approx(zone.left)
        assert zone.contains(point[0], point[2])
    low, high = zone.polygon.min(axis=0), zone.polygon.max(axis=0)
    for x, z in random.uniform(low, high, (300, 2)):
        ways = grab.solutions([x, zone.left, z], 0.4, roll, held, "ranges")
        assert fixed.contains(x, z) == any(way.column == "forward" for way in ways)
        if ways:
            assert zone.contains(x, z) or all(way.column == "fling-over" for way in ways)


def test_a_held_object_of_the_finger_tips_changes_nothing_and_one_along_the_grab_reaches_farther():
    tips_only = grab.work_zone(0.0, held=(0.0, 0.0, 0.36, 0.0))
    assert tips_only.area == pytest.approx(grab.work_zone(0.0).area, rel=1e-12)
    longer = grab.work_zone(held=(0.0, 0.0, 0.36, 0.2))
    assert longer.polygon[:, 0].max() == pytest.approx(1.490, abs=1e-5)
    # at a fixed pitch an object only shifts the zone
    held, pitch = (math.radians(90), 0.0, 0.36, 0.3), 0.7
    shifted = grab.work_zone(pitch, held=held)
    assert shifted.area == pytest.approx(grab.work_zone(pitch).area, rel=1e-9)
    down = 0.3 * np.array([-math.sin(pitch), -math.cos(pitch)])
    lowest = grab.work_zone(pitch).polygon.min(axis=0) + down
    assert shifted.polygon.min(axis=0) == pytest.approx(lowest, abs=2e-5)
    with pytest.raises(KinematicsError, match="held: 4 finite numbers"):
        grab.work_zone(0.0, held=(1.0, 2.0))


def test_the_zone_in_space_of_a_held_object():
    zone = grab.space_zone(0.2, held=OBJECTS[1], roll=1.0)
    for point in np.random.default_rng(6).uniform([-1, -1, -0.5], [1.2, 1, 1], (300, 3)):
        ways = grab.solutions(point, 0.2, 1.0, OBJECTS[1], "ranges")
        assert {way.column for way in ways} == set(zone.ways(point))


@pytest.mark.parametrize("pitch", [None, 0.0, -math.pi / 2])
def test_the_zone_in_space(pitch):
    zone = grab.space_zone(pitch)
    random = np.random.default_rng(4)
    low, high = np.array([-1.3, -1.3, -1.3]), np.array([1.3, 1.3, 1.5])
    points = random.uniform(low, high, (8_000, 3))
    ways = [zone.ways(point) for point in points]
    share = np.mean([bool(one) for one in ways])
    assert share * float(np.prod(high - low)) == pytest.approx(zone.volume, rel=0.1)
    if pitch is not None:
        for point, one in list(zip(points, ways, strict=True))[:200]:
            found = grab.solutions(point, pitch, checks="ranges")
            assert {way.column for way in found} == set(one)


def test_sections_of_the_zone_in_space():
    zone = grab.space_zone(0.0)
    (low, high), *_ = zone.section(0.3)
    assert zone.plane.contains(low + 1e-6, 0.3) and not zone.plane.contains(low - 1e-6, 0.3)
    assert zone.plane.contains(high - 1e-6, 0.3) and not zone.plane.contains(high + 1e-6, 0.3)
    assert zone.section(5.0) == ()
