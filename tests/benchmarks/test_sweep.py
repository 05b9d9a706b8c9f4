"""The benchmark of sweeps: rows of results in real processes, and its report."""

import io

from benchmarks.environment import describe
from benchmarks.figures import Sample, Target
from benchmarks.sweep import SweepReport
from benchmarks.sweep_report import print_sweep_report, write_sweep
from benchmarks.sweep_rows import measure_rows
from rich.console import Console

from pult.batch.results.file import read_rows


def test_many_rows_are_appended_and_shown_and_the_report_is_kept(tmp_path):
    figures = measure_rows(tmp_path, 300)
    assert sum(1 for _ in read_rows(tmp_path / "rows.jsonl")) == 300
    assert (tmp_path / "rows.svg").exists()
    assert figures.peak_mb > 10.0
    one = Sample(median=0.1, minimum=0.09, repeats=3)
    report = SweepReport(
        exercise="two-link-reach", runs=6, loop_s=one, one_s=one, two_s=one, dask_s=None, free_runs=4,
        free_steps=5000, free_s=one, rollout_s=one, start_s=one, rows=figures,
        targets=[Target(what="one process by two", wanted=1.9, found=None, holds=None)],
        environment=describe([], None),
    )  # fmt: skip
    [path] = write_sweep(report, tmp_path)
    assert SweepReport.from_json(path.read_bytes()) == report
    text = io.StringIO()
    print_sweep_report(report, Console(file=text, width=200))
    assert "300 rows summarised and drawn" in text.getvalue()
    assert "Dask" not in text.getvalue()
