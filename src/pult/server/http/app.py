"""The ASGI application of the studio."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from pult import __version__
from pult.core.errors import PultError
from pult.server.documents import checks, gallery, palette, procedures, programs, tunnels
from pult.server.documents import routes as documents
from pult.server.documents.project import Project
from pult.server.http import openapi, page
from pult.server.http.language import LanguageMiddleware
from pult.server.http.security import Guard
from pult.server.http.settings import Settings
from pult.server.http.wire import describe, refusal_of, refuse, reply
from pult.server.live import demo, motions, streams, warming
from pult.server.live import routes as live
from pult.server.live.motion_index import MotionIndex
from pult.server.live.sessions import Sessions
from pult.server.live.warming import Warming
from pult.server.mango import routes as mango
from pult.server.messages import ErrorMessage, Info
from pult.server.records import routes as records
from pult.server.records.index import RecordIndex
from pult.server.sweeps import routes as sweeps
from pult.server.sweeps.index import Sweeps
from pult.server.uploads import routes as uploads
from pult.server.uploads.staging import StagedUploads
from pult.server.workers import jobs
from pult.server.workers.jobs import Jobs
from pult.server.workers.pool import Workers
from pult.server.zones import routes as zones

LOG = logging.getLogger("pult.server")

PARTS = (
    palette, documents, gallery, jobs, openapi, checks, uploads, records, demo, live, streams, motions, procedures,
    sweeps, mango, programs, tunnels, zones, warming, page,
)  # fmt: skip
"""Routers in order: the page answers every address that no other router knows."""

info_router = APIRouter(tags=["info"])


@info_router.get("/api/info", **describe(answer=Info))
async def info(request: Request) -> Response:
    """Version of this server, and the key for changes."""
    settings: Settings = request.app.state.settings
    project: Project = request.app.state.project
    return reply(
        Info(
            version=__version__,
            key=settings.key,
            project=project.folder.name,
            folder=str(project.folder),
            exercise=settings.exercise,
        )
    )


def make_app(settings: Settings, token_used: Callable[[], None] = lambda: None) -> FastAPI:
    """Build the application.

    Args:
        settings: Settings of the server.
        token_used: Called when a browser has used the token in the address.

    Raises:
        UsageError: The project folder cannot be created.
    """
    app = FastAPI(
        title="pult", version=__version__, docs_url=None, redoc_url=None, openapi_url=None, lifespan=_lifespan
    )
    app.state.settings = settings
    app.state.project = Project(settings.project)
    app.state.jobs = Jobs()
    app.state.workers = Workers()
    app.state.motions = MotionIndex(app.state.workers)
    app.state.sweeps = Sweeps(app.state.project, app.state.jobs, app.state.workers)
    app.state.uploads = StagedUploads()
    app.state.sessions = None
    app.state.record_index = None
    app.state.warming = None
    app.include_router(info_router)
    app.include_router(uploads.home_router)
    for part in PARTS:
        app.include_router(part.router)
    app.add_exception_handler(PultError, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(Exception, _failed)
    app.add_middleware(Guard, settings=settings, token_used=token_used)
    app.add_middleware(LanguageMiddleware)
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    state = app.state
    state.workers.warm_up()
    state.record_index = RecordIndex(state.project)
    state.sessions = Sessions(state.project, state.jobs, state.record_index, state.workers, state.settings)
    if state.settings.warming:
        state.warming = Warming(state.project, state.settings.exercise, state.sessions)
    compiling = asyncio.create_task(state.warming.run() if state.warming is not None else asyncio.sleep(0))
    try:
        yield
    finally:
        compiling.cancel()
        with suppress(asyncio.CancelledError):
            await compiling
        await state.sessions.close()  # first: robots stop at once
        await state.sweeps.running.close()
        await state.jobs.close()
        state.workers.close()
        state.uploads.close()


async def _refused(_: Request, error: Exception) -> Response:
    return refuse(refusal_of(error)) if isinstance(error, PultError) else _internal(error)


async def _invalid(_: Request, error: Exception) -> Response:
    text = "; ".join(f"{item['loc'][-1]}: {item['msg']}" for item in getattr(error, "errors", list)())
    return reply(ErrorMessage(error=f"The request is not understood: {text}.", code="bad-request"), 400)


async def _http(_: Request, error: Exception) -> Response:
    status = getattr(error, "status_code", 500)
    code = {404: "not-found", 405: "bad-method"}.get(status, "bad-request")
    texts = {404: "There is nothing at this address.", 405: "This address does not answer to that method."}
    return reply(ErrorMessage(error=texts.get(status, str(getattr(error, "detail", ""))), code=code), status)


async def _failed(_: Request, error: Exception) -> Response:
    return _internal(error)


def _internal(error: Exception) -> Response:
    LOG.error("a request failed", exc_info=error)
    text = f"Something went wrong inside pult ({type(error).__name__}). What was saved is safe; try again."
    return reply(ErrorMessage(error=text, code="internal"), 500)
