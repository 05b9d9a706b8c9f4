"""Attacks on the server from the network and from foreign pages; each must be refused."""

import json
import logging
import socket

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from pult.server.http import protocol
from pult.server.http.security import MAX_BYTES
from tests.server.conftest import Studio, running_studio

OPENED = {"kind": "exercise", "name": "two-link-reach"}


def test_the_page_of_the_studio_may_read_and_change(shared: Studio) -> None:
    assert shared.client.get("/api/info").json()["key"] == shared.settings.key
    assert shared.client.post("/api/recent", json=OPENED).status_code == 204


def test_cookies_of_other_programs_of_this_machine_do_not_matter(shared: Studio) -> None:
    name = shared.cookie.partition("=")[0]
    for odd in ('x={"a": 1}', "a b=1", "x[]=1", "bare", "path=/", "\xe9=1", 'open="', f"{name}=stale"):
        for cookies in (f"{odd}; {shared.cookie}", f"{shared.cookie}; {odd}"):
            assert shared.bare.get("/api/info", headers={"Cookie": cookies.encode("latin-1")}).status_code == 200, cookies
        assert shared.bare.get("/api/info", headers={"Cookie": odd.encode("latin-1")}).status_code == 401, odd


def test_nothing_is_told_to_a_client_without_the_cookie(shared: Studio) -> None:
    for path in ("/api/info", "/api/blocks", "/api/documents", "/api/docs", "/api/openapi.json", "/api/nothing"):
        answer = shared.bare.get(path)
        assert answer.status_code == 401, path
        assert shared.settings.key not in answer.text
    assert shared.bare.get("/").status_code == 403
    assert shared.bare.get("/assets/x.js").status_code == 403


@pytest.mark.parametrize("host", ["evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "localhost.evil:{port}",
                                  "127.0.0.1:{port}@evil", "", "127.0.0.1:{port}.", "[::1]"])  # fmt: skip
def test_a_foreign_name_that_resolves_to_this_machine_is_refused(shared: Studio, host: str) -> None:
    given = host.format(port=shared.settings.port)
    answer = shared.client.get("/api/info", headers={"Host": given})
    assert answer.status_code in (400, 421)
    assert shared.settings.key not in answer.text


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost", "LOCALHOST", "[::1]"])
def test_the_own_names_of_this_machine_are_answered(shared: Studio, name: str) -> None:
    assert shared.client.get("/api/info", headers={"Host": f"{name}:{shared.settings.port}"}).status_code == 200


def test_two_host_headers_are_refused(shared: Studio) -> None:
    text = f"GET /api/info HTTP/1.1\r\nHost: 127.0.0.1:{shared.settings.port}\r\nHost: evil\r\nCookie: {shared.cookie}\r\n\r\n"
    assert b"200" not in _raw(shared, text.encode()).split(b"\r\n")[0]


ORIGINS = ["http://evil.example", "null", "https://127.0.0.1:{port}", "http://127.0.0.1", "http://127.0.0.1:1", "http://127.0.0.1:{port}/", ""]


@pytest.mark.parametrize("origin", ORIGINS)
def test_a_foreign_page_changes_nothing(shared: Studio, origin: str) -> None:
    headers = {"Origin": origin.format(port=shared.settings.port)}
    answer = shared.client.post("/api/recent", json=OPENED, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (403, "bad-origin")
    assert shared.client.get("/api/recent").json() == []


def test_a_change_without_origin_needs_the_token(shared: Studio) -> None:
    del shared.client.headers["Origin"]
    assert shared.client.post("/api/recent", json=OPENED).status_code == 403
    program = {"Authorization": f"Bearer {shared.settings.bearer}"}
    assert shared.bare.post("/api/recent", json=OPENED, headers=program).status_code == 204
    assert shared.bare.get("/api/info", headers=program).status_code == 200
    for wrong in (
        "Bearer x",
        f"Basic {shared.settings.bearer}",
        "Bearer",
        "Bearer \xff",
        f"Bearer {shared.settings.cookie}",
        f"Bearer {shared.settings.token}",  # others may have seen the address
    ):
        assert shared.bare.get("/api/info", headers={"Authorization": wrong.encode("latin-1")}).status_code == 401


def test_a_page_of_another_site_does_not_read_the_interface(shared: Studio) -> None:
    del shared.client.headers["Origin"]
    answer = shared.client.get("/api/info", headers={"Sec-Fetch-Site": "cross-site"})
    assert answer.status_code == 403
    assert shared.settings.key not in answer.text
    assert "access-control-allow-origin" not in shared.client.get("/api/info").headers
    assert shared.client.request("OPTIONS", "/api/recent", headers={"Origin": "http://evil.example"}).status_code == 405


def test_a_change_needs_the_key(shared: Studio) -> None:
    for key in ("", "x", shared.settings.key[:-1], shared.settings.key + "x", "\xff"):
        answer = shared.client.post("/api/recent", json=OPENED, headers={"X-Pult-Key": key.encode("latin-1")})
        assert (answer.status_code, answer.json()["code"]) == (403, "bad-key")
    assert shared.client.get("/api/recent").json() == []


def test_only_json_is_taken(shared: Studio) -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/jsonp",
                 "application/json; charset=utf-16"):  # fmt: skip
        answer = shared.client.post("/api/recent", content=json.dumps(OPENED), headers={"Content-Type": kind})
        assert answer.status_code == 415, kind
    assert shared.client.post("/api/recent", content=json.dumps(OPENED)).status_code == 415


