"""Tuning in real processes: the same trials however they were done, and a result that is written and checked."""

import json
import subprocess
import sys
import threading
import time

import pytest
from typer.testing import CliRunner

import pult
from pult.batch.results.file import read_rows, sorted_rows
from pult.batch.tuning.pictures import draw_tuning
from pult.batch.tuning.tune import TuningError
from pult.cli import app
from pult.core.errors import DocumentError, UsageError

VARY = {"pd.kp": (2.0, 200.0), "pd.kd": (0.02, 5.0)}
OPTIONS = {"goal": "path_ratio", "constraints": ["time<40"], "trials": 6, "seeds": [3, 5], "check": 6}
COMMAND = ["--vary", "pd.kp=2:200", "--vary", "pd.kd=0.02:5", "--goal", "path ratio", "--constraint", "time<40"]
SAME = [*COMMAND, "--trials", "6", "--seeds", "3,5", "--check", "6"]


@pytest.fixture(scope="module")
def copied(tmp_path_factory):
    folder = tmp_path_factory.mktemp("copy")
    assert CliRunner().invoke(app, ["copy", "two-link-reach", str(folder)]).exit_code == 0
    return folder / "exercises/two-link-reach.exercise.json"


@pytest.fixture(scope="module")
def tuned(copied, tmp_path_factory):
    """A tuning, undisturbed, and its results file."""
    path = tmp_path_factory.mktemp("tuned") / "t.jsonl"
    return pult.tune(copied, path, vary=VARY, workers=2, **OPTIONS), path


def test_a_tuning_finds_better_values_and_checks_them_on_seeds_nobody_tuned_on(tuned):
    found, _ = tuned
    assert [trial.number for trial in found.trials] == list(range(6))
    assert found.trials[0].values == {"pd.kp": 20.0, "pd.kd": 0.3}
    assert found.best.feasible
    assert found.best.objective <= min(trial.objective for trial in found.trials if trial.feasible)
    assert found.best.objective < found.before.objective
    assert all({row.seed for row in trial.runs} == {3, 5} for trial in found.trials)
    fresh = {row.seed for row in found.check.trial.runs}
    assert (len(fresh), found.check.pairs) == (6, 6)
    assert min(fresh) >= 1000
    assert found.check.difference.low <= found.check.difference.value <= found.check.difference.high


def test_the_same_rows_for_any_number_of_workers_and_nothing_is_done_twice(tuned, copied, tmp_path):
    found, path = tuned
    again = pult.tune(copied, tmp_path / "t.jsonl", vary=VARY, workers=1, **OPTIONS)
    assert [trial.values for trial in again.trials] == [trial.values for trial in found.trials]
    assert sorted_rows(read_rows(tmp_path / "t.jsonl")) == sorted_rows(read_rows(path))
    before, told = path.read_bytes(), []
    pult.tune(copied, path, vary=VARY, workers=1, progress=lambda *now: told.append(now), **OPTIONS)
    assert path.read_bytes() == before
    assert told[-1][0] == told[-1][2] == sum(1 for _ in read_rows(path))


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_killed_tuning_goes_on_with_the_same_trials(tuned, copied, tmp_path):
    found, path = tuned
    mine = tmp_path / "t.jsonl"
    command = [sys.executable, "-m", "pult", "tune", str(copied), *SAME, "-o", str(mine), "--workers", "1"]
    first = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    killer = threading.Timer(300.0, first.kill)
    killer.start()
    while first.poll() is None and (not mine.exists() or sum(1 for _ in read_rows(mine)) < 5):
        time.sleep(0.01)
    first.kill()
    first.wait()
    killer.cancel()
    done = list(read_rows(mine))
    assert len(done) >= 5
    again = pult.tune(copied, mine, vary=VARY, workers=1, **OPTIONS)
    assert [trial.values for trial in again.trials] == [trial.values for trial in found.trials]
    assert list(read_rows(mine))[: len(done)] == done
    assert sorted_rows(read_rows(mine)) == sorted_rows(read_rows(path))


