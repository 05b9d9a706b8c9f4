"""Files of the built front end, and its page for every other address."""

import asyncio
import gzip
from functools import lru_cache
from pathlib import Path

from fastapi import APIRouter, Request, Response
from fastapi.responses import FileResponse, HTMLResponse

from pult.core.errors import FaultKind
from pult.server.documents.names import inside
from pult.server.http.security import plain_page
from pult.server.http.wire import Refusal

NOTHING_HERE = FaultKind("not-found", "There is nothing at this address; /api/docs lists what there is.")
NO_SUCH_FILE = FaultKind("not-found", "There is no such file.")

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".webp": "image/webp",
    ".ico": "image/x-icon",
    ".woff2": "font/woff2",
    ".wasm": "application/wasm",
    ".txt": "text/plain; charset=utf-8",
}
"""Media types of the page's files; the system's own table depends on the machine."""
NOT_BUILT = (
    "The page of the studio is not built. Run <code>make web</code> in the source tree, or install "
    "<code>pult</code> anew; the interface under <a href='/api/docs'>/api/docs</a> works without it."
)

PACKED = {".html", ".js", ".mjs", ".css", ".json", ".svg"}
"""Files that are compressed; fonts and pictures already are."""

router = APIRouter(include_in_schema=False)


@lru_cache(maxsize=256)
def packed(file: Path, changed: int) -> bytes:  # noqa: ARG001 - a file that has changed is packed anew
    """A file of the page, compressed."""
    return gzip.compress(file.read_bytes(), 6, mtime=0)


@router.get("/{path:path}")
@router.head("/{path:path}")
async def page(request: Request, path: str) -> Response:
    """A file of the page, or the page itself."""
    if path.split("/", 1)[0] in ("api", "ws"):
        raise Refusal.of(404, NOTHING_HERE.at())
    folder: Path = request.app.state.settings.page
    index = folder / "index.html"
    name = path or "index.html"
    suffix = Path(name).suffix.lower()
    if suffix in TYPES:
        file = inside(folder, name)
        if file.is_file() and suffix == file.suffix.lower():
            kept = "public, max-age=31536000, immutable" if path.startswith("assets/") else "no-cache"
            headers = {"Cache-Control": kept, "Vary": "Accept-Encoding"}
            if suffix in PACKED and "gzip" in request.headers.get("accept-encoding", ""):
                data = await asyncio.to_thread(packed, file, file.stat().st_mtime_ns)
                return Response(data, media_type=TYPES[suffix], headers=headers | {"Content-Encoding": "gzip"})
            return FileResponse(file, media_type=TYPES[suffix], headers=headers)
        if name != "index.html":
            raise Refusal.of(404, NO_SUCH_FILE.at())
    if not index.is_file():
        return HTMLResponse(plain_page(NOT_BUILT))
    return FileResponse(index, media_type=TYPES[".html"], headers={"Cache-Control": "no-cache"})
