"""Runs in groups: those with the same values, or with values of the same class; figures of all groups at once."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pult.batch.results.statistics import median_ranks, wilson_bounds
from pult.batch.results.table import Column, Floats, Integers, Labels, RunTable, label_text

MAX_CLASSES = 12
"""Values that are shown apart; of more, numbers are put into classes of equal size."""


class Classes(NamedTuple):
    """A column in classes.

    Attributes:
        codes: The class of each run, from 0. Shape (n,).
        labels: What people read for each class, in order.
        values: The value that stands for each class: itself, or the middle of a class of numbers.
    """

    codes: Integers
    labels: Sequence[str]
    values: Sequence[Any]


def distinct(column: Column) -> tuple[Integers, Sequence[Any]]:
    """Codes of the different values of a column, in the order of the values, and the values."""
    if isinstance(column, Labels):
        used, codes = np.unique(column.codes, return_inverse=True)
        return codes.astype(np.int64), [column.labels[code] for code in used.tolist()]
    values, codes = np.unique(column, return_inverse=True)
    return codes.astype(np.int64), values.tolist()


def classes(column: Column, most: int = MAX_CLASSES) -> Classes:
    """A column in classes: one for each value, or, of more than `most` numbers, that many of equal size."""
    codes, values = distinct(column)
    if len(values) <= most or isinstance(column, Labels):
        return Classes(codes, [_label(value) for value in values], values)
    edges = np.quantile(column, np.linspace(0.0, 1.0, most + 1))
    binned = np.clip(np.searchsorted(edges, column, side="right") - 1, 0, most - 1)
    used, codes = np.unique(binned, return_inverse=True)
    middles = [0.5 * (low + high) for low, high in pairwise(edges.tolist())]
    found = [middles[code] for code in used.tolist()]
    return Classes(codes.astype(np.int64), [f"{value:.3g}" for value in found], found)


def _label(value: Any) -> str:
    return f"{value:.4g}" if isinstance(value, float) else label_text(value)


def point_codes(table: RunTable) -> tuple[Integers, Integers]:
    """Points of a sweep: runs with the same values have the same code, in the order of the values.

    Returns:
        The code of each run, shape (n,), and the first run of each point.
    """
    codes = np.zeros(len(table), dtype=np.int64)
    for column in table.values.values():
        own, values = distinct(column)
        _, codes = np.unique(codes * len(values) + own, return_inverse=True)
    _, first = np.unique(codes, return_index=True)
    return codes.astype(np.int64), first.astype(np.int64)


class GroupRates(NamedTuple):
    """Successes of groups, with the 95 % confidence interval of each rate (Wilson). Each of shape (groups,)."""

    hits: Integers
    runs: Integers
    low: Floats
    high: Floats

    @property
    def share(self) -> Floats:
        """Rate of success; NaN for a group without runs."""
        return np.where(self.runs > 0, self.hits / np.maximum(self.runs, 1), np.nan)


def group_rates(success: NDArray[np.bool_], codes: Integers, count: int) -> GroupRates:
    """Rates of success of `count` groups."""
    runs = np.bincount(codes, minlength=count).astype(np.int64)
    hits = np.bincount(codes[success], minlength=count).astype(np.int64)
    return GroupRates(hits, runs, *wilson_bounds(hits, runs))


class GroupMedians(NamedTuple):
    """Medians of groups, with their 95 % confidence intervals (bootstrap). Each of shape (groups,)."""

    median: Floats
    low: Floats
    high: Floats
    counts: Integers


def group_medians(values: Floats, codes: Integers, count: int) -> GroupMedians:
    """Medians of `count` groups; values that are NaN are left out, and a group without values has NaN."""
    known = ~np.isnan(values)
    values, codes = values[known], codes[known]
    ordered = values[np.lexsort((values, codes))]
    counts = np.bincount(codes, minlength=count).astype(np.int64)
    starts = np.cumsum(counts) - counts
    low, high = median_ranks(counts)

    def at(ranks: Integers) -> Floats:
        places = np.clip(starts + ranks, 0, max(len(ordered) - 1, 0))
        found = ordered[places] if len(ordered) else np.zeros(count)
        return np.where(counts > 0, found, np.nan)

    median = 0.5 * (at((counts - 1) // 2) + at(counts // 2))
    return GroupMedians(median, at(low), at(high), counts)
