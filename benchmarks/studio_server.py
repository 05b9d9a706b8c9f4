"""A studio to measure: started from the command line, with requests like those of the page."""

import json
import os
import re
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pult.core.errors import PultError

PATIENCE = 180.0
"""Longest time until a studio says its address, or a session is open [s]."""


class MeasuredStudio:
    """A studio in a process of its own.

    Attributes:
        address: Its address.
        ticket: Its address with the token that a browser may use once.
        pid: Its process.
        began: When it was started, on the clock of `time.perf_counter` [s].
    """

    def __init__(self, project: Path) -> None:
        """Start it on a free port.

        Raises:
            PultError: It does not say its address.
        """
        options = ["--no-browser", "--no-warming", "--port", "0", "--project", str(project)]
        command = [sys.executable, "-m", "pult", "studio", *options]
        self.began = time.perf_counter()
        self._process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env={**os.environ, "COLUMNS": "200"}
        )
        self.pid = self._process.pid
        self.address = self.ticket = ""
        said: list[str] = []
        told = threading.Event()
        threading.Thread(target=self._read, args=(said, told), daemon=True).start()
        told.wait(PATIENCE)
        if not self.ticket:
            self.end()
            raise PultError(f"the studio did not say its address: {' '.join(said)[:500]}")
        self._bearer = json.loads((project / ".studio.json").read_text(encoding="utf-8"))["bearer"]

    def _read(self, said: list[str], told: threading.Event) -> None:
        for line in self._process.stdout or ():
            said.append(line)
            match = re.search(r"(https?://[^\s?]+)\?token=[\w-]+", line)
            if match and not self.ticket:
                self.address, self.ticket = match.group(1).rstrip("/"), match.group(0)
                told.set()
        told.set()

    @property
    def headers(self) -> dict[str, str]:
        """Authentication headers of a program, instead of a cookie."""
        return {"Authorization": f"Bearer {self._bearer}"}

    def ask(self, method: str, path: str, body: object = None) -> Any:
        """Send a request; returns the response.

        Raises:
            PultError: It was refused.
        """
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            self.address + path, data=data, method=method, headers={**self.headers, "Content-Type": "application/json"}
        )
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                found = answer.read()
        except urllib.error.HTTPError as error:
            raise PultError(f"{method} {path}: {error.read().decode(errors='replace')[:500]}") from None
        return json.loads(found) if found else None

    def session(self, **wanted: object) -> dict[str, Any]:
        """Start a session and wait until it can run."""
        started: dict[str, Any] = self.ask("POST", "/api/sessions", wanted)
        deadline = time.monotonic() + PATIENCE
        while started["state"] in ("starting", "compiling"):
            if time.monotonic() > deadline:
                raise PultError("the session is not open yet.")
            time.sleep(0.2)
            started = self.ask("GET", f"/api/sessions/{started['id']}")
        if started["state"] not in ("ready", "running"):
            raise PultError(f"the session is {started['state']}: {started['reason']}")
        return started

    def socket(self, session: str) -> str:
        """Address of the WebSocket of a session."""
        return f"{self.address.replace('http', 'ws', 1)}/ws/sessions/{session}"

    def processes(self) -> list[int]:
        """The server and its children, where the system tells (Linux)."""
        found, left = [], [self.pid]
        while left:
            pid = left.pop()
            found.append(pid)
            for task in Path(f"/proc/{pid}/task").glob("*/children"):
                left += [int(child) for child in task.read_text().split()]
        return found

    def end(self) -> None:
        """End it."""
        self._process.terminate()
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()


@contextmanager
def measured_studio(project: Path) -> Iterator[MeasuredStudio]:
    """A studio that is ended afterwards."""
    studio = MeasuredStudio(project)
    try:
        yield studio
    finally:
        studio.end()


def processor_time(pid: int) -> float | None:
    """Processor time of a process so far [s], where the system tells (Linux)."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return None
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
