"""Stability limits of a pressing tool, found numerically: a mass on a visco-elastic surface, stepped as physics steps it."""

import math
from collections.abc import Callable

import mujoco
import numpy as np

from pult.equipment.elements.kinds.contact import Contact
from pult.equipment.elements.model import element_table
from pult.native.library import Compiled
from pult.sim.elements import apply_elements

native = Compiled(apply_elements, ", ".join(["float64[:, ::1]"] * 7 + ["float64[::1]"]))
RADIUS = 0.1


class Tool:
    """A mass on a slide over a sphere, with MuJoCo's steps and the force element of the worlds."""

    def __init__(self, mass: float, stiffness: float, damping: float, step: float, push: float) -> None:
        """Args:
        mass: [kg]
        stiffness, damping: Of the surface [N/m, N s/m].
        step: Physics step [s].
        push: Force at rest [N].
        """
        self.model = mujoco.MjModel.from_xml_string(
            f"""<mujoco><option gravity="0 0 0" timestep="{step!r}"/><worldbody><site name="below"/>
            <body><joint type="slide" axis="0 0 -1"/><geom size="0.01" mass="{mass!r}" contype="0" conaffinity="0"/>
            <site name="above"/></body></worldbody></mujoco>"""
        )
        self.data = mujoco.MjData(self.model)
        element = Contact(
            from_site="above", to_site="below", radii=[RADIUS, RADIUS], stiffness=stiffness, damping=damping
        )
        self.table, _, _ = element_table(self.model, {"skin": element})
        self.readings = np.zeros(3)
        self.data.qpos[0] = -2 * RADIUS + push / stiffness + 1e-7
        mujoco.mj_step1(self.model, self.data)

    def normal(self) -> float:
        """Force of the surface now [N]."""
        data = self.data
        data.xfrc_applied[:] = 0.0
        native(
            self.table, data.site_xpos, data.site_xmat, data.xipos, data.cvel, data.subtree_com, data.xfrc_applied,
            self.readings,
        )  # fmt: skip
        return float(self.readings[1])

    def step(self, force: float) -> None:
        """One physics step under a force of the drive [N]."""
        self.normal()
        self.data.qfrc_applied[0] = force
        mujoco.mj_step2(self.model, self.data)
        mujoco.mj_step1(self.model, self.data)

    @property
    def off(self) -> float:
        """Distance from the equilibrium set by `rest` [m]."""
        return abs(float(self.data.qpos[0]) - self.rest)

    rest = 0.0


def grows(tool: Tool, force: Callable[[Tool], float], every: int, steps: int) -> bool:
    """Whether a small disturbance grows: the tool loses contact, or moves farther away than at the start."""
    first, applied, worst = tool.off, 0.0, 0.0
    for k in range(steps):
        if k % every == 0:
            applied = force(tool)
        tool.step(applied)
        if not tool.off < 1e-3:
            return True
        if k > steps // 2:
            worst = max(worst, tool.off)
    return worst > first


def bisect(unstable: Callable[[float], bool], low: float, high: float, rounds: int = 18) -> float:
    """The value between two bounds at which the system becomes unstable."""
    for _ in range(rounds):
        middle = math.sqrt(low * high)
        low, high = (low, middle) if unstable(middle) else (middle, high)
    return math.sqrt(low * high)


def contact_step(mass: float, stiffness: float, damping: float, push: float = 10.0) -> tuple[float, float]:
    """Longest stable physics step of a mass on the surface [s]: found, and by h^2 c/m + 2 h k/m = 4."""
    formula = (math.sqrt(damping**2 + 4.0 * stiffness * mass) - damping) / stiffness

    def unstable(h: float) -> bool:
        tool = Tool(mass, stiffness, damping, h, push)
        tool.rest = -2 * RADIUS + push / stiffness
        return grows(tool, lambda _: push, 1, 3000)

    return bisect(unstable, 0.5 * formula, 2.0 * formula), formula


def force_damping(
    mass: float, stiffness: float, damping: float, kpf: float, control: float, push: float = 10.0
) -> tuple[float, float]:
    """Largest stable kvf of the force law [1/s]: found, and by h_c (kvf + kpf k/ke) = 2."""
    formula = 2.0 / control - kpf * damping / stiffness

    def unstable(kvf: float) -> bool:
        tool = Tool(mass, stiffness, damping, control / 2, push)
        tool.rest = -2 * RADIUS + push / stiffness

        def law(t: Tool) -> float:
            e = t.normal()
            return mass * (kpf / stiffness * (push - e) - kvf * float(t.data.qvel[0])) + e

        return grows(tool, law, 2, 3000)

    return bisect(unstable, 0.3 * formula, 3.0 * formula), formula
