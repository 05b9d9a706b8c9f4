"""Recorded motions: listed for the streams of a session, and played into it on its own clock."""

import asyncio
import math
import os
from pathlib import Path

import httpx
import numpy as np
import pytest

from pult.record.motion_file import read_motion
from pult.server.live.playing import start_playing, stop_playing
from pult.server.live.streams import declared_streams
from pult.server.workers.pool import Workers
from tests.realtime.support import wait_for
from tests.server.live_support import LINK, SOON, Live
from tests.sim.stream_lab import write_two_link

HOME = [0.6, -1.2]
SECONDS = 1.2
SIGNALS = ["stream.master", "stream.master_fresh"]


@pytest.fixture(scope="module")
def live(tmp_path_factory):
    made = Live(tmp_path_factory.mktemp("project"))
    write_two_link(made.folder, hold=50.0, link_timeout=LINK)
    folder = made.folder / "motions"
    folder.mkdir()
    times = np.arange(0.0, SECONDS + 1e-9, 0.02)
    rows = [f"{t:.2f},{math.degrees(shoulder(t)):.6f},{math.degrees(HOME[1]):.6f}" for t in times]
    (folder / "nod.csv").write_text("\n".join(["t,shoulder [deg],elbow [deg]", *rows]) + "\n")
    (folder / "jerk.csv").write_text("t,shoulder,elbow\n0,0.6,-1.2\n0.1,2.8,-1.2\n0.2,0.6,-1.2\n")
    jump = [f"{t:.2f},{0.6 if t < 0.05 else 1.6},-1.2" for t in np.arange(0.0, 2.0, 0.01)]
    (folder / "jump.csv").write_text("\n".join(["t,shoulder,elbow", *jump]) + "\n")
    (folder / "other.csv").write_text("t,a\n0,1\n")
    (folder / "no name.csv").write_text("t,a,b\n0,1,1\n")
    yield made
    made.close()


def shoulder(t):
    """Where the master's shoulder is [rad]."""
    return HOME[0] + 0.3 * t


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
    found.wait_frame(lambda f: len(f.rows) > 0 and f.rows.shape[1] == 3)
    yield found
    found.ask("speed", factor=1.0)
    found.ask("pause")
    live.close_pages()
    assert wait_for(lambda: not live.session(number).senders), "the player has not let go of the stream"


def play(live, number, motion="nod", stream="master"):
    return live.post(f"/api/sessions/{number}/playing", motion=motion, stream=stream)


def playing(message):
    return message["type"] == "playing" and not message["over"]


def test_motions_are_listed_that_fit_a_stream_and_own_ones_that_do_not_say_why(live, number):
    found = {one["name"]: one for one in live.get(f"/api/sessions/{number}/motions")}
    # those that are shipped are for arms of seven joints; names that none may have are passed over
    assert set(found) == {"nod", "jerk", "jump", "other"}
    assert (found["nod"]["stream"], found["nod"]["own"]) == ("master", True)
    assert found["nod"]["duration"] == pytest.approx(SECONDS)
    assert found["other"]["stream"] == "" and "master has 2 numbers, the file 1" in found["other"]["problem"]


@pytest.mark.parametrize("speed", [1.0, 0.5])
def test_a_motion_is_played_on_the_clock_of_the_session_and_told_to_pages(live, number, page, speed):
    assert page.ask("speed", factor=speed)["ok"]
    since = len(page.messages)
    assert play(live, number)["duration"] == pytest.approx(SECONDS)
    page.wait_message("playing", since=since, motion="nod", over=False)
    begin = page.wait_frame(lambda f: len(f.rows) > 0 and f.rows[-1, 2] == 1.0)
    over = page.wait_message("playing", since=since, motion="nod", over=True)
    assert over["time"] == pytest.approx(SECONDS, abs=0.03) and over["problem"] == ""
    page.wait_frame(lambda f: len(f.rows) > 0 and f.rows[-1, 2] == 0.0)
    # the stream is lost half a second after the last sample, in session's time; that frame may be seen late
    alive = [(t, row[2]) for f in page.frames if f.rows.shape[1] == 3 for t, row in zip(f.times, f.rows, strict=True)]
    lost = min(time for time, flag in alive if time > begin.time and flag == 0.0)
    assert lost - begin.time == pytest.approx(SECONDS + 0.5, abs=0.3)
    frames = [f for f in page.frames if begin.time <= f.time <= begin.time + SECONDS and f.rows.shape[1] == 3]
    rows = np.concatenate([np.column_stack([f.times, f.rows[:, 0]]) for f in frames if len(f.rows)])
    rows = rows[(rows[:, 1] > HOME[0]) & (rows[:, 1] < shoulder(SECONDS) - 0.01)]
    slope = np.polyfit(rows[:, 0], rows[:, 1], 1)[0]
    assert slope == pytest.approx(0.3, rel=0.05), "the master moves as fast as it was recorded"


def test_while_the_session_stands_still_so_does_the_motion(live, number, page):
    since = len(page.messages)
    play(live, number)
    page.wait(lambda: any(m["type"] == "playing" and m["time"] > 0.2 for m in page.messages[since:]))
    assert page.ask("pause")["ok"]
    page.wait_state("ready")
    assert live.session(number).playing is not None
    assert page.ask("start")["ok"]
    over = page.wait_message("playing", since=since, over=True)
    assert over["time"] == pytest.approx(SECONDS, abs=0.03) and over["problem"] == ""
    # a pause is no loss: the stream was heard without a break
    assert page.heard("event", since, kind="stream-refused") is None


