"""What the tests of live sessions share: a real server on the loopback, and pages that talk to it."""

import itertools
import json
import socket
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import numpy as np
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from pult.core.shipped import shipped_file
from pult.server.http.app import make_app
from pult.server.http.serving import server_for
from pult.server.http.settings import Settings
from pult.server.live.frames import HEAD, FrameFlag

READY = 300.0
"""Time in which a compiler must have done its work, on any machine [s]."""
SOON = 30.0
"""Time in which anything else must have happened [s]."""
LINK = 2.0
"""Silence that stops the robot in these tests [s]."""
STOPPED, OPERATOR, GAP = FrameFlag.STOPPED, FrameFlag.OPERATOR, FrameFlag.GAP
EASY = {
    "format": "pult.exercise", "version": 1, "name": "easy", "title": {"en": "Press the button"}, "world": "two-link",
    "panel": "two-link", "variant": "command", "variants": {"command": {"scheme": "two-link-command"}},
    "duration": 60, "effector": "hand",
    "stages": [{"name": "press", "title": "Press", "hold": 0.05,
                "goal": {"type": "signal", "name": "panel.unreachable", "is": True}}],
    "scoring": {"weights": {"time": {"weight": 50, "par": 1}, "path": {"weight": 50, "par": 1}}},
}  # fmt: skip
"""An exercise that pressing a button solves."""


class Frame(NamedTuple):
    state: int
    flags: int
    watch: int
    tick: int
    time: float
    described: int
    overruns: int
    poses: np.ndarray
    times: np.ndarray
    rows: np.ndarray


def decode(data: bytes) -> Frame:
    """A frame, as the description in `pult.server.live.frames` has it."""
    head = HEAD.unpack(data)
    n, m, k, when = head.bodies, head.width, head.rows, head.time
    assert head.kind == 1 and len(data) == HEAD.size + 28 * n + 4 * k * (1 + m)
    poses = np.frombuffer(data, "<f4", 7 * n, HEAD.size).reshape(n, 7)
    rows = np.frombuffer(data, "<f4", k * (1 + m), HEAD.size + 28 * n).reshape(k, 1 + m)
    return Frame(
        head.state, head.flags, head.watch, round(head.tick), when, head.described, head.overruns, poses,
        when + rows[:, 0], rows[:, 1:],
    )  # fmt: skip


class Page:
    """A page that looks at a session: hears everything, and beats while it operates."""

    def __init__(self, address: str, headers: dict[str, str]) -> None:
        self._stack = ExitStack()
        self.socket = self._stack.enter_context(connect(address, additional_headers=headers, max_size=None))
        self.messages: list[dict[str, Any]] = []
        self.frames: list[Frame] = []
        self.closed: ConnectionClosed | None = None
        self._numbers = itertools.count(1)
        self._change = threading.Condition()
        self._beating = threading.Event()
        self._end = threading.Event()
        for work in (self._hear, self._beat):
            threading.Thread(target=work, daemon=True).start()

    def _hear(self) -> None:
        try:
            while True:
                data = self.socket.recv()
                with self._change:
                    if isinstance(data, bytes):
                        self.frames.append(decode(data))
                    else:
                        self.messages.append(json.loads(data))
                    self._change.notify_all()
        except ConnectionClosed as error:
            with self._change:
                self.closed = error
                self._change.notify_all()

    def _beat(self) -> None:
        while not self._end.wait(0.05):
            if self._beating.is_set():
                with suppress(ConnectionClosed):
                    self.send({"type": "beat", "time": time.monotonic(), "operating": True})

    def send(self, message: Any) -> None:
        self.socket.send(message if isinstance(message, (str, bytes)) else json.dumps(message))

    def wait(self, what: Callable[[], Any], timeout: float = SOON) -> Any:
        """Wait until something is so; returns it."""
        found: Any = None

        def look() -> bool:
            nonlocal found
            found = what()
            return bool(found)

        with self._change:
            assert self._change.wait_for(look, timeout), (self.messages[-8:], self.frames[-1:], self.closed)
        return found

    def heard(self, kind: str, since: int = 0, /, **fields: Any) -> dict[str, Any] | None:
        return next(
            (m for m in self.messages[since:] if m["type"] == kind and fields.items() <= m.items()), None
        )

    def wait_message(self, kind: str, /, timeout: float = SOON, since: int = 0, **fields: Any) -> dict[str, Any]:
        return self.wait(lambda: self.heard(kind, since, **fields), timeout)

    def wait_state(self, *states: str, timeout: float = READY) -> dict[str, Any]:
        """Wait for a state; the session as it is then."""

        def now() -> dict[str, Any] | None:
            said = [m["session"] for m in self.messages if m["type"] in ("state", "hello")]
            return said[-1] if said and said[-1]["state"] in states else None

        return self.wait(now, timeout)

    def wait_frame(self, good: Callable[[Frame], bool] = lambda _: True, timeout: float = SOON) -> Frame:
        """Wait for a frame that comes from now on."""
        since = len(self.frames)
        return self.wait(lambda: next((f for f in self.frames[since:] if good(f)), None), timeout)

    def run(self, seconds: float) -> Frame:
        """Let the session run for a time; the first frame after it [s]."""
        begin = self.wait_frame().time
        return self.wait_frame(lambda f: f.time > begin + seconds)

    def ask(self, do: str, **more: Any) -> dict[str, Any]:
        return self._asked({"type": "ask", "request": {"do": do, **more}})

    def take(self, name: str = "", force: bool = False, arm: bool = True) -> dict[str, Any]:
        """Take the panel; armed, because the robot stops whenever an operator leaves."""
        answer = self._asked({"type": "take", "name": name, "force": force})
        if answer["ok"]:
            self._beating.set()
        if answer["ok"] and arm:
            self.arm()
        return answer

    def arm(self) -> dict[str, Any]:
        """Let the robot move again: a lost link also switches the enable off."""
        self.ask("input", values={"enable": True})
        return self.ask("arm")

    def release(self) -> dict[str, Any]:
        self._beating.clear()
        return self._asked({"type": "release"})

    def stop_beating(self) -> None:
        self._beating.clear()

    def _asked(self, message: dict[str, Any]) -> dict[str, Any]:
        number = next(self._numbers)
        self.send({**message, "id": number})
        return self.wait_message("answer", id=number)

    def watch(self, signals: list[str], every: int = 1) -> int:
        number = next(self._numbers)
        self.send({"type": "watch", "number": number, "signals": signals, "every": every})
        return number

    @property
    def described(self) -> dict[str, Any]:
        return [m["described"] for m in self.messages if m["type"] == "opened"][-1]

    @property
    def account(self) -> dict[str, Any]:
        return [m["account"] for m in self.messages if m["type"] == "account"][-1]

    def close(self) -> None:
        self._end.set()
        self._beating.clear()
        self._stack.close()


