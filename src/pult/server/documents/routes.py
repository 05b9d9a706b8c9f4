"""Documents over HTTP: listing, reading, saving with versions, copying, deleting, and pictures of panels."""

import asyncio
from pathlib import Path
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import FileResponse

from pult.core.document import write_atomically
from pult.core.errors import FaultKind, advice
from pult.panel.picture import MAX_BYTES as MAX_PICTURE
from pult.panel.picture import check_svg
from pult.server.documents.companions import leads_out
from pult.server.documents.names import check_name, inside
from pult.server.documents.new import new_document
from pult.server.documents.project import KINDS, Project, disk
from pult.server.http.security import USER_POLICY
from pult.server.http.wire import Refusal, describe, fault_messages, read_body, reply
from pult.server.messages import (
    DocumentEntry,
    DocumentKind,
    DocumentState,
    LibraryPart,
    NewDocument,
    PanelPicture,
    SaveDocument,
)

NO_KIND = FaultKind("not-found", "There is no kind of document {name!r}. {advice}")
NO_PICTURE = FaultKind("not-found", "The panel {name!r} has no picture.")
PICTURE_OUTSIDE = FaultKind("outside", "The picture {file!r} lies outside the project.")
LARGE_PICTURE = FaultKind("too-large", "The picture is larger than {most} MiB.")

router = APIRouter(prefix="/api/documents", tags=["documents"])


def check_kind(text: str) -> DocumentKind:
    """The kind, if it is one.

    Raises:
        Refusal: It is none.
    """
    for kind in KINDS:
        if kind == text:
            return kind
    raise Refusal.of(404, NO_KIND.at(name=text[:40], **advice(text[:40], KINDS)))


@router.get("", **describe(answer=list[DocumentEntry]))
async def list_documents(request: Request, kind: str = "") -> Response:
    """All documents, or those of a kind."""
    wanted = check_kind(kind) if kind else None
    return reply(await asyncio.to_thread(request.app.state.project.entries, wanted))


@router.post("/new", **describe(body=NewDocument, answer=DocumentState, status=201))
async def make_document(request: Request) -> Response:
    """A new document: an empty one, or a copy with everything that it needs."""
    body = await read_body(request, NewDocument)
    state = await asyncio.to_thread(new_document, request.app.state.project, body.kind, body.name, body.template)
    return reply(state, 201)


@router.get("/parts", **describe(answer=list[LibraryPart]))
async def list_parts(request: Request) -> Response:
    """Schemes that others may use as parts: the project's own, and the library."""
    return reply(await asyncio.to_thread(request.app.state.project.parts))


@router.get("/{kind}/{name}", **describe(answer=DocumentState))
async def read_document(request: Request, kind: str, name: str, shipped: bool = False, whole: bool = False) -> Response:
    """A document, the project's own one first; as a whole, with the documents that it builds on merged in."""
    return reply(await asyncio.to_thread(request.app.state.project.read, check_kind(kind), name, shipped, whole))


@router.put("/{kind}/{name}", **describe(body=SaveDocument, answer=DocumentState))
async def save_document(request: Request, kind: str, name: str) -> Response:
    """Save a document into the project, unless it was saved from elsewhere meanwhile."""
    body = await read_body(request, SaveDocument)
    project: Project = request.app.state.project
    state = await asyncio.to_thread(project.save, check_kind(kind), name, body.document, body.version, body.overwrite)
    return reply(state)


@router.delete("/{kind}/{name}", **describe(status=204))
async def delete_document(request: Request, kind: str, name: str, version: str = "") -> Response:
    """Delete an own document; a shipped one of this name shows again."""
    await asyncio.to_thread(request.app.state.project.delete, check_kind(kind), name, version)
    return Response(status_code=204)


# --- pictures of panels ----------------------------------------------------------------------------------------------


@router.get("/panel/{name}/picture", **describe(media="image/svg+xml"))
def panel_picture(request: Request, name: str) -> Response:
    """The picture of a panel."""
    file = picture_of(request.app.state.project, name)
    headers = {"Content-Security-Policy": USER_POLICY, "Cache-Control": "no-cache"}
    return FileResponse(file, media_type="image/svg+xml", headers=headers)


@router.put("/panel/{name}/picture", **describe(body=PanelPicture, status=204))
async def save_panel_picture(request: Request, name: str) -> Response:
    """Save the picture of a panel of the project."""
    body = await read_body(request, PanelPicture)
    data = body.svg.encode("utf-8", "replace")
    await asyncio.to_thread(save_picture, request.app.state.project, name, data)
    return Response(status_code=204)


def picture_of(project: Project, name: str) -> Path:
    """File of the picture of a panel.

    Raises:
        Refusal: It has none, or the file is not one that may be shown.
    """
    file = project.file("panel", name)
    named = _picture_name(project.read("panel", name).document)
    nothing = Refusal.of(404, NO_PICTURE.at(name=name))
    if not named or not named.lower().endswith(".svg"):
        raise nothing
    if leads_out("panels", named):
        raise Refusal.of(403, PICTURE_OUTSIDE.at(file=named[:80]))
    for folder in dict.fromkeys((file.parent, project.folder / "panels")):
        path = inside(folder, named)
        if path.is_file():
            return path
    raise nothing


def save_picture(project: Project, name: str, data: bytes) -> None:
    """Save a picture beside a panel of the project, under the name the panel gives it.

    Raises:
        Refusal: It is no picture that may be shown, or the disk refuses.
    """
    check_name(name, "name of a panel")
    if len(data) > MAX_PICTURE:
        raise Refusal.of(413, LARGE_PICTURE.at(most=MAX_PICTURE >> 20))
    _, problems = check_svg(data)
    if problems:
        raise Refusal(422, "bad-picture", " ".join(fault.message for fault in problems), fault_messages(problems))
    own = project.own_file("panel", name)
    named = _picture_name(project.read("panel", name).document) if own.is_file() else ""
    if not named or leads_out("panels", named) or not named.lower().endswith(".svg"):
        named = f"{name}.svg"
    path = inside(project.folder / "panels", named)
    with project.locked(path), disk("The picture"):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, data)


def _picture_name(document: Any) -> str:
    picture = document.get("picture") if isinstance(document, dict) else None
    named = picture.get("file") if isinstance(picture, dict) else None
    return named if isinstance(named, str) else ""
