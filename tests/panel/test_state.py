"""What an operator may set, what the scheme gets, and what happens when the operator is lost."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pult.core.errors import PultError
from pult.panel.panel import load_panel
from pult.panel.state import PanelState
from pult.panel.values import PanelError
from tests.panel.lab import ALL, made

PANEL = load_panel(ALL)


def state(elements=None, **others):
    return PanelState(load_panel(made(elements, **others)) if elements else PANEL)


def signal(panel_state, name):
    return panel_state.values[panel_state.panel.channels[name].place].tolist()


def refusal(panel_state, name, value):
    before = panel_state.values.copy(), panel_state.as_dict()
    with pytest.raises(PanelError) as caught:
        panel_state.set(name, value)
    assert isinstance(caught.value, PultError)
    assert np.array_equal(before[0], panel_state.values) and before[1] == panel_state.as_dict()
    return str(caught.value)


# --- signals ------------------------------------------------------------------------------------------------


def test_every_input_has_its_place_in_one_gapless_array_and_outputs_have_none():
    assert PANEL.channels.names == (
        "joints", "effectors", "cameras", "stick", "stick_frame", "lever", "hold", "light", "mode", "speed", "notches",
        "trim", "grip",
    )  # fmt: skip
    stop = 0
    for channel in PANEL.channels:
        assert channel.start == stop
        stop = channel.stop
    assert stop == PANEL.channels.size == 17 == len(PANEL.initial)
    assert dict(PANEL.shows) == {"reached": "output.reached", "force": "sensor.force", "reason": "output.reason"}


def test_signals_have_the_shape_kind_unit_and_labels_of_their_elements():
    channels = PANEL.channels
    joints, stick, lever = channels["joints"], channels["stick"], channels["lever"]
    assert (joints.shape, joints.kind, joints.labels) == ((3,), "boolean", ("waist", "shoulder", "elbow"))
    assert (stick.shape, stick.kind, stick.labels) == ((3,), "number", ("x", "y", "z"))
    assert (lever.shape, lever.labels) == ((1,), ("x",))
    assert channels.find("joints[elbow]").start == joints.start + 2
    assert {channels[name].kind for name in ("hold", "light")} == {"boolean"}
    assert (channels["trim"].unit, channels["speed"].unit, channels["speed"].shape) == ("N", "m/s", ())


def test_at_the_start_everything_is_as_the_document_says():
    assert PanelState(PANEL).as_dict() == {
        "joints": [],
        "effectors": None,
        "cameras": "head",
        "stick": [0.0, 0.0, 0.0],
        "stick_frame": "base",
        "lever": [0.0],
        "hold": False,
        "light": True,
        "mode": "force",
        "speed": 0.5,
        "notches": 0.0,
        "trim": 1.0,
        "grip": 4.0,
    }


@pytest.mark.parametrize(
    ("name", "value", "numbers"),
    [
        ("joints", ["elbow", "waist"], [1, 0, 1]),
        ("joints", {"shoulder"}, [0, 1, 0]),
        ("joints", [], [0, 0, 0]),
        ("effectors", "left_hand", [1]),
        ("effectors", "right_hand", [2]),
        ("effectors", None, [0]),
        ("cameras", "head", [0]),
        ("cameras", "wrist", [1]),
        ("stick_frame", "camera", [2]),
        ("lever", (0.25,), [0.25]),
        ("lever", np.array([-1.0], dtype=np.float32), [-1]),
        ("lever", np.array([1]), [1]),
        ("hold", True, [1]),
        ("light", np.False_, [0]),
        ("mode", "displacement", [2]),
        ("speed", 1, [1]),
        ("speed", np.float32(0.75), [0.75]),
        ("grip", np.int64(7), [7]),
    ],
)
def test_a_value_becomes_these_numbers(name, value, numbers):
    panel = state()
    panel.set(name, value)
    assert signal(panel, name) == numbers


def test_the_array_is_one_for_life_contiguous_and_not_shared():
    first, second = PanelState(PANEL), PanelState(PANEL)
    values = first.values
    first.set("lever", [0.5])
    first.neutral()
    first.reset()
    first.set("lever", [0.25])
    assert first.values is values and values.dtype == np.float64 and values.flags.c_contiguous
    assert signal(first, "lever") == [0.25] and signal(second, "lever") == [0.0]
    with pytest.raises(ValueError, match="read-only"):
        PANEL.initial[0] = 1.0


# --- the stick ----------------------------------------------------------------------------------------------


@given(st.floats(-1, 1), st.floats(-1, 1), st.floats(0, 0.95), st.sampled_from(["linear", "cubic"]))
def test_the_stick_is_odd_rising_continuous_and_reaches_its_ends(x, other, dead_zone, response):
    panel = state({"s": {"type": "joystick", "axes": 1, "dead_zone": dead_zone, "response": response}})

    def at(deflection):
        panel.set("s", [deflection])
        return float(panel.values[0])

    assert at(-x) == -at(x)
    assert at(1.0) == 1.0
    assert at(dead_zone) == 0.0
    # the steepest slope is that of the cubic at its end, 3/(1 - d)
    assert abs(at(x) - at(other)) <= 3.0 / (1.0 - dead_zone) * abs(x - other) + 1e-12
    assert (at(x) - at(other)) * (x - other) >= 0.0


def test_a_dead_zone_of_a_tenth_and_a_cubic_response_give_an_eighth_for_0_55():
    panel = state()
    panel.set("stick", [0.55, -0.55, 0.1])
    assert signal(panel, "stick") == pytest.approx([0.125, -0.125, 0.0], abs=1e-15)
    assert panel.get("stick") == [0.55, -0.55, 0.1]


def test_rounding_past_the_end_of_a_range_is_forgiven_and_put_on_the_end():
    panel = state()
    panel.set("lever", [1.0 + 4e-16])
    assert signal(panel, "lever") == [1.0]
    assert "out of range" in refusal(panel, "lever", [1.0 + 1e-6])


def test_zero_has_no_sign():
    panel = state()
    panel.set_many({"stick": [-0.0, -0.0, -0.0], "lever": [-0.0], "notches": -0.0, "trim": -0.0})
    assert not np.any(np.signbit(panel.values))


def test_a_slider_with_steps_goes_to_the_nearest_notch():
    panel = state()
    for value, notch in [(0.3, 0.25), (0.4, 0.5), (-1, -1.0), (1, 1.0), (-0.13, -0.25)]:
        panel.set("notches", value)
        assert panel.get("notches") == notch


# --- refusals -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("speeed", 1, "the panel has no element \"speeed\". Did you mean 'speed'?"),
        ("reached", True, "reached: only shows the signal 'output.reached'; it cannot be set."),
        ("hold", 1, "hold: takes true or false, not 1. Write true for 1, false for 0."),
        ("light", "on", 'light: takes true or false, not "on".'),
        ("speed", True, "speed: takes a number, not true."),
        ("speed", "fast", 'speed: takes a number, not "fast".'),
        ("speed", 3, "speed: 3 m/s is out of range. Allowed: 0.1 to 1 m/s."),
        ("speed", float("nan"), "speed: takes a finite number, not nan."),
        ("speed", float("inf"), "speed: takes a finite number, not inf."),
        pytest.param("speed", 10**5000, "speed: takes a finite number, not a number too long to show.", id="long"),
        ("grip", 0, "grip: 0 N is out of range. Allowed: 4 to 12 N."),
        ("stick", [0, 0], "stick: takes 3 numbers, not 2."),
        ("stick", 0.5, "stick: takes a list of 3 numbers, not 0.5."),
        ("stick", [0, 1.5, 0], "stick: 1.5 is out of range. Allowed: -1 to 1."),
        ("stick", [0, None, 0], "stick: takes a number, not null."),
        ("stick", np.array([0.0, np.nan, 0.0]), "stick: takes a finite number, not nan."),
        ("stick", np.array([True, False, True]), "stick: takes a number, not true."),
        ("stick", "abc", 'stick: takes a list of 3 numbers, not "abc".'),
        ("stick_frame", "hand", "stick_frame: there is no \"hand\". Allowed: 'base', 'camera', 'effector'."),
        ("lever_frame", "base", 'the panel has no element "lever_frame".'),
        ("mode", "forse", "mode: there is no \"forse\". Did you mean 'force'?"),
        ("mode", 1, "mode: takes a name, not 1. Allowed: 'displacement', 'force', 'rate'."),
        ("cameras", None, "cameras: takes a name, not null."),
        ("effectors", 2, "effectors: takes a name or null, not 2."),
        ("joints", "elbow", 'joints: takes a list of names, not "elbow".'),
        ("joints", ["elbo"], "joints: there is no \"elbo\". Did you mean 'elbow'?"),
        ("joints", ["elbow", "elbow"], 'joints: "elbow" is listed twice; keep one.'),
        ("joints", ["elbow", "waist", "shoulder"], "joints: at most 2 may be selected at once, not 3."),
        (3, 1, "names of elements are texts, not 3."),
        (["stick"], 1, 'names of elements are texts, not ["stick"].'),
    ],
)
def test_what_cannot_be_is_refused_in_words_and_changes_nothing(name, value, message):
    assert refusal(state(), name, value).startswith(message)


def test_several_values_are_taken_all_or_none():
    panel = state()
    panel.set_many({"hold": True, "speed": 0.25, "lever": [0.5]})
    before = panel.as_dict()
    with pytest.raises(PanelError, match="grip: 100 N"):
        panel.set_many({"hold": False, "speed": 1.0, "grip": 100})
    assert panel.as_dict() == before
    with pytest.raises(PanelError, match="takes names and values"):
        panel.set_many([("hold", True)])


def test_values_can_be_checked_without_being_set():
    panel = state()
    panel.check({"hold": True, "speed": 0.25})
    assert panel.as_dict() == PanelState(PANEL).as_dict()
    assert np.array_equal(panel.values, PANEL.initial)
    with pytest.raises(PanelError, match="grip: 100 N"):
        panel.check({"hold": False, "grip": 100})


NAMES = st.sampled_from([*PANEL.inputs, *PANEL.shows])
WORDS = st.sampled_from(["waist", "elbow", "left_hand", "head", "base", "rate", "force", ""]) | st.text(max_size=5)
NUMBERS = st.integers() | st.floats() | st.floats(-1, 1) | st.integers(-2, 12)
JSON = st.recursive(
    st.none() | st.booleans() | NUMBERS | WORDS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=8,
)


@given(st.lists(st.dictionaries(NAMES | st.text(max_size=8), JSON, max_size=3), max_size=6))
def test_any_json_is_taken_or_refused_whole_and_the_signals_stay_in_their_ranges(messages):
    panel = state()
    for message in messages:
        before = panel.as_dict(), panel.values.tobytes()
        try:
            panel.check(message)
            assert (panel.as_dict(), panel.values.tobytes()) == before
            panel.set_many(message)
        except PanelError as error:
            assert len(str(error)) < 600
            assert (panel.as_dict(), panel.values.tobytes()) == before
        else:
            after = panel.as_dict()
            assert all(after[name] == before[0][name] for name in after if name not in message)
    assert np.all(np.isfinite(panel.values))
    assert np.all(np.abs(panel.values[PANEL.channels["stick"].place]) <= 1.0)
    assert sum(signal(panel, "joints")) <= 2
    for name, most in (("effectors", 2), ("cameras", 1), ("stick_frame", 2), ("mode", 2)):
        assert signal(panel, name)[0] in range(most + 1)
    # what is read back is JSON, and brings the same signals back to the last bit
    again = state()
    again.set_many(json.loads(json.dumps(panel.as_dict())))
    assert again.values.tobytes() == panel.values.tobytes()


def test_a_value_nested_without_end_is_refused_as_any_other():
    endless = []
    endless.append(endless)
    deep = []
    for _ in range(5000):
        deep = [deep]
    for value in (endless, deep, [deep, deep, deep], {"a": deep}):
        for name in PANEL.inputs:
            assert refusal(state(), name, value)


# --- the operator is lost -----------------------------------------------------------------------------------

BUSY = {
    "joints": ["elbow"],
    "effectors": "left_hand",
    "cameras": "wrist",
    "stick": [1, -1, 0.5],
    "stick_frame": "camera",
    "lever": [0.75],
    "hold": True,
    "light": False,
    "mode": "rate",
    "speed": 0.75,
    "notches": -0.5,
    "trim": 4,
    "grip": 9,
}


def test_neutral_lets_go_of_all_that_commands_motion_and_keeps_what_was_chosen():
    panel = state()
    panel.set_many(BUSY)
    panel.neutral()
    assert panel.as_dict() == {**BUSY, "stick": [0, 0, 0], "lever": [0], "hold": False, "trim": 1}
    assert signal(panel, "stick") == [0.0, 0.0, 0.0]


def test_neutral_is_the_rest_of_the_panel_where_it_returns():
    panel = state()
    panel.set_many({name: value for name, value in BUSY.items() if name != "stick"})
    before = panel.values.copy()
    panel.neutral()
    assert np.array_equal(panel.values, np.where(PANEL.returns, PANEL.rest, before))
    once = panel.values.copy()
    panel.neutral()
    assert np.array_equal(panel.values, once)


def test_reset_brings_back_the_start():
    panel = state()
    panel.set_many(BUSY)
    panel.reset()
    assert panel.as_dict() == PanelState(PANEL).as_dict()
    assert np.array_equal(panel.values, PANEL.initial)


def test_the_robot_may_move_only_while_the_enabling_button_is_held():
    panel = state()
    assert PANEL.enable == PANEL.channels["hold"].start
    assert not panel.enabled
    panel.set("hold", True)
    assert panel.enabled
    panel.neutral()
    assert not panel.enabled


def test_an_enabling_switch_goes_off_when_the_operator_is_lost_and_other_switches_stay():
    both = {"on": {"type": "switch", "initial": True}, "lamp": {"type": "switch", "initial": True}}
    panel = state(both, enable="on")
    assert panel.enabled
    panel.neutral()
    assert not panel.enabled
    assert panel.as_dict() == {"on": False, "lamp": True}
    panel.reset()
    assert panel.enabled


def test_without_an_enabling_button_the_robot_may_always_move():
    panel = state({"stick": {"type": "joystick"}})
    panel.neutral()
    assert panel.panel.enable == -1 and panel.enabled
