"""Sweeps: many runs of one exercise, on all cores, resumable."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol

import msgspec

from pult.batch.bundle import bundle_hash, bundle_of, pack
from pult.batch.checking import check_variations, reported_together, valid_part
from pult.batch.job import Job, job_key
from pult.batch.plans.document import SweepDocument, decode_sweep, subject_faults, sweep_faults
from pult.batch.plans.plan import Plan, count_points, plan_points
from pult.batch.plans.seeds import drawn_seeds
from pult.batch.plans.variation import Variation, as_variations
from pult.batch.results.file import Head, Row, appending, read_head, read_rows
from pult.batch.target import FAULT, Documents, Target, split
from pult.batch.tasks.attempts import AttemptRunner, AttemptTask
from pult.batch.tasks.task import Task
from pult.batch.workers.executor import Execution
from pult.batch.workers.worker import WorkerSpec
from pult.core.errors import DocumentError, Fault, PultError, UsageError
from pult.core.kinds import UNKNOWN_NAME
from pult.exercise.exercise import Exercise, load_exercise
from pult.exercise.operators import find_operator, own_variant
from pult.record import fingerprint
from pult.scheme.values import find_parameter
from pult.sim.open import open_parts

if TYPE_CHECKING:
    from pult.batch.free_sweep import FreeRuns

Records = Literal["none", "failed", "all"]
"""Which runs are recorded: "none", "failed" or "all"."""
Progress = Callable[[int, int, int], None]
"""Progress callback after every batch: runs done, failures among them, total number of runs."""


@dataclass(frozen=True)
class Prepared:
    """A sweep that has been checked, ready to run.

    Attributes:
        document: The requested sweep.
        exercise: The exercise.
        pilot, variant: Names of pilot and variant.
        bundle: The documents.
        documents: Their hash, with that of the version.
        targets: What is varied.
        seeds: The seeds.
        units: Units of what is varied, by name, where they are known.
    """

    document: SweepDocument
    exercise: Exercise
    pilot: str
    variant: str
    bundle: Mapping[str, bytes]
    documents: str
    targets: Mapping[str, Target]
    seeds: Sequence[int]
    units: Mapping[str, str] = field(default_factory=dict)

    @property
    def count(self) -> int:
        """Total number of runs."""
        return count_runs(self.document, self.seeds)

    @property
    def title(self) -> str:
        """What is run, for display."""
        return f"{self.exercise.name} ({self.variant}), pilot {self.pilot}"

    def head(self) -> Head:
        """First line of the results file."""
        return Head(
            sweep=msgspec.to_builtins(self.document), documents=self.documents, bundle=pack(self.bundle),
            pilot=self.pilot, variant=self.variant, fingerprint=fingerprint(), units=dict(self.units),
        )  # fmt: skip

    def task(self) -> AttemptTask:
        """What its runs have in common, for workers."""
        return AttemptTask(pack(self.bundle), self.variant, self.pilot)

    def jobs(self) -> Iterator[Job]:
        """All runs: every point with every seed."""
        return planned_jobs(self.document, self.targets, self.seeds, self.documents, self.variant, self.pilot)


def count_runs(document: SweepDocument, seeds: Sequence[int]) -> int:
    """Total number of runs of a sweep."""
    points = count_points(document.vary, document.plan, document.points) if document.vary else 1
    return points * len(seeds)


def planned_jobs(
    document: SweepDocument,
    targets: Mapping[str, Target],
    seeds: Sequence[int],
    documents: str,
    variant: str = "",
    pilot: str = "",
) -> Iterator[Job]:
    """All runs of a sweep: every point with every seed."""
    for point in plan_points(document.vary, document.plan, document.points, document.seed):
        changes = split(targets, point)
        for seed in seeds:
            yield Job(job_key(documents, variant, pilot, point, seed), seed, dict(point), *changes)


class SweepRuns(Protocol):
    """What is run: attempts (`Prepared`), free runs, or calls of a function."""

    @property
    def count(self) -> int:
        """Total number of runs."""

    def head(self) -> Head:
        """First line of the results file."""

    def task(self) -> Task:
        """What its runs have in common, for workers."""

    def jobs(self) -> Iterator[Job]:
        """All runs."""


def prepare(source: SweepDocument | str | Path | Mapping[str, Any], exercise: Exercise | None = None) -> Prepared:
    """Check a sweep: the exercise with all it names, the operator, and everything that is varied.

    Args:
        source: A sweep document, its file or its data.
        exercise: The exercise, if it was loaded already; else the document names it.

    Raises:
        DocumentError: One error that lists all faults.
        UsageError: No such pilot or variant.
    """
    document, title, folder = _read(source)
    with reported_together(title, own := sweep_faults(document)):
        return _prepare(valid_part(document, own), folder, exercise)


def _prepare(document: SweepDocument, folder: Path | None, exercise: Exercise | None) -> Prepared:
    """Check a sweep that is right by itself against what it names."""
    import pult

    exercise = exercise or load_exercise(_beside(folder, document.exercise))
    pilot = find_operator(exercise, document.pilot, document.variant)
    variant, _ = exercise.variant(document.variant or own_variant(pilot, exercise))
    bundle = bundle_of(exercise, variant)
    runner = AttemptRunner(bundle, variant, pilot.name)
    try:
        document, targets, units, faults = check_variations(document, Documents(bundle), runner)
    finally:
        runner.close()
    faults = [_unknown_parameter(exercise, variant, fault.place) or fault for fault in faults]
    if faults:
        raise DocumentError("sweep", faults)
    purpose = f"sweep {exercise.name} {variant} {pilot.name}"
    seeds = document.seeds or drawn_seeds(purpose, document.draw, pult.__version__)
    documents = f"{bundle_hash(bundle)[:32]}-{pult.__version__}"
    return Prepared(document, exercise, pilot.name, variant, bundle, documents, targets, seeds, units)


def prepare_sweep(source: SweepDocument | str | Path | Mapping[str, Any]) -> "Prepared | FreeRuns":
    """Check a sweep of either kind, attempts or free runs; see `prepare`."""
    from pult.batch.free_sweep import prepare_free

    document, title, folder = _read(source)
    return prepare(source) if document.free is None else prepare_free(document, folder, title)


def _read(source: SweepDocument | str | Path | Mapping[str, Any]) -> tuple[SweepDocument, str, Path | None]:
    """The document, its name in messages, and the folder of its file."""
    folder: Path | None = None
    if isinstance(source, SweepDocument):
        document, title = source, "sweep"
    else:
        document, title, folder = decode_sweep(dict(source) if isinstance(source, Mapping) else source)
    if faults := subject_faults(document):
        raise DocumentError(title, sweep_faults(document) + faults)
    return document, title, folder


def check_sweep(source: str | Path | Mapping[str, Any]) -> list[Fault]:
    """Check a sweep with everything that it names; returns all faults."""
    try:
        prepare_sweep(source)
    except DocumentError as error:
        return list(error.faults)
    except PultError as error:
        return [UNKNOWN_NAME.at(error=str(error))]
    return []


def _beside(folder: Path | None, name: str) -> str | Path:
    return folder / name if folder is not None and (folder / name).is_file() else name


def _unknown_parameter(exercise: Exercise, variant: str, place: str) -> Fault | None:
    """What is wrong with the name of a scheme parameter whose value was refused; None if there is such a parameter."""
    name = place.removeprefix("vary.")
    if ":" in name or name == FAULT:
        return None
    scheme = open_parts(exercise.setup(variant), exercise.folder).scheme
    found = find_parameter(scheme.levels, scheme.top, name)
    return found.at(place) if isinstance(found, Fault) else None


def sweep(
    exercise: str | Path,
    output: str | Path,
    *,
    seeds: Sequence[int] = (),
    draw: int = 0,
    vary: Mapping[str, Variation | Sequence[Any]] | None = None,
    faults: Sequence[str] = (),
    plan: Plan = "grid",
    points: int = 0,
    pilot: str = "",
    variant: str = "",
    workers: int = 0,
    memory: int = 0,
    limit: float = 600.0,
    cluster: str = "",
    scheduler_file: str | Path = "",
    records: Records = "none",
    progress: Progress | None = None,
) -> list[Row]:
    """Let an operator attempt an exercise many times, on all cores, and keep the result of every run.

    Runs that are already in the results file are not repeated, so that the same call continues a sweep that was
    stopped for whatever reason.

    Args:
        exercise: A shipped exercise by name, or a file.
        output: The results file; rows are appended to it.
        seeds: Seeds; every point of the plan is run with each of them.
        draw: Instead of seeds: number of fresh seeds to draw, on which nothing was tuned.
        vary: What is varied: parameters of the scheme ("block.parameter"), or values of documents
            ("sensor:angles.noise", "drive:motors.stall_torque", "world:...", "exercise:...", "robot:..."), each with a
            list of values or a `Variation`.
        faults: Faults such as "sensor:angles.stuck@2.5": runs with each of them, and without any.
        plan: Method by which points are chosen: every combination ("grid"), or `points` of them.
        points: Number of points, unless the plan is a grid.
        pilot: Pilot that attempts it; the exercise's default operator by default.
        variant: Variant of the exercise; that of the pilot by default.
        workers, memory, limit, cluster, scheduler_file, records, progress: See `run_sweep`.

    Returns:
        One row a run, sorted by key.

    Raises:
        DocumentError: The sweep is invalid; nothing was run.
        ResultsError: The file belongs to another sweep, or cannot be written.
    """
    document = SweepDocument(
        exercise=str(exercise), pilot=pilot, variant=variant, seeds=list(seeds), draw=draw,
        vary=as_variations(vary or {}), faults=list(faults), plan=plan, points=points,
    )  # fmt: skip
    return run_sweep(
        document, output, workers=workers, memory=memory, limit=limit, cluster=cluster, scheduler_file=scheduler_file,
        records=records, progress=progress,
    )  # fmt: skip


def run_sweep(
    source: "Prepared | FreeRuns | SweepDocument | str | Path | Mapping[str, Any]",
    output: str | Path,
    *,
    workers: int = 0,
    memory: int = 0,
    limit: float = 600.0,
    cluster: str = "",
    scheduler_file: str | Path = "",
    records: Records = "none",
    shard: tuple[int, int] = (1, 1),
    progress: Progress | None = None,
) -> list[Row]:
    """Do all runs of a sweep that are not in the results file yet.

    Args:
        source: A sweep document, its file or its data, or what `prepare` made of it.
        output: The results file; rows are appended to it, and the same call continues an interrupted sweep.
        workers: Number of processes; one per core by default.
        memory: Memory of all workers together [byte]; 0 for no limit.
        limit: Maximum duration of a run [s], wall-clock time.
        cluster: Address of a Dask scheduler whose workers do the runs, such as "tcp://10.0.0.1:8786".
        scheduler_file: Instead: the file that `dask scheduler --scheduler-file` writes.
        records: Which runs are recorded, into a folder beside the file: "none", "failed" or "all".
        shard: (i, n): only every n-th run, starting with the i-th, for machines that share a sweep.
        progress: Progress callback.

    Returns:
        All rows of the sweep so far, sorted by key.

    Raises:
        DocumentError: The sweep is invalid; nothing was run.
        UsageError: There is no such shard, options contradict each other, or Dask is needed and not installed.
        ClusterError: The cluster cannot be used, or is lost; rows that are done are kept.
        ResultsError: The file belongs to another sweep, or cannot be written.
    """
    execution = Execution(workers=workers, memory=memory, limit=limit, cluster=cluster, scheduler_file=scheduler_file)
    execution.check()
    runs = prepare_sweep(source) if isinstance(source, (SweepDocument, str, Path, Mapping)) else source
    return run_jobs(runs, output, execution, records=records, shard=shard, progress=progress)


def run_jobs(
    runs: SweepRuns,
    output: str | Path,
    execution: Execution,
    *,
    records: Records = "none",
    shard: tuple[int, int] = (1, 1),
    progress: Progress | None = None,
) -> list[Row]:
    """Do all runs that are not in the results file yet; arguments and result as of `run_sweep`."""
    path = Path(output)
    part, parts = shard
    if not 1 <= part <= parts:
        raise UsageError(f"there is no part {part} of {parts}; a shard is (i, n) with i from 1 to n.")
    with appending(path, runs.head()) as file:
        # the machine that started the sweep, which need not be this one
        spec = WorkerSpec(runs.task(), fingerprint=read_head(path).fingerprint)
        done = {row.key: row for row in read_rows(path)}
        wanted = [job for index, job in enumerate(runs.jobs()) if index % parts == part - 1]
        found = {job.key: done[job.key] for job in wanted if job.key in done}
        missing = (_recorded(job, records, path) for job in wanted if job.key not in found)
        if len(found) < len(wanted):
            failed = sum(not row.success for row in found.values())
            with execution.open(spec, len(wanted) - len(found)) as executor:
                for rows in executor.run(missing):
                    file.append(rows)
                    found |= {row.key: row for row in rows}
                    failed += sum(not row.success for row in rows)
                    if progress is not None:
                        progress(len(found), failed, len(wanted))
    return sorted(found.values(), key=lambda row: row.key)


def _recorded(job: Job, records: Records, path: Path) -> Job:
    if records == "none":
        return job
    folder = path.with_name(f"{path.stem}.records")
    folder.mkdir(exist_ok=True)
    return msgspec.structs.replace(job, record=str(folder / f"{job.key}.mcap"), always=records == "all")
