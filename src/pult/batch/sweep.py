"""Sweeps: many runs of one exercise, on all cores, that go on where they were stopped."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import msgspec

from pult.batch.bundle import bundle_hash, bundle_of, pack
from pult.batch.document import SweepDocument, read_sweep_document, sweep_faults
from pult.batch.job import Job, Runner, job_key
from pult.batch.plan import Plan, Point, count_points, plan_points
from pult.batch.pool import Pool
from pult.batch.results import Head, Row, appending, read_rows
from pult.batch.seeds import drawn_seeds
from pult.batch.target import Documents, Target, split
from pult.batch.variation import Interval, Normal, Values, Variation
from pult.batch.worker import WorkerSpec
from pult.core.errors import DocumentError, Fault, FaultKind, PultError, UsageError
from pult.core.kinds import UNKNOWN_NAME
from pult.exercise.exercise import Exercise, load_exercise
from pult.exercise.operators import find_operator, own_variant
from pult.record import fingerprint

REFUSED_VALUE = FaultKind("bad-value", "{value}: {error}")

MAX_CHECKED = 50
"""Points that are checked whole before the first run, if documents are varied; of scheme parameters all are."""
Records = Literal["none", "failed", "all"]
"""Which runs are recorded: "none", "failed" or "all"."""
Progress = Callable[[int, int, int], None]
"""Told after every batch: runs done, failures among them, runs in all."""


@dataclass(frozen=True)
class Prepared:
    """A sweep that has been checked, ready to run.

    Attributes:
        document: What was asked for.
        exercise: The exercise.
        pilot, variant: Operator and variant, by name.
        bundle: The documents.
        documents: Their hash, with that of the version.
        targets: What is varied.
        seeds: The seeds.
    """

    document: SweepDocument
    exercise: Exercise
    pilot: str
    variant: str
    bundle: Mapping[str, bytes]
    documents: str
    targets: Mapping[str, Target]
    seeds: Sequence[int]

    @property
    def count(self) -> int:
        """Runs in all."""
        document = self.document
        points = count_points(document.vary, document.plan, document.points) if document.vary else 1
        return points * len(self.seeds)

    def head(self) -> Head:
        """First line of the file of results."""
        return Head(
            sweep=msgspec.to_builtins(self.document), documents=self.documents, bundle=pack(self.bundle),
            pilot=self.pilot, variant=self.variant, fingerprint=fingerprint(),
        )  # fmt: skip

    def jobs(self) -> Iterator[Job]:
        """All runs: every point with every seed."""
        document = self.document
        for point in plan_points(document.vary, document.plan, document.points, document.seed):
            parameters, patches = split(self.targets, point)
            for seed in self.seeds:
                key = job_key(self.documents, self.variant, self.pilot, point, seed)
                yield Job(key, seed, dict(point), parameters, patches)


def prepare(source: SweepDocument | str | Path | Mapping[str, Any]) -> Prepared:
    """Check a sweep: the exercise with all it names, the operator, and everything that is varied.

    Raises:
        DocumentError: One error that lists all faults.
        UsageError: No such pilot or variant.
    """
    import pult

    folder = None
    if isinstance(source, SweepDocument):
        document = source
    else:
        document, _, folder = read_sweep_document(dict(source) if isinstance(source, Mapping) else source)
    exercise = load_exercise(_beside(folder, document.exercise))
    pilot = find_operator(exercise, document.pilot, document.variant)
    variant, _ = exercise.variant(document.variant or own_variant(pilot, exercise))
    bundle = bundle_of(exercise, variant)
    targets, faults = _targets(Documents(bundle), document)
    if not faults:
        faults = _value_faults(document, Runner(bundle, variant, pilot.name), targets)
    if faults:
        raise DocumentError("sweep", faults)
    purpose = f"sweep {exercise.name} {variant} {pilot.name}"
    seeds = document.seeds or drawn_seeds(purpose, document.draw, pult.__version__)
    documents = f"{bundle_hash(bundle)[:32]}-{pult.__version__}"
    return Prepared(document, exercise, pilot.name, variant, bundle, documents, targets, seeds)


def check_sweep(source: str | Path | Mapping[str, Any]) -> list[Fault]:
    """Check a sweep with everything that it names; returns all faults."""
    try:
        prepare(source)
    except DocumentError as error:
        return list(error.faults)
    except PultError as error:
        return [UNKNOWN_NAME.at(error=str(error))]
    return []


def _beside(folder: Path | None, name: str) -> str | Path:
    return folder / name if folder is not None and (folder / name).is_file() else name


def _targets(documents: Documents, document: SweepDocument) -> tuple[dict[str, Target], list[Fault]]:
    found: dict[str, Target] = {}
    faults = []
    for name in document.vary:
        try:
            found[name] = documents.find(name)
        except UsageError as error:
            faults.append(UNKNOWN_NAME.at(f"vary.{name}", error=str(error)))
    return found, faults


def _value_faults(document: SweepDocument, runner: Runner, targets: Mapping[str, Target]) -> list[Fault]:
    """Values that the scheme or a document does not take: each value of each variation by itself."""
    faults: list[Fault] = []
    try:
        for name, values in _values(document).items():
            for value in values[:MAX_CHECKED]:
                parameters, patches = split({name: targets[name]}, {name: value})
                problem = runner.problem(parameters, patches)
                if problem:
                    faults.append(REFUSED_VALUE.at(f"vary.{name}", value=repr(value), error=problem))
                    break
    finally:
        runner.close()
    return faults


def _values(document: SweepDocument) -> dict[str, list[Any]]:
    """Values of each variation; those of a number from its least to its greatest."""
    found: dict[str, dict[str, Any]] = {name: {} for name in document.vary}
    points: Iterator[Point] = plan_points(document.vary, document.plan, document.points, document.seed)
    for point in points:
        for name, value in point.items():
            found[name].setdefault(repr(value), value)
    listed = {name: list(values.values()) for name, values in found.items()}
    for values in listed.values():
        if all(isinstance(value, (int, float)) for value in values):
            values.sort()
            values[1:-1] = values[1:-1] if len(values) <= MAX_CHECKED else []
    return listed


def sweep(
    exercise: str | Path,
    output: str | Path,
    *,
    seeds: Sequence[int] = (),
    draw: int = 0,
    vary: Mapping[str, Variation | Sequence[Any]] | None = None,
    plan: Plan = "grid",
    points: int = 0,
    pilot: str = "",
    variant: str = "",
    workers: int = 0,
    memory: int = 0,
    limit: float = 600.0,
    records: Records = "none",
    progress: Progress | None = None,
) -> list[Row]:
    """Let an operator attempt an exercise many times, on all cores, and keep what came of every run.

    The runs that are in the file of results already are not done again, so that the same call goes on where it was
    stopped, however that was.

    Args:
        exercise: A shipped exercise by name, or a file.
        output: The file of results; rows are appended to it.
        seeds: Seeds; every point of the plan is run with each of them.
        draw: Instead of seeds: how many are drawn that nobody has tuned on.
        vary: What is varied: parameters of the scheme ("block.parameter"), or values of documents
            ("sensor:angles.noise", "drive:motors.stall_torque", "world:...", "exercise:...", "robot:..."), each with a
            list of values or a `Variation`.
        plan: How points are chosen: every combination ("grid"), or `points` of them.
        points: How many points, if the plan is not a grid.
        pilot: Who attempts it; the exercise's default operator if left out.
        variant: Variant of the exercise; the operator's own if left out.
        workers, memory, limit, records, progress: See `run_sweep`.

    Returns:
        One row a run, sorted by key.

    Raises:
        DocumentError: Something is not right; nothing was run.
        ResultsError: The file belongs to another sweep, or cannot be written.
    """
    listed = {
        name: one if isinstance(one, (Values, Interval, Normal)) else Values(values=list(one))
        for name, one in (vary or {}).items()
    }
    document = SweepDocument(
        exercise=str(exercise), pilot=pilot, variant=variant, seeds=list(seeds), draw=draw, vary=listed, plan=plan,
        points=points,
    )  # fmt: skip
    if faults := sweep_faults(document):
        raise DocumentError("sweep", faults)
    return run_sweep(
        document, output, workers=workers, memory=memory, limit=limit, records=records, progress=progress
    )


def run_sweep(
    source: Prepared | SweepDocument | str | Path | Mapping[str, Any],
    output: str | Path,
    *,
    workers: int = 0,
    memory: int = 0,
    limit: float = 600.0,
    records: Records = "none",
    shard: tuple[int, int] = (1, 1),
    progress: Progress | None = None,
) -> list[Row]:
    """Do all runs of a sweep that are not in the file of results yet.

    Args:
        source: A sweep document, its file or its data, or what `prepare` made of it.
        output: The file of results; rows are appended to it, and the same call goes on where it was.
        workers: Processes; as many as there are cores if left out.
        memory: Memory of all workers together [byte]; 0 for no limit.
        limit: Longest time of a run [s], of the wall clock.
        records: Which runs are recorded, into a folder beside the file: "none", "failed" or "all".
        shard: (i, n): only every n-th run, from the i-th on; for machines that share a sweep.
        progress: Told how far it is.

    Returns:
        All rows of the sweep that are there now, sorted by key.

    Raises:
        DocumentError: The sweep is not right; nothing was run.
        ResultsError: The file belongs to another sweep, or cannot be written.
    """
    prepared = source if isinstance(source, Prepared) else prepare(source)
    path = Path(output)
    count = workers or os.cpu_count() or 1
    head = prepared.head()
    spec = WorkerSpec(head.bundle, prepared.variant, prepared.pilot, memory // count, head.fingerprint)
    with appending(path, head) as file:
        done = {row.key: row for row in read_rows(path)}
        wanted = [job for index, job in enumerate(prepared.jobs()) if index % shard[1] == shard[0] - 1]
        found = {job.key: done[job.key] for job in wanted if job.key in done}
        missing = (_recorded(job, records, path) for job in wanted if job.key not in found)
        if len(found) < len(wanted):
            failed = sum(not row.success for row in found.values())
            with Pool(spec, min(count, len(wanted) - len(found)), limit) as pool:
                for rows in pool.run(missing):
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

