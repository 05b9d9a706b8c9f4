"""Runs of the proof of PRM-1: squares driven by the base, and straight lines of the grab, in the plain room."""

import math
from functools import cache

import numpy as np

import pult
from pult.core.signals import Array
from pult.geometry.rotation import matrix_from_quaternion
from pult.motion.mobile.odometry import moved_pose
from pult.sim.commands import Input, Push, Reset
from pult.sim.session import Session

SIDE, FULL = 2.0, 0.5
"""Side of the square [m], and speed of the base at full deflection [m/s]."""
REACH, HEIGHT, ASIDE = (1.05, 1.15), (0.30, 0.42), (-0.35, 0.35)
"""Where lines begin and end, from the column: radius [m], height [m], azimuth [rad]."""
GRAVITY = 9.81


@cache
def _opened() -> Session:
    return pult.open_session(pult.Setup(world="prm1", scheme="prm1", panel="prm1", start=pult.Start(pose="ready")))


class Lab:
    """The robot in the plain room, from its start on."""

    def __init__(self) -> None:
        """Start anew."""
        self.session = _opened()
        self.session.apply(Reset())
        self.session.advance(30)

    def signal(self, name: str) -> Array:
        """A signal of the last row."""
        found: Array = self.session.row[self.session.channels.find(name).place]
        return found

    def set(self, **values: object) -> None:
        """Put elements of the panel."""
        self.session.apply(Input(values=values))

    def pose(self) -> Array:
        """The base: x, y [m], yaw [rad]. Shape (3,)."""
        x, y, _, w, qx, qy, z = self.signal("body.base")
        return np.array([x, y, math.atan2(2.0 * (w * z + qx * qy), 1.0 - 2.0 * (qy * qy + z * z))])

    def tip(self) -> Array:
        """Finger tips in the interface frame [m]. Shape (3,)."""
        at = self.signal("site.platform")
        found: Array = matrix_from_quaternion(at[3:]).T @ (self.signal("site.tip")[:3] - at[:3])
        return found


def square(*, seed: int, turning: bool) -> pult.Figures:
    """A square driven without looking: along its sides sideways and back, or with turns of a quarter at its corners.

    Figures: distance of the base from where the commanded motion ends, and of its odometry from where it is [mm].
    """
    lab, rng = Lab(), np.random.default_rng(seed)
    speed = float(rng.uniform(0.6, 1.0))
    start = lab.pose()
    wanted = tuple(float(part) for part in start)
    legs: list[tuple[list[float], float]] = []
    for way in ([1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, -1.0, 0.0]):
        legs += [([1.0, 0.0, 0.0], SIDE), ([0.0, 0.0, 1.0], math.pi / 2.0)] if turning else [(way, SIDE)]
    lab.set(effectors="base", speed=speed)
    for stick, length in legs:
        done, held = 0.0, True
        lab.set(joystick=stick)
        for _ in range(6000):
            lab.session.advance(1)
            forward, left = (float(part) for part in lab.signal("scheme.base.steer.velocity"))
            turn = float(lab.signal("scheme.base.steer.turning")[0])
            wanted = moved_pose(*wanted, 0.01 * forward, 0.01 * left, 0.01 * turn)
            rate = abs(turn) if stick[2] else math.hypot(forward, left)
            done += 0.01 * rate
            # let go when braking covers the rest: wheels brake with 0.8 m/s^2
            braking = rate * rate * (0.285 if stick[2] else 1.0) / 1.6
            if held and done + braking >= length:
                lab.set(joystick=[0.0, 0.0, 0.0])
                held = False
            if not held and rate == 0.0:
                break
        lab.session.advance(40)
    true = lab.pose()
    c, s = math.cos(start[2]), math.sin(start[2])
    x, y = (float(lab.signal(f"scheme.base.odometry.{axis}")[0]) for axis in "xy")
    counted = start[:2] + np.array([c * x - s * y, s * x + c * y])
    figures = {
        "open": 1e3 * math.dist(wanted[:2], true[:2]),
        "odometry": 1e3 * math.dist(counted, true[:2]),
    }
    return pult.Figures(metrics=figures, time=lab.session.time)


def _place(rng: np.random.Generator) -> Array:
    radius, height, azimuth = (float(rng.uniform(*bounds)) for bounds in (REACH, HEIGHT, ASIDE))
    return np.array([radius * math.cos(azimuth), radius * math.sin(azimuth), height])


def line(*, seed: int, load: float) -> pult.Figures:
    """A straight line of the grab at 5 cm/s between two places that are drawn, with a load that nobody has told of.

    Figures: largest distance of the finger tips from the line, and that from its end at rest [mm].
    """
    lab, rng = Lab(), np.random.default_rng(seed)
    if load:
        lab.session.apply(Push(body="left_finger", force=[0.0, 0.0, -GRAVITY * load], duration=60.0))
    lab.set(effectors="grab", mode="semi-automatic", speed=1.0)
    off: list[float] = []
    ends: list[Array] = []
    for speed in (1.0, 1.0 / 3.0):
        goal = np.round(1e3 * _place(rng))
        x, y, z = (float(part) for part in goal)
        lab.set(target_x=x, target_y=y, target_z=z, target_pitch=5.0, speed=max(round(speed, 1), 0.1), go=True)
        ends.append(goal / 1e3)
        for step in range(3000):
            lab.session.advance(1)
            if len(ends) == 2:
                way = ends[1] - ends[0]
                gone = lab.tip() - ends[0]
                share = min(max(float(gone @ way / (way @ way)), 0.0), 1.0)
                off.append(float(np.linalg.norm(gone - share * way)))
            if step > 20 and lab.signal("output.left")[0] < 1e-6:
                break
        lab.session.advance(150)
        lab.set(go=False)
        lab.session.advance(5)
    figures = {"off": 1e3 * max(off), "end": 1e3 * float(np.linalg.norm(lab.tip() - ends[1]))}
    return pult.Figures(metrics=figures, time=lab.session.time)
