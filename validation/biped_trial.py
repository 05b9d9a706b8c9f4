"""What is measured of the biped: pushes while it walks or stands, and stops at any time."""

import functools
import math

import numpy as np

import pult
from pult.sim.commands import Arm, Input, Neutral, Push, Reset, Stop

ORDERS = ([0.8, 0.0, 0.0], [-0.5, 0.0, 0.0], [0.0, 0.9, 0.0], [0.0, -0.9, 0.0], [0.3, 0.0, 0.8], [0.0, 0.0, -1.0])
"""Deflections of the joystick: forward, back, to both sides, and turns."""
FALLEN = 0.8
"""Height of the pelvis below which the robot has fallen [m]; standing it is at 1.03 m."""
DURATION = 0.1
"""Time of a push [s]."""


@functools.cache
def _session() -> pult.Session:
    return pult.open_session(pult.Setup(world="biped", scheme="biped", panel="biped"))


def _begin(catch: bool) -> pult.Session:
    session = _session()
    for command in (Reset(), Neutral(), Arm(), Input(values={"enable": True, "feedback": True, "catch": catch})):
        session.apply(command)
    session.advance(50)
    return session


def _value(session: pult.Session, name: str) -> np.ndarray:
    return session.row[session.channels.find(name).place]


def _advance(session: pult.Session, steps: int) -> bool:
    """Control steps, as long as it is up; returns whether it is."""
    for _ in range(0, steps, 10):
        session.advance(10)
        if float(_value(session, "qpos")[2]) < FALLEN:
            return False
    return True


def push(*, seed: int, forward: float, lateral: float, catch: bool, standing: bool) -> pult.Figures:
    """A push at the chest in a drawn direction of an ellipse, at a drawn time of a drawn gait.

    Args:
        seed: Seed of the draw.
        forward, lateral: Half axes of the ellipse [N*s].
        catch: Whether steps catch pushes.
        standing: Whether the robot stands.
    """
    random = np.random.default_rng(seed)
    session = _begin(catch)
    angle, order, wait = random.uniform(0.0, 2.0 * math.pi), ORDERS[random.integers(len(ORDERS))], random.integers(140)
    if not standing:
        session.apply(Input(values={"joystick": order}))
        if not _advance(session, 300):
            return pult.Figures(success=False)
    session.advance(1 + int(wait))
    w, x, y, z = _value(session, "qpos")[3:7]
    heading = math.atan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z))
    along, across = forward * math.cos(angle) / DURATION, lateral * math.sin(angle) / DURATION
    c, s = math.cos(heading), math.sin(heading)
    session.apply(Push(body="chest", force=[c * along - s * across, s * along + c * across, 0.0], duration=DURATION))
    return pult.Figures(success=_advance(session, 400))


def stop(*, seed: int) -> pult.Figures:
    """A stop at a drawn time of a drawn gait: whether it ends in a stand."""
    random = np.random.default_rng(seed)
    session = _begin(True)
    session.apply(Input(values={"joystick": ORDERS[random.integers(len(ORDERS))]}))
    up = _advance(session, 200 + 10 * int(random.integers(20)))
    session.advance(1 + int(random.integers(10)))
    session.apply(Stop())
    up = up and _advance(session, 400)
    return pult.Figures(success=up and bool(_value(session, "output.standing")))