def test_the_command_shows_a_diff_and_a_verdict_and_apply_changes_two_numbers(tuned, copied, tmp_path):
    found, path = tuned
    scheme = copied.parent.parent / "schemes/two-link-semi-automatic.scheme.json"
    before = scheme.read_text(encoding="utf-8")
    plot = tmp_path / "map.svg"
    mine = tmp_path / "t.jsonl"
    mine.write_bytes(path.read_bytes())  # all runs are there
    try:
        shown = CliRunner().invoke(app, ["tune", str(copied), *SAME, "-o", str(mine), "--plot", str(plot), "--apply"])
        after = scheme.read_text(encoding="utf-8")
    finally:
        scheme.write_text(before, encoding="utf-8")
    assert shown.exit_code == 0, shown.output
    kp, kd = found.values["pd.kp"], found.values["pd.kd"]
    assert after == before.replace('{"kd": 0.3, "kp": 20.0}', f'{{"kd": {kd}, "kp": {kp}}}')
    assert f'"kp": {kp}' in shown.output
    assert "on 6 fresh seeds" in shown.output
    assert "significant" in shown.output or "better" in shown.output or "worse" in shown.output
    assert "pd.kp" in plot.read_text(encoding="utf-8")


def test_the_answer_as_json_has_all_trials(tuned, copied):
    found, path = tuned
    answer = CliRunner().invoke(app, ["tune", str(copied), *SAME, "-o", str(path), "--json"])
    plain = json.loads(answer.stdout)
    assert [trial["values"] for trial in plain["trials"]] == [dict(trial.values) for trial in found.trials]
    assert plain["best"]["objective"] == found.best.objective
    assert plain["check"]["verdict"] == found.check.verdict


@pytest.mark.parametrize("names", [("pd.kp",), ("pd.kp", "pd.kd"), ("pd.kp", "pd.kd", "u"), ("pd.kp", "pd.kd", "u", "v")])
def test_the_map_is_drawn_for_any_number_of_parameters(tuned, tmp_path, names):
    from dataclasses import replace

    from pult.batch.tuning.space import Choice, range_of

    found, _ = tuned
    axes = {"pd.kp": range_of(2.0, 200.0), "pd.kd": range_of(0.02, 5.0), "u": Choice(values=["a", "b"]), "v": range_of(0.0, 1.0)}
    more = {"u": "a", "v": 0.5}

    def cut(trial):
        values = {**trial.values, **more}
        return trial._replace(values={name: values[name] for name in names})

    prepared = replace(found.prepared, space={name: axes[name] for name in names})
    cut_down = replace(found, prepared=prepared, trials=[cut(trial) for trial in found.trials], best=cut(found.best))
    draw_tuning(cut_down, tmp_path / "map.svg")
    text = (tmp_path / "map.svg").read_text(encoding="utf-8")
    assert all(name in text for name in names)
    assert "best so far" in text
    with pytest.raises(UsageError, match="cannot write"):
        draw_tuning(cut_down, tmp_path / "none" / "map.svg")


@pytest.mark.parametrize(
    ("change", "error", "words"),
    [
        ({"vary": {"pd.kpp": (1.0, 2.0)}}, DocumentError, "Did you mean 'kp'"),
        ({"vary": {"sensor:angels.noise": (0.0, 0.1)}}, DocumentError, "Did you mean 'angles'"),
        ({"vary": {"fault:sensor:angles.stuck@": (1.0, 2.0)}}, DocumentError, "no document"),
        ({"vary": {"pd.kp": (-3.0, 2.0)}}, DocumentError, "allowed is >= 0"),
        ({"vary": {"pd.kp": (3.0, 2.0)}}, UsageError, "range is empty"),
        ({"vary": {}}, UsageError, "from 1 to 50 parameters"),
        ({"goal": "erorr"}, UsageError, "no run measures 'erorr'"),
        ({"constraints": ["peak_force"]}, UsageError, "write METRIC<NUMBER"),
        ({"over": "best"}, UsageError, "mean, median, worst"),
        ({"trials": 0}, UsageError, "trials"),
        ({"seeds": []}, UsageError, "needs seeds"),
    ],
)
def test_what_is_wrong_is_told_before_the_first_run(tmp_path, change, error, words):
    with pytest.raises(error) as told:
        pult.tune("two-link-reach", tmp_path / "t.jsonl", **{"vary": VARY, **change})
    assert words in str(told.value)
    assert not (tmp_path / "t.jsonl").exists()


