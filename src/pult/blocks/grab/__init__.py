"""Grab motions of the manipulator PRM-1: direct and inverse kinematics, steps on a straight line, aiming."""

from pult.blocks.grab import aiming, kinematics, straight

__all__ = ["aiming", "kinematics", "straight"]