# --- the token -------------------------------------------------------------------------------------------------------


def test_the_token_in_the_address_becomes_a_cookie_once(studio: Studio) -> None:
    token = studio.settings.token
    answer = studio.bare.get("/operate/x", params={"token": token, "a": "1"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/operate/x?a=1")
    cookie = answer.headers["set-cookie"]
    assert cookie.endswith("HttpOnly; SameSite=Strict; Path=/")
    assert token not in cookie
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert studio.bare.get("/api/info").status_code == 200  # the browser has the cookie now
    again = studio.bare.get("/", params={"token": token})
    assert (again.status_code, again.headers["location"]) == (303, "/")
    assert "set-cookie" not in again.headers
    with httpx.Client(base_url=studio.base_url) as other:
        used = other.get("/", params={"token": token})
        assert used.status_code == 403
        assert "used already" in used.text
        assert "set-cookie" not in used.headers


def test_a_wrong_token_opens_nothing_and_does_not_use_up_the_right_one(studio: Studio) -> None:
    for wrong in ("x", "", studio.settings.token[:-1], studio.settings.cookie):
        answer = studio.bare.get("/", params={"token": wrong})
        assert answer.status_code == 403
        assert "set-cookie" not in answer.headers
    assert "set-cookie" not in studio.bare.head("/", params={"token": studio.settings.token}).headers
    assert "set-cookie" in studio.bare.get("/", params={"token": studio.settings.token}).headers


def test_the_redirect_stays_on_this_server(shared: Studio) -> None:
    for path in ("//evil.example", "/\\evil.example", "/%5c%5cevil.example", "//evil.example/%2e%2e"):
        text = f"GET {path}?token=x HTTP/1.1\r\nHost: 127.0.0.1:{shared.settings.port}\r\nCookie: {shared.cookie}\r\n\r\n"
        head = _raw(shared, text.encode()).decode()
        location = next(line for line in head.split("\r\n") if line.lower().startswith("location:"))
        target = location.split(": ", 1)[1]
        assert target.startswith("/") and not target.startswith(("//", "/\\")), target


def test_the_token_is_never_logged(studio: Studio, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]) -> None:
    with caplog.at_level(logging.DEBUG):
        studio.bare.get("/", params={"token": studio.settings.token})
    ours = [r.getMessage() for r in caplog.records if not r.name.startswith(("httpx", "httpcore"))]
    assert studio.settings.token not in " ".join(ours) + "".join(capfd.readouterr())


def test_a_link_from_another_site_is_asked_again_from_here(shared: Studio) -> None:
    answer = shared.bare.get("/operate/x", headers={"Sec-Fetch-Site": "cross-site"})
    assert 'content="0;url=/operate/x"' in answer.text
    assert "refresh" not in shared.bare.get("/operate/x", headers={"Sec-Fetch-Site": "same-origin"}).text


# --- headers ---------------------------------------------------------------------------------------------------------


def test_every_answer_carries_the_protecting_headers(shared: Studio) -> None:
    for answer in (
        shared.client.get("/"), shared.client.get("/api/info"), shared.client.get("/api/nothing"), shared.bare.get("/"),
        shared.bare.get("/api/info"), shared.client.get("/api/info", headers={"Host": "evil"}), shared.client.get("/api/docs"),
    ):  # fmt: skip
        policy = answer.headers["content-security-policy"]
        assert "default-src 'self'; script-src 'self';" in policy and "frame-ancestors 'none'" in policy
        assert "unsafe-eval" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cross-origin-opener-policy"] == "same-origin"
        assert answer.headers["cross-origin-resource-policy"] == "same-origin"
        assert "server" not in answer.headers


def test_what_is_the_users_is_not_kept_by_the_browser(shared: Studio) -> None:
    (shared.project / "records" / "kept.mcap").write_bytes(b"secret")
    answer = shared.client.get("/api/records/kept.mcap/file")
    assert (answer.content, answer.headers["cache-control"]) == (b"secret", "no-store")
    for path in ("/api/records", "/api/info", "/api/openapi.json", "/api/docs", "/api/records/none/video", "/api/records/none"):
        assert shared.client.get(path).headers["cache-control"] == "no-store", path
    assert shared.client.get("/api/documents/panel/two-link/picture").headers["cache-control"] == "no-cache"


def test_pictures_of_users_are_sandboxed(shared: Studio) -> None:
    answer = shared.client.get("/api/documents/panel/two-link/picture")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.headers["content-security-policy"] == "sandbox; default-src 'none'; style-src 'unsafe-inline'"


def test_the_description_of_the_interface_needs_no_other_host(shared: Studio) -> None:
    text = shared.client.get("/api/docs").text
    assert "/api/documents/{kind}/{name}" in text and "SaveDocument" in text
    assert "http://" not in text and "https://" not in text and "<script" not in text
    described = shared.client.get("/api/openapi.json").json()
    assert described["paths"]["/api/documents/{kind}/{name}"]["put"]["requestBody"]
    assert "version" in described["components"]["schemas"]["SaveDocument"]["properties"]


# --- sizes, times, numbers -------------------------------------------------------------------------------------------


def test_a_large_body_is_refused_by_its_head(shared: Studio) -> None:
    text = (f"POST /api/recent HTTP/1.1\r\nHost: 127.0.0.1:{shared.settings.port}\r\nCookie: {shared.cookie}\r\n"
            f"Origin: {shared.origin}\r\nX-Pult-Key: {shared.settings.key}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {MAX_BYTES + 1}\r\n\r\n")  # fmt: skip
    assert b" 413 " in _raw(shared, text.encode()).split(b"\r\n")[0]


def test_a_body_that_grows_without_saying_so_is_stopped(shared: Studio) -> None:
    sent = 0

    def endless():
        nonlocal sent
        for _ in range(100 * 16):
            sent += 2**16
            yield b"x" * 2**16

    try:
        answer = shared.client.post("/api/recent", content=endless(), headers={"Content-Type": "application/json"})
        assert answer.status_code == 413
    except httpx.HTTPError:  # the server may close before everything is sent
        assert sent < 50 * MAX_BYTES
    assert shared.client.get("/api/info").status_code == 200


def test_a_head_of_absurd_length_is_refused(shared: Studio) -> None:
    assert b" 400 " in _raw(shared, b"GET / HTTP/1.1\r\nX: " + b"x" * 100_000).split(b"\r\n")[0]
    assert shared.client.get("/api/info").status_code == 200


def test_a_connection_that_says_nothing_is_closed(shared: Studio, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "HEAD_TIME", 0.2)
    for start in (b"", b"GET / HTT"):
        with socket.create_connection(("127.0.0.1", shared.settings.port), timeout=20) as link:
            link.sendall(start)
            assert link.recv(100) == b""


# --- WebSocket -------------------------------------------------------------------------------------------------------


def _knock(studio: Studio, **headers: str) -> int:
    """Status with which a WebSocket is refused; 101 if it is not."""
    url = f"ws://127.0.0.1:{studio.settings.port}/ws/sessions/none"
    try:
        with connect(url, additional_headers=headers):
            return 101
    except InvalidStatus as error:
        return error.response.status_code
    except Exception as error:  # closed by the session's own code after it was accepted
        return 101 if "received" in str(error) else 0


def test_a_foreign_page_gets_no_socket(shared: Studio) -> None:
    for origin in ("http://evil.example", "null", f"https://127.0.0.1:{shared.settings.port}"):
        assert _knock(shared, Cookie=shared.cookie, Origin=origin) == 403
    assert _knock(shared, Cookie=shared.cookie) == 403  # no Origin, no token
    assert _knock(shared, Origin=shared.origin) == 403  # no cookie
    assert _knock(shared, Origin=shared.origin, Cookie=f"pult_{shared.settings.port}=x") == 403


def test_a_socket_by_a_foreign_name_is_refused(shared: Studio) -> None:
    head = (f"GET /ws/sessions/none HTTP/1.1\r\nHost: evil.example:{shared.settings.port}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
            f"Origin: http://evil.example:{shared.settings.port}\r\nCookie: {shared.cookie}\r\n\r\n")  # fmt: skip
    assert b" 403 " in _raw(shared, head.encode()).split(b"\r\n")[0]


def test_too_many_requests_at_once_are_refused(tmp_path) -> None:
    with running_studio(tmp_path / "p", connections=0) as studio:
        assert studio.client.get("/api/info").status_code == 429


def _raw(studio: Studio, data: bytes) -> bytes:
    with socket.create_connection(("127.0.0.1", studio.settings.port), timeout=20) as link:
        link.sendall(data)
        found = b""
        while b"\r\n\r\n" not in found:
            part = link.recv(65536)
            if not part:
                break
            found += part
        return found
