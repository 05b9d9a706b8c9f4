"""What paper 002 says of PRM-1, figure by figure."""

import math

import numpy as np
import pytest

from pult import grab
from pult.geometry.algebra.kernels.vectors import rotate_about
from pult.motion.grab.manipulator import PRM1

MM = 1e-3
TABLE = [
    (0, 0, 0), (0, 1, 0), (-90, 0, 0), (0, 95, -78.5), (0, 0, 1), (580, 0, 0), (0, 0, 1), (0, 0, 78.5), (440, 0, 0),
    (0, 0, 1), (0, 0, -35.5), (360, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1),
]  # fmt: skip
"""The vector table with row 4 corrected: shoulder link to the left, forearm back in the middle, grab to the left."""
AXES, LINKS = (1, 4, 6, 9, 12), (2, 3, 5, 7, 8, 10, 11)


def by_operators(angles, extra=(0.0, 0.0, 0.0)):
    """Direct kinematics by rotations of the vector table, in the RVA frame; one more row for a held object."""
    rows = [tuple(float(v) for v in row) for row in TABLE] + [extra]
    for axis, angle in zip(AXES, angles, strict=True):
        for i in range(axis + 1, len(rows)):
            rows[i] = rotate_about(rows[i], rows[axis], angle)
    x, y, z = (sum(rows[i][k] for i in (*LINKS, len(rows) - 1)) for k in range(3))
    return np.array([x, -z, y]) * MM  # RVA (x, y, z) = interface (x, z, -y)


def config(*degrees, **more):
    return grab.Config.of(np.radians(degrees), **more)


def test_direct_kinematics_is_that_of_the_vector_table():
    random = np.random.default_rng(1)
    for _ in range(50):
        q = random.uniform(PRM1.lower, PRM1.upper)
        phi, height, distance, length = random.uniform([-1.5, -0.05, 0.2, 0.0], [1.5, 0.05, 0.4, 0.3])
        rva = q * [1, -1, -1, -1, 1]
        found = grab.f1(grab.Config.of(q, held=(phi, height, distance, length))).point
        along, up = distance + length * math.cos(phi), height - length * math.sin(phi)
        extra = (along / MM - 360.0, up / MM, 0.0)
        assert found == pytest.approx(by_operators(rva, extra), abs=1e-12)
        assert grab.f1(grab.Config.of(q)).point == pytest.approx(by_operators(rva), abs=1e-12)


def test_stretched_reach_is_1380_mm_from_the_shoulder_and_1290_from_the_column():
    point = grab.f1(config(0, 0, 0, 0, 0)).point
    assert point == pytest.approx([1.290, 0.0355, 0.095])
    assert point[0] + PRM1.shoulder_back == pytest.approx(1.380)
    assert grab.solutions([1.290, 0.0355, 0.095], 0.0)[0].angles == pytest.approx([0.0] * 5, abs=1e-7)
    assert grab.solutions([1.291, 0.0355, 0.095], 0.0).reason == grab.Reason.TOO_FAR


def test_roll_of_a_held_object_changes_the_side_shift():
    """R = 35.5 - h sin(gamma): up goes to the right."""
    held = (0.0, 0.1, 0.36, 0.0)
    for degrees in (-120, -30, 0, 45, 90):
        point = grab.f1(config(0, 0, 0, 0, degrees, held=held)).point
        gamma = math.radians(degrees)
        assert point[1:] == pytest.approx([0.0355 - 0.1 * math.sin(gamma), 0.095 + 0.1 * math.cos(gamma)])
    down = grab.f1(config(0, 0, 0, 0, 0, held=(math.pi / 2, 0.0, 0.3, 0.2))).point
    assert down == pytest.approx([1.02 - 0.09 + 0.3, 0.0355, 0.095 - 0.2])


def test_fling_over_reaches_541_mm_behind_the_column():
    """The paper says about 520 mm; by the default ranges 541.05, at height 817.3, pitch 180, angles 60/90/30."""
    point = grab.f1(config(0, -60, -90, -30, 0)).point
    assert point[0] == pytest.approx(-0.54105, abs=1e-5)
    assert point[2] == pytest.approx(0.8173, abs=1e-4)
    (found,) = grab.solutions(point, math.pi, checks="ranges")
    assert (found.column, found.elbow) == ("fling-over", "down")
    assert np.degrees(found.angles) == pytest.approx([0, -60, -90, -30, 0], abs=1e-6)
    random = np.random.default_rng(0)
    low, high = np.array(PRM1.lower[1:4]), np.array(PRM1.upper[1:4])
    a = np.cumsum(random.uniform(low, high, (400_000, 3)), axis=1)
    assert (np.cos(a) @ [0.58, 0.44, 0.36] - 0.09).min() > -0.54106


