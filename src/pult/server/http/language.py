"""The language of a request: texts for people are translated to it on their way out.

A request gives its language in the header Accept-Language. A WebSocket gives it in its address (?language=ru), because
pages cannot set that header, and with the message `Speak` when it changes.
"""

from contextvars import ContextVar
from urllib.parse import parse_qs

from starlette.types import ASGIApp, Receive, Scope, Send

from pult.server.translation.speech import speech
from pult.server.translation.translator import ENGLISH, languages

_asked: ContextVar[str] = ContextVar("language", default=ENGLISH)


class LanguageMiddleware:
    """Middleware that notes the language of each request."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Set the language and pass the request on."""
        if scope["type"] != "lifespan":
            _asked.set(language_of(scope))
        await self.app(scope, receive, send)


def language() -> str:
    """Language of the current request, such as 'en'."""
    return _asked.get()


def say(text: str) -> str:
    """Translate a text to the language of the current request."""
    return text if language() == ENGLISH else speech(language()).text(text)


def language_of(scope: Scope) -> str:
    """The language requested by a connection."""
    if scope["type"] == "websocket":
        named = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("language", [""])
        return named[-1] if named[-1] in languages() else ENGLISH
    accepted = [value.decode("latin-1") for name, value in scope["headers"] if name == b"accept-language"]
    return preferred(",".join(accepted))


def preferred(accepted: str) -> str:
    """The preferred supported language of an Accept-Language header; English if it names none."""
    best, found = 0.0, ENGLISH
    for part in accepted[:1000].split(","):
        name, _, quality = part.partition(";")
        try:
            wish = float(quality.strip().removeprefix("q=") or 1.0)
        except ValueError:
            continue
        short = name.strip().lower().split("-", 1)[0]
        if short in languages() and wish > best:
            best, found = wish, short
    return found
