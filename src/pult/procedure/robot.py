"""The robot's session: in real time, in a process of its own, and only for what was rehearsed."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from pult.core.errors import PultError
from pult.procedure.certificate import CertificateDocument, require_certificate
from pult.procedure.measures import DONE, STROKE, Measured, Rows, find_signals, measure
from pult.procedure.procedure import RUN, Procedure
from pult.procedure.rehearse import PATIENCE, SLACK, judged
from pult.sim.paced import SessionProcess
from pult.sim.record import read_record

Progress = Callable[[float, float], None]
"""Told now and then: share of the path, and force on the patient [N]."""
LOOK = 0.05
"""Time between two looks [s]."""
OPENING = 300.0
"""Time that opening the session may take [s]: it may have to be compiled."""


@dataclass(frozen=True)
class Performed:
    """What came of a run on the robot.

    Attributes:
        measured: Figures of the run.
        faults: What was not kept to.
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
    """Do a procedure on the robot's session. An interrupt (Ctrl-C) is an emergency stop.

    Args:
        procedure: The procedure.
        certificate: The certificate of its rehearsal.
        record: File to record to.
        seed: Seed of the sensors' noise.
        overwrite: Whether a record that is there is replaced.
        progress: Told how far it is.

    Raises:
        NotCertified: It was not rehearsed as it is now, or the rehearsal failed.
        PultError: The session cannot be opened.
    """
    require_certificate(procedure, certificate)
    setup, stopped = procedure.setup(seed), ""
    extra = {"procedure": procedure.name, "seed": seed}
    with SessionProcess.start(setup, procedure.folder, record=record, overwrite=overwrite, extra=extra) as process:
        process.wait_ready(OPENING)
        for request, operator in _begin(procedure):
            reply = process.ask(request, operator=operator)
            if not reply.ok:
                raise PultError(f"the robot's session refuses: {reply.error}")
        try:
            stopped = _watch(process, procedure, progress)
        except KeyboardInterrupt:
            process.ask({"do": "stop", "reason": "the operator stopped it"}, operator=True)
            stopped = "the operator stopped it."
            time.sleep(2.0 * procedure.document.retract.time)
    measured = measure(rows_of(procedure, record))
    faults = [fault for fault in judged(procedure.document, measured, None) if "emergency stop" not in fault]
    return Performed(measured, tuple(faults), record, stopped)


def _begin(procedure: Procedure) -> list[tuple[dict[str, object], bool]]:
    panel = procedure.parts.panel
    enable = panel.document.enable if panel is not None else ""
    begun: list[tuple[dict[str, object], bool]] = [({"do": "connect-operator"}, False), ({"do": "start"}, False)]
    if enable:
        begun.append(({"do": "input", "values": {enable: True}}, True))
    return [*begun, ({"do": "input", "values": {RUN: True}}, True)]


def _watch(process: SessionProcess, procedure: Procedure, progress: Progress | None) -> str:
    """Be there until it is done; returns why it was not."""
    block, surface = procedure.document.block, procedure.document.surface
    stage, share = (process.channels.find(f"scheme.{block}.{name}").start for name in ("stage", "progress"))
    force = process.channels.find(f"element.{surface}.normal").start
    frames, most = process.reader(), SLACK * procedure.stroke.duration + PATIENCE
    while True:
        process.heartbeat()
        frame = frames.read()
        if process.state not in ("ready", "running"):
            return f"the session is {process.state}: {process.reason}".strip()
        if frame is not None:
            row = np.asarray(frame.row)
            if frame.status.stopped and round(float(row[stage])) >= STROKE:
                return _why_stopped(process)
            if progress is not None:
                progress(float(row[share]), float(row[force]))
            if round(float(row[stage])) == DONE:
                return ""
            if float(row[process.channels["time"].start]) > most:
                return f"it did not come to its end in {most:.0f} s."
        time.sleep(LOOK)


def _why_stopped(process: SessionProcess) -> str:
    """Why the robot is stopped: what the session told last of it."""
    for _ in range(20):  # frames are quicker than letters
        told = [event.text for event in process.events() if event.kind == "stop"]
        if told:
            return f"{told[-1]}."
        time.sleep(LOOK)
    return "the robot was stopped."


def rows_of(procedure: Procedure, record: Path) -> Rows:
    """What a record tells of a procedure.

    Raises:
        PultError: The record cannot be read, or is of something else.
    """
    found = read_record(record)
    signals = find_signals(procedure.document, found.channels, procedure.touch.tool_site, procedure.joint_speeds)
    times = found.times
    dt = float(np.median(np.diff(times))) if len(times) > 1 else 1.0
    return Rows(found.rows[:, signals.columns], dt)
