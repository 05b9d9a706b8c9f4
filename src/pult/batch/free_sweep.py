"""Sweeps of free runs: checked, and ready to run."""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from pult.batch.bundle import bundle_hash, pack
from pult.batch.checking import check_variations, reported_together, valid_part
from pult.batch.job import Job
from pult.batch.plans.document import SweepDocument, sweep_faults
from pult.batch.plans.free import FreeDocument, free_setup
from pult.batch.plans.plan import Plan
from pult.batch.plans.seeds import drawn_seeds
from pult.batch.plans.variation import Variation, as_variations
from pult.batch.results.file import Head, Row
from pult.batch.target import Changes, Documents, Target
from pult.batch.tasks.free_task import FreeRunner, FreeTask
from pult.core.errors import DocumentError, UsageError
from pult.record import fingerprint
from pult.sim.open import open_parts


@dataclass(frozen=True)
class FreeRuns:
    """A sweep of free runs that has been checked, ready to run.

    Attributes:
        document: What was asked for.
        free: What is run, with the names that the documents have in the bundle.
        bundle: The documents.
        documents: Their hash, with that of what is run and of the version.
        targets: What is varied.
        seeds: The seeds.
        units: Units of what is varied, by name, where they are known.
    """

    document: SweepDocument
    free: FreeDocument
    bundle: Mapping[str, bytes]
    documents: str
    targets: Mapping[str, Target]
    seeds: Sequence[int]
    units: Mapping[str, str] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """What is run, for people."""
        return f"{self.free.world} under {self.free.scheme}, {self.free.duration:g} s without an operator"

    @property
    def count(self) -> int:
        """Total number of runs."""
        from pult.batch.sweep import count_runs

        return count_runs(self.document, self.seeds)

    def head(self) -> Head:
        """First line of the results file."""
        return Head(
            sweep=msgspec.to_builtins(msgspec.structs.replace(self.document, free=self.free)),
            documents=self.documents, bundle=pack(self.bundle), fingerprint=fingerprint(),
            units=dict(self.units),
        )  # fmt: skip

    def task(self) -> FreeTask:
        """Common data of its runs, for workers."""
        return FreeTask(pack(self.bundle), self.free)

    def jobs(self) -> Iterator[Job]:
        """All runs: every point with every seed."""
        from pult.batch.sweep import planned_jobs

        return planned_jobs(self.document, self.targets, self.seeds, self.documents)


def prepare_free(document: SweepDocument, folder: Path | None = None, title: str = "sweep") -> FreeRuns:
    """Check a sweep of free runs: world, scheme, what is watched and everything that is varied.

    Args:
        document: The sweep.
        folder: Folder of its file; names of other documents are looked for there first.
        title: Its name in messages.

    Raises:
        DocumentError: One error that lists all faults.
        UsageError: A joint or a signal is not there.
    """
    with reported_together(title, own := sweep_faults(document)):
        return _prepare(valid_part(document, own), folder)


def _prepare(document: SweepDocument, folder: Path | None) -> FreeRuns:
    """Check a sweep that is right by itself against what it names."""
    import pult

    if document.free is None:
        raise UsageError("the sweep has no free run.")
    parts = open_parts(free_setup(document.free, {}, 0, {}), folder)
    free = msgspec.structs.replace(
        document.free, world=_bare("world", document.free.world), scheme=_bare("scheme", document.free.scheme)
    )
    bundle = parts.files
    runner = FreeRunner(bundle, free)
    try:
        runner.try_out(runner.opened([], plain=True), Changes({}, [], []))
        document, targets, units, faults = check_variations(document, Documents(bundle), runner)
    finally:
        runner.close()
    if faults:
        raise DocumentError("sweep", faults)
    seeds = document.seeds or drawn_seeds(f"sweep {free.world} {free.scheme}", document.draw, pult.__version__)
    run = json.dumps(msgspec.structs.asdict(free), sort_keys=True)  # all of it: which defaults are left out may differ
    documents = f"{hashlib.sha256(f'{bundle_hash(bundle)}{run}'.encode()).hexdigest()[:32]}-{pult.__version__}"
    return FreeRuns(document, free, bundle, documents, targets, seeds, units)


def _bare(kind: str, name: str) -> str:
    """The name of a document without its folder."""
    return Path(name).name.removesuffix(f".{kind}.json")


def sweep_free(
    world: str | Path,
    scheme: str | Path,
    output: str | Path,
    *,
    duration: float = 10.0,
    spread: float = 0.1,
    watch: Sequence[str] = (),
    seeds: Sequence[int] = (),
    draw: int = 0,
    vary: Mapping[str, Variation | Sequence[Any]] | None = None,
    plan: Plan = "grid",
    points: int = 0,
    **options: Any,
) -> list[Row]:
    """Let a world move under its scheme many times, without an operator, from random starts.

    Args:
        world, scheme: Shipped ones by name, or files.
        output: The file of results; rows are appended to it.
        duration: How long a run is [s].
        spread: Joints start within this share of their range, centred at the pose "home".
        watch: Signals whose largest, mean and last values are kept, or "A - B" of two; joint speeds always are.
        seeds, draw, vary, plan, points: See `pult.sweep`.
        options: Options of `pult.batch.sweep.run_sweep`, such as `workers`.

    Returns:
        One row a run, sorted by key.

    Raises:
        DocumentError: A document is invalid; nothing was run.
        ResultsError: The file belongs to another sweep, or cannot be written.
    """
    from pult.batch.sweep import run_sweep

    free = FreeDocument(world=str(world), scheme=str(scheme), duration=duration, spread=spread, watch=list(watch))
    document = SweepDocument(
        free=free, seeds=list(seeds), draw=draw, vary=as_variations(vary or {}), plan=plan, points=points
    )
    return run_sweep(document, output, **options)
