"""Scores: from metrics to points, 0 to 100, with a breakdown that adds up."""

from collections.abc import Iterable
from dataclasses import dataclass

from pult.core.channels import Channels
from pult.core.document import Text
from pult.core.signals import Array
from pult.exercise.document import ExerciseDocument, WeightDocument
from pult.exercise.judge import judge_rows
from pult.exercise.kinds import KINDS, weights_of
from pult.exercise.metrics import Metric, measure_attempt
from pult.exercise.verdict import Reason, Span, Verdict


@dataclass(frozen=True, slots=True)
class Share:
    """Points for one metric.

    Attributes:
        metric: The metric.
        par: Value that earns all its points; None if it could not be computed.
        weight: Its weight in the document.
        of: Maximum points.
        points: Points earned.
    """

    metric: Metric
    par: float | None
    weight: float
    of: float
    points: float

    def plain(self) -> dict[str, object]:
        """As plain data."""
        return {**self.metric.plain(), "par": self.par, "weight": self.weight, "of": self.of, "points": self.points}


@dataclass(frozen=True, slots=True)
class Penalty:
    """Points lost for breaks of one limit.

    Attributes:
        name: Name of the limit.
        title: Its title.
        count: How often it was broken.
        points: Points deducted, as given in the document.
    """

    name: str
    title: Text
    count: int
    points: float

    def plain(self) -> dict[str, object]:
        """As plain data."""
        return {"name": self.name, "title": self.title, "count": self.count, "points": self.points}


@dataclass(frozen=True, slots=True)
class Score:
    """How well an attempt was done.

    Attributes:
        points: 0 to 100: the sum of the shares minus the penalties, at least 0.
        passed: Whether all stages were passed and no limit ended the attempt.
        reason: Why the attempt ended.
        limit: The limit that ended it, if one did.
        medal: "gold", "silver", "bronze" or none.
        time: How long it took by the task clock [s].
        stood: How long the task clock stood [s].
        shares: Points for each weighted metric.
        penalties: Points lost for broken limits.
        metrics: All metrics, weighted or not.
        stages: When stages were begun and passed, in control steps since the attempt began, whether the clock ran or
            stood.
        dt: The control step [s].
    """

    points: float
    passed: bool
    reason: Reason
    limit: str
    medal: str
    time: float
    shares: tuple[Share, ...]
    penalties: tuple[Penalty, ...]
    metrics: dict[str, Metric]
    stages: tuple[Span, ...]
    dt: float
    stood: float = 0.0

    def plain(self) -> dict[str, object]:
        """As plain data for JSON."""
        return {
            "points": self.points,
            "of": 100.0,
            "scaled": self.points / 100.0,
            "passed": self.passed,
            "reason": self.reason,
            "limit": self.limit,
            "medal": self.medal,
            "time": self.time,
            "stood": self.stood,
            "shares": [share.plain() for share in self.shares],
            "penalties": [penalty.plain() for penalty in self.penalties],
            "metrics": {name: metric.plain() for name, metric in self.metrics.items()},
            "stages": [
                {
                    "name": span.name,
                    "begin": span.begin * self.dt,
                    "end": None if span.end is None else span.end * self.dt,
                }
                for span in self.stages
            ],
        }


def credit(value: float, par: float, half: float | None = None, better: str = "less") -> float:
    """Share of the points for a value: 1 at par or better, and falling smoothly beyond it.

    With the excess e of the value over par (of par over the value where more is better) it is half / (half + e): one
    half at `half` beyond par. Left out, `half` is the size of par, or 1 where par is 0: then it is par/value where less
    is better. Where more is better and `half` is left out, it is value/par.
    """
    excess = value - par if better == "less" else par - value
    if excess <= 0.0:
        return 1.0
    if better == "more" and half is None and par > 0.0:
        return max(value, 0.0) / par
    reach = half if half is not None else abs(par) or 1.0
    return reach / (reach + excess)


def score(
    document: ExerciseDocument, channels: Channels, rows: Array, dt: float, verdict: Verdict | None = None
) -> Score:
    """Score an attempt: a pure function of its rows.

    An attempt that passed earns, for each weighted metric, 100 w/W points times its credit, where W is the sum of the
    weights of the metrics that could be computed; penalties are deducted. One that did not pass earns only the points
    for its stages; one that was ended by a limit earns none.

    Args:
        document: An exercise that has been checked by itself.
        channels: Channels of the rows.
        rows: One for each control step, from the start of the attempt. Shape (n, size of the channels).
        dt: The control step [s].
        verdict: The verdict on the same rows; computed if omitted.

    Raises:
        DocumentError: A condition names things or signals that the rows do not have.
    """
    verdict = verdict or judge_rows(document, channels, rows, dt)
    return score_metrics(document, measure_attempt(document, channels, rows, dt, verdict), verdict, dt)


def score_metrics(document: ExerciseDocument, metrics: dict[str, Metric], verdict: Verdict, dt: float) -> Score:
    """Score an attempt from its verdict and metrics; see `score`."""
    weights = weights_of(document)
    measured = sum(weight.weight for name, weight in weights.items() if metrics[name].value is not None)
    shares = tuple(_share(document, metrics[name], weight, measured, verdict) for name, weight in weights.items())
    penalties = tuple(_penalties(document, verdict))
    total = sum(share.points for share in shares) - sum(penalty.points for penalty in penalties)
    points = min(max(total, 0.0), 100.0)
    return Score(
        points,
        verdict.success,
        verdict.reason,
        verdict.limit,
        _medal(document, points) if verdict.success else "",
        verdict.time,
        shares,
        penalties,
        metrics,
        verdict.stages,
        dt,
        verdict.stood * dt,
    )


def _share(
    document: ExerciseDocument, metric: Metric, weight: WeightDocument, measured: float, verdict: Verdict
) -> Share:
    if metric.value is None or measured <= 0.0:
        return Share(metric, None, weight.weight, 0.0, 0.0)
    of = 100.0 * weight.weight / measured
    default = KINDS[metric.name].par if metric.name in KINDS else None
    par = weight.par if weight.par is not None else default(document) if default is not None else 0.0
    counts = verdict.success or (metric.name == "stages" and verdict.reason != "limit")
    earned = of * credit(metric.value, par, weight.half, metric.better) if counts else 0.0
    return Share(metric, par, weight.weight, of, earned)


def _penalties(document: ExerciseDocument, verdict: Verdict) -> Iterable[Penalty]:
    for limit in document.limits:
        count = sum(span.name == limit.name for span in verdict.breaks)
        if count:
            cost = count * limit.points if limit.severity == "penalty" else 0.0
            yield Penalty(limit.name, limit.title or limit.name, count, cost)


def _medal(document: ExerciseDocument, points: float) -> str:
    medals = document.scoring.medals
    for name, least in (("gold", medals.gold), ("silver", medals.silver), ("bronze", medals.bronze)):
        if points >= least:
            return name
    return ""


def mastered(document: ExerciseDocument, scores: Iterable[Score]) -> bool:
    """Whether the latest attempts meet the exercise's criterion of mastery.

    Args:
        document: The exercise.
        scores: Scores of all attempts, latest last.
    """
    wanted = document.scoring.mastery
    latest = list(scores)[-wanted.attempts :]
    return len(latest) == wanted.attempts and all(one.passed and one.points >= wanted.points for one in latest)
