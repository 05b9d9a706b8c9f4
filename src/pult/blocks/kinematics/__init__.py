"""Kinematics of the robot's chains: forward and inverse kinematics, rate control, forces of the effector.

A block names its chain, which is looked up when the scheme is bound to a robot.
"""

from pult.blocks.kinematics import (
    copying,
    force,
    force_transform,
    gravity,
    head_path,
    impedance,
    inverse,
    null_damping,
    rate,
    relax,
    sensors,
    surface_path,
    tunnel_path,
    wrist_hold,
)

__all__ = [
    "copying",
    "force",
    "force_transform",
    "gravity",
    "head_path",
    "impedance",
    "inverse",
    "null_damping",
    "rate",
    "relax",
    "sensors",
    "surface_path",
    "tunnel_path",
    "wrist_hold",
]
