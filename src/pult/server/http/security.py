"""What stands before every request: who may talk to this server, how, and how much.

The server listens on the user's own machine, where every web page that the user visits can reach it too. So the
headers Host and Origin are compared with exact lists (a foreign name that resolves to this machine is refused, and so
is a foreign page), the browser holds a secret cookie, and whatever changes something needs a key that only the
studio's own page can read.
"""

import asyncio
import hmac
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pult.server.http.language import language, say
from pult.server.http.protocol import VISITOR
from pult.server.http.settings import Settings
from pult.server.http.wire import JSON, Refusal, encoded

CHANGING = ("POST", "PUT", "PATCH", "DELETE")
KNOWN = (*CHANGING, "GET", "HEAD")
MAX_BYTES = 2**20
"""Most bytes of a request in general."""
MAX_IMPORT = 48 * 2**20
"""Most bytes of the files of a robot."""
BODY_TIME = 30.0
"""Time for the body of a request to arrive [s]."""
IMPORT_TIME = 300.0
"""Time for the files of a robot to arrive [s]."""
PROGRAM = "is_program"
"""Where the state of a request says whether it has shown the bearer."""
POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "connect-src 'self'; font-src 'self'; worker-src 'self' blob:; object-src 'none'; base-uri 'none'; "
    "frame-ancestors 'none'; form-action 'none'"
)
USER_POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'"
"""Policy for files that may come from a stranger: they show something, and nothing else."""
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-frame-options": "DENY",
}
USED = (
    "This link was used already. Start <code>pult studio</code> again, or copy the address that it prints into this "
    "browser."
)
NO_COOKIE = "Open the studio by the address that <code>pult studio</code> has printed; it holds a key."


def cookie_name(settings: Settings) -> str:
    """Name of the cookie; browsers do not tell ports apart, so the port is part of it."""
    return f"pult_{settings.port}"


def same(given: str, right: str) -> bool:
    """Whether a secret is right; the time it takes tells nothing."""
    return hmac.compare_digest(given.encode("utf-8", "surrogateescape"), right.encode())


