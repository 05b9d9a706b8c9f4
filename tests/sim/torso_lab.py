"""The torso robot by itself, its scheme and its panel, and what is measured of its modes.

The tests take samples of these measurements, the long proofs do all of them.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from pult.sim.commands import Feed, Input, Push, Reset, SetParameter
from pult.sim.listener import Listener
from pult.sim.open import open_session
from pult.sim.session import Session
from pult.sim.setup import Setup, Start

FULL_SPEED = 0.25
"""Speed of a hand at full deflection [m/s]."""
DEAD_ZONE = 0.05
SCENE = """<mujoco model="hall">
  <option cone="elliptic" impratio="100"/>
  <worldbody><geom name="floor" type="plane" size="3 3 0.1"/></worldbody>
</mujoco>"""
WORLD = {"format": "pult.world", "version": 1, "name": "hall", "scene": "hall.xml", "robots": [{"robot": "torso"}]}


class Rows(Listener):
    """A listener that keeps all rows."""

    def __init__(self) -> None:
        self.kept: list[np.ndarray] = []

    def frames(self, first: int, rows: np.ndarray) -> None:
        self.kept.append(np.array(rows))

    def command(self, tick: int, command: Any) -> None: ...

    def event(self, event: Any) -> None: ...

    def keyframe(self, tick: int, state: bytes) -> None: ...


class Torso:
    """A session of the torso robot alone, with the hands of an operator."""

    def __init__(self, folder: Path, scheme: str = "torso", plain: bool = False, **start: Any) -> None:
        (folder / "worlds").mkdir(parents=True, exist_ok=True)
        (folder / "exercises").mkdir(exist_ok=True)
        (folder / "worlds" / "hall.world.json").write_text(json.dumps(WORLD))
        (folder / "worlds" / "hall.xml").write_text(SCENE)
        setup = Setup(world="hall", scheme=scheme, panel="torso", start=Start(**start))
        self.session: Session = open_session(setup, folder / "exercises", plain=plain)
        self.sent = 0.0

    def set(self, **values: Any) -> None:
        """The operator sets elements of the panel."""
        self.session.apply(Input(values=values))

    def reset(self) -> None:
        """Back to the start."""
        self.session.apply(Reset())

    def weightless(self, on: bool) -> None:
        """Whether the drives bear the robot's weight."""
        for part in ("trunk", "head", "right_side", "left_side"):
            down = [0.0, 0.0, -9.81 if on else 0.0]
            self.session.apply(SetParameter(name=f"weights.{part}.gravity", value=down))

    def angles(self) -> np.ndarray:
        """Angles of all joints: waist, neck, right arm, left arm [rad]. Shape (18,)."""
        return np.concatenate([self(f"sensor.{part}_angles") for part in ("waist", "neck", "right", "left")])

    def stick(self, *deflection: float) -> None:
        """Deflect the joystick so that, after its dead zone, it gives these numbers."""
        values = np.array(deflection)
        given = np.sign(values) * (DEAD_ZONE + (1.0 - DEAD_ZONE) * np.abs(values)) * (values != 0.0)
        self.set(joystick=[float(x) for x in given])

    def master(self, angles: Any) -> None:
        """A sample of the master."""
        self.sent = self.session.time + 1e-6
        self.session.apply(Feed(stream="master", time=self.sent, values=[float(x) for x in angles]))

    def place(self, name: str) -> slice:
        """Where a signal is in a row."""
        channel = self.session.channels.find(name)
        return slice(channel.start, channel.stop)

    def __call__(self, name: str) -> np.ndarray:
        """A signal now."""
        return self.session.row[self.place(name)].copy()

    def run(self, seconds: float, *names: str) -> list[np.ndarray]:
        """Go on for a time; the signals by control step. Shape (steps, ...)."""
        keeper = Rows()
        self.session.listeners.append(keeper)
        try:
            self.session.advance(round(seconds / self.session.dt))
        finally:
            self.session.listeners.remove(keeper)
        rows = np.concatenate(keeper.kept)
        return [rows[:, self.place(name)] for name in names]


