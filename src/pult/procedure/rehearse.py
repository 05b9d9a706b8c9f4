"""The rehearsal: a procedure is performed in simulation, emergency stops included, and judged."""

from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from typing import Any

import numpy as np

from pult.blocks.kinematics._surface import DONE, STROKE
from pult.core.signals import Array
from pult.procedure.certificate import CertificateDocument, document_hashes, procedure_hash, seal_certificate
from pult.procedure.document import ProcedureDocument
from pult.procedure.measures import (
    Measured,
    Retraction,
    Rows,
    Signals,
    measure_retract,
    trace,
    worst,
)
from pult.procedure.procedure import RUN, Procedure
from pult.sim.commands import Arm, Input, Stop
from pult.sim.listener import Listener
from pult.sim.open import open_session
from pult.sim.session import Halted, Session
from pult.sim.snapshot import Snapshot

Progress = Callable[[float, str], None]
"""Progress callback: completed fraction, and a description of the present step."""
CHECK_INTERVAL = 0.02
"""Simulated time between two checks of the progress [s]."""
TIME_FACTOR, TIME_MARGIN = 2.0, 40.0
"""Longest duration of a run: a multiple of the planned one, plus a margin [s]."""
STOP_AT = 0.5
"""Fraction of the path at which an emergency stop is tried; another is tried where the tool presses hardest."""


@dataclass
class _RowRecorder(Listener):
    """A listener of a session that records some columns of its rows."""

    columns: list[int]
    kept: list[Array] = field(default_factory=list)

    def frames(self, first: int, rows: Array) -> None:  # noqa: ARG002
        self.kept.append(rows[:, self.columns].copy())

    def take(self, dt: float) -> Rows:
        """Return the recorded rows and clear them."""
        table = np.concatenate(self.kept) if self.kept else np.zeros((0, len(self.columns)))
        self.kept.clear()
        return Rows(table, dt)


@dataclass(frozen=True)
class Rehearsal:
    """Result of a rehearsal.

    Attributes:
        measured: Measurements of the run.
        retracted: Worst measurements of the retractions after the stops; None if there was no stop.
        faults: Violated limits; empty if the robot may perform the procedure.
        rows: The run itself.
    """

    measured: Measured
    retracted: Retraction | None
    faults: tuple[str, ...]
    rows: Rows

    @property
    def passed(self) -> bool:
        """Whether the robot may perform the procedure."""
        return not self.faults

    def figures(self) -> dict[str, float | bool | None]:
        """All measurements by name."""
        found: dict[str, float | bool | None] = asdict(self.measured)
        if self.retracted is not None:
            found |= {"stop_off": self.retracted.off, "stop_clear": self.retracted.clear}
            found["stop_max_force"] = self.retracted.max_force
        return found


def rehearse(
    procedure: Procedure, *, seed: int = 0, plain: bool = False, progress: Progress | None = None
) -> Rehearsal:
    """Perform a procedure in simulation as fast as the machine allows, and try emergency stops.

    The stops are in the middle of the path, and where the tool presses hardest.

    Args:
        procedure: The procedure.
        seed: Seed of the sensor noise.
        plain: Run everything as plain Python.
        progress: Progress callback; it may raise to end the rehearsal.

    Raises:
        PultError: The procedure, or something that it names, has faults.
    """
    tell = progress or _ignore_progress
    tell(0.0, "compile")
    session = open_session(procedure.setup(seed), procedure.folder, plain=plain)
    signals = signals_of(procedure, session)
    keeping = _RowRecorder(signals.columns)
    session.listen(keeping)
    most = TIME_FACTOR * procedure.stroke.duration + TIME_MARGIN
    moments: dict[str, Snapshot] = {}
    hardest, halted = 0.0, ""
    try:
        begin(session)
        while session.time < most and round(float(session.row[signals.stage])) != DONE:
            session.advance(max(1, round(CHECK_INTERVAL / session.dt)))
            share = float(session.row[signals.progress])
            tell(0.9 * min(1.0, share), "run")
            if round(float(session.row[signals.stage])) != STROKE:
                continue
            if share >= STOP_AT and "middle" not in moments:
                moments["middle"] = session.snapshot()
            if float(session.row[signals.force]) > hardest:
                hardest, moments["hardest"] = float(session.row[signals.force]), session.snapshot()
    except Halted as error:
        halted = str(error)
    rows = keeping.take(session.dt)
    retracted = None
    if "middle" in moments and not halted:
        tell(0.92, "stop")
        tried = []
        for moment in moments.values():
            session.restore(moment)
            keeping.take(session.dt)
            tried.append(try_stop(session, keeping, procedure.document))
        retracted = worst(tried)
    tell(1.0, "judge")
    measured = procedure.measured(rows)
    faults = [halted] if halted else judge_run(procedure.document, measured, retracted)
    return Rehearsal(measured, retracted, tuple(faults), rows)


