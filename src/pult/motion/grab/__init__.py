"""Grab motions of the mobile manipulator PRM-1: CONFIG, f1, f2, f3, all solutions, aiming of the camera, work zones.

SI units and radians; pitch angles are positive down, as in CONFIG. Points are in the interface frame: origin where the
column axis meets the platform, x forward, y left, z up.
"""

from pult.motion.grab.config import Config
from pult.motion.grab.functions import Answer, Forward, f1, f2, f3
from pult.motion.grab.look_ahead import Change, LookAhead, look_ahead
from pult.motion.grab.manipulator import PRM1, Manipulator
from pult.motion.grab.reasons import Reason
from pult.motion.grab.solutions import Solution, Solutions, solutions

__all__ = [
    "PRM1",
    "Answer",
    "Change",
    "Config",
    "Forward",
    "LookAhead",
    "Manipulator",
    "Reason",
    "Solution",
    "Solutions",
    "f1",
    "f2",
    "f3",
    "look_ahead",
    "solutions",
]
