"""A sweep of a project, checked and prepared; this is done in workers, never in the server's process."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from pult.batch.free_sweep import FreeRuns, prepare_free
from pult.batch.names import varied_names
from pult.batch.plans.document import (
    FORMAT,
    SweepDocument,
    decode_sweep,
    read_sweep_document,
    subject_faults,
    sweep_faults,
)
from pult.batch.plans.variation import Values
from pult.batch.results.file import read_head
from pult.batch.sweep import Prepared, prepare
from pult.core.errors import DocumentError, Fault, FaultKind, PultError
from pult.core.kinds import UNKNOWN_NAME
from pult.exercise.exercise import Exercise
from pult.exercise.operators import find_operator, operators
from pult.server.documents.companions import OUTSIDE_PROJECT, leads_out
from pult.server.documents.names import check_name, name_fault
from pult.server.documents.project import Project
from pult.server.http.wire import fault_messages
from pult.server.messages import SweepCheck, SweepChoices, VariedName
from pult.server.sweeps.files import SweepPaths

MAX_RUNS = 1_000_000
TOO_MANY_RUNS = FaultKind("out-of-range", "the sweep has {count} runs; at most {most} are allowed.")


def read_plan(paths: SweepPaths) -> SweepDocument:
    """The plan of a sweep: its document, or what its results say if it has none.

    Raises:
        PultError: It cannot be read.
    """
    if paths.plan.is_file():
        return read_sweep_document(paths.plan)[0]
    return read_sweep_document({"format": FORMAT, "version": 1, **read_head(paths.results).sweep})[0]


def prepare_in(project: Project, document: SweepDocument) -> Prepared | FreeRuns:
    """Check a sweep whose exercise, and all that it names, are looked for in the project first.

    Raises:
        DocumentError: Lists all faults.
    """
    if faults := subject_faults(document) + _outside_faults(document):
        raise DocumentError("sweep", sweep_faults(document) + faults)
    prepared = _prepared(project, document)
    if prepared.count > MAX_RUNS:
        raise DocumentError("sweep", [TOO_MANY_RUNS.at("seeds", count=prepared.count, most=MAX_RUNS)])
    return prepared


def _prepared(project: Project, document: SweepDocument) -> Prepared | FreeRuns:
    if document.free is not None:
        faults = {
            "free.world": name_fault(document.free.world, "name of a world"),
            "free.scheme": name_fault(document.free.scheme, "name of a scheme"),
        }
        if wrong := [fault.at(place) for place, fault in faults.items() if fault is not None]:
            raise DocumentError("sweep", wrong)
        return prepare_free(document, project.home)
    exercise = _placed("exercise", lambda: project.exercise(check_name(document.exercise, "name of an exercise")))
    _placed("variant", lambda: exercise.variant(document.variant))
    _placed("pilot", lambda: find_operator(exercise, document.pilot, document.variant))
    return prepare(document, exercise)


def _placed(place: str, look: Any) -> Any:
    """What `look` returns; what it raises is a fault at a place of the plan."""
    try:
        return look()
    except PultError as error:
        raise DocumentError("sweep", [UNKNOWN_NAME.at(place, error=str(error))]) from None


def _outside_faults(document: SweepDocument) -> list[Fault]:
    """Texts among the values that would lead a document out of the project."""
    return [
        OUTSIDE_PROJECT.at(f"vary.{name}", name=text[:80])
        for name, variation in document.vary.items()
        if isinstance(variation, Values)
        for text in _texts(variation.values)
        if leads_out("worlds", text)
    ]


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, dict)):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _texts(item)


def operator_of(prepared: Prepared | FreeRuns) -> tuple[str, str]:
    """Pilot and variant of a sweep; free runs have none."""
    return (prepared.pilot, prepared.variant) if isinstance(prepared, Prepared) else ("", "")


# --- in a worker -----------------------------------------------------------------------------------------------------


def check_plan(folder: Path, data: Any) -> SweepCheck:
    """Check a plan that need not be saved.

    Args:
        folder: The project folder.
        data: The plan as plain data.
    """
    try:
        document, _, _ = decode_sweep(data if isinstance(data, dict) else {"": data})
        prepared = prepare_in(Project(folder), document)
    except DocumentError as error:
        return SweepCheck(faults=fault_messages(error.faults))
    except PultError as error:
        return SweepCheck(faults=fault_messages([UNKNOWN_NAME.at(error=str(error))]))
    pilot, variant = operator_of(prepared)
    return SweepCheck(faults=[], runs=prepared.count, pilot=pilot, variant=variant)


def checked_plan(folder: Path, data: Any) -> SweepDocument:
    """A plan without faults.

    Raises:
        DocumentError: It has some.
    """
    document, _, _ = decode_sweep(data if isinstance(data, dict) else {"": data})
    prepare_in(Project(folder), document)
    return document


def choices(folder: Path, name: str, variant: str) -> SweepChoices:
    """What a sweep of an exercise can choose from.

    Raises:
        PultError: There is no such exercise or variant, or it has faults.
    """
    exercise: Exercise = Project(folder).exercise(check_name(name, "name of an exercise"))
    found = varied_names(exercise, exercise.variant(variant)[0])
    return SweepChoices(
        pilots=[pilot.name for pilot in operators(exercise)],
        pilot=exercise.document.operator,
        variants=list(exercise.document.variants),
        names=[VariedName(name=one.name, value=msgspec.to_builtins(one.value), unit=one.unit) for one in found],
    )
