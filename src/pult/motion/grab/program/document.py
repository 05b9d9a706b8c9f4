"""The program document: a list of frames, each with a target and what is done before the motion to it (paper 002)."""

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta, field

from pult.core.document import Part, Text, read_document
from pult.core.errors import DocumentError, Fault, FaultKind, advice
from pult.motion.grab.manipulator import JOINTS

FORMAT = "pult.program"
MAX_FRAMES = 500
CAMERAS = ("grab", "mast", "side")
READY = (0.0, -0.957, 1.155, -0.023, 0.0)
"""Joint angles of the robot's pose "ready" [rad]; a test compares them."""

TWO_TARGETS = FaultKind("bad-value", "a frame has target angles or a target point, not both.")
NO_TARGET = FaultKind("missing-key", "a frame needs target angles, a target point, or actions.")
PITCH_WITHOUT_POINT = FaultKind("bad-value", "{key!r} belongs to a target point; angles have it already.")
NOT_FIVE = FaultKind("bad-shape", "there are 5 joint angles ({names}), not {count}.")
UNSET_START = FaultKind("missing-key", "the start has all 5 joint angles; {name} is inherited.")
UNKNOWN_CAMERA = FaultKind("unknown-name", "there is no camera {name!r}. {advice}")
NEGATIVE_WAIT = FaultKind("out-of-range", "a wait is from 0 to 600 s, not {value:g}.")
BAD_SPEED = FaultKind("out-of-range", "the speed is a share of the full one, 0.1 to 1, not {value:g}.")
NO_FRAMES = FaultKind("bad-shape", "a program has 1 to {most} frames, not {count}.")

Angles = Annotated[
    list[float | None],
    Meta(description="Column, shoulder, elbow, wrist, roll [rad], pitch positive down; null inherits."),
]

Point = Annotated[list[float], Meta(min_length=3, max_length=3, description="x, y, z [m].")]


class WaitAction(Part, frozen=True, tag_field="type", tag="wait"):
    """Wait."""

    seconds: Annotated[float, Meta(description="How long [s].")] = 1.0


class GrabAction(Part, frozen=True, tag_field="type", tag="grab"):
    """Open or close the grab, and wait until the fingers stand still."""

    do: Annotated[Literal["open", "close"], Meta(description="What to do.")]
    force: Annotated[float | None, Meta(description="Largest force of a finger [N]; as before if left out.")] = None


class CameraAction(Part, frozen=True, tag_field="type", tag="camera"):
    """Switch a camera on, so that its picture is shown."""

    camera: Annotated[str, Meta(description="'grab', 'mast' or 'side'.")]
    on: Annotated[bool, Meta(description="Off: the mast camera is shown, as at the start.")] = True


class EquipmentAction(Part, frozen=True, tag_field="type", tag="equipment"):
    """Set an element of the panel, such as a switch of what the robot carries."""

    element: Annotated[str, Meta(description="Name of the element.")]
    value: Annotated[bool | float | str, Meta(description="Its value.")] = True


Action = WaitAction | GrabAction | CameraAction | EquipmentAction


class ProgramFrame(Part, frozen=True):
    """A target of the grab, and what is done before the motion to it. The working point goes in a straight line."""

    angles: Annotated[Angles | None, Meta(description="Target angles of the joints; null entries inherit.")] = None
    point: Annotated[Point | None, Meta(description="Target of the finger tips in the interface frame [m].")] = None
    pitch: Annotated[float | None, Meta(description="Pitch of the grab there, positive down [rad]; inherited.")] = None
    roll: Annotated[float | None, Meta(description="Roll of the grab there [rad]; inherited if left out.")] = None
    before: Annotated[list[Action], Meta(description="Actions before the motion, one after the other.")] = []
    note: Annotated[Text, Meta(description="A word for people.")] = ""


class ProgramDocument(Part, frozen=True):
    """A program of the manipulator PRM-1."""

    format: Annotated[Literal["pult.program"], Meta(description="Always 'pult.program'.")]
    version: Annotated[Literal[1], Meta(description="Version of the format.")]
    name: str
    frames: Annotated[list[ProgramFrame], Meta(description="One after the other.")]
    start: Annotated[Angles, Meta(description="Joint angles at the start; the pose 'ready' by default.")] = field(
        default_factory=lambda: list(READY)
    )
    speed: Annotated[float, Meta(description="Share of the full speed, 0.1 to 1.")] = 0.5
    load: Annotated[float, Meta(description="Mass of what is held, for the tipping check [kg].")] = 0.0
    world: Annotated[str, Meta(description="World in which it is run: a name or a file.")] = "prm1"
    scheme: Annotated[str, Meta(description="Scheme that drives the robot.")] = "prm1"
    panel: Annotated[str, Meta(description="Panel whose elements the program sets.")] = "prm1"
    title: Text = ""
    description: Annotated[Text, Meta(description="One line for lists.")] = ""


def read_program(source: str | Path | Mapping[str, Any]) -> tuple[ProgramDocument, str, Path]:
    """Decode a program, and check what can be seen without moving.

    Returns:
        The document, a name for it in messages, and the folder its relative paths start from.

    Raises:
        DocumentError: With everything that is wrong, with places.
    """
    document, title, folder = read_document(source, ProgramDocument, FORMAT)
    faults = _faults(document)
    if faults:
        raise DocumentError(title, faults)
    return document, title, folder


def _faults(document: ProgramDocument) -> list[Fault]:
    faults = _angle_faults("start", document.start)
    faults += [
        UNSET_START.at("start", name=name)
        for name, value in zip(JOINTS, document.start, strict=False)
        if value is None and not faults
    ]
    if not 0.1 <= document.speed <= 1.0:
        faults.append(BAD_SPEED.at("speed", value=document.speed))
    if not 1 <= len(document.frames) <= MAX_FRAMES:
        faults.append(NO_FRAMES.at("frames", most=MAX_FRAMES, count=len(document.frames)))
    for number, frame in enumerate(document.frames):
        faults += _frame_faults(f"frames[{number}]", frame)
    return faults


def _angle_faults(place: str, angles: list[float | None]) -> list[Fault]:
    if len(angles) != len(JOINTS):
        return [NOT_FIVE.at(place, names=", ".join(JOINTS), count=len(angles))]
    return []


def _frame_faults(place: str, frame: ProgramFrame) -> list[Fault]:
    faults = []
    if frame.angles is not None and frame.point is not None:
        faults.append(TWO_TARGETS.at(place))
    elif not frame.before and (frame.angles, frame.point, frame.pitch, frame.roll) == (None,) * 4:
        faults.append(NO_TARGET.at(place))
    if frame.angles is not None:
        faults += _angle_faults(f"{place}.angles", frame.angles)
        faults += [
            PITCH_WITHOUT_POINT.at(f"{place}.{key}", key=key)
            for key in ("pitch", "roll")
            if getattr(frame, key) is not None
        ]
    for number, action in enumerate(frame.before):
        here = f"{place}.before[{number}]"
        if isinstance(action, CameraAction) and action.camera not in CAMERAS:
            faults.append(UNKNOWN_CAMERA.at(f"{here}.camera", name=action.camera, **advice(action.camera, CAMERAS)))
        if isinstance(action, WaitAction) and not (0.0 <= action.seconds <= 600.0 and math.isfinite(action.seconds)):
            faults.append(NEGATIVE_WAIT.at(f"{here}.seconds", value=action.seconds))
    return faults
