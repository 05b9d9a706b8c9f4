"""Messages about diverged simulations."""

from typing import Any

import numpy as np

from pult.core.errors import listing
from pult.core.signals import Array


def describe_divergence(model: Any, data: Any, most: float, time: float) -> str:
    """Describe a divergence.

    Args:
        model, data: MuJoCo's model and data.
        most: Speed above which a simulation counts as diverged [rad/s or m/s].
        time: Time of the divergence [s].
    """
    fast = [i for i in range(model.nv) if not abs(float(data.qvel[i])) < most]
    lost = [i for i in range(model.njnt) if not np.isfinite(_coordinates(model, data, i)).all()]
    if lost:  # constraints spread NaN within one physics step, so its origin is unknown
        what = f"the coordinates of {listing(_joint_name(model, joint) for joint in lost)} are not finite"
    else:
        joint = int(model.dof_jntid[fast[0]])
        what = f"joint {_joint_name(model, joint)!r} moves at {data.qvel[fast[0]]:.4g}, more than {most:g}"
    return f"the simulation diverged at {time:.3f} s: {what}. The drives are stopped; reset to go on."


def _coordinates(model: Any, data: Any, joint: int) -> Array:
    """Coordinates of a joint."""
    start = int(model.jnt_qposadr[joint])
    stop = int(model.jnt_qposadr[joint + 1]) if joint + 1 < model.njnt else int(model.nq)
    found: Array = data.qpos[start:stop]
    return found


def _joint_name(model: Any, joint: int) -> str:
    """Name of a joint, or of its body if it has none."""
    return str(model.joint(joint).name or model.body(int(model.jnt_bodyid[joint])).name)
