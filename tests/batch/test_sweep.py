"""Sweeps in real processes: the same bytes however they were done."""

import math
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pult.batch.bundle import bundle_of, load_bundled_exercise, write_bundle
from pult.batch.plans.document import SweepDocument
from pult.batch.plans.variation import Values
from pult.batch.results.file import read_rows, sorted_rows
from pult.batch.sweep import prepare, run_sweep
from pult.batch.target import split
from pult.batch.tasks.attempts import AttemptRunner
from pult.batch.workers.pool import Pool
from pult.batch.workers.worker import WorkerSpec
from pult.cli import app
from pult.core.errors import DocumentError, PultError
from pult.exercise.exercise import load_exercise
from pult.sim.open import open_parts

PLAN = SweepDocument(
    exercise="two-link-reach", seeds=[3, 5, 8], vary={"sensor:angles.noise": Values(values=[0.0, 0.004])}
)


@pytest.fixture(scope="module")
def expected() -> bytes:
    """The rows, each run done in this process without the machinery of sweeps."""
    prepared = prepare(PLAN)
    runner = AttemptRunner(prepared.bundle, prepared.variant, prepared.pilot)
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
    rows = []
    with Pool(WorkerSpec(prepared.task()), 2) as pool:
        killed = False
        for some in pool.run(prepared.jobs()):
            rows += some
            if not killed:
                os.kill(pool.processes[0], signal.SIGKILL)
                killed = True
    assert sorted_rows(rows) == expected


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
    assert "replay" not in row.cause  # no evidence is kept: the run can be done again by its key


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


def test_a_record_that_cannot_be_written_ends_the_sweep_and_fails_no_run(tmp_path):
    prepared = prepare(SweepDocument(exercise="two-link-reach", seeds=[3]))
    [job] = prepared.jobs()
    blocked = tmp_path / "r.records" / f"{job.key}.mcap"
    blocked.mkdir(parents=True)
    with pytest.raises(PultError, match="the same command continues the sweep"):
        run_sweep(prepared, tmp_path / "r.jsonl", workers=1, records="all")
    assert list(read_rows(tmp_path / "r.jsonl")) == []
    blocked.rmdir()
    [row] = run_sweep(prepared, tmp_path / "r.jsonl", workers=1, records="all")
    assert row.success
    assert blocked.is_file()


def test_a_row_does_not_depend_on_whether_its_run_is_recorded(tmp_path, expected):
    import pult

    plan = SweepDocument(exercise="two-link-reach", seeds=[3], vary=PLAN.vary)
    rows = run_sweep(plan, tmp_path / "r.jsonl", workers=1, records="all")
    assert len(rows) == 2
    assert all(line in expected for line in sorted_rows(rows).splitlines())
    record = pult.read_record(tmp_path / "r.records" / f"{rows[0].key}.mcap")
    assert pult.replay(record).same


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
        ({"fault": ["none", "sensor:angels.stuck@1"]}, "Did you mean 'angles'"),
        ({"fault:sensor:angles.bias@1": [math.inf]}, "must be finite"),
        ({"fault:sensor:angles.stuck@": [1.0, 500.0]}, "ends after 120 s"),
        ({"fault:sensor:angles.stuck@1": [1.0]}, "has no size"),
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
    changes = split(prepare(plan).targets, {f"{block}.{parameter}": value})
    assert changes == ({f"{block}.{parameter}": value}, [], [])
    same = SweepDocument(exercise="two-link-reach", seeds=[4])
    assert run_sweep(plan, tmp_path / "a.jsonl", workers=1)[0].hash == run_sweep(same, tmp_path / "b.jsonl", workers=1)[0].hash


def test_faults_are_varied_and_each_run_with_one_is_done_again_to_the_last_bit(tmp_path):
    stuck = "sensor:angles.stuck@1+0.3"
    vary = {"fault:sensor:angles[elbow].bias@0.5+1": Values(values=[0.0, 0.05])}
    plan = SweepDocument(exercise="two-link-reach", seeds=[3], vary=vary, faults=[stuck])
    rows = run_sweep(plan, tmp_path / "r.jsonl", workers=1)
    by = {tuple(row.values.values()): row for row in rows}
    assert set(by) == {(fault, bias) for bias in (0.0, 0.05) for fault in ("none", stuck)}
    assert len({row.hash for row in rows}) == 4
    import pult

    exercise = pult.load_exercise("two-link-reach")
    assert pult.run_attempt(exercise, seed=3).hash == by["none", 0.0].hash
    faults = [stuck, "sensor:angles[elbow].bias=0.05@0.5+1"]
    assert pult.run_attempt(exercise, seed=3, faults=faults).hash == by[stuck, 0.05].hash
    ran = CliRunner().invoke(app, ["sweep", "replay", str(tmp_path / "r.jsonl"), by[stuck, 0.05].key])
    assert ran.exit_code == 0, ran.output


def test_faults_of_a_document_are_checked(tmp_path):
    plan = {"format": "pult.sweep", "version": 1, "exercise": "two-link-reach", "seeds": [1]}
    with pytest.raises(DocumentError) as told:
        prepare({**plan, "faults": ["angles.stuck@1", "stop.presed@1"], "vary": {"fault": {"type": "values", "values": ["none"]}}})
    assert [fault.place for fault in told.value.faults] == ["faults", "faults[0]", "faults[1]"]
    assert "Did you mean 'pressed'" in str(told.value)


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


def test_every_kind_of_value_can_be_varied_and_changes_the_run():
    vary = {
        "drive:motors.friction[1]": [0.3],
        "drive:motors.stall_torque": [[30.0, 12.0]],
        "sensor:angles.delay": [0.01],
        "sensor:speeds.resolution": [0.01],
        "world:timestep": [0.001],
        "exercise:start.randomise[0].apart": [0.2],
        "fault": ["none", "input.delay=50ms@0"],
    }
    hashes = []
    for name, values in vary.items():
        prepared = prepare(SweepDocument(exercise="two-link-reach", seeds=[3], vary={name: Values(values=values)}))
        runner = AttemptRunner(prepared.bundle, prepared.variant, prepared.pilot)
        try:
            rows = [runner.run(job) for job in prepared.jobs()]
        finally:
            runner.close()
        assert all(row.reason != "error" for row in rows)
        hashes += [row.hash for row in rows]
    assert len(set(hashes)) == 8  # "none" is the run as it stands


def test_what_another_robot_lends_is_packed_and_found(tmp_path):
    """The biped wears meshes of the torso robot, which lie beside its own folder, not in it."""
    exercise = load_exercise("biped-push")
    bundle = bundle_of(exercise, exercise.document.default_variant)
    assert any(path.startswith("torso/") for path in bundle)
    write_bundle(bundle, tmp_path)
    unpacked = load_bundled_exercise(bundle, tmp_path)
    assert not unpacked.check()
    world = open_parts(unpacked.setup(seed=5), unpacked.folder, unpacked.whole).world
    assert world.model.nmesh == open_parts(exercise.setup(seed=5), exercise.folder).world.model.nmesh > 40
