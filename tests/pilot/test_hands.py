"""The limits of a person: views come late, one thing at a time, bounded movements."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pult.core.channels import Channel, Channels
from pult.core.errors import UsageError
from pult.panel.panel import load_panel
from pult.pilot.hands import Eyes, Hands, Limits
from pult.pilot.view import ViewReader

CALM = Limits(tremor=0.0)


PANEL = load_panel(
    {"format": "pult.panel", "version": 1, "name": "p", "elements": {"lamp": {"type": "lamp", "signal": "output.lamp"}}}
)


def view(time, **more):
    channels = Channels([Channel("site.hand", 0, (7,)), Channel("body.base", 7, (7,)), Channel("output.lamp", 14)])
    return ViewReader(channels, PANEL).read(np.arange(15.0), time, more.get("stage", 0), more.get("target", "hand"))


def test_eyes_show_what_was_there_a_reaction_time_ago():
    eyes = Eyes(Limits(delay=0.2))
    seen = [eyes.see(view(0.05 * k)) for k in range(20)]
    assert seen[:4] == [None] * 4
    for k in range(4, 20):
        assert seen[k].time == pytest.approx(0.05 * (k - 4))


def test_a_view_shows_places_of_things_and_lamps_and_nothing_else():
    one = view(0.0)
    assert one.position("hand").tolist() == [0.0, 1.0, 2.0]
    assert one.position("base").tolist() == [7.0, 8.0, 9.0]
    assert one.aim.tolist() == [0.0, 1.0, 2.0]
    assert one.lamp("lamp")
    assert not hasattr(one, "row")
    with pytest.raises(UsageError, match="Did you mean 'lamp'"):
        one.lamp("lmp")
    with pytest.raises(UsageError, match="Did you mean 'hand'"):
        one.position("hnd")


def test_lamps_are_lit_or_not_and_gauges_show_numbers():
    panel = load_panel(
        {"format": "pult.panel", "version": 1, "name": "p", "elements": {
            "lit": {"type": "lamp", "signal": "output.a"}, "dark": {"type": "lamp", "signal": "output.a", "above": 3.0},
            "far": {"type": "indicator", "signal": "output.b"}, "gauge": {"type": "gauge", "signal": "output.a", "range": [0, 9]}}}
    )  # fmt: skip
    channels = Channels([Channel("output.a", 0), Channel("output.b", 1, (2,))])
    found = ViewReader(channels, panel).read(np.array([2.0, 3.0, 4.0]), 0.0, 0, "")
    assert found.shown == {"lit": 1.0, "dark": 0.0, "far": 5.0, "gauge": 2.0}


def test_a_site_hides_the_body_of_its_name_and_a_view_keeps_what_was_there():
    reader = ViewReader(Channels([Channel("site.hand", 0, (7,)), Channel("body.hand", 7, (7,))]))
    row = np.arange(14.0)
    one = reader.read(row, 0.0, 0, "hand")
    row[:] = -1.0
    assert list(one.poses) == ["hand"]
    assert one.poses["hand"].tolist() == [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0]


def test_angles_of_the_joints_on_the_picture_are_those_that_sensors_measure():
    panel = load_panel(
        {"format": "pult.panel", "version": 1, "name": "p", "elements": {
            "joints": {"type": "joints", "options": {"elbow": {}, "wrist": {}}}}}
    )  # fmt: skip
    channels = Channels(
        [Channel("sensor.speeds", 0, (2,), "rad/s", labels=("elbow", "wrist")),
         Channel("sensor.angles", 2, (3,), "rad", labels=("shoulder", "elbow", "wrist"))]
    )  # fmt: skip
    assert ViewReader(channels, panel).read(np.arange(5.0), 0.0, 0, "").angles == {"elbow": 3.0, "wrist": 4.0}


def act(hands, wanted, steps, start=0.0, interval=0.05):
    """Inputs by time."""
    return [(start + k * interval, hands.move(start + k * interval, wanted)) for k in range(steps)]


def test_a_stick_moves_no_faster_than_a_hand():
    limits = Limits(tremor=0.0, slew=4.0, interval=0.05)
    hands = Hands(limits, 0)
    done = [made["joystick"][0] for _, made in act(hands, {"joystick": [1.0, 0.0, 0.0]}, 8) if made]
    assert done == pytest.approx([0.2, 0.4, 0.6, 0.8, 1.0])  # 4/s times 0.05 s


def test_small_deflections_are_not_made():
    hands = Hands(Limits(tremor=0.0, dead_zone=0.05), 0)
    assert hands.move(0.0, {"joystick": [0.03, 0.03, 0.0]}) == {}
    assert hands.move(0.05, {"joystick": [0.2, 0.0, 0.0]})
    assert hands.move(0.10, {"joystick": [0.03, 0.0, 0.0]}) == {"joystick": [0.0, 0.0, 0.0]}


def test_one_control_at_a_time_the_stick_is_let_go_first():
    hands = Hands(CALM, 0)
    hands.move(0.0, {"joystick": [0.2, 0.0, 0.0]})
    made = act(hands, {"effectors": "hand", "joystick": [0.2, 0.0, 0.0]}, 40, 0.05)
    log = [(round(time, 2), inputs) for time, inputs in made if inputs]
    assert log[0] == (0.05, {"joystick": [0.0, 0.0, 0.0]})
    assert log[1] == (0.45, {"effectors": "hand"})  # after the reach of 0.4 s
    assert log[2][0] == pytest.approx(0.9)  # the hand starts back 0.05 s later, and that takes 0.4 s
    assert "joystick" in log[2][1]
    assert all(len(inputs) == 1 for _, inputs in log)


def test_a_button_is_pressed_for_a_while_and_let_go_once():
    hands = Hands(CALM, 0, buttons=["unreachable"])
    made = [(t, i) for t, i in act(hands, {"unreachable": True}, 24) if i]
    assert made[0][1] == {"unreachable": True}
    assert made[1][1] == {"unreachable": False}
    assert made[1][0] - made[0][0] == pytest.approx(CALM.press, abs=0.051)


def test_switches_are_set_once_and_stay_and_can_be_switched_off():
    hands = Hands(CALM, 0, found={"enable": True, "lamp": False})
    assert [i for _, i in act(hands, {"enable": True}, 40) if i] == []  # it is on already
    assert [i for _, i in act(hands, {"enable": False, "lamp": True}, 60, 3.0) if i] == [{"enable": False}, {"lamp": True}]
    assert [i for _, i in act(hands, {"enable": True}, 40, 9.0) if i] == [{"enable": True}]


def test_tremor_depends_on_the_seed_alone_and_has_the_size_it_says():
    def sticks(seed):
        hands = Hands(Limits(tremor=0.02, slew=100.0), seed)
        wanted = {"joystick": [0.5, 0.0, 0.0]}
        return np.array([hands.move(0.05 * k, wanted).get("joystick", [np.nan] * 3) for k in range(2000)])

    one, again, other = sticks(4), sticks(4), sticks(5)
    assert np.array_equal(one, again, equal_nan=True)
    assert not np.array_equal(one, other, equal_nan=True)
    # a normal number times a sine: the deviation is 0.02 times the root mean square of the sine, about 0.7
    assert np.nanstd(one[10:, 0]) == pytest.approx(0.02 * math.sqrt(0.5), rel=0.25)
    assert (one[:, 1:] == 0.0).all()  # an axis that is not pushed is not shaken


@given(st.lists(st.tuples(st.floats(-3, 3), st.floats(-3, 3), st.booleans(), st.booleans()), max_size=60))
def test_whatever_is_wanted_the_panel_gets_one_control_and_deflections_in_range(wishes):
    hands = Hands(Limits(tremor=0.05), 1, buttons=["unreachable"])
    for k, (x, y, press, select) in enumerate(wishes):
        wanted = {"joystick": [x, y, 0.0]}
        if press:
            wanted["unreachable"] = True
        if select:
            wanted["effectors"] = "hand"
        made = hands.move(0.05 * k, wanted)
        assert len(made) <= 1
        assert all(abs(v) <= 1.0 for v in made.get("joystick", ()))
