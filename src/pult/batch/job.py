"""One run of a sweep: what it is, and what came of it."""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from pult.batch.bundle import Bundle, Patch, lay_out, patched
from pult.batch.results import Row
from pult.core.errors import DocumentError, PultError
from pult.core.temporary import TemporaryFolder
from pult.exercise.exercise import Exercise
from pult.exercise.operators import find_operator
from pult.exercise.run import Outcome, run_attempt
from pult.sim.open import open_parts

KEPT = 8
"""Changed bundles whose exercises a worker keeps open."""


class Job(msgspec.Struct, frozen=True):
    """A run that is to be done.

    Attributes:
        key: Its name; see `job_key`.
        seed: Seed of the start, the noise and the pilot.
        values: What is varied, by name, for the row.
        parameters: Parameters of the scheme.
        patches: Changes of documents.
        record: File to record a failed run to, or every run if `always`.
        always: Whether successes are recorded, too.
    """

    key: str
    seed: int
    values: dict[str, Any] = {}
    parameters: dict[str, Any] = {}
    patches: list[Patch] = []
    record: str = ""
    always: bool = False


def job_key(documents: str, variant: str, pilot: str, values: Mapping[str, Any], seed: int) -> str:
    """Name of a run: the same for the same documents, operator, values and seed, in every sweep.

    Args:
        documents: Hash of the bundle before changes.
        variant, pilot: Variant and operator.
        values: What is varied, by name.
        seed: The seed.
    """
    content = json.dumps([documents, variant, pilot, values, seed], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(content.encode()).hexdigest()[:16]


class Runner:
    """Does runs in this process, one after another. Exercises of changed bundles lie in temporary folders."""

    def __init__(self, bundle: Bundle, variant: str, pilot: str) -> None:
        """Take what all runs have in common."""
        self._bundle, self.variant, self._pilot = bundle, variant, pilot
        self._open: dict[bytes, tuple[TemporaryFolder, Exercise]] = {}

    def exercise(self, patches: list[Patch]) -> Exercise:
        """The exercise with changed documents."""
        key = msgspec.msgpack.encode(sorted(patches, key=repr))
        if key not in self._open:
            while len(self._open) >= KEPT:
                self._open.pop(next(iter(self._open)))[0].remove()
            folder = TemporaryFolder("sweep")
            self._open[key] = folder, lay_out(patched(self._bundle, patches), folder.path)
        return self._open[key][1]

    def problem(self, parameters: Mapping[str, Any], patches: list[Patch]) -> str:
        """What is wrong with values; empty if the exercise takes them."""
        try:
            exercise = self.exercise(patches)
            open_parts(exercise.setup(self.variant, parameters=parameters), exercise.folder)
        except DocumentError as error:
            return "; ".join(fault.message for fault in error.faults[:3])
        except PultError as error:
            return str(error)
        return ""

    def run(self, job: Job) -> Row:
        """Do a run. Whatever goes wrong is in the row."""
        try:
            exercise = self.exercise(job.patches)
            outcome = self._attempt(exercise, job, None)
            if job.record and (job.always or not outcome.success):
                self._attempt(exercise, job, Path(job.record))
        except PultError as error:
            return Row(key=job.key, seed=job.seed, values=job.values, success=False, reason="error", cause=str(error))
        return row_of(job, outcome)

    def _attempt(self, exercise: Exercise, job: Job, record: Path | None) -> Outcome:
        pilot = find_operator(exercise, self._pilot, self.variant)
        return run_attempt(
            exercise, pilot, job.seed, variant=self.variant, parameters=job.parameters, record=record, overwrite=True
        )

    def close(self) -> None:
        """Remove its folders."""
        for folder, _ in self._open.values():
            folder.remove()
        self._open.clear()


def row_of(job: Job, outcome: Outcome) -> Row:
    """What came of a run, without anything that depends on the machine's speed."""
    score = outcome.score
    return Row(
        key=job.key,
        seed=job.seed,
        values=job.values,
        success=outcome.success,
        reason=outcome.reason,
        cause="" if outcome.success else outcome.problem or _cause(outcome),
        time=outcome.time,
        points=score.points,
        stages={span.name: span.end * score.dt for span in score.stages if span.end is not None},
        metrics={name: metric.value for name, metric in score.metrics.items() if metric.value is not None},
        breaks={penalty.name: penalty.count for penalty in score.penalties},
        hash=outcome.hash,
    )


def _cause(outcome: Outcome) -> str:
    """Where and why an attempt failed, short enough to count equal ones."""
    score = outcome.score
    open_stages = [span.name for span in score.stages if span.end is None]
    where = f" in stage {open_stages[0]!r}" if open_stages else ""
    return f"{f'limit {score.limit!r}' if score.limit else outcome.reason}{where}"
