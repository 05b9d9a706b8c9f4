"""Conditions give the value that geometry gives."""

import math

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pult.core.channels import Channel
from pult.exercise.compile import compile_condition
from pult.exercise.condition import Condition
from pult.exercise.things import Moment
from tests.exercise.making import CHANNELS, channels_of, rows_of


def check_of(data, channels=CHANNELS, stages=("go", "back")):
    condition = msgspec.convert(data, Condition)
    check, faults = compile_condition(condition, channels, "goal", stages)
    assert faults == []
    return check


def moment(before=None, elapsed=0.01, stage=0, **signals):
    row = rows_of(1, **signals)[0]
    earlier = row if before is None else rows_of(1, **before)[0]
    return Moment(row, earlier, elapsed, stage)


def value_of(data, now):
    (reading,) = check_of(data).readings(now)
    return reading.value


def turned(axis, angle):
    axis = np.asarray(axis, float) / np.linalg.norm(axis)
    return np.concatenate([[math.cos(angle / 2)], math.sin(angle / 2) * axis])


def pose(position, quaternion):
    return np.concatenate([position, quaternion])


def test_a_distance_is_that_of_the_chosen_axes():
    now = moment(site_hand=[1.0, 2.0, 3.0], body_goal=[1.0 + 2.0, 2.0 + 3.0, 3.0 + 6.0])
    base = {"type": "distance", "a": "hand", "b": "goal", "below": 100}
    assert value_of(base, now) == pytest.approx(7.0)
    assert value_of({**base, "axes": "xy"}, now) == pytest.approx(math.hypot(2, 3))
    assert value_of({**base, "axes": "z"}, now) == pytest.approx(6.0)
    assert value_of({"type": "distance", "a": "hand", "below": 100}, now) == pytest.approx(math.sqrt(14.0))


def test_an_offset_is_in_axes_of_the_second_thing():
    now = moment(site_hand=[1.0, 1.0, 0.0], body_goal=pose([1.0, 0.0, 0.0], turned([0, 0, 1], math.pi / 2)))
    data = {"type": "distance", "a": "hand", "b": "goal", "offset": [1.0, 0.0, 0.0], "below": 1}
    assert value_of(data, now) == pytest.approx(0.0, abs=1e-15)  # its x is the world's y


def test_a_height_has_a_sign_and_may_be_along_an_axis_of_the_thing():
    now = moment(site_hand=[0.5, 0.2, 0.1], body_box=pose([0.0, 0.0, 0.3], turned([0, 1, 0], math.pi / 2)))
    assert value_of({"type": "along", "a": "hand", "b": "box", "above": 0}, now) == pytest.approx(-0.2)
    data = {"type": "along", "a": "hand", "b": "box", "frame": "b", "axis": [0, 0, 4], "above": 0}
    assert value_of(data, now) == pytest.approx(0.5)  # its z is the world's x


def test_a_point_is_inside_a_turned_box_as_told_by_its_coordinates_there():
    box = pose([1.0, 0.0, 0.0], turned([0, 0, 1], math.pi / 4))
    data = {"type": "inside", "thing": "hand", "of": "box", "low": [-1, -0.1, -1], "high": [1, 0.1, 1]}
    along, across = np.array([1.0, 1.0, 0.0]) / math.sqrt(2), np.array([-1.0, 1.0, 0.0]) / math.sqrt(2)
    inside = moment(site_hand=np.array([1.0, 0, 0]) + 0.9 * along, body_box=box)
    outside = moment(site_hand=np.array([1.0, 0, 0]) + 0.3 * across, body_box=box)
    assert check_of(data).holds(inside) and not check_of(data).holds(outside)
    assert value_of(data, inside) == pytest.approx(-0.1)
    assert value_of(data, outside) == pytest.approx(0.2)


def test_the_point_of_a_thing_is_in_its_own_axes():
    hand = pose([0.0, 0.0, 0.0], turned([0, 1, 0], math.pi / 2))  # its z is the world's x
    data = {"type": "inside", "thing": "hand", "point": [0, 0, 0.2], "low": [0.15, -1, -1], "high": [0.25, 1, 1]}
    assert check_of(data).holds(moment(site_hand=hand))


@given(st.floats(0.0, math.pi), st.tuples(*[st.floats(-1, 1)] * 3).filter(lambda a: np.linalg.norm(a) > 0.1))
def test_an_angle_is_the_angle_of_the_turn(angle, axis):
    """An axis normal to the turn's axis is turned by its angle, accurate also near 0 and pi."""
    other = np.cross(axis, [1.0, 0.0, 0.0] if abs(axis[0]) < 0.9 * np.linalg.norm(axis) else [0.0, 1.0, 0.0])
    data = {"type": "angle", "a": "box", "axis_a": other.tolist(), "axis_b": other.tolist(), "below": 4}
    assert value_of(data, moment(body_box=pose([0, 0, 0], turned(axis, angle)))) == pytest.approx(angle, abs=1e-12)


