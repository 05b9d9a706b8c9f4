"""pult: a training simulator and control studio for robots."""

import pult.blocks  # noqa: F401 - first: importing a package sets its name here, and `pult.blocks()` must be the function
from pult.core.block import block
from pult.core.block_type import BlockType
from pult.core.errors import BlockError, DocumentError, Fault, KinematicsError, PultError
from pult.core.kernels import kernel
from pult.core.registry import blocks
from pult.core.shipped import shipped_robot, shipped_scheme
from pult.geometry.pose import pose
from pult.motion.ik.coordinate import coordinate_descent
from pult.motion.ik.marquardt import levenberg_marquardt
from pult.motion.ik.result import IkResult
from pult.motion.ik.solve import IkBatch, solve_ik, solve_ik_batch
from pult.motion.ik.workspace import reachability_map, sample_workspace
from pult.robot.chain import Chain
from pult.robot.model import Frame, Joint, Mimic
from pult.robot.robot import Robot, check_robot, load_robot
from pult.robot.tree import Tree
from pult.scheme.compile import check_scheme, compile_scheme, load_scheme
from pult.scheme.diagnose import BlockRunError
from pult.scheme.model import Scheme
from pult.scheme.program import Program
from pult.scheme.signals import UnknownName, ValueRefused
from pult.scheme.state import State

__version__ = "0.1.0"

__all__ = [
    "BlockError",
    "BlockRunError",
    "BlockType",
    "Chain",
    "DocumentError",
    "Fault",
    "Frame",
    "IkBatch",
    "IkResult",
    "Joint",
    "KinematicsError",
    "Mimic",
    "Program",
    "PultError",
    "Robot",
    "Scheme",
    "State",
    "Tree",
    "UnknownName",
    "ValueRefused",
    "block",
    "blocks",
    "check_robot",
    "check_scheme",
    "compile_scheme",
    "coordinate_descent",
    "kernel",
    "levenberg_marquardt",
    "load_robot",
    "load_scheme",
    "pose",
    "reachability_map",
    "sample_workspace",
    "shipped_robot",
    "shipped_scheme",
    "solve_ik",
    "solve_ik_batch",
]
