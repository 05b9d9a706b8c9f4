"""What is measured of sight: the pose of a target in rendered pictures, and how far looks correct a misplaced lock."""

from functools import cache
from typing import Any

import numpy as np
from models.prm1.make_key import LOCK
from msgspec.structs import replace
from tests.sight.lab import CENTRES, CORNERS, put, scene

import pult
from pult.sight.camera import GreyCamera
from pult.sight.markers import MarkerFinder
from pult.sight.target import locate
from pult.sim.commands import Input
from pult.sim.open import SessionFactory

TILT = np.radians(30.0)
"""Largest tilt of the target [rad]."""
MISPLACED = 0.02
"""How far the lock is from its place on the plan [m]."""
CLOSE = 2.0
"""How near looks must bring it [mm]."""
NUMBERS = {1: [3], 2: [3, 8], 4: list(CENTRES)}
"""Markers of the target that are reckoned with, by how many."""
LEAST = 2
"""How many of several must be found, as sensors have it unless they say otherwise."""


@cache
def _board() -> tuple[Any, Any, GreyCamera, MarkerFinder]:
    model, data = scene()
    return model, data, GreyCamera(model, 0, 640, 480), MarkerFinder()


def estimate(*, seed: int, distance: float, markers: int) -> pult.Figures:
    """Errors of the pose of a target in one picture.

    Returns:
        Metrics: number of markers found, error across the line of sight and along it [mm], of the orientation [deg],
        residual [px], and how many standard deviations the position is off.
    """
    model, data, camera, finder = _board()
    draw = np.random.default_rng(seed)
    turn = draw.normal(size=3)
    turn *= draw.uniform(0.0, TILT) / np.linalg.norm(turn)
    room = min(0.02, 0.1 * distance)
    place = np.array([*draw.uniform(-room, room, 2), -distance * draw.uniform(0.98, 1.02)])
    put(model, data, place, turn)
    known = {number: CORNERS[number] for number in NUMBERS[markers]}
    found = locate(finder.find(camera.picture(data)), known, camera.optics, min(LEAST, markers))
    if found is None:
        return pult.Figures(success=False, reason="not seen", time=0.0, metrics={})
    error = found.position - place
    angle = 2.0 * np.arccos(min(1.0, abs(float(found.quaternion @ data.xquat[1]))))
    figures = {
        "count": float(found.count),
        "lateral": 1e3 * float(np.hypot(*error[:2])),
        "depth": 1e3 * abs(float(error[2])),
        "angle": float(np.degrees(angle)),
        "residual": found.residual,
        "deviations": float(np.abs(error / found.position_deviation).max()),
    }
    return pult.Figures(success=True, reason="", time=0.0, metrics=figures)


@cache
def _key() -> tuple[pult.Exercise, SessionFactory]:
    exercise = pult.load_exercise("prm1-key")
    return exercise, SessionFactory(exercise.setup("sight"), exercise.folder)


def correction(*, seed: int) -> pult.Figures:
    """A lock that is misplaced by 20 mm in a drawn direction: what two looks make of it.

    Returns:
        Metrics: error of the plan, after the look from afar and after that from near [mm]; distance of the key's tip
        from the axis of the slot when it stands before it [mm].
    """
    exercise, sessions = _key()
    setup = exercise.setup("sight", seed)
    way = np.random.default_rng(seed).normal(size=3)
    place = np.array(LOCK) + MISPLACED * way / np.linalg.norm(way)
    bodies = {**setup.start.bodies, "lock": [*place.tolist(), *setup.start.bodies["lock"][3:]]}
    session = sessions.session(replace(setup, start=replace(setup.start, bodies=bodies)))
    believed = session.channels.find("output.lock_at").place
    lock, tip, platform = (session.data.site(name) for name in ("lock", "key_tip", "platform"))

    def error() -> float:
        """How far the lock is from where the scheme believes it, in the interface frame [mm]."""
        there = platform.xmat.reshape(3, 3).T @ (lock.xpos - platform.xpos)
        return 1e3 * float(np.linalg.norm(session.row[believed] - there))

    session.advance(1)
    figures = {"planned": error()}
    for step, name, seconds in (("look", "afar", 6.0), ("approach", "near", 8.0)):
        session.apply(Input(values={"step": step, "go": True, "speed": 1.0}))
        session.advance(round(seconds / session.dt))
        figures[name] = error()
    across = lock.xmat.reshape(3, 3).T @ (tip.xpos - lock.xpos)
    figures["off_axis"] = 1e3 * float(np.hypot(*across[:2]))
    fine = figures["near"] < CLOSE
    return pult.Figures(success=fine, reason="" if fine else "error", time=session.time, metrics=figures)
