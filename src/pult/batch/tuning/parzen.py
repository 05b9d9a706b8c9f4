"""Search of whole numbers and choices by a tree-structured Parzen estimator (J. Bergstra et al., *NeurIPS* 24, 2011).

The values of good trials and of all others are described by two densities; the next point is likely under the first and
unlikely under the second. Trials that break constraints are among the others. Done by Optuna: `pip install pult[tune]`.
"""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from pult.batch.tuning.optimiser import Evaluate, Point
from pult.batch.tuning.space import Axis, Choice, Space
from pult.core.errors import UsageError

if TYPE_CHECKING:
    from optuna.distributions import BaseDistribution

BATCH = 4
"""Points that are tried at the same time: fixed, so that they do not depend on the number of workers."""
DRAWN = 10
"""Trials that are drawn before the densities are used."""


def search(space: Space, trials: int, evaluate: Evaluate, seed: int, first: Point | None) -> None:
    """Try so many points, `BATCH` at a time; see `pult.batch.tuning.optimiser.optimise`.

    Raises:
        UsageError: Optuna is not installed.
    """
    try:
        import optuna
    except ImportError:
        raise UsageError("tuning of whole numbers and choices needs Optuna: pip install pult[tune].") from None
    with _quiet():
        study = optuna.create_study(sampler=optuna.samplers.TPESampler(seed=seed, n_startup_trials=DRAWN))
        if first is not None:
            study.enqueue_trial({name: _coordinate(space[name], first[name]) for name in space})
        distributions = {name: _distribution(axis) for name, axis in space.items()}
        done = 0
        while done < trials:
            asked = [study.ask(distributions) for _ in range(min(BATCH, trials - done))]
            points = [{name: _value(axis, one.params[name]) for name, axis in space.items()} for one in asked]
            if done == 0 and first is not None:
                points[0] = dict(first)  # what stands in a document has more digits than a search resolves
            for trial, answer in zip(asked, evaluate(points), strict=True):
                for name, violation in answer.violations.items():
                    trial.set_constraint(name, violation)
                study.tell(trial, answer.worth)
            done += len(asked)


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep Optuna's messages from the console."""
    import optuna

    verbosity = optuna.logging.get_verbosity()
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", module="optuna")
            warnings.filterwarnings("ignore", category=optuna.exceptions.ExperimentalWarning)
            yield
    finally:
        optuna.logging.set_verbosity(verbosity)


def _distribution(axis: Axis) -> "BaseDistribution":
    from optuna.distributions import CategoricalDistribution, FloatDistribution, IntDistribution

    if isinstance(axis, Choice):
        return CategoricalDistribution(list(range(len(axis.values))))
    if axis.whole:
        low, high = axis.ends()
        return IntDistribution(low, high, log=axis.scale == "log")
    return FloatDistribution(0.0, 1.0)


def _coordinate(axis: Axis, value: Any) -> float | int:
    """The number that Optuna knows a value by."""
    if isinstance(axis, Choice):
        return axis.values.index(value)
    return int(value) if axis.whole else axis.fraction(value) or 0.0


def _value(axis: Axis, coordinate: Any) -> Any:
    if isinstance(axis, Choice):
        return axis.values[coordinate]
    return int(coordinate) if axis.whole else axis.at(float(coordinate))
