"""Trials of arms that carry a body: motions drawn at random, checked, and run."""

import functools
import math
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from models.mango.make import ARM, ONE, PAIR, TRIO

import pult
from pult.core.signals import Array
from pult.makers.folder import write_documents
from pult.makers.mango.documents import robot_files, world_files
from pult.makers.mango.layout import Layout
from pult.makers.mango.scheme import bindings
from pult.motion.carry.check import MotionRefused, check_motion
from pult.motion.carry.design import Arm, ArmDesign, design_arm
from pult.motion.carry.mounts import NoMountPoints, cylinder_length, least_ratio, mount_points
from pult.motion.carry.paths import BodyPath, padded, path_through
from pult.motion.carry.timing import travel_time
from pult.sim.commands import Input, Reset, SetParameter
from pult.sim.session import Session

LAYOUTS = {1: ONE, 2: PAIR, 3: TRIO}
SCHEMES = {1: "mango-path", 2: "mango-pair-path", 3: "mango-trio-path"}
CONDITIONS = ("nominal", "supply", "load", "friction", "base", "welded")
"""As designed; supply pressure at 70 %; load doubled; friction of all pistons doubled; the base of one arm 1 mm off; and hands
welded to the body. The scheme knows of none of these."""
ROOM = {2: ((-0.1, 0.1), (-0.22, 0.22), (-0.25, 0.25)), 3: ((-0.08, 0.1), (-0.1, 0.1), (-0.25, 0.25))}
"""Where motions of the body are drawn: x, y [m], turn [rad]; beyond reach they are drawn again."""
SETTLE, AFTER = 0.3, 0.6
"""Time before the motion, and after it [s]."""


def changed(condition: str) -> tuple[Arm, dict[str, float]]:
    """Real arms under a condition, and what else it changes: factor of the load, supply."""
    design = ArmDesign()
    one, two = design.shoulder_cylinder, design.elbow_cylinder
    if condition == "supply":
        one, two = (replace(c, pressure=0.7 * c.pressure) for c in (one, two))
    if condition == "friction":
        one, two = (replace(c, friction=2.0 * c.friction) for c in (one, two))
    arm = design_arm(replace(design, shoulder_cylinder=one, elbow_cylinder=two))
    return arm, {"load": 2.0 if condition == "load" else 1.0, "supply": 0.7 if condition == "supply" else 1.0}


@functools.cache
def session_of(arms: int, condition: str) -> tuple[Session, Layout]:
    """A session with real arms and a real load under a condition, and a scheme that thinks they are as designed."""
    arm, factors = changed(condition)
    nominal = LAYOUTS[arms]
    load = replace(nominal.load, mass=factors["load"] * nominal.load.mass)
    real = replace(nominal, load=load, base_error=(0.0007, 0.0007) if condition == "base" else (0.0, 0.0))
    words = ({"en": "trial", "ru": "trial"}, {"en": "trial", "ru": "trial"})
    folder = Path(tempfile.mkdtemp(prefix="mango-"))
    files = {
        **robot_files(arm, "trial", nominal.reach),
        **world_files(arm, real, "trial", "trial", words, welded=condition == "welded"),
    }
    write_documents(files, folder)
    setup = pult.Setup(world="trial", scheme=SCHEMES[arms], panel="mango-path", **bindings(nominal))
    return pult.open_session(setup, folder), real


def drawn_motion(
    arms: int, seed: int, arm: Arm, layout: Layout, supply: float
) -> tuple[Array, BodyPath, bool, float, float]:
    """Knots, path, whether it is an arc, speed and acceleration of a motion that the check admits."""
    rng = np.random.default_rng(seed)
    while True:
        if arms == 1:  # 0.2 m in 1 s, straight, in any direction
            angle, begin = rng.uniform(0.0, 2.0 * math.pi), np.zeros(3)
            knots = np.array([begin, [0.2 * math.cos(angle), 0.2 * math.sin(angle), 0.0]])
            speed, acceleration, arc = 0.4, 1.2, False
        else:
            count = int(rng.integers(2, 5))
            low, high = np.array(ROOM[arms]).T
            knots = np.vstack([np.zeros(3), rng.uniform(low, high, (count - 1, 3))])
            speed, acceleration, arc = (
                rng.uniform(0.15, 0.4),
                rng.uniform(0.5, 1.2),
                count == 3 and bool(rng.integers(2)),
            )
        try:
            path = path_through(knots.tolist(), arc, layout.load.radius)
            check_motion(arm, layout.carried, path, speed, acceleration, supply)
        except (MotionRefused, ValueError):
            continue
        if path.length > 0.08:
            return knots, path, arc, float(speed), float(acceleration)


