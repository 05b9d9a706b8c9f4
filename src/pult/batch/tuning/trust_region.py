"""Search of ranges of numbers by trust regions: SciPy's COBYQA (T. M. Ragonneau and Z. Zhang, 2023).

Quadratic models of the objective and of every constraint are laid through the latest points and minimised within a
radius, which shrinks from a fifth of the ranges to a hundredth. A search that has ended is restarted at a
drawn point, until all trials are used.
"""

from collections.abc import Sequence

import numpy as np

from pult.batch.tuning.optimiser import Answer, Evaluate, Point
from pult.batch.tuning.space import Space
from pult.core.signals import Array

FIRST_RADIUS, LAST_RADIUS = 0.2, 0.01
"""Radius of the trust region at first and at last, in parts of the ranges."""
MAX_IDLE = 100
"""Searches in a row that may end without a point that is new, before the whole ends."""


class _BudgetSpent(Exception):  # noqa: N818 - the way out of a search, not an error
    """All trials are used."""


class _Trials:
    """Tries points of the unit cube, each once."""

    def __init__(self, space: Space, trials: int, evaluate: Evaluate, first: Point | None) -> None:
        self._space, self._left, self._evaluate = space, trials, evaluate
        self._first = first
        self._known: dict[str, Answer] = {}
        self._size = 1.0
        self.count = 0

    def start(self) -> Array:
        """Where the first search begins. Shape (parameters,)."""
        if self._first is None:
            return np.full(len(self._space), 0.5)
        return np.array([axis.fraction(self._first[name]) for name, axis in self._space.items()], dtype=np.float64)

    def at(self, x: Array) -> Answer:
        """Result of the point at fractions x of the ranges."""
        point: Point = {name: axis.at(float(u)) for (name, axis), u in zip(self._space.items(), x, strict=True)}
        if not self._known and self._first is not None:
            point = self._first  # what stands in a document has more digits than a search resolves
        key = repr(point)
        if key not in self._known:
            if self.count == self._left:
                raise _BudgetSpent
            [answer] = self._evaluate([point])
            if not self._known:
                self._size = abs(answer.worth) or 1.0
            self.count += 1
            self._known[key] = answer
        return self._known[key]

    def objective(self, x: Array) -> float:
        """The objective in parts of its first value, so that it is of the size of the constraints."""
        return self.at(x).worth / self._size

    def constraints(self, x: Array) -> list[float]:
        """How far each constraint is broken."""
        return list(self.at(x).violations.values())


def search(space: Space, trials: int, evaluate: Evaluate, seed: int, first: Point | None) -> None:
    """Try so many points, one after another; see `pult.batch.tuning.optimiser.optimise`."""
    tried = _Trials(space, trials, evaluate, first)
    generator = np.random.default_rng(seed)
    start, idle = tried.start(), 0
    try:
        while idle < MAX_IDLE:
            before = tried.count
            _descend(tried, start)
            idle = 0 if tried.count > before else idle + 1
            start = generator.random(len(space))
    except _BudgetSpent:
        return


def _descend(tried: _Trials, start: Array) -> None:
    from scipy.optimize import Bounds, NonlinearConstraint, minimize

    constraints: Sequence[NonlinearConstraint] = ()
    if tried.constraints(start):
        constraints = (NonlinearConstraint(tried.constraints, -np.inf, 0.0),)
    minimize(
        tried.objective,
        start,
        method="COBYQA",
        bounds=Bounds(np.zeros(len(start)), np.ones(len(start))),
        constraints=constraints,
        options={"initial_tr_radius": FIRST_RADIUS, "final_tr_radius": LAST_RADIUS},
    )
