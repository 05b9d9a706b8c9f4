"""The set-point that several sources move in turn: exact once caught up, limited always, no bump when switched."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pult.testing import check_block, simulate_block

DT = 0.01
NAME = "control.shared_setpoint"


def pursue(wanted, *, at=None, at_speed=None, loose=0.0, event=False, feed=True, acceleration=4.0, start=0.0, **given):
    wanted = np.asarray(wanted, dtype=float)
    steps, n = wanted.shape
    inputs = {
        "wanted": wanted,
        "at": np.full((steps, n), start) if at is None else at,
        "at_speed": np.zeros((steps, n)) if at_speed is None else at_speed,
        "loose": np.broadcast_to(np.asarray(loose, dtype=float), (steps, n)),
        "event": event,
        "feed": feed,
        "acceleration": acceleration,
    }
    given = {"n": n, "low": [-100.0] * n, "high": [100.0] * n, **given}
    return simulate_block(NAME, inputs, given, dt=DT, steps=steps)


def test_block_keeps_the_rules():
    check_block(NAME, {"n": 2, "low": [-1.0, -3.0], "high": [2.0, 3.0]})


def test_limits_in_the_wrong_order_are_refused():
    with pytest.raises(ValueError, match="'low' is 2, above 'high', which is 1; swap them"):
        pursue(np.zeros((1, 2)), low=[0.0, 2.0], high=[1.0, 1.0])


def test_a_wanted_value_that_stays_is_reached_exactly_and_never_overshot():
    found = pursue(np.full((400, 1), 0.5))["position"][:, 0]
    assert found[-1] == 0.5
    assert found.max() <= 0.5
    assert (np.diff(found) >= 0.0).all()


def test_speed_and_acceleration_keep_their_limits():
    random = np.random.default_rng(3)
    wanted = np.repeat(random.uniform(-3.0, 3.0, (20, 3)), 25, axis=0)
    found = pursue(wanted, acceleration=4.0, most=0.8, catching=2.0)
    assert np.abs(found["speed"]).max() <= 0.8
    assert np.abs(np.diff(found["speed"], axis=0)).max() <= 4.0 * DT * (1 + 1e-12)
    np.testing.assert_allclose(np.diff(found["position"], axis=0)[1:], DT * found["speed"][1:-1], rtol=0, atol=1e-14)


def test_once_caught_up_it_is_where_the_wanted_value_is():
    t = DT * np.arange(600)
    wanted = np.stack([0.2 * np.sin(2.0 * t), 0.3 * t], axis=1)  # accelerations of 0.8 and 0 rad/s^2
    found = pursue(wanted)["position"]
    late = np.abs(found - wanted)[300:]
    assert late[:, 1].max() < 1e-12
    assert late[:, 0].max() < 4.0 * 0.8 * DT * DT  # its own acceleration over the two steps that it is foretold


def test_without_feeding_forward_it_stays_behind_what_moves():
    t = DT * np.arange(400)
    found = pursue(0.3 * t[:, None], feed=False)["position"][:, 0]
    assert 0.3 * t[-1] - found[-1] > 0.01


def test_an_event_leaves_speed_and_place_and_anchors_where_it_comes_to_rest():
    """Moving at 0.3 rad/s, the source changes: the anchor is where braking ends, and there it stands in the end."""
    t = DT * np.arange(300)
    wanted, event = 0.3 * t[:, None], np.zeros(300, bool)
    braking = DT * np.arange(0.3, 0.0, -4.0 * DT).sum()
    assert braking == pytest.approx(0.3**2 / 8.0 + 0.5 * 0.3 * DT, abs=1e-4)  # the continuous law, and half a step
    anchors = pursue(wanted)["position"][150, 0] + braking
    wanted[150:], event[150] = anchors, True
    found = pursue(wanted, event=event)
    assert found["anchor"][150:, 0] == pytest.approx(anchors, abs=1e-12)
    assert found["position"][-1, 0] == pytest.approx(anchors, abs=1e-9)
    assert np.abs(np.diff(found["speed"][140:], axis=0)).max() <= 4.0 * DT * (1 + 1e-9)
    assert (found["speed"][150:] >= -1e-3).all()  # it does not swing back


def test_loose_entries_go_along_and_go_on_with_the_speed_of_the_thing():
    steps = 60
    at = (0.2 * DT * np.arange(steps))[:, None] * [1.0, 1.0]
    loose = np.zeros((steps, 2))
    loose[:30, 0] = 1.0
    wanted = np.tile(at[30] + [0.2**2 / 8.0, 0.0], (steps, 1))
    found = pursue(wanted, at=at, at_speed=np.full((steps, 2), 0.2), loose=loose)
    np.testing.assert_array_equal(found["position"][:31, 0], at[:31, 0])
    np.testing.assert_array_equal(found["speed"][:30, 0], 0.0)
    np.testing.assert_array_equal(found["anchor"][:30, 0], at[:30, 0])
    assert found["speed"][30, 0] == 0.2


def test_the_speed_of_a_set_point_that_is_let_loose_dies_away():
    loose = np.zeros((200, 1))
    loose[100:] = 1.0
    found = pursue(0.3 * DT * np.arange(200)[:, None], loose=loose, acceleration=4.0)["speed"][99:, 0]
    assert found[:3] == pytest.approx([0.3, 0.3, 0.26], abs=1e-9)
    assert found[-1] == 0.0
    assert np.abs(np.diff(found)).max() <= 4.0 * DT * (1 + 1e-9)


def test_it_brakes_before_its_limits_whatever_is_wanted():
    """A wanted value that runs into a limit at 3 rad/s and stands there: the set-point does not overshoot it."""
    wanted = np.minimum(3.0 * DT * np.arange(300), 9.0)[:, None]
    found = pursue(wanted, high=[2.0], acceleration=4.0)
    assert found["position"].max() <= 2.0 + 1e-12
    assert found["position"][-1, 0] == pytest.approx(2.0, abs=1e-9)
    assert np.abs(np.diff(found["speed"], axis=0)).max() <= 4.0 * DT * (1 + 1e-9)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**31), st.floats(0.5, 40.0))
def test_whatever_the_sources_do_nothing_jumps(seed, acceleration):
    random = np.random.default_rng(seed)
    wanted = np.repeat(random.normal(size=(12, 2)), 10, axis=0) + 0.01 * random.normal(size=(120, 2))
    event = random.random(120) < 0.1
    found = pursue(wanted, event=event, feed=random.random(120) < 0.7, acceleration=acceleration)
    assert np.abs(np.diff(found["speed"], axis=0)).max() <= acceleration * DT * (1 + 1e-9)
    assert np.abs(found["speed"]).max() <= 3.0
