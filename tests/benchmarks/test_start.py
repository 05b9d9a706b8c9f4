"""The benchmark of starts: each kind of start is what it says it is."""

import pytest
from benchmarks.start import StartReport, bench_start
from benchmarks.start_report import start_rows, write_start


@pytest.mark.validate
def test_a_start_is_cold_then_warm_and_another_scheme_of_the_same_blocks_is_compiled(tmp_path):
    report = bench_start(quick=True, exercises=("two-link-line",))  # it raises if a start was not of its kind
    (start,) = report.starts
    assert (start.cold_s.repeats, start.warm_s.repeats, start.altered_s.repeats) == (1, 1, 1)
    assert report.targets == []  # nothing is promised for this one
    assert [row[0] for row in start_rows(report)] == ["two-link-line"]
    (file,) = write_start(report, tmp_path)
    assert StartReport.from_json(file.read_bytes()) == report
