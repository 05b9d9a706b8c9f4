"""From what a page asks for to what a session is made of; everything is checked before a process is started."""

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import msgspec
import mujoco

from pult.core.document import Text, decode, read_json, write_atomically
from pult.core.errors import DocumentError, FaultKind
from pult.core.shipped import document_file
from pult.exercise.account import AttemptAccount, waiting_account
from pult.exercise.exercise import Exercise
from pult.exercise.observer import AttemptFactory
from pult.makers.bench import WORLD, make_bench
from pult.procedure.procedure import FORCE, SPEED
from pult.realtime.requests import SessionRequest
from pult.scheme.document import SchemeDocument
from pult.server.documents.gallery import exercise_card
from pult.server.documents.left_over import SESSIONS
from pult.server.documents.names import check_name
from pult.server.documents.procedures import certified
from pult.server.documents.project import Project, disk, version_of
from pult.server.http.wire import Refusal
from pult.server.live.scene import scene_of
from pult.server.live.writing import write_scheme
from pult.server.messages import ExerciseCard, Planned, Scene, StartSession
from pult.sim.binding import Wiring
from pult.sim.commands import Input, Restore, SetParameter
from pult.sim.open import SessionParts, check_setup
from pult.sim.placing import place
from pult.sim.setup import Setup, Start
from pult.world.world import World

BAD_SEED = FaultKind("bad-request", "The seed is a whole number from 0 to 2^53.")
NOTHING_TO_RUN = FaultKind("bad-request", "A session needs an exercise, or a world and a scheme.")

NOT_MADE = FaultKind("failed", "the session cannot be made.")

MAX_SEED = 2**31
PLAN_SECONDS = 120.0
"""Time that checking everything of a session may take [s]."""


@dataclass(frozen=True)
class Plan:
    """A session that can be opened.

    Attributes:
        exercise: Name of the exercise; empty for a scheme in a world.
        exercise_file: Its file.
        variant: Name of its variant.
        world, scheme, panel: Names of the documents.
        setup: What the session is made of.
        folder: Folder that names in documents are looked up from.
        title: Words for people.
        operator: Name of the person, for the record.
        scheme_file: File of the scheme that runs.
        scheme_document, panel_document: The documents as plain data.
        scheme_version: Hash of the scheme's bytes.
        scene: What is to be drawn.
        meshes: Meshes of the scene, as they are sent.
        card: The exercise for the page.
        procedure: Name of the procedure that it does; empty if none.
        acting: Elements of the panel that reach the scheme.
        waiting: The account of its attempt before it begins.
        bench: Whether it is a scheme by itself on a bench.
        rehearsed: Greatest values of the panel's elements that were rehearsed for it, by name.
    """

    exercise: str
    exercise_file: Path | None
    variant: str
    world: str
    scheme: str
    panel: str
    setup: Setup
    folder: Path
    title: Text
    operator: str
    scheme_file: Path
    scheme_document: Any
    panel_document: Any
    scheme_version: str
    scene: Scene
    meshes: Sequence[bytes]
    card: ExerciseCard | None
    waiting: AttemptAccount
    acting: Sequence[str] = ()
    procedure: str = ""
    bench: bool = False
    rehearsed: Mapping[str, float] = field(default_factory=dict)

    @property
    def told(self) -> Planned:
        """What a page gets before the session is open."""
        values = dict(self.setup.start.panel)
        return Planned(panel=self.panel_document, values=values, acting=list(self.acting), exercise=self.card)

    def problem(self, request: SessionRequest) -> str:
        """Why the session must not do what is asked of it; empty if it may. A procedure is done as it was rehearsed."""
        if not self.procedure:
            return ""
        if isinstance(request, (SetParameter, Restore)):
            return "The robot does what was rehearsed: parameters and states are not changed. Rehearse them first."
        values = request.values if isinstance(request, Input) else {}
        for name, most in self.rehearsed.items():
            value = values.get(name)
            if isinstance(value, (int, float)) and value > most + 1e-9:
                return (
                    f"The robot does what was rehearsed: {name!r} is {most:g} at most, not {value:g}. "
                    "For more, change the procedure and rehearse it."
                )
        return ""

    def attend(self, records: Path) -> AttemptFactory:
        """Who judges and records the attempts."""
        return AttemptFactory(
            exercise_file=self.exercise_file,
            variant=self.variant,
            seed=self.setup.seed,
            records=records,
            operator=self.operator,
            practice=not self.exercise,
        )


def make_plan(folder: Path, asked: StartSession, scheme_file: Path | None = None) -> Plan:
    """Check what a page asks for; this takes a second or so, and is done in a worker.

    Args:
        folder: The project folder.
        asked: What is asked for.
        scheme_file: A scheme other than the default one.

    Raises:
        DocumentError: With all faults.
        Refusal: Something is not there.
    """
    project = Project(folder)
    seed = secrets.randbelow(MAX_SEED) if asked.seed is None else asked.seed
    if not 0 <= seed < 2**53:
        raise Refusal.of(400, BAD_SEED.at())
    if asked.exercise:
        return _for_exercise(project, asked, seed, scheme_file)
    if asked.procedure:
        return _for_procedure(project, asked, seed)
    if asked.bench and asked.scheme:
        return _for_bench(project, asked, seed, scheme_file)
    if not (asked.world and asked.scheme):
        raise Refusal.of(400, NOTHING_TO_RUN.at())
    for kind in ("world", "scheme", "panel"):
        if name := getattr(asked, kind):
            project.file(kind, check_name(name))
    setup = Setup(world=asked.world, scheme=asked.scheme, panel=asked.panel, seed=seed)
    return _plan(project, asked, setup, None, scheme_file)


