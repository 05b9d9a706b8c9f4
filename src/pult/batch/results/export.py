"""Results of a sweep as a table for other programs: CSV, or Parquet (`pip install pult[parquet]`)."""

import csv
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pult.batch.results.table import Labels, RunTable
from pult.core.errors import UsageError


def flat_columns(table: RunTable) -> dict[str, NDArray[Any]]:
    """All columns by title, rows sorted by key. Each title stands for one column.

    What was varied has its own name, the time at which a stage was passed "passed STAGE", how often a limit was broken
    "broken LIMIT", and a metric its name, or "metric NAME" where that is taken.
    """
    order = np.argsort(table.key)
    found: dict[str, NDArray[Any]] = {"key": table.key, "seed": table.seed}
    found |= {name: _plain(column) for name, column in table.values.items()}
    found |= {"success": table.success, "reason": table.reason.texts(), "cause": table.cause.texts()}
    found |= {"time": table.time, "points": table.points}
    found |= {f"passed {name}": column for name, column in table.stages.items()}
    for name, column in table.metrics.items():
        if name == "time" and np.array_equal(column, table.time, equal_nan=True):
            continue
        found[f"metric {name}" if name in found or name == "hash" else name] = column
    found |= {f"broken {name}": column for name, column in table.breaks.items()}
    found["hash"] = table.hash
    return {title: column[order] for title, column in found.items()}


def _plain(column: Any) -> NDArray[Any]:
    if not isinstance(column, Labels):
        return np.asarray(column)
    texts = column.texts()
    missing = [code for code, label in enumerate(column.labels) if label is None]
    texts[np.isin(column.codes, missing)] = None
    return texts


def write_csv(table: RunTable, path: Path) -> None:
    """Write a table as CSV, UTF-8, with a line of titles. Numbers are written so that they are read back exactly.

    Raises:
        UsageError: The file cannot be written.
    """
    columns = flat_columns(table)
    listed = [_written(column) for column in columns.values()]
    try:
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(columns)
            writer.writerows(zip(*listed, strict=True))
    except OSError as error:
        raise UsageError(f"cannot write {str(path)!r}: {error.strerror}.") from None


def _written(column: NDArray[Any]) -> list[Any]:
    values = column.tolist()
    if column.dtype.kind == "f" and np.isnan(column).any():
        return ["" if value != value else value for value in values]
    return list(values)


def write_parquet(table: RunTable, path: Path) -> None:
    """Write a table as Parquet; what is missing is null.

    Raises:
        UsageError: PyArrow is not installed, or the file cannot be written.
    """
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError:
        raise UsageError("writing Parquet needs PyArrow: pip install pult[parquet].") from None
    arrays = {title: pa.array(column, from_pandas=True) for title, column in flat_columns(table).items()}
    try:
        parquet.write_table(pa.table(arrays), path, compression="zstd")
    except OSError as error:
        raise UsageError(f"cannot write {str(path)!r}: {error.strerror or error}.") from None


def write_table(table: RunTable, path: Path) -> None:
    """Write a table in the format that the name of the file says: .csv or .parquet.

    Raises:
        UsageError: The name ends otherwise, or the file cannot be written.
    """
    match path.suffix.lower():
        case ".csv":
            write_csv(table, path)
        case ".parquet":
            write_parquet(table, path)
        case _:
            raise UsageError(f"{path.name!r}: a table ends in .csv or .parquet.")