class Live:
    """A server that runs in a thread."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listener.bind(("127.0.0.1", 0))
        self.settings = Settings(project=folder, port=listener.getsockname()[1], **settings)
        self.app = make_app(self.settings)
        ready = threading.Event()
        self._server = server_for(self.app, ready.set)
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [listener]}, daemon=True)
        self._thread.start()
        assert ready.wait(SOON)
        self.headers = {"Authorization": f"Bearer {self.settings.bearer}", "X-Pult-Key": self.settings.key}
        self.http = httpx.Client(base_url=self.settings.address, headers=self.headers, timeout=READY)
        self.pages: list[Page] = []
        self.folder = self.app.state.project.folder

    def get(self, address: str) -> Any:
        found = self.http.get(address)
        assert found.status_code == 200, found.text
        return found.json()

    def post(self, address: str, **body: Any) -> Any:
        found = self.http.post(address, json=body)
        assert found.status_code == 200, found.text
        return found.json()

    def start(self, **asked: Any) -> str:
        """Start a session and wait until it can run."""
        number = self.post("/api/sessions", **asked)["id"]
        with_page = self.page(number)
        assert with_page.wait_state("ready", "running", "dead")["state"] == "ready", with_page.messages[-3:]
        with_page.close()
        return number

    def page(self, number: str) -> Page:
        page = Page(f"ws://127.0.0.1:{self.settings.port}/ws/sessions/{number}", self.headers)
        self.pages.append(page)
        return page

    def job(self, job: dict[str, Any]) -> dict[str, Any]:
        """Wait until a job is over."""
        deadline = time.monotonic() + READY
        while job["state"] == "running":
            assert time.monotonic() < deadline, job
            time.sleep(0.1)
            job = self.get(f"/api/jobs/{job['id']}")
        return job

    def session(self, number: str) -> Any:
        return self.app.state.sessions.get(number)

    def close_pages(self) -> None:
        for page in self.pages:
            page.close()
        self.pages.clear()

    def close(self) -> None:
        self.close_pages()
        self.http.close()
        self._server.should_exit = True
        self._thread.join(60.0)
        assert not self._thread.is_alive()


def patient_panel(live: Live) -> None:
    """A panel of the project's own that waits longer for its operator: machines that run tests are busy."""
    source = shipped_file("panel", "two-link")
    document = json.loads(source.read_text())
    (live.folder / "panels" / source.name).write_text(json.dumps({**document, "link_timeout": LINK}))
    (live.folder / "panels" / "two-link.svg").write_bytes(source.with_name("two-link.svg").read_bytes())


def save_exercise(live: Live, document: dict[str, Any]) -> None:
    (live.folder / "exercises" / f"{document['name']}.exercise.json").write_text(json.dumps(document))
