"""Balance and walking on line: state of a robot on legs, steps, centre of pressure, torques."""

from pult.blocks.balance import estimate, motion, pressure, steps, torques

__all__ = ["estimate", "motion", "pressure", "steps", "torques"]