@pytest.mark.parametrize(("azimuth", "column"), [(180 + 45, 48.9), (180 - 45, -41.1)])
def test_columns_of_the_fling_over_behind_the_arm(azimuth, column):
    """Azimuths 180 +- 45 at 520 mm need theta1 = -41.1 to 48.9."""
    x, y = 0.52 * math.cos(math.radians(azimuth)), 0.52 * math.sin(math.radians(azimuth))
    reached = grab.solutions([x, y, 0.915], math.radians(-167.0), checks="ranges")
    found = [one for one in reached if one.column == "fling-over"]
    assert found
    assert np.degrees(found[0].angles[0]) == pytest.approx(column, abs=0.05)


def test_both_ways_to_a_point_differ_by_180_less_twice_the_angle_of_the_shift():
    rho = 0.3
    found = grab.solutions([rho, 0.0, 1.1], -math.pi / 2, checks="ranges")
    forward = next(one for one in found if one.column == "forward")
    flung = next(one for one in found + list(found.refused) if one.column == "fling-over")
    wanted = math.pi - 2.0 * math.asin(0.0355 / rho)
    apart = abs(math.remainder(forward.angles[0] - flung.angles[0], 2.0 * math.pi))
    assert apart == pytest.approx(wanted)


def test_an_elbow_up_fling_over_goes_through_the_platform():
    """Ranges alone do not refuse it."""
    q = np.radians([0.0, -20.0, 130.0, 60.0, 0.0])
    point = grab.f1(grab.Config.of(q)).point
    assert point[0] < 0.0
    pitch = float(q[1:4].sum())
    by_ranges = grab.solutions(point, pitch, checks="ranges")
    assert ("fling-over", "up") in [(one.column, one.elbow) for one in by_ranges]
    checked = grab.solutions(point, pitch)
    assert ("fling-over", "up") not in [(one.column, one.elbow) for one in checked]
    refused = next(one for one in checked.refused if (one.column, one.elbow) == ("fling-over", "up"))
    assert refused.reason in (grab.Reason.ARM_IN_PLATFORM, grab.Reason.GRAB_IN_PLATFORM)


def test_side_shift_correction_is_1_5_to_90_degrees():
    """Between the direction to the finger tips and that of the arm's plane, from the farthest to the nearest point."""
    far = grab.f1(config(0, 0, 0, 0, 0)).point
    assert math.degrees(math.atan2(far[1], far[0])) == pytest.approx(1.5, abs=0.1)
    (near, *_) = grab.solutions([0.0, 0.0355, 1.2], -math.pi / 2, checks="ranges")
    assert math.degrees(math.pi / 2 - near.angles[0]) == pytest.approx(90.0, abs=1e-6)
    assert grab.solutions([0.0, 0.0350, 1.2], -math.pi / 2).reason == grab.Reason.INSIDE_SHIFT_CIRCLE


def test_ignoring_the_roll_of_a_held_object_errs_by_tens_of_millimetres():
    """The paper's shift of 35.5 mm, without the object's, is off by 44 mm in the median."""
    random = np.random.default_rng(3)
    errors = []
    for _ in range(4000):
        height = random.uniform(-0.1, 0.1)
        phi, length = random.uniform(-math.pi / 2, math.pi / 2), random.uniform(0.0, 0.2)
        up = height - length * math.sin(phi)
        errors.append(abs(up * math.sin(random.uniform(-math.pi, math.pi))))
    assert np.median(errors) == pytest.approx(0.044, abs=0.012)


def test_valid_solutions_are_at_most_two_for_bare_tips_and_three_with_objects():
    random = np.random.default_rng(7)
    most = {False: 0, True: 0}
    for _ in range(1500):
        q = random.uniform(PRM1.lower, PRM1.upper)
        for loaded in (False, True):
            held = (random.uniform(-1.5, 1.5), random.uniform(-0.1, 0.1), 0.36, random.uniform(0, 0.3)) if loaded else None
            point = grab.f1(grab.Config.of(q, held=held)).point
            found = grab.solutions(point, float(q[1:4].sum()), q[4], held, "ranges")
            most[loaded] = max(most[loaded], len(found))
    assert most[False] == 2
    assert 2 <= most[True] <= 3
