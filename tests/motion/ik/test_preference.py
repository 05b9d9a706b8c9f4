"""Preferences: the task stays reached, the measure gets better, and ends where a constrained optimiser puts it."""

import numpy as np
import pytest
from scipy.optimize import minimize

import pult
from tests.motion.ik import arms
from tests.motion.ik.arms import angle_between, distance_between, inside

REDUNDANT = [("panda", "pose"), ("panda", "point"), ("human arm", "pose"), ("human arm", "point")]
REDUNDANT += [("planar 5R", "point"), ("ur5, one turn", "point"), ("stanford", "point"), ("unlimited", "point")]


def measure(chain, kind, q, rest, oriented):
    """What a preference lowers, from its definition."""
    low, high = chain.ranges
    if kind == "rest":
        return float(np.sum(np.where(chain.slides, 1.0 / chain.reach**2, 1.0) * (q - rest) ** 2))
    if kind == "centre":
        return float(np.sum(((q - 0.5 * (low + high)) / (0.5 * (high - low))) ** 2))
    return -chain.manipulability(q, "pose" if oriented else "position")


@pytest.mark.parametrize("kind", ["rest", "centre", "manipulability"])
@pytest.mark.parametrize(("name", "wanted"), REDUNDANT)
def test_the_target_stays_reached_and_the_measure_is_no_worse_and_as_a_rule_better(name, wanted, kind):
    chain = arms.ARMS[name]()
    better = 0
    for q, start, rest in zip(chain.random(1, 25), chain.random(2, 25), chain.random(3, 25), strict=True):
        target = chain.forward(q) if wanted == "pose" else chain.forward(q)[:3, 3]
        plain = pult.solve_ik(chain, target, start)
        found = pult.solve_ik(chain, target, start, prefer=kind, rest=rest if kind == "rest" else None)
        at = chain.forward(found.q)
        assert found.reached
        assert inside(chain, found.q)
        assert distance_between(at, target) <= 1.0001e-4
        assert wanted == "point" or angle_between(at, target) <= 1.0001e-3
        assert found.residual == pytest.approx(distance_between(at, target), abs=1e-12)
        before, after = (measure(chain, kind, one.q, rest, wanted == "pose") for one in (plain, found))
        assert after <= before + 1e-12
        better += after < before - 1e-3 * abs(before)
    # a planar arm moves nothing across its plane: of x, y and z together its manipulability is 0 everywhere
    assert better >= 15 or (name == "planar 5R" and kind == "manipulability")


def test_manipulability_counts_the_components_asked_for():
    chain = arms.ARMS["planar 5R"]()
    for q, start in zip(chain.random(1, 10), chain.random(2, 10), strict=True):
        target = chain.forward(q)[:3, 3]
        plain = pult.solve_ik(chain, target, start, components="x y")
        found = pult.solve_ik(chain, target, start, components="x y", prefer="manipulability")
        before, after = (np.linalg.det(J @ J.T) for J in (chain.jacobian(one.q)[:2] for one in (plain, found)))
        assert found.reached
        assert after > before


def optimum(chain, rest, q, point):
    """The nearest configuration to the rest from which the point is reached, by SLSQP from q."""
    found = minimize(
        lambda x: np.sum((x - rest) ** 2), q, jac=lambda x: 2.0 * (x - rest), method="SLSQP",
        constraints={"type": "eq", "fun": lambda x: (chain.forward(x)[:2, 3] - point[:2])},
        bounds=list(zip(chain.lower, chain.upper, strict=True)), options={"ftol": 1e-14, "maxiter": 500},
    )  # fmt: skip
    return found.x


@pytest.mark.parametrize("limit", [2.5, 1.4], ids=["wide", "narrow"])
def test_the_nearest_to_rest_is_the_constrained_optimum(limit):
    """With wide and with narrow limits, at which some joints then stand."""
    chain = arms.planar((0.5, 0.4, 0.3), -limit, limit)
    at_limits = 0
    for q, rest in zip(chain.random(4, 40), chain.random(5, 40), strict=True):
        point = chain.forward(q)[:3, 3]
        if np.linalg.svd(chain.jacobian(q)[:2])[1][1] < 0.05:
            continue  # all but stretched, where what reaches the point is a tiny loop of sharp bends
        found = pult.solve_ik(chain, point, prefer="rest", rest=rest, tolerance=1e-8, preference_step=100.0)
        best = optimum(chain, rest, found.q, point)
        squares = np.sum((found.q - rest) ** 2), np.sum((best - rest) ** 2)
        # a step that gains less than 1e-5 of the measure is the last one; where the gain shrinks slowly, say by a
        # third a step, three times as much is left
        assert squares[0] <= squares[1] * (1.0 + 3e-5) + 1e-9
        assert distance_between(chain.forward(found.q), point) <= 1.1e-8
        at_limits += np.any((found.q == chain.lower) | (found.q == chain.upper))
    assert at_limits >= (5 if limit < 2.0 else 0)


