"""Results of machines that shared a sweep, put together."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from pult.batch.plans.document import SweepDocument
from pult.batch.plans.plan import count_points
from pult.batch.results.file import Head, ResultsError, Row, check_same, read_head, read_rows


@dataclass(frozen=True)
class Merged:
    """Rows of several files of one sweep.

    Attributes:
        head: First line of the first file; the fingerprints of rows are differences from its machine.
        rows: Rows by key.
        planned: How many runs the plan has; `None` if the files were made by different plans, or if it does not say.
    """

    head: Head
    rows: Mapping[str, Row]
    planned: int | None

    @property
    def missing(self) -> int:
        """Runs of the plan that no file has."""
        return max(0, (self.planned or 0) - len(self.rows))


def merge(files: Sequence[Path]) -> Merged:
    """Put the rows of several files of one sweep together. A run may be in several files.

    Args:
        files: Files of results, at least one.

    Raises:
        ResultsError: A file belongs to another sweep, or two files disagree about a run.
    """
    head = read_head(files[0])
    found: dict[str, Row] = {}
    origin: dict[str, Path] = {}
    same_plan = True
    for path in files:
        check_same(path, head)
        part = read_head(path)
        same_plan &= part.sweep == head.sweep
        for one in read_rows(path):
            row = msgspec.structs.replace(one, fingerprint=_differences(head, part, one))
            other = found.get(row.key)
            if other is None:
                found[row.key], origin[row.key] = row, path
            elif _figures(other) != _figures(row):
                raise ResultsError(
                    f"{path}: the run {row.key} differs from that of {origin[row.key]}; unlike machines did them."
                )
            elif len(row.fingerprint) < len(other.fingerprint):
                found[row.key] = row
    return Merged(head, found, _planned(head) if same_plan else None)


def _differences(head: Head, part: Head, row: Row) -> dict[str, Any]:
    """In what the machine that did a run differs from that of the first file."""
    machine = part.fingerprint | row.fingerprint
    return {name: value for name, value in machine.items() if head.fingerprint.get(name) != value}


def _figures(row: Row) -> Row:
    return msgspec.structs.replace(row, fingerprint={})


def _planned(head: Head) -> int | None:
    try:
        plan = msgspec.convert(head.sweep, SweepDocument)
    except msgspec.ValidationError:
        return None
    points = count_points(plan.vary, plan.plan, plan.points) if plan.vary else 1
    return points * (len(plan.seeds) or plan.draw) or None
