"""Calls of Python functions as runs of a sweep."""

import json
import os
import sys

import msgspec
import pytest

import pult
from pult.batch.function_sweep import prepare_function
from pult.batch.plans.variation import Interval
from pult.batch.results.file import ResultsError, encode_row, read_head, read_rows, sorted_rows
from pult.batch.results.summary import summarise
from pult.batch.tasks.function_task import FunctionRunner, function_path
from pult.batch.workers.starting import THREAD_COUNTS
from pult.core.errors import DocumentError, UsageError
from tests.batch import functions
from tests.batch.functions import GAINS, SEEDS, settling
from tests.cli import terminal


def direct() -> bytes:
    """The rows of all calls in this process, without workers."""
    prepared = prepare_function(settling, seeds=SEEDS, vary={"gain": GAINS})
    runner = FunctionRunner(prepared.function)
    return sorted_rows(runner.run(job) for job in prepared.jobs())


def test_workers_shards_and_a_second_call_give_the_rows_of_direct_calls(tmp_path):
    options = {"seeds": SEEDS, "vary": {"gain": GAINS}}
    rows = pult.sweep_function(settling, tmp_path / "a.jsonl", **options, workers=2)
    assert sorted_rows(rows) == direct()
    before = (tmp_path / "a.jsonl").read_bytes()
    assert pult.sweep_function(settling, tmp_path / "a.jsonl", **options) == rows
    assert (tmp_path / "a.jsonl").read_bytes() == before
    half = pult.sweep_function(
        "tests.batch.functions:settling", tmp_path / "b.jsonl", **options, shard=(2, 2), workers=1
    )
    assert len(half) == 5
    assert all(encode_row(row) in direct() for row in half)


def test_rows_hold_what_the_function_found(tmp_path):
    runs = [({"gain": 0.5}, 7), ({"gain": 2.0}, 7)]
    rows = pult.sweep_function(settling, tmp_path / "r.jsonl", runs=runs, workers=1)
    good, bad = sorted(rows, key=lambda row: row.values["gain"])
    assert good.metrics["last"] == pytest.approx(good.metrics["start"] * 0.5**20)
    assert bad.metrics["last"] == pytest.approx(bad.metrics["start"])  # (1 - 2)^20 = 1
    assert set(good.metrics) == {"last", "start"}  # what is not a number is left out
    assert good.data == {"range": [good.metrics["last"], good.metrics["start"]]}
    assert (good.success, good.reason, good.cause, good.time) == (True, "success", "", 2.0)
    assert (bad.success, bad.reason, bad.cause) == (False, "failed", "not settled")
    assert [cause for cause, _, _ in summarise(rows).failures] == ["not settled"]
    assert read_head(tmp_path / "r.jsonl").title == "function tests.batch.functions:settling"


def test_libraries_of_a_worker_compute_in_one_thread_unless_the_user_says_otherwise(tmp_path, monkeypatch):
    for name in THREAD_COUNTS:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("MKL_NUM_THREADS", "3")
    (row,) = pult.sweep_function(functions.environment, tmp_path / "r.jsonl", seeds=[0], workers=1)
    assert row.data == {**dict.fromkeys(THREAD_COUNTS, "1"), "MKL_NUM_THREADS": "3"}
    assert [name for name in THREAD_COUNTS if name in os.environ] == ["MKL_NUM_THREADS"]


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_worker_that_dies_in_a_call_is_replaced(tmp_path):
    rows = pult.sweep_function(
        functions.fatal_once, tmp_path / "r.jsonl", seeds=range(4), vary={"folder": [str(tmp_path)]}, workers=1
    )
    assert (tmp_path / "killed").exists()
    assert sorted(row.metrics["seed"] for row in rows if row.success) == [0.0, 1.0, 2.0, 3.0]