def test_a_rest_that_reaches_the_target_itself_is_taken():
    chain = arms.panda()
    for rest, start in zip(chain.random(6, 30), chain.random(7, 30), strict=True):
        if np.linalg.svd(chain.jacobian(rest))[1][5] < 0.05:
            continue  # next to a singular pose the tolerance leaves the joints much room
        near = chain.clamp(rest + 0.2 * np.sign(start))
        found = pult.solve_ik(chain, chain.forward(rest), near, prefer="rest", rest=rest, preference_step=10.0)
        # what is left of the way lies in the tolerance of the pose
        assert np.abs(found.q - rest).max() < 0.02


def test_rest_is_the_middle_of_the_ranges_unless_it_is_given():
    chain = arms.human_arm()
    target = chain.forward(chain.random(8))
    one = pult.solve_ik(chain, target, prefer="rest")
    assert one.q.tobytes() == pult.solve_ik(chain, target, prefer="rest", rest=chain.centre).q.tobytes()


def test_an_arm_without_freedom_keeps_its_solution():
    """Six joints for six components: what moves is what the tolerance allows."""
    chain = arms.ur5(1.0)
    for q in chain.random(9, 20):
        target = chain.forward(q)
        plain = pult.solve_ik(chain, target, q, tolerance=1e-9, angle_tolerance=1e-9)
        found = pult.solve_ik(chain, target, q, tolerance=1e-9, angle_tolerance=1e-9, prefer="centre")
        np.testing.assert_allclose(found.q, plain.q, atol=1e-5)


@pytest.mark.parametrize("step", [0.01, 0.05])
def test_along_a_path_the_arm_drifts_to_its_rest_and_does_not_jump(step):
    chain = arms.ARMS["planar 5R"]()
    q = chain.clamp([0.2, -0.9, 1.2, 0.6, 0.9])
    rest = pult.solve_ik(chain, chain.forward(q)[:3, 3], [0.6, 0.6, -0.6, -0.3, 0.2]).q
    point = chain.forward(q)[:3, 3].copy()
    x = point[0] + 0.1 * np.sin(np.linspace(0.0, 6.0, 300))
    measures = []
    for value in x:
        point[0] = value
        plain = pult.solve_ik(chain, point, q)
        found = pult.solve_ik(chain, point, q, prefer="rest", rest=rest, preference_step=step)
        assert found.reached
        assert np.abs(found.q - plain.q).max() <= 1.01 * step  # what is beyond is for reaching the task again
        q = found.q
        measures.append(np.sum((q - rest) ** 2))
    best = np.sum((optimum(chain, rest, q, point) - rest) ** 2)
    assert measures[0] > 3.0  # it had a way to go
    assert measures[-1] == pytest.approx(best, rel=0.02, abs=1e-3)


def test_plain_python_gives_the_same_bits():
    from pult.motion.ik.preference import CENTRE, MANIPULABILITY, REST
    from pult.motion.ik.solve import run_null_space
    from pult.motion.ik.target import read_goal

    chain = arms.ARMS["planar 3R"]()
    half = 0.5 * (chain.ranges[1] - chain.ranges[0])
    scales = {"rest": chain.damping, "centre": 1.0 / half**2, "manipulability": chain.damping}
    flat = chain.arrays
    for kind, number in (("rest", REST), ("centre", CENTRE), ("manipulability", MANIPULABILITY)):
        point = chain.forward(chain.random(11))[:3, 3]
        goal = read_goal(chain, point, "x y", None)
        plain = pult.solve_ik(chain, point, [0.1, 0.2, 0.3], components="x y")
        native = pult.solve_ik(chain, point, [0.1, 0.2, 0.3], components="x y", prefer=kind)
        q = plain.q.copy()
        steps = run_null_space(
            flat.links, flat.tips, flat.limits, chain.damping, goal.rows, goal.scales, False, 1e-4, 1e-3, number,
            chain.centre, scales[kind], 40, 1e9, q, np.empty(6),
        )  # fmt: skip
        assert steps > 0
        assert q.tobytes() == native.q.tobytes()
