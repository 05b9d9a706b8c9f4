"""Streams of live sessions: a program sends over its own WebSocket, good data moves the robot and bad data does not."""

import json
import math
import threading
import time
from contextlib import contextmanager

import numpy as np
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from pult.cli.stream import Studio, find_studio, send
from pult.core.errors import UsageError
from pult.record import read_record
from pult.record.replay import replay
from tests.cli.terminal import pult_process
from tests.realtime.support import wait_for
from tests.server.live_support import LINK, SOON, Live
from tests.sim.stream_lab import write_two_link

SIGNALS = ["stream.master", "stream.master_fresh", "sensor.angles"]
HOME = [0.6, -1.2]


@pytest.fixture(scope="module")
def live(tmp_path_factory):
    """A studio with an exercise in which the arm follows a master; the timeout is long, for machines are busy."""
    made = Live(tmp_path_factory.mktemp("project"))
    write_two_link(made.folder, hold=50.0, link_timeout=LINK)
    yield made
    made.close()


@pytest.fixture(scope="module")
def number(live):
    return live.start(exercise="copy", seed=1)


@pytest.fixture
def page(live, number):
    """A page that operates the session, which runs from its start."""
    found = live.page(number)
    found.take("ann", force=True)
    for request in ("pause", "reset", "arm", "start"):
        assert found.ask(request)["ok"]
    found.arm()
    found.watch(SIGNALS)
    found.wait_frame(lambda f: len(f.rows) > 0 and f.rows.shape[1] == 5)
    yield found
    found.ask("pause")
    live.close_pages()


@contextmanager
def sender(live, number, name="master"):
    """A program that sends; the first message is what the stream takes."""
    address = f"ws://127.0.0.1:{live.settings.port}/ws/sessions/{number}/streams/{name}"
    with connect(address, additional_headers=live.headers) as line:
        yield line


def say(line, t, values):
    line.send(json.dumps({"time": t, "values": values}))


def refused(line):
    return json.loads(line.recv(timeout=SOON))


def newest(page):
    """Master, whether data comes, angles, of the newest frame."""
    row = page.wait_frame(lambda f: len(f.rows) > 0).rows[-1]
    return row[:2].tolist(), bool(row[2]), row[3:]


def wait_value(page, values):
    page.wait_frame(lambda f: len(f.rows) > 0 and np.allclose(f.rows[-1, :2], values, atol=1e-6))


def test_a_program_is_told_what_the_stream_takes_and_moves_the_robot(live, number, page):
    with sender(live, number) as line:
        declared = json.loads(line.recv(timeout=SOON))
        assert (declared["type"], declared["session"], declared["name"]) == ("stream", number, "master")
        assert declared["stream"]["labels"] == ["shoulder", "elbow"] and declared["stream"]["unit"] == "rad"
        begin = time.monotonic()
        while (t := time.monotonic() - begin) < 1.5:
            share = min(t, 1.0)
            say(line, t, [HOME[0] + 0.4 * share, HOME[1] + 0.3 * share])
            time.sleep(0.02)
        _, fresh, angles = newest(page)
        assert fresh
        assert angles == pytest.approx([1.0, -0.9], abs=0.05)  # a PD controller under gravity


def test_without_data_the_session_says_lost_and_the_robot_stands_where_it_was(live, number, page):
    with sender(live, number) as line:
        line.recv(timeout=SOON)
        say(line, 0.0, HOME)
        page.wait_frame(lambda f: len(f.rows) > 0 and f.rows[-1, 2] == 1.0)
        page.wait_frame(lambda f: len(f.rows) > 0 and f.rows[-1, 2] == 0.0)
        page.wait_message("event", kind="stream-lost", text="master: no data for 0.5 s")
    assert newest(page)[0] == pytest.approx(HOME)


@pytest.mark.parametrize(
    ("message", "text"),
    [
        ('{"time": 0.1, "values": [NaN, 0]}', "with finite numbers"),
        ('{"time": 0.1, "values": [null, 0]}', "with finite numbers"),
        ('{"time": 0.1, "values": [1e999, 0]}', "with finite numbers"),
        ('{"time": 0.1, "values": [0.6]}', "a sample has 2 numbers, not 1"),
        ('{"time": 0.1, "values": [2.6, -1.2]}', "too fast: shoulder changes by 2 rad in 0.1 s"),
        ('{"time": -0.1, "values": [0.6, -1.2]}', "time goes back"),
        ('{"t": 0.1, "values": [0.6, -1.2]}', "this is not"),
        ("what?", "this is not"),
        (b"\x00\x01", "a sample is JSON text of 64 KiB at most"),
    ],
)
def test_bad_data_is_refused_with_a_reason_and_never_reaches_the_robot(live, number, page, message, text):
    with sender(live, number) as line:
        line.recv(timeout=SOON)
        say(line, 0.0, HOME)
        wait_value(page, HOME)
        line.send(message)
        assert text in refused(line)["error"]
        assert newest(page)[0] == pytest.approx(HOME)
        say(line, 0.2, [0.61, -1.2])  # and the connection lives
        wait_value(page, [0.61, -1.2])