class Guard:
    """Middleware that lets through what may pass, and puts the protecting headers on every answer."""

    def __init__(self, app: ASGIApp, settings: Settings, token_used: Callable[[], None]) -> None:
        """Stand before an application.

        Args:
            app: The application.
            settings: What the server was started with.
            token_used: Called when a browser has exchanged the token for the cookie.
        """
        self.app, self.settings = app, settings
        self._use_token = token_used
        self._token_used = False
        self._present = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check a request and pass it on."""
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        elif scope["type"] == "http":
            await self._request(scope, receive, _protected(send, str(scope["path"])))
        else:
            await self.app(scope, receive, send)

    async def _pass(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what may pass; only this is counted, so that what is refused keeps nobody out."""
        self._present += 1
        try:
            await self.app(scope, receive, send)
        finally:
            self._present -= 1

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = _Headers(scope)
        problem = self._host(headers) or self._who(headers) or self._origin(headers, needed=True) or self._crowd(scope)
        if problem:
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": problem.text[:120]})
            return
        await self._pass(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = _Headers(scope)
        method, path = str(scope["method"]), str(scope["path"])
        problem = self._host(headers)
        if not problem and method not in KNOWN:
            problem = Refusal(405, "bad-method", f"Nothing here answers to {method[:20]}.")
        if problem:
            await _answer(send, problem)
            return
        is_page = method in ("GET", "HEAD") and not path.startswith(("/api", "/ws"))
        if is_page and await self._token(scope, headers, send):
            return
        problem = self._who(headers)
        if problem and is_page:
            await self._without_cookie(scope, headers, send)
            return
        problem = problem or self._crowd(scope)
        problem = problem or self._origin(headers, needed=method in CHANGING) or self._foreign(headers, path)
        if not problem and method in CHANGING:
            problem = self._key(headers) or _body_problem(headers)
        most, seconds = (MAX_IMPORT, IMPORT_TIME) if path == "/api/import" else (MAX_BYTES, BODY_TIME)
        if not problem and (length := headers.get("content-length")):
            if not length.isdigit():
                problem = Refusal(400, "bad-request", "The header Content-Length is no number.")
            elif int(length) > most:
                problem = _too_large(most)
        if problem:
            await _answer(send, problem)
            return
        scope.setdefault("state", {})[PROGRAM] = self._is_program(headers)
        await self._pass(scope, _bounded(receive, most, seconds), send)

    # --- questions ---------------------------------------------------------------------------------------------------

    def _crowd(self, scope: Scope) -> Refusal | None:
        """Who is here has shown a secret; whether there is still room."""
        visitor = scope.get("state", {}).get(VISITOR)
        if self._present < self.settings.connections and (visitor is None or visitor.admit()):
            return None
        return Refusal(429, "too-many", f"More than {self.settings.connections} requests at once; close some pages.")

    def _host(self, headers: "_Headers") -> Refusal | None:
        host = headers.single("host")
        if host is not None and host.lower() in self.settings.hosts:
            return None
        return Refusal(421, "bad-host", "This server is not reached by that name.")

    def _origin(self, headers: "_Headers", needed: bool) -> Refusal | None:
        if "origin" in headers:
            if headers.single("origin") in self.settings.origins:
                return None
            return Refusal(403, "bad-origin", "Pages from elsewhere may not talk to this server.")
        if needed and not self._is_program(headers):
            return Refusal(403, "bad-origin", "A request without Origin needs 'Authorization: Bearer TOKEN'.")
        return None

    def _foreign(self, headers: "_Headers", path: str) -> Refusal | None:
        """Browsers say when a page from elsewhere asks; it gets nothing of the interface."""
        if path.startswith("/api") and headers.get("sec-fetch-site") in ("cross-site", "same-site"):
            return Refusal(403, "bad-origin", "Pages from elsewhere may not talk to this server.")
        return None

    def _is_program(self, headers: "_Headers") -> bool:
        kind, _, token = (headers.single("authorization") or "").partition(" ")
        return kind.lower() == "bearer" and same(token, self.settings.bearer)

    def _has_cookie(self, headers: "_Headers") -> bool:
        """Other programs of this machine may have left odd cookies, even of this name; they are passed over."""
        pairs = (part.partition("=") for part in headers.each("cookie", ";"))
        wanted = cookie_name(self.settings)
        return any(name.strip() == wanted and same(value.strip(), self.settings.cookie) for name, _, value in pairs)

    def _who(self, headers: "_Headers") -> Refusal | None:
        if self._has_cookie(headers) or self._is_program(headers):
            return None
        return Refusal(401, "no-cookie", "Open the studio by the address that `pult studio` has printed.")

    def _key(self, headers: "_Headers") -> Refusal | None:
        given = headers.single("x-pult-key")
        if given is None and self._is_program(headers):
            return None  # who knows the bearer needs no proof that it is not a foreign page
        if given is not None and same(given, self.settings.key):
            return None
        return Refusal(403, "bad-key", "The header X-Pult-Key is missing or wrong; reload the page.")

    # --- the way in --------------------------------------------------------------------------------------------------

    async def _token(self, scope: Scope, headers: "_Headers", send: Send) -> bool:
        """Exchange the token in the address for the cookie; whether that answered the request."""
        try:
            query = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True, max_num_fields=50)
        except ValueError:
            return False
        tokens = [value for name, value in query if name == "token"]
        if not tokens:
            return False
        rest = urlencode([(name, value) for name, value in query if name != "token"])
        target = "/" + quote(str(scope["path"]).lstrip("/\\"), safe="/-._~") + (f"?{rest}" if rest else "")
        if self._has_cookie(headers):
            await _redirect(send, target, [])
        elif len(tokens) == 1 and same(tokens[0], self.settings.token):
            if self._token_used:
                await _page(send, 403, USED)
            elif scope["method"] == "GET":
                self._token_used = True
                self._use_token()
                self._crowd(scope)
                cookie = f"{cookie_name(self.settings)}={self.settings.cookie}; HttpOnly; SameSite=Strict; Path=/"
                await _redirect(send, target, [(b"set-cookie", cookie.encode())])
            else:
                await _redirect(send, target, [])
        else:
            await _page(send, 403, NO_COOKIE)
        return True

    async def _without_cookie(self, scope: Scope, headers: "_Headers", send: Send) -> None:
        """A page request without the cookie. Whoever came by a link on another page has it, but the browser keeps a
        strict cookie back on such a way; asked again from here, it sends it.
        """
        if headers.get("sec-fetch-site") == "cross-site":
            target = "/" + quote(str(scope["path"]).lstrip("/\\"), safe="/-._~")
            await _page(send, 403, NO_COOKIE, f'<meta http-equiv="refresh" content="0;url={target}">')
        else:
            await _page(send, 403, NO_COOKIE)


