"""The file of results: cut lines, other sweeps, two writers, a full disk."""

import subprocess
import sys
import tempfile
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pult.batch.results.file import (
    Head,
    ResultsError,
    ResultsFile,
    Row,
    appending,
    encode_row,
    read_head,
    read_rows,
)

HEAD = Head(documents="abc", sweep={"exercise": "x"}, bundle=b"\0\1")


def row(number: int, **changes: object) -> Row:
    return Row(**{"key": f"{number:016x}", "seed": number, "success": True, "reason": "success", **changes})  # type: ignore[arg-type]


def test_rows_come_back_as_they_were(tmp_path):
    rows = [row(n, values={"a.b": 0.1 * n}, metrics={"time": 1.0 / 3.0}, cause="ü") for n in range(5)]
    with appending(tmp_path / "r.jsonl", HEAD) as file:
        file.append(rows[:3])
    with appending(tmp_path / "r.jsonl", HEAD) as file:
        file.append(rows[3:])
    assert list(read_rows(tmp_path / "r.jsonl")) == rows
    assert read_head(tmp_path / "r.jsonl") == HEAD


@given(st.integers(0, 400))
def test_wherever_a_kill_cuts_the_file_the_rows_before_are_read_and_the_next_is_whole(cut):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "r.jsonl"
        with appending(path, HEAD) as file:
            file.append([row(n) for n in range(3)])
        whole = path.read_bytes()
        head = whole.index(b"\n") + 1
        at = min(head + cut, len(whole))
        path.write_bytes(whole[:at])
        kept = [r for r in (row(n) for n in range(3)) if encode_row(r) in whole[:at]]
        assert list(read_rows(path)) == kept
        with appending(path, HEAD) as file:
            file.append([row(9)])
        assert list(read_rows(path)) == [*kept, row(9)]


def test_a_line_that_is_not_text_is_left_out(tmp_path):
    path = tmp_path / "r.jsonl"
    with appending(path, HEAD) as file:
        file.append([row(1), row(2, cause="stuck")])
    path.write_bytes(path.read_bytes().replace(b"stuck", b"st\xffck"))
    assert list(read_rows(path)) == [row(1)]


def test_a_file_of_another_sweep_is_left_alone(tmp_path):
    path = tmp_path / "r.jsonl"
    with appending(path, HEAD) as file:
        file.append([row(1)])
    before = path.read_bytes()
    with pytest.raises(ResultsError, match="other documents"), appending(path, Head(documents="other")):
        pass
    with pytest.raises(ResultsError, match="pilot b"), appending(path, msgspec.structs.replace(HEAD, pilot="b")):
        pass
    other = tmp_path / "notes.txt"
    other.write_text("my notes")
    with pytest.raises(ResultsError, match="not a file of results"), appending(other, HEAD):
        pass
    assert (path.read_bytes(), other.read_text()) == (before, "my notes")


def test_two_processes_do_not_append_at_a_time(tmp_path):
    path = tmp_path / "r.jsonl"
    code = (
        "import sys; from pathlib import Path; from pult.batch.results.file import *\n"
        f"with appending(Path({str(path)!r}), Head(documents='abc')):\n    print('in', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"in\n"
        with pytest.raises(ResultsError, match="another process"), appending(path, HEAD):
            pass
        other.communicate()
    with appending(path, HEAD) as file:
        file.append([row(1)])
    assert list(read_rows(path)) == [row(1)]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no device that is always full")
def test_a_full_disk_is_told(tmp_path):
    with Path("/dev/full").open("wb", buffering=0) as full, pytest.raises(ResultsError, match="No space left"):
        ResultsFile(Path("r.jsonl"), full).append([row(1)])
