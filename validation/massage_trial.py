"""Trial strokes of PM-01 over the sphere: a session with a scheme, and the force of the tool."""

import json
import math
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import mujoco
import numpy as np
from numpy.typing import NDArray
from validation.seeds import drawn_seeds

import pult
from pult.blocks.kinematics._surface import STROKE, arc_knots
from pult.core.shipped import document_file
from pult.sim.commands import DelaySensor, Input
from pult.sim.listener import Listener
from pult.sim.session import Session
from pult.sim.setup import Start

Rows = NDArray[np.float64]
CENTRE, RADIUS = (0.4, 0.0, 0.3), 0.12
FAST = {"tool.law.kpf": 25e4, "tool.law.kvf": 286.0}
"""Gains for faster strokes."""
SIGNALS = ("element.skin.normal", "element.skin.depth", "output.pressed", "output.stage", "sensor.stroke",
           "output.pressing", "time")  # fmt: skip


@dataclass(frozen=True)
class Trial:
    """Settings of a stroke.

    Attributes:
        scheme: Name of the scheme.
        speed: [m/s]
        force: [N]
        knots: Over the arc of pi.
        parameters: Of the scheme.
        stiffness: Of the sphere, if not what the world says [N/m].
        mass: Factor of the tool's mass.
        delay: Of the force sensor [s].
        noise: Of the force sensor [N].
        world: Name of the world.
        seed: Of the noise.
    """

    scheme: str = "massage-force"
    speed: float = 0.025
    force: float = 10.0
    knots: int = 7
    parameters: Mapping[str, Any] = field(default_factory=dict)
    stiffness: float = 0.0
    mass: float = 1.0
    delay: float = 0.0
    noise: float = 0.0
    world: str = "massage"
    seed: int = drawn_seeds("massage trial", 1)[0]


class SignalLog(Listener):
    """Keeps some signals of every row."""

    wants_keyframes = False

    def __init__(self, session: Session, signals: tuple[str, ...]) -> None:
        self.columns = [session.channels.find(name).start for name in signals]
        self.rows: list[Rows] = []

    def frames(self, first: int, rows: Rows) -> None:  # noqa: ARG002 - as sessions call it
        """Keep them."""
        self.rows.append(rows[:, self.columns].copy())


def noisy_world(folder: Path, noise: float, timestep: float = 0.0005) -> None:
    """The world with a noisy force sensor, or another physics step, as files in a folder."""
    for kind, name in (("robot", "pm01"), ("world", "massage")):
        file = document_file(kind, name)
        document = json.loads(file.read_text(encoding="utf-8"))
        if kind == "robot":
            document["sensors"]["force_tool"]["noise"] = noise
            shutil.copy(file.parent / "pm01.xml", folder)
        else:
            document["timestep"] = timestep
            shutil.copy(file.parent / "massage.xml", folder)
        (folder / file.name).write_text(json.dumps(document), encoding="utf-8")


def opened(trial: Trial, folder: Path | None = None) -> Any:
    """Open a session for a trial, in its initial state."""
    points, normals = arc_knots(CENTRE, RADIUS, math.pi, trial.knots)
    path = {"path.points": points.tolist(), "path.normals": normals.tolist()} if trial.world == "massage" else {}
    elements = {"skin": {"stiffness": trial.stiffness}} if trial.stiffness else {}
    setup = pult.Setup(
        world=trial.world, scheme=trial.scheme, panel="massage", parameters={**path, **trial.parameters},
        start=Start(elements=elements), seed=trial.seed,
    )  # fmt: skip
    session = pult.open_session(setup, folder)
    if trial.mass != 1.0:
        for name in ("carriage", "pad"):
            body = session.model.body(name).id
            session.model.body_mass[body] *= trial.mass
            session.model.body_inertia[body] *= trial.mass
        mujoco.mj_setConst(session.model, mujoco.MjData(session.model))
    if trial.delay:
        session.apply(DelaySensor(sensor="force_tool", delay=trial.delay))
    return session


def stroke(trial: Trial, folder: Path | None = None, seconds: float = 120.0) -> dict[str, Rows]:
    """Perform a stroke; returns the signals by name, of all steps up to its end."""
    session = opened(trial, folder)
    log = SignalLog(session, SIGNALS)
    session.listen(log)
    session.apply(Input(values={"run": True, "speed": trial.speed, "force": trial.force}))
    stage = session.channels.find("output.stage").start
    while session.time < seconds and session.row[stage] <= STROKE + 0.5:
        session.advance(200)
    rows = np.concatenate(log.rows)
    return {name: rows[:, i] for i, name in enumerate(SIGNALS)}


def error(trial: Trial, rows: Mapping[str, Rows], skip: float = 0.5) -> Rows:
    """Relative force error while the tool moves at full speed, from `skip` seconds after the start of the stroke."""
    on = np.flatnonzero((rows["output.stage"] == STROKE) & (rows["output.pressing"] > 0.5))
    dt = float(rows["time"][1] - rows["time"][0])
    ramp = trial.speed / 0.2 + 0.1
    on = on[round(skip / dt) : len(on) - round(ramp / dt)]
    return np.asarray(rows["element.skin.normal"][on] / trial.force - 1.0)


def largest(trial: Trial, folder: Path | None = None) -> float:
    """Largest relative force error of a stroke."""
    return float(np.abs(error(trial, stroke(trial, folder))).max())
