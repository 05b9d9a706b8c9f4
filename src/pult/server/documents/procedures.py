"""Procedures over HTTP: plans, rehearsals on the model, and whether the robot may do them."""

import asyncio
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from fastapi import APIRouter, Request, Response

from pult.core.errors import DocumentError, KinematicsError, PultError
from pult.core.kinds import BAD_VALUE
from pult.procedure.certificate import (
    CertificateDocument,
    certificate_file,
    certificate_problem,
    read_certificate,
    require_certificate,
    write_certificate,
)
from pult.procedure.plan import look_at_plan
from pult.procedure.procedure import Procedure, load_procedure
from pult.procedure.rehearse import certify, rehearse
from pult.server.documents.companions import outside_faults
from pult.server.documents.procedure_messages import (
    ExpectedError,
    KnotMark,
    PlanProcedure,
    ProcedureCard,
    ProcedurePlan,
    ProcedureState,
    SurfaceInfo,
)
from pult.server.documents.project import Project
from pult.server.http.state import studio_of
from pult.server.http.wire import describe, fault_messages, read_body, reply
from pult.server.messages import Job
from pult.server.workers.child_work import Tell, run_child
from pult.server.workers.jobs import Report

PLAN_SECONDS = 300.0
"""Time that looking at a plan may take [s]: the first one compiles."""
REHEARSAL_SECONDS = 1800.0
"""Time that a rehearsal may take [s]."""

router = APIRouter(prefix="/api/procedures", tags=["procedures"])


@router.get("", **describe(answer=list[ProcedureCard]))
async def procedures(request: Request) -> Response:
    """All procedures."""
    entries = await asyncio.to_thread(studio_of(request).project.entries, "procedure")
    return reply([ProcedureCard(name=e.name, title=e.title, description=e.description, own=e.own) for e in entries])


@router.post("/plan", **describe(body=PlanProcedure, answer=ProcedurePlan))
async def plan(request: Request) -> Response:
    """Look at the plan of a procedure: every sample of its path is solved for the joints."""
    body = await read_body(request, PlanProcedure)
    folder = studio_of(request).project.folder
    workers = request.app.state.workers
    found = await workers.run(plan_of, folder, body.document, what="The check of the procedure", seconds=PLAN_SECONDS)
    return reply(found)


@router.get("/{name}", **describe(answer=ProcedureState))
async def procedure_state(request: Request, name: str) -> Response:
    """Whether the robot may do a procedure, and what its last rehearsal showed."""
    folder = studio_of(request).project.folder
    workers = request.app.state.workers
    found = await workers.run(state_of, folder, name, what="The check of the procedure", seconds=PLAN_SECONDS)
    return reply(found)


@router.post("/{name}/rehearse", **describe(answer=Job))
async def rehearse_procedure(request: Request, name: str) -> Response:
    """Rehearse a procedure on the model; the job's result is {"passed": bool}."""
    studio = studio_of(request)
    await asyncio.to_thread(studio.project.file, "procedure", name)
    folder = studio.project.folder

    def work(report: Report) -> Any:
        what = "The rehearsal"
        return run_child(rehearse_in, (folder, name), report, "rehearsing", what=what, seconds=REHEARSAL_SECONDS)

    return reply(studio.jobs.start(f"rehearsal of {name}", work))


# --- in a worker -----------------------------------------------------------------------------------------------------


def project_procedure(project: Project, name: str) -> Procedure:
    """A procedure; what it names is looked for in the project first, even if the procedure itself is shipped.

    Raises:
        Refusal: There is none.
        DocumentError: It has faults.
    """
    return replace(load_procedure(project.file("procedure", name)), folder=project.home)


def project_certificate(project: Project, procedure: Procedure) -> tuple[Path, CertificateDocument | None]:
    """Where the project keeps the certificate of a procedure, and the certificate."""
    file = certificate_file(procedure, project.folder / "procedures")
    return file, read_certificate(file)


def certified(project: Project, name: str) -> Procedure:
    """A procedure that the robot may do.

    Raises:
        NotCertified: It may not; the message says why.
    """
    procedure = project_procedure(project, name)
    require_certificate(procedure, project_certificate(project, procedure)[1])
    return procedure


def plan_of(folder: Path, document: Any) -> ProcedurePlan:
    """The plan of a procedure, or its faults."""
    project = Project(folder)
    if faults := outside_faults("procedure", document):
        return ProcedurePlan(ok=False, faults=fault_messages(faults))
    try:
        procedure = replace(load_procedure(document), folder=project.home)
        found, touch = look_at_plan(procedure), procedure.touch
    except DocumentError as error:
        return ProcedurePlan(ok=False, faults=fault_messages(error.faults))
    except KinematicsError as error:
        return ProcedurePlan(ok=False, faults=fault_messages([BAD_VALUE.at("knots", error=str(error))]))
    surface = SurfaceInfo(
        shape=touch.shape, centre=list(touch.centre), size=touch.size, stiffness=touch.stiffness,
        tool_radius=touch.tool_radius,
    )  # fmt: skip
    return ProcedurePlan(
        ok=found.ok,
        marks=[KnotMark(kind=mark.kind, knot=mark.knot, message=mark.message) for mark in found.marks],
        expected=ExpectedError(**asdict(found.expected)),
        choices=[ExpectedError(**asdict(choice)) for choice in found.choices],
        surface=surface,
        length=found.length,
        duration=found.duration,
        joint_speed=found.joint_speed,
        margin=found.margin,
        angles=[touch.surface.angles(p) for p in procedure.path.on_surface],
    )


def state_of(folder: Path, name: str) -> ProcedureState:
    """What is known of a procedure's rehearsal."""
    project = Project(folder)
    try:
        procedure = project_procedure(project, name)
        _, found = project_certificate(project, procedure)
        problem = certificate_problem(procedure, found)
    except DocumentError as error:
        return ProcedureState(name=name, problem=str(error.faults[0]), rehearsed=False, passed=False)
    if found is None:
        return ProcedureState(name=name, problem=problem, rehearsed=False, passed=False)
    return ProcedureState(
        name=name, problem=problem, rehearsed=True, passed=found.passed, date=found.date, faults=found.faults,
        measured=found.measured, trace=found.trace,
    )  # fmt: skip


def rehearse_in(tell: Tell, folder: Path, name: str) -> dict[str, Any]:
    """Rehearse a procedure of a project, and keep its certificate.

    Raises:
        PultError: Its plan does not hold.
    """
    project = Project(folder)
    procedure = project_procedure(project, name)
    marks = look_at_plan(procedure).marks
    if marks:
        raise PultError(f"It cannot be rehearsed. Knot {marks[0].knot + 1}: {marks[0].message}")
    rehearsal = rehearse(procedure, progress=lambda share, _: tell(round(1000 * share), 1000))
    certificate = certify(procedure, rehearsal)
    write_certificate(project_certificate(project, procedure)[0], certificate)
    return {"passed": certificate.passed}
