"""Parts of a sweep put together: overlapping, missing, contradicting, made on unlike machines or by different plans."""

from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

from pult.batch.plans.document import SweepDocument
from pult.batch.plans.variation import Values
from pult.batch.results.file import Head, ResultsError, Row, appending, read_head, read_rows, sorted_rows
from pult.batch.results.merging import merge
from pult.batch.sweep import prepare, run_sweep
from pult.cli import app
from pult.core.errors import UsageError

PLAN = SweepDocument(exercise="x", seeds=[0, 1, 2], vary={"a.b": Values(values=[1.0, 2.0])})
HEAD = Head(documents="abc", sweep=msgspec.to_builtins(PLAN), fingerprint={"cpu": "one", "numpy": "2"})


def row(number: int, **changes: object) -> Row:
    return Row(**{"key": f"{number:016x}", "seed": number, "success": True, "reason": "success", **changes})  # type: ignore[arg-type]


def part(path: Path, numbers: range, head: Head = HEAD, **changes: object) -> Path:
    with appending(path, head) as file:
        file.append(row(number, **changes) for number in numbers)
    return path


def merge_command(*words: object) -> tuple[int, str]:
    found = CliRunner().invoke(app, ["sweep", "merge", *map(str, words)])
    return found.exit_code, " ".join(f"{found.output} {found.exception or ''}".split())


def test_overlapping_parts_merge_to_each_run_once_and_missing_runs_are_counted(tmp_path):
    parts = [part(tmp_path / f"{n}.jsonl", range(n, n + 2)) for n in range(4)]
    assert sorted_rows(merge(parts).rows.values()) == sorted_rows(row(n) for n in range(5))
    assert (merge(parts).planned, merge(parts).missing) == (6, 1)
    whole = tmp_path / "whole.jsonl"
    code, words = merge_command(*parts, parts[0], "-o", whole)
    assert (code, len(list(read_rows(whole)))) == (1, 5)
    assert "1 of 6 runs are missing" in words
    code, words = merge_command(part(tmp_path / "4.jsonl", range(4, 6)), "-o", whole)
    assert code == 1
    assert "is there already" in words
    code, words = merge_command(tmp_path / "4.jsonl", whole, "-o", tmp_path / "." / "whole.jsonl")
    assert (code, words) == (0, f"6 runs in {whole}")
    assert sorted_rows(read_rows(whole)) == sorted_rows(row(n) for n in range(6))
    assert read_head(whole) == HEAD


def test_parts_that_contradict_each_other_are_refused_by_name(tmp_path):
    files = [part(tmp_path / "a.jsonl", range(2)), part(tmp_path / "b.jsonl", range(1, 3), hash="different")]
    with pytest.raises(ResultsError, match=r"b\.jsonl: the run 0{15}1 differs from that of .*a\.jsonl"):
        merge(files)


@pytest.mark.parametrize(
    ("change", "words"),
    [({"documents": "abd"}, "other documents"), ({"pilot": "b"}, "pilot b"), ({"function": "m:f"}, "function m:f")],
)
def test_parts_of_another_sweep_are_refused(tmp_path, change, words):
    files = [part(tmp_path / "a.jsonl", range(2))]
    files.append(part(tmp_path / "b.jsonl", range(2, 4), msgspec.structs.replace(HEAD, **change)))
    code, said = merge_command(*files, "-o", tmp_path / "whole.jsonl")
    assert code == 1
    assert words in said
    assert not (tmp_path / "whole.jsonl").exists()


def test_rows_of_unlike_machines_say_in_what_they_differ_from_the_first(tmp_path):
    other = msgspec.structs.replace(HEAD, fingerprint={"cpu": "two", "numpy": "2"})
    files = [
        part(tmp_path / "a.jsonl", range(2)),
        part(tmp_path / "b.jsonl", range(1, 3), other),  # it did the second run, too
        part(tmp_path / "c.jsonl", range(3, 4), other, fingerprint={"cpu": "one", "numpy": "1"}),
    ]
    found = [one.fingerprint for one in sorted(merge(files).rows.values(), key=lambda one: one.key)]
    assert found == [{}, {}, {"cpu": "two"}, {"numpy": "1"}]


def test_parts_of_different_plans_are_merged_without_a_count(tmp_path):
    more = msgspec.structs.replace(HEAD, sweep=HEAD.sweep | {"seeds": [3, 4]})
    files = [part(tmp_path / "a.jsonl", range(3)), part(tmp_path / "b.jsonl", range(3, 5), more)]
    assert (merge(files).planned, len(merge(files).rows)) == (None, 5)
    code, words = merge_command(*files, "-o", tmp_path / "whole.jsonl")
    assert code == 0
    assert "different plans" in words


@pytest.mark.parametrize("text", ["0/2", "3/2", "1/0", "1", "/", "1/2/3", "-1/2", "a/b", "1.0/2"])
def test_a_shard_that_is_none_is_refused(tmp_path, text):
    words = ["sweep", "two-link-reach", "--seeds", "0:2", f"--shard={text}", "-o", str(tmp_path / "r.jsonl")]
    found = CliRunner().invoke(app, words)
    assert found.exit_code == 2
    assert "i from 1 to n" in " ".join(found.output.replace("│", " ").split())
    assert not list(tmp_path.iterdir())


def test_a_shard_without_runs_is_a_file_without_rows(tmp_path):
    plan = prepare(SweepDocument(exercise="two-link-reach", seeds=[1]))
    assert run_sweep(plan, tmp_path / "r.jsonl", shard=(2, 2)) == []
    found = CliRunner().invoke(
        app, ["sweep", "two-link-reach", "--seeds", "1", "--shard", "2/2", "-o", str(tmp_path / "q.jsonl")]
    )
    assert (found.exit_code, found.exception) == (0, None)
    assert (tmp_path / "q.jsonl").exists()
    for shard in ((0, 2), (3, 2), (1, 0)):
        with pytest.raises(UsageError, match="there is no part"):
            run_sweep(plan, tmp_path / "r.jsonl", shard=shard)


def test_a_sweep_that_goes_on_elsewhere_says_so_in_its_rows(tmp_path):
    plan = prepare(SweepDocument(exercise="two-link-reach", seeds=[1]))
    head = plan.head()
    begun = msgspec.structs.replace(head, fingerprint=head.fingerprint | {"python": "CPython 2.7"})
    with appending(tmp_path / "r.jsonl", begun):
        pass
    [done] = run_sweep(plan, tmp_path / "r.jsonl", workers=1)
    assert done.fingerprint == {"python": head.fingerprint["python"]}
