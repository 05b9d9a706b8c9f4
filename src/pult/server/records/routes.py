"""Records over HTTP: the list, the contents of a record, its signals and poses, its film, and its replay."""

import asyncio
import importlib.util
import shutil
from typing import Any

import numpy as np
from fastapi import APIRouter, Request, Response
from fastapi.responses import FileResponse

from pult.core.errors import FaultKind
from pult.server.http.state import studio_of
from pult.server.http.waiting import while_connected
from pult.server.http.wire import Refusal, describe, read_body, reply
from pult.server.live.scene import NO_MESH
from pult.server.messages import Job, RecordEntry, RecordInfo, Scene
from pult.server.messages.binary import POSES_HEAD, ROWS_HEAD, PosesHead, RowsHead
from pult.server.records.digest import Digest
from pult.server.records.digests import digests_of
from pult.server.records.index import film_of
from pult.server.records.jobs import LARGEST, SMALLEST, FilmWanted, make_film, run_again
from pult.server.workers.child_work import run_child
from pult.server.workers.jobs import Report

BAD_STEP = FaultKind("bad-request", "'every' is a whole number from 1 to {most}.")
TOO_MANY_NUMBERS = FaultKind(
    "too-large", "These are {count|number|numbers}; ask for fewer signals, or for every second or tenth row (every=10)."
)
NO_SCENE = FaultKind("no-scene", "{error}")
NO_VIDEO = FaultKind("no-video", 'Films need more packages: pip install "pult[video]", then start again.')
BAD_FILM = FaultKind("bad-request", "A film has even sides of {low} to {high} pixels and 1 to 60 pictures a second.")
MAX_STEP = 1_000_000
"""Maximum number of steps from one row to the next that can be asked for."""

BINARY = "application/octet-stream"
LONG_SECONDS = 3600.0
"""Time limit of a replay or a film [s]."""
PATIENCE = 180.0
"""Time without a request from a page after which such a job is cancelled [s]; hidden pages ask once a minute."""
MAX_NUMBERS = 50_000_000
"""Maximum number of values per response; larger requests must be thinned out with `every`."""

router = APIRouter(prefix="/api/records", tags=["records"])


@router.get("", **describe(answer=list[RecordEntry]))
async def records(request: Request) -> Response:
    """All records, the latest first."""
    return reply(await asyncio.to_thread(studio_of(request).index.entries))


@router.get("/{name}", **describe(answer=RecordInfo))
async def record(request: Request, name: str) -> Response:
    """A record, with its contents."""
    index = studio_of(request).index
    entry = await asyncio.to_thread(index.entry, name)
    return reply((await _digest(request, name)).info(entry))


@router.delete("/{name}", **describe(status=204))
async def delete_record(request: Request, name: str) -> Response:
    """Delete a record, and its film."""
    await asyncio.to_thread(studio_of(request).index.delete, name)
    return Response(status_code=204)


async def _digest(request: Request, name: str) -> Digest:
    """The digest of a record; made in a worker if missing, as long as the page is connected.

    Raises:
        Refusal: There is no such record, or it cannot be read.
    """
    path = await asyncio.to_thread(studio_of(request).index.path, name)
    return await while_connected(request, digests_of(request.app.state).get(path, name))


@router.get("/{name}/rows", **describe(media=BINARY))
async def rows(request: Request, name: str, signals: str = "", every: int = 1) -> Response:
    """Signals over time: u32 k, u32 m, f32[k (1 + m)] rows of time since the first row and the signals."""
    digest = await _digest(request, name)
    return Response(await asyncio.to_thread(_rows, digest, signals, _step(every)), media_type=BINARY)


def _step(every: int) -> int:
    if not 1 <= every <= MAX_STEP:
        raise Refusal.of(400, BAD_STEP.at(most=MAX_STEP))
    return every


