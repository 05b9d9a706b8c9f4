"""Inference from a sample of runs: confidence intervals of rates and medians."""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Z95 = 1.959964
"""Quantile of the normal distribution that 95 % are within on both sides."""
RESAMPLES = 2000
"""Samples that a bootstrap draws."""
Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


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


def wilson_bounds(hits: Integers, counts: Integers, z: float = Z95) -> tuple[Floats, Floats]:
    """The same for many rates at once. Each of shape (n,)."""
    n = np.maximum(counts, 1).astype(np.float64)
    p = hits / n
    middle = p + z * z / (2.0 * n)
    wide = z * np.sqrt(p * (1.0 - p) / n + z * z / (4.0 * n * n))
    scale = 1.0 + z * z / n
    low = np.where((counts == 0) | (hits == 0), 0.0, (middle - wide) / scale)
    high = np.where((counts == 0) | (hits == counts), 1.0, (middle + wide) / scale)
    return low, high


def median_ranks(counts: Integers) -> tuple[Integers, Integers]:
    r"""Which of n sorted values end the 95 % interval of the median by the percentiles of a bootstrap, from 0.

    A bootstrap draws n of the n values again and again and takes the median of each draw. For that no draw is needed:
    the m-th smallest of a draw is at most the k-th of the values if at least m of it are, which has the probability
    \( P(B \ge m) = I_{k/n}(m, n - m + 1) \) for B binomial with k/n (B. Efron, *Ann. Stat.* 7, 1979). The ends are the
    first k for which it reaches 2.5 and 97.5 %. Of an even n, each end is that of the middle value on its side.

    Args:
        counts: How many values there are. Shape (groups,).

    Returns:
        Indices of both ends. Each of shape (groups,).
    """
    from scipy.special import betaincinv  # takes a while to import, which every command would pay

    n = np.maximum(counts, 1)
    lower, upper = (n + 1) // 2, n // 2 + 1
    low = np.ceil(n * betaincinv(lower, n - lower + 1, 0.025)).astype(np.int64)
    high = np.ceil(n * betaincinv(upper, n - upper + 1, 0.975)).astype(np.int64)
    return np.clip(low, 1, n) - 1, np.clip(high, 1, n) - 1


def median_interval(values: Sequence[float] | Floats) -> tuple[float, float, float]:
    """Median with its 95 % confidence interval by the percentiles of a bootstrap; see `median_ranks`.

    Args:
        values: The sample.

    Returns:
        The median, and the ends of the interval; NaN for an empty sample.
    """
    sample = np.sort(np.asarray(values, dtype=np.float64))
    if len(sample) == 0:
        return math.nan, math.nan, math.nan
    low, high = median_ranks(np.array([len(sample)]))
    return float(np.median(sample)), float(sample[low[0]]), float(sample[high[0]])


def variance_share(codes: Integers, outcomes: Floats) -> float:
    """How much of the variance of an outcome the class of a run explains by itself, from 0 to 1.

    The first-order index S = Var(E[y | x]) / Var(y) of a variance-based analysis (I. M. Sobol', 1993): of 1 the outcome
    depends on x alone; of 0 it does not depend on x, or only together with others. The share that classes explain by
    chance, (classes - 1) / (n - 1), is taken off, so that a value without influence has 0.

    Args:
        codes: The class of each run, from 0. Shape (n,).
        outcomes: The outcome of each run. Shape (n,).
    """
    y = np.asarray(outcomes, dtype=np.float64)
    total = float(((y - y.mean()) ** 2).sum()) if len(y) else 0.0
    count = int(codes.max()) + 1 if len(codes) else 0
    if total == 0.0 or len(y) <= count:
        return 0.0
    sizes = np.bincount(codes, minlength=count)
    means = np.bincount(codes, weights=y, minlength=count) / np.maximum(sizes, 1)
    between = float((sizes * (means - y.mean()) ** 2).sum()) / total
    chance = (count - 1) / (len(y) - 1)
    return min(max((between - chance) / (1.0 - chance), 0.0), 1.0)
