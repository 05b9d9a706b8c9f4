"""What is measured of an imported robot: whether it can be driven, and how many points its arms reach.

The robot is imported by `pult.import_robot` and nothing is added by hand. Everything moves through its panel.
"""

import shutil
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

import pult
from pult.core.signals import Array
from pult.makers.own.choices import DrivesChoice
from pult.makers.own.robot_import import ImportedRobot, import_robot
from pult.robot.robot import Robot, load_robot
from pult.sim.commands import Input
from pult.sim.session import Session

DRIVEN, CHANGE = 5.0, 0.5
"""Time in command mode [s], and how long a selection and a deflection last."""
MOVED = 0.01
"""Least travel of what is driven [rad or m], or of a control as a share of its range."""
POINTS, SPAN, PATIENCE = 20, 0.5, 12.0
"""Points for each arm; how far its joints are from home at most there [rad or m]; time for each [s]."""
FLOOR = 0.05
"""Least height of a point above the base of an arm that stands on the floor [m]."""
DEAD_ZONE = 0.05
"""Of the joystick, which the operator knows."""
CLOSE, CLOSEST = 0.01, 0.002
"""A point is reached within this share of the arm's reach, or this distance [m]."""


def trial(file: str, *, seed: int, drives: DrivesChoice = "auto") -> pult.Figures:
    """Import and drive one robot.

    Args:
        file: Its model.
        seed: Seed of selections, deflections and points.
        drives: Whose drives.
    """
    try:
        found = drive_import(Path(file), drives, seed)
    except pult.PultError as error:
        return pult.Figures(success=False, cause=str(error).split(": ", 1)[-1][:120], metrics={"driven": 0.0})
    numbers = {key: float(value) for key, value in found.items() if isinstance(value, (int, float))}
    return pult.Figures(
        success=bool(found["driven"]), cause=str(found["halted"] or "nothing moved"), metrics=numbers,
        data={"name": found["name"]},
    )  # fmt: skip


def drive_import(file: Path, drives: DrivesChoice, seed: int, points: int = POINTS) -> dict[str, Any]:
    """Import and drive one robot; see `trial`. Returns figures and names."""
    folder = Path(tempfile.mkdtemp())
    try:
        made = import_robot(file, folder / "robot", drives=drives, without_meshes=True)
        return drive(made, seed, points)
    finally:
        shutil.rmtree(folder)


def drive(made: ImportedRobot, seed: int, points: int = POINTS) -> dict[str, Any]:
    """Drive an imported robot in command mode, then reach points with each of its arms."""
    rng = np.random.default_rng(seed)
    session = open_robot(made)
    travel = command(session, made, rng)
    robot = load_robot(made.robot)
    found: dict[str, Any] = {
        "name": made.name, "joints": len(made.joints), "chains": len(robot.chains), "arms": len(made.arms),
        "halted": session.halted or "", "moved": int((travel > MOVED).sum()), "axes": len(travel),
        "driven": int(not session.halted and bool((travel > MOVED).any())),
    }  # fmt: skip
    reached = tried = 0
    if not session.halted:
        for number, arm in enumerate(made.arms):
            session = open_robot(made)
            hits = reach(session, robot, arm, np.random.default_rng([seed, number]), points)
            reached, tried = reached + sum(hits), tried + len(hits)
            if session.halted:
                found["halted"] = session.halted
    return {**found, "reached": reached, "tried": tried}


def open_robot(made: ImportedRobot) -> Session:
    """A session of an imported robot."""
    return pult.open_session(pult.Setup(world=str(made.world), scheme=str(made.scheme), panel=str(made.panel)))


def command(session: Session, made: ImportedRobot, rng: np.random.Generator) -> Array:
    """Drive all that can be selected for a while; returns how far each sensed joint has travelled [rad or m]."""
    low, high = measured(session), measured(session)
    if made.arms:
        session.apply(Input(values={"mode": "command"}))
    hands = [e for e in session.panel.panel.document.elements if e.startswith("hand_")]
    for _ in range(round(DRIVEN / CHANGE)):
        values: dict[str, Any] = {hand: float(rng.uniform(0.0, 1.0)) for hand in hands}
        if made.joints:
            some = rng.random(len(made.joints)) < 0.5
            some[rng.integers(len(made.joints))] = True
            values |= {"joints": [n for n, on in zip(made.joints, some, strict=True) if on]}
            values |= {"joystick": [float(rng.choice([-1.0, 1.0])), 0.0, 0.0]}
        session.apply(Input(values=values))
        for _ in range(5):
            session.advance(round(CHANGE / session.dt / 5))
            if session.halted:
                return high - low
            low, high = np.minimum(low, measured(session)), np.maximum(high, measured(session))
    return high - low


def measured(session: Session) -> Array:
    """All joint sensors, turning joints before sliding ones; of a robot without any, all coordinates [rad, m]."""
    names = [name for name in ("sensor.angles", "sensor.positions") if name in session.channels] or ["qpos"]
    return np.concatenate([np.atleast_1d(session.row[session.channels[name].place]) for name in names])


def joints_of(session: Session) -> dict[str, float]:
    """Present values of all sensed joints by name [rad or m]."""
    found: dict[str, float] = {}
    for name in ("sensor.angles", "sensor.positions"):
        if name in session.channels:
            channel = session.channels[name]
            found |= dict(zip(channel.labels, np.atleast_1d(session.row[channel.place]).tolist(), strict=True))
    return found


def draw_point(chain: pult.Chain, home: Array, rng: np.random.Generator, grounded: bool) -> Array:
    """A point that the effector can be at, not in the floor if the base is on it [m]. Shape (3,)."""
    for _ in range(1000):
        turn = rng.uniform(-SPAN, SPAN, chain.n) * np.where(chain.slides != 0.0, 0.2, 1.0)
        point: Array = chain.forward(np.clip(home + turn, chain.lower, chain.upper))[:3, 3]
        if point[2] > FLOOR or not grounded:
            break
    return point


def reach(session: Session, robot: Robot, arm: str, rng: np.random.Generator, points: int) -> list[bool]:
    """Lead the effector of an arm to points by the joystick, as one who sees it would; which were reached."""
    chain = robot.chain(arm)
    home = robot.home(arm)
    values: dict[str, Any] = {"mode": "semi-automatic", "effectors": arm, "speed": 1.0}
    if "orientation" in session.panel.panel.document.elements:
        values["orientation"] = False
    session.apply(Input(values=values))
    session.advance(20)
    close = max(CLOSE * chain.reach, CLOSEST)
    hits = []
    for _ in range(points):
        point = draw_point(chain, home, rng, not robot.document.chains[arm].base)
        hit = False
        for _ in range(round(PATIENCE / 0.05)):
            now = joints_of(session)
            here = chain.forward([now[name] for name in chain.names])[:3, 3]
            way = point - here
            if np.linalg.norm(way) < close:
                hit = True
                break
            size = float(np.linalg.norm(way))
            wish = way / size * min(1.0, 0.02 + 2.0 * size / chain.reach)
            stick = np.sign(wish) * (DEAD_ZONE + (1.0 - DEAD_ZONE) * np.abs(wish))
            session.apply(Input(values={"joystick": stick.tolist()}))
            session.advance(round(0.05 / session.dt))
            if session.halted:
                return [*hits, *[False] * (points - len(hits))]
        hits.append(hit)
    return hits