def carry(*, seed: int, arms: int, condition: str) -> pult.Figures:
    """Carry a body along a motion that is drawn from the seed.

    Returns:
        Metrics "rms" and "distance" (largest) [mm] from the set-point, "turn" [degrees], "internal_rms" and "internal" [N].
    """
    session, layout = session_of(arms, condition)
    nominal = LAYOUTS[arms]
    knots, path, arc, speed, acceleration = drawn_motion(arms, seed, ARM, replace(nominal, load=layout.load), 0.7)
    points, turns = padded(knots.tolist())
    for name, value in (("arc", False), ("points", points), ("knot_turns", turns), ("arc", arc), ("speed", speed),
                        ("max_acceleration", acceleration)):  # fmt: skip
        session.apply(SetParameter(name=f"lead.{name}", value=value))
    session.apply(Reset())
    try:
        found = _follow(
            session, travel_time(path.length, speed, acceleration), "body.load" if arms > 1 else "site.hand"
        )
    except pult.Halted as halted:
        session.apply(Reset())
        return pult.Figures(success=False, cause="diverged", data={"problem": str(halted)})
    distance, angle, internal = found
    metrics = {
        "rms": 1e3 * _rms(distance), "distance": 1e3 * float(distance.max()), "turn": math.degrees(float(angle.max())),
        "internal_rms": _rms(internal), "internal": float(internal.max()),
    }  # fmt: skip
    return pult.Figures(success=True, metrics=metrics, time=session.time)


def _follow(session: Session, seconds: float, thing: str) -> Array:
    session.advance(round(SETTLE / session.dt))
    session.apply(Input(values={"run": True}))
    channels = session.channels
    body, wanted = channels[thing].place, channels["output.place"].place
    turn, squeeze = channels.find("output.turn").start, channels.find("scheme.coordinate.squeeze.size").start
    rows = []
    for _ in range(round((seconds + AFTER) / session.dt)):
        before = session.row[body].copy()
        session.advance(1)
        now = session.row
        angle = 2.0 * math.atan2(before[6], before[3]) - now[turn] if thing.startswith("body") else 0.0
        rows.append((math.dist(before[:2], now[wanted]), math.remainder(angle, 2.0 * math.pi), now[squeeze]))
    session.apply(Input(values={"run": False}))
    found: Array = np.abs(np.array(rows)).T
    return found


def _rms(values: Array) -> float:
    return float(np.sqrt(np.mean(np.square(values))))


def mounts(*, seed: int, count: int) -> pult.Figures:
    """Mount points of many random cylinders: worst residual of those that can be, and how many were told wrongly.

    Returns:
        Metrics "solvable", "residual" (of the length, by the length), "wrong".
    """
    rng = np.random.default_rng(seed)
    solvable, residual, wrong = 0, 0.0, 0
    while solvable < count:
        theta_max, theta_min = (float(a) for a in np.sort(rng.uniform(0.0, math.pi, 2)))
        h_min = float(rng.uniform(0.02, 2.0))
        h_max = h_min * float(rng.uniform(1.001, 4.0))
        can = least_ratio(theta_min, theta_max) <= h_min / h_max
        try:
            k, p = mount_points(h_min, h_max, theta_min, theta_max)
        except NoMountPoints:
            wrong += can
            continue
        wrong += not can
        solvable += 1
        ends: tuple[tuple[float, float], ...] = ((h_min, theta_min), (h_max, theta_max))
        residual = max(residual, *(abs(cylinder_length(k, p, t) - h) / h for h, t in ends))
    return pult.Figures(metrics={"solvable": solvable, "residual": residual, "wrong": wrong})


def fast(*, seed: int, supply: float) -> pult.Figures:
    """A motion so fast that the check refuses it: what it says.

    Returns:
        Success if it is refused by its force; the metric "time" of the refusal [s].
    """
    rng = np.random.default_rng(seed)
    end = (float(rng.uniform(-0.08, 0.08)), float(rng.choice([-1, 1])) * 0.25, float(rng.uniform(-0.2, 0.2)))
    path = path_through([(0.0, 0.0, 0.0), end])
    try:
        check_motion(ARM, PAIR.carried, path, 3.0, 40.0, supply)
    except MotionRefused as refused:
        data: dict[str, Any] = {"words": str(refused), "arm": refused.arm}
        return pult.Figures(success=refused.limit in ("force", "stroke"), metrics={"time": refused.time}, data=data)
    return pult.Figures(success=False, cause="admitted")
