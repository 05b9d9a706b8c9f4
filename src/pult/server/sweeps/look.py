"""What the results of a sweep say, as it is computed in a worker: counts, pages of runs, the summary and pictures."""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np

from pult.batch.plans.document import SweepDocument
from pult.batch.plans.plan import count_points
from pult.batch.results.file import read_head, read_rows
from pult.batch.results.pictures import pictures_of
from pult.batch.results.summary import Summary, summarise
from pult.batch.results.table import Column, Labels, RunTable, table_of
from pult.core.errors import FaultKind, PultError, advice
from pult.server.http.wire import Refusal
from pult.server.messages import (
    Rate,
    SweepFailure,
    SweepFigure,
    SweepInfluence,
    SweepPoint,
    SweepRun,
    SweepRuns,
    SweepSummary,
)
from pult.server.sweeps.files import SweepPaths
from pult.server.sweeps.prepared import read_plan

BAD_PAGE = FaultKind("bad-request", "From 1 to {most} runs can be asked for, from 0 on.")
NO_COLUMN = FaultKind("bad-request", "There is no column {name!r}. {advice}")

MAX_PAGE = 200
"""Most runs of one page."""
MAX_POINTS, MAX_CAUSES = 200, 50
"""Most points and causes of a summary."""
KEPT_TABLES = 2
"""Tables that a worker keeps for the next question."""


class SweepFacts(NamedTuple):
    """What the files of a sweep say.

    Attributes:
        plan: The plan as plain data.
        exercise: What is run: an exercise, the world of free runs, or a function.
        vary: Names of what is varied.
        pilot, variant: Operator and variant; empty before the first start if the plan leaves them open.
        runs: Runs in all.
        done, failed: Runs that are done, and failures among them.
        problem: Why the files cannot be read; then nothing else is known.
    """

    plan: Any = None
    exercise: str = ""
    vary: Sequence[str] = ()
    pilot: str = ""
    variant: str = ""
    runs: int = 0
    done: int = 0
    failed: int = 0
    problem: str = ""


def look_at(paths: list[SweepPaths]) -> list[SweepFacts]:
    """What the files of some sweeps say."""
    return [_facts(one) for one in paths]


def _facts(paths: SweepPaths) -> SweepFacts:
    try:
        head = read_head(paths.results) if paths.results.is_file() else None
        done = failed = 0
        for row in read_rows(paths.results) if head is not None else ():
            done += 1
            failed += not row.success
        if head is not None and head.function:  # a results file of calls, which somebody has put here to look at it
            vary = list(head.sweep.get("vary", {}))
            return SweepFacts(head.sweep, head.function, vary, runs=done, done=done, failed=failed)
        document = read_plan(paths)
    except (PultError, OSError) as error:
        return SweepFacts(problem=str(error))
    pilot, variant = (head.pilot, head.variant) if head is not None else (document.pilot, document.variant)
    vary = list(document.with_faults_varied().vary)
    subject = document.exercise or (document.free.world if document.free is not None else "")
    return SweepFacts(
        msgspec.to_builtins(document), subject, vary, pilot, variant, planned_runs(document), done, failed
    )


def planned_runs(document: SweepDocument) -> int:
    """Runs of a plan in all."""
    varied = document.with_faults_varied()
    points = count_points(varied.vary, varied.plan, varied.points) if varied.vary else 1
    return points * (len(varied.seeds) or varied.draw)


# --- runs ------------------------------------------------------------------------------------------------------------


class RunsQuery(msgspec.Struct, frozen=True):
    """Which runs are asked for, and in what order.

    Attributes:
        offset, limit: The first of them, and how many.
        sort: "seed", "time", "points", "success", "reason", "cause", or a varied name; the order of the file if empty.
        descending: Whether the greatest come first.
        outcome: "all", "success" or "failed".
        cause: Only this cause of failure; any if empty.
        where: Only runs with these varied values.
    """

    offset: int = 0
    limit: int = 50
    sort: str = ""
    descending: bool = False
    outcome: str = "all"
    cause: str = ""
    where: dict[str, Any] = {}


_tables: OrderedDict[Path, tuple[Any, RunTable]] = OrderedDict()


def run_table(results: Path) -> RunTable:
    """The rows of a results file as columns; read once for every change."""
    stat = results.stat()
    stamp = (stat.st_size, stat.st_mtime_ns)
    known = _tables.pop(results, None)
    if known is None or known[0] != stamp:
        known = (stamp, table_of(read_rows(results), _units(results)))
    _tables[results] = known
    while len(_tables) > KEPT_TABLES:
        _tables.popitem(last=False)
    return known[1]


