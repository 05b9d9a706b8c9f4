"""One joint under the joint law of paper 004: theory of the sampled loop, and the scheme on the same joint in MuJoCo.

The joint carries a link whose end is locked, or held by a spring. Theory and simulation have the law's scheme, its
control step and the drive in common; everything else is found twice.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from scipy.linalg import expm

import pult
from pult.sim.commands import Input, Reset, SetParameter
from pult.sim.open import open_session
from pult.sim.setup import Setup

STALL, IDLE, ROTOR = 200.0, 1.047, 1.0
"""The paper's joint: stall torque [N*m], no-load speed [rad/s]; and our own inertia of its rotor [kg*m^2]."""
LENGTH, MASS = 0.5, 2.0
"""A thin rod about its end [m], [kg]."""
LINK = MASS * LENGTH**2 / 3.0
STEP, SUBSTEP = 0.01, 0.00025
"""Of control and of the physics [s]."""


def locked_limit_kp() -> float:
    """Largest proportional gain on a locked joint."""
    return 1.0


def locked_limit_ki(kp: float, method: str = "trapezoid") -> float:
    """Largest integral gain on a locked joint [1/s].

    What is asked for in a step is felt in the next, so z + kp + kI S(z) = 0 with the sum S(z) of the errors: trapezoid
    h/2 (z+1)/(z-1), Euler h/(z-1). Jury's conditions for z^2 + (kp - 1 + a) z + a - kp and z^2 + (kp - 1) z + kI h - kp.
    """
    return (2.0 if method == "trapezoid" else 1.0) * (1.0 + kp) / STEP


def spectral_radius(kp: float, ki: float, stiffness: float, damping: float) -> float:
    """Size of the largest root of the sampled loop on a spring of this stiffness at the end of the link [N/m, N*s/m].

    Between samples (I + J) dw/dt = M_s (U - w/w_idle) - K L^2 q - D L^2 w, and the sensor feels
    tau_c = M_s (U - w/w_idle) - I dw/dt; what it felt in the last substep is read before U changes.
    """
    whole = ROTOR + LINK
    A = np.array([[0.0, 1.0], [-stiffness * LENGTH**2, -damping * LENGTH**2 - STALL / IDLE]])
    A[1] /= whole
    B = np.array([0.0, STALL / whole])
    block = np.zeros((3, 3))
    block[:2, :2], block[:2, 2] = A, B
    grown, felt = expm(STEP * block), expm((STEP - SUBSTEP) * block)
    Ad, Bd = grown[:2, :2], grown[:2, 2]
    C, D = np.array([0.0, -STALL / IDLE]) - ROTOR * A[1], STALL - ROTOR * B[1]
    # state: q, w, reading, sum of errors up to the step before, error of the step before
    loop = np.zeros((5, 5))
    for k, unit in enumerate(np.eye(5)):
        x, y, total, before = unit[:2], unit[2], unit[3], unit[4]
        error = -y
        total = total + 0.5 * STEP * (error + before)
        u = x[1] / IDLE + (kp * error + ki * total) / STALL
        after = Ad @ x + Bd * u
        loop[:, k] = [*after, C @ (felt[:2, :2] @ x + felt[:2, 2] * u) + D * u, total, error]
    return float(np.abs(np.linalg.eigvals(loop)).max())


def bisect(unstable: Callable[[float], bool], low: float, high: float, share: float = 1e-3) -> float:
    """The border between a stable and an unstable value."""
    while high - low > share * high:
        middle = 0.5 * (low + high)
        low, high = (low, middle) if unstable(middle) else (middle, high)
    return 0.5 * (low + high)


def grows(errors: np.ndarray) -> bool:
    """Whether errors after a step swing wider and wider; far below the limits of the drive they must begin."""
    errors = np.ravel(errors)
    change, third = np.abs(np.diff(errors)), len(errors) // 3
    if np.abs(errors).max() > 40.0 * abs(errors[0]):
        return True
    return bool(change[-third:].max() > max(change[third : 2 * third].max(), 1e-5 * change.max()))


