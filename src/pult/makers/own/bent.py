"""A home pose for arms whose model has none: bent, so that the effector can go anywhere from there."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import mujoco
import numpy as np

from pult.core.signals import Array
from pult.makers.own.axes import Moved
from pult.makers.own.choices import ChainChoice
from pult.makers.own.dynamics import set_home
from pult.makers.own.own_model import OwnModel
from pult.makers.own.scheme import Arm
from pult.robot.chain import Chain

TRIES, SPREAD = 300, 1.4
"""Poses that are tried, and how far their joints are from the model's own [rad, or this share of a slide's range]."""
STRETCHED, FAR = 0.12, 0.04
"""An arm is stretched if its effector cannot move as freely as this, in reaches per radian; what a radian away from
the model's own pose costs, likewise."""
LOW = 0.1
"""Least height of the effector above the base, as a share of the reach, if it was above it."""


def bend(model: OwnModel, moved: Moved, chains: Mapping[str, ChainChoice], arms: Sequence[Arm]) -> Moved:
    """The same with a home pose in which no arm is stretched.

    Args:
        model: The model.
        moved: What moves it, in the model's own pose.
        chains: Its chains.
        arms: What semi-automatic mode moves.
    """
    axes = list(moved.axes)
    rng = np.random.default_rng(0)
    for arm in arms:
        choice = chains[arm.name]
        chain = Chain(model.frames, choice.effector, choice.base or None)
        home = np.array([axes[index].home for index in arm.joints])
        found = _bent(model, moved, arm, chain, home, rng)
        for index, value in zip(arm.joints, found, strict=True):
            axes[index] = replace(axes[index], home=round(float(value), 4))
        moved = replace(moved, axes=tuple(axes))
    return moved


def _bent(model: OwnModel, moved: Moved, arm: Arm, chain: Chain, home: Array, rng: np.random.Generator) -> Array:
    low = np.array([moved.axes[index].low for index in arm.joints])
    high = np.array([moved.axes[index].high for index in arm.joints])
    width = np.where(chain.slides != 0.0, np.minimum(0.4 * (high - low), 0.5), SPREAD)
    tried = [home, *np.clip(home + rng.uniform(-1.0, 1.0, (TRIES, chain.n)) * width, low, high)]
    freedoms = [np.linalg.svd(chain.jacobian(q)[:3], compute_uv=False) / chain.reach for q in tried]
    rank = max(int((one > 1e-3).sum()) for one in freedoms)
    if rank == 0 or freedoms[0][rank - 1] > STRETCHED:
        return home
    floor = LOW * chain.reach if chain.forward(home)[2, 3] > 0.0 and chain.base == "world" else -np.inf
    scores = [one[rank - 1] - FAR * float(np.abs(q - home).max()) for one, q in zip(freedoms, tried, strict=True)]
    touching = _touches(model, moved, arm, home)
    for number in np.argsort(scores)[::-1]:
        q = tried[number]
        if scores[number] <= scores[0]:
            break
        if chain.forward(q)[2, 3] >= floor and _touches(model, moved, arm, q) <= touching:
            return np.array(q)
    return home


def _touches(model: OwnModel, moved: Moved, arm: Arm, q: Array) -> int:
    """Number of contacts with the arm in a pose."""
    data: Any = mujoco.MjData(model.compiled)
    set_home(model, data, moved.axes)
    for index, value in zip(arm.joints, q, strict=True):
        data.qpos[model.compiled.jnt_qposadr[moved.axes[index].number]] = value
    mujoco.mj_fwdPosition(model.compiled, data)
    return int(data.ncon)
