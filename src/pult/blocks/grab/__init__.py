"""Grab motions of the manipulator PRM-1: direct and inverse kinematics, steps on a straight line, aiming."""

from pult.blocks.grab import aiming, kinematics, lead, straight

__all__ = ["aiming", "kinematics", "lead", "straight"]
