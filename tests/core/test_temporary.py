"""Temporary folders that are left over are removed; whatever only looks like one is not."""

import os
import stat
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from pult.core.temporary import GRACE_PERIOD, MARK, TemporaryFolder, remove_stale, temporary_folder

MAKER = """
import sys, time
from pathlib import Path
from pult.core.temporary import TemporaryFolder
made = TemporaryFolder("test", Path(sys.argv[1]))
(made.path / "secret").write_text("x")
print(made.path, flush=True)
time.sleep(600)
"""


def age(folder: Path) -> None:
    """Make a folder look as if it had been made long ago."""
    past = time.time() - 10 * GRACE_PERIOD
    os.utime(folder / MARK, (past, past))


def test_a_folder_is_private_and_goes_with_its_content(tmp_path: Path) -> None:
    with temporary_folder("test", tmp_path) as folder:
        (folder / "deep").mkdir()
        (folder / "deep" / "file").write_text("x")
        if os.name == "posix":
            assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert list(tmp_path.iterdir()) == []


def test_removing_it_from_several_threads_does_no_harm(tmp_path: Path) -> None:
    for _ in range(20):
        folder = TemporaryFolder("test", tmp_path)
        threads = [threading.Thread(target=folder.remove) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_left_alone_while_its_process_lives_and_removed_when_it_was_killed(tmp_path: Path) -> None:
    process = subprocess.Popen([sys.executable, "-c", MAKER, str(tmp_path)], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        folder = Path(process.stdout.readline().strip())
        age(folder)
        assert remove_stale(tmp_path) == [] and (folder / "secret").exists()
    finally:
        process.kill()
        process.communicate()
    assert remove_stale(tmp_path) == [folder]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name != "posix", reason="makes links, and looks at modes")
def test_nothing_that_only_looks_like_one_is_touched(tmp_path: Path) -> None:
    def look_alike(name: str, mark: bool = True, mode: int = 0o700) -> Path:
        folder = tmp_path / name
        folder.mkdir()
        (folder / "precious").write_text("x")
        if mark:
            (folder / MARK).write_text("")
            age(folder)
        folder.chmod(mode)
        return folder

    elsewhere = look_alike("elsewhere")
    spared = [
        elsewhere, look_alike("pult-import-abcdefgh", mark=False), look_alike("pult-test-cache-abcdefgh"),
        look_alike("pult-import-ABCDEFGH"), look_alike("pult-import-abcdefg"), look_alike("pult-import-abcdefghi"),
        look_alike("my-pult-import-abcdefgh"), look_alike("pult-import-abcdefgh.bak"), look_alike(".git"),
        look_alike("pult-open-aaaaaaaa", mode=0o755), look_alike("pult-open-bbbbbbbb", mode=0o770),
    ]  # fmt: skip
    young = look_alike("pult-open-cccccccc")
    (young / MARK).touch()
    linked = look_alike("pult-open-dddddddd", mark=False)
    (linked / MARK).symlink_to(elsewhere / MARK)
    piped = look_alike("pult-open-eeeeeeee", mark=False)
    os.mkfifo(piped / MARK)
    (tmp_path / "pult-open-ffffffff").symlink_to(elsewhere)
    (tmp_path / "pult-open-gggggggg").write_text("a file")
    left = look_alike("pult-open-hhhhhhhh")
    (left / "link").symlink_to(elsewhere)
    assert remove_stale(tmp_path) == [left] and not left.exists()
    for folder in (*spared, young, linked, piped):
        assert (folder / "precious").read_text() == "x", folder
    assert (tmp_path / "pult-open-ffffffff").is_symlink() and (tmp_path / "pult-open-gggggggg").exists()


@pytest.mark.skipif(os.name != "posix" or not hasattr(os, "geteuid") or os.geteuid() != 0, reason="needs another user")
def test_what_belongs_to_somebody_else_is_not_touched(tmp_path: Path) -> None:
    folder = tmp_path / "pult-open-abcdefgh"
    folder.mkdir(mode=0o700)
    (folder / MARK).write_text("")
    age(folder)
    os.chown(folder, 12345, 12345)
    assert remove_stale(tmp_path) == [] and folder.exists()


def test_a_folder_that_is_not_there_has_nothing_left_over(tmp_path: Path) -> None:
    assert remove_stale(tmp_path / "none") == []
