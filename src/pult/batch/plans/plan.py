"""The points of a sweep: values of every run, in an order that depends only on the plan."""

import itertools
import math
from collections.abc import Iterator, Mapping
from typing import Any, Literal, get_args

import numpy as np

from pult.batch.plans.variation import Variation
from pult.core.errors import UsageError

Plan = Literal["grid", "random", "latin", "sobol"]
PLANS: tuple[Plan, ...] = get_args(Plan)
MAX_POINTS = 1_000_000
"""Maximum number of points of a plan."""

Point = Mapping[str, Any]
"""Values by the name of what is varied."""


def count_points(vary: Mapping[str, Variation], plan: Plan, points: int) -> int:
    """Number of points of a plan."""
    return math.prod(len(one.steps()) for one in vary.values()) if plan == "grid" else points


def plan_points(vary: Mapping[str, Variation], plan: Plan = "grid", points: int = 0, seed: int = 0) -> Iterator[Point]:
    """The points of a plan. Without variations there is one, and it is empty.

    A grid takes every combination, the last name changing first. The others place `points` points in the unit cube,
    independently ("random"), one in each of as many slices along every axis ("latin", McKay et al. 1979), or as a
    scrambled low-discrepancy sequence ("sobol", best with a power of two), and take the quantiles of the variations
    there.

    Args:
        vary: The variations by name.
        plan: The kind of plan.
        points: How many points; not for a grid.
        seed: Seed of the draw; the same one gives the same points.

    Raises:
        UsageError: There are too many points, or none.
    """
    count = count_points(vary, plan, points) if vary else 1
    if not 1 <= count <= MAX_POINTS:
        advice = " Say how many: --points N." if plan != "grid" and points == 0 else ""
        raise UsageError(f"the plan has {count} points; from 1 to {MAX_POINTS} are allowed.{advice}")
    if not vary:
        return iter([{}])
    if plan == "grid":
        combined = itertools.product(*(one.steps() for one in vary.values()))
        return (dict(zip(vary, values, strict=True)) for values in combined)
    cube = _unit_cube(plan, len(vary), count, seed)  # (count, variations)
    return ({name: one.at(float(u)) for (name, one), u in zip(vary.items(), row, strict=True)} for row in cube)


def _unit_cube(plan: Plan, dimensions: int, count: int, seed: int) -> np.ndarray[Any, np.dtype[np.float64]]:
    from scipy.stats import qmc  # takes half a second to import, which every command would pay

    generator = np.random.default_rng(seed)
    if plan == "random":
        found = generator.random((count, dimensions))
    elif plan == "latin":
        found = qmc.LatinHypercube(dimensions, rng=generator).random(count)
    else:
        # the whole of the next power of two, so that the sequence keeps its balance as far as it goes
        power = math.ceil(math.log2(count)) if count > 1 else 0
        found = qmc.Sobol(dimensions, rng=generator).random_base2(power)[:count]
    tiny = np.finfo(np.float64).eps
    return np.clip(found, tiny, 1.0 - tiny)
