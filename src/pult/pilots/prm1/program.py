"""Runs a program of frames in the simulation of the robot, by the elements of its panel, with a record."""

import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from pult.core.errors import DocumentError
from pult.core.signals import Array
from pult.motion.grab.config import Config
from pult.motion.grab.manipulator import JOINTS
from pult.motion.grab.program.document import (
    Action,
    CameraAction,
    EquipmentAction,
    GrabAction,
    ProgramDocument,
    WaitAction,
)
from pult.motion.grab.program.simulate import SimulatedFrame, simulate
from pult.motion.grab.reasons import NONE
from pult.record.recording import start_recording
from pult.sim.commands import Input
from pult.sim.open import open_session
from pult.sim.session import Session
from pult.sim.setup import Setup, Start

FULL_SPEED = 0.15
"""Least speed of the finger tips to reckon with at full speed [m/s], for the time that a frame may take."""
REACHED = math.radians(0.15)
"""Distance of the joint angles from those of the target at which a frame is reached [rad]."""
STILL = 0.002
"""Speed of a finger at which it stands still [m/s]."""
SETTLE, GRIP_TIME = 0.3, 3.0


@dataclass(frozen=True)
class FrameRun:
    """How a frame went.

    Attributes:
        number: Its number, counted from 1.
        reached: Whether the grab has come to its target.
        time: How long it took [s].
        miss: Distance of the finger tips from the target at its end [m].
        reason: Number of the reason why the robot refused it; 0 if it did not.
    """

    number: int
    reached: bool
    time: float
    miss: float
    reason: int


@dataclass(frozen=True)
class ProgramRun:
    """How a program went.

    Attributes:
        frames: Its frames, up to the first that was not reached.
        time: How long it took [s].
        record: The record, if one was asked for.
    """

    frames: tuple[FrameRun, ...]
    time: float
    record: Path | None

    @property
    def done(self) -> bool:
        """Whether every frame was reached."""
        return all(frame.reached for frame in self.frames)


def run_program(document: ProgramDocument, record: Path | None = None) -> ProgramRun:
    """Run a program in the simulation; it is looked at as a whole first.

    Args:
        document: The program, free of faults.
        record: File for a record of the run.

    Raises:
        DocumentError: A frame would be refused.
    """
    ahead = simulate(document)
    if ahead.faults:
        raise DocumentError(document.name, ahead.faults)
    hand = _Hand(document)
    recording = start_recording(hand.session, record) if record is not None else None
    try:
        hand.wait(SETTLE)
        frames = []
        for number, (frame, expected) in enumerate(zip(document.frames, ahead.frames, strict=True), 1):
            for action in frame.before:
                hand.act(action)
            frames.append(hand.move(number, expected))
            if not frames[-1].reached:
                break
    finally:
        if recording is not None:
            recording.close()
    return ProgramRun(tuple(frames), hand.time, record)


class _Hand:
    """Sets elements of the panel, and reads what the robot's sensors and the scheme say."""

    def __init__(self, document: ProgramDocument) -> None:
        angles = Config(*document.start).angles
        start = Start(pose="ready", joints=dict(zip(JOINTS, angles, strict=True)))
        setup = Setup(world=document.world, scheme=document.scheme, panel=document.panel, start=start)
        self.session: Session = open_session(setup)
        self.speed = document.speed
        self.set(mode="semi-automatic", effectors="grab", speed=document.speed, go=False)

    @property
    def time(self) -> float:
        return float(self._value("time")[0])

    def _value(self, name: str) -> Array:
        found: Array = self.session.row[self.session.channels.find(name).place]
        return np.atleast_1d(found)

    def set(self, **values: Any) -> None:
        self.session.apply(Input(values=values))

    def wait(self, seconds: float) -> None:
        self.session.advance(max(1, round(seconds / self.session.dt)))

    def act(self, action: Action) -> None:
        """Do one action, to its end."""
        if isinstance(action, WaitAction):
            self.wait(action.seconds)
        elif isinstance(action, CameraAction):
            self.set(cameras=action.camera if action.on else "mast")
        elif isinstance(action, EquipmentAction):
            self.set(**{action.element: action.value})
        else:
            self._grab(action)

    def _grab(self, action: GrabAction) -> None:
        """Press the button until the fingers stand still."""
        button = "open_grab" if action.do == "open" else "close_grab"
        if action.force is not None:
            self.set(grip_force=action.force)
        self.set(**{button: True})
        until = self.time + GRIP_TIME
        self.wait(SETTLE)
        while self.time < until and abs(float(self._value("sensor.finger_speed")[0])) > STILL:
            self.wait(0.05)
        self.set(**{button: False})
        self.wait(SETTLE)

    def move(self, number: int, expected: SimulatedFrame) -> FrameRun:
        """Go to the end of a frame, by the point that is typed in and the switch."""
        began = self.time
        target, goal = expected.points[-1], np.array(expected.config.angles)
        pitch, roll = math.degrees(goal[1] + goal[2] + goal[3]), math.degrees(goal[4])
        self.set(go=False)
        self.wait(0.05)
        x, y, z = (1000.0 * float(v) for v in target)
        self.set(target_x=x, target_y=y, target_z=z, target_pitch=pitch, target_roll=roll, go=True)
        turned = float(np.abs(np.diff(expected.angles, axis=0)).sum(axis=0).max()) if len(expected.angles) > 1 else 0.0
        until = began + 5.0 + (3.0 * expected.length / FULL_SPEED + 3.0 * turned) / self.speed
        reached, reason = False, 0
        while not reached and self.time < until:
            self.wait(0.05)
            reason = int(self._value("output.reason")[0])
            reached = self._off(goal) < REACHED
            if reason != NONE and not reached:
                break
        if reached:
            self.wait(SETTLE)
        self.set(go=False)
        return FrameRun(number, reached, self.time - began, self._miss(target), 0 if reached else reason)

    def _off(self, goal: Array) -> float:
        return float(np.abs(self._value("sensor.arm_angles") - goal).max())

    def _miss(self, target: Array) -> float:
        names = ("output.tip_x", "output.tip_y", "output.tip_z")
        return float(np.linalg.norm([float(self._value(name)[0]) for name in names] - target))
