"""Access control for every request: who may talk to this server, how, and how much.

The server listens on the user's own machine, where every web page that the user visits can reach it too. So the
headers Host and Origin are compared with exact lists (against DNS rebinding and cross-site requests), the browser holds
a secret cookie, and every request that changes something needs a key that only the studio's own page can read.
"""

import asyncio
import hmac
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pult.core.errors import FaultKind
from pult.server.http.language import language, say
from pult.server.http.protocol import VISITOR
from pult.server.http.settings import Settings
from pult.server.http.wire import JSON, Refusal, encoded

BAD_METHOD = FaultKind("bad-method", "Nothing here answers to {method}.")
BAD_LENGTH = FaultKind("bad-request", "The header Content-Length is not a number.")
TOO_MANY_REQUESTS = FaultKind("too-many", "More than {most} requests at once; close some pages.")
BAD_HOST = FaultKind("bad-host", "This server is not reached by that name.")
FOREIGN_PAGE = FaultKind("bad-origin", "Pages from elsewhere may not talk to this server.")
NO_ORIGIN = FaultKind("bad-origin", "A request without Origin needs 'Authorization: Bearer TOKEN'.")
UNAUTHENTICATED = FaultKind("no-cookie", "Open the studio by the address that `pult studio` has printed.")
BAD_KEY = FaultKind("bad-key", "The header X-Pult-Key is missing or wrong; reload the page.")
NO_JSON = FaultKind("bad-type", "Requests that change something are JSON: Content-Type application/json.")
LARGE_REQUEST = FaultKind("too-large", "The request is larger than {most} MiB.")
SLOW_REQUEST = FaultKind("too-slow", "The request did not arrive within {seconds:g} s.")

CHANGING = ("POST", "PUT", "PATCH", "DELETE")
KNOWN = (*CHANGING, "GET", "HEAD")
MAX_BYTES = 2**20
"""Largest body of an ordinary request [bytes]."""
MAX_PIECE = 4 * 2**20
"""Largest body of a piece of an uploaded file [bytes]."""
UPLOADS = "/api/uploads/"
"""Addresses below which the bodies of requests may be pieces of files."""
BINARY = "application/octet-stream"
BODY_TIME = 30.0
"""Time for the body of a request to arrive [s]."""
PROGRAM = "is_program"
"""Key in the state of a request: whether it carried the bearer token."""
POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "connect-src 'self'; font-src 'self'; worker-src 'self' blob:; object-src 'none'; base-uri 'none'; "
    "frame-ancestors 'none'; form-action 'none'"
)
USER_POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'"
"""Content security policy for files that may come from a stranger: passive content only."""
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
    """Name of the cookie; it contains the port, because browsers do not separate cookies by port."""
    return f"pult_{settings.port}"


def secrets_equal(given: str, right: str) -> bool:
    """Compare two secrets in constant time."""
    return hmac.compare_digest(given.encode("utf-8", "surrogateescape"), right.encode())