def side_of(hand: str) -> str:
    """The side of a hand."""
    return hand.removesuffix("_hand")


def drive_hand(torso: Torso, hand: str, velocity: Any, seconds: float) -> dict[str, np.ndarray]:
    """Move a hand by the joystick at a velocity in the base [m/s], and let it go; what happened, step by step."""
    side = side_of(hand)
    torso.set(mode="semi-automatic", effectors=hand, speed=1.0, joystick_frame="base", joystick_mode="rate")
    torso.run(0.8)  # a hand that was just selected starts gently
    torso.stick(*(np.asarray(velocity) / FULL_SPEED))
    names = (
        f"scheme.semi.{side}.lead.either.y",
        f"scheme.semi.{side}.here.position",
        f"site.{side}_wrist",
        "scheme.setpoint.position",
    )
    moving = torso.run(seconds, *names)
    torso.stick(0, 0, 0)
    after = torso.run(1.0, *names)
    point, here, site, command = (np.concatenate(pair) for pair in zip(moving, after, strict=True))
    return {"point": point, "here": here, "site": site[:, :3], "command": command}


def following_error(torso: Torso, hand: str, velocity: Any, seconds: float) -> float:
    """Root of the mean squared distance of the wrist from where the joystick has led it [m]."""
    found = drive_hand(torso, hand, velocity, seconds)
    return float(np.sqrt(np.square(found["here"] - found["point"]).sum(axis=1).mean()))


def drift(torso: Torso, hand: str, seconds: float = 5.0) -> float:
    """How far a wrist goes with the joystick at rest [m]."""
    (site,) = torso.run(seconds, f"site.{side_of(hand)}_wrist")
    return float(np.linalg.norm(site[:, :3] - site[0, :3], axis=1).max())


def closed_path(seed: int, points: int = 4, size: float = 0.12) -> np.ndarray:
    """Corners of a random closed path about the start, back at it in the end [m]. Shape (points + 1, 3)."""
    corners = np.random.default_rng(seed).uniform(-size, size, (points, 3))
    return np.vstack([corners, np.zeros(3)])


def go_round(torso: Torso, hand: str, corners: np.ndarray, speed: float = 0.1) -> Iterator[dict[str, np.ndarray]]:
    """Lead a hand along corners given from where it is, by the joystick alone; what happened on each way."""
    side = side_of(hand)
    torso.set(mode="semi-automatic", effectors=hand, speed=1.0, joystick_frame="base", joystick_mode="rate")
    torso.run(0.8)
    start = torso(f"scheme.semi.{side}.lead.either.y")
    names = (
        "scheme.setpoint.position",
        f"scheme.semi.{side}.lead.either.y",
        f"scheme.semi.{side}.here.position",
        "output.distance",
    )
    for corner in corners:
        kept: list[list[np.ndarray]] = []
        for _ in range(1500):
            way = start + corner - torso(f"scheme.semi.{side}.lead.either.y")
            far = float(np.linalg.norm(way))
            if far < 1e-3:
                break
            # as fast as can still be braked: the request itself is slowed down gently
            torso.stick(*(way / far * min(speed, 2.0 * far) / FULL_SPEED))
            kept.append(torso.run(0.02, *names))
        torso.stick(0, 0, 0)
        kept.append(torso.run(0.3, *names))
        yield dict(
            zip(("command", "point", "here", "distance"), map(np.concatenate, zip(*kept, strict=True)), strict=True)
        )


def largest_step(commands: np.ndarray) -> float:
    """Largest change of any joint's command in a control step [rad]."""
    return float(np.abs(np.diff(commands, axis=0)).max())


