"""A real server on loopback with a project of its own."""

import asyncio
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from pult.server.http.app import make_app
from pult.server.http.serving import server_for
from pult.server.http.settings import Settings


@dataclass
class Studio:
    """A running studio: `client` has the cookie, the key and the origin of the page; `bare` has nothing."""

    settings: Settings
    app: Any
    base_url: str
    project: Path
    client: httpx.Client
    bare: httpx.Client

    @property
    def origin(self) -> str:
        return self.base_url.rstrip("/")

    @property
    def cookie(self) -> str:
        return f"pult_{self.settings.port}={self.settings.cookie}"

    def job(self, answer: httpx.Response) -> dict[str, Any]:
        """Wait for the end of a job."""
        assert answer.status_code in (200, 202), answer.text
        found: dict[str, Any] = answer.json()
        for _ in range(6000):
            if found["state"] != "running":
                return found
            threading.Event().wait(0.02)
            found = self.client.get(f"/api/jobs/{found['id']}").json()
        raise AssertionError(f"the job does not end: {found}")


@contextmanager
def running_studio(project: Path, **options: Any) -> Iterator[Studio]:
    """Start a studio in a thread and end it."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # else asyncio leaves Nagle on
    listener.bind(("127.0.0.1", 0))
    settings = Settings(project=project, port=listener.getsockname()[1], **options)
    app = make_app(settings)
    ready = threading.Event()
    server = server_for(app, ready.set)
    thread = threading.Thread(target=lambda: asyncio.run(server.serve(sockets=[listener])), daemon=True)
    thread.start()
    assert ready.wait(60)
    try:
        with clients_of(settings, app) as found:
            yield found
    finally:
        server.should_exit = True
        thread.join(30)
        listener.close()
        assert not thread.is_alive(), "the server does not end"


@contextmanager
def clients_of(settings: Settings, app: Any) -> Iterator[Studio]:
    """Fresh clients of a running studio."""
    base = f"http://127.0.0.1:{settings.port}/"
    headers = {"X-Pult-Key": settings.key, "Origin": base.rstrip("/")}
    cookies = {f"pult_{settings.port}": settings.cookie}
    with (
        httpx.Client(base_url=base, headers=headers, cookies=cookies, timeout=60, verify=False) as client,
        httpx.Client(base_url=base, timeout=60, verify=False) as bare,
    ):
        yield Studio(settings, app, base, settings.project, client, bare)


@pytest.fixture
def studio(tmp_path: Path) -> Iterator[Studio]:
    """A studio of its own."""
    with running_studio(tmp_path / "project") as found:
        yield found


@pytest.fixture(scope="module")
def module_studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    """One studio for all tests of a module."""
    with running_studio(tmp_path_factory.mktemp("module") / "project") as found:
        yield found


@pytest.fixture
def shared(module_studio: Studio) -> Iterator[Studio]:
    """The module's studio with fresh clients and nothing opened lately; documents of other tests may be there."""
    (module_studio.project / "recent.json").unlink(missing_ok=True)
    with clients_of(module_studio.settings, module_studio.app) as found:
        yield found
