"""What a trial is worth: goals, constraints, failed runs, and what is significant."""

import pytest

import pult
from pult.batch.results.file import Row
from pult.batch.tuning.check import compare
from pult.batch.tuning.goal import Figure, metric_directions, read_constraint, read_goal
from pult.batch.tuning.trial import ALL_DONE, MEASURED, Objective
from pult.core.errors import UsageError

METRICS = {"score": -1.0, "success": -1.0, "time": 1.0, "max_error": 1.0, "stages": -1.0, "peak_force": 1.0}


def run(seed, success=True, points=0.0, **metrics):
    return Row(key=str(seed), seed=seed, success=success, reason="success" if success else "limit", points=points, metrics=metrics)


@pytest.mark.parametrize(
    ("text", "figure"),
    [
        ("score", Figure("score", -1.0, "mean")),
        ("points", Figure("score", -1.0, "mean")),
        ("max error", Figure("max_error", 1.0, "mean")),
        ("maximise time", Figure("time", -1.0, "mean")),
        ("minimize worst max-error", Figure("max_error", 1.0, "worst")),
        ("q90 stages", Figure("stages", -1.0, "q90")),
    ],
)
def test_goals_are_read(text, figure):
    assert read_goal(text, METRICS) == figure


def test_a_goal_that_no_run_measures_lists_those_there_are():
    with pytest.raises(UsageError, match=r"no run measures 'tme'. Did you mean 'time'\? Metrics: max_error, peak_force"):
        read_goal("tme", METRICS)
    with pytest.raises(UsageError, match="mean, median, worst or a quantile"):
        read_goal("time", METRICS, over="best")
    own = metric_directions(pult.load_exercise("airlock-valve").document)
    assert own["angle_error"] == 1.0
    assert own["score"] == -1.0


@pytest.mark.parametrize("text", ["peak_force", "peak_force=60", "peak_force<sixty", "<60", "peak_force<60<70"])
def test_a_constraint_of_another_form_is_refused(text):
    with pytest.raises(UsageError, match="write METRIC<NUMBER"):
        read_constraint(text, METRICS)


def test_aggregates_take_the_bad_side():
    less, more = Figure("time", 1.0, "worst"), Figure("score", -1.0, "worst")
    assert (less.value([1.0, 5.0, 3.0]), more.value([1.0, 5.0, 3.0])) == (5.0, 1.0)
    sample = [float(i) for i in range(11)]
    assert (Figure("time", 1.0, "q90").value(sample), Figure("score", -1.0, "q90").value(sample)) == (9.0, 1.0)
    assert Figure("time", 1.0, "median").value([1.0, 2.0, 9.0]) == 2.0


def test_a_constraint_holds_for_the_worst_run_and_for_the_share_of_successes():
    force, done = read_constraint("peak_force < 60", METRICS), read_constraint("success >= 0.5", METRICS)
    assert force.violation([10.0, 66.0]) == pytest.approx(0.1)
    assert force.violation([60.0]) > 0.0
    assert read_constraint("peak_force<=60", METRICS).violation([60.0]) == 0.0
    assert done.violation([1.0, 0.0]) == 0.0
    assert done.violation([0.0, 0.0]) == 1.0


def test_failed_runs_count_in_the_score_and_are_a_constraint_of_any_other_goal():
    runs = [run(0, points=80.0, time=20.0), run(1, success=False, points=10.0, time=2.0)]
    by_score = Objective(Figure("score", -1.0, "mean")).judge(0, {}, runs)
    assert (by_score.objective, by_score.feasible) == (45.0, True)
    by_time = Objective(Figure("time", 1.0, "mean")).judge(0, {}, runs)
    assert (by_time.objective, by_time.feasible, by_time.violations[ALL_DONE]) == (20.0, False, 0.5)
    allowed = Objective(Figure("time", 1.0, "mean"), [read_constraint("success>=0.5", METRICS)]).judge(0, {}, runs)
    assert allowed.feasible
    nothing = Objective(Figure("time", 1.0, "mean")).judge(0, {}, runs[1:])
    assert (nothing.objective, nothing.violations[MEASURED]) == (None, 1.0)


def test_the_best_trial_keeps_the_constraints_before_it_is_good():
    objective = Objective(Figure("time", 1.0, "mean"), [read_constraint("peak_force<60", METRICS)])
    fast = objective.judge(0, {}, [run(0, time=5.0, peak_force=90.0)])
    faster = objective.judge(1, {}, [run(0, time=2.0, peak_force=70.0)])
    slow = objective.judge(2, {}, [run(0, time=20.0, peak_force=50.0)])
    assert objective.best([fast, faster, slow]) is slow
    assert objective.best([fast, faster]) is faster  # nearer to the bound


def test_pairs_show_a_difference_that_the_seeds_hide():
    objective = Objective(Figure("score", -1.0, "mean"))
    starts = [10.0 * seed for seed in range(10)]
    before = [run(seed, points=start) for seed, start in enumerate(starts)]
    lifts = [1.0, 2.0, 1.5, 0.5, 1.0, 2.0, 1.5, 0.5, 1.0, 2.0]
    after = objective.judge(0, {}, [run(i, points=start + lift) for i, (start, lift) in enumerate(zip(starts, lifts, strict=True))])
    found = compare(objective, before, after)
    # Student's interval of the lifts: mean 1.3, standard deviation 0.58689, t(9) = 2.26216
    assert found.difference == pytest.approx((1.3, 1.3 - 0.41984, 1.3 + 0.41984), abs=1e-4)
    assert found.before is not None and found.before.high - found.before.low > 40.0
    assert (found.pairs, found.verdict) == (10, "better")
    assert compare(objective, after.runs, objective.judge(0, {}, before)).verdict == "worse"
    assert compare(objective, before[:5], after).verdict == "unclear"  # too few to tell
    assert compare(objective, before, objective.judge(0, {}, before)).verdict == "unclear"


def test_one_seed_says_nothing_about_the_others():
    objective = Objective(Figure("score", -1.0, "mean"))
    found = compare(objective, [run(0, points=1.0)], objective.judge(0, {}, [run(0, points=2.0)]))
    assert found.verdict == "unclear"
    assert found.plain()["difference"] == {"value": 1.0, "low": None, "high": None}
