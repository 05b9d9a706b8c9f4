"""The API description: as OpenAPI data, and as a self-contained page."""

from html import escape
from typing import Any

import msgspec
from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.openapi.utils import get_openapi
from fastapi.responses import HTMLResponse

from pult import __version__
from pult.server.http.wire import COMPONENT, reply
from pult.server.messages import Message

router = APIRouter(include_in_schema=False)


def interface(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI description, with all messages."""
    if app.openapi_schema is None:
        about = "HTTP interface of the studio. Programs send 'Authorization: Bearer TOKEN'."
        found = get_openapi(title="pult", version=__version__, routes=app.routes, description=about)
        _, parts = msgspec.json.schema_components(_messages(), ref_template=COMPONENT)
        components = found.setdefault("components", {}).setdefault("schemas", {})
        components.update(parts)
        app.openapi_schema = found
    return app.openapi_schema


def _messages() -> list[type[Message]]:
    """All message classes of the server, in whatever module, so that every route's types are described."""
    found: dict[str, type[Message]] = {}
    left: list[type[Message]] = [Message]
    while left:
        for kind in left.pop().__subclasses__():
            left.append(kind)
            if kind.__module__.startswith("pult.server.") and not kind.__name__.startswith("_"):
                found[kind.__name__] = kind
    return [found[name] for name in sorted(found)]


@router.get("/api/openapi.json")
async def openapi_json(request: Request) -> Response:
    """The API description as OpenAPI data."""
    return reply(interface(request.app))


@router.get("/api/docs")
async def openapi_page(request: Request) -> Response:
    """The API description as a page."""
    return HTMLResponse(interface_page(interface(request.app)))


STYLE = """
body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#12191b;background:#fff}
h1{font-size:1.5rem} h2{font-size:1.15rem;margin-top:2rem} h3{font-size:1rem;margin:1.2rem 0 .2rem}
code{font:13px ui-monospace,monospace} table{border-collapse:collapse;width:100%}
td,th{text-align:left;vertical-align:top;padding:.25rem .6rem .25rem 0;border-bottom:1px solid #dfe5e4}
.method{display:inline-block;min-width:4.5em;font-weight:600} p{margin:.2rem 0} a{color:#076c77}
@media (prefers-color-scheme:dark){body{color:#e8edee;background:#14191c} td,th{border-color:#364147} a{color:#45c7d1}}
"""


def interface_page(found: dict[str, Any]) -> str:
    """The description as HTML."""
    rows = []
    for path, methods in sorted(found.get("paths", {}).items()):
        for method, what in methods.items():
            rows.append(_operation(path, method, what))
    kinds = [_kind(name, part) for name, part in sorted(found.get("components", {}).get("schemas", {}).items())]
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>pult: interface</title><style>{STYLE}</style></head><body>"
        f"<h1>pult {escape(__version__)}: interface</h1>"
        f"<p>{escape(found['info'].get('description', ''))} As data: <a href='/api/openapi.json'>openapi.json</a>.</p>"
        f"<h2>Requests</h2>{''.join(rows)}<h2>Messages</h2>{''.join(kinds)}</body></html>"
    )


def _operation(path: str, method: str, what: dict[str, Any]) -> str:
    text = what.get("description") or what.get("summary") or ""
    parts = [f"<h3><code><span class='method'>{escape(method.upper())}</span> {escape(path)}</code></h3>"]
    parts.append(f"<p>{escape(text)}</p>")
    body = what.get("requestBody", {}).get("content", {})
    for media in body.values():
        parts.append(f"<p>Takes {_type(media.get('schema', {}))}.</p>")
    for status, answer in what.get("responses", {}).items():
        if str(status).startswith("2"):
            for kind, media in answer.get("content", {}).items():
                parts.append(f"<p>Gives {_type(media.get('schema', {}))} <code>{escape(kind)}</code>.</p>")
    return "".join(parts)


def _kind(name: str, part: dict[str, Any]) -> str:
    rows = "".join(
        f"<tr><td><code>{escape(field)}</code></td><td>{_type(info)}</td>"
        f"<td>{escape(info.get('description', ''))}</td></tr>"
        for field, info in part.get("properties", {}).items()
    )
    about = escape(part.get("description", ""))
    return f"<h3 id='{escape(name)}'><code>{escape(name)}</code></h3><p>{about}</p><table>{rows}</table>"


def _type(info: dict[str, Any]) -> str:
    if "$ref" in info:
        name = escape(str(info["$ref"]).rsplit("/", 1)[-1])
        return f"<a href='#{name}'><code>{name}</code></a>"
    if "anyOf" in info:
        return " or ".join(_type(option) for option in info["anyOf"])
    if "enum" in info:
        return " | ".join(f"<code>{escape(str(value))}</code>" for value in info["enum"])
    if info.get("type") == "array":
        return f"list of {_type(info.get('items', {}))}" if isinstance(info.get("items"), dict) else "list"
    if info.get("type") == "object" and isinstance(info.get("additionalProperties"), dict):
        return f"by name: {_type(info['additionalProperties'])}"
    return f"<code>{escape(str(info.get('type', 'anything')))}</code>"