def _units(results: Path) -> Mapping[str, str]:
    """Units of what was varied; none are known while the first line is not written yet."""
    try:
        return read_head(results).units
    except PultError:
        return {}


def runs_of(results: Path, query: RunsQuery) -> SweepRuns:
    """A page of runs.

    Raises:
        Refusal: The column or the limit is not one that can be asked for.
    """
    if not (query.offset >= 0 and 1 <= query.limit <= MAX_PAGE):
        raise Refusal.of(400, BAD_PAGE.at(most=MAX_PAGE))
    if not results.is_file():
        return SweepRuns(total=0, offset=0, runs=[])
    table = run_table(results)
    chosen = np.flatnonzero(_fitting(table, query))  # (n,)
    if query.sort:
        chosen = _ordered(chosen, _column(table, query.sort), query.descending)
    page = chosen[query.offset : query.offset + query.limit].tolist()
    return SweepRuns(total=len(chosen), offset=query.offset, runs=[_run(table, index) for index in page])


def _fitting(table: RunTable, query: RunsQuery) -> Any:
    """Which runs fit. Shape (n,)."""
    fits = np.ones(len(table), dtype=np.bool_)
    if query.outcome in ("success", "failed"):
        fits &= table.success == (query.outcome == "success")
    if query.cause:
        fits &= _equal(table.cause, query.cause)
    for name, value in query.where.items():
        fits &= _equal(_column(table, name), value)
    return fits


def _equal(column: Column, value: Any) -> Any:
    if isinstance(column, Labels):
        return column.codes == next((code for code, label in enumerate(column.labels) if label == value), -1)
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return column == value if is_number else np.zeros(len(column), dtype=np.bool_)


def _column(table: RunTable, name: str) -> Column:
    own: Mapping[str, Column] = {
        "seed": table.seed, "time": table.time, "points": table.points, "success": table.success.astype(np.int64),
        "reason": table.reason, "cause": table.cause,
    }  # fmt: skip
    columns = {**own, **table.values}
    if name not in columns:
        raise Refusal.of(400, NO_COLUMN.at(name=name[:80], **advice(name[:80], columns)))
    return columns[name]


def _ordered(chosen: Any, column: Column, descending: bool) -> Any:
    values = column.codes if isinstance(column, Labels) else column
    order = np.argsort(-values[chosen] if descending else values[chosen], kind="stable")
    return chosen[order]


def _run(table: RunTable, index: int) -> SweepRun:
    return SweepRun(
        key=str(table.key[index]),
        seed=int(table.seed[index]),
        values={name: _value(column, index) for name, column in table.values.items()},
        success=bool(table.success[index]),
        reason=str(_value(table.reason, index)),
        cause=str(_value(table.cause, index) or ""),
        time=float(table.time[index]),
        points=float(table.points[index]),
    )


def _value(column: Column, index: int) -> Any:
    return column.labels[column.codes[index]] if isinstance(column, Labels) else column[index].item()


# --- summary --------------------------------------------------------------------------------------------------------


def summary_of(results: Path, version: str) -> SweepSummary:
    """The summary of all rows that are there now.

    Args:
        results: The results file.
        version: What tells that it has changed.
    """
    table = run_table(results) if results.is_file() else table_of([])
    pictures = pictures_of(table) if len(table) else []
    return _message(summarise(table), version, list(pictures))


def _message(found: Summary, version: str, pictures: list[str]) -> SweepSummary:
    influence = sorted(found.sensitivity.items(), key=lambda item: -max(item[1]))
    return SweepSummary(
        version=version,
        success=Rate(**found.success._asdict()),
        none_failed=found.none_failed,
        figures=[
            SweepFigure(name=name, median=one.value, low=one.low, high=one.high, count=one.values)
            for name, one in found.figures.items()
            if one.values
        ],
        points=[
            SweepPoint(values=dict(values), success=Rate(**rate._asdict()), points=one.value if one.values else None)
            for values, rate, one in found.points[:MAX_POINTS]
        ],
        point_count=len(found.points),
        failures=[
            SweepFailure(cause=cause, text=cause, count=count, keys=list(keys))
            for cause, count, keys in found.failures[:MAX_CAUSES]
        ],
        influence=[
            SweepInfluence(name=name, unit=found.units.get(name, ""), success=s, points=p) for name, (s, p) in influence
        ],
        pictures=pictures,
    )
