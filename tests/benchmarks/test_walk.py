"""The benchmark of walking: its report is whole."""

import pytest
from benchmarks.walk import WalkReport, bench_walk, walk_rows, write_walk


@pytest.mark.validate
def test_the_report_has_a_row_for_every_gait_and_survives_its_file(tmp_path):
    report = bench_walk(quick=True)
    assert [row[0] for row in walk_rows(report)] == ["paper", "dcm"]
    assert [target.what.split(":")[0] for target in report.targets] == [
        "100 steps with kinematics and feed-forward", "free run",
    ]  # fmt: skip
    assert sum(part.time_us for part in report.parts) == pytest.approx(1e4 / report.free_run.median)
    assert all(part.time_us > 0.0 for part in report.parts)
    (file,) = write_walk(report, tmp_path)
    assert WalkReport.from_json(file.read_bytes()) == report
