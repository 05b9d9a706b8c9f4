"""Attempts at a shipped exercise by pilots, in physics."""

import math

import numpy as np
import pytest

from pult.core.errors import DocumentError, PultError, UsageError
from pult.core.shipped import shipped
from pult.exercise.exercise import check_exercise, load_exercise
from pult.exercise.run import open_attempt, run_attempt
from pult.exercise.score import score
from pult.pilot import Pilot, find_pilot
from pult.record import read_record
from pult.record.replay import complete_rows, reopened, replay
from pult.sim.commands import Input

REACH = "two-link-reach"


@pytest.fixture(scope="module")
def exercise():
    return load_exercise(REACH)


@pytest.mark.parametrize("name", shipped("exercise"))
def test_every_shipped_exercise_is_right_in_all_its_variants(name):
    found, faults = check_exercise(name)
    assert faults == [] and found is not None


@pytest.mark.parametrize(("pilot", "seeds"), [("semi-automatic", (0, 7, 8)), ("command", (1,)), ("displacement", (1,))])
def test_pilots_touch_the_targets_and_report_the_one_out_of_reach(exercise, pilot, seeds):
    for seed in seeds:
        outcome = run_attempt(exercise, find_pilot(REACH, pilot), seed)
        assert outcome.success, (seed, outcome.reason, outcome.score.limit)
        assert outcome.score.points > 30.0
        stages = outcome.score.plain()["stages"]
        assert [stage["name"] for stage in stages] == [f"target{i}" for i in range(1, 6)]
        assert outcome.score.metrics["path_ratio"].value >= 1.0
        assert outcome.score.metrics["energy"].value > 0.0


@pytest.mark.parametrize("seed", [410, 613, 694, 882])
def test_a_target_near_the_limit_of_reach_is_not_reported_after_the_one_out_of_reach(exercise, seed):
    """Starts on which the lamp was still lit from the target before when the pilot drew the hand back."""
    outcome = run_attempt(exercise, seed=seed)
    assert outcome.success, outcome.score.limit


def test_starts_differ_by_seed_and_hold_what_the_exercise_says(exercise):
    places = []
    for seed in range(6):
        bodies = exercise.setup("command", seed).start.bodies
        radii = sorted(math.hypot(*pose[:2]) for pose in bodies.values())
        assert radii[4] > 0.71 and radii[3] < 0.69  # one out of reach (0.7 m), four in reach
        assert radii[2] > 0.63  # two near the limits of reach
        places.append(str(bodies))
    assert len(set(places)) == 6


def test_the_same_seed_gives_the_same_record_and_the_score_follows_from_it(exercise, tmp_path):
    one, two = (
        run_attempt(exercise, find_pilot(REACH, "command"), 2, record=tmp_path / f"{k}.mcap") for k in ("a", "b")
    )
    assert one.hash == two.hash != ""
    assert one.record_hash == two.record_hash != ""
    assert one.hash == run_attempt(exercise, find_pilot(REACH, "command"), 2).hash  # recorded or not
    record = read_record(tmp_path / "a.mcap")
    assert record.complete and record.hash == one.record_hash
    assert record.result["success"] is True
    assert replay(record).same
    with reopened(record) as session:
        rows = complete_rows(record, session)
        again = score(exercise.document, session.channels, rows, session.dt)
    assert again.plain() == one.score.plain()
    other = run_attempt(exercise, find_pilot(REACH, "command"), 3, record=tmp_path / "c.mcap")
    assert other.hash != one.hash


def test_a_false_report_ends_the_attempt(exercise):
    attempt = open_attempt(exercise, "command", 0)
    session = attempt.session
    bodies = session.setup.start.bodies
    assert math.hypot(*bodies["target1"][:2]) < 0.7, "seed 0 has its first target in reach"
    session.advance(101)  # in the first second the button does not count
    session.apply(Input(values={"unreachable": True}))
    session.advance(60)
    assert attempt.judge.done and attempt.judge.reason == "limit"
    assert attempt.judge.limit == "false-report-1"
    assert attempt.score().points == 0.0
    assert [event.kind for event in session.events] == ["limit", "fail"]


