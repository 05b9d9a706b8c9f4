"""Sweeps in real processes: the same bytes however they were done."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from pult.batch.document import SweepDocument
from pult.batch.job import Runner
from pult.batch.pool import Pool
from pult.batch.results import read_rows, sorted_rows
from pult.batch.sweep import prepare, run_sweep
from pult.batch.target import split
from pult.batch.variation import Values
from pult.batch.worker import WorkerSpec
from pult.core.errors import DocumentError

PLAN = SweepDocument(
    exercise="two-link-reach", seeds=[3, 5, 8], vary={"sensor:angles.noise": Values(values=[0.0, 0.004])}
)


@pytest.fixture(scope="module")
def expected() -> bytes:
    """The rows, each run done in this process without the machinery of sweeps."""
    prepared = prepare(PLAN)
    runner = Runner(prepared.bundle, prepared.variant, prepared.pilot)
    try:
        return sorted_rows(runner.run(job) for job in prepared.jobs())
    finally:
        runner.close()


@pytest.mark.parametrize("workers", [1, 2])
def test_any_number_of_workers_gives_the_same_bytes(tmp_path, expected, workers):
    told = []
    rows = run_sweep(PLAN, tmp_path / "r.jsonl", workers=workers, progress=lambda *now: told.append(now))
    assert sorted_rows(rows) == expected
    assert told[-1] == (6, 0, 6)
    assert all(row.success for row in rows)
    before = (tmp_path / "r.jsonl").read_bytes()
    assert sorted_rows(run_sweep(PLAN, tmp_path / "r.jsonl", workers=1)) == expected  # nothing is left to do
    assert (tmp_path / "r.jsonl").read_bytes() == before


def test_noise_of_a_sensor_is_varied(expected, tmp_path):
    rows = run_sweep(PLAN, tmp_path / "r.jsonl", workers=1)
    by = {(row.values["sensor:angles.noise"], row.seed): row.hash for row in rows}
    assert all(by[0.0, seed] != by[0.004, seed] for seed in (3, 5, 8))
    import pult

    plain = pult.run_attempt(pult.load_exercise("two-link-reach"), seed=5)
    assert pult.sweep("two-link-reach", tmp_path / "q.jsonl", seeds=[5], workers=1)[0].hash == plain.hash


def test_shards_merge_to_the_whole(tmp_path, expected):
    parts = [run_sweep(PLAN, tmp_path / f"{i}.jsonl", workers=1, shard=(i, 2)) for i in (1, 2)]
    assert [len(part) for part in parts] == [3, 3]
    assert sorted_rows(row for part in parts for row in part) == expected


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_killed_workers_are_replaced_and_nothing_changes(expected):
    prepared = prepare(PLAN)
    head = prepared.head()
    rows = []
    with Pool(WorkerSpec(head.bundle, prepared.variant, prepared.pilot), 2) as pool:
        killed = False
        for some in pool.run(prepared.jobs()):
            rows += some
            if not killed:
                os.kill(pool.processes[0], signal.SIGKILL)
                killed = True
    assert sorted_rows(rows) == expected


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_run_that_hangs_is_ended_and_told_and_the_others_are_done(expected):
    prepared = prepare(PLAN)
    head = prepared.head()
    rows = []
    with Pool(WorkerSpec(head.bundle, prepared.variant, prepared.pilot), 1, limit=4.0) as pool:
        stopped = False
        for some in pool.run(prepared.jobs()):
            rows += some
            if not stopped:
                os.kill(pool.processes[0], signal.SIGSTOP)  # it hangs from now on
                stopped = True
    hung = [row for row in rows if row.reason == "timeout"]
    assert len(rows) == 6
    assert len(hung) == 1
    assert "longer than 4 s" in hung[0].cause
    good = [row for row in rows if row.success]
    assert all(line in expected for line in sorted_rows(good).splitlines())


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_killed_coordinator_loses_at_most_the_run_in_hand(tmp_path, expected):
    path = tmp_path / "r.jsonl"
    command = [
        sys.executable, "-m", "pult", "sweep", "two-link-reach", "--seeds", "3,5,8",
        "--set", "sensor:angles.noise=0.0,0.004", "-o", str(path), "--workers", "1",
    ]  # fmt: skip
    first = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    killer = threading.Timer(300.0, first.kill)
    killer.start()
    while first.poll() is None and (not path.exists() or sum(1 for _ in read_rows(path)) < 2):
        time.sleep(0.01)
    first.kill()
    first.wait()
    killer.cancel()
    done = list(read_rows(path))
    assert done
    assert sorted_rows(run_sweep(PLAN, path, workers=1)) == expected
    assert list(read_rows(path))[: len(done)] == done


def test_a_run_that_diverges_is_a_row_with_its_cause(tmp_path):
    plan = SweepDocument(exercise="two-link-reach", seeds=[1], vary={"world:max_speed": Values(values=[0.05])})
    [row] = run_sweep(plan, tmp_path / "r.jsonl", workers=1)
    assert not row.success
    assert row.reason == "halted"
    assert "diverge" in row.cause or "faster" in row.cause


def test_failed_runs_are_recorded_and_replay(tmp_path):
    import pult

    plan = SweepDocument(
        exercise="two-link-reach", seeds=[1], vary={"exercise:duration": Values(values=[2.0, 60.0])}
    )
    rows = run_sweep(plan, tmp_path / "r.jsonl", workers=1, records="failed")
    records = {path.stem: path for path in (tmp_path / "r.records").iterdir()}
    assert {row.key for row in rows if not row.success} == set(records)
    [row] = [row for row in rows if not row.success]
    assert row.values == {"exercise:duration": 2.0}
    assert row.reason == "time"
    assert pult.replay(pult.read_record(records[row.key])).same


@pytest.mark.parametrize(
    ("vary", "words"),
    [
        ({"nothing.kp": [1.0]}, "no block 'nothing'"),
        ({"sensor:angels.noise": [0.1]}, "Did you mean 'angles'"),
        ({"sensor:angles.nois": [0.1]}, "Did you mean 'noise'"),
        ({"drive:motors.stall_torque": [-1.0]}, ""),
        ({"world:timestep": [0.003]}, "whole number of physics steps"),
        ({"world:robots[3].prefix": ["x"]}, "no entry"),
        ({"wrld:timestep": [0.001]}, "Did you mean 'world'"),
        ({"exercise:start.sttle.x": [1.0]}, "no 'sttle'"),
    ],
)
def test_what_cannot_be_varied_is_told_before_the_first_run(tmp_path, vary, words):
    plan = SweepDocument(
        exercise="two-link-reach", seeds=[1], vary={name: Values(values=values) for name, values in vary.items()}
    )
    with pytest.raises(DocumentError) as told:
        run_sweep(plan, tmp_path / "r.jsonl")
    assert words in str(told.value)
    assert not (tmp_path / "r.jsonl").exists()


def test_parameters_of_the_scheme_are_set_and_not_patched(tmp_path):
    prepared = prepare(SweepDocument(exercise="two-link-reach", seeds=[1]))
    scheme = next(name for name in prepared.bundle if name.startswith("schemes/"))
    import json

    blocks = json.loads(prepared.bundle[scheme])["blocks"]
    block, parameter, value = next(
        (b["id"], name, value) for b in blocks for name, value in b.get("parameters", {}).items() if isinstance(value, float)
    )
    vary = {f"{block}.{parameter}": Values(values=[value])}
    plan = SweepDocument(exercise="two-link-reach", seeds=[4], vary=vary)
    parameters, patches = split(prepare(plan).targets, {f"{block}.{parameter}": value})
    assert (parameters, patches) == ({f"{block}.{parameter}": value}, [])
    same = SweepDocument(exercise="two-link-reach", seeds=[4])
    assert run_sweep(plan, tmp_path / "a.jsonl", workers=1)[0].hash == run_sweep(same, tmp_path / "b.jsonl", workers=1)[0].hash


def test_a_plan_is_a_document(tmp_path):
    file = tmp_path / "noise.sweep.json"
    file.write_text(
        '{"format": "pult.sweep", "version": 1, "exercise": "two-link-reach", "seeds": [3],'
        ' "vary": {"sensor:angles.noise": {"type": "values", "values": [0.0]}}}'
    )
    assert len(run_sweep(file, tmp_path / "r.jsonl", workers=1)) == 1
    file.write_text(file.read_text().replace('"seeds": [3]', '"seeds": [3, 3], "planned": "grid"'))
    with pytest.raises(DocumentError, match="unknown key 'planned'"):
        prepare(file)
    assert Path(file).exists()