def test_what_a_function_raises_or_wrongly_returns_fails_that_run_alone(tmp_path):
    rows = pult.sweep_function(functions.failing, tmp_path / "r.jsonl", seeds=[0, 1], workers=1)
    causes = {row.seed: row.cause for row in rows}
    assert causes[0] == "ZeroDivisionError: nothing to divide by"
    assert causes[1] == "TypeError: the function returned list, not pult.Figures or a mapping of numbers."
    assert {row.reason for row in rows} == {"error"}


def test_results_of_another_revision_are_refused(tmp_path):
    path = tmp_path / "r.jsonl"
    prepared = prepare_function(functions.numbers, seeds=[3], revision="a")
    path.write_bytes(msgspec.json.encode(prepared.head()) + b"\n")
    kept = path.read_bytes()
    with pytest.raises(ResultsError, match="other documents"):
        pult.sweep_function(functions.numbers, path, seeds=[3], revision="b", workers=1)
    assert path.read_bytes() == kept


@pytest.mark.parametrize(
    ("function", "options", "words"),
    [
        ("tests.batch.functions", {}, "is not an import path"),
        ("os:system('x')", {}, "is not an import path"),
        ("tests.batch.nowhere:f", {}, "cannot be imported: ModuleNotFoundError"),
        ("tests.batch.functions:setling", {}, "has no function 'setling'. Did you mean 'settling'?"),
        ("tests.batch.functions:settling", {"vary": {"gian": [1]}}, "takes no argument 'gian'. Did you mean 'gain'?"),
        ("tests.batch.functions:settling", {}, "needs a value for 'gain'"),
        (settling, {"vary": {"gain": Interval(low=1, high=2, count=2, unit="deg")}}, "give numbers without 'deg'"),
        (lambda *, seed: {}, {}, "at the top level of a module"),
    ],
)
def test_what_cannot_be_called_is_said_before_the_first_run(tmp_path, function, options, words):
    with pytest.raises(UsageError) as found:
        pult.sweep_function(function, tmp_path / "r.jsonl", seeds=[1], **options)
    assert words in str(found.value)
    assert not (tmp_path / "r.jsonl").exists()


def test_seeds_are_needed_as_for_attempts():
    with pytest.raises(DocumentError, match="either seeds"):
        prepare_function(functions.numbers)
    with pytest.raises(UsageError, match="either runs"):
        prepare_function(functions.numbers, seeds=[1], runs=[({}, 1)])
    assert function_path(settling) == "tests.batch.functions:settling"


def test_a_results_file_imports_nothing_and_a_replay_has_to_name_the_function(tmp_path, monkeypatch):
    """`show` and `merge` read a file whose module leaves a mark when it is imported; only a named replay may."""
    module = (
        "from pathlib import Path\nPath('imported').touch()\ndef trial(*, seed): return {'square': float(seed**2)}\n"
    )
    (tmp_path / "marking_module.py").write_text(module, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    prepared = prepare_function(functions.numbers, seeds=[3])
    [job] = prepared.jobs()
    row = FunctionRunner(prepared.function).run(job)
    head = msgspec.structs.replace(prepared.head(), function="marking_module:trial")
    (tmp_path / "r.jsonl").write_bytes(msgspec.json.encode(head) + b"\n" + encode_row(row) + b"\n")
    shown = terminal.pult("sweep", "show", "r.jsonl", "--json")
    assert json.loads(shown.stdout)["success"]["hits"] == 1
    terminal.pult("sweep", "merge", "r.jsonl", "-o", "all.jsonl")
    assert [one.key for one in read_rows(tmp_path / "all.jsonl")] == [row.key]
    for other in ([], ["--function", "os:getcwd"]):
        refused = terminal.pult("sweep", "replay", "r.jsonl", row.key, *other, code=1)
        assert "--function marking_module:trial" in " ".join(refused.stderr.split())
    assert not (tmp_path / "imported").exists()
    again = terminal.pult("sweep", "replay", "r.jsonl", row.key[:6], "--function", "marking_module:trial")
    assert "the same to the last bit" in again.stdout
    assert (tmp_path / "imported").exists()
    sys.modules.pop("marking_module")