class Guard:
    """Middleware that checks every request, and adds the security headers to every response."""

    def __init__(self, app: ASGIApp, settings: Settings, token_used: Callable[[], None]) -> None:
        """Protect an application.

        Args:
            app: The application.
            settings: Settings of the server.
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
        """Pass on an admitted request; only these are counted, so that refused ones lock no user out."""
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
            problem = Refusal.of(405, BAD_METHOD.at(method=method[:20]))
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
        is_piece = method == "PUT" and path.startswith(UPLOADS)
        problem = problem or self._origin(headers, needed=method in CHANGING) or self._foreign(headers, path)
        if not problem and method in CHANGING:
            problem = self._key(headers) or _body_problem(headers, pieces=is_piece)
        most = MAX_PIECE if is_piece else MAX_BYTES
        if not problem and (length := headers.get("content-length")):
            if not length.isdigit():
                problem = Refusal.of(400, BAD_LENGTH.at())
            elif int(length) > most:
                problem = _too_large(most)
        if problem:
            await _answer(send, problem)
            return
        scope.setdefault("state", {})[PROGRAM] = self._is_program(headers)
        await self._pass(scope, _bounded(receive, most, BODY_TIME), send)

    # --- questions ---------------------------------------------------------------------------------------------------

    def _crowd(self, scope: Scope) -> Refusal | None:
        """Count a client that has authenticated; a refusal if there are too many."""
        visitor = scope.get("state", {}).get(VISITOR)
        if self._present < self.settings.connections and (visitor is None or visitor.admit()):
            return None
        return Refusal.of(429, TOO_MANY_REQUESTS.at(most=self.settings.connections))

    def _host(self, headers: "_Headers") -> Refusal | None:
        host = headers.single("host")
        if host is not None and host.lower() in self.settings.hosts:
            return None
        return Refusal.of(421, BAD_HOST.at())

    def _origin(self, headers: "_Headers", needed: bool) -> Refusal | None:
        if "origin" in headers:
            if headers.single("origin") in self.settings.origins:
                return None
            return Refusal.of(403, FOREIGN_PAGE.at())
        if needed and not self._is_program(headers):
            return Refusal.of(403, NO_ORIGIN.at())
        return None

    def _foreign(self, headers: "_Headers", path: str) -> Refusal | None:
        """Refuse requests that the browser marks as cross-site."""
        if path.startswith("/api") and headers.get("sec-fetch-site") in ("cross-site", "same-site"):
            return Refusal.of(403, FOREIGN_PAGE.at())
        return None

    def _is_program(self, headers: "_Headers") -> bool:
        kind, _, token = (headers.single("authorization") or "").partition(" ")
        return kind.lower() == "bearer" and secrets_equal(token, self.settings.bearer)

    def _has_cookie(self, headers: "_Headers") -> bool:
        """Whether the secret cookie is present; other cookies, even of this name, are ignored."""
        pairs = (part.partition("=") for part in headers.each("cookie", ";"))
        wanted = cookie_name(self.settings)
        values = (value.strip() for name, _, value in pairs if name.strip() == wanted)
        return any(secrets_equal(value, self.settings.cookie) for value in values)

    def _who(self, headers: "_Headers") -> Refusal | None:
        if self._has_cookie(headers) or self._is_program(headers):
            return None
        return Refusal.of(401, UNAUTHENTICATED.at())

    def _key(self, headers: "_Headers") -> Refusal | None:
        given = headers.single("x-pult-key")
        if given is None and self._is_program(headers):
            return None  # who knows the bearer needs no proof that it is not a foreign page
        if given is not None and secrets_equal(given, self.settings.key):
            return None
        return Refusal.of(403, BAD_KEY.at())

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
        elif len(tokens) == 1 and secrets_equal(tokens[0], self.settings.token):
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
        """Answer a page request without the cookie.

        A browser that followed a link on another page withholds its strict cookie; a reload from here sends it.
        """
        if headers.get("sec-fetch-site") == "cross-site":
            target = "/" + quote(str(scope["path"]).lstrip("/\\"), safe="/-._~")
            await _page(send, 403, NO_COOKIE, f'<meta http-equiv="refresh" content="0;url={target}">')
        else:
            await _page(send, 403, NO_COOKIE)


class _Headers:
    """Headers of a request; a repeated header has no single value."""

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
        """The parts of a header, split at a separator."""
        return [part for value in self._found.get(name, []) for part in value.split(mark)]

    def single(self, name: str) -> str | None:
        """The value of a header that occurs exactly once."""
        values = self._found.get(name, [])
        return values[0] if len(values) == 1 else None


def _body_problem(headers: _Headers, pieces: bool) -> Refusal | None:
    """Refuse bodies that a foreign page can send without a preflight request: neither JSON nor a piece of a file."""
    empty = headers.get("content-length") in (None, "0") and "transfer-encoding" not in headers
    kind, _, options = (headers.single("content-type") or "").partition(";")
    plain = options.strip().lower() in ("", "charset=utf-8")
    wanted = BINARY if pieces else JSON
    if (empty and "content-type" not in headers) or (kind.strip().lower() == wanted and plain):
        return None
    return Refusal.of(415, NO_JSON.at())


def _too_large(most: int) -> Refusal:
    return Refusal.of(413, LARGE_REQUEST.at(most=most >> 20))


def _bounded(receive: Receive, most: int, seconds: float) -> Receive:
    """Limit the size and duration of a body, whatever its declared length."""
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
            raise Refusal.of(408, SLOW_REQUEST.at(seconds=seconds)) from None
        if message["type"] == "http.request":
            total, more = total + len(message.get("body", b"")), bool(message.get("more_body"))
            if total > most:
                raise _too_large(most)
        return message

    return bounded


def _protected(send: Send, path: str) -> Send:
    """Add the security headers to a response; it is not cached unless it allows that itself."""
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
    """A small self-contained page with a message. The text is HTML."""
    style = "body{font:16px/1.5 system-ui,sans-serif;max-width:40rem;margin:15vh auto;padding:0 1rem}"
    return (
        f'<!doctype html><html lang="{language()}"><head><meta charset="utf-8">{head}<title>pult</title>'
        f"<style>{style}</style></head><body><h1>pult</h1><p>{say(text)}</p></body></html>"
    )
