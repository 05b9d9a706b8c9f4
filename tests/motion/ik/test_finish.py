"""The closest point is found to the last digits, where Gauss and Newton's step would creep."""

import math

import numpy as np
import pytest

import pult
from pult.motion.ik.finish import NEWTON_ITERATIONS, newton
from pult.motion.ik.levenberg import STALLED
from pult.motion.ik.problem import Robot, Task, work_for
from pult.motion.ik.target import read_goal
from tests.motion.ik import arms
from tests.motion.ik.arms import inside


def finished(chain, q, target, most=NEWTON_ITERATIONS):
    goal = read_goal(chain, target, None, None)
    robot = Robot(chain.arrays.links, chain.arrays.tips, chain.arrays.limits)
    found = np.array(q, dtype=float)
    code, iterations, error = newton(
        robot, Task(*goal, False, 1e-4, 1e-3), found, chain.damping, np.zeros(chain.n), most,
        np.empty((chain.n, chain.n)), work_for(robot),
    )  # fmt: skip
    return found, code, iterations, error


@pytest.mark.parametrize("share", [0.5, 0.1, 0.01, 1e-3])
def test_a_point_near_the_centre_of_curvature_is_come_closest_to(share):
    """In the hole of a folded arm turning the base hardly matters: its curvature falls with the share of the radius.

    Levenberg-Marquardt gains a share of its error of that size in an iteration; Newton's method does not care.
    """
    chain = arms.planar((1.0, 0.4, 0.2))
    point = 0.4 * share * np.array([math.cos(1.0), math.sin(1.0), 0.0])
    start = [0.6, 3.0, 0.1]
    _, code, iterations, error = finished(chain, start, point)
    assert code == STALLED
    assert iterations < 25
    assert error.distance == pytest.approx(0.4 * (1.0 - share), abs=1e-12)
    creeping = pult.levenberg_marquardt(chain, start, point, max_iterations=25)
    assert creeping.residual > error.distance + 1e-9
    assert pult.solve_ik(chain, point).residual == pytest.approx(0.4 * (1.0 - share), abs=1e-9)


def test_it_never_rises_stays_inside_and_ends_where_the_gradient_does():
    chain = arms.panda()
    generator = np.random.default_rng(1)
    for q0 in chain.random(2, 20):
        point = 2.0 * chain.reach * generator.normal(size=3)
        start = pult.levenberg_marquardt(chain, q0, point, max_iterations=15).q
        before = math.inf
        for most in (1, 2, 5, NEWTON_ITERATIONS):
            q, _, _, error = finished(chain, start, point, most)
            assert error.cost <= before
            assert inside(chain, q)
            before = error.cost
        gradient = chain.jacobian(q)[:3].T @ (chain.forward(q)[:3, 3] - point) / np.linalg.norm(point)
        free = (q > chain.lower) & (q < chain.upper)
        assert np.abs(gradient[free]).max(initial=0.0) < 1e-6
        assert (gradient[q == chain.lower] >= -1e-6).all()  # pulled outwards, or not at all
        assert (gradient[q == chain.upper] <= 1e-6).all()


@pytest.mark.parametrize("times", [1.5, 1e2, 1e4, 1e6])
def test_however_far_the_point_is_the_arm_points_at_it(times):
    chain = arms.planar((0.6, 0.5, 0.3))
    found = pult.solve_ik(chain, [times, 0.5 * times, 0.0])
    at = chain.forward(found.q)[:2, 3]
    assert not found.reached
    assert np.linalg.norm(at) == pytest.approx(1.4, abs=1e-6)
    # a turn by t costs t^2/2 of the reach, and a distance d has digits down to 1e-16 d
    assert math.atan2(at[1], at[0]) == pytest.approx(math.atan2(0.5, 1.0), abs=1e-6 + 1e-7 * math.sqrt(times))
