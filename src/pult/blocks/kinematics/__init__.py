"""Kinematics of the robot's chains: where the effector is, and how to bring it somewhere."""

from pult.blocks.kinematics import inverse, rate, sensors

__all__ = ["inverse", "rate", "sensors"]
