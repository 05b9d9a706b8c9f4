"""Paths through tunnels: what is promised holds on random tunnels, and what cannot be passed is refused with a reason."""

import math

import numpy as np
import pytest

from pult.motion.tunnel.arcs import LENGTH
from pult.motion.tunnel.following import Follower
from pult.motion.tunnel.plan import best_radius, plan_as_printed, plan_tunnel, try_plan
from pult.motion.tunnel.random_tunnel import TunnelDraw, draw_walls, middle_circles, random_tunnel
from pult.motion.tunnel.shape import shape_faults
from pult.motion.tunnel.taut import Circle, pieces_of, pull_taut
from pult.motion.tunnel.tunnel import Arm, make_tunnel
from pult.motion.tunnel.walls import path_clearance

ELBOW = {
    "left": [[0, 0.05], [0.55, 0.05], [0.55, 0.6]],
    "right": [[0, -0.05], [0.65, -0.05], [0.65, 0.6]],
}
"""A corridor 0.1 m wide that turns to the left by a right angle."""
ARM = Arm((0.1,) * 20, 0.02)


def elbow(width: float = 0.1, **changed):
    low, high = -0.5 * width, 0.5 * width
    given = {
        "left": [[0, high], [0.6 - high, high], [0.6 - high, 0.6]],
        "right": [[0, low], [0.6 + high, low], [0.6 + high, 0.6]],
        "target": [0.6, 0.5],
    }
    return make_tunnel(*(changed.get(key, value) for key, value in given.items()))


def test_the_best_radius_has_the_same_clearance_on_both_sides():
    for w in (0.06, 0.1, 0.3):
        r = best_radius(w, 0.1)
        assert math.sqrt(r * r - 0.0025) == pytest.approx(w - r)
        others = [min(math.sqrt(q * q - 0.0025), w - q) for q in np.linspace(0.0501, w, 500)]
        assert max(others) <= w - r + 1e-9


def test_an_elbow_has_the_clearance_of_the_formula():
    """In a right angle the link at 45 degrees is the nearest to the corner, and the arc to the outer walls."""
    path = plan_tunnel(elbow(), ARM)
    r = best_radius(0.1, 0.1)
    assert path.radii == pytest.approx([r])
    assert path.bound == pytest.approx(0.1 - r - 0.01, abs=1e-9)
    # exactly the bound, where a link stands across the corner
    assert Follower(path).least_clearance(0.0005) == pytest.approx(path.bound, abs=1e-5)


@pytest.mark.parametrize("lengths", [(0.1,) * 60, tuple(0.04 + 0.06 * ((3 * i) % 7) / 6 for i in range(110))])
def test_random_tunnels_are_passed_with_the_promised_clearance(lengths):
    """A sample of the proof in validation/snakeman.py; links may be unequal."""
    arm = Arm(lengths, 0.02)
    for seed in range(12):
        path = plan_tunnel(random_tunnel(seed, arm), arm)
        assert path.bound > 0.0
        assert Follower(path).least_clearance(0.01) >= path.bound - 1e-3 * arm.longest


def test_the_path_keeps_off_every_corner_by_more_than_half_a_link():
    arm = Arm((0.1,) * 60)
    for seed in range(8):
        path = plan_tunnel(random_tunnel(seed, arm), arm)
        for corner in path.corners:
            point = np.array([[corner.x, corner.y, corner.x, corner.y]])
            assert path_clearance(path.pieces, point)[0] > 0.05


def test_following_moves_back_on_the_same_way():
    path = plan_tunnel(elbow(), ARM)
    follower = Follower(path)
    there = [follower.angles(s)[0] for s in path.stations(0.02)]
    back = [follower.angles(s)[0] for s in path.stations(0.02)[::-1]]
    assert np.array_equal(there, back[::-1])
    assert follower.joints(path.end)[0][-1, :2] == pytest.approx([0.6, 0.5])


