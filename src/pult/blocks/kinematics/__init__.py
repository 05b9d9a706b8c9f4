"""Kinematics of the robot's chains: where the effector is, how to bring it somewhere, and what it presses with."""

from pult.blocks.kinematics import (
    copying,
    force,
    force_transform,
    gravity,
    inverse,
    null_damping,
    rate,
    relax,
    sensors,
    surface_path,
    wrist_hold,
)

__all__ = [
    "copying",
    "force",
    "force_transform",
    "gravity",
    "inverse",
    "null_damping",
    "rate",
    "relax",
    "sensors",
    "surface_path",
    "wrist_hold",
]
