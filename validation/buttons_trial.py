"""The four buttons of paper 003 pressed at the panel: at random, and while the robot is pushed."""

import functools
import math

import numpy as np

import pult
from pult.sim.commands import Arm, Input, Neutral, Push, Reset, Stop

BUTTONS, SHARES = ("forward", "left", "right", "stop"), (0.45, 0.2, 0.2, 0.15)
"""Buttons, and how often each is pressed."""
HELD, PAUSE = (0.05, 0.4), (0.05, 5.0)
"""Shortest and longest time for which a button is held, and between two presses [s]."""
FALLEN = 0.8
"""Height of the pelvis below which the robot has fallen [m]; standing it is at 1.03 m."""
LONGEST_STOP = 8.0
"""Time within which a stopped robot must stand [s]: a turn of the paper's gait takes 7 s."""
DURATION = 0.1
"""Time of a push [s]."""
SCHEMES = {"dcm": "biped-buttons", "paper": "biped-buttons-paper"}


@functools.cache
def session_of(gait: str) -> pult.Session:
    """The session of this process with one of the gaits."""
    return pult.open_session(pult.Setup(world="biped", scheme=SCHEMES[gait], panel="biped-buttons"))


class Walk:
    """A walk by buttons, as long as the robot is up."""

    def __init__(self, gait: str, feedback: bool) -> None:
        self.session, self.up = session_of(gait), True
        self.tilt = self.voltage = 0.0
        for command in (Reset(), Neutral(), Arm(), Input(values={"enable": True, "feedback": feedback})):
            self.session.apply(command)
        self._places = {
            name: self.session.channels.find(name).place
            for name in ("qpos", "drive.left_leg", "drive.right_leg", "output.standing", "output.steps_made")
        }
        self._begun = float(self.session.row[0])
        self.advance(0.5)

    def value(self, name: str) -> np.ndarray:
        """A signal of the last row."""
        return self.session.row[self._places[name]]

    @property
    def time(self) -> float:
        """Time since its start [s]."""
        return float(self.session.row[0]) - self._begun

    @property
    def stands(self) -> bool:
        """Whether it is up and not walking."""
        return self.up and bool(self.value("output.standing"))

    def advance(self, time: float) -> None:
        """Let time pass, and look every 0.05 s."""
        for _ in range(max(1, round(time / 0.05))):
            if not self.up:
                return
            self.session.advance(5)
            q = self.value("qpos")
            upright = 1.0 - 2.0 * float(q[4] ** 2 + q[5] ** 2)
            self.up = float(q[2]) > FALLEN
            self.tilt = max(self.tilt, math.acos(min(max(upright, -1.0), 1.0)))
            for leg in ("left", "right"):
                self.voltage = max(self.voltage, float(np.abs(self.value(f"drive.{leg}_leg")).max()))

    def press(self, button: str, time: float) -> None:
        """Press a button for a time."""
        self.session.apply(Input(values={button: True}))
        self.advance(time)
        self.session.apply(Input(values={button: False}))

    def press_at_random(self, random: np.random.Generator) -> None:
        """Press any button for any time, then wait for any time."""
        self.press(str(random.choice(BUTTONS, p=SHARES)), float(random.uniform(*HELD)))
        self.advance(math.exp(float(random.uniform(*np.log(PAUSE)))))


def buttons(*, seed: int, gait: str, steps: int, feedback: bool = True) -> pult.Figures:
    """Buttons pressed at random until enough steps are made; then a stop, which must end in a stand.

    Args:
        seed: Seed of the draw.
        gait: "dcm" or "paper".
        steps: Number of steps.
        feedback: Whether the balance is on.
    """
    random, walk = np.random.default_rng(seed), Walk(gait, feedback)
    presses = 0
    while walk.up and float(walk.value("output.steps_made")[0]) < steps:
        walk.press_at_random(random)
        presses += 1
    walk.session.apply(Stop())
    for _ in range(round(LONGEST_STOP / 0.05)):
        if walk.stands:
            break
        walk.advance(0.05)
    stands = walk.stands
    walk.advance(2.0)
    figures = {
        "steps": float(walk.value("output.steps_made")[0]), "presses": float(presses),
        "time": walk.time, "tilt": walk.tilt, "voltage": walk.voltage,
    }  # fmt: skip
    return pult.Figures(success=stands and walk.up, metrics=figures)


def push(*, seed: int, gait: str, impulse: float, feedback: bool, walking: bool) -> pult.Figures:
    """A push at the chest in a drawn direction at a drawn time; the robot walks forward, or stands.

    Args:
        seed: Seed of the draw.
        gait: "dcm" or "paper".
        impulse: [N*s].
        feedback: Whether the balance is on.
        walking: Whether it walks.
    """
    random, walk = np.random.default_rng(seed), Walk(gait, feedback)
    angle, wait = random.uniform(0.0, 2.0 * math.pi), 4.0 + random.uniform(0.0, 3.0)
    if walking:
        walk.press("forward", 0.1)
    walk.advance(wait)
    force = [impulse * math.cos(angle) / DURATION, impulse * math.sin(angle) / DURATION, 0.0]
    walk.session.apply(Push(body="chest", force=force, duration=DURATION))
    walk.advance(5.0)
    return pult.Figures(success=walk.up, metrics={"tilt": walk.tilt})
