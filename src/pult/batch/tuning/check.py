"""Validation of a tuning on fresh seeds: before and after on the same ones, with confidence intervals."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from pult.batch.results.file import Row
from pult.batch.results.statistics import RESAMPLES
from pult.batch.results.summary import Rate, rate_of
from pult.batch.tuning.goal import Figure
from pult.batch.tuning.trial import Objective, Trial, goal_sample

MIN_PAIRS = 6
"""Pairs from which on a difference can be significant: 2 / 2^n is below 5 % (sign test)."""


class Estimate(NamedTuple):
    """A figure with its 95 % confidence interval: Student's for a mean, else by a bootstrap over the seeds."""

    value: float
    low: float
    high: float

    def plain(self) -> dict[str, float | None]:
        """As plain data for JSON; an end is None where one seed says nothing about the others."""
        return {name: number if np.isfinite(number) else None for name, number in self._asdict().items()}


class Check(NamedTuple):
    """Before and after on seeds that nothing was tuned on.

    Attributes:
        goal: The goal.
        before, after: Its value with the values of the documents and with the tuned ones; None if no run has it.
        difference: After without before, over the seeds that both have it for: pairs, so that what the seeds differ in
            drops out.
        pairs: How many seeds that are.
        success_before, success_after: Runs that were done.
        trial: The tuned values as a trial on these seeds, with the constraints that are broken there.
    """

    goal: Figure
    before: Estimate | None
    after: Estimate | None
    difference: Estimate | None
    pairs: int
    success_before: Rate
    success_after: Rate
    trial: Trial

    @property
    def verdict(self) -> str:
        """'better' or 'worse' if the interval of the difference lies on one side of 0, else 'unclear'.

        Fewer than `MIN_PAIRS` pairs are always unclear: even if all agree, chance does as well in one case of twenty.
        """
        if self.difference is None or self.pairs < MIN_PAIRS:
            return "unclear"
        low, high = sorted((self.goal.sign * self.difference.low, self.goal.sign * self.difference.high))
        return "better" if high < 0.0 else "worse" if low > 0.0 else "unclear"

    def plain(self) -> dict[str, Any]:
        """As plain data for JSON."""
        estimates = {"before": self.before, "after": self.after, "difference": self.difference}
        return {
            **{name: None if one is None else one.plain() for name, one in estimates.items()},
            "pairs": self.pairs,
            "verdict": self.verdict,
            "success": {"before": self.success_before._asdict(), "after": self.success_after._asdict()},
            "constraints": dict(self.trial.violations),
        }


def compare(objective: Objective, before: Sequence[Row], after: Trial) -> Check:
    """Compare runs with the values of the documents and with the tuned ones, seed by seed.

    Runs of one seed with several faults are one sample, because they have the same start and noise.
    """
    goal = objective.goal
    one, two = (_samples(goal, rows) for rows in (before, after.runs))
    both = sorted(one.keys() & two.keys())
    return Check(
        goal,
        _estimate(goal, list(one.values())),
        _estimate(goal, list(two.values())),
        _difference(goal, [one[seed] for seed in both], [two[seed] for seed in both]),
        len(both),
        rate_of(before),
        rate_of(after.runs),
        after,
    )


def _samples(goal: Figure, rows: Sequence[Row]) -> dict[int, list[float]]:
    """The figures of all runs of each seed; seeds with a run that has none are left out."""
    by_seed: dict[int, list[Row]] = {}
    for row in rows:
        by_seed.setdefault(row.seed, []).append(row)
    found = {seed: list(goal_sample(goal, group)) for seed, group in by_seed.items()}
    return {seed: figures for seed, figures in found.items() if len(figures) == len(by_seed[seed])}


def _estimate(goal: Figure, sample: Sequence[Sequence[float]]) -> Estimate | None:
    return _difference(goal, np.zeros_like(sample).tolist(), sample)


def _difference(goal: Figure, one: Sequence[Sequence[float]], two: Sequence[Sequence[float]]) -> Estimate | None:
    """The figure of `two` without that of `one`, both of shape (seeds, runs of a seed), that belong together.

    The interval of a mean is Student's; that of anything else comes from the percentiles of a bootstrap over the seeds.
    """
    n = len(two)
    if n == 0:
        return None
    a, b = np.asarray(one, dtype=np.float64), np.asarray(two, dtype=np.float64)
    value = goal.value(b.ravel().tolist()) - goal.value(a.ravel().tolist())
    if goal.over == "mean":
        half = float(student_t(n - 1) * np.std(np.mean(b - a, axis=1), ddof=1) / np.sqrt(n)) if n > 1 else np.inf
        return Estimate(value, value - half, value + half)
    chosen = np.random.default_rng(0).integers(0, n, (RESAMPLES, n))
    low, high = np.quantile(
        goal.values(b[chosen].reshape(RESAMPLES, -1)) - goal.values(a[chosen].reshape(RESAMPLES, -1)), (0.025, 0.975)
    )
    return Estimate(value, float(low), float(high))


def student_t(freedom: int) -> float:
    """Quantile of Student's distribution that 95 % are within on both sides."""
    from scipy.special import stdtrit

    return float(stdtrit(freedom, 0.975))
