"""Strangers who open many connections and say little: they keep nobody out who is signed in."""

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPResponse
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from pult.server.http import protocol, security, visitors
from tests.server.conftest import Studio, running_studio

MANY = 130
PATIENCE = 60.0


def line(studio: Studio) -> socket.socket:
    return socket.create_connection(("127.0.0.1", studio.settings.port), timeout=PATIENCE)


def status(link: socket.socket) -> int:
    """Read an answer, whole."""
    with closing(HTTPResponse(link)) as answer:
        answer.begin()
        answer.read()
        return answer.status


def head(studio: Studio, first: str, *lines: str) -> bytes:
    return "\r\n".join([first, f"Host: 127.0.0.1:{studio.settings.port}", *lines, "", ""]).encode()


def upgrade(studio: Studio, *lines: str) -> bytes:
    asked = ("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13")
    return head(studio, "GET /ws/sessions/none HTTP/1.1", *asked, *lines)


def silences(studio: Studio) -> dict[str, bytes]:
    """What a stranger may send and then fall silent, by what it is."""
    body = ("Content-Type: application/json", "Content-Length: 1000")
    return {
        "nothing": b"",
        "half a request line": b"GET /api/in",
        "half a head": head(studio, "GET /api/info HTTP/1.1")[:-2],
        "half a body": head(studio, "POST /api/recent HTTP/1.1", *body) + b'{"kind"',
        "half a body with a wrong secret": head(studio, "POST /api/recent HTTP/1.1", "Authorization: Bearer x", *body) + b"{",
        "half a chunk": head(studio, "POST /api/recent HTTP/1.1", "Transfer-Encoding: chunked") + b"100\r\nabc",
        "a body that is never sent": head(studio, "GET /api/info HTTP/1.1", "Content-Length: 5", "Expect: 100-continue"),
        "half a WebSocket handshake": upgrade(studio)[:-2],
        "a whole WebSocket handshake": upgrade(studio),
        "a WebSocket handshake from our own page without its cookie": upgrade(studio, f"Origin: {studio.origin}"),
        "a page": head(studio, "GET / HTTP/1.1"),
    }


KINDS = [
    "nothing", "half a request line", "half a head", "half a body", "half a body with a wrong secret", "half a chunk",
    "a body that is never sent", "half a WebSocket handshake", "a whole WebSocket handshake",
    "a WebSocket handshake from our own page without its cookie", "a page",
]  # fmt: skip


@contextmanager
def crowd(studio: Studio, sent: list[bytes]) -> Iterator[list[socket.socket]]:
    """Connections on which something was sent, and nothing is read."""
    with ExitStack() as stack:
        links = []
        for data in sent:
            link = stack.enter_context(line(studio))
            link.sendall(data)
            links.append(link)
        yield links


def is_served(studio: Studio) -> None:
    """Whether who is signed in gets answers, on new connections, over HTTP and WebSocket."""
    for _ in range(3):
        with line(studio) as link:
            link.sendall(head(studio, "GET /api/info HTTP/1.1", f"Cookie: {studio.cookie}", "Connection: close"))
            assert status(link) == 200
    body = json.dumps({"kind": "exercise", "name": "two-link-reach"}).encode()
    with line(studio) as link:
        link.sendall(
            head(studio, "POST /api/recent HTTP/1.1", f"Cookie: {studio.cookie}", f"Origin: {studio.origin}",
                 f"X-Pult-Key: {studio.settings.key}", "Content-Type: application/json", f"Content-Length: {len(body)}")
            + body
        )  # fmt: skip
        assert status(link) == 204
    headers = {"Cookie": studio.cookie, "Origin": studio.origin}
    page = connect(f"ws://127.0.0.1:{studio.settings.port}/ws/sessions/none", additional_headers=headers)
    with page, pytest.raises(ConnectionClosed, match="no such session"):
        page.recv(timeout=PATIENCE)


@pytest.mark.parametrize("kind", KINDS)
def test_silent_strangers_do_not_lock_the_user_out(shared: Studio, kind: str) -> None:
    with crowd(shared, [silences(shared)[kind]] * MANY):
        is_served(shared)


def test_strangers_of_all_kinds_who_come_again_and_again_do_not_lock_the_user_out(shared: Studio) -> None:
    over = threading.Event()
    sent = list(silences(shared).values())

    def come_again() -> None:
        while not over.is_set():
            with crowd(shared, sent):
                over.wait(0.2)

    coming = threading.Thread(target=come_again)
    coming.start()
    try:
        with crowd(shared, [sent[number % len(sent)] for number in range(MANY)]):
            is_served(shared)
            assert shared.client.get("/api/documents").status_code == 200
    finally:
        over.set()
        coming.join(PATIENCE)


def test_a_page_that_is_open_stays_connected_while_strangers_come(shared: Studio) -> None:
    assert shared.client.get("/api/info").status_code == 200
    with line(shared) as kept:
        ask = head(shared, "GET /api/info HTTP/1.1", f"Cookie: {shared.cookie}")
        for _ in range(2):
            kept.sendall(ask)
            assert status(kept) == 200
            with crowd(shared, [b""] * MANY):
                kept.sendall(ask)
                assert status(kept) == 200, "the same connection is still there"