def _for_bench(project: Project, asked: StartSession, seed: int, scheme_file: Path | None) -> Plan:
    """A scheme by itself: what it is made into is written where sessions keep what is not saved."""
    file = project.file("scheme", check_name(asked.scheme))
    folder = project.folder / SESSIONS / hashlib.sha256(b"bench " + asked.scheme.encode()).hexdigest()[:12]
    document = read_json(file)
    made = write_scheme(on_bench(document), file.parent, file, folder)
    panel = folder / f"{WORLD}.panel.json"
    with disk("The panel"):
        write_atomically(panel, msgspec.json.encode(make_bench(_scheme(document)).panel))
    setup = Setup(world=WORLD, scheme=str(made), panel=str(panel), seed=seed)
    plan = _plan(project, asked, setup, None, scheme_file)
    return replace(plan, scheme=asked.scheme, panel=WORLD, title=asked.scheme, bench=True)


def _scheme(document: Any) -> SchemeDocument:
    """A scheme document; the places of its faults are in it."""
    scheme, faults = decode(SchemeDocument, document)
    if scheme is None or faults:
        raise DocumentError("scheme", faults)
    return scheme


def on_bench(document: Any) -> Any:
    """A scheme document with sources at its inputs; the document itself if it cannot be decoded."""
    scheme, faults = decode(SchemeDocument, document)
    return document if scheme is None or faults else msgspec.to_builtins(make_bench(scheme).scheme)


def _for_exercise(project: Project, asked: StartSession, seed: int, scheme_file: Path | None) -> Plan:
    exercise = project.exercise(asked.exercise)
    name, _ = exercise.variant(asked.variant)
    setup = exercise.setup(name, seed)
    changes = {kind: check_name(getattr(asked, kind)) for kind in ("scheme", "panel") if getattr(asked, kind)}
    setup = msgspec.structs.replace(setup, **changes)
    return _plan(project, msgspec.structs.replace(asked, variant=name), setup, exercise, scheme_file)


def _for_procedure(project: Project, asked: StartSession, seed: int) -> Plan:
    """The robot's session: only for what was rehearsed as it is now."""
    procedure = certified(project, asked.procedure)
    plan = _plan(project, asked, procedure.setup(seed), None, None)
    title, set_to = procedure.document.title or asked.procedure, plan.setup.start.panel
    most = {name: float(set_to[name]) for name in (FORCE, SPEED)}
    return replace(plan, procedure=asked.procedure, title=title, rehearsed=most)


def _plan(
    project: Project, asked: StartSession, setup: Setup, exercise: Exercise | None, scheme_file: Path | None
) -> Plan:
    scheme = setup.scheme
    if scheme_file is not None:
        setup = msgspec.structs.replace(setup, scheme=str(scheme_file))
    parts = checked(setup, project.home)
    file = document_file("scheme", setup.scheme, project.home)
    scene, meshes = scene_of(parts.world, start_data(parts.world, setup.start), parts.panel)
    document = exercise.document if exercise is not None else None
    panel = read_json(document_file("panel", setup.panel, project.home)) if setup.panel else None
    return Plan(
        exercise=asked.exercise,
        exercise_file=exercise.file.absolute() if exercise is not None and exercise.file is not None else None,
        variant=asked.variant,
        world=setup.world,
        scheme=scheme,
        panel=setup.panel,
        setup=setup,
        folder=project.home,
        title=(document.title or asked.exercise) if document is not None else parts.world.document.title or scheme,
        operator=asked.operator[:80],
        scheme_file=file,
        scheme_document=read_json(file),
        panel_document=panel,
        scheme_version=version_of(file.read_bytes()),
        scene=scene,
        meshes=meshes,
        card=exercise_card(project, asked.exercise) if document is not None else None,
        acting=_acting(parts.wiring),
        waiting=waiting_account(document),
    )


def _acting(wiring: Wiring) -> list[str]:
    """Elements of the panel that an input of the scheme is bound to; one entry of an element counts for all of it."""
    named = (source for sources in wiring.sources.values() for source in sources)
    found = (name.removeprefix("panel.").partition("[")[0] for name in named if name.startswith("panel."))
    return list(dict.fromkeys(found))


def checked(setup: Setup, folder: Path) -> SessionParts:
    """The parts of a session.

    Raises:
        DocumentError: With all faults; those of the scheme have their places in the scheme.
    """
    parts, faults = check_setup(setup, folder)
    if parts is None:
        raise DocumentError("session", faults or [NOT_MADE.at()])
    return parts


def start_data(world: World, start: Start) -> Any:
    """Data of the model of a world with everything where a start has it; fixed bodies are moved in the model."""
    data = mujoco.MjData(world.model)
    data.qpos[:] = world.start(start.pose)
    place(world.model, data, start)
    return data


def with_best(plan: Plan, card: ExerciseCard | None) -> Plan:
    """The plan with another card of its exercise."""
    return replace(plan, card=card)
