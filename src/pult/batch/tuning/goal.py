"""What a tuning is for: a metric that is minimised or maximised, and constraints on others.

score                       the points of the exercise, on average over the seeds
minimise worst energy       the largest energy over the seeds
max error                   the metric 'max_error', in the direction that is better for it
peak_force < 60             a constraint: holds for every seed
success >= 0.9              a constraint on the share of runs that are done
"""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from pult.batch.results.file import Row
from pult.core.errors import UsageError, nearest
from pult.core.signals import Array
from pult.exercise.document import ExerciseDocument
from pult.exercise.kinds import KINDS

SCORE, SUCCESS = "score", "success"
COUNTED = (SCORE, SUCCESS)
"""Figures that every run has, failed or not."""
AGGREGATES = "mean, median, worst or a quantile such as q90"


class Figure(NamedTuple):
    """A figure of a trial: one metric of all its runs, taken together.

    Attributes:
        metric: Name of the metric; "score" or "success" for what every run has.
        sign: 1 if less is better, -1 if more is.
        over: How the runs of all seeds are taken together: "mean", "median", "worst", or "q90" for the value that 90 %
            of the runs are better than.
    """

    metric: str
    sign: float
    over: str

    @property
    def words(self) -> str:
        """For people."""
        return f"{self.over} {self.metric}"

    def value(self, sample: Sequence[float]) -> float:
        """The figure of a sample, which is not empty."""
        return float(self.values(np.asarray(sample, dtype=np.float64)))

    def values(self, samples: Array) -> Array:
        """The figures of several samples. Shape (..., n) to (...)."""
        x = self.sign * samples  # less is better
        if self.over == "mean":
            found = x.mean(axis=-1)
        elif self.over == "worst":
            found = x.max(axis=-1)
        else:
            found = np.quantile(x, 0.5 if self.over == "median" else float(self.over[1:]) / 100.0, axis=-1)
        return np.asarray(self.sign * found, dtype=np.float64)


class Constraint(NamedTuple):
    """A bound that a figure of a trial must keep.

    Attributes:
        figure: The figure; the worst run by default, the share of all for "success".
        bound: The bound.
        strict: Whether the bound itself is beyond it.
        text: As it was written.
    """

    figure: Figure
    bound: float
    strict: bool
    text: str

    def violation(self, sample: Sequence[float]) -> float:
        """How far the figure is beyond the bound, in parts of the bound; 0 or less if it is kept."""
        if not len(sample):
            return 1.0
        beyond = self.figure.sign * (self.figure.value(sample) - self.bound) / (abs(self.bound) or 1.0)
        return float(np.finfo(np.float64).tiny) if beyond == 0.0 and self.strict else beyond


def metric_directions(document: ExerciseDocument) -> dict[str, float]:
    """Every figure that runs of an exercise may have, with 1 if less is better and -1 if more is."""
    found = {SCORE: -1.0, SUCCESS: -1.0}
    found |= {name: -1.0 if kind.better == "more" else 1.0 for name, kind in KINDS.items()}
    measures = document.scoring.measures
    return found | {name: -1.0 if measure.better == "more" else 1.0 for name, measure in measures.items()}


def read_goal(text: str, metrics: Mapping[str, float], over: str = "mean") -> Figure:
    """A goal as it is written: "[minimise|maximise] [mean|median|worst|q90] METRIC".

    Args:
        text: The goal; words of a metric's name may stand apart ("max error" for "max_error").
        metrics: The metrics that there are, with the sign of the better direction; see `metric_directions`.
        over: How seeds are taken together, where the text does not say.

    Raises:
        UsageError: There is no such metric; the message lists what there is.
    """
    words = text.lower().split()
    sign = None
    if words and (verb := re.fullmatch(r"(min|max)imi[sz]e", words[0])) and _named(words, metrics) is None:
        sign, words = (1.0 if verb[1] == "min" else -1.0), words[1:]
    name, over = _aggregate(words, metrics, over, f"--goal {text!r}")
    return Figure(name, metrics[name] if sign is None else sign, over)


def read_constraint(text: str, metrics: Mapping[str, float]) -> Constraint:
    """A constraint as it is written: "[mean|median|worst|q90] METRIC < NUMBER", or with <=, > or >=.

    Raises:
        UsageError: It has another form, or there is no such metric.
    """
    found = re.fullmatch(r"\s*([^<>=]+?)\s*(<=|>=|<|>)\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)\s*", text, re.I)
    if found is None:
        raise UsageError(f'--constraint {text!r}: write METRIC<NUMBER, or with <=, > or >=, such as "peak_force<60".')
    name, over = _aggregate(found[1].lower().split(), metrics, "", f"--constraint {text!r}")
    figure = Figure(name, 1.0 if "<" in found[2] else -1.0, over or ("mean" if name == SUCCESS else "worst"))
    return Constraint(figure, float(found[3]), "=" not in found[2], text.strip())


def _named(words: Sequence[str], metrics: Mapping[str, float]) -> str | None:
    """The metric that words stand for; None if there is none."""
    text = "_".join(words)
    by_plain = {name.lower().replace("-", "_"): name for name in metrics} | {"points": SCORE}
    return by_plain.get(text.replace("-", "_"))


def _aggregate(words: Sequence[str], metrics: Mapping[str, float], over: str, where: str) -> tuple[str, str]:
    """Metric and how runs are taken together."""
    name = _named(words, metrics)
    if name is None and len(words) > 1 and re.fullmatch(r"mean|median|worst|q\d+(\.\d+)?", words[0]):
        over, words = words[0], words[1:]
        name = _named(words, metrics)
    if name is None:
        wrong = "_".join(words)
        near = nearest(wrong, metrics)
        hint = f" Did you mean {near[0]!r}?" if near else ""
        raise UsageError(f"{where}: no run measures {wrong!r}.{hint} Metrics: {', '.join(sorted(metrics))}.")
    if over:
        check_aggregate(over, where)
    return name, over


def check_aggregate(over: str, where: str = "--over") -> None:
    """Refuse a way to take seeds together that there is not.

    Raises:
        UsageError: The message lists the ways.
    """
    match = re.fullmatch(r"mean|median|worst|q(\d+(?:\.\d+)?)", over)
    if match is None or (match[1] is not None and not 0.0 < float(match[1]) < 100.0):
        raise UsageError(f"{where}: {over!r} is unknown; write {AGGREGATES}.")


def figures_of(rows: Sequence[Row], metric: str) -> list[float]:
    """A metric of all runs that have it."""
    if metric == SCORE:
        return [row.points for row in rows]
    if metric == SUCCESS:
        return [float(row.success) for row in rows]
    return [row.metrics[metric] for row in rows if metric in row.metrics]
