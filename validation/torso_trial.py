"""Single measurements of the torso robot's modes, as calls of a sweep."""

import functools
import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
from tests.sim import torso_lab
from tests.sim.torso_lab import Torso

from pult.geometry.rotation import matrix_from_quaternion, rotation_angle

Metrics = dict[str, float]


@functools.cache
def _torso() -> Torso:
    """The session of this process: opened once."""
    with tempfile.TemporaryDirectory() as folder:
        return Torso(Path(folder))


def fresh_torso() -> Torso:
    """The robot at its start."""
    torso = _torso()
    torso.reset()
    return torso


def following(seed: int, hand: str, direction: list[float]) -> Metrics:  # noqa: ARG001 - the direction is drawn
    """A hand at 0.1 m/s in a direction for a second and a half, then five seconds of rest."""
    torso = fresh_torso()
    velocity = 0.1 * np.array(direction) / np.linalg.norm(direction)
    error = torso_lab.following_error(torso, hand, velocity, 1.5)
    return {"error": error, "drift": torso_lab.drift(torso, hand)}


def closed_path(seed: int, hand: str, solver: str) -> Metrics:
    """A closed path at 0.1 m/s: largest step of a command, and the remaining error when the hand is back."""
    torso = fresh_torso()
    side = torso_lab.side_of(hand)
    torso.set(effectors=hand, solver=solver)
    torso.run(0.2)
    before, start = torso.angles(), torso(f"site.{side}_wrist")
    ways = list(torso_lab.go_round(torso, hand, torso_lab.closed_path(seed)))
    after = torso(f"site.{side}_wrist")
    return {
        "step": torso_lab.largest_step(np.concatenate([way["command"] for way in ways])),
        "joints": float(np.abs(torso.angles() - before).max()),
        "turn": rotation_angle(*(matrix_from_quaternion(pose[3:]) for pose in (start, after))),
        "point": float(np.linalg.norm(after[:3] - start[:3])),
    }


def switching(seed: int, switches: int) -> Metrics:
    """Largest step of a joint's speed after switching anything at any time [rad/s]."""
    return {"largest": torso_lab.switching(fresh_torso(), seed, switches)}


def copying(seed: int, hertz: float, amplitude: float) -> Metrics:  # noqa: ARG001 - nothing is drawn
    """Lag [s] and error [rad] behind a master that swings all joints of both arms."""
    lag, error = torso_lab.copied(fresh_torso(), hertz, amplitude, 6.0)
    return {"lag": lag, "error": error}


MEASURES: dict[str, Callable[..., Metrics]] = {
    "following": following, "closed_path": closed_path, "switching": switching, "copying": copying,
}  # fmt: skip


def trial(*, seed: int, measure: str, **values: float | str | list[float]) -> Metrics:
    """One measurement, by name."""
    return MEASURES[measure](seed, **values)
