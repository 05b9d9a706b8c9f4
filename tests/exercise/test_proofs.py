"""Seeds of the proofs, what failures tell, and a sample of the proof of the operators."""

import contextlib
import json
import math
import re
from pathlib import Path

import pytest
from scipy.stats import binom, norm
from validation import kinematics_trial, massage_trial, operators, sweeps
from validation.loop_trial import recorded
from validation.operators import COUNT, ELSEWHERE, PROOFS, purpose
from validation.reliability import attempt_row, rate_words, reliability, reliability_words
from validation.seeds import drawn_seeds

import pult
from pult.batch.job import Job
from pult.batch.plans.document import SweepDocument
from pult.batch.plans.seeds import TUNING_SEEDS
from pult.batch.results.file import Row, appending, encode_row
from pult.batch.results.statistics import none_failed, wilson
from pult.batch.sweep import prepare
from pult.batch.tasks.function_task import figures_row
from pult.core.shipped import shipped
from pult.exercise.exercise import load_exercise
from pult.exercise.operators import find_operator
from pult.geometry.rotation import matrix_from_rotation_vector

VALIDATION = Path(__file__).parents[2] / "validation"


def test_seeds_are_drawn_for_a_version_and_a_purpose_and_never_those_for_tuning():
    one = drawn_seeds("a proof", 2000)
    assert one == drawn_seeds("a proof", 2000) and one[:5] == drawn_seeds("a proof", 5)
    assert len(set(one)) == 2000 and min(one) >= 1000 and not set(one) & set(TUNING_SEEDS)
    assert not set(one) & set(drawn_seeds("another proof", 2000))
    assert not set(one) & set(drawn_seeds("a proof", 2000, version="0.0.0"))
    # fixed for ever: another machine or a later NumPy must draw the same
    assert drawn_seeds("a", 3, version="0.1.0") == [2040592318, 526654916, 391283751]


@pytest.mark.parametrize(("failures", "count"), [(0, 300), (1, 108), (3, 50), (50, 50), (0, 1)])
def test_the_interval_is_where_the_failures_found_are_just_likely_enough(failures, count):
    low, high = wilson(failures, count)
    assert 0.0 <= low <= failures / count <= high <= 1.0
    z = norm.ppf(0.975)
    for bound in (low, high):  # by its definition: |p - bound| = z sqrt(bound (1 - bound) / n), unless it is cut off
        if 0.0 < bound < 1.0:
            assert abs(failures / count - bound) == pytest.approx(
                z * math.sqrt(bound * (1.0 - bound) / count), rel=1e-5
            )


def test_without_failures_the_bound_is_exact():
    for count in (1, 50, 300):
        assert binom.pmf(0, count, none_failed(count)) == pytest.approx(0.05)
    assert none_failed(300) == pytest.approx(0.00994, abs=1e-5)


def test_a_report_names_what_failed_and_what_that_tells():
    rows = [{"seed": 1000 + k, "success": k != 7, "reason": "time" if k == 7 else "success"} for k in range(108)]
    found = reliability(rows)
    assert (found["attempts"], found["failures"], found["failed"]) == (108, 1, {"1007": "time"})
    assert "none_failed_95" not in found
    words = reliability_words(found)
    assert words == "107 of 108 seeds; failure rate 0.16 % to 5.1 % (95 %, Wilson); failed: 1007 (time)"
    assert rate_words(0, 300) == "failure rate 0 % to 1.3 % (95 %, Wilson), at most 0.99 % (95 %, exact)"


def test_every_shipped_exercise_is_proved_in_the_variant_of_its_operator():
    assert set(PROOFS) | set(ELSEWHERE) == set(shipped("exercise")) and not set(PROOFS) & set(ELSEWHERE)
    for name, proof in ELSEWHERE.items():
        assert f'"{name}"' in (VALIDATION / f"{proof}.py").read_text(encoding="utf-8")
    for name, variants in PROOFS.items():
        exercise = load_exercise(name)
        assert find_operator(exercise).exercises[name] in variants
        assert set(variants) <= set(exercise.document.variants)


def test_no_proof_has_seeds_of_its_own():
    """Every generator of a proof is seeded by what is drawn for the version."""
    for path in VALIDATION.glob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"default_rng\(\d|Random\(\d|for seed in range|seed(: int)? ?= ?\d", text), path.name


@pytest.mark.parametrize(("exercise", "count"), [("two-link-reach", 6), ("two-link-line", 6), ("massage-stroke", 1)])
def test_operators_do_a_sample_of_the_drawn_starts(exercise, count):
    stages = [stage.name for stage in load_exercise(exercise).document.stages]
    for variant in PROOFS[exercise]:
        plan = SweepDocument(exercise=exercise, variant=variant, seeds=drawn_seeds(purpose(exercise, variant), count))
        prepared = prepare(plan)
        with contextlib.closing(prepared.task().runner()) as runner:
            rows = [runner.run(job) for job in prepared.jobs()]
        assert not reliability(map(attempt_row, rows))["failed"]
        assert all(row.time > 5.0 and list(row.stages) == stages for row in rows)


