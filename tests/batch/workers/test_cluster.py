"""Sweeps on a real Dask cluster: the same bytes as on one machine, whatever is lost on the way."""

import contextlib
import gc
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("distributed")
import dask
import msgspec
from distributed import Client, LocalCluster, Security

import pult
from pult.batch.job import Job
from pult.batch.plans.document import SweepDocument
from pult.batch.plans.variation import Values
from pult.batch.results.file import Head, read_rows, sorted_rows
from pult.batch.sweep import prepare, run_jobs, run_sweep
from pult.batch.tasks.attempts import AttemptRunner
from pult.batch.workers import node
from pult.batch.workers.cluster import Cluster
from pult.batch.workers.connect import ClusterError
from pult.batch.workers.executor import Execution
from pult.batch.workers.node import BatchResult, SweepPlugin, run_batch
from pult.batch.workers.worker import WorkerSpec
from pult.core.errors import UsageError
from tests.batch.workers.dask_cluster import DaskCluster
from tests.batch.workers.lethal import GOOD, HANGS, KILLS_ITS_PROCESS, KILLS_THE_DASK_WORKER, WAITS, LethalTask

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals")

PLAN = SweepDocument(
    exercise="two-link-reach", seeds=[3, 5], vary={"exercise:duration": Values(values=[2.0, 60.0])}
)


@pytest.fixture(scope="module")
def holder(tmp_path_factory):
    cluster = DaskCluster(tmp_path_factory.mktemp("dask"))
    yield cluster
    cluster.close()


@pytest.fixture
def dask_cluster(holder):
    return holder.ensure()


def jobs(*seeds: int) -> list[Job]:
    return [Job(f"{number:016x}", seed) for number, seed in enumerate(seeds)]


def test_a_killed_worker_changes_no_byte(dask_cluster, tmp_path):
    prepared = prepare(PLAN)
    runner = AttemptRunner(prepared.bundle, prepared.variant, prepared.pilot)
    expected = sorted_rows(runner.run(job) for job in prepared.jobs())
    runner.close()
    second = dask_cluster.add_worker("--no-nanny")
    path = tmp_path / "r.jsonl"
    with Client(dask_cluster.address, set_as_default=False) as client:
        client.wait_for_workers(2, timeout=120)

        def kill_once(*_: int) -> None:
            if second.poll() is None:
                second.kill()
                second.wait()

        rows = run_sweep(prepared, path, scheduler_file=dask_cluster.file, records="failed", progress=kill_once)
    assert second.returncode == -signal.SIGKILL
    assert sorted_rows(rows) == expected
    assert sorted_rows(read_rows(path)) == expected
    failed = {row.key for row in rows if not row.success}
    assert len(failed) == 2
    records = {record.stem: record for record in (tmp_path / "r.records").iterdir()}
    assert set(records) == failed
    assert pult.replay(pult.read_record(records[min(failed)])).same


def test_runs_that_crash_or_hang_are_rows_and_the_others_are_done(dask_cluster):
    wanted = jobs(GOOD, KILLS_ITS_PROCESS, GOOD, HANGS, KILLS_THE_DASK_WORKER, GOOD)
    spec = WorkerSpec(LethalTask(), fingerprint={"python": "another"})  # type: ignore[arg-type]
    with Client(dask_cluster.address, set_as_default=False) as client:
        client.run_on_scheduler(_allow_failures, 0)  # what was on a lost worker is given up by Dask, guilty or not
        with Cluster(spec, dask_cluster.address, limit=2.0) as cluster:
            rows = sorted((row for some in cluster.run(wanted) for row in some), key=lambda row: row.key)
        client.run_on_scheduler(_allow_failures, 1)
    assert [row.key for row in rows] == [job.key for job in wanted]
    good = ("success", "")
    assert [(row.reason, row.cause) for row in rows] == [
        good,
        ("killed", "the worker crashed during it 2 times (exit code -9)."),
        good,
        ("timeout", "the run takes longer than 2 s."),
        ("killed", "every worker that did it was lost."),
        good,
    ]
    assert all(("python" in row.fingerprint) == row.success for row in rows)


def _allow_failures(number: int, dask_scheduler: Any = None) -> None:
    dask_scheduler.allowed_failures = number


def test_a_sweep_leaves_nothing_on_the_workers(dask_cluster):
    with Client(dask_cluster.address, set_as_default=False) as client:
        client.wait_for_workers(1, timeout=120)
        before = client.run(_children)
        with Cluster(WorkerSpec(LethalTask()), dask_cluster.address) as cluster:  # type: ignore[arg-type]
            assert len(client.run(_children).popitem()[1] - set().union(*before.values())) >= 1
            assert [len(some) for some in cluster.run(jobs(GOOD))] == [1]
        assert all(found <= before.get(worker, found) for worker, found in client.run(_children).items())


