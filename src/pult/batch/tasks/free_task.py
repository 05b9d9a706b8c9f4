"""Free runs of one world and scheme, as runs of a sweep."""

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from pult.batch.bundle import Bundle, unpack
from pult.batch.job import Job
from pult.batch.plans.free import FreeDocument, Watched, draw_joints, find_watched, free_setup, start_ranges
from pult.batch.results.file import Row
from pult.batch.target import Changes
from pult.batch.tasks.bundle_runner import BundleRunner
from pult.core.errors import PultError
from pult.core.signals import Array
from pult.record import RecordError
from pult.record.recording import start_recording
from pult.sim.injection import Injector, targets_of, timed_commands
from pult.sim.listener import Listener
from pult.sim.open import SessionFactory
from pult.sim.session import Halted, Session

SPEEDS = "qvel"
"""The signal that is always watched: all joint speeds."""


class FreeTask(msgspec.Struct, frozen=True, tag="free"):
    """Common data of all free runs of a sweep.

    Attributes:
        bundle: The documents, packed.
        free: What is run.
    """

    bundle: bytes
    free: FreeDocument

    def runner(self) -> "FreeRunner":
        """Make the runner of this process."""
        return FreeRunner(unpack(self.bundle), self.free)


class OpenedFree:
    """A world and a scheme that were opened once, for any number of free runs."""

    def __init__(self, free: FreeDocument, folder: Path, plain: bool) -> None:
        """Open the documents in a folder; see `SessionFactory`.

        Raises:
            PultError: A document is invalid.
        """
        self._free = free
        setup = free_setup(free, {}, 0, {})
        self._sessions = SessionFactory(setup, folder / "exercises", plain=plain, whole=folder)
        self._ranges = start_ranges(free, self._sessions.parts.world)
        self.watched: list[Watched] | None = None

    def session(self, seed: int, parameters: Mapping[str, Any]) -> Session:
        """The session of a run, at its start.

        Raises:
            PultError: The parameters are invalid, or a watched signal does not exist.
        """
        joints = draw_joints(self._ranges, seed)
        session = self._sessions.session(free_setup(self._free, joints, seed, parameters))
        if self.watched is None:
            self.watched = find_watched([SPEEDS, *self._free.watch], session.channels)
        return session


class _Rows(Listener):
    """Hashes the rows of a run and keeps the measured signals."""

    wants_keyframes = False

    def __init__(self, session: Session, watched: list[Watched]) -> None:
        places = [place for one in watched for place in (one.first, one.second) if place is not None]
        self._columns = np.unique(np.concatenate([np.arange(place.start, place.stop) for place in places]))
        self._size = session.channels.size
        self._digest = hashlib.sha256()
        self._kept: list[Array] = []
        self.frames(session.tick, session.row[None, :])
        session.listeners.append(self)

    def frames(self, first: int, rows: Array) -> None:  # noqa: ARG002 - as all listeners have it
        self._digest.update(np.ascontiguousarray(rows).data)
        self._kept.append(rows[:, self._columns])

    def figures(self, watched: list[Watched]) -> dict[str, float]:
        kept = np.concatenate(self._kept)
        rows = np.zeros((len(kept), self._size))
        rows[:, self._columns] = kept
        return {name: value for one in watched for name, value in one.figures(rows).items()}

    @property
    def hash(self) -> str:
        return self._digest.hexdigest()


class FreeRunner(BundleRunner[OpenedFree]):
    """Lets the world move under its scheme."""

    def __init__(self, bundle: Bundle, free: FreeDocument) -> None:
        """Keep the common data of all runs."""
        super().__init__(bundle)
        self._free = free

    def open(self, bundle: Bundle, folder: Path, plain: bool) -> OpenedFree:  # noqa: ARG002 - the folder has it all
        """World and scheme; see `BundleRunner.open`."""
        return OpenedFree(self._free, folder, plain)

    def session(self) -> Session:
        """A session as documents have it; see `BundleRunner.session`."""
        return self.opened([], plain=True).session(0, {})

    def try_out(self, opened: OpenedFree, changes: Changes) -> None:
        """Begin a run; see `BundleRunner.try_out`."""
        session = opened.session(0, changes.parameters)
        timed_commands(changes.faults, targets_of(session), self._free.duration)

    def run(self, job: Job) -> Row:
        """Do a run; failures are reported in its row. With records of failures only, a failed run is done again.

        Raises:
            RecordError: The record cannot be written, which says nothing about the run.
        """
        try:
            opened = self.opened(job.patches)
            row = self._run(opened, job, job.record if job.always else "")
            if job.record and not job.always and not row.success:
                self._run(opened, job, job.record)
        except RecordError:
            raise
        except PultError as error:
            return Row(key=job.key, seed=job.seed, values=job.values, success=False, reason="error", cause=str(error))
        return row

    def _run(self, opened: OpenedFree, job: Job, record: str) -> Row:
        session = opened.session(job.seed, job.parameters)
        watched = opened.watched or []
        recording = start_recording(session, record, overwrite=True, extra={"seed": job.seed}) if record else None
        faults = timed_commands(job.faults, targets_of(session), self._free.duration)
        rows, cause = _Rows(session, watched), ""
        try:
            Injector(session, faults).advance(max(1, round(self._free.duration / session.dt)))
        except Halted as halt:
            cause = str(halt)
        finally:
            problem = recording.close({"success": not cause}) if recording is not None else ""
        if problem:
            raise RecordError(record, problem)
        return Row(
            key=job.key, seed=job.seed, values=job.values, success=not cause, reason="halted" if cause else "success",
            cause=cause, time=session.time, metrics=rows.figures(watched), hash=rows.hash,
        )  # fmt: skip
