"""Checks of documents that need not be saved, and drawings of schemes."""

import asyncio
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from fastapi import APIRouter, Request, Response

from pult.core.document import read_json
from pult.core.errors import Fault, PultError
from pult.core.shipped import document_file, shipped, shipped_file
from pult.exercise.exercise import load_exercise
from pult.panel.panel import check_panel
from pult.panel.picture import read_picture
from pult.robot.robot import check_robot
from pult.robot.world import check_world
from pult.scheme.draw import draw_scheme
from pult.server.companions import outside_faults, references
from pult.server.documents import check_kind
from pult.server.messages import CheckDocument, CheckResult, DocumentKind, Layout, LevelQuery, ProvidedThings
from pult.server.project import Project
from pult.server.scheme_facts import check_result, look_at
from pult.server.scheme_layout import layout_of
from pult.server.security import USER_POLICY
from pult.server.wire import Refusal, describe, fault_messages, read_body, reply
from pult.server.worlds import Worlds, fit_faults, provided_things, setup_of, setup_panel
from pult.sim.open import fit_scheme
from pult.sim.setup import Setup

router = APIRouter(tags=["checks"])


@router.post("/api/check/{kind}", **describe(body=CheckDocument, answer=CheckResult))
async def check_document(request: Request, kind: str) -> Response:
    """Check a document, saved or not; everything that is wrong is told at once."""
    wanted = check_kind(kind)
    body = await read_body(request, CheckDocument)
    check = check_scheme_document if wanted == "scheme" else check_other
    state = request.app.state
    return reply(await asyncio.to_thread(check, state.project, worlds_of(state), body, wanted))


@router.post("/api/scheme/layout", **describe(body=LevelQuery, answer=Layout))
async def lay_out_scheme(request: Request) -> Response:
    """Places for all blocks of one level, and the ways of the wires."""
    body = await read_body(request, LevelQuery)

    def work() -> Layout:
        return layout_of(look_at(body.document, _schemes(request.app.state.project)), body.level)

    return reply(await asyncio.to_thread(work))


@router.post("/api/scheme/draw", **describe(body=LevelQuery, media="image/svg+xml"))
async def draw(request: Request) -> Response:
    """One level of a scheme as a picture."""
    body = await read_body(request, LevelQuery)

    def work() -> str:
        checked = look_at(body.document, _schemes(request.app.state.project))
        if checked.scheme is None:
            faults = fault_messages(checked.faults)
            raise Refusal(422, "faults", "A scheme with faults cannot be drawn.", faults)
        return draw_scheme(checked.scheme, body.level, body.theme)

    text = await asyncio.to_thread(work)
    return Response(text, media_type="image/svg+xml", headers={"Content-Security-Policy": USER_POLICY})


@router.get("/api/provided/{name}", **describe(answer=ProvidedThings))
async def provided(request: Request, name: str) -> Response:
    """Names of the things of a world's robots, and its sensors and drives."""
    state = request.app.state
    state.project.file("world", name)
    world, faults = await asyncio.to_thread(worlds_of(state).get, name)
    if world is None:
        raise Refusal(422, "faults", f"The world {name!r} has faults: {faults[0]}", fault_messages(faults))
    return reply(await asyncio.to_thread(provided_things, world))


def worlds_of(state: Any) -> Worlds:
    """The worlds of the server's project."""
    if not hasattr(state, "worlds"):
        state.worlds = Worlds(state.project)
    found: Worlds = state.worlds
    return found


def _schemes(project: Project) -> Path:
    return project.folder / "schemes"


def check_scheme_document(project: Project, worlds: Worlds, body: CheckDocument, _: DocumentKind) -> CheckResult:
    """Check a scheme by itself, and in the exercise or the world it is meant for, as far as these are right."""
    began = time.perf_counter()
    setup, more = _surroundings(project, body)
    world = None
    if setup is not None:
        world, faults = worlds.get(setup.world, [(pair[0], pair[1]) for pair in setup.contacts if len(pair) == 2])
        if world is None:
            more.append(Fault("", f"The world {setup.world!r} has faults: {faults[0]}", "bad-world"))
    checked = look_at(body.document, _schemes(project), world.provided() if world is not None else None)
    if checked.scheme is not None and world is not None and setup is not None:
        panel = setup_panel(project, setup)
        if panel is not None or not setup.panel:
            more += fit_faults(setup, world, checked.scheme, panel)
    return check_result(checked, more, began)


def _surroundings(project: Project, body: CheckDocument) -> tuple[Setup | None, list[Fault]]:
    try:
        if body.exercise:
            return setup_of(project, body.exercise, body.variant), []
        if body.world:
            project.file("world", body.world)
            return Setup(world=body.world, scheme=""), []
    except PultError as error:
        return None, [Fault("", f"It could be checked by itself only: {error}", "bad-surroundings")]
    return None, []


def check_other(project: Project, worlds: Worlds, body: CheckDocument, kind: DocumentKind) -> CheckResult:
    """Check a panel, world, robot or exercise."""
    began = time.perf_counter()
    data = body.document
    faults = outside_faults(kind, data)
    if not isinstance(data, dict):
        faults = [Fault("", f"a {kind} is a JSON object.", "bad-type")]
    elif not faults:
        try:
            faults = _other_faults(project, worlds, body, kind, data)
        except PultError as error:
            faults = [Fault("", str(error), "bad-document")]
    return CheckResult(faults=fault_messages(faults), time=time.perf_counter() - began)


def _other_faults(
    project: Project, worlds: Worlds, body: CheckDocument, kind: DocumentKind, data: dict[str, Any]
) -> list[Fault]:
    home = files_home(project, kind, data)
    if kind == "world":
        return check_world(data, home)[1]
    if kind == "robot":
        return check_robot(data, home)[1]
    if kind == "exercise":
        exercise = replace(load_exercise(data), folder=project.home)
        variants = exercise.document.variants
        return [Fault(f"variants.{v}", str(fault), fault.code) for v in variants for fault in exercise.check(v)]
    panel, faults = check_panel(data)
    if panel is None:
        return faults
    if panel.document.picture is not None:
        faults = read_picture(home, panel.document.picture.file)[1]
    if body.exercise and not faults:
        setup = setup_of(project, body.exercise, body.variant)
        world, _ = worlds.get(setup.world, [(pair[0], pair[1]) for pair in setup.contacts if len(pair) == 2])
        file = document_file("scheme", setup.scheme, project.home)
        scheme = look_at(read_json(file), file.parent, world.provided()).scheme if world is not None else None
        if world is not None and scheme is not None:
            faults = fit_scheme(setup, world, scheme, panel)[2]
    return faults


def files_home(project: Project, kind: DocumentKind, data: Any) -> Path:
    """Folder that the files of a document lie in: the project's, or the shipped one if they are only there."""
    own = project.folder / f"{kind}s"
    files = [name for _, name in references(kind, data)]
    if files and not all((own / name).is_file() for name in files) and shipped(kind):
        home = shipped_file(kind, shipped(kind)[0]).parent
        if all((home / name).is_file() for name in files):
            return home
    return own