def test_every_trial_is_run_with_each_fault_and_without(tmp_path):
    stuck, vary = "sensor:angles[elbow].stuck@1+0.3", {"pd.kp": (10.0, 40.0)}
    options = {"trials": 2, "seeds": [3], "check": 2, "workers": 1}
    found = pult.tune("two-link-reach", tmp_path / "t.jsonl", vary=vary, faults=[stuck], **options)
    assert all([row.values["fault"] for row in trial.runs] == ["none", stuck] for trial in found.trials)
    assert found.before.objective == pytest.approx(sum(row.points for row in found.before.runs) / 2)
    exercise = pult.load_exercise("two-link-reach")
    assert [row.hash for row in found.before.runs] == [
        pult.run_attempt(exercise, seed=3, faults=faults).hash for faults in ([], [stuck])
    ]
    assert len(found.check.trial.runs) == 4
    assert found.check.pairs == 2  # runs of one seed are one sample
    key = found.before.runs[1].key
    assert CliRunner().invoke(app, ["sweep", "replay", str(tmp_path / "t.jsonl"), key]).exit_code == 0
    with pytest.raises(DocumentError, match="Did you mean 'angles'"):
        pult.tune("two-link-reach", tmp_path / "u.jsonl", vary=vary, faults=["sensor:angels.stuck@1"], **options)


def test_a_metric_that_the_first_runs_do_not_have_ends_the_tuning(tmp_path):
    with pytest.raises(TuningError, match="no run of 'two-link-reach' measures 'peak_force'; the first ones have: .*path_ratio"):
        pult.tune("two-link-reach", tmp_path / "t.jsonl", vary=VARY, goal="peak_force", seeds=[3], workers=1)


def test_if_all_runs_fail_that_is_told_with_the_causes(tmp_path):
    # nobody touches five targets in so short a time
    with pytest.raises(TuningError, match="all 2 trials failed.*time"):
        pult.tune(
            "two-link-reach", tmp_path / "t.jsonl", vary={"exercise:duration": (1.0, 2.0)}, goal="time", seeds=[3],
            trials=2, workers=1,
        )  # fmt: skip


def test_constraints_that_nothing_keeps_leave_documents_alone(copied, tmp_path):
    scheme = copied.parent.parent / "schemes/two-link-semi-automatic.scheme.json"
    before = scheme.read_bytes()
    command = ["--vary", "pd.kp=10:30", "--constraint", "time<1", "--trials", "2", "--seeds", "3", "--workers", "1"]
    shown = CliRunner().invoke(app, ["tune", str(copied), *command, "-o", str(tmp_path / "t.jsonl"), "--apply"])
    assert shown.exit_code == 1
    assert "violated: time<1" in shown.output
    assert scheme.read_bytes() == before


def test_apply_to_a_shipped_document_is_refused_before_the_first_run(tmp_path):
    shown = CliRunner().invoke(app, ["tune", "two-link-reach", "--vary", "pd.kp=2:200", "--apply", "-o", str(tmp_path / "t.jsonl")])
    assert shown.exit_code == 1
    assert "pult copy two-link-reach" in str(shown.exception)
    assert not (tmp_path / "t.jsonl").exists()
