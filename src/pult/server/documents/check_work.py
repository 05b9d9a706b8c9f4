"""Checks and drawings of documents, as they are done in a worker: models of strangers are compiled here."""

import time
from pathlib import Path
from typing import Any

from pult.core.document import NOT_AN_OBJECT, read_json
from pult.core.errors import Fault, FaultKind, FaultPrefix, PultError
from pult.core.folders import is_file_beside, is_path
from pult.core.paths import is_file
from pult.core.shipped import document_file, shipped_files
from pult.exercise.exercise import check_exercise
from pult.motion.grab.program.simulate import check_program
from pult.motion.tunnel.document import check_tunnel
from pult.panel.panel import check_panel
from pult.panel.picture import read_picture
from pult.procedure.procedure import check_procedure
from pult.robot.robot import check_robot
from pult.server.documents.companions import outside_faults, references, scheme_texts
from pult.server.documents.project import Project, schemes_folder
from pult.server.documents.scheme_facts import check_result, look_at
from pult.server.documents.scheme_layout import drawing_of, layout_of
from pult.server.documents.worlds import Worlds, fit_faults, provided_things, setup_of, setup_panel
from pult.server.http.wire import Refusal, fault_messages
from pult.server.messages import CheckDocument, CheckResult, DocumentKind, Layout, LevelQuery, ProvidedThings
from pult.server.workers.process import OUT_OF_MEMORY
from pult.sim.fitting import fit_scheme
from pult.sim.setup import Setup
from pult.world.world import check_world

WORLD_HAS_FAULTS = FaultPrefix("The world {faulty!r} has faults:", "bad-world")
BAD_DOCUMENT = FaultKind("bad-document", "{error}")
UNSURROUNDED = FaultKind("bad-surroundings", "It could be checked by itself only: {error}")

_known: dict[Path, tuple[Project, Worlds]] = {}
"""What this process knows of a project folder."""


def _project(folder: Path) -> tuple[Project, Worlds]:
    if folder not in _known:
        project = Project(folder)
        _known[folder] = (project, Worlds(project))
    return _known[folder]


def check(folder: Path, kind: DocumentKind, body: CheckDocument) -> CheckResult:
    """Check a document; all faults are reported at once.

    Args:
        folder: The project folder.
        kind: Kind of document.
        body: The document, and what it is meant for.

    Raises:
        MemoryError: A model needs more than is allowed.
    """
    project, worlds = _project(folder)
    found = _check_scheme(project, worlds, body) if kind == "scheme" else _check_other(project, worlds, body, kind)
    if any(OUT_OF_MEMORY in fault.message for fault in found.faults):
        raise MemoryError
    return found


def lay_out(folder: Path, query: LevelQuery) -> Layout:
    """Places for everything on one level of a scheme; see `layout_of`."""
    return layout_of(look_at(query.document, scheme_home(_project(folder)[0], query.document)), query.level)


def draw(folder: Path, query: LevelQuery) -> str:
    """One level of a scheme as a picture; see `drawing_of`."""
    home = scheme_home(_project(folder)[0], query.document)
    return drawing_of(look_at(query.document, home), query.level, query.theme)


def provide(folder: Path, name: str, panel: str = "") -> ProvidedThings:
    """Names of the things of a world, and the signals of a panel.

    Raises:
        Refusal: There is none of that name, or it has faults.
        MemoryError: Its model needs more than is allowed.
    """
    project, worlds = _project(folder)
    project.file("world", name)
    world, faults = worlds.get(name)
    if any(OUT_OF_MEMORY in fault.message for fault in faults):
        raise MemoryError
    if world is None:
        raise Refusal(422, "faults", f"The world {name!r} has faults: {faults[0]}", fault_messages(faults))
    shown = check_panel(project.file("panel", panel))[0] if panel else None
    return provided_things(world, shown)


def _check_scheme(project: Project, worlds: Worlds, body: CheckDocument) -> CheckResult:
    """Check a scheme by itself, and in the exercise or the world it is meant for, as far as these are right."""
    began = time.perf_counter()
    setup, more = _surroundings(project, body)
    world = None
    if setup is not None:
        world, faults = worlds.get(setup.world, [(pair[0], pair[1]) for pair in setup.contacts if len(pair) == 2])
        if world is None:
            more.append(WORLD_HAS_FAULTS.before(faults[0].inside(""), faulty=setup.world))
    home = scheme_home(project, body.document)
    checked = look_at(body.document, home, world.provided() if world is not None else None)
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
        return None, [UNSURROUNDED.at(error=str(error))]
    return None, []


def _check_other(project: Project, worlds: Worlds, body: CheckDocument, kind: DocumentKind) -> CheckResult:
    """Check a panel, world, robot or exercise."""
    began = time.perf_counter()
    data = body.document
    faults, warnings = outside_faults(kind, data), list[Fault]()
    if not isinstance(data, dict):
        faults = [NOT_AN_OBJECT.at(kind=kind)]
    elif not faults:
        try:
            if kind == "robot":
                robot, faults = check_robot(data, files_home(project, kind, data))
                warnings = robot.warnings() if robot is not None else []
            else:
                faults = _other_faults(project, worlds, body, kind, data)
        except PultError as error:
            faults = [BAD_DOCUMENT.at(error=str(error))]
    spent = time.perf_counter() - began
    return CheckResult(faults=fault_messages(faults), warnings=fault_messages(warnings), time=spent)


def _other_faults(
    project: Project, worlds: Worlds, body: CheckDocument, kind: DocumentKind, data: dict[str, Any]
) -> list[Fault]:
    home = files_home(project, kind, data)
    if kind == "world":
        return check_world(data, home)[1]
    if kind == "procedure":
        return check_procedure(data, project.home)
    if kind == "program":
        return check_program(data)[1]
    if kind == "tunnel":
        return check_tunnel(data)[1]
    if kind == "exercise":
        return check_exercise(data, project.home, operator=False)[1]
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


def scheme_home(project: Project, document: Any) -> Path:
    """Folder that the files of a scheme lie in: the project's, or the shipped one if they are only there."""
    own = schemes_folder(project)
    files = [text for text in scheme_texts(document) if is_path(text)] if isinstance(document, dict) else []
    if files and not all(is_file_beside(own, name) for name in files):
        for home in sorted({file.parent for file in shipped_files("*.scheme.json").values()}):
            if all(is_file_beside(home, name) for name in files):
                return home
    return own


def files_home(project: Project, kind: DocumentKind, data: Any) -> Path:
    """Folder that the files of a document lie in: the project's, or the shipped one if they are only there."""
    own = project.folder / f"{kind}s"
    files = [name for _, name in references(kind, data)]
    if files and not all(is_file(own / name) for name in files):
        for home in sorted({file.parent for file in shipped_files(f"*.{kind}.json").values()}):
            if all(is_file(home / name) for name in files):
                return home
    return own
