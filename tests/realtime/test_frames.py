"""Frames in shared memory: never torn, never removed by a reader."""

import subprocess
import sys
import time

import numpy as np
import pytest

from pult.core.errors import UsageError
from pult.realtime import memory
from pult.realtime.frames import STATES, FrameReader, FrameWriter, Status
from tests.realtime.support import SOON, wait_for

SIZE = 2000

HAMMER = """
import sys, time
import numpy as np
from pult.realtime.frames import FrameWriter, Status
writer = FrameWriter(sys.argv[1], int(sys.argv[2]))
row = np.empty(int(sys.argv[2]))
end = time.monotonic() + 60
tick = 0
while time.monotonic() < end:
    tick += 1
    row[:] = tick
    writer.write(tick, tick * 0.01, row, Status(overruns=tick))
    if tick == 1:
        print("go", flush=True)
"""

LOOK = """
import sys
from pult.realtime.frames import FrameReader
reader = FrameReader(sys.argv[1])
print(reader.read().tick, reader.size)
"""


@pytest.fixture
def writer():
    made = FrameWriter(memory.new_name(), 5)
    yield made
    made.close()


def test_a_frame_comes_back_bit_for_bit_and_once(writer):
    reader = FrameReader(writer.name)
    assert reader.newest() is None and reader.read() is None
    row = np.array([-0.0, np.nan, np.inf, 5e-324, 1 / 3])
    status = Status("halted", 0.5, True, False, 3, 0.25, 1.5, 0.01, 0.02)
    writer.write(7, 0.07, row, status)
    frame = reader.read()
    assert (frame.tick, frame.time, frame.status) == (7, 0.07, status)
    np.testing.assert_array_equal(frame.row.view(np.uint64), row.view(np.uint64))
    assert reader.read() is None
    assert reader.newest().tick == 7
    writer.write(8, 0.08, row, status)
    assert FrameReader(writer.name).read().tick == reader.read().tick == 8


@pytest.mark.parametrize("state", STATES)
def test_every_state_can_be_published(writer, state):
    writer.write(1, 0.01, np.zeros(5), Status(state))
    assert FrameReader(writer.name).read().status.state == state


def test_of_many_frames_the_newest_is_read(writer):
    reader = FrameReader(writer.name)
    for tick in range(10):
        writer.write(tick, 0.0, np.full(5, tick), Status())
    assert reader.read().tick == 9


@pytest.mark.parametrize("place", [64 + k for k in (0, 9, 17, 33, 40, 110, 144)])
def test_a_frame_with_a_wrong_byte_is_not_taken(writer, place):
    for _ in range(3):
        writer.write(1, 0.01, np.ones(5), Status())  # the third lies in the first slot
    reader = FrameReader(writer.name)
    writer._data[place] ^= 1
    assert reader.read() is None
    writer._data[place] ^= 1
    assert reader.read() is not None


def test_a_row_of_another_size_is_refused(writer):
    with pytest.raises(UsageError, match="has 5 numbers, not 6"):
        writer.write(1, 0.01, np.zeros(6), Status())


def test_the_age_grows_until_the_writer_shows_that_it_is_alive(writer):
    reader = FrameReader(writer.name)
    assert wait_for(lambda: reader.age > 0.05)
    before = reader.age
    writer.beat()
    assert reader.age < before


def test_shared_memory_that_is_not_there_is_said_so():
    with pytest.raises(UsageError, match="there is no shared memory 'pult-none'"):
        FrameReader("pult-none")


def test_shared_memory_of_others_is_refused():
    other = memory.create(memory.new_name(), 4096)
    try:
        with pytest.raises(UsageError, match="holds no frames"):
            FrameReader(other.name)
    finally:
        other.close()
        other.unlink()


def test_a_reader_in_another_process_leaves_the_memory_where_it_is(writer):
    writer.write(3, 0.03, np.zeros(5), Status())
    command = [sys.executable, "-c", LOOK, writer.name]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.stdout.split(), done.stderr, done.returncode) == (["3", "5"], "", 0)
    assert FrameReader(writer.name).read().tick == 3


def test_no_frame_is_ever_torn():
    name = memory.new_name()
    process = subprocess.Popen([sys.executable, "-c", HAMMER, name, str(SIZE)], stdout=subprocess.PIPE)
    try:
        assert process.stdout.readline() == b"go\n"
        readers = [FrameReader(name) for _ in range(3)]
        count, last = 0, 0
        end = time.monotonic() + 1.0
        while time.monotonic() < end:
            for reader in readers:
                frame = reader.read()
                if frame is None:
                    continue
                assert frame.tick >= last
                assert (frame.row == frame.tick).all()
                assert frame.status.overruns == frame.tick and frame.time == frame.tick * 0.01
                count, last = count + 1, frame.tick
        assert count > 10
    finally:
        process.kill()
        process.wait(SOON)
        process.stdout.close()
    memory.remove(name)
    with pytest.raises(UsageError):
        FrameReader(name)
