"""Performing a procedure: a real-time session in a process of its own, only for what was rehearsed."""

import math
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from pult.blocks.kinematics._surface import DONE
from pult.core.errors import PultError
from pult.procedure.certificate import CertificateDocument, require_certificate
from pult.procedure.contact import site_places
from pult.procedure.measures import TOOL_COLUMNS, Measured, Rows
from pult.procedure.procedure import RUN, Procedure
from pult.procedure.rehearse import TIME_FACTOR, TIME_MARGIN, judge_run
from pult.realtime import SessionProcess
from pult.realtime.requests import ConnectOperator, Start
from pult.record import read_record
from pult.sim.commands import Input, Request, Stop

Progress = Callable[[float, float], None]
"""Progress callback: completed fraction of the path, and force on the patient [N]."""
POLL_INTERVAL = 0.05
"""Time between two looks at the session [s]."""
OPEN_TIMEOUT = 300.0
"""Longest time to open the session [s], which may include compilation."""
RELEASE_TIMEOUT = 1.0
"""Longest time from enabling the robot until it is free to move [s]."""
RETRACT_TIMEOUT = 10.0
"""Longest wait for the tool to be off the patient after a stop [s]."""
UNDONE = "the procedure ended before its time."


@dataclass(frozen=True)
class Performed:
    """Result of a run on the robot.

    Attributes:
        measured: Measurements of the run.
        faults: Violated limits.
        record: Its record.
        stopped: Why it was stopped before the end; empty if it was not.
    """

    measured: Measured
    faults: tuple[str, ...]
    record: Path
    stopped: str


def perform(
    procedure: Procedure,
    certificate: CertificateDocument | None,
    record: Path,
    *,
    seed: int = 0,
    overwrite: bool = False,
    progress: Progress | None = None,
) -> Performed:
    """Perform a procedure in the robot's session.

    An interrupt (Ctrl-C), or anything else that ends it early, is an emergency stop: the tool is off the patient before
    the session ends.

    Args:
        procedure: The procedure.
        certificate: The certificate of its rehearsal.
        record: File to record to.
        seed: Seed of the sensor noise.
        overwrite: Whether an existing record is replaced.
        progress: Progress callback.

    Raises:
        NotCertified: It was changed since its rehearsal, or the rehearsal failed.
        PultError: The session cannot be opened.
    """
    require_certificate(procedure, certificate)
    setup, stopped = procedure.setup(seed), UNDONE
    extra = {"procedure": procedure.name, "seed": seed}
    with SessionProcess.start(setup, procedure.folder, record=record, overwrite=overwrite, extra=extra) as process:
        process.wait_ready(OPEN_TIMEOUT)
        try:
            for request, operator in _begin(procedure):
                reply = process.ask(request, operator=operator)
                if not reply.ok:
                    raise PultError(f"the robot's session refuses: {reply.error}")
            stopped = _watch(process, procedure, progress)
        except KeyboardInterrupt:
            stopped = "the operator stopped it."
        finally:
            if stopped:  # whatever it was, the tool must not be left pressing
                _retract(process, procedure, stopped.removesuffix("."))
    measured = procedure.measured(rows_of(procedure, record))
    faults = judge_run(procedure.document, measured, None, with_stop=False)
    return Performed(measured, tuple(faults), record, stopped)


def _begin(procedure: Procedure) -> list[tuple[Request[None], bool]]:
    panel = procedure.parts.panel
    enable = panel.document.enable if panel is not None else ""
    begun: list[tuple[Request[None], bool]] = [(ConnectOperator(), False), (Start(), False)]
    if enable:
        begun.append((Input(values={enable: True}), True))
    return [*begun, (Input(values={RUN: True}), True)]


def _watch(process: SessionProcess, procedure: Procedure, progress: Progress | None) -> str:
    """Watch the session until the procedure is done; returns why it ended early, or an empty text."""
    block, surface = procedure.document.block, procedure.document.surface
    stage, share = (process.channels.find(f"scheme.{block}.{name}").start for name in ("stage", "progress"))
    force, clock = process.channels.find(f"element.{surface}.normal").start, process.channels["time"].start
    frames, most = process.reader(), TIME_FACTOR * procedure.stroke.duration + TIME_MARGIN
    released = math.inf  # when it must be: frames may be older than the enabling switch
    while True:
        process.heartbeat()
        frame = frames.read()
        if process.state not in ("ready", "running"):
            return f"the session is {process.state}: {process.reason}".strip()
        if frame is not None:
            row = np.asarray(frame.row)
            now = float(row[clock])
            released = min(released, now + RELEASE_TIMEOUT if frame.status.stopped else now)
            if frame.status.stopped and now > released:
                return _why_stopped(process)
            if progress is not None:
                progress(float(row[share]), float(row[force]))
            if round(float(row[stage])) == DONE:
                return ""
            if now > most:
                return f"it did not come to its end in {most:.0f} s."
        time.sleep(POLL_INTERVAL)


def _retract(process: SessionProcess, procedure: Procedure, reason: str) -> None:
    """Stop the robot, and wait until the tool is off the patient."""
    with suppress(PultError):  # it may have died, and with it the voltage
        process.ask(Stop(reason=reason), operator=True)
        depth = process.channels.find(f"element.{procedure.document.surface}.depth").start
        distance = procedure.document.retract.distance
        frames, until = process.reader(), time.monotonic() + RETRACT_TIMEOUT
        while process.state in ("ready", "running") and time.monotonic() < until:
            process.heartbeat()
            frame = frames.read()
            if frame is not None and frame.status.stopped and float(frame.row[depth]) <= -distance:
                return
            time.sleep(POLL_INTERVAL)


def _why_stopped(process: SessionProcess) -> str:
    """Why the robot is stopped: the first stop since it was free to move, which causes the others."""
    told: list[str] = []
    for _ in range(20):  # frames are quicker than letters
        for event in process.events():
            if event.kind == "stop":
                told.append(event.text)
            elif event.kind == "released":
                told.clear()
        if told:
            return f"{told[0]}."
        time.sleep(POLL_INTERVAL)
    return "the robot was stopped."


def rows_of(procedure: Procedure, record: Path) -> Rows:
    """Rows of a procedure's signals from a record.

    Raises:
        PultError: The record cannot be read, or is not of this procedure.
    """
    found = read_record(record)
    table = found.rows[:, procedure.signals(found.channels).columns]
    # records keep no poses of sites, but the joints that they follow from
    site, qpos = procedure.touch.tool_site, found.rows[:, found.channels["qpos"].place]
    table[:, TOOL_COLUMNS] = site_places(procedure.world, site, qpos)
    times = found.times
    dt = float(np.median(np.diff(times))) if len(times) > 1 else 1.0
    return Rows(table, dt)