# --- refusals ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tunnel", "arm", "message"),
    [
        (elbow(0.055), ARM, "left[1]: the tunnel is 0.055 m wide at this corner; links of 0.1 m by 0.02 m need more than 0.06099 m."),
        (elbow(), Arm((0.02,) * 10, 0.01), "target: the target is 1.079 m from the mouth along the path; the arm of 0.2 m does not get there."),
        (elbow(target=[0.58, 0.07]), ARM, "target: it is 0.03606 m from the corner left[1]; links of 0.1 m by 0.02 m need more than 0.05099 m."),
    ],
)  # fmt: skip
def test_what_cannot_be_passed_is_refused_with_place_and_reason(tunnel, arm, message):
    _, faults = try_plan(tunnel, arm)
    assert [str(fault) for fault in faults] == [message]


def test_corners_too_close_to_each_other_are_refused():
    """An S of two right angles: the inner corners are 0.09 m apart, less than a link."""
    tunnel = make_tunnel(
        [[0, 0.05], [0.55, 0.05], [0.55, 0.1], [1.2, 0.1]], [[0, -0.05], [0.64, -0.05], [0.64, 0.0], [1.2, 0.0]], [1.1, 0.05]
    )
    _, faults = try_plan(tunnel, Arm((0.14,) * 12, 0.0))
    assert [fault.code for fault in faults] == ["no-way"]
    assert "where the tunnel turns to the other side" in faults[0].message


def test_a_bend_right_behind_the_mouth_is_refused():
    tunnel = elbow(left=[[0.48, 0.05], [0.55, 0.05], [0.55, 0.6]], right=[[0.48, -0.05], [0.65, -0.05], [0.65, 0.6]])
    _, faults = try_plan(tunnel, ARM)
    assert [fault.place for fault in faults] == ["left[0]"]
    assert "need" in faults[0].message


def test_walls_by_themselves_are_checked():
    crossed = elbow(right=[[0, -0.05], [0.65, 0.2], [0.3, 0.6]])
    assert {fault.code for fault in shape_faults(crossed)} == {"bad-wall"}
    assert shape_faults(crossed)[0].place.startswith("right[")
    good = elbow()
    swapped = make_tunnel(good.right.tolist(), good.left.tolist(), [0.6, 0.5])
    assert shape_faults(swapped)[0].message.startswith("the left wall lies on the right")
    assert shape_faults(elbow(target=[2.0, 0.0]))[0].place == "target"
    assert shape_faults(elbow(left=[[0, 0.05], [0, 0.05], [0.55, 0.6]]))[0].place == "left[1]"


# --- the method as printed fails where it should ------------------------------------------------------------------------


def test_a_shallow_corner_is_dropped():
    """The arc about a shallow corner would come out negative: the taut string passes it by."""
    start, end = Circle(0.0, 0.0, 0.0, 1), Circle(2.0, 0.0, 0.0, 1)
    shallow = Circle(1.0, 0.3, 0.1, 1, 0)  # turn to the left about a corner far to the left: nothing to go around
    chain, headings = pull_taut(start, [shallow], end)
    assert len(chain) == 2
    assert pieces_of(chain, headings)[0, LENGTH] == pytest.approx(2.0)


def test_circles_on_the_middle_line_touch():
    arm = Arm((0.1,) * 60)
    touched = 0
    for seed in range(10):
        tunnel = random_tunnel(seed, arm)
        path = plan_as_printed(tunnel, arm, 0.051, middle_circles(tunnel, 0.051))
        touched += path is None or Follower(path).least_clearance(0.01) <= 0.0
    assert touched >= 7


def test_the_two_conditions_of_the_paper_are_not_sufficient():
    """Corners farther apart than a link and corridors wider than half a link: the path as printed may still touch."""
    arm, random = Arm((0.1,) * 60), np.random.default_rng(5)
    touched = 0
    for _ in range(150):
        tunnel = draw_walls(random, 0.1, TunnelDraw())
        if shape_faults(tunnel) or try_plan(tunnel, arm)[1]:
            continue
        path = plan_as_printed(tunnel, arm, 0.051)
        touched += path is None or Follower(path).least_clearance(0.01) <= 0.0
    assert touched >= 1
