"""Kinds of documents for the commands that work with all of them: one entry per kind."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from msgspec import Struct

from pult.batch.plans.document import SweepDocument
from pult.batch.sweep import check_sweep
from pult.core.errors import Fault
from pult.exercise.document import ExerciseDocument
from pult.exercise.exercise import check_exercise
from pult.motion.grab.program.document import ProgramDocument
from pult.motion.grab.program.simulate import check_program
from pult.motion.tunnel.document import TunnelDocument, check_tunnel
from pult.motion.walk.gait import GaitDocument, check_gait
from pult.panel.document import PanelDocument
from pult.panel.panel import check_panel
from pult.procedure.document import ProcedureDocument
from pult.procedure.procedure import check_procedure
from pult.robot.document import RobotDocument
from pult.robot.robot import Robot, check_robot
from pult.scheme.compile import check_scheme
from pult.scheme.document import SchemeDocument
from pult.world.document import WorldDocument
from pult.world.world import check_world


@dataclass(frozen=True)
class DocumentKind:
    """A kind of document.

    Attributes:
        struct: Type that its documents are decoded to.
        check: Faults of a file; the robot is the one whose components schemes name, if one is given.
        listed: What `pult list` calls its shipped documents, in the plural; empty if it has no such command, or one of
            its own.
    """

    struct: type[Struct]
    check: Callable[[Path, Robot | None], list[Fault]]
    listed: str = ""


KINDS = {
    "exercise": DocumentKind(ExerciseDocument, lambda path, _: check_exercise(path)[1]),
    "gait": DocumentKind(GaitDocument, lambda path, _: check_gait(path)),
    "panel": DocumentKind(PanelDocument, lambda path, _: check_panel(path)[1], "panels"),
    "procedure": DocumentKind(ProcedureDocument, lambda path, _: check_procedure(path), "procedures"),
    "program": DocumentKind(ProgramDocument, lambda path, _: check_program(path)[1], "programs of frames"),
    "robot": DocumentKind(RobotDocument, lambda path, _: check_robot(path)[1], "robots"),
    "scheme": DocumentKind(SchemeDocument, lambda path, robot: check_scheme(path, robot)[1]),
    "sweep": DocumentKind(SweepDocument, lambda path, _: check_sweep(path)),
    "tunnel": DocumentKind(TunnelDocument, lambda path, _: check_tunnel(path)[1], "tunnels"),
    "world": DocumentKind(WorldDocument, lambda path, _: check_world(path)[1], "worlds"),
}
"""All kinds by name; the key 'format' of a document is "pult." and this name."""

FORMATS = {f"pult.{kind}": found for kind, found in KINDS.items()}
"""The same by format."""
