"""The benchmark of arms of many links: its report is whole."""

from benchmarks.snake import SnakeReport, bench_snake
from benchmarks.snake_report import snake_rows, write_snake


def test_the_report_has_a_row_for_every_arm_and_survives_its_file(tmp_path):
    report = bench_snake(quick=True, links=(6, 12))
    assert [row[0] for row in snake_rows(report)] == ["6", "12"]
    (file,) = write_snake(report, tmp_path)
    assert SnakeReport.from_json(file.read_bytes()) == report