class _Headers:
    """Headers of a request; one that stands twice has no single value."""

    def __init__(self, scope: Scope) -> None:
        self._found: dict[str, list[str]] = {}
        for name, value in scope["headers"]:
            self._found.setdefault(name.decode("latin-1").lower(), []).append(value.decode("latin-1"))

    def __contains__(self, name: str) -> bool:
        return name in self._found

    def get(self, name: str) -> str | None:
        """All values of a header, joined."""
        return ", ".join(self._found[name]) if name in self._found else None

    def each(self, name: str, mark: str) -> list[str]:
        """The parts of a header between marks."""
        return [part for value in self._found.get(name, []) for part in value.split(mark)]

    def single(self, name: str) -> str | None:
        """The value of a header that stands once."""
        values = self._found.get(name, [])
        return values[0] if len(values) == 1 else None


def _body_problem(headers: _Headers) -> Refusal | None:
    """Only JSON is taken: no other kind that a foreign page could send without being asked first."""
    empty = headers.get("content-length") in (None, "0") and "transfer-encoding" not in headers
    kind, _, options = (headers.single("content-type") or "").partition(";")
    plain = options.strip().lower() in ("", "charset=utf-8")
    if (empty and "content-type" not in headers) or (kind.strip().lower() == JSON and plain):
        return None
    return Refusal(415, "bad-type", "Requests that change something are JSON: Content-Type application/json.")


def _too_large(most: int) -> Refusal:
    return Refusal(413, "too-large", f"The request is larger than {most >> 20} MiB.")


def _bounded(receive: Receive, most: int, seconds: float) -> Receive:
    """Stop reading a body that grows beyond what is allowed, whatever it said of its length, or that does not end."""
    total, more = 0, True
    deadline = asyncio.get_running_loop().time() + seconds

    async def bounded() -> Message:
        nonlocal total, more
        if not more:  # waiting for the page to go away takes as long as it takes
            return await receive()
        try:
            async with asyncio.timeout_at(deadline):
                message = await receive()
        except TimeoutError:
            raise Refusal(408, "too-slow", f"The request did not arrive within {seconds:g} s.") from None
        if message["type"] == "http.request":
            total, more = total + len(message.get("body", b"")), bool(message.get("more_body"))
            if total > most:
                raise _too_large(most)
        return message

    return bounded


def _protected(send: Send, path: str) -> Send:
    """Put the protecting headers on an answer; the browser keeps nothing of the user's unless the answer allows it."""
    wanted = {**HEADERS, "cache-control": "no-store"} if path.startswith("/api") else HEADERS

    async def protected(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = list(message.get("headers", []))
            there = {name.lower() for name, _ in headers}
            headers += [(n.encode(), v.encode()) for n, v in wanted.items() if n.encode() not in there]
            message = {**message, "headers": headers}
        await send(message)

    return protected


async def _answer(send: Send, refusal: Refusal) -> None:
    await _send(send, refusal.status, JSON, encoded(refusal.message()))


async def _page(send: Send, status: int, text: str, head: str = "") -> None:
    await _send(send, status, "text/html; charset=utf-8", plain_page(text, head).encode())


async def _redirect(send: Send, target: str, headers: list[tuple[bytes, bytes]]) -> None:
    await _send(send, 303, "text/plain", b"", [(b"location", target.encode()), *headers])


async def _send(send: Send, status: int, kind: str, body: bytes, more: list[tuple[bytes, bytes]] | None = None) -> None:
    headers: list[tuple[bytes, bytes]] = [
        (b"content-type", kind.encode()),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
        *(more or []),
    ]
    start: dict[str, Any] = {"type": "http.response.start", "status": status, "headers": headers}
    await send(start)
    await send({"type": "http.response.body", "body": body})


def plain_page(text: str, head: str = "") -> str:
    """A small page of its own that says something. The text is HTML."""
    style = "body{font:16px/1.5 system-ui,sans-serif;max-width:40rem;margin:15vh auto;padding:0 1rem}"
    return (
        f'<!doctype html><html lang="{language()}"><head><meta charset="utf-8">{head}<title>pult</title>'
        f"<style>{style}</style></head><body><h1>pult</h1><p>{say(text)}</p></body></html>"
    )
