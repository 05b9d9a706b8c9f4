"""A process that is killed loses the last second of its record at most."""

import subprocess
import sys
import time
from pathlib import Path

from pult.record import read_record
from tests.record.support import FILES, run, same_bits

CHILD = """
import sys, time
from pult.record import Recorder
from tests.record.support import FILES, HEADER, run, state
rows = run(1000)
recorder = Recorder(sys.argv[1], HEADER, FILES)
began = time.monotonic()
for tick in range(1000):
    if tick % 100 == 0:
        recorder.keyframe(tick, state(tick))
    recorder.frames(tick, rows[tick : tick + 1])
    sys.stdout.write(f"{tick}\\n")
    sys.stdout.flush()
    time.sleep(max(0.0, began + (tick + 1) * 0.01 - time.monotonic()))
"""


def test_kill_9_loses_the_last_second_at_most(tmp_path):
    path = tmp_path / "a.mcap"
    root = Path(__file__).parents[2]
    with subprocess.Popen([sys.executable, "-c", CHILD, path], cwd=root, stdout=subprocess.PIPE, text=True) as child:
        times = {}
        assert child.stdout is not None
        for line in child.stdout:
            times[int(line)] = time.monotonic()
            if int(line) >= 250:
                break
        child.kill()
        killed = time.monotonic()
        for line in child.stdout:
            times[int(line)] = time.monotonic()
    record = read_record(path)
    old = [tick for tick, when in times.items() if when < killed - 1.0]
    assert old
    assert len(record.rows) > max(old), "everything older than a second is there"
    assert same_bits(record.rows, run(1000)[: len(record.rows)])
    assert record.files == FILES
    assert [keyframe.tick for keyframe in record.keyframes][:2] == [0, 100]
    assert not record.complete and "cut off after" in record.problem
