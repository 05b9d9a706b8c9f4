"""Checks of what a sweep varies, before the first run: names, units and values; all faults are reported together."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from msgspec import structs

from pult.batch.plans.document import SweepDocument
from pult.batch.plans.plan import plan_points
from pult.batch.plans.units import in_own_units, units_of
from pult.batch.plans.variation import Values
from pult.batch.target import FAULT, Documents, Target, split
from pult.batch.tasks.bundle_runner import BundleRunner
from pult.core.errors import DocumentError, Fault, FaultKind, PultError, UsageError
from pult.core.kinds import UNKNOWN_NAME

REFUSED_VALUE = FaultKind("bad-value", "{value}: {error}")
MAX_CHECKED = 50
"""Maximum number of values of a variation that are checked one by one; of more numbers, the least and the greatest."""


@contextmanager
def reported_together(title: str, faults: Sequence[Fault]) -> Iterator[None]:
    """Report faults that are known already in one error with those that are found inside.

    Args:
        title: What has the faults, for the message.
        faults: The faults that are known; if there are none, errors pass unchanged.

    Raises:
        DocumentError: Lists all faults.
    """
    if not faults:
        yield
        return
    found: Sequence[Fault] = ()
    try:
        yield
    except DocumentError as error:
        found = error.faults
    except PultError as error:
        found = [UNKNOWN_NAME.at(error=str(error))]
    raise DocumentError(title, [*faults, *found])


def valid_part(document: SweepDocument, faults: Sequence[Fault]) -> SweepDocument:
    """The part of a sweep that is right by itself, in which more faults can be looked for; its faults are varied.

    Args:
        document: The sweep.
        faults: Its own faults; see `pult.batch.plans.document.sweep_faults`.
    """
    wrong = {fault.place for fault in faults}
    texts = [text for index, text in enumerate(document.faults) if not wrong & {"faults", f"faults[{index}]"}]
    vary = {name: variation for name, variation in document.vary.items() if f"vary.{name}" not in wrong}
    points = 1 if "points" in wrong else document.points
    return structs.replace(document, vary=vary, faults=texts, points=points).with_faults_varied()


class Checked(NamedTuple):
    """What a sweep varies, checked.

    Attributes:
        document: The sweep with all numbers in the units of what is varied.
        targets: What is varied, by name.
        units: Units of what is varied, by name, where they are known.
        faults: Everything that is wrong.
    """

    document: SweepDocument
    targets: dict[str, Target]
    units: dict[str, str]
    faults: list[Fault]


def check_variations(document: SweepDocument, documents: Documents, runner: BundleRunner[Any]) -> Checked:
    """Check names, units and values of what is varied."""
    targets, faults = find_targets(documents, document)
    vary, found = in_own_units(document.vary, targets, documents, runner.session)
    document = structs.replace(document, vary=vary)
    wrong = {fault.place for fault in found}
    known = {name: target for name, target in targets.items() if f"vary.{name}" not in wrong}
    units = units_of(targets, documents, runner.session)
    return Checked(document, targets, units, faults + found + value_faults(document, runner, known))


def find_targets(documents: Documents, document: SweepDocument) -> tuple[dict[str, Target], list[Fault]]:
    """Targets of the names in a sweep, and faults of unknown names."""
    found: dict[str, Target] = {}
    faults = []
    for name in document.vary:
        try:
            found[name] = documents.find(name)
        except UsageError as error:
            faults.append(UNKNOWN_NAME.at(f"vary.{name}", error=str(error)))
    return found, faults


def value_faults(document: SweepDocument, runner: BundleRunner[Any], targets: Mapping[str, Target]) -> list[Fault]:
    """Faults of values that the scheme or a document does not accept, each value of each variation by itself.

    Of numbers the first refused one is reported, of injected faults every one.
    """
    faults: list[Fault] = []
    for name, values in _values(document).items():
        for value in values[:MAX_CHECKED] if name in targets else ():
            problem = runner.problem(split({name: targets[name]}, {name: value}))
            if problem:
                faults.append(REFUSED_VALUE.at(f"vary.{name}", value=repr(value), error=problem))
                if name != FAULT:
                    break
    return faults


def _values(document: SweepDocument) -> dict[str, list[Any]]:
    """Distinct values of each variation; those of a number from its least to its greatest."""
    columns: dict[str, list[Any]] = {}
    drawn: dict[str, list[Any]] = {}
    for name, one in document.vary.items():
        if document.plan == "grid" or isinstance(one, Values):
            columns[name] = one.steps()
        else:
            columns[name] = drawn[name] = []
    for point in plan_points(document.vary, document.plan, document.points, document.seed) if drawn else ():
        for name, values in drawn.items():
            values.append(point[name])
    listed = {name: list({repr(value): value for value in values}.values()) for name, values in columns.items()}
    for values in listed.values():
        if all(isinstance(value, (int, float)) for value in values):
            values.sort()
            values[1:-1] = values[1:-1] if len(values) <= MAX_CHECKED else []
    return listed
