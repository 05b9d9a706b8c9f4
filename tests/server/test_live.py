"""Sessions over HTTP and WebSocket: frames, watched signals, requests, reloads, and schemes applied while it runs."""

import asyncio
import json
import os
import signal
import sys
import threading
from contextlib import suppress

import httpx
import mujoco
import numpy as np
import pytest
from websockets.exceptions import ConnectionClosed

from pult.server.live.client import MAX_WAITING, TOO_SLOW, Client
from pult.server.live.pump import Pump
from pult.sim.commands import SetParameter, Stop
from pult.world.world import load_world
from tests.realtime.support import wait_for
from tests.server.live_support import GAP, LINK, READY, SOON, STOPPED, Page

pytest_plugins = ["tests.server.live_fixtures"]

ANGLES = ["sensor.angles"]


def test_a_session_tells_what_it_is_and_a_page_can_open_it_before_it_is_compiled(live, number):
    page = live.page(number)
    hello = page.wait_message("hello")["session"]
    assert (hello["exercise"], hello["variant"], hello["world"], hello["seed"]) == ("easy", "command", "two-link", 1)
    described = page.wait_message("opened")["described"]
    assert described["dt"] == pytest.approx(0.01) and described["link_timeout"] == LINK  # its own panel
    assert described["panel"]["name"] == "two-link" and described["scheme"]["format"] == "pult.scheme"
    assert described["exercise"]["name"] == "easy" and described["exercise"]["own"] is True
    starts = [c["start"] for c in described["channels"] if c["name"].startswith("body.")]
    assert len(described["bodies"]) == len(starts) == page.wait(lambda: page.frames)[0].poses.shape[0]
    assert number in [one["id"] for one in live.get("/api/sessions")]
    assert live.get(f"/api/sessions/{number}")["state"] == "ready"


def test_poses_in_frames_are_those_of_forward_kinematics(live, session):
    world = load_world("two-link")
    data = mujoco.MjData(world.model)
    page = live.page(session)
    page.take()
    page.watch(["qpos"])
    assert page.ask("start")["ok"]
    page.ask("input", values={"joints": ["shoulder", "elbow"], "joystick": [1, 0, 0]})
    page.wait_frame(lambda f: abs(f.rows[-1, 0] - 0.6) > 0.05 if len(f.rows) else False)
    frame = page.frames[-1]
    data.qpos[:] = frame.rows[-1]
    mujoco.mj_kinematics(world.model, data)
    assert page.described["bodies"] == [world.model.body(b).name for b in range(1, world.model.nbody)]
    np.testing.assert_allclose(frame.poses[:, :3], data.xpos[1:], atol=1e-5)
    np.testing.assert_allclose(frame.poses[:, 3:], data.xquat[1:], atol=1e-5)


def test_inputs_of_the_operator_move_the_robot_in_physics_and_those_of_others_do_not(live, session):
    operator, other = live.page(session), live.page(session)
    operator.take("ann")
    operator.watch(ANGLES)
    assert operator.ask("start")["ok"]
    refused = other.ask("input", values={"joints": ["elbow"], "joystick": [1, 0, 0]})
    assert not refused["ok"] and "ann has the panel" in refused["error"]
    first = operator.wait_frame(lambda f: len(f.rows) > 0).rows[0]
    answer = operator.ask("input", values={"joints": ["elbow"], "joystick": [1, 0, 0]})
    assert answer["ok"] and answer["tick"] > 0
    operator.wait_frame(lambda f: len(f.rows) > 0 and abs(f.rows[-1, 1] - first[1]) > 0.1)
    moved = operator.frames[-1].rows[-1] - first
    assert abs(moved[1]) > 0.1 > abs(moved[0])


