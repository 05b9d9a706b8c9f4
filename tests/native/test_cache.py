"""The disk cache: found again; nothing of others is executed or removed; safe against damage and two processes."""

import json
import os
import stat
import subprocess
import sys
import time
import warnings
from pathlib import Path

import pytest

import pult
from pult.native import cache
from pult.native.cache import Entry
from tests.scheme import lab

CHILD = """
import json, sys
from tests.scheme import lab
import pult
program = pult.compile_scheme(lab.servo(2))
rows = program.run(50, {"wanted": 1.0})
print(json.dumps([program.cached, rows["axis1"].tolist()]))
"""
KEY = "0123456789abcdef" * 2 + "01234567"
posix = pytest.mark.skipif(sys.platform == "win32", reason="no such file modes there")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("PULT_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(cache, "_warned", set())
    return tmp_path / "cache" / cache.SUBFOLDER


def child(folder):
    environment = {**os.environ, "PULT_CACHE_DIR": str(folder.parent)}
    return subprocess.Popen(
        [sys.executable, "-W", "error", "-c", CHILD],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )


def answer(process):
    out, err = process.communicate(timeout=300)
    assert process.returncode == 0, err
    return json.loads(out)


def entries(folder):
    return {path.name for path in folder.iterdir() if path.suffix == ".native"}


def kept(folder, code=b"code"):
    opened = cache.open_cache()
    opened.keep(KEY, Entry({"a": [1]}, code))
    return opened, folder / f"{KEY}.native"


def test_what_is_kept_is_found_again(folder):
    opened, path = kept(folder, bytes(range(256)))
    assert opened.find(KEY) == Entry({"a": [1]}, bytes(range(256)))
    assert opened.has(KEY)
    assert opened.find("f" * 40) is None
    assert path.read_bytes().startswith(cache.MARK)


def test_a_second_process_takes_the_compiled_program_from_disk(folder):
    first, second = answer(child(folder)), answer(child(folder))
    assert (first[0], second[0]) == (False, True)
    assert first[1] == second[1]


def test_two_processes_compiling_at_once_both_succeed_and_leave_whole_entries(folder):
    one, two = child(folder), child(folder)
    assert answer(one)[1] == answer(two)[1]
    assert not [path for path in folder.iterdir() if path.suffix not in (".native", "")]
    assert all(cache.open_cache().find(name.removesuffix(".native")) for name in entries(folder))
    assert answer(child(folder))[0] is True


# --- other people's files ---


def test_nothing_but_entries_is_ever_removed(folder, monkeypatch):
    """The folder that the variable names may be anybody's, a checkout of git for one; so may what lies in ours."""
    outer = folder.parent
    (outer / ".git").mkdir(parents=True)
    (outer / ".git" / "HEAD").write_text("ref: refs/heads/main")
    (outer / f"{KEY}.native").write_bytes(cache.MARK + b"look-alike")
    opened = cache.open_cache()
    looks = [
        folder / ".git", folder / ".hidden", folder / f"{KEY}.py", folder / "notes.native", folder / f"{'0' * 40}.native",
        folder / f".{KEY[:16]}.4711.abcdef01", folder / f"{KEY}.unfinished", folder / f"{'g' * 40}.native",
    ]  # fmt: skip
    for path in looks:
        path.write_bytes(b"mine")
    (folder / f"{'1' * 40}.native").mkdir()
    (folder / f"{'1' * 40}.native" / "inside").write_text("mine")
    (folder / f"{'2' * 40}.native").symlink_to(outer / f"{KEY}.native")
    before = {p: p.lstat().st_mtime for p in outer.rglob("*")}
    old = time.time() - 1e6
    for path in before:
        os.utime(path, (old, old), follow_symlinks=False)
    monkeypatch.setattr(cache, "MAX_BYTES", 0)  # as if all room were used: everything that may go, goes
    opened.keep("a" * 40, Entry({}, b"x"))
    assert set(before) <= set(outer.rglob("*"))
    assert not opened.has("a" * 40)


def test_a_run_in_a_checkout_leaves_the_checkout_alone(tmp_path):
    """What happened once: PULT_CACHE_DIR=. and .git was gone."""
    (tmp_path / ".git" / "objects").mkdir(parents=True)
    (tmp_path / ".git" / "HEAD").write_text("ref: refs/heads/main")
    old = time.time() - 1e6
    os.utime(tmp_path / ".git", (old, old))
    (tmp_path / "gain.scheme.json").write_text(json.dumps(lab.servo(2)))
    code = "import tests.scheme.lab, pult; pult.compile_scheme('gain.scheme.json')"
    environment = {**os.environ, "PULT_CACHE_DIR": ".", "PYTHONPATH": os.pathsep.join([str(Path.cwd()), *sys.path])}
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=environment, check=True, timeout=300)
    assert (tmp_path / ".git" / "HEAD").read_text() == "ref: refs/heads/main"
    assert {path.name for path in tmp_path.iterdir()} == {".git", "gain.scheme.json", cache.SUBFOLDER}