def test_however_many_come_at_once_there_is_an_end(shared: Studio, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visitors, "MAX_FRESH", 10)
    monkeypatch.setattr(visitors, "MAX_STRANGERS", 5)
    monkeypatch.setattr(visitors, "FRESH", 600.0)
    with crowd(shared, [b""] * 14) as links:
        for link in links[:4]:
            assert ended(link)
        links[4].sendall(head(shared, "GET /api/info HTTP/1.1"))
        assert status(links[4]) == 401


def test_the_oldest_stranger_gives_way_to_the_next(shared: Studio, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visitors, "MAX_STRANGERS", 8)
    monkeypatch.setattr(visitors, "FRESH", 0.0)
    with crowd(shared, [b""] * 12) as links:
        for link in links[:4]:
            assert ended(link)
        links[-1].sendall(head(shared, "GET /api/info HTTP/1.1"))
        assert status(links[-1]) == 401


@pytest.mark.parametrize("kind", [kind for kind in KINDS if "whole" not in kind and "own page" not in kind])
def test_a_stranger_is_sent_away_in_time(shared: Studio, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    monkeypatch.setattr(visitors, "STRANGER_TIME", 0.3)
    with crowd(shared, [silences(shared)[kind]]) as [link]:
        assert ended(link)


def test_the_rest_of_a_refused_body_is_not_waited_for(shared: Studio, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "LINGER", 0.3)
    monkeypatch.setattr(visitors, "STRANGER_TIME", 600.0)
    body = ("Content-Type: application/json", "Content-Length: 1000")
    known = f"Cookie: {shared.cookie}"
    for asked in (
        head(shared, "POST /api/recent HTTP/1.1", *body),  # a stranger
        head(shared, "POST /api/recent HTTP/1.1", known, *body),  # a page without the key
        head(shared, "GET /api/info HTTP/1.1", known, *body),  # answered, but there is a body that nobody asked for
    ):
        with crowd(shared, [asked + b"{"]) as [link]:
            drip(link)
            assert ended(link)


def drip(link: socket.socket) -> None:
    """Send a body byte by byte until the connection is closed; each byte must not begin the time anew."""

    def send() -> None:
        try:
            for _ in range(900):
                link.sendall(b" ")
                threading.Event().wait(0.05)
        except OSError:
            return

    threading.Thread(target=send, daemon=True).start()


def test_a_refused_body_that_comes_in_time_costs_no_connection(shared: Studio) -> None:
    data = b"x" * 300_000
    asked = head(shared, "POST /api/recent HTTP/1.1", "Content-Type: text/plain", f"Content-Length: {len(data)}",
                 f"Cookie: {shared.cookie}")  # fmt: skip
    with line(shared) as link:
        link.sendall(asked + data)
        assert status(link) == 403
        link.sendall(head(shared, "GET /api/info HTTP/1.1", f"Cookie: {shared.cookie}"))
        assert status(link) == 200


def test_a_body_has_a_time_limit(shared: Studio, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(security, "BODY_TIME", 0.3)
    monkeypatch.setattr(protocol, "LINGER", 0.3)
    asked = head(shared, "POST /api/recent HTTP/1.1", f"Cookie: {shared.cookie}", f"Origin: {shared.origin}",
                 f"X-Pult-Key: {shared.settings.key}", "Content-Type: application/json", "Content-Length: 1000")  # fmt: skip
    with crowd(shared, [asked + b"{"]) as [link]:
        drip(link)
        assert status(link) == 408
        assert ended(link)


def test_an_answer_that_nobody_reads_and_nonsense_after_it_do_no_harm(
    shared: Studio, caplog: pytest.LogCaptureFixture
) -> None:
    bad = head(shared, "POST /api/recent HTTP/1.1", "Transfer-Encoding: chunked")
    many = head(shared, "GET / HTTP/1.1") * 2000
    post = upgrade(shared).replace(b"GET ", b"POST ", 1)
    with crowd(shared, [bad + b"zz\r\n", bad + b"1\r\nx\r\nzz\r\n", many, post, post + b"\0" * 100, b"\0" * 9000] * 5):
        is_served(shared)
    assert not [record for record in caplog.records if record.exc_info], "no failure inside"


def test_who_is_signed_in_has_bounds_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visitors, "MAX_KNOWN", 3)
    monkeypatch.setattr(visitors, "STRANGER_TIME", 5.0)
    with running_studio(tmp_path / "p") as studio, ExitStack() as stack:
        ask = head(studio, "GET /api/info HTTP/1.1", f"Cookie: {studio.cookie}")
        said = []
        for _ in range(4):
            link = stack.enter_context(line(studio))
            link.sendall(ask)
            said.append(status(link))
        assert said == [200, 200, 200, 429]
        assert ended(link), "who finds no room does not stay"


def ended(link: socket.socket) -> bool:
    """Wait until the other side has closed a connection; what it says before is read."""
    try:
        while link.recv(65536):
            pass
    except ConnectionError:
        pass
    return True