def test_a_shift_is_what_moved_in_the_axes_of_the_other_since_the_stage_began():
    """A box that goes along with the hand as it moves and turns has not shifted; one that slips has by the way it slipped."""
    data = {"type": "shift", "thing": "box", "of": "hand", "above": 0}
    held = np.array([0.1, 0.2, 0.3])
    began = rows_of(1, site_hand=[1.0, 0.0, 0.0], body_box=held + np.array([1.0, 0.0, 0.0]))[0]
    for slip in ([0.0, 0.0, 0.0], [0.003, 0.0, -0.004]):
        x, y, z = held + slip
        turn = turned([0, 0, 1], math.pi / 2)  # x of the hand is y of the world
        now = moment(site_hand=pose([5.0, 6.0, 7.0], turn), body_box=[5.0 - y, 6.0 + x, 7.0 + z])
        now.began = began
        assert value_of(data, now) == pytest.approx(np.linalg.norm(slip), abs=1e-12)
    assert value_of(data, moment(body_box=[1.0, 0.0, 0.0])) == 0.0  # at the first row nothing has moved
    assert value_of({**data, "of": ""}, now) == pytest.approx(math.dist([5.0 - y, 6.0 + x, 7.0 + z], [1.1, 0.2, 0.3]))


def test_speed_is_the_way_of_one_step_and_unknown_at_the_first_row():
    data = {"type": "speed", "thing": "hand", "below": 1.0}
    now = moment(before={"site_hand": [0.0, 0.0, 0.0]}, site_hand=[0.003, 0.004, 0.0])
    assert value_of(data, now) == pytest.approx(0.5)
    assert not check_of(data).holds(moment(elapsed=0.0))
    assert not check_of({"type": "speed", "thing": "hand", "above": -1.0}).holds(moment(elapsed=0.0))


def test_bounds_themselves_are_excluded():
    for above, below, holds in ((1.0, 3.0, True), (2.0, 3.0, False), (1.0, 2.0, False)):
        data = {"type": "signal", "name": "panel.speed", "above": above, "below": below}
        assert check_of(data).holds(moment(panel_speed=2.0)) is holds


def test_what_is_not_a_number_fulfils_nothing():
    now = moment(site_hand=[0.0, math.nan, 0.0], panel_speed=math.nan)
    for data in (
        {"type": "distance", "a": "hand", "b": "goal", "below": 1},
        {"type": "distance", "a": "hand", "b": "goal", "above": -1},
        {"type": "inside", "thing": "hand", "low": [-1, -1, -1], "high": [1, 1, 1]},
        {"type": "signal", "name": "panel.speed", "above": -1},
    ):
        assert not check_of(data).holds(now)
        assert check_of(data).readings(now)[0].plain()["value"] is None


def test_signals_by_entry_and_by_state():
    now = moment(panel_stick=[0.1, 0.2, 0.3], panel_grip=1.0)
    assert value_of({"type": "signal", "name": "panel.stick[1]", "above": 0}, now) == 0.2
    assert value_of({"type": "signal", "name": "panel.stick[z]", "above": 0}, now) == 0.3
    assert check_of({"type": "signal", "name": "panel.grip", "is": True}).holds(now)
    assert not check_of({"type": "signal", "name": "panel.grip", "is": False}).holds(now)


def test_contact_is_found_whichever_body_is_named_first():
    for bodies in (["hand", "box"], ["box", "hand"]):
        check = check_of({"type": "contact", "bodies": bodies, "above": 0.5})
        assert check.holds(moment(contact=0.6)) and not check.holds(moment(contact=0.5))


def test_still_looks_at_all_joints_or_at_those_named():
    now = moment(qvel=[0.001, -0.5])
    assert not check_of({"type": "still"}).holds(now)
    assert check_of({"type": "still", "joints": ["shoulder"]}).holds(now)
    assert check_of({"type": "still", "below": 0.51}).holds(now)


@given(st.lists(st.booleans(), min_size=1, max_size=4))
def test_all_any_and_not_are_those_of_logic(states):
    grip = {"type": "signal", "name": "panel.grip"}
    now = moment(panel_grip=1.0)
    of = [{**grip, "is": state} for state in states]
    assert check_of({"type": "all", "of": of}).holds(now) is all(states)
    assert check_of({"type": "any", "of": of}).holds(now) is any(states)
    assert check_of({"type": "not", "of": {"type": "any", "of": of}}).holds(now) is not any(states)


def test_the_stage_is_the_judges():
    check = check_of({"type": "stage", "stages": ["back"]})
    assert not check.holds(moment(stage=0)) and check.holds(moment(stage=1)) and not check.holds(moment(stage=2))


def test_what_is_shown_says_value_bounds_and_state():
    near = {"type": "distance", "a": "hand", "b": "goal", "below": 0.05, "title": "Gap"}
    low = {"type": "not", "of": {"type": "along", "a": "hand", "below": 0.03, "title": "Height"}}
    now = moment(site_hand=[0.3, 0.0, 0.04])
    gap, height = check_of({"type": "all", "of": [near, low]}).readings(now)
    assert (gap.title, gap.below, gap.holds, gap.unit) == ("Gap", 0.05, False, "m")
    assert gap.value == pytest.approx(math.hypot(0.3, 0.04))
    assert (height.title, height.value, height.above, height.below, height.holds) == ("Height", 0.04, 0.03, None, True)


def test_a_name_that_a_body_and_a_site_bear_needs_its_sort():
    channels = channels_of(Channel("body.hand", 0, (7,)))
    row = np.zeros(channels.size)
    row[channels["body.hand"].start] = 5.0
    now = Moment(row, row, 0.0)
    data = {"type": "distance", "a": "body:hand", "below": 9}
    assert check_of(data, channels).readings(now)[0].value == 5.0
    assert check_of({**data, "a": "site:hand"}, channels).readings(now)[0].value == 0.0
    _, faults = compile_condition(msgspec.convert({**data, "a": "hand"}, Condition), channels, "goal")
    assert "write 'body:hand' or 'site:hand'" in faults[0].message
