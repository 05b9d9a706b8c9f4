"""The gait document: what the steps of a walk are like."""

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from pult.core.document import Part, Text, read_document
from pult.core.errors import DocumentError, Fault, FaultKind
from pult.core.kinds import NEGATIVE, NOT_ABOVE_ZERO
from pult.motion.walk.rows import GRAVITY

FORMAT = "pult.gait"
MAX_TURN = math.pi / 4.0
WRONG_TURN = FaultKind("out-of-range", "a turn is above 0 and at most {most:.4g} rad (45 degrees), not {value:g}.")
NO_SWING = FaultKind("out-of-range", "a step of {step:g} s leaves no time to swing with {both:g} s of double support.")
TOO_SHORT = FaultKind("out-of-range", "is shorter than one control step of {step:g} s.")


class GaitDocument(Part, frozen=True):
    """A gait. Lengths and times are those of paper 003; angles are in radians.

    Mode "paper" walks by the printed formulas: start, stop and turns are statically stable, and the zero-moment point
    jumps from foot to foot. Mode "dcm" plans the zero-moment point first, with double support, and takes the centre of
    mass from it by way of the divergent component of motion, so that all of it is dynamic.
    """

    format: Annotated[Literal["pult.gait"], Meta(description="Always 'pult.gait'.")] = "pult.gait"
    version: Annotated[Literal[1], Meta(description="Version of the format.")] = 1
    name: str = ""
    title: Text = ""
    description: Text = ""
    mode: Annotated[Literal["paper", "dcm"], Meta(description="How the centre of mass is planned.")] = "dcm"
    length: Annotated[float, Meta(description="Length of a step L [m]: from foot to foot; a foot swings 2 L.")] = 0.2
    lift: Annotated[float, Meta(description="Height of a swinging foot H [m].")] = 0.06
    half_spacing: Annotated[
        float, Meta(description="Half the distance of the feet x0 [m]; 0: as the robot stands.")
    ] = 0.0
    height: Annotated[float, Meta(description="Height of the centre of mass z0 [m]; 0: as the robot stands.")] = 0.0
    turn: Annotated[float, Meta(description="Angle of a turn phi [rad].")] = MAX_TURN
    step_time: Annotated[float, Meta(description="Time of a cyclic step Ts [s], double support included.")] = 0.7
    double_support: Annotated[float, Meta(description="Time on both feet in a step [s]; mode 'dcm' only.")] = 0.1
    first_time: Annotated[float, Meta(description="Swing of the first and last step Tf [s].")] = 0.7
    acceleration_time: Annotated[
        float, Meta(description="Acceleration after the first swing Ta [s]; mode 'paper' only.")
    ] = 0.75
    turn_times: Annotated[
        tuple[float, float], Meta(description="Swings of both feet in a turn, Tr and Tl [s].")
    ] = (0.7, 0.7)
    shift_time: Annotated[float, Meta(description="Shift of the weight between the middle and a foot [s].")] = 0.9
    transfer_time: Annotated[float, Meta(description="Shift of the weight from foot to foot [s].")] = 0.3
    alpha: Annotated[
        float, Meta(description="Factor of the height of the pendulum to the sides; mode 'paper' only.")
    ] = 1.0
    beta: Annotated[float, Meta(description="The same forward; mode 'paper' only.")] = 1.0
    step: Annotated[float, Meta(description="Control step, the distance of samples [s].")] = 0.01

    def samples(self, time: float) -> int:
        """Number of control steps of a time."""
        return max(1, round(time / self.step))

    def whole(self, time: float) -> float:
        """A time rounded to whole control steps [s]."""
        return self.samples(time) * self.step

    def frequency(self) -> float:
        """Frequency of the pendulum w = sqrt(g/z0) [1/s]."""
        return math.sqrt(GRAVITY / self.height)


def paper_gait(**changes: Any) -> GaitDocument:
    """The gait of paper 003, with alpha = 0.85 in place of the printed 0.1, which falls, and shift times of its own."""
    values: dict[str, Any] = {
        "name": "paper", "mode": "paper", "length": 0.2, "lift": 0.1, "half_spacing": 0.1009, "height": 1.2,
        "step_time": 1.5, "first_time": 1.0, "acceleration_time": 0.75, "turn_times": (1.0, 1.0),
        "shift_time": 1.5, "transfer_time": 2.0, "alpha": 0.85, "beta": 1.0,
    }  # fmt: skip
    return GaitDocument(**{**values, **changes})


def dcm_gait(**changes: Any) -> GaitDocument:
    """The dynamic gait: the defaults of the document."""
    return GaitDocument(**{"name": "dcm", "mode": "dcm", **changes})


def gait_faults(gait: GaitDocument) -> list[Fault]:
    """Everything that is wrong with the numbers of a gait, whatever the robot."""
    faults = []
    for key in ("lift", "step_time", "first_time", "acceleration_time", "shift_time", "transfer_time", "alpha", "beta",
                "step"):  # fmt: skip
        if not getattr(gait, key) > 0.0:
            faults.append(NOT_ABOVE_ZERO.at(key, value=getattr(gait, key)))
    for key in ("length", "half_spacing", "height", "double_support"):
        if not getattr(gait, key) >= 0.0:
            faults.append(NEGATIVE.at(key, value=getattr(gait, key)))
    if not min(gait.turn_times) > 0.0:
        faults.append(NOT_ABOVE_ZERO.at("turn_times", value=min(gait.turn_times)))
    if not 0.0 < gait.turn <= MAX_TURN + 1e-12:
        faults.append(WRONG_TURN.at("turn", most=MAX_TURN, value=gait.turn))
    if not faults:
        for key in ("step_time", "first_time", "acceleration_time", "shift_time", "transfer_time"):
            if getattr(gait, key) < gait.step:
                faults.append(TOO_SHORT.at(key, step=gait.step))
        if gait.mode == "dcm" and gait.step_time - gait.double_support < 2.0 * gait.step:
            faults.append(NO_SWING.at("double_support", step=gait.step_time, both=gait.double_support))
    return faults


def read_gait(source: str | Path | Mapping[str, Any]) -> GaitDocument:
    """Decode a gait and check its numbers.

    Raises:
        DocumentError: With everything that is wrong.
    """
    document, title, _ = read_document(source, GaitDocument, FORMAT)
    faults = gait_faults(document)
    if faults:
        raise DocumentError(title, faults)
    return document


def check_gait(source: str | Path | Mapping[str, Any]) -> list[Fault]:
    """Everything that is wrong with a gait, whatever the robot."""
    try:
        read_gait(source)
    except DocumentError as error:
        return list(error.faults)
    return []


def plain_gait(gait: GaitDocument) -> dict[str, Any]:
    """A gait as a document with all its numbers."""
    values = {key: value for key, value in msgspec.structs.asdict(gait).items() if value != ""}
    return {**values, "turn_times": list(gait.turn_times)}
