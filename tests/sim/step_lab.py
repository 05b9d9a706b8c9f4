"""Step responses of drives and of a PD loop in sessions, and the same exactly, by the matrix exponential.

A flywheel on an axle without friction, or a piston on a slide, is at rest until a constant command is given; the PD loop
is sampled with the control step, as in `control.pd`. Between two control steps every one of them is a linear system
x' = A x + B u with constant u, so x(t + h) = e^(A h) x(t) + A^-1 (e^(A h) - 1) B u exactly.
"""

import json
import math
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from scipy.linalg import expm

from pult.sim.open import open_session
from pult.sim.setup import Setup

STEP, DURATION = 0.01, 0.5
"""Control step, and time that is compared [s]."""
INERTIA, MASS = 0.02, 2.0
"""Of the flywheel [kg*m^2], of the piston [kg]."""
MODEL = f"""<mujoco model="bench"><worldbody><site name="wall"/>
<body name="wheel"><joint name="axle" axis="0 0 1"/><inertial pos="0 0 0" mass="1" diaginertia="{INERTIA} {INERTIA} {INERTIA}"/>
<site name="rim" pos="0.1 0 0"/></body>
<body name="piston" pos="1 0 0"><joint name="slide" type="slide" axis="1 0 0"/>
<inertial pos="0 0 0" mass="{MASS}" diaginertia="1 1 1"/><site name="rod"/></body></worldbody></mujoco>"""


UNITS = {"torque": "N*m", "electric": "V", "dc": "V", "velocity": "rad/s", "position": "rad", "pneumatic": "Pa"}
"""Of the commands."""


@dataclass(frozen=True)
class Case:
    """A drive with a constant command, or in a PD loop, and its linear system.

    Attributes:
        drive: The drive as a document.
        A, B: Of x' = A x + B u; position and speed are the first two states.
        command: The constant command; the wanted angle [rad] of a loop.
        gains: kp and kd of the loop; none if the command is given directly.
        sliding: Whether the drive moves the piston and not the flywheel.
    """

    drive: dict[str, Any]
    A: list[list[float]]
    B: list[float]
    command: float
    gains: tuple[float, float] | None = None
    sliding: bool = False

    def exact(self) -> np.ndarray:
        """Position and speed at the control steps. Shape (n, 2)."""
        n = len(self.A)
        block = np.zeros((n + 1, n + 1))
        block[:n, :n], block[:n, n] = self.A, self.B
        grown, x, found = expm(STEP * block), np.zeros(n), []
        for _ in range(round(DURATION / STEP) + 1):
            found.append(x[:2])
            kp, kd = self.gains or (0.0, 0.0)
            u = kp * (self.command - x[0]) - kd * x[1] if self.gains else self.command
            x = grown[:n, :n] @ x + grown[:n, n] * u
        return np.array(found)


def lag(rate: float, gain: float) -> tuple[list[list[float]], list[float]]:
    """A speed that follows a command with a lag: v' = -rate v + gain u."""
    return [[0.0, 1.0], [0.0, -rate]], [0.0, gain]


_MOTOR = {"type": "dc", "joints": ["axle"], "resistance": 2.0, "torque_constant": 0.05, "speed_constant": 0.05, "max_voltage": 24.0, "gear": 20.0}  # fmt: skip
_STIFFNESS, _DAMPING = 2.0, 2.0 * 0.7 * math.sqrt(2.0 * INERTIA)
_AREA, _LAG, _INDUCTANCE = math.pi * 0.02**2 / 4.0, 0.03, 0.01

CASES = {
    "torque": Case({"type": "torque", "joints": ["axle"], "limit": 10.0}, *lag(0.0, 1.0 / INERTIA), 0.5),
    "electric": Case(
        {"type": "electric", "joints": ["axle"], "stall_torque": 10.0, "no_load_speed": 20.0},
        *lag(0.5 / INERTIA, 10.0 / INERTIA), 0.5,
    ),
    "dc": Case(_MOTOR, *lag(20.0**2 * 0.05**2 / (2.0 * INERTIA), 20.0 * 0.05 / (2.0 * INERTIA)), 12.0),
    "dc with inductance": Case(
        {**_MOTOR, "inductance": _INDUCTANCE},
        [[0.0, 1.0, 0.0], [0.0, 0.0, 1.0 / INERTIA], [0.0, -1.0 / _INDUCTANCE, -2.0 / _INDUCTANCE]],
        [0.0, 0.0, 1.0 / _INDUCTANCE], 12.0,
    ),
    "velocity": Case({"type": "velocity", "joints": ["axle"], "gain": 0.5}, *lag(0.5 / INERTIA, 0.5 / INERTIA), 5.0),
    "position": Case(
        {"type": "position", "joints": ["axle"], "stiffness": _STIFFNESS, "damping": _DAMPING},
        [[0.0, 1.0], [-_STIFFNESS / INERTIA, -_DAMPING / INERTIA]], [0.0, _STIFFNESS / INERTIA], 1.0,
    ),
    "pneumatic": Case(
        {"type": "pneumatic", "from": "wall", "to": "rod", "bore": 0.02, "pressure": [-6e5, 6e5], "lag": _LAG},
        [[0.0, 1.0, 0.0], [0.0, 0.0, _AREA / MASS], [0.0, 0.0, -1.0 / _LAG]], [0.0, 0.0, 1.0 / _LAG], 1e5, sliding=True,
    ),
    "PD loop, torque": Case(
        {"type": "torque", "joints": ["axle"], "limit": 10.0}, *lag(0.0, 1.0 / INERTIA), 1.0, (_STIFFNESS, _DAMPING),
    ),
    "PD loop, electric": Case(
        {"type": "electric", "joints": ["axle"], "stall_torque": 10.0, "no_load_speed": 20.0},
        *lag(0.5 / INERTIA, 10.0 / INERTIA), 1.0, (0.4, 0.01),
    ),
}  # fmt: skip
"""Time constants of 5 to 80 ms, as small robots have them."""