def signals_of(procedure: Procedure, session: Any) -> Signals:
    """Columns of a procedure's signals in the rows of a session."""
    return procedure.signals(session.channels)


def begin(session: Session) -> None:
    """Enable the robot and start the procedure through the panel."""
    values: dict[str, Any] = {RUN: True}
    if session.panel is not None and session.panel.panel.document.enable:
        session.apply(Input(values={session.panel.panel.document.enable: True}))
    session.apply(Input(values=values))


def try_stop(session: Session, keeping: _RowRecorder, document: ProcedureDocument) -> Retraction:
    """Make an emergency stop now, and measure the retraction of the tool."""
    session.apply(Stop(reason="rehearsal of an emergency stop"))
    try:
        session.advance(max(1, round(2.0 * document.retract.time / session.dt)))
    except Halted:
        return Retraction(None, None, float("inf"))
    found = measure_retract(keeping.take(session.dt), document.retract.distance)
    session.apply(Input(values={RUN: False}))
    session.apply(Arm())
    return found


def judge_run(
    document: ProcedureDocument, measured: Measured, retracted: Retraction | None, *, with_stop: bool = True
) -> list[str]:
    """Violated limits of a run, as messages.

    Args:
        document: The procedure.
        measured: Measurements of the run.
        retracted: Measurements of the retractions after the stops.
        with_stop: Whether a stop must have been tried.
    """
    limits, wanted = document.limits, document.retract
    faults = []
    if not measured.done:
        faults.append(f"It did not come to the end of the path in {measured.time:.0f} s.")
    if measured.force_error > limits.error:
        off, allowed = 100.0 * measured.force_error, 100.0 * limits.error
        faults.append(f"The force is off by up to {off:.1f} % of the wanted force ({allowed:g} % allowed).")
    if measured.max_force > limits.force:
        faults.append(f"The patient feels up to {measured.max_force:.1f} N ({limits.force:g} N allowed).")
    if measured.max_speed > limits.speed:
        faults.append(f"The tool moves at up to {measured.max_speed:.3f} m/s ({limits.speed:g} m/s allowed).")
    if measured.max_joint_speed > limits.joint_speed:
        faults.append(f"A joint turns at up to {measured.max_joint_speed:.2f} rad/s ({limits.joint_speed:g} allowed).")
    margin = measured.joint_margin
    if margin is not None and margin < limits.joint_margin:
        faults.append(f"A joint comes within {margin:.3f} rad of its limit ({limits.joint_margin:g} allowed).")
    if not with_stop:
        return faults
    if retracted is None:
        faults.append("The emergency stop was not tried: the tool did not come to the middle of the path.")
    elif retracted.clear is None:
        faults.append(f"After an emergency stop the tool is not drawn in by {1000.0 * wanted.distance:g} mm.")
    elif retracted.clear > wanted.time:
        took, allowed = retracted.clear, wanted.time
        faults.append(f"After an emergency stop the tool is drawn in after {took:.2f} s ({allowed:g} s allowed).")
    elif retracted.max_force > limits.force:
        faults.append(f"After an emergency stop the patient feels up to {retracted.max_force:.1f} N.")
    return faults


def certify(procedure: Procedure, rehearsal: Rehearsal) -> CertificateDocument:
    """The certificate of a rehearsal."""
    from pult import __version__

    certificate = CertificateDocument(
        format="pult.certificate",
        version=1,
        procedure=procedure.name,
        hash=procedure_hash(procedure),
        documents=document_hashes(procedure),
        made_with=__version__,
        date=datetime.now(UTC).isoformat(timespec="seconds"),
        passed=rehearsal.passed,
        faults=list(rehearsal.faults),
        measured=rehearsal.figures(),
        trace=trace(rehearsal.rows, procedure.forces),
    )
    return seal_certificate(certificate)


def _ignore_progress(share: float, what: str) -> None:
    """A progress callback that does nothing."""
