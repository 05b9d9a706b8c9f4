"""Design of ManGo arms over HTTP: a look at a design while sliders move, and the documents that are made of it."""

import asyncio
import math

import numpy as np
from fastapi import APIRouter, Request, Response

from pult.core.errors import FaultKind, KinematicsError
from pult.makers.mango.arm import home_angles, home_reach
from pult.makers.mango.documents import design_files
from pult.makers.mango.layout import Layout
from pult.motion.carry.design import Arm, ArmDesign, Cylinder, design_arm
from pult.motion.carry.planar import planar_forward
from pult.motion.carry.workspace import moment_arms, work_space_area, work_space_border
from pult.server.documents.project import Project
from pult.server.http.state import studio_of
from pult.server.http.wire import Refusal, describe, read_body, reply
from pult.server.messages.mango import MakeMango, MangoDesign, MangoLook, MangoMade, MangoMount

router = APIRouter(prefix="/api/mango", tags=["mango"])

POINTS = 41
"""Points of a curve of moment arms."""
FOLDERS = {".robot.json": "robots", ".world.json": "worlds", ".scheme.json": "schemes", ".exercise.json": "exercises"}
LARGEST = 10.0
"""Of all lengths [m] and angles [rad]."""
BAD_DESIGN = FaultKind("bad-request", "Lengths are above 0 and at most {most:g} m, angles at most {most:g} rad.")


@router.post("/look", **describe(body=MangoDesign, answer=MangoLook))
async def look(request: Request) -> Response:
    """Look at a design: its work space, mount points and moment arms, or why it cannot be."""
    body = await read_body(request, MangoDesign)
    return reply(await asyncio.to_thread(look_at, body))


@router.post("/make", **describe(body=MakeMango, answer=MangoMade))
async def make(request: Request) -> Response:
    """Write robot, world, scheme and exercise of a design into the project."""
    body = await read_body(request, MakeMango)
    project = studio_of(request).project
    return reply(await asyncio.to_thread(_make, project, body))


def _make(project: Project, body: MakeMango) -> MangoMade:
    arm = designed(body.design)
    layout = Layout(arms=body.design.arms, reach=home_reach(arm))
    files = {f"{folder_of(name)}/{name}": content for name, content in design_files(arm, layout, body.name).items()}
    project.write(files)
    return MangoMade(name=body.name, exercise=body.name if layout.arms > 1 else "", files=list(files))


def folder_of(name: str) -> str:
    """Folder of the project that a made file belongs to; models lie beside the documents that name them."""
    for ending, folder in FOLDERS.items():
        if name.endswith(ending):
            return folder
    return "worlds" if name.endswith("-scene.xml") else "robots"


def designed(wanted: MangoDesign) -> Arm:
    """The arm of a design.

    Raises:
        Refusal: A number is not one that could be meant.
        KinematicsError: It cannot be; the message says by how much.
    """
    numbers = (wanted.link1, wanted.link2, wanted.folded, wanted.stroke, wanted.bore)
    angles = (wanted.shoulder_low, wanted.shoulder_high, wanted.elbow_low, wanted.elbow_high)
    if not (all(0.0 < x <= LARGEST for x in numbers) and all(abs(x) <= LARGEST for x in angles)):
        raise Refusal.of(400, BAD_DESIGN.at(most=LARGEST))
    cylinder = Cylinder(folded=wanted.folded, stroke=wanted.stroke, bore=wanted.bore, rod=0.375 * wanted.bore)
    return design_arm(
        ArmDesign(
            links=(wanted.link1, wanted.link2),
            shoulder=(wanted.shoulder_low, wanted.shoulder_high),
            elbow=(wanted.elbow_low, wanted.elbow_high),
            shoulder_cylinder=cylinder,
            elbow_cylinder=cylinder,
        )
    )


def look_at(wanted: MangoDesign) -> MangoLook:
    """What a design is like."""
    try:
        arm = designed(wanted)
    except KinematicsError as error:
        return MangoLook(problem=str(error))
    (l1, l2), (one, two) = arm.design.links, arm.joints
    q1, q2 = home_angles(arm, home_reach(arm))
    elbow = np.array([l1 * math.cos(q1), l1 * math.sin(q1)])
    hand = np.array(planar_forward(l1, l2, q1, q2))
    along, fore = elbow / l1, (hand - elbow) / l2
    back = one.offset + math.pi
    ends = (
        (one.mounts.k * np.array([math.cos(back), math.sin(back)]), one.mounts.p * along),
        (elbow - two.mounts.k * along, elbow + two.mounts.p * fore),
    )
    mounts = [
        MangoMount(
            k=joint.mounts.k, p=joint.mounts.p, stroke=stroke.tolist(), moment_arm=lever.tolist(), begin=begin.tolist(),
            end=end.tolist(),
        )
        for joint, (stroke, lever), (begin, end) in zip(arm.joints, moment_arms(arm, POINTS), ends, strict=True)
    ]  # fmt: skip
    pull, push = arm.elbow.cylinder.forces
    return MangoLook(
        area=work_space_area(arm), border=work_space_border(arm).tolist(),
        pose=[[0.0, 0.0], elbow.tolist(), hand.tolist()], push=push, pull=pull, mounts=mounts,
    )  # fmt: skip
