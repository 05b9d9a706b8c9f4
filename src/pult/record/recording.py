"""Recording of a session: passes its frames, commands and events to a recorder or a rolling buffer."""

import dataclasses
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec
import mujoco
import numpy as np

from pult.core.signals import Array
from pult.record import Geom, Header, Recorder, RollingBuffer, scene_from_geoms
from pult.record.described import command_schemas, input_schemas
from pult.record.file.picture import WORLD
from pult.sim.commands import Command, Input, plain
from pult.sim.listener import Event, Listener
from pult.sim.row import DERIVED
from pult.sim.session import Session

SHOWN_GROUPS = 3
"""Geoms of the first groups are drawn; the others are for collisions only."""
_FIELDS = {field.name for field in dataclasses.fields(Header)} - {
    "channels", "dt", "first_tick", "more", "inputs", "commands",
}  # fmt: skip


class Recording(Listener):
    """Listens to a session and records it.

    Every command is recorded among the commands, in the order of execution; inputs are recorded again among the inputs,
    one entry per element, for plotting.

    Attributes:
        intake: The recorder or rolling buffer.
    """

    def __init__(self, session: Session, intake: Recorder | RollingBuffer) -> None:
        """Start to listen; the present state, the present frame and the scene come first."""
        self.intake = intake
        self._session = session
        intake.scene(scene(session))
        session.listen(self)

    def frames(self, first: int, rows: Array) -> None:
        """Keep frames."""
        self.intake.frames(first, rows)

    def command(self, tick: int, command: Command) -> None:
        """Record a command."""
        if isinstance(command, Input):
            for name, value in command.values.items():
                self.intake.input(tick, name, value)
        self.intake.command(tick, plain(command))

    def event(self, event: Event) -> None:
        """Record an event."""
        self.intake.event(event.tick, event.kind, event.text, event.data)

    def keyframe(self, tick: int, state: bytes) -> None:
        """Record a state."""
        self.intake.keyframe(tick, state)

    @property
    def path(self) -> Path | None:
        """The file, or None for a rolling buffer."""
        return self.intake.path if isinstance(self.intake, Recorder) else None

    @property
    def problem(self) -> str:
        """Why the record is incomplete, for people; empty if it is complete, or for a rolling buffer."""
        return self.intake.problem if isinstance(self.intake, Recorder) else ""

    @property
    def hash(self) -> str:
        """Hash of the record; empty until it is closed."""
        return self.intake.data_hash if isinstance(self.intake, Recorder) else ""

    def leave(self) -> None:
        """Stop listening; `close` may then be called from another thread while the session continues."""
        if self in self._session.listeners:
            self._session.listeners.remove(self)

    def close(self, result: Mapping[str, object] | None = None, timeout: float = 60.0) -> str:
        """Stop listening, and write the end of the file.

        Args:
            result: Outcome of the run, as plain JSON data.
            timeout: Maximum time to wait for the disk [s].

        Returns:
            Why the record is incomplete; empty if it is complete.
        """
        self.leave()
        return self.intake.close(result, timeout) if isinstance(self.intake, Recorder) else ""


def start_recording(
    session: Session,
    path: str | Path,
    *,
    overwrite: bool = False,
    extra: Mapping[str, object] | None = None,
    when_full: Literal["drop", "wait"] = "wait",
) -> Recording:
    """Record a session from now on.

    Args:
        session: The session.
        path: The file; it must not exist.
        overwrite: Whether an existing file is replaced.
        extra: Additional data for the header; see `record_header`.
        when_full: What to do while the disk does not keep up: drop rows (in real time) or let the session wait.

    Raises:
        RecordError: The file exists already, or cannot be written.
    """
    header = record_header(session, **(extra or {}))
    recorder = Recorder(path, header, session.files, overwrite=overwrite, apart=DERIVED, when_full=when_full)
    return Recording(session, recorder)


def record_header(session: Session, **extra: Any) -> Header:
    """Header of the record of a session.

    Args:
        session: The session; its setup is included, so that it can be made again.
        extra: Fields of `Header` such as `exercise`, `variant` and `pilot`; all others go under `more`.
    """
    more = {name: value for name, value in extra.items() if name not in _FIELDS}
    fields = {"seed": session.setup.seed} | {name: value for name, value in extra.items() if name in _FIELDS}
    return Header(
        channels=session.channels,
        dt=session.dt,
        first_tick=session.tick,
        inputs=input_schemas(session),
        commands=command_schemas(session),
        more={"setup": msgspec.to_builtins(session.setup), **more},
        **fields,
    )


def scene(session: Session) -> list[dict[str, Any]]:
    """Shapes of the world of a session, to draw its record."""
    model = session.model
    found = []
    for number in range(model.ngeom):
        kind = _KINDS.get(int(model.geom_type[number]), "")
        rgba = _colour(model, number)
        if not kind or rgba[3] <= 0.0 or int(model.geom_group[number]) >= SHOWN_GROUPS:
            continue
        body = int(model.geom_bodyid[number])
        frame = mujoco.mj_id2name(model, mujoco.mjtObj.mjOBJ_BODY, body) or f"body{body}"
        pos, quat, size = (array[number].tolist() for array in (model.geom_pos, model.geom_quat, model.geom_size))
        mesh = _mesh(model, int(model.geom_dataid[number])) if kind == "mesh" else ((), ())
        found.append(Geom(frame if body else WORLD, kind, size, pos, quat, rgba, *mesh))
    return scene_from_geoms(found)


_KINDS = {
    int(mujoco.mjtGeom.mjGEOM_PLANE): "plane",
    int(mujoco.mjtGeom.mjGEOM_SPHERE): "sphere",
    int(mujoco.mjtGeom.mjGEOM_CAPSULE): "capsule",
    int(mujoco.mjtGeom.mjGEOM_ELLIPSOID): "ellipsoid",
    int(mujoco.mjtGeom.mjGEOM_CYLINDER): "cylinder",
    int(mujoco.mjtGeom.mjGEOM_BOX): "box",
    int(mujoco.mjtGeom.mjGEOM_MESH): "mesh",
}


def _colour(model: Any, number: int) -> list[float]:
    material = int(model.geom_matid[number])
    found: list[float] = (model.mat_rgba[material] if material >= 0 else model.geom_rgba[number]).tolist()
    return found


def _mesh(model: Any, mesh: int) -> tuple[Sequence[Sequence[float]], Sequence[int]]:
    """Vertices of a mesh, each once, and the vertices of its triangles."""
    vertex, face = int(model.mesh_vertadr[mesh]), int(model.mesh_faceadr[mesh])
    points = model.mesh_vert[vertex : vertex + int(model.mesh_vertnum[mesh])]  # (v, 3)
    faces = model.mesh_face[face : face + int(model.mesh_facenum[mesh])].ravel()  # (3 n,)
    # all digits of single precision would be three times as long; a hundredth of a millimetre is enough for display
    rounded: list[list[float]] = np.round(points.astype(np.float64), 5).tolist()
    corners: list[int] = faces.tolist()
    return rounded, corners
