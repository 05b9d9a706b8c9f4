"""The local pool with runs that crash, hang or wait, in real processes."""

import os
import signal
import sys

import pytest

from pult.batch.job import Job
from pult.batch.workers.pool import Pool
from pult.batch.workers.worker import WorkerSpec
from tests.batch.workers.lethal import GOOD, HANGS, KILLS_ITS_PROCESS, WAITS, LethalTask

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals")


def jobs(*seeds: int) -> list[Job]:
    return [Job(f"{number:016x}", seed) for number, seed in enumerate(seeds)]


def test_runs_that_crash_or_hang_are_rows_and_the_others_are_done():
    given = jobs(GOOD, HANGS, GOOD, KILLS_ITS_PROCESS, GOOD)
    with Pool(WorkerSpec(LethalTask()), 2, limit=3.0) as pool:  # good runs take no time at all
        rows = {row.key: row for some in pool.run(given) for row in some}
    found = [rows[job.key] for job in given]
    assert [row.reason for row in found] == ["success", "timeout", "success", "killed", "success"]
    assert "longer than 3 s" in found[1].cause
    assert f"crashed during it 2 times (exit code -{signal.SIGKILL.value})" in found[3].cause


def test_a_run_whose_worker_is_killed_is_done_by_another(tmp_path):
    gate = tmp_path / "gate"
    given = jobs(GOOD, WAITS, GOOD)
    rows = []
    with Pool(WorkerSpec(LethalTask(str(gate))), 1) as pool:
        first = pool.processes[0]
        for some in pool.run(given):
            rows += some
            if not gate.exists():  # the first run is done, the second waits, or will
                os.kill(first, signal.SIGKILL)
                gate.touch()
        assert pool.processes[0] != first
    assert sorted(row.key for row in rows) == [job.key for job in given]
    assert all(row.success for row in rows)
