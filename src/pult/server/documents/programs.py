"""Programs of frames over HTTP: the whole program is looked at while it is edited."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from fastapi import APIRouter, Request, Response

from pult.core.signals import Array
from pult.motion.grab.frames import joint_positions, prm1_frames
from pult.motion.grab.program.simulate import SimulatedFrame, check_program
from pult.server.documents.program_messages import PlannedFrame, PlanProgram, ProgramPlan
from pult.server.http.wire import describe, fault_messages, read_body, reply

PLAN_SECONDS = 60.0
"""Time that a look at a program may take [s]: the first one compiles."""
MAX_ARMS = 24
"""Positions of the arm on the way of a frame that are shown."""
JOINT_FRAMES = ("arm", "upper_arm", "forearm", "grab", "tip")

router = APIRouter(prefix="/api/programs", tags=["programs"])


@router.post("/plan", **describe(body=PlanProgram, answer=ProgramPlan))
async def plan(request: Request) -> Response:
    """Look at a whole program; faults come with their places."""
    body = await read_body(request, PlanProgram)
    workers = request.app.state.workers
    found = await workers.run(plan_of, body.document, what="The check of the program", seconds=PLAN_SECONDS)
    return reply(found)


# --- in a worker -----------------------------------------------------------------------------------------------------


def plan_of(document: Any) -> ProgramPlan:
    """The motions of a program, and what is wrong."""
    found, faults = check_program(document if isinstance(document, Mapping) else {})
    if found is None:
        return ProgramPlan(ok=False, faults=fault_messages(faults))
    return ProgramPlan(
        ok=not faults,
        faults=fault_messages(faults),
        start=_arm(found.start.angles),
        frames=[_frame(frame) for frame in found.frames],
    )


def _frame(frame: SimulatedFrame) -> PlannedFrame:
    shown = np.unique(np.linspace(0, len(frame.angles) - 1, MAX_ARMS).round().astype(int))
    return PlannedFrame(
        arms=[_arm(frame.angles[k]) for k in shown],
        angles=list(frame.config.angles),
        point=frame.points[-1].tolist(),
        pitch=frame.config.pitch,
        length=frame.length,
        refused=frame.fault is not None,
    )


def _arm(angles: Sequence[float] | Array) -> list[list[float]]:
    """Places of the joints and of the finger tips in the interface frame [m], rounded to tenths of millimetres."""
    tree, joints = _FRAMES, joint_positions(angles)
    points = [tree.point([0.0, 0.0, 0.0], frame, "interface", joints) for frame in JOINT_FRAMES]
    return [[round(float(v), 4) for v in point] for point in points]


_FRAMES = prm1_frames()