def test_the_oldest_entries_make_room_and_unfinished_ones_go(folder, monkeypatch):
    opened = cache.open_cache()
    for number in range(5):
        opened.keep(f"{number}" * 40, Entry({}, b"x" * 1000))
        os.utime(folder / f"{str(number) * 40}.native", (number, number))
    stale = folder / f"{KEY}.{'0' * 16}.unfinished"
    fresh = folder / f"{KEY}.{'1' * 16}.unfinished"
    for path in (stale, fresh):
        path.write_bytes(b"")
    os.utime(stale, (1, 1))
    monkeypatch.setattr(cache, "MAX_BYTES", 3500)
    opened.keep("9" * 40, Entry({}, b"x" * 1000))
    assert entries(folder) == {f"{c * 40}.native" for c in "349"}
    assert not stale.exists()
    assert fresh.exists()


# --- planted code ---


def planted(folder, data):
    path = folder / f"{KEY}.native"
    path.write_bytes(data)
    return path


def test_an_entry_with_a_wrong_seal_is_not_taken(folder):
    opened, path = kept(folder)
    good = path.read_bytes()
    forged = cache.MARK + bytes(32) + good[len(cache.MARK) + 32 :]
    for data in (forged, good[:-1] + b"X", good[: len(good) // 2], b"", cache.MARK):
        planted(folder, data)
        cache._warned.clear()
        with pytest.warns(cache.CacheWarning, match="is damaged and is rebuilt"):
            assert opened.find(KEY) is None


def test_an_entry_of_another_folder_is_not_taken(folder, tmp_path, monkeypatch):
    """The seal is made with a secret that only this user can read: an entry made elsewhere does not carry it."""
    _, path = kept(folder, b"planted")
    monkeypatch.setenv("PULT_CACHE_DIR", str(tmp_path / "other"))
    other = cache.open_cache()
    (other.folder / path.name).write_bytes(path.read_bytes())
    with pytest.warns(cache.CacheWarning, match="damaged"):
        assert other.find(KEY) is None


@posix
@pytest.mark.parametrize("mode", [0o777, 0o770, 0o702])
def test_a_folder_that_others_can_write_to_is_not_used(folder, mode):
    kept(folder)
    folder.chmod(mode)
    with pytest.warns(cache.CacheWarning, match="others may write to it; remove it, and a new one is made"):
        assert cache.open_cache() is None
    assert stat.S_IMODE(folder.stat().st_mode) == mode  # not made to look right


@posix
def test_an_entry_that_others_can_write_to_is_not_taken_and_left_alone(folder):
    opened, path = kept(folder)
    path.chmod(0o666)
    before = path.read_bytes()
    with pytest.warns(cache.CacheWarning, match="is not used: others may write to it"):
        assert opened.find(KEY) is None
    assert path.read_bytes() == before


@posix
def test_a_secret_that_others_can_read_is_none(folder):
    kept(folder)
    (folder / "secret").chmod(0o644)
    with pytest.warns(cache.CacheWarning, match="others may read the file 'secret'"):
        assert cache.open_cache() is None


@posix
@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root gives files away")
def test_what_belongs_to_another_user_is_not_taken(folder):
    opened, path = kept(folder)
    os.chown(path, 12345, -1)
    with pytest.warns(cache.CacheWarning, match="it belongs to another user"):
        assert opened.find(KEY) is None
    os.chown(folder, 12345, -1)
    with pytest.warns(cache.CacheWarning, match="it belongs to another user"):
        assert cache.open_cache() is None


@posix
@pytest.mark.parametrize("plant", ["link", "pipe", "folder"])
def test_something_else_than_a_file_is_not_taken_and_does_not_hang(folder, tmp_path, plant):
    opened, path = kept(folder)
    moved = tmp_path / "moved"
    path.rename(moved)
    {"link": lambda: path.symlink_to(moved), "pipe": lambda: os.mkfifo(path), "folder": path.mkdir}[plant]()
    with pytest.warns(cache.CacheWarning, match="is not used"):
        assert opened.find(KEY) is None


def test_nothing_in_the_cache_is_a_pickle(folder):
    """Reading an entry never executes anything: it is a mark, a seal, JSON and machine code or bitcode."""
    answer(child(folder))
    for name in entries(folder):
        data = (folder / name).read_bytes()[len(cache.MARK) + 32 :]
        size = int.from_bytes(data[:8], "big")
        json.loads(data[8 : 8 + size])
        assert data[8 + size :][:4] in (b"\x7fELF", b"BC\xc0\xde") or sys.platform != "linux"


def test_a_damaged_cache_is_made_anew(folder):
    expected = answer(child(folder))[1]
    for name in entries(folder):
        path = folder / name
        data = bytearray(path.read_bytes())
        data[len(data) // 2] ^= 0xFF
        path.write_bytes(bytes(data))
    environment = {**os.environ, "PULT_CACHE_DIR": str(folder.parent)}
    done = subprocess.run(
        [sys.executable, "-c", CHILD], env=environment, capture_output=True, text=True, check=True, timeout=300
    )
    assert json.loads(done.stdout) == [False, expected]
    assert "is damaged and is rebuilt" in done.stderr
    assert answer(child(folder)) == [True, expected]


def test_a_lost_secret_makes_entries_anew(folder):
    kept(folder)
    (folder / "secret").write_bytes(b"short")
    again = cache.open_cache()
    assert len((folder / "secret").read_bytes()) == 32
    with pytest.warns(cache.CacheWarning, match="damaged"):
        assert again.find(KEY) is None


# --- without a cache ---


def test_without_a_usable_cache_the_program_still_runs(tmp_path, monkeypatch):
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    monkeypatch.setenv("PULT_CACHE_DIR", str(blocked / "cache"))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", cache.CacheWarning)
        program = pult.compile_scheme(lab.servo(37))  # a number of copies that no other test has compiled
    assert program.native and not program.cached
    assert program.run(3, {"wanted": 1.0})["axis0"].tolist() == [0.0, 0.0, 0.0005]


def test_programs_of_one_text_share_their_functions_but_no_state():
    one, two = pult.compile_scheme(lab.servo(2)), pult.compile_scheme(lab.servo(2))
    assert two.cached
    one.set("axis0.pd.kp", 1.0)
    one.run(20, {"wanted": 1.0})
    assert two.get("axis0.pd.kp") == 20.0
    assert two.time == 0.0
    assert two.run(2, {"wanted": 1.0})["axis0"].tolist() == [0.0, 0.0]


def test_a_changed_block_gets_an_entry_of_its_own():
    from pult.native.functions import fingerprint

    def make(text):
        namespace = {}
        exec(text, namespace)
        return namespace["f"]

    one = fingerprint(make("K = 2.0\ndef f(x):\n    return K * x"))
    assert one == fingerprint(make("K = 2.0\n\n\ndef f(x):\n    return K * x"))  # moved in its file
    assert one != fingerprint(make("K = 3.0\ndef f(x):\n    return K * x"))  # a constant it refers to
    assert one != fingerprint(make("K = 2.0\ndef f(x):\n    return x * K"))
    helper = "from pult import kernel\n@kernel\ndef h(x):\n    return {}\ndef f(x):\n    return h(x)"
    assert fingerprint(make(helper.format("x"))) != fingerprint(make(helper.format("-x")))  # a kernel it calls
