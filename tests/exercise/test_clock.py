"""The task clock stands while the robot is stopped: of rows, in free and in live attempts, in records."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pult.exercise.clock import Pause, running_rows, standing_rows, stood_between
from pult.exercise.judge import judge_rows
from pult.exercise.motion import smoothness, without
from pult.exercise.run import open_attempt, run_attempt
from pult.exercise.score import score
from pult.record import read_record
from pult.record.replay import complete_rows, reopened, replay
from pult.sim.commands import Arm, Input, LoseLink, Neutral, Stop
from tests.exercise.making import CHANNELS, DT, exercise, rows_of
from tests.exercise.observing import MOVING, REPORT, written
from tests.exercise.test_observer import Attempted

GRIP = {"type": "signal", "name": "panel.grip", "is": True}
SPEED = {"type": "signal", "name": "panel.speed", "above": 0.5}
NEVER = {"type": "signal", "name": "panel.speed", "above": 9}


def judged(standing, count=300, **changes):
    signals = {key: changes.pop(key) for key in tuple(changes) if key.startswith("panel_")}
    return judge_rows(exercise(**changes), CHANNELS, rows_of(count, **signals), DT, standing)


def between(count, *spans):
    found = np.zeros(count, dtype=bool)
    for first, last in spans:
        found[first : last + 1] = True
    return found


@given(st.lists(st.booleans(), min_size=2, max_size=60))
def test_the_time_of_an_attempt_is_that_of_the_rows_in_which_its_clock_ran(standing):
    stands = np.array(standing)
    verdict = judged(stands, len(stands), stages=[{"name": "a", "goal": NEVER}])
    assert verdict.time == pytest.approx((~stands[1:]).sum() * DT)
    assert verdict.stood == stands[1:].sum()
    np.testing.assert_array_equal(running_rows(verdict.pauses, len(stands))[1:], ~stands[1:])
    middle = len(stands) // 2
    assert stood_between(verdict.pauses, middle, len(stands) - 1) == stands[middle + 1 :].sum()


def test_time_is_up_by_the_task_clock():
    stands = between(300, (50, 119), (150, 159))
    verdict = judged(stands, duration=1.0, stages=[{"name": "a", "goal": NEVER}])
    assert (verdict.reason, verdict.steps, verdict.time) == ("time", 180, pytest.approx(1.0))
    assert verdict.pauses == (Pause(50, 119), Pause(150, 159))
    assert verdict.events[-1].time == pytest.approx(1.0) and verdict.events[-1].tick == 180


def test_a_goal_neither_holds_nor_is_passed_while_the_clock_stands():
    grip, speed = np.zeros(300), np.zeros(300)
    grip[20:] = 1
    speed[120:] = 1
    stages = [{"name": "a", "goal": GRIP, "hold": 0.3}, {"name": "b", "goal": SPEED}]
    verdict = judged(between(300, (30, 79), (110, 139)), stages=stages, panel_grip=grip, panel_speed=speed)
    assert [(span.begin, span.end) for span in verdict.stages] == [(0, 100), (100, 140)]
    assert [verdict.steps_in(span) for span in verdict.stages] == [50, 10]


def test_a_goal_that_is_lost_while_the_clock_stands_has_to_be_reached_again():
    grip = np.ones(300)
    grip[60] = 0
    verdict = judged(between(300, (50, 79)), stages=[{"name": "a", "goal": GRIP, "hold": 0.9}], panel_grip=grip)
    assert verdict.steps == 79 + 90


def test_limits_are_watched_while_the_clock_stands():
    speed = np.zeros(300)
    speed[60:90] = 1
    limit = {"name": "fast", "hold": 0.2, "points": 5, "condition": SPEED}
    verdict = judged(between(300, (50, 99)), stages=[{"name": "a", "goal": GRIP}], limits=[limit], panel_speed=speed)
    assert verdict.penalty == 5
    assert verdict.events[0].time == pytest.approx(0.49) and verdict.events[0].tick == 80


def test_a_stop_in_the_middle_leaves_the_movements_as_smooth_as_they_were():
    s = np.linspace(0.0, 1.0, 101)
    there = np.outer(10 * s**3 - 15 * s**4 + 6 * s**5, [0.3, 0.1, 0.0])
    back = there[-1] - there
    stopped = np.concatenate([there, np.repeat(there[-1:], 500, axis=0), back])
    kept = ~between(len(stopped), (len(there), len(there) + 499))
    apart = smoothness(without(stopped, kept), DT)
    two = smoothness([there, back], DT)
    assert apart == two
    assert apart.log_jerk == pytest.approx(np.log(2**4) + smoothness(there, DT).log_jerk, abs=1e-9)
    assert smoothness(stopped, DT).log_jerk > apart.log_jerk + 3.0  # what the time of the stop would cost


def test_activity_and_mean_values_are_those_of_the_time_that_counts():
    stands = between(300, (100, 249))
    stick = np.zeros((300, 3))
    stick[1:50, 0] = stick[100:250, 0] = 1.0
    speed = np.where(stands, 4.0, 0.25)
    rows = rows_of(300, panel_stick=stick, panel_speed=speed)
    quantity = {"type": "signal", "name": "panel.speed"}
    document = exercise(
        stages=[{"name": "a", "goal": {**SPEED, "above": 9}}], duration=1.49,
        scoring={
            "weights": {"stages": {"weight": 1}},
            "measures": {take: {"quantity": quantity, "take": take} for take in ("mean", "largest")},
        },
    )  # fmt: skip
    found = score(document, CHANNELS, rows, DT, judge_rows(document, CHANNELS, rows, DT, stands))
    assert (found.time, found.stood) == (pytest.approx(1.49), pytest.approx(1.5))
    assert found.metrics["activity"].value == pytest.approx(49 / 149)
    assert (found.metrics["mean"].value, found.metrics["largest"].value) == (0.25, 4.0)


@pytest.mark.parametrize(
    ("stop", "cause"), [(Stop(), "stop"), (LoseLink(cause="hidden"), "absence")], ids=["stop", "absence"]
)
def test_the_clock_of_a_free_attempt_stands_while_the_robot_is_stopped(tmp_path, stop, cause):
    attempt = open_attempt(written(tmp_path), "command", 3)
    session = attempt.session
    attempt.record(tmp_path / "a.mcap")
    session.apply(Input(values={"enable": True}))
    session.advance(40)
    session.apply(stop)
    session.advance(400)  # more than the 2.5 s of the exercise
    account = attempt.account()
    assert (account.time, account.standing, account.stood) == (0.4, cause, 4.0)
    assert attempt.state == "running"
    for command in (Neutral(), Arm(), Input(values={"enable": True, **MOVING})):
        session.apply(command)
    session.advance(10)
    session.apply(Input(values={**REPORT, "joystick": [0, 0, 0]}))
    session.advance(60)
    account = attempt.account()
    assert account.success and account.standing == "" and account.stood == 4.0
    assert account.time == attempt.time == attempt.score().time == pytest.approx(0.71)
    assert [stage.time for stage in account.stages] == pytest.approx([0.41, 0.3])
    attempt.finish()

    record = read_record(tmp_path / "a.mcap")
    assert record.result["score"]["time"] == pytest.approx(0.71) and record.result["score"]["stood"] == 4.0
    told = [(e.tick, e.kind, e.data) for e in record.events if e.kind.startswith("clock-")]
    assert told == [(41, "clock-stopped", {"cause": cause}), (441, "clock-running", {})]
    with reopened(record) as again:
        rows, document = complete_rows(record, again), attempt.exercise.document
        verdict = judge_rows(document, again.channels, rows, again.dt, standing_rows(record.events, record.ticks))
        assert verdict == attempt.judge.verdict()
        assert judge_rows(document, again.channels, rows, again.dt).reason == "time"  # without those events, as before
    assert replay(record).same


def test_the_clock_of_a_live_attempt_stands_while_the_robot_is_stopped(tmp_path):
    live = Attempted(tmp_path)
    live.move()
    live.go(0.4)
    live.session.apply(Stop())
    account = live.go(3.0)
    assert (account.state, account.standing) == ("running", "stop")
    assert (account.time, account.stood) == (pytest.approx(0.4), pytest.approx(3.0))
    for command in (Neutral(), Arm()):
        live.session.apply(command)
    live.move(**MOVING)
    live.go(0.1)
    live.move(**{**REPORT, "joystick": [0, 0, 0]})
    live.go(0.5)
    account = live.finished()
    assert account.success and account.last.time == account.time == pytest.approx(0.71)
    live.attendance.close("ended")


def test_a_released_enabling_switch_is_part_of_operating(tmp_path):
    live = Attempted(tmp_path)
    live.move()
    live.go(0.4)
    live.session.apply(Input(values={"enable": False}))
    account = live.go(0.6)
    assert live.session.safety.stopped
    assert (account.time, account.standing) == (pytest.approx(1.0), "")
    live.attendance.close("ended")


def test_a_pilot_whose_robot_nobody_releases_is_done(tmp_path):
    held = run_attempt("two-link-reach", seed=5, faults=["stop.pressed@1"], evidence=False)
    assert (held.success, held.reason, held.time) == (False, "stopped", pytest.approx(1.0, abs=0.02))
    plain = run_attempt("two-link-reach", seed=5, evidence=False)
    late = run_attempt("two-link-reach", seed=5, faults=["stop.pressed@1+2"], evidence=False)
    assert late.success and late.score.stood == pytest.approx(2.0)
    assert late.time < plain.time + 1.5 and (late.steps - plain.steps) * DT > 1.5
