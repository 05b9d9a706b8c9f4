"""The judge: stages in order, holds without a break, limits, time; online as offline."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pult.core.errors import UsageError
from pult.exercise.judge import Judge, judge_rows
from tests.exercise.making import CHANNELS, DT, exercise, line, rows_of

GRIP = {"type": "signal", "name": "panel.grip", "is": True}
SPEED = {"type": "signal", "name": "panel.speed", "above": 0.5}
TOUCH = {"type": "contact", "bodies": ["hand", "box"]}


def verdict_of(document, **signals):
    count = max(len(value) for value in signals.values())
    return judge_rows(document, CHANNELS, rows_of(count, **signals), DT)


def stage(name, goal, **more):
    return {"name": name, "goal": goal, **more}


def test_a_stage_is_passed_at_the_row_that_fulfils_it():
    grip = np.zeros(100)
    grip[37:] = 1
    verdict = verdict_of(exercise(stages=[stage("a", GRIP)]), panel_grip=grip)
    assert verdict.success and verdict.reason == "success"
    assert verdict.steps == 37 and verdict.time == pytest.approx(0.37)
    assert [event.kind for event in verdict.events] == ["stage", "success"]
    assert (verdict.stages[0].begin, verdict.stages[0].end) == (0, 37)


def test_a_hold_counts_from_the_last_break():
    grip = np.zeros(200)
    grip[10:25] = 1  # 14 steps: too short
    grip[26:] = 1
    verdict = verdict_of(exercise(stages=[stage("a", GRIP, hold=0.15)]), panel_grip=grip)
    assert verdict.stages[0].end == 26 + 15


@pytest.mark.parametrize("hold", [0.07, 0.1, 0.29, 0.3, 0.57, 1.13])
def test_a_hold_of_whole_steps_is_not_lengthened_by_rounding(hold):
    verdict = verdict_of(exercise(stages=[stage("a", GRIP, hold=hold)]), panel_grip=np.ones(200))
    assert verdict.steps == round(hold / DT)


def test_stages_are_passed_in_order_one_in_a_row():
    grip, speed = np.zeros(50), np.ones(50)  # the second goal is fulfilled from the beginning
    grip[20:] = 1
    verdict = verdict_of(exercise(stages=[stage("a", GRIP), stage("b", SPEED)]), panel_grip=grip, panel_speed=speed)
    assert [(span.name, span.begin, span.end) for span in verdict.stages] == [("a", 0, 20), ("b", 20, 21)]


def test_a_hold_does_not_begin_before_its_stage():
    grip = np.zeros(80)
    grip[20:] = 1
    stages = [stage("a", GRIP), stage("b", SPEED, hold=0.1)]
    verdict = verdict_of(exercise(stages=stages), panel_grip=grip, panel_speed=np.ones(80))
    assert verdict.stages[1].end == 21 + 10


def test_time_is_over_at_the_limit_but_the_last_moment_counts():
    late = np.zeros(200)
    late[100:] = 1
    assert verdict_of(exercise(stages=[stage("a", GRIP)], duration=1.0), panel_grip=late).success
    late[100] = 0
    verdict = verdict_of(exercise(stages=[stage("a", GRIP)], duration=1.0), panel_grip=late)
    assert (verdict.success, verdict.reason, verdict.steps) == (False, "time", 100)
    assert verdict.stages[0].end is None


def test_a_record_that_stops_early_is_not_judged_to_have_ended():
    verdict = verdict_of(exercise(stages=[stage("a", GRIP)]), panel_grip=np.zeros(50))
    assert (verdict.success, verdict.reason, verdict.steps) == (False, "running", 49)


def test_a_limit_of_severity_fail_ends_the_attempt_even_where_the_goal_is_reached():
    contact, grip = np.zeros(60), np.zeros(60)
    contact[30], grip[30:] = 2.5, 1
    limit = {"name": "wall", "condition": TOUCH, "severity": "fail"}
    verdict = verdict_of(exercise(stages=[stage("a", GRIP)], limits=[limit]), panel_grip=grip, contact=contact)
    assert (verdict.success, verdict.reason, verdict.limit, verdict.steps) == (False, "limit", "wall", 30)
    assert [event.kind for event in verdict.events] == ["limit", "fail"]
    assert verdict.events[0].readings[0].value == 2.5


def test_a_penalty_costs_its_points_for_every_separate_break():
    contact, grip = np.zeros(200), np.zeros(200)
    contact[[10, 11, 12]] = 1  # first
    contact[[50, 55, 64]] = 1  # second: pauses below 0.1 s
    contact[[75]] = 1  # third: after 0.11 s
    grip[150:] = 1
    limits = [{"name": "wall", "condition": TOUCH, "points": 3}]
    verdict = verdict_of(exercise(stages=[stage("a", GRIP)], limits=limits), panel_grip=grip, contact=contact)
    assert verdict.success and verdict.penalty == 9
    assert [(span.begin, span.end) for span in verdict.breaks] == [(10, 12), (50, 64), (75, 75)]


def test_a_limit_may_be_tolerated_for_a_while_and_in_some_stages():
    contact, grip = np.ones(200), np.zeros(200)
    contact[80:100] = 0
    grip[100:] = 1
    tolerated = {"name": "long", "condition": TOUCH, "hold": 0.5}
    staged = {"name": "late", "condition": {"type": "all", "of": [TOUCH, {"type": "stage", "stages": ["b"]}]}}
    stages = [stage("a", GRIP), stage("b", SPEED)]
    verdict = verdict_of(exercise(stages=stages, limits=[tolerated, staged]), panel_grip=grip, contact=contact)
    assert [(span.name, span.begin) for span in verdict.breaks] == [("long", 50), ("late", 101), ("long", 150)]


def test_a_shift_counts_from_the_row_at_which_the_stage_began():
    """The hand moves 1 mm a row all the time: after a second stage of 20 rows the shift is 20 mm, not 50."""
    stages = [
        {"name": "wait", "goal": {"type": "along", "a": "hand", "axis": [1, 0, 0], "above": 0.0295}},
        {"name": "slip", "goal": {"type": "shift", "thing": "hand", "above": 0.0195}},
    ]
    limit = {"name": "far", "condition": {"type": "shift", "thing": "hand", "above": 0.0305}}
    rows = rows_of(60, site_hand=line([0, 0, 0], [0.059, 0, 0], 60))
    verdict = judge_rows(exercise(stages=stages, limits=[limit]), CHANNELS, rows, DT)
    assert [(span.begin, span.end) for span in verdict.stages] == [(0, 30), (30, 50)]
    assert verdict.breaks == ()


def test_the_judge_says_how_it_stands():
    judge = Judge(exercise(stages=[stage("a", GRIP, hold=0.05), stage("b", SPEED)]), CHANNELS, DT)
    rows = rows_of(20, panel_grip=np.ones(20), panel_speed=np.full(20, 0.2))
    for k in range(4):
        judge.feed(100 + k, rows[k])
    assert (judge.stage, judge.done, judge.time, judge.held) == (0, False, pytest.approx(0.03), pytest.approx(0.03))
    judge.feed(104, rows[4])
    (event,) = judge.feed(105, rows[5])
    assert (event.kind, event.name, event.tick, event.time) == ("stage", "a", 105, pytest.approx(0.05))
    (reading,) = judge.readings()
    assert (reading.value, reading.above, reading.holds) == (0.2, 0.5, False)
    assert not judge.done and judge.stage == 1 and not judge.success


def test_rows_may_come_in_one_array_that_is_written_over():
    """A session publishes every row in the same memory: the speed is still that of two rows."""
    document = exercise(stages=[stage("a", {"type": "speed", "thing": "hand", "above": 0.5})])
    rows = rows_of(10, site_hand=np.outer(np.maximum(np.arange(10) - 5, 0) * 0.006, [1, 0, 0]))
    judge = Judge(document, CHANNELS, DT)
    memory = np.empty(CHANNELS.size)
    for tick, row in enumerate(rows):
        memory[:] = row
        judge.feed(tick, memory)
    assert judge.verdict().stages[0].end == 6


def test_rows_out_of_order_and_of_the_wrong_length_are_refused():
    judge = Judge(exercise(stages=[stage("a", GRIP)]), CHANNELS, DT)
    judge.feed(5, rows_of(1)[0])
    with pytest.raises(UsageError, match="after tick 5"):
        judge.feed(5, rows_of(1)[0])
    with pytest.raises(UsageError, match="numbers"):
        judge.feed(6, np.zeros(3))
    with pytest.raises(UsageError, match="control step"):
        Judge(exercise(), CHANNELS, 0.0)


SIGNALS = st.lists(st.tuples(st.booleans(), st.booleans(), st.floats(-1, 1)), min_size=1, max_size=120)


@given(SIGNALS, st.integers(0, 1000), st.booleans())
def test_online_and_offline_agree_and_the_end_is_final(signals, first, fails):
    document = exercise(
        stages=[stage("a", GRIP, hold=0.03), stage("b", {"type": "any", "of": [SPEED, TOUCH]}), stage("c", GRIP)],
        limits=[
            {"name": "wall", "condition": TOUCH, "severity": "fail" if fails else "penalty", "hold": 0.02},
            {"name": "slow", "condition": {"type": "not", "of": SPEED}, "rearm": 0.05},
        ],
        duration=1.0,
    )
    grip, contact, speed = np.array(signals, dtype=float).T
    rows = rows_of(len(signals), panel_grip=grip, contact=contact, panel_speed=speed)
    offline = judge_rows(document, CHANNELS, rows, DT)
    judge = Judge(document, CHANNELS, DT)
    events = [event for k, row in enumerate(rows) for event in judge.feed(first + k, row)]
    online = judge.verdict()
    assert [(event.tick - first, event.kind, event.name) for event in events] == [
        (event.tick, event.kind, event.name) for event in offline.events
    ]
    assert (online.success, online.reason, online.steps, online.stages, online.breaks, online.penalty) == (
        offline.success, offline.reason, offline.steps, offline.stages, offline.breaks, offline.penalty
    )  # fmt: skip
    assert judge.events == tuple(events)
    ends = [span.end for span in online.stages if span.end is not None]
    assert ends == sorted(set(ends))  # one in a row, in order
    assert online.success == (len(ends) == 3)