def test_reordered_and_doubled_data_are_refused_one_by_one(live, number, page):
    with sender(live, number) as line:
        line.recv(timeout=SOON)
        for t in (0.00, 0.02, 0.01, 0.03, 0.03):
            say(line, t, [HOME[0] + t, HOME[1]])
        found = [refused(line) for _ in range(2)]
        assert [(message["type"], message["time"]) for message in found] == [("refused", 0.01), ("refused", 0.03)]
        wait_value(page, [HOME[0] + 0.03, HOME[1]])


def test_only_one_program_sends_a_stream_at_a_time_and_another_may_follow(live, number, page):
    with sender(live, number) as line:
        line.recv(timeout=SOON)
        with sender(live, number) as other, pytest.raises(ConnectionClosed) as closed:
            other.recv(timeout=SOON)
        assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (4409, "another program sends master already")
    wait_for(lambda: not live.session(number).senders)
    with sender(live, number) as line:
        assert json.loads(line.recv(timeout=SOON))["name"] == "master"


@pytest.mark.parametrize(("session", "name", "text"), [("", "mister", "Did you mean 'master'"), ("99", "master", "")])
def test_a_stream_or_session_that_is_not_there_is_told(live, number, session, name, text):
    with sender(live, session or number, name) as line, pytest.raises(ConnectionClosed) as closed:
        line.recv(timeout=SOON)
    assert closed.value.rcvd.code == 4404
    assert text in closed.value.rcvd.reason


def test_whoever_has_no_secret_cannot_send(live, number):
    address = f"ws://127.0.0.1:{live.settings.port}/ws/sessions/{number}/streams/master"
    with pytest.raises(Exception, match="403|1008"), connect(address) as line:
        line.recv(timeout=SOON)


def test_while_time_stands_still_no_data_is_taken(live, number, page):
    assert page.ask("pause")["ok"]
    with sender(live, number) as line:
        line.recv(timeout=SOON)
        say(line, 0.0, HOME)
        assert "the session is ready; data of streams is taken while it runs" in refused(line)["error"]


# --- the example sender --------------------------------------------------------------------------------------------


def motion_file(folder, seconds=1.5):
    times = np.arange(0.0, seconds, 0.04)
    rows = [f"{t:.2f},{math.degrees(HOME[0] + 0.3 * math.sin(2 * t)):.4f},{math.degrees(HOME[1]):.4f}" for t in times]
    path = folder / "motion.csv"
    path.write_text("\n".join(["t,shoulder [deg],elbow [deg]", *rows]) + "\n")
    return path


def test_the_sender_plays_a_file_in_time_and_the_record_runs_again_bit_for_bit(live, number, page, tmp_path):
    key = live.folder / ".studio.json"
    key.write_text(json.dumps({"address": live.settings.address, "bearer": live.settings.bearer}))
    done = pult_process("stream", str(motion_file(tmp_path)), "--session", number, "--project", str(live.folder))
    assert "to master of session" in done.stdout and "38 samples" not in done.stdout
    assert ", 0 refused" in done.stdout, done.stdout + done.stderr
    record = live.folder / "records" / page.account["record"]
    page.ask("pause")
    page.ask("reset")  # ends the attempt, so that its record is whole
    assert wait_for(lambda: record.is_file() and read_record(record).complete, SOON)
    found = read_record(record)
    feeds = [item.command for item in found.commands if item.command["do"] == "feed"]
    assert len(feeds) > 100
    values = np.array([one["values"] for one in feeds])
    stamps = np.array([one["time"] for one in feeds])
    # the file has 25 samples a second: between them lies a line, off the sine by at most h^2/8 of its curvature
    assert values[:, 0] == pytest.approx(HOME[0] + 0.3 * np.sin(2 * stamps), abs=0.3 * 4 * 0.04**2 / 8 + 1e-5)
    again = replay(found)
    assert again.same and again.problem == "", again
    angles = found.signal("sensor.angles")[:, 0]
    assert np.ptp(angles) > 0.2, "the robot has moved"


def test_the_sender_says_what_is_wrong(live, number, page, tmp_path):
    studio = Studio(live.settings.address, live.settings.bearer)
    with pytest.raises(UsageError, match="no stream 'mister'"):
        send(studio, number, "mister", str(motion_file(tmp_path)))
    (tmp_path / "bad.csv").write_text("t,a\n0,1\n")
    with pytest.raises(UsageError, match="master has 2 numbers"):
        send(studio, number, "master", str(tmp_path / "bad.csv"))
    with pytest.raises(UsageError, match="no studio runs on the project folder"):
        find_studio(tmp_path)
    (tmp_path / "fast.csv").write_text("t,shoulder,elbow\n0,0.6,-1.2\n0.02,0.6,-1.2\n0.04,2.6,-1.2\n0.06,0.6,-1.2\n")
    sent, wrong = send(studio, number, "master", str(tmp_path / "fast.csv"))
    assert sent == 7 and sum(wrong.values()) >= 1
    assert all("too fast" in kind for kind in wrong)


def test_two_senders_of_files_do_not_mix(live, number, page, tmp_path):
    studio = Studio(live.settings.address, live.settings.bearer)
    file = str(motion_file(tmp_path, 3.0))
    thread = threading.Thread(target=send, args=(studio, number, "master", file))
    thread.start()
    try:
        wait_for(lambda: live.session(number).senders)
        with pytest.raises(UsageError, match="another program sends master already"):
            send(studio, number, "master", file)
    finally:
        thread.join(SOON)
