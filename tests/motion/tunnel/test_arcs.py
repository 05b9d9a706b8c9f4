"""Following the leader in closed form: joints on the path, lengths kept, rates as finite differences say."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pult.motion.tunnel.arcs import LENGTH, follow, joint_values, locate, piece_pose, table
from pult.motion.tunnel.following import Follower, native_follow
from pult.motion.tunnel.plan import plan_tunnel
from pult.motion.tunnel.random_tunnel import TunnelDraw, random_tunnel
from pult.motion.tunnel.tunnel import Arm


def chain_path(*pieces: tuple[float, float]) -> np.ndarray:
    """A path of pieces (curvature, length) from the origin along x."""
    rows, x, y, heading = [], 0.0, 0.0, 0.0
    for curvature, length in pieces:
        rows.append((x, y, heading, curvature, length))
        x, y, heading = piece_pose(table(rows), len(rows) - 1, length)
    return table(rows)


def test_on_a_line_the_arm_is_straight():
    path = chain_path((0.0, 5.0))
    found = np.empty((4, 4))
    assert follow(path, 1, np.array([0.5, 0.25, 1.0]), 4.0, 0.1, found) == pytest.approx(2.25)
    assert found[:, 0] == pytest.approx([2.25, 2.75, 3.0, 4.0])
    assert found[1:, 2:] == pytest.approx(0.0)
    assert found[0, 3] == pytest.approx(0.1)


@pytest.mark.parametrize("side", [1.0, -1.0])
def test_on_a_circle_every_joint_turns_by_the_angle_of_its_chord(side):
    r, link = 0.3, 0.2
    path = chain_path((0.0, 3.0), (side / r, 5.0 * r))
    n = 5
    found, angles, rates = np.empty((n + 1, 4)), np.empty(n), np.empty(n)
    s = 3.0 + 5.0 * r
    base = follow(path, 2, np.full(n, link), s, 0.1, found)
    joint_values(found, angles, rates)
    chord = 2.0 * math.asin(link / (2.0 * r))
    assert angles[1:] == pytest.approx(side * chord)
    assert rates[1:] == pytest.approx(0.0, abs=1e-12)
    assert base == pytest.approx(s - n * chord * r)


def test_a_path_that_is_too_short_is_told():
    assert follow(chain_path((0.0, 1.0)), 1, np.full(3, 0.5), 1.0, 0.0, np.empty((4, 4))) == -1.0


@settings(max_examples=60, deadline=None)
@given(
    curvatures=st.lists(st.floats(-9.0, 9.0), min_size=1, max_size=12),
    lengths=st.lists(st.floats(0.02, 0.2), min_size=2, max_size=10),
    share=st.floats(0.3, 1.0),
)
def test_joints_lie_on_the_path_one_link_apart(curvatures, lengths, share):
    """Curvature stays below 2/l, so there is always a first point behind (docs/snakeman.md, lemma 2)."""
    path = chain_path((0.0, 3.0), *((k, 0.07) for k in curvatures))
    links = np.array(lengths)
    total = float(path[:, LENGTH].sum())
    s = 2.0 + share * (total - 2.0)
    found = np.empty((len(links) + 1, 4))
    base = native_follow(path, len(path), links, s, 1.0, found)
    assert np.hypot(*np.diff(found[:, :2], axis=0).T) == pytest.approx(links, abs=1e-9)
    i, at = locate(path, len(path), base)
    assert found[0, :2] == pytest.approx(piece_pose(path, i, at)[:2], abs=1e-9)
    plain = np.empty_like(found)
    assert follow(path, len(path), links, s, 1.0, plain) == base
    assert np.array_equal(plain, found)  # the native code has the same bits


def test_rates_are_the_derivatives_of_the_angles():
    arm = Arm((0.1,) * 20, 0.02)
    follower = Follower(plan_tunnel(random_tunnel(3, arm, TunnelDraw(width=(0.7, 1.3))), arm))
    path, h = follower.path, 1e-6
    for s in np.linspace(path.mouth, path.end - 0.01, 23):
        before, after = follower.angles(s - h, 0.0), follower.angles(s + h, 0.0)
        _, rates, _ = follower.angles(s, 1.0)
        # where a joint passes from one piece to the next the rate has a kink
        assert (after[0] - before[0]) / (2 * h) == pytest.approx(rates, abs=1e-3)
        assert (after[2] - before[2]) / (2 * h) == pytest.approx(follower.joints(s, 1.0)[0][0, 3], abs=1e-4)
