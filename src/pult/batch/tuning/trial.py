"""A trial: one point, run with all seeds, and what it is worth."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pult.batch.results.file import Row
from pult.batch.tuning.goal import COUNTED, SUCCESS, Constraint, Figure, figures_of

ALL_DONE = "every run done"
"""Name of the constraint that stands where the goal is a metric that a failed run does not have."""

MEASURED = "goal measured"
"""Name of the constraint that a trial breaks of which no run has the metric of the goal."""


class Trial(NamedTuple):
    """Result of a point.

    Attributes:
        number: The place in the order of trials, from 0.
        values: The values tried, by name.
        objective: The figure that the goal names; None if no run has it.
        violations: By constraint, how far it is broken; 0 or less if it is kept.
        runs: The runs, one for each seed and fault.
    """

    number: int
    values: Mapping[str, Any]
    objective: float | None
    violations: Mapping[str, float]
    runs: Sequence[Row]

    @property
    def feasible(self) -> bool:
        """Whether all constraints are kept."""
        return all(one <= 0.0 for one in self.violations.values())

    @property
    def excess(self) -> float:
        """All violations together."""
        return sum(max(one, 0.0) for one in self.violations.values())

    @property
    def failed(self) -> int:
        """Runs that were not done."""
        return sum(not row.success for row in self.runs)

    def plain(self) -> dict[str, Any]:
        """As plain data for JSON."""
        return {
            "number": self.number,
            "values": dict(self.values),
            "objective": self.objective,
            "feasible": self.feasible,
            "violations": dict(self.violations),
            "runs": len(self.runs),
            "failed": self.failed,
        }


class Objective(NamedTuple):
    """Goal and constraints.

    A failed run has a score and counts with it. Any other metric of it says little (the time of a run that a limit
    ended is short), so the goal is taken over the runs that were done, and that all are done is a constraint of its
    own, unless one is given for the share of successes. Constraints look at every run that has the metric.
    """

    goal: Figure
    constraints: Sequence[Constraint] = ()

    def judge(self, number: int, values: Mapping[str, Any], runs: Sequence[Row]) -> Trial:
        """A trial from its runs."""
        sample = goal_sample(self.goal, runs)
        violations = {one.text: one.violation(figures_of(runs, one.figure.metric)) for one in self.constraints}
        if self.goal.metric not in COUNTED:
            violations[MEASURED] = 0.0 if sample else 1.0
            if not any(one.figure.metric == SUCCESS for one in self.constraints):
                violations[ALL_DONE] = sum(not row.success for row in runs) / max(len(runs), 1)
        return Trial(number, dict(values), self.goal.value(sample) if sample else None, violations, list(runs))

    def best(self, trials: Sequence[Trial]) -> Trial:
        """The best of some trials, the first of equal ones."""
        return min(trials, key=self.rank)

    def rank(self, trial: Trial) -> tuple[bool, float, float]:
        """What trials are ordered by, the best first: feasible ones by the goal, others by how far they are off."""
        worth = float("inf") if trial.objective is None else self.goal.sign * trial.objective
        return not trial.feasible, trial.excess, worth


def goal_sample(goal: Figure, runs: Sequence[Row]) -> list[float]:
    """What the goal is taken over: all runs for score and success, those that were done for any other metric."""
    counted = goal.metric in COUNTED
    return figures_of([row for row in runs if counted or row.success], goal.metric)