def test_every_control_step_comes_as_a_row_unless_the_machine_was_late(live, session):
    page = live.page(session)
    page.take()
    listed = page.watch(["time"])
    page.ask("start")
    page.run(2.0)
    page.ask("pause")
    rows = [(when, row[0]) for f in page.frames if f.watch == listed for when, row in zip(f.times, f.rows, strict=True)]
    times = np.array(rows)
    np.testing.assert_allclose(times[:, 0], times[:, 1], atol=1e-5)  # a row bears its own time
    steps = np.diff(np.round(times[:, 1] / 0.01))
    assert (steps >= 1).all()
    late = page.frames[-1].overruns - page.frames[0].overruns
    assert (steps - 1).sum() <= 4 * late + 10  # steps that were made up for come faster than anybody looks
    sent = np.array([f.time for f in page.frames if f.state == 1])
    assert np.median(np.diff(sent)) < 0.025


def test_signals_watched_while_it_stands_still_come_at_once(live, session):
    page = live.page(session)
    page.take()
    page.ask("start")
    page.run(0.1)
    page.ask("pause")
    listed = page.watch(["sensor.angles[elbow]"])
    assert page.wait_frame(lambda f: f.watch == listed and len(f.rows) > 0).rows.shape == (1, 1)
    again = page.watch(["sensor.angles[elbow]", "time"])
    assert page.wait_frame(lambda f: f.watch == again and len(f.rows) > 0).rows.shape == (1, 2)


def test_rows_can_be_thinned_out_and_frames_name_the_list_they_follow(live, session):
    page = live.page(session)
    page.take()
    first = page.watch(ANGLES)
    second = page.watch(["time", "body.fore[x]"], every=5)
    page.ask("start")
    page.run(0.3)
    frame = page.wait_frame(lambda f: f.watch == second and len(f.rows) > 0)
    assert frame.rows.shape[1] == 2
    ticks = np.round([t for f in page.frames if f.watch == second for t in f.rows[:, 0] / 0.01])
    assert (ticks % 5 == 0).all() and first != second
    fore = page.described["bodies"].index("fore")
    assert page.wait_frame(lambda f: len(f.rows) > 0).rows[-1, 1] == pytest.approx(page.frames[-1].poses[fore, 0], abs=0.05)


def test_a_signal_that_is_not_there_is_told_with_what_is_near_and_the_rest_comes(live, session):
    page = live.page(session)
    page.wait_message("opened")
    listed = page.watch(["sensor.angels", "sensor.angles[elbow]"])
    event = page.wait_message("event", kind="watch")
    assert "'sensor.angels'" in event["text"] and "sensor.angles" in event["text"] and event["data"]["number"] == listed
    page.take()
    page.ask("start")
    assert page.wait_frame(lambda f: f.watch == listed and len(f.rows) > 0).rows.shape[1] == 1


def test_after_a_reload_the_same_session_goes_on_until_its_robot_stands(live, session):
    page = live.page(session)
    page.take()
    page.ask("start")
    before = page.run(0.2)
    page.close()
    anew = live.page(session)
    assert anew.wait_message("hello")["session"]["id"] == session
    assert anew.wait_message("operator")["client"] == ""
    anew.wait_state("ready")  # paused: nobody operates the robot
    frame = anew.wait(lambda: next((f for f in anew.frames if f.flags & STOPPED), None))
    assert frame.tick > before.tick
    anew.take()
    anew.ask("start")
    assert anew.wait_frame(lambda f: not f.flags & STOPPED).tick >= frame.tick  # it goes on, not from the beginning


def test_garbage_is_answered_and_too_much_of_it_ends_the_connection(live, session):
    page = live.page(session)
    for text in ("{", '{"type":"fly"}', '{"type":"ask"}', '{"type":"beat","time":"x"}', "[" * 5000, b"\x00\x01"):
        page.send(text)
    page.send('{"type":"ask","id":1,"request":' + json.dumps({"do": "status", "x": "y" * 70_000}) + "}")
    page.wait(lambda: sum(m["type"] == "answer" and not m["ok"] for m in page.messages) == 7)
    assert page.ask("status")["ok"]  # it goes on
    with suppress(ConnectionClosed):  # it may be closed while the last are on their way
        for _ in range(20):
            page.send("{}")
    page.wait(lambda: page.closed)
    assert page.closed.rcvd.code == 1008