def _rows(digest: Digest, signals: str, every: int) -> bytes:
    channels = digest.channels
    columns: list[int] = []
    for name in filter(None, signals.split(",")):
        channel = channels.find(name)
        columns.extend(range(channel.start, channel.stop))
    whole = digest.rows()
    count = -(-len(whole) // every)
    _check_size(count * (1 + len(columns)))
    found = np.empty((count, 1 + len(columns)), dtype="<f4")
    found[:, 0] = _times(digest, whole)[::every]
    found[:, 1:] = whole[::every][:, columns]
    return ROWS_HEAD.pack(RowsHead(count, len(columns))) + found.tobytes()


def _times(digest: Digest, whole: Any) -> Any:
    """Times of all rows since the first [s]; rows may be missing where the disk was too slow. Shape (n,)."""
    found = np.load(digest.folder / "ticks.npy")
    return (found - found[0]) * digest.facts.dt if len(whole) else np.empty(0)


def _check_size(numbers: int) -> None:
    if numbers > MAX_NUMBERS:
        raise Refusal.of(413, TOO_MANY_NUMBERS.at(count=numbers))


@router.get("/{name}/poses", **describe(media=BINARY))
async def poses(request: Request, name: str, every: int = 1) -> Response:
    """Poses of all bodies: u32 k, u32 n, f32 dt between rows, f32[k n 7]; see `PosesHead`."""
    digest = await _digest(request, name)
    if digest.facts.scene is None:
        raise Refusal.of(422, NO_SCENE.at(error=digest.facts.unseen))
    return Response(await asyncio.to_thread(_poses, digest, _step(every)), media_type=BINARY)


def _poses(digest: Digest, every: int) -> bytes:
    columns = [c.start + i for c in digest.facts.channels if c.name.startswith("body.") for i in range(7)]
    whole = digest.rows()
    count = -(-len(whole) // every)
    _check_size(count * len(columns))
    found = np.ascontiguousarray(whole[::every][:, columns], dtype="<f4")
    return POSES_HEAD.pack(PosesHead(count, len(columns) // 7, digest.facts.dt * every)) + found.tobytes()


@router.get("/{name}/scene", **describe(answer=Scene))
async def scene(request: Request, name: str) -> Response:
    """The scene of a record."""
    digest = await _digest(request, name)
    if digest.facts.scene is None:
        raise Refusal.of(422, NO_SCENE.at(error=digest.facts.unseen))
    return reply(digest.facts.scene)


@router.get("/{name}/meshes/{number}", **describe(media=BINARY))
async def mesh(request: Request, name: str, number: int) -> Response:
    """A mesh: u32 nv, u32 nf, f32[3 nv] vertices, f32[3 nv] normals, u32[3 nf] faces."""
    meshes = (await _digest(request, name)).meshes()
    if not 0 <= number < len(meshes):
        raise Refusal.of(404, NO_MESH.at(count=len(meshes)))
    return FileResponse(meshes[number], media_type=BINARY)


@router.get("/{name}/file", **describe(media=BINARY))
async def file(request: Request, name: str) -> Response:
    """The file of a record."""
    path = await asyncio.to_thread(studio_of(request).index.path, name)
    return FileResponse(path, media_type=BINARY, filename=path.name)


# --- what takes long -------------------------------------------------------------------------------------------------


@router.post("/{name}/replay", **describe(answer=Job))
async def replay_record(request: Request, name: str) -> Response:
    """Run a record again and compare every bit; the job's result is {"same": bool, "text": str}."""
    studio = studio_of(request)
    path = await asyncio.to_thread(studio.index.path, name)

    def work(report: Report) -> Any:
        detail = "running it again"
        return run_child(run_again, (path,), report, detail, what="Running the record again", seconds=LONG_SECONDS)

    return reply(studio.jobs.start(f"run {name} again", work, PATIENCE))


@router.post("/{name}/video", **describe(body=FilmWanted, answer=Job))
async def film_record(request: Request, name: str) -> Response:
    """Make a film of a record; the job's result is {"file": name}."""
    studio = studio_of(request)
    wanted = await read_body(request, FilmWanted)
    path = await asyncio.to_thread(studio.index.path, name)
    _check_film(wanted)
    target = film_of(path)

    def work(report: Report) -> Any:
        order = (path, target, wanted)
        return run_child(make_film, order, report, "drawing", what="Making the film", seconds=LONG_SECONDS)

    return reply(studio.jobs.start(f"film of {name}", work, PATIENCE))


def _check_film(wanted: FilmWanted) -> None:
    missing = [package for package in ("PIL", "OpenGL") if importlib.util.find_spec(package) is None]
    if missing or (importlib.util.find_spec("imageio_ffmpeg") is None and shutil.which("ffmpeg") is None):
        raise Refusal.of(501, NO_VIDEO.at())
    sides = (wanted.width, wanted.height)
    if any(side % 2 or not SMALLEST <= side <= LARGEST for side in sides) or not 1.0 <= wanted.fps <= 60.0:
        raise Refusal.of(400, BAD_FILM.at(low=SMALLEST, high=LARGEST))


@router.get("/{name}/video", **describe(media="video/mp4"))
async def film(request: Request, name: str) -> Response:
    """The film of a record, if it was made."""
    path = await asyncio.to_thread(studio_of(request).index.film, name)
    return FileResponse(path, media_type="video/mp4", filename=path.name)