class Joint:
    """A session of one joint whose link ends at a lock or a spring, under the scheme `joint-force`."""

    def __init__(
        self, folder: Path, stiffness: float | None = None, damping: float = 0.0, *, method: str = "trapezoid",
        plain: bool = False,
    ) -> None:  # fmt: skip
        lock = '<equality><weld body1="link" relpose="0 0 0 1 0 0 0" solref="0.001 1" solimp="0.9999 0.9999 0.001"/></equality>'
        model = f"""<mujoco model="lever"><worldbody><body name="stand"><geom type="sphere" size="0.05" contype="0"
        conaffinity="0"/><body name="link"><joint name="turn" axis="0 0 1"/><geom type="cylinder" fromto="0 0 0 {LENGTH} 0 0"
        size="0.001" mass="{MASS}" contype="0" conaffinity="0"/><site name="end" pos="{LENGTH} 0 0"/></body></body></worldbody>
        {lock if stiffness is None else ""}</mujoco>"""
        robot = {
            "format": "pult.robot", "version": 1, "name": "lever", "model": "lever.xml",
            "chains": {"arm": {"effector": "end", "base": "stand"}},
            "drives": {"motor": {"type": "electric", "joints": ["turn"], "stall_torque": STALL, "no_load_speed": IDLE, "inertia": ROTOR}},
            "sensors": {"torque": {"type": "torque", "joints": "turn"}, "speed": {"type": "speed", "joints": "turn"}},
        }  # fmt: skip
        world: dict[str, Any] = {
            "format": "pult.world", "version": 1, "name": "bench", "scene": "bench.xml", "timestep": SUBSTEP,
            "robots": [{"robot": "lever"}],
        }  # fmt: skip
        if stiffness is not None:
            spring = {"type": "spring", "from": "anchor", "to": "end", "stiffness": stiffness, "damping": damping}
            world["elements"] = {"spring": spring}
        scene = f"""<mujoco model="bench"><option gravity="0 0 0"/><worldbody><site name="anchor" pos="{LENGTH} -1 0"/>
        </worldbody></mujoco>"""
        panel = {"format": "pult.panel", "version": 1, "name": "desk", "elements": {
            "wanted": {"type": "entry", "range": [-200, 200], "unit": "N*m"}}}  # fmt: skip
        law = json.loads(pult.shipped_scheme("joint-force").read_text(encoding="utf-8"))
        for block in law["blocks"]:
            if block["id"] == "sum_of_errors":
                block["parameters"]["method"] = method
        for name, content in (
            ("schemes/joint-force.scheme.json", law), ("robots/lever.robot.json", robot), ("robots/lever.xml", model),
            ("worlds/bench.world.json", world), ("worlds/bench.xml", scene), ("panels/desk.panel.json", panel),
        ):  # fmt: skip
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
        (folder / "exercises").mkdir(exist_ok=True)
        setup = Setup(
            world="bench", scheme="joint-force", panel="desk",
            inputs={"measured": "sensor.torque"}, outputs={"motor[turn]": "voltage"},
            parameters={"sum_of_errors.interval": 1e6},
        )  # fmt: skip
        self.session = open_session(setup, folder / "exercises", plain=plain)
        self.wanted = (
            0.5 if stiffness is None else 0.02
        )  # above what the solver of the lock leaves; far below the stall

    def errors(self, kp: float, ki: float, steps: int = 300) -> np.ndarray:
        """Errors of the torque after a step of what is wanted [N*m]. Shape (steps,)."""
        session = self.session
        session.apply(Reset())
        session.apply(SetParameter(name="proportional.k", value=kp))
        session.apply(SetParameter(name="integral.k", value=ki))
        session.apply(Input(values={"wanted": self.wanted}))
        place, found = session.channels.find("output.error").start, np.empty(steps)
        for k in range(steps):
            session.advance(1)
            found[k] = session.row[place]
        return found
