"""A tuning that has been checked, ready to run."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec
import numpy as np

from pult.batch.checking import REFUSED_VALUE
from pult.batch.plans.document import SweepDocument
from pult.batch.plans.seeds import MAX_SEEDS, drawn_seeds
from pult.batch.plans.variation import Interval, Values, Variation
from pult.batch.results.file import Head
from pult.batch.sweep import Prepared, prepare
from pult.batch.target import FAULT, Documents, Target, split
from pult.batch.tasks.attempts import AttemptRunner
from pult.batch.tuning.apply import ValueLocation, check_writable, current_value, difference, locate_value
from pult.batch.tuning.goal import check_aggregate, metric_directions, read_constraint, read_goal
from pult.batch.tuning.space import MAX_AXES, Axis, Range, Space, as_whole
from pult.batch.tuning.trial import Objective
from pult.core.errors import DocumentError, Fault, UsageError
from pult.core.kinds import UNKNOWN_NAME
from pult.scheme.model import Scheme
from pult.scheme.values import find_parameter
from pult.sim.fault_notation import NONE
from pult.sim.open import open_parts

MAX_TRIALS = 10_000
"""Most trials of a tuning."""


class TuningSpec(msgspec.Struct, frozen=True, kw_only=True):
    """What is tuned, and its goal.

    Attributes:
        exercise: Exercise: a name or a file.
        pilot, variant: Operator and variant; the exercise's default operator and its own variant if left out.
        vary: What each parameter may be, by name.
        goal: The goal; see `pult.batch.tuning.goal`.
        constraints: Constraints on other metrics.
        over: How seeds are taken together where the goal does not say.
        trials: How many points are tried.
        seeds: Seeds; every trial is run with each of them.
        check: Fresh seeds on which the result is checked; 0 for none.
        seed: Seed of the optimiser.
        faults: Faults such as "sensor:angles.stuck@2.5": every trial is run with each of them, and without any.
    """

    exercise: str
    pilot: str = ""
    variant: str = ""
    vary: dict[str, Axis]
    goal: str = "score"
    constraints: list[str] = []
    over: str = "mean"
    trials: int = 40
    seeds: list[int]
    check: int = 40
    seed: int = 0
    faults: list[str] = []


@dataclass(frozen=True)
class PreparedTuning:
    """A tuning that has been checked.

    Attributes:
        document: What was asked for.
        sweep: Exercise, documents and targets.
        space: What each parameter may be; whole numbers where the scheme takes nothing else.
        objective: Goal and constraints.
        locations: Where the values stand in the documents.
        before: The values of the documents; empty where one of them is not a plain value.
        first: The same, if it lies in the space: the trial to begin with.
    """

    document: TuningSpec
    sweep: Prepared
    space: Space
    objective: Objective
    locations: Mapping[str, ValueLocation]
    before: Mapping[str, Any]
    first: Mapping[str, Any] | None

    @property
    def count(self) -> int:
        """Runs in all, at most."""
        document = self.document
        seeds = (document.trials + (self.first is None)) * len(document.seeds) + 2 * document.check
        return seeds * len(self.cases)

    @property
    def cases(self) -> list[dict[str, str]]:
        """Values beside those of the point that every seed is run with: each fault, and none."""
        faults = self.document.faults
        return [{FAULT: text} for text in (NONE, *faults)] if faults else [{}]

    def head(self) -> Head:
        """First line of the results file: a sweep over the same ranges, with the goal in words."""
        document = self.document
        vary: dict[str, Variation] = {
            name: Interval(low=axis.low, high=axis.high, scale=axis.scale)
            if isinstance(axis, Range)
            else Values(values=list(axis.values))
            for name, axis in self.space.items()
        }
        if document.faults:
            vary[FAULT] = Values(values=[NONE, *document.faults])
        limits = "".join(f", {text}" for text in document.constraints)
        words = f"tuning, {self.objective.goal.words} {self.direction}{limits}"
        sweep = SweepDocument(
            description=words, exercise=document.exercise, pilot=self.sweep.pilot, variant=self.sweep.variant,
            seeds=document.seeds, vary=vary, plan="random", points=document.trials,
        )  # fmt: skip
        return msgspec.structs.replace(self.sweep.head(), sweep=msgspec.to_builtins(sweep))

    @property
    def direction(self) -> str:
        """'minimised' or 'maximised'."""
        return "minimised" if self.objective.goal.sign > 0.0 else "maximised"

    def fresh_seeds(self) -> Sequence[int]:
        """Seeds of the check: drawn, and none of those that are tuned on."""
        import pult

        sweep, wanted = self.sweep, self.document.check
        purpose = f"tune {sweep.exercise.name} {sweep.variant} {sweep.pilot}"
        tuned = set(self.document.seeds)
        drawn = drawn_seeds(purpose, wanted + len(tuned), pult.__version__)
        return [seed for seed in drawn if seed not in tuned][:wanted]

    def difference(self, values: Mapping[str, Any]) -> str:
        """Values as a change of the documents: a unified diff."""
        return difference(self.locations, values)

    def check_writable(self) -> None:
        """Refuse to change shipped documents; see `pult.batch.tuning.apply.check_writable`."""
        check_writable(self.sweep.exercise, self.locations)


def prepare_tuning(spec: TuningSpec) -> PreparedTuning:
    """Check a tuning: names, ranges, goal, constraints, and whether the documents take the ends of all ranges.

    Raises:
        DocumentError: One error that lists all faults of names and values.
        UsageError: Something else is wrong; the message says what is allowed.
    """
    _check_numbers(spec)
    sweep = prepare(
        SweepDocument(
            exercise=spec.exercise, pilot=spec.pilot, variant=spec.variant, seeds=spec.seeds, faults=spec.faults
        )
    )
    metrics = metric_directions(sweep.exercise.document)
    check_aggregate(spec.over)
    goal = read_goal(spec.goal, metrics, spec.over)
    objective = Objective(goal, [read_constraint(text, metrics) for text in spec.constraints])
    scheme = open_parts(sweep.exercise.setup(sweep.variant), sweep.exercise.folder).scheme
    targets = _targets(Documents(sweep.bundle), spec.vary)
    space = {
        name: as_whole(axis) if _takes_whole_numbers(scheme, targets[name]) else axis
        for name, axis in spec.vary.items()
    }
    _check_values(sweep, space, targets)
    locations = {name: locate_value(sweep.exercise, sweep.variant, target) for name, target in targets.items()}
    difference(locations, {name: axis.ends()[0] for name, axis in space.items()})  # they can be written there
    now = {name: _present_value(scheme, targets[name], locations[name]) for name in targets}
    before = {} if any(value is None for value in now.values()) else now
    inside = bool(before) and all(space[name].fraction(value) is not None for name, value in before.items())
    return PreparedTuning(
        spec,
        replace(sweep, targets={**sweep.targets, **targets}),
        space,
        objective,
        locations,
        before,
        before if inside else None,
    )


def _check_numbers(spec: TuningSpec) -> None:
    if not 1 <= len(spec.vary) <= MAX_AXES:
        raise UsageError(f"from 1 to {MAX_AXES} parameters can be tuned, not {len(spec.vary)}: --vary NAME=a:b.")
    if not 1 <= spec.trials <= MAX_TRIALS:
        raise UsageError(f"from 1 to {MAX_TRIALS} trials can be made, not {spec.trials}.")
    if not spec.seeds:
        raise UsageError("a tuning needs seeds, such as --seeds 0:5.")
    if not 0 <= spec.check <= MAX_SEEDS:
        raise UsageError(f"from 0 to {MAX_SEEDS} seeds can be drawn for the check, not {spec.check}.")


def _targets(documents: Documents, vary: Space) -> dict[str, Target]:
    found, faults = {}, []
    for name in vary:
        try:
            found[name] = documents.find(name)
        except UsageError as error:
            faults.append(UNKNOWN_NAME.at(f"vary.{name}", error=str(error)))
        else:
            if found[name].fault is not None:
                faults.append(
                    UNKNOWN_NAME.at(f"vary.{name}", error="faults stand in no document; --fault tunes under them.")
                )
    if faults:
        raise DocumentError("tuning", faults)
    return found


def _check_values(sweep: Prepared, space: Space, targets: Mapping[str, Target]) -> None:
    """Refuse ranges whose ends, and choices that, the scheme or a document does not take."""
    runner = AttemptRunner(sweep.bundle, sweep.variant, sweep.pilot)
    faults = []
    try:
        for name, axis in space.items():
            for value in axis.ends():
                if problem := runner.problem(split({name: targets[name]}, {name: value})):
                    faults.append(REFUSED_VALUE.at(f"vary.{name}", value=repr(value), error=problem))
                    break
    finally:
        runner.close()
    if faults:
        raise DocumentError("tuning", faults)


def _takes_whole_numbers(scheme: Scheme, target: Target) -> bool:
    """Whether a parameter of the scheme is declared as a whole number."""
    found = find_parameter(scheme.levels, scheme.top, target.parameter) if target.parameter else None
    if found is None or isinstance(found, Fault):
        return False
    block, name = found
    parameter = block.type.parameter(name) if block.type is not None and name not in block.constants else None
    return parameter is not None and parameter.kind == "integer"


def _present_value(scheme: Scheme, target: Target, location: ValueLocation) -> Any:
    """The value that a document has now, or the default of a parameter; None if it is not one plain value."""
    value = current_value(location)
    if value is None and target.parameter:
        found = find_parameter(scheme.levels, scheme.top, target.parameter)
        if not isinstance(found, Fault):
            block, name = found
            value = block.constants.get(name, block.concrete.values.get(name) if block.concrete is not None else None)
    if isinstance(value, (list, np.ndarray)):
        entries = np.asarray(value, dtype=object).ravel().tolist()
        value = entries[0] if entries and all(one == entries[0] for one in entries) else None
    return value if isinstance(value, (bool, int, float, str)) else None
