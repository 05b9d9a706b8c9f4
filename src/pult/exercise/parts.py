"""Scores in whole points, as people see them: the parts shown add up to the score shown, and so do the maxima."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from pult.exercise.account import ScorePart
from pult.exercise.kinds import FLOOR

_DUST = 1e-6
"""What floating-point sums may lack of a whole point."""
_LARGEST = 1e6
"""Above this, points of a foreign record are not rounded together."""


def shown_points(points: float) -> int:
    """Whole points of a score, rounded down: what is shown never reaches a medal that was not reached."""
    return math.floor(points + _DUST)


def score_parts(score: Mapping[str, Any]) -> list[ScorePart]:
    """The parts of a score in whole points: shares of the metrics, penalties, and what keeps the score from falling
    below 0. They add up to `shown_points` of the score, and the maxima of the shares to 100.

    Shares of metrics that could not be computed are left out. Those that bring nothing because the exercise was not
    completed are marked as not counting.

    Args:
        score: The score as plain data, as in records.
    """
    shares = [share for share in score.get("shares", []) if share["of"] > 0.0]
    costs = [penalty for penalty in score.get("penalties", []) if penalty["points"]]
    most, earned, lost, floor = _whole(score, shares, costs)
    parts = [
        ScorePart(
            name=s["name"], title=s.get("title") or s["name"], points=earned[k], most=most[k],
            counts=_counts(score, s["name"]),
        )
        for k, s in enumerate(shares)
    ]  # fmt: skip
    parts += [
        ScorePart(name=p["name"], title=p.get("title") or p["name"], points=-lost[k], most=0.0)
        for k, p in enumerate(costs)
    ]
    return parts + ([ScorePart(name="floor", title=FLOOR, points=floor, most=0.0)] if floor > 0.0 else [])


def _counts(score: Mapping[str, Any], name: str) -> bool:
    """Whether a metric can bring points: those of a failed attempt come from its stages alone, if from any."""
    return bool(score.get("passed", True)) or (name == "stages" and score.get("reason") != "limit")


def _whole(
    score: Mapping[str, Any], shares: Sequence[Mapping[str, Any]], costs: Sequence[Mapping[str, Any]]
) -> tuple[list[float], list[float], list[float], float]:
    """Whole maxima and points of the shares, whole points of the penalties, and what the score would be below 0."""
    most = [float(share["of"]) for share in shares]
    earned = [float(share["points"]) for share in shares]
    lost = [float(cost["points"]) for cost in costs]
    if not all(math.isfinite(value) and 0.0 <= value <= _LARGEST for value in (*most, *earned, *lost)):
        return most, earned, lost, 0.0  # the numbers of a stranger
    whole_most = _rounded(most, round(sum(most)))
    whole_lost = _rounded(lost, math.ceil(sum(lost) - _DUST))
    raw = sum(earned) - sum(lost)
    shown = shown_points(float(score.get("points", raw)))
    target = shown + sum(whole_lost) if raw >= 0.0 else math.floor(sum(earned) + _DUST)
    scaled = [p / m * w for p, m, w in zip(earned, most, whole_most, strict=True)]
    if abs(target - sum(scaled)) > len(scaled) + 1:  # not the sum of its parts
        return most, earned, lost, 0.0
    whole = _earned(scaled, whole_most, target)
    floor = max(0, sum(whole_lost) - sum(whole)) if raw < 0.0 else 0
    return [float(w) for w in whole_most], [float(w) for w in whole], [float(w) for w in whole_lost], float(floor)


def _rounded(values: Sequence[float], total: int) -> list[int]:
    """Values in whole numbers with a given sum, by the largest remainders."""
    whole = [math.floor(value + _DUST) for value in values]
    order = sorted(range(len(values)), key=lambda k: whole[k] - values[k])
    for k in order[: max(0, total - sum(whole))]:
        whole[k] += 1
    return whole


def _earned(values: Sequence[float], most: Sequence[int], total: int) -> list[int]:
    """Points in whole numbers with a given sum, none above its maximum. What earned everything or nothing keeps that,
    as long as others can be rounded instead.
    """
    whole = [min(math.floor(value + _DUST), top) for value, top in zip(values, most, strict=True)]
    total = min(max(total, 0), sum(most))
    while (gap := total - sum(whole)) != 0:
        step = 1 if gap > 0 else -1
        free = [k for k, top in enumerate(most) if 0 <= whole[k] + step <= top]
        partial = [k for k in free if _DUST < values[k] < most[k] - _DUST]
        whole[max(partial or free, key=lambda k: step * (values[k] - whole[k]))] += step
    return whole
