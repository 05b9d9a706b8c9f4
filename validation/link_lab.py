"""Tools for the proofs of the operator's link: studio, observer, killable browser, cuttable proxy, and load."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, Self

from benchmarks.chromium import find_browser, flags
from benchmarks.studio_server import MeasuredStudio
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from pult.realtime.frames import STATES
from pult.server.live.frames import HEAD, FrameFlag

RUNNING = STATES.index("running")
SOON = 60.0
"""Timeout of every wait, for any machine [s]."""


class Witness:
    """A client that observes a session: it receives every event and the session's clock.

    Attributes:
        events: Events in order.
        time: Time of the newest frame [s].
        dt: Control step [s].
        moving: Whether time runs and the robot is not stopped.
    """

    def __init__(self, studio: MeasuredStudio, session: str) -> None:
        self._stack = ExitStack()
        self._socket = self._stack.enter_context(
            connect(studio.socket(session), additional_headers=studio.headers, max_size=None)
        )
        self.events: list[dict[str, Any]] = []
        self.time = self.dt = 0.0
        self.moving = False
        self._change = threading.Condition()
        threading.Thread(target=self._hear, daemon=True).start()

    def _hear(self) -> None:
        with suppress(ConnectionClosed):
            for data in self._socket:
                with self._change:
                    self._take(data)
                    self._change.notify_all()

    def _take(self, data: str | bytes) -> None:
        if isinstance(data, bytes):
            head = HEAD.unpack(data)
            self.time = head.time
            self.moving = head.state == RUNNING and not head.flags & FrameFlag.STOPPED
            return
        said = json.loads(data)
        if said["type"] == "event":
            self.events.append(said)
        elif said["type"] == "opened":
            self.dt = said["described"]["dt"]

    def stop_after(self, since: int) -> dict[str, Any]:
        """The first stop of the robot after a number of events."""

        def found() -> dict[str, Any] | None:
            return next((one for one in self.events[since:] if one["kind"] == "stop"), None)

        with self._change:
            if not self._change.wait_for(found, SOON):
                raise RuntimeError(f"the robot was not stopped within {SOON:g} s.")
        stop = found()
        assert stop is not None
        return stop

    def close(self) -> None:
        self._stack.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Chromium:
    """A browser in a process group of its own, so that it can be killed or its pages stopped."""

    def __init__(self) -> None:
        self._profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        command = [
            find_browser(), "--headless=new", "--remote-debugging-port=0", f"--user-data-dir={self._profile.name}",
            *flags(), "about:blank",
        ]  # fmt: skip
        self._process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, start_new_session=True
        )
        self.address = ""
        for line in self._process.stderr or ():
            if match := re.search(r"DevTools listening on (ws://\S+)", line):
                self.address = match[1]
                break
        threading.Thread(target=lambda: list(self._process.stderr or ()), daemon=True).start()

    def renderers(self) -> list[int]:
        """The processes that run its pages."""
        found = []
        for folder in Path("/proc").iterdir():
            if folder.name.isdigit():
                with suppress(OSError):
                    command = (folder / "cmdline").read_bytes().replace(b"\0", b" ")
                    if b"--type=renderer" in command and os.getpgid(int(folder.name)) == self._process.pid:
                        found.append(int(folder.name))
        return found

    def kill(self) -> None:
        """Kill it at once, with all its child processes."""
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._profile.cleanup()


class Line:
    """A proxy to the studio that can be cut: connections then stay open, and nothing passes.

    The studio answers only to its own host name, so the proxy rewrites it.
    """

    def __init__(self, port: int) -> None:
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port, self._to = self._server.getsockname()[1], port
        self.cut = False
        self._pairs: list[tuple[socket.socket, socket.socket]] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                here, _ = self._server.accept()
                if self.cut:
                    here.close()
                    continue
                there = socket.create_connection(("127.0.0.1", self._to))
                self._pairs.append((here, there))
                for one, two, back in ((here, there, False), (there, here, True)):
                    one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                    threading.Thread(target=self._pass, args=(one, two, back), daemon=True).start()

    def _pass(self, one: socket.socket, two: socket.socket, back: bool) -> None:
        names = (f"127.0.0.1:{self.port}".encode(), f"127.0.0.1:{self._to}".encode())
        with suppress(OSError):
            while data := one.recv(65536):
                while self.cut:
                    time.sleep(0.01)
                two.sendall(data if back else data.replace(*names))
        for end in (one, two):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
                end.close()

    def break_off(self) -> None:
        """Block all traffic from now on."""
        self.cut = True

    def mend(self) -> None:
        """Close the blocked connections; new ones pass again."""
        pairs, self._pairs = self._pairs, []
        for one in (end for pair in pairs for end in pair):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
        self.cut = False


@contextmanager
def load(count: int) -> Iterator[None]:
    """Run a number of processes that each use a whole processor."""
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for one in busy:
            one.kill()
            one.wait()
