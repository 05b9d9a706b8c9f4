"""Mount points: both ends of the stroke are met exactly, and what cannot be is refused with by how much."""

import math

import numpy as np
import pytest

from pult.core.errors import KinematicsError
from pult.motion.carry.design import ArmDesign, Cylinder, design_arm
from pult.motion.carry.mounts import (
    NoMountPoints,
    cylinder_angle,
    cylinder_length,
    least_ratio,
    moment_arm,
    mount_points,
)
from pult.motion.carry.workspace import area_by_mounts, area_of_border, moment_arms, work_space_area, work_space_border


def residual(h_min, h_max, theta_min, theta_max):
    """How badly both ends of the stroke are met, by the length; by half angles, which lose no digits."""
    k, p = mount_points(h_min, h_max, theta_min, theta_max)
    assert k >= p > 0.0
    ends = ((h_min, theta_min), (h_max, theta_max))
    return max(abs(math.hypot((k + p) * math.cos(t / 2), (k - p) * math.sin(t / 2)) - h) / h for h, t in ends)


def random_cases(count, seed):
    """Angles and lengths of all kinds, solvable or not."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        theta_max, theta_min = sorted(rng.uniform(0.0, math.pi, 2))
        yield (h := rng.uniform(0.02, 2.0)), h * rng.uniform(1.001, 4.0), theta_min, theta_max


def test_solvable_cases_are_solved_to_rounding_and_unsolvable_ones_are_refused():
    solved = 0
    for case in random_cases(10_000, 1):
        h_min, h_max, theta_min, theta_max = case
        if least_ratio(theta_min, theta_max) <= h_min / h_max:
            solved += 1
            assert residual(*case) < 1e-12
        else:
            with pytest.raises(NoMountPoints):
                mount_points(*case)
    assert 1000 < solved < 9000


def test_the_refusal_says_from_where_on_it_is_possible():
    with pytest.raises(NoMountPoints, match=r"folded by extended length is 0\.3333, and at least 0\.5513") as refused:
        mount_points(0.1, 0.3, 2.0, 0.4)
    e = refused.value
    for case in ((e.folded, 0.3, 2.0, 0.4), (0.1, e.extended, 2.0, 0.4), (0.1, 0.3, e.theta_min, 0.4)):
        assert residual(*case) < 1e-12  # on the border
    for less in ((e.folded * 0.999, 0.3, 2.0, 0.4), (0.1, e.extended * 1.001, 2.0, 0.4), (0.1, 0.3, e.theta_min - 0.01, 0.4)):
        with pytest.raises(NoMountPoints):
            mount_points(*less)


@pytest.mark.parametrize(
    ("case", "words"),
    [((0.3, 0.2, 2.0, 0.4), "folded < extended"), ((0.2, 0.3, 0.4, 2.0), "smaller where the cylinder is long")],
)
def test_lengths_and_angles_out_of_order_are_refused(case, words):
    with pytest.raises(KinematicsError, match=words):
        mount_points(*case)


def test_the_length_is_that_of_the_cosine_rule():
    assert cylinder_length(0.22, 0.085, 1.1) == pytest.approx(math.sqrt(0.22**2 + 0.085**2 + 2 * 0.22 * 0.085 * math.cos(1.1)))


def test_the_moment_arm_is_the_slope_of_the_length():
    k, p = mount_points(0.2, 0.3, math.radians(115), math.radians(25))
    for theta in np.linspace(0.5, 2.0, 7):
        slope = (cylinder_length(k, p, theta + 1e-6) - cylinder_length(k, p, theta - 1e-6)) / 2e-6
        assert moment_arm(k, p, theta) == pytest.approx(-slope, abs=1e-9)
        assert cylinder_angle(k, p, cylinder_length(k, p, theta)) == pytest.approx(theta, abs=1e-12)
    assert math.isnan(cylinder_angle(k, p, 0.4))


def test_the_design_has_the_published_mount_points_and_the_area_within_its_border():
    arm = design_arm(ArmDesign())
    assert arm.elbow.mounts == pytest.approx((0.2205, 0.0853), abs=5e-5)
    border = work_space_border(arm, 2000)
    assert area_of_border(border) == pytest.approx(work_space_area(arm), rel=1e-6)
    for stroke, arms in moment_arms(arm):
        assert stroke[-1] == 0.1
        assert np.isfinite(arms).all()
        assert arms.min() > 0.02
    k, p = arm.elbow.mounts
    assert area_by_mounts(arm, 1, np.array([k]), np.array([p]))[0, 0] == pytest.approx(work_space_area(arm), rel=1e-9)
    assert math.isnan(area_by_mounts(arm, 0, np.array([0.1]), np.array([0.05]))[0, 0])


@pytest.mark.parametrize(
    ("design", "words"),
    [
        (ArmDesign(elbow_cylinder=Cylinder(folded=0.1, stroke=0.2)), "^elbow: a cylinder of 0.1 to 0.3 m cannot"),
        (ArmDesign(shoulder_cylinder=Cylinder(folded=0.1, stroke=0.2)), "^shoulder: a cylinder"),
        (ArmDesign(links=(0.0, 0.4)), "longer than 0"),
        (ArmDesign(elbow=(2.0, 1.0)), "the elbow turns within"),
        (ArmDesign(shoulder=(1.0, 0.0)), "the shoulder turns"),
    ],
)
def test_a_design_that_cannot_be_names_the_joint(design, words):
    with pytest.raises(KinematicsError, match=words):
        design_arm(design)