def _children() -> set[int]:
    import psutil

    found = set()
    for child in psutil.Process().children():
        with contextlib.suppress(psutil.Error):  # it has ended meanwhile
            if "spawn_main" in " ".join(child.cmdline()):
                found.add(child.pid)
    return found


def test_another_version_of_pult_is_refused(dask_cluster, monkeypatch):
    monkeypatch.setattr(pult, "__version__", "9.9")
    with pytest.raises(ClusterError) as told:
        Cluster(WorkerSpec(LethalTask()), dask_cluster.address)  # type: ignore[arg-type]
    assert "need pult 9.9, as here, but tcp://127.0.0.1:" in str(told.value)
    assert "the scheduler has pult 0." in str(told.value)


def test_a_worker_without_pult_is_named(dask_cluster, tmp_path):
    packages = tmp_path / "packages"
    packages.mkdir()
    for entry in Path(dask.__file__).parents[1].iterdir():
        if not entry.name.lower().startswith(("pult", "_pult", "__editable__")):
            (packages / entry.name).symlink_to(entry)
    poor = dask_cluster.add_worker("--no-nanny", "--name", "poor", packages=packages)
    try:
        with Client(dask_cluster.address, set_as_default=False) as client:
            client.wait_for_workers(2, timeout=120)
            [address] = [at for at, one in client.scheduler_info()["workers"].items() if one["name"] == "poor"]
            with pytest.raises(ClusterError, match=f"{address} has no pult.*pip install 'pult"):
                Cluster(WorkerSpec(LethalTask()), dask_cluster.address)  # type: ignore[arg-type]
            client.retire_workers([address])
    finally:
        poor.kill()
        poor.wait()


def test_a_worker_with_another_version_that_joins_later_does_no_run_and_idle_processes_are_ended(monkeypatch):
    monkeypatch.setattr(node, "IDLE_TIMEOUT", 0.1)
    good = [msgspec.msgpack.encode(jobs(GOOD))]
    with (
        LocalCluster(n_workers=1, threads_per_worker=1, processes=False, dashboard_address="127.0.0.1:0") as cluster,
        Client(cluster, set_as_default=False) as client,
    ):
        plugin = SweepPlugin("early", WorkerSpec(LethalTask()), 60.0)  # type: ignore[arg-type]
        with monkeypatch.context() as newer:
            newer.setattr(pult, "__version__", "9.9")
            other = SweepPlugin("late", WorkerSpec(LethalTask()), 60.0)  # type: ignore[arg-type]
        client.register_plugin(other)
        result = msgspec.msgpack.decode(client.submit(run_batch, "late", *good).result(60), type=BatchResult)
        assert "the sweep was begun by pult 9.9" in result.problem
        assert result.worker
        client.unregister_worker_plugin("late")
        client.register_plugin(plugin)
        while _children():
            time.sleep(0.02)
        result = msgspec.msgpack.decode(client.submit(run_batch, "early", *good).result(60), type=BatchResult)
        assert (len(result.rows), result.problem) == (1, "")
        result = msgspec.msgpack.decode(client.submit(run_batch, "never", *good).result(60), type=BatchResult)
        assert "not prepared" in result.problem


def test_runs_of_a_worker_that_is_closed_with_a_batch_in_hand_are_done_by_another(tmp_path):
    gate = tmp_path / "gate"
    before, after = jobs(*[GOOD] * 12), jobs(*[GOOD] * 12, WAITS, *[GOOD] * 3)[12:]
    spec = WorkerSpec(LethalTask(str(gate)))  # type: ignore[arg-type]
    with (
        LocalCluster(n_workers=1, threads_per_worker=1, processes=False, dashboard_address="127.0.0.1:0") as machines,
        Cluster(spec, machines.scheduler_address) as cluster,
    ):
        found = [row for some in cluster.run(before) for row in some]  # they are short, so batches grow
        closer = threading.Thread(target=_close_a_worker_in_use, args=(machines, gate), daemon=True)
        closer.start()
        found += [row for some in cluster.run(after) for row in some]
        closer.join()
    assert sorted(row.key for row in found) == [job.key for job in [*before, *after]]


