"""A procedure: its document, its path on the surface, and the setup of a session that performs it."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from pult.core.channels import Channels
from pult.core.errors import DocumentError, Fault, FaultKind, KinematicsError, PultError, advice
from pult.core.folders import outside_faults
from pult.core.kinds import BAD_VALUE, UNKNOWN_NAME
from pult.core.shipped import document_file
from pult.core.signals import Array
from pult.motion.surface.parameters import MAX_KNOTS, knot_parameters
from pult.motion.surface.path import SurfacePath, plan_path, with_knots_at
from pult.motion.surface.stroke import Stroke, plan_stroke
from pult.procedure.contact import ToolContact, find_contact
from pult.procedure.document import ProcedureDocument, read_procedure_document
from pult.procedure.measures import Measured, Rows, Signals, find_signals, measure
from pult.robot.chain import Chain
from pult.robot.robot import Robot
from pult.sim.open import SessionParts, check_setup
from pult.sim.setup import Setup, Start
from pult.world.world import World

UNKNOWN_ROBOT = FaultKind("unknown-name", "the world {world!r} has no robot {name!r}. {advice}")
TOO_MANY_BENDS = FaultKind(
    "out-of-range",
    "its bends make {count} knots, and there is room for {room}: insert fewer knots, or leave points of the force out.",
)

RUN, FORCE, SPEED = "run", "force", "speed"
"""Panel elements that a procedure operates: a switch that starts it, and sliders of force [N] and speed [m/s]."""
FORCE_LAW = "control.press"
"""Block with the force control law of the tool."""
APPROACH = 0.04
"""Speed of the approach to the first knot [m/s]: slow, because the tool may rotate far over a short distance."""
SAMPLE = 0.04
"""Time between two samples of a plan whose inverse kinematics is solved [s]."""


@dataclass(frozen=True)
class Procedure:
    """A procedure whose document is valid by itself.

    Attributes:
        document: Its document.
        folder: Folder of its file; names of other documents are looked up there first.
        file: Its file, None if it was made in memory.
    """

    document: ProcedureDocument
    folder: Path | None
    file: Path | None

    @property
    def name(self) -> str:
        """Its name."""
        return self.document.name

    def _bare(self) -> Setup:
        document = self.document
        return Setup(world=document.world, scheme=document.scheme, panel=document.panel)

    @cached_property
    def parts(self) -> SessionParts:
        """World, scheme and panel, checked together.

        Raises:
            DocumentError: With all their faults.
        """
        parts, faults = check_setup(self._bare(), self.folder)
        if parts is None:
            raise DocumentError(f"procedure {self.name!r}", faults)
        return parts

    @property
    def world(self) -> World:
        """Its world."""
        return self.parts.world

    @cached_property
    def robot(self) -> tuple[str, Robot]:
        """Prefix and robot that performs it.

        Raises:
            DocumentError: The world has no such robot.
        """
        placed = {one.robot: one.prefix for one in self.world.document.robots}
        wanted = self.document.robot
        if wanted not in placed:
            world = self.document.world
            raise self._wrong(UNKNOWN_ROBOT.at("robot", world=world, name=wanted, **advice(wanted, placed)))
        prefix = placed[wanted]
        return prefix, self.world.robots[prefix]

    @cached_property
    def chain(self) -> Chain:
        """The chain that carries the tool.

        Raises:
            DocumentError: The robot has no such chain.
        """
        try:
            return self.robot[1].chain(self.document.chain)
        except KinematicsError as error:
            raise self._wrong(UNKNOWN_NAME.at("chain", error=str(error))) from None

    def signals(self, channels: Channels) -> Signals:
        """Columns of the procedure's signals in the rows of a session or of a record.

        Raises:
            UsageError: One is missing.
        """
        model: Any = self.world.model
        joints = [model.joint(self.robot[0] + name) for name in self.chain.names]
        speeds, places = [int(one.dofadr[0]) for one in joints], [int(one.qposadr[0]) for one in joints]
        return find_signals(self.document, channels, self.touch.tool_site, speeds, places)

    def measured(self, rows: Rows) -> Measured:
        """Measurements of a run."""
        return measure(rows, self.forces, (self.chain.lower, self.chain.upper))

    @cached_property
    def touch(self) -> ToolContact:
        """The contact between the tool and the patient."""
        return find_contact(self.world, self.document.surface)

    @cached_property
    def path(self) -> SurfacePath:
        """Its path: knots, given and inserted, and the chords between them.

        There is also a knot wherever the slope of the desired force changes: between knots the block that leads the
        tool interpolates linearly.

        Raises:
            DocumentError: Two knots cannot be joined, or there are too many.
        """
        document, touch = self.document, self.touch
        given = self._path([touch.tool_radius] * len(document.knots))
        at = given.along[list(given.given)] / given.length
        plain = self._path(self._offsets(at).tolist())
        try:
            found = with_knots_at(plain, [point.at for point in document.force], self._offsets)
        except KinematicsError as error:
            raise self._wrong(BAD_VALUE.at("knots", error=str(error))) from None
        if (count := len(found.along)) > MAX_KNOTS:
            raise self._wrong(TOO_MANY_BENDS.at("force", count=count, room=MAX_KNOTS))
        return found

    def _offsets(self, shares: Array) -> Array:
        """Distance of the centre of the tool tip from the surface at fractions of the path [m]."""
        found: Array = self.touch.tool_radius - self.forces(shares) / self.touch.stiffness
        return found

    def _path(self, offsets: list[float]) -> SurfacePath:
        knots = [(knot.a, knot.b) for knot in self.document.knots]
        try:
            return plan_path(self.touch.surface, knots, self.document.inserted, offsets)
        except KinematicsError as error:
            raise self._wrong(BAD_VALUE.at("knots", error=str(error))) from None

    def _wrong(self, fault: Fault) -> DocumentError:
        return DocumentError(f"procedure {self.name!r}", [fault])

    @cached_property
    def yaw(self) -> float:
        """Rotation of the tool about its axis, a parameter of the block that takes the knots [rad]."""
        blocks = self.parts.scheme.document.blocks
        given = next((block.parameters for block in blocks if block.id == self.document.block), {})
        return float(given.get("yaw", math.pi))

    @cached_property
    def law(self) -> float | None:
        """Damping ke kvf/kpf of the scheme's force law [N*s/m]; None if it controls position alone, or force not at
        all (kpf = 0).
        """
        scheme = self.parts.scheme
        for level in scheme.levels.values():
            for block in level.blocks.values():
                pressed = block.constants.get("press", True)  # a wire leads to it, if it is no constant
                if block.type is not None and block.type.name == FORCE_LAW and block.concrete is not None and pressed:
                    given = block.concrete.values
                    gain = float(given["kpf"])
                    return float(given["ke"]) * float(given["kvf"]) / gain if gain > 0.0 else None
        return None

    def forces(self, shares: Array) -> Array:
        """Desired force at fractions of the path [N]."""
        points = self.document.force
        found: Array = np.interp(shares, [point.at for point in points], [point.force for point in points])
        return found

    @cached_property
    def stroke(self) -> Stroke:
        """The planned stroke along its path.

        Raises:
            DocumentError: It takes far too long.
        """
        document = self.document
        points = [(point.at, point.force) for point in document.force]
        try:
            return plan_stroke(self.path, document.speed, points, clearance=document.clearance, dt=SAMPLE)
        except KinematicsError as error:
            raise self._wrong(BAD_VALUE.at("speed", error=str(error))) from None

    def setup(self, seed: int = 0) -> Setup:
        """Setup of a session that performs the procedure once the panel's switch 'run' is on.

        Args:
            seed: Seed of the sensor noise.
        """
        document, path = self.document, self.path
        greatest = document.greatest_force
        normals = np.array([path.surface.normal(p) for p in path.on_surface])
        shares = self.forces(path.along / path.length) / greatest
        parameters = knot_parameters(path.on_surface, normals, shares, block=document.block)
        touch, block = self.touch, document.block
        parameters[f"{block}.clearance"], parameters[f"{block}.approach"] = document.clearance, APPROACH
        parameters[f"{block}.radius"], parameters[f"{block}.stiffness"] = touch.tool_radius, touch.stiffness
        return Setup(
            world=document.world,
            scheme=document.scheme,
            panel=document.panel,
            parameters=parameters,
            start=Start(panel={FORCE: greatest, SPEED: document.speed}),
            seed=seed,
        )


def load_procedure(source: str | Path | Mapping[str, Any]) -> Procedure:
    """Load a procedure; shipped ones by name. Documents that it names are checked when it is planned.

    Raises:
        DocumentError: Lists all faults.
    """
    if isinstance(source, (str, Path)):
        file = document_file("procedure", source)
        document, title, folder = read_procedure_document(file)
        named = [(kind, getattr(document, kind)) for kind in ("world", "scheme", "panel")]
        if faults := outside_faults(folder, named):
            raise DocumentError(title, faults)
        return Procedure(document, folder, file)
    document, _, _ = read_procedure_document(source)
    return Procedure(document, None, None)


def check_procedure(source: str | Path | Mapping[str, Any], folder: Path | None = None) -> list[Fault]:
    """Check a procedure with all documents that it names; returns all its faults.

    Args:
        source: A file, plain data, or the name of a shipped procedure.
        folder: Folder in which names of other documents are looked up.
    """
    try:
        loaded = load_procedure(source)
        procedure = Procedure(loaded.document, folder if folder is not None else loaded.folder, loaded.file)
        procedure.chain  # noqa: B018 - it is looked for
        parts, faults = check_setup(procedure.setup(), procedure.folder)
        return faults if parts is None else []
    except DocumentError as error:
        return list(error.faults)
    except PultError as error:
        return [UNKNOWN_NAME.at(error=str(error))]
