"""A sweep on a terminal: its bar, and its end by Ctrl+C, with real processes."""

import os
import signal
import subprocess
import sys
import threading
import time

import pytest

from pult.batch.results.file import read_rows
from pult.cli.sweep_progress import Speed


def test_speed_and_time_left_are_those_since_the_first_run():
    now = [100.0]
    speed = Speed(lambda: now[0])
    assert speed.words(7, 7007) == ""  # done by an earlier command, or in the start
    now[0] += 2.0
    assert speed.words(11, 7007) == "2 runs/s, 58:18 left"
    now[0] += 2.0
    assert speed.words(47, 7007) == "10 runs/s, 11:36 left"
    now[0] += 100.0
    assert speed.words(47, 100_000) == "0.385 runs/s, 72:11:18 left"


@pytest.mark.skipif(sys.platform == "win32", reason="signals and terminals")
def test_ctrl_c_ends_a_sweep_cleanly_and_the_same_command_goes_on(tmp_path):
    import pty

    results = tmp_path / "r.jsonl"
    command = [sys.executable, "-m", "pult", "sweep", "two-link-reach", "--seeds", "0:300", "--workers", "1", "-o", str(results)]
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=theirs, start_new_session=True, env={**os.environ, "COLUMNS": "120", "TERM": "xterm"}
    )
    os.close(theirs)
    shown: list[bytes] = []
    reader = threading.Thread(target=_read, args=(ours, shown))
    reader.start()
    watchdog = threading.Timer(300.0, process.kill)
    watchdog.start()
    while process.poll() is None and (not results.exists() or sum(1 for _ in read_rows(results)) < 3):
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to the workers, too
    process.communicate()
    watchdog.cancel()
    reader.join()
    text = b"".join(shown).decode()
    assert process.returncode == 130
    assert "Traceback" not in text
    assert "runs/s" in text
    assert "none failed" in text
    done = list(read_rows(results))
    assert 3 <= len(done) < 300
    told = " ".join(text.split())
    assert f"interrupted: {len(done)} of 300 runs are kept in" in told
    assert "the same command continues it" in told
    fewer = [*command[:5], "--seeds", f"0:{len(done)}", *command[7:]]
    again = subprocess.run(fewer, check=True, capture_output=True, timeout=300)
    assert f"{len(done)} of {len(done)}".encode() in again.stdout
    assert list(read_rows(results))[: len(done)] == done


def _read(terminal: int, found: list[bytes]) -> None:
    try:
        while some := os.read(terminal, 4096):
            found.append(some)
    except OSError:  # the other end is closed
        pass
    os.close(terminal)


def test_a_message_keeps_its_colons(capfd):
    from pult.cli.console import complain

    complain("write NAME=a:b:n")
    assert "NAME=a:b:n" in capfd.readouterr().err
