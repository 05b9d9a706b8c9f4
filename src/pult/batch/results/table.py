"""Runs as columns: everything that summarises, draws or exports a sweep reads these, not rows one by one.

A column is a NumPy array with one entry for each run. Texts and other values that are not numbers are coded: a column
of codes and a list of what they stand for, so that equal ones are counted and compared as whole numbers.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pult.batch.results.file import Row
from pult.sim.fault_notation import NONE

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
CHUNK = 8192
"""Rows that are held as objects at the same time."""


@dataclass(frozen=True, eq=False)
class Labels:
    """A column of things that are not numbers.

    Attributes:
        codes: Which label each run has. Shape (n,).
        labels: The different things, in the order of their text, "none" first. None stands for a run that has none.
    """

    codes: Integers
    labels: Sequence[Any]

    def __len__(self) -> int:
        return len(self.codes)

    def texts(self) -> NDArray[np.object_]:
        """The label of each run as text. Shape (n,)."""
        return np.asarray([label_text(label) for label in self.labels], dtype=object)[self.codes]


Column = Floats | Integers | Labels
"""Values of a varied name: numbers, or labels."""


@dataclass(frozen=True, eq=False)
class RunTable:
    """Runs as columns of the same length n; see `Row` for their meaning.

    Attributes:
        key, hash: Texts. Shape (n,).
        seed: Shape (n,).
        success: Shape (n,).
        reason, cause: Texts as labels.
        time: Simulated time [s]. Shape (n,).
        points: From 0 to 100. Shape (n,).
        values: What was varied, by name in alphabetical order.
        stages: Time at which each stage was passed [s]; NaN where it was not. Each of shape (n,).
        metrics: Figures by name; NaN where one was not measured. Each of shape (n,).
        breaks: How often each limit was broken. Each of shape (n,).
        units: Units of what was varied, by name, where they are known.
    """

    key: NDArray[np.object_]
    seed: Integers
    success: NDArray[np.bool_]
    reason: Labels
    cause: Labels
    time: Floats
    points: Floats
    values: Mapping[str, Column]
    stages: Mapping[str, Floats]
    metrics: Mapping[str, Floats]
    breaks: Mapping[str, Integers]
    hash: NDArray[np.object_]
    units: Mapping[str, str] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.key)

    def label(self, name: str) -> str:
        """A varied name with its unit, such as "sensor:angles.noise [rad]"."""
        return with_unit(name, self.units)


def with_unit(name: str, units: Mapping[str, str]) -> str:
    """A name with its unit in brackets; the name alone if its unit is not known."""
    return f"{name} [{units[name]}]" if name in units else name


def label_text(label: Any) -> str:
    """A label as people read it: a text as it is, anything else as JSON writes it, nothing as "-"."""
    if label is None:
        return "-"
    return label if isinstance(label, str) else json.dumps(label, ensure_ascii=False, sort_keys=True)


def table_of(rows: Iterable[Row], units: Mapping[str, str] | None = None) -> RunTable:
    """Rows as columns, in the same order.

    Args:
        rows: The rows. They may come from a file one by one: few are held at a time.
        units: Units of what was varied; see `pult.batch.results.file.Head`.
    """
    source, tables = iter(rows), []
    while chunk := list(islice(source, CHUNK)):
        tables.append(_columns(chunk))
    return replace(join_tables(tables or [_columns([])]), units=units or {})


def _columns(rows: Sequence[Row]) -> RunTable:
    varied = sorted({name for row in rows for name in row.values})
    limits = dict.fromkeys(name for row in rows for name in row.breaks)
    return RunTable(
        key=np.array([row.key for row in rows], dtype=object),
        seed=np.array([row.seed for row in rows], dtype=np.int64),
        success=np.array([row.success for row in rows], dtype=np.bool_),
        reason=_labels([row.reason for row in rows]),
        cause=_labels([row.cause for row in rows]),
        time=np.array([row.time for row in rows], dtype=np.float64),
        points=np.array([row.points for row in rows], dtype=np.float64),
        values={name: _column([row.values.get(name) for row in rows]) for name in varied},
        stages=_floats([row.stages for row in rows]),
        metrics=_floats([row.metrics for row in rows]),
        breaks={name: np.array([row.breaks.get(name, 0) for row in rows], dtype=np.int64) for name in limits},
        hash=np.array([row.hash for row in rows], dtype=object),
    )


def join_tables(tables: Sequence[RunTable]) -> RunTable:
    """Tables below one another; a column that one of them lacks is filled as if its runs had no such value."""

    def by_name(columns: Sequence[Mapping[str, Any]], missing: float) -> dict[str, Any]:
        names = dict.fromkeys(name for named in columns for name in named)
        return {
            name: np.concatenate(
                [
                    named[name] if name in named else np.full(len(table), missing)
                    for named, table in zip(columns, tables, strict=True)
                ]
            )
            for name in names
        }

    varied = sorted({name for table in tables for name in table.values})
    breaks = by_name([table.breaks for table in tables], 0)
    return RunTable(
        key=np.concatenate([table.key for table in tables]),
        seed=np.concatenate([table.seed for table in tables]),
        success=np.concatenate([table.success for table in tables]),
        reason=_join_labels([table.reason for table in tables]),
        cause=_join_labels([table.cause for table in tables]),
        time=np.concatenate([table.time for table in tables]),
        points=np.concatenate([table.points for table in tables]),
        values={name: _join([_value(table, name) for table in tables]) for name in varied},
        stages=by_name([table.stages for table in tables], np.nan),
        metrics=dict(sorted(by_name([table.metrics for table in tables], np.nan).items())),
        breaks={name: column.astype(np.int64) for name, column in breaks.items()},
        hash=np.concatenate([table.hash for table in tables]),
    )


def _value(table: RunTable, name: str) -> Column:
    if name in table.values:
        return table.values[name]
    return Labels(np.zeros(len(table), dtype=np.int64), [None])


def _floats(groups: list[dict[str, float]]) -> dict[str, Floats]:
    names = dict.fromkeys(name for group in groups for name in group)
    return {name: np.asarray([group.get(name, np.nan) for group in groups]) for name in names}


def _column(values: list[Any]) -> Column:
    kinds = {type(value) for value in values}
    if kinds == {int} and all(-(2**63) <= value < 2**63 for value in values):
        return np.asarray(values, dtype=np.int64)
    if kinds <= {int, float}:
        return np.asarray(values, dtype=np.float64)
    return _labels(values)


def _labels(values: Iterable[Any]) -> Labels:
    """Values as labels; they are discriminated by what JSON writes of them."""
    known: dict[Any, Any] = {}
    texts = [value if type(value) is str else (json.dumps(value, sort_keys=True),) for value in values]
    for text in texts:
        known.setdefault(text, text if isinstance(text, str) else json.loads(text[0]))
    ordered = sorted(known, key=lambda text: (text != NONE, label_text(known[text]), not isinstance(text, str)))
    index = {text: code for code, text in enumerate(ordered)}
    return Labels(np.asarray([index[text] for text in texts], dtype=np.int64), [known[text] for text in ordered])


def _join(columns: Sequence[Column]) -> Column:
    if any(isinstance(column, Labels) for column in columns):
        return _join_labels([_as_labels(column) for column in columns])
    joined: Column = np.concatenate([np.asarray(column) for column in columns])
    return joined


def _as_labels(column: Column) -> Labels:
    return column if isinstance(column, Labels) else _labels(column.tolist())


def _join_labels(columns: Sequence[Labels]) -> Labels:
    if not columns:
        return Labels(np.empty(0, dtype=np.int64), [])
    whole = _labels([label for column in columns for label in column.labels])
    ends = np.cumsum([len(column.labels) for column in columns])
    codes = [
        whole.codes[end - len(column.labels) : end][column.codes]
        for column, end in zip(columns, ends.tolist(), strict=True)
    ]
    return Labels(np.concatenate(codes), whole.labels)
