"""The language of a page: texts for people leave the server in it.

A request says its language by the header Accept-Language. A WebSocket says it in its address (?language=ru), since a
browser sends the header as it likes, and by the message `Speak` when it changes.
"""

from contextvars import ContextVar
from urllib.parse import parse_qs

from starlette.types import ASGIApp, Receive, Scope, Send

from pult.server.russian.speech import russian

ENGLISH, RUSSIAN = "en", "ru"
_asked: ContextVar[str] = ContextVar("language", default=ENGLISH)


class Speaking:
    """Middleware that notes the language of each request."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Note it, and pass the request on."""
        if scope["type"] != "lifespan":
            _asked.set(language_of(scope))
        await self.app(scope, receive, send)


def language() -> str:
    """Language of the request that is being answered: 'en' or 'ru'."""
    return _asked.get()


def say(text: str) -> str:
    """A text in the language of the request that is being answered."""
    return russian(text) if language() == RUSSIAN else text


def language_of(scope: Scope) -> str:
    """The language that a request asks for."""
    if scope["type"] == "websocket":
        named = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("language", [""])
        return RUSSIAN if named[-1] == RUSSIAN else ENGLISH
    accepted = [value.decode("latin-1") for name, value in scope["headers"] if name == b"accept-language"]
    return preferred(",".join(accepted))


def preferred(accepted: str) -> str:
    """The better liked one of our languages in a header Accept-Language; English if it names none of them."""
    best, found = 0.0, ENGLISH
    for part in accepted[:1000].split(","):
        name, _, quality = part.partition(";")
        try:
            wish = float(quality.strip().removeprefix("q=") or 1.0)
        except ValueError:
            continue
        short = name.strip().lower().split("-", 1)[0]
        if short in (ENGLISH, RUSSIAN) and wish > best:
            best, found = wish, short
    return found