def test_requests_that_are_none_are_refused_with_words(live, session):
    page = live.page(session)
    page.take()
    for request in (None, 5, [], {"do": 7}, {"do": []}, {"do": "fly"}, {"do": "speed"}, {"do": "input", "values": {"stick": 1}}):
        page.send({"type": "ask", "id": 900, "request": request})
        answer = page.wait_message("answer", id=900)
        assert not answer["ok"] and len(answer["error"]) > 10
        page.messages.clear()
    for word in ("connect-operator", "disconnect-operator", "shutdown"):
        assert "not for pages" in page.ask(word)["error"]


def test_a_flood_of_messages_is_cut_short_and_a_stop_still_passes(live, session, monkeypatch):
    monkeypatch.setattr("pult.server.live.routes.MAX_RATE", 20.0)
    page, other = live.page(session), live.page(session)
    page.take()
    page.ask("start")
    for index in range(300):
        page.send({"type": "ask", "id": 10_000 + index, "request": {"do": "status"}})
    page.send({"type": "ask", "id": 99_999, "request": {"do": "stop"}})
    assert page.wait_message("answer", id=99_999)["ok"]
    other.wait_frame(lambda f: f.flags & STOPPED)
    assert any("too many" in m.get("error", "") for m in list(page.messages))


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGSTOP")
def test_a_stop_overtakes_requests_that_wait_and_none_of_them_undoes_it(live, session):
    page = live.page(session)
    page.take()
    process = live.session(session).process
    os.kill(process.pid, signal.SIGSTOP)  # so that everything waits
    try:
        for index in range(300):
            page.send({"type": "ask", "id": 10_000 + index, "request": {"do": "step", "steps": 10}})
        page.send({"type": "ask", "id": 20_000, "request": {"do": "arm"}})
        page.send({"type": "ask", "id": 20_001, "request": {"do": "stop"}})
        assert wait_for(lambda: len(process._open) >= 302)
    finally:
        os.kill(process.pid, signal.SIGCONT)
    page.wait_message("answer", id=20_000, timeout=READY)
    status = page.ask("status")["value"]  # after all of them
    answers = [m["id"] for m in page.messages if m["type"] == "answer"]
    assert answers.index(20_001) < 150, "it has waited for the others"
    assert [number for number in answers if 10_000 <= number < 11_000] == list(range(10_000, 10_300))
    assert answers.count(20_001) == 1
    assert status["stopped"], "the request to arm was older than the stop"


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGSTOP")
def test_a_stop_is_taken_when_nothing_else_is(live, session):
    page = live.page(session)
    page.take()
    process = live.session(session).process
    os.kill(process.pid, signal.SIGSTOP)
    try:
        answers = [process.send(SetParameter(name="y" * 1000, value=1)) for _ in range(3000)]
        refused = [answer.result() for answer in answers if answer.done()]
        assert refused and all("does not keep up" in reply.error for reply in refused)
        stop = process.send(Stop())
        assert not stop.done()
    finally:
        os.kill(process.pid, signal.SIGCONT)
    assert stop.result(SOON).ok
    page.wait_frame(lambda f: f.flags & STOPPED)


def test_long_lists_of_signals_are_watched_and_too_long_ones_are_refused_with_words(live, session, monkeypatch):
    monkeypatch.setattr("pult.server.live.routes.MAX_RATE", 1e6)
    page = live.page(session)
    page.wait_message("opened")
    names = [f"scheme.{'deep.' * 10}signal{index}" for index in range(1500)]
    number = page.watch(["sensor.angles", *names])  # more than 64 KiB
    assert "signal0" in page.wait_message("event", kind="watch", data={"number": number})["text"]
    shown = page.wait(lambda: next((f for f in page.frames if f.watch == number and len(f.rows)), None))
    assert shown.rows.shape[1] == 2
    for _ in range(30):  # far more than the garbage after which a page is disconnected
        number = page.watch(["x" * 100] * 4000)
        text = page.wait_message("event", kind="watch", data={"number": number})["text"]
        assert "at most 256 KiB are allowed" in text
    number = page.watch(["x"] * 3000)
    assert "3000 signals; at most 2048" in page.wait_message("event", kind="watch", data={"number": number})["text"]
    assert page.ask("status")["ok"] and page.closed is None


