"""The server: everything put together."""

import asyncio
import importlib
import importlib.util
import inspect
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from pult import __version__
from pult.core.errors import PultError
from pult.server import blocks, documents, gallery, jobs, openapi, page
from pult.server.jobs import Jobs
from pult.server.language import Speaking
from pult.server.messages import ErrorMessage, Info
from pult.server.motion_index import MotionIndex
from pult.server.project import Project
from pult.server.security import Guard
from pult.server.settings import Settings
from pult.server.wire import describe, refusal_of, refuse, reply
from pult.server.work import Workers

LOG = logging.getLogger("pult.server")

info_router = APIRouter(tags=["info"])


@info_router.get("/api/info", **describe(answer=Info))
async def info(request: Request) -> Response:
    """What this server is, and the key for changes."""
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
    """The application.

    Args:
        settings: What it is started with.
        token_used: Called when a browser has used the token in the address.

    Raises:
        UsageError: The project folder cannot be made.
    """
    app = FastAPI(
        title="pult", version=__version__, docs_url=None, redoc_url=None, openapi_url=None, lifespan=_lifespan
    )
    app.state.settings = settings
    app.state.project = Project(settings.project)
    app.state.jobs = Jobs()
    app.state.workers = Workers()
    app.state.motions = MotionIndex(app.state.workers)
    app.state.sessions = None
    app.state.record_index = None
    app.state.warming = None
    routers = [info_router, blocks.router, documents.router, gallery.router, jobs.router, openapi.router]
    for name in ("checks", "uploads", "records", "demo", "live", "streams", "motions", "procedures", "warming"):
        module = _module(name)
        if module is not None:
            routers.append(module.router)
    for router in [*routers, page.router]:
        app.include_router(router)
    app.add_exception_handler(PultError, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(Exception, _failed)
    app.add_middleware(Guard, settings=settings, token_used=token_used)
    app.add_middleware(Speaking)
    return app


def _module(name: str) -> Any:
    """A part of the server, if this build has it."""
    if importlib.util.find_spec(f"pult.server.{name}") is None:
        return None
    return importlib.import_module(f"pult.server.{name}")


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    state = app.state
    known = {"project": state.project, "jobs": state.jobs, "settings": state.settings, "workers": state.workers}
    state.workers.warm_up()
    index = _module("record_index")
    if index is not None:
        state.record_index = known["record_index"] = _made(index.RecordIndex, known)
    sessions = _module("sessions")
    if sessions is not None:
        state.sessions = _made(sessions.Sessions, known)
    warming = await _warmed(state)
    try:
        yield
    finally:
        warming.cancel()
        with suppress(asyncio.CancelledError):
            await warming
        if state.sessions is not None:
            await state.sessions.close()
        await state.jobs.close()
        state.workers.close()


async def _warmed(state: Any) -> "asyncio.Task[None]":
    """Begin to compile the shipped exercises ahead, where that is wanted."""
    module = _module("warming") if state.settings.warming and state.sessions is not None else None
    if module is None:
        return asyncio.create_task(asyncio.sleep(0))
    state.warming = module.Warming(state.project, state.settings.exercise, state.sessions)
    return asyncio.create_task(state.warming.run())


def _made(kind: Any, known: dict[str, Any]) -> Any:
    wanted = inspect.signature(kind).parameters
    return kind(**{name: value for name, value in known.items() if name in wanted})


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
