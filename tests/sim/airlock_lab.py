"""The torso robot with its hand on the wheel of the airlock, and what is measured of the force phase.

The tests take samples of these measurements, the long proofs do all of them.
"""

from pathlib import Path
from typing import Any

import numpy as np

from pult.sim.commands import Input
from pult.sim.open import open_session
from pult.sim.session import Session
from pult.sim.setup import Setup, Start
from pult.sim.snapshot import Snapshot
from tests.sim.torso_lab import Rows

ARM = (
    "right_shoulder_pitch", "right_shoulder_roll", "right_shoulder_yaw", "right_elbow", "right_forearm_roll",
    "right_wrist_flexion", "right_wrist_deviation",
)  # fmt: skip
AT_WHEEL = (0.8845, 0.8312, 0.965, 1.5852, 1.1493, 0.4589, -0.4078)
"""Angles at which the bar lies in the palm [rad]."""
LOST = 2.0
"""Force of the finger below which the hand has lost the wheel [N]."""
SIGNALS = (
    "sensor.valve_angle", "sensor.valve_speed", "output.force_z", "output.moment_z", "output.off_axis", "output.there",
    "sensor.right_speeds",
)  # fmt: skip


class Airlock:
    """A session with the hand on the wheel, and the hands of an operator."""

    def __init__(self, world: str = "airlock", friction: float = 2.0, damping: float = 8.0, **parameters: Any) -> None:
        """Put the hand on the wheel.

        Args:
            world: 'airlock' or 'airlock-gravity'.
            friction: Dry friction of the wheel [N*m].
            damping: Viscous friction of the wheel [N*m*s/rad].
            parameters: Parameters of the scheme; '__' stands for '.'.
        """
        start = Start(joints=dict(zip(ARM, AT_WHEEL, strict=True)), resistance={"valve": [friction, damping]})
        given = {name.replace("__", "."): value for name, value in parameters.items()}
        setup = Setup(world=world, scheme="airlock", panel="airlock", start=start, parameters=given)
        self.session: Session = open_session(setup, Path.cwd())

    def set(self, **values: Any) -> None:
        """The operator sets elements of the panel."""
        self.session.apply(Input(values=values))

    def run(self, seconds: float, *names: str) -> list[np.ndarray]:
        """Go on for a time; the signals by control step. Shape (steps, ...)."""
        keeper = Rows()
        self.session.listeners.append(keeper)
        try:
            self.session.advance(round(seconds / self.session.dt))
        finally:
            self.session.listeners.remove(keeper)
        rows = np.concatenate(keeper.kept)
        return [rows[:, self.session.channels.find(name).place] for name in names or SIGNALS]

    def __call__(self, name: str) -> np.ndarray:
        """A signal now."""
        return self.session.row[self.session.channels.find(name).place].copy()

    def branch(self, snapshot: Snapshot, seconds: float, *names: str, **values: Any) -> list[np.ndarray]:
        """Go back to a snapshot, set elements of the panel and go on; the first row is that of the snapshot."""
        self.session.restore(snapshot)
        before = [self(name) for name in names]
        self.set(**values)
        after = self.run(seconds, *names)
        return [np.vstack([first, rows]) for first, rows in zip(before, after, strict=True)]

    def grip(self) -> None:
        """Close the hand round the bar."""
        self.set(close_hand=True)
        self.run(3.0)

    def press(self, seconds: float, f_z: float = 5.0, mu_z: float = 4.0, settle: float = 2.5) -> dict[str, Any]:
        """Force with wanted values that stay, and what came of it after it has settled."""
        self.grip()
        self.set(mode="force", by_angle=False, f_z=f_z, mu_z=mu_z)
        self.run(settle)
        angle, speed, force, moment, across, _, _ = (found.squeeze() for found in self.run(seconds))
        return {
            "turned": float(np.degrees(angle[-1] - angle[0])),
            "speed": float(speed.mean()),
            "force": errors(force, f_z),
            "moment": errors(moment, mu_z),
            "across": {"largest": float(across.max()), "rms": float(np.sqrt((across**2).mean()))},
        }

    def loses(self, seconds: float, f_z: float = 5.0, mu_z: float = 4.0) -> dict[str, Any]:
        """Force with wanted values from the first moment: whether the hand loses the wheel, and with which force."""
        self.grip()
        self.set(mode="force", by_angle=False, f_z=f_z, mu_z=mu_z)
        names = ("sensor.valve_angle", "output.off_axis", "sensor.hold")
        angle, across, hold = (found.squeeze() for found in self.run(seconds, *names))
        lost = np.flatnonzero(hold < LOST)
        return {
            "after": float(lost[0] * self.session.dt) if lost.size else None,
            "across": float(across.max()),
            "turned": float(np.degrees(angle[-1] - angle[0])),
        }


def errors(values: np.ndarray, wanted: float) -> dict[str, float]:
    """Errors of a reading, as shares of what is wanted: of the mean, rms, largest."""
    off = (values - wanted) / wanted
    return {
        "mean": float(abs(off.mean())),
        "rms": float(np.sqrt((off**2).mean())),
        "largest": float(np.abs(off).max()),
    }
