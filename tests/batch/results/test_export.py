"""Rows as columns, and as CSV and Parquet: read back, they are the same."""

import csv
import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pult.batch.results import table as tables
from pult.batch.results.export import flat_columns, write_csv, write_parquet, write_table
from pult.batch.results.file import Row
from pult.batch.results.table import Labels, table_of
from pult.core.errors import UsageError

finite = st.floats(allow_nan=False, allow_infinity=False)
names = st.sampled_from(["reach", "hold", "time", "points", "key", "hash"])
rows = st.builds(
    Row,
    key=st.text("0123456789abcdef", min_size=4, max_size=4),
    seed=st.integers(0, 2**31),
    success=st.booleans(),
    reason=st.sampled_from(["success", "time"]),
    cause=st.text(st.characters(exclude_categories=["C"]), max_size=8),
    time=finite,
    points=finite,
    values=st.fixed_dictionaries({"pd.kp": finite, "mode": st.sampled_from(["a", "b, c", [1, 2]])}),
    stages=st.dictionaries(names, finite, max_size=3),
    metrics=st.dictionaries(names, finite, max_size=3),
    breaks=st.dictionaries(names, st.integers(0, 9), max_size=2),
    hash=st.text("0123456789abcdef", max_size=8),
)
some_rows = st.lists(rows, min_size=1, max_size=12, unique_by=lambda row: row.key)


@given(some_rows, st.integers(1, 5))
def test_columns_hold_what_the_rows_do_however_many_are_read_at_a_time(some, chunk):
    whole, before = table_of(some), tables.CHUNK
    try:
        tables.CHUNK = chunk
        parts = table_of(iter(some))
    finally:
        tables.CHUNK = before
    for found in (whole, parts):
        assert found.key.tolist() == [row.key for row in some]
        assert found.cause.texts().tolist() == [row.cause for row in some]
        assert np.asarray(found.values["pd.kp"]).tolist() == [row.values["pd.kp"] for row in some]
        mode = found.values["mode"]
        assert isinstance(mode, Labels)
        assert [mode.labels[code] for code in mode.codes] == [row.values["mode"] for row in some]
        for name, column in found.metrics.items():
            wanted = [row.metrics.get(name, math.nan) for row in some]
            assert np.array_equal(column, wanted, equal_nan=True)
        for name, counts in found.breaks.items():
            assert counts.tolist() == [row.breaks.get(name, 0) for row in some]


@given(some=some_rows)
def test_csv_and_parquet_are_read_back_as_they_were(tmp_path_factory, some):
    folder = tmp_path_factory.mktemp("tables")
    table = table_of(some)
    wanted = flat_columns(table)
    write_csv(table, folder / "r.csv")
    with (folder / "r.csv").open(encoding="utf-8", newline="") as file:
        titles, *lines = csv.reader(file)
    assert titles == list(wanted)
    for title, texts in zip(titles, zip(*lines, strict=True), strict=True):
        column = wanted[title]
        if column.dtype.kind == "f":
            assert np.array_equal([float(text or "nan") for text in texts], column, equal_nan=True)
        else:
            assert list(texts) == [str(value) for value in column.tolist()]
    parquet = pytest.importorskip("pyarrow.parquet")
    write_parquet(table, folder / "r.parquet")
    read = parquet.read_table(folder / "r.parquet")
    assert read.column_names == titles
    for title, column in wanted.items():
        values = read[title].to_pylist()
        assert values == [None if value != value else value for value in column.tolist()]


def test_runs_that_lack_a_varied_value_have_an_empty_cell(tmp_path):
    some = [
        Row(key="a", seed=1, success=True, reason="success", values={"pd.kp": 2.0}),
        Row(key="b", seed=1, success=True, reason="success", values={"pd.kd": True}),
    ]
    write_table(table_of(some), tmp_path / "r.csv")
    assert (tmp_path / "r.csv").read_text().splitlines() == [
        "key,seed,pd.kd,pd.kp,success,reason,cause,time,points,hash",
        "a,1,,2.0,True,success,,0.0,0.0,",
        "b,1,true,,True,success,,0.0,0.0,",
    ]


def test_the_name_of_the_file_says_the_format(tmp_path):
    with pytest.raises(UsageError, match=r"\.csv or \.parquet"):
        write_table(table_of([]), tmp_path / "r.xls")
    with pytest.raises(UsageError, match="cannot write"):
        write_csv(table_of([]), Path(tmp_path))