class Probing:
    """Presses the report button on every marker, to see whether that passes."""

    def act(self, view):
        return {"unreachable": True}


def test_probing_with_the_report_button_fails(exercise):
    for seed in range(6):
        outcome = run_attempt(exercise, Pilot("probing", {REACH: "command"}, "", Probing), seed)
        assert not outcome.success and outcome.score.limit.startswith("false-report"), seed


class Failing:
    """Fails after a while."""

    def act(self, view):
        if view.time > 1.0:
            raise ZeroDivisionError("by chance")
        return {}


def test_what_was_recorded_is_kept_when_a_pilot_fails(exercise, tmp_path):
    pilot = Pilot("failing", {REACH: "command"}, "", Failing)
    with pytest.raises(PultError, match=r"the pilot 'failing' failed after 1\.\d+ s: ZeroDivisionError"):
        run_attempt(exercise, pilot, 0, record=tmp_path / "a.mcap")
    record = read_record(tmp_path / "a.failed.mcap")
    assert record.complete and len(record.rows) > 100 and "by chance" in record.result["problem"]


def test_an_idle_operator_runs_out_of_time(exercise):
    attempt = open_attempt(exercise, "command", 0)
    attempt.session.advance(round(exercise.document.duration / attempt.session.dt) + 1)
    assert attempt.judge.reason == "time" and not attempt.judge.success
    drift = attempt.rows[:, attempt.session.channels["qpos"].place]
    assert np.abs(drift - drift[0]).max() < 1e-3  # the arm stays where it is


def test_parameters_reach_the_scheme_and_matter(exercise):
    pilot = find_pilot(REACH, "command")
    weak = run_attempt(exercise, pilot, 1, parameters={"pd.kp": 2.0})
    usual = run_attempt(exercise, pilot, 1)
    assert weak.hash != usual.hash
    assert weak.time > usual.time or not weak.success  # a soft arm follows late
    with pytest.raises(DocumentError, match="Did you mean 'kp'"):
        run_attempt(exercise, pilot, 1, parameters={"pd.kpp": 2.0})


def test_what_is_not_there_is_told(exercise):
    with pytest.raises(UsageError, match="Did you mean 'command'"):
        exercise.setup("comand")
    with pytest.raises(UsageError, match="Did you mean 'two-link-reach'"):
        load_exercise("two-link-reech")
    plain = {"format": "pult.exercise", "version": 1, "name": "x", "world": "nowhere", "panel": "two-link",
             "variants": {"a": {"scheme": "two-link-comand"}}, "duration": 1.0,
             "stages": [{"name": "s", "goal": {"type": "still"}}]}  # fmt: skip
    _, faults = check_exercise(plain)
    text = "\n".join(map(str, faults))
    assert "no world 'nowhere' is shipped" in text
    assert "Did you mean 'two-link-command'" in text
    with pytest.raises(DocumentError):
        load_exercise({**plain, "stages": []})


def test_documents_next_to_an_exercise_are_found_first(exercise, tmp_path):
    for kind in ("world", "scheme", "panel", "exercise", "robot"):
        (tmp_path / f"{kind}s").mkdir()
    text = exercise.file.read_text(encoding="utf-8").replace('"duration": 120', '"duration": 3')
    (tmp_path / "exercises" / "mine.exercise.json").write_text(text, encoding="utf-8")
    schemes = exercise.file.parent
    changed = (schemes / "two-link-command.scheme.json").read_text(encoding="utf-8").replace('"kp": 20.0', '"kp": 19.0')
    (tmp_path / "schemes" / "two-link-command.scheme.json").write_text(changed, encoding="utf-8")
    mine = load_exercise(tmp_path / "exercises" / "mine.exercise.json")
    attempt = open_attempt(mine, "command", 0, plain=True)
    assert attempt.session.program.get("pd.kp") == 19.0
    assert attempt.exercise.document.duration == 3
    assert "exercises/mine.exercise.json" in attempt.session.files
    assert b'"kp": 19.0' in attempt.session.files["schemes/two-link-command.scheme.json"]
