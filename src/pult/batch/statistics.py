"""What some runs tell about all others: confidence intervals of rates and of medians."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

Z95 = 1.959964
"""Quantile of the normal distribution that 95 % are within on both sides."""
RESAMPLES = 2000
"""Samples that a bootstrap draws."""
MAX_SAMPLE = 5000
"""Values beyond which a bootstrap takes the interval of order statistics instead, which is as good there."""


def wilson(hits: int, count: int, z: float = Z95) -> tuple[float, float]:
    r"""Confidence interval of a rate (E. B. Wilson, *J. Am. Stat. Assoc.* 22, 1927).

    With p = hits/n: \( (p + z^2/2n \pm z \sqrt{p(1-p)/n + z^2/4n^2}) / (1 + z^2/n) \). Unlike p alone it says something
    where nothing, or everything, was hit.
    """
    if count == 0:
        return 0.0, 1.0
    p, n = hits / count, float(count)
    middle = p + z * z / (2.0 * n)
    wide = z * math.sqrt(p * (1.0 - p) / n + z * z / (4.0 * n * n))
    scale = 1.0 + z * z / n
    low, high = (middle - wide) / scale, (middle + wide) / scale
    return (0.0 if hits == 0 else low), (1.0 if hits == count else high)


def none_failed(count: int, confidence: float = 0.95) -> float:
    """Largest rate of failure that agrees with `count` attempts without any, exactly: (1 - p)^n = 1 - confidence."""
    return 1.0 - (1.0 - confidence) ** (1.0 / count) if count else 1.0


def median_interval(values: Sequence[float], seed: int = 0) -> tuple[float, float, float]:
    """Median with its 95 % confidence interval: by the percentiles of a bootstrap, or by order statistics for many.

    Args:
        values: The sample.
        seed: Seed of the bootstrap.

    Returns:
        The median, and the ends of the interval; NaN for an empty sample.
    """
    sample = np.sort(np.asarray(values, dtype=np.float64))
    n = len(sample)
    if n == 0:
        return math.nan, math.nan, math.nan
    median = float(np.median(sample))
    if n > MAX_SAMPLE:  # the number of values below the true median is binomial(n, 1/2)
        half = Z95 * math.sqrt(n) / 2.0
        low, high = max(math.floor(n / 2 - half), 0), min(math.ceil(n / 2 + half), n - 1)
        return median, float(sample[low]), float(sample[high])
    generator = np.random.default_rng(seed)
    medians = np.median(sample[generator.integers(0, n, (RESAMPLES, n))], axis=1)  # (RESAMPLES,)
    ends = np.quantile(medians, (0.025, 0.975))
    return median, float(ends[0]), float(ends[1])


def sensitivity(values: Sequence[Any], outcomes: Sequence[float], bins: int = 8) -> float:
    """How much of the variance of an outcome one varied value explains by itself, from 0 to 1.

    The first-order index S = Var(E[y | x]) / Var(y), with the values in at most `bins` classes of equal size. The
    expected share of pure noise, (classes - 1) / (n - 1), is taken off, so that a value without influence has 0.

    Args:
        values: The varied value of each run: numbers, or anything that can be told apart.
        outcomes: The outcome of each run.
        bins: Most classes of a number.
    """
    y = np.asarray(outcomes, dtype=np.float64)
    total = float(((y - y.mean()) ** 2).sum()) if len(y) else 0.0
    if total == 0.0:
        return 0.0
    classes = _classes(values, bins)
    count = int(classes.max()) + 1
    if len(y) <= count:
        return 0.0
    sizes = np.bincount(classes, minlength=count)
    means = np.bincount(classes, weights=y, minlength=count) / np.maximum(sizes, 1)
    between = float((sizes * (means - y.mean()) ** 2).sum()) / total
    noise = (count - 1) / (len(y) - 1)
    return min(max((between - noise) / (1.0 - noise), 0.0), 1.0)


def _classes(values: Sequence[Any], bins: int) -> np.ndarray[Any, np.dtype[np.int64]]:
    numbers = all(isinstance(value, (int, float)) and not isinstance(value, bool) for value in values)
    keys = np.asarray(values, dtype=np.float64) if numbers else np.asarray([repr(value) for value in values])
    distinct, codes = np.unique(keys, return_inverse=True)
    if not numbers or len(distinct) <= bins:
        return np.asarray(codes, dtype=np.int64)
    edges = np.quantile(keys, np.linspace(0.0, 1.0, bins + 1)[1:-1])
    _, codes = np.unique(np.searchsorted(edges, keys, side="right"), return_inverse=True)
    return np.asarray(codes, dtype=np.int64)