@dataclass
class Errors:
    """Greatest differences from the exact response, by the greatest value of that.

    Attributes:
        position, speed: Of position and speed, 1 = 100 %.
    """

    position: float = field(default=0.0)
    speed: float = field(default=0.0)


def errors(folder: Path, case: Case, timestep: float | None = None, integrator: str = "") -> Errors:
    """Run a case in a session and compare it.

    Args:
        folder: Where its documents are written.
        case: The case.
        timestep: Physics step [s]; the default one if left out.
        integrator: Integrator; the default one if left out.
    """
    session = open_session(setup_in(folder, case, timestep, integrator), folder)
    place = int(case.sliding)
    position, speed = session.channels["qpos"].start + place, session.channels["qvel"].start + place
    exact, rows = case.exact(), [session.row.copy()]
    for _ in range(len(exact) - 1):
        session.advance(1)
        rows.append(session.row.copy())
    found = np.array(rows)[:, [position, speed]]
    worst = np.abs(found - exact).max(axis=0) / np.abs(exact).max(axis=0)
    return Errors(*map(float, worst))


def setup_in(folder: Path, case: Case, timestep: float | None = None, integrator: str = "", **changes: float) -> Setup:
    """Write the documents of a case; `changes` are of its drive. Arguments else as of `errors`."""
    joint = "slide" if case.sliding else "axle"
    robot = {
        "format": "pult.robot", "version": 1, "name": "bench", "model": "bench.xml",
        "chains": {"wheel": {"effector": "rim"}}, "drives": {"motor": {**case.drive, **changes}},
        "sensors": {"angle": {"type": "angle", "joints": joint}, "speed": {"type": "speed", "joints": joint}},
    }  # fmt: skip
    world = {
        "format": "pult.world",
        "version": 1,
        "name": "bench",
        "gravity": [0.0, 0.0, 0.0],
        "robots": [{"robot": "bench.robot.json"}],
    }
    world |= {"timestep": timestep} if timestep is not None else {}
    world |= {"integrator": integrator} if integrator else {}
    document = (
        _loop(case.command, *case.gains)
        if case.gains
        else {
            "blocks": [{"id": "step", "type": "sources.constant", "parameters": {"value": case.command}}],
            "wires": [{"from": "step.y", "to": "out"}],
        }
    )
    scheme = {
        "format": "pult.scheme", "version": 1, "name": "bench", "step": STEP, "outputs": {"out": {"unit": UNITS[case.drive["type"]]}},
        **document,
    }  # fmt: skip
    for name, content in (("bench.robot", robot), ("bench.world", world), ("bench.scheme", scheme)):
        (folder / f"{name}.json").write_text(json.dumps(content), encoding="utf-8")
    (folder / "bench.xml").write_text(MODEL, encoding="utf-8")
    inputs = {"angle": "sensor.angle", "speed": "sensor.speed"} if case.gains else {}
    output = "motor" if case.sliding else "motor[axle]"
    return Setup(world="bench.world.json", scheme="bench.scheme.json", inputs=inputs, outputs={output: "out"})


def _loop(wanted: float, kp: float, kd: float) -> dict[str, Any]:
    return {
        "inputs": {"angle": {"unit": "rad"}, "speed": {"unit": "rad/s"}},
        "blocks": [
            {"id": "wanted", "type": "sources.constant", "parameters": {"value": wanted}},
            {"id": "pd", "type": "control.pd", "parameters": {"kp": kp, "kd": kd, "u_max": 100.0}},
            {"id": "given", "type": "arithmetic.gain"},
        ],
        "wires": [
            {"from": "wanted.y", "to": "pd.wanted"}, {"from": "angle", "to": "pd.angle"},
            {"from": "speed", "to": "pd.speed"}, {"from": "pd.y", "to": "given.x"},
            {"from": "given.y", "to": "out"},
        ],
    }  # fmt: skip
