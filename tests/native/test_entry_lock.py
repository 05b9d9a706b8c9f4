"""The lock of an entry: one process at a time, given back whatever happens."""

import os
import subprocess
import sys
import threading

from pult.native import entry_lock
from pult.native.entry_lock import locked

HOLD = """
import sys, time
from pathlib import Path
from pult.native.entry_lock import locked
with locked(Path(sys.argv[1])):
    print("mine", flush=True)
    time.sleep(600)
"""


def test_others_wait_until_it_is_free_and_nothing_is_left(tmp_path):
    path, inside, seen = tmp_path / "entry.lock", [0], []

    def work():
        for _ in range(20):
            with locked(path):
                inside[0] += 1
                seen.append(inside[0])
                inside[0] -= 1

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen == [1] * 80
    assert list(tmp_path.iterdir()) == []


def test_the_lock_of_a_process_that_was_killed_is_free(tmp_path):
    path = tmp_path / "entry.lock"
    process = subprocess.Popen([sys.executable, "-c", HOLD, str(path)], stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "mine\n"
    assert entry_lock._try(path) is None
    process.kill()
    process.wait()
    process.stdout.close()
    handle = entry_lock._try(path)
    assert handle is not None and handle >= 0
    os.close(handle)


def test_where_no_file_can_be_made_it_goes_on_without(tmp_path):
    with locked(tmp_path / "missing" / "entry.lock"):
        pass
    assert list(tmp_path.iterdir()) == []
