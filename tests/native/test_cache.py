"""The disk cache: found again, safe against damage and against two processes at once."""

import json
import os
import stat
import subprocess
import sys

import pytest

import pult
from pult.native import cache
from tests.scheme import lab

CHILD = """
import json, sys
from tests.scheme import lab
import pult
program = pult.compile_scheme(lab.servo(2))
rows = program.run(50, {"wanted": 1.0})
print(json.dumps([program.cached, rows["axis1"].tolist()]))
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("PULT_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache"


def child(folder):
    environment = {**os.environ, "PULT_CACHE_DIR": str(folder)}
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
    return [path for path in folder.iterdir() if not path.name.startswith(".")]


def test_a_second_process_takes_the_compiled_program_from_disk(folder):
    first, second = answer(child(folder)), answer(child(folder))
    assert (first[0], second[0]) == (False, True)
    assert first[1] == second[1]
    assert len(entries(folder)) == 1


def test_two_processes_compiling_at_once_both_succeed_and_leave_one_whole_entry(folder):
    one, two = child(folder), child(folder)
    assert answer(one)[1] == answer(two)[1]
    assert len(entries(folder)) == 1
    assert [p for p in folder.iterdir() if p.name.startswith(".")] == []
    assert answer(child(folder))[0] is True


def damage_truncate(path):
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def damage_flip(path):
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 0xFF
    path.write_bytes(bytes(data))


def damage_empty(path):
    path.write_bytes(b"")


def damage_remove(path):
    path.unlink()


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """One compiled entry, to be copied and damaged."""
    folder = tmp_path_factory.mktemp("made") / "cache"
    before = os.environ["PULT_CACHE_DIR"]
    os.environ["PULT_CACHE_DIR"] = str(folder)
    program = pult.compile_scheme(lab.servo(41))
    os.environ["PULT_CACHE_DIR"] = before
    return folder, program.key


@pytest.mark.parametrize("damage", [damage_truncate, damage_flip, damage_empty, damage_remove])
@pytest.mark.parametrize("which", ["*.nbi", "*.nbc", "program.py", "manifest.json"])
def test_a_damaged_entry_is_never_loaded(made, tmp_path, damage, which):
    import shutil

    folder, key = made
    copy = tmp_path / "cache"
    shutil.copytree(folder, copy)
    assert cache.find(copy, key) is not None
    damage(next((copy / key).rglob(which)))
    assert cache.find(copy, key) is None
    assert not (copy / key).exists()


def test_after_damage_the_program_is_compiled_anew(folder):
    expected = answer(child(folder))[1]
    damage_flip(next(entries(folder)[0].rglob("*.nbc")))
    assert answer(child(folder)) == [False, expected]
    assert answer(child(folder)) == [True, expected]


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


@pytest.mark.skipif(sys.platform == "win32", reason="no such file modes there")
def test_the_cache_is_private_to_its_user(folder):
    folder.mkdir(mode=0o777)
    folder.chmod(0o777)
    assert cache.open_cache() == folder
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_without_a_usable_cache_the_program_still_runs(tmp_path, monkeypatch):
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    monkeypatch.setenv("PULT_CACHE_DIR", str(blocked / "cache"))
    program = pult.compile_scheme(lab.servo(37))  # a number of copies that no other test has compiled
    assert program.native and not program.cached
    assert program.run(3, {"wanted": 1.0})["axis0"].tolist() == [0.0, 0.0, 0.0005]


def test_old_entries_make_room(tmp_path, monkeypatch):
    monkeypatch.setattr(cache, "MOST_ENTRIES", 3)
    keys = []
    for number in range(5):
        workplace = cache.begin(tmp_path, f"key{number}", "text")
        entry = cache.publish(tmp_path, f"key{number}", workplace)
        os.utime(entry / cache.MANIFEST, (number, number))
        keys.append(entry.name)
    left = cache.begin(tmp_path, "last", "text")
    cache.publish(tmp_path, "last", left)
    assert {p.name for p in tmp_path.iterdir()} == {"key3", "key4", "last"}


def test_programs_of_one_text_share_their_functions_but_no_state():
    one, two = pult.compile_scheme(lab.servo(2)), pult.compile_scheme(lab.servo(2))
    assert two.cached
    one.set("axis0.pd.kp", 1.0)
    one.run(20, {"wanted": 1.0})
    assert two.get("axis0.pd.kp") == 20.0
    assert two.time == 0.0
    assert two.run(2, {"wanted": 1.0})["axis0"].tolist() == [0.0, 0.0]