def test_a_page_that_never_reads_holds_up_nobody(live, session):
    quick = live.page(session)
    quick.take()
    quick.ask("start")
    before = quick.wait_frame()
    slow = _Deaf(live, session)
    clients = live.session(session).clients
    quick.wait(lambda: len(clients) == 2)
    quick.run(2.0)
    frames = [f for f in quick.frames if f.tick > before.tick]
    assert len(frames) > 30 and np.median(np.diff([f.tick for f in frames])) <= 3
    slow.close()
    quick.wait(lambda: len(clients) == 1)


def test_a_page_that_lets_its_messages_pile_up_is_disconnected_and_nobody_waits():
    async def check() -> None:
        blocked = asyncio.Event()

        class Stuck:
            async def send_text(self, text: str) -> None:
                await blocked.wait()

        client = Client(Stuck(), Pump(lambda: None))
        writing = asyncio.create_task(client.write())
        for count in range(MAX_WAITING + 2):
            assert not client.gone.is_set(), count
            client.say_text("x")
            if count == 0:
                await asyncio.sleep(0.01)
        assert client.gone.is_set() and client.reason[0] == TOO_SLOW
        assert client.waiting == MAX_WAITING and not client.is_stuck
        writing.cancel()

    asyncio.run(check())


class _Deaf:
    """A page that connects, watches everything, and never reads."""

    def __init__(self, live, number) -> None:
        import socket

        raw = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        raw.connect(("127.0.0.1", live.settings.port))
        self._raw = raw
        head = [
            f"GET /ws/sessions/{number} HTTP/1.1", f"Host: 127.0.0.1:{live.settings.port}", "Upgrade: websocket",
            "Connection: Upgrade", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13",
            f"Authorization: Bearer {live.settings.bearer}",
        ]  # fmt: skip
        raw.sendall(("\r\n".join(head) + "\r\n\r\n").encode())

    def close(self) -> None:
        self._raw.close()


