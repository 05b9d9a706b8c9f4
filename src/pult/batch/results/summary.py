"""Summaries of sweeps: rates and medians with confidence intervals, causes of failures, influence of variations."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, overload

import numpy as np

from pult.batch.results.file import Row
from pult.batch.results.groups import GroupMedians, GroupRates, classes, group_medians, group_rates, point_codes
from pult.batch.results.statistics import median_interval, none_failed, variance_share, wilson
from pult.batch.results.table import Column, Floats, Integers, Labels, RunTable, table_of


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


Point = tuple[Mapping[str, Any], Rate, Median]
"""Values, rate of success and median points of the runs that have these values."""


class Points(Sequence[Point]):
    """The points of a sweep in the order of their values. There may be as many as runs; each is made when read."""

    def __init__(self, table: RunTable) -> None:
        codes, self._first = point_codes(table) if table.values else (np.zeros(0, np.int64),) * 2
        self._values: Mapping[str, Column] = table.values
        count = len(self._first)
        self._rates: GroupRates = group_rates(table.success if count else np.zeros(0, np.bool_), codes, count)
        self._medians: GroupMedians = group_medians(table.points if count else np.zeros(0), codes, count)

    def __len__(self) -> int:
        return len(self._first)

    @overload
    def __getitem__(self, index: int) -> Point: ...
    @overload
    def __getitem__(self, index: slice) -> list[Point]: ...
    def __getitem__(self, index: int | slice) -> Point | list[Point]:
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(len(self)))]
        run = int(self._first[index])
        values = {name: _value(column, run) for name, column in self._values.items()}
        rate = Rate(*(column[index].item() for column in self._rates))
        return values, rate, Median(*(column[index].item() for column in self._medians))


class Summary(NamedTuple):
    """Figures of a sweep.

    Attributes:
        success: Rate of success.
        none_failed: Largest rate of failure that agrees with no failure at all (95 %, exact); None if some failed.
        figures: Medians over the successes: time [s], points, and every metric.
        points: Rate of success and median points at every point, in the order of the values.
        failures: Causes of failures with their counts and the keys of the first of them, most frequent first.
        sensitivity: For each varied name, the share of the variance of success and of points that it explains by
            itself; see `variance_share`.
        units: Units of what was varied, by name, where they are known.
    """

    success: Rate
    none_failed: float | None
    figures: Mapping[str, Median]
    points: Sequence[Point]
    failures: Sequence[tuple[str, int, Sequence[str]]]
    sensitivity: Mapping[str, tuple[float, float]]
    units: Mapping[str, str] = {}

    def plain(self) -> dict[str, Any]:
        """As plain data for JSON; of more than `MAX_LISTED` points the first."""
        return {
            "success": self.success._asdict(),
            "none_failed_95": self.none_failed,
            "figures": {name: median._asdict() for name, median in self.figures.items()},
            "point_count": len(self.points),
            "points": [
                {"values": dict(values), "success": rate._asdict(), "points": median._asdict()}
                for values, rate, median in self.points[:MAX_LISTED]
            ],
            "failures": [{"cause": cause, "count": count, "keys": list(keys)} for cause, count, keys in self.failures],
            "sensitivity": {
                name: {"success": success, "points": points} for name, (success, points) in self.sensitivity.items()
            },
            "units": dict(self.units),
        }


MAX_KEYS = 5
"""Runs that are named for each cause of failure."""
MAX_LISTED = 10_000
"""Points that are listed as plain data."""
_MEASURED = re.compile(r"\d+\.\d+(?:[eE][-+]?\d+)?")


def summarise(runs: RunTable | Iterable[Row]) -> Summary:
    """Figures of a sweep, from its table or its rows."""
    table = runs if isinstance(runs, RunTable) else table_of(runs)
    done = table.success
    figures = {"time": _median(table.time[done]), "points": _median(table.points[done])}
    figures |= {name: _median(column[done]) for name, column in table.metrics.items() if name != "time"}
    hits, count = int(done.sum()), len(table)
    return Summary(
        success=Rate(hits, count, *wilson(hits, count)),
        none_failed=none_failed(count) if count and hits == count else None,
        figures={name: median for name, median in figures.items() if median.values or name in ("time", "points")},
        points=Points(table),
        failures=failures_of(table),
        sensitivity={name: influence_of(table, column) for name, column in table.values.items()},
        units=table.units,
    )


def rate_of(rows: Sequence[Row]) -> Rate:
    """The rate of success of some runs."""
    hits = sum(row.success for row in rows)
    return Rate(hits, len(rows), *wilson(hits, len(rows)))


def _median(values: Floats) -> Median:
    known = values[~np.isnan(values)]
    return Median(*median_interval(known), len(known))


def _value(column: Column, index: int) -> Any:
    return column.labels[column.codes[index]] if isinstance(column, Labels) else column[index].item()


def influence_of(table: RunTable, column: Column) -> tuple[float, float]:
    """Share of the variance of success and of points that a varied value explains by itself."""
    codes = influence_classes(column)
    return variance_share(codes, table.success.astype(np.float64)), variance_share(codes, table.points)


def influence_classes(column: Column) -> Integers:
    """Classes of a varied value for `variance_share`: the values of a grid, or classes of drawn numbers.

    More runs allow finer classes, which miss less of what happens within them: sqrt(n)/2 of them, from 4 to 32.
    """
    return classes(column, int(np.clip(np.sqrt(len(column)) / 2.0, 4, 32))).codes


def failures_of(table: RunTable) -> list[tuple[str, int, list[str]]]:
    """Causes of failures, most frequent first: cause, count, and keys of the first runs.

    Causes that differ in measured numbers alone, such as the time at which a simulation diverged, are one.
    """
    failed = np.flatnonzero(~table.success)
    masked = [_MEASURED.sub("…", str(label)) for label in table.cause.labels]
    kinds = {text: number for number, text in enumerate(dict.fromkeys(masked))}
    codes = np.array([kinds[text] for text in masked], dtype=np.int64)[table.cause.codes[failed]]
    order = np.argsort(codes, kind="stable")
    used, starts, counts = np.unique(codes[order], return_index=True, return_counts=True)
    texts, found = list(kinds), []
    for code, start, count in zip(used.tolist(), starts.tolist(), counts.tolist(), strict=True):
        runs = failed[order[start : start + min(count, MAX_KEYS)]]
        same = np.unique(table.cause.codes[failed[order[start : start + count]]])
        text = str(table.cause.labels[int(same[0])]) if len(same) == 1 else texts[code]
        found.append((text, count, [str(key) for key in table.key[runs]]))
    return sorted(found, key=lambda one: -one[1])