SWITCHES: tuple[dict[str, Any], ...] = (
    {"mode": "command"}, {"mode": "semi-automatic"}, {"mode": "copying"}, {"effectors": "right_hand"},
    {"effectors": "left_hand"}, {"effectors": "head"}, {"joystick_mode": "rate"}, {"joystick_mode": "displacement"},
    {"joystick_mode": "force"}, {"stick": "turn"}, {"stick": "move"}, {"orientation": False}, {"orientation": True},
    {"solver": "solve"}, {"solver": "descent"}, {"clutch": True}, {"clutch": False},
    {"joints": ["right_elbow", "waist_yaw", "left_shoulder_roll"]}, {"joystick_frame": "effector"},
    {"joystick_frame": "camera"}, {"joystick_frame": "base"},
)  # fmt: skip


def switching(torso: Torso, seed: int, switches: int) -> float:
    """Largest step of a joint's speed in the 50 ms after something is switched, while the robot moves [rad/s].

    Every six switches it begins anew, so that it stays within its work zone.
    """
    random = np.random.default_rng(seed)
    names = [f"sensor.{part}_speeds" for part in ("waist", "neck", "right", "left")]
    worst = 0.0
    for number in range(switches):
        if number % 6 == 0:
            torso.reset()
            torso.set(effectors=("right_hand", "left_hand")[number // 6 % 2], speed=1.0)
        torso.stick(*random.uniform(-0.25, 0.25, 3))
        torso.run(random.uniform(0.4, 0.8))  # the request has settled: what follows comes of the switch
        torso.set(**SWITCHES[random.integers(len(SWITCHES))])
        before = np.concatenate([torso(name) for name in names])
        rows = np.hstack(torso.run(0.05, *names))
        worst = max(worst, float(np.abs(np.diff(np.vstack([before, rows]), axis=0)).max()))
    return worst


def copied(torso: Torso, hertz: float, amplitude: float, seconds: float = 4.0) -> tuple[float, float]:
    """Let the arms copy a master that swings all joints about a posture amid their ranges, with samples at 100 Hz.

    Returns:
        The lag of the arms [s] and the largest error of a joint once the lag is taken off [rad], both after the arms
        have caught up with it in the first seconds.
    """
    torso.set(mode="copying", clutch=True)
    middle = np.tile([0.4, 0.7, 0.0, 1.2, 0.0, 0.0, 0.0], 2)
    phases = np.linspace(0.0, np.pi, 14)
    steps, dt = round(seconds / torso.session.dt), torso.session.dt
    wanted, found = np.empty((steps, 14)), np.empty((steps, 14))
    for step in range(steps):
        grown = min(1.0, step * dt / 1.0)
        wanted[step] = middle + amplitude * grown * np.sin(2.0 * np.pi * hertz * step * dt + phases)
        torso.master(wanted[step])
        torso.session.advance(1)
        found[step] = torso.angles()[4:]
    first = steps // 2
    errors = [np.abs(found[first:] - wanted[first - lag : steps - lag]).max() for lag in range(20)]
    best = int(np.argmin([np.square(found[first:] - wanted[first - lag : steps - lag]).sum() for lag in range(20)]))
    return best * dt, float(errors[best])


def pressing(torso: Torso, deflection: float, against: float) -> float:
    """How far the hand goes in two seconds, if it presses forward with a force and is pushed back with another [m].

    Args:
        torso: The robot.
        deflection: Deflection of the joystick: 1 asks for 30 N.
        against: The push, as a share of the force asked for.
    """
    torso.set(effectors="right_hand", joystick_mode="force", speed=1.0)
    torso.run(0.3)
    torso.stick(deflection, 0, 0)
    torso.session.apply(Push(body="right_hand", force=[-against * 30.0 * deflection, 0.0, 0.0], duration=3.0))
    torso.run(0.5)
    (site,) = torso.run(2.0, "site.right_wrist")
    return float(site[-1, 0] - site[0, 0])
