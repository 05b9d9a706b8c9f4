"""What the server and the page say to each other about procedures."""

from typing import Annotated, Any

from msgspec import Meta

from pult.core.document import Text
from pult.server.messages import FaultMessage, Message


class PlanProcedure(Message, frozen=True):
    """Look at the plan of a procedure, saved or not."""

    document: Annotated[Any, Meta(description="The procedure.")]


class KnotMark(Message, frozen=True):
    """Something that stands against a plan."""

    kind: Annotated[str, Meta(description="'reach', 'joint-limit', 'joint-speed' or 'force'.")]
    knot: Annotated[int, Meta(description="Index of the nearest given knot, from 0.")]
    message: str


class ExpectedError(Message, frozen=True):
    """What theory says of a number of inserted knots."""

    inserted: int
    deviation: Annotated[float, Meta(description="Largest distance of the chords from the surface [m].")]
    force_error: Annotated[float, Meta(description="Largest force error of position control [N].")]
    law_error: Annotated[
        float | None, Meta(description="Largest force error of the scheme's force law [N]; null if it has none.")
    ]


class SurfaceInfo(Message, frozen=True):
    """The surface that the tool is led over."""

    shape: Annotated[str, Meta(description="'sphere' or 'body'.")]
    centre: Annotated[list[float], Meta(description="Centre of the angular coordinates [m].")]
    size: Annotated[float, Meta(description="Radius about it that encloses the surface [m].")]
    stiffness: Annotated[float, Meta(description="[N/m]")]
    tool_radius: Annotated[float, Meta(description="[m]")]


class ProcedurePlan(Message, frozen=True):
    """A plan, looked at."""

    ok: Annotated[bool, Meta(description="Whether it may be rehearsed.")]
    faults: Annotated[list[FaultMessage], Meta(description="Faults of the document; then there is no plan.")] = []
    marks: list[KnotMark] = []
    expected: ExpectedError | None = None
    choices: Annotated[list[ExpectedError], Meta(description="Figures for other numbers of inserted knots.")] = []
    surface: SurfaceInfo | None = None
    length: Annotated[float, Meta(description="[m]")] = 0.0
    duration: Annotated[float, Meta(description="[s]")] = 0.0
    joint_speed: Annotated[float, Meta(description="Largest speed of a joint [rad/s].")] = 0.0
    margin: Annotated[float, Meta(description="Minimum distance of a joint from its limits [rad].")] = 0.0
    angles: Annotated[
        list[tuple[float, float]], Meta(description="Given and inserted knots as angles a, b on the surface [rad].")
    ] = []


class ProcedureCard(Message, frozen=True):
    """A procedure in a list."""

    name: str
    title: Text
    description: Text
    own: Annotated[bool, Meta(description="Whether it belongs to the project.")]


class ProcedureState(Message, frozen=True):
    """Whether the robot may do a procedure, and what its last rehearsal showed."""

    name: str
    problem: Annotated[str, Meta(description="Why the robot may not perform it; empty if it may.")]
    rehearsed: Annotated[bool, Meta(description="Whether there is a rehearsal, of this or of an older version.")]
    passed: Annotated[bool, Meta(description="Whether that one passed.")]
    date: Annotated[str, Meta(description="Date and time of the rehearsal.")] = ""
    faults: Annotated[list[str], Meta(description="Why it did not pass.")] = []
    measured: dict[str, float | bool | None] = {}
    trace: Annotated[dict[str, list[float]], Meta(description="'time', 'force', 'wanted', 'speed', 'stage'.")] = {}
