"""Kinematics of the robot's chains: where the effector is, and how to bring it somewhere."""

from pult.blocks.kinematics import gravity, inverse, rate, sensors

__all__ = ["gravity", "inverse", "rate", "sensors"]
