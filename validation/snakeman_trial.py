"""What is measured of arms of many links: random tunnels, and runs with physics."""

import tempfile
from pathlib import Path

import numpy as np

import pult
from pult.makers.folder import write_documents
from pult.makers.snake_arm import FEED_SPEED, NO_LOAD_SPEED
from pult.makers.snake_scheme import full_speed
from pult.makers.snakeman import CLOSE, tunnel_documents
from pult.motion.tunnel.document import load_path, plain_tunnel
from pult.motion.tunnel.following import Follower, native_path_clearance
from pult.motion.tunnel.plan import TunnelPath, plan_as_printed, try_plan
from pult.motion.tunnel.random_tunnel import TunnelDraw, draw_walls, middle_circles, random_tunnel
from pult.motion.tunnel.shape import shape_faults
from pult.motion.tunnel.tunnel import Arm, Tunnel
from pult.sim.commands import Input

LINK, WIDTH = 0.1, 0.02
STEP = 0.004
"""Between two positions of the tip that are looked at [m]."""
PRINTED = 0.51 * LINK
"""Radius of the method as printed: more than half a link [m]."""
TWENTY = 0.02


def arm_of(kind: str, seed: int) -> Arm:
    """An arm of equal links without width or with it, or of unequal ones, long enough for every tunnel of the draw."""
    if kind == "unequal":
        lengths = np.random.default_rng(seed).uniform(0.3, 1.0, 110) * LINK
        lengths[::7] = LINK
        return Arm(tuple(float(v) for v in lengths), WIDTH)
    return Arm((LINK,) * 60, WIDTH if kind == "wide" else 0.0)


def tunnel(*, seed: int, kind: str) -> pult.Figures:
    """The first tunnel of a seed that the checks accept, passed by the arm.

    Returns:
        Metrics: clearance and its bound in links, what the checks refused before it; how many of all these
        meet the printed conditions, and in how many of those the path as printed touches; whether circles on the middle
        line touch in the same tunnel.
    """
    arm = arm_of(kind, seed)
    random = np.random.default_rng(seed)
    refused = paper = paper_touches = 0
    while True:
        drawn = draw_walls(random, LINK, TunnelDraw())
        if shape_faults(drawn):
            continue
        if meets_printed_conditions(drawn):
            paper += 1
            paper_touches += touches(plan_as_printed(drawn, arm, PRINTED))
        path, faults = try_plan(drawn, arm, native_path_clearance)
        if path is not None and not faults:
            break
        refused += 1
    least = Follower(path).least_clearance(STEP)
    middle = touches(plan_as_printed(drawn, arm, PRINTED, middle_circles(drawn, PRINTED)))
    figures = {
        "clearance": least / LINK, "bound": path.bound / LINK, "refused": float(refused),
        "printed": float(paper), "printed_touches": float(paper_touches), "middle_touches": float(middle), "corners": float(len(path.corners)),
    }  # fmt: skip
    fine = least > 0.0 and least >= path.bound - 1e-3 * LINK
    return pult.Figures(success=fine, reason="" if fine else "clearance", time=0.0, metrics=figures)


def meets_printed_conditions(drawn: Tunnel) -> bool:
    """Whether neighbouring corners are farther apart than a link, and the narrowest width is above half a link."""
    points = np.array([[corner.x, corner.y] for corner in drawn.corners])
    apart = np.hypot(*np.diff(points, axis=0).T)
    return bool((apart > LINK).all()) and min(corner.width for corner in drawn.corners) > 0.5 * LINK


def touches(path: TunnelPath | None) -> bool:
    """Whether the links touch a wall on a path, or there is none at all."""
    return path is None or Follower(path).least_clearance(STEP) <= 0.0


def dynamic(*, seed: int, links: int, feedback: bool) -> pult.Figures:
    """A random tunnel as a world: the arm goes to the target and back, at full speed.

    Returns:
        Metrics: least clearance and bound [mm], miss of the tip at the target [mm], contacts.
    """
    arm = Arm((LINK,) * links, WIDTH)
    elbows = (max(2, links // 8), max(3, links // 5))
    drawn = random_tunnel(seed, arm, TunnelDraw(elbows=elbows, width=(0.75, 1.2), turn=(0.3, 1.8)))
    open_loop = {
        "servo.kp": 0.0, "servo.kd": 0.0, "ahead.k": 1.0 / NO_LOAD_SPEED, "slide.kp": 0.0, "slide_ahead.k": 1.0 / FEED_SPEED,
        "path.leash": 10.0,
    }  # fmt: skip
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_documents(tunnel_documents(plain_tunnel("drawn", drawn, arm)), folder)
        path = load_path(folder / "drawn.tunnel.json")
        setup = pult.Setup(
            world="drawn.world.json", scheme="drawn.scheme.json", panel="snake-tunnel",
            parameters={} if feedback else open_loop, start=pult.Start(joints={"feed": 0.0 if feedback else 0.002}),
        )  # fmt: skip
        session = pult.open_session(setup, folder)
    near, tip = (session.channels.find(signal).place for signal in ("output.clearance", "site.tip"))
    session.advance(10)
    least, contacts, miss = 1.0, 0, 0.0
    for stick in (1.0, -1.0):
        session.apply(Input(values={"joystick": [stick]}))
        for _ in range(round(1.2 * (path.end - path.start) / full_speed(arm) / TWENTY) + 100):
            session.advance(20)
            least, contacts = min(least, float(session.row[near][0])), max(contacts, session.data.ncon)
        if stick > 0.0:
            miss = float(np.hypot(*(session.row[tip][:2] - path.tunnel.target)))
    figures = {"clearance": 1e3 * least, "bound": 1e3 * path.bound, "miss": 1e3 * miss, "contacts": float(contacts)}
    reason = "contact" if contacts else "miss" if miss > CLOSE else ""
    return pult.Figures(success=not reason, reason=reason, time=session.time, metrics=figures)
