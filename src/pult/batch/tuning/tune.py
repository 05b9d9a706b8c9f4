"""Tuning: parameters of an exercise are optimised over runs with many seeds, and the result is checked on fresh ones.

The runs are rows of a results file as those of a sweep are. Everything else follows from them: the same command asks
the optimiser for the same points, finds what is done in the file, and does what is missing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pult.batch.tuning.check import Check, compare
from pult.batch.tuning.optimiser import Answer, Point, optimise
from pult.batch.tuning.prepare import PreparedTuning, TuningSpec, prepare_tuning
from pult.batch.tuning.runs import Progress, Runs
from pult.batch.tuning.space import Axis, as_axis
from pult.batch.tuning.trial import Trial
from pult.batch.workers.executor import Execution
from pult.core.errors import PultError


class TuningError(PultError):
    """A tuning that cannot come to a result; the message says why."""


@dataclass(frozen=True)
class TuningResult:
    """Result of a tuning.

    Attributes:
        prepared: What was tuned, and its goal.
        trials: All trials, in order.
        before: Runs with the values of the documents, on the seeds of the trials.
        best: The best trial.
        difference: The best values as a change of the documents: a unified diff; empty if nothing changes.
        check: Before and after on fresh seeds; None if that was not asked for, or if no trial keeps the constraints.
    """

    prepared: PreparedTuning
    trials: Sequence[Trial]
    before: Trial
    best: Trial
    difference: str
    check: Check | None = None

    @property
    def values(self) -> Mapping[str, Any]:
        """The best values, by name."""
        return self.best.values

    def plain(self) -> dict[str, Any]:
        """As plain data for JSON."""
        check = self.check
        return {
            "goal": self.prepared.objective.goal._asdict(),
            "best": self.best.plain(),
            "before": self.before.plain(),
            "trials": [trial.plain() for trial in self.trials],
            "difference": self.difference,
            "check": None if check is None else check.plain(),
        }


def run_tuning(
    prepared: PreparedTuning, output: str | Path, execution: Execution, progress: Progress | None = None
) -> TuningResult:
    """Do all trials that are not in the results file yet, and the check.

    Args:
        prepared: What is tuned.
        output: The results file; rows are appended to it, and the same call continues an interrupted tuning.
        execution: Where runs are done.
        progress: Called after every batch of runs.

    Raises:
        ResultsError: The file belongs to other documents, or cannot be written.
        TuningError: No run has the metric of the goal.
    """
    document, objective = prepared.document, prepared.objective
    with Runs(prepared, Path(output), execution, progress) as runs:
        [rows] = runs.run([prepared.before], document.seeds)
        before = objective.judge(-1, prepared.before, rows)
        _check_measured(prepared, before)
        trials: list[Trial] = []

        def evaluate(points: Sequence[Point]) -> list[Answer]:
            for point, found in zip(points, runs.run(points, document.seeds), strict=True):
                trials.append(objective.judge(len(trials), point, found))
            return [Answer(_minimised_value(prepared, trials, one), one.violations) for one in trials[-len(points) :]]

        optimise(prepared.space, document.trials, evaluate, document.seed, prepared.first)
        best = objective.best(trials)
        if best.objective is None:
            raise TuningError(_nothing_measured(prepared, trials))
        check = None
        if document.check and best.feasible:
            old, new = runs.run([prepared.before, best.values], prepared.fresh_seeds())
            check = compare(objective, old, objective.judge(best.number, best.values, new))
    return TuningResult(prepared, trials, before, best, prepared.difference(best.values), check)


def _minimised_value(prepared: PreparedTuning, trials: Sequence[Trial], trial: Trial) -> float:
    """The objective with less being better; of a trial without one, the worst of all so far."""
    sign = prepared.objective.goal.sign
    known = [sign * one.objective for one in trials if one.objective is not None]
    return sign * trial.objective if trial.objective is not None else max(known, default=0.0)


def _check_measured(prepared: PreparedTuning, before: Trial) -> None:
    """Stop before many runs are done for a metric that none of them has.

    Raises:
        TuningError: The message lists the metrics that the first runs have.
    """
    done = [row for row in before.runs if row.success]
    named = [prepared.objective.goal.metric, *(one.figure.metric for one in prepared.objective.constraints)]
    for name in named:
        if done and name not in ("score", "success") and not any(name in row.metrics for row in done):
            measured = ", ".join(sorted({"score", "success"}.union(*(row.metrics for row in done))))
            raise TuningError(
                f"no run of {prepared.sweep.exercise.name!r} measures {name!r}; the first ones have: {measured}."
            )


def _nothing_measured(prepared: PreparedTuning, trials: Sequence[Trial]) -> str:
    causes: dict[str, int] = {}
    for row in (row for trial in trials for row in trial.runs if not row.success):
        causes[row.cause] = causes.get(row.cause, 0) + 1
    listed = "; ".join(f"{count} x {cause}" for cause, count in sorted(causes.items(), key=lambda pair: -pair[1])[:3])
    return (
        f"all {len(trials)} trials failed: no run was done, so {prepared.objective.goal.metric!r} is not known "
        f"anywhere. Causes: {listed}. Choose ranges around values that work, or tune for the score first."
    )


def tune(
    exercise: str | Path,
    output: str | Path,
    *,
    vary: Mapping[str, Axis | tuple[float, float] | list[Any]],
    goal: str = "score",
    constraints: Sequence[str] = (),
    trials: int = 40,
    seeds: Sequence[int] = range(5),
    over: str = "mean",
    check: int = 40,
    pilot: str = "",
    variant: str = "",
    seed: int = 0,
    faults: Sequence[str] = (),
    workers: int = 0,
    memory: int = 0,
    limit: float = 600.0,
    cluster: str = "",
    scheduler_file: str | Path = "",
    progress: Progress | None = None,
) -> TuningResult:
    """Optimise parameters of an exercise over runs with many seeds, and check the result on fresh ones.

    Every trial is run with the same seeds, so that trials differ by their values alone. The runs that are in the
    results file already are not done again: the same call goes on where it was stopped, and gives the same trials for
    any number of workers.

    Args:
        exercise: A shipped exercise by name, or a file.
        output: The results file; rows are appended to it.
        vary: What each parameter may be, by the names of a sweep: a pair (low, high), searched on a logarithmic scale
            if it spans two decades, a list of choices, or a `Range` that says more.
        goal: A metric, "score" or "success", in the direction that is better for it, or "minimise ..." and
            "maximise ...".
        constraints: Such as "peak_force < 60": holds for the worst run of a trial.
        trials: How many points are tried.
        seeds: Seeds of every trial.
        over: How the runs of a trial are taken together: "mean", "median", "worst" or a quantile such as "q90".
        check: Fresh seeds on which the best values are compared with those of the documents; 0 for none.
        pilot: The operator; the exercise's default operator if left out.
        variant: Variant of the exercise; the operator's own if left out.
        seed: Seed of the optimiser.
        faults: Faults such as "sensor:angles.stuck@2.5": every trial is run with each of them, and without any.
        workers, memory, limit, cluster, scheduler_file: Where runs are done; see `pult.batch.sweep.run_sweep`.
        progress: Called after every batch of runs: runs done, failures among them, runs in all.

    Raises:
        DocumentError: A document is invalid; nothing was run.
        UsageError: The goal, a constraint or a range is invalid, or Optuna is not installed.
        ResultsError: The file belongs to other documents, or cannot be written.
        TuningError: No run has the metric of the goal.
    """
    spec = TuningSpec(
        exercise=str(exercise), pilot=pilot, variant=variant, vary={name: as_axis(axis) for name, axis in vary.items()},
        goal=goal, constraints=list(constraints), over=over, trials=trials, seeds=list(seeds), check=check, seed=seed,
        faults=list(faults),
    )  # fmt: skip
    execution = Execution(workers=workers, memory=memory, limit=limit, cluster=cluster, scheduler_file=scheduler_file)
    execution.check()
    return run_tuning(prepare_tuning(spec), output, execution, progress)