def _close_a_worker_in_use(machines: LocalCluster, gate: Path) -> None:
    """Close a worker that has runs in hand, have another started, and let the runs end."""
    scheduler = machines.scheduler
    while not any(worker.processing for worker in list(scheduler.workers.values())):
        time.sleep(0.01)
    machines.scale(2)
    while len(scheduler.workers) < 2:
        time.sleep(0.01)
    [busy, *_] = [worker for worker in list(scheduler.workers.values()) if worker.processing]
    with Client(machines, set_as_default=False) as client:
        client.retire_workers([busy.address], close_workers=True)
    gate.touch()


SHORT = {"distributed.comm.timeouts.connect": "300ms"}


@pytest.fixture
def short_timeouts():
    with dask.config.set(SHORT):
        yield


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"address": "tcp://127.0.0.1:9"}, "no scheduler answers at tcp://127.0.0.1:9"),
        ({"address": "http://127.0.0.1"}, "Write an address such as tcp://"),
        ({"address": "", "scheduler_file": "missing.json"}, "missing.json: there is no such file; `dask scheduler"),
        ({"address": "", "scheduler_file": __file__}, "holds no address of a scheduler"),
    ],
)
def test_a_scheduler_that_cannot_be_reached_is_reported(short_timeouts, options, words):
    with pytest.raises(ClusterError) as told:
        Cluster(WorkerSpec(LethalTask()), **options)
    assert words in str(told.value)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"cluster": "tcp://x:1", "scheduler_file": "f"}, "not by both"),
        ({"cluster": "tcp://x:1", "workers": 2}, "--nthreads N --memory-limit M"),
    ],
)
def test_options_that_contradict_each_other_are_refused(tmp_path, options, words):
    with pytest.raises(UsageError, match=words):
        run_sweep(PLAN, tmp_path / "r.jsonl", **options)
    assert not list(tmp_path.iterdir())


def test_a_missing_extra_is_named(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(UsageError, match=r"pip install 'pult\[cluster\]'"):
        run_sweep(PLAN, tmp_path / "r.jsonl", cluster="tcp://x:1")


@pytest.mark.skipif(shutil.which("openssl") is None, reason="certificates are made with openssl")
def test_certificates_are_those_of_the_configuration_and_a_cluster_without_workers_is_reported(tmp_path):
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
    subprocess.run([*command, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    ends = {f"tls_{end}_{part}": str(path) for end in ("scheduler", "client") for part, path in (("key", key), ("cert", certificate))}
    security = Security(tls_ca_file=str(certificate), require_encryption=True, **ends)
    spec = WorkerSpec(LethalTask())  # type: ignore[arg-type]
    with LocalCluster(
        n_workers=0, processes=False, protocol="tls", host="127.0.0.1", security=security, dashboard_address="127.0.0.1:0"
    ) as cluster:
        address = cluster.scheduler_address
        assert address.startswith("tls://")
        with dask.config.set(SHORT), pytest.raises(ClusterError, match="tls"):
            Cluster(spec, address, patience=0.1)
        left = [client.status for client in gc.get_objects() if isinstance(client, Client)]
        assert set(left) <= {"closed"}, "the garbage collector would close it, while another takes Dask's lock"
        settings = {"ca-file": certificate, "client.key": key, "client.cert": certificate}
        configuration = {f"distributed.comm.tls.{name}": str(path) for name, path in settings.items()}
        with dask.config.set(configuration), pytest.raises(ClusterError, match="has had no worker for 0.1 s"):
            Cluster(spec, address, patience=0.1)


class LethalRuns:
    """A sweep of one run that is done at once and two that wait for a file."""

    def __init__(self, gate: Path) -> None:
        self._gate = gate

    def head(self) -> Head:
        return Head(documents="lethal")

    def task(self) -> Any:
        return LethalTask(str(self._gate))

    def jobs(self) -> list[Job]:
        return jobs(GOOD, WAITS, WAITS)


def test_a_lost_scheduler_leaves_all_rows_and_the_same_command_goes_on(dask_cluster, tmp_path):
    gate, path = tmp_path / "gate", tmp_path / "r.jsonl"
    with pytest.raises(ClusterError, match="scheduler is lost.*the same command continues it"):
        run_jobs(LethalRuns(gate), path, Execution(cluster=dask_cluster.address), progress=lambda *_: dask_cluster.kill_scheduler())
    assert [row.seed for row in read_rows(path)] == [GOOD]
    gate.touch()
    rows = run_jobs(LethalRuns(gate), path, Execution(workers=1))
    assert [row.seed for row in rows] == [GOOD, WAITS, WAITS]
    assert len(list(read_rows(path))) == 3