def test_twenty_pages_that_come_at_once_are_all_served(live, session):
    pages: list[Page] = []

    def come() -> None:
        pages.append(live.page(session))

    threads = [threading.Thread(target=come) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for page in pages:
        page.wait_message("opened")
        page.wait(lambda page=page: page.frames)
    pages[0].wait(lambda: any(m["type"] == "operator" and m["watchers"] == 20 for m in pages[0].messages))
    pages[0].take()
    pages[0].ask("start")
    for page in pages:
        page.wait_frame(lambda f: f.state == 1)


def test_documents_with_faults_are_refused_before_a_process_is_started(live, number):
    before = len(live.get("/api/sessions"))
    (live.folder / "schemes" / "broken.scheme.json").write_text('{"format": "pult.scheme", "version": 1, "step": 0.01}')
    answer = live.http.post("/api/sessions", json={"world": "two-link", "scheme": "broken", "panel": "two-link"})
    assert answer.status_code == 422 and answer.json()["faults"]
    for body in ({}, {"exercise": "nowhere"}, {"world": "two-link", "scheme": "../../x"}, {"exercise": "easy", "variant": "?"}):
        answer = live.http.post("/api/sessions", json=body)
        assert answer.status_code in (400, 404) and len(answer.json()["error"]) > 10, body
    assert len(live.get("/api/sessions")) == before


def test_a_scheme_in_a_world_runs_without_an_exercise(live):
    number = live.start(world="two-link", scheme="two-link-command", panel="two-link")
    page = live.page(number)
    page.take()
    assert page.wait_message("opened")["described"]["exercise"] is None
    assert page.ask("start")["ok"]
    page.wait_frame(lambda f: f.time > 0.2)
    assert live.http.delete(f"/api/sessions/{number}").status_code == 204
    page.wait(lambda: page.closed)
    assert page.closed.rcvd.code == 4410
    assert live.http.get(f"/api/sessions/{number}").status_code == 404


def test_a_page_of_a_session_that_is_not_there_is_told_so(live):
    page = live.page("nowhere")
    page.wait(lambda: page.closed)
    assert page.closed.rcvd.code == 4404 and "no such session" in page.closed.rcvd.reason


def test_again_draws_another_start_in_the_same_process(live):
    number = live.start(exercise="two-link-reach", variant="command", seed=1)
    page = live.page(number)
    page.wait_message("opened")
    pid = live.session(number).process.pid
    first = page.wait_message("opened")["described"]
    scene = live.get(f"/api/sessions/{number}/scene")
    info = live.post(f"/api/sessions/{number}/again", seed=2, variant="")
    assert info["seed"] == 2 and info["variant"] == "command"
    page.wait(lambda: page.described["number"] > first["number"])
    assert live.session(number).process.pid == pid
    other = live.get(f"/api/sessions/{number}/scene")
    place = [body["name"] for body in scene["bodies"]].index("target1")
    assert scene["bodies"][place] != other["bodies"][place]
    frame = page.wait(lambda: next((f for f in page.frames if f.described == page.described["number"]), None))
    np.testing.assert_allclose(frame.poses[place, :3], other["bodies"][place]["position"], atol=1e-5)
    live.http.delete(f"/api/sessions/{number}")


def test_an_edited_scheme_goes_into_the_running_session_and_blocks_keep_their_states(live, session):
    page = live.page(session)
    page.take()
    page.watch(ANGLES)
    page.ask("start")
    page.ask("input", values={"joints": ["elbow"], "joystick": [1, 0, 0]})
    page.wait_frame(lambda f: len(f.rows) > 0 and f.rows[-1, 1] > -1.0)
    page.ask("input", values={"joystick": [0, 0, 0]})
    document = page.described["scheme"]
    number = page.described["number"]
    before = page.frames[-1]
    edited = {**document, "description": "edited"}
    job = live.job(live.post(f"/api/sessions/{session}/apply", document=edited))
    assert job["state"] == "done", job["error"]
    assert job["result"]["kept"] and not job["result"]["fresh"]
    page.wait(lambda: page.described["number"] == number + 1)
    assert page.described["scheme"]["description"] == "edited"
    assert any(m["type"] == "job" for m in page.messages)
    frame = page.wait(lambda: next((f for f in page.frames if f.described == number + 1 and len(f.rows) > 0), None))
    assert frame.tick > before.tick and frame.time >= before.time  # time goes on
    assert frame.rows[-1, 1] > -1.1  # the elbow is where it was moved to, not at its start
    assert not frame.flags & GAP  # of the first one: later ones tell of rows that a busy machine has missed
    assert live.get(f"/api/sessions/{session}")["state"] == "running"


def test_an_edited_scheme_brings_the_parts_of_the_project_into_the_running_session(live, session):
    page = live.page(session)
    page.take()
    document = page.wait_message("opened")["described"]["scheme"]
    part = {
        "format": "pult.scheme", "version": 1, "inputs": {"x": {}}, "outputs": {"y": {}},
        "blocks": [{"id": "g", "type": "arithmetic.gain", "parameters": {"k": 3.0}}],
        "wires": [{"from": "x", "to": "g.x"}, {"from": "g.y", "to": "y"}],
    }  # fmt: skip
    (live.folder / "schemes" / "own-part.scheme.json").write_text(json.dumps(part), encoding="utf-8")
    blocks = [*document["blocks"], {"id": "extra", "type": "scheme.mine", "inputs": {"x": 1.0}}]
    edited = {**document, "blocks": blocks, "uses": {"mine": "own-part"}}
    number = page.described["number"]
    job = live.job(live.post(f"/api/sessions/{session}/apply", document=edited))
    assert job["state"] == "done", job["error"]
    page.wait(lambda: page.described["number"] == number + 1)
    assert page.described["scheme"]["uses"] == {"mine": "own-part"} and "mine" not in page.described["scheme"].get("schemes", {})
    page.watch(["scheme.extra.g.y"])
    page.ask("start")
    assert page.wait_frame(lambda f: f.rows.size > 0).rows[-1, 0] == 3.0


def test_while_an_edited_scheme_has_faults_the_old_one_goes_on(live, session):
    page = live.page(session)
    page.take()
    page.ask("start")
    document = json.loads(json.dumps(page.wait_message("opened")["described"]["scheme"]))
    number = page.described["number"]
    block = document["blocks"][0] if isinstance(document["blocks"], list) else next(iter(document["blocks"].values()))
    block["type"] = "control.nothing"
    job = live.job(live.post(f"/api/sessions/{session}/apply", document=document))
    assert job["state"] == "failed"
    assert any("control.nothing" in fault["message"] and fault["place"].startswith("blocks") for fault in job["faults"])
    frame = page.wait_frame()
    assert frame.described == number and page.wait_frame().tick > frame.tick
    assert not list((live.folder / ".sessions" / session / "schemes").glob("*/broken*"))


def test_a_session_that_nobody_operates_pauses_at_once_and_is_ended_as_abandoned(live):
    number = live.start(exercise="easy", seed=5)
    page, watching = live.page(number), live.page(number)
    page.take()
    page.ask("start")
    page.wait_frame(lambda f: f.time > 1.5)
    page.close()
    stop = watching.wait_message("event", kind="stop")
    assert stop["data"] == {"reason": "link", "cause": "closed", "seconds": 0.0}
    watching.wait_state("ready", timeout=SOON)
    later = watching.frames[-1].tick
    assert (later - stop["tick"]) * watching.described["dt"] <= watching.described["stop_time"] + 0.2
    assert watching.account["state"] == "running", "whoever comes back goes on with the attempt"
    live.session(number).operated -= live.app.state.sessions.end_after
    watching.wait(lambda: watching.closed)
    assert watching.closed.rcvd.code == 4410 and "nobody operated it" in watching.closed.rcvd.reason
    assert number not in [one["id"] for one in live.get("/api/sessions")]
    [record] = [one for one in live.get("/api/records") if one["seed"] == 5]
    assert record["reason"] == "abandoned" and not record["partial"] and not record["success"]
    [card] = [one for one in live.get("/api/exercises") if one["name"] == "easy"]
    assert card["attempts"] == sum(
        one["exercise"] == "easy" and one["reason"] != "abandoned" for one in live.get("/api/records")
    )


def test_signs_of_life_of_an_operator_keep_a_session_that_is_paused_and_those_of_others_do_not(live, session):
    page, watching = live.page(session), live.page(session)
    page.take()
    page.ask("pause")
    kept = live.session(session)
    before = kept.operated
    wait_for(lambda: kept.operated > before)
    page.stop_beating()
    page.send({"type": "beat", "time": 0.0, "operating": True, "hand": "hidden"})
    watching.send({"type": "beat", "time": 0.0, "operating": True})
    page.wait(lambda: page.heard("beat", time=0.0))
    watching.wait(lambda: watching.heard("beat", time=0.0))
    after = kept.operated
    page.send({"type": "beat", "time": -1.0, "operating": True, "hand": "hidden"})
    page.wait(lambda: page.heard("beat", time=-1.0))
    assert kept.operated == after


def test_more_than_eight_sessions_are_refused(live, monkeypatch):
    monkeypatch.setattr("pult.server.live.sessions.MAX_SESSIONS", len(live.get("/api/sessions")))
    with httpx.Client(base_url=live.settings.address, headers=live.headers, timeout=60) as http:
        answer = http.post("/api/sessions", json={"exercise": "easy"})
    assert answer.status_code == 409 and "End one of them" in answer.json()["error"]


def test_a_connection_without_the_secret_is_refused(live, number):
    with pytest.raises(Exception, match="40[13]|rejected|HTTP"):
        Page(f"ws://127.0.0.1:{live.settings.port}/ws/sessions/{number}", {"Origin": "http://evil.example"})
    assert ConnectionClosed is not None
