"""What is measured of the biped: pushes while it walks or stands, and stops at any time.

Sensors are noisy and biased as the robot's document says. Beyond the control step, in which voltages are held for 10 ms,
every reading reaches the scheme `DELAY` late, over which the estimate predicts.
"""

import functools
import math

import msgspec
import numpy as np

import pult
from pult.sim.commands import Arm, DelaySensor, Input, Neutral, Push, Stop
from pult.sim.open import SessionFactory
from pult.sim.session import Session
from pult.sim.setup import Setup

ORDERS = ([0.8, 0.0, 0.0], [-0.5, 0.0, 0.0], [0.0, 0.9, 0.0], [0.0, -0.9, 0.0], [0.3, 0.0, 0.8], [0.0, 0.0, -1.0])
"""Deflections of the joystick: forward, back, to both sides, and turns."""
FALLEN = 0.8
"""Height of the pelvis below which the robot has fallen [m]; standing it is at 1.03 m."""
DURATION = 0.1
"""Time of a push [s]."""
DELAY = 0.01
"""Delay of every sensor, from the reading to the scheme, beyond the control step [s]."""
SETUP = Setup(world="biped", scheme="biped", panel="biped")


@functools.cache
def _factory() -> SessionFactory:
    return SessionFactory(SETUP)


def begin(seed: int, catch: bool) -> Session:
    """A session in which the robot stands, with late readings.

    Args:
        seed: Seed of the sensors' noise.
        catch: Whether steps catch pushes.
    """
    session = _factory().session(msgspec.structs.replace(SETUP, seed=seed))
    for channel in session.sensors.channels:
        session.apply(DelaySensor(sensor=channel.name, delay=DELAY))
    for command in (Neutral(), Arm(), Input(values={"enable": True, "feedback": True, "catch": catch})):
        session.apply(command)
    session.advance(50)
    return session


def _value(session: Session, name: str) -> np.ndarray:
    return session.row[session.channels.find(name).place]


def _advance(session: Session, steps: int) -> bool:
    """Control steps, as long as it is up; returns whether it is."""
    for _ in range(0, steps, 10):
        session.advance(10)
        if float(_value(session, "qpos")[2]) < FALLEN:
            return False
    return True


def begin_push(
    *, seed: int, forward: float, lateral: float, catch: bool, standing: bool
) -> tuple[Session, list[float], int]:
    """A session in the drawn gait at the drawn time, the impulse in axes of the robot [N*s], and the order."""
    random = np.random.default_rng(seed)
    session = begin(seed, catch)
    angle, order, wait = random.uniform(0.0, 2.0 * math.pi), int(random.integers(len(ORDERS))), random.integers(140)
    if not standing:
        session.apply(Input(values={"joystick": ORDERS[order]}))
        _advance(session, 300)
    session.advance(1 + int(wait))
    return session, [forward * math.cos(angle), lateral * math.sin(angle)], order


def push_now(session: Session, impulse: list[float]) -> None:
    """Push at the chest, in axes of the robot [N*s]."""
    w, x, y, z = _value(session, "qpos")[3:7]
    heading = math.atan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z))
    along, across = impulse[0] / DURATION, impulse[1] / DURATION
    c, s = math.cos(heading), math.sin(heading)
    session.apply(Push(body="chest", force=[c * along - s * across, s * along + c * across, 0.0], duration=DURATION))


def push(*, seed: int, forward: float, lateral: float, catch: bool, standing: bool) -> pult.Figures:
    """A push at the chest in a drawn direction of an ellipse, at a drawn time of a drawn gait.

    Args:
        seed: Seed of the draw and of the sensors' noise.
        forward, lateral: Half axes of the ellipse [N*s].
        catch: Whether steps catch pushes.
        standing: Whether the robot stands.
    """
    session, impulse, _ = begin_push(seed=seed, forward=forward, lateral=lateral, catch=catch, standing=standing)
    push_now(session, impulse)
    return pult.Figures(success=_advance(session, 400))


def stop(*, seed: int) -> pult.Figures:
    """A stop at a drawn time of a drawn gait: whether it ends in a stand."""
    random = np.random.default_rng(seed)
    session = begin(seed, True)
    session.apply(Input(values={"joystick": ORDERS[random.integers(len(ORDERS))]}))
    up = _advance(session, 200 + 10 * int(random.integers(20)))
    session.advance(1 + int(random.integers(10)))
    session.apply(Stop())
    up = up and _advance(session, 400)
    return pult.Figures(success=up and bool(_value(session, "output.standing")))
