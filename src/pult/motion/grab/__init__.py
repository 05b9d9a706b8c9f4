"""Grab motions of the mobile manipulator PRM-1: CONFIG, f1, f2, f3, all solutions, aiming of the camera, work zones.

SI units and radians; pitch angles are positive down, as in CONFIG. Points are in the interface frame: origin where the
column axis meets the platform, x forward, y left, z up.
"""

from pult.motion.grab.aiming import Aim, Aims, aim
from pult.motion.grab.camera import CameraView, camera_view
from pult.motion.grab.config import Config
from pult.motion.grab.functions import Answer, Forward, f1, f2, f3
from pult.motion.grab.look_ahead import Change, LookAhead, look_ahead
from pult.motion.grab.manipulator import PRM1, Manipulator
from pult.motion.grab.reasons import Reason
from pult.motion.grab.roll import CentredRoll, aim_along, aim_level, edge_angle, horizon_tilt, keep_centred
from pult.motion.grab.solutions import Solution, Solutions, solutions
from pult.motion.grab.zone.arc import Arc
from pult.motion.grab.zone.space import SpaceZone, space_zone
from pult.motion.grab.zone.zone import Gap, WorkZone, work_zone

__all__ = [
    "PRM1",
    "Aim",
    "Aims",
    "Answer",
    "Arc",
    "CameraView",
    "CentredRoll",
    "Change",
    "Config",
    "Forward",
    "Gap",
    "LookAhead",
    "Manipulator",
    "Reason",
    "Solution",
    "Solutions",
    "SpaceZone",
    "WorkZone",
    "aim",
    "aim_along",
    "aim_level",
    "camera_view",
    "edge_angle",
    "f1",
    "f2",
    "f3",
    "horizon_tilt",
    "keep_centred",
    "look_ahead",
    "solutions",
    "space_zone",
    "work_zone",
]
