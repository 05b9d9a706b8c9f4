"""Arms of many links in tunnels: the time to plan a path, and to follow it, against the number of links."""

import time
from typing import Any

import msgspec
import numpy as np
from msgspec import Struct

from benchmarks.environment import describe, load_average
from benchmarks.figures import Environment, Sample, Target
from pult.motion.tunnel.contact_force import follow_by_contact
from pult.motion.tunnel.following import native_follow, native_values, plan_native
from pult.motion.tunnel.plan import TunnelPath
from pult.motion.tunnel.random_tunnel import walls_along
from pult.motion.tunnel.tunnel import Arm, Tunnel

LINKS = (6, 12, 25, 50, 100, 200)
STEP = 0.001
"""Length of the path of one step of the tip [m]: 0.1 m/s at a control step of 10 ms."""
MOST_US, MOST_GROWTH = 20.0, 1.2
"""Promised: time of a step with 200 links [us], and growth from 50 to 200 links against that of the links."""
CONTACT = (12, 50)
"""Numbers of links with which the simulation of contact forces is timed."""


class SnakeTimes(Struct, frozen=True, kw_only=True):
    """Times with one number of links.

    Attributes:
        links: Number of links.
        elbows: Corners of the tunnel.
        plan_ms: Planning the path once [ms].
        follow_us: One step along it: all joints, angles and rates [us].
        plan_share_us: The planning, spread over the steps of the way [us].
        contact_us: One step of the simulation of contact forces [us], if it was run.
        contact_error_deg: Its largest difference from the closed form [degrees].
    """

    links: int
    elbows: int
    plan_ms: Sample
    follow_us: Sample
    plan_share_us: float
    contact_us: float | None = None
    contact_error_deg: float | None = None


class SnakeReport(Struct, frozen=True, kw_only=True):
    """The report of `pult bench snake`."""

    environment: Environment
    times: list[SnakeTimes]
    targets: list[Target]

    def to_json(self) -> bytes:
        """As a file."""
        return msgspec.json.format(msgspec.json.encode(self)) + b"\n"

    @staticmethod
    def from_json(data: bytes) -> "SnakeReport":
        """From a file."""
        return msgspec.json.decode(data, type=SnakeReport)

    def as_dict(self) -> dict[str, Any]:
        """As plain data."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain


def bench_snake(*, quick: bool = False, links: tuple[int, ...] = LINKS) -> SnakeReport:
    """Measure planning and following.

    Args:
        quick: Fewer repeats, and no simulation of contact forces.
        links: Numbers of links.
    """
    before = load_average()
    times = [_times(n, quick) for n in links]
    environment = describe(["mujoco-core"], before, "process_time")
    return SnakeReport(environment=environment, times=times, targets=_targets(times))


def bench_path(n: int) -> TunnelPath:
    """A tunnel as long as the arm, with an elbow every 0.3 m, to one side and to the other."""
    arm = Arm((0.1,) * n, 0.02)
    elbows = max(1, round((arm.reach - 0.5) / 0.3))
    headings = [0.0, *(0.7 if i % 2 == 0 else -0.7 for i in range(elbows))]
    steps = [0.4, *[0.3] * elbows]
    ways = np.array([[d * np.cos(h), d * np.sin(h)] for d, h in zip(steps, headings, strict=True)])
    middle = np.vstack([np.zeros(2), np.cumsum(ways, axis=0)])
    left, right = walls_along(middle, np.full(len(ways), 0.1))
    return plan_native(Tunnel(left, right, middle[-1] - 0.2 * ways[-1]), arm)


def _times(n: int, quick: bool) -> SnakeTimes:
    path = bench_path(n)
    planned = []
    for _ in range(3 if quick else 9):
        fresh = Tunnel(path.tunnel.left, path.tunnel.right, path.tunnel.target)  # its corners are not known yet
        begin = time.process_time()
        plan_native(fresh, path.arm)
        planned.append(1e3 * (time.process_time() - begin))
    lengths, found = path.lengths, np.empty((n + 1, 4))
    angles, rates = np.empty(n), np.empty(n)
    stations = [float(s) for s in np.arange(path.start, path.end, STEP)]
    count = len(path.pieces)
    native_follow.ready()
    native_values.ready()
    taken = []
    for _ in range(5 if quick else 15):
        begin = time.process_time()
        for s in stations:
            native_follow(path.pieces, count, lengths, s, 0.1, found)
            native_values(found, angles, rates)
        taken.append(1e6 * (time.process_time() - begin) / len(stations))
    plan = Sample.of(planned)
    contact = follow_by_contact(path, speed=0.1) if n in CONTACT and not quick else None
    return SnakeTimes(
        links=n,
        elbows=len(path.corners),
        plan_ms=plan,
        follow_us=Sample.of(taken),
        plan_share_us=1e3 * plan.median / len(stations),
        contact_us=None if contact is None else 1e6 * contact.step_time,
        contact_error_deg=None if contact is None else float(np.degrees(contact.angle_error)),
    )


def _targets(times: list[SnakeTimes]) -> list[Target]:
    by_links = {one.links: one for one in times}
    found = []
    if 200 in by_links:
        one = by_links[200]
        spent = one.follow_us.median + one.plan_share_us
        what = f"200 links, planning and following: at most {MOST_US:g} us a step"
        found.append(Target(what=what, wanted=MOST_US, found=spent, holds=spent <= MOST_US))
    if {50, 200} <= set(by_links):
        growth = by_links[200].follow_us.median / by_links[50].follow_us.median / 4.0
        what = f"four times the links cost at most {MOST_GROWTH:g} times four times the time"
        found.append(Target(what=what, wanted=MOST_GROWTH, found=growth, holds=growth <= MOST_GROWTH))
    return found
