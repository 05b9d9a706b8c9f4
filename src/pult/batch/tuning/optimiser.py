"""The optimiser: chooses the points to try from the results of earlier ones.

Ranges of numbers are searched by SciPy's COBYQA, which needs fewest trials there; whole numbers and choices, which it
does not know, by Optuna's Parzen estimator. `docs/tuning.md` has the comparison.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from pult.batch.tuning.space import Range, Space

Point = Mapping[str, Any]
"""Values by name."""


class Answer(NamedTuple):
    """Result of a point.

    Attributes:
        worth: The objective; less is better.
        violations: By constraint, how far it is broken; 0 or less if it is kept. The names are the same for all points.
    """

    worth: float
    violations: Mapping[str, float]


Evaluate = Callable[[Sequence[Point]], Sequence[Answer]]
"""Tries points. Those of one call may be tried at the same time."""


def optimise(space: Space, trials: int, evaluate: Evaluate, seed: int = 0, first: Point | None = None) -> None:
    """Try so many points. The same answers give the same points, whatever is tried at the same time.

    Args:
        space: What each parameter may be.
        trials: How many points in all.
        evaluate: Tries points.
        seed: Seed of the search.
        first: The point to begin with; the middle of all ranges if left out.

    Raises:
        UsageError: There are whole numbers or choices, and Optuna is not installed.
    """
    if all(isinstance(axis, Range) and not axis.whole for axis in space.values()):
        from pult.batch.tuning.trust_region import search
    else:
        from pult.batch.tuning.parzen import search
    search(space, trials, evaluate, seed, first)


def method(space: Space) -> str:
    """The optimiser that a space is searched with, for people."""
    smooth = all(isinstance(axis, Range) and not axis.whole for axis in space.values())
    return "trust region (SciPy's COBYQA)" if smooth else "Parzen estimator (Optuna)"