def test_it_can_be_stopped_and_ends_when_the_session_goes_back(live, number, page):
    play(live, number)
    assert live.http.delete(f"/api/sessions/{number}/playing").status_code == 204
    page.wait_message("playing", over=True)
    assert live.session(number).playing is None and not live.session(number).senders
    since = len(page.messages)
    play(live, number)
    page.wait(lambda: any(m["type"] == "playing" and m["time"] > 0.2 for m in page.messages[since:]))
    page.ask("pause")
    page.ask("reset")
    assert page.wait_message("playing", since=since, over=True)["time"] < SECONDS


def test_what_the_stream_refuses_is_told_once(live, number, page):
    since = len(page.messages)
    play(live, number, "jerk")
    page.wait_message("playing", since=since, over=True)
    said = {m["problem"] for m in page.messages[since:] if m["type"] == "playing" and m["problem"]}
    assert len(said) == 1 and "too fast: shoulder" in said.pop()


def test_only_who_operates_may_play(live, number, page):
    own = f"http://127.0.0.1:{live.settings.port}"
    headers = {"Cookie": f"pult_{live.settings.port}={live.settings.cookie}", "X-Pult-Key": live.settings.key}
    with httpx.Client(base_url=own, headers={**headers, "Origin": own}, timeout=60) as other:
        address = f"/api/sessions/{number}/playing"
        for answer in (other.post(address, json={"motion": "nod", "stream": "master"}), other.delete(address)):
            assert answer.status_code == 409 and answer.json()["code"] == "operated", answer.text
        other.headers["X-Pult-Client"] = page.wait_message("hello")["client"]
        assert other.post(address, json={"motion": "nod", "stream": "master"}).status_code == 200
        assert other.delete(address).status_code == 204


@pytest.mark.parametrize(
    ("motion", "stream", "text"),
    [
        ("not", "master", "There is no motion 'not'. Did you mean 'nod'"),
        ("../nod", "master", "There is no motion"),
        ("nod", "mister", "The session has no stream 'mister'"),
        ("other", "master", "master has 2 numbers"),
    ],
)
def test_a_motion_that_cannot_be_played_is_refused_with_the_reason(live, number, motion, stream, text):
    answer = live.http.post(f"/api/sessions/{number}/playing", json={"motion": motion, "stream": stream})
    assert 400 <= answer.status_code < 500 and text in answer.json()["error"], answer.text
    assert not live.session(number).senders


def test_a_motion_that_is_played_again_at_once_is_heard_from_its_beginning(live, number, page):
    for _ in range(2):  # the second in place of the first, before the stream has lost that
        since, frames = len(page.messages), len(page.frames)
        play(live, number)
        page.wait(lambda since=since: any(playing(m) and m["time"] > 0.5 for m in page.messages[since:]))
    rows = np.concatenate([f.rows for f in page.frames[frames:] if len(f.rows) and f.rows.shape[1] == 3])
    heard = rows[rows[:, 2] == 1.0, 0]
    began = int(np.argmin(heard))  # before it, what is left of the first
    assert HOME[0] - 0.01 < heard[began] < shoulder(0.1)  # a busy machine hears a sample or two late
    assert heard[-1] > shoulder(0.4)
    over = [m for m in page.messages[since:] if m["type"] == "playing" and m["over"]]
    assert [m["problem"] for m in over] == [""], "the first has ended without a problem"
    assert page.wait_message("playing", since=page.messages.index(over[0]) + 1, over=True)["problem"] == ""
    assert page.heard("event", kind="stream-refused") is None


def test_a_problem_is_over_when_samples_are_taken_again(live, number, page):
    since = len(page.messages)
    play(live, number, "jump")
    over = page.wait_message("playing", since=since, over=True)
    said = [m["problem"] for m in page.messages[since:] if m["type"] == "playing"]
    assert any("too fast: shoulder" in problem for problem in said) and over["problem"] == ""


def test_whoever_plays_and_stops_at_the_same_moment_leaves_the_stream_free(live, number, page):
    session = live.session(number)
    motion = read_motion(live.folder / "motions" / "nod.csv", "master", declared_streams(session)["master"])

    async def hurry():
        plays = [start_playing(session, "nod", "master", motion) for _ in range(4)]
        return await asyncio.gather(*plays, stop_playing(session))

    since = len(page.messages)
    asyncio.run_coroutine_threadsafe(hurry(), session._loop).result(SOON)
    assert not session.senders and session.player is None
    play(live, number)
    page.wait(lambda: any(playing(m) and m["time"] > 0.2 for m in page.messages[since:]))


def test_a_table_that_takes_too_long_is_listed_with_the_reason_and_others_are_read_once(live, number, monkeypatch):
    asked = []
    run = Workers.run

    async def counted(self, function, *arguments, **more):
        asked.append(arguments[0])
        return await run(self, function, *arguments, **more)

    monkeypatch.setattr(Workers, "run", counted)
    monkeypatch.setattr("pult.server.live.motion_index.SECONDS", 1.0)
    stuck = live.folder / "motions" / "stuck.csv"
    os.mkfifo(stuck)  # nobody ever writes it
    try:
        found = [live.get(f"/api/sessions/{number}/motions") for _ in range(2)]
    finally:
        stuck.unlink()
    assert found[0] == found[1]
    said = {one["name"]: one["problem"] for one in found[0]}
    assert said["nod"] == "" and said["stuck"].startswith("Reading the motion took longer than 1 s")
    assert [source.name for source in map(Path, asked)].count("nod.csv") <= 1
    assert asked.count(stuck) == 2
    nod = live.folder / "motions" / "nod.csv"
    os.utime(nod, ns=(0, 0))
    live.get(f"/api/sessions/{number}/motions")
    assert asked[-1] == nod, "it was changed"
