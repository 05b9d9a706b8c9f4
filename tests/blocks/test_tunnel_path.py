"""Blocks for arms of many links: through a tunnel, and after a steered head."""

import math

import numpy as np
import pytest

from pult.blocks.kinematics.head_path import HeadPath
from pult.blocks.kinematics.tunnel_path import PathState, TunnelClearance, TunnelFollower
from pult.core.shipped import shipped_file
from pult.motion.tunnel.document import load_path
from pult.motion.tunnel.following import Follower
from pult.testing import check_block

FILE = shipped_file("tunnel", "snake-tunnel")
FOLDER, NAME = str(FILE.parent), FILE.name
N, DT = 12, 0.01


def test_blocks_keep_the_rules():
    check_block("kinematics.tunnel_path", {"tunnel": NAME, "n": N}, folder=FILE.parent, steps=40)
    check_block("kinematics.tunnel_clearance", {"tunnel": NAME, "n": N}, folder=FILE.parent, steps=40)
    check_block("kinematics.head_path", {"lengths": [0.1] * 4, "n": 4, "memory": 30}, steps=100)


def advance(speeds):
    values = TunnelFollower.prepare(tunnel=NAME, n=N, folder=FOLDER)._asdict()
    state, feed = PathState(), 0.0
    for v in speeds:
        out = TunnelFollower.output(state, feed, n=N, **values)
        state = TunnelFollower.update(state, feed, v, n=N, acceleration=0.4, leash=0.01, dt=DT, **values)
        feed = out.feed  # a slide that follows at once
    return out, state


def test_the_tip_goes_to_the_target_stops_there_and_comes_back():
    path = load_path(FILE)
    there, state = advance([0.3] * 800)
    assert there.left == pytest.approx(0.0, abs=1e-4)
    assert state.speed == pytest.approx(0.0, abs=1e-2)
    wanted, _, _ = Follower(path).angles(path.end - there.left)
    assert there.angles == pytest.approx(wanted, abs=1e-9)
    back, _ = advance([0.3] * 800 + [-0.3] * 900)
    assert back.angles == pytest.approx(0.0, abs=1e-6)
    assert back.feed == pytest.approx(0.0, abs=1e-3)


def test_a_slide_that_lags_is_waited_for():
    values = TunnelFollower.prepare(tunnel=NAME, n=N, folder=FOLDER)._asdict()
    state = PathState()
    for _ in range(200):  # the slide does not move
        state = TunnelFollower.update(state, 0.0, 0.3, n=N, acceleration=0.4, leash=0.01, dt=DT, **values)
    assert state.s - float(values["marks"][0]) < 0.02


def test_a_missing_tunnel_and_another_number_of_links_are_told():
    with pytest.raises(ValueError, match=r"there is no tunnel 'snake-tunel.tunnel.json' .* Did you mean 'snake-tunnel.tunnel.json'\?"):
        TunnelFollower.prepare(tunnel="snake-tunel.tunnel.json", n=N, folder=FOLDER)
    with pytest.raises(ValueError, match="has 12 links, but 'n' is 5"):
        TunnelFollower.prepare(tunnel=NAME, n=5, folder=FOLDER)
    with pytest.raises(ValueError, match="there is no tunnel"):
        TunnelFollower.prepare(tunnel="../pilots/x.tunnel.json", n=5, folder=FOLDER)


def test_the_clearance_from_measured_angles_is_that_of_the_plan():
    path = load_path(FILE)
    follower = Follower(path)
    values = TunnelClearance.prepare(tunnel=NAME, n=N, folder=FOLDER)._asdict()
    for s in path.stations(0.1):
        angles, _, base = follower.angles(s)
        feed = base - (path.start - path.arm.reach)
        found = TunnelClearance.output(feed, angles, n=N, **values)
        assert found.clearance == pytest.approx(follower.clearance(s), abs=1e-9)


def steer(turns, back=0, n=6):
    given = {"lengths": np.full(n, 0.1), "n": n, "memory": 200, "stroke": 0.55}
    state, feed = HeadPath.initial(memory=200), 0.0
    tips = []
    for turn in [*turns, *[0.0] * back]:
        out = HeadPath.output(state, feed, **given)
        v = 0.1 if len(tips) < len(turns) else -0.1
        state = HeadPath.update(state, feed, v, turn, radius=0.2, spacing=0.02, acceleration=1.0, leash=0.05,
                                turn_rate=1e3, dt=DT, **given)  # fmt: skip
        feed = out.feed
        heading = np.cumsum(out.angles)
        tips.append((out.feed + 0.1 * np.cos(heading).sum(), 0.1 * np.sin(heading).sum()))
    return out, np.array(tips)


def test_a_head_steered_fully_goes_around_a_circle():
    _, tips = steer([0.0] * 10 + [1.0] * 300)
    ends = tips[40:]
    a = np.column_stack([2 * ends, np.ones(len(ends))])
    middle = np.linalg.lstsq(a, (ends**2).sum(axis=1), rcond=None)[0]
    radius = math.sqrt(middle[2] + middle[0] ** 2 + middle[1] ** 2)
    assert radius == pytest.approx(0.2, abs=1e-3)


def test_the_body_follows_the_path_of_the_head_and_goes_back_on_it():
    random = np.random.default_rng(0)
    turns = np.repeat(random.uniform(-1, 1, 12), 30)
    out, tips = steer(turns)
    heading = np.cumsum(out.angles)
    links = 0.1 * np.column_stack([np.cos(heading), np.sin(heading)])
    joints = np.cumsum(links, axis=0) + np.array([out.feed, 0.0])
    for joint in joints:
        on_line = abs(joint[1]) < 1e-4 and joint[0] < tips[0, 0] + 1e-4
        assert on_line or np.hypot(*(tips - joint).T).min() < 1.5e-3
    back, _ = steer(turns, back=len(turns) + 50)
    assert back.angles == pytest.approx(0.0, abs=1e-6)
    assert back.travelled == pytest.approx(0.0, abs=1e-3)


def test_the_head_stops_where_the_slide_ends():
    out, _ = steer([0.3] * 900)
    assert out.full
    assert out.feed <= 0.55 + 1e-3


