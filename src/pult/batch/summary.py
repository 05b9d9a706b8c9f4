"""What many runs say: rates and medians with their confidence, causes of failures, influence of what was varied."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pult.batch.results import Row
from pult.batch.statistics import median_interval, none_failed, sensitivity, wilson


class Rate(NamedTuple):
    """Successes among runs, with the 95 % confidence interval of their rate (Wilson)."""

    hits: int
    runs: int
    low: float
    high: float


class Median(NamedTuple):
    """A median with its 95 % confidence interval (bootstrap), of so many values."""

    value: float
    low: float
    high: float
    values: int


class Summary(NamedTuple):
    """Figures of a sweep.

    Attributes:
        success: Rate of success.
        none_failed: Largest rate of failure that agrees with no failure at all (95 %, exact); None if some failed.
        figures: Medians over the successes: time [s], points, and every metric.
        points: Rate of success and median points at every point, in the order of the values.
        failures: Causes of failures with their counts and the keys of the first of them.
        sensitivity: For each varied name, the share of the variance of success and of points that it explains.
    """

    success: Rate
    none_failed: float | None
    figures: Mapping[str, Median]
    points: Sequence[tuple[Mapping[str, Any], Rate, Median]]
    failures: Sequence[tuple[str, int, Sequence[str]]]
    sensitivity: Mapping[str, tuple[float, float]]

    def plain(self) -> dict[str, Any]:
        """As plain data for JSON."""
        return {
            "success": self.success._asdict(),
            "none_failed_95": self.none_failed,
            "figures": {name: median._asdict() for name, median in self.figures.items()},
            "points": [
                {"values": dict(values), "success": rate._asdict(), "points": median._asdict()}
                for values, rate, median in self.points
            ],
            "failures": [{"cause": cause, "count": count, "keys": list(keys)} for cause, count, keys in self.failures],
            "sensitivity": {
                name: {"success": success, "points": points} for name, (success, points) in self.sensitivity.items()
            },
        }


MAX_KEYS = 5
"""Runs that are named for each cause of failure."""


def rate_of(rows: Sequence[Row]) -> Rate:
    """The rate of success of some runs."""
    hits = sum(row.success for row in rows)
    return Rate(hits, len(rows), *wilson(hits, len(rows)))


def _median(values: Sequence[float]) -> Median:
    return Median(*median_interval(values), len(values))


def by_point(rows: Sequence[Row]) -> list[tuple[Mapping[str, Any], list[Row]]]:
    """Runs with the same values, in the order of the values: numbers by size, anything else as it is written."""
    found: dict[str, tuple[Mapping[str, Any], list[Row]]] = {}
    for row in rows:
        found.setdefault(json.dumps(row.values, sort_keys=True), (row.values, []))[1].append(row)
    return sorted(found.values(), key=lambda group: [_order(group[0][name]) for name in sorted(group[0])])


def _order(value: Any) -> tuple[bool, float, str]:
    number = isinstance(value, (int, float))
    return not number, float(value) if number else 0.0, json.dumps(value)


def summarise(rows: Sequence[Row]) -> Summary:
    """Figures of a sweep."""
    success, done = rate_of(rows), [row for row in rows if row.success]
    figures = {"time": _median([row.time for row in done]), "points": _median([row.points for row in done])}
    names = sorted({name for row in done for name in row.metrics} - {"time"})
    figures |= {name: _median([row.metrics[name] for row in done if name in row.metrics]) for name in names}
    failed = [row for row in rows if not row.success]
    causes = Counter(row.cause for row in failed)
    keys = {cause: [row.key for row in failed if row.cause == cause][:MAX_KEYS] for cause in causes}
    failures = [(cause, count, keys[cause]) for cause, count in causes.most_common()]
    varied = sorted({name for row in rows for name in row.values})
    influence = {
        name: (
            sensitivity([row.values.get(name) for row in rows], [float(row.success) for row in rows]),
            sensitivity([row.values.get(name) for row in rows], [row.points for row in rows]),
        )
        for name in varied
    }
    groups = by_point(rows) if varied else []
    points = [(values, rate_of(group), _median([row.points for row in group])) for values, group in groups]
    bound = None if failed or not rows else none_failed(len(rows))
    return Summary(success, bound, figures, points, failures, influence)
