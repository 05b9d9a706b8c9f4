"""MuJoCo actuators of drives."""

from collections.abc import Sequence
from typing import Any

import mujoco

# Dry friction is a soft constraint: a joint at rest creeps at (1 - d) a T/2 under a load that would accelerate it by a,
# with d, T the impedance and the time constant here (d as near 1 as MuJoCo allows; T at least two physics steps). At
# 20 rad/s^2 that is 2 urad/s; with MuJoCo's usual 0.9 and 20 ms it is 20 mrad/s.
FRICTION_IMPEDANCE = 0.9999
FRICTION_SOLREF = [0.002, 1.0]

_ACTUATOR_FIELDS = (
    "actdim", "actearly", "actlimited", "actrange", "armature", "biasprm", "biastype", "ctrllimited", "ctrlrange",
    "ctrlspec", "damping", "delay", "dynprm", "dyntype", "ffrange", "forcelimited", "forcerange", "gainprm", "gaintype",
    "gear", "inheritrange", "interp", "lengthrange", "nsample", "velrange",
)  # fmt: skip
_TENDON_FIELDS = (
    "actfrclimited", "actfrcrange", "armature", "damping", "frictionloss", "limited", "margin", "range",
    "solimp_friction", "solimp_limit", "solref_friction", "solref_limit", "springlength", "springyield", "stiffness",
)  # fmt: skip


def new_actuator(spec: Any, name: str, transmission: Any, target: str) -> Any:
    """Add an actuator with MuJoCo's own defaults, ignoring those of the model.

    Args:
        spec: The model (mujoco.MjSpec).
        name: Its name.
        transmission: What it acts on (mujoco.mjtTrn).
        target: Name of the joint or tendon.
    """
    actuator = spec.add_actuator(name=name, trntype=transmission, target=target)
    stock = mujoco.MjSpec()
    _restore(actuator, stock.add_actuator(), _ACTUATOR_FIELDS)
    return actuator


def new_tendon(spec: Any, name: str) -> Any:
    """Add a tendon with MuJoCo's own defaults, without a path."""
    tendon = spec.add_tendon(name=name)
    stock = mujoco.MjSpec()
    _restore(tendon, stock.add_tendon(), _TENDON_FIELDS)
    return tendon


def parameters(*values: float) -> list[float]:
    """Parameters of an actuator, padded with 0."""
    return [*values, *[0.0] * (10 - len(values))]


def limit_command(actuator: Any, low: float, high: float) -> None:
    """Limit the commands of an actuator to a range."""
    actuator.ctrllimited, actuator.ctrlrange = mujoco.mjtLimited.mjLIMITED_TRUE, [low, high]


def limit_force(actuator: Any, limit: float | None) -> None:
    """Limit the torque or force of an actuator, if there is a limit."""
    if limit is not None:
        actuator.forcelimited, actuator.forcerange = mujoco.mjtLimited.mjLIMITED_TRUE, [-limit, limit]


def stiffen_friction(joint: Any, impedance: float = FRICTION_IMPEDANCE) -> None:
    """Stiffen the dry friction or brake of a joint or tendon, so that it stays at rest under load.

    Args:
        joint: The joint or tendon.
        impedance: d above, below 1.
    """
    joint.solimp_friction, joint.solref_friction = [impedance, impedance, 0.001, 0.5, 2.0], FRICTION_SOLREF


def _restore(thing: Any, stock: Any, fields: Sequence[str]) -> None:
    """Undo the defaults of the model, which are not meant for drives."""
    for field in fields:
        setattr(thing, field, getattr(stock, field))
