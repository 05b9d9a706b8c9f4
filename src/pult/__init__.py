"""pult: a training simulator and control studio for robots."""

import pult.blocks  # noqa: F401 - first: importing a package sets its name here, and `pult.blocks()` must be the function
from pult.batch.free_sweep import sweep_free
from pult.batch.function_sweep import sweep_function
from pult.batch.sweep import sweep
from pult.batch.tasks.function_task import Figures
from pult.batch.tuning.tune import tune
from pult.core.block import block
from pult.core.block_type import BlockType
from pult.core.errors import BlockError, DocumentError, Fault, KinematicsError, PultError
from pult.core.kernels import kernel
from pult.core.registry import blocks
from pult.core.shipped import shipped_robot, shipped_scheme
from pult.exercise.exercise import Exercise, check_exercise, load_exercise
from pult.exercise.run import Outcome, run_attempt
from pult.exercise.score import Score
from pult.geometry.pose import pose
from pult.makers.own.choices import ChainChoice
from pult.makers.own.robot_import import ImportedRobot, import_robot
from pult.motion import grab
from pult.motion.ik.coordinate import coordinate_descent
from pult.motion.ik.marquardt import levenberg_marquardt
from pult.motion.ik.result import IkResult
from pult.motion.ik.solve import IkBatch, solve_ik, solve_ik_batch
from pult.motion.ik.workspace import reachability_map, sample_workspace
from pult.panel.panel import Panel, check_panel, load_panel
from pult.panel.state import PanelState
from pult.pilot import Pilot, find_pilot, pilots
from pult.record import Record, RecordError, read_record
from pult.record.recording import Recording, start_recording
from pult.record.replay import replay
from pult.record.scripted import ScriptedRun, run_script
from pult.record.signals import RecordSignals, signals
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
from pult.sim.commands import CommandRefused
from pult.sim.open import open_session
from pult.sim.session import Halted, Session
from pult.sim.setup import Setup, Start
from pult.world.world import World, check_world, load_world

__version__ = "0.1.0"

__all__ = [
    "BlockError",
    "BlockRunError",
    "BlockType",
    "Chain",
    "ChainChoice",
    "CommandRefused",
    "DocumentError",
    "Exercise",
    "Fault",
    "Figures",
    "Frame",
    "Halted",
    "IkBatch",
    "IkResult",
    "ImportedRobot",
    "Joint",
    "KinematicsError",
    "Mimic",
    "Outcome",
    "Panel",
    "PanelState",
    "Pilot",
    "Program",
    "PultError",
    "Record",
    "RecordError",
    "RecordSignals",
    "Recording",
    "Robot",
    "Scheme",
    "Score",
    "ScriptedRun",
    "Session",
    "Setup",
    "Start",
    "State",
    "Tree",
    "UnknownName",
    "ValueRefused",
    "World",
    "block",
    "blocks",
    "check_exercise",
    "check_panel",
    "check_robot",
    "check_scheme",
    "check_world",
    "compile_scheme",
    "coordinate_descent",
    "find_pilot",
    "grab",
    "import_robot",
    "kernel",
    "levenberg_marquardt",
    "load_exercise",
    "load_panel",
    "load_robot",
    "load_scheme",
    "load_world",
    "open_session",
    "pilots",
    "pose",
    "reachability_map",
    "read_record",
    "replay",
    "run_attempt",
    "run_script",
    "sample_workspace",
    "shipped_robot",
    "shipped_scheme",
    "signals",
    "solve_ik",
    "solve_ik_batch",
    "start_recording",
    "sweep",
    "sweep_free",
    "sweep_function",
    "tune",
]
