"""Balance and walking on line: state of a robot on legs, what it carries, steps, centre of pressure, torques."""

from pult.blocks.balance import estimate, load, motion, payload, pressure, steps, torques

__all__ = ["estimate", "load", "motion", "payload", "pressure", "steps", "torques"]
