"""Metrics against closed forms."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.signal import savgol_filter

from pult.core.channels import Channel, Channels, lay_out
from pult.exercise.kinds import KINDS
from pult.exercise.metrics import measure_attempt
from pult.exercise.motion import derivative, moving_part, path_length, smoothness, window
from tests.exercise.making import CHANNELS, DT, exercise, line, minimum_jerk, rows_of

DONE = {"type": "signal", "name": "panel.grip", "is": True}
ONE_STAGE = [{"name": "a", "goal": DONE, "target": "goal"}]


def at_end(count):
    flags = np.zeros(count)
    flags[-1] = 1
    return flags


def metrics_of(document=None, channels=CHANNELS, **signals):
    count = max(len(value) for value in signals.values())
    rows = rows_of(count, **({"panel_grip": at_end(count)} | signals))
    return measure_attempt(document or exercise(stages=ONE_STAGE), channels, rows, DT)


def values_of(*args, **signals):
    return {name: metric.value for name, metric in metrics_of(*args, **signals).items()}


# --- path ---


def test_a_straight_line_has_ratio_one_however_it_is_gone_along():
    found = values_of(site_hand=minimum_jerk([0, 0, 0], [0.3, 0.4, 1.2], 200))
    assert found["path"] == pytest.approx(1.3, rel=1e-12)
    assert found["path_ratio"] == pytest.approx(1.0, rel=1e-12)
    assert found["time"] == pytest.approx(1.99)


def test_a_quarter_of_a_circle_has_ratio_pi_over_two_roots_of_two():
    angle = np.linspace(0, math.pi / 2, 301)
    found = values_of(site_hand=0.4 * np.stack([np.cos(angle), np.sin(angle), 0 * angle], axis=1))
    # 300 chords are shorter than their arcs by the factor 1 - h^2/24, h = pi/600
    assert found["path_ratio"] == pytest.approx(math.pi / (2 * math.sqrt(2)), rel=2e-6)
    assert found["path"] == pytest.approx(0.2 * math.pi, rel=2e-6)


def test_a_sine_line_has_the_length_of_its_elliptic_integral():
    x = np.linspace(0, 2 * math.pi, 2001)
    assert path_length(np.stack([x, np.sin(x), 0 * x], axis=1)) == pytest.approx(7.640395578055424, rel=1e-6)


def test_the_straight_path_bends_where_stages_were_passed():
    """There and back: the whole is twice the way, although it ends where it began."""
    way = np.concatenate([line([0, 0, 0], [1, 0, 0], 101), line([1, 0, 0], [0, 0, 0], 101)[1:]])
    speed = np.zeros(201)
    speed[100:] = 1
    stages = [
        {"name": "a", "goal": {"type": "signal", "name": "panel.speed", "above": 0.5}},
        {"name": "b", "goal": DONE},
    ]
    assert values_of(exercise(stages=stages), site_hand=way, panel_speed=speed)["path_ratio"] == pytest.approx(1.0)
    alone = metrics_of(site_hand=way, panel_speed=speed)["path_ratio"]
    assert alone.value is None and "ended where it began" in alone.missing


def test_the_straight_path_may_be_measured_to_the_targets():
    hand, goal = line([0, 0, 0], [0.8, 0, 0], 101), np.tile([1.0, 0, 0], (101, 1))
    found = values_of(exercise(stages=ONE_STAGE, straight="targets"), site_hand=hand, body_goal=goal)
    assert found["path_ratio"] == pytest.approx(0.8)


@given(st.lists(st.tuples(*[st.floats(-1, 1)] * 3), min_size=3, max_size=60))
def test_no_path_is_shorter_than_the_straight_one(points):
    value = values_of(site_hand=np.array(points))["path_ratio"]
    assert value is None or value >= 1.0 - 1e-12


# --- smoothness ---


@pytest.mark.parametrize(("way", "count"), [(0.3, 101), (2.0, 401), (0.05, 51)])
def test_one_minimum_jerk_movement_has_its_analytic_jerk(way, count):
    """int j^2 dt = 720 A^2/T^5 and v = 1.875 A/T; the filter is exact here, what is left is the sum for the integral."""
    duration = (count - 1) * DT
    found = smoothness(minimum_jerk([0, 0, 0], [0, way, 0], count), DT)
    assert found.rms_jerk == pytest.approx(math.sqrt(720.0) * way / duration**3, rel=0.01)
    assert found.log_jerk == pytest.approx(math.log(204.8), abs=0.01)


def test_a_sine_has_its_analytic_jerk():
    """Whole periods of x = A sin(wt): rms = A w^3/sqrt(2), dimensionless (wT)^4/2. Below 1 Hz the filter passes all."""
    for frequency in (0.25, 0.5, 1.0):
        w, t = 2 * math.pi * frequency, np.arange(801) * DT
        found = smoothness(np.stack([0.2 * np.sin(w * t), 0 * t, 0 * t], axis=1), DT)
        assert found.rms_jerk == pytest.approx(0.2 * w**3 / math.sqrt(2), rel=0.02)
        assert found.log_jerk == pytest.approx(math.log((w * 8.0) ** 4 / 2), abs=0.03)


@given(st.floats(0.01, 10), st.floats(0.005, 0.02))
def test_the_log_jerk_tells_shape_not_size_or_duration(size, dt):
    points = minimum_jerk([0, 0, 0], [0.5, 0.1, 0], 301) + np.sin(np.linspace(0, 6, 301))[:, None] * [0, 0, 0.05]
    one, other = smoothness(points, 0.01), smoothness(size * points, 0.01)
    assert other.log_jerk == pytest.approx(one.log_jerk, abs=1e-9)
    assert other.rms_jerk == pytest.approx(size * one.rms_jerk, rel=1e-9)
    slow = smoothness(minimum_jerk([0, 0, 0], [0.5, 0.1, 0], 301), dt)
    assert slow.log_jerk == pytest.approx(math.log(204.8), abs=0.01)


def test_movements_one_after_another_have_the_fourth_power_of_their_number():
    there, back = minimum_jerk([0, 0, 0], [1, 0, 0], 201), minimum_jerk([1, 0, 0], [0, 0, 0], 201)
    found = smoothness(np.concatenate([there, back[1:]]), DT)
    # at the meeting of the two the filter rounds the jerk off over its window, 0.2 s of 4
    assert found.log_jerk == pytest.approx(math.log(204.8 * 2**4), abs=0.15)


def test_a_trembling_hand_is_less_smooth():
    calm = minimum_jerk([0, 0, 0], [0.5, 0, 0], 301)
    tremble = calm + 0.002 * np.sin(2 * math.pi * 4 * np.arange(301) * DT)[:, None] * [0, 1, 0]
    assert smoothness(tremble, DT).log_jerk > smoothness(calm, DT).log_jerk + 1
    assert smoothness(tremble, DT).rms_jerk > 2 * smoothness(calm, DT).rms_jerk


def test_waiting_before_and_after_is_no_part_of_the_movement():
    move = minimum_jerk([0, 0, 0], [2.0, 0, 0], 101)
    waits = np.concatenate([np.tile(move[0], (300, 1)), move, np.tile(move[-1], (200, 1))])
    # the filter sees the movement up to 0.1 s before it begins
    assert 101 <= len(waits[moving_part(waits, DT)]) <= 101 + 2 * 10
    assert len(np.zeros((50, 3))[moving_part(np.zeros((50, 3)), DT)]) == 0
    jerk = [values_of(site_hand=path)["jerk"] for path in (waits, np.concatenate([move, waits]))]
    assert jerk[0] < jerk[1]


def test_the_filter_is_exact_for_polynomials_of_degree_five():
    t = np.arange(60) * DT
    found = derivative((t**5)[:, None], DT, 3)
    assert found[:, 0] == pytest.approx(60 * t**2, abs=1e-7)
    assert window(DT) == 21 and window(1.0) == 7


@pytest.mark.parametrize("order", [1, 2, 3])
def test_the_filter_is_that_of_savitzky_and_golay(order):
    points = np.random.default_rng(2).normal(size=(90, 3))
    wanted = savgol_filter(points, 21, 5, deriv=order, delta=DT, axis=0, mode="interp")
    assert derivative(points, DT, order) == pytest.approx(wanted, rel=1e-9, abs=1e-9 * np.abs(wanted).max())
    assert derivative(points[:21], DT, order).shape == (21, 3) and derivative(points[:20], DT, order) is None


def test_too_short_a_movement_has_no_jerk_but_a_reason():
    found = metrics_of(site_hand=line([0, 0, 0], [1, 0, 0], 15))
    assert found["jerk"].value is None and "too short" in found["jerk"].missing
    assert found["path"].value == pytest.approx(1.0)


# --- contacts, forces, energy ---


def test_collisions_are_separate_breaks_of_limits_on_contacts():
    contact = np.zeros(200)
    contact[[10, 11, 50, 120]] = 1
    limits = [
        {"name": "wall", "condition": {"type": "contact", "bodies": ["hand", "box"]}},
        {"name": "fast", "condition": {"type": "signal", "name": "panel.speed", "above": 0.5}},
    ]
    found = values_of(exercise(stages=ONE_STAGE, limits=limits), contact=contact, panel_speed=contact)
    assert found["collisions"] == 3


def test_the_peak_force_is_the_largest_length_of_the_vector():
    force = np.zeros((50, 3))
    force[20] = [2.0, -3.0, 6.0]
    force[30] = [-6.5, 0, 0]
    assert (
        values_of(exercise(stages=ONE_STAGE, scoring={"forces": ["sensor.force"]}), sensor_force=force)["peak_force"]
        == 7.0
    )
    entry = exercise(stages=ONE_STAGE, scoring={"forces": ["sensor.force[1]"]})
    assert values_of(entry, sensor_force=force)["peak_force"] == 3.0


def test_energy_is_the_sum_of_power_over_the_steps_made():
    power = np.full(101, 2.5)
    power[0] = 1000.0  # the state before the first step: no step was made
    assert values_of(power=power)["energy"] == pytest.approx(2.5)


# --- what the operator did ---


def test_stick_activity_actions_and_reversals():
    stick = np.zeros((401, 3))
    stick[1:51, 0] = 0.5  # first action
    stick[51:101, 0] = -0.5  # turned round at once
    stick[151:201, 0] = 1.0  # second action; turned round after half a second
    stick[301:351, 0] = 1.0  # third, the same way
    stick[301:351, 1] = -1.0
    found = values_of(panel_stick=stick)
    assert found["activity"] == pytest.approx(200 / 400)
    assert found["actions"] == 3
    assert found["reversals"] == 2


def test_a_turn_to_the_other_side_after_a_long_rest_is_no_reversal():
    stick = np.zeros((401, 3))
    stick[1:51, 0], stick[200:250, 0] = 0.5, -0.5
    assert values_of(panel_stick=stick)["reversals"] == 0


def test_inputs_are_stick_actions_buttons_pressed_and_sliders_moved():
    stick, grip, speed = np.zeros((401, 3)), np.zeros(401), np.zeros(401)
    stick[10:50, 0] = 1.0  # one
    grip[[60, 61, 62, 100]] = 1.0  # pressed twice
    speed[150:] = 0.1
    speed[150:180] = np.linspace(0, 0.1, 30)  # one drag
    speed[300:] = 0.2  # another
    document = exercise(stages=[{"name": "a", "goal": {"type": "signal", "name": "panel.speed", "above": 9}}])
    assert values_of(document, panel_stick=stick, panel_grip=grip, panel_speed=speed)["inputs"] == 5


def test_going_away_from_the_target_with_the_stick_deflected_is_the_wrong_direction():
    """One second towards the target, half a second back: a third of the time, but for the filter at the turn."""
    x = np.concatenate([np.linspace(0, 0.4, 101), np.linspace(0.4, 0.2, 51)[1:]])
    hand = np.stack([x, 0 * x, 0 * x], axis=1)
    goal = np.tile([1.0, 0, 0], (151, 1))
    stick = np.tile([1.0, 0, 0], (151, 1))
    found = values_of(site_hand=hand, body_goal=goal, panel_stick=stick)
    assert found["wrong_direction"] == pytest.approx(1 / 3, abs=0.02)
    assert values_of(site_hand=hand, body_goal=-goal, panel_stick=stick)["wrong_direction"] == pytest.approx(
        2 / 3, abs=0.02
    )
    stick[101:] = 0  # what happens with the stick let go does not count
    assert values_of(site_hand=hand, body_goal=goal, panel_stick=stick)["wrong_direction"] == pytest.approx(
        0.0, abs=0.02
    )


def test_a_step_belongs_to_the_stage_in_which_it_was_made():
    """Ahead is the first target, behind the second: exactly the steps after the first stage go the wrong way."""
    hand = line([0, 0, 0], [1.5, 0, 0], 151)
    speed = (np.arange(151) >= 100).astype(float)
    first = {"name": "a", "goal": {"type": "signal", "name": "panel.speed", "above": 0.5}, "target": "goal"}
    document = exercise(stages=[first, {"name": "b", "goal": DONE, "target": "box"}])
    places = {"body_goal": np.tile([9.0, 0, 0], (151, 1)), "body_box": np.tile([-9.0, 0, 0], (151, 1))}
    found = values_of(document, site_hand=hand, panel_speed=speed, panel_stick=np.ones((151, 3)), **places)
    assert found["wrong_direction"] == pytest.approx(50 / 150, rel=1e-12)


def test_going_round_the_target_is_not_going_away_from_it():
    angle = np.linspace(0, 1.0, 101)
    hand = 0.5 * np.stack([np.cos(angle), np.sin(angle), 0 * angle], axis=1) * (1 - 0.01 * angle[:, None])
    found = values_of(site_hand=hand, body_goal=np.zeros((101, 3)), panel_stick=np.ones((101, 3)))
    assert found["wrong_direction"] == 0.0


# --- figures of the exercise's own ---


@pytest.mark.parametrize(("take", "value"), [("last", 0.3), ("largest", 0.5), ("smallest", 0.1), ("mean", 0.3)])
def test_a_measure_takes_its_value_over_its_stage(take, value):
    x = np.concatenate([np.full(51, 9.0), np.linspace(0.1, 0.5, 101)[1:], [0.3]])
    x[50] = 0.1  # the row that ends a stage begins the next
    speed = (np.arange(len(x)) >= 50).astype(float)
    stages = [
        {"name": "a", "goal": {"type": "signal", "name": "panel.speed", "above": 0.5}},
        {"name": "b", "goal": DONE},
    ]
    measure = {"quantity": {"type": "distance", "a": "hand"}, "take": take, "stage": "b", "title": "Gap"}
    document = exercise(stages=stages, scoring={"measures": {"gap": measure}})
    metric = metrics_of(document, site_hand=np.stack([x, 0 * x, 0 * x], axis=1), panel_speed=speed)["gap"]
    assert metric.value == pytest.approx(value, abs=1e-9) and metric.unit == "m" and metric.title == "Gap"


# --- what is missing ---


def test_missing_channels_leave_a_reason_not_an_error():
    bare = Channels(lay_out([Channel("panel.grip", 0, (), kind="boolean")]))
    document = exercise(stages=[{"name": "a", "goal": DONE}], effector="")
    found = measure_attempt(document, bare, np.array([[0.0], [1.0]]), DT)
    measured = {name for name, metric in found.items() if metric.value is not None}
    assert measured == {"stages", "time", "inputs"}
    assert all(metric.missing.endswith(".") for name, metric in found.items() if name not in measured)
    assert set(found) == set(KINDS)


def test_things_that_rows_do_not_hold_leave_out_their_metrics_alone():
    stages = [{"name": "a", "goal": DONE, "target": "nowhere"}]
    scoring = {"forces": ["sensor.none"], "joysticks": ["panel.none"]}
    document = exercise(stages=stages, effector="elbow", scoring=scoring)
    found = metrics_of(document, panel_stick=np.ones((50, 3)))
    for name, word in (("path", "elbow"), ("peak_force", "sensor.none"), ("activity", "panel.none")):
        assert found[name].value is None and word in found[name].missing
    assert found["time"].value == pytest.approx(0.49)


def test_numbers_that_are_not_finite_give_no_figures():
    hand = line([0, 0, 0], [1, 0, 0], 101)
    hand[50] = np.nan
    found = metrics_of(site_hand=hand)
    assert found["path"].value is None and "not finite" in found["path"].missing


def test_rows_after_the_end_do_not_count():
    hand = line([0, 0, 0], [1, 0, 0], 201)
    grip = np.zeros(201)
    grip[100:] = 1
    found = values_of(site_hand=hand, panel_grip=grip)
    assert found["path"] == pytest.approx(0.5) and found["time"] == pytest.approx(1.0)
