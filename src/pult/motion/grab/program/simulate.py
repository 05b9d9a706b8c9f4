"""Direct kinematics of a whole program, before it runs: where each frame leads, and why one is refused."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from pult.core.errors import DocumentError, Fault, FaultKind
from pult.core.signals import Array
from pult.motion.grab.config import Config
from pult.motion.grab.functions import f1, f2, f3
from pult.motion.grab.manipulator import PRM1, Manipulator
from pult.motion.grab.program.document import ProgramDocument, ProgramFrame, read_program
from pult.motion.grab.reasons import Reason

STEP = 0.01
"""Distance of the places of a motion that are looked at [m]."""
MAX_STEPS = 4000
REFUSED = FaultKind(
    "refused", "frame {frame} is refused after {share:.0%} of the way, reason {reason}: {text}", ("place_of_tip",)
)
REFUSED_TARGET = FaultKind("refused", "the target of frame {frame} is refused, reason {reason}: {text}")
REFUSED_START = FaultKind("refused", "the start is refused, reason {reason}: {text}")
NO_END = FaultKind("refused", "frame {frame} does not come to an end: its steps become too small near the column axis.")


@dataclass(frozen=True, eq=False)
class SimulatedFrame:
    """One frame of a program, looked at.

    Attributes:
        config: Configuration at its end, or where it was refused.
        angles: Joint angles along the way, from its beginning [rad]. Shape (n, 5).
        points: The finger tips along the way [m]. Shape (n, 3).
        length: Length of the way [m].
        fault: Why it is refused; `None` if it is not.
    """

    config: Config
    angles: Array
    points: Array
    length: float
    fault: Fault | None


@dataclass(frozen=True, eq=False)
class Simulation:
    """A program, looked at from its start to its end or to the first refusal.

    Attributes:
        start: The configuration at the start.
        frames: Its frames, up to and including the first that is refused.
        faults: Why it is refused, with places in the document; empty if it is not.
    """

    start: Config
    frames: tuple[SimulatedFrame, ...]
    faults: tuple[Fault, ...]


def target_of(
    frame: ProgramFrame, now: Config, *, load: float, robot: Manipulator
) -> tuple[Config | None, Reason, str]:
    """The configuration that a frame leads to, or why there is none."""
    if frame.angles is not None:
        target = Config(*frame.angles).inherit(now)
        target = now.turned(target.angles)
        answer = f1(target, load=load, robot=robot)
        return (target if answer.reason == Reason.NONE else None), answer.reason, answer.text
    point = f1(now, robot=robot).point if frame.point is None else np.array(frame.point)
    if point is None:
        return None, Reason.UNSET, ""
    wish = now.turned(now.angles, target_pitch=frame.pitch, target_roll=frame.roll)
    found = f2(wish, point, load=load, robot=robot)
    return found.config, found.reason, found.text


def simulate(document: ProgramDocument, robot: Manipulator = PRM1) -> Simulation:
    """Look at a whole program: every frame is a straight line of the finger tips by steps of f3.

    Args:
        document: The program, free of faults.
        robot: The manipulator.
    """
    start = replace(Config(*document.start), step=STEP)
    begin = f1(start, load=document.load, robot=robot)
    if begin.reason != Reason.NONE:
        fault = REFUSED_START.at("start", reason=int(begin.reason), text=begin.text)
        return Simulation(start, (), (fault,))
    frames: list[SimulatedFrame] = []
    now = start
    for number, frame in enumerate(document.frames):
        made = _frame(number, frame, now, document.load, robot)
        frames.append(made)
        if made.fault is not None:
            return Simulation(start, tuple(frames), (made.fault,))
        now = made.config
    return Simulation(start, tuple(frames), ())


def _frame(number: int, frame: ProgramFrame, now: Config, load: float, robot: Manipulator) -> SimulatedFrame:
    way = [now]
    target, reason, text = target_of(frame, now, load=load, robot=robot)
    fault = None
    if target is None:
        fault = REFUSED_TARGET.at(f"frames[{number}]", frame=number + 1, reason=int(reason), text=text)
    else:
        share = 0.0
        while fault is None:
            step = f3(way[-1], target, load=load, robot=robot)
            if step.config is None:
                tip = f1(way[-1], robot=robot).point
                place = "" if tip is None else ", ".join(f"{v:.3f}" for v in tip)
                fault = REFUSED.at(
                    f"frames[{number}]", frame=number + 1, share=share, reason=int(step.reason), text=step.text,
                    place_of_tip=place,
                )  # fmt: skip
                break
            share += (1.0 - share) * step.share
            way.append(step.config)
            if step.share >= 1.0:
                break
            if len(way) > MAX_STEPS:
                fault = NO_END.at(f"frames[{number}]", frame=number + 1)
    angles = np.array([config.angles for config in way])
    points = np.array([f1(config, robot=robot).point for config in way])
    length = float(np.linalg.norm(np.diff(points, axis=0), axis=1).sum())
    return SimulatedFrame(way[-1], angles, points, length, fault)


def check_program(source: str | Path | Mapping[str, Any]) -> tuple[Simulation | None, list[Fault]]:
    """A program looked at as a whole, and everything that is wrong, with places.

    Returns:
        The simulation, `None` if the document itself has faults; the faults.
    """
    try:
        document, _, _ = read_program(source)
    except DocumentError as error:
        return None, list(error.faults)
    found = simulate(document)
    return found, list(found.faults)
