"""The benchmark of PRM-1: its report is whole, and what it compares solves the same targets."""

import numpy as np
import pytest
from benchmarks.prm1 import Prm1Report, bench_prm1, configurations, prm1_chain
from benchmarks.prm1_report import prm1_rows, write_prm1

from pult import grab


def test_the_chain_is_the_manipulator():
    chain = prm1_chain()
    for q in configurations(20):
        T = chain.forward(q)
        assert T[:3, 3] == pytest.approx(grab.f1(grab.Config.of(q)).point, abs=1e-12)
        view = grab.camera_view(q)
        assert T[:3, 0] == pytest.approx(view.R_interface_camera[:, 2], abs=1e-12)
        assert T[:3, 2] == pytest.approx(-view.R_interface_camera[:, 1], abs=1e-12)


def test_the_report_has_a_row_for_every_function_and_survives_its_file(tmp_path):
    report = bench_prm1(quick=True)
    assert len(prm1_rows(report)) == 4
    assert all(np.isfinite(one.native_us.median) for one in report.times)
    assert report.times[3].solved > 0.6
    (file,) = write_prm1(report, tmp_path)
    assert Prm1Report.from_json(file.read_bytes()) == report