def test_what_was_done_is_kept_and_gone_on_with(tmp_path, monkeypatch):
    monkeypatch.setattr(sweeps, "FOLDER", tmp_path)
    exercise, variant = "two-link-line", "semi-automatic"
    seeds = operators.drawn(exercise, variant, 3)
    prepared = prepare(SweepDocument(exercise=exercise, variant=variant, seeds=seeds))
    _, second, _ = prepared.jobs()
    done = Row(key=second.key, seed=seeds[1], success=False, reason="time", cause="time in stage 'line'", time=90.0)
    with appending(sweeps.attempts_file(exercise, variant), prepared.head()) as file:
        file.append([done])
    with file.path.open("ab") as cut_off:
        cut_off.write(encode_row(done)[:20])  # killed while it wrote
    rows = sweeps.sweep_attempts(exercise, variant, seeds, workers=1)
    assert [row.seed for row in rows] == seeds and [row.success for row in rows] == [True, False, True]
    assert operators.done_before(exercise, variant, 3) == rows
    assert operators.claim(exercise, variant, rows, 3)["holds"] is False
    earlier = {"program": "another", "claim": {"claim": "c", "figure": "f", "holds": True}, "failures": []}
    names = [purpose(variant, "semi-automatic") for variant in ("two-link-line", "two-link-reach")]
    found = operators.report(3, {"operators": dict.fromkeys(names, earlier)})
    assert found["version"] == pult.__version__
    line, reach = (found["operators"][name] for name in names)
    assert line["program"] == operators.program() and len(line["attempts"]) == 3
    assert reach == earlier, "what was not run again keeps its figures"
    assert {"claim": "c", "figure": "f; measured with an earlier state of the program", "holds": True} in found[
        "claims"
    ]
    [failure] = found["failures"]
    assert failure["what"] == f"two-link-line (semi-automatic), seed {seeds[1]}"
    assert failure["how"] == "time in stage 'line'" and failure["cause"] == "not yet known"
    assert json.loads(operators.text(dict(found))) == found
    assert found["command"].endswith("--count 3") and COUNT == 300


def test_a_call_in_a_worker_gives_the_row_of_a_direct_call(tmp_path, monkeypatch):
    """An attempt recorded, replayed and scored in a worker, against the same in this process."""
    monkeypatch.setattr(sweeps, "FOLDER", tmp_path)
    runs = [({}, seed) for seed in drawn_seeds("loop exactness", 2)]
    rows = sweeps.calls("loop-records", "validation.loop_trial:recorded", runs, workers=1)
    assert [row.seed for row in rows] == [seed for _, seed in runs]
    for row in rows:
        direct = figures_row(Job(row.key, row.seed), recorded(seed=row.seed))
        assert direct.success and direct.hash and direct.metrics["numbers"] > 1000
        assert encode_row(row) == encode_row(direct)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*.jsonl")}
    assert sweeps.calls("loop-records", "validation.loop_trial:recorded", runs[:1]) == rows[:1]
    assert {path: path.read_bytes() for path in tmp_path.rglob("*.jsonl")} == before


def test_the_check_of_inverse_kinematics_sees_a_missed_target_and_a_broken_limit():
    arm = kinematics_trial.chain("ur5")
    at = arm.forward(arm.centre)
    beside, turned = at.copy(), at.copy()
    beside[0, 3] += 2e-4
    turned[:3, :3] = matrix_from_rotation_vector([2e-3, 0.0, 0.0]) @ at[:3, :3]
    beyond = arm.upper + 0.1
    assert kinematics_trial.reached(arm, arm.centre, at) and kinematics_trial.reached(arm, arm.centre, at[:3, 3])
    for missed in (beside, beside[:3, 3], turned):
        assert not kinematics_trial.reached(arm, arm.centre, missed)
    assert not kinematics_trial.reached(arm, beyond, arm.forward(beyond))


def test_a_trial_stroke_keeps_the_signals_of_every_step():
    rows = massage_trial.stroke(massage_trial.Trial(), seconds=0.5)
    assert set(rows) == set(massage_trial.SIGNALS)
    assert rows["time"] == pytest.approx([0.001 * step for step in range(601)])  # the start, and 200 steps at a time
    assert (rows["output.stage"] < massage_trial.STROKE).all()  # it approaches for two seconds


def test_a_proof_whose_call_measures_nothing_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr(sweeps, "FOLDER", tmp_path)
    with pytest.raises(RuntimeError, match=r"KeyError: 'nothing'.*To try again, remove"):
        sweeps.calls("a", "validation.massage_parts:part", [({"name": "nothing"}, 0)], workers=1)
