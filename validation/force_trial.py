"""Single measurements of force control, as calls of a sweep: one limit, one wrench, one push, one press."""

import functools
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from tests.sim.force_lab import HAND_MASS, Arm, clamp, joystick_force, tip_pose, torso_at_wall, wall
from tests.sim.joint_lab import Joint, bisect, grows
from tests.sim.torso_lab import Torso

from pult.geometry.rotation import quaternion_from_matrix
from pult.sim.commands import Push, Reset, SetParameter

Metrics = dict[str, float]
FULL = 30.0
"""Force that the torso's joystick asks for at full deflection [N]."""


@functools.cache
def joint(method: str, stiffness: float | None, damping: float) -> Joint:
    """A joint whose link is locked, or held by a spring; opened once in a process."""
    with tempfile.TemporaryDirectory() as folder:
        return Joint(Path(folder), stiffness, damping, method=method)


@functools.cache
def clamped(measure: str) -> Arm:  # noqa: ARG001 - each has its own, since parameters outlast a reset
    """A clamped hand under the wrist law, without friction and weight; opened once in a process for a measurement."""
    with tempfile.TemporaryDirectory() as folder:
        return Arm(Path(folder), "force-wrist", weld=clamp(), friction=False)


@functools.cache
def before_wall(gravity: float) -> Arm:
    """An arm with friction in all joints before a wall; opened once in a process."""
    with tempfile.TemporaryDirectory() as folder:
        mass = {"reading.mass.k": -HAND_MASS}
        return Arm(Path(folder), "force-hybrid", things=wall()[0], gravity=gravity, parameters=mass)


@functools.cache
def torso() -> Torso:
    """The torso robot before a wall; opened once in a process."""
    with tempfile.TemporaryDirectory() as folder:
        return torso_at_wall(Path(folder))


def restart(measure: str, kp: float, ki: float, interval: float, **parameters: Any) -> Arm:
    """A clamped hand at its start.

    Args:
        measure: What is measured with it.
        kp, ki: Gains of both laws.
        interval: Over which both laws integrate [s].
        parameters: Others of the scheme; a measurement always sets the same ones.
    """
    arm = clamped(measure)
    arm.session.apply(Reset())
    for law in ("force_law", "moment_law"):
        parameters |= {f"{law}.kp.k": [kp] * 3, f"{law}.ki.k": [ki] * 3, f"{law}.integral.interval": interval}
    for name, value in parameters.items():
        arm.session.apply(SetParameter(name=name, value=value))
    return arm


def hand_errors(kp: float, ki: float) -> np.ndarray:
    """Errors of the force along z after a step of 0.5 N. Shape (300,)."""
    arm = restart("limit", kp, ki, 1e6)
    arm.set(wanted_force=[0.0, 0.0, 0.5], wanted_moment=[0.0, 0.0, 0.0])
    (force,) = arm.run(3.0, "output.force")
    return np.asarray(0.5 - force[:, 2])


def joint_limit(
    gain: str, other: float, low: float, high: float, method: str, stiffness: float | None, damping: float
) -> Metrics:
    """Largest stable gain of the joint law, "kp" or "ki", between two values while the other gain is fixed."""
    return {"limit": _limit(joint(method, stiffness, damping).errors, gain, other, low, high)}


def hand_limit(gain: str, other: float, low: float, high: float) -> Metrics:
    """The same of the wrist law on a clamped hand."""
    return {"limit": _limit(hand_errors, gain, other, low, high)}


def _limit(errors: Callable[[float, float], np.ndarray], gain: str, other: float, low: float, high: float) -> float:
    return bisect(lambda k: grows(errors(k, other) if gain == "kp" else errors(other, k)), low, high)


def wrench(force: list[float], moment: list[float]) -> Metrics:
    """Error of a wrench [N, N*m] relative to its size, with the right transform and with the misprint."""
    errors = {}
    wanted = (np.array(force), np.array(moment))
    for name, misprint in (("error", False), ("misprinted", True)):
        arm = restart("wrench", 0.2, 0.1, 5.0, **{"transform.as_printed": misprint})
        arm.set(wanted_force=force, wanted_moment=moment)
        found = arm.run(1.0, "output.force", "output.moment")
        pairs = zip(found, wanted, strict=True)
        errors[name] = max(float(np.linalg.norm(f[-1] - w) / np.linalg.norm(w)) for f, w in pairs)
    return errors


def elbow(damping: float) -> Metrics:
    """Fraction of the elbow's speed left 1.3 s after a push."""
    arm = restart("elbow", 0.2, 0.1, 5.0, **{"motors.elbow.damping": damping})
    arm.set(wanted_force=[0.0, 0.0, 5.0], wanted_moment=[0.0, 0.0, 0.0])
    arm.run(0.5)
    arm.session.apply(Push(body="link_3", force=[0.0, 6.0, 0.0], duration=0.2))
    (speeds,) = arm.run(1.5, "sensor.speeds")
    return {"left": float(np.abs(speeds[-1]).max() / np.abs(speeds[20]).max())}


def press(gravity: float, force: float) -> Metrics:
    """Largest error of the last second of a press on a wall, relative, and the distance moved along it [m]."""
    arm, tip, (_, task) = before_wall(gravity), tip_pose(), wall()
    arm.session.apply(Reset())
    arm.set(
        task=quaternion_from_matrix(task), force_axes=[0, 0, 1], wanted_force=[0, 0, force],
        wanted_position=tip[:3, 3], wanted_quaternion=quaternion_from_matrix(tip[:3, :3]),
    )  # fmt: skip
    found, way = arm.run(6.0, "output.force", "output.way")
    return {"error": float(np.abs(found[-100:, 2] / force - 1.0).max()), "way": float(np.abs(way[-1, :2]).max())}


def joystick(ki: float, hand: str, deflection: float) -> Metrics:
    """Largest relative error of the force of the torso's hand on a wall, as shown and as felt by the wall."""
    for side in ("right", "left"):
        torso().session.apply(SetParameter(name=f"semi.force_{side}.ki.k", value=[ki] * 3))
    found = joystick_force(torso(), hand, deflection)
    return {"error": max(abs(force / (FULL * deflection) - 1.0) for force in found)}


MEASURES: dict[str, Callable[..., Metrics]] = {
    "joint_limit": joint_limit, "hand_limit": hand_limit, "wrench": wrench, "elbow": elbow, "press": press,
    "joystick": joystick,
}  # fmt: skip


def trial(*, seed: int, measure: str, **values: Any) -> Metrics:  # noqa: ARG001 - nothing is drawn
    """One measurement, by name."""
    return MEASURES[measure](**values)
