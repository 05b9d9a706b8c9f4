"""The benchmark of the loop measures the same physics on both sides."""

import json

import pytest
from benchmarks.loop import LoopReport, arm_scheme, bench_loop
from benchmarks.loop_report import loop_rows, write_loop


def test_the_scheme_has_sixty_blocks():
    assert len(arm_scheme()["blocks"]) == 60


@pytest.mark.validate
def test_a_short_measurement_has_all_figures_and_is_written(tmp_path, monkeypatch):
    monkeypatch.setattr("benchmarks.loop.QUICK_STEPS", 50)
    monkeypatch.setattr("benchmarks.loop.QUICK_ROUNDS", 2)
    report = bench_loop(quick=True, paced=False)  # it raises if a session did not do the same twice
    assert report.blocks == 60 and report.joints == 7 and report.substeps == 5
    assert report.free_us.minimum > 0.0 and report.bare_us.minimum > 0.0 and report.paced is None
    driven = [f"{name} driven from Python, by mj_step from Python" for name in ("two-link-reach", "torso-container")]
    assert [target.what for target in report.targets] == ["free run by bare physics", *driven]
    assert len(loop_rows(report)) == 7
    (file,) = write_loop(report, tmp_path)
    assert LoopReport.from_json(file.read_bytes()) == report
    assert json.loads(file.read_text())["blocks"] == 60
