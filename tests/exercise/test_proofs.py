"""Seeds of the proofs, what failures tell, and a sample of the proof of the operators."""

import json
import math
import re
from pathlib import Path

import pytest
from scipy.stats import binom, norm
from validation import operators
from validation.operators import COUNT, PROOFS, attempt, purpose
from validation.seeds import TUNING, drawn_seeds, none_failed, rate_words, reliability, reliability_words, wilson

import pult
from pult.core.shipped import shipped
from pult.exercise.exercise import load_exercise
from pult.exercise.operators import find_operator

VALIDATION = Path(__file__).parents[2] / "validation"


def test_seeds_are_drawn_for_a_version_and_a_purpose_and_never_those_for_tuning():
    one = drawn_seeds("a proof", 2000)
    assert one == drawn_seeds("a proof", 2000) and one[:5] == drawn_seeds("a proof", 5)
    assert len(set(one)) == 2000 and min(one) >= 1000 and not set(one) & set(TUNING)
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
            assert abs(failures / count - bound) == pytest.approx(z * math.sqrt(bound * (1.0 - bound) / count), rel=1e-5)


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
    assert set(PROOFS) == set(shipped("exercise"))
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
    loaded = load_exercise(exercise)
    for variant in PROOFS[exercise]:
        rows = [attempt(loaded, variant, seed) for seed in drawn_seeds(purpose(exercise, variant), count)]
        assert not reliability(rows)["failed"]
        assert all(row["time"] > 5.0 and row["stage"] == len(loaded.document.stages) for row in rows)


def test_what_was_done_is_kept_and_gone_on_with(tmp_path, monkeypatch):
    monkeypatch.setattr(operators, "KEPT", tmp_path)
    seeds = drawn_seeds(purpose("two-link-line", "semi-automatic"), 3)
    file = operators.kept("two-link-line", "semi-automatic")
    file.parent.mkdir(parents=True)
    done = {"seed": seeds[1], "success": False, "reason": "time", "stage": 1, "time": 90.0, "points": 0.0, "broken": []}
    file.write_text(json.dumps(done) + "\n" + json.dumps(done)[:20], encoding="utf-8")  # killed while it wrote
    operators.measure("two-link-line", "semi-automatic", 3)
    rows = operators.read("two-link-line", "semi-automatic", 3)
    assert [row["seed"] for row in rows] == seeds and [row["success"] for row in rows] == [True, False, True]
    assert operators.claim("two-link-line", "semi-automatic", rows, 3)["holds"] is False
    found = operators.report(3)
    assert found["version"] == pult.__version__
    [failure] = found["failures"]
    assert failure["what"] == f"two-link-line (semi-automatic), seed {seeds[1]}"
    assert failure["how"] == "time in stage 2" and failure["cause"] == "not yet known"
    assert json.loads(operators.text(dict(found))) == found
    assert found["command"].endswith("--count 3") and COUNT == 300
