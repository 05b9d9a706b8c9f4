"""Attempts of one exercise by one operator, as runs of a sweep."""

from pathlib import Path

import msgspec

from pult.batch.bundle import Bundle, load_bundled_exercise, unpack
from pult.batch.job import Job
from pult.batch.results.file import Row
from pult.batch.target import Changes
from pult.batch.tasks.bundle_runner import BundleRunner
from pult.core.errors import PultError
from pult.exercise.opened import OpenedExercise
from pult.exercise.run import Outcome, run_attempt
from pult.record import RecordError
from pult.sim.injection import targets_of, timed_commands
from pult.sim.session import Session


class AttemptTask(msgspec.Struct, frozen=True, tag="attempt"):
    """Common data of all attempts of a sweep.

    Attributes:
        bundle: The documents, packed.
        variant, pilot: Variant and operator.
    """

    bundle: bytes
    variant: str
    pilot: str

    def runner(self) -> "AttemptRunner":
        """Make the runner of this process."""
        return AttemptRunner(unpack(self.bundle), self.variant, self.pilot)


class AttemptRunner(BundleRunner[OpenedExercise]):
    """Runs attempts of the operator at the exercise."""

    def __init__(self, bundle: Bundle, variant: str, pilot: str) -> None:
        """Keep the common data of all runs."""
        super().__init__(bundle)
        self.variant, self._pilot = variant, pilot

    def open(self, bundle: Bundle, folder: Path, plain: bool) -> OpenedExercise:
        """The exercise; see `BundleRunner.open`."""
        return OpenedExercise(load_bundled_exercise(bundle, folder), self.variant, plain=plain)

    def session(self) -> Session:
        """A session as documents have it; see `BundleRunner.session`."""
        return self.opened([], plain=True).attempt(0).session

    def try_out(self, opened: OpenedExercise, changes: Changes) -> None:
        """Begin an attempt; see `BundleRunner.try_out`."""
        session = opened.attempt(0, changes.parameters).session
        timed_commands(changes.faults, targets_of(session), opened.exercise.document.duration)

    def run(self, job: Job) -> Row:
        """Do a run; failures are reported in its row. With records of failures only, a failed run is done again.

        Raises:
            RecordError: The record cannot be written, which says nothing about the run.
        """
        record = Path(job.record) if job.record else None
        try:
            opened = self.opened(job.patches)
            outcome = self._attempt(opened, job, record if job.always else None)
            if record is not None and not job.always and not outcome.success:
                self._attempt(opened, job, record)
        except RecordError:
            raise
        except PultError as error:
            return Row(key=job.key, seed=job.seed, values=job.values, success=False, reason="error", cause=str(error))
        return row_of(job, outcome)

    def _attempt(self, opened: OpenedExercise, job: Job, record: Path | None) -> Outcome:
        outcome = run_attempt(
            opened, self._pilot, job.seed, parameters=job.parameters, faults=job.faults, record=record, overwrite=True,
            evidence=False,
        )  # fmt: skip
        if outcome.record_problem:
            raise RecordError(record, outcome.record_problem)
        return outcome


def row_of(job: Job, outcome: Outcome) -> Row:
    """The result of a run, without anything that depends on the speed of the machine."""
    score = outcome.score
    return Row(
        key=job.key,
        seed=job.seed,
        values=job.values,
        success=outcome.success,
        reason=outcome.reason,
        cause="" if outcome.success else outcome.halted or _cause(outcome),
        time=outcome.time,
        points=score.points,
        stages={span.name: span.end * score.dt for span in score.stages if span.end is not None},
        metrics={name: metric.value for name, metric in score.metrics.items() if metric.value is not None},
        breaks={penalty.name: penalty.count for penalty in score.penalties},
        hash=outcome.hash,
    )


def _cause(outcome: Outcome) -> str:
    """Where and why an attempt failed, short enough to group equal failures."""
    score = outcome.score
    open_stages = [span.name for span in score.stages if span.end is None]
    where = f" in stage {open_stages[0]!r}" if open_stages else ""
    return f"{f'limit {score.limit!r}' if score.limit else outcome.reason}{where}"
