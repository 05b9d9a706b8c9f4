"""Kinematics of the robot's chains: where the effector is, and how to bring it somewhere."""

from pult.blocks.kinematics import copying, force, gravity, inverse, rate, relax, sensors, wrist_hold

__all__ = ["copying", "force", "gravity", "inverse", "rate", "relax", "sensors", "wrist_hold"]
