"""What goes wrong: processes that are killed or stopped, servers that are killed, and what is left of them."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from pult.record import read_record
from tests.realtime.support import is_alive, wait_for
from tests.server.live_support import EASY, READY, SOON

pytest_plugins = ["tests.server.live_fixtures"]


def test_a_session_process_that_is_killed_is_dead_with_its_reason_and_others_go_on(live, number):
    other = live.page(number)
    other.take()
    other.ask("start")
    doomed = live.start(exercise="easy", seed=7)
    page = live.page(doomed)
    page.take("ann")
    page.ask("start")
    page.wait_frame(lambda f: f.time > 2.5)
    os.kill(live.session(doomed).process.pid, signal.SIGKILL)
    info = page.wait_state("dead", timeout=SOON)
    assert "SIGKILL" in info["reason"] or "kill" in info["reason"]
    page.wait_message("operator", client="")
    frame = other.wait_frame()
    assert other.wait_frame().tick > frame.tick  # the other one has not noticed
    answer = page.ask("status")
    assert not answer["ok"] and "dead" in answer["error"]
    [entry] = [one for one in live.get("/api/records") if one["seed"] == 7]
    assert entry["reason"] == "interrupted" and "cut off" in entry["partial"]
    assert read_record(live.folder / "records" / entry["name"]).rows.shape[0] > 50
    again = live.post(f"/api/sessions/{doomed}/restart")
    assert again["id"] == doomed
    page.wait_state("ready")
    page.take()
    assert page.ask("start")["ok"]
    page.wait_frame(lambda f: f.time > 0.1)
    assert (live.folder / "records" / entry["name"]).exists()
    live.close_pages()
    live.http.delete(f"/api/sessions/{doomed}")


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGSTOP")
def test_of_a_session_process_that_stands_still_the_age_grows(live, number):
    page = live.page(number)
    page.wait_message("opened")
    pid = live.session(number).process.pid
    os.kill(pid, signal.SIGSTOP)
    try:

        def age():
            page.send({"type": "beat", "time": 1.0})
            found = [m["age"] for m in page.messages if m["type"] == "beat"]
            return found[-1] if found else 0.0

        assert wait_for(lambda: age() > 1.0)
    finally:
        os.kill(pid, signal.SIGCONT)
    assert wait_for(lambda: age() < 0.5)
    live.close_pages()


def test_an_attempt_that_succeeds_is_scored_and_its_record_listed(live, number):
    page = live.page(number)
    page.take("ann", force=True)
    page.ask("reset")
    page.ask("arm")
    page.ask("start")
    page.wait_frame(lambda f: f.time > 0.0)
    page.wait(lambda: page.account["state"] == "running")
    page.ask("input", values={"unreachable": True})
    page.wait(lambda: page.account["state"] == "done" and page.account["score"] is not None)
    account = page.account
    page.ask("input", values={"unreachable": False})
    assert account["success"] and account["reason"] == "success" and account["stages"][0]["state"] == "done"
    assert sum(part["points"] for part in account["parts"]) == pytest.approx(account["score"])
    assert wait_for(lambda: not next(r for r in live.get("/api/records") if r["name"] == account["record"])["partial"])
    [entry] = [one for one in live.get("/api/records") if one["name"] == account["record"]]
    assert entry["points"] == pytest.approx(account["score"]) and entry["operator"] == "ann" and entry["success"]
    info = live.get(f"/api/records/{entry['name']}")
    assert info["stages"][0]["end"] == pytest.approx(account["stages"][0]["time"])
    assert account["record"] in live.get(f"/api/sessions/{number}")["records"]
    live.close_pages()


def _memory(pid: int) -> set[str]:
    """Shared memory of a session that a process looks at."""
    return set(re.findall(r"/dev/shm/pult-\w+", Path(f"/proc/{pid}/maps").read_text()))


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc and /dev/shm")
def test_when_the_server_is_killed_all_its_processes_end_and_no_memory_is_left(tmp_path):
    pytest.importorskip("pult.cli.studio")
    import httpx

    (tmp_path / "exercises").mkdir()
    (tmp_path / "exercises" / "easy.exercise.json").write_text(json.dumps(EASY))
    options = ["--no-browser", "--no-warming", "--port", "0", "--project", str(tmp_path)]
    command = [sys.executable, "-m", "pult", "studio", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as server:
        try:
            found = None
            while found is None:
                line = server.stdout.readline()
                assert line, "it ended"
                found = re.search(r"(http://127\.0\.0\.1:\d+)/\S*token=", line)
            secret = json.loads((tmp_path / ".studio.json").read_text())["bearer"]
            with httpx.Client(base_url=found[1], headers={"Authorization": f"Bearer {secret}"}, timeout=READY) as http:
                http.headers["X-Pult-Key"] = http.get("/api/info").json()["key"]
                session = http.post("/api/sessions", json={"exercise": "easy"}).json()
                assert wait_for(
                    lambda: http.get(f"/api/sessions/{session['id']}").json()["state"] == "ready", READY
                )
            children = _children(server.pid)
            memory = {name for child in children for name in _memory(child)}
            assert len(children) >= 2 and memory
        finally:
            server.kill()
        assert wait_for(lambda: not any(map(is_alive, children)), SOON)
    assert wait_for(lambda: not any(Path(name).exists() for name in memory))


def _children(pid: int) -> list[int]:
    found = []
    for path in Path("/proc").iterdir():
        if path.name.isdecimal():
            try:
                parent = int((path / "stat").read_text().rpartition(")")[2].split()[1])
            except (OSError, IndexError):
                continue
            if parent == pid:
                found += [int(path.name), *_children(int(path.name))]
    return found
